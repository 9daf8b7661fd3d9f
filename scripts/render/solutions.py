"""Folds the cells tagged `solution` under a line in the page's language; works without script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from scripts.render.folds import folding
from scripts.render.locale import words_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TAG = "solution"


class Solution(nodes.General, nodes.Element):
    """What is folded away until the reader asks for it; `prompt` is the line to ask with."""


def _fold(app: Sphinx, doctree: nodes.document) -> None:
    """Put each run of solution cells into one fold."""
    prompt = words_of(app.config).text("solution")
    previous: nodes.Node | None = None
    for cell in list(doctree.findall(_is_solution)):
        parent = cell.parent
        place = parent.index(cell)
        if place and parent[place - 1] is previous and isinstance(previous, Solution):
            parent.remove(cell)
            previous += cell
            continue
        fold = Solution("", prompt=prompt)
        parent.replace(cell, fold)
        fold += cell
        previous = fold


def _is_solution(node: nodes.Node) -> bool:
    return (
        isinstance(node, nodes.container)
        and node.get("nb_element") == "cell_code"
        and TAG in node["cell_metadata"].get("tags", [])
    )


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(Solution, html=folding(TAG))
    app.connect("doctree-read", _fold)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
