"""What a repair gives: the text, the steps that made it, its guesses and what is lost."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from scripts.diagnostic import NaranhiError


class RepairError(NaranhiError):
    """The bytes are no text that can be read, let alone repaired."""


@dataclass(frozen=True)
class Edit:
    """Characters `start` to `end` of the text before a step become `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Step:
    """One thing that was done: its name, what it did in words, and its edits.

    The step `decode` has no edits: `encoding` says how it read the bytes.
    """

    name: str
    did: str
    edits: tuple[Edit, ...] = ()
    encoding: str = ""

    def to_json(self) -> dict[str, Any]:
        """Give the step as the command line prints it; `edits` is how many there were."""
        return {"name": self.name, "did": self.did, "edits": len(self.edits)}


@dataclass(frozen=True, order=True)
class Place:
    """Where a guess stands in the file as it was found, by content: edits elsewhere do not move it.

    `before` and `after` are what stands around the `damaged` characters on their line; places
    that look alike are told apart by `occurrence`, counted from 1.
    """

    before: str = ""
    damaged: str = ""
    after: str = ""
    occurrence: int = 1


@dataclass(frozen=True)
class Guess:
    """A place that was decided by likelihood; the probabilities of its candidates sum to 1.

    `start` and `end` count characters of the repaired text; `line` and `column` count from 1.
    A flagged guess is one that a person must look at; a decided one a person has looked at, and
    what was decided need not be among the candidates.
    """

    start: int
    end: int
    line: int
    column: int
    text: str
    candidates: tuple[tuple[str, float], ...]
    flagged: bool
    decided: bool = False
    place: Place = Place()

    @property
    def confidence(self) -> float:
        """Give the probability of the candidate that was taken."""
        return dict(self.candidates).get(self.text, 0.0)

    def on_its_line(self, starts: Sequence[int]) -> Guess:
        """Give the guess where its line and column stand in a text whose lines start at `starts`.

        >>> Guess(0, 1, 2, 3, "값", (("값", 1.0),), False).on_its_line([0, 10]).start
        12
        """
        start = starts[self.line - 1] + self.column - 1
        return replace(self, start=start, end=start + len(self.text))

    def to_json(self) -> dict[str, Any]:
        """Give the guess as the command line prints it with `--format json`."""
        return {
            "start": self.start,
            "end": self.end,
            "line": self.line,
            "column": self.column,
            "text": self.text,
            "candidates": [[text, round(share, 6)] for text, share in self.candidates],
            "flagged": self.flagged,
            "decided": self.decided,
            "damaged": self.place.damaged,
        }


@dataclass(frozen=True, order=True)
class Lost:
    """Text that no candidate can give back: the line, counted from 1, and what is missing."""

    line: int
    message: str

    def to_json(self) -> dict[str, Any]:
        """Give the loss as the command line prints it with `--format json`."""
        return {"line": self.line, "message": self.message}


@dataclass(frozen=True)
class Repair:
    """The repaired text with its reasons.

    >>> from scripts.repair import repair
    >>> repair("ì»´íŒŒì¼ëŸ¬".encode()).text
    '컴파일러'
    """

    text: str
    steps: tuple[Step, ...] = ()
    guesses: tuple[Guess, ...] = ()
    lost: tuple[Lost, ...] = ()

    @property
    def flagged(self) -> tuple[Guess, ...]:
        """Give the guesses that a person must look at."""
        return tuple(guess for guess in self.guesses if guess.flagged)

    @property
    def changed(self) -> bool:
        """Say whether the file that this came from would change."""
        return any(step.edits or step.encoding not in {"", "utf-8"} for step in self.steps)

    def to_json(self, path: Path | str) -> dict[str, Any]:
        """Give the whole result as the command line prints it with `--format json`."""
        return {
            "path": str(path),
            "text": self.text,
            "steps": [step.to_json() for step in self.steps],
            "guesses": [guess.to_json() for guess in self.guesses],
            "lost": [lost.to_json() for lost in self.lost],
        }


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Give `text` after `edits`, which stand in order and do not overlap.

    >>> apply("ab cd", (Edit(0, 2, "가"), Edit(5, 5, "!")))
    '가 cd!'
    """
    parts: list[str] = []
    before = 0
    for edit in edits:
        parts += (text[before : edit.start], edit.text)
        before = edit.end
    return "".join([*parts, text[before:]])


def replay(data: bytes, steps: Iterable[Step]) -> str:
    """Give the text again that `steps` made from `data`, without deciding anything anew.

    >>> from scripts.repair import repair
    >>> data = "ì»´".encode()
    >>> replay(data, repair(data).steps)
    '컴'
    """
    text = ""
    for step in steps:
        text = data.decode(step.encoding) if step.encoding else apply(text, step.edits)
    return text


class Places:
    """Lines and columns of a text, both counted from 1; lines end with a line feed.

    >>> Places("가\\n나다").of(3)
    (2, 2)
    """

    def __init__(self, text: str) -> None:
        lengths = [0]
        for line in text.split("\n"):
            lengths.append(lengths[-1] + len(line) + 1)
        self.starts = [start for start, _ in pairwise(lengths)]

    def of(self, offset: int) -> tuple[int, int]:
        """Give the line and the column of a character."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1
