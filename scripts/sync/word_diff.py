"""What words changed from one text to another, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal


@dataclass(frozen=True)
class Piece:
    """Words that stay (`=`), that are gone (`-`) or that are new (`+`)."""

    kind: Literal["=", "-", "+"]
    text: str


def word_diff(old: str, new: str) -> tuple[Piece, ...]:
    """Give the pieces that the two texts have in common and not, in order; white space is one.

    >>> word_diff("JAX traces the function", "JAX records the function")[1:3]
    (Piece(kind='-', text='traces'), Piece(kind='+', text='records'))
    """
    return tuple(_pieces(old.split(), new.split()))


def _pieces(old: list[str], new: list[str]) -> Iterator[Piece]:
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Piece("=", " ".join(old[i:j]))
            continue
        if i < j:
            yield Piece("-", " ".join(old[i:j]))
        if k < m:
            yield Piece("+", " ".join(new[k:m]))


def marked(pieces: Sequence[Piece]) -> str:
    """Give the pieces as one line, with the marks that `git diff --word-diff` has.

    >>> marked(word_diff("JAX traces the function", "JAX records the function"))
    'JAX [-traces-] {+records+} the function'
    """
    marks = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return " ".join(marks[piece.kind].format(piece.text) for piece in pieces)


def shortened(pieces: Sequence[Piece], words: int = 8) -> tuple[Piece, ...]:
    """Give the pieces with so many words at most on either side of what changed.

    >>> marked(shortened(word_diff("a b c d e f", "a b c d e g"), words=2))
    '… d e [-f-] {+g+}'
    """
    last = len(pieces) - 1
    return tuple(
        replace(piece, text=_cut(piece.text, words if n else 0, words if n < last else 0))
        if piece.kind == "=" and last
        else piece
        for n, piece in enumerate(pieces)
    )


def _cut(text: str, first: int, last: int) -> str:
    found = text.split()
    if len(found) <= first + last:
        return text
    return " ".join([*found[:first], "…", *found[len(found) - last :]])


def likeness(old: str, new: str, *, least: float = 0.0) -> float:
    """Give how much of two texts' words is the same, in order: 0 to 1, 0 for less than `least`.

    >>> likeness("the tide rises", "the tide falls") > likeness("the tide rises", "a moon")
    True
    """
    matcher = SequenceMatcher(None, old.split(), new.split(), autojunk=False)
    # What the words allow in any order is far quicker to find out.
    if least and matcher.quick_ratio() < least:
        return 0.0
    found = matcher.ratio()
    return found if found >= least else 0.0


def contained(part: str, whole: str) -> float:
    """Give how much of a text's words another one has, in order: 0 to 1.

    >>> contained("tide rises", "the tide rises and falls")
    1.0
    """
    ours, theirs = part.split(), whole.split()
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) / max(1, len(ours))
