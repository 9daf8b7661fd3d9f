"""The blocks of a page in two languages side by side: all of them at once, in their order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scripts.check.gale_church import Aligned, Pair, align_blocks
from scripts.check.structure import headings
from scripts.last_read import of_last_two
from scripts.lesson import Block, Lesson

# What stands beside the text says nothing of it.
_NO_TEXT = frozenset({"myst_target", "myst_line_comment", "hr"})


def with_text(lesson: Lesson) -> list[Block]:
    """Give the blocks of a lesson that say something, in order."""
    return [block for block in lesson.blocks if block.kind not in _NO_TEXT]


@of_last_two
def aligned(origin: Lesson, other: Lesson) -> Aligned:
    """Give which blocks of a lesson say the same in two languages."""
    labels, others = (
        {heading.line: heading.labels for heading in headings(lesson)} for lesson in (origin, other)
    )
    return align_blocks(with_text(origin), with_text(other), labels, others)


def counterpart(origin: Lesson, other: Lesson, line: int) -> int:
    """Give the line of what says in `other` what stands at a line of the origin.

    Where it has nothing that says this, it is the end of the last block before that both have.
    """
    block = counterpart_block(origin, other, line)
    return block.line if block else end_before(origin, other, line)


def counterpart_block(origin: Lesson, other: Lesson, line: int) -> Block | None:
    """Give the block of `other` that says what stands at a line of the origin, if it has one."""
    found = aligned(origin, other)
    number = _block_at(found.ours, line)
    return next((found.theirs[j] for i, j in found.pairs if i == number), None)


def origin_block(origin: Lesson, other: Lesson, line: int) -> Block | None:
    """Give the block of the origin that says what stands at a line of `other`, if it has one."""
    found = aligned(origin, other)
    number = _block_at(found.theirs, line)
    return next((found.ours[i] for i, j in found.pairs if j == number), None)


def end_before(origin: Lesson, other: Lesson, line: int) -> int:
    """Give where the last block that both have ends in `other` before a line of the origin."""
    found = aligned(origin, other)
    number = _block_at(found.ours, line)
    return max((found.theirs[j].end for i, j in found.pairs if i < number), default=1)


def _block_at(blocks: Sequence[Block], line: int) -> int:
    return max((n for n, block in enumerate(blocks) if block.line <= line), default=-1)


def of_one_page(origin: Lesson, other: Lesson) -> tuple[set[int], set[int]]:
    """Give the lines of both that stand below a heading of one page only, and only there."""
    found = aligned(origin, other)
    known = {i for i, _ in found.pairs}, {j for _, j in found.pairs}
    return _below_alone(found.ours, known[0]), _below_alone(found.theirs, known[1])


def _below_alone(blocks: Sequence[Block], known: Collection[int]) -> set[int]:
    found: set[int] = set()
    alone = False
    for number, block in enumerate(blocks):
        if block.kind == "heading":
            alone = number not in known
        if alone and number not in known:
            found.update(range(block.line, block.end + 1))
    return found


def groups(pairs: Sequence[Pair]) -> list[tuple[set[int], set[int]]]:
    """Give the blocks of pairs in their order, those together of which one is in two pairs.

    >>> groups([(0, 0), (1, 0), (2, 3)])
    [({0, 1}, {0}), ({2}, {3})]
    """
    found: list[tuple[set[int], set[int]]] = []
    for i, j in pairs:
        if found and (i in found[-1][0] or j in found[-1][1]):
            found[-1][0].add(i)
            found[-1][1].add(j)
        else:
            found.append(({i}, {j}))
    return found
