"""What a name of a Python package is, read off its files: function, class, exception or data."""

from __future__ import annotations

import ast
import functools
import itertools
from dataclasses import dataclass
from pathlib import Path

_HOPS = 20


@dataclass(frozen=True)
class Definitions:
    """The definitions of the packages below a folder; what is compiled is not among them."""

    root: Path

    def kind(self, name: str) -> str:
        """Give what a fully qualified name is: a type of Sphinx's, or an empty text.

        >>> here = Definitions(Path(__file__).resolve().parents[3])
        >>> here.kind("scripts.render.inventory.definitions.Definitions.kind")
        'method'
        """
        unread = ""
        for _ in range(_HOPS):
            module, rest = self._split(name)
            node = self._module(module).get(rest[0]) if rest else None
            if not rest:
                return "module" if module else unread
            if isinstance(node, str):
                name = ".".join([node, *rest[1:]])
                continue
            if isinstance(node, ast.Assign) and (same := _dotted(node.value)):
                # `swish = silu` is what `silu` is.
                name = ".".join([module, same, *rest[1:]])
                unread = "data"
                continue
            if isinstance(node, ast.ClassDef) and len(rest) > 1:
                return _member_kind(node, rest[1])
            if isinstance(node, ast.ClassDef):
                return "exception" if _is_exception(node) else "class"
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                return "function"
            return "data" if node is not None else unread
        return unread

    def members(self, name: str, *, undocumented: bool = False) -> list[str]:
        """Give the public functions and classes that a module or a class defines itself.

        What a class sets is among them where a text says what it is, or all with `undocumented`.

        >>> Definitions(Path(__file__).resolve().parents[3]).members(
        ...     "scripts.render.inventory.definitions")
        ['Definitions']
        """
        node = self._class(name)
        rest = self._split(name)[1]
        if rest and node is None:
            return []
        body = [] if node is None else node.body
        said = {
            id(one)
            for one, after in itertools.pairwise(body)
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        }
        found = self._module(name) if node is None else _bound(body)
        return [
            own
            for own, what in found.items()
            if not own.startswith("_")
            and (
                isinstance(what, ast.FunctionDef | ast.ClassDef)
                or (node is not None and (undocumented or id(what) in said))
            )
        ]

    def docstring(self, module: str) -> str:
        """Give what a module says of itself.

        >>> here = Definitions(Path(__file__).resolve().parents[3])
        >>> here.docstring("scripts.render.inventory.definitions")[:11]
        'What a name'
        """
        file = self._file(module)
        try:
            return ast.get_docstring(ast.parse(file.read_bytes())) or "" if file else ""
        except SyntaxError:  # for a Python that is newer than ours
            return ""

    def _class(self, name: str) -> ast.ClassDef | None:
        """Give the statement that defines a class, wherever it is imported from."""
        for _ in range(_HOPS):
            module, rest = self._split(name)
            node = self._module(module).get(rest[0]) if rest else None
            if not isinstance(node, str):
                return node if isinstance(node, ast.ClassDef) else None
            name = ".".join([node, *rest[1:]])
        return None

    def _split(self, name: str) -> tuple[str, list[str]]:
        parts = name.split(".")
        for end in range(len(parts), 0, -1):
            if self._file(".".join(parts[:end])) is not None:
                return ".".join(parts[:end]), parts[end:]
        return "", parts

    def _file(self, module: str) -> Path | None:
        path = self.root.joinpath(*module.split("."))
        for file in (path / "__init__.py", path.with_name(f"{path.name}.py")):
            if file.is_file():
                return file
        return None

    @functools.cache  # noqa: B019 - it lives as long as one reading of the sources
    def _module(self, module: str) -> dict[str, ast.stmt | str]:
        """Give what a module binds: a statement, or the name that an import stands for."""
        file = self._file(module) if module else None
        if file is None:
            return {}
        try:
            body = ast.parse(file.read_bytes()).body
        except SyntaxError:  # for a Python that is newer than ours
            return {}
        package = module if file.name == "__init__.py" else module.rpartition(".")[0]
        return _bound(body, package)


def _bound(body: list[ast.stmt], package: str = "") -> dict[str, ast.stmt | str]:
    found: dict[str, ast.stmt | str] = {}
    for node in body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                found[alias.asname or root] = alias.name if alias.asname else root
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [base])])
            for alias in node.names:
                found[alias.asname or alias.name] = f"{base}.{alias.name}"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                found |= {one.id: node for one in ast.walk(target) if isinstance(one, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.If | ast.Try):
            found = _bound(node.body, package) | _bound(node.orelse, package) | found
    return found


def _dotted(node: ast.expr) -> str:
    """Give the name that an expression is, where it is nothing else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return ".".join([node.id, *names]) if isinstance(node, ast.Name) else ""


def _member_kind(node: ast.ClassDef, name: str) -> str:
    member = _bound(node.body).get(name)
    if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
        decorators = {ast.unparse(one).rpartition(".")[2] for one in member.decorator_list}
        return "property" if decorators & {"property", "cached_property"} else "method"
    return "attribute"


def _is_exception(node: ast.ClassDef) -> bool:
    names = [node.name, *(ast.unparse(base) for base in node.bases)]
    return any(name.endswith(("Error", "Exception", "Warning")) for name in names)
