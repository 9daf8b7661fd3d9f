"""Reading Python code as IPython runs it, without running it: magics, names, comments."""

from __future__ import annotations

import ast
import builtins
import io
import re
import tokenize
import warnings
from collections.abc import Iterator

_SHELL = re.compile(r"^(?P<indent>\s*)(?:!|%)")
_ASSIGNED = re.compile(r"^(?P<left>\s*[\w\s,.\[\]]+=\s*)(?:!|%[A-Za-z])")
# Magics that run the Python after them; options such as -n10 or --no-raise come between.
_RUNS_CODE = re.compile(r"^(?P<indent>\s*)%(?:timeit|time|prun)\b(?:\s+-{1,2}\w+(?:\s+\d+)?)*\s*")
_CELL_MAGIC = re.compile(r"^\s*%%(?P<name>\w+)(?P<rest>.*)$")
_PYTHON_CELL_MAGICS = frozenset({"capture", "prun", "time", "timeit"})
_HELP = re.compile(r"^\s*\?{1,2}[\w.]+\s*$|^\s*[\w.]+\?{1,2}\s*$")

KNOWN_NAMES = frozenset(dir(builtins)) | {"In", "Out", "_", "__", "___", "__name__", "display"}
KNOWN_NAMES |= {"get_ipython", "exit", "quit"}


def plain_python(source: str) -> str:
    """Give the code with magics and shell lines neutralised, line by line.

    >>> print(plain_python("x = 1\\n%timeit -n 10 f(x)\\n!ls"))
    x = 1
    f(x)
    pass
    """
    lines = source.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is not None and (magic := _CELL_MAGIC.match(lines[first])):
        if magic["name"] not in _PYTHON_CELL_MAGICS:
            return "\n".join("" for _ in lines)
        lines[first] = ""
    continued = False
    for number, line in enumerate(lines):
        ends_open = line.endswith("\\")
        if continued:
            lines[number] = ""
            continued = ends_open
        elif run := _RUNS_CODE.match(line):
            rest = line[run.end() :]
            lines[number] = run["indent"] + (rest or "pass")
        elif assigned := _ASSIGNED.match(line):
            lines[number] = assigned["left"] + "None"
            continued = ends_open
        elif shell := _SHELL.match(line):
            lines[number] = shell["indent"] + "pass"
            continued = ends_open
        elif _HELP.match(line):
            lines[number] = "pass"
    return "\n".join(lines)


def parsed(source: str) -> ast.Module | None:
    """Give the syntax tree, with the line numbers of the source, or None for what is no Python.

    >>> parsed("%timeit f(x)") is not None, parsed("class A\\n  x")
    (True, None)
    """
    for text in (source, plain_python(source)):
        flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = compile(text, "<cell>", "exec", flags)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        assert isinstance(tree, ast.Module)
        return tree
    return None


def comments(source: str, tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Give the comments that stand outside functions and classes: line, text, after code or not.

    >>> text = "def f():\\n  pass  # fails\\nf()  # raises"
    >>> list(comments(text, parsed(text)))
    [(3, 'raises', True)]
    """
    inside = [
        range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    try:
        reader = io.StringIO(plain_python(source) if _has_magic(source) else source).readline
        for token in tokenize.generate_tokens(reader):
            if token.type == tokenize.COMMENT and not any(token.start[0] in r for r in inside):
                after_code = bool(token.line[: token.start[1]].strip())
                yield token.start[0], token.string.lstrip("#").strip(), after_code
    except (tokenize.TokenError, SyntaxError):
        return


def _has_magic(source: str) -> bool:
    return any(_SHELL.match(line) or _HELP.match(line) for line in source.split("\n"))


def bound_names(tree: ast.Module) -> frozenset[str]:
    """Give the names that running the code defines at its top level.

    >>> sorted(bound_names(parsed("import a.b as c, d.e\\nfor i in c: x = 1")))
    ['c', 'd', 'i', 'x']
    """
    collector = _Names()
    collector.visit(tree)
    return frozenset(collector.bound)


def used_names(tree: ast.Module) -> frozenset[str]:
    """Give the names that the code takes from cells before it.

    >>> sorted(used_names(parsed("y = f(x)\\ndef g(a): return a + b + len(y)")))
    ['b', 'f', 'x']
    """
    collector = _Names()
    collector.visit(tree)
    return frozenset(collector.used - KNOWN_NAMES)


def names_needed_at_once(tree: ast.Module) -> frozenset[str]:
    """Give the names that must be there when the code runs, those inside functions left out.

    >>> sorted(names_needed_at_once(parsed("y = f(x)\\ndef g(a): return a + b")))
    ['f', 'x']
    """
    bound: set[str] = set()
    used: set[str] = set()
    for statement in tree.body:
        scope = _Scope()
        scope.visit(statement)
        used |= scope.used - bound
        bound |= scope.bound
    return frozenset(used - KNOWN_NAMES)


class _Names(ast.NodeVisitor):
    """Gathers what is bound and what is used before it is bound, in the order of running.

    Inside a function a name counts as used when neither the function nor, by the end, the
    cell binds it: functions run later.
    """

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.used: set[str] = set()

    def visit_Module(self, node: ast.Module) -> None:
        later: set[str] = set()
        for statement in node.body:
            inner = _Scope()
            inner.visit(statement)
            later |= inner.deferred
            self.used |= inner.used - self.bound
            self.bound |= inner.bound
        self.used |= later - self.bound


class _Scope(ast.NodeVisitor):
    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.used: set[str] = set()
        self.deferred: set[str] = set()

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            if node.id not in self.bound:
                self.used.add(node.id)
        else:
            self.bound.add(node.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        if isinstance(node.target, ast.Name) and node.target.id not in self.bound:
            self.used.add(node.target.id)
        self.visit(node.target)

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        self.visit(node.target)
        for statement in (*node.body, *node.orelse):
            self.visit(statement)

    def visit_Import(self, node: ast.Import) -> None:
        self.bound |= {a.asname or a.name.split(".")[0] for a in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.bound |= {a.asname or a.name for a in node.names}

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.bound.add(node.name)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node, node.generators)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._comprehension(node, node.generators)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node, node.generators)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node, node.generators)

    def _comprehension(self, node: ast.AST, generators: list[ast.comprehension]) -> None:
        own = {
            name.id
            for generator in generators
            for name in ast.walk(generator.target)
            if isinstance(name, ast.Name)
        }
        for name in ast.walk(node):
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load):
                self.used |= {name.id} - own - self.bound

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for outer in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            if outer is not None:
                self.visit(outer)
        self.bound.add(node.name)
        self._defer(node.args, node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._defer(node.args, [node.body])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for outer in (*node.decorator_list, *node.bases, *(k.value for k in node.keywords)):
            self.visit(outer)
        inner = _Scope()
        for statement in node.body:
            inner.visit(statement)
        self.used |= inner.used - self.bound
        self.deferred |= inner.deferred - {node.name}
        self.bound.add(node.name)

    def _defer(self, arguments: ast.arguments, body: list[ast.stmt] | list[ast.expr]) -> None:
        own = {a.arg for a in ast.walk(arguments) if isinstance(a, ast.arg)}
        inner = _Scope()
        inner.bound |= own
        for statement in body:
            inner.visit(statement)
        self.deferred |= (inner.used | inner.deferred) - own - inner.bound
