"""Two sides of all lessons, put side by side: a report of what changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import SequenceMatcher

from scripts.alignment import align
from scripts.diagnostic import errors
from scripts.drift import CellDrift, Drift, Unmatched
from scripts.execute.drift.cells import compare_cells
from scripts.execute.drift.noise import expected
from scripts.execute.drift.shown import as_text
from scripts.execute.drift.sides import FAILED, Ran, Source, as_cells
from scripts.lesson import Cell, Lesson, Lessons

# Code that has less in common with what stood in its place is another cell.
_LIKENESS = 0.5


def compare(
    lessons: Lessons, old: Source, new: Source, *, docnames: Collection[str] | None = None
) -> Drift:
    """Give what changed from one side to the other, for the lessons of today in reading order.

    Each run is compared once: pages of two languages that one run serves are one lesson, named by
    its origin.
    """
    cells: list[CellDrift] = []
    unmatched: list[Unmatched] = []
    for docname in lessons.docnames:
        if docnames is not None and docname not in docnames:
            continue
        runs = list(_runs(lessons, docname, old, new))
        both = [run for run in runs if run[1] is not None and run[2] is not None]
        seen: set[tuple[str, str]] = set()
        # Without outputs on both sides in any language, the origin is what is missing.
        for lesson, before, now in both or runs[:1]:
            keys = (before.key if before else "", now.key if now else "")
            if keys in seen:
                continue
            seen.add(keys)
            for one in _lesson(lesson, before, now):
                if isinstance(one, CellDrift):
                    cells.append(one)
                else:
                    unmatched.append(one)
    return Drift(old.side, new.side, tuple(cells), tuple(unmatched))


def _runs(
    lessons: Lessons, docname: str, old: Source, new: Source
) -> Iterator[tuple[Lesson, Ran | None, Ran | None]]:
    """Give a lesson in each language, the origin first, with what ran on either side."""
    origin = lessons.origin(docname)
    others = [one for one in lessons.versions(docname) if one is not origin]
    for lesson in (origin, *others):
        if lesson.cells and not errors(lesson.problems):
            first = lesson is origin
            yield lesson, old.ran(lesson, origin=first), new.ran(lesson, origin=first)


def _lesson(lesson: Lesson, old: Ran | None, new: Ran | None) -> Iterator[CellDrift | Unmatched]:
    name = (lesson.docname, lesson.language.tag)
    if old is None or new is None:
        if new is None:
            yield Unmatched(*name, 0, "new", "the lesson has no outputs on the new side")
        if old is None:
            yield Unmatched(*name, 0, "old", "the lesson has no outputs on the old side")
        return
    awaited = expected([cell.source for cell in new.cells])
    pairs = align(
        as_cells([cell.source for cell in old.cells]), as_cells([cell.source for cell in new.cells])
    )
    for ours, theirs in pairs:
        changed = ours is None or theirs is None or _form(ours) != _form(theirs)
        if ours is None or theirs is None or (changed and _unlike(ours, theirs)):
            if ours is not None:
                yield Unmatched(*name, _line(old, ours), "new", _gone(new))
            if theirs is not None:
                yield Unmatched(*name, _line(new, theirs), "old", "the cell is new")
            continue
        before, now = old.cells[ours.index], new.cells[theirs.index]
        verdict = compare_cells(
            before.outputs,
            now.outputs,
            expected=awaited[theirs.index],
            unstable=before.unstable or now.unstable,
        )
        causes = verdict.causes
        if changed and causes:
            causes = (*causes, "the code of the cell changed too")
        yield CellDrift(
            *name,
            index=theirs.index,
            line=now.line,
            kind=verdict.kind,
            old=as_text(before.outputs),
            new=as_text(now.outputs),
            causes=causes,
            ratio=verdict.ratio,
            pictures=verdict.pictures,
        )


def _gone(new: Ran) -> str:
    if new.key.startswith(FAILED):
        return "the cell was not reached: one above it failed"
    return "the cell is there no more"


def _form(cell: Cell) -> str:
    try:
        return cell.normal_form
    except SyntaxError:
        return cell.source


def _line(ran: Ran, cell: Cell) -> int:
    return ran.cells[cell.index].line


def _unlike(ours: Cell, theirs: Cell) -> bool:
    return SequenceMatcher(None, ours.source, theirs.source).ratio() < _LIKENESS
