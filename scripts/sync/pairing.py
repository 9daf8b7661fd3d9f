"""Which units of a lesson belong together: the origin's, the translation's, and what was confirmed.

A unit that stands as it was confirmed is known by its hash, wherever it stands now. One that was
edited is known by its likeness to the text that was confirmed, or by its neighbours. What is left
of the translation is put beside what is left of the origin between those that are known, as far
as kinds, labels, what it said and what is the same in every language (code, numbers, links) agree.
"""

from __future__ import annotations

import functools
import statistics
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from scripts.alignment import consecutive
from scripts.columns import columns
from scripts.sync.slots import ALIKE, Slot, between, section_of
from scripts.sync.state import Entry
from scripts.sync.units import FRONT_MATTER, Unit
from scripts.sync.word_diff import contained, likeness

# So many of its words a text has from another that it is a part of.
_PART = 0.6
# So much of what a row of texts said one text says that was made of them.
_WHOLE = 0.8

# What may be cut in two, and says the same.
_CUT = frozenset({"blockquote", "bullet_list", "ordered_list", "paragraph"})
# Kinds that are paired with their own only, however alone they are.
_STRICT = frozenset({"alt", "cell", "heading", *FRONT_MATTER})

Edge = tuple[int, int]


@dataclass(frozen=True)
class Group:
    """Units that are one block: of the origin, of the translation, and as they were confirmed.

    Mostly one of each. There are two where a paragraph was split or joined, and none where a side
    has no such block.
    """

    origin: tuple[Unit, ...] = ()
    other: tuple[Unit, ...] = ()
    entries: tuple[Entry, ...] = ()


def paired(
    origin: Sequence[Unit], other: Sequence[Unit], entries: Sequence[Entry]
) -> tuple[Group, ...]:
    """Give all units and entries in groups, in the order of the origin.

    >>> def unit(text): return Unit("paragraph", 1, 1, text)
    >>> def shown(group): return [unit.text for unit in (*group.origin, *group.other)]
    >>> [shown(one) for one in paired([unit("`a` rises"), unit("falls")], [unit("`a` 밀물")], [])]
    [['`a` rises', '`a` 밀물'], ['falls']]
    """
    matcher = _Matcher(tuple(origin), tuple(other), tuple(entries))
    matcher.match_origin()
    matcher.match_other()
    return matcher.groups()


def _exact(old: Sequence[tuple[int, str]], new: Sequence[Unit]) -> Iterator[tuple[int, int]]:
    """Give (number, unit) for hashes that come back among the units, in their order first."""
    ours, theirs = [text for _, text in old], [unit.hash for unit in new]
    found = {
        block.a + k: block.b + k
        for block in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
        for k in range(block.size)
    }
    free: dict[str, list[int]] = defaultdict(list)
    for j in sorted(set(range(len(theirs))) - set(found.values()), reverse=True):
        free[theirs[j]].append(j)
    for i, text in enumerate(ours):
        if i not in found and free[text]:
            found[i] = free[text].pop()
    return ((old[i][0], j) for i, j in found.items())


@dataclass
class _Matcher:
    """Finds what connects entries (`e`), units of the origin (`o`) and of the translation (`t`)."""

    origin: tuple[Unit, ...]
    other: tuple[Unit, ...]
    entries: tuple[Entry, ...]
    e_o: set[Edge] = field(default_factory=set)
    e_t: set[Edge] = field(default_factory=set)
    o_t: set[Edge] = field(default_factory=set)

    # --- the origin's side ------------------------------------------------------------------------

    def match_origin(self) -> None:
        atoms = [(e, text) for e, entry in enumerate(self.entries) for text in entry.origin]
        self.e_o = set(_exact(atoms, self.origin))
        exact = {o for _, o in self.e_o}
        changed = [
            e
            for e, entry in enumerate(self.entries)
            if sum(one == e for one, _ in self.e_o) < len(entry.origin)
        ]
        if not changed or len(exact) == len(self.origin):
            return
        self._match_joined_rows(changed)
        self._match_filled([e for e in changed if not self._origin_of(e)])
        self._match_edited([e for e in changed if not self._origin_of(e)])
        self._match_parts()
        self._match_rewritten([e for e in changed if not self._origin_of(e)])
        self._match_joined(exact, [e for e in changed if not self._origin_of(e)])

    def _origin_of(self, e: int) -> list[int]:
        return sorted(o for one, o in self.e_o if one == e)

    def _free(self) -> list[int]:
        known = {o for _, o in self.e_o}
        return [o for o in range(len(self.origin)) if o not in known]

    def _match_filled(self, changed: Sequence[int]) -> None:
        """Match cells that had comments alone, which nothing is like, by what is around them."""
        of_entry = dict(sorted(self.e_o))
        free = set(self._free())
        for e in changed:
            o = of_entry.get(e - 1, -1) + 1 if e else 0
            after = of_entry.get(e + 1, len(self.origin) if e + 1 == len(self.entries) else -1)
            is_empty = self.entries[e].kind == "cell" and not self.entries[e].text
            if is_empty and o in free and after == o + 1 and self.origin[o].kind == "cell":
                self.e_o.add((e, o))

    def _match_edited(self, changed: Sequence[int]) -> None:
        """Match what is alike, the most alike of one kind first; headings by their labels."""
        found = []
        free = set(self._free())
        code = {unit.hash for unit in self.other if unit.cell is not None}
        for e in changed:
            entry = self.entries[e]
            for o in free:
                unit = self.origin[o]
                is_other = unit.kind != entry.kind
                if is_other and not _STRICT.isdisjoint({unit.kind, entry.kind}):
                    continue
                if unit.hash in code and code.issuperset(entry.other):
                    continue  # the translation has both cells
                alike = likeness(entry.text, unit.text, least=ALIKE)
                if unit.kind == "heading" and unit.section and unit.section == section_of(entry):
                    alike = 1.0
                if alike >= (_PART if is_other else ALIKE) or unit.kind in FRONT_MATTER:
                    found.append((is_other, -alike, abs(e - o), e, o))
        done_entries: set[int] = set()
        for *_, e, o in sorted(found):
            if e not in done_entries and o in free:
                self.e_o.add((e, o))
                done_entries.add(e)
                free.discard(o)

    def _match_parts(self) -> None:
        """Match what is left of a text that was split: with it the text is more like it was.

        What is new may stand between the parts.
        """
        grown = True
        while grown:
            grown = False
            free = set(self._free())
            for o in sorted(free):
                near = {_past(free, o, step) for step in (-1, 1)}
                for e in {e for e, one in self.e_o if one in near}:
                    whole = self.entries[e].text
                    have = self._origin_of(e)
                    before, after = self._said(have), self._said(sorted([*have, o]))
                    said = _is_rest(self.origin[o].text, whole, before, after)
                    if said and self.origin[o].kind == self.entries[e].kind:
                        self.e_o.add((e, o))
                        grown = True
                        break

    def _match_joined_rows(self, changed: Sequence[int]) -> None:
        """Match a row of texts that one text says now, one after the other."""
        gone = [e for e in changed if not self._origin_of(e)]
        for o in self._free():
            unit = self.origin[o]
            parts = [
                e
                for e in gone
                if self.entries[e].kind == unit.kind == "paragraph"
                and contained(self.entries[e].text, unit.text) >= _PART
            ]
            for row in consecutive(parts):
                whole = likeness(self._then(row), unit.text)
                if len(row) > 1 and whole >= _WHOLE > max(
                    likeness(self.entries[e].text, unit.text) for e in row
                ):
                    self.e_o |= {(e, o) for e in row}
                    gone = [e for e in gone if e not in row]
                    break

    def _match_joined(self, exact: set[int], changed: Sequence[int]) -> None:
        """Match what was joined to its neighbour: one text now says what both said."""
        for e in changed:
            for near in (e - 1, e + 1):
                if not 0 <= near < len(self.entries):
                    continue
                have = [o for o in self._origin_of(near) if o not in exact]
                if len(have) != 1 or self.origin[have[0]].kind != self.entries[e].kind:
                    continue
                beside = [one for one, o in self.e_o if o == have[0]]
                then, both = self._then(beside), self._then([*beside, e])
                if _is_joined(self.entries[e].text, then, both, self.origin[have[0]].text):
                    self.e_o.add((e, have[0]))
                    break

    def _then(self, numbers: Iterable[int]) -> str:
        """Give what some entries said, in their order."""
        return " ".join(self.entries[e].text for e in sorted(numbers))

    def _match_rewritten(self, changed: Sequence[int]) -> None:
        """Match what stands between the same neighbours as before, in other words."""
        of_entry = dict(sorted(self.e_o))
        free = set(self._free())
        for e in changed:
            left = of_entry.get(e - 1, -1) if e else -1
            right = of_entry.get(e + 1)
            o = left + 1
            at_place = (e == 0 or left >= 0) and o in free
            # A gap of the same size on both sides, or nothing to tell it by but the one before.
            end = len(self.entries)
            after = next((k for k in range(e + 1, end) if k in of_entry), end)
            gap = of_entry.get(after, len(self.origin)) - o
            at_place = at_place and self.origin[o].kind == self.entries[e].kind
            if at_place and (right == o + 1 or gap == after - e):
                self.e_o.add((e, o))
                of_entry[e] = o
                free.discard(o)

    def _said(self, numbers: Iterable[int]) -> str:
        return " ".join(self.origin[o].text for o in numbers)

    # --- the translation's side -------------------------------------------------------------------

    def match_other(self) -> None:
        atoms = [(e, text) for e, entry in enumerate(self.entries) for text in entry.other]
        self.e_t = set(_exact(atoms, self.other))
        slots = self._slots()
        of_entry = {e: n for n, slot in enumerate(slots) for e in slot.entries}
        of_unit = {t: of_entry[e] for e, t in self.e_t}
        for n, t in self._same_code(slots, of_unit):
            self._tie(slots[n], t)
            of_unit[t] = n
        taken: dict[int, int] = defaultdict(int)
        for n in of_unit.values():
            taken[n] += 1
        is_open = [taken[n] < slot.wanted for n, slot in enumerate(slots)]
        for run in consecutive(t for t in range(len(self.other)) if t not in of_unit):
            before, after = of_unit.get(run[0] - 1, -1), of_unit.get(run[-1] + 1, len(slots))
            found = between(before, after, is_open)
            for n, t in self._aligned(slots, found, run):
                self._tie(slots[n], t)
                is_open[n] = False
                of_unit[t] = n
        self._match_other_parts(slots, of_unit)
        self._match_other_joined(slots, of_unit)

    def _same_code(
        self, slots: Sequence[Slot], of_unit: dict[int, int]
    ) -> Iterator[tuple[int, int]]:
        """Give slots and cells that nobody confirmed as they are, and whose code is the same."""
        taken = set(of_unit.values())
        free = [n for n, slot in enumerate(slots) if n not in taken and slot.kind == "cell"]
        ours = [(n, self.origin[o].hash) for n in free for o in slots[n].origin]
        numbers = [t for t, u in enumerate(self.other) if t not in of_unit and u.cell is not None]
        for n, at in _exact(ours, [self.other[t] for t in numbers]):
            yield n, numbers[at]

    def _slots(self) -> list[Slot]:
        """Give what a translation is to have, in the order of the origin."""
        by_entry: dict[int, list[int]] = defaultdict(list)
        by_unit: dict[int, list[int]] = defaultdict(list)
        for e, o in sorted(self.e_o):
            by_entry[e].append(o)
            by_unit[o].append(e)
        slots: list[Slot] = []
        done: set[int] = set()
        position: dict[int, float] = {}
        for o in range(len(self.origin)):
            if o in done:
                continue
            entries = by_unit[o]
            numbers = sorted({one for e in entries for one in by_entry[e]} or {o})
            done |= set(numbers)
            for e in entries:
                position[e] = o
            slots.append(self._slot(o, numbers, entries))
        last = -1.0
        for e in range(len(self.entries)):
            if e in position:
                last = position[e]
            else:
                slots.append(self._slot(last + 0.5, [], [e]))
        return sorted(slots, key=lambda slot: slot.place)

    def _slot(self, place: float, origin: Sequence[int], entries: Sequence[int]) -> Slot:
        units = {o: self.origin[o] for o in origin}
        return Slot(place, units, {e: self.entries[e] for e in entries})

    def _tie(self, slot: Slot, t: int) -> None:
        self.e_t |= {(e, t) for e in slot.entries[:1]}
        self.o_t |= {(o, t) for o in slot.origin[:1]}

    def _aligned(
        self, slots: Sequence[Slot], numbers: Sequence[int], run: Sequence[int]
    ) -> Iterator[tuple[int, int]]:
        """Give the slots and units that are best put side by side, both in their order."""
        if len(numbers) == len(run) == 1:
            kinds = {slots[numbers[0]].kind, self.other[run[0]].kind}
            if len(kinds) == 1 or kinds.isdisjoint(_STRICT):
                yield numbers[0], run[0]
            return
        rows, columns = len(numbers), len(run)
        best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
        worth = [[slots[n].worth(self.other[t]) for t in run] for n in numbers]
        for i in reversed(range(rows)):
            for j in reversed(range(columns)):
                paired = worth[i][j] + best[i + 1][j + 1] if worth[i][j] else 0.0
                best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
        i = j = 0
        while i < rows and j < columns:
            if worth[i][j] and best[i][j] == worth[i][j] + best[i + 1][j + 1]:
                yield numbers[i], run[j]
                i, j = i + 1, j + 1
            elif best[i][j] == best[i + 1][j]:
                i += 1
            else:
                j += 1

    def _match_other_parts(self, slots: Sequence[Slot], of_unit: dict[int, int]) -> None:
        """Match the rest of a text that is two in the translation: by what it said.

        What is new may stand between the parts. Where nobody has confirmed it, it is the next
        paragraph, by how long they are.
        """
        exact = {t for _, t in self.e_t} - {t for _, t in self.o_t}
        ratios = [
            _width(self.other[t].text) / _width(slots[n].text)
            for t, n in of_unit.items()
            if self.other[t].kind == "paragraph" and slots[n].text
        ]
        usual = statistics.median(ratios) if len(ratios) >= 3 else 1.0
        for t in range(len(self.other)):
            if t in of_unit or self.other[t].kind not in _CUT:
                continue
            new = {
                one
                for one in range(len(self.other))
                if one not in of_unit or not slots[of_unit[one]].entries
            }
            beside = (t - 1, t + 1)
            for near in (*beside, _past(new, t, -1), _past(new, t, 1)):
                n = of_unit.get(near, -1)
                if n < 0 or near in exact or self.other[near].kind != self.other[t].kind:
                    continue
                if not slots[n].said and (near not in beside or slots[n].kind != "paragraph"):
                    continue
                have = sorted(one for one, m in of_unit.items() if m == n)
                if self._is_part(slots[n], t, have, usual):
                    self._tie(slots[n], t)
                    of_unit[t] = n
                    break

    def _is_part(self, slot: Slot, t: int, have: Sequence[int], usual: float) -> bool:
        """Tell whether a text of the translation belongs to those that a place has already."""
        if slot.said:
            before, after = (
                " ".join(self.other[one].text for one in numbers)
                for numbers in (have, sorted([*have, t]))
            )
            return _is_rest(self.other[t].text, slot.said, before, after)
        wanted = usual * _width(slot.text)
        width = sum(_width(self.other[one].text) for one in have)
        return abs(width + _width(self.other[t].text) - wanted) < abs(width - wanted)

    def _match_other_joined(self, slots: Sequence[Slot], of_unit: dict[int, int]) -> None:
        """Match what the translation has joined: one text of it says what two of them said."""
        filled = set(of_unit.values())
        exact = {t for _, t in self.e_t if self.other[t].hash in self._confirmed}
        rows = {t: [n] for t, n in of_unit.items() if t not in exact and slots[n].said}
        numbers = [n for n, slot in enumerate(slots) if slot.said and slot.kind == "paragraph"]
        left = [n for n in numbers if n not in filled]
        # What stands before a text may be joined to it once what is between them is.
        for n in (*left, *reversed(left)):
            for t, row in rows.items():
                near = {n - 1, n + 1}.intersection(row)
                if n in filled or not near or slots[row[0]].kind != slots[n].kind:
                    continue
                beside, both = (
                    " ".join(slots[one].said for one in sorted(them)) for them in (row, [*row, n])
                )
                if _is_joined(slots[n].said, beside, both, self.other[t].text):
                    self._tie(slots[n], t)
                    row.append(n)
                    filled.add(n)
                    break

    @functools.cached_property
    def _confirmed(self) -> frozenset[str]:
        return frozenset(text for entry in self.entries for text in entry.other)

    # --- the result -------------------------------------------------------------------------------

    def groups(self) -> tuple[Group, ...]:
        """Give what hangs together, in the order of the origin; the rest behind what it follows."""
        first = (len(self.entries), len(self.entries) + len(self.origin))
        parent = list(range(first[1] + len(self.other)))

        def root(node: int) -> int:
            while parent[node] != node:
                parent[node] = parent[parent[node]]
                node = parent[node]
            return node

        for e, o in self.e_o:
            parent[root(first[0] + o)] = root(e)
        for e, t in self.e_t:
            parent[root(first[1] + t)] = root(e)
        for o, t in self.o_t:
            parent[root(first[1] + t)] = root(first[0] + o)
        members: dict[int, tuple[list[int], list[int], list[int]]] = {}
        for node in range(len(parent)):
            which = 0 if node < first[0] else 1 if node < first[1] else 2
            number = node - (0, *first)[which]
            members.setdefault(root(node), ([], [], []))[which].append(number)
        found = list(members.values())
        place: dict[int, tuple[int, int]] = {n: (o[0], 0) for n, (_, o, _) in enumerate(found) if o}
        for side in (0, 2):
            of_member = {number: n for n, group in enumerate(found) for number in group[side]}
            before = (-1, 0)
            for number in sorted(of_member):
                n = of_member[number]
                place.setdefault(n, (before[0], before[1] + 1))
                before = place[n]
        ordered = sorted(range(len(found)), key=lambda n: (place[n], n))
        return tuple(
            Group(
                tuple(self.origin[o] for o in found[n][1]),
                tuple(self.other[t] for t in found[n][2]),
                tuple(self.entries[e] for e in found[n][0]),
            )
            for n in ordered
        )


def _past(free: Collection[int], number: int, step: int) -> int:
    """Give the first number before or behind one that is not among some, itself one of them.

    >>> _past({4, 5, 6}, 5, 1), _past({5}, 5, -1)
    (7, 4)
    """
    while number in free:
        number += step
    return number


def _is_rest(part: str, whole: str, before: str, after: str) -> bool:
    """Tell whether a text is the rest of one that was split: with it they are more like it."""
    return contained(part, whole) >= _PART and likeness(whole, after) > likeness(whole, before)


def _is_joined(part: str, beside: str, both: str, now: str) -> bool:
    """Tell whether a text says what two said, and not only the one beside."""
    return contained(part, now) >= _PART and likeness(both, now) > likeness(beside, now)


def _width(text: str) -> int:
    """Give how many columns of a terminal a text takes, at least 1."""
    return max(1, columns(text))
