"""What is folded away until the reader asks for it; the browser does it without script."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

Visit = Callable[["HTML5Translator", nodes.Element], None]


def _own_prompt(node: nodes.Element) -> str:
    return str(node["prompt"])


def folding(kind: str, prompt: Callable[[nodes.Element], str] = _own_prompt) -> tuple[Visit, Visit]:
    """Give what writes a node as a fold of class `kind`; `prompt` gives the line to ask with."""

    def visit(translator: HTML5Translator, node: nodes.Element) -> None:
        line = escape(prompt(node))
        translator.body.append(f'<details class="{kind}"><summary>{line}</summary>\n')

    def depart(translator: HTML5Translator, node: nodes.Element) -> None:
        translator.body.append("</details>\n")

    return visit, depart
