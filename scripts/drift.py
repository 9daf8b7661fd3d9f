"""What changed between two runs of the lessons' cells: a report, written and read as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from typing import Any, Literal, get_args

Kind = Literal[
    "new-error",
    "other-error",
    "error-gone",
    "value",
    "no-output",
    "new-output",
    "unstable",
    "formatting",
    "timing",
    "numerically-equal",
    "identical",
]

# Worst first: the order of every list.
KINDS: tuple[Kind, ...] = get_args(Kind)

# These are for a person to look at before a site is published.
SEVERE: frozenset[Kind] = frozenset(KINDS[: KINDS.index("unstable")])

# Where the last report is kept, below `_build`.
DRIFT_RECORD = "drift.json"

# Lines that did not change, shown around those that did.
_AROUND = 2


@dataclass(frozen=True)
class Side:
    """One of the two runs: what the person called it, and what ran it, as far as that is known."""

    name: str
    fingerprint: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Picture:
    """A figure: its media type, and its data as Jupyter outputs hold them, in base64 or as SVG."""

    mime: str
    data: str


# The same figure before and now; None on the side that has no such figure.
Pictures = tuple[Picture | None, Picture | None]


@dataclass(frozen=True)
class CellDrift:
    """One cell, before and now.

    `line` is that of its first line of code in the lesson, or, for a cell that is there no more,
    in what it was. `old` and `new` are what it showed, as text. `causes` tell in few words what
    changed, worst first; `ratio` is the new time by the old one, where both were measured.
    `pictures` are the figures that a reader sees to be others.
    """

    docname: str
    language: str
    index: int
    line: int
    kind: Kind
    old: str
    new: str
    causes: tuple[str, ...] = ()
    ratio: float | None = None
    pictures: tuple[Pictures, ...] = ()

    @property
    def severe(self) -> bool:
        """Tell whether a person has to look at it."""
        return self.kind in SEVERE


@dataclass(frozen=True)
class Unmatched:
    """A cell, or with `line` 0 a lesson, that one side has no outputs of; `side` lacks them."""

    docname: str
    language: str
    line: int
    side: Literal["old", "new"]
    reason: str


@dataclass(frozen=True)
class Group:
    """The cells that changed in the same way."""

    kind: Kind
    cause: str
    cells: tuple[CellDrift, ...]


@dataclass(frozen=True)
class Drift:
    """All cells of two runs side by side, in the order of the lessons."""

    old: Side
    new: Side
    cells: tuple[CellDrift, ...]
    unmatched: tuple[Unmatched, ...] = ()

    @property
    def counts(self) -> dict[Kind, int]:
        """Give how many cells there are of each kind, worst first."""
        return {kind: sum(cell.kind == kind for cell in self.cells) for kind in KINDS}

    @property
    def severe(self) -> bool:
        """Tell whether anything is worse than formatting, or could not be compared at all."""
        lost = any(one.side == "new" for one in self.unmatched)
        return lost or any(cell.severe for cell in self.cells)

    def groups(self) -> tuple[Group, ...]:
        """Give the changed cells by kind and first cause, worst first, larger groups first.

        >>> cells = [CellDrift("a", "en", i, 1, "formatting", "", "", ("x",)) for i in range(2)]
        >>> [(g.cause, len(g.cells)) for g in Drift(Side("a"), Side("b"), tuple(cells)).groups()]
        [('x', 2)]
        """
        found: dict[tuple[Kind, str], list[CellDrift]] = {}
        for cell in self.cells:
            if cell.kind != "identical":
                cause = cell.causes[0] if cell.causes else ""
                found.setdefault((cell.kind, cause), []).append(cell)
        groups = (Group(kind, cause, tuple(cells)) for (kind, cause), cells in found.items())
        return tuple(sorted(groups, key=lambda g: (KINDS.index(g.kind), -len(g.cells), g.cause)))

    def to_json(self) -> dict[str, Any]:
        """Give the report as the command line prints it with `--format json`."""
        return {
            "old": asdict(self.old),
            "new": asdict(self.new),
            "counts": self.counts,
            "severe": self.severe,
            "groups": [
                {"class": g.kind, "cause": g.cause, "cells": len(g.cells)} for g in self.groups()
            ],
            "cells": [_cell_json(cell) for cell in self.cells],
            "unmatched": [asdict(one) for one in self.unmatched],
        }

    def to_text(self) -> str:
        """Give the report as it is kept in a file, the same bytes for the same report."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Drift:
        """Read what `to_text` wrote. Raises `ValueError` for anything else.

        >>> figures = ((Picture("image/png", "iVBO"), None),)
        >>> cell = CellDrift("x", "ko", 0, 3, "value", "1", "2", ("other",), None, figures)
        >>> one = Drift(Side("a"), Side("b", "f", {"jax": "1"}), (cell,))
        >>> Drift.from_text(one.to_text()) == one
        True
        """
        try:
            data = json.loads(text)
            return cls(
                Side(**data["old"]),
                Side(**data["new"]),
                tuple(_cell(one) for one in data["cells"]),
                tuple(Unmatched(**one) for one in data["unmatched"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError("this is no report of a drift") from error


def of_language(cells: Iterable[CellDrift], language: str) -> tuple[CellDrift, ...]:
    """Give the cells that a language's pages show: its own, or those of the lesson's origin."""
    cells = tuple(cells)
    own = {cell.docname for cell in cells if cell.language == language}
    return tuple(cell for cell in cells if cell.language == language or cell.docname not in own)


# Two lines that stand side by side; None where one side has no such line.
Row = tuple[str | None, str | None]


def side_by_side(old: str, new: str) -> Iterator[Row]:
    """Give two texts line by line, with what changed and a little around it.

    >>> list(side_by_side("a\\nb", "a\\nc"))
    [('a', 'a'), ('b', 'c')]
    """
    ours, theirs = old.split("\n") if old else [], new.split("\n") if new else []
    matcher = SequenceMatcher(None, ours, theirs)
    for group in matcher.get_grouped_opcodes(_AROUND):
        for _, i, stop, j, other_stop in group:
            before, after = ours[i:stop], theirs[j:other_stop]
            for k in range(max(len(before), len(after))):
                yield (
                    before[k] if k < len(before) else None,
                    after[k] if k < len(after) else None,
                )


def _cell_json(cell: CellDrift) -> dict[str, Any]:
    data = asdict(cell)
    kind = data.pop("kind")
    return {
        "docname": data.pop("docname"),
        "language": data.pop("language"),
        "index": data.pop("index"),
        "line": data.pop("line"),
        "class": kind,
        "severe": cell.severe,
        **data,
    }


def _cell(data: dict[str, Any]) -> CellDrift:
    return CellDrift(
        docname=data["docname"],
        language=data["language"],
        index=data["index"],
        line=data["line"],
        kind=data["class"],
        old=data["old"],
        new=data["new"],
        causes=tuple(data["causes"]),
        ratio=data["ratio"],
        pictures=tuple((_picture(old), _picture(new)) for old, new in data["pictures"]),
    )


def _picture(data: dict[str, str] | None) -> Picture | None:
    return None if data is None else Picture(**data)
