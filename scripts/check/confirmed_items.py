"""Which item of a list, or row of a table, is new or gone since both languages were confirmed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scripts.check.gale_church import KNOWN, AlignedItems
from scripts.check.rule import Selection
from scripts.check.sections import TABLES
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern
from scripts.sync.translation import Change
from scripts.sync.units import collapsed

_MARK = r"(?:[-*+]|\d+[.)])"
_LEADING = lazy_pattern(rf"{_MARK}(?: |$)")


@dataclass(frozen=True)
class _Since:
    """What became of one language's items: the numbers of new ones, and behind which some are gone.

    Behind -1 is before the first one. `is_sure` where none of the new ones may be an old one that
    was edited, `is_same` where nothing has changed at all.
    """

    new: tuple[int, ...]
    gone: tuple[int, ...]
    is_sure: bool = True
    is_same: bool = False


def items_by_record(
    selection: Selection,
    origin: Lesson,
    other: Lesson,
    ours: Sequence[Block],
    theirs: Sequence[Block],
) -> AlignedItems | None:
    """Give which items of two lists say the same and which are alone, as their record has it.

    None where nobody has confirmed them, and where it does not tell for certain.
    """
    since = _since(selection, origin, other, ours), _since(selection, other, origin, theirs)
    if since[0] is None or since[1] is None:
        return None
    alone: list[Sequence[int]] = [(), ()]
    for side, more in ((0, len(ours) - len(theirs)), (1, len(theirs) - len(ours))):
        own, others = since[side], since[1 - side]
        if own is None or others is None or more <= 0 or own.gone or others.new:
            continue
        if own.new and not others.gone and (own.is_sure or others.is_same):
            alone[side] = own.new if len(own.new) == more else ()
        elif others.gone and not own.new:
            alone[side] = _places(others.gone, more)
    if not any(alone):
        return None
    left, right = (
        [n for n in range(len(found)) if n not in alone[side]]
        for side, found in enumerate((ours, theirs))
    )
    return AlignedItems(
        list(zip(left, right, strict=True)),
        dict.fromkeys(alone[0], KNOWN),
        dict.fromkeys(alone[1], KNOWN),
    )


def _places(gone: Sequence[int], count: int) -> Sequence[int]:
    """Give the numbers of so many items that the other list lacks behind some of its own.

    >>> _places([-1, 1], 2), _places([0], 2), _places([-1, 1], 3)
    ([0, 3], [1, 2], ())
    """
    if len(gone) == count:
        return [behind + 1 + before for before, behind in enumerate(gone)]
    return [gone[0] + 1 + n for n in range(count)] if len(gone) == 1 else ()


def _since(
    selection: Selection, lesson: Lesson, twin: Lesson, its: Sequence[Block]
) -> _Since | None:
    """Give what became of the items of a list since it was confirmed, None where nobody knows."""
    for translation in selection.tracked_of(lesson):
        if twin.path not in {translation.origin.path, translation.other.path}:
            continue
        for block in translation.blocks:
            then, units = translation.side(lesson, block)
            if block.change is Change.MOVED or not block.group.entries or len(units) != 1:
                continue
            (unit,) = units
            if unit.line <= its[0].line <= unit.end:
                if then == unit.text:
                    return _Since((), (), is_same=True)
                first = unit.line + (2 if unit.kind in TABLES else 0)
                head = collapsed("\n".join(lesson.text.split("\n")[unit.line - 1 : first - 1]))
                ends = its[0].line == first, its[-1].end >= unit.end
                return _compared(then, [_said(one) for one in its], head, ends)
    return None


def _said(item: Block) -> str:
    return _LEADING.sub("", collapsed(item.text), count=1)


def _compared(
    then: str, now: Sequence[str], head: str = "", ends: tuple[bool, bool] = (True, True)
) -> _Since | None:
    """Give which texts are new beside what a list said, and behind which there is more in it.

    What stands in place of another text is that one, edited. None where it is not certain. `head`
    is what stands above the rows of a table; `ends` tell whether the list begins, and ends, with
    these texts: what else is there is nothing that is gone.

    >>> _compared("- a - b - c", ["a", "new", "b", "c"]).new, _compared("- a - b", ["b"]).gone
    ((1,), (-1,))
    >>> _compared("- a - b - c", ["a", "b and more", "c"])
    _Since(new=(), gone=(), is_sure=True, is_same=False)
    >>> _compared("- a - b - c", ["b", "new"], ends=(False, False))
    _Since(new=(1,), gone=(), is_sure=False, is_same=False)
    """
    if not then.startswith(head):
        return None
    place, end = len(head), len(then)
    new: list[int] = []
    gone: list[int] = []
    waiting: list[int] = []
    is_sure = True
    is_known = ends[0]
    for number, text in enumerate([*now, None]):
        start, behind = end, end
        if text is not None:
            mark = "" if text.startswith("|") else rf"{_MARK} "
            match = re.compile(rf"(?:^| ){mark}{re.escape(text)}(?= |$)").search(then, place)
            if match is None:
                waiting.append(number)
                continue
            start, behind = match.span()
        between = then[place:start].strip()
        is_known = is_known and (text is not None or ends[1])
        if between and not is_known:
            is_sure, between = is_sure and not waiting, ""
        if between and len(waiting) > 1:
            return None
        if between and not waiting:
            gone.append(number - 1)
        elif not between:
            new += waiting
        waiting, place, is_known = [], behind, True
    return _Since(tuple(new), tuple(gone), is_sure)
