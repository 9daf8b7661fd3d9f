"""Hand jobs to workers: the longest first, what measures time alone, what a worker lost again.

A `Pool` knows its workers and how a job gets to one of them and back; here are the threads of this
process, in `cluster` the workers of a Dask cluster. `Dispatcher` decides what runs next, and where.
"""

from __future__ import annotations

import queue
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol, Self

from scripts.execute.jobs import Job, JobResult, run_job, stop_jobs


class Stopped(Exception):  # noqa: N818 - nothing has failed
    """Whoever wanted the tasks wants them no more."""


# How often a job is run whose worker is lost each time; it may be the job that ends them.
ATTEMPTS = 3

Tell = Callable[[int], None]


class Pool(Protocol):
    """Workers by name, and how many jobs each takes at once."""

    # After how many seconds without news the workers are to be looked at.
    watch_seconds: float
    # What a job's future raises, besides being cancelled, where its worker was lost.
    losses: tuple[type[Exception], ...]

    def workers(self) -> Mapping[str, int]:
        """Give the workers that can be used now; raises `NaranhiError` where none comes back."""

    def submit(self, worker: str, job: Job, tell: Tell) -> Future[JobResult]:
        """Hand a job to a worker; `tell` is called, in any thread, as each cell ends."""


class Threads:
    """A pool of threads of this process.

    Kernels are processes of their own, and a thread only drives one: that takes a few per cent of
    a core, and nothing has to be started or sent. Used as a context manager, which ends all jobs.
    """

    # None can be lost, but the system may give a signal to any thread, and Python acts on it when
    # the main thread runs: one that waits for ever would never see Ctrl-C.
    watch_seconds: float = 0.2
    losses: tuple[type[Exception], ...] = (BrokenExecutor,)

    def __init__(self, count: int) -> None:
        self._count = count
        self._batch = secrets.token_hex(8)
        self._executor = ThreadPoolExecutor(count, thread_name_prefix="lesson")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        stop_jobs(self._batch)
        self._executor.shutdown(cancel_futures=True)

    def workers(self) -> Mapping[str, int]:
        """Give this process."""
        return {"here": self._count}

    def submit(self, worker: str, job: Job, tell: Tell) -> Future[JobResult]:
        """Hand a job to a thread."""
        return self._executor.submit(run_job, replace(job, batch=self._batch), tell)


@dataclass(frozen=True)
class Task:
    """A job, and what decides when it runs: how long it may take, and whether it must be alone.

    Where one job is run more than once, `repeat` tells the runs apart.
    """

    job: Job
    seconds: float = 0.0
    alone: bool = False
    repeat: int = 0


@dataclass(frozen=True)
class Capacity:
    """So many jobs can run at once from now on."""

    slots: int


@dataclass(frozen=True)
class Started:
    """A worker has been given the task."""

    task: Task


@dataclass(frozen=True)
class CellEnded:
    """The cell with this index, counted from 0, has ended."""

    task: Task
    index: int


@dataclass(frozen=True)
class Ended:
    """The task has ended, well or not."""

    task: Task
    result: JobResult


@dataclass(frozen=True)
class GivenUp:
    """Each worker that was given the task was lost; `workers` names them."""

    task: Task
    workers: tuple[str, ...]


Event = Capacity | Started | CellEnded | Ended | GivenUp


@dataclass(eq=False)
class _Run:
    """One attempt at a task; `lost` names the workers of earlier ones."""

    task: Task
    lost: tuple[str, ...] = ()
    worker: str = ""
    future: Future[JobResult] | None = None


class Dispatcher:
    """Runs tasks in a pool and tells what happens; more tasks may be added meanwhile."""

    def __init__(
        self,
        pool: Pool,
        at_once: int | None = None,
        unwanted: Callable[[], bool] = lambda: False,
    ) -> None:
        self._pool = pool
        self._unwanted = unwanted
        self._at_once = at_once
        self._slots = 0
        self._waiting: list[_Run] = []
        self._running: set[_Run] = set()
        self._happened: queue.SimpleQueue[tuple[_Run, int | None]] = queue.SimpleQueue()

    def add(self, task: Task) -> None:
        """Have a task run; longer ones, and those that need not be alone, go first."""
        self._waiting.append(_Run(task))

    def events(self) -> Iterator[Event]:
        """Give what happens, in its order, until no task is left.

        Whatever a job raises is raised here, but for the loss of its worker; `Stopped` where
        `unwanted`, which is asked now and then, says so.
        """
        while self._waiting or self._running:
            if self._unwanted():
                raise Stopped
            workers = self._pool.workers()
            slots = min(sum(workers.values()), self._at_once or sys.maxsize)
            if slots != self._slots:
                self._slots = slots
                yield Capacity(slots)
            yield from self._take_back(workers)
            while (run := self._next(workers)) is not None:
                self._submit(run)
                yield Started(run.task)
            if self._running or self._waiting:
                yield from self._wait()

    def _next(self, workers: Mapping[str, int]) -> _Run | None:
        """Take the task out of the queue that can run now, and name its worker."""
        if self._at_once is not None and len(self._running) >= self._at_once:
            return None
        if any(run.task.alone for run in self._running):
            return None
        free = dict(workers)
        for run in self._running:
            free[run.worker] = free.get(run.worker, 0) - 1
        worker = max(sorted(free), key=lambda name: free[name], default="")
        together = [run for run in self._waiting if not run.task.alone]
        ready = together or ([] if self._running else self._waiting)
        if not ready or free.get(worker, 0) < 1:
            return None
        first = min(ready, key=lambda run: _place(run.task))
        self._waiting.remove(first)
        first.worker = worker
        return first

    def _submit(self, run: _Run) -> None:
        happened = self._happened
        self._running.add(run)
        run.future = self._pool.submit(
            run.worker, run.task.job, lambda index: happened.put((run, index))
        )
        run.future.add_done_callback(lambda _: happened.put((run, None)))

    def _wait(self) -> Iterator[Event]:
        try:
            run, index = self._happened.get(timeout=self._pool.watch_seconds)
        except queue.Empty:
            return
        if run not in self._running:
            return  # it was taken from a worker that was lost
        if index is not None:
            yield CellEnded(run.task, index)
            return
        assert run.future is not None
        self._running.remove(run)
        losses: tuple[type[Exception], ...] = (CancelledError, *self._pool.losses)
        try:
            result = run.future.result()
        except losses:
            yield from self._again(run)
        else:
            yield Ended(run.task, result)

    def _take_back(self, workers: Mapping[str, int]) -> Iterator[Event]:
        """Take from workers that are gone what they have not given back."""
        for run in [run for run in self._running if run.worker not in workers]:
            self._running.remove(run)
            assert run.future is not None
            run.future.cancel()
            yield from self._again(run)

    def _again(self, run: _Run) -> Iterator[Event]:
        lost = (*run.lost, run.worker)
        if len(lost) < ATTEMPTS:
            self._waiting.append(_Run(run.task, lost))
        else:
            yield GivenUp(run.task, lost)


def _place(task: Task) -> tuple[float, str, str, int]:
    """Give what tasks are sorted by: the longest first, then always the same order."""
    return -task.seconds, task.job.docname, task.job.language, task.repeat
