"""A page cut into its top-level blocks, as MyST cuts it, without Sphinx."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

from markdown_it.token import Token

from scripts.code_cells import read_cell
from scripts.diagnostic import Diagnostic, noting
from scripts.front_matter import read_front_matter
from scripts.lesson import Block, FrontMatter, Parsed
from scripts.myst import block_parser

CELL_DIRECTIVE = "{code-cell}"

_CELL_LINE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{code-cell\}")


def cut_page(text: str, path: Path, known: tuple[Diagnostic, ...]) -> Parsed:
    """Give the front matter, the blocks, and all problems of a lesson's text after the `known`."""
    problems = [*known]
    problem = noting(problems, path)
    front_matter = FrontMatter()
    blocks: list[Block] = []
    cells = 0
    lines = text.split("\n")
    # The parser would begin a new line at a lone carriage return, and editors and git do not.
    for token in _top_level(_parser().parse(text.replace("\r", " "))):
        start, end = token.map or (0, 0)
        if token.type == "front_matter":
            front_matter = read_front_matter(token.content, problem)
            continue
        if token.type in {"fence", "colon_fence"} and not _is_closed(token, lines):
            problem(
                start + 1, "unclosed-fence", "this fence is never closed", "add the closing fence"
            )
        info = token.info.strip() if token.type in {"fence", "colon_fence"} else ""
        block_text = "\n".join(lines[start:end])
        if info.startswith(CELL_DIRECTIVE):
            if inner := _swallowed(token, lines):
                problem(
                    start + 1,
                    "unclosed-fence",
                    f"this cell goes on past the one that opens at line {inner}",
                    "add the closing fence where it ends",
                )
            cell = read_cell(token, cells, problem)
            cells += 1
            blocks.append(Block("cell", start + 1, end, block_text, cell=cell))
            continue
        for offset, source_line in enumerate(lines[start:end]):
            if _CELL_LINE.match(source_line) and not _shows_source(info):
                problem(
                    start + offset + 1,
                    "nested-cell",
                    "a code cell inside another block is never executed",
                    "move it to the top level of the page",
                )
        level = int(token.tag[1]) if token.type == "heading_open" else 0
        kind = _kind(token, info)
        blocks.append(Block(kind, start + 1, end, block_text, level))
    return front_matter, tuple(blocks), tuple(problems)


_parser = functools.cache(block_parser)


def _top_level(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.level == 0 and token.nesting >= 0 and token.map is not None:
            yield token


def _kind(token: Token, info: str) -> str:
    if match := re.match(r"\{([^}]+)\}", info):
        return f"directive:{match[1]}"
    if token.type == "footnote_reference_open":
        return "paragraph"
    return token.type.removesuffix("_open")


def _shows_source(info: str) -> bool:
    """Tell whether a fence shows text as it stands, so that a cell in it is an example."""
    return (bool(info) and not info.startswith("{")) or info.startswith("{code-block}")


def _swallowed(token: Token, lines: list[str]) -> int | None:
    """Give the line of a cell that opens within another one: its fence cannot close that one."""
    start, end = token.map or (0, 0)
    for number in range(start + 1, end):
        if _CELL_LINE.match(lines[number]) and lines[number].lstrip().startswith(token.markup):
            return number + 1
    return None


def _is_closed(token: Token, lines: list[str]) -> bool:
    start, end = token.map or (0, 0)
    last = lines[end - 1].strip() if end - 1 > start else ""
    return len(last) >= len(token.markup) and not last.strip(token.markup[0])
