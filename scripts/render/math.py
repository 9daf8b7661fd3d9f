"""Formulas as MathML, made at build time: no script, and nothing asked of another host."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING, Any, Literal
from xml.etree import ElementTree

from docutils import nodes
from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

_LOGGER = logging.getLogger(__name__)
# By \href, \class and \style a formula would be what the rest of a lesson must not be, either.
_ACTING = frozenset({"class", "href", "id", "style"})
_MATHML = re.compile(r"(<math\b[^>]*>)(.*)(</math>)", re.DOTALL)


def mathml(tex: str, *, display: Literal["inline", "block"]) -> str:
    """Give a formula as MathML, with its TeX kept as an annotation for those who copy it.

    Raises `ValueError` for TeX that cannot be read.

    >>> mathml("x", display="inline").partition("<semantics>")[2].partition("</semantics>")[0]
    '<mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation>'
    """
    from latex2mathml.converter import convert_to_element

    try:
        tree = convert_to_element(tex, display=display)
    except Exception as error:  # latex2mathml has no root class, and lets IndexError through
        raise ValueError(str(error) or type(error).__name__) from error
    # Its own way to write the tree lets HTML in a \text{...} through as HTML.
    for element in tree.iter():
        if strange := sorted(_ACTING & set(element.attrib)):
            raise ValueError(f"a formula sets no {strange[0]}")
        element.text = unescape(element.text or "")
        element.attrib = {key: unescape(value) for key, value in element.attrib.items()}
    converted = _MATHML.fullmatch(ElementTree.tostring(tree, encoding="unicode"))
    if converted is None:
        raise ValueError("no MathML came out")
    annotation = f'<annotation encoding="application/x-tex">{escape(tex)}</annotation>'
    return f"{converted[1]}<semantics>{converted[2]}{annotation}</semantics>{converted[3]}"


def _rendered(node: nodes.math | nodes.math_block, display: Literal["inline", "block"]) -> str:
    tex = node.astext().strip()
    try:
        return mathml(tex, display=display)
    except ValueError as error:
        _LOGGER.warning(
            "the formula cannot be read: %s", error, location=node, type="math", subtype="tex"
        )
        return f"<code>{escape(tex)}</code>"


def _inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(f'<span class="formula">{_rendered(node, "inline")}</span>')
    raise nodes.SkipNode


def _block(translator: HTML5Translator, node: nodes.math_block) -> None:
    translator.body.append(translator.starttag(node, "div", CLASS="formula block"))
    if node["number"]:
        translator.body.append(f'<span class="eqno">({node["number"]})</span>')
    translator.body.append(f"{_rendered(node, 'block')}</div>\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.connect("config-inited", _choose)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _choose(app: Sphinx, config: Any) -> None:
    config["html_math_renderer"] = "mathml"
