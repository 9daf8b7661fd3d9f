"""Whatever leads out of a page, or can be led to on it, with the place where it is written.

The page is read as MyST reads it: directives hold Markdown, unless what they hold is code.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

from scripts import plain_yaml
from scripts.further import further_items
from scripts.lesson.myst import myst_parser
from scripts.patterns import lazy_pattern

URL = lazy_pattern(r"https?://(?:(?![()<>\[\]\"'`|\\{}])[!-~]|\([!-'*-~]*\))+", re.I)
# What ends a sentence and no address.
_END = ".,;:!?*_~"
# Python that is shown or run.
_PYTHON = lazy_pattern(r"\{code-(?:cell|block)\}|\{code\}|(?:i?python3?|py|pycon)\b")
_NO_PYTHON = lazy_pattern(r"\{code(?:-block)?\}\s*(?!i?py)\w")
# Their content is no Markdown.
_LITERAL = frozenset(
    [
        *("code", "code-block", "code-cell", "csv-table", "diagram", "eval-rst", "graphviz"),
        *("literalinclude", "math", "mermaid", "output", "parsed-literal", "raw", "sourcecode"),
    ]
)
_FILES = frozenset({"figure", "image", "include", "literalinclude"})
_NAMES = frozenset({"label", "name"})
_DIRECTIVE = lazy_pattern(r"\{(?P<name>[^}]+)\}\s*(?P<argument>.*)$")
_OPTION = lazy_pattern(r"\s*:(?P<key>[\w-]+):[ \t]*(?P<value>.*)$")
_IN_YAML = lazy_pattern(r"(?P<key>[\w-]+):[ \t]*(?P<value>.*)$")
_ATTRIBUTE = lazy_pattern(r"\b(?P<name>href|src)\s*=\s*(?:\"(?P<a>[^\"]*)\"|'(?P<b>[^']*)')", re.I)
_ENTRY = lazy_pattern(r"(?:.*<(?P<target>[^<>]+)>|(?P<plain>\S+))\s*$")
# `[text][label]`; in `rows[a][b]` brackets count.
_LABELLED = lazy_pattern(
    r"(?<![\w\])\\])\[[^\[\]]*[^\W\d][^\[\]]*\]\[(?P<label>[^\[\]^][^\[\]]*)\]"
)
_NO_TEXT = frozenset({"code_inline", "html_inline", "math_inline", "myst_role"})
_EQUATION = lazy_pattern(r"\\label\{(?P<label>[^}]+)\}")
# Stands on every line that defines a label, in small letters.
_DEFINES = lazy_pattern(r"\)=|(?:label|name)[\"']?:|\$\$|\\label")


@dataclass(frozen=True)
class Reference:
    """Something that leads elsewhere: its target as it is written, from character `start` on.

    `kind` is url, link, image, file, entry (of a table of contents), code (inline), a role's name
    after `role:`, or label for a `[text][label]` of which the page says nowhere where it leads.
    `line` counts from 1.
    """

    kind: str
    target: str
    line: int
    start: int

    @property
    def end(self) -> int:
        """Give the character after the target."""
        return self.start + len(self.target)


@dataclass(frozen=True)
class Shown:
    """Python that a page shows and does not run, and the line of its first line."""

    source: str
    line: int


@dataclass
class Page:
    """What a page leads to, and what on it can be led to: labels, and the ids of headings.

    `definitions` are the names that it gives addresses, and `defined` those that its links use.
    """

    references: list[Reference] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    slugs: dict[str, int] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)
    definitions: set[str] = field(default_factory=set)
    defined: list[str] = field(default_factory=list)


def normal_label(label: str) -> str:
    """Give a label as Sphinx compares it.

    >>> normal_label("My  Label")
    'my label'
    """
    return " ".join(label.lower().split())


def may_define(text: str, labels: Iterable[str]) -> bool:
    """Tell whether a page can have one of these labels at all, long before it is read.

    >>> may_define("(a-part)=\\n# A", ["a-part"]), may_define("# A, a part", ["b", "a-part"])
    (True, False)
    """
    text = text.lower()
    return any(_may_define(text, label) for label in labels)


def _may_define(text: str, label: str) -> bool:
    # Spaces may be any others in the text, and what is escaped there is not here.
    words = sorted(re.findall(r"\w+", normal_label(label)), key=len)
    if not words:
        return True
    start = text.find(words[-1])
    while start >= 0:
        end = text.find("\n", start) % (len(text) + 1)
        line = text[text.rfind("\n", 0, start) + 1 : end]
        if _DEFINES.search(line) and all(word in line for word in words):
            return True
        start = text.find(words[-1], end)
    return False


def make_id(text: str) -> str:
    """Give the id that docutils makes of a heading or a label.

    >>> make_id("1. `jit` & Co."), make_id("제목")
    ('jit-co', '')
    """
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"^[-0-9]+|-+$", "", re.sub(r"[^a-z0-9]+", "-", " ".join(plain.split())))


def read_page(text: str) -> Page:
    """Give the references of a page and what can be led to on it, in the order of the page.

    >>> page = read_page("(top)=\\n# A b\\n\\n[x](y.md), `jnp.sin`\\n")
    >>> [(one.kind, one.target, one.line) for one in page.references]
    [('link', 'y.md', 4), ('code', 'jnp.sin', 4)]
    >>> page.labels, list(page.slugs)
    ({'top': 1}, ['a-b'])
    """
    reader = _Reader(text)
    reader.read(text, 0, {})
    reader.page.references.sort(key=lambda one: one.start)
    return reader.page


_parser = functools.cache(myst_parser)


@functools.cache
def _ends_with(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})\Z")


class _Reader:
    def __init__(self, text: str) -> None:
        self.page = Page()
        self._text = text
        self._starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
        # How far each run of lines has been searched.
        self._cursor: dict[int, int] = {}

    def read(self, text: str, first: int, known: Mapping[str, Any]) -> None:
        """Read Markdown whose first line is line `first` of the page, from 0."""
        references: MutableMapping[str, Any] = dict(known)
        tokens = _parser().parse(text.replace("\r", " "), {"references": references})
        for label, definition in references.items():
            if label not in known and definition.get("map"):
                start = self._at(first + definition["map"][0])
                self._note("link", str(definition["href"]), start)
                self.page.definitions.add(label.lower())
        for at, token in enumerate(tokens):
            if token.type == "front_matter":
                self._front_matter(token.content, 1)
            if token.map is None:
                continue
            line = first + token.map[0]
            if token.type == "inline":
                self._inline(token, line, first + token.map[1])
                self._unlinked(token, line, references)
                if at and tokens[at - 1].type == "heading_open":
                    self._heading(token, line)
            elif token.type in {"fence", "colon_fence"}:
                self._fence(token, line, references)
            elif token.type == "myst_target":
                self._label(token.content or str(token.meta.get("label", "")), line)
            elif token.type in {"math_block_label", "math_block", "amsmath"}:
                self._label(token.info, line)
                for found in _EQUATION.finditer(token.content):
                    self._label(found["label"], line)
            elif token.type == "html_block":
                self._html(token.content, line)

    # --- what is led to

    def _label(self, label: str, line: int) -> None:
        if label.strip():
            self.page.labels.setdefault(normal_label(label), line + 1)

    def _heading(self, token: Token, line: int) -> None:
        children = token.children or []
        title = "".join(c.content for c in children if c.type in {"text", "code_inline"})
        # As myst_heading_anchors makes them.
        slug = re.sub(r"[^\w\u4e00-\u9fff\- ]", "", title.lower().replace(" ", "-"))
        unique, count = slug, 0
        while unique in self.page.slugs:
            count += 1
            unique = f"{slug}-{count}"
        if unique:
            self.page.slugs[unique] = line + 1
        self.page.ids.add(make_id(title))

    # --- what leads elsewhere

    def _note(self, kind: str, target: str, after: int, before: str = "") -> int:
        """Note a target that stands somewhere after a place; give where it ends."""
        found = self._find(target.split(), after, before) if target.strip() else None
        start, end = found or (after, after)
        line = self._line(start)
        self.page.references.append(Reference(kind, target, line, start))
        return end

    def _find(self, words: list[str], after: int, before: str) -> tuple[int, int] | None:
        """Give where these words stand one after the other, behind what `before` matches."""
        if len(words) > 1:
            pattern = r"[\s>]+".join(map(re.escape, words))
            found = re.compile(f"{before}(?P<target>{pattern})").search(self._text, after)
            return found and found.span("target")
        # Hundreds of patterns that are used once each take longer than all else.
        start = self._text.find(words[0], after)
        while start >= 0:
            if not before or _ends_with(before).search(self._text, after, start):
                return start, start + len(words[0])
            start = self._text.find(words[0], start + 1)
        return None

    def _front_matter(self, content: str, first: int) -> None:
        """Note where the links below `further` lead; they stand in YAML."""
        try:
            matter = plain_yaml.load(content)
        except plain_yaml.YamlError:
            return
        items = further_items(matter.get("further")) if isinstance(matter, dict) else ()
        lines = enumerate(content.split("\n"), first)
        after = self._at(next((n for n, line in lines if line.startswith("further:")), first))
        for item in items or ():
            for token in _parser().parseInline(item):
                opened: list[Token] = []
                for child in token.children or []:
                    # Where it leads stands behind its text, or is its text.
                    if child.type == "link_open" and child.info != "auto":
                        opened.append(child)
                        continue
                    link = opened.pop() if child.type == "link_close" and opened else child
                    target = str(link.attrGet("href") or link.attrGet("src") or "")
                    if target:
                        kind = "image" if child.type == "image" else "link"
                        after = self._note(kind, target, after)
                    elif child.type == "code_inline":
                        after = self._note("code", child.content, after)
                    elif child.type == "myst_role":
                        after = self._note(f"role:{child.meta['name']}", child.content, after)

    def _inline(self, token: Token, line: int, end: int) -> None:
        cursor = max(self._cursor.get(line, 0), self._at(line))
        stop = self._at(end)
        opened: list[Token] = []
        for child in token.children or []:
            if child.type == "text":
                place = self._text.find(child.content, cursor, stop)
                if not opened:
                    self._urls(child.content, max(place, cursor))
                cursor = place + len(child.content) if place >= 0 else cursor
            elif child.type == "link_open":
                opened.append(child)
                if child.info == "auto":
                    cursor = self._note("link", str(child.attrGet("href") or ""), cursor, "<")
            elif child.type == "link_close" and opened:
                link = opened.pop()
                href = str(link.attrGet("href") or "")
                if href and link.info != "auto" and "label" not in link.meta:
                    cursor = self._note("link", href, cursor, r"\]\(\s*<?")
                elif "label" in link.meta:
                    self.page.defined.append(str(link.meta["label"]))
            elif child.type == "image":
                if "label" in child.meta:
                    self.page.defined.append(str(child.meta["label"]))
                else:
                    src = str(child.attrGet("src") or "")
                    cursor = self._note("image", src, cursor, r"\]\(\s*<?")
            elif child.type == "code_inline":
                cursor = self._note("code", child.content, cursor, r"`\s*")
            elif child.type == "myst_role":
                kind = f"role:{child.meta['name']}"
                cursor = self._note(kind, child.content, cursor, re.escape("}") + r"`+\s*")
            elif child.type == "html_inline":
                self._html(child.content, line, cursor)
        self._cursor[line] = cursor

    def _unlinked(self, token: Token, line: int, known: Mapping[str, Any]) -> None:
        """Note what looks like a link to an address that the page never gives."""
        text = token.content
        for child in token.children or []:
            if child.type in _NO_TEXT and child.content:
                text = text.replace(child.content, "x" * len(child.content), 1)
        after = self._at(line)
        for match in _LABELLED.finditer(text):
            if normalizeReference(match["label"]) not in known:
                after = self._note("label", match["label"], after, r"\]\[")

    def _urls(self, text: str, start: int) -> None:
        for match in URL.finditer(text):
            url = match[0].rstrip(_END)
            place = start + match.start()
            self.page.references.append(Reference("url", url, self._line(place), place))

    def _html(self, content: str, line: int, after: int = 0) -> None:
        after = max(after, self._at(line))
        for match in _ATTRIBUTE.finditer(content):
            target = match["a"] if match["a"] is not None else match["b"]
            # HTML is passed on as it is: nothing resolves what is no whole address.
            if URL.match(target):
                kind = "image" if match["name"].lower() == "src" else "link"
                after = self._note(kind, target, after, r"=\s*[\"']")

    def _fence(self, token: Token, line: int, known: Mapping[str, Any]) -> None:
        info = token.info.strip()
        if _PYTHON.match(info) and not _NO_PYTHON.match(info):
            after = self._at(line + 1)
            for url in URL.finditer(token.content):
                after = self._note("url", url[0].rstrip(_END), after)
            if not info.startswith("{code-cell}"):
                options = 0
                if info.startswith("{"):
                    options = self._options("code-block", token.content.split("\n"), line + 1)
                source = "\n".join(token.content.split("\n")[options:])
                self.page.shown.append(Shown(source, line + 2 + options))
        directive = _DIRECTIVE.match(info)
        if directive is None:
            return
        name = directive["name"].partition(":")[0]
        lines = token.content.split("\n")
        used = self._options(name, lines, line + 1) if name != "code-cell" else 0
        if name in _FILES and directive["argument"]:
            self._note("file", directive["argument"].strip(), self._at(line))
        if name == "toctree":
            for offset, entry in enumerate(lines[used:], used):
                if (found := _ENTRY.match(entry)) and entry.strip():
                    target = found["target"] or found["plain"]
                    self._note("entry", target, self._at(line + 1 + offset))
        elif name not in _LITERAL:
            if directive["argument"] and name not in _FILES:
                inline = _parser().parseInline(directive["argument"], {"references": dict(known)})
                for child in inline:
                    self._inline(child, line, line + 1)
            self.read("\n" * used + "\n".join(lines[used:]), line + 1, known)

    def _options(self, name: str, lines: list[str], first: int) -> int:
        """Read the options before a directive's content; give how many lines they are."""
        used = 0
        in_yaml = bool(lines) and lines[0].strip() == "---"
        while used < len(lines):
            text = lines[used]
            match = _IN_YAML.match(text) if in_yaml else _OPTION.match(text)
            if in_yaml:
                if used and text.strip() == "---":
                    return used + 1
            elif match is None:
                break
            if match is not None and match["value"].strip():
                value = match["value"].strip()
                if match["key"] in _NAMES:
                    self._label(value, first + used)
                elif match["key"] == "target" and name in _FILES:
                    self._note("target", value, self._at(first + used))
            used += 1
        return used

    def _at(self, line: int) -> int:
        return self._starts[min(line, len(self._starts) - 1)]

    def _line(self, place: int) -> int:
        return self._text.count("\n", 0, place) + 1
