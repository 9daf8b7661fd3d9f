"""Which pairs of syllables and which words Korean has, as far as texts and Kiwi know them.

Texts that were read are counted by the repair, and Kiwi was asked of every pair of syllables
(`make_attested`). What came of it is in `attested.bin`: a bit for each pair, and a Bloom filter of
words, which takes one word of 5,000 for met that was not.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).parent / "attested.bin"
_HASHES = 8
_BITS_A_WORD = 18
# Behind a word that was met as it stands, and behind a noun; beginnings of words have nothing.
_WHOLE, _NOUN = "$", "*"


class Attested(NamedTuple):
    """What is known: the numbers of syllables, a bit for each pair of them, and a Bloom filter."""

    numbers: dict[str, int]
    pairs: bytes
    words: bytes

    def has_pair(self, first: str, second: str) -> bool:
        """Tell whether two syllables stand side by side in some word."""
        one, other = self.numbers.get(first), self.numbers.get(second)
        if one is None or other is None:
            return False
        at = one * len(self.numbers) + other
        return bool(self.pairs[at >> 3] >> (at & 7) & 1)

    def has_word(self, word: str) -> bool:
        """Tell whether a word was met as it stands."""
        return self._has(word + _WHOLE)

    def has_noun(self, word: str) -> bool:
        """Tell whether a word was met as a noun, often enough."""
        return self._has(word + _NOUN)

    def has_beginning(self, letters: str) -> bool:
        """Tell whether any word that was met begins so, with two syllables or more."""
        return self._has(letters)

    def _has(self, key: str) -> bool:
        return all(self.words[at >> 3] >> (at & 7) & 1 for at in _places(key, 8 * len(self.words)))


@functools.cache
def attested() -> Attested:
    """Give what the table beside this module knows.

    >>> known = attested()
    >>> known.has_pair("함", "수"), known.has_pair("렴", "갈")
    (True, False)
    >>> known.has_word("함수를"), known.has_noun("함수"), known.has_beginning("햠수")
    (True, True, False)
    """
    return from_bytes(TABLE.read_bytes())


def to_bytes(
    pairs: Collection[str], words: Iterable[str], nouns: Iterable[str], beginnings: Iterable[str]
) -> bytes:
    """Give what is known as a file: the syllables, then the pairs, then the words."""
    syllables = "".join(sorted(set("".join(pairs))))
    numbers = {syllable: number for number, syllable in enumerate(syllables)}
    bits = bytearray(-(-(len(syllables) ** 2) // 8))
    for pair in pairs:
        _set(bits, numbers[pair[0]] * len(syllables) + numbers[pair[1]])
    keys = {*beginnings, *(word + _WHOLE for word in words), *(word + _NOUN for word in nouns)}
    filtered = bytearray(-(-_BITS_A_WORD * len(keys) // 8))
    for key in keys:
        for at in _places(key, 8 * len(filtered)):
            _set(filtered, at)
    return syllables.encode() + b"\n" + bytes(bits) + bytes(filtered)


def from_bytes(data: bytes) -> Attested:
    """Give back what `to_bytes` wrote.

    >>> known = from_bytes(to_bytes(["가나"], ["가나를"], ["가나"], ["가나", "가나를"]))
    >>> known.has_pair("가", "나"), known.has_pair("나", "가"), known.has_word("가나를")
    (True, False, True)
    """
    head, _, rest = data.partition(b"\n")
    syllables = head.decode()
    size = -(-(len(syllables) ** 2) // 8)
    return Attested({s: n for n, s in enumerate(syllables)}, rest[:size], rest[size:])


def _set(bits: bytearray, at: int) -> None:
    bits[at >> 3] |= 1 << (at & 7)


def _places(key: str, size: int) -> Iterator[int]:
    """Give the bits that stand for a key, of so many."""
    digest = hashlib.blake2b(key.encode(), digest_size=16).digest()
    first, step = int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")
    return ((first + number * step) % size for number in range(_HASHES))
