"""What pages say of outputs that are stored already; nothing is executed for it."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from pathlib import Path

from scripts.diagnostic import Diagnostic
from scripts.lesson import Lesson, Lessons, code_key
from scripts.outputs import LessonOutputs, OutputStore


def stored_findings(
    lessons: Lessons, store: OutputStore, paths: Collection[Path] | None = None
) -> Iterator[Diagnostic]:
    """Give what is wrong between pages and the outputs that they gave when they were executed.

    A page whose code has changed since then has none, and nothing is said of it.
    """
    if not store.folder.is_dir():
        return
    # Without outputs, none of what compares them is imported.
    from scripts.execute.page_findings import page_findings

    wanted = None if paths is None else frozenset(paths)
    for lesson in lessons.items:
        if wanted is None or lesson.path in wanted:
            record = _outputs(lesson, store)
            if record is not None:
                yield from page_findings(lesson, record)


def _outputs(lesson: Lesson, store: OutputStore) -> LessonOutputs | None:
    from scripts.sharing import find_outputs, page_key

    try:
        known = {
            fingerprint
            for key in (code_key(lesson), page_key(lesson))
            for fingerprint in store.fingerprints(key)
        }
        if len(known) > 1:
            known &= {_environment()}
        return find_outputs(lesson, store, known.pop()) if known else None
    except SyntaxError:
        return None


@functools.cache
def _environment() -> str:
    """Give the fingerprint of what would run a lesson now; it takes a tenth of a second."""
    from scripts.execute.environment import describe_environment, fingerprint

    return fingerprint(describe_environment())
