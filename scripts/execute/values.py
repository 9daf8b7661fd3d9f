"""Values as they are written in comments, prose and outputs, read without running anything."""

from __future__ import annotations

import ast
import math
import re
from dataclasses import dataclass

from scripts.patterns import lazy_pattern

_ARRAYS = frozenset({"Array", "ArrayImpl", "DeviceArray", "array"})
_SCALARS = lazy_pattern(r"(?:bool_?|u?int\d*|float\d*|bfloat16|complex\d+|str_)$")
_UNNAMED = {"nan": math.nan, "inf": math.inf, "NaN": math.nan, "Infinity": math.inf}
# A date, with a time or without, and a span of them, as NumPy and Python print them.
_DATE = lazy_pattern(
    r"\d{4}-(?:0\d|1[0-2])(?:-[0-3]\d(?:[T ]\d{2}(?::?\d{2}(?::?\d{2}(?:\.\d+)?)?)?)?)?"
)
_SPAN = lazy_pattern(
    r"(-?\d+) (year|month|week|day|hour|minute|(?:milli|micro|nano)?second)s?", re.IGNORECASE
)
_SIGN = lazy_pattern(r"(?<!\s)#|^\.+\s*#")
_QUOTED = lazy_pattern(r"'[^'\n]*'|\"[^\"\n]*\"")
# NumPy prints no commas between numbers.
_GAP = lazy_pattern(r"(?<=[\d.\])enf])\s+(?=[-+]?(?:[\d.\[(]|nan|inf|True|False))")

# What an array's type is called.
DTYPE = r"(?:bool|u?int(?:4|8|16|32|64)|b?float(?:16|32|64)|complex(?:64|128))"
_RELATIVE = 1e-5
# Beside the largest number of an array, in single precision.
_NOISE = 2e-7


@dataclass(frozen=True)
class Number:
    """A number, and how many digits behind the point it was written with."""

    value: complex
    decimals: int
    whole: bool


@dataclass(frozen=True)
class Sequence:
    """A list, a tuple or an array: `kind` says which of `list` and `tuple`; an array is a list."""

    kind: str
    items: tuple[Value, ...]


@dataclass(frozen=True)
class Word:
    """True, False, None, a string, or the dots that stand for what was left out."""

    text: str


@dataclass(frozen=True)
class Moment:
    """A date, or a span of time with its unit: `amount` is the date, or how many of the unit."""

    amount: str
    unit: str = ""


Value = Number | Sequence | Word | Moment

DOTS = Word("...")


def parse_value(text: str) -> Value | None:
    """Give the value that a text is, or None where it is anything else.

    >>> parse_value("Array([1., 2.], dtype=float32)") == parse_value("[1. 2.]")
    True
    >>> parse_value("x + 1") is None
    True
    >>> parse_value("2026-03-06"), parse_value("1 days") == parse_value("1 day")
    (Moment(amount='2026-03-06', unit=''), True)
    """
    text = text.strip()
    if not text or len(text) > 10_000:
        return None
    if moment := _moment(text):
        return moment
    if "#" in text and _SIGN.search(_QUOTED.sub("", text)):
        # What Python takes for a comment is a part of what was printed.
        return None
    for attempt in (text, _GAP.sub(", ", text)):
        try:
            tree = ast.parse(attempt, mode="eval")
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            continue
        try:
            return _value(tree.body, attempt)
        except _NoValueError:
            continue
    return None


def agree(said: Value, came: Value) -> bool | None:
    """Tell whether a stated value is the one that came; None where they are of different kinds.

    A number agrees when it is the same to as many digits as were written, rounded or cut off.

    >>> agree(parse_value("0.84"), parse_value("0.84147096")), agree(DOTS, DOTS)
    (True, True)
    >>> agree(parse_value("3"), parse_value("[3, 4]")) is None
    True
    """
    if said == DOTS:
        return True
    if isinstance(said, Number) and isinstance(came, Number):
        return _close(said, came)
    if isinstance(said, Word) and isinstance(came, Word):
        return " ".join(said.text.split()) == " ".join(came.text.split())
    if isinstance(said, Moment) and isinstance(came, Moment):
        return _same_moment(said, came)
    if isinstance(said, Sequence) and isinstance(came, Sequence) and said.kind == came.kind:
        # Rounding leaves 6e-8 where a matrix of ones and zeros has a zero.
        least = _NOISE * _size(came)
        return _agree_items(said.items, _without_noise(came, least).items)
    return None


def _moment(text: str) -> Moment | None:
    if _DATE.fullmatch(text):
        return Moment(text.replace(" ", "T"))
    span = _SPAN.fullmatch(text)
    return Moment(str(int(span[1])), span[2].lower()) if span else None


def _same_moment(said: Moment, came: Moment) -> bool | None:
    """Tell whether one is the other; a date may be given without its time, or its day."""
    if said.unit != came.unit:
        return None
    if said.unit:
        return said.amount == came.amount
    return said.amount.startswith(came.amount) or came.amount.startswith(said.amount)


def _size(value: Value) -> float:
    if isinstance(value, Number):
        return abs(value.value) if math.isfinite(abs(value.value)) and not value.whole else 0.0
    return max(map(_size, value.items), default=0.0) if isinstance(value, Sequence) else 0.0


def _without_noise(value: Sequence, least: float) -> Sequence:
    items: list[Value] = []
    for item in value.items:
        if isinstance(item, Sequence):
            items.append(_without_noise(item, least))
        elif isinstance(item, Number) and 0 < abs(item.value) < least:
            items.append(Number(0, item.decimals, whole=False))
        else:
            items.append(item)
    return Sequence(value.kind, tuple(items))


def _agree_items(said: tuple[Value, ...], came: tuple[Value, ...]) -> bool:
    for items, others in ((said, came), (came, said)):
        if DOTS in items:
            at = items.index(DOTS)
            behind = len(items) - at - 1
            head = _all_agree(items[:at], others[:at])
            tail = _all_agree(items[at + 1 :], others[len(others) - behind :] if behind else ())
            return head and tail
    return _all_agree(said, came)


def _all_agree(said: tuple[Value, ...], came: tuple[Value, ...]) -> bool:
    return len(said) == len(came) and all(
        agree(one, other) is True for one, other in zip(said, came, strict=True)
    )


def _close(said: Number, came: Number) -> bool:
    if said.value == came.value or (said.value != said.value and came.value != came.value):
        return True
    if said.whole and came.whole:
        return False
    if said.whole and came.value.imag == 0 and math.isfinite(came.value.real):
        # As 25 for 25.14; nobody writes 0 for 0.9.
        real = came.value.real
        if said.value in {round(real), *([math.trunc(real)] if abs(real) >= 1 else [])}:
            return True
    off = abs(said.value - came.value)
    if off <= _RELATIVE * abs(came.value):
        return True
    if said.whole or not said.decimals or came.decimals in {0, said.decimals}:
        return False
    # What came may have been printed in short.
    step = 10.0 ** -min(came.decimals, said.decimals) * (1 + 1e-9)
    if came.decimals < said.decimals:
        return off <= step
    # Cut off is written as often as rounded.
    is_cut = abs(said.value) < abs(came.value) and off < step
    return off <= step / 2 or is_cut


class _NoValueError(Exception):
    pass


def _value(node: ast.expr, text: str) -> Value:
    match node:
        case ast.Constant(value=bool() | None):
            return Word(str(node.value))
        case ast.Constant(value=int() | float() | complex()):
            return _number(node, text)
        case ast.Constant(value=str()):
            return Word(repr(node.value))
        case ast.Constant() if node.value is ...:
            return DOTS
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            inner = _value(operand, text)
            if not isinstance(inner, Number):
                raise _NoValueError
            sign = -1 if isinstance(node.op, ast.USub) else 1
            return Number(sign * inner.value, inner.decimals, inner.whole)
        case ast.Name(id=name) if name in _UNNAMED:
            return Number(_UNNAMED[name], 0, whole=False)
        case ast.List(elts=items):
            return Sequence("list", tuple(_value(item, text) for item in items))
        case ast.Tuple(elts=items):
            return Sequence("tuple", tuple(_value(item, text) for item in items))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *_]):
            moment = _moment(str(first.value)) if isinstance(first, ast.Constant) else None
            if name == "datetime64" and moment:
                return moment
            if name in _ARRAYS or _SCALARS.fullmatch(name):
                return _value(first, text)
    raise _NoValueError


def _number(node: ast.Constant, text: str) -> Number:
    written = ast.get_source_segment(text, node) or ""
    mantissa, _, exponent = written.lower().replace("_", "").rstrip("j").partition("e")
    decimals = len(mantissa.partition(".")[2])
    if exponent:
        decimals -= int(exponent)
    assert isinstance(node.value, int | float | complex)
    return Number(complex(node.value), decimals, isinstance(node.value, int))
