"""The nouns that are known, and words that are made of two of them."""

from __future__ import annotations

import functools
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


def is_noun(word: str) -> bool:
    """Tell whether a word is one of the nouns that are known, or two of them.

    >>> is_noun("함수"), is_noun("손실함수"), is_noun("먹이")
    (True, True, False)
    """
    known = nouns()
    return word in known or any(
        word[cut:] in known and word[:cut] in known for cut in range(1, len(word))
    )
