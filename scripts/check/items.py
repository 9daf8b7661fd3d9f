"""The items of a list and the rows of a table: as many in every language."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from scripts.check.kept import kept
from scripts.check.lists import Item, in_directives, items, lists_in, tables_in
from scripts.check.rule import Selection
from scripts.check.sections import LISTS, TABLES, twins
from scripts.check.widths import width
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Block
from scripts.sync.translation import counted

# So much of the text is there where two items are one now, and less where one of them is gone.
_LOST = 0.6
# An item that says what others said, too, has more than a third of their length more.
_NO_MORE = 3


def other_items(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lists and tables that have more items in one language than in the other."""
    for (origin, other), kinds in itertools.product(selection.pairs(), (LISTS, TABLES)):
        what = "row" if kinds is TABLES else "item"
        pairs = twins(origin, other, kinds.__contains__)
        within = lists_in if kinds is LISTS else tables_in
        for one, its in (*pairs, *in_directives(origin, other, within)):
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


def _first_line(item: Item) -> int:
    return item.items[0].line if item.items else item.line


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
