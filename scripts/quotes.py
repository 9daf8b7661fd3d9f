"""Values of outputs that prose quotes: `` {output}`label:name:format` `` instead of a number.

`label` is that of a code cell of the page (`:label: counts`). The value is what stands behind
`name` in the cell's output, or the whole output where it is one line; `format` is a format of
Python's, such as `.1f` or `,`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scripts.lesson import Cell, Lesson
from scripts.outputs import CellOutputs
from scripts.patterns import lazy_pattern

ROLE = "output"

# Every span of code, so that a role which is only shown in one is not taken for one.
_SPAN = lazy_pattern(r"(?P<role>\{output\})?(?P<ticks>`+)(?P<text>.+?)(?<!`)(?P=ticks)(?!`)")
_NUMBER = r"[+-]?(?:\d[\d_,]*\d|\d)(?:\.\d*)?(?:[eE][+-]?\d+)?|[+-]?\.\d+(?:[eE][+-]?\d+)?"
_VALUE = lazy_pattern(rf"(?<![\w.])(?:{_NUMBER}|[+-]?(?:nan|inf)|True|False|None)(?![\w])")
_FORMAT = lazy_pattern(r",|[+,]?(?:\.\d+)?[fge%]|[+,]?\.\d+[fge%]?|[+,]d")
# The first value that stands behind a name in a text of code: in its braces, or after its end.
_PRINTED = (
    r"""["'](?:[^"'\n]*[^\w"'\n])?{name}(?!\w)"""
    r"""(?:[^"'{{}}\n]*\{{(?P<inside>[^{{}}\n]+)\}}|[^"'{{}}\n]*["']\s*,\s*(?P<after>[^,()\n]+))"""
)
CODE_KINDS = ("cell", "fence", "code_block", "directive:code-block", "math_block")


class QuoteError(ValueError):
    """Says why there is no value, and what to do."""


@dataclass(frozen=True)
class Quote:
    """What one role asks for; `name` and `format` may be empty."""

    label: str
    name: str = ""
    format: str = ""


def parse_quote(text: str) -> Quote:
    """Give what stands in a role.

    >>> parse_quote("counts:static n:.1f")
    Quote(label='counts', name='static n', format='.1f')
    >>> parse_quote("counts:,")
    Quote(label='counts', name='', format=',')
    """
    label, _, rest = text.strip().partition(":")
    name, colon, last = rest.rpartition(":")
    if _FORMAT.fullmatch(last.strip()):
        return Quote(label.strip(), name.strip(), last.strip())
    return Quote(label.strip(), (name + colon + last).strip())


def quotes_in(lesson: Lesson) -> Iterator[tuple[int, Quote]]:
    """Give each quote in a lesson's prose, with its line."""
    for number, line in lines_with_quotes(lesson):
        for match in _SPAN.finditer(line):
            if match["role"]:
                yield number, parse_quote(match["text"])


def lines_with_quotes(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the lines of a lesson, with their numbers, in which a role is no code that is shown."""
    for block in lesson.blocks:
        if block.kind not in CODE_KINDS:
            yield from enumerate(block.text.split("\n"), block.line)


def label_of(cell: Cell) -> str:
    """Give the label of a cell, empty where it has none."""
    label = cell.options.get("label")
    return "" if label is None else str(label)


def quoted_cell(lesson: Lesson, quote: Quote) -> Cell:
    """Give the cell that a quote names.

    Raises `QuoteError` where there is none.
    """
    found = [cell for cell in lesson.cells if label_of(cell) == quote.label]
    if not found:
        raise QuoteError(
            f"no cell of this page has the label {quote.label!r}; "
            f'write ":label: {quote.label}" below the first line of one'
        )
    return found[0]


def without_translation(lesson: Lesson, text: str) -> str:
    """Give what a role asks for, so that it is the same in every language.

    The name before a value may be a text that a cell prints, and translated with it: what stands
    for it is the code that gives the value.

    >>> from pathlib import Path
    >>> from scripts.languages import ENGLISH
    >>> from scripts.lesson.reading import parse_lesson
    >>> cell = b"```{code-cell}\\n:label: n\\nprint(f'here: {a:.1f}, there: {b}')\\n```\\n"
    >>> lesson = parse_lesson(cell, path=Path("a.md"), docname="a", language=ENGLISH)
    >>> without_translation(lesson, "n:there"), without_translation(lesson, "n:a name")
    ('n:{b}', 'n:a name')
    """
    quote = parse_quote(text)
    try:
        source = quoted_cell(lesson, quote).source if quote.name else ""
    except QuoteError:
        return text
    match = re.search(_PRINTED.format(name=re.escape(quote.name)), source) if source else None
    if match is None:
        return text
    code = (match["inside"] or match["after"]).partition(":")[0].strip()
    return f"{quote.label}:{{{code}}}" + (f":{quote.format}" if quote.format else "")


def quoted_value(quote: Quote, outputs: CellOutputs) -> str:
    """Give the text that a quote stands for.

    >>> printed = {"output_type": "stream", "name": "stdout", "text": "static: 6  loop: 1\\n"}
    >>> quoted_value(Quote("counts", "loop"), CellOutputs("ok", (printed,)))
    '1'

    Raises `QuoteError` where the output does not say so.
    """
    text = printed_text(outputs.outputs).strip()
    if quote.name:
        value = _behind(quote, text)
    elif quote.format:
        values = [match[0] for match in _VALUE.finditer(text)]
        if len(values) != 1:
            raise QuoteError(
                f"the output of {quote.label!r} holds {len(values)} numbers; "
                f'say which: "{quote.label}:NAME:{quote.format}"'
            )
        value = values[0]
    elif text and "\n" not in text:
        return text
    else:
        raise QuoteError(
            f"the output of {quote.label!r} is not one line of text; "
            f'say what to quote: "{quote.label}:NAME"'
        )
    return _formatted(value, quote)


def printed_text(outputs: tuple[Mapping[str, Any], ...]) -> str:
    """Give the plain text of a cell's outputs, what it printed and what it displayed."""
    parts = []
    for output in outputs:
        if output["output_type"] == "stream" and output["name"] == "stdout":
            parts.append(output["text"])
        elif "text/plain" in output.get("data", {}):
            parts.append(output["data"]["text/plain"] + "\n")
    return "".join(parts)


def _behind(quote: Quote, text: str) -> str:
    """Give the value right behind the name, or else the first on the rest of its line."""
    near: list[str] = []
    far: list[str] = []
    for match in re.finditer(rf"(?<!\w){re.escape(quote.name)}(?!\w)", text):
        rest = text[match.end() :].split("\n", 1)[0]
        if value := _VALUE.search(rest):
            (far if rest[: value.start()].strip(" \t:=") else near).append(value[0])
    values = near or far
    if len(set(values)) > 1:
        raise QuoteError(
            f"the output of {quote.label!r} holds several numbers behind {quote.name!r}: "
            f"{', '.join(values[:3])}; print this one behind a name of its own"
        )
    if values:
        return values[0]
    raise QuoteError(
        f"the output of {quote.label!r} holds no number behind {quote.name!r}; "
        "look at what the cell prints"
    )


def _formatted(value: str, quote: Quote) -> str:
    if not quote.format:
        return value
    try:
        number = float(value.replace(",", ""))
    except ValueError:
        raise QuoteError(f"{value!r} is no number and has no format {quote.format!r}") from None
    if quote.format.endswith((",", "d")) and number.is_integer():
        return format(int(number), quote.format)
    return format(number, quote.format.removesuffix("d"))
