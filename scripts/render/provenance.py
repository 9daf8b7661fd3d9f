"""Where an output came from: a button on each output opens what ran it, when, and what changed.

What a note says stands outside the page's main part, so that search finds no page by it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from scripts.drift import CellDrift, of_language
from scripts.lesson import Lesson
from scripts.outputs import LessonOutputs
from scripts.render.about import executed
from scripts.render.drift import has_page, side_name
from scripts.render.locale import Words, words_of
from scripts.render.site import Site, site_of
from scripts.site_pages import DRIFT_PAGE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


class OutputOrigin(nodes.General, nodes.Element):
    """What opens the note on an output; `index` counts the lesson's cells from 0."""


def run_time(seconds: float, words: Words) -> str:
    """Say how long a cell ran, "" where that was not measured.

    >>> from scripts.render.locale import words
    >>> run_time(12.34, words("en")), run_time(0.4567, words("en")), run_time(0.0, words("en"))
    ('Ran for 12 s', 'Ran for 0.46 s', '')
    """
    if seconds <= 0:
        return ""
    if seconds < 0.01:
        return words.text("origin_moment")
    shown = f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.2g}"
    return words.text("origin_seconds", seconds=shown)


def facts(
    lesson: Lesson, index: int, record: LessonOutputs, drift: CellDrift | None, old: str,
    words: Words,
) -> tuple[str, ...]:  # fmt: skip
    """Give what is known of a cell's output, in order; `old` names what was before."""
    changed = "" if drift is None else words.text(f"drift_{drift.kind}")
    found = (
        executed(lesson, record, words),
        run_time(record.cells[index].seconds, words),
        words.text("origin_drift", old=old, change=changed) if changed else "",
    )
    return tuple(fact for fact in found if fact)


class AddOrigins(SphinxPostTransform):
    """Puts a button at each output of a finished page."""

    default_priority = 460
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Do it, where the outputs are known."""
        site = site_of(self.config)
        lesson = site.lesson(self.env.docname)
        if lesson is None or not lesson.cells or site.record(lesson) is None:
            return
        for cell in self.document.findall(nodes.container):
            last = cell.children[-1] if cell.children else None
            if cell.get("nb_element") != "cell_code" or not isinstance(last, nodes.Element):
                continue
            index = int(cell.get("exec_count") or 0) - 1
            if "cell_output" in last["classes"] and 0 <= index < len(lesson.cells):
                last += OutputOrigin("", index=index)


def _note_id(index: int) -> str:
    return f"output-note-{index + 1}"


def _visit(translator: HTML5Translator, node: OutputOrigin) -> None:
    label = words_of(translator.config).text("origin_label", cell=node["index"] + 1)
    note = _note_id(node["index"])
    translator.body.append(
        f'<button type="button" class="output-origin" popovertarget="{note}"'
        f' aria-label="{escape(label)}"></button>'
    )
    raise nodes.SkipNode


def _hand_over(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site, words = site_of(app.config), words_of(app.config)
    lesson = site.lesson(pagename)
    record = None if lesson is None or not lesson.cells else site.record(lesson)
    context["output_notes"] = []
    if lesson is None or record is None or not isinstance(doctree, nodes.document):
        return
    drifts = _drifts(site, pagename)
    old = "" if site.drift is None else side_name(site.drift.old, words)
    for node in doctree.findall(OutputOrigin):
        index = node["index"]
        drift = drifts.get(index)
        changed = drift is not None and drift.kind != "identical" and has_page(site)
        context["output_notes"].append(
            {
                "note": _note_id(index),
                "title": words.text("origin_title", cell=index + 1),
                "facts": facts(lesson, index, record, drift, old, words),
                "page": DRIFT_PAGE if changed else "",
            }
        )


def _drifts(site: Site, docname: str) -> dict[int, CellDrift]:
    cells = () if site.drift is None else of_language(site.drift.cells, site.language.tag)
    return {cell.index: cell for cell in cells if cell.docname == docname}


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(OutputOrigin, html=(_visit, None))
    app.add_post_transform(AddOrigins)
    app.connect("html-page-context", _hand_over)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
