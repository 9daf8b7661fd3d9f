"""Python code without what a translation may change: comments, docstrings, layout."""

from __future__ import annotations

import ast
import functools
import io
import tokenize
import warnings
from collections.abc import Callable, Iterator

from scripts.magics import python_given
from scripts.patterns import lazy_pattern

# A cell may wait for something, as nothing else that Python compiles may at its top level.
TOP_LEVEL_AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


@functools.lru_cache(maxsize=4096)
def normal_form(source: str) -> str:
    """Give code that is equal for two cells just when they do the same.

    The code is parsed as IPython parses it, docstrings and comments are left out, and the tree
    is written out again; so is the code that `%%time` and its like are given. A closing semicolon
    is kept, since it hides a cell's result. Raises `SyntaxError`, with the line within the cell,
    for code that does not parse.

    >>> normal_form("x = (1 +  2)  # 셋") == normal_form("x = 1 + 2")
    True
    >>> normal_form("x = 1 + 2") == normal_form("x = 1 - 2")
    False
    """
    try:
        tree = normal_tree(source)
        # Each walk through a tree takes longer than reading it; few cells need all of them.
        if "%" in source or "get_ipython" in source:
            tree = _PlainMagics().visit(tree)
        if _MAY_BE_FORMATTED.search(source):
            tree = _PlainFStrings().visit(tree)
        return ast.unparse(tree) + (";" if _ends_quietly(source) else "")
    except (MemoryError, RecursionError, ValueError) as error:
        # What Python's own reader does with thousands of brackets, signs or digits in a row.
        raise SyntaxError("it is nested too deeply or holds too long a number") from error


_MAY_BE_FORMATTED = lazy_pattern("[fF][rR]?[\"']")

# Each of these can lead one level deeper into the syntax tree.
_DEEPER = lazy_pattern(r"[(\[{+\-*/%@~<>&|^.:]|\b(?:not|lambda|await|if|else|yield)\b")
_LONG_NUMBER = lazy_pattern(r"[0-9A-Fa-f_]{1000}")
# So many levels Python's own reader and writer of trees do without fail.
_NEVER_TOO_DEEP = 100


def require_syntax(source: str) -> None:
    """Raise the `SyntaxError` that `normal_form` would, in a tenth of its time.

    >>> require_syntax("x = 1")
    """
    try:
        tree = python_tree(source)
    except (MemoryError, RecursionError, ValueError):
        normal_form(source)
        return
    lines = source.split("\n")
    statements = (lines[one.lineno - 1 : one.end_lineno] for one in tree.body)
    counts = (len(_DEEPER.findall("\n".join(statement))) for statement in statements)
    if any(count > _NEVER_TOO_DEEP for count in counts) or _LONG_NUMBER.search(source):
        normal_form(source)


def normal_tree(source: str) -> ast.Module:
    """Give the syntax tree without docstrings; its line numbers are the cell's own.

    What magics are given stands in it as it stands in the cell.
    """
    tree = python_tree(source)
    if "def" in source or "class" in source:
        tree = _StripDocstrings().visit(tree)
    return tree


def as_python(source: str) -> str:
    """Give what Python is handed of a cell: without magics the cell itself, else IPython's words.

    Raises `SyntaxError` for code that does not parse.

    >>> as_python("x = 1  # one")
    'x = 1  # one'
    >>> as_python("%timeit f(1)")
    "get_ipython().run_line_magic('timeit', 'f(1)')\\n"
    """
    return _read(source)[0]


def python_tree(source: str) -> ast.Module:
    """Give the syntax tree of `as_python`, docstrings and all."""
    return _read(source)[1]


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Give every node of a tree, and those of the code that `%%time` and its like are given.

    >>> nodes = walk(python_tree("%time f(tide)"))
    >>> sorted(node.id for node in nodes if isinstance(node, ast.Name))
    ['f', 'get_ipython', 'tide']
    """
    for node in ast.walk(tree):
        yield node
        for given in python_given(node):
            try:
                inner = python_tree(given.code)
            except SyntaxError:
                continue
            yield from walk(inner)


def _read(source: str) -> tuple[str, ast.Module]:
    """Give the Python code of a cell and its tree."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return source, _compile(source)
        except SyntaxError as plain:
            # IPython takes half a second to import; only cells with magics need it.
            from IPython.core.inputtransformer2 import TransformerManager

            transform: Callable[[str], str] = TransformerManager().transform_cell
            transformed = transform(source)
            if transformed.rstrip("\n") == source.rstrip("\n"):
                raise plain from None
            return transformed, _compile(transformed)


def _compile(source: str) -> ast.Module:
    try:
        tree = compile(source, "<cell>", "exec", ast.PyCF_ONLY_AST | TOP_LEVEL_AWAIT)
    except ValueError as error:  # null bytes
        raise SyntaxError(str(error)) from error
    assert isinstance(tree, ast.Module)
    return tree


def _ends_quietly(source: str) -> bool:
    """Tell whether the last token of the code is a semicolon."""
    if ";" not in source:
        return False
    last = ""
    ignored = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER}
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type not in ignored and token.string:
                last = token.string
    except (tokenize.TokenError, SyntaxError):
        return source.rstrip().endswith(";")
    return last == ";"


class _PlainFStrings(ast.NodeTransformer):
    """Write f-strings as calls: which quotes they may hold depends on the version of Python."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        # Python 3.12.0 and 3.12.1 put an empty string behind a nested format.
        values = [one for one in node.values if getattr(one, "value", None) != ""]
        parts = [self.visit(value) for value in values]
        return ast.Call(ast.Name("f_string", ast.Load()), parts, [])

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        spec = [] if node.format_spec is None else [self.visit(node.format_spec)]
        parts = [self.visit(node.value), ast.Constant(node.conversion), *spec]
        return ast.Call(ast.Name("formatted", ast.Load()), parts, [])


class _StripDocstrings(ast.NodeTransformer):
    """Take the docstrings out of functions and classes; a cell's own first string is a result."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._strip(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._strip(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._strip(node)

    def _strip(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        if ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node


class _PlainMagics(ast.NodeTransformer):
    """Put the normal form of the code that a magic is given in its place."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        for given in python_given(node):
            try:
                code = normal_form(given.code)
            except SyntaxError:
                code = _without_comments(given.code)
            node.args[given.index] = ast.Constant(given.before + code)
        return node


def _without_comments(code: str) -> str:
    lines = code.split("\n")
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):
        return code
    for token in tokens:
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return "\n".join(line.rstrip() for line in lines if line.strip())
