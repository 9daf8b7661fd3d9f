"""The texts that code shows, and its comments: which are not translated as they are now.

The record holds both cells as they were confirmed, so no more than that needs to be kept.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scripts.statements import comments_by_place, read_normal_form, said_in
from scripts.sync.pairing import Group
from scripts.sync.units import Unit


@dataclass(frozen=True)
class Changed:
    """A text that the origin shows in place of the one that was confirmed.

    `is_left` tells that the translation still has what translated the old one.
    """

    old: str
    new: str
    is_left: bool


@dataclass(frozen=True)
class _Pair:
    """A text of the origin, that of the translation, and what they are given to."""

    ours: str
    theirs: str
    context: str


def changed_texts(group: Group) -> tuple[Changed, ...]:
    """Give the texts of a cell that changed in the origin and are something else in a translation.

    A text that is new in both is none: nobody has confirmed what it translates. Comments are such
    texts, too, where the translation still has what translated the old one.
    """
    if not (len(group.origin) == len(group.other) == len(group.entries) == 1):
        return ()
    return (*_changed_strings(group), *_changed_comments(group))


def comments_of(origin: Sequence[Unit], other: Sequence[Unit]) -> tuple[tuple[str, str], ...]:
    """Give the comments of an origin's cell, each with what stands in its place; "" for nothing."""
    ours, theirs = _comments(origin, other)
    return tuple((said, theirs.get(place, "")) for place, said in ours.items())


def line_of_changed(group: Group) -> int | None:
    """Give the line of a translation's first comment whose origin has changed; None for no one."""
    if not (len(group.origin) == len(group.other) == len(group.entries) == 1):
        return None
    cell, then = group.other[0].cell, group.entries[0].comments
    if cell is None:
        return None
    ours, theirs = _comments(group.origin, group.other)
    left = {its for _, its in then}
    for place, its in theirs.items():
        if its in left and (ours.get(place), its) not in then:
            for number, row in enumerate(cell.source.split("\n"), cell.line):
                said = said_in(row[row.find("#") :]) if "#" in row else ""
                if said and its.startswith(said):
                    return number
    return None


_Comments = Mapping[tuple[object, ...], str]


def _comments(origin: Sequence[Unit], other: Sequence[Unit]) -> tuple[_Comments, _Comments]:
    """Give the comments of a cell in both languages, by where they stand."""
    cells = [unit.cell for unit in (*origin, *other) if unit.cell is not None]
    if not len(origin) == len(other) == 1 or len(cells) != 2:
        return {}, {}
    return comments_by_place(cells[0].source), comments_by_place(cells[1].source)


def _changed_comments(group: Group) -> Iterator[Changed]:
    """Give the comments that changed, came or went in the origin while the translation's did not.

    Records that were made before any held comments know of none that went.
    """
    then = group.entries[0].comments
    # To take code apart takes time, and most cells have no comment.
    if not then and not any(unit.cell and "#" in unit.cell.source for unit in group.origin):
        return
    ours, theirs = _comments(group.origin, group.other)
    now = [(one, theirs[place]) for place, one in ours.items() if place in theirs]
    old = {its: one for one, its in then if its and (one, its) not in now}
    for one, its in now:
        if its in old and one != its and (one, its) not in then:
            yield Changed(old[its], one, is_left=True)
    known = {one for one, _ in then}
    for place, one in ours.items():
        if place not in theirs and one not in known and one not in theirs.values():
            yield Changed("", one, is_left=True)
    of_both = {theirs[place] for place in ours if place in theirs}
    for one, its in then:
        is_there = its in theirs.values() and its not in of_both
        if is_there and one not in ours.values():
            yield Changed(one, "", is_left=True)


def _changed_strings(group: Group) -> tuple[Changed, ...]:
    entry, origin, other = group.entries[0], group.origin[0], group.other[0]
    if not entry.text or origin.text == entry.text:
        return ()
    now = _pairs(origin.text, other.text)
    if all(one.ours == one.theirs for one in now):
        return ()
    then = _pairs(entry.text, entry.said or entry.text)
    left, new = _without(then, now), [one for one in _without(now, then) if one.ours != one.theirs]
    found: list[Changed] = []
    for is_left in (True, False):
        for one in list(new):
            old = next((its for its in left if _stands_for(its, one, is_left=is_left)), None)
            if old is not None:
                left.remove(old)
                new.remove(one)
                found.append(Changed(old.ours, one.ours, is_left))
    return tuple(found)


def _stands_for(old: _Pair, new: _Pair, *, is_left: bool) -> bool:
    if is_left:
        return old.theirs == new.theirs and old.ours != new.ours
    return old.context == new.context and old.ours not in {new.ours, old.theirs}


def _without(pairs: Sequence[_Pair], others: Sequence[_Pair]) -> list[_Pair]:
    """Give the pairs that are not among others, each as often as it is there more."""
    known = Counter((one.ours, one.theirs) for one in others)
    found = []
    for one in pairs:
        if known[one.ours, one.theirs]:
            known[one.ours, one.theirs] -= 1
        else:
            found.append(one)
    return found


@functools.lru_cache(maxsize=4096)
def _pairs(origin: str, other: str) -> tuple[_Pair, ...]:
    """Give the texts of two normal forms side by side; none where their code is not the same."""
    try:
        ours, theirs = read_normal_form(origin), read_normal_form(other)
    except (SyntaxError, ValueError):
        return ()
    if [one.pattern for one in ours] != [one.pattern for one in theirs]:
        return ()
    return tuple(
        _Pair(left.words, right.words, left.context)
        for one, its in zip(ours, theirs, strict=True)
        for left, right in zip(one.texts, its.texts, strict=False)
    )
