"""Whether two cells are the same code, with strings in it that a reader sees translated.

The origin language owns the code, but a plot's title or a printed sentence is text. A string is
taken for a translation where one of the two has letters that only one of the languages is written
in; any other difference is a difference of the code.
"""

from __future__ import annotations

import ast
import functools
import re
import string
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from scripts.magics import is_foreign_python, is_shown, python_given, without_remarks
from scripts.normal_form import normal_form, normal_tree
from scripts.patterns import lazy_pattern


@dataclass(frozen=True)
class Fault:
    """One way in which two cells differ and must not; lines count from 1 in either cell.

    `code` is other code, `key` a translated string that the code works with, `placeholders` a
    translated string that shows other values. `ours` and `theirs` say what differs, where that
    can be said in a word.
    """

    kind: Literal["code", "key", "placeholders"]
    line: int
    other_line: int
    ours: str = ""
    theirs: str = ""


def faults(
    ours: str,
    theirs: str,
    letters: str,
    keys: Collection[str] = (),
    other_keys: Collection[str] = (),
) -> tuple[Fault, ...]:
    """Give what makes two cells different code; nothing where a translation may differ like this.

    `letters` are those of the two languages that tell a translated string, as in `[...]` of a
    regular expression; "" where there are none. Of `keys`, texts of ours that the code of the
    lesson works with (`worked_with`), and of `other_keys`, such texts of theirs, one may differ
    where it is only shown. Where any code differs, only the first place is given. Raises
    `SyntaxError` for code that does not parse.

    >>> faults("print('high', 1)", "print('높음', 1)", "가-힣")
    ()
    >>> faults("print('high', axis=0)", "print('높음', axis=1)", "가-힣")
    (Fault(kind='code', line=1, other_line=1, ours='0', theirs='1'),)
    >>> faults("name = 'sum'", "name = '합'", "가-힣", worked_with("totals['sum']"))[0].kind
    'key'
    >>> faults("print('calls: 5')", "print('호출: 4')", "가-힣")[0].theirs
    '4'
    >>> faults("f'{x} m'", "f'{y}미터'", "가-힣")
    (Fault(kind='placeholders', line=1, other_line=1, ours='{x}', theirs='{y}'),)
    """
    pattern = re.compile(f"[{letters}]" if letters else r"(?!)")
    comparison = _Comparison(pattern, frozenset(keys), frozenset(other_keys))
    found = tuple(comparison.sources(ours, theirs, _At(1, 1)))
    for fault in found:
        if fault.kind == "code":
            return (fault,)
    return found


def _is_quiet(source: str) -> bool:
    """Tell whether a closing semicolon hides the result; a normal form ends in one then."""
    return normal_form(source).endswith(";")


# So much of code can be shown in a message.
_FEW_LETTERS = 40


@dataclass(frozen=True)
class _At:
    """Where two nodes stand, and whether the code works with what they say, or only shows it."""

    line: int
    other_line: int
    is_code: bool = False
    is_shown: bool = False


# The parts of a syntax tree that programs work with, not readers: (node, field).
_CODE_FIELDS = frozenset(
    {
        (ast.Dict, "keys"),
        (ast.Subscript, "slice"),
        (ast.Compare, "left"),
        (ast.Compare, "comparators"),
        (ast.MatchValue, "value"),
        (ast.MatchMapping, "keys"),
        (ast.FormattedValue, "format_spec"),
        (ast.arg, "annotation"),
        (ast.AnnAssign, "annotation"),
        (ast.FunctionDef, "returns"),
        (ast.AsyncFunctionDef, "returns"),
    }
)
# Calls whose arguments are names or keys, by the function's or the method's name; `get_ipython` is
# what magics become.
_CODE_CALLS = frozenset(
    {"__import__", "compile", "delattr", "eval", "exec", "getattr", "hasattr", "open", "setattr"}
    | {"count", "endswith", "find", "get", "index", "pop", "removeprefix", "removesuffix"}
    | {"replace", "rfind", "rindex", "setdefault", "split", "startswith"}
    | {"getoutput", "run_cell_magic", "run_line_magic", "system"}
)


# Functions that show what they are given, methods that do, and what such methods call a text.
_SHOWING = frozenset({"HTML", "Latex", "Markdown", "display", "pprint", "print", "warn"})
_SHOWING_METHODS = _SHOWING | frozenset(
    {"annotate", "bar_label", "clabel", "figtext", "legend", "set_label", "set_text", "set_title"}
    | {"set_xlabel", "set_xticklabels", "set_ylabel", "set_yticklabels", "set_zlabel", "suptitle"}
    | {"supxlabel", "supylabel", "text", "title", "write", "xlabel", "xticks", "ylabel", "yticks"}
    | {"critical", "debug", "error", "exception", "info", "warning"}
)
_SHOWN_BY_METHODS = frozenset({"desc", "label", "labels", "title", "xlabel", "ylabel"})


@functools.lru_cache(maxsize=1024)
def worked_with(source: str) -> frozenset[str]:
    """Give the texts of code that it compares, looks up or has as a key; none where none parses.

    >>> sorted(worked_with("if kind == 'sum':\\n    print('total', totals['all'])"))
    ['all', 'sum']
    """
    try:
        return frozenset(_worked_with(normal_tree(source), is_code=False))
    except (MemoryError, RecursionError, SyntaxError, ValueError):
        return frozenset()


def _worked_with(node: ast.AST, *, is_code: bool) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_code:
        yield node.value
    if isinstance(node, ast.JoinedStr) and is_code:
        yield ast.unparse(node)
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "dict":
        yield from (one.arg for one in node.keywords if one.arg)
    for given in python_given(node):
        yield from worked_with(given.code)
    for name, value in ast.iter_fields(node):
        below = is_code or is_worked_with(node, name)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield from _worked_with(one, is_code=below)


@dataclass(frozen=True)
class _Comparison:
    """Compares trees; `letters` finds what tells a translated string, code works with the keys."""

    letters: re.Pattern[str]
    keys: frozenset[str]
    other_keys: frozenset[str]

    def sources(self, ours: str, theirs: str, at: _At) -> Iterator[Fault]:
        """Compare code that begins on these lines."""
        if normal_form(ours) == normal_form(theirs):
            return
        found = [
            replace(one, line=at.line + one.line - 1, other_line=at.other_line + one.other_line - 1)
            for one in self.nodes(normal_tree(ours), normal_tree(theirs), _At(1, 1))
        ]
        yield from found
        if not found and _is_quiet(ours) != _is_quiet(theirs):
            yield Fault("code", at.line, at.other_line)

    def nodes(self, ours: object, theirs: object, at: _At) -> Iterator[Fault]:
        if isinstance(ours, list) and isinstance(theirs, list):
            yield from self._lists(ours, theirs, at)
        elif not (isinstance(ours, ast.AST) and isinstance(theirs, ast.AST)):
            if type(ours) is not type(theirs) or ours != theirs:
                yield _other_code(at, ours, theirs)
        else:
            at = _At(
                getattr(ours, "lineno", at.line),
                getattr(theirs, "lineno", at.other_line),
                at.is_code,
                at.is_shown,
            )
            if type(ours) is not type(theirs):
                yield _other_code(at, ours, theirs)
            elif isinstance(ours, ast.Constant) and isinstance(theirs, ast.Constant):
                yield from self._constants(ours, theirs, at)
            elif isinstance(ours, ast.JoinedStr) and isinstance(theirs, ast.JoinedStr):
                yield from self._formatted(ours, theirs, at)
            elif isinstance(ours, ast.Call) and isinstance(theirs, ast.Call) and _is_shell(ours):
                yield from self._magics(ours, theirs, at)
            else:
                yield from self._fields(ours, theirs, at)

    def _fields(self, ours: ast.AST, theirs: ast.AST, at: _At) -> Iterator[Fault]:
        for name in ours._fields:
            is_code = at.is_code or is_worked_with(ours, name)
            there = _At(
                at.line, at.other_line, is_code, is_shown_by(ours, name, is_shown=at.is_shown)
            )
            if isinstance(ours, ast.Attribute) and isinstance(theirs, ast.Attribute):
                # What is asked of a value may stand some lines below it.
                lines = [one.end_lineno or one.lineno for one in (ours, theirs)]
                there = _At(lines[0], lines[1], is_code)
            yield from self.nodes(getattr(ours, name, None), getattr(theirs, name, None), there)

    def _magics(self, ours: ast.Call, theirs: ast.Call, at: _At) -> Iterator[Fault]:
        """Compare what magics are given, each as what it is."""
        there = replace(at, is_code=True)
        if ast.dump(ours.func) != ast.dump(theirs.func) or len(ours.args) != len(theirs.args):
            yield Fault("code", at.line, at.other_line)
            return
        code, other_code = (
            {given.index: given for given in python_given(call)} for call in (ours, theirs)
        )
        for index, (left, right) in enumerate(zip(ours.args, theirs.args, strict=True)):
            text, other = (_words(part) for part in (left, right))
            if index in code and index in other_code:
                one, two = code[index], other_code[index]
                if one.before.split() != two.before.split():
                    yield Fault("code", at.line, at.other_line)
                yield from self._given(one.code, two.code, _below(at, ours, index))
            elif not (text != other and self._translated(text, other)):
                yield from self.nodes(left, right, there)
            elif index == len(ours.args) - 1 and is_foreign_python(ours):
                yield from self._given(text, other, _below(at, ours, index))
            elif is_shown(ours) or without_remarks(text) == without_remarks(other):
                continue
            else:
                yield from self.nodes(left, right, there)

    def _given(self, ours: str, theirs: str, at: _At) -> Iterator[Fault]:
        try:
            yield from self.sources(ours, theirs, at)
        except SyntaxError:
            yield Fault("code", at.line, at.other_line)

    def _lists(self, ours: list[object], theirs: list[object], at: _At) -> Iterator[Fault]:
        for left, right in zip(ours, theirs, strict=False):
            yield from self.nodes(left, right, at)
        if len(ours) != len(theirs):
            left_over, right_over = ours[len(theirs) :], theirs[len(ours) :]
            yield Fault(
                "code", _line(left_over, at.line, ours), _line(right_over, at.other_line, theirs)
            )

    def _constants(self, ours: ast.Constant, theirs: ast.Constant, at: _At) -> Iterator[Fault]:
        left, right = ours.value, theirs.value
        if type(left) is type(right) and repr(left) == repr(right):
            return
        if isinstance(left, str) and isinstance(right, str) and self._translated(left, right):
            if self._is_worked_with(left, right, at):
                yield Fault("key", at.line, at.other_line, repr(left), repr(right))
            else:
                yield from _other_values(at, left, right)
        else:
            yield _other_code(at, ours, theirs)

    def _formatted(self, ours: ast.JoinedStr, theirs: ast.JoinedStr, at: _At) -> Iterator[Fault]:
        """Compare f-strings: a translation may put the values in another order."""
        # A null byte, which stands in no source, for each value.
        texts = [
            "".join(
                str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values
            )
            for node in (ours, theirs)
        ]
        values, others = (
            [part for part in node.values if isinstance(part, ast.FormattedValue)]
            for node in (ours, theirs)
        )
        shown, others_shown = Counter(_texts(values)), Counter(_texts(others))
        if texts[0] == texts[1]:
            yield from self._lists([*values], [*others], at)
        elif not self._translated(*texts):
            yield Fault("code", at.line, at.other_line)
        elif self._is_worked_with(ast.unparse(ours), ast.unparse(theirs), at):
            yield Fault("key", at.line, at.other_line, ast.unparse(ours), ast.unparse(theirs))
        elif shown != others_shown and any(self._lists([*values], [*others], at)):
            yield _other_placeholders(at, shown, others_shown)
        else:
            yield from _other_numbers(at, *texts)

    def _is_worked_with(self, ours: str, theirs: str, at: _At) -> bool:
        if at.is_code or at.is_shown:
            return at.is_code
        return ours in self.keys or theirs in self.other_keys

    def _translated(self, ours: str, theirs: str) -> bool:
        return bool(self.letters.search(ours) or self.letters.search(theirs))


def _other_code(at: _At, ours: object, theirs: object) -> Fault:
    """Give the fault of two parts of code, with what they are where that is a word or two."""
    texts = [
        ast.unparse(one) if isinstance(one, ast.expr) else one if isinstance(one, str) else ""
        for one in (ours, theirs)
    ]
    if not all(0 < len(text) <= _FEW_LETTERS and "`" not in text for text in texts):
        return Fault("code", at.line, at.other_line)
    return Fault("code", at.line, at.other_line, *texts)


def is_worked_with(node: ast.AST, field: str) -> bool:
    """Tell whether a program, and no reader, is given what stands in a field of a node.

    >>> is_worked_with(ast.parse("tides['high']", mode="eval").body, "slice")
    True
    """
    return (type(node), field) in _CODE_FIELDS or _calls_by_name(node, field)


def _calls_by_name(node: ast.AST, field: str) -> bool:
    return isinstance(node, ast.Call) and field != "func" and _called(node) in _CODE_CALLS


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def is_shown_by(node: ast.AST, field: str, *, is_shown: bool) -> bool:
    """Tell whether what stands in a field of a node goes to readers, and nowhere else.

    `is_shown` tells whether the node does.
    """
    if isinstance(node, ast.Expr):
        return True
    if isinstance(node, ast.keyword):
        return is_shown and node.arg in _SHOWN_BY_METHODS
    if isinstance(node, ast.Call):
        name, is_method = _called(node), isinstance(node.func, ast.Attribute)
        if field == "keywords":
            return is_method
        return field == "args" and (
            name in (_SHOWING_METHODS if is_method else _SHOWING)
            or name.endswith(("Error", "Exception", "Warning"))
        )
    return is_shown and isinstance(node, ast.BinOp | ast.IfExp | ast.List | ast.Tuple)


def _is_shell(call: ast.Call) -> bool:
    """Tell whether a call is what a magic or a shell command becomes."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    return (
        isinstance(owner, ast.Call)
        and isinstance(owner.func, ast.Name)
        and owner.func.id == "get_ipython"
    )


def _below(at: _At, call: ast.Call, index: int) -> _At:
    """Give where a magic's argument stands: a cell's text is below the magic's own line."""
    below = int(index == len(call.args) - 1 and len(call.args) > 2)
    return replace(at, line=at.line + below, other_line=at.other_line + below)


def _words(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _line(rest: list[object], otherwise: int, whole: list[object]) -> int:
    """Give the line of the first node that the other side lacks, else of the last there is."""
    for node in (rest[:1], whole[-1:]):
        if node and hasattr(node[0], "lineno"):
            return int(node[0].lineno)
    return otherwise


def _texts(values: list[ast.FormattedValue]) -> list[str]:
    # As they stand in an f-string, with conversion and format.
    return [ast.unparse(ast.JoinedStr([value]))[2:-1] for value in values]


def _other_values(at: _At, ours: str, theirs: str) -> Iterator[Fault]:
    """Give what a translated text shows in the place of something else: a value, a number."""
    if (shown := _placeholders(ours)) != (other := _placeholders(theirs)):
        yield _other_placeholders(at, shown, other)
    else:
        yield from _other_numbers(at, ours, theirs)


def _other_numbers(at: _At, ours: str, theirs: str) -> Iterator[Fault]:
    numbers, others = Counter(_DIGITS.findall(ours)), Counter(_DIGITS.findall(theirs))
    # One more, or one less, may be said in words.
    if numbers != others and numbers.total() == others.total():
        yield _other_placeholders(at, numbers - others, others - numbers)


def _other_placeholders(at: _At, ours: Counter[str], theirs: Counter[str]) -> Fault:
    left, right = (", ".join(sorted(one.elements())) or "none" for one in (ours, theirs))
    return Fault("placeholders", at.line, at.other_line, left, right)


# As `%` takes them, but for a space as the flag: "50 % of" is a sentence.
_PERCENT = lazy_pattern(r"%(?:\(\w+\))?[-+#0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[diouxXeEfFgGcrsa]\b")


_DIGITS = lazy_pattern(r"\d+(?:\.\d+)?")


def _placeholders(text: str) -> Counter[str]:
    """Give what `%` and `format` would put values for."""
    found = Counter(_PERCENT.findall(text))
    try:
        for _, name, form, conversion in string.Formatter().parse(text):
            if name is not None:
                found[f"{{{name}{'!' if conversion else ''}{conversion or ''}"
                      f"{':' if form else ''}{form}}}"] += 1  # fmt: skip
    except ValueError:
        # Braces that are none of a format's, as in a formula.
        pass
    return found
