"""Joins a lesson's text with its stored outputs: the reader that MyST-NB calls for `.md` files."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import nbformat
from markdown_it.renderer import RendererHTML
from myst_parser.parsers.mdit import create_md_parser
from sphinx.errors import ExtensionError

from scripts.diagnostic import COMMAND
from scripts.lesson import Cell, Lesson
from scripts.lesson.reading import parse_lesson
from scripts.outputs import CellOutputs
from scripts.render.doubts import open_doubts, with_marks
from scripts.render.listing import listed
from scripts.render.locale import words_of
from scripts.render.representations import cost, shown
from scripts.render.site import Site, site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

_FRONT_MATTER = re.compile(r"\A(-{3,})[ \t]*\n(?:.*\n)*?\1[ \t]*(?:\n|\Z)")
_MARKDOWN_MARKS = re.compile(r"([\\`*_{}\[\]<>#$|~])")

# The lesson that Sphinx reads at the moment, its site and how it is read: MyST-NB hands a reader
# only the text.
_reading: list[tuple[Site, str, BuildEnvironment]] = []


def read(text: str) -> nbformat.NotebookNode:
    """Give the notebook of the lesson that is being read, with its outputs in it."""
    site, docname, env = _reading[-1]
    known = site.lesson(docname)
    if known is None:
        raise ExtensionError(f"{docname}: no lesson of {site.lessons.root}")
    lesson = parse_lesson(
        text.encode("utf-8"), path=known.path, docname=docname, language=site.language
    )
    if doubts := open_doubts(replace(lesson, doubts=known.doubts)):
        config = env.myst_config  # type: ignore[attr-defined]  # MyST puts it there
        parser = create_md_parser(config, RendererHTML)
        lesson = replace(lesson, text=with_marks(lesson, doubts, parser))
    further = words_of(env.config).text("further_heading")
    if not lesson.cells:
        return notebook(lesson, (), further=further)
    record = site.shown(lesson)
    if record is None:
        raise ExtensionError(
            f"{lesson.path}:{lesson.cells[0].start}: no outputs are stored for this code; "
            f'run "{COMMAND} execute {docname}"'
        )
    return notebook(lesson, record.cells, further=further)


def notebook(
    lesson: Lesson, outputs: tuple[CellOutputs, ...], *, further: str = "Further reading"
) -> nbformat.NotebookNode:
    """Give a lesson as a notebook: an outputs entry a code cell, in the order of the page.

    Of the lesson its metadata hold only where each cell starts, so front matter changes no
    settings. A lesson that has no heading of level 1 gets its title as one. What its front matter
    names to read on becomes the page's last section, with `further` as its heading.
    """
    lines = lesson.text.split("\n")
    cells: list[dict[str, Any]] = []
    source_map: list[int] = []

    def add(line: int, cell: dict[str, Any]) -> None:
        cells.append(cell)
        # Lines count from 0 here. MyST-NB adds 1 to get them to count from 1, and then
        # MyST does so again.
        source_map.append(line - 1)

    def add_text(start: int, end: int) -> None:
        while start < end and not lines[start].strip():
            start += 1
        if start < end:
            add(start, _text_cell("\n".join(lines[start:end]).rstrip()))

    if not any(block.kind == "heading" and block.level == 1 for block in lesson.blocks):
        add(0, _text_cell("# " + _MARKDOWN_MARKS.sub(r"\\\1", lesson.title)))
    front_matter = _FRONT_MATTER.match(lesson.text)
    done = front_matter[0].count("\n") if front_matter else 0
    for cell, cell_outputs in zip(lesson.cells, outputs, strict=True):
        add_text(done, cell.start - 1)
        add(cell.start - 1, _code_cell(cell, cell_outputs))
        done = cell.end
    add_text(done, len(lines))
    if items := lesson.front_matter.further:
        # The same label in both languages: blocks and links find the section by it.
        label = f"further-reading-{lesson.docname.replace('/', '-')}"
        listed = "\n".join(f"- {item}" for item in items)
        line = next((n for n, text in enumerate(lines) if text.startswith("further:")), 0)
        add(line, _text_cell(f"({label})=\n## {further}\n\n{listed}"))
    language = {"name": "python", "pygments_lexer": "ipython3"}
    result: nbformat.NotebookNode = nbformat.from_dict(
        {
            "nbformat": 4,
            "nbformat_minor": 4,
            "metadata": {"source_map": source_map, "language_info": language},
            "cells": cells,
        }
    )
    return result


def _text_cell(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def _code_cell(cell: Cell, outputs: CellOutputs) -> dict[str, Any]:
    tags = [*cell.tags]
    if cell.must_raise and "raises-exception" not in tags:
        tags.append("raises-exception")
    metadata: dict[str, Any] = {"tags": tags}
    if alt := cell.options.get("alt"):
        metadata["alt"] = str(alt)
    metadata.update(cost(outputs))
    return {
        "cell_type": "code",
        "execution_count": cell.index + 1,
        "metadata": metadata,
        "source": cell.source,
        "outputs": [shown(output) for output in outputs.outputs],
    }


def _dependencies(site: Site, docname: str) -> str:
    """Give a hash of what a page is made from, so that it is read again when that changes.

    The file's time is not enough: outputs are kept elsewhere, and a file may be replaced by
    an older one.
    """
    lesson = site.lesson(docname)
    if lesson is None:
        return ""
    ran = site.ran(lesson) if lesson.cells else None
    parts = [
        lesson.text,
        *([ran.digest] if ran else []),
        str(lesson.doubts),
        str(site.notes(docname)),
        # What the other language's page has decides which words are marked as terms.
        *site.everyday(docname),
        *([listed(site)] if "{lessons}" in lesson.text else ()),
    ]
    return hashlib.sha256(json.dumps(parts).encode("utf-8")).hexdigest()


def _hashes(env: BuildEnvironment) -> dict[str, str]:
    hashes: dict[str, str] = vars(env).setdefault("naranhi_dependencies", {})
    return hashes


def _register(app: Sphinx, config: Config) -> None:
    config["nb_custom_formats"] = {".md": ("scripts.render.reader.read", {}, False)}


def _start_reading(app: Sphinx, docname: str, content: list[str]) -> None:
    site = site_of(app.config)
    _reading[:] = [(site, docname, app.env)]
    _hashes(app.env)[docname] = _dependencies(site, docname)


def _outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    site = site_of(app.config)
    known = _hashes(env)
    return sorted(
        docname
        for docname in env.found_docs - added - changed
        if known.get(docname) != _dependencies(site, docname)
    )


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _hashes(env).pop(docname, None)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    found: Mapping[str, str] = _hashes(other)
    _hashes(env).update({name: found[name] for name in docnames if name in found})


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("config-inited", _register)
    app.connect("env-get-outdated", _outdated)
    app.connect("source-read", _start_reading)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    return {"env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
