"""What a cell should do, what it did, and the words for the difference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scripts.diagnostic import Diagnostic
from scripts.lesson import Cell, Lesson
from scripts.outputs import CellOutputs

Ending = Literal[
    "ok", "error", "skipped", "time-out", "kernel-died", "output-limit", "invalid-output"
]

# As many lines as tell a reader of a terminal where it went wrong.
_TRACEBACK_LINES = 12


@dataclass(frozen=True)
class CellRun:
    """How one cell ended.

    `error` is the class name of what it raised, `message` the error's own text, or what there is
    to say of another bad end; `seconds` is wall-clock time.
    """

    ending: Ending
    outputs: tuple[dict[str, Any], ...] = ()
    error: str | None = None
    message: str = ""
    traceback: str = ""
    seconds: float = 0.0
    peak_memory: int = 0
    normalised: tuple[str, ...] = ()


def fulfils(cell: Cell, ending: Ending, error: str | None) -> bool:
    """Tell whether a cell ended as it should.

    >>> cell = Cell(0, "1 / 0", 3, 1, 4, raises="ZeroDivisionError")
    >>> fulfils(cell, "error", "ZeroDivisionError"), fulfils(cell, "ok", None)
    (True, False)
    """
    if ending == "error":
        return cell.must_raise and cell.raises in {None, error}
    return ending == "skipped" or (ending == "ok" and not cell.must_raise)


def executions(cells: Sequence[Cell], cell: Cell) -> int:
    """Give the number that IPython counts a cell by; it passes over skipped and empty ones."""
    return sum(1 for c in cells[: cell.index + 1] if not c.skipped and c.source.strip())


def from_record(outputs: CellOutputs) -> CellRun:
    """Give a stored cell as it ran."""
    last = next((o for o in reversed(outputs.outputs) if o["output_type"] == "error"), None)
    return CellRun(
        ending=outputs.status,
        outputs=tuple(dict(output) for output in outputs.outputs),
        error=outputs.error,
        message=last["evalue"] if last else "",
        traceback="\n".join(last["traceback"]) if last else "",
        seconds=outputs.seconds,
        peak_memory=outputs.peak_memory,
        normalised=outputs.normalised,
    )


def unfulfilled(lesson: Lesson, runs: Sequence[CellRun]) -> Iterator[Diagnostic]:
    """Give a finding for each cell that did not end as it should."""
    for cell, run in zip(lesson.cells, runs, strict=False):
        if not fulfils(cell, run.ending, run.error):
            yield _diagnostic(lesson, cell, run)


def raising_line(cells: Sequence[Cell], cell: Cell, traceback: str) -> int:
    """Give the line of the file on which a cell raised, found in its traceback.

    Where the error came from a function of an earlier cell, it is the line that called it.

    >>> cell = Cell(0, "x = 1\\n1 / 0", line=7, start=6, end=9)
    >>> raising_line([cell], cell, "Cell In[1], line 2\\n      1 x = 1\\n----> 2 1 / 0")
    8
    """
    lines = _lines_in(cells, cell, traceback)
    # A record may be older than a comment that has been taken out of the cell since.
    return min(cell.line + lines[-1] - 1, max(cell.line, cell.end - 1)) if lines else cell.line


def raised_lines(cells: Sequence[Cell], cell: Cell, outputs: CellOutputs) -> frozenset[int]:
    """Give the lines of the cell's own source, from 1, that an error came through."""
    return frozenset(_lines_in(cells, cell, from_record(outputs).traceback))


def _lines_in(cells: Sequence[Cell], cell: Cell, traceback: str) -> list[int]:
    own = rf"Cell In\[{executions(cells, cell)}\], line (\d+)"
    return [int(number) for number in re.findall(own, traceback)]


def _diagnostic(lesson: Lesson, cell: Cell, run: CellRun) -> Diagnostic:
    line = raising_line(lesson.cells, cell, run.traceback)
    if run.ending == "error" and cell.must_raise:
        return Diagnostic(
            lesson.path,
            line,
            "other-error",
            f"expected {cell.raises}, but the cell raised {_error(run)}",
            fix=f'mend the code, or write ":raises: {run.error}"',
            detail=_end_of(run.traceback),
        )
    if run.ending == "error":
        return Diagnostic(
            lesson.path,
            line,
            "cell-error",
            _error(run),
            fix=f'mend the code, or write ":raises: {run.error}" where the error is wanted',
            detail=_end_of(run.traceback),
        )
    if run.ending == "ok":
        wanted = cell.raises or "an exception"
        message = f"expected {wanted}, but the cell ran without an error"
        fix = "mend the code, or take away what says that the cell raises"
        return Diagnostic(lesson.path, cell.line, "missing-error", message, fix=fix)
    message, fix = {
        "time-out": (
            f"the cell did not end within {run.message}",
            "mend the code, or give it more time with --timeout",
        ),
        "kernel-died": (f"the kernel died while it ran this cell: {run.message}", "mend the code"),
        "output-limit": (f"the cell printed more than {run.message}", "print less"),
        "invalid-output": (f"the cell's output cannot be shown: {run.message}", "mend the code"),
    }[run.ending]
    detail = _end_of(run.traceback)
    return Diagnostic(lesson.path, line, run.ending, message, fix=fix, detail=detail)


def _error(run: CellRun) -> str:
    first = run.message.strip().split("\n", 1)[0]
    return f"{run.error}: {first}" if first else str(run.error)


def _end_of(traceback: str) -> str:
    lines = [line.rstrip() for line in traceback.strip("\n").split("\n")]
    return "\n".join(lines[-_TRACEBACK_LINES:])
