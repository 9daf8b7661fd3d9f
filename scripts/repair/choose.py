"""Choosing among the candidates of a line: syllables propose, morphemes decide."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scripts.repair.lattice import Piece, Slot, shown
from scripts.repair.syllables import START, SyllableModel, reduced

# States and words that are e^-18 as likely as the best are dropped; wider beams change nothing.
_BEAM_NATS = 18.0
_BEAM_STATES = 64
_BEAM_WORDS = 64
_SPACE = re.compile(r"\s")

Scorer = Callable[[Sequence[str]], Sequence[float]]


@dataclass(frozen=True)
class Choice:
    """What one slot became, with the probabilities of all that it could have been."""

    text: str
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class _Step:
    """The moves over one slot: for each state before it, (candidate, nats, state after)."""

    moves: dict[str, list[tuple[int, float, str]]]


def _log_sum(values: Sequence[float]) -> float:
    top = max(values)
    return top + math.log(sum(math.exp(value - top) for value in values))


class _Lattice:
    """One line: what is sure between the slots, and the moves over the slots."""

    def __init__(self, line: Sequence[Piece], model: SyllableModel) -> None:
        self._model = model
        self._width = model.order - 1
        self.slots = [piece for piece in line if isinstance(piece, Slot)]
        self.between: list[str] = [""]
        for piece in line:
            if isinstance(piece, Slot):
                self.between.append("")
            else:
                self.between[-1] += shown(piece)
        self._sure = [reduced(text.replace("\n", " ")) for text in self.between]
        self._sure[0] = START + self._sure[0]
        self._sure[-1] += START
        self._forward()
        self._backward()

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
        self.steps: list[_Step] = []
        for number, slot in enumerate(self.slots):
            heads = [reduced(text) for text, _ in slot.candidates]
            after: dict[str, float] = {}
            moves: dict[str, list[tuple[int, float, str]]] = {}
            best = max(states.values())
            for state, score in states.items():
                here: list[tuple[int, float, str]] = []
                firsts = []
                for index, head in enumerate(heads):
                    nats, middle = self._read(state, head)
                    firsts.append((nats + slot.candidates[index][1], index, middle))
                limit = min(firsts)[0] + _BEAM_NATS
                for nats, index, middle in firsts:
                    if nats > limit or score - nats < best - 3 * _BEAM_NATS:
                        continue
                    more, final = self._read(middle, self._sure[number + 1])
                    here.append((index, nats + more, final))
                    total = score - nats - more
                    old = after.get(final)
                    after[final] = total if old is None else _log_sum([old, total])
                moves[state] = here
            top = max(after.values())
            kept = sorted(after.items(), key=lambda item: -item[1])[:_BEAM_STATES]
            states = {state: score for state, score in kept if score > top - _BEAM_NATS}
            self.steps.append(_Step(moves))
            self.alpha.append(states)

    def _backward(self) -> None:
        self.beta: list[dict[str, float]] = [dict.fromkeys(self.alpha[-1], 0.0)]
        for number in range(len(self.slots) - 1, -1, -1):
            later = self.beta[0]
            here: dict[str, float] = {}
            for state in self.alpha[number]:
                values = [
                    later[final] - nats
                    for _, nats, final in self.steps[number].moves[state]
                    if final in later
                ]
                if values:
                    here[state] = _log_sum(values)
            self.beta.insert(0, here)

    def words(self, first: int, last: int) -> list[tuple[tuple[int, ...], float]]:
        """Give the likeliest fillings of the slots `first` to `last`, with their log posteriors."""
        total = _log_sum(
            [score + self.beta[0][state] for state, score in self.alpha[0].items()]
        )
        beam = [
            (score, (), state)
            for state, score in self.alpha[first].items()
            if state in self.beta[first]
        ]
        paths: list[tuple[float, tuple[int, ...], str]] = list(beam)
        for number in range(first, last + 1):
            later = self.beta[number + 1]
            grown: dict[tuple[tuple[int, ...], str], float] = {}
            for score, chosen, state in paths:
                for index, nats, final in self.steps[number].moves[state]:
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
                if score + later[key[1]] > top - _BEAM_NATS
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


# A word with a sure winner needs no second opinion.
SURE = 0.9995
WINDOW = 40
NGRAM_WEIGHT = 0.5
KIWI_WEIGHT = 0.6
MAX_WORDS = 24


def choose(
    line: Sequence[Piece], model: SyllableModel, scorer: Scorer | None = None
) -> list[Choice]:
    """Give what each slot of a line becomes, in their order.

    `scorer` gives a log likelihood for each of the texts that it is shown; it is asked only
    about words on which the syllables leave a doubt.
    """
    lattice = _Lattice(line, model)
    if not lattice.slots:
        return []
    groups = _groups(lattice)
    options: list[list[tuple[tuple[int, ...], float]]] = []
    for first, last in groups:
        options.append(lattice.words(first, last))
    best = [words[0][0] for words in options]
    final = [dict(words) for words in options]

    def text_of(chosen: Sequence[tuple[int, ...]]) -> list[str]:
        filled = [i for indices in chosen for i in indices]
        parts = [lattice.between[0]]
        for number, index in enumerate(filled):
            parts.append(lattice.slots[number].candidates[index][0])
            parts.append(lattice.between[number + 1])
        return parts

    if scorer is not None:
        for _ in range(2):
            changed = False
            for number, words in enumerate(options):
                if math.exp(words[0][1]) > SURE and len(words) > 0:
                    continue
                few = [w for w in words[:MAX_WORDS] if w[1] > words[0][1] - _BEAM_NATS]
                if len(few) < 2:
                    continue
                first, last = groups[number]
                texts = []
                for chosen, _nats in few:
                    parts = text_of([*best[:number], chosen, *best[number + 1 :]])
                    head = "".join(parts[: 2 * first + 1])
                    body = "".join(parts[2 * first + 1 : 2 * last + 2])
                    tail = "".join(parts[2 * last + 2 :])
                    texts.append(_window(head, body, tail))
                scores = scorer(texts)
                joint = [
                    NGRAM_WEIGHT * nats + KIWI_WEIGHT * score
                    for (_, nats), score in zip(few, scores, strict=True)
                ]
                norm = _log_sum(joint)
                final[number] = {
                    chosen: value - norm for (chosen, _), value in zip(few, joint, strict=True)
                }
                winner = max(final[number].items(), key=lambda item: item[1])[0]
                if winner != best[number]:
                    best[number] = winner
                    changed = True
            if not changed:
                break
    result: list[Choice] = []
    for number, (first, last) in enumerate(groups):
        weights = final[number]
        norm = _log_sum(list(weights.values()))
        for slot_number in range(first, last + 1):
            slot = lattice.slots[slot_number]
            shares: dict[str, float] = {}
            for chosen, value in weights.items():
                text = slot.candidates[chosen[slot_number - first]][0]
                shares[text] = shares.get(text, 0.0) + math.exp(value - norm)
            ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
            text = slot.candidates[best[number][slot_number - first]][0]
            result.append(Choice(text, tuple(ranked)))
    return result


def _window(head: str, body: str, tail: str) -> str:
    """Give the word with what stands around it, cut at spaces."""
    if len(head) > WINDOW:
        head = head[-WINDOW:]
        head = head[head.find(" ") + 1 :]
    if len(tail) > WINDOW // 2:
        tail = tail[: WINDOW // 2]
        # The end of the word itself stands in the tail: never cut before its first space.
        cut = tail.rfind(" ")
        tail = tail[:cut] if cut > 0 else tail
    return re.sub(r"[`*_]+", "", head + body + tail)
