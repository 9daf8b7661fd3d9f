"""The public names of a Python package, read off its files."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

# JAX keeps the names that it gives up in a dict of this name: a message, and what it still gives.
_GIVEN_UP = "_deprecations"
_PRIVATE_FOLDERS = frozenset({"test", "tests", "testing"})


@dataclass
class Module:
    """One module: its public names, and the messages for those that are gone.

    `whole` is False where there may be more: a star import, or a file that we cannot parse.
    """

    names: set[str] = field(default_factory=set)
    gone: dict[str, str] = field(default_factory=dict)
    whole: bool = True


def modules(package: Path) -> dict[str, Module]:
    """Give the public modules below a package's folder by name, sorted.

    >>> modules(Path(__file__).parent)["inventory.modules"].whole
    True
    """
    found: dict[str, Module] = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if not parts or _PRIVATE_FOLDERS & {*parts} or any(one.startswith("_") for one in parts):
            continue
        module = found.setdefault(".".join(parts), Module())
        try:
            _read(ast.parse(path.read_bytes()).body, module)
        except SyntaxError:  # for a Python that is newer than ours
            module.whole = False
        if len(parts) > 1:
            found.setdefault(".".join(parts[:-1]), Module()).names.add(parts[-1])
    for module in found.values():
        module.names = {one for one in module.names if not one.startswith("_")}
        module.names -= set(module.gone)
    return dict(sorted(found.items()))


def _read(body: Iterable[ast.stmt], module: Module) -> None:
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                if alias.name == "*":
                    module.whole = False
                else:
                    module.names.add((alias.asname or alias.name).partition(".")[0])
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            module.names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {one.id for t in targets for one in ast.walk(t) if isinstance(one, ast.Name)}
            module.names |= names
            if _GIVEN_UP in names and isinstance(node.value, ast.Dict):
                _read_given_up(node.value, module)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            for inner in _bodies(node):
                _read(inner, module)


def _bodies(node: ast.If | ast.Try | ast.With) -> Iterator[list[ast.stmt]]:
    yield node.body
    if not isinstance(node, ast.With):
        yield node.orelse
    if isinstance(node, ast.Try):
        yield from (handler.body for handler in node.handlers)
        yield node.finalbody


def _read_given_up(table: ast.Dict, module: Module) -> None:
    for key, value in zip(table.keys, table.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(value, ast.Tuple) and len(value.elts) == 2:
            message, still = value.elts
            text = message.value if isinstance(message, ast.Constant) else ""
            if isinstance(still, ast.Constant) and still.value is None:
                module.gone[str(key.value)] = str(text)
            else:
                module.names.add(str(key.value))
