"""Which names a piece of Python binds in its own scope, and which in another."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def parameters(given: ast.arguments) -> list[ast.arg]:
    """Give all parameters of a function, those that take the rest last.

    >>> [one.arg for one in parameters(ast.parse("lambda a, *b, c: 0", mode="eval").body.args)]
    ['a', 'c', 'b']
    """
    rest = [one for one in (given.vararg, given.kwarg) if one is not None]
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *rest]


def bound_in(body: Sequence[ast.stmt]) -> tuple[set[str], set[str]]:
    """Give the names that a function's body makes its own, and those it binds elsewhere.

    >>> bound_in(ast.parse("global a; a = b = 1").body)
    ({'b'}, {'a'})
    """
    declared = {
        name
        for node in _within(body)
        if isinstance(node, ast.Global | ast.Nonlocal)
        for name in node.names
    }
    bound = stored(body) | {
        (alias.asname or alias.name.partition(".")[0])
        for node in _within(body)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    return bound - declared, bound & declared


def stored(body: Sequence[ast.AST]) -> set[str]:
    """Give the names that code binds in its own scope, but for imports.

    >>> sorted(stored(ast.parse("import j; a = [b for b in c]\\ndef f(x): y = x").body))
    ['a', 'f']
    """
    names: set[str] = set()
    for node in _within(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or (
            isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name
        ):
            names.add(str(node.name))
        elif isinstance(node, ast.MatchMapping) and node.rest:
            names.add(node.rest)
    return names


def _within(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Give the nodes of a scope without those of scopes within it."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, COMPREHENSIONS):
            # Only what `:=` binds in it belongs to the scope.
            walrus = [part.target for part in ast.walk(node) if isinstance(part, ast.NamedExpr)]
            waiting += walrus
        elif not isinstance(node, _SCOPES):
            waiting += ast.iter_child_nodes(node)
