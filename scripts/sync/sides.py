"""In which of two languages something changed since both were confirmed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from scripts.sync.pairing import Group
from scripts.sync.state import Entry
from scripts.sync.translation import Change, Translation
from scripts.sync.units import Unit, shared_hashes


@dataclass(frozen=True)
class Sides:
    """Whether something is not as it was confirmed in the origin, and in its translation."""

    origin: bool
    other: bool

    @property
    def in_origin_alone(self) -> bool:
        """Tell whether the translation is as it was confirmed, and the origin is not."""
        return self.origin and not self.other


def sides_of(translation: Translation) -> Sides:
    """Give where a page has changed: a block of it, their order, a label, or a field."""
    groups = _groups(translation)
    found = [*map(_of_group, groups), _of_the_rest(translation)]
    return Sides(
        any(one.origin for one in found) or not _rises(groups, translation, of_origin=True),
        any(one.other for one in found) or not _rises(groups, translation, of_origin=False),
    )


def sides_at(translation: Translation, origin_line: int, other_line: int) -> Sides:
    """Give where the blocks have changed that stand at a line of either file, or before it.

    Where they have not, it is a field of the front matter that has.
    """
    groups = _groups(translation)
    places = [
        max(
            (place for place in _places(groups, of_origin=of_origin) if place[0] <= line),
            default=None,
        )
        for line, of_origin in ((origin_line, True), (other_line, False))
    ]
    found = [_of_group(groups[place[1]]) for place in places if place is not None]
    sides = Sides(any(one.origin for one in found), any(one.other for one in found))
    return sides if sides.origin or sides.other else _of_the_rest(translation)


def _groups(translation: Translation) -> list[Group]:
    return [one.group for one in translation.blocks if one.change is not Change.MOVED]


def _places(groups: Sequence[Group], *, of_origin: bool) -> Iterator[tuple[int, int]]:
    """Give the lines at which the units of one language begin, each with its group's number."""
    for number, group in enumerate(groups):
        for unit in group.origin if of_origin else group.other:
            yield unit.line, number


def _of_group(group: Group) -> Sides:
    """Give the sides of a block; both, where it is there in both and nobody has confirmed it."""
    if not group.entries:
        return Sides(bool(group.origin), bool(group.other))
    then = [text for entry in group.entries for text in entry.origin]
    then_other = [text for entry in group.entries for text in entry.other]
    labels, others = _labels(group.origin), _labels(group.other)
    known = {entry.block.rpartition(".")[0] for entry in group.entries}
    # A block is named by the label that it had; where no side has it any more, it tells nothing.
    renamed = labels != others and bool(known & (labels | others))
    # So does what else has a label that the other side lacks.
    label = group.entries[0].label
    before, other_before = (
        next((u.label for u in side), label) for side in (group.origin, group.other)
    )
    relabelled = before != other_before
    return Sides(
        _differs(group.origin, then)
        or (renamed and not labels <= known)
        or (relabelled and before != label),
        _differs(group.other, then_other)
        or (renamed and not others <= known)
        or (relabelled and other_before != label),
    )


def _of_the_rest(translation: Translation) -> Sides:
    """Give where fields of the front matter have changed."""
    same = translation.state.same if translation.state else ()
    pages = (shared_hashes(translation.origin), shared_hashes(translation.other))
    return Sides(*(any(page.get(key) != then for key, then in same) for page in pages))


def _differs(units: Sequence[Unit], then: Sequence[str]) -> bool:
    return sorted(unit.hash for unit in units) != sorted(then)


def _labels(units: Sequence[Unit]) -> frozenset[str]:
    return frozenset(unit.section or "page" for unit in units if unit.kind == "heading")


def _rises(groups: Sequence[Group], translation: Translation, *, of_origin: bool) -> bool:
    """Tell whether the confirmed blocks of one language stand in the order of the sync state."""
    entries: Collection[Entry] = translation.state.entries if translation.state else ()
    numbers = {entry.block: number for number, entry in enumerate(entries)}
    order = [
        numbers[groups[number].entries[0].block]
        for _, number in sorted(_places(groups, of_origin=of_origin))
        if groups[number].entries
    ]
    return order == sorted(order)
