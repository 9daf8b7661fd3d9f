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
    the rule of the diagnostic where it ended in another way. `peak_memory` is in bytes.
    """

    line: int
    status: CellStatus
    error: str | None = None
    seconds: float = 0.0
    peak_memory: int = 0
    unstable: bool = False


@dataclass(frozen=True)
class LessonResult:
    """What became of one page that has a run of its own.

    Where it did not run, its cells are those of the record. `translated` pages are those that
    could not show the outputs of their lesson's origin.
    """

    docname: str
    language: str
    code_key: str
    ran: bool
    seconds: float
    cells: tuple[CellResult, ...]
    translated: bool = False

    @property
    def name(self) -> str:
        """Give what to call it: the lesson's name, with the language where it is a translation."""
        return page_name(self.docname, self.language, translated=self.translated)

    def to_json(self) -> dict[str, Any]:
        """Give the result as the command line prints it with `--format json`.

        >>> result = LessonResult("jit", "en", "k", True, 1.5, (CellResult(7, "ok"),))
        >>> sorted(result.to_json())
        ['cells', 'code_key', 'docname', 'language', 'ran', 'seconds', 'translated']
        >>> sorted(result.to_json()["cells"][0])
        ['error', 'line', 'peak_memory', 'seconds', 'status', 'unstable']
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
    """Is told how far the work is; all calls come from the thread that called `execute`.

    `name` is that of `LessonResult`. A lesson whose worker is lost is started again.
    """

    def lesson_planned(self, name: str, seconds: float) -> None:
        """The lesson will be run, and took so long the last time, or may take so long."""

    def lessons_at_once(self, count: int) -> None:
        """So many lessons can run side by side from now on."""

    def noted(self, what: str) -> None:
        """Somebody should know this: a worker that cannot be used, that there is no box."""

    def lesson_started(self, name: str, cells: int) -> None:
        """A kernel begins with the lesson's first cell."""

    def cell_done(self, name: str, index: int) -> None:
        """The cell with this index, counted from 0, has ended."""

    def lesson_done(self, result: LessonResult) -> None:
        """The lesson has ended, or its outputs were in the store already."""


def page_name(docname: str, language: str, *, translated: bool) -> str:
    """Give what to call a page where people read it.

    >>> page_name("jit", "ko", translated=True)
    'jit (ko)'
    """
    return f"{docname} ({language})" if translated else docname
