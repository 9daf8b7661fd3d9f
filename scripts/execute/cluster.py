"""A pool of the workers of a Dask cluster, for sites that outgrow one machine.

Dask carries jobs to workers and results back, and knows which workers are there. It does not
choose: each job is meant for one worker, so that how often a job has been tried, and what runs
beside it, is known here. A worker first says what it is; one that would not give the same outputs
gets no job.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.diagnostic import NaranhiError
from scripts.execute.jobs import Job, JobResult, describe_worker, run_job, stop_jobs

if TYPE_CHECKING:
    from distributed import Client

# How long a scheduler may take to answer, and how long there may be no worker: a nanny needs a
# few seconds to start another one in the place of one that was killed.
CONNECT_SECONDS = 10
PATIENCE_SECONDS = 60.0

# How long workers may take to end their jobs when we are stopped; a job ends in any case when its
# time is over.
STOP_SECONDS = 5.0

_LOOK_SECONDS = 0.5

_HOW = "start scheduler and workers with the Python and in the folder that this command runs in"


@contextlib.contextmanager
def connected(
    address: str, environment: Mapping[str, str], told: Callable[[str], None]
) -> Iterator[Cluster]:
    """Give the pool of the workers behind the scheduler at `address`, such as `tcp://host:8786`.

    Workers whose environment is not `environment` are not used, and `told` why. Raises
    `NaranhiError` where Dask is not installed or no scheduler answers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise NaranhiError(
            "--scheduler needs Dask, which is not installed here; "
            'install it with "pip install --require-hashes -r docs/dask.txt"'
        ) from None
    # What is lost and comes again we see for ourselves, and say it in words for our users.
    for name in [
        name for name in logging.root.manager.loggerDict if name.startswith("distributed")
    ]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise NaranhiError(
            f'{address}: no scheduler answers; start one with "python -m dask scheduler" ({error})'
        ) from error
    pool = Cluster(client, address, describe_worker(environment), told)
    try:
        yield pool
    finally:
        pool.stop()
        client.close(timeout=STOP_SECONDS)


class Cluster:
    """The workers of a cluster that can be used, and how a job gets there and back."""

    watch_seconds: float = _LOOK_SECONDS

    def __init__(
        self,
        client: Client,
        address: str,
        wanted: Mapping[str, str],
        told: Callable[[str], None],
    ) -> None:
        from distributed import KilledWorker

        self.losses: tuple[type[Exception], ...] = (KilledWorker,)
        self._client = client
        self._address = address
        self._wanted = wanted
        self._told = told
        self._batch = secrets.token_hex(8)
        self._numbers = itertools.count()
        self._tells: dict[int, Callable[[int], None]] = {}
        self._handed_out: dict[Future[JobResult], str] = {}
        self._asked: dict[str, Future[Mapping[str, str]]] = {}
        self._refused: dict[str, str] = {}
        self._usable: dict[str, int] = {}
        self._ever_usable = False
        self._next_look = 0.0
        self._last_seen = time.monotonic()
        client.subscribe_topic(self._batch, self._cell_ended)

    def workers(self) -> Mapping[str, int]:
        """Give the workers that are there and like us, and how many threads each has.

        Raises `NaranhiError` where the scheduler is gone, or no worker can be used.
        """
        now = time.monotonic()
        if now >= self._next_look:
            self._look(now)
        return self._usable

    def submit(self, worker: str, job: Job, tell: Callable[[int], None]) -> Future[JobResult]:
        """Hand a job to a worker, and to no other."""
        number = next(self._numbers)
        self._tells[number] = tell
        ours = replace(job, batch=self._batch, cache="")
        future: Future[JobResult] = self._executor(worker).submit(run_and_tell, ours, number)
        self._handed_out[future] = worker
        return future

    def stop(self) -> None:
        """End what is still running at the workers, as far as they answer soon."""
        busy = sorted({worker for future, worker in self._handed_out.items() if not future.done()})
        for future in self._handed_out:
            future.cancel()
        if not busy:
            return

        def stop_all() -> None:
            # A worker that was lost, or a scheduler, has nothing left that could be stopped.
            with contextlib.suppress(Exception):
                self._client.run(stop_jobs, self._batch, workers=busy, on_error="ignore")

        stopping = threading.Thread(target=stop_all, daemon=True)
        stopping.start()
        stopping.join(STOP_SECONDS)

    def _look(self, now: float) -> None:
        there = self._there()
        if there is None:
            return
        for worker in there:
            if worker not in self._asked:
                self._asked[worker] = self._executor(worker).submit(describe_worker)
        self._usable = {
            worker: int(facts["nthreads"])
            for worker, facts in sorted(there.items())
            if self._asked[worker].done() and self._is_like_us(worker)
        }
        answering = any(not self._asked[worker].done() for worker in there)
        if self._usable or answering:
            self._last_seen = now
            self._ever_usable = self._ever_usable or bool(self._usable)
        elif (there and not self._ever_usable) or now - self._last_seen > PATIENCE_SECONDS:
            why = "; ".join(sorted(self._refused.values())) or "there is none"
            raise NaranhiError(
                f"{self._address}: no worker can be used: {why}; {_HOW}; what was finished is kept"
            )
        self._next_look = time.monotonic() + _LOOK_SECONDS

    def _there(self) -> Mapping[str, Any] | None:
        """Give the scheduler's workers; None while it is being looked for again."""
        try:
            found: Mapping[str, Any] | None = self._client.scheduler_info().get("workers")
        except (OSError, TimeoutError, RuntimeError):
            found = None
        if found is None and self._client.status in {"closing", "closed"}:
            raise NaranhiError(
                f"{self._address}: the scheduler does not answer any more; what was finished is "
                "kept, run the same command again when it is back"
            )
        return found

    def _is_like_us(self, worker: str) -> bool:
        if worker not in self._refused and (why := self._why_not(worker)):
            self._refused[worker] = why
            self._told(f"{why}; it gets nothing to run")
        return worker not in self._refused

    def _why_not(self, worker: str) -> str:
        try:
            found = self._asked[worker].result()
        except Exception as error:  # whatever keeps it from answering
            return f"{worker}: the worker cannot run our code: {error}"
        said = differences(found, self._wanted)
        return f"{worker}: the worker is not like this machine: {said}" if said else ""

    def _executor(self, worker: str) -> Any:
        return self._client.get_executor(workers=[worker], allow_other_workers=False, pure=False)

    def _cell_ended(self, event: tuple[float, Any]) -> None:
        number, index = event[1]
        self._tells[number](index)


def differences(there: Mapping[str, str], here: Mapping[str, str]) -> str:
    """Say in words how one environment differs from another; nothing where it does not.

    >>> differences({"jax": "0.12.0", "python": "3.12.1"}, {"jax": "0.10.2", "python": "3.12.1"})
    'jax is 0.12.0 there and 0.10.2 here'
    """
    names = [name for name in sorted({**there, **here}) if there.get(name) != here.get(name)]
    return ", ".join(
        f"{name} is {there.get(name, 'not set')} there and {here.get(name, 'not set')} here"
        for name in names
    )


def run_and_tell(job: Job, number: int) -> JobResult:
    """Run a job at a worker; which cells have ended is told to whoever handed it out.

    What kernels may keep stays on this machine, where the next job finds it.
    """
    from distributed import get_worker

    worker = get_worker()

    def tell(index: int) -> None:
        worker.log_event(job.batch, [number, index])

    key = worker.get_current_task()

    def unwanted() -> bool:
        # Dask forgets what a client wanted that has gone, however that ended, but it cannot end
        # what a worker has begun: that would keep the worker busy until the lesson's time is over.
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    cache = own_cache(os.environ, worker.local_directory)
    return run_job(replace(job, cache=str(cache)), tell, unwanted)


def own_cache(environ: Mapping[str, str], otherwise: str) -> Path:
    """Give the folder for what kernels may keep: the user's own, where there is one.

    >>> own_cache({"XDG_CACHE_HOME": "/caches"}, "/scratch").as_posix()
    '/caches/naranhi'
    >>> own_cache({}, "/scratch").as_posix()
    '/scratch/naranhi'
    """
    named, home = environ.get("XDG_CACHE_HOME", ""), environ.get("HOME", "")
    if Path(named).is_absolute():
        return Path(named) / "naranhi"
    if Path(home).is_absolute() and os.access(home, os.W_OK):
        return Path(home) / ".cache" / "naranhi"
    return Path(otherwise) / "naranhi"
