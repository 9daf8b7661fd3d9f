"""The texts of a lesson's code that an output can show, and a comment repeat."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from scripts.last_read import of_last_read
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# A place that is filled in, and what ends a line of text.
_FIELD = lazy_pattern(r"\{[^{}]*\}|%[-+ #0-9.]*[a-zA-Z]|\n")


@of_last_read
def printed(lesson: Lesson) -> tuple[str, ...]:
    """Give the texts of a lesson's code that an output can show, the longest first."""
    found: set[str] = set()
    for cell in lesson.cells:
        try:
            nodes = list(ast.walk(ast.parse(cell.source)))
        except SyntaxError:
            continue
        # A text that stands for itself is a docstring.
        alone = {id(one.value) for one in nodes if isinstance(one, ast.Expr)}
        texts = [
            one.value for one in nodes if isinstance(one, ast.Constant) and id(one) not in alone
        ]
        for text in texts:
            if isinstance(text, str):
                found |= {piece.strip(" \t:=,.;()") for piece in _FIELD.split(text)}
    return tuple(sorted((one for one in found if one), key=lambda one: (-len(one), one)))


def repeated(text: str, printed: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Give where a comment has the texts that its lesson prints, each as a whole, and none in one.

    >>> list(repeated("past the end: 30.0", ["past the end", "end"]))
    [(0, 12)]
    """
    taken: set[int] = set()
    for one in printed:
        if one in text:
            for match in re.finditer(rf"(?<!\w){re.escape(one)}(?!\w)", text):
                if taken.isdisjoint(range(*match.span())):
                    taken |= {*range(*match.span())}
                    yield match.span()
