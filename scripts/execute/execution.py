"""Execute lessons: look each up in the store, run what is missing, keep what ran well."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import takewhile

from scripts.diagnostic import Diagnostic, Severity, errors
from scripts.execute.environment import changes, describe_environment, fingerprint
from scripts.execute.expectations import CellRun, from_record, fulfils, unfulfilled
from scripts.execute.jobs import Job, JobResult
from scripts.execute.page_findings import page_findings
from scripts.execute.plan import Page, Planned, own_page, place, plan
from scripts.execute.pool import (
    Capacity,
    CellEnded,
    Dispatcher,
    Ended,
    GivenUp,
    Pool,
    Started,
    Task,
    Threads,
)
from scripts.execute.results import (
    CellResult,
    CellStatus,
    Execution,
    LessonResult,
    Progress,
    page_name,
)
from scripts.execute.stability import differences
from scripts.lesson import Cell, Lesson, Lessons, code_key
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from scripts.sharing import find_outputs, shared_outputs


def execute(
    lessons: Lessons,
    store: OutputStore,
    *,
    docnames: Collection[str] | None = None,
    jobs: int | None = 1,
    scheduler: str | None = None,
    cell_timeout: float = 60.0,
    lesson_timeout: float = 600.0,
    force: bool = False,
    twice: bool = False,
    warm: bool = True,
    memory_limit: int = 0,
    trusted: bool = False,
    progress: Progress | None = None,
    unwanted: Callable[[], bool] = lambda: False,
) -> Execution:
    """Give what each lesson's code did, and see to it that the outputs are in the store.

    Each lesson's origin is run, in a kernel of its own, where the store has no outputs that are
    true for it in this environment, or with `force`; so is a translation that cannot show the
    origin's. Of lessons with the same code one is run, for all that can show what it gave.

    At most `jobs` of them run at once, in threads of this process or, with `scheduler`, the address
    of a Dask scheduler, by the workers there; `None` is as many as there are cores, or as the
    workers take. Those that measure time run alone, after the others. With `twice` each is run two
    times, and cells that do not give the same are named and marked in the store.

    `docnames` limits the work to these lessons. Limits are in seconds and bytes; 0 bytes is what
    suits the machine. A lesson that fails is not stored; the others are, each as soon as it has
    ended. When nothing fails, this environment becomes the one that is rendered.

    Lessons run in a box, which `trusted` ones do without where this machine can make none, as all
    do where the environment says NARANHI_TRUST=1.

    Raises `NaranhiError` where no kernel can be started, or no worker can be used, and `Stopped`,
    with every kernel ended, once `unwanted` says that nobody waits any more.
    """
    environment = describe_environment()
    name = fingerprint(environment)
    force = force or twice
    planned = plan(lessons, store, name, environment, docnames=docnames, force=force)
    work = _Work(store, name, environment, progress, force=force)
    ready = [page for item in planned for page in work.begin(item)]
    if ready:
        # Only here: with nothing to run, none of what kernels need is imported.
        from scripts.execute.box import are_trusted, why_no_box
        from scripts.execute.kernel import KernelOptions

        reason = why_no_box() if progress is not None and scheduler is None else ""
        if progress is not None and reason and are_trusted(trusted):
            progress.noted(f"the lessons' code runs with all your rights, without a box: {reason}")
        if progress is not None and (before := store.selected()) is not None and before[0] != name:
            said = ", ".join(changes(before[1], environment))
            progress.noted(
                f"outputs are not kept for this environment yet; what is another: {said}"
            )
        kernel = KernelOptions(warm=warm, memory_limit=memory_limit, trusted=trusted)
        blank = Job("", "", (), cell_timeout, lesson_timeout, _cache(store), kernel)
        with _pool(jobs, scheduler, environment, progress) as pool:
            work.run(ready, Dispatcher(pool, jobs, unwanted), blank, runs=2 if twice else 1)
    found = tuple(
        diagnostic
        for item in planned
        for diagnostic in (*item.diagnostics, *work.found(item), *_about_pages(item, store, name))
    )
    if not errors(found):
        store.select(name, environment)
    results = tuple(result for item in planned for result in work.results_of(item))
    return Execution(results, name, environment, found)


def warm_up(store: OutputStore, *, trusted: bool, unwanted: Callable[[], bool]) -> None:
    """Have what kernels come from ready, so that the first lesson finds JAX imported.

    Kernels that run nothing are started for that. Raises `NaranhiError` where none can be, and
    `Stopped` once `unwanted` says that nobody waits any more.
    """
    from scripts.execute.kernel import KernelOptions
    from scripts.execute.zygote import WORTH_PREPARING

    blank = Job("", "", (), 0.0, 0.0, _cache(store), KernelOptions(trusted=trusted))
    with Threads(1) as threads:
        dispatcher = Dispatcher(threads, 1, unwanted)
        for repeat in range(WORTH_PREPARING):
            dispatcher.add(Task(blank, repeat=repeat))
        for _ in dispatcher.events():
            pass


def _cache(store: OutputStore) -> str:
    """Give what kernels keep things in: beside the store, since it may be deleted at any time."""
    return str((store.folder.parent / "cache").absolute())


def _about_pages(item: Planned, store: OutputStore, fingerprint: str) -> Iterator[Diagnostic]:
    """Give what is wrong between the text of a lesson's pages and the outputs that they show."""
    pages = (item.origin.lesson, *item.translations) if item.runnable else ()
    for lesson in pages:
        if (record := find_outputs(lesson, store, fingerprint)) is not None:
            yield from page_findings(lesson, record)


@contextlib.contextmanager
def _pool(
    jobs: int | None,
    scheduler: str | None,
    environment: Mapping[str, str],
    progress: Progress | None,
) -> Iterator[Pool]:
    if scheduler is None:
        from scripts.machine import cores

        with Threads(jobs or cores()) as threads:
            yield threads
    else:
        from scripts.execute.cluster import connected

        told = progress.noted if progress is not None else lambda what: None
        with connected(scheduler, environment, told) as cluster:
            yield cluster


class _Work:
    """The lessons of one call of `execute`: what they gave, and where it is kept."""

    def __init__(
        self,
        store: OutputStore,
        fingerprint: str,
        environment: Mapping[str, str],
        progress: Progress | None,
        *,
        force: bool,
    ) -> None:
        self._store = store
        self._fingerprint = fingerprint
        self._environment = environment
        self._progress = progress
        self._force = force
        self._pages: dict[tuple[str, str], tuple[Page, Planned]] = {}
        self._runs: dict[tuple[str, str], list[JobResult]] = defaultdict(list)
        self._results: dict[tuple[str, str], LessonResult] = {}
        self._diagnostics: dict[tuple[str, str], tuple[Diagnostic, ...]] = {}
        # By their code: what waits for a page that is being run, and whose records are new.
        self._waiting: dict[str, list[Page]] = {}
        self._kept: set[str] = set()

    def results_of(self, item: Planned) -> list[LessonResult]:
        """Give what became of a lesson's pages, its origin's first."""
        return [self._results[name] for name in _names(item) if name in self._results]

    def found(self, item: Planned) -> list[Diagnostic]:
        """Give what is wrong with the runs of a lesson's pages, its origin's first."""
        return [one for name in _names(item) for one in self._diagnostics.get(name, ())]

    def begin(self, item: Planned) -> list[Page]:
        """Take what is in the store, and give the pages of a lesson that can run at once."""
        if not item.runnable:
            return []
        origin = item.origin.lesson
        ready = list(self._begin_page(item.origin, item))
        for lesson in item.translations:
            # Whether the origin's outputs can be shown there is known when it has run.
            if not item.origin.must_run or code_key(lesson) != code_key(origin):
                ready += self._begin_translation(lesson, item)
        return ready

    def run(self, ready: Sequence[Page], dispatcher: Dispatcher, blank: Job, *, runs: int) -> None:
        """Run pages, each so many times, and then what turns out to have to run because of them."""

        def add(page: Page) -> None:
            key = code_key(page.lesson)
            if key in self._waiting:
                self._waiting[key].append(page)
                return
            self._waiting[key] = []
            for repeat in range(runs):
                dispatcher.add(self._task(page, blank, repeat))
            if self._progress is not None:
                self._progress.lesson_planned(self._name(page), page.seconds * runs)

        for page in sorted(ready, key=self._precedence):
            add(page)
        for event in dispatcher.events():
            if isinstance(event, Capacity):
                if self._progress is not None:
                    self._progress.lessons_at_once(event.slots)
                continue
            name = event.task.job.docname, event.task.job.language
            page, item = self._pages[name]
            match event:
                case Started(task) if self._progress is not None and not task.repeat:
                    self._progress.lesson_started(self._name(page), len(page.lesson.cells))
                case CellEnded(task, index) if self._progress is not None and not task.repeat:
                    self._progress.cell_done(self._name(page), index)
                case Ended(_, result):
                    self._runs[name].append(result)
                    if len(self._runs[name]) == runs:
                        self._keep(page, item, self._runs.pop(name))
                        for more in (*self._after(page, item), *self._waited_for(page)):
                            add(more)
                case GivenUp(task, workers) if name not in self._results:
                    lost = _lost(page.lesson, workers)
                    self._finish(page, item, (), (lost,), ran=True, seconds=0.0)
                    for more in self._waited_for(page):
                        add(more)

    def _begin_translation(self, lesson: Lesson, item: Planned) -> list[Page]:
        origin = item.origin.lesson
        page = own_page(lesson, origin, self._store, self._fingerprint, force=self._force)
        return [] if page is None else self._begin_page(page, item)

    def _begin_page(self, page: Page, item: Planned) -> list[Page]:
        """Compare what was stored with what the page expects today, or have it run."""
        self._pages[page.name] = page, item
        if page.must_run:
            return [page]
        record = page.record
        runs = [from_record(cell) for cell in record.cells] if record else []
        found = tuple(unfulfilled(page.lesson, runs))
        seconds = record.seconds if record else 0.0
        marked = frozenset(
            i for i, cell in enumerate(record.cells if record else ()) if cell.unstable
        )
        self._finish(page, item, runs, found, ran=False, seconds=seconds, unstable=marked)
        return []

    def _after(self, page: Page, item: Planned) -> list[Page]:
        """Give the pages that must run since this one has run."""
        if page.name != item.origin.name or errors(self._diagnostics[page.name]):
            return []
        waiting = [
            one for one in item.translations if (one.docname, one.language.tag) not in self._pages
        ]
        return [more for lesson in waiting for more in self._begin_translation(lesson, item)]

    def _precedence(self, page: Page) -> tuple[bool, bool]:
        """Give what pages are sorted by of which only one may have to run.

        It is the one whose outputs have their place in the store already; one that measures time
        is run in a way that is true for others, too, but not the other way round.
        """
        there = self._store.get(code_key(page.lesson), self._fingerprint)
        owns = there is not None and there.docname == page.lesson.docname
        return not owns, not self._is_timing(page)

    def _is_timing(self, page: Page) -> bool:
        origin = self._pages[page.name][1].origin.lesson
        return page.lesson.front_matter.timing or origin.front_matter.timing

    def _waited_for(self, page: Page) -> list[Page]:
        """Give the pages with the code of one that has ended that cannot show what it gave."""
        key, must_run = code_key(page.lesson), []
        for waiting in self._waiting.pop(key):
            item = self._pages[waiting.name][1]
            record = self._store.get(key, self._fingerprint) if key in self._kept else None
            shared = shared_outputs(record, waiting.lesson) if record is not None else None
            if shared is None:
                must_run.append(waiting)
                continue
            settled = replace(waiting, record=shared, must_run=False)
            self._begin_page(settled, item)
            must_run += self._after(settled, item)
        return must_run

    def _task(self, page: Page, blank: Job, repeat: int) -> Task:
        lesson, timing = page.lesson, self._is_timing(page)
        kernel = replace(blank.kernel, compilation_cache=not timing)
        job = replace(
            blank,
            docname=lesson.docname,
            language=lesson.language.tag,
            cells=lesson.cells,
            kernel=kernel,
        )
        return Task(job, page.seconds, timing, repeat)

    def _keep(self, page: Page, item: Planned, ended: Sequence[JobResult]) -> None:
        """Judge what a page's runs gave, and put it into the store where it is good."""
        first = ended[0]
        for one in ended:
            if bad := tuple(unfulfilled(page.lesson, one.runs)):
                self._keep_failed(page.lesson, one)
                self._finish(page, item, one.runs, bad, ran=True, seconds=one.seconds)
                return
        key = place(page.lesson, item.origin.lesson, self._store, self._fingerprint)
        before = _same_sources(self._store.get(key, self._fingerprint), page.lesson.cells)
        known = [i for i, cell in enumerate(before.cells if before else ()) if cell.unstable]
        earlier = [[from_record(cell) for cell in before.cells]] if before else []
        # Last those of this call, whose lines are the ones to be told.
        others = [*earlier, *(one.runs for one in ended[1:])]
        differing = [found for runs in others for found in differences(first.runs, runs)]
        marked = frozenset([*known, *(found.index for found in differing)])
        record = self._record(page.lesson, key, first, marked)
        # A run that gives the same to the last byte is no news: pages go on to say when their
        # outputs were made, and none is written anew.
        if before is None or before.to_json() != record.to_json():
            self._store.put(record)
        self._kept.add(key)
        told = {
            one.index: _unstable(page.lesson, one.index, one.lines)
            for one in differing
            # Who asks hears of all; otherwise what is known already is no news.
            if one.lines is not None and (len(ended) > 1 or one.index not in known)
        }
        found = tuple(told[index] for index in sorted(told))
        seconds = round(sum(one.seconds for one in ended), 3)
        self._finish(page, item, first.runs, found, ran=True, seconds=seconds, unstable=marked)

    def _keep_failed(self, lesson: Lesson, failed: JobResult) -> None:
        """Keep what a run gave that went wrong, apart, for the report of what changed."""
        ran = tuple(takewhile(lambda run: run.ending in {"ok", "error", "skipped"}, failed.runs))
        kept = self._record(lesson, code_key(lesson), replace(failed, runs=ran), ())
        self._store.failed.put(kept)

    def _finish(
        self,
        page: Page,
        item: Planned,
        runs: Sequence[CellRun],
        found: tuple[Diagnostic, ...],
        *,
        ran: bool,
        seconds: float,
        unstable: Collection[int] = (),
    ) -> None:
        lesson = page.lesson
        cells = _cell_results(lesson, runs, unstable)
        translated = page.name != item.origin.name
        result = LessonResult(
            lesson.docname, lesson.language.tag, code_key(lesson), ran, seconds, cells, translated
        )
        self._diagnostics[page.name] = found
        self._results[page.name] = result
        if self._progress is not None:
            self._progress.lesson_done(result)

    def _record(
        self, lesson: Lesson, key: str, ended: JobResult, unstable: Collection[int]
    ) -> LessonOutputs:
        return LessonOutputs(
            docname=lesson.docname,
            code_key=key,
            fingerprint=self._fingerprint,
            executed=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            seconds=ended.seconds,
            cells=tuple(
                _cell_outputs(cell, run, unstable=cell.index in unstable)
                for cell, run in zip(lesson.cells[: len(ended.runs)], ended.runs, strict=True)
            ),
            environment=self._environment,
        )

    def _name(self, page: Page) -> str:
        docname, language = page.name
        return page_name(
            docname, language, translated=page.name != self._pages[page.name][1].origin.name
        )


def _names(item: Planned) -> list[tuple[str, str]]:
    return [(one.docname, one.language.tag) for one in (item.origin.lesson, *item.translations)]


def _same_sources(record: LessonOutputs | None, cells: Sequence[Cell]) -> LessonOutputs | None:
    """Give a record if it is of a run of just these cells, comments and all."""
    if record is not None and [c.source for c in record.cells] == [c.source for c in cells]:
        return record
    return None


def _lost(lesson: Lesson, workers: Sequence[str]) -> Diagnostic:
    line = lesson.cells[0].line if lesson.cells else 1
    return Diagnostic(
        lesson.path,
        line,
        "worker-lost",
        f"every worker that ran this lesson was lost: {', '.join(workers)}",
        fix="read the workers' own log, mend the code if it ends them, and run it again",
    )


def _unstable(lesson: Lesson, index: int, lines: tuple[str, str]) -> Diagnostic:
    return Diagnostic(
        lesson.path,
        lesson.cells[index].line,
        "unstable-cell",
        "the cell does not give the same twice",
        Severity.WARNING,
        "make its output the same for every run, or say in the text that it changes",
        detail="\n".join(f"{sign} {line[:200]}" for sign, line in zip("-+", lines, strict=True)),
    )


def _cell_outputs(cell: Cell, run: CellRun, *, unstable: bool) -> CellOutputs:
    assert run.ending in {"ok", "error", "skipped"}
    return CellOutputs(
        status=run.ending,
        outputs=run.outputs,
        error=run.error,
        seconds=run.seconds,
        source=cell.source,
        peak_memory=run.peak_memory,
        normalised=run.normalised,
        unstable=unstable,
    )


def _cell_results(
    lesson: Lesson, runs: Sequence[CellRun], unstable: Collection[int]
) -> tuple[CellResult, ...]:
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
        marked = cell.index in unstable
        results.append(
            CellResult(cell.line, status, ended, run.seconds, run.peak_memory, unstable=marked)
        )
    return tuple(results)
