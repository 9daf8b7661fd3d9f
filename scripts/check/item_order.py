"""The parts of two texts that say the same one beside the other, though one is in another order."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from scripts.check.kept import kept, lead, likeness
from scripts.check.sections import LISTS, TABLES, parts
from scripts.lesson import Block
from scripts.patterns import lazy_pattern

# So much of what they keep is the same in texts that stand for each other.
HALF = 0.5
# In longer lists with so many items that differ nobody looks for two of them.
_ITEMS = 20
_NAME = lazy_pattern(r"[a-z][a-z0-9]*")
_ADDRESS = lazy_pattern(r"\]\([^)]*\)|<[^>]*>|https?:\S+")


def one_by_one(
    ours: Sequence[Block], theirs: Sequence[Block]
) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give two lists of as many items that keep the same, and tables of as many rows, in parts."""
    if len(ours) == len(theirs) == 1 and ours[0].kind == theirs[0].kind:
        one, its = parts(ours[0]), parts(theirs[0])
        if len(one) == len(its) and likeness(kept(ours), kept(theirs)) >= HALF:
            its = _as_ordered(one, its) if ours[0].kind in LISTS | TABLES else its
            yield from (([a], [b]) for a, b in zip(one, its, strict=True))
            return
        known = _known_leads(one, its)
        if len(one) != len(its) and 2 * len(known) >= max(len(one), len(its)):
            yield from (([one[i]], [its[j]]) for i, j in known.items())
            return
    yield ours, theirs


def _as_ordered(ours: Sequence[Block], theirs: Sequence[Block]) -> list[Block]:
    """Give items or rows in the order of the other language, where some changed places.

    What they keep is then in the other one, and so are the names in their words.
    """
    if in_order := _by_leads(ours, theirs):
        return in_order
    keep, stay = ([kept([item]) for item in side] for side in (ours, theirs))
    unlike = [n for n, (one, its) in enumerate(zip(keep, stay, strict=True)) if one != its]
    if len(unlike) < 2:
        return list(theirs)
    if len(unlike) > 2 and Counter(keep) == Counter(stay):
        # Two items may have exchanged what they keep, but of more, the items stand elsewhere.
        where = {names: [j for j, new in enumerate(stay) if new == names] for names in stay}
        return [theirs[where[names].pop(0)] for names in keep]
    words, others = ([_named_in(item) for item in side] for side in (ours, theirs))
    moved = {
        i: j
        for i, j in _moved(unlike, keep, stay)
        # What is called as in the old place has not moved.
        if likeness(words[i], others[j]) >= likeness(words[i], others[i])
    }
    gone = frozenset(moved.values())
    free = iter([j for j in unlike if j not in gone])
    places = list(range(len(theirs)))
    for i in unlike:
        places[i] = moved[i] if i in moved else next(free)
    left = [i for i in unlike if i not in moved]
    for i, j in itertools.combinations(left, 2) if len(left) <= _ITEMS else ():
        one, its = places[i], places[j]
        across = likeness(words[i], others[its]) + likeness(words[j], others[one])
        straight = likeness(words[i], others[one]) + likeness(words[j], others[its])
        shared = keep[i] & stay[its] or keep[j] & stay[one]
        if shared and across > straight and not keep[i] & stay[one] and not keep[j] & stay[its]:
            places[i], places[j] = its, one
            words[i] = words[j] = frozenset()
    return [theirs[place] for place in places]


def _known_leads(ours: Sequence[Block], theirs: Sequence[Block]) -> dict[int, int]:
    """Give the items or rows that begin with what stands in one place of each language alone."""
    one, its = ([lead(item) for item in side] for side in (ours, theirs))
    return {
        i: its.index(name)
        for i, name in enumerate(one)
        if name and one.count(name) == its.count(name) == 1
    }


def _by_leads(ours: Sequence[Block], theirs: Sequence[Block]) -> list[Block]:
    """Give items or rows in the order of the other language where what they begin with tells it.

    Where that tells no other order: none.
    """
    known = _known_leads(ours, theirs)
    if all(i == j for i, j in known.items()):
        return []
    taken = frozenset(known.values())
    rest = iter(item for j, item in enumerate(theirs) if j not in taken)
    return [theirs[known[i]] if i in known else next(rest) for i in range(len(ours))]


def _moved(
    unlike: Sequence[int], keep: Sequence[frozenset[str]], stay: Sequence[frozenset[str]]
) -> Iterator[tuple[int, int]]:
    """Give where those stand that keep all that they keep in another place, which is theirs alone.

    Numbers alone tell no place.
    """
    counts, others = (Counter(side[n] for n in unlike) for side in (keep, stay))
    places = {stay[n]: n for n in unlike}
    for n in unlike:
        once = counts[keep[n]] == others[keep[n]] == 1
        if once and any(not name[0].isdigit() for name in keep[n]):
            yield n, places[keep[n]]


def _named_in(item: Block) -> frozenset[str]:
    """Give the names in the words of an item, which are in no address, and two of them as one.

    >>> sorted(_named_in(Block("bullet_list", 1, 1, "- [Stack Overflow](https://a.org)")))
    ['overflow', 'stack', 'stackoverflow']
    """
    words = _NAME.findall(_ADDRESS.sub("] ", item.text).lower())
    return frozenset([*words, *map("".join, itertools.pairwise(words))])
