"""Which statement of a cell showed what: its printed lines and the value that it displays."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scripts.lesson import Lesson
from scripts.outputs import CellOutputs

# What writes to the output of a cell, besides a `print` of its own.
_WRITERS = frozenset(
    {
        "print",
        "pprint",
        "pp",
        "write",
        "writelines",
        "display",
        "callback",
        "inspect_array_sharding",
    }
)
_CLOSED_BY = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True)
class Came:
    """What a statement gave: the whole text, the part that its one value is, and how certain."""

    text: str
    value: str
    certain: bool


def nothing_else_prints(lesson: Lesson) -> bool:
    """Tell whether all that a lesson prints comes from `print(...)` at the top level of cells."""
    for cell in lesson.cells:
        try:
            tree = ast.parse(cell.source)
        except SyntaxError:
            return False
        printing = (
            node.value for node in tree.body if isinstance(node, ast.Expr) and is_print(node)
        )
        own = {id(call.func) for call in printing if isinstance(call, ast.Call)}
        for node in ast.walk(tree):
            name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
            if name in _WRITERS and id(node) not in own:
                return False
    return True


def what_came(
    statements: Sequence[ast.stmt], outputs: CellOutputs, *, alone: bool
) -> dict[int, Came]:
    """Give what each statement is known to have shown, by its place among them.

    `alone` says that nothing but these statements prints.

    >>> output = {"output_type": "stream", "name": "stdout", "text": "sum: 6.0\\n"}
    >>> tree = ast.parse('print(f"sum: {x}")')
    >>> what_came(tree.body, CellOutputs("ok", (output,)), alone=True)[0].value
    '6.0'
    """
    came: dict[int, Came] = {}
    if outputs.status == "ok":
        came |= _printed(statements, printed_lines(outputs.outputs), alone=alone)
    for output in outputs.outputs:
        displayed = output["output_type"] == "execute_result" and "text/plain" in output["data"]
        if displayed and statements and isinstance(statements[-1], ast.Expr):
            text = output["data"]["text/plain"]
            came[len(statements) - 1] = Came(text, text, certain=True)
    return came


def printed_lines(outputs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Give the lines that a cell printed."""
    printed = [o["text"] for o in outputs if o["output_type"] == "stream" and o["name"] == "stdout"]
    return "".join(printed).splitlines()


def _printed(
    statements: Sequence[ast.stmt], lines: list[str], *, alone: bool
) -> Iterator[tuple[int, Came]]:
    prints = [at for at, statement in enumerate(statements) if is_print(statement)]
    for groups in (lines, _whole(lines), ["\n".join(lines)] if lines else []):
        if prints and len(groups) == len(prints):
            break
    else:
        return
    certain = alone or (len(statements) == 1)
    for at, text in zip(prints, groups, strict=True):
        pattern, values, labelled = _template(statements[at])
        match = pattern.fullmatch(text)
        if match is None:
            # It printed several lines, or another printed this one.
            if alone:
                continue
            return
        value = match[1] if values == 1 else text
        yield at, Came(text, value, certain or labelled)


def is_print(statement: ast.stmt) -> bool:
    """Tell whether a statement is a plain `print(...)`."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), keywords=[])):
            return True
    return False


def _template(statement: ast.stmt) -> tuple[re.Pattern[str], int, bool]:
    """Give what a `print` writes as a pattern, how many values it has, and whether text of its own.

    >>> _template(ast.parse("print('sum', x)").body[0])[0].pattern
    'sum\\\\ (.*)'
    """
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    pieces: list[str] = []
    values = 0
    words = 0
    for number, argument in enumerate(statement.value.args):
        pieces += [re.escape(" ")] if number else []
        parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                pieces.append(re.escape(part.value))
                words += len(part.value.strip()) > 1
            else:
                pieces.append("(.*)")
                values += 1
    return re.compile("".join(pieces), re.DOTALL), values, words > 0


def _whole(lines: Sequence[str]) -> list[str]:
    """Give lines with those joined that brackets hold together.

    >>> _whole(["[[1 2]", " [3 4]]", "5"])
    ['[[1 2]\\n [3 4]]', '5']
    """
    result: list[str] = []
    depth = 0
    for line in lines:
        if depth > 0:
            result[-1] += "\n" + line
        else:
            result.append(line)
            depth = 0
        depth += sum(line.count(char) for char in _CLOSED_BY.values())
        depth -= sum(line.count(char) for char in _CLOSED_BY)
    return result
