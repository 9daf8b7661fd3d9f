"""Two rows of blocks, or of items, side by side, as far as most speaks for it as a whole.

What two blocks have in common, how long they are and what they are speaks for or against each
pair; the best alignment is found by dynamic programming (after Gale and Church, 1993). It also
tells how much less speaks for the best one in which a block stands alone, so that what is certain
is told from a guess.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scripts.check.heading_forms import html_heading, is_bold, is_of_template, lacks_space
from scripts.check.kept import kept, kept_names, latin_names, signs, weights
from scripts.check.usual_headings import usual_name
from scripts.check.widths import width
from scripts.lesson import Block

_CODE = frozenset({"cell", "fence", "code_block"})
# A heading in a block of HTML.
_IN_HTML = "heading in HTML"
# Logarithms of odds. A block may stand alone; it seldom does where its section does not.
_ALONE, _TORN = -0.8, -0.7
# Two blocks may be of one kind by chance, which is likely for paragraphs only.
_SAME_KIND, _PARAGRAPHS, _OTHER_KIND = 1.0, 0.2, -1.5
_OTHER_LEVEL, _OTHER_NAMES, _AS_BOLD = -1.0, -2.0, -0.6
# Pages begin with their title.
_FIRST = 2.0
# A label says it all. Two paragraphs may have become one.
_LABEL, _UNLABELLED, _MERGED = 6.0, -1.5, -1.0
# What all that both keep speaks for them, and against them that they keep wholly different things.
# A single token tells less than several.
_TOKENS, _FEW, _STRANGE, _MUCH = 4.0, 2.5, -1.5, 4.0
# The variance of the logarithm of how much longer a text is: of long ones, and for a column.
_SPREAD, _COLUMN, _FARTHEST = 0.06, 3.0, -3.0
_NEVER = -1e9
_NO_WEIGHTS: Mapping[str, float] = {}
# So many blocks to either side of where a block is expected are looked at.
_BAND = 60
# The labels of headings by their lines.
Labels = Mapping[int, tuple[str, ...]]
# The numbers of blocks that say the same.
Pair = tuple[int, int]
# More than any doubt that alignments have: what somebody has confirmed.
KNOWN = 1e6
# How much speaks for an alignment that ends with a pair, a block of ours, or one of theirs.
_Ends = tuple[float, float, float]


@dataclass(frozen=True)
class Aligned:
    """The blocks of two pages, the numbers of those that say the same, and how sure that is.

    `our_doubts` and `their_doubts` tell of each block how much less speaks for the best alignment
    in which it stands alone: 0.0 where it stands alone in the best one.
    """

    ours: Sequence[Block]
    theirs: Sequence[Block]
    pairs: Sequence[Pair]
    our_doubts: Sequence[float]
    their_doubts: Sequence[float]

    def doubt(self, i: int, j: int) -> float:
        """Give how much more speaks for a pair than for either block to stand alone."""
        return min(self.our_doubts[i], self.their_doubts[j])


@dataclass(frozen=True)
class AlignedItems:
    """The items of two lists: the numbers of those that say the same, and of those left alone.

    With each that is alone goes how much less speaks for any alignment in which it is not.
    """

    pairs: Sequence[Pair]
    ours_alone: Mapping[int, float]
    theirs_alone: Mapping[int, float]


@dataclass(frozen=True)
class _Piece:
    kind: str
    level: int
    is_labelled: bool
    labels: tuple[str, ...]
    width: int
    weights: Mapping[str, float]

    def __add__(self, other: _Piece) -> _Piece:
        weights = {**self.weights, **other.weights}
        return _Piece(self.kind, 0, False, (), self.width + other.width, weights)


def align_blocks(
    ours: Sequence[Block], theirs: Sequence[Block], labels: Labels, their_labels: Labels
) -> Aligned:
    """Give which blocks of two languages say the same; a heading's labels are known by its line.

    >>> blocks = [Block("heading", 1, 1, "# 값", 1), Block("paragraph", 3, 3, "`f`는 수입니다.")]
    >>> others = [Block("paragraph", 1, 1, "Here `f` is a number.")]
    >>> align_blocks(blocks, others, {}, {}).pairs
    [(1, 0)]
    """
    shared = {one for side in labels.values() for one in side} & {
        one for side in their_labels.values() for one in side
    }
    table = _Table(*_pieces(ours, theirs, labels, their_labels, shared))
    return Aligned(ours, theirs, table.pairs(), *table.doubts())


def align_items(
    ours: Sequence[Block], theirs: Sequence[Block], longer: float | None = None
) -> AlignedItems:
    """Give which items of two lists say the same, or rows of tables.

    `longer` is the logarithm of how much longer the other language is, where that is known better
    than from the items, of which some may be missing.

    >>> ours, theirs = (
    ...     [Block("bullet_list", n, n, f"- `{name}` and more") for n, name in enumerate(names)]
    ...     for names in ("abc", "ac")
    ... )
    >>> found = align_items(ours, theirs)
    >>> found.pairs, list(found.ours_alone), list(found.theirs_alone)
    ([(0, 0), (2, 1)], [1], [])
    """
    own = {
        name: math.log((len(ours) + len(theirs)) / count)
        for name, count in Counter(
            name for block in (*ours, *theirs) for name in kept_names([block])
        ).items()
    }
    table = _Table(*_pieces(ours, theirs, {}, {}, (), own), longer, are_items=True)
    pairs, (doubts, others) = table.pairs(), table.doubts_alone()
    paired, known = {i for i, _ in pairs}, {j for _, j in pairs}
    return AlignedItems(
        pairs,
        {i: doubt for i, doubt in enumerate(doubts) if i not in paired},
        {j: doubt for j, doubt in enumerate(others) if j not in known},
    )


def _pieces(
    ours: Sequence[Block],
    theirs: Sequence[Block],
    labels: Labels,
    their_labels: Labels,
    shared: Collection[str],
    weights_of_one: Mapping[str, float] = _NO_WEIGHTS,
) -> tuple[list[_Piece], list[_Piece]]:
    """Give what is known of blocks; names that only one side has count by `weights_of_one`."""
    tokens, others = ([_tokens(block) for block in side] for side in (ours, theirs))
    known = {**weights_of_one, **weights(tokens, others)}
    left, right = (
        [_piece(block, found, known, its, shared) for block, found in zip(side, names, strict=True)]
        for side, names, its in ((ours, tokens, labels), (theirs, others, their_labels))
    )
    return left, right


def _tokens(block: Block) -> frozenset[str]:
    block = html_heading(block) or block
    if block.kind in _CODE:
        return kept([block])
    section = usual_name(block) if block.kind == "heading" else frozenset[str]()
    return kept([block]) | latin_names([block]) | signs(block) | section


def _piece(
    block: Block,
    tokens: frozenset[str],
    known: Mapping[str, float],
    labels: Labels,
    shared: Collection[str],
) -> _Piece:
    kind = block.kind
    if heading := html_heading(block):
        kind, block = _IN_HTML, heading
    elif kind != "heading" and (is_bold(block) or lacks_space(block) or is_of_template(block)):
        kind = "bold"
    columns = 0 if kind in _CODE else max(width(block.text), 1)
    told = {token: known[token] for token in tokens if known.get(token)}
    own = labels.get(block.line, ())
    # A label that only one page has is misspelled in it, or missing in the other.
    labelled = bool(own), tuple(one for one in own if one in shared)
    return _Piece(kind, block.level, *labelled, columns, told)


class _Table:
    """What speaks for every way to put the beginnings and the ends of two pages side by side."""

    def __init__(
        self,
        left: Sequence[_Piece],
        right: Sequence[_Piece],
        longer: float | None = None,
        *,
        are_items: bool = False,
    ) -> None:
        self._left, self._right, self._are_items = left, right, are_items
        widths = [sum(piece.width for piece in side) for side in (left, right)]
        own = math.log(widths[1] / widths[0]) if all(widths) else 0.0
        self._usual = own if longer is None else longer
        rows, columns = len(left), len(right)
        self._end = rows, columns
        slope, band = columns / max(rows, 1), _BAND + abs(rows - columns)
        self._cells = [
            (i, j)
            for i in range(rows + 1)
            for j in range(max(0, int(i * slope) - band), min(columns, int(i * slope) + band) + 1)
        ]
        # A gap that begins or ends within a section.
        self._torn, self._their_torn = (
            [0.0 if piece.kind == "heading" else _TORN for piece in side] + [0.0]
            for side in (left, right)
        )
        self._steps = {cell: self._matches(*cell) for cell in self._cells}
        self._before, self._behind = self._forward(), self._backward()

    def pairs(self) -> list[Pair]:
        """Give the pairs of the best alignment."""
        found: list[Pair] = []
        i, j, state = 0, 0, 0
        while (i, j) != self._end:
            down, right, both = self._onward(i, j)
            tear, their_tear = self._torn[i], self._their_torn[j]
            match = both + (0.0, tear, their_tear)[state]
            alone = down + (0.0 if state == 1 else tear)
            other = right + (0.0 if state == 2 else their_tear)
            best = max(match, alone, other)
            if match == best:
                rows, columns, _ = max(
                    self._steps[i, j],
                    key=lambda step: step[2] + self._behind[i + step[0], j + step[1]][0],
                )
                found += [(i + a, j + b) for a in range(rows) for b in range(columns)]
                i, j, state = i + rows, j + columns, 0
            elif alone == best:
                i, state = i + 1, 1
            else:
                j, state = j + 1, 2
        return found

    def doubts(self) -> tuple[list[float], list[float]]:
        """Give how much less speaks for the best alignments in which each block stands alone."""
        best = self._behind[0, 0][0]
        rows, columns = self._end
        ours, theirs = [_NEVER] * rows, [_NEVER] * columns
        for i, j in self._cells:
            down, right, _ = self._onward(i, j)
            match, alone, other = self._before[i, j]
            if i < rows:
                before = max(alone, max(match, other) + self._torn[i])
                ours[i] = max(ours[i], before + down)
            if j < columns:
                before = max(other, max(match, alone) + self._their_torn[j])
                theirs[j] = max(theirs[j], before + right)
        return [best - one for one in ours], [best - one for one in theirs]

    def doubts_alone(self) -> tuple[list[float], list[float]]:
        """Give how much less speaks for the best alignments in which each block is in a pair."""
        best = self._behind[0, 0][0]
        rows, columns = self._end
        ours, theirs = [_NEVER] * rows, [_NEVER] * columns
        for i, j in self._cells:
            match, alone, other = self._before[i, j]
            for a, b, worth in self._steps[i, j]:
                before = max(match, alone + self._torn[i], other + self._their_torn[j])
                whole = before + worth + self._behind.get((i + a, j + b), _IMPOSSIBLE)[0]
                ours[i : i + a] = [max(one, whole) for one in ours[i : i + a]]
                theirs[j : j + b] = [max(one, whole) for one in theirs[j : j + b]]
        return [best - one for one in ours], [best - one for one in theirs]

    def _onward(self, i: int, j: int) -> _Ends:
        """Give what speaks for the rest: with a block of ours alone, one of theirs, or a pair."""
        down = self._behind.get((i + 1, j), _IMPOSSIBLE)[1] + _ALONE
        right = self._behind.get((i, j + 1), _IMPOSSIBLE)[2] + _ALONE
        both = max(
            (
                worth + self._behind.get((i + rows, j + columns), _IMPOSSIBLE)[0]
                for rows, columns, worth in self._steps[i, j]
            ),
            default=_NEVER,
        )
        return down, right, both

    def _backward(self) -> dict[Pair, _Ends]:
        self._behind = {self._end: (0.0, 0.0, 0.0)}
        for i, j in reversed(self._cells):
            if (i, j) == self._end:
                continue
            down, right, both = self._onward(i, j)
            tear, their_tear = self._torn[i], self._their_torn[j]
            self._behind[i, j] = (
                max(both, down + tear, right + their_tear),
                max(both + tear, down, right + their_tear),
                max(both + their_tear, down + tear, right),
            )
        return self._behind

    def _forward(self) -> dict[Pair, list[float]]:
        found = {cell: list(_IMPOSSIBLE) for cell in self._cells}
        found[0, 0][0] = 0.0
        for i, j in self._cells:
            match, alone, other = found[i, j]
            tear, their_tear = self._torn[i], self._their_torn[j]
            both = max(match, alone + tear, other + their_tear)
            for rows, columns, worth in self._steps[i, j]:
                _raise(found, (i + rows, j + columns), 0, both + worth)
            _raise(found, (i + 1, j), 1, max(alone, max(match, other) + tear) + _ALONE)
            _raise(found, (i, j + 1), 2, max(other, max(match, alone) + their_tear) + _ALONE)
        return found

    def _matches(self, i: int, j: int) -> list[tuple[int, int, float]]:
        """Give how many blocks can stand side by side next, and what speaks for that."""
        if i == len(self._left) or j == len(self._right):
            return []
        one, its = self._left[i], self._right[j]
        if i == j == 0 and one.kind == its.kind == "heading":
            return [(1, 1, _FIRST + _of_kinds(one, its))]
        found = [(1, 1, self._worth(one, its))]
        if one.kind == its.kind == "paragraph":
            if i + 1 < len(self._left) and self._left[i + 1].kind == "paragraph":
                found.append((2, 1, self._worth(one + self._left[i + 1], its) + _MERGED))
            if j + 1 < len(self._right) and self._right[j + 1].kind == "paragraph":
                found.append((1, 2, self._worth(one, its + self._right[j + 1]) + _MERGED))
        return [step for step in found if step[2] > _NEVER / 2]

    def _worth(self, one: _Piece, its: _Piece) -> float:
        value = _of_kinds(one, its)
        if value <= _NEVER or (one.labels and its.labels):
            return value
        tokens = _of_tokens(one.weights, its.weights)
        if self._are_items and not (one.weights and its.weights):
            # In an item so much is not left out as it may be in a paragraph.
            tokens = _strange(max(sum(one.weights.values()), sum(its.weights.values())))
        if one.kind == its.kind == "heading" and tokens < 0:
            tokens = _OTHER_NAMES
        return value + tokens + self._of_widths(one, its)

    def _of_widths(self, one: _Piece, its: _Piece) -> float:
        if not (one.width and its.width):
            return 0.0
        variance = _SPREAD + _COLUMN / min(one.width, its.width)
        off = math.log(its.width / one.width) - self._usual
        return max(_FARTHEST, -math.log(variance) / 2 - off**2 / variance / 2)


_IMPOSSIBLE: _Ends = (_NEVER, _NEVER, _NEVER)


def _raise(found: dict[Pair, list[float]], cell: Pair, state: int, value: float) -> None:
    if cell in found:
        found[cell][state] = max(found[cell][state], value)


def _of_kinds(one: _Piece, its: _Piece) -> float:
    kinds = {one.kind, its.kind}
    if kinds == {"heading"}:
        if one.labels and its.labels:
            return _LABEL if one.labels == its.labels else -_LABEL
        level = _SAME_KIND if one.level == its.level else _OTHER_LEVEL
        return level + (_UNLABELLED if one.is_labelled != its.is_labelled else 0.0)
    if kinds == {"heading", _IN_HTML}:
        return _SAME_KIND if one.level == its.level else _OTHER_LEVEL
    if "heading" in kinds:
        return _AS_BOLD if "bold" in kinds else _NEVER
    if len(kinds) == 1 or kinds == {"html_block", _IN_HTML}:
        return _PARAGRAPHS if "paragraph" in kinds else _SAME_KIND
    if kinds & _CODE:
        return 0.0 if kinds <= _CODE else _NEVER
    return _PARAGRAPHS if kinds == {"bold", "paragraph"} else _OTHER_KIND


def _of_tokens(ours: Mapping[str, float], theirs: Mapping[str, float]) -> float:
    if not (ours and theirs):
        return 0.0
    whole, its_whole = sum(ours.values()), sum(theirs.values())
    both = sum(weight for token, weight in ours.items() if token in theirs)
    if both:
        return _TOKENS * both / math.sqrt(whole * its_whole) * both / (both + _FEW)
    return _strange(min(whole, its_whole))


def _strange(weight: float) -> float:
    return _STRANGE * min(1.0, weight / _MUCH)
