"""Quotes of outputs in prose: each names a cell of its page, and no two cells have one name."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.rule import UNCOMPARED, Selection, has
from scripts.diagnostic import Diagnostic
from scripts.quotes import QuoteError, label_of, quoted_cell, quotes_in

_UNCERTAIN = UNCOMPARED | {"cell-options"}


def unknown_outputs(selection: Selection) -> Iterator[Diagnostic]:
    """Give the quotes that name no cell of their page, and labels that name two.

    Where it is not certain what is a cell, or what its options are, nobody knows its label.
    """
    for lesson in selection.files:
        for line, quote in quotes_in(lesson) if not has(lesson, _UNCERTAIN) else ():
            try:
                quoted_cell(lesson, quote)
            except QuoteError as error:
                message, _, fix = str(error).partition("; ")
                yield Diagnostic(lesson.path, line, "unknown-output", message, fix=fix)
        seen: dict[str, int] = {}
        for cell in lesson.cells:
            label = label_of(cell)
            if label and label in seen:
                message = f"line {seen[label]} has a cell with the label {label!r} already"
                yield Diagnostic(
                    lesson.path, cell.start, "unknown-output", message, fix="rename one of them"
                )
            seen.setdefault(label, cell.start)
