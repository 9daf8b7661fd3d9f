"""Which statement of a cell showed what: its printed lines and the value that it displays."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scripts.execute.reach import reached_by
from scripts.execute.templates import Came, Template, balanced, held_together, is_print, template_of
from scripts.lesson import Cell, Lesson
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


def printed_in_turn(
    lesson: Lesson, cell: Cell, statement: ast.Expr, outputs: CellOutputs
) -> tuple[Came, ...]:
    """Give what one `print` inside a loop or a function of a cell gave, turn by turn.

    Nothing where it is not certain which of the cell's lines are its own.
    """
    template = template_of(statement)
    lines = printed_lines(outputs.outputs)
    others = _others_that_print(lesson, cell, statement)
    if None in others:
        return ()
    loop = printed_by_loop(lesson, cell, outputs)
    inside = [] if loop is None else [ast.unparse(one) for one in _prints_in(loop.statement)]
    if loop is not None and inside == [ast.unparse(statement)]:
        lines = list(loop.lines)
    elif others:
        # Lines that begin with a text of its own are told from those of others.
        leads = [other.lead for other in others if other is not None]
        if not template.lead or not all(leads):
            return ()
        if any(_same_beginning(lead, template.lead) for lead in leads):
            return ()
        lines = [line for line in lines if line.startswith(template.lead)]
    found = tuple(template.came(line, certain=True) for line in lines)
    return tuple(came for came in found if came) if None not in found else ()


@dataclass(frozen=True)
class LoopLines:
    """The one loop of a cell that prints, and what it printed, arrays held together.

    `outer` is what each `print` before and behind it gave, by its line.
    """

    statement: ast.For | ast.While
    lines: tuple[str, ...]
    outer: tuple[tuple[int, Came], ...] = ()


def printed_by_loop(lesson: Lesson, cell: Cell, outputs: CellOutputs) -> LoopLines | None:
    """Give what the one loop of a cell printed.

    None where another statement prints but a `print` of the cell's own before or behind it, and
    where a function of the lesson prints lines that are not told from others by how they begin.
    """
    try:
        statements = ast.parse(cell.source).body
    except SyntaxError:
        return None
    before: list[Template] = []
    behind: list[Template] = []
    places: list[int] = []
    loop: ast.For | ast.While | None = None
    for statement in statements:
        if is_print(statement):
            (behind if loop else before).append(template_of(statement))
            places.append(statement.lineno)
        elif isinstance(statement, ast.For | ast.While) and _writes(statement):
            if loop is not None or not _prints_plainly(statement):
                return None
            loop = statement
        elif not isinstance(statement, ast.FunctionDef | ast.ClassDef) and _writes(statement):
            return None
    if loop is None or outputs.status != "ok":
        return None
    leads = _leads_of_functions(lesson, cell)
    if leads is None:
        return None
    own = [*before, *behind, *map(template_of, _prints_in(loop))]
    if any(_same_beginning(one.lead, lead) for one in own for lead in leads if one.lead):
        return None
    lines = held_together([line for line in printed_lines(outputs.outputs)
                    if not line.startswith(tuple(leads))])  # fmt: skip
    end = len(lines) - len(behind)
    outer = [*zip(before, lines, strict=False), *zip(behind, lines[end:], strict=False)]
    came = [shown for one, text in outer if (shown := one.came(text, certain=False))]
    if end < len(before) or len(came) < len(places):
        return None
    known = tuple(zip(places, came, strict=True))
    return LoopLines(loop, tuple(lines[len(before) : end]), known)


def _writes(tree: ast.AST) -> bool:
    return any(_name(node) in _WRITERS for node in ast.walk(tree))


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _prints_in(tree: ast.AST) -> list[ast.Expr]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and is_print(node)]


def _prints_plainly(tree: ast.AST) -> bool:
    writers = sum(_name(node) in _WRITERS for node in ast.walk(tree))
    functions = any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in ast.walk(tree))
    return writers == len(_prints_in(tree)) and not functions


def _leads_of_functions(lesson: Lesson, cell: Cell) -> tuple[str, ...] | None:
    """Give how the lines begin that functions print in a cell, None where that is not known."""
    leads: list[str] = []
    reached = reached_by(lesson, cell)
    if reached is None:
        return None
    for tree in reached.values():
        for function in _functions(tree):
            if not _writes(function):
                continue
            prints = [template_of(one).lead for one in _prints_in(function)]
            writers = sum(_name(node) in _WRITERS for node in ast.walk(function))
            if writers != len(prints) or not all(prints):
                return None
            leads += prints
    return tuple(leads)


def printed_by_prints(lesson: Lesson, outputs: CellOutputs) -> list[int]:
    """Give how many lines of a cell begin as each `print` of the lesson begins its own."""
    lines = printed_lines(outputs.outputs)
    leads: set[str] = set()
    for cell in lesson.cells:
        try:
            leads |= {template_of(one).lead for one in _prints_in(ast.parse(cell.source))}
        except SyntaxError:
            continue
    return sorted({sum(line.startswith(lead) for line in lines) for lead in leads if lead} - {0})


def printed_by_function(lesson: Lesson, cell: Cell, outputs: CellOutputs) -> int | None:
    """Give how many lines came of the one `print` inside the functions of a cell.

    None where there are more or none, where its lines are not told from others, and where it
    stands in a loop, since nobody counts those of each call.
    """
    try:
        tree = ast.parse(cell.source)
    except SyntaxError:
        return None
    inner = {
        node.lineno: node
        for function in _functions(tree)
        for node in ast.walk(function)
        if isinstance(node, ast.Expr) and is_print(node)
    }
    if outputs.status != "ok" or len(inner) != 1:
        return None
    (statement,) = inner.values()
    loops = (node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While))
    if any(one is statement for loop in loops for one in ast.walk(loop)):
        return None
    lead = template_of(statement).lead
    others = _others_that_print(lesson, cell, statement)
    leads = [other.lead for other in others if other is not None]
    if not lead or len(leads) < len(others):
        return None
    if any(one and _same_beginning(one, lead) for one in leads):
        return None
    return sum(line.startswith(lead) for line in printed_lines(outputs.outputs))


def calls_of_function(cell: Cell, name: str) -> tuple[int, ...] | None:
    """Give how often the code of a cell calls the function in it that prints, each way to count.

    None where that is another function than the one named, and where it is called in a loop.
    """
    try:
        tree = ast.parse(cell.source)
    except SyntaxError:
        return None
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and _writes(node)]
    if len(functions) != 1 or (name and functions[0].name != name):
        return None
    own = functions[0].name
    called = {_name(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    known = {own}
    counts: list[int] = []
    for statement in tree.body:
        names = [node for node in ast.walk(statement) if _name(node) in known]
        if statement is functions[0] or not names:
            continue
        if isinstance(statement, ast.Assign):
            wrapped = {_name(target) for target in statement.targets} & called - {""}
            if wrapped:  # other names for it, such as what `jit` gives
                known |= wrapped
                continue
        looping = ast.For | ast.While | ast.ListComp | ast.GeneratorExp | ast.FunctionDef
        if any(isinstance(node, looping) for node in ast.walk(statement)):
            return None
        counts.append(len(names))
    return sum(counts), len(counts)


def _others_that_print(
    lesson: Lesson, cell: Cell, statement: ast.Expr
) -> tuple[Template | None, ...]:
    """Give what else may print while a cell runs; None stands for what is no plain `print`.

    That is all of the cell, and what stands inside the functions that it may call.
    """
    own = ast.unparse(statement)
    found: list[Template | None] = []
    skipped = False
    reached = reached_by(lesson, cell)
    if reached is None:
        return (None,)
    for one in lesson.cells:
        tree = reached[one.index]
        plain = {
            id(node.value.func): node
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and is_print(node) and isinstance(node.value, ast.Call)
        }
        scopes = tree.body if one.index == cell.index else list(_functions(tree))
        names = {id(node): node for scope in scopes for node in ast.walk(scope)}
        for key, node in names.items():
            name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
            if name not in _WRITERS:
                continue
            if key in plain and one.index == cell.index and ast.unparse(plain[key]) == own:
                # The statement itself; a second one like it is another.
                if skipped:
                    return (None,)
                skipped = True
                continue
            found.append(template_of(plain[key]) if key in plain else None)
    return tuple(found)


def _functions(tree: ast.Module) -> Iterator[ast.AST]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
    return (node for node in ast.walk(tree) if isinstance(node, kinds))


def _same_beginning(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def printed_lines(outputs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Give the lines that a cell printed."""
    printed = [o["text"] for o in outputs if o["output_type"] == "stream" and o["name"] == "stdout"]
    return "".join(printed).splitlines()


def _printed(
    statements: Sequence[ast.stmt], lines: list[str], *, alone: bool
) -> Iterator[tuple[int, Came]]:
    templates = {
        at: template_of(statement) for at, statement in enumerate(statements) if is_print(statement)
    }
    found = dict(_in_order(templates, lines, alone=alone or len(statements) == 1))
    for at, template in templates.items():
        # It ran once and began a line with text of its own: the only such line is this one.
        began = [line for line in lines if template.lead and line.startswith(template.lead)]
        if at not in found and len(began) == 1 and balanced(began[0]):
            came = template.came(began[0], certain=True)
            found |= {} if came is None else {at: came}
    yield from found.items()


def _in_order(
    templates: Mapping[int, Template], lines: list[str], *, alone: bool
) -> Iterator[tuple[int, Came]]:
    for groups in (lines, held_together(lines), ["\n".join(lines)] if lines else []):
        if templates and len(groups) == len(templates):
            break
    else:
        return
    # Each of them has written at least one line, so none of as many lines is another's.
    certain = alone or groups is lines
    for (at, template), text in zip(templates.items(), groups, strict=True):
        came = template.came(text, certain=certain or template.words > 0)
        if came is not None:
            yield at, came
        elif not alone:
            # It printed several lines, or another printed this one.
            return
