"""What the rules find in the lessons of a preview, looked for where it may be other than it was."""

from __future__ import annotations

from collections.abc import Collection, Set
from pathlib import Path

from scripts.commands.page_damage import damaged_lines
from scripts.commands.workspace import Workspace
from scripts.diagnostic import Diagnostic
from scripts.files import state_of, states_below
from scripts.glossary import glossary_path
from scripts.house_style import style_path
from scripts.lesson import Lesson, Lessons
from scripts.permitted import permitted_path
from scripts.sync.state import SYNC_FOLDER

# Stands for all lessons, where a docname stands for one.
_ALL = ""


class Checked:
    """What is wrong with lessons by the rules, and beside their outputs."""

    def __init__(self, workspace: Workspace) -> None:
        # What is wrong with files that are no lesson's.
        self.of_site: list[Diagnostic] = []
        self._workspace = workspace
        self._found: dict[Path, list[Diagnostic]] = {}
        # As they were checked last.
        self._lessons: dict[Path, Lesson] = {}
        # Of each lesson the state of its records, and of all that of what they are held to.
        self._beside: dict[str, tuple[object, ...]] = {}

    def of(self, path: Path) -> Collection[Diagnostic]:
        """Give what is wrong with a lesson."""
        return self._found.get(path, ())

    def look(self, lessons: Lessons, ran: Set[str]) -> None:
        """Check what was edited, what has run, and that beside which something has changed."""
        from scripts.check import check, together
        from scripts.commands.page_claims import stored_findings

        edited = {
            lesson.docname
            for lesson in lessons.items
            if not is_as_it_was(self._lessons.get(lesson.path), lesson)
        }
        docnames = ran | edited | self._touched(lessons)
        self._lessons = {lesson.path: lesson for lesson in lessons.items}
        paths = self._lessons.keys()
        self.of_site = [one for one in check(lessons, paths=()) if one.path not in paths]
        # Either language of a lesson may be what is wrong with the other.
        again = {lesson.path for lesson in lessons.items if lesson.docname in docnames}
        found = [one for path in paths - again for one in self.of(path)]
        if again:
            found += together(
                check(lessons, paths=again, damaged=damaged_lines),
                stored_findings(lessons, self._workspace.store, again),
            )
        self._found = {}
        for finding in found:
            self._found.setdefault(finding.path, []).append(finding)

    def _touched(self, lessons: Lessons) -> set[str]:
        """Give the lessons beside which something has changed: a record, the glossary, a file.

        Of a file among the lessons that it has come or gone: no rule of another looks into it, and
        what leads to it may be any.
        """
        before, self._beside = self._beside, {}
        root = lessons.root
        folder = root / SYNC_FOLDER
        for path, state in states_below([str(folder)]):
            _, *inside = Path(path).relative_to(folder).parts
            if not inside:
                # No record, such as a note to translators.
                continue
            docname = Path(*inside).with_suffix("").as_posix()
            self._beside[docname] = (*self._beside.get(docname, ()), state)
        folders = [str(language.folder(root)) for language in lessons.languages]
        self._beside[_ALL] = (
            *(state_of(place(root)) for place in (glossary_path, style_path, permitted_path)),
            frozenset(path for path, _ in states_below(folders)),
        )
        names = before.keys() | self._beside.keys()
        touched = {name for name in names if before.get(name) != self._beside.get(name)}
        return {lesson.docname for lesson in lessons.items} if _ALL in touched else touched


def is_as_it_was(before: Lesson | None, lesson: Lesson) -> bool:
    """Tell whether a lesson was saved with the same text; without one, with the same problems."""
    same = before == lesson
    return same and bool(lesson.text or (before and before.problems == lesson.problems))
