"""What a lesson makes use of: directives, roles, links, files, labels, options, keys.

A lesson is read here as MyST reads it, without Sphinx, so that `check` can say at once where what
is refused stands.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from scripts import plain_yaml
from scripts.diagnostic import short
from scripts.further import further_items
from scripts.last_read import of_last_read
from scripts.lesson import Cell, Lesson
from scripts.lesson.myst import myst_parser
from scripts.patterns import lazy_pattern
from scripts.permitted import DEEPEST, names

_DIRECTIVE = lazy_pattern(r"\{(?P<name>[^}\s]+)\}\s*(?P<argument>.*)", re.DOTALL)
_OPTION = lazy_pattern(r"\s*:(?P<key>[\w-]+):[ \t]*(?P<value>.*)")
_IN_YAML = lazy_pattern(r"\s*(?P<key>[\w-]+)\s*:[ \t]*(?P<value>.*)")
# Their content is code, numbers or names.
_LITERAL = names("code code-block code-cell csv-table literalinclude math sourcecode toctree")
_WITH_FILE = names("figure image include literalinclude")
_PICTURES = names("figure image")
# Options by which docutils and Sphinx read files or ask other hosts, wherever they are known.
_READING = names("diff file url")
# All directives may have these; what some have beside them stands for those that we know wholly.
_ANY_OPTION = names("class name label")
_PICTURE_OPTIONS = "align alt height loading scale target width"
_TABLE_OPTIONS = "align width widths"
_CODE_OPTIONS = "caption dedent emphasize-lines force lineno-start linenos number-lines"
_OPTIONS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        names(
            "admonition attention caution compound danger error exercise hint important note"
            " parsed-literal seealso tip topic warning"
        ),
        frozenset(),
    ),
    "image": names(_PICTURE_OPTIONS),
    "figure": names(f"{_PICTURE_OPTIONS} figclass figname figwidth"),
    "table": names(_TABLE_OPTIONS),
    "list-table": names(f"{_TABLE_OPTIONS} header-rows stub-columns"),
    "csv-table": names(
        f"{_TABLE_OPTIONS} header-rows stub-columns delim encoding escape header keepspace quote"
    ),
    **dict.fromkeys(names("code code-block sourcecode"), names(_CODE_OPTIONS)),
    "math": names("no-wrap nowrap"),
    "sidebar": names("subtitle"),
    "toctree": names("caption glob hidden includehidden maxdepth numbered reversed titlesonly"),
}
_TARGET = lazy_pattern(r"(?:.*<(?P<inside>[^<>]*)>|(?P<plain>.*))\s*", re.DOTALL)
# Private characters: in ours they mark places of a page while it is made. And what is none.
_PRIVATE = lazy_pattern("[\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff]")
_BRANCH = lazy_pattern(r"(?!.*\.\.)\w[\w./-]*")
_ACTING_TEX = lazy_pattern(
    r"\\(?:class|cssId|href|html[A-Za-z]+|include[A-Za-z]*|input|require|style|url|write)(?![A-Za-z])"
)


@dataclass(frozen=True)
class Use:
    """Something that a lesson makes use of: of what kind, what is written, and on which line."""

    kind: str
    value: str
    line: int


@of_last_read
def uses(lesson: Lesson) -> tuple[Use, ...]:
    """Give everything that a lesson's text makes use of, each once, in the order of the text."""
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
        self.uses: list[Use] = []

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
        self.uses.append(Use(kind, value, line + 1))

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
        used = self._options(lines, line + 1, name)
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

    def _options(self, lines: list[str], first: int, name: str) -> int:
        """Read the options before a directive's content; give how many lines they are."""
        pictured = name in _PICTURES
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
            elif _is_unknown(name, key) and not value.startswith("`"):
                self._use("unknown option", f"{name} {key}", first + number)
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
                items = further_items(value) or ()
                places = _item_lines(lines, line)
                for number, item in enumerate(items):
                    place = places[number] if len(places) == len(items) else line
                    self.read(item, place, {}, 1)
            if name in _ADDRESSES and value is not None:
                self._use("web", str(value), line)
            if name == "branch" and not _BRANCH.fullmatch(str(value)):
                self._use("front matter", f"{short(value)} is no name of a branch", line)
            if not _SHAPES.get(name, _is_anything)(value):
                self._use("front matter", f"{name} must be {_SHAPE_NAMES[name]}", line)


def _item_lines(lines: Sequence[str], key: int) -> list[int]:
    """Give the lines of the items below a key of the front matter, from 1.

    >>> _item_lines(["further:", "- a", "  more", "- b", "tags: [c]"], 1)
    [2, 4]
    """
    rest = range(key + 1, len(lines) + 1)
    below = itertools.takewhile(lambda n: lines[n - 1][:1] in {"", " ", "-"}, rest)
    found = [n for n in below if lines[n - 1].lstrip().startswith("- ")]
    indents = [len(lines[n - 1]) - len(lines[n - 1].lstrip()) for n in found]
    return [n for n, indent in zip(found, indents, strict=True) if indent == min(indents)]


def _is_unknown(directive: str, option: str) -> bool:
    """Tell whether a directive that we know wholly has no such option.

    >>> [_is_unknown(*one) for one in (("figure", "widht"), ("figure", "width"), ("odd", "widht"))]
    [True, False, False]
    """
    known = _OPTIONS.get(directive)
    return known is not None and option not in known | _ANY_OPTION


def known_options(directive: str) -> frozenset[str]:
    """Give the options of a directive that we know."""
    return _OPTIONS.get(directive, frozenset()) | _ANY_OPTION


def option_line(lesson: Lesson, cell: Cell, key: str) -> int:
    """Give the line of a cell's option; that of the cell where it stands on no line of its own."""
    lines = lesson.text.split("\n")[cell.start : cell.line - 1]
    for number, text in enumerate(lines, cell.start + 1):
        match = _OPTION.match(text) or _IN_YAML.match(text)
        if match and match["key"] == key:
            return number
    return cell.start


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
