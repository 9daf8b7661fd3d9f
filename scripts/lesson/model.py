"""Lessons: the text notebooks that the site is made of, with their source positions.

A lesson is one MyST Markdown file below `lessons_<tag>/`; the file of the same docname in
another language is the same lesson. `lesson_reading` gives them.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.diagnostic import Diagnostic
from scripts.doubts import Doubt
from scripts.languages import DEFAULT_ORIGIN, Language
from scripts.normal_form import normal_form
from scripts.patterns import lazy_pattern

EXERCISE = "exercise"
# With one of these problems there is no text to say anything of.
UNREAD = frozenset({"encoding", "empty", "refused-size"})
START_PAGE = "index"
# A line below a directive's first one, or below a cell's.
OPTION = lazy_pattern(r":(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*))?$")


@dataclass(frozen=True)
class FrontMatter:
    """What a lesson says about itself between its two `---` lines; every field may be missing.

    `origin` and `only` are language tags: where the lesson was written first, and the one
    language it exists in while its counterpart is still to be written. `jax` is a version
    requirement such as `>=0.10`. A lesson with `timing` measures time and is run alone.
    `further` are links to read on, as lines of Markdown. `extra` holds the keys that are not ours.
    """

    title: str = ""
    order: float | None = None
    track: str = ""
    tags: tuple[str, ...] = ()
    origin: str | None = None
    only: str | None = None
    authors: tuple[str, ...] = ()
    translators: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()
    jax: str = ""
    timing: bool = False
    further: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Cell:
    """A code cell: its source, its options, and the lines of the file it stands on.

    `index` counts from 0 among the lesson's code cells. `line` is the line of the first line of
    code, `start` and `end` those of the two fences; all lines count from 1. `raises` names the
    exception class that the cell must raise.
    """

    index: int
    source: str
    line: int
    start: int
    end: int
    tags: tuple[str, ...] = ()
    raises: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def must_raise(self) -> bool:
        """Tell whether running this cell has to end in an exception."""
        return self.raises is not None or "raises-exception" in self.tags

    @property
    def skipped(self) -> bool:
        """Tell whether the cell is shown but never run."""
        return "skip-execution" in self.tags

    @functools.cached_property
    def normal_form(self) -> str:
        """Give the code without comments, docstrings and layout; see `normal_form`.

        Raises `SyntaxError` where the code cannot be parsed and no such error is expected.
        """
        try:
            return normal_form(self.source)
        except SyntaxError:
            if self.need_not_parse:
                return self.source
            raise

    @property
    def need_not_parse(self) -> bool:
        """Tell whether code that is no Python is no fault here."""
        return self.skipped or self.raises in {"SyntaxError", "IndentationError", "TabError"}


@dataclass(frozen=True)
class Block:
    """A top-level block of the page: a heading, a paragraph, a directive, a cell, ...

    `kind` is the Markdown token's type without `_open`, `directive:NAME` for a directive, or
    `cell`; `level` is a heading's; `text` the source lines as they stand.
    """

    kind: str
    line: int
    end: int
    text: str
    level: int = 0
    cell: Cell | None = None


@dataclass(frozen=True)
class Exercise:
    """An exercise of a page: its label, which is the same in every language, and its first line.

    The label is empty where the author wrote none.
    """

    label: str
    line: int


Parsed = tuple[FrontMatter, tuple[Block, ...], tuple[Diagnostic, ...]]


class Contents:
    """The front matter, the blocks and the problems of a lesson's text, read when asked for.

    `read_front_matter` gives the front matter alone, or None where the whole page must be read for
    it: what a lesson says about itself is asked of all of them to check one.
    """

    def __init__(
        self, read: Callable[[], Parsed], read_front_matter: Callable[[], FrontMatter | None]
    ) -> None:
        self._read = read
        self._read_front_matter = read_front_matter

    @functools.cached_property
    def front_matter(self) -> FrontMatter:
        """Give what the lesson says about itself."""
        alone = self._read_front_matter()
        return self.parsed[0] if alone is None else alone

    @functools.cached_property
    def parsed(self) -> Parsed:
        """Give all three; the text is read once."""
        return self._read()


@dataclass(frozen=True)
class Lesson:
    """A lesson in one language. `path` is relative to the root that holds the lessons.

    `doubts` are those that a repair has left beside the file, decided or not; some of them may
    have no place in the text any more. `beside` is what is wrong with that file.
    """

    docname: str
    language: Language
    path: Path
    text: str
    contents: Contents = field(compare=False, repr=False)
    doubts: tuple[Doubt, ...] = ()
    beside: tuple[Diagnostic, ...] = ()

    @property
    def front_matter(self) -> FrontMatter:
        """Give what the lesson says about itself."""
        return self.contents.front_matter

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Give the top-level blocks in the order of the page."""
        return self.contents.parsed[1]

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Give what reading the file, and what lies beside it, brought up."""
        return self.contents.parsed[2] + self.beside

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Give the code cells in the order of the page."""
        return tuple(block.cell for block in self.blocks if block.cell is not None)

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """Give the exercises in the order of the page."""
        return tuple(
            Exercise(_label_option(block.text), block.line)
            for block in self.blocks
            if block.kind == f"directive:{EXERCISE}"
        )

    @property
    def title(self) -> str:
        """Give the title: of the front matter, else the first heading, else the docname."""
        if self.front_matter.title:
            return self.front_matter.title
        for block in self.blocks:
            if block.kind == "heading" and block.level == 1:
                return _plain_heading(block.text)
        return self.docname.rsplit("/", 1)[-1]

    @property
    def is_start_page(self) -> bool:
        """Tell whether this is the start page of its language."""
        return self.docname == START_PAGE


@dataclass(frozen=True)
class Lessons:
    """All lessons of a root, sorted by docname and language, and the languages it has."""

    root: Path
    languages: tuple[Language, ...]
    items: tuple[Lesson, ...]

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Give everything that reading the files brought up."""
        return tuple(problem for lesson in self.items for problem in lesson.problems)

    @functools.cached_property
    def docnames(self) -> tuple[str, ...]:
        """Give every docname once, in reading order: the start page, then track after track.

        Tracks come as the start page names them below `tracks`, others in the order of their first
        lessons; in a track lessons come by `order`, then by name.
        """
        found = sorted({lesson.docname for lesson in self.items}, key=self._order)
        tracks = dict.fromkeys([*self.named_tracks, *map(self.track, found)])
        rank = {track: number for number, track in enumerate(tracks)}
        return tuple(sorted(found, key=lambda name: (name != START_PAGE, rank[self.track(name)])))

    def track(self, docname: str) -> str:
        """Give the track that a lesson belongs to, as its origin says; "" for none."""
        return self._placed(docname).track

    def get(self, docname: str, language: Language) -> Lesson | None:
        """Give the lesson in one language, or None where it is not written."""
        return self._by_name.get((docname, language))

    def versions(self, docname: str) -> tuple[Lesson, ...]:
        """Give the lesson in every language it is written in."""
        found = (self.get(docname, language) for language in self.languages)
        return tuple(lesson for lesson in found if lesson is not None)

    def origin(self, docname: str) -> Lesson:
        """Give the lesson in the language it was written in first, which owns its code.

        Named by `origin` in either file; where neither names one it is the English lesson.
        """
        written = self.versions(docname)
        wanted = [lesson.front_matter.origin for lesson in written if lesson.front_matter.origin]
        tag = wanted[0] if wanted and len(set(wanted)) == 1 else DEFAULT_ORIGIN.tag
        return next((lesson for lesson in written if lesson.language.tag == tag), written[0])

    @functools.cached_property
    def _by_name(self) -> Mapping[tuple[str, Language], Lesson]:
        return {(lesson.docname, lesson.language): lesson for lesson in self.items}

    @property
    def named_tracks(self) -> tuple[str, ...]:
        """Give the tracks that the start page names, in its order."""
        for start in self.versions(START_PAGE):
            if isinstance(named := start.front_matter.extra.get("tracks"), dict):
                return tuple(map(str, named))
        return ()

    def _placed(self, docname: str) -> FrontMatter:
        """Give what says where a lesson belongs: another language's where the origin's is lost."""
        written = (self.origin(docname), *self.versions(docname))
        return next((one for one in written if one.text), written[0]).front_matter

    def _order(self, docname: str) -> tuple[float, str]:
        order = self._placed(docname).order
        return (float("inf") if order is None else order, docname)


def code_key(lesson: Lesson) -> str:
    """Give the SHA-256 (hex) of a lesson's code: equal for two languages whose code is the same.

    Comments, docstrings and layout do not count, nor does what a cell is expected to raise: that
    is compared with what it did raise each time. Raises `SyntaxError` for code that does not parse.
    """
    parts = [[cell.normal_form, cell.skipped] for cell in lesson.cells]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8")).hexdigest()


def sources_hash(lessons: Lessons) -> str:
    """Give the SHA-256 (hex) over all lessons: a site says by it what it was made from."""
    sources = hashlib.sha256()
    for lesson in lessons.items:
        text = lesson.text.encode("utf-8")
        sources.update(f"{lesson.path.as_posix()}\0{len(text)}\0".encode() + text)
        sources.update(f"{lesson.doubts}\0".encode())
    return sources.hexdigest()


def _label_option(text: str) -> str:
    """Give the label among the options that stand below a directive's first line."""
    for line in text.split("\n")[1:]:
        match = OPTION.match(line.strip())
        if match is None:
            break
        if match["key"] == "label":
            return (match["value"] or "").strip()
    return ""


def _plain_heading(text: str) -> str:
    first = text.lstrip().split("\n", 1)[0]
    return re.sub(r"[`*]", "", first.lstrip("#").strip())
