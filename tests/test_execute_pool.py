"""Who runs what, when, and again: the dispatcher with workers that only pretend."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.execute import jobs
from scripts.execute.expectations import CellRun
from scripts.execute.jobs import Job, JobResult, run_job, stop_jobs
from scripts.execute.kernel import KernelOptions
from scripts.execute.pool import (
    ATTEMPTS,
    Capacity,
    CellEnded,
    Dispatcher,
    Ended,
    Event,
    GivenUp,
    Started,
    Task,
    Threads,
)
from scripts.lesson import Cell

JOB = Job("a", "en", (Cell(0, "x", 3, 2, 4),), 1.0, 2.0, "", KernelOptions())


def task(name: str, seconds: float = 0.0, *, alone: bool = False) -> Task:
    return Task(replace(JOB, docname=name), seconds, alone)


@dataclass
class Pretence:
    """A pool whose workers end a job when they are told to.

    `deadly` jobs take their worker with them, and another comes in its place.
    """

    slots: dict[str, int]
    deadly: frozenset[str] = frozenset()
    breaks: type[Exception] | None = None
    watch_seconds: float = 0.0
    losses: tuple[type[Exception], ...] = (ConnectionError,)
    running: dict[str, tuple[str, Future[JobResult]]] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    def workers(self) -> Mapping[str, int]:
        return dict(self.slots)

    def submit(self, worker: str, job: Job, tell: Callable[[int], None]) -> Future[JobResult]:
        future: Future[JobResult] = Future()
        self.told.append(f"{job.docname} on {worker}")
        tell(0)
        self.running[job.docname] = worker, future
        return future

    def end_one(self) -> None:
        """End the job that has run longest."""
        name, (worker, future) = next(iter(self.running.items()))
        del self.running[name]
        if name in self.deadly and self.breaks is not None:
            future.set_exception(self.breaks("gone"))
        elif name in self.deadly:
            del self.slots[worker]
            self.slots[f"{worker}'"] = 1
        else:
            future.set_result(JobResult(name, "en", (CellRun("ok"),), 1.0))


def play(pool: Pretence, *tasks: Task, at_once: int | None = None) -> list[Event]:
    dispatcher = Dispatcher(pool, at_once)
    for one in tasks:
        dispatcher.add(one)
    found = []
    for event in dispatcher.events():
        found.append(event)
        if isinstance(event, CellEnded) and pool.running:
            pool.end_one()
    return found


def started(events: list[Event]) -> list[str]:
    return [event.task.job.docname for event in events if isinstance(event, Started)]


def test_the_longest_runs_first_and_what_measures_time_last() -> None:
    tasks = [task("t", 99, alone=True), task("short", 1), task("long", 9), task("same", 1)]
    events = play(Pretence({"w": 1}), *tasks)
    assert started(events) == ["long", "same", "short", "t"]


@given(
    st.lists(st.tuples(st.floats(0, 100), st.booleans()), max_size=8),
    st.dictionaries(st.sampled_from("uvw"), st.integers(1, 3), min_size=1),
    st.none() | st.integers(1, 3),
)
def test_all_end_once_and_what_must_be_alone_is(
    kinds: list[tuple[float, bool]], slots: dict[str, int], at_once: int | None
) -> None:
    tasks = [task(str(i), seconds, alone=alone) for i, (seconds, alone) in enumerate(kinds)]
    running: list[Task] = []
    for event in play(Pretence(slots), *tasks, at_once=at_once):
        if isinstance(event, Started):
            running.append(event.task)
        elif isinstance(event, Ended):
            running.remove(event.task)
            tasks.remove(event.task)
        assert len(running) <= min(at_once or 99, sum(slots.values()))
        assert len(running) == 1 or not any(one.alone for one in running)
    assert (tasks, running) == ([], [])


def test_how_many_run_at_once_is_told_when_it_changes() -> None:
    pool = Pretence({"u": 2, "v": 2}, deadly=frozenset({"bad"}))
    events = play(pool, task("bad", 9), task("good"))
    assert [event.slots for event in events if isinstance(event, Capacity)] == [4, 3]
    events = play(Pretence({"u": 2, "v": 2}), task("a"), at_once=3)
    assert [event.slots for event in events if isinstance(event, Capacity)] == [3]


def test_jobs_are_spread_over_the_workers() -> None:
    pool = Pretence({"u": 2, "v": 2})
    play(pool, *(task(name) for name in "abcd"))
    assert sorted(pool.told[:2]) == ["a on u", "b on v"]


@pytest.mark.parametrize("breaks", [None, ConnectionError])
def test_what_a_lost_worker_had_is_run_again_and_given_up_in_the_end(
    breaks: type[Exception] | None,
) -> None:
    pool = Pretence({"u": 1, "v": 1}, deadly=frozenset({"bad"}), breaks=breaks)
    events = play(pool, task("bad", 9), task("good"))
    assert started(events).count("bad") == ATTEMPTS == 3
    (given_up,) = (event for event in events if isinstance(event, GivenUp))
    assert (given_up.task.job.docname, len(given_up.workers)) == ("bad", 3)
    assert [event.result.docname for event in events if isinstance(event, Ended)] == ["good"]


def test_a_job_that_fails_is_not_run_again() -> None:
    pool = Pretence({"u": 1}, deadly=frozenset({"bad"}), breaks=KeyError)
    with pytest.raises(KeyError):
        play(pool, task("bad"))
    assert pool.told == ["bad on u"]


def test_tasks_may_follow_from_others() -> None:
    pool = Pretence({"u": 1})
    dispatcher = Dispatcher(pool)
    dispatcher.add(task("origin"))
    ended = []
    for event in dispatcher.events():
        if isinstance(event, CellEnded):
            pool.end_one()
        if isinstance(event, Ended):
            ended.append(event.task.job.docname)
            if ended == ["origin"]:
                dispatcher.add(task("translation"))
    assert ended == ["origin", "translation"]


def test_jobs_and_results_are_text_for_any_worker() -> None:
    result = JobResult("a", "en", (CellRun("ok", ({"output_type": "stream"},)),), 1.0)
    assert pickle.loads(pickle.dumps((JOB, result))) == (JOB, result)  # noqa: S301 - our own
    assert JOB.cells[0].normal_form == "x"  # is cached in the cell
    assert pickle.loads(pickle.dumps(JOB)) == JOB  # noqa: S301 - our own


def test_threads_end_what_they_run_when_they_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    async def waits(job: Job, *, cell_done: Callable[[int], None]) -> tuple[CellRun, ...]:
        cell_done(0)
        try:
            await asyncio.Event().wait()
        finally:
            told.append(f"{job.docname} ended")
        raise AssertionError

    monkeypatch.setattr("scripts.execute.run.run_cells", waits)
    with Threads(1) as threads:
        dispatcher = Dispatcher(threads)
        for name in ("a", "b"):
            dispatcher.add(task(name))
        for event in dispatcher.events():
            if isinstance(event, CellEnded):
                break
    assert told == ["a ended"]
    assert jobs._running == []


def test_a_job_that_nobody_wants_any_more_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    async def waits(job: Job, *, cell_done: Callable[[int], None]) -> tuple[CellRun, ...]:
        try:
            await asyncio.Event().wait()
        finally:
            told.append("ended")
        raise AssertionError

    monkeypatch.setattr("scripts.execute.run.run_cells", waits)
    monkeypatch.setattr(jobs, "_WATCH_SECONDS", 0.0)
    wanted = iter([False, False, True])
    with pytest.raises(asyncio.CancelledError):
        run_job(JOB, unwanted=lambda: next(wanted))
    assert (told, jobs._running) == (["ended"], [])


def test_what_was_stopped_does_not_begin() -> None:
    stop_jobs("mine")
    with pytest.raises(asyncio.CancelledError):
        run_job(replace(JOB, batch="mine"))
