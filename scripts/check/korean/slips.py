"""What one slip of the hand makes of a Korean word: another letter, or syllables swapped."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping

from scripts.hangul import FINALS, INITIALS, VOWELS, letters_of, syllable_of

# The letters of the Korean keyboard of two sets, a row of keys a line.
_ROWS = ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ")
# What sounds alike, or nearly so.
_ALIKE = """
ㅐㅔ ㅔㅐ ㅚㅙㅞ ㅙㅚㅞ ㅞㅙㅚ ㅖㅔ ㅢㅣㅡ ㅓㅕㅡ ㅕㅓ ㅗㅜ ㅜㅗ ㅏㅑ
ㄱㅋㄲ ㄷㅌㄸ ㅂㅍㅃ ㅅㅆ ㅈㅊㅉ ㅋㄱ ㅌㄷ ㅍㅂ ㅊㅈ ㄲㄱ ㄸㄷ ㅆㅅ ㅃㅂ ㅉㅈ
"""
# Shorter words lose a syllable and are others.
LEAST_THAT_LOSES = 4


def slips_of(word: str) -> tuple[str, ...]:
    """Give what one slip makes of a word, in order: another letter, two syllables swapped, ...

    >>> slips = slips_of("함수")
    >>> [one in slips for one in ("햠수", "함슈", "하수", "수함", "함함수", "행수")]
    [True, True, True, True, True, False]
    """
    return tuple(sorted(slips(word)))


def slips(word: str) -> set[str]:
    """Give what one slip makes of a word, in no order."""
    found = set()
    for at, syllable in enumerate(word):
        for other in _slips_of(syllable):
            found.add(word[:at] + other + word[at + 1 :])
        found.add(word[: at + 1] + word[at:])
        found.add(word[:at] + word[at : at + 2][::-1] + word[at + 2 :])
        if len(word) >= LEAST_THAT_LOSES:
            found.add(word[:at] + word[at + 1 :])
    return found - {word}


@functools.lru_cache(maxsize=4096)
def _slips_of(syllable: str) -> tuple[str, ...]:
    """Give the syllables that one other letter makes: of the key beside, or of a like sound."""
    return tuple(_with_another(syllable, _mistaken()))


@functools.lru_cache(maxsize=4096)
def _meant_by(syllable: str) -> tuple[str, ...]:
    """Give the syllables of which one other letter makes this one, as `_slips_of` does."""
    return tuple(_with_another(syllable, _meant_letters()))


def _with_another(syllable: str, others: Mapping[str, str]) -> Iterator[str]:
    """Give a syllable with one letter that stands for its own, and with each other end.

    >>> "".join(_with_another("하", {"ㅎ": "ㄱㅏ", "ㅏ": "ㅓㄴ"}))[:4]
    '가허학핚'
    """
    initial, vowel, final = letters_of(syllable)
    yield from (syllable_of(o, vowel, final) for o in others.get(initial, "") if o in INITIALS)
    yield from (syllable_of(initial, o, final) for o in others.get(vowel, "") if o in VOWELS)
    yield from (syllable_of(initial, vowel, o) for o in FINALS if o != final)


@functools.cache
def _mistaken() -> Mapping[str, str]:
    """Give, for each letter, those that are typed for it."""
    keys = {
        letter: (row, 2 * at + row)
        for row, letters in enumerate(_ROWS)
        for at, letter in enumerate(letters)
    }
    found = defaultdict(str, {one[0]: one[1:] for one in _ALIKE.split()})
    for letter, (row, at) in keys.items():
        found[letter] += "".join(
            other
            for other, (its_row, its_at) in keys.items()
            if other != letter and abs(row - its_row) <= 1 and abs(at - its_at) <= 2
        )
    return found


@functools.cache
def _meant_letters() -> Mapping[str, str]:
    """Give, for each letter, those for which it is typed."""
    found: dict[str, str] = defaultdict(str)
    for letter, others in _mistaken().items():
        for other in others:
            found[other] += letter
    return found


def origins_of(word: str) -> Iterator[str]:
    """Give all that a word may be a slip of but longer ones, some of them twice.

    >>> origins = list(origins_of("햠수"))
    >>> [one in origins for one in ("함수", "수햠", "하무스")]
    [True, True, False]
    """
    for at, syllable in enumerate(word):
        before, behind = word[:at], word[at + 1 :]
        for other in _meant_by(syllable):
            yield before + other + behind
        yield word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
        if word[at : at + 1] == word[at + 1 : at + 2]:
            yield word[:at] + word[at + 1 :]
