"""What a code cell shows: texts for figures, folds for what is long, calm colouring."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from scripts.render.figure_colours import turns_over
from scripts.render.folding import Part, long_text, traceback_parts
from scripts.render.folds import folding
from scripts.render.locale import Words, words_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


class Fold(nodes.General, nodes.Element):
    """Lines that are folded away until the reader asks for them by its `prompt`."""


def _finish(app: Sphinx, doctree: nodes.document) -> None:
    words = words_of(app.config)
    for cell in doctree.findall(nodes.container):
        if cell.get("nb_element") != "cell_code":
            continue
        alt = cell["cell_metadata"].get("alt") or words.text("figure", cell=cell["exec_count"])
        for image in cell.findall(nodes.image):
            _finish_image(image, alt, Path(app.srcdir))
        for block in list(cell.findall(nodes.literal_block)):
            # A traceback holds prose, and a cell may show code that is wrong: what cannot be
            # coloured is nothing to warn of.
            block["force"] = True
            if "output" in block["classes"]:
                _fold(block, words)
        _warn_of_cost(cell, words)


def _warn_of_cost(cell: nodes.container, words: Words) -> None:
    """Say below a cell what it takes to run it, where that is much."""
    known = cell["cell_metadata"]
    notes = [words.text("slow", seconds=known["seconds"])] if "seconds" in known else []
    if "gigabytes" in known:
        notes.append(words.text("large", gigabytes=known["gigabytes"]))
    for note in notes:
        # MyST-NB looks for a cell's outputs in its last part.
        last = cell.children[-1]
        assert isinstance(last, nodes.Element)
        last += nodes.paragraph(note, note, classes=["cell-cost"])


def _finish_image(image: nodes.image, alt: str, sources: Path) -> None:
    """Say what the figure shows, and whether a dark page may turn it over."""
    image["alt"] = alt
    file = sources / image["uri"].lstrip("/")
    if file.suffix == ".svg" and turns_over(file.read_bytes().decode("utf-8", "replace")):
        image["classes"].append("turns-over")


def _fold(block: nodes.literal_block, words: Words) -> None:
    """Put a block's long middle or end behind a line to ask for it by."""
    failed = "traceback" in block["classes"]
    text = block.astext()
    parts = traceback_parts(text) if failed else long_text(text)
    if len(parts) < 2 and not any(part.folded for part in parts):
        return
    prompt = "library_frames" if failed else "more_lines"
    pieces = nodes.container(classes=["output", "in-parts", *(["failed"] if failed else [])])
    for part in parts:
        pieces += _piece(block, part, words.text(prompt, count=part.folded))
    block.parent.replace(block, pieces)


def _piece(block: nodes.literal_block, part: Part, prompt: str) -> nodes.Element:
    piece = block.copy()
    piece.rawsource = part.text
    piece += nodes.Text(part.text)
    if not part.folded:
        return piece
    # Nobody looks for a page by what is said in a library's files.
    fold = Fold("", prompt=prompt, classes=["no-search"])
    fold += piece
    return fold


def _name_folds(app: Sphinx, config: Config) -> None:
    """Say in the page's language what MyST-NB folds for the tags `hide-input` and the like."""
    words = words_of(config)
    config["nb_code_prompt_show"] = words.text("show_cell")
    config["nb_code_prompt_hide"] = words.text("hide_cell")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("config-inited", _name_folds, priority=900)
    app.add_node(Fold, html=folding("folded-output"))
    app.connect("doctree-read", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
