"""Headings of both languages: the same ones, of the same levels and with the same labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.check.rule import Selection
from scripts.check.sections import ALIKE, best_pairs, kept, likeness
from scripts.check.structure import Heading, headings
from scripts.diagnostic import Diagnostic
from scripts.lesson import Lesson

# Words that a heading has in every language: names, and what is left in English.
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]+")
# So much of what a text keeps is found again where the text was moved.
_MOVED = 0.5
# Headings of one level may be the same one; what they and their texts keep tells much more.
_SAME_LEVEL, _EVIDENCE = 0.5, 4.0


@dataclass(frozen=True)
class _Entry:
    """A heading, and what a translation of it and of the text behind it has, too."""

    heading: Heading
    kept: frozenset[str]
    words: frozenset[str]


@dataclass(frozen=True)
class _Finding:
    """A difference: its line, what is said of it, and the heading that one language has alone."""

    line: int
    message: str
    ours: _Entry | None = None
    theirs: _Entry | None = None


def differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the headings whose level or labels are not those of the origin."""
    for origin, other in selection.pairs():
        for line, message in _differences(origin, other):
            yield Diagnostic(other.path, line, "same-structure", message)


def _differences(origin: Lesson, other: Lesson) -> Iterator[tuple[int, str]]:
    ours, theirs = list(headings(origin)), list(headings(other))
    if _keys(ours) == _keys(theirs):
        return
    left, right = _entries(origin), _entries(other)
    found: list[_Finding] = []
    for start, stop, other_start, other_stop in _regions(left, right):
        mine, its = left[start:stop], right[other_start:other_stop]
        last = theirs[other_start - 1].line if other_start else 1
        found += _between(origin, mine, its, last)
        if stop < len(ours):
            found += _unlike(origin, left[stop], right[other_stop])
    gone = [one for one in found if one.ours and not one.theirs]
    moved: set[int] = set()
    for one in found:
        if one.theirs and not one.ours and (from_ := _moved(one.theirs, gone)):
            gone.remove(from_)
            moved |= {id(one), id(from_)}
            assert from_.ours is not None
            place = f"{origin.path}:{from_.ours.heading.line}"
            yield one.line, f"this heading stands in another place in {place}"
    yield from ((one.line, one.message) for one in found if id(one) not in moved)


def _moved(entry: _Entry, gone: Sequence[_Finding]) -> _Finding | None:
    """Give the finding of what is missing elsewhere, and is this heading."""
    alike = [one for one in gone if one.ours and _evidence(one.ours, entry) >= _MOVED]
    return max(alike, key=lambda one: _worth(one.ours, entry) if one.ours else 0.0, default=None)


def _regions(
    ours: Sequence[_Entry], theirs: Sequence[_Entry]
) -> Iterator[tuple[int, int, int, int]]:
    """Give what stands between two headings that are surely the same, the last ones being ends."""
    worth = [[_worth(one, its) for its in theirs] for one in ours]
    start = other_start = 0
    for i, j in (*best_pairs(worth), (len(ours), len(theirs))):
        if i == len(ours) or _evidence(ours[i], theirs[j]) >= ALIKE:
            yield start, i, other_start, j
            start, other_start = i + 1, j + 1


def _between(
    origin: Lesson, left: Sequence[_Entry], right: Sequence[_Entry], last: int
) -> Iterator[_Finding]:
    """Compare headings of which nothing but their order, levels and labels tells which is which."""
    ours, theirs = ([entry.heading for entry in side] for side in (left, right))
    pairs = _in_order(ours, theirs)
    again = [
        (len(ours) - 1 - i, len(theirs) - 1 - j)
        for i, j in reversed(_in_order(ours[::-1], theirs[::-1]))
    ]
    more, less = len(ours) - len(pairs), len(theirs) - len(pairs)
    if pairs != again and bool(more) != bool(less):
        # Any of them may be the one that the other language has not.
        if more:
            place = f"{origin.path}:{ours[0].line}-{ours[-1].line}"
            count = f"{more} of the {len(ours)} headings of {place}"
            yield _Finding(last, f"{count} are missing after this line")
        else:
            count = f"{less} of the {len(theirs)} headings from here to line {theirs[-1].line}"
            yield _Finding(theirs[0].line, f"{count} are not in {origin.path}")
        return
    start = other_start = 0
    for i, j in (*pairs, (len(ours), len(theirs))):
        some, others = left[start:i], right[other_start:j]
        for mine, its in zip(some, others, strict=False):
            yield from _unlike(origin, mine, its)
        before = theirs[j - 1].line if j else last
        for mine in some[len(others) :]:
            place = f"{origin.path}:{mine.heading.line}"
            yield _Finding(before, f"the heading of {place} is missing after this line", mine)
        for its in others[len(some) :]:
            message = f"this heading is not in {origin.path}"
            yield _Finding(its.heading.line, message, None, its)
        start, other_start = i + 1, j + 1


def _in_order(ours: Sequence[Heading], theirs: Sequence[Heading]) -> list[tuple[int, int]]:
    keys, others = _keys(ours), _keys(theirs)
    return best_pairs([[float(one == its) for its in others] for one in keys])


def _unlike(origin: Lesson, left: _Entry, right: _Entry) -> Iterator[_Finding]:
    mine, its = left.heading, right.heading
    place = f"{origin.path}:{mine.line}"
    if mine.level != its.level:
        message = f"heading of level {its.level} here, of level {mine.level} in {place}"
        yield _Finding(its.line, message)
    if mine.labels != its.labels:
        message = f"{_shown(its)} before this heading, {_shown(mine)} in {place}"
        yield _Finding(its.line, message)


def _worth(one: _Entry, its: _Entry) -> float:
    """Give how much speaks for two headings to be the same one; 0.0 where nothing does."""
    evidence = _evidence(one, its)
    if one.heading.level != its.heading.level:
        return _EVIDENCE * evidence
    return _SAME_LEVEL + _EVIDENCE * (evidence if evidence >= ALIKE else 0.0)


def _evidence(one: _Entry, its: _Entry) -> float:
    if one.heading.labels and its.heading.labels:
        return float(one.heading.labels == its.heading.labels)
    if one.heading.level != its.heading.level:
        return 0.0  # the text of a heading is also that of the first one below it
    return max(likeness(one.kept, its.kept), likeness(one.words, its.words))


def _entries(lesson: Lesson) -> list[_Entry]:
    """Give the headings of a lesson with what stands behind each, in order."""
    blocks = lesson.blocks
    starts = [n for n, block in enumerate(blocks) if block.kind == "heading"]
    ends = [*starts[1:], len(blocks)][: len(starts)]
    return [
        _Entry(
            heading,
            frozenset(one for one in kept(blocks[start:end]) if not one[0].isdigit()),
            frozenset(word.lower() for word in _WORD.findall(blocks[start].text)),
        )
        for heading, start, end in zip(headings(lesson), starts, ends, strict=True)
    ]


def _keys(found: Sequence[Heading]) -> list[tuple[int, tuple[str, ...]]]:
    return [(heading.level, heading.labels) for heading in found]


def _shown(heading: Heading) -> str:
    return " ".join(f"({label})=" for label in heading.labels) or "no label"
