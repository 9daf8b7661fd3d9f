"""The Korean words of a page, how often each stands there, and how they begin."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping

from scripts.patterns import lazy_pattern

# Whoever writes a word oftener means it.
MOST_OFTEN = 2
_LONGEST = 9
_WORD = lazy_pattern(r"(?<![가-힣ㄱ-ㆎA-Za-z0-9_])[가-힣]{2,}(?![가-힣ㄱ-ㆎA-Za-z0-9_(])")
_RUN = lazy_pattern("[가-힣]{2,}")


@functools.lru_cache(maxsize=1)
def word_counts(page: str) -> Mapping[str, int]:
    """Count the words of the page that was asked of last, for whoever asks next."""
    return Counter(_WORD.findall(page))


def rare_words(page: str) -> Iterator[str]:
    """Give the words of a page that it does not repeat, and that are not very long.

    >>> list(rare_words("값이 값이 값이 되면 배열을 봅니다"))
    ['되면', '배열을', '봅니다']
    """
    counts = word_counts(page).items()
    return (word for word, count in counts if count <= MOST_OFTEN and len(word) <= _LONGEST)


@functools.lru_cache(maxsize=1)
def beginnings(page: str) -> Mapping[str, int]:
    """Count how the words of a page begin, by two syllables and more.

    >>> beginnings("로짓은 수입니다. 로짓을")["로짓"]
    2
    """
    runs = _RUN.findall(page)
    return Counter(run[:cut] for run in runs for cut in range(2, min(len(run), _LONGEST) + 1))


def is_said_often(word: str, right: str, begun: Mapping[str, int]) -> bool:
    """Tell whether a page has what is wrong in a word again and again: then it is meant.

    >>> is_said_often("로짓을", "로직을", beginnings("로짓은 수입니다. 로짓을 로짓으로 씁니다."))
    True
    """
    pairs = enumerate(zip(word, right, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), len(word))
    return begun[word[: max(same + 1, 2)]] > MOST_OFTEN
