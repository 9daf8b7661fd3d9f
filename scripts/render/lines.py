"""Where each block of a page stands in its lesson: for `preview`, which shows findings there.

Written beside a page where the setting `naranhi_lines` says so; a published site has none of it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from scripts.render.blocks import PREFIX
from scripts.render.site import site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ENDING = ".lines.json"
# A block by the line at which it begins, with its id; one without an id as the how manieth, from 0,
# that a CSS selector finds behind the block with that id ("" for the beginning of the page).
Place = tuple[int, str] | tuple[int, str, str, int]

# Blocks without ids of ours: they are the same, or have their text in blocks that have one.
_UNNAMED: dict[type, str] = {
    nodes.math_block: ".formula.block",
    nodes.literal_block: "div[class*='highlight-']",
    nodes.figure: "figure",
    nodes.image: "img",
    nodes.Admonition: ".admonition",
}
# What is in them belongs to them.
_WHOLE = (nodes.TextElement, nodes.table)


def lines_of(document: nodes.document) -> list[Place]:
    """Give where the blocks whose line is known stand, in the order of the page."""
    found: list[Place] = []
    last, counts = "", Counter[str]()
    for node in _blocks(document):
        name = next((one for one in node["ids"] if one.startswith(PREFIX)), None)
        selector = next((text for kind, text in _UNNAMED.items() if isinstance(node, kind)), None)
        line = _line(node)
        if name is not None:
            last, counts = name, Counter()
            if line:
                found.append((line, name))
        elif selector is not None:
            # The picture of a figure is no block beside it.
            if line and not isinstance(node.parent, nodes.figure):
                found.append((line, last, selector, counts[selector]))
            counts[selector] += 1
    return found


def with_starts(places: Iterable[Place], spans: Iterable[tuple[int, int]]) -> list[Place]:
    """Add the first lines of blocks that go from line to line, as the first place in each.

    What stands in the first line of a table or of a list is known by what follows in it.

    >>> with_starts([(3, "b-p1"), (7, "b-t1")], [(3, 4), (5, 9), (11, 12)])
    [(3, 'b-p1'), (7, 'b-t1'), (5, 'b-t1')]
    """
    found = list(places)
    begun = {place[0] for place in found}
    for start, end in spans:
        inside = [place for place in found if start < place[0] <= end]
        if start not in begun and inside:
            first = min(inside, key=lambda place: place[0])
            found.append((start, *first[1:]))
    return found


def _blocks(node: nodes.Element) -> Iterator[nodes.Element]:
    for child in node.children:
        if isinstance(child, nodes.Element):
            yield child
            if not isinstance(child, _WHOLE) and "cell" not in child.get("classes", ()):
                yield from _blocks(child)


def _line(node: nodes.Element) -> int:
    """Give the line of a node, or of the first in it that has one."""
    return next((one.line for one in node.findall() if getattr(one, "line", None)), None) or 0


def _write(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    if app.config.naranhi_lines and isinstance(doctree, nodes.document):
        lesson = site_of(app.config).lesson(pagename)
        spans = [(block.line, block.end) for block in lesson.blocks] if lesson else []
        path = Path(app.outdir) / f"{pagename}{ENDING}"
        path.write_bytes(json.dumps(with_starts(lines_of(doctree), spans)).encode("utf-8"))


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("naranhi_lines", "", "", str)
    app.connect("html-page-context", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
