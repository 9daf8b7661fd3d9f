"""Seeing the damage: which lines were read through which wrong encoding, and what it lost."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ftfy.badness import is_bad

from scripts.repair.cited import Verdict, verdicts
from scripts.repair.encodings import (
    NO_BREAK_SPACE,
    REPLACEMENT,
    SOFT_HYPHEN,
    WRONG_ENCODINGS,
    WrongEncoding,
)
from scripts.repair.lattice import HANGUL, Broken, Reading, Slot, Sure, in_korean_standard, pieces
from scripts.repair.spans import Span

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
# For each encoding: a letter that opens a sequence, and what may stand in the sequence.
_SEQUENCES = {
    name: re.compile(
        "[{}]([{}]{{0,3}})".format(
            re.escape("".join(c for c, b in e.to_byte.items() if 0xC2 <= b <= 0xF4)),
            re.escape("".join(c for c, b in e.to_byte.items() if b < 0xC0) + REPLACEMENT),
        )
    )
    for name, e in WRONG_ENCODINGS.items()
}

# A line or a file is damaged where most of its letters that could open a sequence do open one.
# Damaged Korean has a share of nearly 1. In clean Albanian, Ukrainian or French it is below .2.
_FILE_SHARE = 0.6
_LINE_SHARE = 0.5
# An encoding that explains so much less than the best one is not looked at closely.
_NEARLY = 0.7
# So many syllables without a byte of 80-9F say that those bytes are gone.
_ENOUGH = 6
# A damaged line of so few syllables may be a quotation mark after a letter.
_FEW = 2
_LETTER = re.compile("[^\\W\\da-zA-Z_\uac00-\ud7a3\u3000-\u9fff]")
# So many ways of being damaged are looked for in one text.
_KINDS = 4
# A sign that should have been met so often, and was not, is missing.
_TELLING = 3
# The encoding shows in so many lines, spread over the text, and those that hold a letter first.
_SAMPLE = 200
_ALPHABET = frozenset(c for e in WRONG_ENCODINGS.values() for c in e.to_byte)
_LEADS = {
    name: frozenset(c for c, b in e.to_byte.items() if b in _HANGUL_LEADS)
    for name, e in WRONG_ENCODINGS.items()
}
_HANGUL_INSIDE = re.compile(r"[a-z](?=[\uac00-\ud7a3])")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


@dataclass(frozen=True)
class Damage:
    """How a text was misread, and the numbers of the lines that show it, counted from 0."""

    reading: Reading
    lines: frozenset[int]


@dataclass(frozen=True)
class _Found:
    """All that was seen of a text: its damages, and lines that hold what may be a quotation."""

    damages: tuple[Damage, ...] = ()
    unsure: frozenset[int] = frozenset()


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


def damage(lines: Sequence[str], *, proved: bool = False) -> Damage | None:
    """Give how most of `lines` were damaged, or None where they are whole.

    `proved` says that all of the text is known to have been misread: nothing of it is a quotation.

    >>> found = damage(["whole", "ì»´íŒŒì¼ëŸ¬ì˜ ì—­í•", "", "150 Âµs"])
    >>> found.reading.encoding.name, sorted(found.lines)
    ('cp1252', [1, 3])
    >>> damage(["L'été, où est-ce ? «forê»"]) is None
    True
    """
    return next(iter(damages(lines, proved=proved)), None)


def damages(lines: Sequence[str], *, proved: bool = False) -> tuple[Damage, ...]:
    """Give every way in which some of `lines` were damaged; no line is in two of them.

    >>> sorted(sorted(found.lines) for found in damages(["ì»´íŒŒì¼", "words", "ě»´íŚŚěťĽ"]))
    [[0], [2]]
    """
    return _found("\n".join(lines), proved).damages


def unsure(lines: Sequence[str]) -> frozenset[int]:
    """Give the lines that look damaged in part and are left alone: it may be a quotation."""
    return _found("\n".join(lines), False).unsure


@lru_cache(maxsize=2)
def _found(text: str, proved: bool) -> _Found:
    """Give what is seen of a text; several steps ask for the same one."""
    if not SUSPECT.search(text):
        return _Found()
    lines = text.split("\n")
    suspects = [n for n, line in enumerate(lines) if not line.isascii() and SUSPECT.search(line)]
    first = _readings(lines, suspects)
    if not first or proved:
        return _Found(tuple(Damage(r, frozenset(numbers)) for r, numbers in first if numbers))
    encodings = {n: reading for reading, numbers in first for n in numbers}

    def spans(number: int) -> list[Span]:
        return _spans(lines[number], encodings[number])

    verdict = verdicts(lines, encodings, spans)
    real = {n for n, what in verdict.items() if what is Verdict.REAL}
    doubt = frozenset(n for n, what in verdict.items() if what is Verdict.UNSURE)
    if len(real) < len(verdict):
        # What is only shown says nothing of how the rest was damaged.
        others = [n for n in suspects if n in real]
        first = [(r, numbers & real) for r, numbers in _readings(lines, others)] if others else []
    return _Found(tuple(Damage(r, frozenset(numbers)) for r, numbers in first if numbers), doubt)


def _readings(lines: Sequence[str], suspects: Sequence[int]) -> list[tuple[Reading, set[int]]]:
    """Give the readings that explain the suspect lines, and all lines that each explains."""
    found: list[tuple[Reading, set[int]]] = []
    left = list(suspects)
    free = [n for n, line in enumerate(lines) if not line.isascii()]
    known = set(suspects)
    other = [n for n in free if n not in known]
    while left and len(found) < _KINDS:
        encoding = _encoding(lines, left, other)
        if encoding is None:
            break
        reading = _reading([lines[n] for n in left], encoding)
        taken = _explained(lines, free, set(left), encoding, reading)
        mine = [n for n in left if n in taken]
        if not mine:
            break
        parts = _segments(lines, mine, encoding)
        starts = [part[0] for part in parts]
        whole: list[set[int]] = [set() for _ in parts]
        for number in taken:
            whole[max(0, bisect_right(starts, number) - 1)].add(number)
        for part, numbers in zip(parts, whole, strict=True):
            found.append((_reading([lines[n] for n in part], encoding), numbers))
        left = [n for n in left if n not in taken]
        free = [n for n in free if n not in taken]
    return sorted(found, key=lambda item: -len(item[1]))


def _segments(
    lines: Sequence[str], numbers: Sequence[int], encoding: WrongEncoding
) -> list[list[int]]:
    """Cut damaged lines where a sign of how bytes were lost is met for the last or the first time.

    Files are joined from parts that were spoilt in different ways. A part is long enough to tell
    where the sign would have been met so many times in it.
    """
    if all(encoding.whole(lines[n]) is not None for n in numbers):
        return [list(numbers)]
    syllables = [sum(map(lines[n].count, _LEADS[encoding.name])) for n in numbers]
    cuts: set[int] = set()
    for sign in _signs(encoding):
        met = [sum(map(lines[n].count, sign)) for n in numbers]
        total = sum(met)
        if total < _TELLING:
            continue
        first = next(place for place, count in enumerate(met) if count)
        last = next(place for place in reversed(range(len(met))) if met[place])
        rate = total / max(1, sum(syllables[first : last + 1]))
        if rate * sum(syllables[:first]) >= _TELLING:
            cuts.add(first)
        if rate * sum(syllables[last + 1 :]) >= _TELLING:
            cuts.add(last + 1)
    edges = [0, *sorted(cuts), len(numbers)]
    return [list(numbers[start:end]) for start, end in pairwise(edges) if start < end]


def _signs(encoding: WrongEncoding) -> list[str]:
    """Give the characters by which losses are told apart, those together that are lost together."""
    controls = "".join(chr(byte) for byte in sorted(encoding.undefined) if byte < 0xA0)
    signs = [controls, REPLACEMENT, "\xad", "\xa0"]
    if encoding.name == "cp1252":
        # cp1254 loses these two, too.
        signs.append("Žž")
    return [sign for sign in signs if sign]


def _encoding(
    lines: Sequence[str], suspects: Sequence[int], others: Sequence[int]
) -> WrongEncoding | None:
    """Give the encoding that explains most of the suspect lines; None where none does.

    Where a suspect line holds a syllable or two, letters on the `others` speak for a language.
    """
    sample = [lines[n] for n in _sample(lines, suspects)]
    joined = "\n".join(sample)
    letters = set(joined)
    rough: dict[str, int] = {}
    for name, pattern in _SEQUENCES.items():
        if letters & _LEADS[name]:
            found = pattern.findall(joined)
            # In other languages most of these letters open nothing.
            if 2 * found.count("") > len(found):
                continue
            rough[name] = len("".join(found)) + len(found) - 3 * found.count("")
    enough = _NEARLY * max(rough.values(), default=0)
    best: tuple[int, WrongEncoding, list[_Evidence]] | None = None
    for name, points in rough.items():
        if points <= 0 or points < enough:
            continue
        encoding = WRONG_ENCODINGS[name]
        evidence = _evidence(sample, joined, encoding)
        score = sum(e.covered - 2 * (e.leads - e.explained) for e in evidence)
        if best is None or score > best[0]:
            best = (score, encoding, evidence)
    if best is None:
        return None
    _, encoding, evidence = best
    shown = [e for e in evidence if e.syllables]
    syllables = sum(e.syllables for e in shown)
    if not shown or not _damaged(shown, sample, encoding):
        return None
    if syllables <= _FEW * len(suspects):
        stray = sum(len(_LETTER.findall(lines[n])) for n in others)
        return encoding if stray < syllables else None
    return encoding


def _evidence(lines: Sequence[str], joined: str, encoding: WrongEncoding) -> list[_Evidence]:
    """Give the evidence of lines; in one for all of them where all are whole."""
    text = encoding.whole(joined)
    if text is not None:
        return [_whole(joined, text)]
    widest, kept = _widest(encoding), _kept(encoding)
    controls = {chr(byte) for byte in encoding.undefined if byte < 0xA0}
    return [_look(line, widest if controls.isdisjoint(line) else kept) for line in lines]


def _explained(
    lines: Sequence[str],
    free: Sequence[int],
    suspects: set[int],
    encoding: WrongEncoding,
    reading: Reading,
) -> set[int]:
    """Give the lines that are damaged by an encoding."""
    widest = _widest(encoding)
    alphabet = {*encoding.to_byte, REPLACEMENT}
    taken: set[int] = set()
    for number in free:
        line = lines[number]
        if encoding.whole(line) is not None:
            taken.add(number)
            continue
        if number not in suspects and not alphabet.issuperset(_NOT_ASCII.findall(line)):
            # A misread line holds letters of its encoding alone.
            continue
        seen = _look(line, widest if number in suspects else reading)
        # A line without Hangul is damaged only where nothing on it can be a plain letter.
        enough = seen.leads and seen.share >= (_LINE_SHARE if seen.syllables else 1.0)
        if enough and not _of_another(line, encoding):
            taken.add(number)
    return taken


def _of_another(line: str, encoding: WrongEncoding) -> bool:
    """Say whether a line has letters that one encoding lacks and another explains."""
    letters = {c for c in line if c > "\x7f" and c != REPLACEMENT and not HANGUL.match(c)}
    if letters <= encoding.to_byte.keys():
        return False
    return any(
        other is not encoding and letters <= other.to_byte.keys() and letters & _LEADS[name]
        for name, other in WRONG_ENCODINGS.items()
    )


def _spans(line: str, reading: Reading) -> list[Span]:
    """Give the damaged spans of a line with what is sure of their clean form."""
    spans: list[Span] = []
    at = 0
    for piece in pieces(line, _widest(reading.encoding)):
        size = len(piece) if isinstance(piece, str) else len(piece.found)
        if not isinstance(piece, str):
            clean = piece.text if isinstance(piece, Sure) else ""
            if spans and spans[-1].end == at:
                clean = spans[-1].clean + clean
                spans[-1] = Span(spans[-1].start, at + size, clean)
            else:
                spans.append(Span(at, at + size, clean))
        at += size
    return spans


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


@lru_cache(maxsize=64)
def _widest(encoding: WrongEncoding) -> Reading:
    lost = encoding.undefined | {SOFT_HYPHEN}
    return Reading(encoding, lost, False, frozenset({NO_BREAK_SPACE}), encoding.undefined)


@lru_cache(maxsize=64)
def _kept(encoding: WrongEncoding) -> Reading:
    """Give the reading of a line on which a control stands, so that no other one is gone."""
    return Reading(encoding, frozenset({SOFT_HYPHEN}), at_end=frozenset({NO_BREAK_SPACE}))


def _whole(line: str, text: str) -> _Evidence:
    count = len(HANGUL.findall(text))
    signs = len(_NOT_ASCII.findall(text))
    high = len(line) - len(text) + signs
    return _Evidence(count, count, signs, signs, high, len(_HANGUL_INSIDE.findall(text)))


def _look(line: str, reading: Reading) -> _Evidence:
    text = reading.encoding.whole(line)
    if text is not None:
        return _whole(line, text)
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
                hangul = table[piece.found[0]] in _HANGUL_LEADS and _is_likely(piece)
                syllables += hangul
                inside += hangul and before[-1:].islower()
            elif not before[-1:].isalpha():
                # A lone ì may be all that is left of 자; in a word it is a letter.
                explained += 1
        before = ""
    return _Evidence(whole, syllables, explained, leads, covered, inside)


@lru_cache(maxsize=10_000)
def _is_likely(slot: Slot) -> bool:
    """Say whether a slot may hold a syllable of running text.

    An accented letter before a mark, as in Sí”, gives syllables that nobody writes.
    """
    return any(in_korean_standard(text) for text, _ in slot.candidates)


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
    used = {c: table[c] for c in set(text) if c in table}
    # A control that stands on lines which lost nothing was kept there, and perhaps nowhere else.
    lossy = "\n".join(line for line in lines if encoding.whole(line) is None)
    seen = frozenset(byte for c, byte in used.items() if not "\x80" <= c <= "\x9f" or c in lossy)
    names = {
        name
        for name, other in WRONG_ENCODINGS.items()
        if all(other.to_byte.get(c) == byte for c, byte in used.items())
    }
    syllables = sum(text.count(c) for c, byte in used.items() if byte in _HANGUL_LEADS)
    controls = any("\x80" <= c <= "\x9f" for c in used)
    dropped = syllables >= _ENOUGH and not any(byte < 0xA0 for byte in seen)
    if "latin-1" in names and (controls or dropped):
        encoding = WRONG_ENCODINGS["latin-1"]
    undefined = encoding.undefined
    if encoding.name == "cp1252" and "cp1254" in names:
        # They differ in 8E and 9E, which cp1252 has: neither is there, so cp1254 it may be.
        undefined = undefined | WRONG_ENCODINGS["cp1254"].undefined
    kept = any(chr(byte) in lossy for byte in undefined if byte < 0xA0)
    replaced = undefined if REPLACEMENT in lossy else frozenset()
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
