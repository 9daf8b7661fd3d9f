"""What git leaves in a file when it could not merge two changes."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.rule import Selection
from scripts.diagnostic import Diagnostic
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# `=======` alone is a sign only where it underlines no heading: between the items of a list, alone
# between two blank lines. In code it may be a rule of somebody's own.
_MIDDLE = "======="
_NO_TEXT = ("heading", "cell", "fence", "math_block", "directive:", "html")
_MARKER = lazy_pattern(r"(?:<{7}|>{7}|\|{7})(?: .*)?")


def markers(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lines that git has put around both sides of a conflict."""
    for lesson in selection.files:
        shown, middles = _shown_lines(lesson), _middles(lesson)
        for number, line in enumerate(lesson.text.split("\n"), 1):
            if number in middles or (_MARKER.fullmatch(line) and number not in shown):
                message = f'"{line[:7]}" marks a merge conflict'
                fix = "decide which side stays and delete the marks"
                yield Diagnostic(lesson.path, number, "conflict-marker", message, fix=fix)


def _middles(lesson: Lesson) -> frozenset[int]:
    """Give the lines of text that say where the other side of a conflict begins."""
    if _MIDDLE not in lesson.text:
        return frozenset()
    return frozenset(
        block.line + offset
        for block in lesson.blocks
        if not block.kind.startswith(_NO_TEXT)
        for offset, line in enumerate(block.text.split("\n"))
        if line == _MIDDLE
    )


def _shown_lines(lesson: Lesson) -> frozenset[int]:
    """Give the lines of fences that show a whole conflict, as a lesson about git does."""
    found: set[int] = set()
    for block in lesson.blocks:
        if block.kind == "fence" and "\n<<<<<<<" in block.text and "\n>>>>>>>" in block.text:
            found.update(range(block.line, block.end + 1))
    return frozenset(found)
