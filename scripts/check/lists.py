"""Lists and tables: their items and rows, and what stands within admonitions and their like."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scripts.check.sections import LISTS, TABLES, begins_item, item_lines, twins
from scripts.check.shared import OPTION
from scripts.lesson import Block, Lesson
from scripts.lesson.fences import FENCE, LITERAL, holds_text
from scripts.patterns import lazy_pattern

# The line below the head of a table. With a choice, a long line that is none would take forever.
BELOW_HEAD = lazy_pattern(r"[ \t]*+\|?(?:[ \t]*+:?-++:?[ \t]*+\|?)++")


@dataclass
class Item:
    """An item of a list, or a row of a table: where it begins, and the items in it."""

    line: int
    indent: int
    text: str
    items: list[Item]

    @property
    def whole(self) -> Block:
        """Give the item as a block, with those in it."""
        text = "\n".join([self.text, *(item.whole.text for item in self.items)])
        return Block("bullet_list", self.line, self.line + text.count("\n"), text)


def items(block: Block) -> list[Item]:
    """Give the items of a list, each with those of the lists in it, or the rows of a table.

    The head of a table is none of its rows, nor is the line below it.

    >>> [row.line for row in items(Block("table", 4, 7, "|a|\\n|-|\\n|1|\\n|2|"))]
    [6, 7]
    """
    lines = block.text.split("\n")
    starts = [number - block.line for number in item_lines(block)]
    if block.kind in TABLES and len(lines) > 1 and BELOW_HEAD.fullmatch(lines[1]):
        starts = starts[2:]
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


def nested(block: Block) -> list[tuple[int, Block]]:
    """Give all items of a list, each without those in it, and in how many others it stands.

    >>> found = nested(Block("bullet_list", 4, 6, "- a\\n  - b\\n- c"))
    >>> [(depth, one.line) for depth, one in found]
    [(0, 4), (1, 5), (0, 6)]
    """

    def within(found: Sequence[Item], depth: int) -> Iterator[tuple[int, Block]]:
        for item in found:
            end = item.line + item.text.count("\n")
            yield depth, Block(block.kind, item.line, end, item.text)
            yield from within(item.items, depth + 1)

    return list(within(items(block), 0))


def in_directives(
    origin: Lesson, other: Lesson, within: Callable[[Block], list[Block]]
) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give what stands within admonitions and their like, where it is as much in both languages."""
    for file in (origin, other):
        if not any(_holds_text(block.kind) and within(block) for block in file.blocks):
            return
    for ours, theirs in twins(origin, other, _holds_text):
        if len(ours) == len(theirs) == 1:
            one, its = within(ours[0]), within(theirs[0])
            if len(one) == len(its):
                yield from (([a], [b]) for a, b in zip(one, its, strict=True))


def _holds_text(kind: str) -> bool:
    return kind.startswith("directive:") and kind.removeprefix("directive:") not in LITERAL


def _opens_code(fence: re.Match[str]) -> bool:
    marks = fence["marks"]
    return not marks.startswith(":") and not holds_text(marks, fence["info"])


def paragraphs_in(block: Block) -> list[Block]:
    """Give what empty lines, fences and options set apart within a directive.

    >>> text = ":::{note}\\n:class: tip\\n\\nOne.\\n\\nTwo of\\nit.\\n:::"
    >>> [(one.line, one.text) for one in paragraphs_in(Block("directive:note", 3, 10, text))]
    [(6, 'One.'), (8, 'Two of\\nit.')]
    """
    rows = enumerate(block.text.split("\n"), block.line)
    found: list[Block] = []
    for is_text, group in itertools.groupby(rows, lambda row: _is_text(row[1])):
        lines = list(group)
        if is_text:
            text = "\n".join(line for _, line in lines)
            found.append(Block("paragraph", lines[0][0], lines[-1][0], text))
    return found


def _is_text(line: str) -> bool:
    return bool(line.strip()) and not FENCE.match(line) and not OPTION.match(line)


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
            if fence and _opens_code(fence):
                code = fence["marks"] if number > block.line else ""
            elif not fence and begins_item(line):
                first, own = number, [line]
        empty = not bare
    return found


def tables_in(block: Block) -> list[Block]:
    """Give the tables within a directive, but for what is code in it.

    >>> note = Block("directive:table", 3, 7, "```{table} A\\n| a |\\n|---|\\n| 1 |\\n```")
    >>> [(one.line, one.text) for one in tables_in(note)]
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
        if len(rows) > 1 and BELOW_HEAD.fullmatch(rows[1]):
            found.append(Block("table", number - len(rows), number - 1, "\n".join(rows)))
        rows = []
        if code:
            code = "" if fence and line.lstrip().startswith(code) else code
        elif fence and _opens_code(fence):
            # The last one ends the directive.
            code = fence["marks"] if block.line < number < block.end else ""
    return found
