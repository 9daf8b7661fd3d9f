"""Hangul and accents as one character each (NFC), as keyboards but some file names write them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from scripts.check.prose import comments
from scripts.check.rule import Edit, Selection
from scripts.diagnostic import Diagnostic
from scripts.lesson import Cell, Lesson
from scripts.normal_form import normal_form
from scripts.patterns import lazy_pattern

_OPENS = r"^[\s>]*(?:`{3,}|~{3,}|:{3,})\s*"
# Names of files and places, which must stay as they are: link targets, addresses, what roles
# name, labels, and what directives are called. What is behind these is text: a title.
_NAMES = lazy_pattern(
    r"\]\([^)\"\n]*|<[^>\s]+>|(?<=<)[^<>`\n]+(?=>`)|\b[a-z]+://\S+|\{[^}\s]+\}`[^`<\n]*`"
    r"|^\(.*\)=\s*$|^\[(?!\^)[^\]]*\]:(?P<address>\s*\S+)"
    r"|^[\s>]*:(?:name|label|class|figclass|figname|file|url|target|encoding):.*$"
    rf"|{_OPENS}(?:\{{(?:figure|figure-md|image|include|literalinclude)\}}.*|\{{[^}}]*\}}|[^{{\s].*)"
)
_OLD_HANJA = lazy_pattern("[\uf900-\ufaff]")
_DAMAGE = lazy_pattern("[\x80-\x9f\ufffd]")


def decomposed(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lines that would be other characters in NFC and say the same."""
    for lesson in selection.files:
        for edit in _edits(lesson):
            lines = lesson.text.split("\n")[edit.start - 1 : edit.end - 1]
            for number, (old, new) in enumerate(zip(lines, edit.lines, strict=True), edit.start):
                if old != new:
                    column = _first_difference(old, new)
                    message = "this line has decomposed characters"
                    fix = 'run "check --fix" to compose them'
                    if len(old) == len(new):
                        message = f"{old[column - 1]} (U+{ord(old[column - 1]):04X}) is not in NFC"
                        fix = f'run "check --fix" to write {new[column - 1]}'
                    yield Diagnostic(
                        lesson.path, number, "not-nfc", message, fix=fix, column=column
                    )


def compose(selection: Selection) -> Iterator[tuple[Lesson, tuple[Edit, ...]]]:
    """Put composed characters in their place; code and names of files stay what they are."""
    for lesson in selection.files:
        if edits := tuple(_edits(lesson)):
            yield lesson, edits


def _edits(lesson: Lesson) -> Iterator[Edit]:
    if unicodedata.is_normalized("NFC", lesson.text):
        return
    lines = lesson.text.split("\n")
    cells = {number: cell for cell in lesson.cells for number in range(cell.line, cell.end)}
    for number, line in enumerate(lines, 1):
        # In damaged text they are bytes of other characters.
        if number in cells or (_OLD_HANJA.search(line) and _DAMAGE.search(line)):
            continue
        if (composed := _composed(line)) != line:
            yield Edit(number, number + 1, (composed,))
    for cell in lesson.cells:
        end = max(cell.line, cell.end)
        source = lines[cell.line - 1 : end - 1]
        composed_lines = [unicodedata.normalize("NFC", line) for line in source]
        if composed_lines != source and not _does_the_same(cell):
            composed_lines = _with_comments_composed(cell, source)
        if composed_lines != source:
            yield Edit(cell.line, end, tuple(composed_lines))


def _with_comments_composed(cell: Cell, source: Sequence[str]) -> list[str]:
    """Give the lines of a cell whose code stays what it is."""
    found = list(source)
    for number, column, text in comments(cell):
        line = found[number - cell.line]
        before, behind = line[: column - 1], line[column - 1 + len(text) :]
        found[number - cell.line] = before + unicodedata.normalize("NFC", text) + behind
    return found


def _first_difference(old: str, new: str) -> int:
    pairs = enumerate(zip(old, new, strict=False), 1)
    return next((column for column, (before, after) in pairs if before != after), 1)


def _composed(line: str) -> str:
    """Give a line of prose in NFC, but for the names in it."""
    parts: list[str] = []
    end = 0
    for match in _NAMES.finditer(line):
        start, stop = match.span("address" if match["address"] else 0)
        parts += [unicodedata.normalize("NFC", line[end:start]), line[start:stop]]
        end = stop
    return "".join([*parts, unicodedata.normalize("NFC", line[end:])])


def _does_the_same(cell: Cell) -> bool:
    """Tell whether composing a cell's characters touches its comments and names only."""
    try:
        return normal_form(unicodedata.normalize("NFC", cell.source)) == normal_form(cell.source)
    except SyntaxError:
        return False
