"""Two languages of a page of which one has a block that is too long to be read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scripts.lesson import Block, Lesson
from scripts.lesson.fences import FENCE
from scripts.lesson.reading import parse_lesson
from scripts.permitted import LONGEST_PARAGRAPH

REFUSED = frozenset({"refused-size"})
# What stands for a block that is too long has at least this part of its bytes: a Hangul syllable
# has three, and says as much as two or three Latin letters.
_PART = 4


def without_refused(origin: Lesson, other: Lesson) -> tuple[Lesson, Lesson] | None:
    """Give two lessons without what stands for the blocks that are refused in one of them.

    These are the longest ones. None where one page has none that is long enough: then nobody knows
    what stands for them.
    """
    ours, theirs = (sum(one.rule in REFUSED for one in file.problems) for file in (origin, other))
    if ours < theirs:
        found = without_refused(other, origin)
        return found and (found[1], found[0])
    long = sorted(
        (block for block in other.blocks if len(block.text.encode()) * _PART >= LONGEST_PARAGRAPH),
        key=lambda block: -len(block.text.encode()),
    )
    if len(long) < ours - theirs:
        return None
    return origin, _without(other, long[: ours - theirs])


def _without(lesson: Lesson, blocks: Collection[Block]) -> Lesson:
    """Give a lesson whose lines in some blocks are empty, but for their fences."""
    gone = {line for block in blocks for line in range(block.line, block.end + 1)}
    lines = (
        "" if number in gone and not FENCE.match(line) else line
        for number, line in enumerate(lesson.text.split("\n"), 1)
    )
    data = "\n".join(lines).encode()
    fresh = parse_lesson(data, path=lesson.path, docname=lesson.docname, language=lesson.language)
    return replace(fresh, doubts=lesson.doubts, beside=lesson.beside)
