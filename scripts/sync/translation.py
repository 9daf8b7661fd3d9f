"""A lesson's translation compared with its origin and with what was confirmed: what is behind.

Nothing here knows git or the time: what is behind follows from the two files and the sync state.
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from scripts.alignment import code_differences
from scripts.diagnostic import counted
from scripts.languages import Language
from scripts.lesson import Lesson, Lessons
from scripts.patterns import lazy_pattern
from scripts.sync.pairing import Group, paired
from scripts.sync.shown import changed_texts
from scripts.sync.state import Level, SyncState, read_state
from scripts.sync.units import FURTHER, Unit, has_words, size_of, text_of, units
from scripts.sync.word_diff import Piece, word_diff


class Change(StrEnum):
    """What became of a block since it was confirmed."""

    NONE = "in-sync"
    POLISHED = "polished"  # the translation changed alone: it stays true to its origin
    CHANGED = "changed"  # the origin changed, the translation did not
    BOTH = "both-changed"
    TEXTS = "texts-changed"  # in code that is the same, a text of the origin changed
    SPLIT = "split"
    JOINED = "joined"
    COMBINED = "combined"  # the translation alone has one text where its origin has several
    MOVED = "moved"
    NEW = "new"  # in the origin alone
    DELETED = "deleted"  # in the translation alone; it was in the origin
    EXTRA = "extra"  # in the translation alone, and never was in the origin
    MISSING = "missing"  # the translation has it no more
    UNTRANSLATED = "untranslated"
    UNCONFIRMED = "unconfirmed"  # there in both, and nobody has said that they agree


IN_SYNC = frozenset({Change.NONE, Change.POLISHED})
IN_ONE = frozenset({Change.NEW, Change.MISSING, Change.EXTRA, Change.DELETED})
_IN_BOTH = frozenset(
    {"alt", "amsmath", "cell", "heading", "math_block", "math_block_label", "summary", "title"}
)
_CODE = frozenset({"directive:code", "directive:code-block", "directive:sourcecode"})
# A picture, and a footnote.
_NAMED = lazy_pattern(r"!\[|\[\^[^\]\s]+\]")
_PARTING = frozenset({Change.SPLIT, Change.JOINED, Change.COMBINED})
_PARTED = "¶"
_FOOTNOTE = lazy_pattern(r"\[\^[^\]\s]+\]:")
# Of these the origin says now what the translation does not.
STALE = frozenset({Change.CHANGED, Change.BOTH, Change.SPLIT, Change.JOINED})


@dataclass(frozen=True)
class Block:
    """A block of a translation: its units in both languages, and what became of it.

    `id` is its name in `confirm`. `line` is that of the translation; where it has no such block,
    that of what stands before it. Where a row of blocks was moved, the first one stands for it:
    `row` names all of them, `after` is what of the translation it belongs behind.
    """

    id: str
    kind: str
    change: Change
    line: int
    group: Group
    row: tuple[str, ...] = ()
    after: Unit | None = None

    @property
    def origin_line(self) -> int | None:
        """Give the line in the origin's file, if it is there."""
        return self.group.origin[0].line if self.group.origin else None

    @property
    def count(self) -> int:
        """Give how many blocks it stands for."""
        return len(self.row) or 1

    @property
    def is_begun(self) -> bool:
        """Tell whether `start` has put it there, and nobody has confirmed it."""
        return self.level is Level.DRAFT

    @property
    def words(self) -> bool:
        """Tell whether there is anything to translate in it."""
        return any(has_words(unit) for unit in (*self.group.origin, *self.group.other))

    @property
    def in_both(self) -> bool:
        """Tell whether `check` compares it by its place: no language may have it alone."""
        units = (*self.group.origin, *self.group.other)
        return (
            self.kind in _IN_BOTH
            or (self.kind.startswith("directive:") and self.kind not in _CODE)
            or any(unit.label or _NAMED.search(unit.text) for unit in units)
        )

    @property
    def shown_kind(self) -> str:
        """Give its kind in words for a translator."""
        if self.kind == FURTHER:
            return "list of links to read on"
        if _FOOTNOTE.match((self.group.other or self.group.origin)[0].text):
            return "footnote"
        kind, is_directive, name = self.kind.partition("directive:")
        return f"{{{name}}}" if is_directive else kind.replace("_", " ")

    @property
    def old(self) -> str:
        """Give what the origin said when the block was confirmed."""
        return " ".join(entry.text for entry in self.group.entries)

    @property
    def new(self) -> str:
        """Give what the origin says now."""
        return text_of(self.group.origin)

    @property
    def has_texts(self) -> bool:
        """Tell whether texts changed in it that code shows, and the code itself did not."""
        return self.kind == "cell" and self.change in {Change.TEXTS, Change.BOTH}

    @property
    def diff(self) -> tuple[Piece, ...]:
        """Give the words of the origin that changed."""
        if self.has_texts:
            texts = changed_texts(self.group)
            old, new = " ".join(one.old for one in texts), " ".join(one.new for one in texts)
            return word_diff(old, new)
        then = [entry.text for entry in self.group.entries]
        return self._word_diff(then, self.group.origin)

    @property
    def polish(self) -> tuple[Piece, ...]:
        """Give the words of the translation that changed."""
        then = [entry.said or entry.text for entry in self.group.entries]
        return self._word_diff(then, self.group.other)

    def _word_diff(self, then: Sequence[str], now: Sequence[Unit]) -> tuple[Piece, ...]:
        """Give the words that changed; a sign stands where texts were parted or joined."""
        sign = f" {_PARTED} " if self.change in _PARTING else " "
        return word_diff(sign.join(then), sign.join(unit.text for unit in now))

    @property
    def was_cut(self) -> bool:
        """Tell whether the translation changed alone, and has fewer sentences than it had."""
        if self.change is not Change.POLISHED or len(self.group.entries) != 1:
            return False
        return size_of([self.now_said]).is_cut(size_of([self.said]))

    @property
    def said(self) -> str:
        """Give what the translation said when the block was confirmed."""
        return " ".join(entry.said or entry.text for entry in self.group.entries)

    @property
    def now_said(self) -> str:
        """Give what the translation says now."""
        return text_of(self.group.other)

    @property
    def since(self) -> str:
        """Give the day on which it was confirmed last, or ""."""
        return max((entry.since for entry in self.group.entries), default="")

    @property
    def level(self) -> Level | None:
        """Give how far it has come; None where nobody has said."""
        found = [entry.level for entry in self.group.entries]
        return min(found, key=list(Level).index) if found else None


# The last comparison of each two files: a process that stays renders one edit after the other, and
# asks for all lessons several times each.
_COMPARED: dict[tuple[Path, Path], tuple[tuple[str, str, SyncState | None], tuple[Block, ...]]] = {}


@dataclass(frozen=True)
class Translation:
    """One translation of a lesson: `state` is None where nobody has confirmed any of it."""

    origin: Lesson
    other: Lesson
    state: SyncState | None

    def side(self, lesson: Lesson, block: Block) -> tuple[str, tuple[Unit, ...]]:
        """Give what a block said in one of the lessons when it was confirmed, and where it is."""
        if lesson.path == self.origin.path:
            return block.old, block.group.origin
        return block.said, block.group.other

    @functools.cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Give all blocks, in the order of the origin, and rows that moved besides."""
        key = (self.origin.text, self.other.text, self.state)
        kept = _COMPARED.get((self.origin.path, self.other.path))
        if kept is not None and kept[0] == key:
            return kept[1]
        found = self.compared()
        _COMPARED[self.origin.path, self.other.path] = (key, found)
        return found

    def compared(self) -> tuple[Block, ...]:
        """Give what `blocks` gives, and keep nothing of it."""
        entries = self.state.entries if self.state else ()
        groups = paired(units(self.origin), units(self.other), entries)
        # Where code differs is said once, by the rule that compares all of it.
        other_code = {
            difference.origin.index
            for difference in code_differences(self.origin, self.other)
            if difference.kind == "code" and difference.origin and difference.other
        }
        blocks = tuple(_blocks(groups, other_code, {entry.block for entry in entries}))
        return (*blocks, *_moved(blocks))

    @property
    def behind(self) -> tuple[Block, ...]:
        """Give the blocks that ask for a person, in the order of the translation."""
        found = [block for block in self.blocks if block.change not in IN_SYNC]
        return tuple(sorted(found, key=lambda block: block.line)) if self.state else ()

    @property
    def counts(self) -> dict[str, int]:
        """Give how many blocks there are, and how many of them are how far.

        Code and formulas are nobody's translation, and do not count.
        """
        own = [one for one in self.blocks if one.change is not Change.MOVED and one.words]
        moved = {name for block in self.blocks for name in block.row}
        kept = [b for b in own if b.change in IN_SYNC and b.id not in moved] if self.state else []
        reviewed = [b for b in kept if b.change is Change.NONE and b.level is Level.REVIEWED]
        return {
            "blocks": len(own),
            "in_sync": len(kept),
            "reviewed": len(reviewed),
            "polished": sum(block.change is Change.POLISHED for block in kept),
            "machine": sum(block.level is Level.MACHINE for block in kept),
            "untranslated": sum(block.change is Change.UNTRANSLATED for block in own),
        }

    def _in_origin(self, block: Block) -> str:
        path = self.origin.path
        return f"{path}:{block.origin_line}" if block.origin_line else str(path)

    def named_in_origin(self, block: Block) -> str:
        """Give what a block is in the origin, in words for a translator: `the table of a.md:9`."""
        return f"the {block.shown_kind} of {self._in_origin(block)}"

    def describe(self, block: Block) -> str:
        """Say what became of a block, in words for a translator."""
        at, kind = self._in_origin(block), block.shown_kind
        what = {
            Change.CHANGED: f"{kind} is behind {at}",
            Change.TEXTS: f"{kind} is behind {at}",
            Change.BOTH: f"{kind} changed here and in {at}",
            Change.SPLIT: f"{kind} was split in {at}",
            Change.JOINED: f"{kind} was joined with its neighbour in {at}",
            Change.COMBINED: f"{kind} was joined with its neighbour here, and not in {at}",
            Change.NEW: f"{self.named_in_origin(block)} is new there and missing after this line",
            Change.MISSING: f"{self.named_in_origin(block)} is missing here",
            Change.DELETED: f"{kind} was deleted in {at}",
            Change.EXTRA: f"{kind} is not in {at}",
            Change.UNTRANSLATED: f"{kind} is not translated yet",
            Change.UNCONFIRMED: f"{kind} was never confirmed to say what {at} says",
        }
        if block.change is Change.MOVED:
            more = f" and {counted(block.count - 1, 'block')} after it" if block.count > 1 else ""
            place = f"behind line {block.after.end} here" if block.after else "at the beginning"
            return f"this {kind}{more} stand{'' if more else 's'} elsewhere in {at}, {place}"
        return what[block.change]


def translations(lessons: Lessons, docname: str) -> tuple[Translation, ...]:
    """Give the translations of a lesson, one for each language that it is there in besides."""
    origin = lessons.origin(docname)
    return tuple(
        Translation(origin, other, state_of(lessons, docname, other.language))
        for other in lessons.versions(docname)
        if other is not origin
    )


def translation_of(lessons: Lessons, lesson: Lesson) -> Translation | None:
    """Give how a lesson stands to its origin; None for the origin itself."""
    found = (one for one in translations(lessons, lesson.docname) if one.other is lesson)
    return next(found, None)


def state_of(lessons: Lessons, docname: str, language: Language) -> SyncState | None:
    """Give what was confirmed of a lesson's translation into a language, if anything was.

    Of two branches that both have confirmed a block, it is the one whose texts are there now.
    """
    origin, other = lessons.origin(docname), lessons.get(docname, language)
    state = read_state(lessons.root, docname, origin.language, language)
    if state is None or other is None or not state.rivals:
        return state
    ours, theirs = ({unit.hash for unit in units(lesson)} for lesson in (origin, other))
    fitting = {
        one.block: one
        for one in (*state.rivals, *state.entries)
        if ours.issuperset(one.origin) and theirs.issuperset(one.other)
    }
    entries = tuple(fitting.get(one.block, one) for one in state.entries)
    return replace(state, entries=entries, rivals=())


# --- what became of a block -----------------------------------------------------------------------


def _blocks(groups: Sequence[Group], other_code: set[int], known: set[str]) -> Iterator[Block]:
    names = set(known)
    line = 1
    for group in groups:
        if not group.origin and not group.other:
            continue  # deleted in both
        if group.other:
            line = group.other[0].line
        units_of = group.origin or group.other
        name = group.entries[0].block if group.entries else units_of[0].name(names)
        names.add(name)
        yield Block(name, units_of[0].kind, _change(group, other_code), line, group)


def _change(group: Group, other_code: set[int]) -> Change:
    origin, other, entries = group.origin, group.other, group.entries
    if origin and other:
        if origin[0].cell is not None:
            if origin[0].cell.index in other_code:
                return Change.CHANGED
            texts = changed_texts(group)
            if any(one.is_left for one in texts):
                return Change.TEXTS
            return Change.BOTH if texts else Change.NONE
        equal = [unit.hash for unit in origin] == [unit.hash for unit in other]
        if equal and not any(has_words(unit) for unit in origin):
            return Change.NONE
    then = [text for entry in entries for text in entry.origin]
    then_other = [text for entry in entries for text in entry.other]
    same = sorted(then) == sorted(unit.hash for unit in origin)
    same_other = sorted(then_other) == sorted(unit.hash for unit in other)
    drafts = any(entry.level is Level.DRAFT for entry in entries)
    if drafts and same_other and origin:
        return Change.UNTRANSLATED
    # A cell that one language has alone stays an error, whatever was confirmed.
    if entries and same and same_other and (origin or other)[0].cell is None:
        return Change.NONE
    if not origin:
        return Change.DELETED if then else Change.EXTRA
    if not other:
        return Change.MISSING if then_other else Change.NEW
    if not entries:
        return Change.UNCONFIRMED
    if len(entries) > 1:
        return Change.COMBINED if same and len(other) < len(origin) else Change.JOINED
    if then and len(origin) > len(then):
        return Change.SPLIT
    if same:
        return Change.UNCONFIRMED if drafts else Change.POLISHED
    return Change.CHANGED if same_other else Change.BOTH


def _moved(blocks: Sequence[Block]) -> Iterator[Block]:
    """Give the rows of blocks that stand elsewhere in the origin than in the translation."""
    there = [block for block in blocks if block.group.origin and block.group.other]
    order = [block.group.other[0].line for block in there]
    stay = _longest_rise(order)
    row: list[int] = []
    places = {line: n for n, line in enumerate(sorted(order))}
    for n in range(len(there) + 1):
        is_moved = n < len(there) and n not in stay
        goes_on = bool(row) and is_moved and places[order[n]] == places[order[row[-1]]] + 1
        if row and not goes_on:
            before = max((m for m in stay if m < row[0]), default=None)
            after = None if before is None else there[before].group.other[-1]
            names = tuple(there[place].id for place in row)
            yield replace(there[row[0]], change=Change.MOVED, row=names, after=after)
            row = []
        if is_moved:
            row.append(n)


def _longest_rise(order: Sequence[int]) -> frozenset[int]:
    """Give the places of a longest row of numbers that rise.

    >>> sorted(_longest_rise([1, 5, 2, 3, 4]))
    [0, 2, 3, 4]
    """
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for place, number in enumerate(order):
        length = bisect_left(ends, number)
        ends[length:] = [*([number]), *ends[length + 1 :]]
        at[length:] = [place, *at[length + 1 :]]
        before.append(at[length - 1] if length else -1)
    found = set()
    place = at[-1] if at else -1
    while place >= 0:
        found.add(place)
        place = before[place]
    return frozenset(found)


def has_any(block: Block, lines: Collection[int]) -> bool:
    """Tell whether any of some lines of the translation is the block's."""
    return any(unit.line <= line <= unit.end for line in lines for unit in block.group.other)
