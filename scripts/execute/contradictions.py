"""The finding that a page says one thing of its outputs and they say another."""

from __future__ import annotations

from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Lesson

RULE = "claim"


def contradiction(
    lesson: Lesson, line: int, said: str, came: str, *, certain: bool, prose: bool = False
) -> Diagnostic:
    """Give the finding that a comment or, with `prose`, a sentence says what did not come."""
    where = "the text" if prose else "the comment"
    return Diagnostic(
        lesson.path,
        line,
        RULE,
        f"{where} says {said}, but the output is {came}",
        Severity.ERROR if certain else Severity.WARNING,
        "correct it, or find out why the output is another one",
    )


def claim(lesson: Lesson, line: int, message: str) -> Diagnostic:
    """Give the finding that a sentence cannot be true, with what is said against it."""
    return Diagnostic(
        lesson.path,
        line,
        RULE,
        f"the text says {message}",
        Severity.WARNING,
        "correct it, or find out why the output is another one",
    )


def unsupported(lesson: Lesson, line: int, said: str, nearest: str) -> Diagnostic:
    """Give the finding that a sentence says a value that no output and no code of its page has."""
    return Diagnostic(
        lesson.path,
        line,
        RULE,
        f"the text says {said}, and no output or code of the page has it"
        + f" (the nearest: {nearest})" * bool(nearest),
        Severity.WARNING,
        "correct it, or quote the output where it stands",
    )


def short(text: str) -> str:
    """Give a text on one line, cut off where it is long.

    >>> short("[1,\\n 2]")
    '[1, 2]'
    """
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"
