"""Blocks that have the same name in every language: what the reader's page switches and pairs by.

Each paragraph, heading and table gets an id made of where it stands: after which label or code
cell, and as the how manieth of its kind. Pages of two languages that are parallel have the same
ids; where one has a paragraph more, ids agree again from the next heading or cell on, and
`script/blocks.js` finds out which one it is. Code cells have ids, too, since a reader may be
looking at one when the language is switched. Beside each page stands a script with its blocks as
HTML, which the other language's page loads when a reader wants to see both: a script, since a page
that is opened from a disk may load nothing else.
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
    nodes.math_block: "m",
}
# Paragraphs are counted apart by what they stand in: a list that is longer by one item must not
# shift all paragraphs after it.
_PLACES: dict[type, str] = {
    nodes.list_item: "i",
    nodes.Admonition: "n",
    nodes.block_quote: "q",
    nodes.definition: "e",
    nodes.footnote: "f",
}
# A formula without words is the same in every language.
_WORDS = re.compile(r"\\(?:text\w*|mbox)\s*\{[^}]*[^\W\d_]")
# Whatever is in them belongs to them.
_WHOLE = (nodes.table, nodes.citation, nodes.system_message)

# None of them can hold another of its kind.
_WRITTEN = re.compile(
    r'<(?P<tag>p|h[1-6]|table|figcaption|dt|div(?= class="formula block"))\b'
    rf'[^<>]*? id="(?P<id>{PREFIX}[^"<>]+)"[^<>]*>'
    r"(?P<inside>.*?)</(?P=tag)>",
    re.DOTALL,
)
# Sphinx writes the id of a figure's caption twice.
_CAPTION = re.compile(rf'(<span class="caption-text") id="{PREFIX}[^"<>]+"')
# What works on its own page alone: links to a heading, and buttons with what they open.
_AT_HOME = re.compile(r'<a class="headerlink".*?</a>|<button\b.*?</button>', re.DOTALL)
# Ids would be there twice when both languages are on one page.
_IDS = re.compile(r' (?:id|aria-(?:controls|describedby|labelledby))="[^"<>]*"')


def name_blocks(document: nodes.document) -> None:
    """Give every block of a page its id, in the order of the page."""
    # No label can hold a dot as it stands in addresses.
    place, anchor, cells, headings = "section.0", "section", 0, 0
    counts: Counter[str] = Counter()
    for node in list(_walk(document)):
        if _is_cell(node):
            cells, headings = cells + 1, 0
            place = anchor = f"cell.{cells}"
            counts = Counter()
            node["ids"].append(PREFIX + place)
            continue
        if isinstance(node, nodes.title) and isinstance(node.parent, nodes.section):
            if label := _label(node.parent, document):
                place, anchor, headings = label, label, 0
            else:
                # The code is the same in every language, and so is how many cells came before.
                headings += 1
                place = f"{anchor}.{headings}"
            counts = Counter()
        kind = _kind(node)
        counts[kind] += 1
        _give_id(node, f"{PREFIX}{place}-{kind}{counts[kind]}")


def _kind(node: nodes.Element) -> str:
    if isinstance(node, nodes.title) and not isinstance(node.parent, nodes.section):
        return "a"
    above: nodes.Element | None = node.parent if isinstance(node, nodes.paragraph) else None
    while above is not None and not isinstance(above, nodes.section | nodes.document):
        for kind, letter in _PLACES.items():
            if isinstance(above, kind):
                return letter
        above = above.parent
    return _KINDS[type(node)]


def _give_id(node: nodes.Element, name: str) -> None:
    """Let a node have an id of ours first; links to its own ones lead there, too."""
    if isinstance(node, nodes.table) and node["ids"]:
        # Other ids become elements inside it, where a table may have none.
        node.parent.insert(node.parent.index(node), nodes.target("", "", ids=node["ids"]))
        node["ids"] = []
    node["ids"].insert(0, name)


def blocks_of(body: str) -> dict[str, str]:
    """Give the blocks of a finished page as HTML, by their ids, in the order of the page.

    >>> blocks_of('<p class="x" id="b-start-p1">A <em>b</em>.</p><p>c</p>')
    {'b-start-p1': 'A <em>b</em>.'}
    """
    found = {}
    for match in _WRITTEN.finditer(body):
        whole = match[0] if match["tag"] in {"table", "div"} else match["inside"]
        found[match["id"]] = _IDS.sub("", _AT_HOME.sub("", without_marks(whole))).strip()
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
        elif _is_block(child):
            assert isinstance(child, nodes.Element)
            yield child
            if not isinstance(child, _WHOLE):
                yield from _walk(child)
        elif not isinstance(child, _WHOLE):
            yield from _walk(child)


def _is_block(node: nodes.Node) -> bool:
    if isinstance(node, nodes.math_block):
        return bool(_WORDS.search(node.astext()))
    return type(node) in _KINDS


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
    if doctree is None:
        return
    context["body"] = _CAPTION.sub(r"\1", str(context["body"]))
    if site_of(app.config).lesson(pagename) is None:
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
