"""`preview`: the site in a browser, a moment after a lesson was saved, with what is wrong in it.

The pages are made by the processes that make every site, kept alive between one edit and the next
(`render.kept`), in a folder of their own. A lesson whose code has changed is executed first. What
keeps a page from being made leaves the last good one in the browser, and is told there.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.diagnostic import Diagnostic, NaranhiError
from scripts.glossary import glossary_path
from scripts.languages import LANGUAGES, Language
from scripts.lesson import START_PAGE, Lesson, LessonReader, Lessons
from scripts.versions import versions_path
from scripts.workspace import Workspace

if TYPE_CHECKING:
    from scripts.execute.results import Progress
    from scripts.render import Press
    from scripts.render.process import Build

# In the place of pages: all of them.
EVERY = "*"
# How often saved files are looked for.
SECONDS_BETWEEN_LOOKS = 0.04


@dataclass
class Shown:
    """What a browser is told: the pages that are new, and what is wrong with each page by name.

    A page's name is such as `ko/scan`; `EVERY` stands for all of them.
    """

    pages: list[str] = field(default_factory=list)
    findings: dict[str, list[Diagnostic]] = field(default_factory=dict)
    seconds: float = 0.0


class Preview:
    """The pages of a root, made again whenever `refresh` is called and something has changed."""

    def __init__(
        self,
        workspace: Workspace,
        press: Press,
        *,
        tell: Callable[[Shown], None],
        progress: Callable[[], contextlib.AbstractContextManager[Progress]],
    ) -> None:
        self.workspace = workspace
        self.files: Mapping[str, bytes] = {}
        self.builds: list[Build] = []
        # Cleared while pages are being made: one that is missing may be about to come.
        self.idle = threading.Event()
        self.idle.set()
        self._press = press
        self._tell, self._progress = tell, progress
        self._reader = LessonReader(workspace.root)
        # Of what was executed last: where a lesson fails, none is selected.
        self._fingerprint = (workspace.store.selected() or ("", {}))[0]
        self._saved: dict[tuple[str, str], Lesson] = {}
        self._good: dict[tuple[str, str], Lesson] = {}
        self._settings = ""
        self._stopped: set[str] = set()
        self._of_check: dict[Path, list[Diagnostic]] = {}
        self._of_code: dict[Path, list[Diagnostic]] = {}
        self._of_sphinx: dict[Path, list[Diagnostic]] = {}

    @property
    def folder(self) -> Path:
        """Give the folder that previews work in; another build never touches it."""
        return self.workspace.build / "preview"

    def refresh(self) -> Shown:
        """Bring the pages up to date with what has been saved since the last time, and tell."""
        self.idle.clear()
        try:
            return self._refresh()
        finally:
            self.idle.set()

    def _refresh(self) -> Shown:
        began = time.monotonic()
        lessons = self._reader.read()
        saved = {_name(lesson): lesson for lesson in lessons.items}
        changed = {name for name, lesson in saved.items() if self._saved.get(name) != lesson}
        self._saved = saved
        docnames = {docname for docname, _ in changed}
        self._execute(lessons, docnames)
        # A page that shows both languages has changed with either.
        tags = self._tags(lessons)
        pages = [f"{tag}/{name}" for name in sorted(docnames) for tag in tags] or [EVERY]

        def tell() -> None:
            shown = Shown(pages, self._findings(lessons), time.monotonic() - began)
            told.append(shown)
            self._tell(shown)

        told: list[Shown] = []
        self._render(lessons, changed, edited=tell)
        # Only now: the rules take longer than a page.
        self._check(lessons, docnames)
        # What came later is no reason to load a page again.
        self._tell(replace(told[0], pages=[], findings=self._findings(lessons)))
        return replace(told[0], findings=self._findings(lessons))

    def close(self) -> None:
        """Leave a folder that the next preview can go on with, where all is well."""
        from scripts.render.work import finish

        for build in self.builds:
            if not any(self._of_sphinx.values()) and self._settings:
                finish(build, "")

    def saved_files(self) -> Mapping[Path, tuple[int, int, int]]:
        """Give what tells of each file that pages are made from whether it has been saved anew."""
        root = self.workspace.root
        folders = [language.folder(root) for language in LANGUAGES]
        inside = (path for folder in folders for path in folder.rglob("*"))
        return {
            path: (state.st_mtime_ns, state.st_size, state.st_ino)
            for path in (*inside, glossary_path(root), versions_path(root))
            if (state := _state(path)) is not None
        }

    def _check(self, lessons: Lessons, docnames: set[str]) -> None:
        from scripts.check import check

        # Either language of a lesson may be what is wrong with the other.
        again = {lesson.path for lesson in lessons.items if lesson.docname in docnames}
        kept = {lesson.path for lesson in lessons.items} - again
        found = [one for path in kept for one in self._of_check.get(path, ())]
        found += check(lessons, paths=again) if again else ()
        self._of_check = {}
        for finding in found:
            self._of_check.setdefault(finding.path, []).append(finding)

    def _execute(self, lessons: Lessons, docnames: set[str]) -> None:
        """Execute what has changed and has no outputs that are true for it."""
        from scripts.execute import execute

        changed = [lesson for lesson in lessons.items if lesson.docname in docnames]
        for lesson in changed:
            self._of_code.pop(lesson.path, None)
        missing = {lesson.docname for lesson in changed if not self._can_be_shown(lesson)}
        if not missing:
            return
        try:
            with self.workspace.locked(), self._progress() as progress:
                execution = execute(
                    lessons, self.workspace.store, docnames=missing, jobs=None, progress=progress
                )
        except NaranhiError as error:
            for docname in missing:
                path = lessons.origin(docname).path
                self._of_code[path] = [Diagnostic(path, 1, "not-executed", str(error))]
            return
        self._fingerprint = execution.fingerprint
        for finding in execution.diagnostics:
            self._of_code.setdefault(finding.path, []).append(finding)

    def _can_be_shown(self, lesson: Lesson) -> bool:
        """Tell whether there is nothing to execute, or its outputs are there."""
        from scripts.sharing import find_outputs

        store = self.workspace.store
        try:
            return not lesson.cells or bool(find_outputs(lesson, store, self._fingerprint))
        except SyntaxError:
            return False

    def _render(
        self, lessons: Lessons, changed: set[tuple[str, str]], *, edited: Callable[[], None]
    ) -> None:
        """Make the pages; those that were edited first, and call `edited` when they are there."""
        from scripts.render.work import stage

        fit = self._fit(lessons)
        tags = self._tags(fit)
        languages = tuple(language for language in fit.languages if language.tag in tags)
        root = self.folder / "stage"
        stage(fit, languages, root)
        settings = self._settings_of(lessons)
        anew, self._settings = settings != self._settings, settings
        if anew:
            self._set_up(fit, languages, root)
        wanted = {tag for _, tag in changed} or set(tags)
        # So that nobody waits for the other language.
        first = [build for build in self.builds if anew or build.name in wanted]
        self._run(first, fit, root, changed, anew=anew)
        edited()
        if others := [build for build in self.builds if build not in first]:
            self._run(others, fit, root, changed, anew=False)
        self._finish(fit, languages)

    def _run(
        self,
        builds: Sequence[Build],
        lessons: Lessons,
        root: Path,
        changed: set[tuple[str, str]],
        *,
        anew: bool,
    ) -> None:
        """Have Sphinx make the pages of some languages, and keep what it warns of."""
        from scripts.render.reports import diagnostics

        codes = self._press.run(builds, jobs=len(builds), kept=True, anew=anew)
        for build in builds:
            start = build.source.relative_to(root) / f"{START_PAGE}.md"
            # What was read again is warned of again.
            for lesson in lessons.items:
                if lesson.language.tag == build.name and _name(lesson) in changed:
                    self._of_sphinx.pop(lesson.path, None)
            if codes[build.name]:
                stopped = f"Sphinx stopped; the end of {build.log} says why"
                self._of_sphinx[start] = [Diagnostic(start, 1, "sphinx", stopped)]
                self._stopped.add(build.name)
                self._settings = ""
                continue
            text = build.warnings.read_bytes().decode("utf-8", "replace")
            for finding in diagnostics(text, stage=root, fallback=start):
                self._of_sphinx.setdefault(finding.path, []).append(finding)

    def _fit(self, lessons: Lessons) -> Lessons:
        """Give the lessons that can be rendered: for one that cannot, as it was when it could."""
        shown = (
            lesson if self._can_be_shown(lesson) else self._good.get(_name(lesson))
            for lesson in lessons.items
        )
        fit = replace(lessons, items=tuple(filter(None, shown)))
        self._good = {_name(lesson): lesson for lesson in fit.items}
        return fit

    def _set_up(self, lessons: Lessons, languages: Iterable[Language], root: Path) -> None:
        """Make the folders ready; of a language whose build has stopped, from nothing."""
        from scripts.render import asked, fonts
        from scripts.render.process import Build
        from scripts.render.work import prepare

        store = self.workspace.store
        known = {build.name for build in self.builds}
        # Names that come later have none until the next time.
        with asked(lessons, self.folder) as asking:
            signatures = asking.answer()
        self.builds = [
            Build(
                name=language.tag,
                source=language.folder(root),
                folder=self.folder / language.tag,
                settings={
                    "language": language.tag,
                    "naranhi_root": str(root),
                    "naranhi_store": str(store.folder.absolute()),
                    "naranhi_fingerprint": self._fingerprint,
                    "naranhi_font": f"../{fonts.TEXT_FONT}",
                    "naranhi_lines": "1",
                    "naranhi_api": str(signatures or ""),
                },
            )
            for language in languages
        ]
        for build in self.builds:
            if build.name not in known - self._stopped:
                prepare(build, "", fresh=build.name in self._stopped)
        for path in [path for path in self._of_sphinx if path.name == f"{START_PAGE}.md"]:
            del self._of_sphinx[path]
        self._stopped.clear()

    def _finish(self, lessons: Lessons, languages: Iterable[Language]) -> None:
        """Make what stands beside the pages: fonts with the characters that are new, the root."""
        from scripts.render import fonts
        from scripts.render.root_files import root_files

        trees = {build.name: build.html for build in self.builds}
        titles = {
            language: start.title if (start := lessons.get(START_PAGE, language)) else language.name
            for language in languages
        }
        of_root = {name: text.encode() for name, text in root_files(lessons, titles).items()}
        self.files = {**of_root, **fonts.files(trees, self.folder / "fonts")}

    def _settings_of(self, lessons: Lessons) -> str:
        """Give a hash of what a build is told when it begins, and cannot learn later."""
        beside = (glossary_path(lessons.root), versions_path(lessons.root), self.workspace.drift)
        parts = [
            *(path.read_bytes() if path.is_file() else b"" for path in beside),
            *(
                f"{lesson.path} {lesson.title} {lesson.front_matter}".encode()
                for lesson in lessons.items
                if lesson.is_start_page
            ),
            *(str(lesson.path).encode() for lesson in lessons.items),
            self._fingerprint.encode(),
        ]
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    def _findings(self, lessons: Lessons) -> dict[str, list[Diagnostic]]:
        return {
            f"{lesson.language.tag}/{lesson.docname}": sorted(
                {
                    *self._of_check.get(lesson.path, ()),
                    *self._of_code.get(lesson.path, ()),
                    *self._of_sphinx.get(lesson.path, ()),
                }
            )
            for lesson in lessons.items
        }

    @staticmethod
    def _tags(lessons: Lessons) -> list[str]:
        """Give the languages that there are lessons in."""
        there = {lesson.language for lesson in lessons.items}
        return [language.tag for language in lessons.languages if language in there]


def _state(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _name(lesson: Lesson) -> tuple[str, str]:
    return lesson.docname, lesson.language.tag
