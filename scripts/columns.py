"""How many columns of a terminal a text takes: Hangul takes two each."""

from __future__ import annotations

from unicodedata import east_asian_width


def columns(text: str) -> int:
    """Give how many columns of a terminal a text takes.

    >>> columns("값 3"), columns("rye")
    (4, 3)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def padded(text: str, width: int) -> str:
    """Give a text with as many spaces behind it as make it so wide.

    >>> padded("값", 4), padded("rye", 4)
    ('값  ', 'rye ')
    """
    return text + " " * (width - columns(text))
