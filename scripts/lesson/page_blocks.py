"""A page cut into its top-level blocks, as MyST cuts it, without Sphinx."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from markdown_it.token import Token

from scripts.diagnostic import Diagnostic, noting
from scripts.lesson import Block, FrontMatter, Parsed
from scripts.lesson.code_cells import read_cell
from scripts.lesson.fences import FENCE, in_string, open_within, shows_pages
from scripts.lesson.front_matter import read_front_matter
from scripts.lesson.myst import block_parser
from scripts.patterns import lazy_pattern

CELL_DIRECTIVE = "{code-cell}"

# Its line, what is wrong, and what to do.
_Fault = tuple[int, str, str]
_NOTHING_OPEN = "nothing is open here that could end", "delete this line"

_FRONT_LINE = lazy_pattern(r"[A-Za-z][\w-]*:(?:\s|$)")
# From the first line to the next one that may end what it opens.
_HEAD = lazy_pattern(r"---[^\n]*\n(?:[^\n]*\n)*?[ \t]*---[^\n]*(?:\n|\Z)")
# The language of code, or the name of a directive, with what follows.
_INFO = lazy_pattern(r"[^\W\d_][\w+#.-]*(?:[ {,].*)?|\{[\w:-]+\}.*")
# ::: package.Name, with options below it, asks mkdocstrings for documentation: it needs no end.
_OF_MKDOCSTRINGS = lazy_pattern(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
# So many marks begin a fence.
_FENCE = 3
_CELL_LINE = lazy_pattern(r"^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{code-cell\}")


def cut_page(text: str, path: Path, known: tuple[Diagnostic, ...]) -> Parsed:
    """Give the front matter, the blocks, and all problems of a lesson's text after the `known`."""
    problems = [*known]
    problem = noting(problems, path)
    front_matter = FrontMatter()
    blocks: list[Block] = []
    cells = 0
    in_doubt = False
    cut_short: _Fault | None = None
    lines = text.split("\n")
    # The parser would begin a new line at a lone carriage return, and editors and git do not.
    tokens = _parser().parse(text.replace("\r", " "))
    fences = _fences_by_block(tokens)
    if open_until := _open_front_matter(tokens, lines):
        fix = 'write a line "---" below what the lesson says about itself'
        problem(1, "front-matter", "the front matter is never closed", fix)
        front_matter = read_front_matter("\n".join(lines[1:open_until]), lambda *_, **__: None)
    for token in _top_level(tokens):
        start, end = token.map or (0, 0)
        if start < open_until:
            continue
        if token.type == "front_matter":
            front_matter = read_front_matter(token.content, problem)
            # It went on into an example of front matter, whose fence ends below it.
            inside = sum(FENCE.match(line) is not None for line in lines[start:end])
            in_doubt = inside % 2 == 1 and len(problems) > len(known)
            continue
        info = token.info.strip() if token.type in {"fence", "colon_fence"} else ""
        block_text = "\n".join(lines[start:end])
        broken: list[_Fault] = []
        for one in fences.get(start, ()):
            faults = list(_open_fences(one, lines))
            # What was left of an example opens the next one; where that was cut is the fault.
            if faults and cut_short is not None and not one.info.strip():
                faults, cut_short = [cut_short], None
            broken += faults
            cut_short = _cut_short(one, lines) or cut_short
        for line, message, fix in broken:
            # Where an end is missing, or was taken for another's, one that is left opens a fence.
            if not (in_doubt and set(lines[line - 1].strip()) <= {":", "`"}):
                problem(line, "unclosed-fence", message, fix)
            in_doubt = True
        if info.startswith(CELL_DIRECTIVE):
            cell = read_cell(token, cells, problem, whole=not broken)
            cells += 1
            blocks.append(Block("cell", start + 1, end, block_text, cell=cell))
            continue
        for offset, source_line in enumerate(lines[start:end]):
            if not broken and _CELL_LINE.match(source_line) and not _shows_source(info):
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


def front_matter_of(text: str) -> FrontMatter | None:
    """Give the front matter as `cut_page` does, without reading what stands below it.

    None where the front matter cannot be told from the rest without that.

    >>> front_matter_of("---\\norder: 3\\n---\\n# Loops\\n").order
    3
    >>> front_matter_of("---\\norder: 3\\n\\n# Loops\\n")
    """
    if not text.lstrip().startswith("-"):
        return FrontMatter()
    head = _HEAD.match(text)
    tokens = _parser().parse(head[0].replace("\r", " ")) if head else []
    if not tokens or tokens[0].type != "front_matter":
        return None
    return read_front_matter(tokens[0].content, lambda *_, **__: None)


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


def _fences_by_block(tokens: Sequence[Token]) -> Mapping[int, list[Token]]:
    """Give the fences by the line, from 0, of the top-level block that they stand in."""
    found: dict[int, list[Token]] = {}
    top = 0
    for token in tokens:
        if token.level == 0 and token.nesting >= 0 and token.map is not None:
            top = token.map[0]
        if token.type in {"fence", "colon_fence"}:
            found.setdefault(top, []).append(token)
    return found


def _cut_short(token: Token, lines: list[str]) -> _Fault | None:
    """Tell of a text that is shown and ends with the end of a fence in it, if one does."""
    start, end = token.map or (0, 0)
    if not shows_pages(token.info.strip()) or not _is_closed(token, lines):
        return None
    inside = ((n, FENCE.match(lines[n])) for n in range(start + 1, end - 1))
    begun = [
        number
        for number, fence in inside
        if fence and fence["marks"] == token.markup and _INFO.fullmatch(fence["info"].strip())
    ]
    if not begun:
        return None
    return start + 1, *_ends_with_other(end, lines[begun[-1]].strip(), begun[-1] + 1)


def _ends_with_other(end: int, shown: str, line: int) -> tuple[str, str]:
    message = f"this ends at line {end}, with {shown} of line {line}"
    return message, "end it before, or write it with more marks than that"


def _open_fences(token: Token, lines: list[str]) -> Iterator[_Fault]:
    """Give what is wrong with the end of a fence, or of one in it: line, message, and what to do.

    A cell that opens within another one tells that this one has no end.
    """
    start, end = token.map or (0, 0)
    info = token.info.strip()
    if not _is_closed(token, lines):
        if token.markup == ":::" and _OF_MKDOCSTRINGS.fullmatch(info):
            return
        if token.markup[0] == ":" and not info:
            yield start + 1, *_NOTHING_OPEN
        elif short := _short_end(token, lines):
            yield short
        else:
            yield start + 1, "this fence is never closed", "add the closing fence"
    elif info.startswith(CELL_DIRECTIVE):
        for number in range(start + 1, end):
            if _CELL_LINE.match(lines[number]) and lines[number].lstrip().startswith(token.markup):
                message = f"this cell goes on past the one that opens at line {number + 1}"
                yield _short_end(token, lines[:number]) or (
                    start + 1,
                    message,
                    "add the closing fence where it ends",
                )
                return
    elif not info.startswith("{") and token.markup[0] in "`~" and not shows_pages(info):
        # One that holds nothing else shows how to begin one.
        inside = range(start + 1, end - 1)
        for number in inside if len(inside) > 1 else ():
            if (fence := FENCE.match(lines[number])) and _begins(fence, token, lines[start]):
                if in_string(lines[start + 1 : number]):
                    yield start + 1, *_ends_with_other(end, lines[number].strip(), number + 1)
                elif _is_left_over(token, lines):
                    yield start + 1, *_NOTHING_OPEN
                else:
                    message = f"this is still open where a fence opens at line {number + 1}"
                    yield start + 1, message, "add the closing fence where it ends"
                return
    else:
        for one in open_within(lines, start, end - 1):
            shown = lines[one.other].strip()
            if one.is_outer:
                yield one.line + 1, *_ends_with_other(one.end + 1, shown, one.other + 1)
            else:
                message = f"this is still open where {shown} of line {one.other + 1} ends"
                yield one.line + 1, message, "close it before, with as many marks as it opens with"


def _is_left_over(token: Token, lines: Sequence[str]) -> bool:
    """Tell whether a fence is an end without a beginning: it stands close below, not above, a text.

    What is above it is no code, or it would be closed there.
    """
    start = token.map[0] if token.map else 0
    below = lines[start + 1 : start + 2]
    return bool(start and lines[start - 1].strip() and below and not below[0].strip()
                and not token.info.strip())  # fmt: skip


def _short_end(token: Token, lines: Sequence[str]) -> _Fault | None:
    """Tell of the first line in a fence that would end it, were its marks not fewer.

    Where there is nothing else in it that ends, and the line may end another, it is the beginning
    that has too many.
    """
    start, end = token.map or (0, 0)
    inner: list[str] = []
    holds_others = False
    for number in range(start + 1, min(end, len(lines))):
        row = lines[number].strip(" \t>")
        if not row.startswith(token.markup[0]):
            continue
        if row.strip(token.markup[0]):
            if (fence := FENCE.match(row)) and fence["marks"][0] == token.markup[0]:
                inner.append(fence["marks"])
                holds_others = True
        elif inner and len(row) >= len(inner[-1]):
            inner.pop()
        elif len(row) < len(token.markup):
            if len(row) < _FENCE or holds_others:
                message = f"{row} has too few marks to end what opens at line {start + 1}"
                return number + 1, message, f"write {token.markup}"
            message = f"{row} of line {number + 1} has too few marks to end this"
            return start + 1, message, f"open it with {row}, or end it with {token.markup}"
    return None


def _begins(fence: re.Match[str], token: Token, opening: str) -> bool:
    """Tell whether a line within a fence opens another one, with the same marks as this one."""
    info = fence["info"].strip()
    indent = len(opening) - len(opening.lstrip())
    own = len(fence[0]) - len(fence[0].lstrip())
    return fence["marks"] == token.markup and own == indent and bool(_INFO.fullmatch(info))


def _is_closed(token: Token, lines: list[str]) -> bool:
    start, end = token.map or (0, 0)
    last = lines[end - 1].strip(" \t>") if end - 1 > start else ""
    return len(last) >= len(token.markup) and not last.strip(token.markup[0])


def _open_front_matter(tokens: Sequence[Token], lines: Sequence[str]) -> int:
    """Give the line, from 0, at which front matter without an end breaks off; 0 where none does."""
    opens = len(lines) > 1 and lines[0].rstrip() == "---" and _FRONT_LINE.match(lines[1])
    if not opens or (tokens and tokens[0].type == "front_matter"):
        return 0
    return next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
