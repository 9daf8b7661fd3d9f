"""Hangul syllables by how they end, and where a text has one that ends so."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

_FIRST, _LAST = 0xAC00, 0xD7A3
# In the order of Unicode; the first stands for a syllable that ends in a vowel.
_FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"


def final_of(syllable: str) -> str | None:
    """Give the consonant that a syllable ends in, "" for none, None for what is no syllable.

    >>> [final_of(one) for one in "값해열a"]
    ['ㅄ', '', 'ㄹ', None]
    """
    code = ord(syllable)
    return _FINALS[(code - _FIRST) % len(_FINALS)] if _FIRST <= code <= _LAST else None


def with_final(syllable: str, final: str) -> str:
    """Give a syllable with another end.

    >>> with_final("리", "ㅂ"), with_final("함", "ㅂ")
    ('립', '합')
    """
    start = ord(syllable) - (ord(syllable) - _FIRST) % len(_FINALS)
    return chr(start + _FINALS.index(final))


def vowel_of(syllable: str) -> str | None:
    """Give the vowel of a syllable, None for what is no syllable.

    >>> vowel_of("값"), vowel_of("a")
    ('ㅏ', None)
    """
    code = ord(syllable)
    if not _FIRST <= code <= _LAST:
        return None
    return _VOWELS[(code - _FIRST) // len(_FINALS) % len(_VOWELS)]


def with_vowel(syllable: str, vowel: str) -> str:
    """Give a syllable with another vowel.

    >>> with_vowel("크", "ㅓ"), with_vowel("값", "ㅗ")
    ('커', '곲')
    """
    code = ord(syllable) - _FIRST
    step = len(_FINALS)
    first = code // (step * len(_VOWELS))
    return chr(_FIRST + (first * len(_VOWELS) + _VOWELS.index(vowel)) * step + code % step)


def ending_in(*finals: str, but: str = "") -> str:
    """Give all syllables that end in one of these consonants, "" for a vowel, in their order.

    >>> len(ending_in("ㄹ")), ending_in("", "ㄴ")[:4], ending_in("ㅆ", but="있겠")[:3]
    (399, '가간개갠', '갔갰걌')
    """
    starts = (_FIRST + _FINALS.index(final) for final in finals)
    found = {chr(code) for start in starts for code in range(start, _LAST + 1, len(_FINALS))}
    return "".join(sorted(found.difference(but)))


def stands_in(sign: str, text: str) -> bool:
    """Tell whether a text has a sign; a consonant before it stands for all that end in it.

    It takes a fraction of the time that compiling a pattern with these syllables does.

    >>> [stands_in("ㄹ수", text) for text in ("할수 있다", "할 수 있다", "변수")]
    [True, False, False]
    """
    if not sign or sign[0] not in _FINALS:
        return sign in text
    rest = sign[1:]
    at = text.find(rest, 1)
    while at > 0:
        if final_of(text[at - 1]) == sign[0]:
            return True
        at = text.find(rest, at + 1)
    return False


def words_in(words: Iterable[str], text: str) -> tuple[str, ...]:
    """Give those words that a text has, also within others.

    >>> words_in(["메세지", "메시지", "아키텍쳐"], "메세지를 보냅니다")
    ('메세지',)
    """
    pairs = set(map("".join, itertools.pairwise(text)))
    return tuple(word for word in words if (len(word) < 2 or word[:2] in pairs) and word in text)
