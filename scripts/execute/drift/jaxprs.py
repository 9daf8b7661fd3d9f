"""Printed jaxprs, read back and compared as programs: variables' names do not count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scripts.execute.drift.nodes import dtype_name

# What calls another jaxpr and does nothing else; it is read as if that stood in its place.
_CALLS = frozenset({"pjit", "jit", "closed_call", "core_call", "core_closed_call", "xla_call"})

_TOKEN = re.compile(
    r"""
    (?P<newline>\n)
  | (?P<space>[^\S\n]+)
  | (?P<string>'[^'\n]*'|"[^"\n]*")
  | (?P<object><[^<>\n]*(?:<[^<>\n]*>[^<>\n]*)*>)
  | (?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])|[-+]?(?:nan|inf)\b)
  | (?P<type>:\w+(?:<\w+>)?(?:\{[^{}\n]*\})?(?:\[[^\[\]\n]*\])?(?:\{[^{}\n]*\})?|:\w+\{[^\n]*?\]\})
  | (?P<name>[^\W\d]\w*(?:[.-]\w+)*)
  | (?P<sign>.)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Equation:
    """One line of a program: types of what it defines, what it does, and to what.

    An operand is the number of a definition, counted from the first argument on, or a literal.
    """

    types: tuple[str, ...]
    primitive: str
    params: Mapping[str, tuple[str | Jaxpr, ...]]
    operands: tuple[int | str, ...]


@dataclass(frozen=True)
class Jaxpr:
    """A program: types of its constants and arguments, equations, results."""

    arguments: tuple[str, ...]
    equations: tuple[Equation, ...]
    results: tuple[int | str, ...]


class JaxprError(ValueError):
    """The text is no jaxpr, or one in a syntax that is not known here."""


def same_program(old: Jaxpr, new: Jaxpr) -> bool:
    """Tell whether two programs compute the same, equation by equation.

    A parameter that only one side prints, or that one side leaves at None, is syntax.

    >>> a = read_jaxpr("{ lambda ; a:f32[]. let b:f32[] = mul a 2.0 in (b,) }")
    >>> b = read_jaxpr("{ lambda ; x:f32[]. let y:f32[] = mul x 2.0:f32[] in (y,) }")
    >>> same_program(a, b)
    True
    """
    if old.arguments != new.arguments or old.results != new.results:
        return False
    if len(old.equations) != len(new.equations):
        return False
    return all(
        _same_equation(ours, theirs)
        for ours, theirs in zip(old.equations, new.equations, strict=True)
    )


def _same_equation(old: Equation, new: Equation) -> bool:
    if old.types != new.types or old.primitive != new.primitive or old.operands != new.operands:
        return False
    return all(
        _same_param(old.params[key], new.params[key]) for key in old.params if key in new.params
    )


def _same_param(old: tuple[str | Jaxpr, ...], new: tuple[str | Jaxpr, ...]) -> bool:
    if ("None",) in (old, new):
        return True
    return len(old) == len(new) and all(
        _same_value(ours, theirs) for ours, theirs in zip(old, new, strict=True)
    )


def _same_value(old: str | Jaxpr, new: str | Jaxpr) -> bool:
    if isinstance(old, Jaxpr) or isinstance(new, Jaxpr):
        return isinstance(old, Jaxpr) and isinstance(new, Jaxpr) and same_program(old, new)
    if old == new or _facts(old) == _facts(new):
        return True
    ours, theirs = _fields(old), _fields(new)
    common = ours.keys() & theirs.keys()
    return bool(common) and all(_facts(ours[key]) == _facts(theirs[key]) for key in common)


# `Mode.CLIP`: which member of an enumeration it is, whatever the enumeration is called.
_MEMBER = re.compile(r"\b[A-Z]\w*\.(?P<member>[A-Z][A-Z0-9_]*)\b")
_FIELD = re.compile(r"(?P<name>\w+) = (?P<value>.*?)(?= , \w+ = | \)$)")


def _fields(value: str) -> dict[str, str]:
    """Give the fields of a parameter that is written `Name ( field = value , ... )`."""
    if re.match(r"[\w.]+ \( \w+ = ", value) is None:
        return {}
    return {field["name"]: field["value"] for field in _FIELD.finditer(value)}


def _facts(value: str) -> list[str]:
    """Give the numbers, truth values, types and members of enumerations that a parameter holds.

    Its other words are names.
    """
    # NumPy 2 writes its own numbers so.
    value = re.sub(r"\bnp\.\w+ \( ([^()]+) \)", r"\1", value)
    found = re.findall(r"(?<![\w.])-?\d+\.?\d*(?:e[-+]?\d+)?|\bTrue\b|\bFalse\b|\b\w+\b", value)
    members = [one["member"] for one in _MEMBER.finditer(value)]
    return members + [
        dtype_name(one) or one
        for one in found
        if not one[0].isalpha() or one in {"True", "False"} or dtype_name(one)
    ]


def read_jaxpr(text: str) -> Jaxpr:
    """Give the program that a text shows, calls put in their place.

    Raises `JaxprError`.
    """
    tokens = [
        (match.lastgroup or "", match[0])
        for match in _TOKEN.finditer(text)
        if match.lastgroup != "space"
    ]
    try:
        return _Reader(tokens).program()
    except (IndexError, KeyError, RecursionError, ValueError) as error:
        raise JaxprError(str(error)) from error


class _Reader:
    """Reads tokens in order."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._at = 0
        self._shared: dict[str, Jaxpr] = {}

    def program(self) -> Jaxpr:
        """Give the jaxpr that stands here, with those that it defines before it."""
        outer = dict(self._shared)
        while self._skip() == "let":
            self._take("let")
            while self._skip() != "in":
                name = self._take()
                self._take("=")
                self._shared[name] = self._jaxpr()
            self._take("in")
        body = self._jaxpr()
        self._shared = outer
        return body

    def _skip(self, *, lines: bool = True) -> str:
        while lines and self._at < len(self._tokens) and self._tokens[self._at][0] == "newline":
            self._at += 1
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str = "") -> str:
        self._skip()
        text = self._tokens[self._at][1]
        if wanted and text != wanted:
            raise JaxprError(f"{text!r} instead of {wanted!r}")
        self._at += 1
        return text

    def _jaxpr(self) -> Jaxpr:
        self._take("{")
        self._take("lambda")
        scope: dict[str, int | str] = {}
        types: list[str] = []
        equations: list[Equation] = []
        count = 0
        while (text := self._skip()) not in {"let", "in"}:
            kind = self._tokens[self._at][0]
            self._at += 1
            if kind == "type":
                types[-1] = _type(text)
            elif kind == "name":
                name = text.removesuffix(".")
                scope[name] = count
                types.append("")
                count += 1
            elif text not in {";", "."}:
                raise JaxprError(f"{text!r} among the arguments")
        if self._skip() == "let":
            self._take("let")
        while self._skip() != "in":
            if self._skip() == ";":
                self._take()
                continue
            count = self._equation(scope, equations, count)
        self._take("in")
        results = tuple(self._results(scope))
        self._take("}")
        return Jaxpr(tuple(types), tuple(equations), results)

    def _results(self, scope: Mapping[str, int | str]) -> Iterator[int | str]:
        closing = {"(": ")", "[": "]"}.get(self._skip())
        if closing is None:  # one result without brackets
            yield from self._operands(scope)
            return
        self._take()
        while self._skip() != closing:
            if self._skip() in {","}:
                self._take()
            else:
                yield self._operand(scope)
        self._take(closing)

    def _equation(
        self,
        scope: dict[str, int | str],
        equations: list[Equation],
        count: int,
    ) -> int:
        names: list[str] = []
        types: list[str] = []
        while self._skip() != "=":
            kind, text = self._tokens[self._at]
            self._at += 1
            if kind == "type":
                types[-1] = _type(text)
            elif text not in {",", "(", ")"}:
                names.append(text)
                types.append("")
        self._take("=")
        primitive = self._take()
        params = self._params() if self._peek() == "[" else {}
        operands = tuple(self._operands(scope))
        inner = [one for value in params.values() for one in value if isinstance(one, Jaxpr)]
        if primitive in _CALLS and len(inner) == 1 and len(inner[0].arguments) == len(operands):
            results, count = _inline(inner[0], operands, equations, count)
            scope.update(zip(names, results, strict=True))
            return count
        if names and set(names) == {"_"}:
            return count  # nothing uses what it gives
        for name in names:
            scope[name] = count
            count += 1
        equations.append(Equation(tuple(types), primitive, params, operands))
        return count

    def _peek(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _params(self) -> dict[str, tuple[str | Jaxpr, ...]]:
        self._take("[")
        params: dict[str, tuple[str | Jaxpr, ...]] = {}
        key = ""
        words: list[str] = []
        programs: list[Jaxpr] = []
        depth = 0

        def keep() -> None:
            if not key:
                return
            if key != "name" and len(words) == 1 and words[0] in self._shared:
                programs.append(self._shared[words[0]])
            params[key] = tuple(programs) or (" ".join(words),)
            words.clear()
            programs.clear()

        while depth or self._skip() != "]":
            text = self._skip()
            if (text == "{" and self._word_after() == "lambda") or text == "let":
                programs.append(self.program())
            elif depth == 0 and self._is_key():
                keep()
                key = self._take()
                self._take("=")
            else:
                depth += (text in {"(", "[", "{"}) - (text in {")", "]", "}"})
                words.append(self._take())
        self._take("]")
        keep()
        return params

    def _word_after(self) -> str:
        at = self._at + 1
        while at < len(self._tokens) and self._tokens[at][0] == "newline":
            at += 1
        return self._tokens[at][1] if at < len(self._tokens) else ""

    def _is_key(self) -> bool:
        kind, _ = self._tokens[self._at]
        return kind == "name" and self._word_after() == "="

    def _operands(self, scope: Mapping[str, int | str]) -> Iterator[int | str]:
        """Give operands to the end of the equation: its line, or what is no definition below it."""
        while True:
            at = self._at
            text = self._skip()
            if text in {"in", ";", "}"} or (self._at > at and self._defines()):
                return
            yield self._operand(scope)

    def _defines(self) -> bool:
        """Tell whether a line begins here that defines something."""
        for kind, text in self._tokens[self._at :]:
            if text == "=":
                return True
            if kind not in {"name", "type"} and text != "_":
                return False
        return False

    def _operand(self, scope: Mapping[str, int | str]) -> int | str:
        kind, text = self._tokens[self._at]
        self._at += 1
        value: int | str = text
        if kind == "number":
            value = f"literal {float(text)}"
        elif kind == "name":
            value = scope.get(text, text)
        # A literal's type; the definition's own says as much.
        if self._at < len(self._tokens) and self._tokens[self._at][0] == "type":
            self._at += 1
        return value


def _inline(
    inner: Jaxpr,
    operands: tuple[int | str, ...],
    equations: list[Equation],
    count: int,
) -> tuple[list[int | str], int]:
    """Put the equations of a jaxpr that is called in the place of the call."""
    values: list[int | str] = list(operands)

    def outer(operand: int | str) -> int | str:
        return values[operand] if isinstance(operand, int) else operand

    for equation in inner.equations:
        moved = tuple(outer(operand) for operand in equation.operands)
        equations.append(Equation(equation.types, equation.primitive, equation.params, moved))
        values += range(count, count + len(equation.types))
        count += len(equation.types)
    return [outer(result) for result in inner.results], count


def _type(text: str) -> str:
    """Give a type's long name: `:f32[3]` is `float32[3]`; layouts and shardings are left out."""
    found = re.fullmatch(
        r":(?P<name>\w+(?:<\w+>)?)(?:\{[^}]*\})?(?:\[(?P<shape>[^\]]*)\])?.*", text
    )
    if found is None:
        return text
    return f"{dtype_name(found['name']) or found['name']}[{found['shape'] or ''}]"
