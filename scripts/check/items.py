"""The items of a list and the rows of a table: as many in every language."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.check.lengths import width
from scripts.check.rule import Selection
from scripts.check.sections import LISTS, TABLES, item_lines, twins
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Block
from scripts.sync.translation import counted

# So much of the text is there where two items are one now, and less where one of them is gone.
_LOST = 0.6


def other_items(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lists and tables that have more items in one language than in the other."""
    for (origin, other), kinds in itertools.product(selection.pairs(), (LISTS, TABLES)):
        what = "row" if kinds is TABLES else "item"
        for one, its in twins(origin, other, kinds.__contains__):
            mine, new = ([item for block in side for item in items(block)] for side in (one, its))
            for ours, theirs in _unequal(mine, new):
                place = f"{origin.path}:{ours[0].line}"
                message = f"{counted(len(theirs), what)} here, {len(ours)} in {place}"
                yield Diagnostic(
                    other.path,
                    theirs[0].line,
                    "other-items",
                    message,
                    Severity.WARNING,
                    "see which one is missing, or stands twice",
                )


@dataclass
class Item:
    """An item of a list, or a row of a table: where it begins, and the items in it."""

    line: int
    indent: int
    text: str
    items: list[Item]


def items(block: Block) -> list[Item]:
    """Give the items of a list, each with those of the lists in it, or the rows of a table."""
    lines = block.text.split("\n")
    starts = [number - block.line for number in item_lines(block)]
    top = Item(block.line, -1, "", [])
    open_items = [top]
    for start, end in itertools.pairwise([*starts, len(lines)]):
        first = lines[start]
        # A row stands in no other, however far it is set in.
        indent = len(first) - len(first.lstrip(" \t>")) if block.kind in LISTS else 0
        item = Item(block.line + start, indent, "\n".join(lines[start:end]), [])
        while open_items[-1].indent >= indent:
            open_items.pop()
        open_items[-1].items.append(item)
        open_items.append(item)
    return top.items


def _unequal(
    ours: Sequence[Item], theirs: Sequence[Item]
) -> Iterator[tuple[Sequence[Item], Sequence[Item]]]:
    """Give the lists with more items than in the other language.

    What one language says in items the other may say in the sentences of one, or in none.
    """
    if len(ours) == len(theirs):
        for one, its in zip(ours, theirs, strict=True):
            yield from _unequal(one.items, its.items)
    elif min(len(ours), len(theirs)) > 1 or (ours and theirs and _much_shorter(ours, theirs)):
        yield ours, theirs


def _much_shorter(ours: Sequence[Item], theirs: Sequence[Item]) -> bool:
    one, its = (sum(map(_width, side)) for side in (ours, theirs))
    return (one < _LOST * its) if len(ours) < len(theirs) else (its < _LOST * one)


def _width(item: Item) -> int:
    return width(item.text) + sum(map(_width, item.items))
