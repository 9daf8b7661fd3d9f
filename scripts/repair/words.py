"""Which words of Korean were met, and how often: a word is a run of syllables."""

from __future__ import annotations

import lzma
import re
from collections import ChainMap, Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

COUNTS = Path(__file__).parent / "words.xz"
WORD = re.compile("[가-힣]+")


def count_words(lines: Iterable[str]) -> Counter[str]:
    """Count the words of some lines, each with the particles that it stands with.

    >>> count_words(["함수의 값과 `jit`의 값"])["의"]
    1
    """
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(WORD.findall(line))
    return counts


def to_bytes(counts: Mapping[str, int]) -> bytes:
    """Give the counts as a file: the words, sorted, a line each, and then their numbers."""
    words = sorted(counts)
    numbers = " ".join(str(counts[word]) for word in words)
    text = "\n".join([*words, numbers])
    return lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)


def from_bytes(data: bytes) -> dict[str, int]:
    """Give back the counts that `to_bytes` wrote.

    >>> from_bytes(to_bytes({"값": 3, "함수": 2}))
    {'값': 3, '함수': 2}
    """
    *words, numbers = lzma.decompress(data).decode().split("\n")
    return dict(zip(words, map(int, numbers.split()), strict=True))


@cache
def shipped() -> dict[str, int]:
    """Give the counts beside this file; `train.py` says where they come from.

    >>> shipped()["함수"] > shipped().get("햠수", 0)
    True
    """
    return from_bytes(COUNTS.read_bytes())


def with_text(lines: Iterable[str]) -> Mapping[str, int]:
    """Give the shipped counts with the words of `lines` on top.

    >>> with_text(["값"])["값"] - shipped()["값"]
    1
    """
    base = shipped()
    more = {word: number + base.get(word, 0) for word, number in count_words(lines).items()}
    return ChainMap(more, base)
