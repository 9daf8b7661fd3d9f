"""`preview`: the site in a browser, a moment after a lesson was saved, with what is wrong in it.

The pages are made by the processes that make every site, kept alive between one edit and the next
(`render.kept`), in a folder of their own. A lesson whose code has changed is executed meanwhile,
and its page made again when that has ended (`executing`). What keeps a page from being made leaves
the last good one in the browser, and is told there.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.commands.workspace import Workspace
from scripts.diagnostic import Diagnostic, FaultError, NaranhiError
from scripts.glossary import glossary_path, read_glossary
from scripts.guard import refused, unseen
from scripts.languages import Language
from scripts.lesson import UNREAD, Lesson, Lessons
from scripts.lesson.reading import LessonReader
from scripts.outputs import STOPGAP, OutputStore
from scripts.permitted import permitted_path, read_permitted
from scripts.preview.around import Around
from scripts.preview.checked import Checked, is_as_it_was
from scripts.preview.executing import Executions, Running, stopgap
from scripts.preview.findings import joined
from scripts.preview.warned import Warned
from scripts.versions import versions_path

if TYPE_CHECKING:
    from scripts.execute.results import Progress
    from scripts.render import Press
    from scripts.render.process import Build

_TEXTS = Path(__file__).with_name("preview.toml")
# In the place of pages: all of them.
EVERY = "*"
# When nothing was saved for so long what follows from edits is made.
SECONDS_OF_QUIET = 0.5
# What Sphinx warns of when it resolves links, while it writes a page.
_OF_LINKS = ("myst.xref", "ref.")
# How often saved files are looked for.
SECONDS_BETWEEN_LOOKS = 0.04


@dataclass
class Shown:
    """What a browser is told: the pages that are new, and what is wrong with each page by name.

    A page's name is such as `ko/scan`; `EVERY` stands for all of them. `edited` are those of which
    the lesson was: the other language's pages are new, too, since they can show it. `old` are those
    that show an earlier text, since the lesson as it was saved cannot be shown.
    """

    pages: list[str] = field(default_factory=list)
    findings: dict[str, list[Diagnostic]] = field(default_factory=dict)
    seconds: float = 0.0
    edited: list[str] = field(default_factory=list)
    old: list[str] = field(default_factory=list)


class Preview:
    """The pages of a root, made again whenever `refresh` is called and something has changed."""

    def __init__(
        self,
        workspace: Workspace,
        press: Press,
        *,
        tell: Callable[[Shown], None],
        progress: Callable[[], contextlib.AbstractContextManager[Progress]],
        tell_running: Callable[[tuple[Running, ...]], None] = lambda running: None,
        trusted: bool = False,
    ) -> None:
        self.workspace = workspace
        # What stands around the pages, by name.
        self.files: Mapping[str, bytes] = {}
        self.builds: list[Build] = []
        # Lessons that were there once, by docname and tag.
        self.gone: dict[tuple[str, str], Lesson] = {}
        # Cleared while pages are being made: one that is missing may be about to come.
        self.idle = threading.Event()
        self.idle.set()
        self._press = press
        self._tell = tell
        self._executions = Executions(
            workspace, tell=tell_running, progress=progress, trusted=trusted
        )
        self._stopgaps = OutputStore(self.folder / "stopgaps")
        self._reader = LessonReader(workspace.root)
        # The present environment's where anything has to run; else of what was executed last.
        self._fingerprint = (workspace.store.selected() or ("", {}))[0]
        self._saved: dict[tuple[str, str], Lesson] = {}
        self._good: dict[tuple[str, str], Lesson] = {}
        # As they were when they had outputs that are true for them.
        self._whole: dict[tuple[str, str], Lesson] = {}
        self._settings = ""
        # Whether something has to be saved before any page can be made.
        self._is_stuck = False
        # Whether all pages are what a build from nothing gives.
        self.settled = False
        # As they were saved last, and those of them that are shown.
        self._read = self._lessons = Lessons(workspace.root, (), ())
        self._told: dict[str, list[Diagnostic]] = {}
        self._languages: tuple[Language, ...] = ()
        # Pages whose characters and icons the fonts may lack.
        self._edited: set[str] = set()
        self._around = Around(self.folder / "fonts")
        self._checked = Checked(workspace)
        self._warned = Warned(self.folder / "stage")
        self._of_code: dict[Path, list[Diagnostic]] = {}

    @property
    def folder(self) -> Path:
        """Give the folder that previews work in; another build never touches it."""
        return self.workspace.build / "preview"

    @property
    def lessons(self) -> Lessons:
        """Give the lessons that are shown."""
        return self._lessons

    def refresh(self) -> Shown:
        """Make the pages anew that have been edited since the last time, and tell; see `settle`."""
        self.idle.clear()
        try:
            self._is_stuck = True
            shown = self._refresh()
        except (NaranhiError, OSError):
            self.idle.set()
            raise
        self._is_stuck = False
        return shown

    def _refresh(self) -> Shown:
        began = time.monotonic()
        lessons = self._reader.read()
        self._read = lessons
        self._hold_to_settings(lessons)
        saved = {_name(lesson): lesson for lesson in lessons.items}
        changed = {
            name
            for name, lesson in saved.items()
            if not is_as_it_was(self._saved.get(name), lesson)
        }
        self.gone |= {name: self._saved[name] for name in self._saved.keys() - saved.keys()}
        self._saved = saved
        docnames = {docname for docname, _ in changed}
        ran = self._take_executed(lessons) - docnames
        self._execute(lessons, docnames)
        fit = self._fit(lessons)
        tags = self._tags(fit)
        # A page that shows both languages has changed with either.
        pages = [f"{tag}/{name}" for name in sorted(docnames) for tag in tags]
        with_outputs = [f"{tag}/{name}" for name in sorted(ran) for tag in tags]
        stale = self._bytes_of(with_outputs)
        again = changed | {name for name in saved if name[0] in ran}
        # Where no page was edited any may have changed, as with a picture, and none, as by a touch.
        there = {} if docnames | ran else self._digests()
        others = self._render_edited(lessons, fit, again)
        fresh = self._bytes_of(with_outputs)
        pages += [page for page in with_outputs if stale.get(page) != fresh.get(page)]
        if not docnames | ran or self.settled:
            self._settle(lambda: True)
            pages = [EVERY] if there != self._digests() else []
        edited = sorted(f"{tag}/{docname}" for docname, tag in changed)
        shown = Shown(
            pages, self._findings(lessons), time.monotonic() - began, edited, self._old(lessons)
        )
        self._tell_of(shown)
        # Only now: so that nobody waits for the other language, and rules take longer than a page.
        before = self._bytes_of(pages)
        self._run(others, again)
        self._checked.look(lessons, ran)
        after = self._bytes_of(pages)
        # What came later is no reason to load a page again that is as it was.
        later = [page for page in pages if before.get(page) != after.get(page)]
        shown = replace(shown, findings=self._findings(lessons))
        self._tell_of(replace(shown, pages=later, edited=later))
        return shown

    def _hold_to_settings(self, lessons: Lessons) -> None:
        """Raise `NaranhiError` for settings that no page can do without, and tell it on every page.

        All pages are made anew where they have changed: with a fault in them there would be none.
        """
        try:
            read_glossary(lessons.root)
            read_permitted(lessons.root)
        except FaultError as error:
            self._checked.of_site = [error.finding(lessons.root)]
            self._tell_of(Shown([], self._findings(lessons), old=self._old(lessons)))
            raise

    def settle(self, go_on: Callable[[], bool] = lambda: True) -> bool:
        """Make what follows from edits: other pages, fonts; False where it ended before.

        It does when `go_on` says so, or a lesson has been executed, whose page comes first. Then
        what is left is made the next time.
        """
        return self._settle(lambda: go_on() and not self.has_executed)

    def _settle(self, go_on: Callable[[], bool]) -> bool:
        if not self.settled:
            codes = self._press.rest(self.builds, go_on=go_on, every=SECONDS_BETWEEN_LOOKS)
            if codes is None:
                return False
            self._note(self.builds, codes)
            self._finish()
            self.settled = True
            found = self._findings(self._read)
            if found != self._told:
                self._tell_of(Shown([], found, old=self._old(self._read)))
        self.idle.set()
        return True

    def _tell_of(self, shown: Shown) -> None:
        self._told = shown.findings
        self._tell(shown)

    def close(self) -> None:
        """Leave a folder that the next preview can go on with, where all is well."""
        from scripts.render.work import finish

        self._executions.stop()
        if self.settled and self._settings and not self._warned.lacking:
            for build in self.builds:
                finish(build, "")

    @property
    def has_executed(self) -> bool:
        """Tell whether an execution has ended whose outputs `refresh` can show now."""
        return self._executions.has_ended and not self._is_stuck

    def warm_up(self) -> None:
        """Get ready to run code, meanwhile, where a lesson has some."""
        if any(lesson.cells for lesson in self._read.items):
            self._executions.warm_up()

    def wait(self) -> None:
        """Return once no lesson's code runs."""
        self._executions.wait()

    def _take_executed(self, lessons: Lessons) -> set[str]:
        """Give the lessons whose execution has ended, and keep what is wrong with them."""
        ran: set[str] = set()
        for docnames, found in self._executions.take_ended():
            ran |= docnames
            for finding in found:
                self._of_code.setdefault(finding.path, []).append(finding)
        return ran & set(lessons.docnames)

    def _execute(self, lessons: Lessons, docnames: set[str]) -> None:
        """Have executed what has changed and has no outputs that are true for it."""
        from scripts.execute.environment import describe_environment, fingerprint

        missing = self._missing(lessons, docnames)
        if missing and (name := fingerprint(describe_environment())) != self._fingerprint:
            self._fingerprint = name
            self._whole.clear()
            missing = self._missing(lessons, set(lessons.docnames))
        for lesson in lessons.items:
            if lesson.docname in docnames | missing:
                self._of_code.pop(lesson.path, None)
        self._executions.begin(lessons, missing, saved=docnames | missing)

    def _missing(self, lessons: Lessons, docnames: set[str]) -> set[str]:
        among = (lesson for lesson in lessons.items if lesson.docname in docnames)
        return {lesson.docname for lesson in among if not self._is_whole(lesson)}

    def _is_whole(self, lesson: Lesson) -> bool:
        """Tell whether there is nothing to execute, or its outputs are there."""
        from scripts.sharing import find_outputs

        if self._whole.get(_name(lesson)) is lesson:
            return True
        store = self.workspace.store
        try:
            if lesson.cells and find_outputs(lesson, store, self._fingerprint) is None:
                return False
        except SyntaxError:
            return False
        self._whole[_name(lesson)] = lesson
        return True

    def _put_stopgap(self, lesson: Lesson) -> None:
        """Keep what to show of a lesson until its code has run, or as long as that fails."""
        from scripts.lesson import code_key
        from scripts.sharing import find_outputs

        store, shown, failed = self.workspace.store, None, None
        if (whole := self._whole.get(_name(lesson))) is not None:
            shown = find_outputs(whole, store, self._fingerprint)
        with contextlib.suppress(SyntaxError):
            failed = store.failed.get(code_key(lesson), self._fingerprint)
        record = stopgap(lesson, shown, failed)
        if record != self._stopgaps.get(record.code_key, STOPGAP):
            self._stopgaps.put(record)

    def _old(self, lessons: Lessons) -> list[str]:
        """Give the pages that show an earlier text than was saved."""
        return sorted(
            f"{lesson.language.tag}/{lesson.docname}"
            for lesson in lessons.items
            if (shown := self._good.get(_name(lesson))) is not None and shown.text != lesson.text
        )

    def _render_edited(
        self, lessons: Lessons, fit: Lessons, changed: set[tuple[str, str]]
    ) -> list[Build]:
        """Make the pages that were edited, and give the builds that have not looked yet.

        What a build learns only when it begins makes all pages.
        """
        from scripts.render.work import stage

        tags = self._tags(fit)
        languages = tuple(language for language in fit.languages if language.tag in tags)
        if not languages:
            raise NaranhiError("no page can be shown: no lesson can be rendered as it is")
        root = self.folder / "stage"
        stage(fit, languages, root)
        self._lessons, self._languages = fit, languages
        settings = self._settings_of(lessons)
        if settings != self._settings:
            self._settings = settings
            self._set_up(fit, languages, root)
            self._warned.forget()
            self._note(self.builds, self._press.run(self.builds, jobs=len(self.builds), kept=True))
            self._edited = {f"{one.language.tag}/{one.docname}" for one in fit.items}
            self._finish()
            self.settled = True
            return []
        self.settled = False
        wanted = {tag for _, tag in changed}
        edited = [build for build in self.builds if build.name in wanted or not wanted]
        self._run(edited, changed)
        return [build for build in self.builds if build not in edited]

    def _run(self, builds: Sequence[Build], changed: set[tuple[str, str]]) -> None:
        """Have builds look at what has changed, and make the pages that were edited."""
        docnames = {docname for docname, _ in changed}
        self._note(builds, self._press.pages(builds, docnames))
        self._edited |= {f"{build.name}/{name}" for build in builds for name in docnames}

    def _note(self, builds: Sequence[Build], codes: Mapping[str, int]) -> None:
        self._warned.note(builds, codes)
        if self._warned.has_stopped:
            self._settings = ""

    def _fit(self, lessons: Lessons) -> Lessons:
        """Give the lessons that can be rendered: for one that cannot, as it was when it could."""
        permitted = read_permitted(lessons.root)

        def is_fit(lesson: Lesson) -> bool:
            # Half written, or in another encoding: what was there is of more use.
            unread = any(problem.rule in UNREAD for problem in lesson.problems)
            if unread and _name(lesson) in self._good:
                return False
            return not [*refused(lesson, lessons, permitted), *unseen(lesson)]

        shown = (
            lesson if is_fit(lesson) else self._good.get(_name(lesson)) for lesson in lessons.items
        )
        fit = replace(lessons, items=tuple(filter(None, shown)))
        self._good = {_name(lesson): lesson for lesson in fit.items}
        for lesson in fit.items:
            if not self._is_whole(lesson):
                self._put_stopgap(lesson)
        return fit

    def _bytes_of(self, pages: Iterable[str]) -> dict[str, bytes]:
        """Give the files of pages by name."""
        found = {}
        for page in pages:
            tag, _, docname = page.partition("/")
            for build in self.builds:
                if build.name == tag:
                    with contextlib.suppress(FileNotFoundError):
                        found[page] = (build.html / f"{docname}.html").read_bytes()
        return found

    def _digests(self) -> dict[Path, str]:
        """Give digests of all files of the pages, by their paths."""
        return {
            path: hashlib.sha256(path.read_bytes()).hexdigest()
            for build in self.builds
            for path in build.html.rglob("*")
            if path.is_file()
        }

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
                    "naranhi_stopgaps": str(self._stopgaps.folder.absolute()),
                    "naranhi_font": f"../{fonts.TEXT_FONT}",
                    "naranhi_lines": "1",
                    "naranhi_api": str(signatures or ""),
                },
            )
            for language in languages
        ]
        # What was read while it lacked something would go on to lack it.
        lacking = self._warned.lacking
        again = {build.name for build in self.builds if build.source.name in lacking}
        for build in self.builds:
            if build.name not in known - again:
                prepare(build, "", fresh=build.name in again)

    def _finish(self) -> None:
        """Make what stands around the pages, once these are there."""
        edited = self._bytes_of(self._edited).values()
        self.files = self._around.files(self._lessons, self._languages, self.builds, edited)
        self._edited.clear()

    def _settings_of(self, lessons: Lessons) -> str:
        """Give a hash of what a build is told when it begins, and cannot learn later."""
        places = (glossary_path, permitted_path, versions_path)
        beside = (*(place(lessons.root) for place in places), self.workspace.drift)
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
            f"{lesson.language.tag}/{lesson.docname}": [
                *self._checked.of_site,
                *joined(
                    lesson,
                    rules=self._checked.of(lesson.path),
                    code=self._of_code.get(lesson.path, ()),
                    sphinx=self._warned.of(lesson.path),
                ),
            ]
            for lesson in lessons.items
        }

    @staticmethod
    def _tags(lessons: Lessons) -> list[str]:
        """Give the languages that there are lessons in."""
        there = {lesson.language for lesson in lessons.items}
        return [language.tag for language in lessons.languages if language in there]


def _name(lesson: Lesson) -> tuple[str, str]:
    return lesson.docname, lesson.language.tag
