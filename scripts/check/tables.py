"""Tables of as many rows and columns in both languages: the numbers that stand alone in a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scripts.check.lists import in_directives, tables_in
from scripts.check.rule import Selection
from scripts.check.sections import TABLES, twins
from scripts.check.shared import WRITE_THE_SAME
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Block
from scripts.patterns import lazy_pattern

_NUMBER = lazy_pattern(
    r"[*_$ ]*(?P<sign>[-\u2212+]?)(?P<digits>\d[\d,]*(?:\.\d+)?)[*_$ ]*%?[*_$ ]*"
)
_BAR = lazy_pattern(r"(?<!\\)\|")
# Where more of its numbers differ, a table is another one, or has another order.
_MOST = 2


def differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the cells of tables in which another number stands than in the other language."""
    for origin, other in selection.pairs():
        pairs = twins(origin, other, TABLES.__contains__)
        for ours, theirs in (*pairs, *in_directives(origin, other, tables_in)):
            if len(ours) != 1 or len(theirs) != 1:
                continue
            for mine, new, line, place in _unlike(ours[0], theirs[0]):
                message = f"{new} here, {mine} in {origin.path}:{place}"
                yield Diagnostic(
                    other.path, line, "other-number", message, Severity.WARNING, WRITE_THE_SAME
                )


def _unlike(ours: Block, theirs: Block) -> Iterator[tuple[str, str, int, int]]:
    """Give the numbers that differ, each with its line on both sides: those of the other first."""
    one, its = (list(map(_cells, block.text.split("\n"))) for block in (ours, theirs))
    if [len(row) for row in one] != [len(row) for row in its]:
        return
    same = 0
    found = []
    for number, (row, new_row) in enumerate(zip(one, its, strict=True)):
        for cell, new in zip(row, new_row, strict=True):
            mine, value = _value(cell), _value(new)
            if mine is None or value is None:
                continue
            if mine == value:
                same += 1
            else:
                found.append((cell, new, theirs.line + number, ours.line + number))
    rows = {line for _, _, line, _ in found}
    if len(found) <= _MOST and len(rows) == len(found) and same > len(found):
        yield from found


def _cells(row: str) -> Sequence[str]:
    """Give the cells of a row.

    >>> _cells("| a | 1 |"), _cells("a | 1")
    (['a', '1'], ['a', '1'])
    """
    return [cell.strip() for cell in _BAR.split(row.strip().strip("|"))]


def _value(cell: str) -> float | None:
    """Give the number of a cell in which nothing else stands.

    >>> [_value(one) for one in ("1,200", "**-0.5**", "20 %", "3 cm", "x2")]
    [1200.0, -0.5, 20.0, None, None]
    """
    match = _NUMBER.fullmatch(cell)
    if match is None:
        return None
    value = float(match["digits"].replace(",", ""))
    return -value if match["sign"] in {"-", "\u2212"} and match["sign"] else value
