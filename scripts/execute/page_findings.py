"""What only a page and its outputs together can tell: claims, quotes, figures without words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scripts.diagnostic import Diagnostic, Severity
from scripts.execute.claims import claims
from scripts.lesson import Lesson
from scripts.outputs import LessonOutputs
from scripts.quotes import QuoteError, quoted_cell, quoted_value, quotes_in


def page_findings(lesson: Lesson, record: LessonOutputs) -> tuple[Diagnostic, ...]:
    """Give what is wrong between a page's text and the outputs that it shows, by line."""
    found = {diagnostic for find in _FINDS for diagnostic in find(lesson, record)}
    return tuple(sorted(found))


def quotes(lesson: Lesson, record: LessonOutputs) -> Iterator[Diagnostic]:
    """Give the quotes of outputs that have no value."""
    for line, quote in quotes_in(lesson):
        try:
            quoted_value(quote, record.cells[quoted_cell(lesson, quote).index])
        except QuoteError as error:
            message, _, fix = str(error).partition("; ")
            yield Diagnostic(lesson.path, line, "unknown-output", message, fix=fix)


def undescribed_figures(lesson: Lesson, record: LessonOutputs) -> Iterator[Diagnostic]:
    """Give the cells that show a picture and have no words for those who do not see it."""
    for cell, outputs in zip(lesson.cells, record.cells, strict=True):
        kinds = {mime for output in outputs.outputs for mime in output.get("data", {})}
        if any(mime.startswith("image/") for mime in kinds) and not cell.options.get("alt"):
            yield Diagnostic(
                lesson.path,
                cell.start,
                "no-alt",
                "this cell draws a figure, and nothing says what it shows",
                Severity.WARNING,
                'write it below this line: ":alt: Line chart of ..."',
            )


_FINDS: tuple[Callable[[Lesson, LessonOutputs], Iterator[Diagnostic]], ...] = (
    claims,
    quotes,
    undescribed_figures,
)
