"""Text that was copied from a page in a browser: code and prose without any mark between them."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence

from scripts.adopt.code import KNOWN_NAMES, bound_names, parsed, used_names
from scripts.adopt.page import Line, Report, joined

_FENCE = re.compile(r"^ {0,3}(?:`{3}|~{3})")
# What no line of prose begins with, in any language.
_CODE = re.compile(
    r"(?:from [\w.]+ import |import [\w.]+|@\w|(?:async )?def \w+\(|class \w+[(:]|[%!]\w)"
    r"|[\w.\[\], ]+\s*(?:[-+*/@|&]|//|\*\*)?=(?!=)|[\w.]+\("
    r"|(?:for|with|while|if|try)\b.*:\s*(?:#.*)?$"
)
_BULLET = re.compile(r"^(?P<indent>\s*)[•‣◦·▪–]\s+")
_TAG = re.compile(r"<(?=[A-Za-z/!])")
# A function may hold this many paragraphs, with blank lines between them.
_MOST_BLOCKS = 12


def is_plain(lines: Sequence[Line]) -> bool:
    """Tell whether a page has code, and no fence around any of it.

    >>> from scripts.adopt.page import numbered
    >>> is_plain(numbered("합을 구합니다.\\n\\nimport math\\nprint(math.pi)"))
    True
    >>> is_plain(numbered("# Sums\\n\\n    import math"))
    False
    """
    if any(_FENCE.match(line.text) for line in lines):
        return False
    return any(line.text.startswith(("import ", "from ")) for line in lines) and bool(
        list(_code(_blocks(lines)))
    )


def with_fences(lines: Sequence[Line], report: Report) -> list[Line]:
    """Give a page with a fence around each piece of code, and lists as Markdown writes them.

    What code uses before the page imports it is imported in a cell of its own at the start.

    >>> from pathlib import Path
    >>> from scripts.adopt.page import numbered
    >>> page = numbered("Sums\\n\\nx = math.pi\\n\\nWith this\\n\\nimport math\\nmath.e")
    >>> print(joined(with_fences(page, Report(Path("a.txt")))))
    Sums
    <BLANKLINE>
    ```python
    import math
    ```
    <BLANKLINE>
    ```python
    x = math.pi
    ```
    <BLANKLINE>
    With this
    <BLANKLINE>
    ```python
    import math
    math.e
    ```
    """
    blocks = _blocks(lines)
    pieces = dict(_code(blocks))
    cells = [cell for start, end in pieces.items() for cell in _cells(_lines(blocks[start:end]))]
    imports = _late_imports([joined(cell) for cell in cells])
    result: list[Line] = []
    at = 0
    while at < len(blocks):
        number = blocks[at][0].number
        if at not in pieces:
            result += [_as_markdown(line) for line in blocks[at]]
            result.append(Line("", number))
            at += 1
            continue
        for cell in _cells(_lines(blocks[at : pieces[at]])):
            if imports:
                report.warning(
                    number,
                    "imports",
                    f"the page imports further down what it uses here: {'; '.join(imports)}",
                    "they are put before; see whether they stand well there",
                )
                result += _fenced([Line(text, number) for text in imports])
                imports = []
            result += _fenced(cell)
        at = pieces[at]
    report.warning(
        1,
        "plain-text",
        "the page has no marks between code and prose; what reads as code became cells",
        "compare the lesson with the page, and mark its headings",
    )
    return result[:-1]


def _fenced(lines: Sequence[Line]) -> list[Line]:
    first, last = lines[0].number, lines[-1].number
    return [Line("```python", first), *lines, Line("```", last), Line("", last)]


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """Give the runs of lines between blank ones."""
    blocks: list[list[Line]] = [[]]
    for line in lines:
        if line.text.strip():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _lines(blocks: Sequence[Sequence[Line]]) -> list[Line]:
    """Give blocks as they stood, with the blank lines between them."""
    result: list[Line] = []
    for block in blocks:
        if result:
            between = range(result[-1].number + 1, block[0].number)
            result += [Line("", number) for number in between]
        result += block
    return result


def _code(blocks: Sequence[Sequence[Line]]) -> Iterator[tuple[int, int]]:
    """Give where each piece of code begins and ends, in blocks."""
    at = 0
    while at < len(blocks):
        end = _end_of_code(blocks, at)
        if end > at:
            yield at, end
        at = max(end, at + 1)


def _end_of_code(blocks: Sequence[Sequence[Line]], start: int) -> int:
    """Give the end of the code that begins with a block; its start where it is prose."""
    if not _begins_code(blocks[start]):
        return start
    end = start
    for stop in range(start + 1, min(len(blocks), start + _MOST_BLOCKS) + 1):
        tree = parsed(joined(_lines(blocks[start:stop])))
        if tree is not None and tree.body:
            end = stop
        if stop < len(blocks) and not _goes_on(blocks[stop]):
            break
    # A piece may have more blocks than a function has.
    if end - start == _MOST_BLOCKS:
        end = max(end, _end_of_code(blocks, end))
    return end


def _begins_code(block: Sequence[Line]) -> bool:
    """Tell whether a block reads as code; comments alone tell nothing."""
    first = next((line.text for line in block if not line.text.startswith("#")), "")
    return bool(_CODE.match(first)) or (first == "" and len(block) < 4)


def _goes_on(block: Sequence[Line]) -> bool:
    return block[0].text.startswith((" ", "\t", ")", "]", "}")) or _begins_code(block)


def _cells(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Give the cells of a piece of code: one that imports again what was imported is the next.

    Borders of cells are lost when a page is copied, and a cell's imports are what shows them.
    """
    tree = parsed(joined(lines))
    imported: set[str] = set()
    starts: list[int] = []
    for statement in tree.body if tree is not None else ():
        if not isinstance(statement, ast.Import | ast.ImportFrom):
            continue
        names = bound_names(ast.Module([statement], []))
        if names & imported and not (starts and starts[-1] == statement.lineno - 1):
            starts.append(statement.lineno)
            imported = set()
        imported |= names
    edges = [0, *(start - 1 for start in starts), len(lines)]
    for begin, end in itertools.pairwise(edges):
        cell = list(lines[begin:end])
        while cell and not cell[-1].text.strip():
            cell.pop()
        if cell:
            yield cell


def _late_imports(sources: Sequence[str]) -> list[str]:
    """Give the imports of the page for names that are used before anything binds them."""
    trees = [tree for source in sources if (tree := parsed(source)) is not None]
    later: dict[str, str] = {}
    for tree in trees:
        for statement in tree.body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                for name in bound_names(ast.Module([statement], [])):
                    later.setdefault(name, ast.unparse(statement))
    known = set(KNOWN_NAMES)
    missing: list[str] = []
    for tree in trees:
        missing += sorted((used_names(tree) & later.keys()) - known)
        known |= bound_names(tree) | set(missing)
    return list(dict.fromkeys(later[name] for name in missing))


def _as_markdown(line: Line) -> Line:
    text = _BULLET.sub(r"\g<indent>- ", line.text)
    return Line(_TAG.sub("&lt;", text), line.number)
