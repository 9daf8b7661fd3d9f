"""What stands for a heading and is none of Markdown: bold lines, HTML, templates, slips."""

from __future__ import annotations

import re
from dataclasses import replace

from scripts.lesson import Block
from scripts.patterns import lazy_pattern

_ALL_BOLD = lazy_pattern(r"\s*(?P<marks>\*\*|__)(?!\s)(?:(?!(?P=marks))[^\n])+(?P=marks):?\s*")
# A line of text or a heading for which a template has the words.
_TEMPLATE = lazy_pattern(r"#{0,6}\s*\{\{[%<][^\n]*[%>]\}\}\s*")
_HTML_HEADING = lazy_pattern(
    r"<h(?P<level>[1-6])\b[^>]*>(?P<words>.*?)</h(?P=level)\s*>", re.S | re.I
)
_TAG = lazy_pattern(r"<[^>]*>")
_WITHOUT_SPACE = lazy_pattern(r"#{1,6}[^\s#!][^\n]*")


def is_bold(block: Block) -> bool:
    """Tell whether a block is a line in bold, as some write headings."""
    return block.kind == "paragraph" and _ALL_BOLD.fullmatch(block.text) is not None


def lacks_space(block: Block) -> bool:
    """Tell whether a block would be a heading with a space behind its marks."""
    return block.kind == "paragraph" and _WITHOUT_SPACE.fullmatch(block.text) is not None


def html_heading(block: Block) -> Block | None:
    """Give the only heading of a block of HTML, as it would be in Markdown; None elsewhere.

    >>> html_heading(Block("html_block", 1, 1, '<h2 align="center">All <b>loaves</b></h2>'))
    Block(kind='heading', line=1, end=1, text='## All loaves', level=2, cell=None)
    """
    if block.kind != "html_block":
        return None
    match = _HTML_HEADING.search(block.text)
    if match is None or _HTML_HEADING.search(block.text, match.end()):
        return None
    level, words = int(match["level"]), _TAG.sub("", match["words"]).strip()
    return replace(block, kind="heading", text=f"{'#' * level} {words}", level=level)


def is_of_template(block: Block) -> bool:
    """Tell whether a template has all words of a line, which may be those of a heading."""
    return block.kind in {"heading", "paragraph"} and _TEMPLATE.fullmatch(block.text) is not None
