"""Blocks that have the same name in every language: what the reader's page switches and pairs by.

Each paragraph, heading and table gets an id made of where it stands: after which label or code
cell, and as the how manieth of its kind. Pages of two languages that are parallel have the same
ids; where one has a paragraph more, ids agree again from the next heading or cell on. Beside each
page stands a script with its blocks as HTML, which the other language's page loads when a reader
wants to see both: a script, since a page that is opened from a disk may load nothing else.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from scripts.render.doubts import without_marks
from scripts.render.site import site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PREFIX = "b-"
_ENDING = ".blocks.js"

# What one is: the kinds of blocks, by the letter in their ids.
_KINDS: dict[type[nodes.Node], str] = {
    nodes.title: "h",
    nodes.rubric: "r",
    nodes.paragraph: "p",
    nodes.table: "t",
    nodes.caption: "c",
    nodes.term: "d",
}
# Whatever is in them belongs to them, or to code that is the same in every language.
_WHOLE = (nodes.table, nodes.footnote, nodes.citation, nodes.system_message)

# None of them can hold another of its kind.
_WRITTEN = re.compile(
    rf'<(?P<tag>p|h[1-6]|table|figcaption|dt)\b[^<>]*? id="(?P<id>{PREFIX}[^"<>]+)"[^<>]*>'
    r"(?P<inside>.*?)</(?P=tag)>",
    re.DOTALL,
)
_PERMALINK = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
# They open notes that stand on their own page alone.
_BUTTON = re.compile(r"<button\b[^<>]*></button>")
_IDS = re.compile(r' id="[^"<>]*"')


def name_blocks(document: nodes.document) -> None:
    """Give every block of a page its id, in the order of the page."""
    place, cells, headings = "start", 0, 0
    counts: Counter[str] = Counter()
    for node in _walk(document):
        if _is_cell(node):
            cells += 1
            place, counts = f"cell{cells}", Counter()
            continue
        if isinstance(node, nodes.title) and isinstance(node.parent, nodes.section):
            headings += 1
            place, counts = _label(node.parent, document) or f"heading{headings}", Counter()
        kind = _KINDS[type(node)]
        counts[kind] += 1
        # A table with an id of its own could have no second one.
        if not node["ids"]:
            node["ids"].append(f"{PREFIX}{place}-{kind}{counts[kind]}")


def blocks_of(body: str) -> dict[str, str]:
    """Give the blocks of a finished page as HTML, by their ids, in the order of the page.

    >>> blocks_of('<p class="x" id="b-start-p1">A <em>b</em>.</p><p>c</p>')
    {'b-start-p1': 'A <em>b</em>.'}
    """
    found = {}
    for match in _WRITTEN.finditer(body):
        # Ids would be there twice when both languages are on one page.
        inside = without_marks(_PERMALINK.sub("", match["inside"]))
        inside = _BUTTON.sub("", inside)
        inside = _IDS.sub("", inside).strip()
        table = match["tag"] == "table"
        found[match["id"]] = f"<table>{inside}</table>" if table else inside
    return found


def script_of(blocks: dict[str, str]) -> str:
    """Give the script that hands a page's blocks over."""
    data = json.dumps(blocks, ensure_ascii=False, separators=(",", ":"))
    return f"sideBySide.blocks({data});\n"


def script_name(page: str) -> str:
    """Give the address of the script that stands beside a page.

    >>> script_name("../en/scan.html")
    '../en/scan.blocks.js'
    """
    return page.removesuffix(".html") + _ENDING


def _walk(node: nodes.Node) -> Iterator[nodes.Element]:
    for child in node.children:
        if _is_cell(child):
            assert isinstance(child, nodes.Element)
            yield child
        elif type(child) in _KINDS:
            assert isinstance(child, nodes.Element)
            yield child
            if not isinstance(child, _WHOLE):
                yield from _walk(child)
        elif not isinstance(child, _WHOLE):
            yield from _walk(child)


def _is_cell(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def _label(section: nodes.Element, document: nodes.document) -> str:
    """Give the label that the author wrote for a section, as it stands in addresses."""
    for name in section["names"]:
        if document.nametypes.get(name) and name in document.nameids:
            return str(document.nameids[name])
    return ""


def _name(app: Sphinx, document: nodes.document) -> None:
    name_blocks(document)


def _write(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    if doctree is None or site_of(app.config).lesson(pagename) is None:
        return
    path = Path(app.outdir) / script_name(f"{pagename}.html")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(script_of(blocks_of(str(context["body"]))).encode("utf-8"))


def setup(app: Sphinx) -> dict[str, Any]:
    # After all that moves nodes about.
    app.connect("doctree-read", _name, priority=900)
    # Before others put into the page what is no part of the lesson.
    app.connect("html-page-context", _write, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
