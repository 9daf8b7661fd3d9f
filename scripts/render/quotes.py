"""The role `` {output}`label:name` ``: a value in prose that comes from the stored outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from scripts.outputs import STOPGAP
from scripts.quotes import ROLE, QuoteError, parse_quote, quoted_cell, quoted_value
from scripts.render.site import site_of

if TYPE_CHECKING:
    from docutils.parsers.rst.states import Inliner
    from sphinx.application import Sphinx


def _role(
    name: str, rawtext: str, text: str, lineno: int, inliner: Inliner, *_: Any, **__: Any
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    env = inliner.document.settings.env
    site = site_of(env.config)
    lesson = site.lesson(env.docname)
    record = None if lesson is None else site.shown(lesson)
    quote = parse_quote(text)
    try:
        if lesson is None or record is None:
            raise QuoteError("no outputs are stored for this page")
        value = quoted_value(quote, record.cells[quoted_cell(lesson, quote).index])
    except QuoteError as error:
        if record is not None and record.fingerprint == STOPGAP:
            # It comes once the cell has run.
            return [nodes.inline(rawtext, "…", classes=["quoted-output"])], []
        message = inliner.reporter.error(f"{{{ROLE}}}`{text}`: {error}", line=lineno)
        return [inliner.problematic(rawtext, rawtext, message)], [message]
    return [nodes.inline(rawtext, value, classes=["quoted-output"])], []


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_role(ROLE, _role)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
