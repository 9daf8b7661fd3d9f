"""What git leaves in a lesson when it could not merge two changes."""

from __future__ import annotations

from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern

# `=======` alone is a sign only where it underlines no heading: between other marks, between the
# items of a list, alone between two blank lines; or where what it underlines is a sentence. In code
# it may be a rule of somebody's own.
_MIDDLE = "======="
_NO_TEXT = ("heading", "cell", "fence", "math_block", "directive:", "html")
_OPENS, _BASE, _CLOSES = "<" * 7, "|" * 7, ">" * 7
_MARKER = lazy_pattern(r"(?:<{7}|>{7}|\|{7})(?: .*)?")


def conflict_lines(lesson: Lesson) -> tuple[int, ...]:
    """Give the lines that git has put around both sides of a conflict, from 1.

    >>> from pathlib import Path
    >>> from scripts.languages import ENGLISH
    >>> from scripts.lesson.reading import parse_lesson
    >>> text = b"<<<<<<< HEAD\\nA tide.\\n=======\\nTides.\\n>>>>>>> b\\n"
    >>> conflict_lines(parse_lesson(text, path=Path("a.md"), docname="a", language=ENGLISH))
    (1, 3, 5)
    """
    if not any(mark in lesson.text for mark in (_OPENS, _BASE, _MIDDLE, _CLOSES)):
        return ()
    shown, middles = _shown_lines(lesson), _middles(lesson)
    found = []
    is_open = False
    for number, line in enumerate(lesson.text.split("\n"), 1):
        if number in shown:
            continue
        is_named = _MARKER.fullmatch(line) is not None
        if is_named or number in middles or (is_open and line == _MIDDLE):
            found.append(number)
        if is_named:
            is_open = not line.startswith(_CLOSES)
    return tuple(found)


def _middles(lesson: Lesson) -> frozenset[int]:
    """Give the lines of text that say where the other side of a conflict begins."""
    if _MIDDLE not in lesson.text:
        return frozenset()
    return frozenset(
        block.line + offset
        for block in lesson.blocks
        if not block.kind.startswith(_NO_TEXT) or _is_sentence(block)
        for offset, line in enumerate(block.text.split("\n"))
        if line == _MIDDLE
    )


def _is_sentence(block: Block) -> bool:
    """Tell whether a heading is a text with an end, as none is that anybody writes.

    >>> one = Block("heading", 1, 2, "It was late when the tide came in, and very cold.\\n=======")
    >>> _is_sentence(one), _is_sentence(Block("heading", 1, 2, "Tides\\n======="))
    (True, False)
    """
    text, _, mark = block.text.rpartition("\n")
    return block.kind == "heading" and mark == _MIDDLE and _SENTENCE.search(text) is not None


_SENTENCE = lazy_pattern(r"\S.{40,}[.?!][\"'”’)]*\s*$")


def _shown_lines(lesson: Lesson) -> frozenset[int]:
    """Give the lines of fences that show a whole conflict, as a lesson about git does."""
    found: set[int] = set()
    for block in lesson.blocks:
        if block.kind == "fence" and "\n<<<<<<<" in block.text and "\n>>>>>>>" in block.text:
            found.update(range(block.line, block.end + 1))
    return frozenset(found)
