"""Places that are known by what stands around them: from a repaired text to its file and back."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scripts.doubts import around
from scripts.repair.result import Edit, Guess, Place, Repair, Step


def context(text: str, start: int, end: int) -> Place:
    """Give the place of some characters of a text, as if no other looked like it.

    >>> context("one\\nab ì˜ cd\\ntwo", 7, 9)
    Place(before='ab ', damaged='ì˜', after=' cd', occurrence=1)
    """
    before, after = around(text, start, end)
    return Place(before, text[start:end], after)


def placed(source: str, result: Repair) -> tuple[Guess, ...]:
    """Give the guesses of a repair with their places in `source`, the text before the steps."""
    spans = [(guess.start, guess.end) for guess in result.guesses]
    for step in reversed(result.steps):
        if step.edits:
            spans = _before(step.edits, spans)
    seen: Counter[Place] = Counter()
    guesses = []
    for guess, (start, end) in zip(result.guesses, spans, strict=True):
        place = context(source, start, end)
        seen[place] += 1
        guesses.append(replace(guess, place=replace(place, occurrence=seen[place])))
    return tuple(guesses)


def _before(edits: Sequence[Edit], spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Give where spans stood before the edits; one that touches an edit takes all of it."""
    starts: list[int] = []
    ends: list[int] = []
    moved = 0
    for edit in edits:
        starts.append(edit.start + moved)
        ends.append(edit.start + moved + len(edit.text))
        moved += len(edit.text) - (edit.end - edit.start)
    result = []
    for start, end in spans:
        # The last edit that starts before the end, and the last that starts at or before the start.
        last = bisect_right(starts, max(start, end - 1)) - 1
        first = bisect_right(starts, start) - 1
        result.append(
            (
                _back(edits, starts, ends, first, start, opens=True),
                _back(edits, starts, ends, last, end, opens=False),
            )
        )
    return result


def _back(
    edits: Sequence[Edit],
    starts: Sequence[int],
    ends: Sequence[int],
    number: int,
    at: int,
    *,
    opens: bool,
) -> int:
    if number < 0:
        return at
    edit = edits[number]
    if opens and (at < ends[number] or at == starts[number]):
        return edit.start
    return edit.end + max(0, at - ends[number])


def after(steps: Iterable[Step], start: int, end: int) -> tuple[int, int] | None:
    """Give where a span of the source stands after all steps; None where one of them changed it."""
    for step in steps:
        moved = 0
        for edit in step.edits:
            if edit.end <= start:
                moved += len(edit.text) - (edit.end - edit.start)
            elif edit.start < end:
                return None
            else:
                break
        start, end = start + moved, end + moved
    return start, end
