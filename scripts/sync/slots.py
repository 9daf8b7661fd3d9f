"""What a translation is to have, place by place, and how well one of its units fills each."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from scripts.patterns import lazy_pattern
from scripts.sync.state import Entry
from scripts.sync.units import Unit, text_of
from scripts.sync.word_diff import likeness

# Of two English paragraphs about different things a fifth of the words are the same, in order.
ALIKE = 0.45
# What a translation leaves as it is.
_INVARIANT = lazy_pattern(r"`[^`]+`|\]\([^)\s]+\)|\{[\w-]+\}|\$[^$]+\$|\d+(?:\.\d+)?")


class Slot:
    """A place that the translation is to fill; `place` is where it stands in the origin.

    `origin` and `entries` are the numbers of the units and the confirmed blocks that stand there.
    """

    def __init__(
        self,
        place: float,
        origin: Mapping[int, Unit],
        entries: Mapping[int, Entry],
    ) -> None:
        self.place, self.origin, self.entries = place, list(origin), list(entries)
        units, known = list(origin.values()), list(entries.values())
        self.kind = units[0].kind if units else known[0].kind
        self.section = units[0].section if units else section_of(known[0])
        self.text = text_of(units) or " ".join(entry.text for entry in known)
        self.said = " ".join(entry.said or entry.text for entry in known)
        self.level = units[0].level if units else 0
        # A block that was confirmed to have nothing beside it wants nothing.
        self.wanted = sum(len(entry.other) for entry in known) if known else max(1, len(units))

    def worth(self, unit: Unit) -> float:
        """Give how well a unit of the translation fills this place; 0 for not at all."""
        if unit.kind != self.kind:
            return 0.0
        if unit.kind == "heading":
            if self.section and unit.section:
                return 6.0 if self.section == unit.section else 0.2
            return 3.0 if unit.level == self.level else 0.2
        if unit.kind == "cell":
            return 1.0 + 5.0 * _common(_words(self.text), _words(unit.text))
        said = likeness(self.said, unit.text, least=ALIKE) if self.said else 0.0
        return 1.0 + 2.0 * _common(_invariants(self.text), _invariants(unit.text)) + 4.0 * said


def between(before: int, after: int, is_open: Sequence[bool]) -> list[int]:
    """Give the open slots that stand behind one slot or before another, as far as they do."""
    found = set()
    if before < after:
        found = {n for n in range(before + 1, after) if is_open[n]}
    n = before + 1
    while n < len(is_open) and is_open[n]:
        found.add(n)
        n += 1
    n = after - 1
    while n >= 0 and is_open[n]:
        found.add(n)
        n -= 1
    if 0 <= before < len(is_open) and is_open[before]:
        found.add(before)
    return sorted(found)


def section_of(entry: Entry) -> str:
    """Give the label of the section that a block stood in when it got its name."""
    return entry.block.rpartition(".")[0]


@functools.lru_cache(maxsize=8192)
def _invariants(text: str) -> frozenset[str]:
    return frozenset(_INVARIANT.findall(text))


@functools.lru_cache(maxsize=8192)
def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _common(ours: frozenset[str], theirs: frozenset[str]) -> float:
    return len(ours & theirs) / max(1, len(ours | theirs))
