"""The texts that code shows, and which of them are not translated as they are now.

The record holds both cells as they were confirmed, so no more than that needs to be kept.
"""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass

from scripts.statements import read_normal_form
from scripts.sync.pairing import Group


@dataclass(frozen=True)
class Stale:
    """A text that the origin shows now, and the old one that the translation still translates."""

    old: str
    new: str


def stale_texts(group: Group) -> tuple[Stale, ...]:
    """Give the texts of a cell that changed in the origin, and whose translations did not.

    A translation that nobody has confirmed says what nobody knows, so none is told of it.
    """
    if not (len(group.origin) == len(group.other) == len(group.entries) == 1):
        return ()
    entry, origin, other = group.entries[0], group.origin[0], group.other[0]
    if not entry.text or origin.text == entry.text:
        return ()
    now = _pairs(origin.text, other.text)
    if all(ours == theirs for ours, theirs in now):
        return ()
    then = Counter(_pairs(entry.text, entry.said or entry.text))
    left = then - Counter(now)
    found = []
    for (new, said), number in (Counter(now) - then).items():
        olds = [old for (old, its), count in left.items() if its == said for _ in range(count)]
        if new != said:
            found += [Stale(old, new) for old in olds[:number]]
            left -= Counter((old, said) for old in olds[:number])
    return tuple(found)


@functools.lru_cache(maxsize=4096)
def _pairs(origin: str, other: str) -> tuple[tuple[str, str], ...]:
    """Give the texts of two normal forms side by side; none where their code is not the same."""
    try:
        ours, theirs = read_normal_form(origin), read_normal_form(other)
    except (SyntaxError, ValueError):
        return ()
    if [one.pattern for one in ours] != [one.pattern for one in theirs]:
        return ()
    return tuple(
        (left.words, right.words)
        for one, its in zip(ours, theirs, strict=True)
        for left, right in zip(one.texts, its.texts, strict=False)
    )
