"""Choosing among the ways through a page: syllables propose, morphemes and the page decide."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import mul
from types import MappingProxyType

from scripts.repair.lattice import HANGUL, Piece, Slot
from scripts.repair.search import Lattice, Options, log_sum, words_of
from scripts.repair.syllables import SyllableModel
from scripts.repair.words import WORD

Scorer = Callable[[Sequence[str]], Sequence[float]]

# How much each of the `Opinion`s of a word weighs: a conditional logit that `fit.py` fits on the
# texts that `syllables.json` names for it.
WEIGHTS = (0.491, 0.295, 0.151, -0.959)
# And how much it weighs what other places of the page became that look alike.
AGREEMENT = 0.656
# What is asked about: a word so much less likely than the best by its syllables hardly ever wins.
_MAX_WORDS = 8
_MAX_NATS = 12.0
# Characters before a word that Kiwi is shown; half as many after it.
_WINDOW = 40
# No word is longer than this: so much of a line is looked at, however long the line is.
_LOOKED_AT = 100
_ROUNDS = 2
# A guess names so many candidates at least, where there are so many.
_SHOWN = 4

# A page that wrote a word once hardly writes another one that is damaged to the same characters;
# so much is given to what no other place shows.
_UNSHOWN = 0.3
_MARKS = re.compile(r"[`*_]+")

# What is known of one way: the log posterior of its syllables, the log likelihood of its
# morphemes, how often the words were met (logarithms, added), and how many never were.
Opinion = tuple[float, float, float, int]


@dataclass(frozen=True)
class Choice:
    """What one slot became, with the probabilities of all that it could have been."""

    text: str
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Word:
    """Slots with no space between them, and the ways to fill them, with scores.

    `keys` say how each slot looks with the syllables beside it; they are empty where none are.

    >>> slot = Slot("ì˜", (("옝", 0.0), ("의", 0.0)))
    >>> word = Word((slot,), ("수[ì˜]",), [((1,), 0.0), ((0,), -2.0)])
    >>> word.choices()[0].text, round(word.shares(0)["의"], 2)
    ('의', 0.88)
    """

    slots: tuple[Slot, ...]
    keys: tuple[str, ...]
    options: Options

    def texts(self, chosen: Sequence[int]) -> list[str]:
        """Give what one way puts into the slots."""
        return [slot.candidates[i][0] for slot, i in zip(self.slots, chosen, strict=True)]

    def shares(self, place: int) -> dict[str, float]:
        """Give the probability of each text that the ways put into one slot."""
        norm = log_sum([score for _, score in self.options])
        shares: dict[str, float] = {}
        for chosen, score in self.options:
            text = self.slots[place].candidates[chosen[place]][0]
            shares[text] = shares.get(text, 0.0) + math.exp(score - norm)
        return shares

    def choices(self) -> list[Choice]:
        """Give what each slot becomes by the best way."""
        winner = max(self.options, key=lambda option: option[1])[0]
        result: list[Choice] = []
        for place, slot in enumerate(self.slots):
            shares = self.shares(place)
            for text, _ in slot.candidates:
                if len(shares) >= _SHOWN:
                    break
                shares.setdefault(text, 0.0)
            ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
            result.append(Choice(slot.candidates[winner[place]][0], tuple(ranked)))
        return result


def choose(
    lines: Sequence[Sequence[Piece]],
    model: SyllableModel,
    scorer: Scorer | None = None,
    words: Mapping[str, float] = MappingProxyType({}),
) -> list[list[Choice]]:
    """Give what each slot of each line becomes, in their order.

    `scorer` gives a log likelihood for each of the texts that it is shown; it is asked only
    about words on which the syllables leave a doubt. `words` says how often a word was met.

    >>> from scripts.repair.syllables import Counts, condensed, count
    >>> model = SyllableModel(Counts.of(condensed(count(["함수의 값", "함수의 이름"]))))
    >>> slot = Slot("ì˜", (("옝", 0.0), ("의", 0.0)))
    >>> [choice.text for choice in choose([["함수", slot, " 값"]], model)[0]]
    ['의']
    """
    page: list[list[Word]] = []
    if scorer is not None:
        scorer = _asked_once(scorer)
    for line in lines:
        lattice = Lattice(line, model)
        groups = words_of(lattice)
        found = [lattice.words(first, last) for first, last in groups]
        if scorer is not None:
            found = _rescored(lattice, groups, found, scorer, words)
        page.append([word_of(lattice, *group, o) for group, o in zip(groups, found, strict=True)])
    if scorer is not None:
        votes = Votes([word for line in page for word in line])
        page = [[votes.weighed(word) for word in line] for line in page]
    return [[choice for word in line for choice in word.choices()] for line in page]


def _asked_once(scorer: Scorer) -> Scorer:
    """Give a scorer that remembers: one text in two is shown again in the second round."""
    known: dict[str, float] = {}

    def score(texts: Sequence[str]) -> list[float]:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, scorer(new), strict=True))
        return [known[text] for text in texts]

    return score


def word_of(lattice: Lattice, first: int, last: int, options: Options) -> Word:
    """Give the word with the slots `first` to `last`, and `options` to fill them.

    >>> from scripts.repair.syllables import Counts, condensed, count
    >>> model = SyllableModel(Counts.of(condensed(count(["함수의 값"]))))
    >>> lattice = Lattice(["함수", Slot("ì˜", (("옝", 0.0), ("의", 0.0))), " 값"], model)
    >>> word_of(lattice, 0, 0, lattice.words(0, 0)).keys
    ('수[ì˜]',)
    """
    slots = tuple(lattice.slots[first : last + 1])
    keys: list[str] = []
    for number, slot in enumerate(slots, first):
        before = _LAST_SYLLABLE.search(lattice.between[number])
        after = HANGUL.match(lattice.between[number + 1])
        beside = (before.group() if before else "", after.group() if after else "")
        keys.append(f"{beside[0]}[{slot.found}]{beside[1]}" if any(beside) else "")
    return Word(slots, tuple(keys), options)


_LAST_SYLLABLE = re.compile("[가-힣]$")


class Votes:
    """What places that look alike became so far: a page uses its words again and again.

    The words that are asked about later are among `words`.

    >>> slot = Slot("ì˜", (("옝", 0.0), ("의", 0.0)))
    >>> open_, sure = (Word((slot,), ("수[ì˜]",), [((1,), n), ((0,), 0.0)]) for n in (0.0, 9.0))
    >>> votes = Votes([open_, sure])
    >>> open_.shares(0)["의"], round(votes.weighed(open_).shares(0)["의"], 2)
    (0.5, 0.72)
    """

    def __init__(self, words: Sequence[Word]) -> None:
        self._shares: dict[str, dict[str, float]] = {}
        self._count: dict[str, int] = {}
        for word in words:
            for place, key in enumerate(word.keys):
                if key:
                    self._count[key] = self._count.get(key, 0) + 1
                    shares = self._shares.setdefault(key, {})
                    for text, share in word.shares(place).items():
                        shares[text] = shares.get(text, 0.0) + share

    def opinions(self, word: Word) -> list[float]:
        """Give how well each way agrees with the other places: logs of shares, added."""
        result = [0.0] * len(word.options)
        for place, key in enumerate(word.keys):
            others = self._count.get(key, 0) - 1
            if others < 1:
                continue
            own = word.shares(place)
            total = others + _UNSHOWN * len(own)
            for number, (chosen, _) in enumerate(word.options):
                text = word.slots[place].candidates[chosen[place]][0]
                shown = max(self._shares[key][text] - own[text], 0.0)
                result[number] += math.log((shown + _UNSHOWN) / total)
        return result

    def weighed(self, word: Word) -> Word:
        """Give the word with the scores that the other places leave it."""
        if len(word.options) < 2:
            return word
        heard = zip(word.options, self.opinions(word), strict=True)
        return replace(word, options=[(w, score + AGREEMENT * o) for (w, score), o in heard])


def _rescored(
    lattice: Lattice,
    groups: Sequence[tuple[int, int]],
    found: Sequence[Options],
    scorer: Scorer,
    words: Mapping[str, float],
) -> list[Options]:
    """Give the words with all opinions, each asked about among the best of the others."""
    result = list(found)
    best = [options[0][0] for options in found]
    parts = lattice.parts(best)
    for _ in range(_ROUNDS):
        before = list(best)
        for number, options in enumerate(found):
            few = likely(options)
            if len(few) < 2:
                continue
            asked = opinions(lattice, parts, groups[number], few, scorer, words)
            result[number] = [
                (chosen, sum(map(mul, WEIGHTS, opinion)))
                for (chosen, _), opinion in zip(few, asked, strict=True)
            ]
            best[number] = max(result[number], key=lambda option: option[1])[0]
            lattice.fill(parts, groups[number][0], best[number])
        if best == before:
            break
    return result


def likely(options: Options) -> Options:
    """Give the ways to fill a word that come into question, the likeliest first.

    >>> likely([((0,), -0.1), ((1,), -3.0), ((2,), -30.0)])
    [((0,), -0.1), ((1,), -3.0)]
    """
    return [o for o in options[:_MAX_WORDS] if o[1] > options[0][1] - _MAX_NATS]


def opinions(
    lattice: Lattice,
    parts: Sequence[str],
    group: tuple[int, int],
    few: Options,
    scorer: Scorer,
    words: Mapping[str, float],
) -> list[Opinion]:
    """Give what is known of the ways `few` to fill the slots of `group`, (first, last).

    `parts` is the line as `Lattice.parts` gives it, with the best of the other words.
    """
    first, last = group
    before = _before(parts, 2 * first + 1)
    after = _after(parts, 2 * last + 2)
    bodies = [lattice.filled(first, chosen) for chosen, _ in few]
    head, tail = _cut_before(before), _cut_after(after)
    scores = scorer([_MARKS.sub("", head + body + tail).replace("\n", " ") for body in bodies])
    start, end = _HANGUL_BEFORE.search(before), _HANGUL_AFTER.match(after)
    assert start and end
    counts = [
        [words.get(word, 0.0) for word in WORD.findall(start.group() + body + end.group())]
        for body in bodies
    ]
    return [
        (nats, score, sum(map(math.log1p, met)), sum(not n for n in met))
        for (_, nats), score, met in zip(few, scores, counts, strict=True)
    ]


_HANGUL_BEFORE = re.compile("[가-힣]*$")
_HANGUL_AFTER = re.compile("[가-힣]*")


def _before(parts: Sequence[str], end: int) -> str:
    """Give what stands before the part `end`, as far as it is looked at and a little more."""
    start, size = end, 0
    while start and size < _LOOKED_AT:
        start -= 1
        size += len(parts[start])
    return "".join(parts[start:end])


def _after(parts: Sequence[str], start: int) -> str:
    """Give what stands from the part `start` on, as far as it is looked at and a little more."""
    end, size = start, 0
    while end < len(parts) and size < _LOOKED_AT:
        size += len(parts[end])
        end += 1
    return "".join(parts[start:end])


def _cut_before(head: str) -> str:
    if len(head) <= _WINDOW:
        return head
    head = head[-_WINDOW:]
    return head[head.find(" ") + 1 :]


def _cut_after(tail: str) -> str:
    if len(tail) <= _WINDOW // 2:
        return tail
    # The end of the word itself stands in the tail: it is never cut before a space.
    tail = tail[: _WINDOW // 2]
    cut = tail.rfind(" ")
    return tail[:cut] if cut > 0 else tail
