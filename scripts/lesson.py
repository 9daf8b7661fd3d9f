"""Lessons: the text notebooks that the site is made of, read with their source positions.

A lesson is one MyST Markdown file below `lessons_<tag>/`; the file of the same docname in
another language is the same lesson. Reading never fails: what is wrong with a file stands in
`Lesson.problems`, so that one run can report all of it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

from scripts import plain_yaml
from scripts.diagnostic import Diagnostic, NaranhiError, Severity
from scripts.doubts import Doubt, decisions_path, read_entries
from scripts.fences import open_within
from scripts.further import further_items
from scripts.languages import DEFAULT_ORIGIN, LANGUAGES, Language
from scripts.normal_form import normal_form, require_syntax
from scripts.permitted import LONGEST_LINE, LONGEST_PARAGRAPH, MOST_BYTES

CELL_DIRECTIVE = "{code-cell}"
EXERCISE = "exercise"
START_PAGE = "index"

# Notes a problem: line, rule, message and, where there is one, a fix.
_Problem = Callable[..., None]

_OPTION = re.compile(r":(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*))?$")
_CELL_LINE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{code-cell\}")
# No line of Python begins like this, but for one in a string.
_OPENS_FENCE = re.compile(r" {0,3}(?:`{3,}|~{3,}|:{3,})(?!\{code-cell\})[\w{]")

_FRONT_LINE = re.compile(r"[A-Za-z][\w-]*:(?:\s|$)")
# What other pages depend on.
_NEEDED_BESIDE = frozenset({"title", "order", "track", "tags", "origin", "only"})


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


class _Contents:
    """What the text of a lesson's file holds, read when somebody asks for it.

    `known` are the problems that are there before.
    """

    def __init__(self, text: str, path: Path, known: tuple[Diagnostic, ...]) -> None:
        self._given = text, path, known

    @functools.cached_property
    def parsed(self) -> tuple[FrontMatter, tuple[Block, ...], tuple[Diagnostic, ...]]:
        return _parsed(*self._given)


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
    contents: _Contents = field(compare=False, repr=False)
    doubts: tuple[Doubt, ...] = ()
    beside: tuple[Diagnostic, ...] = ()

    @property
    def front_matter(self) -> FrontMatter:
        """Give what the lesson says about itself."""
        return self.contents.parsed[0]

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
        tracks = dict.fromkeys([*self._named_tracks, *map(self.track, found)])
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
    def _named_tracks(self) -> tuple[str, ...]:
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


class LessonReader:
    """Reads the lessons of a root again and again: a file that is as it was is not parsed anew."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[Path, tuple[bytes, Lesson]] = {}

    def read(self) -> Lessons:
        """Give all lessons as they are now; those of unchanged files are the same objects.

        Raises `NaranhiError` where the root holds no folder of lessons.
        """
        root = self._root
        languages = tuple(lang for lang in LANGUAGES if lang.folder(root).is_dir())
        if not languages:
            folders = " or ".join(f"{lang.folder(Path())}/" for lang in LANGUAGES)
            raise NaranhiError(f"{root}: no lessons here; expected {folders} in this folder")
        found = {
            path: self._lesson(path, language)
            for language in languages
            for path in lesson_files(language.folder(root))
        }
        self._known = {path: self._known[path] for path in found}
        items = sorted(found.values(), key=lambda lesson: (lesson.docname, lesson.path))
        return Lessons(root, languages, tuple(items))

    def _lesson(self, path: Path, language: Language) -> Lesson:
        data = path.read_bytes()
        known = self._known.get(path)
        if known is None or known[0] != data:
            docname = path.relative_to(language.folder(self._root)).with_suffix("").as_posix()
            inside = path.relative_to(self._root)
            lesson = parse_lesson(data, path=inside, docname=docname, language=language)
            known = self._known[path] = data, lesson
        return _with_doubts(known[1], self._root)


def read_lessons(root: Path) -> Lessons:
    """Give all lessons below `root`: every `.md` file in its `lessons_<tag>` folders.

    Raises `NaranhiError` where `root` holds no such folder.
    """
    return LessonReader(root).read()


def lesson_files(folder: Path) -> Iterator[Path]:
    """Give the lesson files below a folder, sorted; what is hidden and links are passed over."""
    for path in sorted(folder.rglob("*.md")):
        if is_own_file(path) and not any(p.startswith(".") for p in path.relative_to(folder).parts):
            yield path


def is_own_file(path: Path) -> bool:
    """Tell whether a file lies where its name says; a link may lead to any file of the machine.

    >>> is_own_file(Path(__file__)), is_own_file(Path(__file__).parent)
    (True, False)
    """
    return path.is_file() and not path.is_symlink()


def _with_doubts(lesson: Lesson, root: Path) -> Lesson:
    """Give a lesson with what a repair has left beside it."""
    kept = decisions_path(lesson.path)
    if not is_own_file(root / kept):
        return lesson
    entries, unread = read_entries((root / kept).read_bytes())
    problems = tuple(
        Diagnostic(
            kept,
            line,
            "decisions",
            "this line is no doubt and no decision",
            Severity.WARNING,
            "delete it, or decide again",
        )
        for line in unread
    )
    # The file ends its lines as it likes; here they end with a line feed.
    doubts = tuple(replace(entry, after=entry.after.removesuffix("\r")) for entry in entries)
    return replace(lesson, beside=problems, doubts=doubts)


def parse_lesson(data: bytes, *, path: Path, docname: str, language: Language) -> Lesson:
    """Give the lesson that stands in `data`; what is wrong with it stands in its `problems`.

    The text is cut into blocks when somebody asks for them.

    >>> from scripts.languages import ENGLISH
    >>> lesson = parse_lesson(b"# Hi\\n\\n```{code-cell}\\n1 + 1\\n```\\n", path=Path("hi.md"),
    ...                       docname="hi", language=ENGLISH)
    >>> lesson.title, lesson.cells[0].source, lesson.cells[0].line
    ('Hi', '1 + 1', 4)
    """
    problems: list[Diagnostic] = []
    problem = _noting(problems, path)
    text = ""
    try:
        decoded = data.decode("utf-8-sig").replace("\r\n", "\n")
        if fault := _too_large(data):
            problem(*fault, "write a lesson that a person can read, or several")
        else:
            text = decoded
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        fix = f'try "python -m scripts repair {path}"'
        problem(line, "encoding", f"byte {data[error.start]:#04x} is no UTF-8", fix, column=column)
    else:
        if not text.strip() and not problems:
            problem(1, "empty", "the file is empty", "write the lesson or delete the file")
        elif text and not text.endswith("\n"):
            # The parser looks for the end of a directive in a quotation behind the end of the text.
            text += "\n"

    return Lesson(docname, language, path, text, _Contents(text, path, tuple(problems)))


def _parsed(
    text: str, path: Path, known: tuple[Diagnostic, ...]
) -> tuple[FrontMatter, tuple[Block, ...], tuple[Diagnostic, ...]]:
    """Give the front matter, the blocks, and all problems of a lesson's text."""
    problems = [*known]
    problem = _noting(problems, path)
    front_matter = FrontMatter()
    blocks: list[Block] = []
    cells = 0
    in_doubt = False
    lines = text.split("\n")
    # The parser would begin a new line at a lone carriage return, and editors and git do not.
    tokens = _parser().parse(text.replace("\r", " "))
    fences = _fences_by_block(tokens)
    if open_until := _open_front_matter(tokens, lines):
        fix = 'write a line "---" below what the lesson says about itself'
        problem(1, "front-matter", "the front matter is never closed", fix)
        front_matter = _read_front_matter("\n".join(lines[1:open_until]), lambda *_, **__: None)
    for token in _top_level(tokens):
        start, end = token.map or (0, 0)
        if start < open_until:
            continue
        if token.type == "front_matter":
            front_matter = _read_front_matter(token.content, problem)
            continue
        info = token.info.strip() if token.type in {"fence", "colon_fence"} else ""
        block_text = "\n".join(lines[start:end])
        broken = [fault for one in fences.get(start, ()) for fault in _open_fences(one, lines)]
        for line, message, fix in broken:
            # Where an end is missing, or was taken for another's, one that is left opens a fence.
            if not (in_doubt and set(lines[line - 1].strip()) <= {":", "`"}):
                problem(line, "unclosed-fence", message, fix)
            in_doubt = True
        if info.startswith(CELL_DIRECTIVE):
            cell = _read_cell(token, cells, problem, whole=not broken)
            cells += 1
            blocks.append(Block("cell", start + 1, end, block_text, cell=cell))
            continue
        for offset, source_line in enumerate(lines[start:end]):
            if not broken and _CELL_LINE.match(source_line) and not _shows_source(info):
                problem(
                    start + offset + 1,
                    "nested-cell",
                    "a code cell inside another block is never executed",
                    "move it to the top level of the page",
                )
        level = int(token.tag[1]) if token.type == "heading_open" else 0
        kind = _kind(token, info)
        blocks.append(Block(kind, start + 1, end, block_text, level))
    return front_matter, tuple(blocks), tuple(problems)


def _noting(problems: list[Diagnostic], path: Path) -> _Problem:
    def problem(line: int, rule: str, message: str, fix: str = "", *, column: int = 1) -> None:
        problems.append(Diagnostic(path, line, rule, message, Severity.ERROR, fix, column))

    return problem


def _too_large(data: bytes) -> tuple[int, str, str] | None:
    """Give line, rule and message for a file that would keep a parser busy, before it does."""
    if len(data) > MOST_BYTES:
        return 1, "refused-size", f"the file has {len(data):,} bytes, more than {MOST_BYTES:,}"
    # A line, or a paragraph, is within one of these parts.
    if max(map(len, data.split(b"\n\n"))) <= min(LONGEST_LINE, LONGEST_PARAGRAPH):
        return None
    start = size = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > LONGEST_LINE and len(line.decode("utf-8", "replace")) > LONGEST_LINE:
            return number, "refused-size", f"this line has more than {LONGEST_LINE:,} characters"
        start, size = (start, size + len(line)) if line.strip() else (number + 1, 0)
        if size > LONGEST_PARAGRAPH:
            message = f"from here on {LONGEST_PARAGRAPH:,} bytes stand without an empty line"
            return max(1, start), "refused-size", message
    return None


@functools.cache
def _parser() -> MarkdownIt:
    """Give a parser that cuts a page into the same blocks as MyST does, without inline parsing."""
    parser = MarkdownIt("commonmark").enable("table").disable("inline")
    for plugin in (
        front_matter_plugin,
        colon_fence_plugin,
        myst_block_plugin,
        dollarmath_plugin,
        footnote_plugin,
        amsmath_plugin,
    ):
        plugin(parser)
    # Without notes, one of a single word or address would be the definition of a link, and no text.
    # They stay where they are written.
    return parser.disable("footnote_tail")


def _top_level(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.level == 0 and token.nesting >= 0 and token.map is not None:
            yield token


def _kind(token: Token, info: str) -> str:
    if match := re.match(r"\{([^}]+)\}", info):
        return f"directive:{match[1]}"
    if token.type == "footnote_reference_open":
        return "paragraph"
    return token.type.removesuffix("_open")


def _shows_source(info: str) -> bool:
    """Tell whether a fence shows text as it stands, so that a cell in it is an example."""
    return (bool(info) and not info.startswith("{")) or info.startswith("{code-block}")


def _fences_by_block(tokens: Sequence[Token]) -> Mapping[int, list[Token]]:
    """Give the fences by the line, from 0, of the top-level block that they stand in."""
    found: dict[int, list[Token]] = {}
    top = 0
    for token in tokens:
        if token.level == 0 and token.nesting >= 0 and token.map is not None:
            top = token.map[0]
        if token.type in {"fence", "colon_fence"}:
            found.setdefault(top, []).append(token)
    return found


def _open_fences(token: Token, lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Give what is wrong with the end of a fence, or of one in it: line, message, and what to do.

    A cell that opens within another one tells that this one has no end.
    """
    start, end = token.map or (0, 0)
    info = token.info.strip()
    if not _is_closed(token, lines):
        if token.markup[0] == ":" and not info:
            yield start + 1, "nothing is open here that could end", "delete this line"
        else:
            yield start + 1, "this fence is never closed", "add the closing fence"
    elif info.startswith(CELL_DIRECTIVE):
        for number in range(start + 1, end):
            if _CELL_LINE.match(lines[number]) and lines[number].lstrip().startswith(token.markup):
                message = f"this cell goes on past the one that opens at line {number + 1}"
                yield start + 1, message, "add the closing fence where it ends"
                return
    else:
        for one in open_within(lines, start, end - 1):
            shown = lines[one.other].strip()
            if one.is_outer:
                message = f"this ends at line {one.end + 1}, with {shown} of line {one.other + 1}"
                yield one.line + 1, message, "end it before, or write it with more marks than that"
            else:
                message = f"this is still open where {shown} of line {one.other + 1} ends"
                yield one.line + 1, message, "close it before, with as many marks as it opens with"


def _is_closed(token: Token, lines: list[str]) -> bool:
    start, end = token.map or (0, 0)
    last = lines[end - 1].strip(" \t>") if end - 1 > start else ""
    return len(last) >= len(token.markup) and not last.strip(token.markup[0])


def _label_option(text: str) -> str:
    """Give the label among the options that stand below a directive's first line."""
    for line in text.split("\n")[1:]:
        match = _OPTION.match(line.strip())
        if match is None:
            break
        if match["key"] == "label":
            return (match["value"] or "").strip()
    return ""


def _plain_heading(text: str) -> str:
    first = text.lstrip().split("\n", 1)[0]
    return re.sub(r"[`*]", "", first.lstrip("#").strip())


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf


def _names(value: object) -> tuple[str, ...]:
    """Give a list of names from a YAML list or from a comma-separated string."""
    if value is None:
        return ()
    parts = value if isinstance(value, list) else str(value).split(",")
    return tuple(str(part).strip() for part in parts if str(part).strip())


def _open_front_matter(tokens: Sequence[Token], lines: Sequence[str]) -> int:
    """Give the line, from 0, at which front matter without an end breaks off; 0 where none does."""
    opens = len(lines) > 1 and lines[0].rstrip() == "---" and _FRONT_LINE.match(lines[1])
    if not opens or (tokens and tokens[0].type == "front_matter"):
        return 0
    return next((number for number, line in enumerate(lines) if not line.strip()), len(lines))


def _readable_lines(content: str) -> dict[str, Any]:
    """Give what front matter that is no YAML says in those of its lines that can be read alone.

    One broken line moves a lesson to no other place, and makes no other language its origin.

    >>> _readable_lines("title: 'x\\norder: 2\\ntags: [a]")
    {'order': 2, 'tags': ['a']}
    """
    found: dict[str, Any] = {}
    for line in content.split("\n"):
        if line.partition(":")[0] in _NEEDED_BESIDE:
            with contextlib.suppress(plain_yaml.YamlError):
                data = plain_yaml.load(line)
                found |= data if isinstance(data, dict) else {}
    return found


def _read_front_matter(content: str, problem: _Problem) -> FrontMatter:
    try:
        data = plain_yaml.load(content)
    except plain_yaml.YamlError as error:
        problem(error.line + 2, "front-matter", f"the front matter {error}")
        data = _readable_lines(content)
    if data is None:
        return FrontMatter()
    if not isinstance(data, dict):
        problem(1, "front-matter", "the front matter must be lines of the form `key: value`")
        return FrontMatter()

    lines = content.split("\n")

    def line_of(key: str) -> int:
        return next((i for i, text in enumerate(lines, 2) if text.startswith(f"{key}:")), 1)

    order = data.pop("order", None)
    if order is not None and not _is_number(order):
        problem(line_of("order"), "front-matter", f"order must be a number, not {order!r}")
        order = None
    timing = data.pop("timing", False)
    if not isinstance(timing, bool):
        problem(line_of("timing"), "front-matter", f"timing must be true or false, not {timing!r}")
        timing = False
    further = further_items(data.pop("further", None))
    if further is None:
        message = "further must be a list of links, each an address, Markdown or `text: address`"
        problem(line_of("further"), "front-matter", message)
    tags = {language.tag for language in LANGUAGES}
    languages: dict[str, str | None] = {}
    for key in ("origin", "only"):
        value = data.pop(key, None)
        if value is not None and value not in tags:
            known = ", ".join(sorted(tags))
            problem(line_of(key), "front-matter", f"{key} must be one of {known}, not {value!r}")
            value = None
        languages[key] = value
    return FrontMatter(
        title=str(data.pop("title", "") or ""),
        order=order,
        track=str(data.pop("track", "") or ""),
        tags=_names(data.pop("tags", None)),
        origin=languages["origin"],
        only=languages["only"],
        authors=_names(data.pop("authors", None)),
        translators=_names(data.pop("translators", None)),
        reviewers=_names(data.pop("reviewers", None)),
        jax=str(data.pop("jax", "") or ""),
        timing=timing,
        further=further or (),
        extra=data,
    )


def _read_cell(token: Token, index: int, problem: _Problem, *, whole: bool) -> Cell:
    """Give a cell; one that is not `whole` has text of the page in it, so it is not parsed."""
    start, end = token.map or (0, 0)
    lines = token.content.split("\n")
    options: dict[str, Any] = {}
    used = 0
    if lines and lines[0].strip() == "---":
        close = next((i for i, line in enumerate(lines[1:], 1) if line.strip() == "---"), None)
        if close is None:
            problem(start + 2, "cell-options", "the block of cell options is never closed")
        else:
            options = _read_options("\n".join(lines[1:close]), start + 3, problem)
            used = close + 1
    else:
        while used < len(lines) and (match := _OPTION.match(lines[used])):
            options[match["key"]] = _option_value(match["value"], start + used + 2, problem)
            used += 1
    while used < len(lines) and not lines[used].strip():
        used += 1
    source = "\n".join(lines[used:]).rstrip()
    raises = options.pop("raises", None)
    if raises is True:
        what = "write which one, such as `:raises: TypeError`"
        problem(start + 1, "cell-options", "`:raises:` names no exception", what)
    cell = Cell(
        index=index,
        source=source,
        # A cell without code has it on the line of the closing fence.
        line=min(start + used + 2, end),
        start=start + 1,
        end=end,
        tags=_names(options.pop("tags", None)),
        raises=None if raises is None else str(raises).rsplit(".", 1)[-1],
        options=options,
    )
    try:
        if whole and not cell.need_not_parse:
            require_syntax(source)
    except SyntaxError as error:
        if inner := next(
            (n for n, one in enumerate(lines, start + 2) if _OPENS_FENCE.match(one)), 0
        ):
            message = f"this cell goes on past the fence that opens at line {inner}"
            problem(start + 1, "unclosed-fence", message, "add the closing fence where it ends")
            return cell
        line = cell.line + (error.lineno or 1) - 1
        problem(line, "python-syntax", f"the code does not parse: {error.msg}", "mend the code")
    return cell


def _read_options(text: str, line: int, problem: _Problem) -> dict[str, Any]:
    try:
        data = plain_yaml.load(text) or {}
    except plain_yaml.YamlError as error:
        what = str(error).replace("is no YAML", "are no YAML", 1)
        problem(line + error.line, "cell-options", f"the cell options {what}")
        return {}
    if not isinstance(data, dict):
        problem(line, "cell-options", "cell options must be lines of the form `key: value`")
        return {}
    return data


def _option_value(value: str | None, line: int, problem: _Problem) -> Any:
    if not value:
        return True
    # Text such as `alt: a: b` is a mapping or no YAML, and meant to be neither.
    try:
        data = plain_yaml.load(value)
    except plain_yaml.YamlError:
        return value
    return value if isinstance(data, dict) and not value.startswith("{") else data
