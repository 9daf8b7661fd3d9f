"""What of a lesson's code may run again while one of its cells runs."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Mapping

from scripts.execute.templates import is_print
from scripts.lesson import Cell, Lesson


def reached_by(lesson: Lesson, cell: Cell) -> Mapping[int, ast.Module] | None:
    """Give what of each cell may run again while one of them runs: what its names lead to.

    All of the cell itself; None where a cell cannot be read.
    """
    return _led_to(tuple((one.index, one.source) for one in lesson.cells), cell.index)


@functools.lru_cache(maxsize=64)
def _led_to(sources: tuple[tuple[int, str], ...], at: int) -> Mapping[int, ast.Module] | None:
    try:
        pieces = {index: _pieces(source) for index, source in sources}
    except SyntaxError:
        return None
    modules = {name for cell in pieces.values() for piece in cell for name in piece.modules}
    own = modules | _bound_first(piece.statement for piece in pieces[at])
    names = {name for piece in pieces[at] for name in piece.names} - own
    left = [(index, piece) for index, cell in pieces.items() if index != at for piece in cell]
    kept: dict[int, list[ast.stmt]] = {index: [] for index in pieces}
    kept[at] = [piece.statement for piece in pieces[at]]
    more = True
    while more:
        more = False
        for index, piece in [*left]:
            if names & piece.binds:
                left.remove((index, piece))
                kept[index].append(piece.statement)
                names |= piece.names - own
                more = True
    return {index: ast.Module(body, []) for index, body in kept.items()}


class _Piece:
    """A statement, the names that it takes, those that it binds, and the modules it imports."""

    def __init__(self, statement: ast.stmt) -> None:
        self.statement = statement
        self.binds = _bound_by(statement)
        self.modules = _imports(statement)

    @functools.cached_property
    def names(self) -> set[str]:
        return _names_in(self.statement)


@functools.lru_cache(maxsize=256)
def _pieces(source: str) -> tuple[_Piece, ...]:
    """Give the statements of a cell, and what they have to do with other ones.

    Raises `SyntaxError` for code that cannot be read.
    """
    return tuple(map(_Piece, ast.parse(source).body))


def _bound_first(statements: Iterable[ast.stmt]) -> set[str]:
    """Give the names that a cell binds before it takes them: what they were before is gone.

    >>> sorted(_bound_first(ast.parse("for x in xs:\\n    f(x)\\ny = 1\\nz += y").body))
    ['x', 'y']
    """
    taken: set[str] = set()
    bound: set[str] = set()
    for statement in statements:
        if isinstance(statement, ast.For):
            given, targets = statement.iter, [statement.target]
        elif isinstance(statement, ast.Assign):
            given, targets = statement.value, statement.targets
        else:
            taken |= _names_in(statement) - bound
            continue
        taken |= _names_in(given) - bound
        stored = {node.id for target in targets for node in ast.walk(target)
                  if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}  # fmt: skip
        bound |= stored - taken
        taken |= _names_in(statement) - bound
    return bound


def _imports(statement: ast.stmt) -> set[str]:
    return {(one.asname or one.name).split(".")[0] for node in ast.walk(statement)
            if isinstance(node, ast.Import | ast.ImportFrom) for one in node.names}  # fmt: skip


def _names_in(tree: ast.AST) -> set[str]:
    """Give the names that a piece of code takes from elsewhere, or makes for others.

    >>> sorted(_names_in(ast.parse("def f(x):\\n    y = x\\n    return g(y)\\nz = f(a)")))
    ['a', 'f', 'g', 'z']
    """
    if isinstance(tree, ast.Name):
        return {tree.id}
    found: set[str] = set().union(*map(_names_in, ast.iter_child_nodes(tree)))
    if isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        nodes = list(ast.walk(tree))
        shared = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal)
                  for name in node.names}  # fmt: skip
        own = {node.arg for node in nodes if isinstance(node, ast.arg)}
        own |= {node.id for node in nodes
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}  # fmt: skip
        found -= own - shared
    return found


def _bound_by(statement: ast.stmt) -> set[str]:
    """Give the names whose meaning a statement makes, or may change.

    >>> sorted(_bound_by(ast.parse("x.hooks.append(f)").body[0]))
    ['f', 'x']
    >>> sorted(_bound_by(ast.parse("for i in range(3):\\n    a[i] = make(C, f)").body[0]))
    ['a', 'i']
    >>> sorted(_bound_by(ast.parse("register(C, f)").body[0]))
    ['C', 'f']
    """
    found: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and isinstance(
            node.ctx, ast.Store
        ):
            found |= _base(node)
        elif isinstance(node, ast.Expr) and isinstance(call := node.value, ast.Call):
            # What is called on a thing may change it, and a function is handed over to be kept.
            given = [*call.args, *(one.value for one in call.keywords)]
            found |= {one.id for one in given if isinstance(one, ast.Name) and not is_print(node)}
            found |= _base(call.func) if isinstance(call.func, ast.Attribute) else set()
    return found


def _base(node: ast.AST) -> set[str]:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()
