"""Execute lessons: look each up in the store, run what is missing, keep what ran well."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime

from scripts.diagnostic import Diagnostic, errors
from scripts.execute.environment import describe_environment, fingerprint
from scripts.execute.expectations import CellRun, from_record, fulfils, unfulfilled
from scripts.execute.plan import Planned, in_running_order, plan
from scripts.execute.results import CellResult, CellStatus, Execution, LessonResult, Progress
from scripts.lesson import Lesson, Lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore


def execute(
    lessons: Lessons,
    store: OutputStore,
    *,
    docnames: Collection[str] | None = None,
    jobs: int = 1,
    cell_timeout: float = 60.0,
    lesson_timeout: float = 600.0,
    force: bool = False,
    progress: Progress | None = None,
) -> Execution:
    """Give what each lesson's code did, and see to it that the outputs are in the store.

    Each lesson's origin is run, in a kernel of its own, where the store has no record of its code
    in this environment, or with `force`; at most `jobs` of them at once, and those that measure
    time alone, after the others. `docnames` limits the work to these lessons. Limits are in
    seconds. A lesson that fails is not stored; the others are, each as soon as it has ended. When
    nothing fails, this environment becomes the one that is rendered.

    Raises `NaranhiError` where no kernel can be started.
    """
    environment = describe_environment()
    name = fingerprint(environment)
    planned = plan(lessons, store, name, environment, docnames=docnames, force=force)
    work = _Work(store, name, environment, cell_timeout, lesson_timeout, progress)
    for item in planned:
        if item.code_key and not item.must_run:
            work.take_record(item)
    missing = [item for item in planned if item.must_run]
    if missing:
        asyncio.run(work.run_all(missing, jobs))
    found = tuple(
        diagnostic
        for item in planned
        for diagnostic in (*item.diagnostics, *work.diagnostics.get(item.docname, ()))
    )
    if not errors(found):
        store.select(name, environment)
    results = tuple(work.results[item.docname] for item in planned if item.docname in work.results)
    return Execution(results, name, environment, found)


class _Work:
    """The lessons of one call of `execute`: what they gave, and where it is kept."""

    def __init__(
        self,
        store: OutputStore,
        fingerprint: str,
        environment: Mapping[str, str],
        cell_timeout: float,
        lesson_timeout: float,
        progress: Progress | None,
    ) -> None:
        self.results: dict[str, LessonResult] = {}
        self.diagnostics: dict[str, tuple[Diagnostic, ...]] = {}
        self._store = store
        self._fingerprint = fingerprint
        self._environment = environment
        self._limits = cell_timeout, lesson_timeout
        self._progress = progress

    def take_record(self, item: Planned) -> None:
        """Compare what was stored with what the lesson expects today."""
        record = item.record
        runs = [from_record(cell) for cell in record.cells] if record else []
        self._finish(item, runs, ran=False, seconds=record.seconds if record else 0.0)

    async def run_all(self, missing: Sequence[Planned], jobs: int) -> None:
        """Run lessons side by side, then those that run alone."""
        together, alone = in_running_order(missing)
        free = asyncio.Semaphore(jobs)

        async def run_when_free(item: Planned) -> None:
            async with free:
                await self._run(item)

        tasks = [asyncio.create_task(run_when_free(item)) for item in together]
        try:
            if tasks:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for problem in ended:
            if isinstance(problem, Exception):
                raise problem
        for item in alone:
            await self._run(item)

    async def _run(self, item: Planned) -> None:
        # Only here: with nothing to run, none of what kernels need is imported.
        from scripts.execute.run import Job, run_cells

        cells = item.lesson.cells
        progress = self._progress
        if progress is not None:
            progress.lesson_started(item.docname, len(cells))
        started = time.monotonic()
        runs = await run_cells(
            Job(cells, *self._limits),
            # Beside the store, since it may be deleted at any time.
            cache=self._store.folder.parent / "cache",
            cell_done=lambda index: progress.cell_done(item.docname, index) if progress else None,
        )
        seconds = round(time.monotonic() - started, 3)
        self._finish(item, runs, ran=True, seconds=seconds)

    def _finish(self, item: Planned, runs: Sequence[CellRun], *, ran: bool, seconds: float) -> None:
        found = tuple(unfulfilled(item.lesson, runs))
        if ran and not found:
            self._store.put(self._record(item, runs, seconds))
        cells = _cell_results(item.lesson, runs)
        result = LessonResult(item.docname, item.code_key, ran, seconds, cells)
        self.diagnostics[item.docname] = found
        self.results[item.docname] = result
        if self._progress is not None:
            self._progress.lesson_done(result)

    def _record(self, item: Planned, runs: Sequence[CellRun], seconds: float) -> LessonOutputs:
        return LessonOutputs(
            docname=item.docname,
            code_key=item.code_key,
            fingerprint=self._fingerprint,
            executed=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            seconds=seconds,
            cells=tuple(_cell_outputs(run) for run in runs),
            environment=self._environment,
        )


def _cell_outputs(run: CellRun) -> CellOutputs:
    assert run.ending in {"ok", "error", "skipped"}
    return CellOutputs(run.ending, run.outputs, run.error, run.seconds)


def _cell_results(lesson: Lesson, runs: Sequence[CellRun]) -> tuple[CellResult, ...]:
    results = []
    for cell in lesson.cells:
        if cell.index >= len(runs):
            results.append(CellResult(cell.line, "not-run"))
            continue
        run = runs[cell.index]
        good = fulfils(cell, run.ending, run.error)
        status: CellStatus = "failed"
        if good and run.ending in {"ok", "error", "skipped"}:
            status = run.ending
        ended = run.error if run.ending in {"ok", "error", "skipped"} else run.ending
        results.append(CellResult(cell.line, status, ended, run.seconds))
    return tuple(results)
