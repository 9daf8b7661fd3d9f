"""The likeliest ways through a line whose damaged places may each have been several things."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from scripts.repair.lattice import HANGUL, Piece, Slot, shown
from scripts.repair.syllables import START, SyllableModel, reduced

# States and words that are e^-12 as likely as the best are dropped; wider beams change hardly
# anything.
_BEAM_NATS = 12.0
_BEAM_STATES = 24
_FEW = 70
_WIDE_NATS = 8.0
_WIDE_STATES = 64
_BEAM_WORDS = 64
# Where two of three bytes are gone, of 32 each, only the commonest syllables are weighed.
_MANY = 130
# The longest words of running text lose fewer syllables; what is longer is data on one line.
_MOST_SLOTS = 16
_SPACE = re.compile(r"\s")

# Ways to fill the slots of one word, by the numbers of their candidates, with log posteriors.
Options = list[tuple[tuple[int, ...], float]]
_Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def log_sum(values: Sequence[float]) -> float:
    """Give the log of the sum of what the values are logs of; there is one at least.

    >>> round(math.exp(log_sum([math.log(0.25), math.log(0.5)])), 6)
    0.75
    """
    top = max(values)
    return top + math.log(sum(math.exp(value - top) for value in values))


_Candidates = tuple[tuple[str, float], ...]


@lru_cache(maxsize=10_000)
def _heads(candidates: _Candidates) -> tuple[str, ...]:
    """Give the texts of some candidates as the model sees them: a page has few different slots."""
    return tuple(reduced(text) for text, _ in candidates)


@lru_cache(maxsize=10_000)
def _firsts(candidates: _Candidates) -> str:
    """Give the first character of each candidate; a space where the model sees nothing."""
    return "".join(head[:1] or " " for head in _heads(candidates))


class Lattice:
    """One line: what is sure between the slots, and the moves over the slots.

    >>> from scripts.repair.syllables import Counts, condensed, count
    >>> model = SyllableModel(Counts.of(condensed(count(["함수의 값", "함수의 이름"]))))
    >>> lattice = Lattice(["함수", Slot("ì˜", (("옝", 0.0), ("의", 0.0))), " 값"], model)
    >>> lattice.words(0, 0)[0][0], lattice.parts([(1,)])
    ((1,), ['함수', '의', ' 값'])
    """

    def __init__(self, line: Sequence[Piece], model: SyllableModel) -> None:
        self._model = model
        self._width = model.order - 1
        self.slots = [self._likeliest(piece) for piece in line if isinstance(piece, Slot)]
        # Where most bytes are gone the right way is often unlikely at first: more are kept then.
        few = sum(len(slot.candidates) for slot in self.slots) <= _FEW * len(self.slots)
        self._beam = _BEAM_NATS if few else _WIDE_NATS
        self._most = _BEAM_STATES if few else _WIDE_STATES
        self.between: list[str] = [""]
        for piece in line:
            if isinstance(piece, Slot):
                self.between.append("")
            else:
                self.between[-1] += shown(piece)
        self._sure = [reduced(text.replace("\n", " ")) for text in self.between]
        self._sure[0] = START + self._sure[0]
        # The end of a line says nothing: Markdown breaks lines within sentences.
        self._forward()
        self._backward()

    def _likeliest(self, slot: Slot) -> Slot:
        """Give the slot with no more than `_MANY` candidates, the commonest ones."""
        if len(slot.candidates) <= _MANY:
            return slot
        shares = self._model.shares("", _firsts(slot.candidates)).tolist()
        nats = [
            cost - math.log(share) for (_, cost), share in zip(slot.candidates, shares, strict=True)
        ]
        ranked = sorted(range(len(nats)), key=nats.__getitem__)
        return Slot(slot.found, tuple(slot.candidates[index] for index in ranked[:_MANY]))

    def _read(self, state: str, text: str) -> tuple[float, str]:
        """Give the nats of `text` after `state`, where they depend on it, and the next state."""
        nats = 0.0
        for character in text[: self._width]:
            nats -= math.log(self._model.probability(state, character))
            state = (state + character)[-self._width :]
        if len(text) > self._width:
            state = text[-self._width :]
        return nats, state

    def _forward(self) -> None:
        states = {self._sure[0][-self._width :]: 0.0}
        self.alpha: list[dict[str, float]] = [states]
        # The moves over each slot: for each state before it, (candidate, nats, state after).
        self.moves: list[dict[str, list[tuple[int, float, str]]]] = []
        for number, slot in enumerate(self.slots):
            heads = _heads(slot.candidates)
            nats = self._nats_of(states, slot, heads)
            scores = np.array(list(states.values()))[:, None] - nats
            after: dict[str, float] = {}
            moves: dict[str, list[tuple[int, float, str]]] = {state: [] for state in states}
            names = list(states)
            for row, index in np.argwhere(scores >= np.max(scores) - self._beam).tolist():
                state = names[row]
                middle = (state + heads[index])[-self._width :]
                more, final = self._read(middle, self._sure[number + 1])
                moves[state].append((index, float(nats[row, index]) + more, final))
                old = after.get(final)
                total = float(scores[row, index]) - more
                after[final] = total if old is None else log_sum([old, total])
            top = max(after.values())
            kept = sorted(after.items(), key=lambda item: -item[1])[: self._most]
            states = {state: score for state, score in kept if score > top - self._beam}
            self.moves.append(moves)
            self.alpha.append(states)

    def _nats_of(self, states: Iterable[str], slot: Slot, heads: Sequence[str]) -> _Matrix:
        """Give the nats of each candidate of a slot after each state, their costs among them."""
        firsts = _firsts(slot.candidates)
        costs = np.array([cost for _, cost in slot.candidates])
        nats = np.array([costs - np.log(self._model.shares(s, firsts)) for s in states])
        for index, head in enumerate(heads):
            if len(head) != 1:
                for row, state in enumerate(states):
                    nats[row, index] = slot.candidates[index][1] + self._read(state, head)[0]
        return nats

    def _backward(self) -> None:
        later = dict.fromkeys(self.alpha[-1], 0.0)
        self.beta: list[dict[str, float]] = [later]
        for number in range(len(self.slots) - 1, -1, -1):
            here: dict[str, float] = {}
            for state in self.alpha[number]:
                values = [
                    later[final] - nats
                    for _, nats, final in self.moves[number][state]
                    if final in later
                ]
                if values:
                    here[state] = log_sum(values)
            self.beta.append(here)
            later = here
        self.beta.reverse()
        first = self.beta[0]
        self._total = log_sum([score + first[state] for state, score in self.alpha[0].items()])

    def parts(self, filled: Sequence[tuple[int, ...]]) -> list[str]:
        """Give the line with its slots filled: what is sure and what fills a slot, by turns.

        All signs look alike here: morphemes tell one syllable from another, not one arrow.
        """
        result = [self.between[0]]
        for number, index in enumerate(i for chosen in filled for i in chosen):
            result += (self._shown(number, index), self.between[number + 1])
        return result

    def fill(self, parts: list[str], first: int, chosen: Sequence[int]) -> None:
        """Fill the slots from `first` on another way, in what `parts` gave."""
        for number, index in enumerate(chosen, first):
            parts[2 * number + 1] = self._shown(number, index)

    def filled(self, first: int, chosen: Sequence[int]) -> str:
        """Give the slots from `first` on, filled, with what is sure between them.

        >>> from scripts.repair.syllables import Counts, condensed, count
        >>> model = SyllableModel(Counts.of(condensed(count(["함수의 값"]))))
        >>> slot = Slot("ì˜", (("옝", 0.0), ("의", 0.0)))
        >>> Lattice([slot, "/", slot, " 값"], model).filled(0, (1, 0))
        '의/옝'
        """
        result = [self._shown(first, chosen[0])]
        for number, index in enumerate(chosen[1:], first + 1):
            result += (self.between[number], self._shown(number, index))
        return "".join(result)

    def _shown(self, number: int, index: int) -> str:
        text = self.slots[number].candidates[index][0]
        return text if HANGUL.match(text) else "-"

    def words(self, first: int, last: int) -> Options:
        """Give the likeliest fillings of the slots `first` to `last`, with their log posteriors."""
        paths: list[tuple[float, tuple[int, ...], str]] = [
            (score, (), state)
            for state, score in self.alpha[first].items()
            if state in self.beta[first]
        ]
        for number in range(first, last + 1):
            later = self.beta[number + 1]
            grown: dict[tuple[tuple[int, ...], str], float] = {}
            for score, chosen, state in paths:
                for index, nats, final in self.moves[number][state]:
                    if final in later:
                        key = ((*chosen, index), final)
                        value = score - nats
                        old = grown.get(key)
                        grown[key] = value if old is None else log_sum([old, value])
            ranked = sorted(grown.items(), key=lambda item: (-item[1] - later[item[0][1]], item[0]))
            top = ranked[0][1] + later[ranked[0][0][1]]
            paths = [
                (score, key[0], key[1])
                for key, score in ranked[: 4 * _BEAM_WORDS]
                if score + later[key[1]] > top - self._beam
            ]
        merged: dict[tuple[int, ...], list[float]] = {}
        for score, chosen, state in paths:
            merged.setdefault(chosen, []).append(score + self.beta[last + 1][state] - self._total)
        result = [(chosen, log_sum(values)) for chosen, values in merged.items()]
        return sorted(result, key=lambda item: (-item[1], item[0]))[:_BEAM_WORDS]


def words_of(lattice: Lattice) -> list[tuple[int, int]]:
    """Give the slots of each word, as (first, last): slots with no space between them.

    Where no space comes for long, a word ends all the same: its ways would be without number.

    >>> from scripts.repair.syllables import Counts, condensed, count
    >>> model = SyllableModel(Counts.of(condensed(count(["함수의 값"]))))
    >>> slot = Slot("ì˜", (("옝", 0.0), ("의", 0.0)))
    >>> words_of(Lattice([slot, "/", slot, " 값", slot], model))
    [(0, 1), (2, 2)]
    """
    groups: list[tuple[int, int]] = []
    for number in range(len(lattice.slots)):
        first = groups[-1][0] if groups else number
        if 0 < number - first < _MOST_SLOTS and not _SPACE.search(lattice.between[number]):
            groups[-1] = (first, number)
        else:
            groups.append((number, number))
    return groups
