"""Counting what came back, character by character, and how well the doubts fit the mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from typing import Protocol, Self

from tests.bench.corpora import HANGUL

_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
BINS = 10


class Guessed(Protocol):
    """What the metrics ask of a guess: where it stands in the result, and how sure it is."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def flagged(self) -> bool: ...


@dataclass(frozen=True)
class Counts:
    """Numbers of one page or of many; they add up.

    `lines` are those that hold Hangul; `ascii_lines` all lines, right where the ASCII characters
    of the line are the same ones in the same order. `silent` are ambiguous syllables that are
    wrong where nothing is flagged.
    """

    lines: int = 0
    lines_right: int = 0
    syllables: int = 0
    syllables_right: int = 0
    ambiguous: int = 0
    ambiguous_right: int = 0
    silent: int = 0
    ascii_lines: int = 0
    ascii_right: int = 0

    def __add__(self, other: Self) -> Counts:
        return Counts(
            **{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)}
        )


def share(part: float, whole: float) -> float | None:
    """Give `part / whole`, or None where there is nothing to count.

    >>> share(1, 4), share(0, 0)
    (0.25, None)
    """
    return part / whole if whole else None


def images(truth: str, result: str) -> list[tuple[int, int, bool]]:
    """Give for each character of `truth` where it stands in `result`, as (start, end, right).

    Lines of one length are compared place by place, others by what they have in common.

    >>> images("가나", "가다")
    [(0, 1, True), (1, 2, False)]
    >>> images("가나", "가xx나")
    [(0, 1, True), (3, 4, True)]
    """
    if len(truth) == len(result):
        return [(i, i + 1, a == b) for i, (a, b) in enumerate(zip(truth, result, strict=True))]
    found: list[tuple[int, int, bool]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, truth, result, autojunk=False).get_opcodes():
        if tag == "equal":
            found += [(j1 + k, j1 + k + 1, True) for k in range(i2 - i1)]
        else:
            found += [(j1, j2, False)] * (i2 - i1)
    return found


def _ascii(line: str) -> str:
    return _NOT_ASCII.sub("", line)


@dataclass(frozen=True)
class Outcome:
    """What became of one page: the counts, and each guess as (confidence, right, flagged)."""

    counts: Counts
    guesses: tuple[tuple[float, bool, bool], ...] = ()


def compare(
    truth: str, result: str, lost: frozenset[int], guesses: Iterable[Guessed] = ()
) -> Outcome:
    """Compare a repaired page with the clean one; `lost` are the places that lost a byte."""
    right_lines = truth.split("\n")
    lines = result.split("\n")
    if len(lines) != len(right_lines):
        # Nothing says which line is which: none of them is right.
        lines = ["\ufffe"] * len(right_lines)
    by_line: dict[int, list[Guessed]] = {}
    for guess in guesses:
        by_line.setdefault(guess.line - 1, []).append(guess)
    counts = Counts()
    judged: list[tuple[float, bool, bool]] = []
    start = 0
    for number, (right, line) in enumerate(zip(right_lines, lines, strict=True)):
        here = by_line.get(number, [])
        counts += _line(right, line, start, lost, here)
        if here:
            good = {j1 for j1, _, ok in images(right, line) if ok}
            judged += [(g.confidence, _covers(g, good), g.flagged) for g in here]
        start += len(right) + 1
    return Outcome(counts, tuple(judged))


def _span(guess: Guessed) -> range:
    return range(guess.column - 1, guess.column - 1 + len(guess.text))


def _covers(guess: Guessed, good: set[int]) -> bool:
    return all(place in good for place in _span(guess))


def _line(
    right: str, line: str, start: int, lost: frozenset[int], guesses: Sequence[Guessed]
) -> Counts:
    places = [match.start() for match in HANGUL.finditer(right)]
    same = right == line
    ascii_right = same or _ascii(right) == _ascii(line)
    ambiguous = [place for place in places if start + place in lost]
    fine, fine_ambiguous, silent = len(places), len(ambiguous), 0
    if not same and places:
        where = images(right, line)
        flagged = [_span(guess) for guess in guesses if guess.flagged]
        fine = sum(where[place][2] for place in places)
        wrong = [where[place] for place in ambiguous if not where[place][2]]
        fine_ambiguous = len(ambiguous) - len(wrong)
        silent = sum(
            not any(span.start < max(j2, j1 + 1) and j1 < span.stop for span in flagged)
            for j1, j2, _ in wrong
        )
    return Counts(
        lines=bool(places),
        lines_right=bool(places) and same,
        syllables=len(places),
        syllables_right=fine,
        ambiguous=len(ambiguous),
        ambiguous_right=fine_ambiguous,
        silent=silent,
        ascii_lines=1,
        ascii_right=ascii_right,
    )


@dataclass(frozen=True)
class Bin:
    """Guesses of like confidence: how many, how sure on the average, and how many were right."""

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float


def reliability(judged: Sequence[tuple[float, bool]], bins: int = BINS) -> list[Bin]:
    """Sort guesses, given as (confidence, right), into bins of equal width, without empty ones.

    >>> reliability([(0.95, True), (0.97, False), (0.31, False)])[1]
    Bin(low=0.9, high=1.0, count=2, confidence=0.96, accuracy=0.5)
    """
    groups: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in judged:
        groups.setdefault(min(int(confidence * bins), bins - 1), []).append((confidence, right))
    return [
        Bin(
            number / bins,
            (number + 1) / bins,
            len(group),
            sum(confidence for confidence, _ in group) / len(group),
            sum(right for _, right in group) / len(group),
        )
        for number, group in sorted(groups.items())
    ]


def calibration_error(table: Sequence[Bin]) -> float | None:
    """Give the expected calibration error: |confidence - accuracy|, weighed by count (Naeini 2015).

    >>> calibration_error([Bin(0.9, 1.0, 3, 0.95, 1.0), Bin(0.5, 0.6, 1, 0.55, 0.0)])
    0.175
    """
    total = sum(one.count for one in table)
    off = sum(one.count * abs(one.confidence - one.accuracy) for one in table)
    return share(round(off, 12), total)


def differing_words(truth: str, result: str, key: Callable[[str], list[str]]) -> list[list[str]]:
    """Give what differs between the words of two texts, as [words of truth, words of result].

    >>> differing_words("가 나 다", "가 라 다", str.split)
    [['나', '라']]
    """
    ours, theirs = key(truth), key(result)
    return [
        [" ".join(ours[i1:i2]), " ".join(theirs[j1:j2])]
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
        if tag != "equal"
    ]
