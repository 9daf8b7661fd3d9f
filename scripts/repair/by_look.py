"""Cutting damaged lines by the look that each character has once it was read wrongly.

What a wrong reading does to a byte is fixed once its encoding is known and what became of the
bytes that it lacks, so the look of every character can be computed, through one layer or two.
Read backwards, that is a dictionary: from damaged characters to all that they may have been.
A line is cut by it; where it can be cut in several ways, all of them are candidates.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice, product

from scripts.repair.encodings import REPLACEMENT
from scripts.repair.lattice import (
    HANGUL,
    MANY,
    Broken,
    Piece,
    Slot,
    Sure,
    is_common,
    sign_cost,
)
from scripts.repair.layers import Layers, looks

_RUN = re.compile(f"{REPLACEMENT}+")
# Of more signs than these only the common ones are weighed where but a lead byte is left.
_MANY_SIGNS = 16
# Ways to cut the same characters; more are never met but in noise.
_MOST_CUTS = 400
_LONGEST_BLOCK = 80


@dataclass(frozen=True)
class _Dictionary:
    """From the look of a character to the characters with this look.

    `whole` has the looks of characters that lost nothing; `longest` is the length of the longest.
    """

    whole: Mapping[str, str]
    lossy: Mapping[str, tuple[tuple[str, float], ...]]
    longest: int
    stretch: re.Pattern[str]
    spaces: bool


@cache
def alphabet() -> tuple[tuple[str, bytes, float], ...]:
    """Give the characters that a text may hold, with their UTF-8 and their cost as candidates."""
    codes = (*range(0xA0, 0xD800), *range(0xF900, 0x10000), *range(0x1F000, 0x1FB00))
    result = []
    for character in map(chr, codes):
        cost = 0.0 if HANGUL.match(character) else sign_cost(character)
        result.append((character, character.encode(), cost))
    return tuple(result)


@lru_cache(maxsize=4)
def _dictionary(layers: Layers) -> _Dictionary:
    table = looks(layers)
    # What shows a soft hyphen may be something else: then soft hyphens were left out.
    other = looks((replace(layers[0], soft_hyphen=""), *layers[1:]))
    high = table[128:]
    unique = frozenset(
        byte
        for byte, look in enumerate(high, 128)
        if look and not look.isascii() and high.count(look) == 1
    )
    whole: dict[str, str] = {}
    lossy: dict[str, list[tuple[str, float]]] = {}
    for character, data, cost in alphabet():
        look = "".join([table[byte] for byte in data])
        if not table[data[0]] or table[data[0]].isascii():
            continue
        if unique.issuperset(data):
            whole[look] = character
            continue
        if cost == math.inf:
            continue
        # Some decoders write one replacement character for a run of bytes.
        short = _RUN.sub(REPLACEMENT, look)
        for each in {look, short, "".join([other[byte] for byte in data])}:
            lossy.setdefault(each, []).append((character, cost))
    leads = {table[lead] for lead in range(0xC2, 0xF5)}
    few = {
        look: tuple(sorted(_few(found, look in leads), key=lambda item: (item[1], item[0])))
        for look, found in lossy.items()
    }
    seen = {character for look in high for character in look}
    letters = re.escape("".join(sorted(c for c in seen if c > "\x7f")))
    plain = re.escape("".join(sorted(c for c in seen if c <= "\x7f")))
    stretch = f"[{letters}](?:[{plain}]{{0,3}}[{letters}])*[{plain}]{{0,3}}"
    return _Dictionary(
        whole,
        {look: found for look, found in few.items() if found},
        max(map(len, (*whole, *few))),
        re.compile(stretch if plain else f"[{letters}]+"),
        " " in seen,
    )


def _few(found: list[tuple[str, float]], alone: bool) -> list[tuple[str, float]]:
    """Give the candidates without rare ones where there are many; `alone` is a lead byte's look."""
    if len(found) > MANY:
        return [(text, cost) for text, cost in found if is_common(text, True)]
    if alone and len(found) > _MANY_SIGNS:
        return [(text, cost) for text, cost in found if not cost or is_common(text, True)]
    return found


def pieces(line: str, layers: Layers) -> Iterator[Piece]:
    """Cut a line into plain text, whole characters, slots and what nothing explains.

    >>> from scripts.repair.layers import Layer
    >>> layers = (Layer("cp1252", undefined=""), Layer("cp1252", undefined=""))
    >>> list(pieces("a Ã¬ËœÂ¤", layers))
    ['a ', Sure(found='Ã¬ËœÂ¤', text='오')]
    >>> [text for text, _ in next(pieces("Ã¬Â´", layers)).candidates][:5]
    ['쁴', '썴', '쏴', '쐴', '이']
    """
    known = _dictionary(layers)
    end = len(line.rstrip())
    before = 0
    plain = ""
    for match in known.stretch.finditer(line):
        plain += line[before : match.start()]
        before = match.end()
        for piece in _cut(match.group(), match.end() >= end, layers):
            if isinstance(piece, str):
                plain += piece
                continue
            if plain:
                yield plain
                plain = ""
            yield piece
    plain += line[before:]
    if plain:
        yield plain


# An edge of the lattice: where it ends, how much of it is not explained, and its candidates;
# plain text is its own and only one.
_Edge = tuple[int, int, tuple[tuple[str, float], ...]]


@lru_cache(maxsize=20_000)
def _cut(text: str, at_end: bool, layers: Layers) -> tuple[Piece, ...]:
    """Give the pieces of some characters: each is the shortest on which all ways to cut agree."""
    known = _dictionary(layers)
    size = len(text)
    edges = [_edges(text, start, at_end, known) for start in range(size)]
    # The least that stays unexplained from each place to the end.
    least = [0] * (size + 1)
    for start in range(size - 1, -1, -1):
        least[start] = min(cost + least[stop] for stop, cost, _ in edges[start])
    best: list[list[_Edge]] = [
        [edge for edge in edges[start] if edge[1] + least[edge[0]] == least[start]]
        for start in range(size)
    ]
    result: list[Piece] = []
    start = 0
    while start < size:
        stop = _join(best, start)
        result.append(_piece(text[start:stop], best, start, stop, known))
        start = stop
    return tuple(result)


def _edges(text: str, start: int, at_end: bool, known: _Dictionary) -> list[_Edge]:
    edges: list[_Edge] = []
    for stop in range(start + 1, min(len(text), start + known.longest) + 1):
        look = text[start:stop]
        whole = known.whole.get(look)
        if whole is not None:
            edges.append((stop, 0, ((whole, 0.0),)))
            continue
        found = known.lossy.get(look, ())
        if known.spaces and at_end and stop == len(text):
            # At the end of a line spaces are stripped.
            more = (known.lossy.get(look + " " * count, ()) for count in (1, 2))
            found = (*found, *(item for items in more for item in items))
        if found:
            edges.append((stop, 0, found))
    plain = text[start] <= "\x7f"
    edges.append((start + 1, 0 if plain else 1, ((text[start], 0.0),)))
    return edges


def _join(edges: Sequence[Sequence[_Edge]], start: int) -> int:
    """Give the first place after `start` that all ways to cut go through."""
    reached = {start}
    stop = max(edge[0] for edge in edges[start])
    place = start
    while place < stop:
        if place in reached:
            for edge in edges[place]:
                reached.add(edge[0])
                stop = max(stop, edge[0])
        place += 1
        if place in reached and all(
            edge[0] <= place for before in reached if before < place for edge in edges[before]
        ):
            return place
    return stop


def _piece(
    found: str, edges: Sequence[Sequence[_Edge]], start: int, stop: int, known: _Dictionary
) -> Piece:
    if stop - start > _LONGEST_BLOCK:
        return Broken(found)
    ways = list(islice(_ways(edges, start, stop), _MOST_CUTS))
    if len(ways) == 1 and len(ways[0]) == 1:
        _, unexplained, candidates = ways[0][0]
        if unexplained:
            return Broken(found)
        if found.isascii():
            return found
        if found in known.whole:
            return Sure(found, known.whole[found])
        return Slot(found, candidates)
    options: dict[str, float] = {}
    # Few characters are likelier than many.
    for way in sorted(ways, key=len):
        choices = [candidates for _, _, candidates in way]
        if math.prod(map(len, choices)) > MANY and len(way) > 1:
            choices = [_usual_ones(candidates) for candidates in choices]
        for combined in product(*choices):
            text = "".join(part for part, _ in combined)
            cost = sum(part for _, part in combined)
            options[text] = min(cost, options.get(text, math.inf))
            if len(options) >= _MOST_CUTS:
                break
    return Slot(found, tuple(sorted(options.items(), key=lambda item: (item[1], item[0]))))


def _usual_ones(candidates: tuple[tuple[str, float], ...]) -> tuple[tuple[str, float], ...]:
    """Give those that running text holds, or all where there are none."""
    few = tuple(item for item in candidates if item[0].isascii() or is_common(item[0], True))
    return few or candidates


def _ways(edges: Sequence[Sequence[_Edge]], start: int, stop: int) -> Iterator[tuple[_Edge, ...]]:
    if start == stop:
        yield ()
        return
    for edge in edges[start]:
        if edge[0] <= stop:
            for rest in _ways(edges, edge[0], stop):
                yield (edge, *rest)
