"""What has to be run: the lessons whose outputs the store does not hold, and those that cannot."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from scripts.alignment import difference_diagnostics
from scripts.diagnostic import Diagnostic, errors
from scripts.execute.environment import NOT_INSTALLED
from scripts.lesson import Lesson, Lessons, code_key
from scripts.outputs import LessonOutputs, OutputStore

# What a cell is taken to cost until it has been run.
_SECONDS_A_CELL = 0.5


@dataclass(frozen=True)
class Planned:
    """One lesson, as its origin has it: its record, if there is one, and whether it must be run.

    `diagnostics` tell what is wrong with the files of all its languages. `seconds` is what the
    last run took, or a guess.
    """

    lesson: Lesson
    diagnostics: tuple[Diagnostic, ...] = ()
    code_key: str = ""
    record: LessonOutputs | None = None
    must_run: bool = False
    seconds: float = 0.0

    @property
    def docname(self) -> str:
        """Give the lesson's name."""
        return self.lesson.docname


def plan(
    lessons: Lessons,
    store: OutputStore,
    fingerprint: str,
    environment: Mapping[str, str],
    *,
    docnames: Collection[str] | None = None,
    force: bool = False,
) -> tuple[Planned, ...]:
    """Give what is to be done for each lesson, in reading order; nothing is run or written.

    A lesson whose origin has errors, or that the installed JAX does not suit, is not run. Code
    that differs between languages is an error, but the origin runs all the same: its code is what
    the lesson does.
    """
    planned = []
    for docname in lessons.docnames:
        if docnames is not None and docname not in docnames:
            continue
        origin = lessons.origin(docname)
        wrong = errors(origin.problems) + _unsuited(origin, environment["jax"])
        found = tuple(_source_diagnostics(lessons, origin)) + _unsuited(origin, environment["jax"])
        if wrong:
            planned.append(Planned(origin, found))
            continue
        key = code_key(origin)
        record = store.get(key, fingerprint)
        if record is not None and len(record.cells) != len(origin.cells):
            record = None
        must_run = bool(origin.cells) and (record is None or force)
        seconds = _last_seconds(store, key, origin) if must_run else 0.0
        planned.append(Planned(origin, found, key, record, must_run, seconds))
    return tuple(planned)


def in_running_order(planned: Collection[Planned]) -> tuple[list[Planned], list[Planned]]:
    """Give the lessons that may run side by side, and those that run alone; longest first."""
    longest_first = sorted(planned, key=lambda item: (-item.seconds, item.docname))
    timing = [item for item in longest_first if item.lesson.front_matter.timing]
    return [item for item in longest_first if item not in timing], timing


def _source_diagnostics(lessons: Lessons, origin: Lesson) -> Iterator[Diagnostic]:
    for lesson in lessons.versions(origin.docname):
        yield from lesson.problems
        readable = not errors(origin.problems) and not errors(lesson.problems)
        if readable and lesson is not origin:
            yield from difference_diagnostics(origin, lesson)


def _unsuited(lesson: Lesson, installed: str) -> tuple[Diagnostic, ...]:
    """Say that a lesson is for another JAX than the one that is installed."""
    wanted = lesson.front_matter.jax
    if not wanted:
        return ()
    lines = lesson.text.split("\n")
    line = next((i for i, text in enumerate(lines, 1) if text.startswith("jax:")), 1)
    try:
        admitted = SpecifierSet(wanted)
    except InvalidSpecifier:
        message = f"{wanted!r} is no version requirement"
        fix = "write it like \"jax: '>=0.10'\""
        return (Diagnostic(lesson.path, line, "jax-version", message, fix=fix),)
    if installed != NOT_INSTALLED and admitted.contains(installed, prereleases=True):
        return ()
    message = f"the lesson needs jax {wanted}, but jax is {installed} here"
    fix = "use a Python with such a JAX, or change the requirement"
    return (Diagnostic(lesson.path, line, "jax-version", message, fix=fix),)


def _last_seconds(store: OutputStore, key: str, lesson: Lesson) -> float:
    """Give what this code took in any environment, else a guess by the number of cells."""
    records = sorted(store.path(key, "any").parent.glob("*.json"))
    known = [record.seconds for path in records if (record := store.get(key, path.stem))]
    return max(known, default=_SECONDS_A_CELL * len(lesson.cells))
