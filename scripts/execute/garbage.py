"""What a store keeps for nobody: records of old environments, and of code that is no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scripts.diagnostic import errors
from scripts.lesson import Lesson, Lessons, code_key
from scripts.outputs import OutputStore
from scripts.sharing import page_key

# Why a record is of no use; the words stand in the command's report.
OLD_ENVIRONMENT = "of old environments"
OLD_CODE = "of code that no lesson has"
UNREADABLE = "that cannot be read"
HALF_WRITTEN = "that a killed process left half-written"


@dataclass(frozen=True)
class Garbage:
    """A record that may go, or half of one: its files, their size in bytes, and why."""

    files: tuple[Path, ...]
    size: int
    why: str


def garbage(lessons: Lessons, store: OutputStore, *, keep: int) -> tuple[Garbage, ...]:
    """Give the records that no page shows and no report of drift is likely to ask for.

    Nobody may be writing meanwhile.

    Kept is what the selected environment and the `keep` that ran last gave for the code that the
    lessons have today, in any language. A lesson with errors keeps all that ever ran for it: what
    its code will be is not known.
    """
    wanted, broken = _wanted(lessons)
    selected = store.selected()
    kept = set(_newest(store, keep)) | ({selected[0]} if selected else set())
    return tuple(_found(store, wanted, broken, kept))


def _found(
    store: OutputStore, wanted: set[str], broken: set[str], kept: set[str]
) -> Iterator[Garbage]:
    for key, fingerprint in _names(store):
        record = store.get(key, fingerprint)
        why = ""
        if record is None:
            why = UNREADABLE
        elif fingerprint not in kept:
            why = OLD_ENVIRONMENT
        elif key not in wanted and record.docname not in broken:
            why = OLD_CODE
        if why:
            path, measured = store.path(key, fingerprint), store.measured_path(key, fingerprint)
            # The record first: nothing may be left that looks whole.
            files = tuple(file for file in (path, measured) if file.exists())
            yield Garbage(files, sum(file.stat().st_size for file in files), why)
    for file in sorted(store.folder.glob("??/*/.*.tmp")):
        yield Garbage((file,), file.stat().st_size, HALF_WRITTEN)


def _names(store: OutputStore) -> list[tuple[str, str]]:
    """Give the code key and the fingerprint of every record."""
    keys = store.keys()
    return [(key, fingerprint) for key in keys for fingerprint in store.fingerprints(key)]


def _wanted(lessons: Lessons) -> tuple[set[str], set[str]]:
    """Give the keys of the lessons' code, and the names of lessons whose code is not known."""
    broken = {lesson.docname for lesson in lessons.items if errors(lesson.problems)}
    readable = [lesson for lesson in lessons.items if not errors(lesson.problems)]
    return {key for lesson in readable for key in _keys(lesson)}, broken


def _keys(lesson: Lesson) -> tuple[str, str]:
    return code_key(lesson), page_key(lesson)


def _newest(store: OutputStore, count: int) -> list[str]:
    """Give the environments that ran something last, the newest first."""
    last: dict[str, str] = {}
    for record in store.records():
        last[record.fingerprint] = max(last.get(record.fingerprint, ""), record.executed)
    newest_first = sorted(last, key=lambda name: (last[name], name), reverse=True)
    return newest_first[:count]
