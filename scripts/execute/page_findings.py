"""What only a page and its outputs tell together: claims, quotes, figures, errors, particles."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scripts.agreement import right_form, sure_sound
from scripts.diagnostic import Diagnostic, Severity
from scripts.execute.claims import claims
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.outputs import LessonOutputs
from scripts.patterns import lazy_pattern
from scripts.quotes import (
    QuoteError,
    lines_with_quotes,
    parse_quote,
    quoted_cell,
    quoted_value,
    quotes_in,
)


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
        alt = cell.options.get("alt")
        # Without a value an option is true.
        if (not alt or alt is True) and any(mime.startswith("image/") for mime in kinds):
            yield Diagnostic(
                lesson.path,
                cell.start,
                "no-alt",
                "this cell draws a figure, and nothing says what it shows",
                Severity.WARNING,
                'write it below this line: ":alt: Line chart of ..."',
            )


# What every exception is, too.
_ANY = frozenset({"Exception", "BaseException"})


def unnamed_exceptions(lesson: Lesson, record: LessonOutputs) -> Iterator[Diagnostic]:
    """Give the cells that may raise anything and raised an exception that has a name of its own."""
    rows = lesson.text.split("\n")
    for cell, outputs in zip(lesson.cells, record.cells, strict=True):
        names = {one.get("ename") for one in outputs.outputs if one["output_type"] == "error"}
        if cell.raises not in _ANY or len(names) != 1 or names & _ANY:
            continue
        (name,) = names
        options = range(cell.start, cell.line)
        line = next((n for n in options if rows[n - 1].lstrip().startswith(":raises:")), cell.start)
        message = f"this cell may raise anything, and raised {name}"
        yield Diagnostic(lesson.path, line, "untyped-raises", message, Severity.WARNING,
                         f'write ":raises: {name}"')  # fmt: skip


# What is said of a noun with 이다 may keep its 이, and 은(는) has both forms.
_QUOTE_WITH_PARTICLE = lazy_pattern(
    r"\{output\}(?P<ticks>`+)(?P<quote>[^`]+)(?P=ticks)[\"'”’*]*"
    r"(?P<form>[은는이가을를과와]|(?:으로|로)(?:는|도|만|써|부터|까지)?)(?![가-힣(/])"
)


def particles(lesson: Lesson, record: LessonOutputs) -> Iterator[Diagnostic]:
    """Give the Korean particles behind quoted numbers that do not fit how these are read."""
    if lesson.language is not KOREAN or "{output}" not in lesson.text:
        return
    for number, line in lines_with_quotes(lesson):
        for match in _QUOTE_WITH_PARTICLE.finditer(line):
            quote, form = parse_quote(match["quote"]), match["form"]
            try:
                outputs = record.cells[quoted_cell(lesson, quote).index]
                value = quoted_value(quote, outputs)
            except QuoteError:
                continue
            sound = None if outputs.unstable else sure_sound(value.lstrip("+-−"))
            if sound is None or not value[-1].isdigit() or form == right_form(form, sound):
                continue
            right = right_form(form, sound)
            yield Diagnostic(
                lesson.path,
                number,
                "particle",
                f'"{value}", which is quoted here, takes "{right}", not "{form}"',
                Severity.WARNING,
                f'write "{right}" behind the quote',
            )


_FINDS: tuple[Callable[[Lesson, LessonOutputs], Iterator[Diagnostic]], ...] = (
    claims,
    quotes,
    undescribed_figures,
    unnamed_exceptions,
    particles,
)
