"""Headings of both languages: the same ones, of the same levels and with the same labels."""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scripts.check.bold import headings_in_bold
from scripts.check.rule import Selection
from scripts.check.sections import ALIKE, best_pairs, kept_names, latin_words, likeness
from scripts.check.shared import WRITE_THE_SAME, put_it_there, take_it_out
from scripts.check.structure import Heading, headings
from scripts.check.sync import lost_lines
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Block, Lesson

# Names in texts: of keys, files and programs, too.
_NAME = re.compile(r"[A-Za-z](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?")
# One name that two texts share may be in both by chance.
_NAMES = 2
# So much more alike are two texts which are the same by their names alone, and so much of the names
# of a text stands in the one that has it.
_CLEARLY, _MOST = 1.5, 0.6
# So much of what a text keeps is found again where the text was moved.
_MOVED = 0.5
# Headings of one level may be the same one; what they and their texts keep tells much more.
_SAME_LEVEL, _EVIDENCE = 0.5, 4.0
# Pages with more differences were not kept the same, unless labels say what is what.
_CERTAIN = 3
# A shorter text may be the same in both languages by chance.
_LEAST = 6

# The line of a difference, what is said of it, and what to do.
_Difference = tuple[int, str, str]


@dataclass(frozen=True)
class _Entry:
    """A heading, and what a translation of it and of the text behind it has, too.

    `parent` is the number of the heading that this one stands under, -1 where there is none.
    """

    heading: Heading
    parent: int
    kept: frozenset[str]
    words: frozenset[str]
    names: frozenset[str]


def differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the headings whose level or labels are not those of the origin."""
    for origin, other in selection.pairs():
        found = list(_differences(selection, origin, other))
        severity = Severity.ERROR
        if len(found) > _CERTAIN and not _are_told_apart(selection, origin, other):
            # That they differ is certain; of so many, it is not certain which ones they are.
            message = f"the headings differ from those of {origin.path} in {len(found)} places"
            fix = "begin with the first place; what differs is told anew then"
            yield Diagnostic(other.path, min(found)[0], "same-structure", message, fix=fix)
            severity = Severity.WARNING
        for line, message, fix in found:
            yield Diagnostic(other.path, line, "same-structure", message, severity, fix)


def _are_told_apart(selection: Selection, origin: Lesson, other: Lesson) -> bool:
    """Tell whether more than their order says which headings are the same: labels, or the state."""
    labelled = any(one.labels for lesson in (origin, other) for one in headings(lesson))
    translation = selection.translations.get(other.path)
    return labelled or (translation is not None and translation.state is not None)


def _differences(selection: Selection, origin: Lesson, other: Lesson) -> Iterator[_Difference]:
    ours, theirs = list(headings(origin)), list(headings(other))
    if _keys(ours) == _keys(theirs):
        return
    lost = lost_lines(selection, other)
    ours = [one for one in ours if one.line not in lost]
    if len(ours) > len(theirs):
        bold = headings_in_bold(origin, other, ours, theirs)
        for line, other_line in bold:
            message = f"this is in bold, and a heading in {origin.path}:{line}"
            yield other_line, message, "make it a heading of the same level"
        ours = [one for one in ours if one.line not in dict(bold)]
    elif len(ours) < len(theirs):
        bold = headings_in_bold(other, origin, theirs, ours)
        for other_line, line in bold:
            message = f"this is a heading, and only in bold in {origin.path}:{line}"
            yield other_line, message, WRITE_THE_SAME
        theirs = [one for one in theirs if one.line not in dict(bold)]
    if _keys(ours) != _keys(theirs):
        left, right = _entries(origin, ours), _entries(other, theirs)
        outlines = _Outlines(origin, other, left, right)
        yield from outlines.compared(range(len(left)), range(len(right)))


@dataclass(frozen=True)
class _Outlines:
    """The headings of a page in two languages."""

    origin: Lesson
    other: Lesson
    left: Sequence[_Entry]
    right: Sequence[_Entry]

    def compared(self, ours: range, theirs: range) -> Iterator[_Difference]:
        """Compare headings by their numbers; what stands in another place is told once."""
        worth = [[self._worth(i, j) for j in theirs] for i in ours]
        pairs = [(ours[i], theirs[j]) for i, j in best_pairs(worth)]
        sure = [(i, j) for i, j in pairs if self._sure(i, j)]
        moved = self._moved(ours, theirs, sure)
        for mine, its in moved:
            place = f"{self.origin.path}:{self.left[mine[0]].heading.line}"
            message = f"this heading stands in another place in {place}"
            fix = "move it to the same place, with its text"
            yield self.right[its[0]].heading.line, message, fix
            yield from self.compared(mine[1:], its[1:])
        gone, added = ({n for pair in moved for n in pair[side]} for side in (0, 1))
        start, other_start = ours.start, theirs.start
        for i, j in (*sure, (ours.stop, theirs.stop)):
            left = [self.left[n] for n in range(start, i) if n not in gone]
            right = [self.right[n] for n in range(other_start, j) if n not in added]
            last = self.right[other_start - 1].heading.line if other_start else 1
            for some, others, before in self._parts(left, right, last):
                yield from _between(self.origin, some, others, before)
            if i < ours.stop:
                yield from _unlike(self.origin, self.left[i], self.right[j])
            start, other_start = i + 1, j + 1

    def _moved(
        self, ours: range, theirs: range, sure: Sequence[tuple[int, int]]
    ) -> list[tuple[range, range]]:
        """Give the headings that surely are the same one and stand elsewhere, with those below."""
        known, its_known = ({pair[side] for pair in sure} for side in (0, 1))
        found: list[tuple[range, range]] = []
        for i in ours:
            j = self._same.get(i, -1)
            if i in known or j not in theirs or j in its_known:
                continue
            if any((one < i) != (its < j) for one, its in sure):
                mine = _with_those_below(self.left, i, ours.stop, known)
                its = _with_those_below(self.right, j, theirs.stop, its_known)
                known, its_known = known | set(mine), its_known | set(its)
                found.append((mine, its))
        return found

    def _sure(self, i: int, j: int) -> bool:
        """Tell whether two headings are the same one.

        Where only the names in their texts tell that, no other one may be as alike, and neither
        may have in its text what stands beside the other.
        """
        one, its = self.left[i], self.right[j]
        evidence, without_names = self._evidence[i][j], _evidence(one, its, {})
        if evidence < ALIKE or without_names >= ALIKE:
            return evidence >= ALIKE
        others = [row[j] for n, row in enumerate(self._evidence) if n != i]
        others += [value for n, value in enumerate(self._evidence[i]) if n != j]
        if max(others, default=0.0) * _CLEARLY > evidence:
            return False
        weights = self._weights
        return not any(
            _holds(whole, part, weights)
            for whole, entries, n in ((its, self.left, i), (one, self.right, j))
            for part in (*entries[max(n - 1, 0) : n], *entries[n + 1 : n + 2])
        )

    @functools.cached_property
    def _evidence(self) -> list[list[float]]:
        """Give how much each two headings keep, unless those that they stand under are others."""
        return [[self._told(i, j) for j in range(len(self.right))] for i in range(len(self.left))]

    def _told(self, i: int, j: int) -> float:
        ours, theirs = self.left[i].parent, self.right[j].parent
        others = ours in self._same and theirs in self._same.values()
        return 0.0 if others and self._same[ours] != theirs else self._likeness[i][j]

    @functools.cached_property
    def _likeness(self) -> list[list[float]]:
        return [[_evidence(one, its, self._weights) for its in self.right] for one in self.left]

    @functools.cached_property
    def _weights(self) -> dict[str, float]:
        return _weights(self.left, self.right)

    @functools.cached_property
    def _same(self) -> dict[int, int]:
        """Give the headings each of which is more alike to the other than to any other one."""
        found = {}
        columns = list(zip(*self._likeness, strict=True)) if self.right else []
        for i, row in enumerate(self._likeness):
            best = max(row, default=0.0)
            j = row.index(best) if best >= _MOVED else -1
            if (
                j >= 0
                and row.count(best) == 1
                and columns[j].count(best) == 1 == (sum(one >= best for one in columns[j]))
            ):
                found[i] = j
        return found

    def _worth(self, i: int, j: int) -> float:
        """Give how much speaks for two headings to be the same one; 0.0 where nothing does."""
        evidence = self._evidence[i][j]
        if self.left[i].heading.level != self.right[j].heading.level:
            return _EVIDENCE * evidence
        return _SAME_LEVEL + _EVIDENCE * (evidence if evidence >= ALIKE else 0.0)

    def _parts(
        self, left: Sequence[_Entry], right: Sequence[_Entry], last: int
    ) -> Iterator[tuple[Sequence[_Entry], Sequence[_Entry], int]]:
        """Give headings between blocks that both have, where those tell which one is gone."""
        whole = [(left, right, last)]
        if not (left and right) or len(left) == len(right):
            yield from whole
            return
        found: list[tuple[Sequence[_Entry], Sequence[_Entry], int]] = []
        rest, others = left, right
        for line, other_line in (*self._same_blocks, (10**9, 10**9)):
            mine = [one for one in rest if one.heading.line < line]
            its = [one for one in others if one.heading.line < other_line]
            rest, others = rest[len(mine) :], others[len(its) :]
            if mine or its:
                found.append((mine, its, last))
                last = its[-1].heading.line if its else last
        more = [len(mine) - len(its) for mine, its, _ in found]
        yield from found if min(more) >= 0 or max(more) <= 0 else whole

    @functools.cached_property
    def _same_blocks(self) -> list[tuple[int, int]]:
        """Give the lines of what is the same in both languages and stands once, in order."""
        ours, theirs = (_once(lesson.blocks) for lesson in (self.origin, self.other))
        both = [(line, theirs[text]) for text, line in ours.items() if text in theirs]
        places = sorted(other_line for _, other_line in both)
        worth = [[float(line == other_line) for line in places] for _, other_line in both]
        return [(both[i][0], places[j]) for i, j in best_pairs(worth)]


def _once(blocks: Sequence[Block]) -> dict[str, int]:
    texts = Counter(block.text for block in blocks if block.kind != "heading")
    return {
        block.text: block.line
        for block in blocks
        if texts[block.text] == 1 and len(block.text.strip()) >= _LEAST
    }


def _with_those_below(entries: Sequence[_Entry], number: int, stop: int, known: set[int]) -> range:
    level = entries[number].heading.level
    end = itertools.takewhile(
        lambda n: entries[n].heading.level > level and n not in known, range(number + 1, stop)
    )
    return range(number, number + 1 + len(list(end)))


def _between(
    origin: Lesson, left: Sequence[_Entry], right: Sequence[_Entry], last: int
) -> Iterator[_Difference]:
    """Compare headings of which nothing but their order, levels and labels tells which is which."""
    ours, theirs = ([entry.heading for entry in side] for side in (left, right))
    pairs = _in_order(ours, theirs)
    again = [
        (len(ours) - 1 - i, len(theirs) - 1 - j)
        for i, j in reversed(_in_order(ours[::-1], theirs[::-1]))
    ]
    more, less = len(ours) - len(pairs), len(theirs) - len(pairs)
    if pairs != again and bool(more) != bool(less):
        # Any of them may be the one that the other language has not.
        if more:
            place = f"{origin.path}:{ours[0].line}-{ours[-1].line}"
            count = f"{more} of the {len(ours)} headings of {place}"
            yield last, f"{count} are missing after this line", put_it_there(origin)
        else:
            count = f"{less} of the {len(theirs)} headings from here to line {theirs[-1].line}"
            message = f"{count} are not in {origin.path}"
            yield theirs[0].line, message, take_it_out(origin)
        return
    start = other_start = 0
    found: list[_Difference] = []
    gone = added = unsure = False
    for i, j in (*pairs, (len(ours), len(theirs))):
        some, others = ours[start:i], theirs[other_start:j]
        levels = ({heading.level for heading in side} for side in (some, others))
        unsure |= bool(some and others and len(some) != len(others)) and len(set.union(*levels)) > 1
        for mine, its in zip(some, others, strict=False):
            found += _unlike_headings(origin, mine, its)
        before = theirs[j - 1].line if j else last
        for mine in some[len(others) :]:
            gone = True
            message = f"the heading of {origin.path}:{mine.line} is missing after this line"
            found.append((before, message, put_it_there(origin)))
        for its in others[len(some) :]:
            added = True
            message = f"this heading is not in {origin.path}"
            found.append((its.line, message, take_it_out(origin)))
        start, other_start = i + 1, j + 1
    both = more and less and len(ours) != len(theirs)
    if unsure or (gone and added) or (both and pairs != again):
        # Which of them are the same ones is not known.
        here = f"headings from here to line {theirs[-1].line}"
        place = f"{origin.path}:{ours[0].line}-{ours[-1].line}"
        message = f"the {len(theirs)} {here} are not the {len(ours)} of {place}"
        fix = "see which are missing, and which stand in another place"
        yield theirs[0].line, message, fix
    else:
        yield from found


def _in_order(ours: Sequence[Heading], theirs: Sequence[Heading]) -> list[tuple[int, int]]:
    keys, others = _keys(ours), _keys(theirs)
    return best_pairs([[float(one == its) for its in others] for one in keys])


def _unlike(origin: Lesson, left: _Entry, right: _Entry) -> Iterator[_Difference]:
    return _unlike_headings(origin, left.heading, right.heading)


def _unlike_headings(origin: Lesson, mine: Heading, its: Heading) -> Iterator[_Difference]:
    place = f"{origin.path}:{mine.line}"
    if mine.level != its.level:
        message = f"heading of level {its.level} here, of level {mine.level} in {place}"
        yield its.line, message, WRITE_THE_SAME
    if mine.labels != its.labels:
        message = f"{_shown(its)} before this heading, {_shown(mine)} in {place}"
        yield its.line, message, WRITE_THE_SAME


def _evidence(one: _Entry, its: _Entry, weights: Mapping[str, float]) -> float:
    if one.heading.labels and its.heading.labels:
        return float(one.heading.labels == its.heading.labels)
    if one.heading.level != its.heading.level:
        return 0.0  # the text of a heading is also that of the first one below it
    alike = max(likeness(one.kept, its.kept), likeness(one.words, its.words))
    return max(alike, _weighed(one.names, its.names, weights)) if alike < 1 else alike


def _weights(left: Sequence[_Entry], right: Sequence[_Entry]) -> dict[str, float]:
    """Give how much each name tells that both languages have: more, the fewer texts have it."""
    counts, others = (Counter(n for one in side for n in one.names) for side in (left, right))
    texts = len(left) + len(right)
    return {
        name: math.log(texts / (counts[name] + others[name])) for name in counts if name in others
    }


def _weighed(ours: frozenset[str], theirs: frozenset[str], weights: Mapping[str, float]) -> float:
    both = [weights[name] for name in ours & theirs if name in weights]
    if len(both) < _NAMES or not any(both):
        return 0.0
    all_of_them = (sum(weights.get(name, 0.0) for name in side) for side in (ours, theirs))
    return sum(both) / math.sqrt(math.prod(all_of_them))


def _holds(whole: _Entry, part: _Entry, weights: Mapping[str, float]) -> bool:
    """Tell whether most of the names of a text stand in another one."""
    names = [name for name in part.names if weights.get(name)]
    both = [weights[name] for name in names if name in whole.names]
    return len(both) >= _NAMES and sum(both) >= _MOST * sum(weights[name] for name in names)


def _entries(lesson: Lesson, found: Sequence[Heading]) -> list[_Entry]:
    """Give headings of a lesson with what stands behind each, in order."""
    blocks = lesson.blocks
    lines = {one.line for one in found}
    starts = [n for n, block in enumerate(blocks) if block.line in lines]
    ends = [*starts[1:], len(blocks)][: len(starts)]
    entries: list[_Entry] = []
    open_ones: list[int] = []
    for heading, start, end in zip(found, starts, ends, strict=True):
        while open_ones and found[open_ones[-1]].level >= heading.level:
            open_ones.pop()
        words = (name for block in blocks[start:end] for name in _NAME.findall(block.text))
        entries.append(
            _Entry(
                heading,
                open_ones[-1] if open_ones else -1,
                kept_names(blocks[start:end]),
                latin_words(blocks[start]),
                frozenset(word.lower() for word in words),
            )
        )
        open_ones.append(len(entries) - 1)
    return entries


def _keys(found: Sequence[Heading]) -> list[tuple[int, tuple[str, ...]]]:
    return [(heading.level, heading.labels) for heading in found]


def _shown(heading: Heading) -> str:
    return " ".join(f"({label})=" for label in heading.labels) or "no label"
