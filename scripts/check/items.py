"""The items of a list and the rows of a table: as many in every language."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.check.lengths import width
from scripts.check.rule import Selection
from scripts.check.sections import LISTS, TABLES, begins_item, item_lines, kept, twins
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Block, Lesson
from scripts.lesson.fences import FENCE, LITERAL
from scripts.sync.translation import counted

_RULE = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|?)+")
# So much of the text is there where two items are one now, and less where one of them is gone.
_LOST = 0.6
# An item that says what others said, too, has more than a third of their length more.
_NO_MORE = 3


def other_items(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lists and tables that have more items in one language than in the other."""
    for (origin, other), kinds in itertools.product(selection.pairs(), (LISTS, TABLES)):
        what = "row" if kinds is TABLES else "item"
        pairs = twins(origin, other, kinds.__contains__)
        within = _in_directives(origin, other) if kinds is LISTS else tables_in(origin, other)
        for one, its in (*pairs, *within):
            mine, new = ([item for block in side for item in items(block)] for side in (one, its))
            for ours, theirs in _unequal(Item(0, -1, "", mine), Item(0, -1, "", new)):
                place = f"{origin.path}:{_first_line(ours)}"
                count = counted(len(theirs.items), what) if theirs.items else f"no {what}s"
                message = f"{count} here, {len(ours.items) or 'none'} in {place}"
                yield Diagnostic(
                    other.path,
                    _first_line(theirs),
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


def _first_line(item: Item) -> int:
    return item.items[0].line if item.items else item.line


def _in_directives(
    origin: Lesson, other: Lesson
) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give the lists in admonitions and their like, where there are as many in both languages."""
    if not all(any(map(_may_hold_list, file.blocks)) for file in (origin, other)):
        return
    for ours, theirs in twins(origin, other, _holds_text):
        if len(ours) == len(theirs) == 1:
            one, its = lists_in(ours[0]), lists_in(theirs[0])
            if len(one) == len(its):
                yield from (([a], [b]) for a, b in zip(one, its, strict=True))


def tables_in(origin: Lesson, other: Lesson) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give the tables in admonitions and their like, where there are as many in both languages."""
    if not all(any(map(_may_hold_table, file.blocks)) for file in (origin, other)):
        return
    for ours, theirs in twins(origin, other, _holds_text):
        if len(ours) == len(theirs) == 1:
            one, its = _tables(ours[0]), _tables(theirs[0])
            if len(one) == len(its):
                yield from (([a], [b]) for a, b in zip(one, its, strict=True))


def _may_hold_table(block: Block) -> bool:
    return _holds_text(block.kind) and "|" in block.text


def _tables(block: Block) -> list[Block]:
    """Give the tables within a directive, but for what is code in it.

    >>> note = Block("directive:table", 3, 7, "```{table} A\\n| a |\\n|---|\\n| 1 |\\n```")
    >>> [(one.line, one.text) for one in _tables(note)]
    [(4, '| a |\\n|---|\\n| 1 |')]
    """
    found: list[Block] = []
    code = ""
    rows: list[str] = []
    for number, line in enumerate([*block.text.split("\n"), ":::"], block.line):
        fence = FENCE.match(line)
        if not code and not fence and line.lstrip().startswith("|"):
            rows.append(line)
            continue
        if len(rows) > 1 and _RULE.fullmatch(rows[1]):
            found.append(Block("table", number - len(rows), number - 1, "\n".join(rows)))
        rows = []
        if code:
            code = "" if fence and line.lstrip().startswith(code) else code
        elif fence and not fence["marks"].startswith(":") and not _is_text(fence["info"]):
            # The last one ends the directive.
            code = fence["marks"] if block.line < number < block.end else ""
    return found


def _may_hold_list(block: Block) -> bool:
    """Tell whether a list can stand in a block, long before it is looked for."""
    return _holds_text(block.kind) and any(map(begins_item, block.text.split("\n")))


def _holds_text(kind: str) -> bool:
    return kind.startswith("directive:") and kind.removeprefix("directive:") not in LITERAL


def lists_in(block: Block) -> list[Block]:
    """Give the lists within a directive, but for what is code in it.

    >>> note = Block("directive:note", 3, 9, ":::{note}\\nSo:\\n\\n- a\\n  - b\\n\\nOr.\\n:::")
    >>> [(one.line, one.text) for one in lists_in(note)]
    [(6, '- a\\n  - b')]
    """
    found: list[Block] = []
    code = ""
    own: list[str] = []
    first, empty = 0, False
    for number, line in enumerate([*block.text.split("\n"), ":::"], block.line):
        fence = FENCE.match(line)
        bare = line.lstrip(" \t>")
        indent = len(line) - len(bare)
        least = len(own[0]) - len(own[0].lstrip(" \t>")) if own else 0
        goes_on = not fence and (begins_item(line) or not bare or indent > least or not empty)
        if code:
            code = "" if fence and bare.startswith(code) and not fence["info"].strip() else code
        elif own and goes_on:
            own.append(line)
        else:
            if own:
                text = "\n".join(own).rstrip()
                ordered = own[0].lstrip(" \t>")[0].isdigit()
                kind = "ordered_list" if ordered else "bullet_list"
                found.append(Block(kind, first, first + text.count("\n"), text))
                own = []
            if fence and not fence["marks"].startswith(":") and not _is_text(fence["info"]):
                code = fence["marks"] if number > block.line else ""
            elif not fence and begins_item(line):
                first, own = number, [line]
        empty = not bare
    return found


def _is_text(info: str) -> bool:
    mark, _, rest = info.strip().partition("{")
    return not mark and rest.partition("}")[0].rsplit(":", 1)[-1] not in LITERAL


def _unequal(ours: Item, theirs: Item) -> Iterator[tuple[Item, Item]]:
    """Give the lists with more items than in the other language, each with what it stands in.

    What one language says in items the other may say in the sentences of one, or in none.
    """
    one, its = ours.items, theirs.items
    if len(one) == len(its):
        for mine, new in zip(one, its, strict=True):
            yield from _unequal(mine, new)
    elif min(len(one), len(its)) > 1 or (
        _is_gone(one, its) if one and its else ours.text and _all_are_gone(ours, theirs)
    ):
        yield ours, theirs


def _is_gone(ours: Sequence[Item], theirs: Sequence[Item]) -> bool:
    """Tell whether of several items one is left, which says no more than one of them."""
    if _much_shorter(ours, theirs):
        return True
    many, (left,) = (ours, theirs) if len(ours) > len(theirs) else (theirs, ours)
    widths, own = [_width(item) for item in many], _width(left)
    nearest = min(widths, key=lambda one: abs(one - own))
    others = [item for item in many if item is not many[widths.index(nearest)]]
    is_short = own < nearest + (sum(widths) - nearest) / _NO_MORE
    return is_short and not _says(left, others)


def _all_are_gone(ours: Item, theirs: Item) -> bool:
    """Tell whether an item lost all that it had in it: its own text says no more than before."""
    full, bare = (ours, theirs) if ours.items else (theirs, ours)
    own, more = width(full.text), sum(map(_width, full.items))
    is_short = width(bare.text) < own + min(more, 2 * own) / _NO_MORE
    return own > 0 and is_short and not _says(bare, full.items)


def _says(item: Item, others: Sequence[Item]) -> bool:
    """Tell whether an item keeps something that others keep: it may say what they say."""
    one = _kept([item])
    return bool(one & _kept(others))


def _kept(found: Sequence[Item]) -> frozenset[str]:
    text = "\n".join(item.text for item in found)
    return kept([Block("paragraph", 1, 1, text)])


def _much_shorter(ours: Sequence[Item], theirs: Sequence[Item]) -> bool:
    one, its = (sum(map(_width, side)) for side in (ours, theirs))
    return (one < _LOST * its) if len(ours) < len(theirs) else (its < _LOST * one)


def _width(item: Item) -> int:
    return width(item.text) + sum(map(_width, item.items))
