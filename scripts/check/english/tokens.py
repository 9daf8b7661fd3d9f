"""The words and marks of an English sentence, one after the other."""

from __future__ import annotations

from typing import NamedTuple

from scripts.check.english.patterns import Passage, passages
from scripts.check.prose import OPAQUE
from scripts.last_read import of_last_read
from scripts.lesson import Lesson
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


@of_last_read
def tokenised(lesson: Lesson) -> tuple[tuple[Passage, list[Token]], ...]:
    """Give the passages of a lesson with their tokens, code as one of marks that stand for it."""
    return tuple((passage, _tokens_of(passage)) for passage in passages(lesson))


def _tokens_of(passage: Passage) -> list[Token]:
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
