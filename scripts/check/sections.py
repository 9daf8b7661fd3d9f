"""Texts that stand in the same place in both languages, between the same headings and cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from scripts.lesson import Block, Cell, Lesson

PROSE = frozenset({"paragraph", "bullet_list", "ordered_list", "blockquote", "table"})

# What prose stands behind: a heading of a level, or a cell.
_Key = tuple[str, int | str]


def is_prose(kind: str) -> bool:
    """Tell whether blocks of a kind are text, or hold it."""
    return kind in PROSE or kind.startswith("directive:")


def twins(
    origin: Lesson, other: Lesson, wanted: Callable[[str], bool] = is_prose
) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give the texts of both languages that say the same: one block each, or all of a place.

    Where the number of blocks differs, a translation has made two of one, so all of them are one
    text.
    """
    # Where one has a cell more, code tells which one.
    by_code = len(origin.cells) != len(other.cells)
    ours, theirs = _sections(origin, wanted, by_code), _sections(other, wanted, by_code)
    matcher = SequenceMatcher(
        None, [key for key, _ in ours], [key for key, _ in theirs], autojunk=False
    )
    places = [
        (match.a + number, match.b + number)
        for match in matcher.get_matching_blocks()
        for number in range(match.size)
    ]
    # What stands behind a cell or heading that the other has not belongs to what stands before it.
    ends = [*places[1:], (len(ours), len(theirs))]
    for (start, other_start), (end, other_end) in zip(places, ends, strict=True):
        one = [block for _, blocks in ours[start:end] for block in blocks]
        its = [block for _, blocks in theirs[other_start:other_end] for block in blocks]
        if one or its:
            if [block.kind for block in one] == [block.kind for block in its]:
                yield from (([a], [b]) for a, b in zip(one, its, strict=True))
            elif one and its:
                yield one, its


def _sections(
    lesson: Lesson, wanted: Callable[[str], bool], by_code: bool
) -> list[tuple[_Key, list[Block]]]:
    sections: list[tuple[_Key, list[Block]]] = [(("", 0), [])]
    for block in lesson.blocks:
        if block.cell is not None:
            sections.append((("cell", _code(block.cell) if by_code else ""), []))
        elif block.kind == "heading":
            sections.append((("heading", block.level), []))
        elif wanted(block.kind):
            sections[-1][1].append(block)
    return sections


def _code(cell: Cell) -> str:
    try:
        return cell.normal_form
    except SyntaxError:
        return cell.source
