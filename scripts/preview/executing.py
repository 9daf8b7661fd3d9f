"""Executes lessons beside the preview: nobody waits for a cell, and what was saved anew is stopped.

What is shown meanwhile, and where a cell fails, is a stopgap: of each cell what it gave as it is
now, as far as that is known.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from scripts.diagnostic import Diagnostic, NaranhiError
from scripts.outputs import STOPGAP, CellOutputs, LessonOutputs
from scripts.sharing import page_key

if TYPE_CHECKING:
    from scripts.commands.workspace import Workspace
    from scripts.execute.results import LessonResult, Progress
    from scripts.lesson import Lesson, Lessons


@dataclass(frozen=True)
class Running:
    """A lesson whose code runs: which of its cells, from 1, and since when, in Unix time.

    With cell 0 it waits for its kernel.
    """

    lesson: str
    cell: int
    cells: int
    since: float


@dataclass(eq=False)
class _Batch:
    """Lessons that are executed in one go, and, once that is done, what is wrong with them."""

    lessons: Lessons
    docnames: Set[str]
    running: dict[str, Running]
    unwanted: threading.Event = field(default_factory=threading.Event)
    found: tuple[Diagnostic, ...] = ()
    thread: threading.Thread | None = None

    @property
    def is_timing(self) -> bool:
        return any(
            lesson.front_matter.timing
            for lesson in self.lessons.items
            if lesson.docname in self.docnames
        )


class Executions:
    """The lessons that run now; `tell` hears of each cell, in any thread.

    A lesson that measures time runs while no other does.
    """

    def __init__(
        self,
        workspace: Workspace,
        *,
        tell: Callable[[tuple[Running, ...]], None],
        progress: Callable[[], contextlib.AbstractContextManager[Progress]],
        trusted: bool,
    ) -> None:
        self._workspace, self._tell = workspace, tell
        self._progress, self._trusted = progress, trusted
        self._waiting: list[_Batch] = []
        self._running: list[_Batch] = []
        self._ended: list[_Batch] = []
        self._changed = threading.Condition()
        self._told_last: tuple[Running, ...] = ()
        self._noted: set[str] = set()
        self._lock, self._holds = contextlib.ExitStack(), False
        self._stopping = threading.Event()
        self._warming: threading.Thread | None = None

    def warm_up(self) -> None:
        """Have the first lesson that runs not wait until JAX has been imported."""
        self._warming = threading.Thread(target=self._warm_up, daemon=True)
        self._warming.start()

    def begin(self, lessons: Lessons, docnames: Set[str], *, saved: Set[str]) -> None:
        """Have lessons run, and end what runs of those that were saved anew."""
        with self._changed:
            wanted = set(docnames)
            for batch in [*self._waiting, *self._running]:
                if not saved.isdisjoint(batch.docnames):
                    # The rest of it begins anew: what has ended is in the store.
                    wanted |= batch.docnames - saved
                    self._drop(batch)
            for batch in self._ended:
                batch.docnames = batch.docnames - saved
            if wanted:
                now = time.time()
                running = {
                    docname: Running(docname, 0, len(lessons.origin(docname).cells), now)
                    for docname in sorted(wanted)
                }
                self._waiting.append(_Batch(lessons, wanted, running))
            self._start()
            self._tell_all()

    def take_ended(self) -> Iterator[tuple[Set[str], tuple[Diagnostic, ...]]]:
        """Give, once, the lessons whose execution has ended, and what is wrong with them."""
        with self._changed:
            ended, self._ended = self._ended, []
        for batch in ended:
            paths = {one.path for one in batch.lessons.items if one.docname in batch.docnames}
            yield batch.docnames, tuple(one for one in batch.found if one.path in paths)

    @property
    def has_ended(self) -> bool:
        """Tell whether there is something to take."""
        return any(batch.docnames for batch in self._ended)

    def wait(self) -> None:
        """Return once nothing runs."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._running)

    def stop(self) -> None:
        """End all that runs, and return when no kernel is left."""
        self._stopping.set()
        with self._changed:
            threads = [batch.thread for batch in self._running if batch.thread is not None]
            for batch in [*self._waiting, *self._running]:
                batch.unwanted.set()
            self._waiting.clear()
        for thread in filter(None, (*threads, self._warming)):
            thread.join()

    def _warm_up(self) -> None:
        from scripts.execute.execution import warm_up
        from scripts.execute.pool import Stopped

        # What is wrong is told where something has to run.
        with contextlib.suppress(Stopped, NaranhiError):
            warm_up(self._workspace.store, trusted=self._trusted, unwanted=self._stopping.is_set)

    def _drop(self, batch: _Batch) -> None:
        batch.unwanted.set()
        batch.running.clear()
        if batch in self._waiting:
            self._waiting.remove(batch)

    def _start(self) -> None:
        for batch in list(self._waiting):
            others = [one for one in self._running if not one.unwanted.is_set() or one.is_timing]
            if others and (batch.is_timing or any(one.is_timing for one in others)):
                return
            self._waiting.remove(batch)
            self._running.append(batch)
            batch.thread = threading.Thread(target=self._run, args=(batch,), daemon=True)
            batch.thread.start()

    def _run(self, batch: _Batch) -> None:
        from scripts.execute.execution import execute
        from scripts.execute.pool import Stopped

        try:
            self._hold()
            with self._progress() as progress:
                execution = execute(
                    batch.lessons,
                    self._workspace.store,
                    docnames=batch.docnames,
                    jobs=None,
                    trusted=self._trusted,
                    progress=_Told(progress, batch, self._told, self._noted),
                    unwanted=batch.unwanted.is_set,
                )
            batch.found = execution.diagnostics
        except Stopped:
            batch.unwanted.set()
        except NaranhiError as error:
            origins = (batch.lessons.origin(docname).path for docname in sorted(batch.docnames))
            batch.found = tuple(Diagnostic(one, 1, "not-executed", str(error)) for one in origins)
        finally:
            with self._changed:
                self._running.remove(batch)
                batch.running.clear()
                if not self._running:
                    self._lock.close()
                    self._holds = False
                if not batch.unwanted.is_set():
                    self._ended.append(batch)
                self._start()
                self._tell_all()
                self._changed.notify_all()

    def _hold(self) -> None:
        """Keep other builds of this root outside as long as anything runs."""
        with self._changed:
            if not self._holds:
                self._lock.enter_context(self._workspace.locked())
                self._holds = True

    def _told(self, batch: _Batch, running: Running | None, docname: str) -> None:
        with self._changed:
            if batch.unwanted.is_set():
                return
            if running is None:
                batch.running.pop(docname, None)
                if len(batch.docnames) > 1:
                    # What is wrong with it is known at the end of all, what it gave is there now.
                    self._ended.append(_Batch(batch.lessons, {docname}, {}))
            else:
                batch.running[docname] = running
            self._tell_all()

    def _tell_all(self) -> None:
        batches = [*self._running, *self._waiting]
        running = tuple(one for batch in batches for one in batch.running.values())
        if running != self._told_last:
            self._told_last = running
            self._tell(running)


class _Told:
    """Tells of each cell, beside whoever else is told; what all batches have in common once."""

    def __init__(
        self,
        other: Progress,
        batch: _Batch,
        tell: Callable[[_Batch, Running | None, str], None],
        noted: set[str],
    ) -> None:
        from scripts.execute.results import page_name

        self._other, self._batch, self._tell = other, batch, tell
        self._noted = noted
        self._docnames = {
            page_name(lesson.docname, lesson.language.tag, translated=translated): lesson.docname
            for lesson in batch.lessons.items
            for translated in (False, True)
        }

    def lesson_planned(self, name: str, seconds: float) -> None:
        self._other.lesson_planned(name, seconds)

    def lessons_at_once(self, count: int) -> None:
        self._other.lessons_at_once(count)

    def noted(self, what: str) -> None:
        if what not in self._noted:
            self._noted.add(what)
            self._other.noted(what)

    def lesson_started(self, name: str, cells: int) -> None:
        self._other.lesson_started(name, cells)
        self._tell_of(name, 1, cells)

    def cell_done(self, name: str, index: int) -> None:
        self._other.cell_done(name, index)
        before = self._batch.running.get(self._docnames[name])
        if before is not None and index + 1 < before.cells:
            self._tell_of(name, index + 2, before.cells)

    def lesson_done(self, result: LessonResult) -> None:
        self._other.lesson_done(result)
        self._tell(self._batch, None, result.docname)

    def _tell_of(self, name: str, cell: int, cells: int) -> None:
        docname = self._docnames[name]
        self._tell(self._batch, Running(docname, cell, cells, time.time()), docname)


def stopgap(
    lesson: Lesson, shown: LessonOutputs | None, failed: LessonOutputs | None
) -> LessonOutputs:
    """Give what to show of a lesson whose code has not run, or failed, as it is now.

    That is what cells gave in the run that failed, as far as that came, then what those that are as
    they were gave when they were `shown` last; of others there is nothing.
    """
    sources = [cell.source for cell in lesson.cells]
    cells = [CellOutputs("skipped" if one.skipped else "ok", source=one.source)
             for one in lesson.cells]  # fmt: skip
    if shown is not None:
        before = [cell.source for cell in shown.cells]
        matcher = SequenceMatcher(None, before, sources, autojunk=False)
        for start, place, length in matcher.get_matching_blocks():
            cells[place : place + length] = shown.cells[start : start + length]
    for index, ran in enumerate(failed.cells if failed is not None else ()):
        if index >= len(sources) or ran.source != sources[index]:
            break
        cells[index] = ran
    return LessonOutputs(lesson.docname, page_key(lesson), STOPGAP, "", 0.0, tuple(cells), {})
