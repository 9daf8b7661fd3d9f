"""What is wrong, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

# How the commands are called, as whoever reads a message can type it in the project's folder.
COMMAND = ".tox/site/bin/python -m scripts"


class NaranhiError(Exception):
    """Stops the work: the one root of our exceptions, caught once, in `cli.py`."""


class UsageError(NaranhiError):
    """The command was called in a wrong way; the command line ends with exit code 2."""


class FaultError(NaranhiError):
    """A file that all lessons are held to has a fault: where, whose rule tells it, what it is."""

    def __init__(self, path: Path, line: int, rule: str, fault: str) -> None:
        super().__init__(f"{path}: {fault}")
        self._path, self._line, self._rule, self._fault = path, line, rule, fault

    def finding(self, root: Path) -> Diagnostic:
        """Give the fault as what is wrong with a file of a root."""
        return Diagnostic(self._path.relative_to(root), self._line, self._rule, self._fault)


class Severity(StrEnum):
    """How much a finding weighs: an error stops a build, a warning does not.

    A note is no fault: a site wants it written in another way.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, order=True)
class Diagnostic:
    """One finding in one source file, in words for the person who edits that file.

    `line` and `column` count from 1; `fix` says what to do in one sentence, or is empty. `detail`
    holds lines to be shown below, such as the end of a traceback. `end` is the column behind what
    is wrong, in the same line; 0 where nobody knows it. `may_be` is what may be meant there: a
    guess, which an editor offers and nothing writes by itself.

    >>> print(Diagnostic(Path("lessons_ko/jit.md"), 41, "same-code", "code differs"))
    lessons_ko/jit.md:41: code differs [same-code]
    """

    path: Path
    line: int
    rule: str
    message: str
    severity: Severity = Severity.ERROR
    fix: str = ""
    column: int = 1
    detail: str = ""
    end: int = 0
    may_be: tuple[str, ...] = ()

    def __str__(self) -> str:
        fix = f"; {self.fix}" if self.fix else ""
        weight = "" if self.severity is Severity.ERROR else f"{self.severity}: "
        first = f"{self.path}:{self.line}: {weight}{self.message}{fix} [{self.rule}]"
        return "\n    ".join([first, *self.detail.splitlines()])

    def to_json(self) -> dict[str, str | int]:
        """Give the finding as the command line prints it with `--format json`.

        >>> Diagnostic(Path("a.md"), 1, "empty", "the file is empty").to_json()["severity"]
        'error'
        """
        return {
            "path": str(self.path),
            "line": self.line,
            "column": self.column,
            "rule": self.rule,
            "severity": str(self.severity),
            "message": self.message,
            "fix": self.fix,
            "detail": self.detail,
        }


class FindingError(NaranhiError):
    """A finding in a lesson that has to be mended before a command can do its work."""

    fix = "mend this first"

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(f"{finding}; {self.fix}")
        self.finding = finding


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Give those findings that stop a build.

    >>> errors([Diagnostic(Path("a.md"), 1, "x", "y", Severity.WARNING)])
    ()
    """
    return tuple(d for d in diagnostics if d.severity is Severity.ERROR)


# Notes a problem: line, rule, message and, where there is one, a fix.
Note = Callable[..., None]


def noting(problems: list[Diagnostic], path: Path) -> Note:
    """Give a function that adds errors in the file `path` to `problems`.

    >>> found: list[Diagnostic] = []
    >>> noting(found, Path("a.md"))(1, "empty", "the file is empty")
    >>> print(*found)
    a.md:1: the file is empty [empty]
    """

    def problem(line: int, rule: str, message: str, fix: str = "", *, column: int = 1) -> None:
        problems.append(Diagnostic(path, line, rule, message, Severity.ERROR, fix, column))

    return problem


def short(text: object) -> str:
    """Give a text of a lesson as it may stand in a message: short, on one line, with no marks.

    >>> short("one\\n\\ntwo\\x1b")
    'one two�'
    """
    plain = " ".join(str(text).split())
    safe = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in plain)
    return safe if len(safe) <= 60 else f"{safe[:57]}..."


def counted(number: int, what: str) -> str:
    """Give a number of things in words.

    >>> counted(1, "block"), counted(2, "block")
    ('1 block', '2 blocks')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"
