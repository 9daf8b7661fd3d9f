"""What a project documents, read off the sources of its documentation, without Sphinx.

Read are the directives that make names (autosummary, automodule, autofunction and their like),
labels, terms of glossaries and headings, of reStructuredText, MyST Markdown and notebooks.
"""

from __future__ import annotations

import ast
import contextlib
import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from scripts.references import make_id, normal_label, read_page
from scripts.render.inventory.definitions import Definitions

_FOLDERS = ("docs", "doc/source", "doc")
# In the order in which Sphinx, as the projects set it up, takes one of several sources of a page.
_ENDINGS = (".rst", ".ipynb", ".md")
_DIRECTIVE = re.compile(r"(?P<indent>\s*)\.\. (?P<name>[\w:-]+)::\s*(?P<argument>.*)$")
_LABEL = re.compile(r"\s*\.\. _(?:`(?P<quoted>[^`]+)`|(?P<plain>(?:\\:|[^:`])+)):\s*$")
_UNDERLINE = re.compile(r"([=\-~^\"'`#*+.:_])\1{2,}\s*$")
_ROLE = re.compile(r":[\w:+-]+:`(?:[^`<]*<)?([^`>]*)>?`|``?([^`]*)``?_{0,2}")
_AUTO = {
    "autofunction": "function",
    "autodecorator": "function",
    "autoclass": "class",
    "autoexception": "exception",
    "autodata": "data",
    "automethod": "method",
    "autoattribute": "attribute",
    "autoproperty": "property",
}
_PLAIN = {
    "function": "function",
    "class": "class",
    "exception": "exception",
    "data": "data",
    "method": "method",
    "attribute": "attribute",
}
_OF_CLASSES = frozenset({"method", "attribute", "property"})


@dataclass
class Source:
    """What was read: rows of role, name and address; the anchors of pages; notebooks; redirects.

    `redirects` has the pages of which the project itself says what took their place.
    """

    rows: set[tuple[str, str, str]] = field(default_factory=set)
    anchors: dict[str, set[str]] = field(default_factory=dict)
    notebooks: set[str] = field(default_factory=set)
    redirects: dict[str, str] = field(default_factory=dict)


def docs_folder(checkout: Path) -> Path | None:
    """Give the folder of a checkout that holds the sources of its documentation."""
    return next(
        (checkout / one for one in _FOLDERS if (checkout / one / "conf.py").is_file()), None
    )


def read_source(checkout: Path, package: str) -> Source:
    """Give what the documentation in a checkout documents of a package.

    Raises `ValueError` for a folder that holds no documentation.
    """
    folder = docs_folder(checkout)
    if folder is None:
        raise ValueError(f"{checkout}: no conf.py in {', '.join(_FOLDERS)}")
    source = Source()
    conf = folder / "conf.py"
    excluded = _setting(conf, "exclude_patterns") or []
    # The extension takes a file of them, too; JAX writes them out.
    if isinstance(redirects := _setting(conf, "rediraffe_redirects"), dict):
        source.redirects = {_docname(old): _docname(new) for old, new in redirects.items()}
    definitions = Definitions(checkout)
    for docname, path in _pages(folder, excluded):
        source.anchors[docname] = set()
        source.rows.add(("std:doc", docname, f"{docname}.html"))
        text = path.read_bytes().decode("utf-8", "replace")
        if path.suffix == ".rst":
            _Reader(source, docname, package, definitions).read(text)
        else:
            if path.suffix == ".ipynb":
                source.notebooks.add(docname)
                text = _markdown_of(text)
            _read_markdown(source, docname, text, package, definitions)
    # Of a name that is documented twice Sphinx keeps the page that it reads last.
    last = {row[1]: row for row in sorted(source.rows, key=_place) if row[0].startswith("py:")}
    source.rows = {
        row for row in source.rows if not row[0].startswith("py:") or last[row[1]] == row
    }
    return source


def _place(row: tuple[str, str, str]) -> str:
    return row[2]


def _pages(folder: Path, excluded: list[str]) -> Iterator[tuple[str, Path]]:
    found: dict[str, Path] = {}
    for ending in reversed(_ENDINGS):
        for path in sorted(folder.rglob(f"*{ending}")):
            name = path.relative_to(folder).as_posix()
            if path.name.startswith((".", "README")) or name.startswith(("_templates", "_static")):
                continue
            if not any(fnmatchcase(name, pattern) for pattern in excluded):
                found[_docname(name)] = path
    yield from sorted(found.items())


def _setting(conf: Path, name: str) -> Any:
    """Give a setting that is written out; what is computed is passed over, and nothing is run."""
    for node in ast.parse(conf.read_bytes()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            with contextlib.suppress(ValueError):
                return ast.literal_eval(node.value)
    return None


def _docname(file: str) -> str:
    """Give the page that a file of the documentation makes.

    >>> _docname("notebooks/quickstart.md"), _docname("jax.ffi.rst"), _docname("jax.ffi")
    ('notebooks/quickstart', 'jax.ffi', 'jax.ffi')
    """
    ending = next((one for one in _ENDINGS if file.endswith(one)), "")
    return file.removesuffix(ending)


def _markdown_of(notebook: str) -> str:
    try:
        cells = json.loads(notebook).get("cells", [])
    except ValueError:
        return ""
    texts = ("".join(one["source"]) for one in cells if one.get("cell_type") == "markdown")
    return "\n\n".join(texts)


def _read_markdown(
    source: Source, docname: str, text: str, package: str, definitions: Definitions
) -> None:
    page = read_page(text)
    source.anchors[docname] |= {one for one in (*page.slugs, *page.ids) if one}
    for label in page.labels:
        _add_label(source, docname, label)
    for block in re.findall(r"^```+ *\{eval-rst\}\n(.*?)^```+", text, flags=re.M | re.DOTALL):
        _Reader(source, docname, package, definitions).read(block)


def _add_label(source: Source, docname: str, label: str) -> None:
    name, anchor = normal_label(label), make_id(label)
    if anchor:
        source.anchors[docname].add(anchor)
        source.rows.add(("std:label", name, f"{docname}.html#{anchor}"))


class _Reader:
    """Reads one page of reStructuredText."""

    def __init__(
        self, source: Source, docname: str, package: str, definitions: Definitions
    ) -> None:
        self._source = source
        self._docname = docname
        self._package = package
        self._definitions = definitions
        self._module = ""
        # The class that directives below it are about, and how far it is indented.
        self._class: tuple[int, str] = (0, "")

    def read(self, text: str) -> None:
        """Note what the page documents, and its anchors."""
        lines = text.split("\n")
        for at, line in enumerate(lines):
            if match := _LABEL.match(line):
                label = (match["quoted"] or match["plain"]).replace("\\:", ":")
                _add_label(self._source, self._docname, label)
            elif match := _DIRECTIVE.match(line):
                body = list(_body(lines, at + 1, len(match["indent"])))
                self._directive(match, body)
            elif (
                at
                and _UNDERLINE.match(line)
                and lines[at - 1].strip()
                and len(line.rstrip()) >= len(lines[at - 1].rstrip())
                and not _UNDERLINE.match(lines[at - 1])
            ):
                title = _ROLE.sub(lambda m: m[1] or m[2] or "", lines[at - 1])
                if anchor := make_id(title):
                    self._source.anchors[self._docname].add(anchor)

    def _directive(self, match: re.Match[str], body: list[str]) -> None:
        name = match["name"].removeprefix("py:")
        argument = re.sub(r"\(.*", "", match["argument"]).strip()
        options = dict(_options(body))
        hidden = options.keys() & {"noindex", "no-index"}
        if name in {"currentmodule", "module", "automodule"}:
            self._module = argument
            self._class = (0, "")
            if name != "currentmodule" and not hidden:
                self._add("module", argument)
                if name == "automodule":
                    self.read(self._definitions.docstring(argument))
                if "members" in options and name == "automodule":
                    for member in _listed(options["members"]) or self._definitions.members(
                        argument
                    ):
                        self._add("", f"{argument}.{member}")
        elif name == "autosummary":
            if "toctree" in options:
                for entry in _entries(body):
                    self._summarised(entry, options["toctree"])
        elif name == "glossary":
            for term in _terms(body):
                anchor = f"term-{re.sub(r'[^A-Za-z0-9]+', '-', term).strip('-')}"
                self._source.anchors[self._docname].add(anchor)
                self._source.rows.add(("std:term", term, f"{self._docname}.html#{anchor}"))
        elif (kind := _AUTO.get(name) or _PLAIN.get(name)) and argument and not hidden:
            self._documented(kind, argument, len(match["indent"]), options)

    def _documented(self, kind: str, name: str, indent: int, options: dict[str, str]) -> None:
        around, owner = self._class
        inside = bool(owner) and indent > around
        full = f"{owner}.{name}" if inside and kind in _OF_CLASSES else self._full(name)
        self._add(kind, full)
        if kind in {"class", "exception"}:
            self._class = (indent, full)
            if "members" in options:
                undocumented = "undoc-members" in options
                for member in _listed(options["members"]) or self._definitions.members(
                    full, undocumented=undocumented
                ):
                    self._add(
                        self._definitions.kind(f"{full}.{member}") or "method", f"{full}.{member}"
                    )
            for member in _listed(options.get("special-members", "")):
                self._add("method", f"{full}.{member}")

    def _summarised(self, entry: str, toctree: str) -> None:
        full = self._full(entry.removeprefix("~"))
        folder = posixpath.join(posixpath.dirname(self._docname), toctree.strip())
        page = posixpath.normpath(posixpath.join(folder, full))
        self._source.rows.add(("std:doc", page, f"{page}.html"))
        self._add("", full, page)

    def _full(self, name: str) -> str:
        """Give the whole name of what a directive names within its module."""
        if not self._module or name.startswith(f"{self._module}."):
            return name
        inside = f"{self._module}.{name}"
        if self._definitions.kind(inside):
            return inside
        return name if name.startswith(f"{self._package}.") else inside

    def _add(self, kind: str, name: str, page: str = "") -> None:
        if name != self._package and not name.startswith(f"{self._package}."):
            return
        kind = self._definitions.kind(name) or kind or _likely_kind(name)
        anchor = f"module-{name}" if kind == "module" else name
        where = page or self._docname
        self._source.rows.add((f"py:{kind}", name, f"{where}.html#{anchor}"))


def _body(lines: list[str], first: int, indent: int) -> Iterator[str]:
    for line in lines[first:]:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            return
        yield line


def _options(body: list[str]) -> Iterator[tuple[str, str]]:
    key, value = "", ""
    for line in body:
        match = re.match(r"\s+:(?P<key>[\w-]+):\s*(?P<value>.*)$", line)
        if match:
            if key:
                yield key, value
            key, value = match["key"], match["value"]
        elif key and line.strip():
            value = f"{value} {line.strip()}"
        else:
            break
    if key:
        yield key, value


def _entries(body: list[str]) -> Iterator[str]:
    for line in body:
        match = re.match(r"\s+(?P<name>~?[A-Za-z_][\w.]*)\s*(?:\(.*)?$", line)
        if match:
            yield match["name"]


def _terms(body: list[str]) -> Iterator[str]:
    texts = [line for line in body if line.strip() and not re.match(r"\s+:[\w-]+:", line)]
    indent = min((len(line) - len(line.lstrip()) for line in texts), default=0)
    for line in texts:
        if len(line) - len(line.lstrip()) == indent and not line.lstrip().startswith(".. "):
            yield line.strip().partition(" : ")[0]


def _listed(value: str) -> list[str]:
    return [one.strip() for one in value.split(",") if one.strip()]


def _likely_kind(name: str) -> str:
    """Give what a name most likely is, by how it is written: what is compiled cannot be read."""
    last = name.rpartition(".")[2]
    if last.endswith(("Error", "Warning")):
        return "exception"
    return "class" if last[:1].isupper() else "function"
