"""What stands in the other language in the place of something else, within the same text."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from operator import itemgetter
from pathlib import Path

from scripts.check.item_order import HALF, one_by_one
from scripts.check.kept import kept, latin_words, likeness
from scripts.check.numbers import is_rounded, said, said_in_words
from scripts.check.rule import Find, Selection
from scripts.check.same import differences
from scripts.check.sections import LISTS, TABLES, beside_texts, twins
from scripts.check.shared import WRITE_THE_SAME, Collect, Shared, instead
from scripts.diagnostic import Diagnostic, Severity
from scripts.last_read import of_last_two
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern

# So much of what they keep is the same in texts that agree but for one thing; so much of two names
# where one may be the other, misspelled, and where it must be.
_SAME, _ALIKE, _MISSPELLED = 0.6, 0.7, 0.95
# Of several numbers these stand for each other: 150 for 148, and not 25 for 47.
_CLOSE = 0.8
_DIGITS = lazy_pattern(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_JOINTS = lazy_pattern(r"(?<=[A-Za-z0-9])[_-](?=[A-Za-z])")
_VALUE = lazy_pattern(r"(\d+)\.0")


def exchanges(rule: str, collect: Collect, *, spelled: bool = True, placed: bool = True) -> Find:
    """Give the function that warns where a paragraph names another thing in the other language.

    A sentence may name a thing twice, or say it in words, so that only what stands one for one in
    the place of something else is reported. In several paragraphs one thing can be gone and
    another be new: there it must be `spelled` much like the other, or, where spelling tells
    nothing, as in numbers, all else must be nearly the same. So it is in one paragraph, too, where
    things are not `placed`: a sentence names this or that of what is meant.
    """

    def find(selection: Selection) -> Iterator[Diagnostic]:
        for pair in compared(selection, collect):
            for its, message in exchanged(pair, spelled=spelled, placed=placed):
                yield Diagnostic(
                    pair.other.path, its.line, rule, message, Severity.WARNING, WRITE_THE_SAME
                )

    return find


def in_turn(*finds: Find) -> Find:
    """Give the function that gives what several find, each in lines where none before has."""

    def find(selection: Selection) -> Iterator[Diagnostic]:
        known: set[tuple[Path, int]] = set()
        for one in finds:
            found = [new for new in one(selection) if (new.path, new.line) not in known]
            known.update((new.path, new.line) for new in found)
            yield from found

    return find


class _ByLine:
    """What was found in a lesson, so that what stands in a few of many blocks is found at once."""

    def __init__(self, found: Iterable[Shared]) -> None:
        self.found = sorted(found, key=lambda one: one.line)
        self._lines = [one.line for one in self.found]

    def within(self, blocks: Iterable[Block]) -> list[Shared]:
        """Give what stands in these blocks, in the order of the page."""
        places: set[int] = set()
        for block in blocks:
            first = bisect_left(self._lines, block.line)
            places.update(range(first, bisect_right(self._lines, block.end)))
        return [self.found[place] for place in sorted(places)]


def differences_within(rule: str, collect: Collect, within: Collect, *, ordered: bool) -> Find:
    """Give the function that compares lessons as a whole, and then paragraph by paragraph.

    What is there in both languages may still stand in the place of something else.
    """

    def find(selection: Selection) -> Iterator[Diagnostic]:
        yield from differences(rule, collect, ordered=ordered)(selection)
        for pair in compared(selection, within):
            for its, message in exchanged(pair, in_order=ordered):
                yield Diagnostic(pair.other.path, its.line, rule, message, fix=WRITE_THE_SAME)

    return find


@dataclass(frozen=True)
class Compared:
    """A lesson in two languages: what was found in each, and the texts that say the same."""

    origin: Lesson
    other: Lesson
    ours: _ByLine
    theirs: _ByLine
    texts: Sequence[tuple[Sequence[Block], Sequence[Block]]]

    def by(self, key: Callable[[Shared], str]) -> Compared:
        """Give the same with other keys, where what is the same may be written in two ways."""
        ours, theirs = (
            _ByLine(replace(one, key=key(one)) for one in side.found)
            for side in (self.ours, self.theirs)
        )
        return replace(self, ours=ours, theirs=theirs)


def compared(selection: Selection, collect: Collect) -> Iterator[Compared]:
    """Give the lessons in which `collect` finds something in both languages."""
    for origin, other in selection.pairs():
        ours, theirs = _ByLine(collect(origin)), _ByLine(collect(other))
        if ours.found and theirs.found:
            texts = (*_of_one_section(origin, other), *beside_texts(origin, other))
            yield Compared(origin, other, ours, theirs, texts)


@of_last_two
def _of_one_section(origin: Lesson, other: Lesson) -> list[tuple[Sequence[Block], Sequence[Block]]]:
    """Give the texts that say the same, but for those in sections of other names.

    Sections may stand in another order, which `same-structure` tells. A name that only one page has
    in a heading says nothing.
    """
    above, its_above = _names_above(origin), _names_above(other)
    known = {name for _, names in above for name in names} & {
        name for _, names in its_above for name in names
    }
    found = []
    for ours, theirs in twins(origin, other):
        one, its = (
            known & names[bisect_right(names, side[0].line, key=itemgetter(0)) - 1][1]
            for names, side in ((above, ours), (its_above, theirs))
        )
        if not (one - its and its - one):
            found.append((ours, theirs))
    return found


def _names_above(lesson: Lesson) -> list[tuple[int, frozenset[str]]]:
    """Give the names in the heading of each section and in those that it stands in, by its line."""
    found = [(0, frozenset[str]())]
    stack: list[Block] = []
    for block in lesson.blocks:
        if block.kind == "heading":
            stack = [*(one for one in stack if one.level < block.level), block]
            found.append((block.line, frozenset().union(*map(latin_words, stack))))
    return found


def exchanged(
    pair: Compared,
    *,
    spelled: bool = True,
    placed: bool = True,
    in_order: bool = False,
    near: bool = True,
) -> Iterator[tuple[Shared, str]]:
    """Give what stands in the other text in the place of something else; see `exchanges`.

    Of several things `in_order` that are the same but for one of them, that one is given, even if
    what stands there is also one of the others. Where what is `near` by its spelling may be another
    thing, as long addresses are, only what is missing is stood for.
    """
    for texts in pair.texts:
        for ours, theirs in one_by_one(*_of_one_form(*texts)):
            left, right = pair.ours.within(ours), pair.theirs.within(theirs)
            sides = _Sides(ours, theirs, left, right)
            found = _one_of_row(left, right) if in_order else None
            if found is None and not (placed and near):
                found = _one_of_many(left, right)
            if found is not None:
                stand = [found]
            elif spelled:
                stand = _names_exchanged(sides, placed=placed, near=near)
            else:
                stand = _numbers_exchanged(sides)
            for mine, new in stand:
                yield new, instead(new, mine, pair.origin)


@dataclass(frozen=True)
class _Sides:
    """Two texts that say the same, and what was found in each."""

    ours: Sequence[Block]
    theirs: Sequence[Block]
    left: Sequence[Shared]
    right: Sequence[Shared]

    @property
    def are_alone(self) -> bool:
        """Tell whether each text is one paragraph."""
        return len(self.ours) == len(self.theirs) == 1


_Stand = list[tuple[Shared, Shared]]


def _names_exchanged(sides: _Sides, *, placed: bool, near: bool) -> _Stand:
    """Give the names that only one text has, each with the one that stands there in the other."""
    left, right = sides.left, sides.right
    missing, added = _without(left, right), _without(right, left)
    if missing and added:
        missing, added = _but_for_parts(missing, right), _but_for_parts(added, left)
    if missing and added and len(missing) != len(added):
        # Where more was said in one language, only what is all but the same is told.
        missing, added = _misspelled(missing, added)
    if not missing or len(missing) != len(added):
        return []
    sure = sides.are_alone and (placed or _same_but_for_these(sides, missing))
    least = 0.0 if sure else _ALIKE
    stand = _most_alike(left if near else missing, missing, added, least)
    return [
        (mine, new)
        for mine, new in stand
        if not _is_with_value(mine.key, new.key) and (placed or not _is_part(mine.key, new.key))
    ]


def _numbers_exchanged(sides: _Sides) -> _Stand:
    """Give the numbers that only one text has, each with the one that stands there in the other."""
    left, right, ours, theirs = sides.left, sides.right, sides.ours, sides.theirs
    missing, added = _without(left, right), _without(right, left)
    if len(missing) + len(added) == 1:
        missing, added = _said_less(left, right), _said_less(right, left)
    missing, added = _unsaid(missing, ours, theirs), _unsaid(added, theirs, ours)
    if len(missing) != len(added):
        missing = [number for number in missing if not said_in_words(number, theirs)]
        added = [number for number in added if not said_in_words(number, ours)]
    missing, added = _unrounded(missing, added), _unrounded(added, missing)
    if not missing or len(missing) != len(added):
        return []
    if not _same_but_for_numbers(ours, theirs, alone=sides.are_alone):
        return []
    stand = _most_alike(left, missing, added, 0.0)
    return _told_together([(a, b) for a, b in stand if _of_one_kind(a, b, ours, theirs)])


def _but_for_parts(found: Sequence[Shared], others: Sequence[Shared]) -> list[Shared]:
    """Give what is not said as well in two parts by the others, or as a part: `a b`, `a` with `b`.

    >>> whole, *parts = (Shared(1, key, key) for key in ("f--all", "f", "--all"))
    >>> _but_for_parts([whole], parts), _but_for_parts(parts, [whole])
    ([], [])
    """
    wholes = {one.key for one in others}
    joined = {a.key + b.key for a, b in itertools.permutations(others, 2)}
    parts = {
        key
        for a, b in itertools.permutations(found, 2)
        if a.key + b.key in wholes
        for key in (a.key, b.key)
    }
    return [one for one in found if one.key not in joined | parts]


def _is_with_value(ours: str, theirs: str) -> bool:
    """Tell whether a name stands with a value in one of two languages: `axis`, `axis=0`.

    >>> _is_with_value("axis", "axis=0"), _is_with_value("axis", "axes=0")
    (True, False)
    """
    name, whole = sorted((ours, theirs), key=len)
    return bool(name) and whole.startswith((f"{name}=", f"{name}:"))


def _unsaid(
    numbers: Sequence[Shared], ours: Sequence[Block], theirs: Sequence[Block]
) -> list[Shared]:
    """Give the numbers that a text says more often, in digits or words, than the other one."""
    texts = ["\n".join(block.text for block in side) for side in (ours, theirs)]
    return [
        one
        for one in numbers
        if not (value := _VALUE.fullmatch(one.key))
        or said(int(value[1]), texts[1]) < max(1, said(int(value[1]), texts[0]))
    ]


def _of_one_form(
    ours: Sequence[Block], theirs: Sequence[Block]
) -> tuple[Sequence[Block], Sequence[Block]]:
    """Leave tables out that only one of two texts has: the other says in sentences what it says."""
    if any(one.kind in TABLES for one in ours) == any(one.kind in TABLES for one in theirs):
        return ours, theirs
    one, its = ([b for b in side if b.kind not in TABLES] for side in (ours, theirs))
    return one, its


def _unrounded(numbers: Sequence[Shared], others: Sequence[Shared]) -> list[Shared]:
    return [one for one in numbers if not any(is_rounded(one, its) for its in others)]


def _same_but_for_numbers(ours: Sequence[Block], theirs: Sequence[Block], *, alone: bool) -> bool:
    if not alone:
        return likeness(kept(ours), kept(theirs)) >= _SAME
    one, its = (
        frozenset(word for word in kept(side) if not word[0].isdigit()) for side in (ours, theirs)
    )
    return one == its or likeness(one, its) >= HALF


def _same_but_for_these(sides: _Sides, gone: Sequence[Shared]) -> bool:
    """Tell whether two paragraphs keep the same, or several names and nothing else.

    Of one name alone in its sentence nobody knows whether the other sentence names the same thing,
    and items and rows are often in another order.
    """
    if sides.ours[0].kind in LISTS | TABLES:
        return False
    nothing_else = len(gone) == len({one.key for one in sides.left}) > 1
    return nothing_else or likeness(kept(sides.ours), kept(sides.theirs)) >= HALF


def _is_part(ours: str, theirs: str) -> bool:
    """Tell whether a name is the end of the other one, or that one without brackets or a value.

    >>> _is_part("jit", "jax.jit"), _is_part("f", "f()"), _is_part("n", "n=0"), _is_part("f", "g")
    (True, True, True, False)
    """
    short, long = sorted((ours, theirs), key=len)
    before, found, behind = long.rpartition(short)
    ends = behind in {"", "()"} or (not before and behind[0] == "=")
    return bool(found) and before[-1:] in {"", ".", "/", ":", "="} and ends


def _without(found: Sequence[Shared], others: Sequence[Shared]) -> list[Shared]:
    known = {one.key for one in others}
    return list({one.key: one for one in found if one.key not in known}.values())


def _said_less(found: Sequence[Shared], others: Sequence[Shared]) -> list[Shared]:
    """Give what a text has more often than the other one, the last of its mentions."""
    more = Counter(one.key for one in found) - Counter(one.key for one in others)
    return list({one.key: one for one in found if one.key in more}.values())


def _one_of_row(ours: Sequence[Shared], theirs: Sequence[Shared]) -> tuple[Shared, Shared] | None:
    """Give the only thing of a row of more than two that is another one; None for anything else."""
    if not len(ours) == len(theirs) > 2:
        return None
    unlike = [pair for pair in zip(ours, theirs, strict=True) if pair[0].key != pair[1].key]
    return unlike[0] if len(unlike) == 1 else None


def _one_of_many(ours: Sequence[Shared], theirs: Sequence[Shared]) -> tuple[Shared, Shared] | None:
    """Give one mention of a thing and what stands there in the other text; None for anything else.

    Both mention all else as often. Where both mention both, they do so in the same order.
    """
    counts, others = (Counter(one.key for one in side) for side in (ours, theirs))
    gone, new = counts - others, others - counts
    if gone.total() != 1 or new.total() != 1:
        return None
    (lost,), (added,) = gone, new
    again = (lost in others) + (added in counts)
    if not again or _is_part(lost, added):
        return None
    for mine, its in zip(ours, theirs, strict=True):
        if (mine.key, its.key) == (lost, added):
            in_order = sum(a.key != b.key for a, b in zip(ours, theirs, strict=True)) == 1
            return (mine, its) if again == 1 or in_order else None
    if again > 1:
        return None
    mine, its = (
        [one for one in side if one.key == key][-1] for side, key in ((ours, lost), (theirs, added))
    )
    return mine, its


def _misspelled(
    ours: Sequence[Shared], theirs: Sequence[Shared]
) -> tuple[list[Shared], list[Shared]]:
    """Give of both what is nearly the same as one thing of the other."""
    pairs = [
        (mine, its)
        for mine in ours
        for its in theirs
        if _ratio(mine.shown, its.shown) >= _MISSPELLED
    ]
    return [mine for mine, _ in pairs], [its for _, its in pairs]


def _most_alike(
    ours: Sequence[Shared], missing: Sequence[Shared], added: Sequence[Shared], least: float
) -> Iterator[tuple[Shared, Shared]]:
    """Give what each new thing stands in the place of: of what is missing the most alike.

    A name that is nearly one of the others is that one, misspelled, even if it is there, too. Of
    numbers the smallest stands for the smallest: 148 for 150 and 39 for 41, in whatever order.
    """
    if all(_DIGITS.fullmatch(one.shown) for one in (*missing, *added)):
        values = (sorted(side, key=_value) for side in (missing, added))
        return zip(*values, strict=True)
    gone = {one.key for one in missing}
    alike = sorted(
        (-ratio, j, i)
        for i, mine in enumerate(ours)
        for j, its in enumerate(added)
        if (ratio := _ratio(mine.shown, its.shown)) >= (least if mine.key in gone else _MISSPELLED)
    )
    found: dict[int, Shared] = {}
    for _, j, i in alike:
        if j not in found and ours[i].key not in {one.key for one in found.values()}:
            found[j] = ours[i]
    return ((mine, added[j]) for j, mine in sorted(found.items()))


def _of_one_kind(mine: Shared, new: Shared, ours: Sequence[Block], theirs: Sequence[Block]) -> bool:
    """Tell whether two things stand in blocks of one kind: a table and a list say other things."""
    kinds = [
        {block.kind for block in side if block.line <= one.line <= block.end}
        for one, side in ((mine, ours), (new, theirs))
    ]
    return bool(kinds[0] & kinds[1]) or not all(kinds)


def _told_together(pairs: Sequence[tuple[Shared, Shared]]) -> list[tuple[Shared, Shared]]:
    """Give pairs of numbers, as one where it is not plain which of them stand for each other."""
    if len(pairs) < 2 or all(_are_close(*pair) for pair in pairs):
        return list(pairs)
    mine, new = (
        replace(side[0], shown=", ".join(one.shown for one in side))
        for side in (
            sorted(several, key=lambda one: one.line) for several in zip(*pairs, strict=True)
        )
    )
    return [(mine, new)]


def _are_close(one: Shared, its: Shared) -> bool:
    if not (_DIGITS.fullmatch(one.shown) and _DIGITS.fullmatch(its.shown)):
        return True
    less, more = sorted((_value(one), _value(its)))
    return less >= more * _CLOSE


def _value(number: Shared) -> float:
    return float(number.shown.replace(",", ""))


def _ratio(ours: str, theirs: str) -> float:
    """Give how much of two names is the same; all, where only their capitals and joints differ.

    >>> _ratio("`STEP_COUNTER`", "`StepCounter`"), _ratio("`a`", "`b`") < 0.7
    (1.0, True)
    """
    if _JOINTS.sub("", ours).lower() == _JOINTS.sub("", theirs).lower():
        return 1.0
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio()
