"""Seeing the damage: which lines were read through which wrong encoding, and what it lost."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ftfy.badness import is_bad

from scripts.repair.encodings import (
    NO_BREAK_SPACE,
    REPLACEMENT,
    SOFT_HYPHEN,
    WRONG_ENCODINGS,
    WrongEncoding,
)
from scripts.repair.lattice import HANGUL, Broken, Reading, Slot, Sure, pieces

# What stands in a Hangul syllable of UTF-8 first; no encoding here loses one of these four.
_HANGUL_LEADS = range(0xEA, 0xEE)
_ALL_FOLLOW = "".join(
    sorted({c for e in WRONG_ENCODINGS.values() for c, b in e.to_byte.items() if b < 0xC0})
)
_ALL_LEADS = "".join(
    sorted(
        {c for e in WRONG_ENCODINGS.values() for c, b in e.to_byte.items() if b in _HANGUL_LEADS}
    )
)
# Every damaged line of Korean holds this; clean Korean, English and code never do.
SUSPECT = re.compile(f"[{re.escape(_ALL_LEADS)}] ?[{re.escape(_ALL_FOLLOW)}{REPLACEMENT}]")

# A line or a file is damaged where most of its letters that could open a sequence do open one.
# Damaged Korean has a share of nearly 1. In clean Albanian, Ukrainian or French it is below .2.
_FILE_SHARE = 0.6
_LINE_SHARE = 0.5
# So many syllables without a byte of 80-9F say that those bytes are gone.
_ENOUGH = 6
# The encoding shows in so many lines, spread over the text, and those that hold a letter first.
_SAMPLE = 200
_ALPHABET = frozenset(c for e in WRONG_ENCODINGS.values() for c in e.to_byte)
_HANGUL_INSIDE = re.compile(r"[a-z](?=[\uac00-\ud7a3])")
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})")
_INLINE_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")


@dataclass(frozen=True)
class Damage:
    """How a text was misread, and the numbers of the lines that show it, counted from 0."""

    reading: Reading
    lines: frozenset[int]


@dataclass(frozen=True)
class _Evidence:
    """Of one line: whole syllables, all syllables with a byte to see, leads that open and all.

    `covered` counts the characters in sequences, controls and replacement characters among them;
    `inside` the syllables that follow a small letter.
    """

    whole: int = 0
    syllables: int = 0
    explained: int = 0
    leads: int = 0
    covered: int = 0
    inside: int = 0

    @property
    def share(self) -> float:
        return self.explained / self.leads if self.leads else 0.0


def damage(lines: Sequence[str]) -> Damage | None:
    """Give how `lines` were damaged, or None where they are whole.

    >>> found = damage(["whole", "ì»´íŒŒì¼ëŸ¬ì˜ ì—­í•", "", "150 Âµs"])
    >>> found.reading.encoding.name, sorted(found.lines)
    ('cp1252', [1, 3])
    >>> damage(["L'été, où est-ce ? «forê»"]) is None
    True
    """
    if not SUSPECT.search("\n".join(lines)):
        return None
    suspects = [number for number, line in enumerate(lines) if SUSPECT.search(line)]
    if not suspects:
        return None
    sample = _sample(lines, suspects)
    best: tuple[int, WrongEncoding, dict[int, _Evidence]] | None = None
    for encoding in WRONG_ENCODINGS.values():
        reading = _widest(encoding)
        evidence = {number: _look(lines[number], reading) for number in sample}
        score = sum(e.covered - 2 * (e.leads - e.explained) for e in evidence.values())
        if best is None or score > best[0]:
            best = (score, encoding, evidence)
    assert best is not None
    _, encoding, evidence = best
    shown = [e for e in evidence.values() if e.syllables]
    if not _damaged(shown, [lines[n] for n in sample if evidence[n].syllables], encoding):
        return None
    reading = _reading([lines[n] for n in suspects], encoding)
    evidence |= {n: _look(lines[n], _widest(encoding)) for n in suspects if n not in evidence}
    damaged: set[int] = set()
    for number, line in enumerate(lines):
        if line.isascii():
            continue
        seen = evidence.get(number) or _look(line, reading)
        # A line without Hangul is damaged only where nothing on it can be a plain letter.
        if seen.leads and seen.share >= (_LINE_SHARE if seen.syllables else 1.0):
            damaged.add(number)
    if not damaged or _only_quoted(lines, damaged):
        return None
    return Damage(reading, frozenset(damaged))


def _sample(lines: Sequence[str], suspects: Sequence[int]) -> Sequence[int]:
    """Give enough of the suspect lines to tell encodings apart by."""
    if len(suspects) <= _SAMPLE:
        return suspects
    chosen = set(suspects[:: len(suspects) // _SAMPLE])
    seen: set[str] = set()
    for number in suspects:
        fresh = _ALPHABET.intersection(lines[number]) - seen
        if fresh:
            chosen.add(number)
            seen |= fresh
    return sorted(chosen)


def _widest(encoding: WrongEncoding) -> Reading:
    lost = encoding.undefined | {SOFT_HYPHEN}
    return Reading(encoding, lost, False, frozenset({NO_BREAK_SPACE}), encoding.undefined)


def _look(line: str, reading: Reading) -> _Evidence:
    text = reading.encoding.whole(line)
    if text is not None:
        count = len(HANGUL.findall(text))
        signs = sum(character > "\x7f" for character in text)
        high = sum(character > "\x7f" for character in line)
        return _Evidence(count, count, signs, signs, high, len(_HANGUL_INSIDE.findall(text)))
    table = reading.encoding.to_byte
    whole = syllables = explained = leads = covered = 0
    inside = 0
    before = ""
    for piece in pieces(line, reading):
        if isinstance(piece, str):
            before = piece
            continue
        leads += 1
        covered += 0 if isinstance(piece, Broken) else len(piece.found)
        if isinstance(piece, Sure):
            explained += 1
            if HANGUL.match(piece.text):
                whole += 1
                syllables += 1
                inside += before[-1:].islower()
        elif isinstance(piece, Slot):
            if len(piece.found) > 1:
                explained += 1
                hangul = table[piece.found[0]] in _HANGUL_LEADS
                syllables += hangul
                inside += hangul and before[-1:].islower()
            elif not before[-1:].isalpha():
                # A lone ì may be all that is left of 자; in a word it is a letter.
                explained += 1
        before = ""
    return _Evidence(whole, syllables, explained, leads, covered, inside)


def _damaged(shown: Sequence[_Evidence], lines: Sequence[str], encoding: WrongEncoding) -> bool:
    syllables = sum(e.syllables for e in shown)
    leads = sum(e.leads for e in shown)
    inside = sum(e.inside for e in shown)
    whole = sum(e.whole for e in shown)
    if not syllables or sum(e.explained for e in shown) < _FILE_SHARE * leads:
        return False
    # Hangul hardly ever follows a small letter, the letters of Czech or Russian do.
    usual = encoding.name in {"cp1252", "cp1254", "latin-1"}
    if inside > (0.5 if usual else 0.2) * syllables:
        return False
    if syllables >= 3 and whole:
        return True
    # One or two sequences: a quotation mark after ë gives one too, but only inside a word, and
    # two such marks hardly ever. Where a byte is lost, ask a second witness.
    return not inside and (whole == syllables or any(map(is_bad, lines)))


def _reading(lines: Sequence[str], encoding: WrongEncoding) -> Reading:
    """Give what the damaged lines tell: a byte that is still seen was not lost."""
    text = "\n".join(lines)
    table = encoding.to_byte
    high = [table[c] for c in text if c in table]
    seen = frozenset(high)
    used = {c: table[c] for c in set(text) if c in table}
    names = {
        name
        for name, other in WRONG_ENCODINGS.items()
        if all(other.to_byte.get(c) == byte for c, byte in used.items())
    }
    syllables = sum(byte in _HANGUL_LEADS for byte in high)
    controls = any("\x80" <= c <= "\x9f" for c in text)
    dropped = syllables >= _ENOUGH and not any(byte < 0xA0 for byte in seen)
    if "latin-1" in names and (controls or dropped):
        encoding = WRONG_ENCODINGS["latin-1"]
    undefined = encoding.undefined
    if encoding.name == "cp1252" and "cp1254" in names:
        # They differ in 8E and 9E, which cp1252 has: neither is there, so cp1254 it may be.
        undefined = undefined | WRONG_ENCODINGS["cp1254"].undefined
    kept = any(chr(byte) in text for byte in undefined if byte < 0xA0)
    replaced = undefined if REPLACEMENT in text else frozenset()
    lost = frozenset() if kept or replaced else undefined
    if "\xad" not in text:
        lost |= {SOFT_HYPHEN}
    nbsp_as_space = False
    at_end: frozenset[int] = frozenset()
    if "\xa0" not in text:
        leads = re.escape("".join(c for c, b in table.items() if b in _HANGUL_LEADS))
        follow = re.escape("".join(c for c, b in table.items() if b < 0xC0))
        nbsp_as_space = bool(re.search(f"[{leads}] [{follow}]", text))
        if nbsp_as_space:
            # At the end of a line the space was stripped.
            at_end = frozenset({NO_BREAK_SPACE})
        else:
            lost |= {NO_BREAK_SPACE}
    return Reading(encoding, lost - seen, nbsp_as_space, at_end, replaced)


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Give where the code of a Markdown text stands, fenced and inline, as (start, end).

    >>> code_ranges("a `b` c")
    [(2, 5)]
    """
    ranges: list[tuple[int, int]] = []
    fence = ""
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        match = _FENCE.match(line)
        if fence or match:
            ranges.append((start, end + 1))
            if not fence and match:
                fence = match.group(1)
            elif match and match.group(1).startswith(fence):
                fence = ""
        else:
            ranges += [(start + m.start(), start + m.end()) for m in _INLINE_CODE.finditer(line)]
        start = end + 1
    return ranges


def inside(place: int, ranges: Sequence[tuple[int, int]]) -> bool:
    """Say whether a character stands in one of the ranges, which are sorted."""
    number = bisect_right(ranges, (place, sys.maxsize))
    return number > 0 and place < ranges[number - 1][1]


def _only_quoted(lines: Sequence[str], damaged: set[int]) -> bool:
    """Say whether a clean Korean page merely shows damaged text in its code."""
    text = "\n".join(lines)
    code = code_ranges(text)
    if not any(not inside(match.start(), code) for match in HANGUL.finditer(text)):
        return False
    start = 0
    for number, line in enumerate(lines):
        if number in damaged and any(
            not inside(start + match.start(), code) for match in SUSPECT.finditer(line)
        ):
            return False
        start += len(line) + 1
    return True
