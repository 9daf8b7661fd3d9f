"""Headings of both languages: the same ones, of the same levels and with the same labels."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from typing import NamedTuple

from scripts.check.aligned import aligned, with_text
from scripts.check.confirmed_headings import agree, confirmed_headings, with_confirmed
from scripts.check.gale_church import Aligned, align_blocks
from scripts.check.heading_evidence import Entry, entries_of, evidence, is_borne_out
from scripts.check.heading_forms import html_heading, is_of_template, lacks_space
from scripts.check.kept import weights
from scripts.check.own_headings import of_one_language
from scripts.check.rule import Selection
from scripts.check.said_again import said_again
from scripts.check.shared import WRITE_THE_SAME, put_it_there, take_it_out
from scripts.check.structure import Heading, headings, labels
from scripts.check.sync import lost_lines
from scripts.diagnostic import Diagnostic, Severity, counted
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern

_SENTENCE_END = lazy_pattern(r"[.?!:][)\"”’*_]*\s*$")
# So much of what a text keeps is found again where the text was moved.
_MOVED = 0.5
# Pages with more differences were not kept the same, unless labels say what is what.
_CERTAIN = 3
# So many guesses are worth reading.
_FEW = 3
# Where so little speaks against it, in the logarithm of odds, another heading may be missing.
_DOUBTFUL = 0.8


class _Difference(NamedTuple):
    """The line of a difference, what is said of it and what to do, and of how many headings.

    Where nothing but their texts tells headings apart, it is not `certain` that one has moved.
    `guess` names the lines of those that it may be, where that is not known.
    """

    line: int
    message: str
    fix: str
    headings: int = 1
    certain: bool = True
    guess: str = ""


def differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the headings whose level or labels are not those of the origin."""
    for origin, other in selection.pairs(in_short=True):
        if selection.is_in_short(origin, other):
            yield _in_short(origin, other)
            continue
        found = sorted(_differences(selection, origin, other), key=lambda one: one[0])
        told_apart = _are_told_apart(selection, origin, other)
        headings_differ = sum(one.headings for one in found)
        torn = len(found) > 1 and headings_differ > _CERTAIN and not told_apart
        if torn:
            # That they differ is certain; of so many, it is not certain which ones they are, so
            # that it is told at the first heading of the page.
            message = f"the headings differ from those of {origin.path} in {len(found)} places"
            fix = f"begin with line {found[0].line}; what differs is told anew then"
            line = min((one.line for one in headings(other)), default=1)
            yield Diagnostic(other.path, line, "same-structure", message, fix=fix)
        for one in found:
            is_error = told_apart or (one.certain and not torn)
            severity = Severity.ERROR if is_error else Severity.WARNING
            message, fix = one.message, one.fix
            if one.guess and is_error:
                # An error says what is certain; the guess helps to mend it.
                fix = "; ".join(filter(None, (fix, f"it may be {one.guess}")))
            elif one.guess:
                message = f"{message}, perhaps {one.guess}"
            yield Diagnostic(other.path, one.line, "same-structure", message, severity, fix)


def _in_short(origin: Lesson, other: Lesson) -> Diagnostic:
    """Give the finding of two pages of which one says the other in short."""
    ours, theirs = (list(headings(lesson)) for lesson in (origin, other))
    line = min((one.line for one in theirs), default=1)
    message = f"{counted(len(theirs), 'heading')} here, {len(ours)} in {origin.path}"
    fix = "translate the rest; until then nothing else of the two is compared"
    return Diagnostic(other.path, line, "same-structure", message, Severity.WARNING, fix)


def _are_told_apart(selection: Selection, origin: Lesson, other: Lesson) -> bool:
    """Tell whether more than their order says which headings are the same: labels, or the state."""
    labelled = any(one.labels for lesson in (origin, other) for one in headings(lesson))
    found = (selection.translations.get(lesson.path) for lesson in (origin, other))
    return labelled or any(one is not None and one.state is not None for one in found)


def _differences(selection: Selection, origin: Lesson, other: Lesson) -> Iterator[_Difference]:
    ours, theirs = ({one.line: one for one in headings(lesson)} for lesson in (origin, other))
    known = confirmed_headings(selection, origin, other)
    is_same = _keys(ours) == _keys(theirs) and agree(known, [*ours], [*theirs])
    if is_same or said_again(origin) or said_again(other):
        # Which of two copies is the one to keep, nobody knows; that there are two is told.
        return
    lost, added = of_one_language(origin, other)
    lost |= lost_lines(selection, other)
    ours = {line: one for line, one in ours.items() if line not in lost}
    theirs = {line: one for line, one in theirs.items() if line not in added}
    if _keys(ours) != _keys(theirs) or not agree(known, [*ours], [*theirs]):
        blocks = [block for block in with_text(origin) if block.line not in lost]
        new_blocks = [block for block in with_text(other) if block.line not in added]
        yield from _Outlines(origin, other, ours, theirs, blocks, new_blocks, known).compared()


def _in_html(block: Block) -> bool:
    return html_heading(block) is not None


def _keys(found: Mapping[int, Heading]) -> list[tuple[int, tuple[str, ...]]]:
    return [(heading.level, heading.labels) for heading in found.values()]


@dataclass(frozen=True)
class _Outlines:
    """A page in two languages, or a part of it: its headings by their lines, and its blocks.

    `known` has the lines of those that were confirmed to be the same.
    """

    origin: Lesson
    other: Lesson
    ours: Mapping[int, Heading]
    theirs: Mapping[int, Heading]
    our_blocks: Sequence[Block]
    their_blocks: Sequence[Block]
    known: Sequence[tuple[int, int]] = ()

    def compared(self) -> Iterator[_Difference]:
        """Compare headings by all that stands around them; what was moved is told once."""
        moved = self._moved
        for mine, its in moved:
            one, other = self.our_blocks[mine.start], self.their_blocks[its.start]
            place = f"{self.origin.path}:{one.line}"
            level = f", where it is of level {one.level}" if one.level != other.level else ""
            message = f"this heading stands in another place in {place}{level}"
            fix = f"move it to the same place, with its text, or move that in {self.origin.path}"
            yield _Difference(other.line, message, fix, certain=False)
            blocks = self.our_blocks[mine.start + 1 : mine.stop]
            others = self.their_blocks[its.start + 1 : its.stop]
            below = replace(self, our_blocks=blocks, their_blocks=others)
            yield from below.compared()
        apart = self._apart
        anchors = [pair for pair in self._certain if pair in self._pairs]
        start = other_start = 0
        for i, j in (*anchors, (len(self.our_blocks), len(self.their_blocks))):
            ours = [n for n in range(start, i) if n not in apart[0]]
            theirs = [n for n in range(other_start, j) if n not in apart[1]]
            yield from self._between(ours, theirs)
            if i < len(self.our_blocks):
                yield from self._unlike(i, j)
            start, other_start = i + 1, j + 1

    @functools.cached_property
    def _aligned(self) -> Aligned:
        whole = aligned(self.origin, self.other)
        is_whole = len(whole.ours) == len(self.our_blocks)
        if not (is_whole and len(whole.theirs) == len(self.their_blocks)):
            labels, others = (
                {line: one.labels for line, one in its.items()} for its in (self.ours, self.theirs)
            )
            whole = align_blocks(self.our_blocks, self.their_blocks, labels, others)
        return with_confirmed(whole, self.known)

    @functools.cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        """Give the blocks that say the same, but for what stands in another place."""
        apart = self._apart
        return [(i, j) for i, j in self._alike if i not in apart[0] and j not in apart[1]]

    @functools.cached_property
    def _alike(self) -> list[tuple[int, int]]:
        """Give the blocks that say the same, but for headings of which nothing speaks for that."""
        return [pair for pair in self._aligned.pairs if not self._are_others(*pair)]

    def _are_others(self, i: int, j: int) -> bool:
        """Tell headings of other levels, of whose sections each names things and none the same."""
        one, its = self._sections[0].get(i), self._sections[1].get(j)
        if one is None or its is None or one.level == its.level or self._are_labelled_alike(i, j):
            return False
        if (self._ours_at(i), self._theirs_at(j)) in self.known:
            return False
        return bool(one.coded and its.coded) and not (one.kept & its.kept or one.named & its.named)

    def _are_labelled_alike(self, i: int, j: int) -> bool:
        one, its = self.ours[self._ours_at(i)], self.theirs[self._theirs_at(j)]
        return bool(set(one.labels) & set(its.labels))

    @functools.cached_property
    def _sections(self) -> tuple[dict[int, Entry], dict[int, Entry]]:
        return entries_of(self.our_blocks), entries_of(self.their_blocks)

    @functools.cached_property
    def _known(self) -> tuple[frozenset[int], frozenset[int]]:
        """Give the numbers of the blocks that have a counterpart."""
        return frozenset(i for i, _ in self._pairs), frozenset(j for _, j in self._pairs)

    @functools.cached_property
    def _apart(self) -> tuple[frozenset[int], frozenset[int]]:
        """Give the numbers of the blocks that stand in another place."""
        ours, theirs = ({n for pair in self._moved for n in pair[side]} for side in (0, 1))
        return frozenset(ours), frozenset(theirs)

    @functools.cached_property
    def _certain(self) -> list[tuple[int, int]]:
        """Give the headings that surely are the same one."""
        return [pair for pair in self._alike if self._is_certain(*pair)]

    def _is_certain(self, i: int, j: int) -> bool:
        found, one, its = self._aligned, self.our_blocks[i], self.their_blocks[j]
        return one.kind == its.kind == "heading" and found.doubt(i, j) >= _DOUBTFUL

    def _unlike(self, i: int, j: int) -> Iterator[_Difference]:
        """Compare two blocks that say the same, of which one or both are headings."""
        one, its = self.our_blocks[i], self.their_blocks[j]
        place = f"{self.origin.path}:{one.line}"
        if one.kind == its.kind == "heading":
            mine, new = self.ours[one.line], self.theirs[its.line]
            if mine.level != new.level:
                message = f"heading of level {new.level} here, of level {mine.level} in {place}"
                yield _Difference(its.line, message, WRITE_THE_SAME)
            if mine.labels != new.labels:
                message = f"{_shown(new)} before this heading, {_shown(mine)} in {place}"
                yield _Difference(self._label_line(new, mine.labels), message, WRITE_THE_SAME)
        elif (is_of_template(one) and is_of_template(its)) or _in_html(one) or _in_html(its):
            return
        elif one.kind == "heading":
            if lacks_space(its):
                message = f"without a space behind # this is no heading, as it is in {place}"
                yield _Difference(its.line, message, "put a space behind the marks")
            else:
                message = f"this is in bold, and a heading in {place}"
                yield _Difference(its.line, message, "make it a heading of the same level")
        elif its.kind == "heading":
            message, fix = f"this is a heading, and only in bold in {place}", WRITE_THE_SAME
            if lacks_space(one):
                message = f"this is a heading, and without a space behind # none in {place}"
                fix = "put a space behind the marks there"
            yield _Difference(its.line, message, fix)

    def _label_line(self, heading: Heading, known: Sequence[str]) -> int:
        """Give the line of the first label of a heading that is unknown; else the heading's."""
        lines = {label: line for line, label in labels(self.other)}
        own = (lines.get(label) for label in heading.labels if label not in known)
        return next((line for line in own if line is not None), heading.line)

    def _between(self, ours: Sequence[int], theirs: Sequence[int]) -> Iterator[_Difference]:
        """Give what one page lacks between headings that surely are the same in both."""
        left = [n for n in ours if self.our_blocks[n].kind == "heading"]
        right = [n for n in theirs if self.their_blocks[n].kind == "heading"]
        gone = [n for n in left if n not in self._known[0]]
        added = [n for n in right if n not in self._known[1]]
        unlike = [
            one for i, j in self._pairs if i in ours and j in theirs for one in self._unlike(i, j)
        ]
        levels, its_levels = (
            [blocks[n].level for n in side]
            for blocks, side in ((self.our_blocks, left), (self.their_blocks, right))
        )
        others = gone and added and not unlike and levels != its_levels
        if others and all(self._are_others(i, j) for i, j in itertools.product(gone, added)):
            yield from self._alone(gone, added)
            return
        if (gone and added) or (unlike and (gone or added)):
            # Which of them are the same ones is not known.
            if levels == its_levels:
                return
            if _within(its_levels, levels):
                gone, added = left[len(right) :], []
            elif _within(levels, its_levels):
                gone, added = [], right[len(left) :]
            else:
                here = "this heading does"
                if len(right) > 1:
                    here = f"the headings from here to line {self._theirs_at(right[-1])} do"
                message = f"{here} not fit {_counted(left)} of {self._place(left)}"
                fix = "see which are missing, and which stand in another place"
                number = max(len(left), len(right))
                yield _Difference(self._theirs_at(right[0]), message, fix, number)
                return
            yield from self._some(left, right, gone, added, guessed=False)
            return
        yield from unlike
        yield from self._some(left, right, gone, added)

    def _some(
        self,
        left: Sequence[int],
        right: Sequence[int],
        gone: Sequence[int],
        added: Sequence[int],
        *,
        guessed: bool = True,
    ) -> Iterator[_Difference]:
        """Give the headings of one page that the other lacks, or how many of them it lacks."""
        path = self.origin.path
        if len(gone) < len(left) and gone:
            # Any of them may be the one that the other language has not.
            least = "" if guessed else "at least "
            message = f"{least}{len(gone)} of the {len(left)} headings of {self._place(left)}"
            guess = _guess([self._ours_at(n) for n in gone] if guessed else [])
            message = f"{message} are missing after this line"
            number = len(gone if guessed else left)
            line, fix = self._before(left[0]), put_it_there(self.origin)
            yield _Difference(line, message, fix, number, guess=guess)
        elif len(added) < len(right) and added:
            first, last = self._theirs_at(right[0]), self._theirs_at(right[-1])
            least = "" if guessed else "at least "
            all_there = sum(first <= one <= last for one in self.theirs)
            which = f"the {len(right)} headings from here to line {last}"
            if all_there != len(right):
                which = f"the headings from here to line {last}"
            message = f"{least}{len(added)} of {which}"
            guess = _guess([self._theirs_at(n) for n in added] if guessed else [])
            message = f"{message} are not in {path}"
            number = len(added if guessed else right)
            yield _Difference(first, message, take_it_out(self.origin), number, guess=guess)
        else:
            yield from self._alone(gone, added)

    def _alone(self, gone: Sequence[int], added: Sequence[int]) -> Iterator[_Difference]:
        """Give the headings that one page has and the other one has not."""
        path = self.origin.path
        for n in gone:
            if line := self._unmarked(n):
                message = f"without its marks this is no heading, as it is in {path}"
                fix = "put # before it, as many as there"
                yield _Difference(line, f"{message}:{self._ours_at(n)}", fix)
                continue
            message = f"the heading of {path}:{self._ours_at(n)} is missing after this line"
            yield _Difference(self._before(n), message, put_it_there(self.origin))
        for n in added:
            message = f"this heading is not in {path}"
            yield _Difference(self._theirs_at(n), message, take_it_out(self.origin))

    def _unmarked(self, number: int) -> int:
        """Give the line of words right behind the label of a heading that is none here, or 0."""
        wanted = self.ours[self._ours_at(number)].labels
        lines = {line + 1 for line, label in labels(self.other) if label in wanted}
        return next(
            (
                block.line
                for block in self.their_blocks
                if block.line in lines
                and block.kind == "paragraph"
                and not _SENTENCE_END.search(block.text)
            ),
            0,
        )

    def _place(self, left: Sequence[int]) -> str:
        return f"{self.origin.path}:{self._ours_at(left[0])}-{self._ours_at(left[-1])}"

    def _ours_at(self, number: int) -> int:
        return self.our_blocks[number].line

    def _theirs_at(self, number: int) -> int:
        return self.their_blocks[number].line

    def _before(self, number: int) -> int:
        """Give the last line of the other page that stands before a block that it has not."""
        before = [j for i, j in self._pairs if i < number]
        return self.their_blocks[max(before)].end if before else 1

    @functools.cached_property
    def _moved(self) -> list[tuple[range, range]]:
        """Give the headings that surely are the same one and stand elsewhere, with their texts."""
        found: list[tuple[range, range]] = []
        taken: tuple[set[int], set[int]] = set(), set()
        for i, j in self._same:
            if i in taken[0] or j in taken[1]:
                continue
            mine = _with_those_below(self.our_blocks, i, {one for one, _ in self._certain})
            its = _with_those_below(self.their_blocks, j, {one for _, one in self._certain})
            taken[0].update(mine)
            taken[1].update(its)
            found.append((mine, its))
        return found

    @functools.cached_property
    def _same(self) -> list[tuple[int, int]]:
        """Give the headings that are alike to each other more than to any, and not side by side.

        Those that have a label in common are the same.

        What surely stands side by side is where it should be, and stands between them.
        """
        left, right = self._sections
        settled = self._certain
        rows, columns = (
            # The title stays where it is.
            sorted({*side} - {min(side, default=-1)} - {pair[n] for pair in settled})
            for n, side in enumerate((left, right))
        )
        if not (rows and columns):
            return []
        side_by_side = [(i, j) for i, j in self._alike if i in left and j in right]
        known = weights(*([one.names for one in side.values()] for side in (left, right)))
        alike = {
            (i, j): evidence(one, its, known) for i, one in left.items() for j, its in right.items()
        }
        sure = [(i, j) for i, j in side_by_side if (i, j) in settled or alike[i, j] >= _MOVED]
        best = {i: nlargest(2, (alike[i, j] for j in right)) for i in left}
        best_of_theirs = {j: nlargest(2, (alike[i, j] for i in left)) for j in right}
        return [
            (i, j)
            for i, j in itertools.product(rows, columns)
            if (i, j) not in side_by_side
            and any((a < i) != (b < j) for a, b in sure)
            and (
                self._are_labelled_alike(i, j)
                or (
                    alike[i, j] >= _MOVED
                    and is_borne_out(left[i], right[j])
                    and _is_alone(alike[i, j], best[i])
                    and _is_alone(alike[i, j], best_of_theirs[j])
                )
            )
        ]


def _with_those_below(blocks: Sequence[Block], number: int, known: Collection[int]) -> range:
    """Give a heading, what stands below it, and the headings below it that stand nowhere else."""
    level = blocks[number].level
    end = itertools.takewhile(
        lambda n: blocks[n].kind != "heading" or (blocks[n].level > level and n not in known),
        range(number + 1, len(blocks)),
    )
    return range(number, number + 1 + len(list(end)))


def _within(some: Sequence[int], others: Sequence[int]) -> bool:
    """Tell whether some levels stand in their order among others.

    >>> _within([2, 3], [2, 2, 3]), _within([3, 2], [2, 2, 3])
    (True, False)
    """
    left = iter(others)
    return len(some) < len(others) and all(level in left for level in some)


def _is_alone(value: float, best: Sequence[float]) -> bool:
    """Tell whether a value is the first of the two largest, and the second is smaller."""
    return value == best[0] and all(other < value for other in best[1:])


def _counted(headings: Sequence[int]) -> str:
    return f"{len(headings)} heading{'s' if len(headings) > 1 else ''}"


def _guess(lines: Sequence[int]) -> str:
    """Say which ones it is, as far as can be told; of many, that is too much to read."""
    if not 0 < len(lines) <= _FEW:
        return ""
    return f"{'lines' if len(lines) > 1 else 'line'} {', '.join(map(str, lines))}"


def _shown(heading: Heading) -> str:
    return " ".join(f"({label})=" for label in heading.labels) or "no label"
