"""Which headings are the same in two languages, as far as they were confirmed to be."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from scripts.check.gale_church import KNOWN, Aligned, Pair
from scripts.check.rule import Selection
from scripts.lesson import Lesson
from scripts.sync.translation import Change
from scripts.sync.units import Unit
from scripts.sync.word_diff import likeness

# So much of a heading's words is there still after it was edited.
_ALIKE = 0.5


def confirmed_headings(selection: Selection, origin: Lesson, other: Lesson) -> list[Pair]:
    """Give the lines of headings that were confirmed and are there still in both, by the first."""
    found = []
    for translation in selection.tracked_of(origin):
        if other.path not in {translation.origin.path, translation.other.path}:
            continue
        for block in translation.blocks:
            if block.change is Change.MOVED or len(block.group.entries) != 1:
                continue
            sides = [translation.side(lesson, block) for lesson in (origin, other)]
            if all(_is_still(then, units) for then, units in sides):
                found.append((sides[0][1][0].line, sides[1][1][0].line))
    return sorted(found)


def _is_still(then: str, units: Sequence[Unit]) -> bool:
    """Tell whether a heading is the one that it was; in wholly other words it may be another."""
    if len(units) != 1 or units[0].kind != "heading":
        return False
    old, new = (text.lstrip("# ") for text in (then, units[0].text))
    return old == new or likeness(old, new) >= _ALIKE


def agree(known: Sequence[Pair], ours: Sequence[int], theirs: Sequence[int]) -> bool:
    """Tell whether headings that are the same stand in the same places among all, by their lines.

    Those that changed places are told as moved, and not here.

    >>> agree([(1, 1), (5, 9)], [1, 5], [1, 9]), agree([(1, 1), (5, 9)], [1, 5], [1, 6, 9])
    (True, False)
    """
    if [its for _, its in known] != sorted(its for _, its in known):
        return True
    ranks, others = ({line: n for n, line in enumerate(side)} for side in (ours, theirs))
    return all(ranks.get(one) == others.get(its) for one, its in known)


def with_confirmed(found: Aligned, known: Sequence[Pair]) -> Aligned:
    """Give two pages side by side so that headings that are the same stand beside each other.

    `known` has their lines. What has changed places stays as it was found.
    """
    places, others = (
        {block.line: n for n, block in enumerate(side)} for side in (found.ours, found.theirs)
    )
    pairs = _in_order(
        [(places[one], others[its]) for one, its in known if one in places and its in others]
    )
    if not pairs:
        return found
    left, right = ({pair[side] for pair in pairs} for side in (0, 1))
    kept = [
        (i, j)
        for i, j in found.pairs
        if (i, j) in pairs or all((i < one) == (j < its) for one, its in pairs)
    ]
    kept = [(i, j) for i, j in kept if (i, j) in pairs or not (i in left or j in right)]
    doubts, their_doubts = list(found.our_doubts), list(found.their_doubts)
    for i, j in set(found.pairs) - set(kept):
        doubts[i] = their_doubts[j] = 0.0
    for i, j in pairs:
        doubts[i] = their_doubts[j] = KNOWN
    together = sorted({*kept, *pairs})
    return replace(found, pairs=together, our_doubts=doubts, their_doubts=their_doubts)


def _in_order(pairs: Sequence[Pair]) -> list[Pair]:
    """Give as many pairs as there are in one order in both.

    >>> _in_order([(0, 0), (1, 5), (2, 1), (3, 2)])
    [(0, 0), (2, 1), (3, 2)]
    """
    ends: list[list[Pair]] = []
    lasts: list[int] = []
    for i, j in pairs:
        length = bisect_left(lasts, j)
        row = [*(ends[length - 1] if length else []), (i, j)]
        lasts[length:] = [j, *lasts[length + 1 :]]
        ends[length:] = [row, *ends[length + 1 :]]
    return ends[-1] if ends else []
