"""Python code in a page's cells and blocks: what of it can be parsed, and where that stands.

A cell may hold IPython's own lines, a block the prompts of a session; and either may be no Python
at all, or only in parts. Whatever is cut out of it here knows its place in what the page shows.
"""

from __future__ import annotations

import ast
import bisect
import re
import warnings
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scripts.normal_form import TOP_LEVEL_AWAIT
from scripts.patterns import lazy_pattern

# --- code and where it stands ---------------------------------------------------------------------


class Code:
    """Python code made from a part of a piece; `rows` say where in the piece each line begins."""

    def __init__(self, lines: Sequence[str], rows: Sequence[int]) -> None:
        self.lines = list(lines)
        self.rows = list(rows)
        self.text = "\n".join(lines)
        self.starts = _starts(lines)

    def place(self, line: int, column: int) -> int:
        """Give where in the text something stands by its syntax tree, which counts in bytes."""
        before = self.lines[line - 1]
        if not before.isascii():
            column = len(before.encode("utf-8")[:column].decode("utf-8", "replace"))
        return self.starts[line - 1] + column

    def in_piece(self, place: int) -> int:
        """Give where in the piece a place in the text is."""
        row = bisect.bisect_right(self.starts, place) - 1
        return self.rows[row] + place - self.starts[row]

    def part(self, start: int, end: int) -> Code:
        """Give an expression that stands in the text, in brackets so that it may have lines."""
        lines = self.text[start:end].split("\n")
        row = bisect.bisect_right(self.starts, start) - 1
        rows = [self.in_piece(start) - 1, *self.rows[row + 1 : row + len(lines)]]
        lines[0] = "(" + lines[0]
        lines[-1] += ")"
        return Code(lines, rows)

    def rest(self, row: int, column: int) -> Code:
        """Give a line from a column on, as code of its own."""
        return Code([self.lines[row][column:]], [self.rows[row] + column])


def _starts(lines: Sequence[str]) -> list[int]:
    starts = [0]
    for line in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    return starts


@dataclass(frozen=True)
class Part:
    """Code with its tree, or without one where it is no Python; `magic` stands on lines of it."""

    code: Code
    tree: ast.Module | None
    magic: Mapping[int, Code] = field(default_factory=dict)


_PROMPT = lazy_pattern(r"(?:>>> ?|\.\.\. ?|In \[\d+\]: )")
_CELL_MAGIC = lazy_pattern(r"\s*%%(\w*)")
_MAGIC = lazy_pattern(r"(?P<before>\s*(?:[\w, ]+=\s*)?)(?:%{1,2}(?P<name>\w+)[ \t]*|!|\?)")
_MAGIC_OPTIONS = lazy_pattern(r"(?:-[A-Za-z]+[ \t]*\d*[ \t]+)*")
_HELP = lazy_pattern(r"\s*\?{0,2}(?P<name>[A-Za-z_][\w.]*)\?{0,2}\s*$")
# Magics whose argument, or whose cell, is Python code.
_PYTHON_MAGICS = frozenset({"capture", "memit", "prun", "time", "timeit"})
_CONTINUES = lazy_pattern(r"[\s)\]}]|(?:else|elif|except|finally|case)\b")


def parts(source: str) -> Iterator[Part]:
    """Give a piece as the parts that can be parsed, and those that cannot."""
    lines = source.split("\n")
    code = Code(lines, _starts(lines))
    if (tree := parse(code)) is not None:
        yield Part(code, tree)
        return
    if any(line.lstrip().startswith((">>>", "In [")) for line in lines):
        code = _without_prompts(code)
    cell_magic = _CELL_MAGIC.match(code.text)
    if cell_magic and cell_magic[1] not in _PYTHON_MAGICS:
        return
    code, magic = _without_magic(_dedented(code))
    if (tree := parse(code)) is not None:
        yield Part(code, tree, magic)
        return
    for chunk, first in _chunks(code):
        inside = {row - first: line for row, line in magic.items() if row >= first}
        yield Part(chunk, parse(chunk), inside)


def parse(code: Code) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            flags = ast.PyCF_ONLY_AST | TOP_LEVEL_AWAIT
            tree = compile(code.text, "<cell>", "exec", flags, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    assert isinstance(tree, ast.Module)
    # Python counts lines at form feeds and the like as we do only where there are none.
    return tree if "\f" not in code.text and "\r" not in code.text else None


def _without_prompts(code: Code) -> Code:
    """Give what a session's prompts are followed by; what it printed becomes empty."""
    lines, rows, inside = [], [], False
    for line, row in zip(code.lines, code.rows, strict=True):
        bare = line.lstrip()
        prompt = _PROMPT.match(bare)
        starts = prompt is not None and not bare.startswith("...")
        inside = prompt is not None and (starts or inside)
        skipped = len(line) - len(bare) + (prompt.end() if prompt and inside else 0)
        lines.append(line[skipped:] if inside else "")
        rows.append(row + skipped)
    return Code(lines, rows)


def _dedented(code: Code) -> Code:
    depths = [len(line) - len(line.lstrip()) for line in code.lines if line.strip()]
    depth = min(depths, default=0)
    return Code([line[depth:] for line in code.lines], [row + depth for row in code.rows])


def _without_magic(code: Code) -> tuple[Code, dict[int, Code]]:
    """Give code in which IPython's own lines do nothing, and the Python in them by their lines."""
    lines, magic = list(code.lines), {}
    for row, line in enumerate(code.lines):
        found = _MAGIC.match(line)
        asked = _HELP.match(line) if "?" in line else None
        if asked:
            magic[row + 1] = code.rest(row, asked.start("name"))
            magic[row + 1].lines[0] = magic[row + 1].text = asked["name"]
            lines[row] = line[: len(line) - len(line.lstrip())] + "pass"
        elif found:
            if found["name"] in _PYTHON_MAGICS - {"capture"}:
                options = _MAGIC_OPTIONS.match(line, found.end())
                magic[row + 1] = code.rest(row, options.end() if options else found.end())
            before = found["before"]
            lines[row] = before + ("0" if "=" in before else "pass")
    return Code(lines, code.rows), magic


def _chunks(code: Code) -> Iterator[tuple[Code, int]]:
    """Give code cut where a line begins at the margin, with the number of lines before each."""
    first, decorated = 0, False
    for row, line in enumerate([*code.lines, "end"]):
        if row and line and not _CONTINUES.match(line) and not decorated:
            yield Code(code.lines[first:row], code.rows[first:row]), first
            first = row
        if line and not _CONTINUES.match(line):
            decorated = line.startswith("@")
    if first < len(code.lines):
        yield Code(code.lines[first:], code.rows[first:]), first


# --- expressions within f-strings -----------------------------------------------------------------

_STRING = lazy_pattern(r"(?P<kind>[A-Za-z]{0,2})(?P<quote>\"\"\"|'''|\"|')")
_BRACKETS = {"(": ")", "[": "]", "{": "}"}


def in_f_strings(text: str) -> Iterator[tuple[int, int]]:
    """Give where the expressions of f-strings stand in the source of one or more strings.

    Read by ourselves: up to Python 3.11 their syntax trees may say wrong places.

    >>> source = 'f"{a!r:>{b}} {{c}} " "{d}" rf"{e[\\'x\\']=}"'
    >>> [source[start:end] for start, end in in_f_strings(source)]
    ['a', 'b', "e['x']"]
    """
    place = 0
    while found := _STRING.search(text, place):
        formatted = "f" in found["kind"].lower()
        place = found.end()
        while place < len(text) and not text.startswith(found["quote"], place):
            if text.startswith("\\N{", place) and "r" not in found["kind"].lower():
                place += 3
            elif text[place] == "\\":
                place += 1 if formatted and text[place + 1 : place + 2] in "{}" else 2
            elif formatted and text.startswith(("{{", "}}"), place):
                place += 2
            elif formatted and text[place] == "{":
                place = yield from _field(text, place + 1)
            else:
                place += 1
        place += len(found["quote"])


def _field(text: str, start: int) -> Generator[tuple[int, int], None, int]:
    """Give the expressions of one field, and return the place behind its closing brace."""
    place, closing = start, []
    while place < len(text):
        char = text[place]
        string = _STRING.match(text, place)
        if string and char in "\"'":
            end = text.find(string["quote"], string.end())
            place = len(text) if end < 0 else end + len(string["quote"])
            continue
        if char in _BRACKETS:
            closing.append(_BRACKETS[char])
        elif closing and char == closing[-1]:
            closing.pop()
        elif not closing and (char in "}:" or (char == "!" and text[place + 1] != "=")):
            break
        place += 1
    expression = text[start:place].rstrip()
    bare = expression[:-1] if re.search(r"[^=!<>]=$", expression) else expression
    yield start, start + len(bare)
    while place < len(text) and text[place] != "}":
        place = (yield from _field(text, place + 1)) if text[place] == "{" else place + 1
    return place + 1
