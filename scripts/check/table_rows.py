"""Rows of tables that have other cells than the head: Markdown drops what is too much, silently."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from markdown_it.rules_block.table import escapedSplit

from scripts.check.lists import BELOW_HEAD, tables_in
from scripts.check.rule import Selection
from scripts.check.sections import TABLES
from scripts.diagnostic import Diagnostic, Severity, counted, short
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern

_BAR = "|"
# A row that is a heading of those below it: | **Fruit** |.
_HEADING = lazy_pattern(r"\W*[*_].*[*_]\W*|\W*")
# What belongs to the whole table.
_ATTRIBUTES = lazy_pattern(r"\s*(?:\{.*\}|\([^)]*\)=)\s*")
_FEW = 2


def unlike_rows(selection: Selection) -> Iterator[Diagnostic]:
    """Give the rows that have more or fewer cells than the head of their table."""
    for lesson in selection.files:
        if _BAR in lesson.text:
            for line, message, fix in _in_lesson(lesson):
                yield Diagnostic(lesson.path, line, "table-cells", message, Severity.WARNING, fix)


def _in_lesson(lesson: Lesson) -> Iterator[tuple[int, str, str]]:
    for block in lesson.blocks:
        if block.kind in TABLES:
            yield from _unlike(block)
        elif block.kind == "paragraph":
            yield from _no_table(block)
        elif block.kind.startswith("directive:"):
            for table in tables_in(block):
                yield from _unlike(table)


def _unlike(table: Block) -> Iterator[tuple[int, str, str]]:
    """Give the rows of a table that are not whole, or have what is not shown."""
    head, _, *rows = table.text.split("\n")
    columns = len(cells_of(head))
    for line, row in enumerate(rows, table.line + 2):
        cells = cells_of(row)
        if _BAR not in row:
            if columns > 1 and not _ATTRIBUTES.fullmatch(row):
                message = "this line is read as a row of the table above"
                yield line, message, "put an empty line before it"
        elif lost := " | ".join(filter(None, cells[columns:])):
            message = f"this row has {counted(len(cells), 'cell')}, the head {columns}"
            yield (
                line,
                f'{message}: "{short(lost)}" is not shown',
                r"write as many; a bar within a cell is \|, in code, too",
            )
        elif len(cells) < columns and not _is_heading(cells, columns):
            message = f"this row has {counted(len(cells), 'cell')}, the head {columns}"
            yield line, message, "write what is missing, or an empty cell for it"


def _is_heading(cells: list[str], columns: int) -> bool:
    """Tell a row of one cell that stands for the whole row, as a heading of those below it."""
    return len(cells) < _FEW and (columns > _FEW or _HEADING.fullmatch("".join(cells)) is not None)


def _no_table(paragraph: Block) -> Iterator[tuple[int, str, str]]:
    """Give the line below a head that has other columns, so that no table begins there."""
    if _BAR not in paragraph.text:
        return
    rows = paragraph.text.split("\n")
    for number, (head, rule) in enumerate(itertools.pairwise(rows), paragraph.line + 1):
        if _BAR in head and _BAR in rule and BELOW_HEAD.fullmatch(rule):
            own, its = len(cells_of(rule)), len(cells_of(head))
            if own != its:
                message = f"this line has {counted(own, 'column')}, the head of the table {its}"
                yield number, f"{message}: no table begins here", "write as many"


def cells_of(row: str) -> list[str]:
    r"""Give the cells of a row as Markdown cuts them: a bar in code parts them, too, \| does not.

    >>> cells_of(r"| a | `x|y` | \| |")
    ['a', '`x', 'y`', '|']
    """
    cells = escapedSplit(row.strip())
    start = 1 if cells and not cells[0] else 0
    end = -1 if cells[start:] and not cells[-1] else None
    return [cell.strip() for cell in cells[start:end]]
