"""What has to be run: the pages whose outputs the store does not hold, and those that cannot."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from scripts.alignment import difference_diagnostics
from scripts.diagnostic import Diagnostic, errors
from scripts.execute.environment import NOT_INSTALLED
from scripts.lesson import Lesson, Lessons, code_key
from scripts.outputs import LessonOutputs, OutputStore
from scripts.sharing import find_outputs, page_key, shared_outputs

# What a cell is taken to cost until it has been run.
_SECONDS_A_CELL = 0.5


@dataclass(frozen=True)
class Page:
    """A page that has outputs of its own: its record, if there is one, and whether it must run.

    `seconds` is what the last run took, or a guess.
    """

    lesson: Lesson
    record: LessonOutputs | None = None
    must_run: bool = False
    seconds: float = 0.0

    @property
    def name(self) -> tuple[str, str]:
        """Give the lesson's name and the tag of the page's language."""
        return self.lesson.docname, self.lesson.language.tag


@dataclass(frozen=True)
class Planned:
    """One lesson: its origin's page, and those in other languages whose code may run too.

    `diagnostics` tell what is wrong with the files of all its languages. `runnable` is false where
    that, or the installed JAX, keeps the origin from being run.
    """

    origin: Page
    translations: tuple[Lesson, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    runnable: bool = True


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
    the lesson does. What translations need is told by `own_page`, once the origin has outputs.
    """
    planned = []
    for docname in lessons.docnames:
        if docnames is not None and docname not in docnames:
            continue
        origin = lessons.origin(docname)
        unsuited = _unsuited(origin, environment["jax"])
        wrong = errors(origin.problems) + unsuited
        others = [lesson for lesson in lessons.versions(docname) if lesson is not origin]
        differences = {
            lesson.language: ()
            if errors(origin.problems) or errors(lesson.problems)
            else tuple(difference_diagnostics(origin, lesson))
            for lesson in others
        }
        found = [*origin.problems, *unsuited]
        for lesson in others:
            found += [*lesson.problems, *differences[lesson.language]]
        if wrong:
            planned.append(Planned(Page(origin), (), tuple(found), runnable=False))
            continue
        translations = tuple(
            lesson
            for lesson in others
            if not errors(lesson.problems) and not errors(differences[lesson.language])
        )
        record = find_outputs(origin, store, fingerprint)
        page = _page(origin, record, store, force=force)
        planned.append(Planned(page, translations, tuple(found)))
    return tuple(planned)


def own_page(
    lesson: Lesson, origin: Lesson, store: OutputStore, fingerprint: str, *, force: bool = False
) -> Page | None:
    """Give what is to be done for a translated page, or None where it shows the origin's outputs.

    Where both have the same code it is known only when the origin's outputs are in the store.
    """
    if not lesson.cells:
        return None
    if code_key(lesson) == code_key(origin):
        record = store.get(code_key(origin), fingerprint)
        if record is not None and shared_outputs(record, lesson) is not None:
            return None
    return _page(lesson, find_outputs(lesson, store, fingerprint), store, force=force)


def place(lesson: Lesson, origin: Lesson, store: OutputStore, fingerprint: str) -> str:
    """Give the key to keep the outputs of a page's own run under.

    It is the key of its code, so that other pages can share them, but never in the place of what
    another page has there: both would be run for ever, each since the other was.
    """
    key = code_key(lesson)
    if lesson is not origin and key == code_key(origin):
        return page_key(lesson)
    there = store.get(key, fingerprint)
    return key if there is None or there.docname == lesson.docname else page_key(lesson)


def _page(lesson: Lesson, record: LessonOutputs | None, store: OutputStore, *, force: bool) -> Page:
    must_run = bool(lesson.cells) and (record is None or force)
    return Page(lesson, record, must_run, _last_seconds(store, lesson) if must_run else 0.0)


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


def _last_seconds(store: OutputStore, lesson: Lesson) -> float:
    """Give what this code took in any environment, else a guess by the number of cells."""
    known = [
        record.seconds
        for key in (code_key(lesson), page_key(lesson))
        for name in store.fingerprints(key)
        if (record := store.get(key, name))
    ]
    return max(known, default=_SECONDS_A_CELL * len(lesson.cells))
