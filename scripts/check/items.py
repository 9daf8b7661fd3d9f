"""The items of a list and the rows of a table: as many in every language."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from scripts.alignment import consecutive
from scripts.check.aligned import counterpart_block, end_before, groups, origin_block
from scripts.check.confirmed_items import items_by_record
from scripts.check.gale_church import AlignedItems, align_items
from scripts.check.kept import kept
from scripts.check.lists import Item, in_directives, items, lists_in, nested, tables_in
from scripts.check.rule import Selection
from scripts.check.sections import LISTS, PROSE, TABLES, begins_item, item_text, twins
from scripts.check.shared import put_it_there, take_it_out
from scripts.check.structure import Heading, headings
from scripts.check.table_rows import cells_of
from scripts.check.targets import page_of
from scripts.check.widths import width
from scripts.diagnostic import Diagnostic, Severity, counted, short
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern

# So much of the text is there where two items are one now, and less where one of them is gone.
_LOST = 0.6
# So much, in the logarithm of odds, speaks against any other item to be the one that is missing:
# of 540 items that were taken out of lists of other projects, 400 are told so, none wrongly; of all
# 540 the likeliest is wrong in 40.
_CERTAIN = 1.5
# So many guesses are worth reading.
_FEW = 3
# So many columns say something; a text that says the same has at most so many times as many.
_SAYING, _AS_LONG = 30, 2.5
_TO_HEADING = lazy_pattern(r"[*_]*\[[^\[\]]*\]\(#(?P<slug>[^()\s]+)\)")
_LINK_ALONE = lazy_pattern(r"[*_]*\[[^\[\]]*\](?:\([^()\s]*\)|\[[^\[\]]*\])?[*_]*")
# A row that is counted in its first cell.
_NUMBERED = lazy_pattern(r"(?P<before>[ \t>]*\|[ \t*_]*)(?P<number>\d{1,3})(?=[.)]?[ \t*_]*\D)")
# An item that says what others said, too, has more than a third of their length more.
_NO_MORE = 3


def other_items(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lists and tables that have more items in one language than in the other.

    Where it is certain which of them the other language lacks, those are given at their place.
    """
    for (origin, other), kinds in itertools.product(selection.pairs(), (LISTS, TABLES)):
        within = lists_in if kinds is LISTS else tables_in
        pairs = (*twins(origin, other, kinds.__contains__), *in_directives(origin, other, within))
        if pairs:
            longer = _longer(origin, other)
            compared = _Compared(selection, origin, other, kinds is TABLES, longer)
            for one, its in pairs:
                yield from compared.differences(one, its)


def _nested_otherwise(ours: Block, theirs: Block) -> tuple[int, int] | None:
    """Give the lines of the first item of two lists that has another depth; None where none has.

    Both have as many items, and all but a few in a row are as deep as in the other.

    >>> texts = "- a\\n  - b\\n- c", "- a\\n- b\\n- c"
    >>> one, its = (Block("bullet_list", 1, 3, text) for text in texts)
    >>> _nested_otherwise(one, its), _nested_otherwise(one, one)
    ((2, 2), None)
    """
    pairs = list(zip(nested(ours), nested(theirs), strict=False))
    if len(pairs) < len(nested(ours)) or len(pairs) < len(nested(theirs)):
        return None
    unlike = [n for n, ((depth, _), (other, _)) in enumerate(pairs) if depth != other]
    if not 0 < len(unlike) <= _FEW or len(unlike) * 2 >= len(pairs):
        return None
    (_, mine), (_, new) = pairs[unlike[0]]
    return (mine.line, new.line) if unlike[-1] - unlike[0] < len(unlike) else None


def _longer(origin: Lesson, other: Lesson) -> float | None:
    """Give the logarithm of how much longer the texts of the other page are, where it has any."""
    ours, theirs = (
        sum(width(block.text) for block in lesson.blocks if block.kind in PROSE)
        for lesson in (origin, other)
    )
    return math.log(theirs / ours) if ours and theirs else None


@dataclass(frozen=True)
class _Compared:
    selection: Selection
    origin: Lesson
    other: Lesson
    are_tables: bool
    longer: float | None

    def differences(self, ours: Sequence[Block], theirs: Sequence[Block]) -> Iterator[Diagnostic]:
        """Compare lists that stand in one place, or tables."""
        for one, its in self._one_by_one(ours, theirs):
            alone = len(one) == len(its) == 1 and not self.are_tables
            if alone and (found := _nested_otherwise(one[0], its[0])):
                place, line = found
                message = f"this item is nested otherwise than in {self.origin.path}:{place}"
                yield self._told(line, message, "indent it as there")
            elif not its:
                yield from self._without(one[0])
            elif not one:
                if origin_block(self.origin, self.other, its[0].line) is None:
                    message = f"this {self._list} is not in {self.origin.path}"
                    yield self._told(its[0].line, message, take_it_out(self.origin))
            else:
                for mine, new in self._unequal(_joined(one), _joined(its)):
                    yield from self._unlike(mine, new)
                if self.are_tables and len(one) == len(its):
                    for table, same in zip(one, its, strict=True):
                        yield from self._emptied(table, same)

    def _emptied(self, ours: Block, theirs: Block) -> Iterator[Diagnostic]:
        """Give the rows with a cell that is empty in one of the two languages."""
        rows, others = (block.text.split("\n") for block in (ours, theirs))
        for number, pair in enumerate(zip(rows, others, strict=False)):
            mine, new = map(cells_of, pair)
            if len(rows) != len(others) or len(mine) != len(new):
                continue
            place = f"{self.origin.path}:{ours.line + number}"
            for cell, its in zip(mine, new, strict=True):
                if cell and not its:
                    message = f'a cell of this row is empty, and says "{short(cell)}" in {place}'
                    yield self._told(theirs.line + number, message, "write what it says")
                elif its and not cell:
                    message = f'"{short(its)}" stands in a cell that is empty in {place}'
                    yield self._told(theirs.line + number, message, take_it_out(self.origin))

    @property
    def _list(self) -> str:
        return "table" if self.are_tables else "list"

    @property
    def _item(self) -> str:
        return "row" if self.are_tables else "item"

    def _told(self, line: int, message: str, fix: str) -> Diagnostic:
        return Diagnostic(self.other.path, line, "other-items", message, Severity.WARNING, fix)

    def _without(self, block: Block) -> Iterator[Diagnostic]:
        """Tell that the other page lacks a list, or has only its text, within a block of HTML."""
        line = end_before(self.origin, self.other, block.line)
        said = counterpart_block(self.origin, self.other, block.line)
        place = f"{self.origin.path}:{block.line}"
        in_html = said or next((one for one in self.other.blocks if one.end >= line), None)
        if in_html is not None and in_html.kind == "html_block" and not self.are_tables:
            lines = enumerate(in_html.text.split("\n"), in_html.line)
            found = [number for number, text in lines if begins_item(text)]
            if len(found) >= len(items(block)):
                message = f"this is no list, as it is in {place}: HTML stands before it"
                yield self._told(found[0], message, "put an empty line before it")
                return
        if said is None:
            message = f"the {self._list} of {place} is missing after this line"
            yield self._told(line, message, put_it_there(self.origin))

    def _one_by_one(
        self, ours: Sequence[Block], theirs: Sequence[Block]
    ) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
        """Give lists that hold the same items; a list may be cut in two in the other language."""
        one, its = ([(n, item) for n, b in enumerate(side) for item in items(b)]
                    for side in (ours, theirs))  # fmt: skip
        if len(ours) == len(theirs) == 1 or len(one) == len(its):
            yield ours, theirs
            return
        found = align_items(
            [item.whole for _, item in one], [item.whole for _, item in its], self.longer
        )
        pairs = [(one[i][0], its[j][0]) for i, j in found.pairs]
        together = groups(pairs)
        for mine, new in together:
            yield [ours[n] for n in sorted(mine)], [theirs[n] for n in sorted(new)]
        known, others = ({n for group in together for n in group[side]} for side in (0, 1))
        yield from (([block], []) for n, block in enumerate(ours) if n not in known)
        yield from (([], [block]) for n, block in enumerate(theirs) if n not in others)

    def _unequal(self, ours: Item, theirs: Item) -> Iterator[tuple[Item, Item]]:
        """Give the lists with more items than in the other language, each with what it stands in.

        What one language says in items the other may say in the sentences of one, or in none.
        """
        one, its = ours.items, theirs.items
        if len(one) == len(its):
            for mine, new in zip(one, its, strict=True):
                yield from self._unequal(mine, new)
        elif (
            self.are_tables
            or min(len(one), len(its)) > 1
            or (one and its and _are_links([*one, *its]))
            or (_is_gone(one, its) if one and its else ours.text and _all_are_gone(ours, theirs))
        ):
            yield ours, theirs

    def _unlike(self, ours: Item, theirs: Item) -> Iterator[Diagnostic]:
        """Give which items of a list are missing, or how many."""
        one, its = ([item.whole for item in side.items] for side in (ours, theirs))
        if twice := _stands_twice(one, its):
            place = f"and once in {self.origin.path}"
            message = f"this {self._item} stands at line {twice[0]} already, {place}"
            yield self._told(twice[1], message, "delete one of them")
            return
        found = self._aligned(one, its)
        gone, added = found.ours_alone, found.theirs_alone
        on_one_side = one and its and not (gone and added)
        lost = one[next(iter(gone))] if on_one_side and len(gone) == 1 else None
        if lost is not None and (text := self._text_behind(its[-1].end, lost)):
            place = f"{self.origin.path}:{lost.line}"
            message = f"this is a paragraph, and an item in {place}"
            yield self._told(text.line, message, "make both an item, or a paragraph")
            return
        if on_one_side and min((*gone.values(), *added.values())) >= _CERTAIN:
            yield from self._missing(one, its, found)
            return
        place = f"{self.origin.path}:{_first_line(ours)}"
        count = counted(len(its), self._item) if its else f"no {self._item}s"
        message = f"{count} here, {len(one) or 'none'} in {place}"
        line = _first_line(theirs)
        guesses = [one[i].line for i in gone] or [its[j].line for j in added]
        if on_one_side and len(guesses) <= _FEW:
            plural, lines = "s"[: len(guesses) - 1], ", ".join(map(str, guesses))
            alone = "this one" if len(guesses) == 1 else f"lines {lines} here"
            message += f", perhaps {f'line{plural} {lines}' if gone else alone}"
            line = _place(next(iter(gone)), its, found)[0] if gone else guesses[0]
        fix = "see which one is missing, or stands twice"
        yield self._told(line, message, fix)

    def _aligned(self, one: Sequence[Block], its: Sequence[Block]) -> AlignedItems:
        known = None
        if one and its:
            known = items_by_record(self.selection, self.origin, self.other, one, its)
        known = known or self._by_headings(one, its)
        return known or align_items(_without_numbers(one), _without_numbers(its), self.longer)

    def _by_headings(self, one: Sequence[Block], its: Sequence[Block]) -> AlignedItems | None:
        """Put items side by side that lead to the same headings of the page; None for all others.

        Where both pages have as many headings, those in the same place are the same.
        """
        ours, theirs = list(headings(self.origin)), list(headings(self.other))
        if [mine.level for mine in ours] != [new.level for new in theirs]:
            return None
        ranks, others = _ranks(self.origin, ours, one), _ranks(self.other, theirs, its)
        if not ranks or not others:
            return None
        pairs = [(i, others.index(rank)) for i, rank in enumerate(ranks) if rank in others]
        if sorted(j for _, j in pairs) != [j for _, j in pairs]:
            return None
        return AlignedItems(
            pairs,
            {i: _CERTAIN for i, rank in enumerate(ranks) if rank not in others},
            {j: _CERTAIN for j, rank in enumerate(others) if rank not in ranks},
        )

    def _missing(
        self, one: Sequence[Block], its: Sequence[Block], found: AlignedItems
    ) -> Iterator[Diagnostic]:
        for run in consecutive(found.ours_alone):
            first, last = one[run[0]].line, one[run[-1]].line
            line, where = _place(run[-1], its, found)
            which = f"{self._item} of {self.origin.path}:{first} is"
            if len(run) > 1:
                which = f"{len(run)} {self._item}s of {self.origin.path}:{first}-{last} are"
            message = f"the {which} missing {where} this line"
            yield self._told(line, message, put_it_there(self.origin))
        for run in consecutive(found.theirs_alone):
            which = f"this {self._item} is"
            if len(run) > 1:
                which = f"the {len(run)} {self._item}s from here to line {its[run[-1]].line} are"
            message = f"{which} not in {self.origin.path}"
            yield self._told(its[run[0]].line, message, take_it_out(self.origin))

    def _text_behind(self, line: int, item: Block) -> Block | None:
        """Give the paragraph behind a list that only the other page has, and is as long as an item.

        Of a few words nobody knows.
        """
        block = next((one for one in self.other.blocks if one.line > line), None)
        if self.are_tables or block is None or block.kind != "paragraph":
            return None
        short, long = sorted((width(item_text(item.text)), width(block.text)))
        if short < _SAYING or long > _AS_LONG * short:
            return None
        known = origin_block(self.origin, self.other, block.line)
        return block if known is None else None


def _ranks(lesson: Lesson, found: Sequence[Heading], its: Sequence[Block]) -> list[int]:
    """Give the headings that items lead to, by their numbers; none where an item leads elsewhere.

    What stands in an item leads elsewhere, and comes behind its own link.
    """
    lines = [heading.line for heading in found]
    slugs = page_of(lesson).slugs
    ranks = []
    for item in its:
        match = _TO_HEADING.match(item_text(item.text))
        line = slugs.get(unquote(match["slug"])) if match else None
        if line not in lines:
            return []
        ranks.append(lines.index(line))
    return ranks if len(set(ranks)) == len(ranks) else []


def _without_numbers(rows: Sequence[Block]) -> Sequence[Block]:
    """Give the rows of a table without their numbers, which count them and say nothing of them.

    >>> rows = [Block("row", n, n, f"| **{n}. Step** | 2 |") for n in (1, 2, 3)]
    >>> [row.text for row in _without_numbers(rows)][1:]
    ['| **. Step** | 2 |', '| **. Step** | 2 |']
    """
    numbers = [_NUMBERED.match(row.text) for row in rows]
    found = [int(one["number"]) for one in numbers if one]
    if len(found) < max(2, len(rows)) or found != [*range(found[0], found[0] + len(rows))]:
        return rows
    return [replace(row, text=_NUMBERED.sub(r"\g<before>", row.text, count=1)) for row in rows]


def _place(number: int, its: Sequence[Block], found: AlignedItems) -> tuple[int, str]:
    """Give the line by which an item should stand that its list has not, and its side."""
    behind = next((j for i, j in found.pairs if i > number), None)
    return (its[-1].end, "after") if behind is None else (its[behind].line, "before")


def _joined(blocks: Sequence[Block]) -> Item:
    return Item(blocks[0].line, -1, "", [item for block in blocks for item in items(block)])


def _first_line(item: Item) -> int:
    return item.items[0].line if item.items and item.indent >= 0 else item.line


def _stands_twice(ours: Sequence[Block], theirs: Sequence[Block]) -> tuple[int, int] | None:
    """Give the lines of the only item that is one too many in their list and stands twice there."""
    if len(theirs) != len(ours) + 1 or len({_text(one) for one in ours}) < len(ours):
        return None
    found = [
        (one.line, its.line)
        for one, its in itertools.combinations(theirs, 2)
        if _text(one) == _text(its)
    ]
    return found[0] if len(found) == 1 else None


def _text(item: Block) -> str:
    return " ".join(item_text(item.text).split())


def _are_links(found: Sequence[Item]) -> bool:
    """Tell whether items are links alone, as in a table of contents: one says nothing for two."""
    return all(_LINK_ALONE.fullmatch(item_text(item.text).strip()) for item in found)


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
