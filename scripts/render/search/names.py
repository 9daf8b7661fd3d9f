"""What else the terms of a text are called, in either language."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence

import snowballstemmer
from sphinx.search.en import SearchEnglish

from scripts.glossary import Term
from scripts.languages import KOREAN
from scripts.render.search.korean import is_korean, words_of

# The numbers of the pages by name: names in the pages' own language, and in others.
Table = dict[str, dict[str, list[int]]]

_STOPWORDS = SearchEnglish.stopwords

_WORD = re.compile(r"[^\W_]+")
# As Sphinx cuts a query: `has_aux` is one.
_NAME = re.compile(r"\w+")


def other_names(
    texts: Iterable[str], terms: Iterable[Term], dictionary: Sequence[str] = ()
) -> list[str]:
    """Give what else the terms are called that stand in texts, each name as it is looked up.

    An English name stands in a text in any of its forms, a Korean one with any particle and with
    or without spaces.

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
                    found.add(key(name))
    return sorted(found, key=lambda name: (is_korean(name), len(name), name))


def key(name: str) -> str:
    """Give a name as it is looked up: in Korean without spaces, in English by its stems.

    Words that every text has are no part of it, since nobody's query is cut into them.

    >>> key("자동 미분"), key("automatic differentiation"), key("has_aux"), key("not a number")
    ('자동미분', 'automat differenti', 'has_aux', 'number')
    """
    if is_korean(name):
        return name.replace(" ", "").lower()
    return " ".join(_stem(word) for word in _NAME.findall(name.lower()) if word not in _STOPWORDS)


def table(names: Mapping[str, Iterable[str]], docnames: Sequence[str], tag: str) -> Table:
    """Give the pages of names as the index has them, where `names` are those of a page.

    Names in the pages' own language answer as a whole alone: of another name a part is another
    word, as 데이터 in 데이터 타입. Those in other languages are looked for by their parts as well.

    >>> table({"a": ["dtype", "data type", "자동미분"]}, ["a"], "en")
    {'own': {'data type': [0], 'dtype': [0]}, 'other': {'자동미분': [0]}}
    >>> table({"a": ["데이터타입", "data type"]}, ["a"], "ko")
    {'own': {'데이터타입': [0]}, 'other': {'data': [0], 'type': [0]}}
    """
    found: Table = {"own": {}, "other": {}}
    for number, docname in enumerate(docnames):
        for name in names.get(docname, ()):
            is_own = is_korean(name) == (tag == KOREAN.tag)
            for part in [name] if is_own else name.split():
                pages = found["own" if is_own else "other"].setdefault(part, [])
                if number not in pages:
                    pages.append(number)
    return {kind: dict(sorted(pages.items())) for kind, pages in found.items()}


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
