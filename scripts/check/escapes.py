"""Hangul that a program has written as escapes, in text that nobody unescapes: \\ub2e4\\uc74c."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.fault import Fault
from scripts.check.prose import prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_SIGN = "\\u"
# One alone may be shown; the syllables lie between AC00 and D7A3.
_RUN = lazy_pattern(
    r"(?:\\{1,2}u(?:[aA][cCdDeEfF]|[bBcC][0-9a-fA-F]|[dD][0-7])[0-9a-fA-F]{2}[ ,]*){2,}"
)
_ESCAPE = lazy_pattern(r"\\{1,2}u([0-9a-fA-F]{4})")


def escaped_hangul(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the runs of escapes in prose and comments that stand for Hangul."""
    if _SIGN not in lesson.text:
        return
    for line in prose(lesson):
        for match in _RUN.finditer(line.text):
            start, end = match.start(), match.start() + len(match[0].rstrip(" ,"))
            if not line.is_code(start, end):
                right = _ESCAPE.sub(lambda one: chr(int(one[1], 16)), line.text[start:end])
                yield Fault(line, start, end, f'these escapes are "{right}"', right,
                            severity=Severity.WARNING)  # fmt: skip
