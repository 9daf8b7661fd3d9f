"""The two sides of a comparison: where the outputs come from, by what a person calls them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from scripts.alignment import align
from scripts.diagnostic import UsageError
from scripts.drift import Side
from scripts.lesson import Cell, Lesson, Lessons, code_key
from scripts.outputs import LessonOutputs, OutputStore
from scripts.sharing import page_key
from scripts.versions import BUILD_RECORD

CURRENT = "current"
PREVIOUS = "previous"
# What the key of a run begins with that went wrong.
FAILED = "failed"
# Where `adopt` keeps what a page showed, beside the lessons of its language.
PREVIOUS_FOLDER = ".previous"

_FINGERPRINT = re.compile(r"[0-9a-f]{6,64}")
_WORDS = re.compile(r"(?P<name>[\w.-]+)==?(?P<value>\S+)")


@dataclass(frozen=True)
class RanCell:
    """A cell as it ran on one side: its code, what it gave, its line in the lesson of today."""

    source: str
    outputs: tuple[Mapping[str, Any], ...]
    line: int = 0
    unstable: bool = False


@dataclass(frozen=True)
class Ran:
    """A lesson as it ran on one side; `key` is the same for two pages that one run serves."""

    key: str
    cells: tuple[RanCell, ...]


class Source(Protocol):
    """Where one side's outputs come from."""

    @property
    def side(self) -> Side:
        """Give what this side is, for the report."""

    def ran(self, lesson: Lesson, *, origin: bool) -> Ran | None:
        """Give what a lesson's cells gave on this side, or None where it has no outputs of it."""


@dataclass(frozen=True)
class Recorded:
    """The records of one environment in a store."""

    store: OutputStore
    side: Side

    def ran(self, lesson: Lesson, *, origin: bool) -> Ran | None:
        """Give the record of the lesson's code, else of what its code was when it ran here."""
        lines = [cell.line for cell in lesson.cells]
        for key in (code_key(lesson), page_key(lesson)):
            if (record := self.store.get(key, self.side.fingerprint)) is not None:
                return _ran(record, key, lines)
        if record := self.store.failed.get(code_key(lesson), self.side.fingerprint):
            # As far as it came; the cells below the failed one were not reached.
            return _ran(record, f"{FAILED} {record.code_key}", lines)
        if not origin:
            return None
        former = [
            (record.executed, record.code_key, record)
            for record in self.store.records()
            if record.fingerprint == self.side.fingerprint and record.docname == lesson.docname
        ]
        if not former:
            return None
        _, key, record = max(former, key=lambda one: one[:2])
        return _ran(record, key, _lines([cell.source for cell in record.cells], lesson))


@dataclass(frozen=True)
class Kept:
    """What adopted pages showed before they were lessons, by docname and language."""

    side: Side
    pages: Mapping[tuple[str, str], Mapping[str, Any]] = field(default_factory=dict)

    def ran(self, lesson: Lesson, *, origin: bool) -> Ran | None:
        """Give the outputs that the page had."""
        page = self.pages.get((lesson.docname, lesson.language.tag))
        if page is None:
            return None
        lines = _lines([cell["source"] for cell in page["cells"]], lesson)
        cells = tuple(
            RanCell(cell["source"], tuple(cell["outputs"]), line)
            for cell, line in zip(page["cells"], lines, strict=True)
        )
        return Ran(f"{PREVIOUS} {lesson.language.tag}", cells)


def _ran(record: LessonOutputs, key: str, lines: Sequence[int]) -> Ran:
    cells = tuple(
        RanCell(cell.source, cell.outputs, line, cell.unstable)
        for cell, line in zip(record.cells, [*lines, *(0 for _ in record.cells)], strict=False)
    )
    return Ran(key, cells)


def _lines(sources: Sequence[str], lesson: Lesson) -> list[int]:
    """Give, for each of some sources, the line of the cell of today that it became, or 0."""
    lines = [0] * len(sources)
    for ours, theirs in align(as_cells(sources), lesson.cells):
        if ours is not None and theirs is not None:
            lines[ours.index] = theirs.line
    return lines


def as_cells(sources: Sequence[str]) -> tuple[Cell, ...]:
    """Give sources as cells that stand nowhere, to be aligned with others."""
    return tuple(Cell(index, source, 1, 1, 1) for index, source in enumerate(sources))


# --- what a person calls a side -------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """An environment that a store has records of, and when the newest of them was made."""

    fingerprint: str
    environment: Mapping[str, str]
    executed: str


def environments(store: OutputStore) -> tuple[Known, ...]:
    """Give the environments of a store, the newest first, also where lessons only failed."""
    found: dict[str, Known] = {}
    for record in (*store.records(), *store.failed.records()):
        known = found.get(record.fingerprint)
        if known is None or known.executed < record.executed:
            found[record.fingerprint] = Known(
                record.fingerprint, record.environment, record.executed
            )
    return tuple(sorted(found.values(), key=lambda k: (k.executed, k.fingerprint), reverse=True))


def find_source(
    name: str, lessons: Lessons, store: OutputStore, *, published: Path | None = None
) -> Source:
    """Give the side that a name stands for; `published` holds versions that are named.

    Raises `UsageError`, with the names that there are, for what stands for nothing.
    """
    if name == CURRENT:
        return _current(store)
    if name == PREVIOUS:
        folders = [
            language.folder(lessons.root) / PREVIOUS_FOLDER for language in lessons.languages
        ]
        return _kept(name, [path for folder in folders for path in sorted(folder.rglob("*.json"))])
    path = Path(name).expanduser()
    if published is not None and not published.is_dir():
        raise UsageError(f"{published}: no such folder; --published names where versions lie")
    if published is not None:
        # A published root, or the folder that one was served from.
        places = (published / "store" / name, published / name)
        path = next((p for p in places if (p / BUILD_RECORD).is_file()), path)
    if path.exists():
        return _at(name, path, store)
    return _in_store(name, store)


def newest_other(store: OutputStore, than: str) -> str | None:
    """Give the fingerprint of the newest environment that is not `than`, or None."""
    return next((k.fingerprint for k in environments(store) if k.fingerprint != than), None)


def _current(store: OutputStore) -> Recorded:
    selected = store.selected()
    if selected is None:
        raise UsageError(f'{store.folder}: nothing was executed yet; run "execute" first')
    return Recorded(store, Side(CURRENT, selected[0], dict(selected[1])))


def _kept(name: str, paths: Sequence[Path]) -> Kept:
    pages: dict[tuple[str, str], Mapping[str, Any]] = {}
    for path in paths:
        page = _json(path)
        if not _is_previous(page):
            raise UsageError(f"{path}: these are no previous outputs as `adopt` keeps them")
        pages[page["docname"], page["language"]] = page
    if not pages:
        raise UsageError(f"{name}: no previous outputs here; `adopt` keeps them for its pages")
    return Kept(Side(name), pages)


def _at(name: str, path: Path, store: OutputStore) -> Source:
    """Give the side that a file or a folder is."""
    if path.is_file():
        data = _json(path)
        if "fingerprint" in data:
            return _recorded(name, str(data["fingerprint"]), store)
        return _kept(name, [path])
    if (path / BUILD_RECORD).is_file():
        return _recorded(name, str(_json(path / BUILD_RECORD).get("fingerprint", "")), store)
    for folder in (path, path / "outputs", path / "_build" / "outputs"):
        other = OutputStore(folder)
        if other.selected() is not None or other.keys():
            return _newest(name, other)
    for folder in (path / PREVIOUS_FOLDER, path):
        if paths := sorted(folder.rglob("*.json")):
            return _kept(name, paths)
    raise UsageError(f"{path}: neither a published version, nor a store, nor previous outputs")


def _newest(name: str, store: OutputStore) -> Recorded:
    selected = store.selected()
    if selected is not None:
        return Recorded(store, Side(name, selected[0], dict(selected[1])))
    known = environments(store)
    if not known:
        raise UsageError(f"{store.folder}: no records can be read here")
    return Recorded(store, Side(name, known[0].fingerprint, dict(known[0].environment)))


def _recorded(name: str, fingerprint: str, store: OutputStore) -> Recorded:
    for known in environments(store):
        if known.fingerprint == fingerprint:
            return Recorded(store, Side(name, fingerprint, dict(known.environment)))
    raise UsageError(
        f"{name}: its environment ({fingerprint[:12] or 'not named'}) has no records in "
        f"{store.folder}; execute the lessons with it, or name another side"
    )


def _in_store(name: str, store: OutputStore) -> Recorded:
    """Give the newest environment that a fingerprint's beginning or words describe."""
    known = environments(store)
    if _FINGERPRINT.fullmatch(name):
        fits = [one for one in known if one.fingerprint.startswith(name)]
        if len(fits) > 1:
            raise UsageError(f"{name}: several environments begin like this; give more of it")
    else:
        version = re.fullmatch(r"[\d.]+\w*", name)
        words = _WORDS.findall(f"jax=={name}" if version else name)
        fits = [one for one in known if words and _has(one.environment, words)]
    if fits:
        return Recorded(store, Side(name, fits[0].fingerprint, dict(fits[0].environment)))
    there = "; ".join(describe(one.environment, one.fingerprint) for one in known)
    raise UsageError(
        f"{name}: no version, store, previous outputs or environment; {store.folder} has: "
        f"{there or 'nothing yet'}"
    )


def describe(environment: Mapping[str, str], fingerprint: str = "") -> str:
    """Give an environment in one line.

    >>> describe({"jax": "0.10.2", "python": "3.11.7", "device": "cpu"}, "ab" * 32)
    'jax==0.10.2 python==3.11.7 (abababababab)'
    """
    words = [f"{name}=={environment[name]}" for name in ("jax", "python") if name in environment]
    return " ".join([*words, f"({fingerprint[:12]})"] if fingerprint else words)


def _has(environment: Mapping[str, str], words: Sequence[tuple[str, str]]) -> bool:
    return all(
        (have := environment.get(name, "")) == value or have.startswith(f"{value}.")
        for name, value in words
    )


def _json(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_bytes())
    except ValueError:
        raise UsageError(f"{path}: this is no JSON") from None
    if not isinstance(data, dict):
        raise UsageError(f"{path}: neither previous outputs nor a record of a build")
    return data


def _is_previous(data: Mapping[str, Any]) -> bool:
    cells = data.get("cells")
    return (
        {"docname", "language"} <= data.keys()
        and isinstance(cells, list)
        and all(isinstance(c, dict) and {"source", "outputs"} <= c.keys() for c in cells)
    )
