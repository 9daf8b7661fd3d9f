"""Headings of both languages: the same ones, of the same levels and with the same labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.check.rule import Selection
from scripts.check.sections import ALIKE, best_pairs, kept, likeness
from scripts.check.shared import WRITE_THE_SAME, put_it_there, take_it_out
from scripts.check.structure import Heading, headings
from scripts.check.sync import lost_lines
from scripts.diagnostic import Diagnostic
from scripts.lesson import Block, Lesson

# Words that a heading has in every language: names, and what is left in English.
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]+")
# So much of what a text keeps is found again where the text was moved.
_MOVED = 0.5
# Headings of one level may be the same one; what they and their texts keep tells much more.
_SAME_LEVEL, _EVIDENCE = 0.5, 4.0
# Less speaks for a heading of another level, or for a text in bold.
_BOLD, _OTHER_LEVEL = 0.3, 0.2
_ALL_BOLD = r"\s*(?P<marks>\*\*|__)(?!\s)(?:(?!(?P=marks))[^\n])+(?P=marks):?\s*"


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
    fix: str
    ours: _Entry | None = None
    theirs: _Entry | None = None


def differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the headings whose level or labels are not those of the origin."""
    for origin, other in selection.pairs():
        for line, message, fix in _differences(origin, other, selection):
            yield Diagnostic(other.path, line, "same-structure", message, fix=fix)


def _differences(
    origin: Lesson, other: Lesson, selection: Selection
) -> Iterator[tuple[int, str, str]]:
    ours, theirs = list(headings(origin)), list(headings(other))
    if _keys(ours) == _keys(theirs):
        return
    left, right = _entries(origin), _entries(other)
    if gone_lines := lost_lines(selection, other):
        left = [entry for entry in left if entry.heading.line not in gone_lines]
    known = {entry.heading.line: entry for entry in (left if len(left) > len(right) else right)}
    for heading, bold in _in_bold(origin, len(left), other, len(right)):
        del known[heading]
        if len(left) > len(right):
            message = f"this is in bold, and a heading in {origin.path}:{heading}"
            yield bold, message, "make it a heading of the same level"
        else:
            message = f"this is a heading, and only in bold in {origin.path}:{bold}"
            yield heading, message, WRITE_THE_SAME
    if len(left) > len(right):
        left = list(known.values())
    elif len(left) < len(right):
        right = list(known.values())
    ours, theirs = ([entry.heading for entry in side] for side in (left, right))
    if _keys(ours) == _keys(theirs):
        return
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
            message = f"this heading stands in another place in {place}"
            yield one.line, message, "move it to the same place, with its text"
    yield from ((one.line, one.message, one.fix) for one in found if id(one) not in moved)


def _in_bold(origin: Lesson, count: int, other: Lesson, other_count: int) -> list[tuple[int, int]]:
    """Give the headings that are a paragraph in bold in the other language, by their lines.

    They stand between the same headings as there, where one language has a heading more.
    """
    if count == other_count:
        return []
    long, short = (origin, other) if count > other_count else (other, origin)
    if not any(map(_is_bold, short.blocks)):
        return []
    ours, theirs = _entries(long, bold=True), _entries(short, bold=True)
    pairs = best_pairs([[_worth_in_bold(one, its) for its in theirs] for one in ours])
    found = [
        (ours[i].heading.line, theirs[j].heading.line)
        for i, j in pairs
        if ours[i].heading.level and not theirs[j].heading.level
    ]
    return found if len(found) <= abs(count - other_count) else []


def _worth_in_bold(one: _Entry, its: _Entry) -> float:
    level, other_level = one.heading.level, its.heading.level
    if level == other_level:
        return _worth(one, its)
    if not level or (
        not other_level
        and one.heading.labels
        and its.heading.labels
        and one.heading.labels != its.heading.labels
    ):
        return 0.0
    alike = max(likeness(one.kept, its.kept), likeness(one.words, its.words))
    return (_OTHER_LEVEL if other_level else _BOLD) + (alike if alike >= ALIKE else 0.0)


def _is_bold(block: Block) -> bool:
    return block.kind == "paragraph" and re.fullmatch(_ALL_BOLD, block.text) is not None


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
            yield _Finding(last, f"{count} are missing after this line", put_it_there(origin))
        else:
            count = f"{less} of the {len(theirs)} headings from here to line {theirs[-1].line}"
            message = f"{count} are not in {origin.path}"
            yield _Finding(theirs[0].line, message, take_it_out(origin))
        return
    start = other_start = 0
    for i, j in (*pairs, (len(ours), len(theirs))):
        some, others = left[start:i], right[other_start:j]
        for mine, its in zip(some, others, strict=False):
            yield from _unlike(origin, mine, its)
        before = theirs[j - 1].line if j else last
        for mine in some[len(others) :]:
            place = f"{origin.path}:{mine.heading.line}"
            message = f"the heading of {place} is missing after this line"
            yield _Finding(before, message, put_it_there(origin), mine)
        for its in others[len(some) :]:
            message = f"this heading is not in {origin.path}"
            yield _Finding(its.heading.line, message, take_it_out(origin), None, its)
        start, other_start = i + 1, j + 1


def _in_order(ours: Sequence[Heading], theirs: Sequence[Heading]) -> list[tuple[int, int]]:
    keys, others = _keys(ours), _keys(theirs)
    return best_pairs([[float(one == its) for its in others] for one in keys])


def _unlike(origin: Lesson, left: _Entry, right: _Entry) -> Iterator[_Finding]:
    mine, its = left.heading, right.heading
    place = f"{origin.path}:{mine.line}"
    if mine.level != its.level:
        message = f"heading of level {its.level} here, of level {mine.level} in {place}"
        yield _Finding(its.line, message, WRITE_THE_SAME)
    if mine.labels != its.labels:
        message = f"{_shown(its)} before this heading, {_shown(mine)} in {place}"
        yield _Finding(its.line, message, WRITE_THE_SAME)


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


def _entries(lesson: Lesson, *, bold: bool = False) -> list[_Entry]:
    """Give the headings of a lesson with what stands behind each, in order.

    What is all in `bold` may be among them, as a heading of no level.
    """
    blocks = lesson.blocks
    starts = [
        n for n, block in enumerate(blocks) if block.kind == "heading" or (bold and _is_bold(block))
    ]
    ends = [*starts[1:], len(blocks)][: len(starts)]
    return [
        _Entry(
            heading,
            frozenset(one for one in kept(blocks[start:end]) if not one[0].isdigit()),
            frozenset(word.lower() for word in _WORD.findall(blocks[start].text)),
        )
        for heading, start, end in zip(_headings(lesson, blocks, starts), starts, ends, strict=True)
    ]


def _headings(lesson: Lesson, blocks: Sequence[Block], starts: Sequence[int]) -> Iterator[Heading]:
    known = {heading.line: heading for heading in headings(lesson)}
    for start in starts:
        line = blocks[start].line
        yield known[line] if line in known else Heading(line, 0, ())


def _keys(found: Sequence[Heading]) -> list[tuple[int, tuple[str, ...]]]:
    return [(heading.level, heading.labels) for heading in found]


def _shown(heading: Heading) -> str:
    return " ".join(f"({label})=" for label in heading.labels) or "no label"
