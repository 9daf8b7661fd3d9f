"""What executing lessons gives, and whom it tells while it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol

from scripts.diagnostic import Diagnostic

# `error` is an error that was expected; `failed` is what a diagnostic tells of.
CellStatus = Literal["ok", "error", "skipped", "failed", "not-run"]


@dataclass(frozen=True)
class CellResult:
    """What became of one cell.

    `line` is that of its first line of code; `error` the class name of the exception it raised, or
    the rule of the diagnostic where it ended in another way.
    """

    line: int
    status: CellStatus
    error: str | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class LessonResult:
    """What became of one lesson; where it did not run, its cells are those of the record."""

    docname: str
    code_key: str
    ran: bool
    seconds: float
    cells: tuple[CellResult, ...]

    def to_json(self) -> dict[str, Any]:
        """Give the result as the command line prints it with `--format json`.

        >>> LessonResult("jit", "k", True, 1.5, (CellResult(7, "ok"),)).to_json()["cells"]
        [{'line': 7, 'status': 'ok', 'error': None, 'seconds': 0.0}]
        """
        return {**asdict(self), "cells": [asdict(cell) for cell in self.cells]}


@dataclass(frozen=True)
class Execution:
    """What became of all lessons, by what environment, and all that is wrong with them."""

    results: tuple[LessonResult, ...]
    fingerprint: str
    environment: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]


class Progress(Protocol):
    """Is told how far the work is; all calls come from the thread that called `execute`."""

    def lesson_started(self, docname: str, cells: int) -> None:
        """A kernel begins with the lesson's first cell."""

    def cell_done(self, docname: str, index: int) -> None:
        """The cell with this index, counted from 0, has ended."""

    def lesson_done(self, result: LessonResult) -> None:
        """The lesson has ended, or its outputs were in the store already."""
