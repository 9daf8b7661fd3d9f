"""The blocks of Markdown, as MyST cuts them, with the lines they stand on."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

from scripts.adopt.page import Line, joined

# What text is replaced with where it must not be read as Markdown; one for one, so that places
# stay the same.
FILLER = "\ue000"

_CODE_SPAN = re.compile(
    r"(?<![`\\])(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL
)
_MATH = re.compile(r"(?<![\\$])\$(?![\s$])(?:\\.|[^$\\])+?(?<!\s)\$(?!\d)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True)
class Fence:
    """A fence: the indices of its first line and of the line after it, its info and content.

    `nested` tells that it stands inside a list, a quotation or another block.
    """

    start: int
    end: int
    info: str
    content: str
    nested: bool


@dataclass(frozen=True)
class Text:
    """Lines that hold running text: `kind` is paragraph, heading, table or html."""

    start: int
    end: int
    kind: str
    level: int = 0
    nested: bool = False
    content: str = ""


@functools.cache
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table").disable("inline")
    return parser.use(dollarmath_plugin).use(amsmath_plugin).use(myst_block_plugin)


@functools.cache
def _with_footnotes() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table").disable("inline")
    for plugin in (dollarmath_plugin, amsmath_plugin, myst_block_plugin, footnote_plugin):
        plugin(parser)
    # The tail moves the text of footnotes to the end of the stream, with no place in the page.
    return parser.disable("footnote_tail")


def tokens_of(lines: Sequence[Line]) -> list[Token]:
    """Give the block tokens of some lines; a token's map counts from the first of them."""
    return _with_footnotes().parse(joined(lines))


def foreign_tokens(lines: Sequence[Line]) -> list[Token]:
    """Give the block tokens of a whole page, where a footnote can never swallow an output."""
    return _markdown().parse(joined(lines))


def fences(tokens: Sequence[Token]) -> Iterator[Fence]:
    """Give all fences, the nested ones too."""
    for token in tokens:
        if token.type == "fence" and token.map:
            start, end = token.map
            yield Fence(start, end, token.info.strip(), token.content, token.level > 0)


def texts(tokens: Sequence[Token]) -> list[Text]:
    """Give the running text of a page, in order; comments and code are left out."""
    found: list[Text] = []
    opened: list[Token] = []
    for token in tokens:
        if token.nesting == 1:
            opened.append(token)
        elif token.nesting == -1 and opened:
            opened.pop()
        if token.type == "html_block" and token.map:
            if not token.content.lstrip().startswith("<!--"):
                found.append(Text(token.map[0], token.map[1], "html", nested=token.level > 0))
        elif token.type == "inline" and token.map and opened:
            table = next((t for t in opened if t.type == "table_open" and t.map), None)
            if table is not None and table.map:
                if not found or found[-1].end < table.map[1]:
                    start, end = table.map
                    found.append(Text(start, end, "table", nested=table.level > 0))
                continue
            parent = opened[-1]
            level = int(parent.tag[1]) if parent.type == "heading_open" else 0
            kind = "heading" if level else "paragraph"
            start, end = parent.map if level and parent.map else token.map
            found.append(Text(start, end, kind, level, parent.level > 0, token.content))
    return found


def masked(text: str) -> str:
    """Give a text whose code, formulas and comments are filled up: their marks do not count.

    >>> masked("a `*b*` c").replace(FILLER, ".")
    'a ..... c'
    """
    for pattern in (_COMMENT, _CODE_SPAN, _MATH):
        text = pattern.sub(lambda match: _filled(match[0]), text)
    return text


def _filled(text: str) -> str:
    return "".join("\n" if char == "\n" else FILLER for char in text)


def replaced(lines: Sequence[Line], start: int, end: int, text: str) -> list[Line]:
    """Give the lines with those from `start` to `end` replaced by a text."""
    numbers = [line.number for line in lines[start:end]]
    new = [
        Line(line, numbers[min(offset, len(numbers) - 1)])
        for offset, line in enumerate(text.split("\n"))
    ]
    return [*lines[:start], *new, *lines[end:]]
