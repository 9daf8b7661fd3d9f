"""The sync state: what was confirmed about a lesson's translation, block by block, in one file.

`docs/sync/<translation's tag>/<docname>.jsonl` has a line for the lesson, one for each field of the
front matter that both languages share, and one for each confirmed block, in the order of the page,
with an empty line between. It is written by the tool alone.
Whatever was confirmed is known from these lines: no commit is named, so nothing of it is lost when
commits are squashed or rebased, or in a clone without history.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from scripts.diagnostic import NaranhiError
from scripts.files import write_atomically
from scripts.languages import Language

SYNC_FOLDER = Path("docs") / "sync"
# As Git sets two branches apart, and what both had before.
_BASE = "|" * 7
_MERGE_MARKS = ("<" * 7, _BASE, "=" * 7, ">" * 7)


class Level(StrEnum):
    """How far the translation of a block has come."""

    DRAFT = "draft"
    MACHINE = "machine"
    TRANSLATED = "translated"
    REVIEWED = "reviewed"


@dataclass(frozen=True)
class Entry:
    """A block as it was confirmed: one unit of each language, more, or none.

    `origin` and `other` are the hashes of the units, `text` is what the origin's said and `said`
    what the translation's, "" where that is the same, as of code without texts: so what changed
    since can be shown, and which texts of code translate which. `label` stood before it in both,
    which no heading is. `comments` are those of a cell, with what stands in their place, "" for
    nothing; older records have none, or the translated ones. `since` is the day on which it was
    confirmed.
    """

    block: str
    kind: str
    origin: tuple[str, ...]
    other: tuple[str, ...]
    level: Level
    translator: str = ""
    reviewer: str = ""
    since: str = ""
    text: str = ""
    said: str = ""
    label: str = ""
    comments: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SyncState:
    """What was confirmed about one translation of a lesson; `path` is relative to the root.

    `same` has the hashes of the fields that were the same in both: no labels, since branches
    that add some would collide. `unread` are the lines that are no entry, `marks` those with which
    a merge has set two branches apart: what either of them confirmed is in `entries`,
    and where both have a line for a block, the earlier one in `rivals`. It was read
    from `turned` where the two languages were the other way round then; `write_state` moves it.
    """

    path: Path
    docname: str
    origin: str
    language: str
    entries: tuple[Entry, ...] = ()
    unread: tuple[int, ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    marks: tuple[int, ...] = ()
    turned: Path | None = None
    rivals: tuple[Entry, ...] = ()

    def to_text(self) -> str:
        """Give the state as its file holds it.

        Git merges changes of two branches where a line that both left alone stands between them:
        the empty ones do.
        """
        head = {"lesson": self.docname, "origin": self.origin, "translation": self.language}
        fields = ({"field": key, "same": value} for key, value in self.same)
        lines = [head, *fields, *(self._line(entry) for entry in self.entries)]
        return "\n\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n"

    def _line(self, entry: Entry) -> dict[str, Any]:
        line: dict[str, Any] = {
            "block": entry.block,
            "kind": entry.kind,
            self.origin: " ".join(entry.origin),
            self.language: " ".join(entry.other),
            "state": str(entry.level),
            "translator": entry.translator,
            "reviewer": entry.reviewer,
            "since": entry.since,
            "text": entry.text,
            "said": entry.said,
            "label": entry.label,
            "comments": [{self.origin: one, self.language: its} for one, its in entry.comments],
        }
        optional = ("translator", "reviewer", "since", "said", "label", "comments")
        return {key: value for key, value in line.items() if value or key not in optional}


def sync_path(docname: str, language: Language) -> Path:
    """Give where the state of a lesson's translation into a language is kept, below the root.

    >>> from scripts.languages import KOREAN
    >>> sync_path("basics/scan", KOREAN).as_posix()
    'docs/sync/ko/basics/scan.jsonl'
    """
    return SYNC_FOLDER / language.tag / f"{docname}.jsonl"


def read_state(root: Path, docname: str, origin: Language, other: Language) -> SyncState | None:
    """Give the state of a translation from `origin`; None where nobody has confirmed any of it.

    Where the translation was the origin when it was confirmed, that counts the other way round.
    """
    path = sync_path(docname, other)
    for kept in (path, sync_path(docname, origin)):
        try:
            data = (root / kept).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            continue
        tags = {"origin": origin.tag, "language": other.tag}
        state = parse_state(data, path=path, docname=docname, **tags)
        return state if kept == path else replace(state, turned=kept)
    return None


# A preview reads the states of all lessons at each edit of one.
@functools.lru_cache(maxsize=256)
def parse_state(data: bytes, *, path: Path, docname: str, origin: str, language: str) -> SyncState:
    r"""Give the state that stands in `data`; a line that cannot be read is passed over and noted.

    So are the marks of a merge, and between them what both branches had before.

    Where the lesson's translation was its origin then, what each of them said is turned round.

    >>> entry = Entry("tides.6f89", "paragraph", ("6f89",), ("a1",), Level.TRANSLATED, "Kim")
    >>> state = SyncState(Path("a.jsonl"), "a", "en", "ko", (entry,))
    >>> parse_state(state.to_text().encode(), path=Path("a.jsonl"), docname="a",
    ...             origin="en", language="ko") == state
    True
    """
    entries: dict[str, Entry] = {}
    same: dict[str, str] = {}
    unread, marks, rivals = [], [], []
    text_of, is_base = origin, False
    for number, line in enumerate(data.decode("utf-8-sig", "replace").split("\n"), 1):
        if line.startswith(_MERGE_MARKS):
            is_base = line.startswith(_BASE)
            marks.append(number)
            continue
        if not line.strip() or is_base:
            continue
        try:
            read = json.loads(line)
            if "lesson" in read:
                text_of = read["origin"]
                continue
            if "field" in read:
                same[str(read["field"])] = str(read["same"])
                continue
            entry = _entry(read, origin, language, text_of=text_of)
            # Two branches may both have confirmed a block: the later line counts, unless the texts
            # are those of the other one.
            if entry.block in entries:
                rivals.append(entries[entry.block])
            entries[entry.block] = entry
        except (ValueError, KeyError, TypeError, AttributeError):
            unread.append(number)
    found, lines, fields = tuple(entries.values()), tuple(unread), tuple(same.items())
    return SyncState(
        path, docname, origin, language, found, lines, fields, tuple(marks), rivals=tuple(rivals)
    )


def _entry(read: Mapping[str, Any], origin: str, language: str, *, text_of: str) -> Entry:
    text, said = str(read["text"]), str(read.get("said", ""))
    if text_of != origin:
        text, said = said or text, text if said else ""
    return Entry(
        block=str(read["block"]),
        kind=str(read["kind"]),
        origin=tuple(read[origin].split()),
        other=tuple(read[language].split()),
        level=Level(read["state"]),
        translator=str(read.get("translator", "")),
        reviewer=str(read.get("reviewer", "")),
        since=str(read.get("since", "")),
        text=text,
        said=said,
        label=str(read.get("label", "")),
        comments=tuple((str(one[origin]), str(one[language])) for one in read.get("comments", ())),
    )


def write_state(root: Path, state: SyncState) -> None:
    """Keep a state, whole or not at all."""
    if state.unread:
        lines = ", ".join(map(str, state.unread))
        raise NaranhiError(
            f"{state.path}: cannot be read at line {lines}, so nothing was written; "
            "put the line back as git has it, or take it out"
        )
    write_atomically(root / state.path, state.to_text().encode("utf-8"))
    if state.turned is not None:
        (root / state.turned).unlink(missing_ok=True)
