"""What a person sees while long work goes on: a live bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from scripts.diagnostic import Diagnostic, NaranhiError, counted
from scripts.messages import spoken

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Said = Diagnostic | NaranhiError | str
# A summary names cells that a person may want to make faster, and as many as can be read.
SLOW_SECONDS = 1.0
SLOW_CELLS = 5
# What takes less, in seconds, is over before anybody has asked how far it is.
_A_WHILE = 1.0

_Part = TypeVar("_Part")


class EndedCell(Protocol):
    """What is shown of a cell that has been run."""

    @property
    def line(self) -> int: ...
    @property
    def seconds(self) -> float: ...


class Finished(Protocol):
    """What is shown of a lesson that has been run."""

    @property
    def name(self) -> str: ...
    @property
    def ran(self) -> bool: ...
    @property
    def seconds(self) -> float: ...
    @property
    def cells(self) -> Sequence[EndedCell]: ...


@dataclass
class Work:
    """What is left to run, by what it took the last time or was guessed to take, in seconds.

    `at_once` is how many lessons run side by side.
    """

    at_once: int = 1
    left: dict[str, float] = field(default_factory=dict)
    guessed: float = 0.0
    took: float = 0.0

    def plan(self, name: str, seconds: float) -> None:
        """Add a lesson."""
        self.left[name] = seconds

    def end(self, name: str, seconds: float) -> None:
        """Take away a lesson that took so long."""
        if name in self.left:
            self.guessed += self.left.pop(name)
            self.took += seconds

    def seconds_left(self, running: Mapping[str, float]) -> float:
        """Give how long the rest may take, where lessons have been `running` for some seconds.

        What has ended tells how far the guesses are off here, as on another machine or another
        JAX.

        >>> work = Work(2, {"a": 4.0, "b": 4.0, "c": 10.0})
        >>> work.end("a", 8.0)
        >>> work.seconds_left({"b": 2.0})
        20.0
        """
        slower = self.took / self.guessed if self.guessed and self.took else 1.0
        rest = {name: seconds * slower for name, seconds in self.left.items()}
        for name, seconds in running.items():
            rest[name] = max(0.0, rest.get(name, 0.0) - seconds)
        if not rest:
            return 0.0
        # No lesson can be shared out, so the longest one is a lower bound.
        return max(sum(rest.values()) / max(1, self.at_once), *rest.values())


class ExecutionProgress:
    """Shows, on stderr, which lessons are being run, how far they are, and how long it takes.

    Used as a context manager. Where stderr is no terminal, as in CI, it writes one line a lesson
    that was run, as it does where it is not `live`, since others write there meanwhile.
    """

    def __init__(self, *, live: bool = True) -> None:
        self._live = live
        self._work = Work()
        self._planned = 0
        self._done = 0
        self._cells = 0
        self._since: dict[str, float] = {}
        self._rows: dict[str, TaskID] = {}
        self._bar: Progress | None = None
        self._overall: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def lesson_planned(self, name: str, seconds: float) -> None:
        """The lesson will be run, and may take so long."""
        self._work.plan(name, seconds)
        self._planned += 1
        if self._bar is None and self._live and sys.stderr.isatty():
            self._start_bar()
        self._show_overall()

    def lessons_at_once(self, count: int) -> None:
        """So many lessons can run side by side from now on."""
        self._work.at_once = count

    def noted(self, what: str) -> None:
        """Somebody should know this: a worker that cannot be used, that there is no box."""
        self._write(what)

    def lesson_started(self, name: str, cells: int) -> None:
        """A kernel begins with the lesson's first cell, perhaps once more."""
        self._since[name] = time.monotonic()
        if self._bar is not None:
            if name in self._rows:
                self._bar.remove_task(self._rows[name])
            self._rows[name] = self._bar.add_task(f"  {name}", total=cells, left="")

    def cell_done(self, name: str, index: int) -> None:
        """The cell with this index, counted from 0, has ended."""
        self._cells += 1
        if self._bar is not None and name in self._rows:
            self._bar.update(self._rows[name], completed=index + 1)
        self._show_overall()

    def lesson_done(self, result: Finished) -> None:
        """The lesson has ended, or its outputs were in the store already."""
        if not result.ran:
            return
        self._done += 1
        self._since.pop(result.name, None)
        self._work.end(result.name, result.seconds)
        if self._bar is not None and result.name in self._rows:
            self._bar.remove_task(self._rows.pop(result.name))
        self._show_overall()
        left = f", {self._left()}" if self._work.left else ""
        counted = f"[{self._done}/{self._planned}]"
        self._write(f"{counted} executed {result.name} in {result.seconds:.1f} s{left}")

    def _left(self) -> str:
        now = time.monotonic()
        running = {name: now - since for name, since in self._since.items()}
        return f"about {duration(self._work.seconds_left(running))} left"

    def _start_bar(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

        self._bar = Progress(
            "[progress.description]{task.description}",
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            "{task.fields[left]}",
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        self._overall = self._bar.add_task(spoken("lessons"), total=self._planned, left="")

    def _show_overall(self) -> None:
        if self._bar is not None and self._overall is not None:
            left = spoken(f"{self._cells} cells, {self._left()}")
            done, total = self._done, self._planned
            self._bar.update(self._overall, completed=done, total=total, left=left)

    def _write(self, line: str) -> None:
        if self._bar is not None:
            self._bar.console.print(spoken(line), highlight=False, markup=False)
        else:
            say(line)


def followed(ended: Iterable[_Part], total: int) -> Iterator[_Part]:
    """Give what comes, and show on a terminal how much of it has come, once it takes a while."""
    began = time.monotonic()
    bar: Progress | None = None
    with contextlib.ExitStack() as shown:
        for count, part in enumerate(ended, 1):
            if bar is None and sys.stderr.isatty() and time.monotonic() - began > _A_WHILE:
                from rich.console import Console
                from rich.progress import Progress

                bar = shown.enter_context(Progress(console=Console(stderr=True), transient=True))
                bar.add_task(spoken("lessons"), total=total)
            if bar is not None:
                bar.update(bar.task_ids[0], completed=count)
            yield part


def summary(results: Sequence[Finished]) -> Iterator[str]:
    """Give the last words about a run: how much it was, and which cells took long.

    Nothing is said where nothing was run.
    """
    ran = [result for result in results if result.ran]
    if not ran:
        return
    cells = [(cell, result) for result in ran for cell in result.cells]
    seconds = sum(result.seconds for result in ran)
    lessons, run = counted(len(ran), "lesson"), counted(len(cells), "cell")
    yield f"{lessons} executed, {run}, {duration(seconds)} of kernel time"
    slowest = sorted(cells, key=lambda pair: (-pair[0].seconds, pair[1].name, pair[0].line))
    for cell, result in slowest[:SLOW_CELLS]:
        if cell.seconds >= SLOW_SECONDS:
            yield f"  {cell.seconds:6.1f} s  {result.name}, the cell at line {cell.line}"


def duration(seconds: float) -> str:
    """Give a time as one reads it.

    >>> duration(7.6), duration(75), duration(7320)
    ('8 s', '1 min 15 s', '2 h 2 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def say(what: Said, at: object = "") -> None:
    """Tell a person something in their language; results go to stdout, talk goes to stderr.

    What it is said of, such as a file, stands before it.
    """
    sys.stderr.write(_line(what, at))
    sys.stderr.flush()


def show(what: Said, at: object = "") -> None:
    """Give a result as `say` tells something."""
    sys.stdout.write(_line(what, at))


def _line(what: Said, at: object) -> str:
    return f"{at}: {spoken(what)}\n" if at else f"{spoken(what)}\n"
