"""Bytes that are gone for no known reason, by an edit or a filter.

What is known to lose bytes loses certain ones. Where a sequence lacks a byte, none of those makes a
likely syllable of it and some other byte does, another byte may be gone. One such place among many
that are explained is named; where there are many of them, what is lost is not known after all, and
all that each place may be is weighed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from scripts.repair.encodings import WrongEncoding
from scripts.repair.lattice import HANGUL, Piece, Slot, candidates, in_korean_standard, shown
from scripts.repair.syllables import START, SyllableModel, reduced

# In nats: how much likelier another byte must make a place for it to count as unexplained, and how
# much less likely it is that a byte is gone for no known reason where many places are unexplained.
_UNEXPLAINED = 6.0
_STRAY = 3.0
# So large a part of the places that lack a byte is unexplained where what is lost is not known.
_PART = 0.25
# A syllable that is this likely after those before it needs no other explanation.
_EXPECTED = 0.02
# Characters around a place that the model is shown.
_BEFORE = 40
_AFTER = 3
_CONTINUATIONS = frozenset(range(0x80, 0xC0))

# The damaged lines of a text in pieces, by their numbers from 0.
Cut = Mapping[int, Sequence[Piece]]
# Pieces by their lines and their numbers there, from 0.
Unexplained = frozenset[tuple[int, int]]


def explained(cut: Cut, encoding: WrongEncoding, model: SyllableModel) -> tuple[Cut, Unexplained]:
    """Give damaged lines with all that their slots may be, and the slots that nothing explains.

    Slots that may be anything have what explains them.

    >>> from scripts.repair.encodings import WRONG_ENCODINGS
    >>> from scripts.repair.syllables import Counts, condensed, count
    >>> model = SyllableModel(Counts.of(condensed(count(["실은 얼레에 감는다"] * 9))))
    >>> line = ["실은 ", Slot("ì¼", (("켭", 0.0), ("쭼", 0.0))), "레에 감는다"]
    >>> cut, places = explained({0: line}, WRONG_ENCODINGS["latin-1"], model)
    >>> "얼" in dict(cut[0][1].candidates), places
    (True, frozenset())
    """
    looked_at: dict[tuple[int, int], Slot] = {}
    unexplained: set[tuple[int, int]] = set()
    for number, line in cut.items():
        for place, slot, before, after in _slots(line):
            if outside := _outside(slot, encoding):
                looked_at[number, place] = slot
                if _is_unexplained(slot, outside, model, before, after):
                    unexplained.add((number, place))
    if not unexplained or len(unexplained) < _PART * len(looked_at):
        return cut, frozenset(unexplained)
    wide = {number: list(line) for number, line in cut.items()}
    for (number, place), slot in looked_at.items():
        every = (*slot.candidates, *_outside(slot, encoding))
        wide[number][place] = replace(slot, candidates=every)
    return wide, frozenset()


def _slots(line: Sequence[Piece]) -> Iterator[tuple[int, Slot, str, str]]:
    """Give the slots of a line with their places, and with what surely stands beside them."""
    parts = [START]
    for place, piece in enumerate(line):
        if not isinstance(piece, Slot):
            parts.append(shown(piece))
            continue
        after = line[place + 1] if place + 1 < len(line) else ""
        before = "".join(parts[-_BEFORE:])[-_BEFORE:]
        yield place, piece, before, "" if isinstance(after, Slot) else shown(after)[:_BEFORE]
        parts = []


@lru_cache(maxsize=10_000)
def _outside(slot: Slot, encoding: WrongEncoding) -> tuple[tuple[str, float], ...]:
    """Give the syllables that the slot may be where any byte may be gone, besides its own."""
    inside = {text for text, _ in slot.candidates}
    data = [encoding.to_byte.get(character) for character in slot.found]
    if len(data) != 2 or None in data or not all(map(HANGUL.fullmatch, inside)):
        return ()
    lead, rest = data
    return tuple(
        (text, _STRAY)
        for text, _ in candidates(lead or 0, (rest,), _CONTINUATIONS)
        if text not in inside and in_korean_standard(text)
    )


def _is_unexplained(
    slot: Slot,
    outside: Sequence[tuple[str, float]],
    model: SyllableModel,
    before: str,
    after: str,
) -> bool:
    before = reduced(before)
    inside = "".join(text for text, _ in slot.candidates)
    if not before or max(model.shares(before, inside)) > _EXPECTED:
        return False
    behind = reduced(after)[:_AFTER]

    def nats(syllable: str) -> float:
        state, total = before, 0.0
        for character in syllable + behind:
            total -= math.log(model.probability(state, character))
            state += character
        return total

    others = min(nats(text) for text, _ in outside)
    return min(map(nats, inside)) > _UNEXPLAINED + others
