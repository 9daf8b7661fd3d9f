"""Where each block of a page stands in its lesson: for `preview`, which shows findings there.

Written beside a page where the setting `naranhi_lines` says so; a published site has none of it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from scripts.render.blocks import PREFIX

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ENDING = ".lines.json"


def lines_of(document: nodes.document) -> list[tuple[int, str]]:
    """Give (line, block id) of the blocks whose line is known, in the order of the page."""
    found = []
    for node in document.findall(nodes.Element):
        name = next((one for one in node["ids"] if one.startswith(PREFIX)), None)
        if name is not None and (line := _line(node)):
            found.append((line, name))
    return found


def _line(node: nodes.Element) -> int:
    """Give the line of a node, or of the first in it that has one."""
    return next((one.line for one in node.findall() if getattr(one, "line", None)), None) or 0


def _write(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    if app.config.naranhi_lines and isinstance(doctree, nodes.document):
        path = Path(app.outdir) / f"{pagename}{ENDING}"
        path.write_bytes(json.dumps(lines_of(doctree)).encode("utf-8"))


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("naranhi_lines", "", "", str)
    app.connect("html-page-context", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
