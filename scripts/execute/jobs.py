"""One lesson's run as plain values: a job goes to any worker, on any machine, a result comes back.

Both are pickled text, so whatever runs functions can run lessons: a thread of this process or a
worker of a cluster. A worker never sees the store; who hands out the jobs writes it, alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.execute.environment import describe_environment
from scripts.execute.expectations import CellRun
from scripts.lesson import Cell

if TYPE_CHECKING:
    from scripts.execute.kernel import KernelOptions

# How often it is asked whether a job is still wanted.
_WATCH_SECONDS = 1.0


@dataclass(frozen=True)
class Job:
    """What is run: the cells of one page, and how.

    Limits are in seconds. `cache` is a folder of the machine that runs the job, for what kernels
    may keep. `batch` names whoever hands the job out, so that it can stop its own jobs and no
    others.
    """

    docname: str
    language: str
    cells: tuple[Cell, ...]
    cell_timeout: float
    lesson_timeout: float
    cache: str
    kernel: KernelOptions
    batch: str = ""


@dataclass(frozen=True)
class JobResult:
    """What a job's cells did, up to the last one or to the first that did what it should not."""

    docname: str
    language: str
    runs: tuple[CellRun, ...]
    seconds: float


def run_job(
    job: Job,
    tell: Callable[[int], None] | None = None,
    unwanted: Callable[[], bool] | None = None,
) -> JobResult:
    """Give what the cells of a job did, in a kernel of their own that ends with the job.

    `tell` is called in the worker's thread with the index of each cell that has ended, and
    `unwanted` is asked there, now and then, whether nobody waits for the job any more. Raises
    `NaranhiError` where no kernel can be started, and `CancelledError` where `stop_jobs` ended it,
    or nobody wants it.
    """
    return asyncio.run(_run(job, tell, unwanted))


def describe_worker(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Say what runs jobs here: the environment of its kernels, and which version of us it has.

    >>> sorted({"jax", "naranhi", "python"} & set(describe_worker()))
    ['jax', 'naranhi', 'python']
    """
    return {**(environment or describe_environment()), "naranhi": _own_code()}


def stop_jobs(batch: str) -> None:
    """End the jobs of a batch that run in this process, and refuse those that come later."""
    with _lock:
        _stopped.add(batch)
        running = [(loop, task) for loop, task, of in _running if of == batch]
    for loop, task in running:
        with contextlib.suppress(RuntimeError):  # it has ended meanwhile
            loop.call_soon_threadsafe(task.cancel)


async def _run(
    job: Job, tell: Callable[[int], None] | None, unwanted: Callable[[], bool] | None
) -> JobResult:
    # Only here: who hands out jobs needs none of what kernels need.
    from scripts.execute.run import run_cells

    task = asyncio.current_task()
    assert task is not None
    entry = asyncio.get_running_loop(), task, job.batch
    with _lock:
        if job.batch in _stopped:
            raise asyncio.CancelledError
        _running.append(entry)
    watching = asyncio.create_task(_cancel_when(unwanted, task)) if unwanted else None
    try:
        started = time.monotonic()
        runs = await run_cells(job, cell_done=tell or (lambda index: None))
        seconds = round(time.monotonic() - started, 3)
        return JobResult(job.docname, job.language, runs, seconds)
    finally:
        if watching is not None:
            watching.cancel()
        with _lock:
            _running.remove(entry)


async def _cancel_when(unwanted: Callable[[], bool], task: asyncio.Task[JobResult]) -> None:
    while not unwanted():
        await asyncio.sleep(_WATCH_SECONDS)
    task.cancel()


@functools.cache
def _own_code() -> str:
    """Give the start of a SHA-256 over what decides how a lesson is run."""
    package = Path(__file__).resolve().parent.parent
    found = hashlib.sha256()
    for path in sorted([*package.glob("*.py"), *package.glob("execute/**/*.py")]):
        found.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


# The one state of this module: whatever runs jobs gives no way to end one that has begun.
_lock = threading.Lock()
_running: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[JobResult], str]] = []
_stopped: set[str] = set()
