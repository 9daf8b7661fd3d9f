"""What a person sees while long work goes on: a live bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Finished(Protocol):
    """What is shown of a lesson that has been run."""

    @property
    def docname(self) -> str: ...
    @property
    def ran(self) -> bool: ...
    @property
    def seconds(self) -> float: ...


class ExecutionProgress:
    """Shows, on stderr, which lessons are being run, how far they are, and how long it takes.

    Used as a context manager; `total` is the number of lessons. Where stderr is no terminal, as
    in CI, it writes one line a lesson that was run.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._tasks: dict[str, TaskID] = {}
        self._bar: Progress | None = None
        self._overall: TaskID | None = None
        self._started = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

            self._bar = Progress(
                "[progress.description]{task.description}",
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.start()
            self._overall = self._bar.add_task("lessons", total=self._total)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def lesson_started(self, docname: str, cells: int) -> None:
        """A kernel begins with the lesson's first cell."""
        if self._bar is not None:
            self._tasks[docname] = self._bar.add_task(f"  {docname}", total=cells)

    def cell_done(self, docname: str, index: int) -> None:
        """The cell with this index, counted from 0, has ended."""
        if self._bar is not None and docname in self._tasks:
            self._bar.update(self._tasks[docname], completed=index + 1)

    def lesson_done(self, result: Finished) -> None:
        """The lesson has ended, or its outputs were in the store already."""
        self._done += 1
        if self._bar is not None:
            if result.docname in self._tasks:
                self._bar.remove_task(self._tasks.pop(result.docname))
            if self._overall is not None:
                self._bar.update(self._overall, completed=self._done)
        if result.ran:
            line = (
                f"[{self._done}/{self._total}] executed {result.docname} in {result.seconds:.1f} s"
            )
            if self._bar is not None:
                self._bar.console.print(line, highlight=False, markup=False)
            else:
                say(line)


def say(line: str) -> None:
    """Tell a person something; results go to stdout, talk goes to stderr."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
