"""What one Sphinx build knows of the site: the lessons, its language, and the stored outputs.

The settings `naranhi_...` are registered here; they may be left out when Sphinx is run by hand.
"""

from __future__ import annotations

import functools
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.diagnostic import NaranhiError
from scripts.drift import DRIFT_RECORD, Drift
from scripts.glossary import Term, read_glossary
from scripts.languages import Language, language_of
from scripts.lesson import START_PAGE, Lesson, Lessons
from scripts.lesson.reading import LessonReader
from scripts.outputs import STOPGAP, LessonOutputs, OutputStore
from scripts.render.everyday import everyday_names
from scripts.render.standing import Note, Row, notes, rows
from scripts.sharing import find_outputs, keys_of, page_key
from scripts.sync.translation import translation_of
from scripts.versions import Versions, read_versions

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


@dataclass(frozen=True)
class Track:
    """The lessons of one track in one language, in reading order; a slug and what it is called."""

    slug: str
    title: str
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True)
class Ran:
    """When a page's code ran, and a hash of all that came of it."""

    executed: str
    digest: str

    @classmethod
    def of(cls, record: LessonOutputs) -> Ran:
        """Give this of a record."""
        text = f"{record.to_json()}\n{record.measured_json()}"
        return cls(record.executed, hashlib.sha256(text.encode("utf-8")).hexdigest())


_ran: dict[tuple[str, str], tuple[tuple[object, ...], Ran | None]] = {}


def _states_of_records(
    lesson: Lesson, store: OutputStore, fingerprint: str, stopgaps: OutputStore | None
) -> tuple[object, ...]:
    """Give what tells whether a page's outputs are others than they were."""
    try:
        keys: tuple[str, ...] = keys_of(lesson)
    except SyntaxError:
        keys = ()
    paths = [place(key, fingerprint) for key in keys for place in (store.path, store.measured_path)]
    if stopgaps is not None:
        paths.append(stopgaps.path(page_key(lesson), STOPGAP))
    states = (path.stat() if path.is_file() else None for path in paths)
    return tuple(state and (state.st_mtime_ns, state.st_size, state.st_ino) for state in states)


@dataclass(frozen=True)
class Site:
    """All lessons, the language that is being built, and where the outputs are.

    `stopgaps`, which a preview has, hold what to show where there are none.
    """

    lessons: Lessons
    language: Language
    store: OutputStore
    fingerprint: str
    stopgaps: OutputStore | None = None

    @property
    def title(self) -> str:
        """Give the site's name in this language: the title of its start page."""
        start = self.lessons.get(START_PAGE, self.language)
        return self.lessons.root.resolve().name if start is None else start.title

    @property
    def others(self) -> tuple[Language, ...]:
        """Give the languages that are not being built now."""
        return tuple(lang for lang in self.lessons.languages if lang != self.language)

    @functools.cached_property
    def glossary(self) -> tuple[Term, ...]:
        """Give the terms of the site, in the order of the file; none where it has no glossary."""
        return read_glossary(self.lessons.root)

    @functools.cached_property
    def versions(self) -> Versions:
        """Give what was published so far, as far as the root knows; see `versions_path`."""
        return read_versions(self.lessons.root)

    @property
    def url(self) -> str:
        """Give the address at which readers find the newest version of the site, or ""."""
        return site_url(self.lessons)

    def lesson(self, docname: str) -> Lesson | None:
        """Give the lesson in the language that is being built."""
        return self.lessons.get(docname, self.language)

    @functools.cached_property
    def rows(self) -> tuple[Row, ...]:
        """Give how far each lesson is in each language, in reading order."""
        return rows(self.lessons)

    def notes(self, docname: str) -> tuple[Note, ...]:
        """Give what is to be said of the blocks of a page that are behind, from top to bottom."""
        if docname not in self._notes:
            lesson = self.lesson(docname)
            translation = None if lesson is None else translation_of(self.lessons, lesson)
            self._notes[docname] = () if translation is None else notes(translation)
        return self._notes[docname]

    @functools.cached_property
    def _notes(self) -> dict[str, tuple[Note, ...]]:
        return {}

    def everyday(self, docname: str) -> tuple[str, ...]:
        """Give the names of terms that are everyday words on a page, looked for once a build."""
        if docname not in self._everyday:
            self._everyday[docname] = everyday_names(self.lessons, self.language, docname)
        return self._everyday[docname]

    @functools.cached_property
    def _everyday(self) -> dict[str, tuple[str, ...]]:
        return {}

    @functools.cached_property
    def drift(self) -> Drift | None:
        """Give the report of what changed with the environment that is shown, if there is one."""
        try:
            text = (self.store.folder.parent / DRIFT_RECORD).read_bytes().decode("utf-8")
            found = Drift.from_text(text)
        except (FileNotFoundError, ValueError):
            return None
        return found if self.fingerprint and found.new.fingerprint == self.fingerprint else None

    def setting(self, name: str) -> str:
        """Give what a start page's front matter says of the whole site, such as its `repository`.

        This language's start page goes first; empty where none says anything.
        """
        for language in (self.language, *self.others):
            start = self.lessons.get(START_PAGE, language)
            if start is not None and (value := start.front_matter.extra.get(name)):
                return str(value)
        return ""

    def record(self, lesson: Lesson) -> LessonOutputs | None:
        """Give the outputs that are true for this page, or None where there are none."""
        try:
            return find_outputs(lesson, self.store, self.fingerprint)
        except SyntaxError:
            return None

    def shown(self, lesson: Lesson) -> LessonOutputs | None:
        """Give the outputs to show: where there are none that are true, a stopgap of a preview."""
        if (record := self.record(lesson)) is not None or self.stopgaps is None:
            return record
        return self.stopgaps.get(page_key(lesson), STOPGAP)

    def ran(self, lesson: Lesson) -> Ran | None:
        """Give what is to be known of a page's outputs before anyone wants to see them.

        Read once in a process, as long as the lesson and its records' files are the same.
        """
        name = lesson.docname, lesson.language.tag
        key = (
            lesson.text,
            self.fingerprint,
            _states_of_records(lesson, self.store, self.fingerprint, self.stopgaps),
        )
        if name not in _ran or _ran[name][0] != key:
            record = self.shown(lesson)
            _ran[name] = key, None if record is None else Ran.of(record)
        return _ran[name][1]

    @functools.cached_property
    def tracks(self) -> tuple[Track, ...]:
        """Give the lessons of this language by track.

        What tracks are called stands in the start page's front matter, below `tracks`; they come
        in reading order.
        """
        start = self.lesson(START_PAGE)
        named = start.front_matter.extra.get("tracks") if start is not None else None
        names = named if isinstance(named, dict) else {}
        groups: dict[str, list[Lesson]] = {}
        for docname in self.lessons.docnames:
            lesson = self.lesson(docname)
            if lesson is not None and not lesson.is_start_page:
                groups.setdefault(self.lessons.track(docname), []).append(lesson)
        return tuple(
            Track(slug, str(names.get(slug, slug)), tuple(found)) for slug, found in groups.items()
        )

    def place(self, lesson: Lesson) -> tuple[Track, int] | None:
        """Give a lesson's track and its number there, from one; None where it has no named one."""
        for track in self.tracks:
            if track.title and lesson in track.lessons:
                return track, track.lessons.index(lesson) + 1
        return None


def site_url(lessons: Lessons) -> str:
    """Give the `site_url` of a start page's front matter, without a slash at its end; "" for none.

    Raises `NaranhiError` for what is no address of the web.
    """
    for start in lessons.versions(START_PAGE):
        if url := start.front_matter.extra.get("site_url"):
            if not re.fullmatch(r"https?://[^\s/?#]+[^\s?#]*", str(url)):
                raise NaranhiError(
                    f"{start.path}: site_url is {url!r}; write an address such as "
                    '"https://example.org/docs"'
                )
            return str(url).rstrip("/")
    return ""


def site_of(config: Config) -> Site:
    """Give the site that a build's settings name."""
    return _read_site(config.naranhi_root, config.naranhi_store, config.naranhi_fingerprint,
                      config.naranhi_stopgaps, config.language)  # fmt: skip


@functools.cache
def lessons_of(root: str) -> Lessons:
    """Give the lessons of a root, read once in a process and its children; see `read_again`."""
    return _reader(root).read()


@functools.cache
def _reader(root: str) -> LessonReader:
    return LessonReader(Path(root))


def read_again() -> None:
    """Forget what the lessons and their outputs were: a build that goes on reads them anew."""
    lessons_of.cache_clear()
    _read_site.cache_clear()


@functools.cache
def _read_site(root: str, store: str, fingerprint: str, stopgaps: str, language: str) -> Site:
    outputs = OutputStore(Path(store))
    selected = outputs.selected()
    shown = fingerprint or (selected[0] if selected else "")
    others = OutputStore(Path(stopgaps)) if stopgaps else None
    return Site(lessons_of(root), language_of(language), outputs, shown, others)


def _complete(app: Sphinx, config: Config) -> None:
    """Fill in what was not given, and name the site."""
    root = Path(config.naranhi_root or app.srcdir.parent)
    config["naranhi_root"] = str(root)
    config["naranhi_store"] = config.naranhi_store or str(root / "_build" / "outputs")
    site = site_of(config)
    config["project"] = config["html_title"] = site.title


def setup(app: Sphinx) -> dict[str, Any]:
    # None of these is a reason to read pages again: reader.py knows what each page depends on.
    app.add_config_value("naranhi_root", "", "", str)
    app.add_config_value("naranhi_store", "", "", str)
    app.add_config_value("naranhi_fingerprint", "", "", str)
    app.add_config_value("naranhi_stopgaps", "", "", str)
    app.connect("config-inited", _complete, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
