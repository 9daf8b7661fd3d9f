"""The comments of a cell, each with its line and whether it stands alone on it."""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass


@dataclass(frozen=True)
class Comment:
    """A comment, or the lines of one below a statement; `rows` keep the spaces at their start."""

    line: int
    column: int
    text: str
    alone: bool
    rows: tuple[str, ...] = ()
    last: bool = True


def comments_in(source: str) -> tuple[Comment, ...]:
    """Give the comments of code, as far as it can be cut into tokens; none where it cannot."""
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                alone = not token.line[: token.start[1]].strip()
                row = token.string.lstrip("#")
                found.append(Comment(*token.start, row.strip(), alone, (row,)))
    except tokenize.TokenError:
        return ()
    return tuple(found)
