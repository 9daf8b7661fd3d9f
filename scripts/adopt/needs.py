"""What a cell needs that it may not find: gone names, packages, files, a shell, Colab."""

from __future__ import annotations

import ast
import math
import re
import sys
from collections.abc import Iterator, Sequence

from scripts.adopt.code import bound_names, names_needed_at_once, parsed, used_names
from scripts.adopt.expectations import RAISES_TAG
from scripts.adopt.page import Code, Part, Report, quoted
from scripts.adopt.removed import gone
from scripts.inventory import read_inventory

# What the kernel that executes lessons has, beside the standard library.
_PACKAGES = frozenset(
    [
        "IPython",
        "jax",
        "jaxlib",
        "matplotlib",
        "ml_dtypes",
        "mpl_toolkits",
        "numpy",
        "opt_einsum",
        "scipy",
    ]
)
_COLAB_MODULES = ("google.colab", "jax.tools.colab_tpu")
_NETWORK = ("requests", "tensorflow_datasets", "urllib.request", "wget")
_READERS = frozenset(
    {
        "matplotlib.image.imread",
        "matplotlib.pyplot.imread",
        "numpy.genfromtxt",
        "numpy.load",
        "numpy.loadtxt",
        "open",
        "pandas.read_csv",
    }
)
_MESHES = frozenset({"jax.experimental.mesh_utils.create_device_mesh", "jax.make_mesh"})
_SHELL = re.compile(
    r"^\s*(?:[\w, ]+=\s*)?"
    r"(?:!|%%(?:bash|sh|script|writefile)\b|%(?:pip|conda|sx|system|cd)\b)"
)
_COLAB_LINE = re.compile(
    r"^\s*%tensorflow_version|/content/|\bCOLAB_\w+|drive\.mount\(|^\s*#\s*@(?:param|title)\b|#@param"
)
# Findings of these kinds mean that the cell fails, or that what it defines does.
_BREAKS = frozenset({"colab", "file", "gone", "network", "package"})

# The line within the cell, the rule, the message and the fix.
_Use = tuple[int, str, str, str]

# Magics that bring names in which the code does not show.
_DEFINES_ANYTHING = re.compile(
    r"^\s*%%?(?:pylab|run|load|store|capture|rerun|macro)\b", re.MULTILINE
)

_SKIP_TAG = "skip-execution"


def with_needs(parts: Sequence[Part], report: Report) -> list[Part]:
    """Report what the cells need, and give the parts; cells for a shell alone are skipped.

    Names are resolved through the imports of the whole page, in page order.
    """
    aliases: dict[str, str] = {}
    written: list[str] = []
    broken: dict[str, str] = {}
    known: set[str] = set()
    result: list[Part] = []
    for part in parts:
        if not isinstance(part, Code):
            result.append(part)
            continue
        only_shell = _report_lines(part, report)
        if tree := parsed(part.source):
            uses = list(_uses(tree, aliases, written))
            for line, rule, message, fix in uses:
                report.error(part.number(line), rule, message, fix)
            _report_dependence(part, tree, [u for u in uses if u[1] in _BREAKS], broken, report)
            _report_undefined(part, tree, known, report)
            known |= bound_names(tree)
        written.append(part.source)
        if only_shell and _SKIP_TAG not in part.tags:
            part = Code(
                part.source, part.numbers, part.outputs, (*part.tags, _SKIP_TAG), part.raises
            )
        result.append(part)
    return result


def _report_dependence(
    cell: Code, tree: ast.Module, uses: Sequence[_Use], broken: dict[str, str], report: Report
) -> None:
    """Report a cell that fails since it uses what an earlier cell could not define rightly.

    A function with a gone name in it fails where it is called; a statement fails at once, and
    what comes after it is never defined. `broken` maps such names to the reason; it is kept up.
    """
    own = {line: f"line {cell.number(line)}: {message}" for line, _, message, _ in uses}
    failed = ""
    for statement in tree.body:
        module = ast.Module([statement], [])
        needed = sorted(used_names(module) & broken.keys())
        lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
        hit = next((own[line] for line in lines if line in own), "")
        runs = not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if runs and needed and not hit and not failed:
            message = f"this cell uses `{needed[0]}`, which needs a change ({broken[needed[0]]})"
            report.error(cell.number(statement.lineno), "depends", message)
        reason = failed or hit or (broken[needed[0]] if needed else "")
        if runs:
            failed = reason
        for name in bound_names(module):
            broken.pop(name, None)
            if reason:
                broken[name] = reason


def _report_undefined(cell: Code, tree: ast.Module, known: set[str], report: Report) -> None:
    """Report names that no cell before this one defines; `*` in `known` stands for any name."""
    if _DEFINES_ANYTHING.search(cell.source):
        known.add("*")
    missing = sorted(names_needed_at_once(tree) - known)
    if missing and "*" not in known and RAISES_TAG not in cell.tags:
        names = ", ".join(f"`{name}`" for name in missing)
        message = f"no cell before this one defines {names}"
        report.error(cell.line, "undefined", message, "define it, or make the cell a fence")


def _report_lines(cell: Code, report: Report) -> bool:
    """Report shell and Colab lines; tell whether the cell holds nothing else."""
    lines = cell.source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    whole = bool(re.match(r"^\s*%%(?:bash|sh|script|writefile)\b", first))
    found = 0
    for offset, line in enumerate(lines, 1):
        if _SHELL.match(line):
            found += 1
            report.error(
                cell.number(offset),
                "shell",
                f"this cell needs a shell: {quoted(line)}",
                "install what it needs with the site's own requirements, and take the line out",
            )
        elif _COLAB_LINE.search(line):
            found += 1
            report.warning(
                cell.number(offset),
                "colab",
                f"this line is for Colab: {quoted(line)}",
                "take it out",
            )
    rest = [
        ln for ln in lines if ln.strip() and not _SHELL.match(ln) and not _COLAB_LINE.search(ln)
    ]
    return bool(found) and (whole or all(line.lstrip().startswith("#") for line in rest))


def _uses(tree: ast.Module, aliases: dict[str, str], written: Sequence[str]) -> Iterator[_Use]:
    finder = _Finder(aliases, written)
    finder.visit(tree)
    aliases.clear()
    aliases.update(finder.aliases)
    for name in bound_names(tree) - finder.imported:
        aliases.pop(name, None)
    yield from dict.fromkeys(finder.found)


class _Finder(ast.NodeVisitor):
    """Looks through one cell, in order, with the names that imports have bound so far."""

    def __init__(self, aliases: dict[str, str], written: Sequence[str]) -> None:
        self.aliases = dict(aliases)
        self.written = written
        self.imported: set[str] = set()
        self.found: list[_Use] = []

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._module(alias.name, node.lineno)
            bound = alias.asname or alias.name.split(".")[0]
            self.aliases[bound] = alias.name if alias.asname else bound
            self.imported.add(bound)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level or node.module is None:
            return
        names = [f"{node.module}.{alias.name}" for alias in node.names]
        gone = [name for name in names if self._removed(name, node.lineno)]
        if not gone:
            self._module(names[0] if node.module == "google" else node.module, node.lineno)
        for alias, name in zip(node.names, names, strict=True):
            self.aliases[alias.asname or alias.name] = name
            self.imported.add(alias.asname or alias.name)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        name = self._name(node)
        if name is None or not self._removed(name, node.lineno):
            self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        name = self.aliases.get(node.id)
        if isinstance(node.ctx, ast.Load) and name and "." in name:
            self._removed(name, node.lineno)

    def visit_Call(self, node: ast.Call) -> None:
        name = self._name(node.func)
        first = node.args[0] if node.args else None
        text = first.value if isinstance(first, ast.Constant) else None
        if name and isinstance(text, str):
            self._file_or_device(name, text, node)
        if name and name.startswith(_NETWORK):
            self._add(node, "network", f"this cell needs the network: it calls `{name}`", "")
        if name in _MESHES and isinstance(first, ast.Tuple):
            sizes = [e.value for e in first.elts if isinstance(e, ast.Constant)]
            count = math.prod(size for size in sizes if isinstance(size, int))
            if count > 1:
                self._add(node, "devices", f"this cell needs {count} devices", "")
        self.generic_visit(node)

    def _file_or_device(self, name: str, text: str, node: ast.Call) -> None:
        if name in _READERS and not text.startswith(("http:", "https:")):
            mode = next((k.value for k in node.keywords if k.arg == "mode"), None)
            mode = node.args[1] if len(node.args) > 1 and mode is None else mode
            writes = isinstance(mode, ast.Constant) and str(mode.value)[:1] in {"w", "a", "x"}
            if not writes and not any(text in source for source in self.written):
                self._add(node, "file", f"this cell needs the file {text!r}", "")
        if name in {"jax.devices", "jax.local_devices"} and text in {"gpu", "tpu", "cuda", "rocm"}:
            self._add(node, "devices", f"this cell needs a {text.upper()}", "")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for outer in (*node.decorator_list, *ast.iter_child_nodes(node.args)):
            self.visit(outer)
        if node.returns:
            self.visit(node.returns)
        self._inside(node.args, node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._inside(node.args, [node.body])

    def _inside(self, arguments: ast.arguments, body: Sequence[ast.AST]) -> None:
        """Visit a body in which the arguments hide what imports bound."""
        hidden = {a.arg for a in ast.walk(arguments) if isinstance(a, ast.arg)}
        outer = self.aliases
        self.aliases = {name: full for name, full in outer.items() if name not in hidden}
        for node in body:
            self.visit(node)
        self.aliases = outer

    def _name(self, node: ast.AST) -> str | None:
        """Give the full name that `a.b.c` stands for, or None where imports do not tell."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return None
        root = self.aliases.get(node.id)
        if root is None:
            return node.id if node.id == "open" and not parts else None
        return ".".join([root, *reversed(parts)])

    def _removed(self, name: str, line: int) -> bool:
        inventory = read_inventory()
        given_up = inventory.given_up(name)
        if given_up is None:
            return False
        part, known = given_up
        use = inventory.replacement(part)
        self.found.append((line, "gone", *gone(part, known.last or None, use or None)))
        return True

    def _module(self, name: str, line: int) -> None:
        if name.startswith(_COLAB_MODULES):
            message = f"this cell needs Colab: `{name}`"
            self.found.append((line, "colab", message, "take it out"))
        elif not self._removed(name, line):
            package = name.split(".")[0]
            if package not in _PACKAGES and package not in sys.stdlib_module_names:
                message = f"this cell needs the package `{package}`"
                fix = "add it to the requirements, or rewrite the cell without it"
                self.found.append((line, "package", message, fix))

    def _add(self, node: ast.AST, rule: str, message: str, fix: str) -> None:
        self.found.append((getattr(node, "lineno", 1), rule, message, fix))
