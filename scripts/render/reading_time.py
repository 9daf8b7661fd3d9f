"""How long it takes to read a lesson: prose at the pace of its language, code line by line."""

from __future__ import annotations

import re

from scripts.last_read import of_last_read
from scripts.lesson import Lesson

# Plain English is read at 238 words a minute (Brysbaert 2019, over 190 studies), technical prose
# more slowly. Korean is counted in syllables, at the pace at which a lesson's two languages take
# equally long. A line of code has to be worked through.
_WORDS_A_MINUTE = 200
_SYLLABLES_A_MINUTE = 450
_SECONDS_A_LINE = 4

_SYLLABLE = re.compile(r"[가-힣]")
_WORD = re.compile(r"[A-Za-z0-9_]+")
# What is written in a lesson and not read: addresses of links, labels, options.
_UNREAD = re.compile(r"\]\([^)\s]*\)|^\([\w-]+\)=$|^:[\w-]+:.*$", re.MULTILINE)


@of_last_read
def reading_minutes(lesson: Lesson) -> int:
    """Give the minutes that a lesson takes to read, outputs left out; at least one.

    >>> from pathlib import Path
    >>> from scripts.languages import KOREAN
    >>> from scripts.lesson.reading import parse_lesson
    >>> text = ("문장입니다. " * 450).encode()
    >>> reading_minutes(parse_lesson(text, path=Path("a.md"), docname="a", language=KOREAN))
    5
    """
    prose = "\n".join(_UNREAD.sub("]", block.text) for block in lesson.blocks if not block.cell)
    lines = sum(bool(line.strip()) for cell in lesson.cells for line in cell.source.split("\n"))
    minutes = (
        len(_SYLLABLE.findall(prose)) / _SYLLABLES_A_MINUTE
        + len(_WORD.findall(prose)) / _WORDS_A_MINUTE
        + lines * _SECONDS_A_LINE / 60
    )
    return max(1, round(minutes))


def rounded(minutes: int) -> int:
    """Give a longer time as one would say it, to five minutes.

    >>> rounded(88), rounded(7)
    (90, 7)
    """
    return minutes if minutes < 10 else 5 * round(minutes / 5)
