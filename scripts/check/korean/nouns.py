"""The nouns that are known, and words that are made of them."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path


@functools.cache
def nouns() -> frozenset[str]:
    """Give the nouns of the list beside this module."""
    text = (Path(__file__).parent / "nouns.txt").read_bytes().decode("utf-8")
    lines = (line for line in text.split("\n") if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


def is_listed(word: str) -> bool:
    """Tell whether a word is one of the nouns that are known, and not two of them."""
    return word in nouns()


# With one of these at its end a noun is another one: 단어수, 병렬화, 요청문. Left out are those
# that make yet other words with what looks like a particle: 단가, 판로, 함수도.
_ENDS = frozenset("수자기화비료세체류문식형률율법점층망량명군권함력성팀")


def ends_in_noun(word: str) -> bool:
    """Tell whether the end of a word is one of the nouns that are known, of two syllables or more.

    >>> ends_in_noun("매개변수"), ends_in_noun("아이")
    (True, False)
    """
    return is_noun(word) or any(word[cut:] in nouns() for cut in range(len(word) - 1))


def is_noun(word: str) -> bool:
    """Tell whether a word is one of the nouns that are known, two of them, or made of one.

    >>> is_noun("함수"), is_noun("손실함수"), is_noun("토큰수"), is_noun("먹이")
    (True, True, True, False)
    """
    known = nouns()
    if word in known or (len(word) > 2 and word[-1] in _ENDS and word[:-1] in known):
        return True
    return any(word[cut:] in known and word[:cut] in known for cut in range(1, len(word)))


def last_nouns(terms: Iterable[str]) -> frozenset[str]:
    """Give the last words of a glossary's terms, but for what describes a noun.

    >>> sorted(last_nouns(["정적 인자", "형태", "해시할 수 있는", ""]))
    ['인자', '형태']
    """
    last = (word for term in terms for word in term.split()[-1:])
    return frozenset(word for word in last if not word.endswith(("는", "된", "던")))
