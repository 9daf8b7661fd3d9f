"""What pages say of outputs that are stored already; nothing is executed for it."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from scripts.diagnostic import Diagnostic
from scripts.lesson import Lesson, Lessons
from scripts.outputs import OutputStore

# What is wrong between a page and its outputs; None where none are stored that its code gave.
_Compared = tuple[Lesson, Sequence[Diagnostic] | None]


def compared(
    lessons: Lessons, store: OutputStore, paths: Collection[Path] | None = None
) -> Iterator[_Compared]:
    """Give each page with what is wrong between it and the outputs that it gave when it was run.

    A page whose code has changed since then has none, and nothing is said of it. One whose code
    does not parse is told as that.
    """
    if not store.folder.is_dir():
        yield from ((lesson, None) for lesson in _of(lessons, paths))
        return
    # Without outputs, none of what compares them is imported.
    from scripts.execute.claims import claims
    from scripts.execute.page_findings import page_findings
    from scripts.sharing import find_outputs, outputs_to_compare

    for lesson in _of(lessons, paths):
        found: Sequence[Diagnostic] | None = None
        try:
            fingerprint = _fingerprint(lesson, store)
            record = fingerprint and find_outputs(lesson, store, fingerprint)
            if record:
                found = page_findings(lesson, record)
            # A new comment does not change what came, but could be quoted in it.
            elif fingerprint and (record := outputs_to_compare(lesson, store, fingerprint)):
                found = sorted(set(claims(lesson, record)))
        except SyntaxError:
            found = ()
        yield lesson, found


def stored_findings(
    lessons: Lessons, store: OutputStore, paths: Collection[Path] | None = None
) -> Iterator[Diagnostic]:
    """Give what `compared` finds."""
    for _, found in compared(lessons, store, paths):
        yield from found or ()


def count_without_outputs(pages: Iterable[_Compared]) -> int:
    """Count the pages with cells of which no outputs are stored that their code gave."""
    return sum(found is None and bool(lesson.cells) for lesson, found in pages)


def _of(lessons: Lessons, paths: Collection[Path] | None) -> Iterator[Lesson]:
    wanted = None if paths is None else frozenset(paths)
    yield from (one for one in lessons.items if wanted is None or one.path in wanted)


def _fingerprint(lesson: Lesson, store: OutputStore) -> str | None:
    """Give the environment whose outputs a page is compared with, if it has any.

    Raises `SyntaxError` for code that does not parse.
    """
    from scripts.sharing import keys_of

    known = {one for key in keys_of(lesson) for one in store.fingerprints(key)}
    if len(known) > 1:
        known &= {_environment()}
    return known.pop() if known else None


@functools.cache
def _environment() -> str:
    """Give the fingerprint of what would run a lesson now; it takes a tenth of a second."""
    from scripts.execute.environment import describe_environment, fingerprint

    return fingerprint(describe_environment())
