"""The words and marks of an English sentence, one after the other."""

from __future__ import annotations

from typing import NamedTuple

from scripts.check.english.patterns import Passage
from scripts.check.prose import OPAQUE
from scripts.patterns import lazy_pattern

# What is joined to brackets or values is the name of something.
_TOKEN = lazy_pattern(
    rf"[A-Za-z]+(?:['-][A-Za-z]+)*(?![\w(=])|[{OPAQUE}\w][{OPAQUE}\w()=]*|[^\s\w]"
)


class Token(NamedTuple):
    """A word or a mark, and where it stands."""

    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        """Give it in small letters."""
        return self.text.lower()


def tokens_of(passage: Passage) -> list[Token]:
    """Give the tokens of a passage, code as one of marks that stand for it."""
    line, text, before = passage
    length = len(line.text.rstrip())
    masked = text[:before] + line.without_code[:length] + text[before + length :]
    return [Token(match[0], *match.span()) for match in _TOKEN.finditer(masked)]


def words(text: str) -> frozenset[str]:
    """Give the words of a text.

    >>> sorted(words("one two"))
    ['one', 'two']
    """
    return frozenset(text.split())
