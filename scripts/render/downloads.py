"""Beside each page: the lesson as a notebook with its outputs, and as plain Markdown with them.

MyST-NB has a notebook to download, too, but without outputs and with directives in it.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import nbformat
from docutils import nodes

from scripts.lesson import Cell, Lesson
from scripts.outputs import CellOutputs
from scripts.render.locale import words_of
from scripts.render.markdown import Addresses, CodeCell, Part, fenced, parts
from scripts.render.site import Site, site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NOTEBOOK = ".ipynb"
MARKDOWN = ".md"

# What a page does not show of a cell, by the tags of MyST-NB.
_NO_INPUT = frozenset({"remove-input", "remove-cell"})
_NO_OUTPUT = frozenset({"remove-output", "remove-cell"})

_HEADING = re.compile(r"#{1,6} ")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def notebook(
    lesson: Lesson, outputs: Sequence[CellOutputs], text: Iterable[Part]
) -> nbformat.NotebookNode:
    """Give a lesson as a notebook (nbformat 4.5): text in cells that begin at headings.

    A cell's id says where it stands, so it is the same in every language and every build.
    """
    cells: list[dict[str, Any]] = []
    pieces: list[str] = []
    place, count = 0, 0

    def close() -> None:
        nonlocal count
        if pieces:
            count += 1
            cells.append(
                {
                    "id": f"text-{place}-{count}",
                    "cell_type": "markdown",
                    "metadata": {},
                    "source": "\n\n".join(pieces),
                }
            )
            pieces.clear()

    for part in text:
        if isinstance(part, CodeCell):
            close()
            cell = lesson.cells[part.index]
            cells.append(_code_cell(cell, outputs[part.index], solution=part.solution))
            place, count = part.index + 1, 0
        else:
            if _HEADING.match(part):
                close()
            pieces.append(part)
    close()
    result: nbformat.NotebookNode = nbformat.from_dict(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {
                "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                "language_info": {"file_extension": ".py", "name": "python"},
            },
            "cells": cells,
        }
    )
    return result


def plain(
    lesson: Lesson,
    outputs: Sequence[CellOutputs],
    text: Iterable[Part],
    figures: dict[int, list[str]],
) -> str:
    """Give a lesson as plain Markdown, its outputs as text; `figures` are Markdown, by cell."""
    pieces = []
    for part in text:
        if isinstance(part, CodeCell):
            cell = lesson.cells[part.index]
            if not _NO_INPUT.intersection(cell.tags):
                pieces.append(fenced(cell.source, "python"))
            if not _NO_OUTPUT.intersection(cell.tags):
                pieces += _outputs_as_text(outputs[part.index])
                pieces += figures.get(part.index, [])
        else:
            pieces.append(part)
    return "\n\n".join(pieces) + "\n"


def to_bytes(found: nbformat.NotebookNode) -> bytes:
    """Give a notebook as a file: the same bytes for the same notebook."""
    return (json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode("utf-8")


def _code_cell(cell: Cell, outputs: CellOutputs, *, solution: bool) -> dict[str, Any]:
    tags = [*cell.tags]
    if cell.must_raise and "raises-exception" not in tags:
        tags.append("raises-exception")
    metadata: dict[str, Any] = {"tags": tags} if tags else {}
    if solution:
        metadata["jupyter"] = {"outputs_hidden": True, "source_hidden": True}
    number = None if cell.skipped else cell.index + 1
    return {
        "id": f"code-{cell.index + 1}",
        "cell_type": "code",
        "execution_count": number,
        "metadata": metadata,
        "source": cell.source,
        "outputs": [_numbered(output, number) for output in outputs.outputs],
    }


def _numbered(output: Any, number: int | None) -> dict[str, Any]:
    if output["output_type"] == "execute_result":
        return {**output, "execution_count": number}
    return dict(output)


def _outputs_as_text(outputs: CellOutputs) -> Iterator[str]:
    """Give what a cell showed, each run of printed text as one block."""
    printed = ""
    for output in [*outputs.outputs, {"output_type": ""}]:
        if output["output_type"] == "stream":
            printed += output["text"]
            continue
        if printed.strip():
            yield fenced(_COLOURS.sub("", printed), "text")
        printed = ""
        data = output.get("data", {})
        if output["output_type"] == "error":
            yield fenced(_COLOURS.sub("", "\n".join(output["traceback"])), "text")
        elif "text/plain" in data and not any(kind.startswith("image/") for kind in data):
            yield fenced(_COLOURS.sub("", data["text/plain"]), "text")


# --- inside Sphinx --------------------------------------------------------------------------------


def address_of(site: Site, pagename: str, ending: str = ".html") -> str:
    """Give a page's address: whole where the site's is known, else as seen from its folder."""
    if site.url:
        return f"{site.url}/{site.language.tag}/{pagename}{ending}"
    return pagename.rsplit("/", 1)[-1] + ending


def _figures(doctree: nodes.document, addresses: Addresses) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for cell in doctree.findall(nodes.container):
        if cell.get("nb_element") == "cell_code":
            found[cell["exec_count"] - 1] = [
                f"![{image.get('alt', '')}]({addresses.image(image['uri'])})"
                for image in cell.findall(nodes.image)
            ]
    return found


def _write(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site = site_of(app.config)
    lesson = site.lesson(pagename)
    if lesson is None or not isinstance(doctree, nodes.document):
        return
    here = address_of(site, pagename)
    builder: Any = app.builder

    def link(uri: str) -> str:
        # Between relative addresses urljoin forgets a leading "../".
        whole = "://" in here or uri.startswith("#")
        return urljoin(here, uri) if whole else uri

    def image(uri: str) -> str:
        name = builder.images.get(uri)
        return link(f"{builder.imgpath}/{name}" if name else uri)

    def download(name: str) -> str:
        return link(posixpath.join(builder.dlpath, name))

    addresses = Addresses(link, image, download)
    record = site.shown(lesson) if lesson.cells else None
    outputs = () if record is None else record.cells
    title = words_of(app.config).text("download_solution")
    text = list(parts(doctree, addresses, solution=title))
    beside = Path(app.outdir) / pagename
    beside.parent.mkdir(parents=True, exist_ok=True)
    for ending, data in (
        (NOTEBOOK, to_bytes(notebook(lesson, outputs, text))),
        (MARKDOWN, plain(lesson, outputs, text, _figures(doctree, addresses)).encode("utf-8")),
    ):
        beside.with_name(beside.name + ending).write_bytes(data)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
