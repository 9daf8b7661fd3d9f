"""Patterns that are asked only of a text that has a sign of what they find."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from scripts.hangul import stands_in
from scripts.patterns import lazy_pattern

_What = TypeVar("_What")


class Signed(NamedTuple, Generic[_What]):
    """Signs of which one is in all that is found, a pattern, and what is made of what it finds."""

    signs: tuple[str, ...]
    pattern: re.Pattern[str]
    what: _What

    def may_be_in(self, text: str) -> bool:
        """Tell whether a text has one of the signs."""
        return any(map(stands_in, self.signs, itertools.repeat(text)))


def signed(signs: str, pattern: str, what: _What) -> Signed[_What]:
    """Give a pattern whose signs are parted by bars.

    >>> signed("ㄹ수|ㄹ때", "갈수|갈때", "").may_be_in("갈때 봅니다")
    True
    """
    return Signed(tuple(signs.split("|")), lazy_pattern(pattern), what)


def asked_of(text: str, table: Iterable[Signed[_What]]) -> tuple[Signed[_What], ...]:
    """Give those of a table that a text has a sign of: in most pages a fifth of all."""
    return tuple(one for one in table if one.may_be_in(text))


def joined_signs(numbers: str, counters: str) -> str:
    """Give the signs of numbers right before what they count, both parted by bars.

    >>> joined_signs("두|다섯", "개|명")
    '두개|두명|섯개|섯명'
    """
    return "|".join(
        number[-1] + counter for number in numbers.split("|") for counter in counters.split("|")
    )
