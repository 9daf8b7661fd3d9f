"""Seeing damage that is known by its look: twice over with lost bytes, or with `?` for lost ones.

Of all layers that the characters of a text allow, the likeliest are those through which its
damaged lines can be cut into syllables and the signs of running text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from scripts.repair.by_look import alphabet, pieces
from scripts.repair.cited import Verdict, verdicts
from scripts.repair.encodings import NO_BREAK_SPACE, REPLACEMENT, SOFT_HYPHEN, WRONG_ENCODINGS
from scripts.repair.lattice import (
    HANGUL,
    Broken,
    Piece,
    Slot,
    Sure,
    in_korean_standard,
    shown,
)
from scripts.repair.layers import QUESTION, Layer, Layers, looks
from scripts.repair.spans import Span

# The wrong readings that people meet twice over; they differ in few letters.
_TWICE = ("cp1252", "cp1254", "latin-1")
_ONCE = (*_TWICE, "cp1250", "cp1257")
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
    found = [(c, data, cost) for c, data, cost in alphabet() if cost < _RARE]
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
