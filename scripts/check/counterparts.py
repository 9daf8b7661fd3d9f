"""Whether a lesson is there in every language, and whether its files agree on who came first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scripts.check.rule import Selection, has, key_line
from scripts.check.structure import labels
from scripts.diagnostic import Diagnostic
from scripts.languages import Language
from scripts.last_read import of_last_read
from scripts.lesson import Lesson, Lessons

# What the front matter says is not known where one of these stands.
_UNKNOWN = frozenset({"encoding", "front-matter"})


def missing(selection: Selection) -> Iterator[Diagnostic]:
    """Give lessons that one of the root's languages lacks, unless they say `only: <their own>`."""
    for docname in selection.docnames:
        origin = selection.lessons.origin(docname)
        if has(origin, _UNKNOWN) or origin.front_matter.only == origin.language.tag:
            continue
        tag = origin.language.tag
        says_so = f'"only: {tag}"'
        if origin.front_matter.origin not in {None, tag}:
            says_so += f' and "origin: {tag}"'
        for language in selection.lessons.languages:
            if selection.lessons.get(docname, language) is None:
                message = f"{language.folder(Path()) / docname}.md is missing"
                fix = f"write it, or say {says_so} in the front matter"
                if renamed := _under_another_name(selection.lessons, origin, language):
                    message += f", and {renamed.path} has the same code and labels"
                    fix = "give both the same name, if they are one lesson"
                yield Diagnostic(origin.path, 1, "no-counterpart", message, fix=fix)


def _under_another_name(lessons: Lessons, lesson: Lesson, language: Language) -> Lesson | None:
    """Give the one page of another language, alone as well, that has most of a page's parts."""
    ours = _parts(lesson)
    found = [
        other
        for other in lessons.items
        if other.language is language
        and lessons.get(other.docname, lesson.language) is None
        and other.front_matter.only != language.tag
    ]
    alike = [
        one
        for one in found
        if (theirs := _parts(one)) and len(ours & theirs) * 2 > max(len(ours), len(theirs))
    ]
    return alike[0] if len(alike) == 1 else None


@of_last_read
def _parts(lesson: Lesson) -> frozenset[str]:
    """Give what a page has in every language: the code of its cells and its labels."""
    found = {label for _, label in labels(lesson)}
    return frozenset(found.union(cell.source for cell in lesson.cells))


def needless(selection: Selection) -> Iterator[Diagnostic]:
    """Give lessons that say `only` although they are there in another language."""
    for docname in selection.docnames:
        written = selection.lessons.versions(docname)
        for lesson in written:
            others = [other for other in written if other is not lesson]
            if lesson.front_matter.only is not None and others:
                message = f'says "only: {lesson.front_matter.only}", but there is {_paths(others)}'
                line = key_line(lesson, "only")
                yield Diagnostic(lesson.path, line, "only", message, fix="delete this line")


def origins(selection: Selection) -> Iterator[Diagnostic]:
    """Give lessons whose files name different languages as the one they were written in first.

    So do those that name one, and say that there is another one only.
    """
    for docname in selection.docnames:
        written = selection.lessons.versions(docname)
        saying = [lesson for lesson in written if lesson.front_matter.origin is not None]
        if len(written) == 1 and saying:
            (lesson,) = saying
            only = lesson.front_matter.only
            if only == lesson.language.tag != lesson.front_matter.origin:
                message = (
                    f"origin is {lesson.front_matter.origin} here, but line "
                    f'{key_line(lesson, "only")} says "only: {only}"'
                )
                line = key_line(lesson, "origin")
                yield Diagnostic(
                    lesson.path, line, "same-origin", message, fix=f'write "origin: {only}"'
                )
        for lesson in saying:
            others = [
                f"{other.front_matter.origin} in {other.path}:{key_line(other, 'origin')}"
                for other in saying
                if other.front_matter.origin != lesson.front_matter.origin
            ]
            if others:
                message = f"origin is {lesson.front_matter.origin} here, but {', '.join(others)}"
                line = key_line(lesson, "origin")
                fix = "name the language that it was written in first in both"
                yield Diagnostic(lesson.path, line, "same-origin", message, fix=fix)


def _paths(lessons: list[Lesson]) -> str:
    return ", ".join(str(lesson.path) for lesson in lessons)
