"""Choosing among the candidates of a line: syllables propose, morphemes decide."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scripts.repair.lattice import HANGUL, Piece, Slot, shown
from scripts.repair.syllables import START, SyllableModel, reduced

# States and words that are e^-16 as likely as the best are dropped; wider beams change nothing.
_BEAM_NATS = 16.0
_BEAM_STATES = 64
_BEAM_WORDS = 64
# Where two of three bytes are gone, of 32 each, only the commonest syllables are weighed.
_MANY = 130
_SPACE = re.compile(r"\s")
_MARKS = re.compile(r"[`*_]+")

Scorer = Callable[[Sequence[str]], Sequence[float]]


@dataclass(frozen=True)
class Choice:
    """What one slot became, with the probabilities of all that it could have been."""

    text: str
    candidates: tuple[tuple[str, float], ...]


def _log_sum(values: Sequence[float]) -> float:
    top = max(values)
    return top + math.log(sum(math.exp(value - top) for value in values))


class _Lattice:
    """One line: what is sure between the slots, and the moves over the slots."""

    def __init__(self, line: Sequence[Piece], model: SyllableModel) -> None:
        self._model = model
        self._width = model.order - 1
        self.slots = [self._likeliest(piece) for piece in line if isinstance(piece, Slot)]
        many = max((len(slot.candidates) for slot in self.slots), default=0)
        self._nats = _BEAM_NATS if many <= _MANY else _BEAM_NATS / 2
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
        ranked = sorted(
            slot.candidates,
            key=lambda item: (
                item[1] - math.log(self._model.probability("", reduced(item[0])[:1] or " "))
            ),
        )
        return Slot(slot.found, tuple(ranked[:_MANY]))

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
            heads = [(reduced(text), cost) for text, cost in slot.candidates]
            firsts: list[tuple[float, str, int, float, str]] = []
            for state, score in states.items():
                for index, (head, cost) in enumerate(heads):
                    nats, middle = self._read(state, head)
                    firsts.append((score - nats - cost, state, index, nats + cost, middle))
            best = max(firsts)[0]
            after: dict[str, float] = {}
            moves: dict[str, list[tuple[int, float, str]]] = {state: [] for state in states}
            for total, state, index, nats, middle in firsts:
                if total < best - self._nats:
                    continue
                more, final = self._read(middle, self._sure[number + 1])
                moves[state].append((index, nats + more, final))
                old = after.get(final)
                total -= more
                after[final] = total if old is None else _log_sum([old, total])
            top = max(after.values())
            kept = sorted(after.items(), key=lambda item: -item[1])[:_BEAM_STATES]
            states = {state: score for state, score in kept if score > top - self._nats}
            self.moves.append(moves)
            self.alpha.append(states)

    def _backward(self) -> None:
        self.beta: list[dict[str, float]] = [dict.fromkeys(self.alpha[-1], 0.0)]
        for number in range(len(self.slots) - 1, -1, -1):
            later = self.beta[0]
            here: dict[str, float] = {}
            for state in self.alpha[number]:
                values = [
                    later[final] - nats
                    for _, nats, final in self.moves[number][state]
                    if final in later
                ]
                if values:
                    here[state] = _log_sum(values)
            self.beta.insert(0, here)

    def parts(self, filled: Sequence[tuple[int, ...]]) -> list[str]:
        """Give the line with its slots filled: what is sure and what fills a slot, by turns.

        All signs look alike here: morphemes tell one syllable from another, not one arrow.
        """
        result = [self.between[0]]
        for number, index in enumerate(i for chosen in filled for i in chosen):
            text = self.slots[number].candidates[index][0]
            result += (text if HANGUL.match(text) else "-", self.between[number + 1])
        return result

    def words(self, first: int, last: int) -> list[tuple[tuple[int, ...], float]]:
        """Give the likeliest fillings of the slots `first` to `last`, with their log posteriors."""
        total = _log_sum([score + self.beta[0][state] for state, score in self.alpha[0].items()])
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
                        grown[key] = value if old is None else _log_sum([old, value])
            ranked = sorted(grown.items(), key=lambda item: (-item[1] - later[item[0][1]], item[0]))
            top = ranked[0][1] + later[ranked[0][0][1]]
            paths = [
                (score, key[0], key[1])
                for key, score in ranked[: 4 * _BEAM_WORDS]
                if score + later[key[1]] > top - self._nats
            ]
        merged: dict[tuple[int, ...], list[float]] = {}
        for score, chosen, state in paths:
            merged.setdefault(chosen, []).append(score + self.beta[last + 1][state] - total)
        result = [(chosen, _log_sum(values)) for chosen, values in merged.items()]
        return sorted(result, key=lambda item: (-item[1], item[0]))[:_BEAM_WORDS]


def _groups(lattice: _Lattice) -> list[tuple[int, int]]:
    """Give the slots of each word, as (first, last): slots with no space between them."""
    groups: list[tuple[int, int]] = []
    for number in range(len(lattice.slots)):
        if groups and not _SPACE.search(lattice.between[number]):
            groups[-1] = (groups[-1][0], number)
        else:
            groups.append((number, number))
    return groups


# A word with so sure a winner needs no second opinion.
_SURE = 0.9995
# A logistic fit on the texts named in `syllables.json`; a posterior of Kiwi's joint with the
# syllables' own is calibrated by it, since both count the same evidence in part.
_SYLLABLES_WEIGHT = 0.65
_KIWI_WEIGHT = 0.45
# What Kiwi is asked about: on those texts it never lifted a word over more than 10.3 nats.
_MAX_WORDS = 16
_MAX_NATS = 10.5
# Characters before a word that Kiwi is shown; half as many after it.
_WINDOW = 40
_ROUNDS = 2
# A guess names so many candidates at least, where there are so many.
_SHOWN = 4

# Ways to fill the slots of one word, by the numbers of their candidates, with log posteriors.
_Words = list[tuple[tuple[int, ...], float]]


def choose(
    line: Sequence[Piece], model: SyllableModel, scorer: Scorer | None = None
) -> list[Choice]:
    """Give what each slot of a line becomes, in their order.

    `scorer` gives a log likelihood for each of the texts that it is shown; it is asked only
    about words on which the syllables leave a doubt.

    >>> from scripts.repair.syllables import count
    >>> model = SyllableModel(count(["함수의 값", "함수의 이름"]))
    >>> slot = Slot("ì˜", (("옝", 0.0), ("의", 0.0)))
    >>> [choice.text for choice in choose(["함수", slot, " 값"], model)]
    ['의']
    """
    lattice = _Lattice(line, model)
    groups = _groups(lattice)
    words = [lattice.words(first, last) for first, last in groups]
    if scorer is not None:
        words = _rescored(lattice, groups, words, scorer)
    result: list[Choice] = []
    for (first, last), options in zip(groups, words, strict=True):
        norm = _log_sum([nats for _, nats in options])
        winner = max(options, key=lambda option: option[1])[0]
        for place, number in enumerate(range(first, last + 1)):
            texts = lattice.slots[number].candidates
            shares: dict[str, float] = {}
            for chosen, nats in options:
                text = texts[chosen[place]][0]
                shares[text] = shares.get(text, 0.0) + math.exp(nats - norm)
            for text, _ in texts:
                if len(shares) >= _SHOWN:
                    break
                shares.setdefault(text, 0.0)
            ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
            result.append(Choice(texts[winner[place]][0], tuple(ranked)))
    return result


def _rescored(
    lattice: _Lattice, groups: Sequence[tuple[int, int]], words: Sequence[_Words], scorer: Scorer
) -> list[_Words]:
    """Give the words with the scorer's opinion, each asked about among the best of the others."""
    result = list(words)
    best = [options[0][0] for options in words]
    for _ in range(_ROUNDS):
        before = list(best)
        for number, options in enumerate(words):
            few = [o for o in options[:_MAX_WORDS] if o[1] > options[0][1] - _MAX_NATS]
            if len(few) < 2 or math.exp(few[0][1]) > _SURE:
                continue
            texts = []
            for chosen, _nats in few:
                filled = [*best[:number], chosen, *best[number + 1 :]]
                texts.append(_window(lattice.parts(filled), *groups[number]))
            joint = [
                (chosen, _SYLLABLES_WEIGHT * nats + _KIWI_WEIGHT * score)
                for (chosen, nats), score in zip(few, scorer(texts), strict=True)
            ]
            result[number] = joint
            best[number] = max(joint, key=lambda option: option[1])[0]
        if best == before:
            break
    return result


def _window(parts: Sequence[str], first: int, last: int) -> str:
    """Give the word with the slots `first` to `last` and what stands around it, cut at spaces."""
    head = "".join(parts[: 2 * first + 1])
    body = "".join(parts[2 * first + 1 : 2 * last + 2])
    tail = "".join(parts[2 * last + 2 :])
    if len(head) > _WINDOW:
        head = head[-_WINDOW:]
        head = head[head.find(" ") + 1 :]
    if len(tail) > _WINDOW // 2:
        # The end of the word itself stands in the tail: it is never cut before a space.
        tail = tail[: _WINDOW // 2]
        cut = tail.rfind(" ")
        tail = tail[:cut] if cut > 0 else tail
    return _MARKS.sub("", head + body + tail).replace("\n", " ")
