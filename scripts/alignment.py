"""Where the code of one lesson differs between two languages, cell by cell.

The lesson's origin language owns its code. Cells are compared by their normal forms, so that
comments, docstrings and layout may differ, and strings that a reader sees may be translated. They
are aligned first, so that one cell too many is one difference and not one in every cell below it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from scripts.comparison import Fault, faults, worked_with
from scripts.diagnostic import Diagnostic
from scripts.languages import DEFAULT_ORIGIN, Language
from scripts.lesson import Cell, Lesson

Kind = Literal[
    "code", "placeholders", "missing-cell", "extra-cell", "moved-cell", "raises", "tags", "label"
]

RULE = "same-code"

# The indices of two cells side by side; None stands where one side has no counterpart.
_Pair = tuple[int | None, int | None]


@dataclass(frozen=True)
class Difference:
    """One way in which the code of `other` is not that of the lesson's origin.

    The two lines count from 1 in their own files. `origin` is None where `other` has a cell too
    many, `other` where it lacks one; `other_line` is then the end of the cell before the gap.
    `message` names the origin's file and line.
    """

    kind: Kind
    other_line: int
    origin_line: int | None
    message: str
    fix: str = ""
    origin: Cell | None = None
    other: Cell | None = None


@dataclass(frozen=True)
class _Languages:
    """A lesson in two languages: what in its code may be translated."""

    origin: Lesson
    other: Lesson

    @property
    def letters(self) -> str:
        return self.origin.language.letters + self.other.language.letters

    @functools.cached_property
    def keys(self) -> tuple[frozenset[str], frozenset[str]]:
        """Give the texts that the code works with, on the side of the language that owns it."""
        named = {one.front_matter.origin for one in (self.origin, self.other)} - {None, ""}
        owner = named.pop() if len(named) == 1 else DEFAULT_ORIGIN.tag
        if self.other.language.tag == owner:
            return frozenset(), keys_of(self.other)
        return keys_of(self.origin), frozenset()


def keys_of(lesson: Lesson) -> frozenset[str]:
    """Give the texts that any code of a lesson works with."""
    return frozenset().union(*(worked_with(cell.source) for cell in lesson.cells))


def code_differences(origin: Lesson, other: Lesson) -> tuple[Difference, ...]:
    """Give every difference between the code of a lesson's origin and of another language.

    Cells that do not parse are only aligned: that they do not parse is a problem of the lesson.

    >>> from pathlib import Path
    >>> from scripts.languages import ENGLISH, KOREAN
    >>> from scripts.lesson.reading import parse_lesson
    >>> en, ko = (
    ...     parse_lesson(f"```{{code-cell}}\\n{code}\\n```\\n".encode(), path=Path(tag, "a.md"),
    ...                  docname="a", language=language)
    ...     for tag, language, code in [("en", ENGLISH, "x = 1  # one"), ("ko", KOREAN, "x = 2")]
    ... )
    >>> [(one.kind, one.other_line, one.message) for one in code_differences(en, ko)]
    [('code', 2, 'code differs from en/a.md:2: `2` here, `1` there')]
    """
    return tuple(_differences(origin, other))


def difference_diagnostics(origin: Lesson, other: Lesson) -> tuple[Diagnostic, ...]:
    """Give the same as findings in the file of the other language."""
    return tuple(as_diagnostic(other, one) for one in code_differences(origin, other))


def as_diagnostic(other: Lesson, difference: Difference) -> Diagnostic:
    """Give a difference as a finding in the file of the other language."""
    return Diagnostic(
        other.path, difference.other_line, RULE, difference.message, fix=difference.fix
    )


def align(
    origin: Sequence[Cell], other: Sequence[Cell]
) -> Iterator[tuple[Cell | None, Cell | None]]:
    """Give the cells side by side, in order; None stands where one side has no counterpart."""
    ours, theirs = [_text(cell) for cell in origin], [_text(cell) for cell in other]
    for left, right in _pairs(ours, theirs):
        yield (
            None if left is None else origin[left],
            None if right is None else other[right],
        )


def common_ends(ours: Sequence[str], theirs: Sequence[str]) -> tuple[int, int]:
    """Give how much two sequences have in common at the beginning, and behind that at the end.

    >>> common_ends("loops", "lops"), common_ends("aa", "aaa")
    ((2, 2), (2, 0))
    """
    shorter = min(len(ours), len(theirs))
    head = next((i for i in range(shorter) if ours[i] != theirs[i]), shorter)
    rest = shorter - head
    return head, next((i for i in range(rest) if ours[-1 - i] != theirs[-1 - i]), rest)


def consecutive(numbers: Iterable[int]) -> list[list[int]]:
    """Give numbers that follow each other together.

    >>> consecutive([1, 2, 4])
    [[1, 2], [4]]
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def _pairs(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[_Pair]:
    # What is equal at either end first: among cells that repeat, the longest common run, which
    # difflib looks for, can lie one cell off.
    head, tail = common_ends(ours, theirs)
    yield from ((i, i) for i in range(head))
    middle = ours[head : len(ours) - tail], theirs[head : len(theirs) - tail]
    for _, i, stop, j, other_stop in SequenceMatcher(None, *middle, autojunk=False).get_opcodes():
        for left, right in _closest_pairs(middle[0][i:stop], middle[1][j:other_stop]):
            yield (
                None if left is None else head + i + left,
                None if right is None else head + j + right,
            )
    yield from ((len(ours) - i, len(theirs) - i) for i in range(tail, 0, -1))


def _differences(origin: Lesson, other: Lesson) -> Iterator[Difference]:
    end_of_previous = other.blocks[0].line if other.blocks else 1
    languages = _Languages(origin, other)
    pairs, moved = _without_moved(list(align(origin.cells, other.cells)), languages)
    for cell, its in moved:
        message = f"this cell stands elsewhere in {origin.path}, at line {cell.start}"
        fix = "move it to the same place, with its section"
        yield Difference("moved-cell", its.start, cell.start, message, fix, cell, its)
        yield from _pair_differences(origin, cell, its, languages)
    for ours, theirs in pairs:
        if theirs is None:
            assert ours is not None
            yield Difference(
                "missing-cell",
                end_of_previous,
                ours.start,
                f"the cell of {origin.path}:{ours.start} is missing after this line",
                _fix(origin.language),
                origin=ours,
            )
            continue
        end_of_previous = theirs.end
        if ours is None:
            yield Difference(
                "extra-cell",
                theirs.start,
                None,
                f"this cell is not in {origin.path}",
                f"delete it, or add it to {origin.path} too",
                other=theirs,
            )
            continue
        yield from _pair_differences(origin, ours, theirs, languages)


def _without_moved(
    pairs: list[tuple[Cell | None, Cell | None]], languages: _Languages
) -> tuple[list[tuple[Cell | None, Cell | None]], list[tuple[Cell, Cell]]]:
    """Give the pairs of cells without those that stand elsewhere in the other language, and these.

    What has moved is neither missing in one place nor too much in another: to copy it there would
    make two of it.
    """
    free = [pair for pair in pairs if not _are_same(*pair, languages)]
    theirs_free = [theirs for _, theirs in free if theirs is not None]
    moved: list[tuple[Cell, Cell]] = []
    for ours, beside in free:
        if ours is not None:
            same = (one for one in theirs_free if one is not beside)
            found = next((one for one in same if _are_same(ours, one, languages)), None)
            if found is not None:
                theirs_free = [one for one in theirs_free if one is not found]
                moved.append((ours, found))
    gone = {id(cell) for pair in moved for cell in pair}
    left: list[tuple[Cell | None, Cell | None]] = []
    for pair in pairs:
        kept = tuple(None if cell is None or id(cell) in gone else cell for cell in pair)
        if any(kept):
            left.append((kept[0], kept[1]))
    return left, moved


def _are_same(ours: Cell | None, theirs: Cell | None, languages: _Languages) -> bool:
    if ours is None or theirs is None:
        return False
    return _text(ours) == _text(theirs) or (
        parses(ours) and parses(theirs) and not _faults(ours, theirs, languages)
    )


def _pair_differences(
    origin: Lesson, ours: Cell, theirs: Cell, languages: _Languages
) -> Iterator[Difference]:
    fix = _fix(origin.language)
    if _text(ours) != _text(theirs) and parses(ours) and parses(theirs):
        for fault in _faults(ours, theirs, languages):
            line, other_line = ours.line + fault.line - 1, theirs.line + fault.other_line - 1
            there = f"{origin.path}:{line}"
            if fault.kind == "placeholders":
                message = f"this text shows {fault.theirs}, that of {there} shows {fault.ours}"
                yield Difference(
                    "placeholders", other_line, line, message, "show the same values", ours, theirs
                )
                continue
            message = f"code differs from {there}"
            if fault.ours and fault.theirs:
                message += f": `{fault.theirs}` here, `{fault.ours}` there"
            if fault.kind == "key":
                message = (
                    f"{fault.theirs} is {fault.ours} in {there}; the code works with this text, "
                    "so it is not translated"
                )
            yield Difference("code", other_line, line, message, fix, ours, theirs)
    if ours.raises != theirs.raises:
        message = (
            f"this cell is expected to raise {_expected(theirs)}, "
            f"that of {origin.path}:{ours.start} {_expected(ours)}"
        )
        yield Difference("raises", theirs.start, ours.start, message, fix, ours, theirs)
    labels = [str(cell.options.get("label", "")) for cell in (ours, theirs)]
    # One under a misspelled key is told as that.
    others = [set(one.options) - set(two.options) for one, two in ((ours, theirs), (theirs, ours))]
    misspelled = any(keys and not label for keys, label in zip(others, labels, strict=True))
    if labels[0] != labels[1] and not misspelled:
        message = (
            f"the label of this cell is {labels[1] or 'none'}, "
            f"that of {origin.path}:{ours.start} {labels[0] or 'none'}"
        )
        advice = "write the same in both"
        yield Difference("label", theirs.start, ours.start, message, advice, ours, theirs)
    if set(ours.tags) != set(theirs.tags):
        message = (
            f"the tags of this cell are {_listed(theirs.tags)}, "
            f"those of {origin.path}:{ours.start} {_listed(ours.tags)}"
        )
        yield Difference("tags", theirs.start, ours.start, message, fix, ours, theirs)


def _expected(cell: Cell) -> str:
    return cell.raises or ("something" if cell.must_raise else "nothing")


def _fix(language: Language) -> str:
    return f'run "check --fix" to copy the {language.english_name} cell'


def _listed(tags: Sequence[str]) -> str:
    return ", ".join(sorted(set(tags))) or "none"


def _text(cell: Cell) -> str:
    return cell.normal_form if parses(cell) else cell.source


def parses(cell: Cell) -> bool:
    """Tell whether the code of a cell is Python, or need not be."""
    try:
        _ = cell.normal_form
    except SyntaxError:
        return False
    return True


def _closest_pairs(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[_Pair]:
    """Pair two runs of cells in order, so that the shorter is used up and likeness is greatest."""
    if len(ours) > len(theirs):
        yield from ((left, right) for right, left in _closest_pairs(theirs, ours))
        return
    # best[i][j]: the likeness of ours[i:] with theirs[j:], each of ours having a counterpart.
    spare = len(theirs) - len(ours)
    best = [[0.0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for i in reversed(range(len(ours))):
        for j in reversed(range(i, i + spare + 1)):
            paired = _likeness(ours[i], theirs[j], spare) + best[i + 1][j + 1]
            best[i][j] = max(paired, best[i][j + 1]) if j < i + spare else paired
    i = 0
    for j in range(len(theirs)):
        if i < len(ours) and (j == i + spare or best[i][j] > best[i][j + 1]):
            yield i, j
            i += 1
        else:
            yield None, j


def _likeness(ours: str, theirs: str, spare: int) -> float:
    if spare == 0:
        return 1.0
    # A pair counts a little even where nothing is alike, so that the first free place is taken.
    return 0.001 + SequenceMatcher(None, ours, theirs, autojunk=False).ratio()


def _faults(ours: Cell, theirs: Cell, languages: _Languages) -> tuple[Fault, ...]:
    try:
        return faults(ours.source, theirs.source, languages.letters, *languages.keys)
    except SyntaxError:
        # One of them must fail to parse.
        return (Fault("code", 1, 1),)
