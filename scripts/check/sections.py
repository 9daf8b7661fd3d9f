"""Texts that stand in the same place in both languages, between the same headings and cells."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scripts.check.kept import ALIKE, kept, likeness
from scripts.check.structure import headings
from scripts.lesson import Block, Cell, Lesson

PROSE = frozenset({"paragraph", "bullet_list", "ordered_list", "blockquote", "table"})
LISTS = frozenset({"bullet_list", "ordered_list"})
TABLES = frozenset({"table"})

_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_EXAMPLE = "example"
_BADGES = "badges"
# What one language has in another place or in another form says nothing of the texts beside it.
_APART = frozenset({_EXAMPLE, _BADGES})
_ALT = ":alt:"
# A paragraph in which nothing but code stands is an example, which elsewhere is a fence.
# A span of code ends at its first end: with a choice, a line of spans would take forever.
_CODE_ONLY = re.compile(r"(?:\s|\\(?=\n|$)|[*_>]|(?>(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)))+", re.S)
# A paragraph in which nothing but pictures stands, in links or not, as the badges of a project.
_LEADS = r"(?:\([^)]*\)|\[[^\]]*\])"
_PICTURES_ONLY = re.compile(rf"(?:\s|\[?!\[[^\]]*\]{_LEADS}\s*+(?:\]{_LEADS})?)++")
# So much more is in common where the texts of a place are moved against each other.
_SHIFTED = 1.2


@dataclass(frozen=True)
class _Section:
    """What stands behind a heading or a cell: its key, its texts, and where its blocks are."""

    key: tuple[str, int]
    labels: tuple[str, ...]
    texts: list[Block]
    blocks: list[Block]

    @functools.cached_property
    def kept(self) -> frozenset[str]:
        """Give what a translation of the section has, too."""
        return kept(self.blocks)


def is_prose(kind: str) -> bool:
    """Tell whether blocks of a kind are text, or hold it."""
    return kind in PROSE or kind.startswith("directive:")


def twins(
    origin: Lesson, other: Lesson, wanted: Callable[[str], bool] = is_prose
) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give the texts of both languages that say the same: one block each, or all of a place.

    Where the number of blocks differs, a translation has made two of one, so all of them are one
    text. Where the headings or cells differ, only those sections are there of which code, numbers
    and links tell that they say the same, and those that stand between two of them.
    """
    for ours, theirs in _places(_sections(origin, wanted), _sections(other, wanted)):
        one = [block for section in ours for block in section.texts]
        its = [block for section in theirs for block in section.texts]
        if not _same_kinds(one, its):
            one, its = ([b for b in side if _kind(b) not in _APART] for side in (one, its))
        if _same_kinds(one, its):
            for mine, new, sure in _beside(one, its):
                if sure or _related(kept(mine), kept(new)):
                    yield mine, new
        elif one and its:
            known = [frozenset().union(*(s.kept for s in side)) for side in (ours, theirs)]
            if _related(*known):
                yield one, its


def beside_texts(
    origin: Lesson, other: Lesson
) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give what says the same beside the texts: headings, what stands for figures, the title."""
    yield from zip(_front_texts(origin), _front_texts(other), strict=False)
    for ours, theirs in _places(_sections(origin, is_prose), _sections(other, is_prose)):
        for one, its in zip(ours[:1], theirs[:1], strict=True):
            if one.key == its.key and one.blocks and its.blocks:
                mine, new = one.blocks[0], its.blocks[0]
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


def _places(
    ours: list[_Section], theirs: list[_Section]
) -> Iterator[tuple[list[_Section], list[_Section]]]:
    """Give the sections that say the same, with those behind them that the other has not."""
    if [(one.key, one.labels) for one in ours] == [(one.key, one.labels) for one in theirs]:
        yield from (([one], [its]) for one, its in zip(ours, theirs, strict=True))
        return
    pairs = _aligned(ours, theirs)
    sure = _sure(pairs, ours, theirs)
    ends = [*pairs[1:], (len(ours), len(theirs))]
    for (start, other_start), (end, other_end), trusted in zip(pairs, ends, sure, strict=True):
        one, its = ours[start], theirs[other_start]
        # A heading or a cell too many is reported by a rule of its own. Its text is compared
        # where the other has it in one with the text before.
        more, added = ours[start + 1 : end], theirs[other_start + 1 : other_end]
        if trusted and all(section.kept or not section.texts for section in (*more, *added)):
            mine = [one, *(section for section in more if _in(section, its))]
            new = [its, *(section for section in added if _in(section, one))]
            yield mine, new


def _in(section: _Section, whole: _Section) -> bool:
    both = len(section.kept & whole.kept)
    return both > 1 and 2 * both >= len(section.kept)


def _aligned(ours: list[_Section], theirs: list[_Section]) -> list[tuple[int, int]]:
    """Give the pairs of sections, in their order, that have the most in common."""
    return best_pairs([[_worth(one, its) for its in theirs] for one in ours])


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


def _worth(one: _Section, its: _Section) -> float:
    if one.key != its.key:
        return 0.0
    if one.labels and its.labels:
        return 6.0 if one.labels == its.labels else 0.2
    if one.kept and its.kept:
        return 0.3 + 4 * likeness(one.kept, its.kept)
    return 0.5


def _sure(pairs: list[tuple[int, int]], ours: list[_Section], theirs: list[_Section]) -> list[bool]:
    """Tell of each pair whether something speaks for it: what it keeps, its label, or its place.

    Between two sure ones, as many sections of the same kinds on both sides stand one for one.
    """
    told = [
        (i, j)
        for i, j in pairs
        if i == j == 0
        or (ours[i].labels and ours[i].labels == theirs[j].labels)
        or likeness(ours[i].kept, theirs[j].kept) >= ALIKE
    ]
    marks = [*told, (len(ours), len(theirs))]
    between = set(told)
    for (i, j), (end, other_end) in itertools.pairwise(marks):
        run = [section.key for section in ours[i + 1 : end]]
        if run == [section.key for section in theirs[j + 1 : other_end]]:
            between |= {(i + k, j + k) for k in range(1, end - i)}
    return [pair in between for pair in pairs]


def _sections(lesson: Lesson, wanted: Callable[[str], bool]) -> list[_Section]:
    sections = [_Section(("", 0), (), [], [])]
    labels = {heading.line: heading.labels for heading in headings(lesson)}
    for block in lesson.blocks:
        if block.cell is not None:
            sections.append(_Section(("cell", 0), (), [], []))
        elif block.kind == "heading":
            of_heading = labels.get(block.line, ())
            sections.append(_Section(("heading", block.level), of_heading, [], []))
        sections[-1].blocks.append(block)
        if block.cell is None and wanted(block.kind):
            sections[-1].texts.append(block)
    return sections
