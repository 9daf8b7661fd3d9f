"""Paragraphs that are much shorter than in the other language: their end may be lost."""

from __future__ import annotations

import re
import statistics
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.check.rule import Selection
from scripts.check.sections import PROSE, twins
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Block, Lesson

# What is written, and not copied: a path of a link, a label and a line of options stay as they are.
_COPIED = re.compile(r"\]\([^)]*\)|\]\[[^\]]*\]|^[ \t]*:[\w-]+:.*$|<[^<>\s]*>|[][\s*_#|`>-]+", re.M)
_NOTES = (
    "directive:exercise",
    "directive:hint",
    "directive:note",
    "directive:tip",
    "directive:warning",
)
# In a short text a word more or less is much. In columns of a terminal, a Hangul syllable has two.
_LEAST = 40
# Of 165 such pairs in our lessons, none is below .7 of what is usual in its lesson or above 1.4.
_SHORT = 0.5
# So many pairs tell what is usual in a lesson; else both languages are as long.
_ENOUGH = 5


@dataclass(frozen=True)
class _Text:
    """Prose of a lesson: its first line, and how long it is."""

    line: int
    width: int


def shorter(selection: Selection) -> Iterator[Diagnostic]:
    """Give the paragraphs that are far shorter than those in their place in the other language."""
    for origin, other in selection.pairs():
        pairs = list(_twins(origin, other))
        ratios = [b.width / a.width for a, b in pairs if min(a.width, b.width) >= _LEAST]
        usual = statistics.median(ratios) if len(ratios) >= _ENOUGH else 1.0
        for one, its in pairs:
            if one.width * usual >= _LEAST and its.width < _SHORT * one.width * usual:
                yield _short(other, its, origin, one)
            elif its.width / usual >= _LEAST and one.width < _SHORT * its.width / usual:
                yield _short(origin, one, other, its)


def _short(lesson: Lesson, text: _Text, twin: Lesson, whole: _Text) -> Diagnostic:
    return Diagnostic(
        lesson.path,
        text.line,
        "shorter-than-twin",
        f"the text here is much shorter than in {twin.path}:{whole.line}",
        Severity.WARNING,
        "see whether its end is missing",
    )


def _twins(origin: Lesson, other: Lesson) -> Iterator[tuple[_Text, _Text]]:
    """Give the texts that stand in the same place between headings and cells."""
    return ((_joined(one), _joined(its)) for one, its in twins(origin, other, _is_text))


def _is_text(kind: str) -> bool:
    return kind in PROSE or kind in _NOTES


def _joined(blocks: Sequence[Block]) -> _Text:
    return _Text(blocks[0].line, sum(width(block.text) for block in blocks))


def width(text: str) -> int:
    """Give how many columns the words of a Markdown text take, without marks and addresses.

    >>> width("값을 [읽습니다](https://example.org/a)"), width("reads a *value*")
    (12, 11)
    """
    words = _COPIED.sub("", text)
    counts = Counter(words).items()
    return sum(n * (2 if unicodedata.east_asian_width(c) in "WF" else 1) for c, n in counts)
