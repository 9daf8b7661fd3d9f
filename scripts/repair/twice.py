"""Damage that is known by its look: twice over with lost bytes, or with `?` for what was lost.

What a wrong reading does to a byte is fixed once its encoding is known and what became of the
bytes that it lacks, so the look of every character can be computed, through one layer or two.
Read backwards, that is a dictionary: from damaged characters to all that they may have been.
A line is cut by it; where it can be cut in several ways, all of them are candidates.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice, product

from scripts.repair.cited import Span, Verdict, verdicts
from scripts.repair.encodings import NO_BREAK_SPACE, REPLACEMENT, SOFT_HYPHEN, WRONG_ENCODINGS
from scripts.repair.lattice import (
    HANGUL,
    MANY,
    Broken,
    Piece,
    Slot,
    Sure,
    in_korean_standard,
    is_common,
    shown,
    sign_cost,
)

QUESTION = "?"
_RUN = re.compile(f"{REPLACEMENT}+")
# The wrong readings that people meet twice over; they differ in few letters.
_TWICE = ("cp1252", "cp1254", "latin-1")
_ONCE = (*_TWICE, "cp1250", "cp1257")
# Of more signs than these only the common ones are weighed where but a lead byte is left.
_MANY_SIGNS = 16
# Ways to cut the same characters; more are never met but in noise.
_MOST_CUTS = 400
_LONGEST_BLOCK = 80
# A damaged text is explained nearly all, a text that quotes damage is not.
_EXPLAINED = 0.8
_SAMPLE = 1200
_MOST_READ = 40_000
# In nats: how far behind on the sample a hypothesis may be that is likelier on the text.
_CLOSE = 15.0
# In nats: a damaged character that a hypothesis leaves, a real question mark, and that a tool
# wrote question marks for bytes.
_UNEXPLAINED = 12.0
_ASKED = 5.0
_QUESTION_NATS = 6.0
# Signs that running text holds, and a share of its characters so that each has a chance.
_RARE = 6.0
_SIGNS = 0.02


@dataclass(frozen=True)
class Layer:
    """One wrong reading: the encoding, and what became of the bytes that are easily lost.

    `undefined` is what a byte without a character became: None where it stayed as the C1 control
    of the same number. `soft_hyphen` and `no_break_space` are what AD and A0 became.
    """

    encoding: str
    undefined: str | None = None
    soft_hyphen: str = "\xad"
    no_break_space: str = "\xa0"

    def read(self, text: str) -> str:
        """Give the UTF-8 of `text` as this layer shows it.

        >>> Layer("cp1254", undefined="").read("의")
        'ì˜'
        """
        table = _tables(self)
        return "".join(table[byte] for byte in text.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=256)
def _tables(layer: Layer) -> tuple[str, ...]:
    wrong = WRONG_ENCODINGS[layer.encoding]
    table = [chr(byte) for byte in range(256)]
    for character, byte in wrong.to_byte.items():
        table[byte] = character
    if layer.undefined is not None:
        for byte in wrong.undefined:
            table[byte] = layer.undefined
    table[SOFT_HYPHEN] = layer.soft_hyphen
    table[NO_BREAK_SPACE] = layer.no_break_space
    return tuple(table)


Layers = tuple[Layer, ...]


@lru_cache(maxsize=256)
def looks(layers: Layers) -> tuple[str, ...]:
    """Give for each byte what the layers, the first one first, made of it.

    >>> looks((Layer("cp1252"), Layer("cp1252", undefined="", soft_hyphen="")))[0xED]
    'Ã'
    """
    table = list(_tables(layers[0]))
    for layer in layers[1:]:
        table = [layer.read(text) for text in table]
    return tuple(table)


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
def _alphabet() -> tuple[tuple[str, bytes, float], ...]:
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
    for character, data, cost in _alphabet():
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


# Seeing it


@dataclass(frozen=True)
class Layered:
    """How a text was damaged through layers, and its damaged lines, counted from 0, in pieces."""

    layers: Layers
    lines: Mapping[int, tuple[Piece, ...]]


def _letters(names: Sequence[str], first: int, last: int) -> str:
    return re.escape(
        "".join(
            sorted(
                {
                    character
                    for name in names
                    for character, byte in WRONG_ENCODINGS[name].to_byte.items()
                    if first <= byte <= last
                }
            )
        )
    )


# Hangul through two layers: ê ë ì í, each of two bytes, then what opens a character of 80-BF.
_LAYERED = re.compile("\u00c3[\u00aa-\u00ad]?[\u00c2\u00c3\u00c4\u00c5\u00c6\u00cb\u00e2\u00ef?]")
# Hangul with a question mark inside: behind its first byte and before its last.
_FOLLOW = _letters(_ONCE, 0x80, 0xBF)
_QUESTIONED = re.compile(
    f"[{_letters(_ONCE, 0xEA, 0xED)}](?:\\?[?{_FOLLOW}]|[{_FOLLOW}]\\?(?![{_FOLLOW}]))"
)
_OPEN = re.compile(f"[{_letters(_ONCE, 0xEA, 0xED)}]")
_OPENING = re.compile(f"{_OPEN.pattern}[?{_FOLLOW}]")
# Through two layers, before what opens a character of 80-BF; a real one stands before others.
_INNER_QUESTION = re.compile("[^\x00-\x7f]\\?[\u00c2\u00c5\u00c6\u00cb\u00e2\u0080-\u00bf]")


def layered(lines: Sequence[str]) -> Layered | None:
    """Give how `lines` were damaged twice over with losses or with question marks, or None.

    >>> found = layered(["ì?´ ê°’ì?„ ì??ì£¼ ì?½ëŠ” ì‚¬ëž?ì?´ ìžˆë‹¤"])
    >>> found.layers
    (Layer(encoding='cp1252', undefined='?', soft_hyphen='', no_break_space=' '),)
    """
    text = "\n".join(lines)
    tried: list[tuple[re.Pattern[str], Callable[[str, frozenset[str]], Layers | None]]] = []
    if "\u00c3" in text:
        tried.append((_LAYERED, _two))
    if QUESTION in text:
        tried.append((_QUESTIONED, _one))
    for pattern, layers_of in tried:
        if not pattern.search(text):
            continue
        suspects = [n for n, line in enumerate(lines) if pattern.search(line)]
        joined = "\n".join(lines[n] for n in suspects)
        if pattern is _QUESTIONED and 2 * len(_OPENING.findall(joined)) < len(
            _OPEN.findall(joined)
        ):
            # Words of Czech before a question mark: its letters stand before others, too.
            continue
        layers = layers_of(joined, frozenset(text))
        found = _damaged(lines, suspects, layers) if layers else None
        if layers and found:
            return Layered(layers, found)
    return None


def _two(text: str, seen: frozenset[str]) -> Layers | None:
    """Give the two layers through which a text was most likely read; None where none lost bytes."""
    outers = list(_outermost(text, seen, _TWICE))
    for outer in outers:
        wrong = WRONG_ENCODINGS[outer.encoding]
        inner = wrong.whole(text)
        if inner is not None and any(_is_whole(inner, name) for name in _TWICE):
            return None
    became: list[str | None] = [None, ""]
    if any(outer.read(REPLACEMENT) in text for outer in outers):
        became.append(REPLACEMENT)
    if _INNER_QUESTION.search(text):
        became.append(QUESTION)
    else:
        outers = [outer for outer in outers if outer.undefined != QUESTION]
    first, outer = _likeliest(
        text,
        [
            (Layer(name, undefined, ""), outer)
            for outer, name, undefined in product(outers, _TWICE, became)
        ],
    )
    table = looks((replace(first, soft_hyphen="\xad"), outer))
    follow = f"(?![{_FOLLOW}{outer.no_break_space}])"
    hyphen = re.search(re.escape(table[SOFT_HYPHEN]) + follow, text)
    space = table[NO_BREAK_SPACE] in text
    return (
        replace(
            first, soft_hyphen="\xad" if hyphen else "", no_break_space="\xa0" if space else " "
        ),
        outer,
    )


def _one(text: str, seen: frozenset[str]) -> Layers | None:
    """Give the layer of a text with question marks; None where they are more likely real ones."""
    best = _likeliest(text, [(layer,) for layer in _outermost(text, seen, _ONCE)])
    return best if best[-1].undefined == QUESTION else None


def _likeliest(text: str, hypotheses: Sequence[Layers]) -> Layers:
    """Give the likeliest of some layers: of those that a sample leaves, by more of the text."""
    sample = _sample(text.split("\n"))
    ranked = sorted(((_rank(sample, layers), n) for n, layers in enumerate(hypotheses)))
    (best, _), _ = ranked[-1]
    left = [hypotheses[n] for (likelihood, _), n in ranked if likelihood > best - _CLOSE]
    return max(left, key=lambda layers: _rank(text[:_MOST_READ], layers))


def _is_whole(text: str, name: str) -> bool:
    return WRONG_ENCODINGS[name].whole(text) is not None


def _outermost(text: str, seen: frozenset[str], names: Sequence[str]) -> Iterator[Layer]:
    """Give the layers that the characters of damaged lines allow, and those of the whole text.

    A byte that is seen was not lost.
    """
    letters = {c for c in text if c > "\x7f" and not HANGUL.match(c)}
    controls = any("\x80" <= character <= "\x9f" for character in letters)
    became: list[str | None] = [None] if controls else [""]
    if REPLACEMENT in letters:
        became = [REPLACEMENT]
    if QUESTION in text:
        became.append(QUESTION)
    letters -= {REPLACEMENT}
    foreign = {name: len(letters - WRONG_ENCODINGS[name].to_byte.keys()) for name in names}
    for name in names:
        if foreign[name] == min(foreign.values()):
            for undefined in became:
                yield Layer(
                    name,
                    undefined,
                    "\xad" if "\xad" in seen else "",
                    "\xa0" if "\xa0" in seen else " ",
                )


def _sample(lines: Sequence[str]) -> str:
    """Give some lines, spread over all of them, that together are long enough to tell by."""
    step = max(1, sum(map(len, lines)) // _SAMPLE)
    return "\n".join(lines[::step])[: 2 * _SAMPLE]


@cache
def _usual() -> tuple[tuple[bytes, float], ...]:
    """Give the characters of running text with their chance: all syllables are alike."""
    found = [(c, data, cost) for c, data, cost in _alphabet() if cost < _RARE]
    common = [data for c, data, cost in found if not cost and in_korean_standard(c)]
    signs = [(data, _SIGNS * math.exp(-cost)) for _, data, cost in found if cost]
    return (*((data, (1 - _SIGNS) / len(common)) for data in common), *signs)


def _rank(text: str, layers: Layers) -> tuple[float, int]:
    """Give how likely damaged characters are; among equals, what loses more comes first."""
    asked = sum(layer.undefined == QUESTION for layer in layers)
    return (
        round(_likelihood(text, layers) - _QUESTION_NATS * asked, 6),
        -len(set(looks(layers)[128:])),
    )


def _likelihood(text: str, layers: Layers) -> float:
    """Give the log likelihood of damaged characters, were all syllables alike.

    A hypothesis that loses less explains less, and one that loses more claims less.
    """
    table = looks(layers)
    chances: dict[str, float] = {}
    for data, chance in _usual():
        look = "".join([table[byte] for byte in data])
        chances[look] = chances.get(look, 0.0) + chance
    longest = max(map(len, chances))
    leads = frozenset(look[0] for look in chances if look and look[0] > "\x7f")
    result = 0.0
    at = 0
    size = len(text)
    while at < size:
        character = text[at]
        at += 1
        if character in leads:
            for stop in range(min(size, at + longest), at - 1, -1):
                share = chances.get(text[at - 1 : stop])
                if share:
                    result += math.log(share)
                    at = stop
                    break
            else:
                result -= _UNEXPLAINED
        elif character > "\x7f":
            result -= _UNEXPLAINED
        elif character == QUESTION:
            result -= _ASKED
    return result


def _damaged(
    lines: Sequence[str], suspects: Sequence[int], layers: Layers
) -> dict[int, tuple[Piece, ...]]:
    """Give the damaged lines in pieces, or none where the text is not damaged in this way."""
    found: dict[int, tuple[Piece, ...]] = {}
    syllables = explained = size = 0
    lossy = False
    letters = frozenset("".join(looks(layers)[128:])) - {" ", QUESTION}
    for number, line in enumerate(lines):
        if letters.isdisjoint(line):
            continue
        parts = tuple(pieces(line, layers))
        good = sum(len(part.found) for part in parts if isinstance(part, Sure | Slot))
        bad = sum(len(part.found) for part in parts if isinstance(part, Broken))
        hangul = sum(_is_hangul(part, layers) for part in parts)
        if number in suspects:
            size += good + bad
            explained += good
        if HANGUL.search(line) or good < _EXPLAINED * (good + bad) or (bad and not hangul):
            continue
        syllables += hangul
        lossy = lossy or any(isinstance(part, Slot) for part in parts)
        found[number] = parts
    if syllables < 2 or not lossy or explained < _EXPLAINED * size:
        return {}
    judged = verdicts(lines, found, lambda number: tuple(_spans(found[number])))
    return {n: parts for n, parts in found.items() if judged[n] is Verdict.REAL}


def _spans(parts: Sequence[Piece]) -> Iterator[Span]:
    at = 0
    for part in parts:
        if isinstance(part, str):
            at += len(part)
            continue
        clean = part.candidates[0][0] if isinstance(part, Slot) else shown(part)
        yield Span(at, at + len(part.found), clean)
        at += len(part.found)


def _is_hangul(piece: Piece, layers: Layers) -> bool:
    """Say whether a piece can only be a syllable, of which more than the lead byte is seen."""
    if isinstance(piece, Sure):
        return bool(HANGUL.match(piece.text))
    return (
        isinstance(piece, Slot)
        and all(HANGUL.match(text) for text, _ in piece.candidates)
        and piece.found.strip(" ?") not in looks(layers)
    )
