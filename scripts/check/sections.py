"""Texts that stand in the same place in both languages, between the same headings and cells."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from scripts.check.aligned import aligned, groups, with_text
from scripts.check.gale_church import Aligned, Pair
from scripts.check.kept import ALIKE, kept, latin_words, likeness
from scripts.check.structure import headings
from scripts.last_read import of_last_two
from scripts.lesson import Block, Cell, Lesson
from scripts.patterns import lazy_pattern

PROSE = frozenset({"paragraph", "bullet_list", "ordered_list", "blockquote", "table"})
LISTS = frozenset({"bullet_list", "ordered_list"})
TABLES = frozenset({"table"})

_ITEM = lazy_pattern(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_EXAMPLE = "example"
_BADGES = "badges"
# What one language has in another place or in another form says nothing of the texts beside it.
_APART = frozenset({_EXAMPLE, _BADGES})
_ALT = ":alt:"
# A paragraph in which nothing but code stands is an example, which elsewhere is a fence.
# A span of code ends at its first end: with a choice, a line of spans would take forever.
_CODE_ONLY = lazy_pattern(r"(?:\s|\\(?=\n|$)|[*_>]|(?>(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)))+", re.S)
# A paragraph in which nothing but pictures stands, in links or not, as the badges of a project.
_LEADS = r"(?:\([^)]*\)|\[[^\]]*\])"
_PICTURES_ONLY = lazy_pattern(rf"(?:\s|\[?!\[[^\]]*\]{_LEADS}\s*+(?:\]{_LEADS})?)++")
# So much more is in common where the texts of a place are moved against each other.
_SHIFTED = 1.2


# Where outlines differ, so much speaks for two blocks to say the same, in the logarithm of odds.
_SURE = 2.0

# So many headings in another place are two sections that were exchanged; where more are, each
# language has an order of its own, as that of its alphabet, and no place says anything.
_SWAPPED, _SORTED = 2, 3
# What stands in one place on both sides.
_Place = tuple[Sequence[Block], Sequence[Block]]
# What begins a section: its kind, a heading's level, and its labels.
_Key = tuple[str, int, tuple[str, ...]]
_Section = tuple[_Key, list[Block]]


def is_prose(kind: str) -> bool:
    """Tell whether blocks of a kind are text, or hold it."""
    return kind in PROSE or kind.startswith("directive:")


def twins(
    origin: Lesson, other: Lesson, wanted: Callable[[str], bool] = is_prose
) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give the texts of both languages that say the same: one block each, or all of a place.

    Where the number of blocks differs, a translation has made two of one, so all of them are one
    text. Where the headings or cells differ, only what surely says the same is there.
    """
    for ours, theirs in _places(origin, other):
        one, its = (
            [block for block in side if block.cell is None and wanted(block.kind)]
            for side in (ours, theirs)
        )
        if not _same_kinds(one, its):
            one, its = ([b for b in side if _kind(b) not in _APART] for side in (one, its))
        if _same_kinds(one, its):
            for mine, new, sure in _beside(one, its):
                if sure or _related(kept(mine), kept(new)):
                    yield mine, new
        elif one and its and _related(kept(ours), kept(theirs)):
            yield one, its


def beside_texts(
    origin: Lesson, other: Lesson
) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give what says the same beside the texts: headings, what stands for figures, the title."""
    yield from zip(_front_texts(origin), _front_texts(other), strict=False)
    for ours, theirs in _places(origin, other):
        for mine, new in zip(ours[:1], theirs[:1], strict=False):
            if mine.kind == new.kind == "heading":
                yield [mine], [new]
            elif mine.cell is not None and new.cell is not None:
                yield from zip(_alts(origin, mine.cell), _alts(other, new.cell), strict=False)


def _front_texts(lesson: Lesson) -> list[list[Block]]:
    """Give the title and the summary of a lesson, each where both or none may be there."""
    found: dict[str, list[Block]] = {"title": [], "summary": []}
    for number, line in enumerate(lesson.text.split("\n"), 1):
        if number > 1 and line.rstrip() == "---":
            break
        key, _, text = line.partition(":")
        if key in found:
            found[key] = [Block("front", number, number, text)]
    return list(found.values())


def _alts(lesson: Lesson, cell: Cell) -> Iterator[list[Block]]:
    for number, line in enumerate(
        lesson.text.split("\n")[cell.start : cell.line - 1], cell.start + 1
    ):
        if line.startswith(_ALT):
            yield [Block("alt", number, number, line.removeprefix(_ALT))]


def begins_item(line: str) -> bool:
    """Tell whether an item of a list begins in a line, in a quotation or another item, too."""
    return _ITEM.match(line) is not None


def item_text(text: str) -> str:
    """Give an item without its mark, or any other text as it is."""
    return _ITEM.sub("", text, count=1) if begins_item(text) else text


def item_lines(block: Block) -> list[int]:
    """Give the lines at which the items of a list begin, or the rows of a table.

    >>> item_lines(Block("bullet_list", 4, 6, "- a\\n  b\\n- c"))
    [4, 6]
    """
    lines = enumerate(block.text.split("\n"), block.line)
    if block.kind == "table":
        return [number for number, _ in lines]
    return [n for n, line in lines if block.kind in LISTS and begins_item(line)]


def parts(block: Block) -> list[Block]:
    """Give each item of a list, or row of a table, as a block; any other block as it is.

    >>> [part.line for part in parts(Block("bullet_list", 4, 7, "- a\\n  - b\\n- c"))]
    [4, 6]
    """
    if block.kind not in LISTS | TABLES:
        return [block]
    lines = block.text.split("\n")
    starts = [number - block.line for number in item_lines(block)]
    if block.kind in LISTS:
        indents = [len(lines[n]) - len(lines[n].lstrip(" \t>")) for n in starts]
        least = list(itertools.accumulate(indents, min))
        starts = [n for n, own, before in zip(starts, indents, least, strict=True) if own <= before]
    return [
        Block(block.kind, block.line + start, block.line + end - 1, "\n".join(lines[start:end]))
        for start, end in itertools.pairwise([*starts, len(lines)])
    ]


def _related(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    return not (ours and theirs) or likeness(ours, theirs) >= ALIKE


def _beside(
    ours: Sequence[Block], theirs: Sequence[Block]
) -> Iterator[tuple[Sequence[Block], Sequence[Block], bool]]:
    """Give as many blocks of the same kinds one by one, and tell whether that is sure.

    Where each language has a paragraph that the other has not, their number says nothing: there,
    those are one by one that keep the same, and what stands between two of them is one text.
    """
    one, its = ([kept([block]) for block in side] for side in (ours, theirs))
    needed = sum(map(likeness, one, its)) + _SHIFTED
    # All of them wholly alike is the most that could be found; so a long page is seldom searched.
    worth: list[list[float]] = []
    best: list[tuple[int, int]] = []
    if min(sum(map(bool, side)) for side in (one, its)) >= needed:
        worth = [[likeness(mine, other) for other in its] for mine in one]
        best = best_pairs(worth)
    if sum(worth[i][j] for i, j in best) < needed:
        yield from (([a], [b], True) for a, b in zip(ours, theirs, strict=True))
        return
    marks = [(i, j) for i, j in best if worth[i][j] >= ALIKE]
    start = other_start = 0
    for i, j in (*marks, (len(ours), len(theirs))):
        if start < i and other_start < j:
            yield ours[start:i], theirs[other_start:j], False
        if i < len(ours):
            yield [ours[i]], [theirs[j]], True
        start, other_start = i + 1, j + 1


def _same_kinds(ours: Sequence[Block], theirs: Sequence[Block]) -> bool:
    return [_kind(block) for block in ours] == [_kind(block) for block in theirs]


def _kind(block: Block) -> str:
    only_code = block.kind == "paragraph" and _CODE_ONLY.fullmatch(block.text)
    if only_code:
        return _EXAMPLE
    pictures = block.kind == "paragraph" and "![" in block.text[:3]
    return _BADGES if pictures and _PICTURES_ONLY.fullmatch(block.text) else block.kind


def best_pairs(worth: list[list[float]]) -> list[tuple[int, int]]:
    """Give the pairs of a row and a column, both in order, that are worth the most.

    >>> best_pairs([[0.0, 0.5, 0.0], [0.1, 0.0, 1.0]])
    [(0, 1), (1, 2)]
    """
    rows, columns = len(worth), len(worth[0]) if worth else 0
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            both = worth[i][j] + best[i + 1][j + 1] if worth[i][j] else 0.0
            best[i][j] = max(both, best[i + 1][j], best[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < rows and j < columns:
        if worth[i][j] and best[i][j] == worth[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def is_badges(block: Block) -> bool:
    """Tell whether a block holds nothing but pictures, as the badges of a project."""
    return _kind(block) == _BADGES


@of_last_two
def _places(origin: Lesson, other: Lesson) -> list[_Place]:
    """Give what stands in the same place: behind a heading or a cell, which comes first."""
    ours, theirs = _sections(origin), _sections(other)
    if [key for key, _ in ours] == [key for key, _ in theirs]:
        elsewhere = _elsewhere(ours, theirs)
        if elsewhere < _SWAPPED:
            return [(one, its) for (_, one), (_, its) in zip(ours, theirs, strict=True)]
        if elsewhere > _SORTED:
            return []
        if exchanged := _as_named(ours, theirs):
            return exchanged
    found = aligned(origin, other)
    return list(_around(found, [pair for pair in found.pairs if found.doubt(*pair) >= _SURE]))


def _elsewhere(ours: Sequence[_Section], theirs: Sequence[_Section]) -> int:
    """Count the headings of words that stand in the other language, too, but in another place."""
    words, others = (
        [latin_words(blocks[0]) if blocks else frozenset() for _, blocks in side]
        for side in (ours, theirs)
    )
    return sum(
        bool(one) and one != its and words.count(one) == others.count(one) == 1
        for one, its in zip(words, others, strict=True)
    )


def _as_named(ours: Sequence[_Section], theirs: Sequence[_Section]) -> list[_Place]:
    """Give the sections that changed places beside those of the same name, and all others as ever.

    What stands below such a heading goes with it; where that is not alike, nobody knows: none.
    """
    words, others = (
        [latin_words(blocks[0]) if blocks else frozenset() for _, blocks in side]
        for side in (ours, theirs)
    )
    places = list(range(len(theirs)))
    for i, one in enumerate(words):
        if one and one != others[i] and words.count(one) == others.count(one) == 1:
            j = others.index(one)
            mine, its = _length(ours, i), _length(theirs, j)
            if [key for key, _ in ours[i : i + mine]] != [key for key, _ in theirs[j : j + its]]:
                return []
            places[i : i + mine] = range(j, j + its)
    if sorted(places) != list(range(len(theirs))):
        return []
    return [(one, theirs[j][1]) for (_, one), j in zip(ours, places, strict=True)]


def _length(sections: Sequence[_Section], start: int) -> int:
    """Count a section and those that stand in it: cells, and headings of a deeper level."""
    (_, level, _), _ = sections[start]
    behind = sections[start + 1 :]
    return 1 + len(
        list(itertools.takewhile(lambda one: one[0][1] > level or not one[0][1], behind))
    )


def _sections(lesson: Lesson) -> list[_Section]:
    """Give the blocks behind each heading and cell, with it, and what tells it from others."""
    labels = {heading.line: heading.labels for heading in headings(lesson)}
    section: list[Block] = []
    found: list[_Section] = [(("", 0, ()), section)]
    for block in with_text(lesson):
        if _begins(block):
            section = []
            kind = "cell" if block.cell else block.kind
            found.append(((kind, block.level, labels.get(block.line, ())), section))
        section.append(block)
    return found


def _begins(block: Block) -> bool:
    return block.kind == "heading" or block.cell is not None


def _around(found: Aligned, sure: Sequence[Pair]) -> Iterator[_Place]:
    """Give the sections of which both ends are sure, and elsewhere the blocks that are."""
    marks = [(i, j) for i, j in sure if _begins(found.ours[i]) or _begins(found.theirs[j])]
    start = other_start = 0
    for end, other_end in (*marks, (len(found.ours), len(found.theirs))):
        ours, theirs = found.ours[start:end], found.theirs[other_start:other_end]
        if any(map(_begins, (*ours[1:], *theirs[1:]))):
            inner = [(i, j) for i, j in sure if start <= i < end]
            yield from (
                ([found.ours[i] for i in sorted(mine)], [found.theirs[j] for j in sorted(its)])
                for mine, its in groups(inner)
            )
        elif ours and theirs:
            yield ours, theirs
        start, other_start = end, other_end
