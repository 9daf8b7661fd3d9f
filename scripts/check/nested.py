"""What stands within boxes, exercises, lists and quotations: the lines of text, and fences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.lesson import Block
from scripts.lesson.fences import FENCE, NAME, holds_text

_WITH_BODY = frozenset({"bullet_list", "ordered_list", "blockquote"})


@dataclass(frozen=True)
class Piece:
    """Lines of text, or a fence of code or data with its name; `line` is that of the first one.

    The name of text is None, and that of a fence that is no directive "".
    """

    line: int
    name: str | None
    rows: tuple[str, ...]


def pieces(block: Block) -> Iterator[Piece]:
    """Give the pieces of a block that holds others, in order; none of any other block.

    >>> rows = [":::{note}", "(it)=", "```python", "(no)=", "```", "", "$$x$$", ":::"]
    >>> block = Block("directive:note", 5, 12, "\\n".join(rows))
    >>> [(one.line, one.name, one.rows[-1]) for one in pieces(block)]
    [(6, None, '(it)='), (7, '', '```'), (10, None, '$$x$$')]
    """
    holds = block.kind in _WITH_BODY or block.kind.startswith("directive:")
    is_footnote = block.kind == "paragraph" and block.text.startswith("[^")
    if block.cell is None and (holds or is_footnote):
        yield from _pieces(block.text.split("\n"), block.line)


def _pieces(rows: Sequence[str], first: int) -> Iterator[Piece]:
    boxes: list[str] = []
    text: list[str] = []
    at = 0
    while at < len(rows):
        fence, begin = FENCE.match(rows[at]), at
        at += 1
        if fence is None:
            text.append(rows[begin])
            continue
        if text:
            yield Piece(first + begin - len(text), None, tuple(text))
            text = []
        marks, info = fence["marks"], fence["info"].strip()
        if boxes and not info and marks == boxes[-1]:
            boxes.pop()
        elif holds_text(marks, info):
            boxes.append(marks)
        else:
            while at < len(rows) and rows[at].strip(" \t>") != marks:
                at += 1
            at += 1
            name = NAME.match(info)
            yield Piece(first + begin, name["name"] if name else "", tuple(rows[begin:at]))
    if text:
        yield Piece(first + at - len(text), None, tuple(text))
