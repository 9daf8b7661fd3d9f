"""What is said of values by a word: that they are negative, zero, true."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from scripts.execute.values import Number, Sequence, Value, Word


def real(value: Value) -> float:
    """Give the number that a value is, not a number where it is none."""
    return value.value.real if isinstance(value, Number) and not value.value.imag else math.nan


KINDS: Mapping[str, Callable[[Value], bool]] = {
    **dict.fromkeys(["positive", "양수"], lambda one: real(one) > 0),
    **dict.fromkeys(["negative", "음수"], lambda one: real(one) < 0),
    **dict.fromkeys(["zero", "zeros", "0"], lambda one: real(one) == 0),
    "nonzero": lambda one: isinstance(one, Number) and real(one) != 0,
    **dict.fromkeys(["finite", "유한"], lambda one: math.isfinite(real(one))),
    **dict.fromkeys(["NaN", "nan"], lambda one: isinstance(one, Number) and math.isnan(real(one))),
    **dict.fromkeys(["true", "True", "참"], lambda one: one == Word("True")),
    **dict.fromkeys(["false", "False", "거짓"], lambda one: one == Word("False")),
}
_OF_TRUTH = frozenset(["true", "True", "참", "false", "False", "거짓"])


def may_be_of(kind: str, values: list[Value]) -> bool:
    """Tell whether values are such that a kind can be told of them: numbers, or truth values."""
    if kind in _OF_TRUTH:
        return all(isinstance(one, Word) and one.text in {"True", "False"} for one in values)
    return all(isinstance(one, Number) for one in values)


def items_of(value: Sequence) -> Iterator[Value]:
    """Give what an array holds, however deep it is.

    >>> from scripts.execute.values import parse_value
    >>> [real(one) for one in items_of(parse_value("[[1, 2], [3, 4]]"))]
    [1.0, 2.0, 3.0, 4.0]
    """
    for item in value.items:
        if isinstance(item, Sequence):
            yield from items_of(item)
        else:
            yield item
