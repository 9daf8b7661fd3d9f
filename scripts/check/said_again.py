"""A page that says a row of its sections twice: both sides of a merge, or pasted once too often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scripts.lesson import Block, Lesson

_HALF, _NEARLY_ALL = 0.5, 0.9
# Of fewer headings in a row each chapter of a page may have the same ones.
_LEAST = 5


class Again(NamedTuple):
    """Where the sections begin that stand again, and where they do so."""

    first: int
    second: int


def said_again(lesson: Lesson) -> Again | None:
    """Give the longest row of headings that a page has twice, with all that stands below them."""
    headings = [block for block in lesson.blocks if block.kind == "heading"]
    texts = [" ".join(block.text.split()) for block in headings]
    longest, place = 0, (0, 0)
    for second in range(_LEAST, len(texts)):
        for first in range(second):
            count = 0
            while (
                first + count < second
                and second + count < len(texts)
                and texts[first + count] == texts[second + count]
            ):
                count += 1
            if count > longest:
                longest, place = count, (first, second)
    if longest < _LEAST or len(set(texts[place[1] : place[1] + longest])) < _LEAST:
        return None
    last = lesson.blocks[-1].end
    ends = (
        headings[at + longest].line if at + longest < len(headings) else last + 1 for at in place
    )
    rows = [range(headings[at].line, end) for at, end in zip(place, ends, strict=True)]
    # Two things that are laid out alike say much in the same words: of an event, and its contrary.
    apart = [_parent(headings, at) for at in place]
    if not _says_the_same(lesson, *rows, least=_NEARLY_ALL if apart[0] != apart[1] else _HALF):
        return None
    return Again(headings[place[0]].line, headings[place[1]].line)


def _parent(headings: Sequence[Block], number: int) -> str:
    """Give the heading right before one that stands in its section, or nothing."""
    above = headings[number - 1] if number else None
    return above.text if above is not None and above.level < headings[number].level else ""


def _says_the_same(lesson: Lesson, first: range, second: range, *, least: float) -> bool:
    """Tell whether so much of what stands below one row of headings stands below the other, too.

    Chapters that are laid out alike have the same headings, and texts of their own.
    """
    ours, theirs = (
        [
            " ".join(block.text.split())
            for block in lesson.blocks
            if block.kind != "heading" and block.line in row
        ]
        for row in (first, second)
    )
    return sum(text in ours for text in theirs) >= least * len(theirs)
