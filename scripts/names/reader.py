"""Reads a page's code for the names in it, and for what they lead to: see `names_used`.

Code is read, never run: a name leads to what its import says, as long as nothing else is bound to
it. What is assigned, a parameter, a loop's variable and the like is the page's own and leads
nowhere; where two ways through the code disagree, so does the name. Cells are read in the order of
the page; a function's body sees what its surroundings hold when they are done.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterable, Sequence

from scripts.names.bindings import Bindings, Target, agreed, doubt, is_module, put, settled
from scripts.names.fragments import Code, in_f_strings, parse, parts
from scripts.names.guessed import IMPORT, dotted_names, may_bind, without_texts
from scripts.names.page_names import PageNames, Use
from scripts.names.scopes import COMPREHENSIONS, bound_in, parameters, stored

_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def read_page(sources: Sequence[str]) -> PageNames:
    """Give the names of a page, whose pieces of code are given in their order."""
    reader = _Reader()
    for source in sources:
        reader.read(source)
    reader.finish()
    once = {name: targets for name, targets in reader.imported.items() if len(targets) == 1}
    own = reader.own | (reader.imported.keys() - once.keys())
    imported = {name: next(iter(targets)) for name, targets in once.items() if name not in own}
    uses = tuple(tuple(sorted(set(found), key=lambda use: use.start)) for found in reader.uses)
    return PageNames(uses, imported, frozenset(own))


class _Reader:
    """Reads a page's pieces one after another, and then the bodies of its functions."""

    def __init__(self) -> None:
        self.uses: list[list[Use]] = []
        self.imported: dict[str, set[str]] = {}
        self.own: set[str] = set()
        self._code = Code([""], [0])
        self._magic: dict[int, Code] = {}
        self._found: list[Use] = []
        # The scopes that names are looked up in, from the page's own inwards.
        self._scopes: list[Bindings] = [{}]
        self._class: Bindings | None = None
        # Bodies to be read when their surroundings are done.
        self._waiting: list[tuple[Bindings, Callable[[Bindings], None]]] = []
        self._bodies: list[Callable[[Bindings], None]] = []

    def read(self, source: str) -> None:
        """Read the next piece."""
        self._found = []
        self.uses.append(self._found)
        for part in parts(source):
            self._code, self._magic = part.code, dict(part.magic)
            if part.tree is None or not self._is_read(functools.partial(self._all, part.tree.body)):
                self._guess()
        page = self._scopes[0]
        for before, body in self._waiting:
            self._bodies.append(_later(body, settled(before, page)))
        self._waiting = []

    def finish(self) -> None:
        """Read the bodies of functions, which see all that the page has bound in the end."""
        bodies, self._bodies = self._bodies, []
        for body in bodies:
            self._is_read(functools.partial(body, self._scopes[0]))

    def _is_read(self, read: Callable[[], None]) -> bool:
        """Read a part, and tell whether it was not too deep for that, as a sum of 900 terms is."""
        try:
            read()
        except RecursionError:
            del self._scopes[1:]
            self._class = None
            return False
        return True

    # --- statements

    def _all(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            self._visit(statement)

    def _visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            self._visit_magic(node.lineno)
        visit = getattr(self, f"_{type(node).__name__.lower()}", None)
        if visit is not None:
            visit(node)
        elif isinstance(node, COMPREHENSIONS):
            self._comprehension(node)
        else:
            self._children(node)

    def _children(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            self._visit(child)

    def _visit_magic(self, line: int) -> None:
        if inside := self._magic.pop(line, None):
            self._visit_part(inside)

    def _visit_part(self, part: Code) -> None:
        """Visit code that stands within other code."""
        if (tree := parse(part)) is not None:
            around, magic = self._code, self._magic
            self._code, self._magic = part, {}
            try:
                self._all(tree.body)
            finally:
                self._code, self._magic = around, magic

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._note_dotted(alias.name, self._code.place(alias.lineno, alias.col_offset))
            if alias.asname:
                self._bind(alias.asname, Target(alias.name))
            else:
                root = alias.name.partition(".")[0]
                self._bind(root, Target(root))

    def _importfrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        start = self._code.place(node.lineno, node.col_offset)
        written = re.compile(r"from\s+(?P<module>[\w.]+)").match(self._code.text, start)
        if written and not node.level and written["module"] == module:
            self._note_dotted(module, written.start("module"))
        for alias in node.names:
            if alias.name == "*":
                doubt(self._scopes[-1])
                continue
            full = f"{module}.{alias.name}"
            start = self._code.place(alias.lineno, alias.col_offset)
            if not node.level:
                self._note(start, [(full, start + len(alias.name))])
            name = alias.asname or alias.name
            self._bind(name, None if node.level else Target(full), own=bool(node.level))

    def _note_dotted(self, name: str, start: int) -> None:
        parts = name.split(".")
        ends = [len(".".join(parts[: count + 1])) for count in range(len(parts))]
        self._note(start, [(name[:end], start + end) for end in ends])

    def _functiondef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for decorator in node.decorator_list:
            self._visit(decorator)
        self._arguments_around(node.args)
        if node.returns is not None:
            self._visit(node.returns)
        self._bind(node.name, None)
        self._read_later(node.args, node.body)

    _asyncfunctiondef = _functiondef

    def _lambda(self, node: ast.Lambda) -> None:
        self._arguments_around(node.args)
        self._scopes.append(dict.fromkeys(self._parameters(node.args)))
        outer, self._class = self._class, None
        self._visit(node.body)
        self._class = outer
        self._scopes.pop()

    def _arguments_around(self, arguments: ast.arguments) -> None:
        """Visit what a function's surroundings evaluate: defaults and annotations."""
        defaults = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
        for value in [*defaults, *(a.annotation for a in parameters(arguments) if a.annotation)]:
            self._visit(value)

    def _parameters(self, arguments: ast.arguments) -> list[str]:
        names = [argument.arg for argument in parameters(arguments)]
        self.own.update(names)
        return names

    def _read_later(self, arguments: ast.arguments, body: Sequence[ast.stmt]) -> None:
        """Have a function's body read when its surroundings are done."""
        bound, everywhere = bound_in(body)
        for name in everywhere:
            # Who calls the function, and when, nobody knows.
            self._scopes[0][name] = None
            self.own.add(name)
        local: Bindings = dict.fromkeys([*self._parameters(arguments), *sorted(bound)])
        code, found, outer = self._code, self._found, self._scopes[:-1]
        magic, self._magic = self._magic, dict(self._magic)
        last = max((statement.end_lineno or 0 for statement in body), default=0)
        first = body[0].lineno if body else 0
        for line in [line for line in self._magic if first <= line <= last]:
            del self._magic[line]

        def read(around: Bindings) -> None:
            kept = self._code, self._found, self._scopes, self._magic, self._class, self._waiting
            self._code, self._found, self._magic = code, found, dict(magic)
            self._scopes, self._class, self._waiting = [*outer, around, dict(local)], None, []
            self._all(body)
            inner = self._scopes[-1]
            for before, function in self._waiting:
                function(settled(before, inner))
            self._code, self._found, self._scopes, self._magic, self._class, self._waiting = kept

        self._waiting.append((dict(self._scopes[-1]), read))

    def _classdef(self, node: ast.ClassDef) -> None:
        for part in [*node.decorator_list, *node.bases, *(word.value for word in node.keywords)]:
            self._visit(part)
        outer, self._class = self._class, {}
        self._all(node.body)
        self._class = outer
        self._bind(node.name, None)

    def _assign(self, node: ast.Assign) -> None:
        self._visit(node.value)
        for target in node.targets:
            self._visit(target)
        first = node.targets[0]
        # `jnp = jax.numpy` names a module anew.
        if isinstance(first, ast.Name) and is_module(named := self._target(node.value)):
            self._scope()[first.id] = Target(named, alias=True)

    def _augassign(self, node: ast.AugAssign) -> None:
        self._visit(node.value)
        self._visit(node.target)

    def _annassign(self, node: ast.AnnAssign) -> None:
        self._visit(node.annotation)
        if node.value is not None:
            self._visit(node.value)
        self._visit(node.target)

    def _namedexpr(self, node: ast.NamedExpr) -> None:
        self._visit(node.value)
        self._bind(node.target.id, None)

    def _global(self, node: ast.Global) -> None:
        pass

    def _if(self, node: ast.If) -> None:
        self._visit(node.test)
        self._branch([node.body, node.orelse])

    def _match(self, node: ast.Match) -> None:
        self._visit(node.subject)
        branches: list[Sequence[ast.AST]] = []
        for case in node.cases:
            guard = [case.guard] if case.guard else []
            branches.append([case.pattern, *guard, *case.body])
        self._branch([*branches, []])

    def _matchas(self, node: ast.MatchAs) -> None:
        self._children(node)
        if node.name:
            self._bind(node.name, None)

    def _matchstar(self, node: ast.MatchStar) -> None:
        if node.name:
            self._bind(node.name, None)

    def _matchmapping(self, node: ast.MatchMapping) -> None:
        self._children(node)
        if node.rest:
            self._bind(node.rest, None)

    def _try(self, node: ast.Try) -> None:
        # An import that works is the one that is tried first.
        handlers: list[Sequence[ast.AST]] = [[handler] for handler in node.handlers]
        self._branch([[*node.body, *node.orelse], *handlers], first_wins=True)
        self._all(node.finalbody)

    _trystar = _try

    def _excepthandler(self, node: ast.ExceptHandler) -> None:
        if node.type is not None:
            self._visit(node.type)
        if node.name:
            self._bind(node.name, None)
        self._all(node.body)

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        self._visit(node.iter)
        self._loop([node.target, *node.body])
        self._all(node.orelse)

    _asyncfor = _for

    def _while(self, node: ast.While) -> None:
        self._loop([node.test, *node.body])
        self._all(node.orelse)

    def _loop(self, body: Sequence[ast.AST]) -> None:
        """Visit what may run again: what it binds in its end, it may read in its beginning."""
        scope = self._scope()
        for name in stored(body):
            if name in scope:
                scope[name] = None
        self._branch([body, []])

    def _branch(self, branches: Sequence[Sequence[ast.AST]], *, first_wins: bool = False) -> None:
        """Visit ways of which one is gone; a name that they disagree on leads nowhere."""
        scope = self._scope()
        before, ends = dict(scope), []
        for branch in branches:
            put(scope, before)
            for node in branch:
                self._visit(node)
            if not branch or not isinstance(branch[-1], _LEAVES):
                ends.append(dict(scope))
        put(scope, agreed(ends or [before], first_wins=first_wins))

    def _comprehension(self, node: ast.AST) -> None:
        assert isinstance(node, COMPREHENSIONS)
        self._visit(node.generators[0].iter)
        inner: Bindings = {}
        self._scopes.append(inner)
        outer, self._class = self._class, None
        for at, generator in enumerate(node.generators):
            if at:
                self._visit(generator.iter)
            self._visit(generator.target)
            for condition in generator.ifs:
                self._visit(condition)
        if isinstance(node, ast.DictComp):
            self._visit(node.key)
            self._visit(node.value)
        else:
            self._visit(node.elt)
        self._scopes.pop()
        self._class = outer
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr):
                self._bind(part.target.id, None)

    # --- names

    def _name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self._bind(node.id, None)
            return
        self._dotted(node)
        if isinstance(node.ctx, ast.Del):
            self._scope().pop(node.id, None)

    def _attribute(self, node: ast.Attribute) -> None:
        if not self._dotted(node):
            self._visit(node.value)

    def _dotted(self, node: ast.expr) -> bool:
        """Note a dotted name, if it is one; it is done then."""
        attributes: list[ast.Attribute] = []
        root = node
        while isinstance(root, ast.Attribute):
            attributes.insert(0, root)
            root = root.value
        if not isinstance(root, ast.Name):
            return False
        target = self._lookup(root.id)
        if target is not None:
            start = self._code.place(root.lineno, root.col_offset)
            steps = [] if target.alias else [(target.name, start + len(root.id))]
            full = target.name
            for attribute in attributes:
                full = f"{full}.{attribute.attr}"
                line, column = attribute.end_lineno, attribute.end_col_offset
                steps.append((full, self._code.place(line or 1, column or 0)))
            self._note(start, steps)
        return True

    def _target(self, node: ast.expr) -> str:
        """Give what an expression leads to, where it is a dotted name."""
        names: list[str] = []
        while isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
            node = node.value
        target = self._lookup(node.id) if isinstance(node, ast.Name) else None
        return "" if target is None else ".".join([target.name, *names])

    def _joinedstr(self, node: ast.JoinedStr) -> None:
        code = self._code
        start = code.place(node.lineno, node.col_offset)
        end = code.place(node.end_lineno or 1, node.end_col_offset or 0)
        for first, last in in_f_strings(code.text[start:end]):
            self._visit_part(code.part(start + first, start + last))

    def _note(self, start: int, steps: Sequence[tuple[str, int]]) -> None:
        if steps:
            at = self._code.in_piece
            ends = tuple((name, at(end - 1) + 1) for name, end in steps)
            self._found.append(Use(at(start), ends))

    def _scope(self) -> Bindings:
        return self._scopes[-1] if self._class is None else self._class

    def _bind(self, name: str, target: Target | None, *, own: bool = True) -> None:
        if target is not None:
            self.imported.setdefault(name, set()).add(target.name)
        elif own:
            self.own.add(name)
        self._scope()[name] = target

    def _lookup(self, name: str) -> Target | None:
        scopes = [*self._scopes, *([] if self._class is None else [self._class])]
        return next((scope[name] for scope in reversed(scopes) if name in scope), None)

    # --- what is no Python

    def _guess(self) -> None:
        """Note the names in code that cannot be parsed; what it may bind itself is left out."""
        code = self._code
        text = without_texts(code.text)
        for row, line in enumerate(text.split("\n")):
            if line.startswith(IMPORT):
                self._visit_part(code.rest(row, 0))
        bound = may_bind(text)
        self.own |= bound
        for name in bound & self._scopes[0].keys():
            self._scopes[0][name] = None
        for start, name in dotted_names(text):
            root, *attributes = name.split(".")
            target = self._lookup(root)
            if target is not None:
                full, end = target.name, start + len(root)
                steps = [] if target.alias else [(full, end)]
                for attribute in attributes:
                    full, end = f"{full}.{attribute}", end + 1 + len(attribute)
                    steps.append((full, end))
                self._note(start, steps)


def _later(body: Callable[[Bindings], None], settled: Bindings) -> Callable[[Bindings], None]:
    """Give a body that takes from the page's end only what its own piece does not bind."""
    return lambda page: body({**page, **settled})
