"""What else the terms of a text are called, in either language."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence

import snowballstemmer

from scripts.glossary import Term
from scripts.render.search.korean import is_korean, words_of

_WORD = re.compile(r"[^\W_]+")


def other_names(
    texts: Iterable[str], terms: Iterable[Term], dictionary: Sequence[str] = ()
) -> list[str]:
    """Give words to find texts by: those of all names of the terms that stand in them.

    An English name stands in a text in any of its forms, a Korean one with any particle and with
    or without spaces. Names of several English words are given word by word, since that is how
    they are looked for.

    >>> loop = Term("loop", "루프", ("반복문",))
    >>> other_names(["In two loops."], [loop]), other_names(["루프를 돕니다."], [loop])
    (['루프', '반복문'], ['loop', '반복문'])
    """
    latin, korean = [" "], set[str]()
    for text in texts:
        latin += [*stems(text), "."]
        korean.update(words_of(text, tuple(dictionary)) if is_korean(text) else ())
    prose = " ".join(latin)
    found: set[str] = set()
    for term in terms:
        if any(_stands(name, prose, korean) for name in term.names):
            for name in term.names:
                if not _stands(name, prose, korean):
                    found.update([name.replace(" ", "")] if is_korean(name) else words(name))
    return sorted(found, key=lambda name: (is_korean(name), len(name), name))


def words(text: str) -> list[str]:
    """Give the words of an English text."""
    return _WORD.findall(text.lower())


def stems(text: str) -> list[str]:
    """Give the stems of the words of an English text.

    >>> stems("Static-shape loops")
    ['static', 'shape', 'loop']
    """
    return [_stem(word) for word in words(text)]


def _stands(name: str, prose: str, korean: set[str]) -> bool:
    if is_korean(name):
        return name.replace(" ", "") in korean
    return f" {' '.join(stems(name))} " in prose


@functools.lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@functools.cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")
