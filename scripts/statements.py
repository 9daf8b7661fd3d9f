"""Code as its statements, each with the texts and the comments that belong to it."""

from __future__ import annotations

import ast
import functools
import io
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from scripts.comparison import is_shown_by, is_worked_with
from scripts.magics import python_given
from scripts.normal_form import as_python, python_tree
from scripts.patterns import lazy_pattern

_MAGIC = lazy_pattern(r"[ \t]*[%!]")
_TOO_DEEP = "it is nested too deeply"
# Lines of code that are no statement, and what of one is other statements.
_NO_STATEMENTS = frozenset({"else:", "finally:", "try:"})
_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")


@dataclass(frozen=True)
class Text:
    """A text that a statement shows, as Python would write it.

    `context` is the call, or the statement, that it is given to; `is_shown` tells that it goes to
    readers at once. Its places are a line, from 1, and a column, from 0.
    """

    said: str
    context: str
    start: tuple[int, int]
    end: tuple[int, int]
    is_shown: bool = False

    @property
    def words(self) -> str:
        """Give what it says, without its quotes.

        >>> Text("f'high {x}'", "print", (1, 0), (1, 11)).words
        'high {x}'
        """
        try:
            return str(ast.literal_eval(self.said))
        except ValueError:
            return self.said[2:-1]


@dataclass(frozen=True)
class Statement:
    """A simple statement, or the head of one that holds others, with its docstring.

    `code` is the same for two that do the same and say the same, `pattern` for two that do the
    same. `is_alone` tells that no other one is on its lines, which count from 1.
    """

    first: int
    last: int
    code: str
    pattern: str
    texts: tuple[Text, ...]
    is_alone: bool


@dataclass(frozen=True)
class Remark:
    """Comments in lines of their own, before the `place`-th statement.

    `between` are the lines of code that are none: `else:`. `is_level` tells that they are indented
    as what follows.
    """

    place: int
    between: tuple[str, ...]
    is_level: bool
    first: int
    last: int


@dataclass(frozen=True)
class Code:
    """A cell's lines and what stands in them; `behind` are the columns of comments behind code."""

    lines: tuple[str, ...]
    statements: tuple[Statement, ...]
    remarks: tuple[Remark, ...] = ()
    behind: dict[int, int] = field(default_factory=dict)

    def rows(self, part: Statement | Remark) -> list[str]:
        """Give the lines of a statement, or of comments."""
        return list(self.lines[part.first - 1 : part.last])

    def comment(self, line: int) -> str:
        """Give the comment behind the code of a line, with the blanks before it, or ""."""
        column = self.behind.get(line)
        text = self.lines[line - 1]
        return "" if column is None else text[len(text[:column].rstrip()) :]

    def segment(self, text: Text) -> str:
        """Give a text as it is written."""
        (first, start), (last, end) = text.start, text.end
        if first == last:
            return self.lines[first - 1][start:end]
        inner = self.lines[first : last - 1]
        return "\n".join([self.lines[first - 1][start:], *inner, self.lines[last - 1][:end]])


def code_of(source: str) -> Code:
    """Give the parts of a cell; raises `SyntaxError` or `tokenize.TokenError` where it has none.

    >>> [one.pattern for one in code_of("if x:\\n    print('high')  # 만조").statements]
    ['if x:', "print('')"]
    """
    return _code_of(source)


def _code_of(source: str, *, are_read: bool = True) -> Code:
    """Give the parts of a cell; of statements that are not read only the places."""
    masked = _without_magics(source)
    lines, plain = source.split("\n"), masked.split("\n")
    spans, comments = _tokens(masked)
    found = []
    try:
        statements = list(_statements(python_tree(masked), plain, spans, are_read=are_read))
    except (MemoryError, RecursionError) as error:
        raise SyntaxError(_TOO_DEEP) from error
    for statement in statements:
        first = lines[statement.first - 1]
        if first != plain[statement.first - 1]:
            magic = first.strip()
            statement = Statement(statement.first, statement.last, magic, magic, (), True)
        found.append(statement)
    return _with_comments(lines, found, spans, comments)


def code_line_by_line(source: str) -> Code:
    """Give the parts of a cell that does not parse: what of it does, and the rest as it stands.

    Raises `SyntaxError` or `tokenize.TokenError` where not even its lines can be told apart.
    """
    lines = source.split("\n")
    spans, comments = _tokens(source)
    found: list[Statement] = []
    for first, last in sorted(set(spans.values())):
        code = "\n".join([*lines[first - 1 : last - 1], lines[last - 1][: comments.get(last)]])
        if code.strip() not in _NO_STATEMENTS:
            found += _statements_of(code, first, lines, spans)
    return _with_comments(lines, found, spans, comments)


def _statements_of(
    code: str, first: int, lines: list[str], spans: dict[int, tuple[int, int]]
) -> Sequence[Statement]:
    """Give the statement of one line, or the row of them."""
    text = code.rstrip() + (" pass" if code.rstrip().endswith(":") else "")
    is_inner = first > 1 and text[:1].isspace()
    try:
        # Its line and its columns are those of the cell.
        tree = ast.parse("\n" * (first - 2) + f"if 1:\n{text}" if is_inner
                         else "\n" * (first - 1) + text)  # fmt: skip
        if is_inner and isinstance(tree.body[0], ast.If):
            tree = ast.Module(tree.body[0].body, [])
        return tuple(_statements(tree, lines, spans))
    except (MemoryError, RecursionError, SyntaxError, ValueError):
        plain = " ".join(code.split())
        return (Statement(first, first + code.count("\n"), plain, plain, (), True),)


def _with_comments(
    lines: list[str],
    statements: list[Statement],
    spans: dict[int, tuple[int, int]],
    comments: dict[int, int],
) -> Code:
    behind = {line: column for line, column in comments.items() if lines[line - 1][:column].strip()}
    alone = sorted(set(comments) - set(behind))
    remarks = tuple(_remarks(lines, statements, spans, alone))
    return Code(tuple(lines), tuple(statements), remarks, behind)


def read_normal_form(text: str) -> tuple[Statement, ...]:
    """Give the statements of a normal form, as those of the cell that it was made of.

    >>> read_normal_form("print(f_string('high: ', formatted(x, -1)))")[0].code
    "print(f'high: {x}')"
    """
    spans = {line: (line, line) for line in range(1, text.count("\n") + 2)}
    try:
        tree = _AsWritten().visit(ast.parse(text))
        return tuple(_statements(tree, text.split("\n"), spans))
    except (MemoryError, RecursionError) as error:
        raise SyntaxError(_TOO_DEEP) from error


class _AsWritten(ast.NodeTransformer):
    """Make f-strings of the calls that stand for them in a normal form, and code of a magic's."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        given = python_given(node.value)
        if not given:
            self.generic_visit(node)
            return node
        assert isinstance(node.value, ast.Call)
        inner = []
        for one in given:
            try:
                tree = self.visit(ast.parse(one.code))
            except SyntaxError:
                return node
            node.value.args[one.index] = ast.Constant(one.before)
            inner += [_placed(part, node) for part in tree.body]
        return [ast.fix_missing_locations(node), *inner]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = getattr(node.func, "id", "")
        if name == "f_string":
            return ast.copy_location(ast.JoinedStr(node.args), node)
        if name == "formatted" and len(node.args) > 1:
            value, conversion, *spec = node.args
            number = ast.literal_eval(conversion)
            made = ast.FormattedValue(value, number, spec[0] if spec else None)
            return ast.copy_location(made, node)
        return node


def _placed(statement: ast.stmt, magic: ast.Expr) -> ast.stmt:
    """Give a statement at the place of the magic that it is given to."""
    for node in ast.walk(statement):
        if hasattr(node, "lineno"):
            ast.copy_location(node, magic)
    return statement


@functools.lru_cache(maxsize=4096)
def comments_by_place(source: str) -> Mapping[tuple[object, ...], str]:
    """Give the comments of a cell by where they stand: the same in two cells with the same code.

    >>> list(comments_by_place("# to begin\\nx = 1  # one").values())
    ['one', 'to begin']
    """
    try:
        code = _code_of(source, are_read=False)
    except (tokenize.TokenError, SyntaxError):
        return {}
    found: dict[tuple[object, ...], str] = {}
    for place, one in enumerate(code.statements):
        lines = filter(None, (said_in(code.comment(n)) for n in range(one.first, one.last + 1)))
        found |= {(place, number): text for number, text in enumerate(lines)}
    for remark in code.remarks:
        found[remark.place, remark.between, remark.is_level] = said_in(*code.rows(remark))
    return found


def said_in(*comments: str) -> str:
    """Give what comments say, one below the other, without their marks.

    >>> said_in("  # one", "# two")
    'one two'
    """
    return " ".join(one.strip().lstrip("#").strip() for one in comments).strip()


def comments_of(source: str) -> dict[int, str]:
    """Give the comments of a cell by their lines; raises as `code_of` does.

    >>> comments_of("x = '# no'  # 하나")
    {1: '# 하나'}
    """
    lines = source.split("\n")
    _, columns = _tokens(_without_magics(source))
    return {line: lines[line - 1][column:].rstrip() for line, column in columns.items()}


def _without_magics(source: str) -> str:
    """Give code that has other statements in the place of its magics."""
    if as_python(source) == source:
        return source
    masked = "\n".join(
        line[: len(line) - len(line.lstrip())] + "pass" if _MAGIC.match(line) else line
        for line in source.split("\n")
    )
    if as_python(masked) != masked:
        raise SyntaxError("a magic stands within the code")
    return masked


def _tokens(source: str) -> tuple[dict[int, tuple[int, int]], dict[int, int]]:
    """Give for each line the lines of the statement that it is of, and the comments' columns."""
    spans: dict[int, tuple[int, int]] = {}
    comments: dict[int, int] = {}
    start = 0
    passed_over = {tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments[token.start[0]] = token.start[1]
        elif token.type == tokenize.NEWLINE:
            spans |= dict.fromkeys(range(start, token.start[0] + 1), (start, token.start[0]))
            start = 0
        elif token.type not in passed_over:
            start = start or token.start[0]
    return spans, comments


def _statements(
    tree: ast.Module, lines: list[str], spans: dict[int, tuple[int, int]], *, are_read: bool = True
) -> Iterator[Statement]:
    nodes = list(_nodes(tree.body))
    places = [_lines_of(node, spans) for node, _ in nodes]
    for (node, word), (first, last) in zip(nodes, places, strict=True):
        alone = sum(one <= last and first <= other for one, other in places) == 1
        if isinstance(node, ast.Pass):
            if lines[first - 1].strip() == "pass" and alone:
                yield Statement(first, last, "pass", "pass", (), alone)
            continue
        if not are_read:
            yield Statement(first, last, "", "", (), alone)
            continue
        reader = _Reader(lines)
        head = _head(node)
        pattern = _written(reader.without_texts(head), word)
        yield Statement(first, last, _written(head, word), pattern, tuple(reader.texts), alone)


def _nodes(body: list[ast.stmt]) -> Iterator[tuple[ast.AST, str]]:
    """Give statements and the heads of those that hold others, in order, with `el` for `elif`."""
    for node in body:
        yield from _node(node, "")


def _node(node: ast.AST, word: str) -> Iterator[tuple[ast.AST, str]]:
    if not isinstance(node, ast.Try | ast.TryStar):
        yield node, word
    own = list(getattr(node, "body", ()))
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and _has_doc(node):
        own = own[1:]
    for one in own:
        yield from _node(one, "")
    for name in ("handlers", "cases"):
        for one in getattr(node, name, ()):
            yield from _node(one, "")
    rest = getattr(node, "orelse", [])
    is_elif = isinstance(node, ast.If) and len(rest) == 1 and isinstance(rest[0], ast.If)
    for one in rest if isinstance(rest, list) else ():
        yield from _node(one, "el" if is_elif else "")
    for one in getattr(node, "finalbody", ()):
        yield from _node(one, "")


def _has_doc(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    return ast.get_docstring(node, clean=False) is not None


def _lines_of(node: ast.AST, spans: dict[int, tuple[int, int]]) -> tuple[int, int]:
    at = node.pattern if isinstance(node, ast.match_case) else node
    line = getattr(at, "lineno", 1)
    first, last = spans.get(line, (line, line))
    decorators = getattr(node, "decorator_list", ())
    first = min([first, *(one.lineno for one in decorators)])
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and _has_doc(node):
        last = max(last, node.body[0].end_lineno or last)
    return first, last


def _head(node: ast.AST) -> ast.AST:
    """Give a statement without those that it holds."""
    if not set(_BODIES) & set(node._fields):
        return node
    fields = {name: getattr(node, name, None) for name in node._fields}
    return type(node)(**{**fields, **{name: [] for name in _BODIES if name in fields}})


def _written(head: ast.AST, word: str) -> str:
    if isinstance(head, ast.match_case):
        guard = f" if {ast.unparse(head.guard)}" if head.guard else ""
        return f"case {ast.unparse(head.pattern)}{guard}:"
    return word + ast.unparse(ast.fix_missing_locations(head)).strip()


class _Reader:
    """Collects the texts of a statement that are for readers."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.texts: list[Text] = []

    def without_texts(self, head: ast.AST) -> ast.AST:
        context = type(head).__name__
        if isinstance(head, ast.Assign):
            context = ", ".join(map(ast.unparse, head.targets))
        found = self._copy(head, context, is_code=False, is_shown=False)
        assert isinstance(found, ast.AST)
        return found

    def _copy(self, value: object, context: str, *, is_code: bool, is_shown: bool) -> object:
        if isinstance(value, list):
            return [self._copy(one, context, is_code=is_code, is_shown=is_shown) for one in value]
        if not isinstance(value, ast.AST):
            return value
        if not is_code and is_text(value):
            self.texts.append(replace(self._text(value, context), is_shown=is_shown))
            return ast.Constant("")
        made = type(value)()
        for name in value._fields:
            inner = context
            if isinstance(value, ast.Call) and name != "func":
                inner = ast.unparse(value.func)
            elif isinstance(value, ast.keyword):
                inner = f"{context}({value.arg}=)"
            child, below = getattr(value, name, None), is_code or is_worked_with(value, name)
            shown = is_shown_by(value, name, is_shown=is_shown)
            setattr(made, name, self._copy(child, inner, is_code=below, is_shown=shown))
        return made

    def _text(self, node: ast.expr, context: str) -> Text:
        start = node.lineno, self._column(node.lineno, node.col_offset)
        last = node.end_lineno or node.lineno
        end = last, self._column(last, node.end_col_offset or 0)
        return Text(ast.unparse(node), context, start, end)

    def _column(self, line: int, offset: int) -> int:
        """Give a column in characters, which Python counts in bytes."""
        return len(self.lines[line - 1].encode()[:offset].decode("utf-8", "replace"))


def indent(line: str) -> int:
    """Give how many blanks a line begins with.

    >>> indent("    x = 1")
    4
    """
    return len(line) - len(line.lstrip(" "))


def is_text(node: ast.AST) -> TypeGuard[ast.expr]:
    """Tell a string, an f-string among them, from other parts of code."""
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _remarks(
    lines: list[str],
    statements: list[Statement],
    spans: dict[int, tuple[int, int]],
    alone: list[int],
) -> Iterator[Remark]:
    within = {line for one in statements for line in range(one.first, one.last + 1)}
    found: dict[tuple[int, tuple[str, ...], bool], list[int]] = {}
    for line in alone:
        if line in within:
            continue
        place = sum(one.first < line for one in statements)
        end = statements[place].first if place < len(statements) else len(lines) + 1
        between = tuple(
            lines[one - 1].strip() for one in range(line + 1, end) if spans.get(one, (0, 0))[0]
        )
        following = next((one for one in range(line + 1, end + 1) if one in spans), None)
        level = following is None or indent(lines[line - 1]) == indent(lines[following - 1])
        found.setdefault((place, between, level), []).append(line)
    for (place, between, level), numbers in found.items():
        yield Remark(place, between, level, numbers[0], numbers[-1])
