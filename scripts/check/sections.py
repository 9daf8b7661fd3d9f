"""Texts that stand in the same place in both languages, between the same headings and cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from scripts.lesson import Block, Lesson

PROSE = frozenset({"paragraph", "bullet_list", "ordered_list", "blockquote", "table"})

# What prose stands behind: its kind, and the level of a heading.
_Key = tuple[str, int]


def twins(origin: Lesson, other: Lesson) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give the texts of both languages that say the same: one block each, or all of a place.

    Where the number of blocks differs, a translation has made two of one, so all of them are one
    text.
    """
    ours, theirs = _sections(origin), _sections(other)
    matcher = SequenceMatcher(
        None, [key for key, _ in ours], [key for key, _ in theirs], autojunk=False
    )
    for match in matcher.get_matching_blocks():
        for number in range(match.size):
            _, one = ours[match.a + number]
            _, its = theirs[match.b + number]
            if [block.kind for block in one] == [block.kind for block in its]:
                yield from (([a], [b]) for a, b in zip(one, its, strict=True))
            elif one and its:
                yield one, its


def _sections(lesson: Lesson) -> list[tuple[_Key, list[Block]]]:
    sections: list[tuple[_Key, list[Block]]] = [(("", 0), [])]
    for block in lesson.blocks:
        if block.kind in ("heading", "cell"):
            sections.append(((block.kind, block.level), []))
        elif block.kind in PROSE or block.kind.startswith("directive:"):
            sections[-1][1].append(block)
    return sections
