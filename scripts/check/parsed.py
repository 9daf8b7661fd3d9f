"""What a Markdown parser sees in a block: the code in its lists, and the asterisks that stay."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline import StateInline, emphasis
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token

from scripts.lesson import Block
from scripts.lesson.fences import holds_text
from scripts.lesson.myst import block_parser, myst_parser
from scripts.patterns import lazy_pattern

_STAR = "*"
_AT = "at"
# Code by its indent begins after an empty line, or right behind the mark of an item. Directives
# are pages in small, and what lists and quotations hold is indented itself.
_MAY_HOLD_CODE = lazy_pattern(r"(?:\n[ >]*\n|\A)[ >]{6}|(?:[-*+]|\d[.)]) {5}")
_MAY_HOLD_CODE_IN_DIRECTIVE = lazy_pattern(r"\n[ >]*\n {4}|(?:[-*+]|\d[.)]) {5}")


@dataclass(frozen=True)
class Marks:
    """Asterisks that stay in the rendered text: line in the file, index there, and how many.

    `before` and `after` are the characters beside them, a space where a line ends.
    """

    number: int
    index: int
    length: int
    before: str
    after: str

    @property
    def may_open(self) -> bool:
        """Tell whether somebody may have meant to begin emphasis here."""
        return not self.after.isspace()

    @property
    def may_close(self) -> bool:
        """Tell whether somebody may have meant to end emphasis here."""
        return not self.before.isspace()


def code_lines(block: Block) -> frozenset[int]:
    """Give the lines of the file that are code by their indent, in lists, notes and quotations.

    >>> sorted(code_lines(Block("bullet_list", 5, 7, "- a\\n\\n      x = 1")))
    [7]
    """
    may = _MAY_HOLD_CODE_IN_DIRECTIVE if block.kind.startswith("directive:") else _MAY_HOLD_CODE
    if not may.search(block.text.expandtabs(4) if "\t" in block.text else block.text):
        return frozenset()
    found = _tokens(_blocks(), block.text, block.line)
    return frozenset(
        number
        for token, line in found
        if token.type == "code_block" and token.map
        for number in range(line + token.map[0], line + token.map[1])
    )


def open_marks(block: Block) -> Iterator[list[Marks]]:
    """Give the asterisks that CommonMark leaves standing, paragraph by paragraph.

    >>> [[(one.index, one.length) for one in marks]
    ...  for marks in open_marks(Block("paragraph", 1, 1, "**값(x)**을 *씁니다*."))]
    [[(0, 2), (6, 2)]]
    """
    rows = block.text.split("\n")
    for token, line in _tokens(_inlines(), block.text, block.line):
        if token.type != "inline" or token.map is None:
            continue
        places = [
            child.meta[_AT]
            for child in token.children or ()
            if child.type == "text" and child.content == _STAR and _AT in child.meta
        ]
        if places:
            # What is left of a line in its paragraph is the end of that line, or a cell in it.
            first = line + token.map[0]
            yield list(_marks(token.content, places, first, rows[first - block.line :]))


def _marks(text: str, places: list[int], first: int, rows: list[str]) -> Iterator[Marks]:
    for place in places:
        if place - 1 in places:
            continue
        end = place + 1
        while end in places:
            end += 1
        row = text.count("\n", 0, place)
        start = text.rfind("\n", 0, place) + 1
        at = rows[row].rfind(text[start:].split("\n", 1)[0].strip())
        if at >= 0:
            indent = len(text[start:]) - len(text[start:].lstrip())
            before, after = text[place - 1 : place] or " ", text[end : end + 1] or " "
            index = at + place - start - indent
            yield Marks(first + row, index, end - place, before, after)


def _tokens(parser: MarkdownIt, text: str, line: int) -> Iterator[tuple[Token, int]]:
    """Give the tokens of a text and of the directives in it, each with its text's first line."""
    for token in parser.parse(text):
        yield token, line
        if (
            token.type in {"fence", "colon_fence"}
            and token.map
            and holds_text(token.markup, token.info)
        ):
            yield from _tokens(parser, token.content, line + token.map[0] + 1)


@functools.cache
def _blocks() -> MarkdownIt:
    return block_parser()


@functools.cache
def _inlines() -> MarkdownIt:
    # Text is left in pieces, so that each mark that stays is one by itself.
    parser = myst_parser().disable(["text_join", "fragments_join"])
    parser.inline.ruler.at("emphasis", _tokenize)
    return parser


def _tokenize(state: StateInline, silent: bool) -> bool:
    """Cut out asterisks as CommonMark has them, whatever the site does, and note their places."""
    if state.src[state.pos] != _STAR:
        return emphasis.tokenize(state, silent)
    if silent:
        return False
    start = end = state.pos
    while end < state.posMax and state.src[end] == _STAR:
        end += 1
    before = state.src[start - 1] if start else " "
    after = state.src[end] if end < state.posMax else " "
    opens = not _is_space(after) and (
        not _is_punctuation(after) or _is_space(before) or _is_punctuation(before)
    )
    closes = not _is_space(before) and (
        not _is_punctuation(before) or _is_space(after) or _is_punctuation(after)
    )
    for place in range(start, end):
        token = state.push("text", "", 0)
        token.content = _STAR
        token.meta = {_AT: place}
        number = len(state.tokens) - 1
        state.delimiters.append(Delimiter(ord(_STAR), end - start, number, -1, opens, closes))
    state.pos = end
    return True


def _is_space(char: str) -> bool:
    return isWhiteSpace(ord(char)) or char == "\n"


def _is_punctuation(char: str) -> bool:
    return isMdAsciiPunct(ord(char)) or isPunctChar(char)
