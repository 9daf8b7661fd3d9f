"""A model of Korean by its syllables: how likely one is after the few before it."""

from __future__ import annotations

import lzma
import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np

ORDER = 5
COUNTS = Path(__file__).parent / "syllables.xz"
START = "\n"

# Taken off each count and given to what was not seen.
_DISCOUNT = 0.9
# Stands for all that was met too rarely after a context to be kept.
RARE = "\0"
# What was met less often is too rare.
RARE_COUNT = 2
# Each of the syllables of Unicode, and some signs, counts as seen a little.
_UNSEEN = 0.1
_SYLLABLES = 12_000
_CACHE_SIZE = 1_000_000
_NODES = 200_000
_SHARES = 50_000
_MARKS = re.compile(r"[`*_]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+")
_DIGITS = re.compile(r"[0-9]+")
_SPACES = re.compile(r"[ \t\u00a0]+")
_SIGNS = re.compile("[\u2010-\u2017\u2020-\u2bff\u3000-\u303f\ufe00-\ufe0f\U00010000-\U0010ffff]+")
_QUOTES = str.maketrans("“”„‟‘’‚‛", "\"\"\"\"''''")


def reduced(text: str) -> str:
    """Give `text` as the model sees it: words in Latin letters are `a`, numbers `0`, no marks.

    Arrows, emoji and other signs are all one: `signs` knows which of them it is.

    >>> reduced("`jit`을 12번 **부릅니다** 🎉.")
    'a을 0번 부릅니다 →.'
    """
    text = _SIGNS.sub("→", _MARKS.sub("", text.translate(_QUOTES)))
    return _SPACES.sub(" ", _DIGITS.sub("0", _LATIN.sub("a", text)))


def count(lines: Iterable[str], order: int = ORDER) -> Counter[str]:
    """Count all strings of one to `order` characters; a line opens with `START`.

    >>> count(["가가"], 2)[START + "가"]
    1
    """
    counts: Counter[str] = Counter()
    for line in lines:
        text = START + reduced(line) + START
        length = len(text)
        for size in range(1, order + 1):
            counts.update(text[i : i + size] for i in range(length - size + 1))
    return counts


def condensed(counts: Mapping[str, int], rare: int = RARE_COUNT) -> dict[str, int]:
    """Give what the model keeps of `counts`, which hold all strings up to a length.

    A string shorter than the longest ones counts once for each character that was met before it:
    after an unknown context, a syllable that stands in many words is likelier than one that is
    only frequent (Kneser and Ney 1995). The longest strings count as often as they were met; of
    those met less than `rare` times only the sum is kept for each context.

    >>> condensed({"가": 9, "나": 2, "다": 1, "가나": 1, "다나": 1, "나가": 8}, 2)["나"]
    2
    """
    longest = max(map(len, counts), default=0)
    before: Counter[str] = Counter(string[1:] for string in counts if len(string) > 1)
    result: dict[str, int] = {}
    seldom: Counter[str] = Counter()
    for string, number in counts.items():
        if len(string) < longest:
            # Nothing is ever met before a start.
            result[string] = number if string[0] == START else max(before[string], 1)
        elif number >= rare:
            result[string] = number
        else:
            seldom[string[:-1]] += number
    kept = {string[:-1] for string in result if len(string) == longest}
    return result | {head + RARE: number for head, number in seldom.items() if head in kept}


# A character of the alphabet is a number of so many bits; five of them fit in 64.
_BITS = 12
_LONGEST = 64 // _BITS


class Counts:
    """Counts of strings of one to `order` characters: 12 bytes a string in memory.

    >>> counts = Counts.of({"가": 3, "나": 1, "가나": 2})
    >>> counts.number("가"), counts.number("다"), counts.after("가"), counts.after("나")
    (3, 0, {'나': 2}, {})
    """

    def __init__(
        self, alphabet: str, keys: Sequence[array[int]], numbers: Sequence[array[int]]
    ) -> None:
        """`keys` are the sorted strings of each length, a character being its place in `alphabet`.

        `numbers` are their counts.
        """
        self.order = len(keys)
        self.alphabet = alphabet
        self._ids = {character: number for number, character in enumerate(alphabet)}
        self._keys = keys
        self._numbers = numbers

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> Counts:
        """Give the counts of a mapping.

        Raises ValueError where it holds nothing, too many characters or too long a string.
        """
        longest = max(map(len, counts), default=0)
        if not 0 < longest <= _LONGEST:
            raise ValueError(f"strings of 1 to {_LONGEST} characters are counted, not {longest}")
        alphabet = "".join(sorted(set(chain.from_iterable(counts))))
        if len(alphabet) > 1 << _BITS:
            raise ValueError(f"{len(alphabet)} characters are more than {1 << _BITS}")
        ids = {character: number for number, character in enumerate(alphabet)}
        keys: list[array[int]] = []
        numbers: list[array[int]] = []
        for size in range(1, longest + 1):
            level = sorted((_key(s, ids), n) for s, n in counts.items() if len(s) == size)
            keys.append(array("Q", [key for key, _ in level]))
            numbers.append(array("I", [number for _, number in level]))
        return cls(alphabet, keys, numbers)

    def number(self, text: str) -> int:
        """Give the count of `text`."""
        key = self._key(text) if 0 < len(text) <= self.order else None
        if key is None:
            return 0
        keys = self._keys[len(text) - 1]
        at = bisect_left(keys, key)
        return self._numbers[len(text) - 1][at] if at < len(keys) and keys[at] == key else 0

    def after(self, context: str) -> dict[str, int]:
        """Give the characters that were met after `context`, with the counts of both together."""
        key = self._key(context) if len(context) < self.order else None
        if key is None:
            return {}
        first = key << _BITS
        keys = self._keys[len(context)]
        start = bisect_left(keys, first)
        if start == len(keys) or keys[start] >= first + (1 << _BITS):
            return {}
        end = bisect_left(keys, first + (1 << _BITS), start)
        characters = [self.alphabet[key - first] for key in keys[start:end]]
        return dict(zip(characters, self._numbers[len(context)][start:end], strict=True))

    def strings(self) -> dict[str, int]:
        """Give all strings with their counts, the shortest first.

        >>> Counts.of({"가나": 2, "가": 3}).strings()
        {'가': 3, '가나': 2}
        """
        result: dict[str, int] = {}
        for size, (keys, numbers) in enumerate(zip(self._keys, self._numbers, strict=True), 1):
            places = [_BITS * place for place in range(size - 1, -1, -1)]
            mask = (1 << _BITS) - 1
            for key, number in zip(keys, numbers, strict=True):
                result["".join([self.alphabet[key >> at & mask] for at in places])] = number
        return result

    def _key(self, text: str) -> int | None:
        """Give the number that stands for `text`, or None where a character was never met."""
        try:
            return _key(text, self._ids)
        except KeyError:
            return None

    def to_bytes(self) -> bytes:
        """Give the counts as a file: for each length all first characters, all second ones, ...

        Sorted columns are long runs, so a string takes two bytes once they are compressed.
        """
        head = " ".join(str(len(keys)) for keys in self._keys)
        parts = [f"{head} {len(self.alphabet)}\n".encode(), self.alphabet.encode("utf-32-le")]
        for size, (keys, numbers) in enumerate(zip(self._keys, self._numbers, strict=True), 1):
            strings = np.array(keys, dtype=np.uint64)
            for place in range(size - 1, -1, -1):
                column = (strings >> np.uint64(_BITS * place)) & np.uint64((1 << _BITS) - 1)
                parts += _planes(column, 2)
            parts += _planes(np.array(numbers), 4)
        return lzma.compress(b"".join(parts), preset=9 | lzma.PRESET_EXTREME)

    @classmethod
    def from_bytes(cls, data: bytes) -> Counts:
        """Give back the counts that `to_bytes` wrote.

        >>> Counts.from_bytes(Counts.of({"가": 300, "가나": 2}).to_bytes()).number("가")
        300
        """
        data = lzma.decompress(data)
        head, _, _ = data.partition(b"\n")
        *sizes, letters = map(int, head.split())
        at = len(head) + 1
        alphabet = data[at : at + 4 * letters].decode("utf-32-le")
        at += 4 * letters
        keys: list[array[int]] = []
        numbers: list[array[int]] = []
        for length, size in enumerate(sizes, 1):
            strings = np.zeros(size, dtype=np.uint64)
            for _ in range(length):
                strings = strings << np.uint64(_BITS) | _from_planes(data, at, size, 2)
                at += 2 * size
            keys.append(array("Q", strings.tobytes()))
            column = _from_planes(data, at, size, 4).astype(np.uint32)
            numbers.append(array("I", column.tobytes()))
            at += 4 * size
        return cls(alphabet, keys, numbers)


def _key(text: str, ids: Mapping[str, int]) -> int:
    key = 0
    for character in text:
        key = key << _BITS | ids[character]
    return key


_Column = np.ndarray[tuple[int], np.dtype[np.uint64]]
_Shares = np.ndarray[tuple[int], np.dtype[np.float64]]


def _planes(column: np.ndarray[tuple[int], np.dtype[np.generic]], width: int) -> list[bytes]:
    """Give the lowest bytes of all numbers, then the next ones: each compresses by itself."""
    wide = column.astype(np.uint64)
    return [
        ((wide >> np.uint64(8 * place)) & np.uint64(255)).astype(np.uint8).tobytes()
        for place in range(width)
    ]


def _from_planes(data: bytes, at: int, size: int, width: int) -> _Column:
    column = np.zeros(size, dtype=np.uint64)
    for place in range(width):
        plane = np.frombuffer(data, dtype=np.uint8, count=size, offset=at + place * size)
        column |= plane.astype(np.uint64) << np.uint64(8 * place)
    return column


@dataclass(frozen=True)
class _Node:
    """What comes after a context: discounted counts, out of how many, and the share left over."""

    kept: Mapping[str, float]
    total: float
    rest: float


class SyllableModel:
    """Counts of short strings, as `condensed` gives them, read as probabilities of what comes next.

    >>> model = SyllableModel(Counts.of(condensed(count(["함수를 부릅니다", "함수가 있습니다"]))))
    >>> model.probability("함", "수") > model.probability("함", "를")
    True
    """

    def __init__(
        self,
        counts: Counts,
        more: Mapping[str, float] | None = None,
        nodes: dict[str, _Node] | None = None,
    ) -> None:
        """`more` is counted on top of `counts`; `nodes` are known of `counts` alone."""
        self.order = counts.order
        self._counts = counts
        self._more = more or {}
        self._more_after: dict[str, dict[str, float]] = {}
        for string, number in self._more.items():
            self._more_after.setdefault(string[:-1], {})[string[-1]] = number
        self._singles = self._with_more("")
        self._total = sum(self._singles.values())
        self._own: dict[str, _Node] = {}
        self._shared = {} if nodes is None else nodes
        self._ends: dict[str, str] = {}
        self._cache: dict[str, float] = {}
        self._shares: dict[tuple[str, str], _Shares] = {}
        self._places: dict[str, dict[str, list[int]]] = {}

    def shares(self, context: str, characters: str) -> _Shares:
        """Give the probability of each of some characters after `context`; shape: (characters,).

        >>> model = SyllableModel(Counts.of(condensed(count(["함수를", "함수가"]))))
        >>> model.shares("함수", "를가").round(1).tolist() == [
        ...     round(model.probability("함수", character), 1) for character in "를가"
        ... ]
        True
        """
        context = self._met(context[-(self.order - 1) :])
        known = self._shares.get((context, characters))
        if known is not None:
            return known
        if not context:
            result = np.array([self.probability("", character) for character in characters])
        else:
            node = self._node(context)
            result = self.shares(context[1:], characters) * node.rest
            places = self._places.get(characters)
            if places is None:
                places = self._places[characters] = {}
                for place, character in enumerate(characters):
                    places.setdefault(character, []).append(place)
            for character in places.keys() & node.kept.keys():
                share = node.kept[character] / node.total
                for place in places[character]:
                    result[place] += share
        if len(self._shares) > _SHARES:
            self._shares.clear()
            self._places.clear()
        self._shares[context, characters] = result
        return result

    def probability(self, context: str, character: str) -> float:
        """Give the probability of `character` after `context`, both as `reduced` gives them.

        >>> model = SyllableModel(Counts.of(condensed(count(["함수를", "함수가"]))))
        >>> model.probability("함수", "를") > model.probability("함수", "는") > 0
        True
        """
        context = self._met(context[-(self.order - 1) :])
        key = context + character
        known = self._cache.get(key)
        if known is not None:
            return known
        if context:
            node = self._node(context)
            result = node.kept.get(character, 0.0) / node.total
            result += node.rest * self.probability(context[1:], character)
        else:
            found = self._singles.get(character, 0.0) + _UNSEEN
            result = found / (self._total + _SYLLABLES * _UNSEEN)
        if len(self._cache) > _CACHE_SIZE:
            self._cache.clear()
        self._cache[key] = result
        return result

    def _met(self, context: str) -> str:
        """Give the longest end of `context` after which anything was met: it says all there is.

        Where nothing was met after an end of it, nothing was after the whole.
        """
        known = self._ends.get(context)
        if known is None:
            known = self._met(context[1:]) if context else ""
            if known == context[1:] and context and self._node(context).kept:
                known = context
            if len(self._ends) > _CACHE_SIZE:
                self._ends.clear()
            self._ends[context] = known
        return known

    def _node(self, context: str) -> _Node:
        """Give what comes after a context, and remember it."""
        # Other texts share a node about which this one says nothing.
        nodes = self._own if context in self._more_after else self._shared
        node = nodes.get(context)
        if node is not None:
            return node
        here = self._with_more(context)
        total = sum(here.values())
        kept = {c: n - _DISCOUNT for c, n in here.items() if n > _DISCOUNT and c != RARE}
        node = _Node(kept, total, 1.0 - sum(kept.values()) / total if total else 1.0)
        if len(nodes) > _NODES:
            nodes.clear()
        nodes[context] = node
        return node

    def _with_more(self, context: str) -> Mapping[str, float]:
        """Give the counts of what was met after a context, here and in what was read on top."""
        here = self._counts.after(context)
        more = self._more_after.get(context)
        if not more:
            return here
        result: dict[str, float] = dict(here)
        for character, number in more.items():
            result[character] = result.get(character, 0.0) + number
        return result

    def with_text(self, lines: Iterable[str], weight: float = 1.0) -> SyllableModel:
        """Give a model that has read `lines` too, each as if it had been met `weight` times.

        >>> model = SyllableModel(Counts.of(condensed(count(["함수를", "함수가"]))))
        >>> read = model.with_text(["함수는"])
        >>> read.probability("함수", "는") > model.probability("함수", "는")
        True
        """
        more = dict(self._more)
        for string, number in count(lines, self.order).items():
            more[string] = more.get(string, 0.0) + number * weight
        return SyllableModel(self._counts, more, self._shared)


@cache
def shipped() -> SyllableModel:
    """Give the model beside this file; `train.py` says what it has read.

    >>> shipped().probability("함", "수") > shipped().probability("함", "슈")
    True
    """
    return SyllableModel(Counts.from_bytes(COUNTS.read_bytes()))
