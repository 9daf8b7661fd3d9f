"""Which cells show what differs from run to run by itself: times, unseeded chance, identities."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Flag, auto

from scripts.normal_form import normal_tree


class Noise(Flag):
    """Where a difference may come from, when nothing has changed."""

    NONE = 0
    TIME = auto()
    CHANCE = auto()
    IDENTITY = auto()


_CLOCKS = frozenset({"time", "timeit", "datetime"})
_TIMES = frozenset({"sleep", "strftime", "timedelta", "timezone", "tzset"})
_IDENTITIES = frozenset(
    {"id", "hash", "os.getpid", "threading.get_ident", "os.urandom", "uuid.uuid1", "uuid.uuid4"}
)
# What gives the module that it is given the name of.
_IMPORTS = frozenset({"__import__", "importlib.import_module"})
_SEEDED = frozenset({"seed", "get_state", "set_state", "Generator", "SeedSequence", "PCG64"})
_GENERATORS = frozenset({"default_rng", "RandomState", "Random"})
# What they are given decides what is drawn.
_SEEDS = _GENERATORS | {"seed", "key", "PRNGKey", "SeedSequence"}


# Shorter words of a print are in too many lines to tell one by.
_FRAGMENT = 3
# A value on a line, with what it is filled up with; and how many: more fit in too many ways.
_HOLE = r"[^\S\n]{0,20}\S{1,40}?"
_HOLES = 4


@dataclass(frozen=True)
class Expected:
    """What noise a cell's outputs may hold, and words by which to tell lines with times in them.

    `templates` are patterns of lines that hold more than times; each group of theirs is a time.
    """

    noise: Noise = Noise.NONE
    timed: frozenset[str] = frozenset()
    templates: tuple[str, ...] = ()


def expected(sources: Iterable[str]) -> tuple[Expected, ...]:
    """Give, for each cell of a lesson in order, what may differ in it though nothing has changed.

    >>> cells = ["import time", "t = time.time()", "print(f'took {t:.0f}')\\nprint('sum', 1)"]
    >>> expected(cells)[2].timed
    frozenset({'took '})
    """
    flow = _Flow()
    found = []
    for source in sources:
        flow.timed.clear()
        flow.templates.clear()
        noise = flow.cell(source)
        found.append(Expected(noise, frozenset(flow.timed), tuple(sorted(flow.templates))))
    return tuple(found)


def noise_of(sources: Iterable[str]) -> tuple[Noise, ...]:
    """Give the noise alone.

    >>> noise_of(["import numpy as np", "x = np.random.normal()", "print(x)", "print(1)"])[1:]
    (<Noise.NONE: 0>, <Noise.CHANCE: 2>, <Noise.NONE: 0>)
    """
    return tuple(one.noise for one in expected(sources))


class _Flow:
    """Follows noise through the names that cells hand on."""

    def __init__(self) -> None:
        self._noisy: dict[str, Noise] = {}
        self._modules: dict[str, str] = {}
        self._seeded: set[str] = set()
        self.timed: set[str] = set()
        self.templates: set[str] = set()

    def cell(self, source: str) -> Noise:
        try:
            tree = normal_tree(source)
        except SyntaxError:
            return Noise.NONE
        shown = Noise.NONE
        for statement in tree.body:
            shown |= self._statement(statement)
        return shown

    def _statement(self, statement: ast.stmt) -> Noise:
        self._imports(statement)
        self._seeds(statement)
        found = self._noise(statement)
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._noisy[statement.name] = found
            return Noise.NONE
        # In the order of the page: a loop hands on to its own body.
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self._noisy[node.id] = found
        if not found:
            return Noise.NONE
        for node in ast.walk(statement):
            name = _mutated(node) if isinstance(node, ast.Call) else ""
            if name and name not in self._modules:
                self._noisy[name] = self._noisy.get(name, Noise.NONE) | self._noise(node)
        shown = Noise.NONE
        for node in ast.walk(statement):
            if isinstance(node, ast.Expr):
                noise = self._noise(node)
                shown |= noise
                if Noise.TIME in noise:
                    self.timed.update(_words(node))
                    if template := self._template(node.value):
                        self.templates.add(template)
        return shown

    def _template(self, node: ast.expr) -> str:
        """Give the pattern of a line that is printed, with a group for each time on it.

        Nothing where it is no plain print, or where too few of its words are known.
        """
        if not isinstance(node, ast.Call) or self._full_name(node.func) != "print":
            return ""
        if node.keywords or not node.args:
            return ""
        pieces: list[ast.expr | str] = []
        for argument in node.args:
            pieces += [" "] if pieces else []
            pieces += argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        known = holes = 0
        pattern = ""
        for piece in pieces:
            text = piece.value if isinstance(piece, ast.Constant) else piece
            if isinstance(text, str):
                known += len(text.strip())
                pattern += re.escape(text)
            elif isinstance(piece, ast.expr):
                holes += 1
                pattern += f"({_HOLE})" if Noise.TIME in self._noise(piece) else _HOLE
        fits = known >= _FRAGMENT and "\n" not in pattern and holes <= _HOLES
        return f"^{pattern}$" if fits else ""

    def _imports(self, statement: ast.stmt) -> None:
        for node in ast.walk(statement):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    self._modules[name] = alias.name if alias.asname else name
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    self._modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def _seeds(self, statement: ast.stmt) -> None:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and node.args:
                name = self._full_name(node.func)
                if name.endswith(".seed") and not self._seeded_anew(node):
                    self._seeded.add(name.removesuffix(".seed"))

    def _noise(self, tree: ast.AST) -> Noise:
        found = Noise.NONE
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found |= self._noisy.get(node.id, Noise.NONE)
            elif isinstance(node, ast.Call):
                found |= self._call(node)
                if self._seeded_anew(node):
                    found |= Noise.CHANCE
        return found

    def _seeded_anew(self, node: ast.Call) -> bool:
        """Tell whether a seed is another one in every run: a time, or what the system draws."""
        if self._full_name(node.func).rpartition(".")[2] not in _SEEDS:
            return False
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        return any(self._noise(value) for value in given)

    def _call(self, node: ast.Call) -> Noise:
        name = self._full_name(node.func)
        module, _, last = name.rpartition(".")
        if last in {"run_line_magic", "run_cell_magic"}:
            texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
            return Noise.TIME if texts[:1] in (["time"], ["timeit"]) else Noise.NONE
        if module.partition(".")[0] in _CLOCKS and last not in _TIMES:
            return Noise.TIME
        if name in _IDENTITIES or module == "secrets":
            return Noise.IDENTITY
        if module in {"numpy.random", "random"} and last not in _SEEDED:
            if last in _GENERATORS:
                known = bool(node.args or node.keywords)
            else:
                known = module in self._seeded
            return Noise.NONE if known else Noise.CHANCE
        return Noise.NONE

    def _full_name(self, node: ast.expr) -> str:
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name):
            parts.append(self._modules.get(node.id, node.id))
        elif isinstance(node, ast.Call) and node.args and self._full_name(node.func) in _IMPORTS:
            given = node.args[0]
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                parts.append(given.value)
        return ".".join(reversed(parts))


def _words(node: ast.AST) -> Iterator[str]:
    """Give the strings that an expression prints, but not how its numbers are to be written."""
    if isinstance(node, ast.FormattedValue):
        yield from _words(node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from (line for line in node.value.split("\n") if len(line.strip()) >= _FRAGMENT)
    else:
        for one in ast.iter_child_nodes(node):
            yield from _words(one)


def _mutated(node: ast.Call) -> str:
    """Give the name of what a method call may change: `xs.append(t)`."""
    function = node.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return function.value.id
    return ""


def names_of(noise: Noise) -> Iterator[str]:
    """Give the noises' names, for messages."""
    yield from (str(one.name).lower() for one in Noise if one and one in noise)
