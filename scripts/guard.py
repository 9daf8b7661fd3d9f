"""Refuses what a lesson's text must not do: run code, read files of the machine, reach a page as
script, lead a reader to one.

A lesson is read here as MyST reads it, without Sphinx, so that `check` can say at once where what
is refused stands. Whatever this reading should not see, Sphinx is kept from when it looks a
directive or a role up, and when it has read a page (`render/guard.py`).
"""

from __future__ import annotations

import functools
import html
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from markdown_it.token import Token

from scripts import plain_yaml
from scripts.diagnostic import Diagnostic
from scripts.further import further_items
from scripts.languages import LANGUAGES
from scripts.last_read import of_last_read
from scripts.lesson import Cell, Lesson, Lessons
from scripts.permitted import (
    DEEPEST,
    MOST_FILE_BYTES,
    Permitted,
    names,
    permitted_path,
)
from scripts.references import myst_parser

_DIRECTIVE = re.compile(r"\{(?P<name>[^}\s]+)\}\s*(?P<argument>.*)", re.DOTALL)
_OPTION = re.compile(r"\s*:(?P<key>[\w-]+):[ \t]*(?P<value>.*)")
_IN_YAML = re.compile(r"\s*(?P<key>[\w-]+)\s*:[ \t]*(?P<value>.*)")
# Their content is code, numbers or names.
_LITERAL = names("code code-block code-cell csv-table literalinclude math sourcecode toctree")
_WITH_FILE = names("figure image include literalinclude")
_PICTURES = names("figure image")
# Options by which docutils and Sphinx read files or ask other hosts, wherever they are known.
_READING = names("diff file url")
_TARGET = re.compile(r"(?:.*<(?P<inside>[^<>]*)>|(?P<plain>.*))\s*", re.DOTALL)
_SCHEME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):")
# A browser passes over these in an address, and so over what they would hide.
_PASSED_OVER = re.compile(r"[\x00-\x20\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]+")
# Private characters: in ours they mark places of a page while it is made. And what is none.
_PRIVATE = re.compile("[\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff]")
_INVISIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]")
_CELL_LANGUAGES = frozenset(["", "ipython", "ipython3", "python", "python3"])
_WEB = re.compile(r"https?://[^\s\"'<>\\`{}|^]+", re.IGNORECASE)
_BRANCH = re.compile(r"(?!.*\.\.)\w[\w./-]*")
# What scripts of the site and of its themes find by name.
_OURS = re.compile(
    r"(?:(?:term|api|behind|output|doubt|search|sidebar|pst|sbt|bd|site|naranhi)-.*|_.*|b-.*"
    r"|main-content|documentation_options|theme_options|searchbox|document|window|location)",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W_][\w .+@()-]*(?<![ .])")
_ACTING_TEX = re.compile(
    r"\\(?:class|cssId|href|html[A-Za-z]+|include[A-Za-z]*|input|require|style|url|write)(?![A-Za-z])"
)
# Of devices: Windows opens these whatever their suffix.
_DEVICE = re.compile(r"(?:aux|con|nul|prn|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_DECISIONS = ".md.decisions.jsonl"
# What `repair` leaves beside a lesson: the file as it was.
_KEPT = re.compile(r"\.orig(?:\.\d+)?")


@dataclass(frozen=True)
class _Use:
    """Something that a lesson makes use of: of what kind, what is written, and on which line."""

    kind: str
    value: str
    line: int


def refusals(lessons: Lessons, permitted: Permitted) -> tuple[Diagnostic, ...]:
    """Give everything in the lessons of a root that is not permitted, with its place.

    >>> from scripts.languages import ENGLISH
    >>> from scripts.lesson import parse_lesson
    >>> lesson = parse_lesson(b"# A\\n\\n```{raw} html\\n```\\n", path=Path("lessons_en/a.md"),
    ...                       docname="a", language=ENGLISH)
    >>> print(*refusals(Lessons(Path("/nowhere"), (ENGLISH,), (lesson,)), Permitted()))
    lessons_en/a.md:3: the directive raw is not permitted; leave it out [refused-directive]
    """
    found = [finding for lesson in lessons.items for finding in refused(lesson, lessons, permitted)]
    return tuple(sorted({*found, *strange_files(lessons, permitted)}))


def refused(lesson: Lesson, lessons: Lessons, permitted: Permitted) -> Iterator[Diagnostic]:
    """Give what one lesson's text uses though it is not permitted."""
    judge = _Judge(lesson, lessons, permitted)
    for use in _uses(lesson):
        if fault := judge.fault(use):
            rule, message, fix = fault
            yield Diagnostic(lesson.path, use.line, rule, message, fix=fix)
    for cell in lesson.cells:
        yield from judge.cell(cell)


def unseen(lesson: Lesson) -> Iterator[Diagnostic]:
    """Give the characters that nobody sees, which `check` has rules on of its own."""
    for number, line in enumerate(lesson.text.split("\n"), 1):
        if match := _INVISIBLE.search(line):
            message = f"the character U+{ord(match[0]):04X} cannot be seen"
            place = match.start() + 1
            yield Diagnostic(
                lesson.path, number, "refused-character", message, fix="delete it", column=place
            )


def strange_files(lessons: Lessons, permitted: Permitted) -> Iterator[Diagnostic]:
    """Give what lies in the lessons' folders and is no lesson and no picture or table of one.

    Files that hide behind a dot are passed over, unless they are links or no files at all.
    """
    for language in lessons.languages:
        folder = language.folder(lessons.root)
        seen: dict[str, str] = {}
        for path in _below(folder):
            inside = path.relative_to(folder)
            place = path.relative_to(lessons.root)
            if fault := _strange(path, inside, permitted):
                shown = Path(place.as_posix().encode("unicode_escape").decode("ascii"))
                yield Diagnostic(place if _plain(place) else shown, 1, "refused-file", fault)
            twin = seen.setdefault(inside.as_posix().casefold(), inside.as_posix())
            if twin != inside.as_posix():
                message = f"{twin} has the same name but for its case"
                yield Diagnostic(place, 1, "refused-file", message, fix="give it another name")


def is_inside(path: Path, lessons_root: Path, permitted: Permitted) -> bool:
    """Tell whether a file, links resolved, lies where lessons may show files from.

    >>> is_inside(Path("/r/lessons_ko/../../etc/passwd"), Path("/r"), Permitted())
    False
    """
    folders = [language.folder(lessons_root) for language in LANGUAGES]
    folders += [lessons_root / name for name in sorted(permitted.folders)]
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in folders)


def scheme(address: str) -> str:
    """Give the scheme of an address as a browser finds it; "//" for one that begins with a host.

    >>> scheme("java&#x09;script:alert(1)"), scheme("\\\\\\\\host/x"), scheme("page.md#a")
    ('javascript', '//', '')
    """
    plain = _PASSED_OVER.sub("", html.unescape(html.unescape(address)))
    if plain[:2].replace("\\", "/") == "//":
        return "//"
    match = _SCHEME.match(plain)
    return match["scheme"].lower() if match else ""


class _Judge:
    """Says of each thing that a lesson uses whether it may."""

    def __init__(self, lesson: Lesson, lessons: Lessons, permitted: Permitted) -> None:
        self._lesson, self._root, self._permitted = lesson, lessons.root, permitted
        self._where = permitted_path(Path()).as_posix()

    def fault(self, use: _Use) -> tuple[str, str, str] | None:
        """Give rule, message and fix for what is not permitted."""
        judged: Mapping[str, Callable[[str], tuple[str, str, str] | None]] = {
            "directive": self._directive,
            "role": self._role,
            "html": self._html,
            "link": self._link,
            "image": self._image,
            "file": self._file,
            "class": self._class,
            "label": self._label,
            "option": self._option,
            "language": self._language,
            "size": lambda value: ("refused-size", value, "write it shorter, or flatter"),
            "character": self._character,
            "front matter": lambda value: ("refused-front-matter", value, ""),
            "key": self._key,
            "formula": self._formula,
            "web": self._web,
        }
        return judged[use.kind](use.value)

    def cell(self, cell: Cell) -> Iterator[Diagnostic]:
        """Give what a code cell's options must not say."""

        def found(key: str, message: str) -> Diagnostic:
            line = _option_line(self._lesson, cell, key)
            return Diagnostic(self._lesson.path, line, "refused-option", message)

        for key, value in cell.options.items():
            if str(key) not in self._permitted.cell_options:
                yield found(str(key), f"the cell option {_shown(key)} is not permitted")
            elif isinstance(value, list | dict):
                yield found(str(key), f"the cell option {key} must be a text")
        if cell.options.get("label") and _OURS.fullmatch(str(cell.options["label"])):
            message = f"the label {_shown(cell.options['label'])} is one of the site's own"
            yield found("label", message)
        for tag in cell.tags:
            if not re.fullmatch(r"[A-Za-z0-9][\w-]*", tag):
                yield found("tags", f"the tag {_shown(tag)} must be one word")
        if cell.raises is not None and not re.fullmatch(r"\w+", cell.raises):
            yield found("raises", f"{_shown(cell.raises)} is not the name of an exception")

    def _directive(self, name: str) -> tuple[str, str, str] | None:
        if name in self._permitted.directives:
            return None
        return "refused-directive", f"the directive {_shown(name)} is not permitted", "leave it out"

    def _role(self, name: str) -> tuple[str, str, str] | None:
        if self._permitted.role(name):
            return None
        return "refused-role", f"the role {_shown(name)} is not permitted", "leave it out"

    def _html(self, text: str) -> tuple[str, str, str] | None:
        message = f"HTML is not permitted in a lesson: {_shown(text)}"
        return (
            "refused-html",
            message,
            "write Markdown, put code between backticks, start a comment with %",
        )

    def _link(self, target: str) -> tuple[str, str, str] | None:
        kind = scheme(target)
        if kind == "path":
            return self._file(target.partition(":")[2])
        if kind and kind not in self._permitted.schemes:
            what = "addresses of a host without https:" if kind == "//" else f"{kind}: addresses"
            return "refused-link", f"{what} are not permitted", "write a whole https address"
        if kind or target.startswith("#"):
            return None
        return self._file(target)

    def _image(self, target: str) -> tuple[str, str, str] | None:
        if scheme(target):
            message = f"a picture from another place: {_shown(target)}"
            return "refused-link", message, "put it beside the lesson, and name the file"
        return self._file(target)

    def _file(self, target: str) -> tuple[str, str, str] | None:
        name = unquote(re.split(r"[?#]", target, maxsplit=1)[0]).strip()
        if not name:
            return None
        folder = self._lesson.language.folder(self._root)
        if name.startswith("<") or "\0" in name or scheme(name):
            inside = False
        else:
            beside = (self._root / self._lesson.path).parent
            place = folder / name.lstrip("/") if name.startswith("/") else beside / name
            try:
                inside = is_inside(place, self._root, self._permitted)
            except (OSError, ValueError):
                inside = False
        if inside:
            return None
        message = f"{_shown(name)} lies outside the folders of the lessons"
        return "refused-path", message, "put the file beside the lesson"

    def _class(self, value: str) -> tuple[str, str, str] | None:
        strange = sorted(names(value) - self._permitted.classes)
        if not strange:
            return None
        return "refused-option", f"the class {_shown(strange[0])} is not permitted", "leave it out"

    def _label(self, name: str) -> tuple[str, str, str] | None:
        if not _OURS.fullmatch(name.strip()):
            return None
        return "refused-label", f"the label {_shown(name)} is one of the site's own", "rename it"

    def _option(self, name: str) -> tuple[str, str, str] | None:
        return "refused-option", f"the option {_shown(name)} reads files", "write it on the page"

    def _language(self, name: str) -> tuple[str, str, str] | None:
        if name in _CELL_LANGUAGES:
            return None
        return "refused-option", f"a cell in {_shown(name)}; cells are Python", "write {code-cell}"

    def _character(self, value: str) -> tuple[str, str, str] | None:
        return "refused-character", f"the character {value} means nothing", "delete it"

    def _formula(self, name: str) -> tuple[str, str, str] | None:
        message = f"{name} in a formula leads to files or styles"
        return "refused-html", message, "leave it out"

    def _key(self, key: str) -> tuple[str, str, str] | None:
        if key in self._permitted.front_matter:
            return None
        message = f"{_shown(key)} is no key of a lesson's front matter"
        return "refused-front-matter", message, "delete it"

    def _web(self, value: str) -> tuple[str, str, str] | None:
        if _WEB.fullmatch(value):
            return None
        return "refused-front-matter", f"{_shown(value)} is no address of the web", ""


def _option_line(lesson: Lesson, cell: Cell, key: str) -> int:
    """Give the line of a cell's option; that of the cell where it stands on no line of its own."""
    lines = lesson.text.split("\n")[cell.start : cell.line - 1]
    for number, text in enumerate(lines, cell.start + 1):
        match = _OPTION.match(text) or _IN_YAML.match(text)
        if match and match["key"] == key:
            return number
    return cell.start


def _shown(text: object) -> str:
    """Give a text of a lesson as it may stand in a message: short, on one line, with no marks."""
    plain = " ".join(str(text).split())
    safe = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in plain)
    return safe if len(safe) <= 60 else f"{safe[:57]}..."


# --- reading ------------------------------------------------------------------------------------


@of_last_read
def _uses(lesson: Lesson) -> tuple[_Use, ...]:
    reader = _Reader()
    reader.characters(lesson.text)
    reader.read(lesson.text, 0, {}, 0)
    return tuple(dict.fromkeys(reader.uses))


@functools.cache
def _parser() -> MarkdownIt:
    parser = myst_parser()
    # No link is only text because the parser knows better.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # markdown-it's way
    return parser


class _Reader:
    def __init__(self) -> None:
        self.uses: list[_Use] = []

    def characters(self, text: str) -> None:
        for number, line in enumerate(text.split("\n"), 1):
            if match := _PRIVATE.search(line):
                self._use("character", f"U+{ord(match[0]):04X}", number - 1)

    def read(self, text: str, first: int, known: Mapping[str, Any], depth: int) -> None:
        """Read Markdown whose first line is line `first` of the lesson, from 0."""
        if depth > DEEPEST:
            self._use("size", f"directives are more than {DEEPEST} deep", first)
            return
        references: dict[str, Any] = dict(known)
        for token in _parser().parse(text.replace("\r", " "), {"references": references}):
            line = first + (token.map[0] if token.map else 0)
            if token.type == "inline":
                self._inline(token, line)
            elif token.type == "html_block":
                self._use("html", token.content, line)
            elif token.type in {"fence", "colon_fence"}:
                self._fence(token, line, references, depth)
            elif token.type == "myst_target":
                self._use("label", token.content or str(token.meta.get("label", "")), line)
            elif token.type in {"math_block", "math_block_label", "amsmath"}:
                self._formula(token.content, line)
            elif token.type == "front_matter" and not depth:
                self._front_matter(token.content)

    def _use(self, kind: str, value: str, line: int) -> None:
        self.uses.append(_Use(kind, value, line + 1))

    def _inline(self, token: Token, line: int) -> None:
        self._children(token.children or [], line)

    def _children(self, children: list[Token], line: int) -> None:
        for child in children:
            if child.type == "html_inline":
                self._use("html", child.content, line)
            elif child.type == "link_open":
                self._use("link", str(child.attrGet("href") or ""), line)
            elif child.type == "image":
                self._use("image", str(child.attrGet("src") or ""), line)
                self._children(child.children or [], line)
            elif child.type in {"math_inline", "math_inline_double"}:
                self._formula(child.content, line)
            elif child.type == "myst_role":
                self._role(str(child.meta["name"]).lower(), child.content, line)
            if child.type in {"softbreak", "hardbreak"}:
                line += 1
            else:
                line += child.content.count("\n") if child.type != "image" else 0

    def _role(self, name: str, content: str, line: int) -> None:
        self._use("role", name, line)
        match = _TARGET.fullmatch(content)
        target = "" if match is None else match["inside"] or match["plain"] or ""
        if name == "download":
            self._use("image", target, line)
        elif name == "math":
            self._formula(content, line)

    def _formula(self, content: str, line: int) -> None:
        if match := _ACTING_TEX.search(content):
            before = content.count("\n", 0, match.start())
            self._use("formula", match[0], line + before)

    def _fence(self, token: Token, line: int, known: Mapping[str, Any], depth: int) -> None:
        directive = _DIRECTIVE.match(token.info.strip())
        if directive is None:
            return
        # docutils looks names up in lower case.
        name, argument = directive["name"].lower(), directive["argument"].strip()
        self._use("directive", name, line)
        if name == "code-cell":
            self._use("language", argument, line)
            return
        lines = token.content.split("\n")
        used = self._options(lines, line + 1, pictured=name in _PICTURES)
        if name in _WITH_FILE:
            self._use("image", argument, line)
        elif argument:
            inline = _parser().parseInline(argument, {"references": dict(known)})
            self._children([one for token in inline for one in token.children or []], line)
        if name == "math":
            self._formula(f"{argument}\n{token.content}", line)
        if name == "toctree":
            for number, entry in enumerate(lines[used:], used):
                match = _TARGET.fullmatch(entry)
                self._use("link", (match and match["inside"]) or entry, line + 1 + number)
        elif name not in _LITERAL:
            self.read("\n" * used + "\n".join(lines[used:]), line + 1, known, depth + 1)

    def _options(self, lines: list[str], first: int, *, pictured: bool) -> int:
        """Read the options before a directive's content; give how many lines they are."""
        in_yaml = bool(lines) and lines[0].strip() == "---"
        for number, text in enumerate(lines):
            if in_yaml and number and text.strip() == "---":
                return number + 1
            match = _IN_YAML.match(text) if in_yaml else _OPTION.match(text)
            if match is None:
                if in_yaml:
                    continue
                return number
            key, value = match["key"].lower(), match["value"].strip().strip("\"'")
            if key in _READING:
                self._use("option", key, first + number)
            elif key.endswith("class") or key == "classes":
                self._use("class", value, first + number)
            elif key in {"name", "label"}:
                self._use("label", value, first + number)
            elif key == "target" and pictured:
                self._use("link", value, first + number)
        return len(lines)

    def _front_matter(self, content: str) -> None:
        try:
            data = plain_yaml.load(content)
        except plain_yaml.YamlError:
            return  # told of when the lesson was read
        if not isinstance(data, dict):
            return
        lines = content.split("\n")
        for key, value in data.items():
            name = str(key)
            line = next((n for n, text in enumerate(lines, 1) if text.startswith(f"{name}:")), 0)
            self._use("key", name, line)
            if name == "further":
                # They become lines of the page.
                for item in further_items(value) or ():
                    self.read(item, line, {}, 1)
            if name in _ADDRESSES and value is not None:
                self._use("web", str(value), line)
            if name == "branch" and not _BRANCH.fullmatch(str(value)):
                self._use("front matter", f"{_shown(value)} is no name of a branch", line)
            if not _SHAPES.get(name, _is_anything)(value):
                self._use("front matter", f"{name} must be {_SHAPE_NAMES[name]}", line)


def _is_anything(value: object) -> bool:
    return True


def _is_scalar(value: object) -> bool:
    return not isinstance(value, list | dict)


def _is_list(value: object) -> bool:
    return _is_scalar(value) or (isinstance(value, list) and all(map(_is_scalar, value)))


def _is_table(value: object) -> bool:
    return value is None or (isinstance(value, dict) and all(map(_is_scalar, value.values())))


_ADDRESSES = ("repository", "notebooks", "site_url")
_TEXTS = (*_ADDRESSES, "branch", "jax", "level", "summary", "title", "track")
_LISTS = ("authors", "reviewers", "tags", "translators")
_SHAPES: Mapping[str, Callable[[object], bool]] = {
    **dict.fromkeys(_TEXTS, _is_scalar),
    **dict.fromkeys(_LISTS, _is_list),
    "tracks": _is_table,
    "file_format": lambda value: value == "mystnb",
}
_SHAPE_NAMES: Mapping[str, str] = {
    **dict.fromkeys(_TEXTS, "a text"),
    **dict.fromkeys(_LISTS, "a list of texts"),
    "tracks": "a table of names",
    "file_format": "mystnb",
}


# --- files --------------------------------------------------------------------------------------


def _below(folder: Path) -> Iterator[Path]:
    """Give all files below a folder, and all that is no folder; links are not followed."""
    for here, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted([*files, *(one for one in folders if (Path(here) / one).is_symlink())]):
            yield Path(here) / name


def _strange(path: Path, inside: Path, permitted: Permitted) -> str:
    """Give what is wrong with a file, or nothing."""
    state = path.lstat()
    if stat.S_ISLNK(state.st_mode):
        return "a link is not followed: lessons are files"
    if not stat.S_ISREG(state.st_mode):
        return "this is no file"
    if any(part.startswith(".") for part in inside.parts):
        return ""
    if not all(_NAME.fullmatch(part) and not _DEVICE.fullmatch(part) for part in inside.parts):
        return "not every system can read this name"
    if path.name.endswith(_DECISIONS) or _KEPT.fullmatch("".join(path.suffixes[1:])):
        return ""
    if path.suffix not in permitted.files:
        return f"files {path.suffix or 'without a suffix'} have no place among lessons"
    if state.st_size > MOST_FILE_BYTES:
        return f"the file has {state.st_size:,} bytes, more than {MOST_FILE_BYTES:,}"
    return _no_picture(path)


_BEGINNINGS = {
    ".png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    ".jpg": re.compile(rb"\xff\xd8\xff"),
    ".jpeg": re.compile(rb"\xff\xd8\xff"),
    ".gif": re.compile(rb"GIF8[79]a"),
    ".webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
}


def _no_picture(path: Path) -> str:
    if path.suffix == ".svg":
        return acting_drawing(path.read_bytes())
    beginning = _BEGINNINGS.get(path.suffix)
    if beginning is None:
        return ""
    with path.open("rb") as file:
        found = beginning.match(file.read(16))
    return "" if found else f"the file is no {path.suffix[1:]} picture"


_DRAWN = names(
    "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title"
    " desc metadata clipPath mask pattern marker linearGradient radialGradient stop style image"
    " filter feBlend feColorMatrix feComponentTransfer feComposite feFlood feFuncA feFuncB feFuncG"
    " feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset switch view a"
)
_SVG = "{http://www.w3.org/2000/svg}"
_XHTML = "1999/xhtml"
_DECLARED = re.compile(
    r"<!DOCTYPE[^>\[]*\[|<!ENTITY|<\?xml-stylesheet|<\?xml[^>]*encoding\s*=\s*[\"'](?!utf-8[\"'])",
    re.IGNORECASE,
)
_OUTSIDE = re.compile(r"(?:url\s*\(\s*['\"]?\s*(?!['\"#])|@import|expression\s*\(|\\)", re.I)
_EMBEDDED = re.compile(r"data:image/(?:png|jpeg|gif|webp)[;,]", re.IGNORECASE)


def acting_drawing(data: bytes) -> str:
    """Give what a drawing does besides being drawn, or nothing: browsers open it as a page, too.

    >>> acting_drawing(b'<svg xmlns="http://www.w3.org/2000/svg" onload="f()"/>')
    "the drawing's attribute onload can act"
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "the drawing is not in UTF-8"
    if _DECLARED.search(text):
        return "the drawing defines entities, names a style sheet or is not in UTF-8"
    try:
        # What makes reading XML dangerous, entities of its own, has just been refused.
        tree = ElementTree.fromstring(data)  # noqa: S314 - see above
    except (ElementTree.ParseError, ValueError, LookupError):
        return "the file is no SVG drawing"
    if str(tree.tag).removeprefix(_SVG) != "svg":
        return "the file is no SVG drawing"
    return next(filter(None, map(_acting_element, tree.iter())), "")


def _acting_element(element: ElementTree.Element) -> str:
    tag = str(element.tag)
    local = tag.rpartition("}")[2]
    # What editors write about a drawing is in names of their own, which no browser knows.
    drawn = tag.startswith(_SVG) or not tag.startswith("{")
    if (drawn and local not in _DRAWN) or _XHTML in tag:
        return f"the drawing holds the element {_shown(local)}"
    if local == "style" and _OUTSIDE.search("".join(element.itertext())):
        return "the drawing's style names other files"
    kind = local
    for name, value in element.attrib.items():
        local = name.rpartition("}")[2].lower()
        if local.startswith("on") or local == "base" or _OUTSIDE.search(value):
            return f"the drawing's attribute {_shown(local)} can act"
        embedded = kind == "image" and _EMBEDDED.match(value)
        if local in {"href", "src"} and not value.startswith("#") and not embedded:
            return f"the drawing leads to {_shown(value)}"
    return ""


def _plain(path: Path) -> bool:
    return str(path).isprintable()
