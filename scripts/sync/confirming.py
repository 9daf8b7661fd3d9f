"""Confirming: the sync state in which blocks of a translation say what their origin says now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from scripts.sync.pairing import Group
from scripts.sync.shown import comments_of
from scripts.sync.state import Entry, Level, SyncState, sync_path
from scripts.sync.translation import IN_ONE, Block, Change, Translation, has_any
from scripts.sync.units import Unit, shared_hashes, text_of


@dataclass(frozen=True)
class Confirmation:
    """A new sync state, the names of the blocks it confirms, and those that it could not."""

    state: SyncState
    confirmed: tuple[str, ...]
    refused: tuple[Block, ...]


def confirm(
    translation: Translation,
    *,
    block: str | None = None,
    by: str,
    level: Level = Level.TRANSLATED,
    no_change: bool = False,
    day: str = "",
    untranslated: Collection[int] = (),
    doubted: Collection[str] = (),
) -> Confirmation:
    """Give the state in which a block, or all of them, agree with the origin as it is now.

    Of a whole lesson, blocks whose origin alone has changed are refused: somebody has to translate
    them, or to say `no_change`. So are those that are `doubted`. One that is named is taken as it
    stands, but one with a text that begins at a line of `untranslated` must be named and have
    `no_change`. That leaves credit and level as they are. What stays in no language, or moved, and
    what check wants in both languages cannot be confirmed in one.
    """
    state = translation.state or SyncState(
        sync_path(translation.other.docname, translation.other.language),
        translation.other.docname,
        translation.origin.language.tag,
        translation.other.language.tag,
    )
    entries = {entry.block: entry for entry in state.entries}
    lines: list[Entry] = []
    confirmed: list[str] = []
    refused: list[Block] = []
    named = block is not None
    names = set(entries)
    for one in translation.blocks:
        if one.change is Change.MOVED:
            if not named or one.id == block:
                refused.append(one)
            continue
        before = list(one.group.entries)
        if named and one.id != block:
            lines += before
        elif one.change is Change.NONE and (level is not Level.REVIEWED or no_change):
            sign = _sign(by, level, no_change, day)
            lines += [_as_it_is(entry, one.group, sign) for entry in before]
            lines += [] if before else _confirmed(one, names, _if_translated(sign))
        elif (
            left := not (named and no_change) and has_any(one, untranslated)
        ) or not _can_be_confirmed(
            one, named=named, no_change=no_change, doubted=one.id in doubted
        ):
            lines += before
            one = replace(one, change=Change.UNTRANSLATED) if left else one
            refused.append(one)
        else:
            new = _confirmed(one, names, _sign(by, level, no_change, day))
            names |= {entry.block for entry in new}
            lines += new
            confirmed += [one.id] if one.words or one.has_texts else []
    if named:
        lines = _in_place(state.entries, lines, translation, block or "")
        # A row that moved has the name of its first block, which may be confirmed all the same.
        refused = [] if confirmed else refused
    ours, theirs = shared_hashes(translation.origin), shared_hashes(translation.other)
    same = dict(state.same) | {key: now for key, now in ours.items() if theirs[key] == now}
    fields = tuple((key, same[key]) for key in ours if key in same)
    state = replace(state, entries=tuple(lines), same=fields, marks=())
    return Confirmation(state, tuple(confirmed), tuple(refused))


def _can_be_confirmed(block: Block, *, named: bool, no_change: bool, doubted: bool) -> bool:
    if block.change in IN_ONE:
        return named and no_change and not block.in_both
    if block.change is Change.CHANGED and block.group.origin[0].cell is not None:
        return False
    if doubted and not named:
        return False
    if block.change in {Change.CHANGED, Change.TEXTS, Change.UNTRANSLATED}:
        return named or no_change
    if block.change in {Change.SPLIT, Change.JOINED}:
        return named or no_change or _is_edited(block.group)
    return True


def _is_edited(group: Group) -> bool:
    then = [text for entry in group.entries for text in entry.other]
    return sorted(then) != sorted(unit.hash for unit in group.other)


_Sign = Callable[[Entry], Entry]


def _sign(by: str, level: Level, no_change: bool, day: str) -> _Sign:
    def signed(entry: Entry) -> Entry:
        if no_change and entry.level is not Level.DRAFT:
            return replace(entry, since=day)
        if level is Level.REVIEWED:
            return replace(entry, level=level, reviewer=by, since=day)
        return replace(entry, level=level, translator=by, reviewer="", since=day)

    return signed


def _if_translated(sign: _Sign) -> _Sign:
    """Give what signs an entry but where both languages say the same: nobody has translated that.

    So branches that translate different cells of a lesson do not collide at those of the others.
    """

    def signed(entry: Entry) -> Entry:
        is_translated = entry.said or any(one != its for one, its in entry.comments)
        return sign(entry) if is_translated else entry

    return signed


def _as_it_is(entry: Entry, group: Group, sign: _Sign) -> Entry:
    """Give the entry of a block in sync: code that is the same in both may have changed in both."""
    if not (group.origin and group.origin[0].cell):
        return entry
    now = replace(
        entry,
        origin=tuple(unit.hash for unit in group.origin),
        other=tuple(unit.hash for unit in group.other),
        text=text_of(group.origin),
        said=_said(group.origin, group.other),
        label=_label_of(group.origin, group.other),
        comments=comments_of(group.origin, group.other),
    )
    is_signed = entry.translator or entry.reviewer
    return now if is_signed else _if_translated(sign)(now)


def _confirmed(block: Block, names: set[str], sign: _Sign) -> list[Entry]:
    """Give the entries of a block as it is now: one for each pair of units, or one for all."""
    group = block.group
    before = group.entries[0] if group.entries else None
    parts: list[tuple[tuple[Unit, ...], tuple[Unit, ...]]] = [(group.origin, group.other)]
    if len(group.origin) == len(group.other) > 1:
        parts = [((o,), (t,)) for o, t in zip(group.origin, group.other, strict=True)]
    found: list[Entry] = []
    for number, (origin, other) in enumerate(parts):
        first = (origin or other)[0]
        taken = names | {entry.block for entry in found}
        name = block.id if number == 0 else first.name(taken)
        made = Entry(
            block=name,
            kind=first.kind,
            origin=tuple(unit.hash for unit in origin),
            other=tuple(unit.hash for unit in other),
            level=before.level if before else Level.TRANSLATED,
            translator=before.translator if before else "",
            reviewer=before.reviewer if before else "",
            text=text_of(origin),
            label=_label_of(origin, other),
            comments=comments_of(origin, other),
            said=_said(origin, other),
        )
        found.append(sign(made))
    return found


def _said(origin: Sequence[Unit], other: Sequence[Unit]) -> str:
    """Give what a translation says, "" where its origin says the same."""
    said = text_of(other)
    return "" if said == text_of(origin) else said


def _label_of(origin: Sequence[Unit], other: Sequence[Unit]) -> str:
    """Give the label before a block of both languages, "" where it is not the same."""
    labels = {unit.label for unit in (*origin[:1], *other[:1])}
    return labels.pop() if len(labels) == 1 else ""


def _in_place(
    old: Sequence[Entry], new: Sequence[Entry], translation: Translation, block: str
) -> list[Entry]:
    """Give the old lines in their old order, with one block's put where it was, or belongs."""
    group = next((one.group for one in translation.blocks if one.id == block), Group())
    gone = {entry.block for entry in group.entries}
    kept_names = {entry.block for entry in old} - gone
    added = [entry for entry in new if entry.block not in kept_names]
    if gone:
        place = min(n for n, entry in enumerate(old) if entry.block in gone)
    else:
        names = [entry.block for entry in new]
        first = names.index(added[0].block) if added else 0
        before = next((name for name in reversed(names[:first]) if name in kept_names), None)
        place = 0 if before is None else [entry.block for entry in old].index(before) + 1
    head = [entry for entry in old[:place] if entry.block not in gone]
    tail = [entry for entry in old[place:] if entry.block not in gone]
    return [*head, *added, *tail]
