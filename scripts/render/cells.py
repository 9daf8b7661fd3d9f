"""What a code cell shows: a text for figures, for those who do not see them; calm colouring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from scripts.render.locale import words_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _finish(app: Sphinx, doctree: nodes.document) -> None:
    """Put a cell's `:alt:` on its images, else say which cell drew them."""
    words = words_of(app.config)
    for cell in doctree.findall(nodes.container):
        if cell.get("nb_element") != "cell_code":
            continue
        alt = cell["cell_metadata"].get("alt") or words.text("figure", cell=cell["exec_count"])
        for image in cell.findall(nodes.image):
            image["alt"] = alt
        for block in cell.findall(nodes.literal_block):
            # A traceback holds prose, and a cell may show code that is wrong: what cannot be
            # coloured is nothing to warn of.
            block["force"] = True


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-read", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
