"""A model of Korean by its syllables: how likely one is after the few before it."""

from __future__ import annotations

import lzma
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

ORDER = 5
COUNTS = Path(__file__).parent / "syllables.xz"
START = "\n"

# Taken off each count and given to what was not seen (absolute discounting, Ney et al. 1994).
_DISCOUNT = 0.9
# Each of the syllables of Unicode, and some signs, counts as seen a little.
_UNSEEN = 0.1
_SYLLABLES = 12_000
_CACHE_SIZE = 1_000_000
_MARKS = re.compile(r"[`*_]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+")
_DIGITS = re.compile(r"[0-9]+")
_SPACES = re.compile(r"[ \t\u00a0]+")
_QUOTES = str.maketrans("“”„‟‘’‚‛", "\"\"\"\"''''")


def reduced(text: str) -> str:
    """Give `text` as the model sees it: words in Latin letters are `a`, numbers `0`, no marks.

    >>> reduced("`jit`을 12번 **부릅니다**.")
    'a을 0번 부릅니다.'
    """
    text = _MARKS.sub("", text).translate(_QUOTES)
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


class SyllableModel:
    """Counts of short strings, read as probabilities of the next character.

    >>> model = SyllableModel(count(["함수를 부릅니다", "함수가 있습니다"]))
    >>> model.probability("함", "수") > model.probability("함", "를")
    True
    """

    def __init__(
        self,
        counts: Mapping[str, float],
        order: int = ORDER,
        *,
        kept: Mapping[str, float] | None = None,
        more: Mapping[str, float] | None = None,
    ) -> None:
        """`more` is counted on top of `counts`; `kept` is what `_kept_of` gives for `counts`."""
        self.order = order
        self._counts = counts
        self._more = more or {}
        self._kept = kept if kept is not None else _kept_of(counts)
        self._kept_more: dict[str, float] = {}
        for string, number in self._more.items():
            if len(string) > 1:
                old = counts.get(string, 0.0)
                change = max(old + number - _DISCOUNT, 0.0) - max(old - _DISCOUNT, 0.0)
                self._kept_more[string[:-1]] = self._kept_more.get(string[:-1], 0.0) + change
        self._total = sum(
            number
            for table in (counts, self._more)
            for string, number in table.items()
            if len(string) == 1
        )
        self._cache: dict[str, float] = {}

    def probability(self, context: str, character: str) -> float:
        """Give the probability of `character` after `context`, both as `reduced` gives them."""
        context = context[-(self.order - 1) :]
        key = context + character
        known = self._cache.get(key)
        if known is not None:
            return known
        found = self._counts.get(key, 0.0) + self._more.get(key, 0.0)
        if not context:
            result = (found + _UNSEEN) / (self._total + _SYLLABLES * _UNSEEN)
        else:
            result = self.probability(context[1:], character)
            kept = self._kept.get(context, 0.0) + self._kept_more.get(context, 0.0)
            if kept > 0.0:
                head = self._counts.get(context, 0.0) + self._more.get(context, 0.0)
                head = max(head, kept + _DISCOUNT)
                result = max(found - _DISCOUNT, 0.0) / head + (1.0 - kept / head) * result
        if len(self._cache) > _CACHE_SIZE:
            self._cache.clear()
        self._cache[key] = result
        return result

    def with_text(self, lines: Iterable[str], weight: float = 1.0) -> SyllableModel:
        """Give a model that has read `lines` too, each as if it had been met `weight` times."""
        more = dict(self._more)
        for string, number in count(lines, self.order).items():
            more[string] = more.get(string, 0.0) + number * weight
        return SyllableModel(self._counts, self.order, kept=self._kept, more=more)


def _kept_of(counts: Mapping[str, float]) -> dict[str, float]:
    """Give for each context how much of its count stays with what was seen after it."""
    kept: dict[str, float] = {}
    for string, number in counts.items():
        if len(string) > 1:
            head = string[:-1]
            kept[head] = kept.get(head, 0.0) + max(number - _DISCOUNT, 0.0)
    return kept


def to_bytes(counts: Mapping[str, float]) -> bytes:
    """Give the counts as a file: by length, sorted, all first characters, all second ones, ...

    So columns are long runs, which compress to a byte a string, and are read back at once.
    """
    parts: list[str] = []
    for size in range(1, max(map(len, counts)) + 1):
        strings = sorted(string for string in counts if len(string) == size)
        columns = ["".join(string[i] for string in strings) for i in range(size)]
        numbers = " ".join(str(int(counts[string])) for string in strings)
        parts += [f"{len(strings)} {len(numbers)}\n", *columns, numbers]
    return lzma.compress("".join(parts).encode(), preset=9 | lzma.PRESET_EXTREME)


def from_bytes(data: bytes) -> dict[str, float]:
    """Give back the counts that `to_bytes` wrote.

    >>> from_bytes(to_bytes({"가": 3, "가나": 2}))
    {'가': 3.0, '가나': 2.0}
    """
    text = lzma.decompress(data).decode()
    counts: dict[str, float] = {}
    at = 0
    size = 0
    while at < len(text):
        size += 1
        head = text.index("\n", at)
        number, length = map(int, text[at:head].split())
        at = head + 1
        columns = [text[at + i * number : at + (i + 1) * number] for i in range(size)]
        at += size * number
        values = map(float, text[at : at + length].split())
        counts.update(zip(map("".join, zip(*columns, strict=True)), values, strict=True))
        at += length
    return counts


@cache
def shipped() -> SyllableModel:
    """Give the model beside this file; `train.py` says what it has read."""
    return SyllableModel(from_bytes(COUNTS.read_bytes()))
