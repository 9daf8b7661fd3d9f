"""Which fences of a page are cells that were run, and which belong to the prose."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from scripts.adopt.code import KNOWN_NAMES, bound_names, parsed, used_names
from scripts.adopt.page import Output

_PROMPT = re.compile(r"^\s*(?:>>> |>>>$|In \[\s*\d*\s*\]:|Out\[\s*\d*\s*\]:)")
PYTHON = re.compile(r"^\{?(?:python\d?|py\d?|ipython\d?)\b", re.I)


@dataclass(frozen=True)
class Candidate:
    """A top-level fence of Python: its code, the blank lines before it, what stands after it.

    `declared` marks one that says itself that it is a cell: a notebook's code cell, a
    `{code-cell}` directive, or one that opens with a cell magic such as `%%bash`.
    """

    source: str
    blanks_before: int
    outputs: tuple[Output, ...] = ()
    declared: bool = False


def reasons(candidates: Sequence[Candidate]) -> list[str]:
    """Give for each candidate, in page order, why it is no cell; an empty text for a cell.

    Two blank lines stand before a cell that was run, none or one before a fence of the prose
    (seen on 19 pages with 277 cells in 291 Python fences). Three things weigh more: outputs below
    it make a fence a cell, text that is no code never is one, and a fence whose names later cells
    need has to run. Where no fence of a page has two blank lines before it they were squeezed
    out, and a fence that can run where it stands is a cell.

    >>> reasons([Candidate("import math", 2), Candidate("f(1)", 1)])
    ['', 'one blank line before it, as before an example that was never run']
    """
    squeezed = all(c.blanks_before < 2 for c in candidates)
    found = [_content_reason(candidate) for candidate in candidates]
    trees = [parsed(candidate.source) for candidate in candidates]
    known: set[str] = set()
    for at, candidate in enumerate(candidates):
        tree = trees[at]
        if not found[at] and not candidate.declared and not candidate.outputs:
            missing = used_names(tree) - known if tree else frozenset()
            found[at] = _place_reason(candidate, tree, missing, squeezed=squeezed)
        if not found[at] and tree is not None:
            known |= bound_names(tree)
    _promote(candidates, trees, found)
    return found


def _content_reason(candidate: Candidate) -> str:
    lines = [line for line in candidate.source.split("\n") if line.strip()]
    if not lines:
        return "it is empty"
    if _PROMPT.match(lines[0]):
        return "it is a transcript with prompts"
    if any(o.get("ename") in {"SyntaxError", "IndentationError"} for o in candidate.outputs):
        return ""
    tree = parsed(candidate.source)
    if tree is None:
        return "it does not parse as Python"
    if (
        not tree.body
        and not candidate.source.lstrip().startswith(("%", "!"))
        and _all_comments(lines)
    ):
        return (
            "" if candidate.declared or candidate.blanks_before >= 2 else "it holds comments only"
        )
    if not candidate.outputs and _is_printed(tree):
        return "it is printed output, not code"
    return ""


def _all_comments(lines: Sequence[str]) -> bool:
    return all(line.lstrip().startswith("#") for line in lines)


def _is_printed(tree: ast.Module) -> bool:
    """Tell whether code only states values, as a page does that shows what was printed."""
    return bool(tree.body) and all(
        isinstance(node, ast.Expr) and _is_value(node.value) for node in tree.body
    )


def _is_value(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, str)
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return all(_is_part(item) for item in node.elts)
    if isinstance(node, ast.Dict):
        return all(_is_part(item) for item in (*node.keys, *node.values) if item is not None)
    if isinstance(node, ast.UnaryOp):
        return _is_value(node.operand)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        # The printed form of an object: `Array([1, 2], dtype=int32)`.
        return node.func.id in _PRINTED_FORMS and all(_is_part(a) for a in node.args)
    return False


_PRINTED_FORMS = frozenset({"Array", "DeviceArray", "ShapedArray", "Traced", "array", "tensor"})


def _is_part(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or _is_value(node)


def _place_reason(
    candidate: Candidate, tree: ast.Module | None, missing: frozenset[str], *, squeezed: bool
) -> str:
    shown = ", ".join(f"`{name}`" for name in sorted(missing - KNOWN_NAMES))
    if tree is not None and shown and _leaves_out(tree):
        return f"it leaves code out with `...` and nothing defines {shown}"
    if candidate.blanks_before >= 2:
        return ""
    if squeezed:
        return f"nothing before it defines {shown}" if shown else ""
    return "one blank line before it, as before an example that was never run"


def _leaves_out(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Expr | ast.Assign)
        and isinstance(node.value, ast.Constant)
        and node.value.value is Ellipsis
        for node in ast.walk(tree)
    )


def _promote(
    candidates: Sequence[Candidate], trees: Sequence[ast.Module | None], found: list[str]
) -> None:
    """Make cells of those fences that define what a later cell uses and no earlier cell defines."""
    changed = True
    while changed:
        changed = False
        for at, reason in enumerate(found):
            tree = trees[at]
            if not reason.startswith(("one blank", "nothing before")) or tree is None:
                continue
            names = bound_names(tree)
            for later in range(at + 1, len(candidates)):
                if found[later] or (later_tree := trees[later]) is None:
                    continue
                if used_names(later_tree) & names - _defined(trees, found, later):
                    found[at] = ""
                    changed = True
                    break


def _defined(trees: Sequence[ast.Module | None], found: Sequence[str], end: int) -> frozenset[str]:
    names: frozenset[str] = frozenset()
    for tree, reason in zip(trees[:end], found[:end], strict=True):
        if tree is not None and not reason:
            names |= bound_names(tree)
    return names
