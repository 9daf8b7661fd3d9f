"""Two numbers that were printed: the same one, its last digits, or another one."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from scripts.execute.drift.change import Change, Degree
from scripts.execute.drift.nodes import (
    Number,
)

# Relative to the largest number of an array: what other kernels for the same sum make of it.
_TOLERANCES = {
    "float8": 0.13,
    "bfloat16": 2e-2,
    "float16": 2e-3,
    "float32": 1e-5,
    "complex64": 1e-5,
    "float64": 1e-9,
    "complex128": 1e-9,
}
# What is left of 1.0 where single-precision numbers cancel.
_REMAINDER = {"float32": 5e-7, "complex64": 5e-7, "float16": 2e-3, "bfloat16": 2e-2}


@dataclass(frozen=True)
class Context:
    """What is known of numbers by what they stand in: the dtype, and the largest of an array."""

    dtype: str = ""
    scale: float = 0.0


def changed_number(old: Number, new: Number, context: Context) -> Iterator[Change]:
    """Give the change from one number to another; none where both are written the same."""
    timed = bool(old.seconds and new.seconds)
    alone = context == Context() and not (old.whole and new.whole)
    ours, theirs = old.value * (old.seconds or 1), new.value * (new.seconds or 1)
    if old.imaginary != new.imaginary:
        yield Change(Degree.VALUE, "complex or real")
    elif old.whole and new.whole and not timed:
        # As text: they may have more digits than a double.
        same = _digits_of(old) == _digits_of(new)
        cause = "how a number is written" if same else "other numbers"
        if old.text != new.text:
            yield Change(Degree.FORM if same else Degree.VALUE, cause)
    elif ours == theirs or (ours != ours and theirs != theirs):
        if old.whole != new.whole:
            yield Change(Degree.VALUE, "whole number or not")
        elif old.text != new.text:
            yield Change(Degree.FORM, "how a number is written")
    elif _close(old, new, ours, theirs, context):
        yield Change(Degree.DIGITS, "last digits", alone, timed)
    else:
        yield Change(Degree.VALUE, "other numbers", alone, timed)


def _digits_of(number: Number) -> str:
    sign = "-" if number.text.startswith("-") else ""
    return sign + (number.text.lstrip("+-").replace("_", "").lstrip("0") or "0")


def _close(old: Number, new: Number, ours: float, theirs: float, context: Context) -> bool:
    infinite = float("inf")
    if infinite in (abs(ours), abs(theirs)) or ours != ours or theirs != theirs:
        return False
    dtype = context.dtype or _guessed_dtype(old, new)
    tolerance = _TOLERANCES.get("float8" if dtype.startswith("float8") else dtype, 1e-5)
    scale = max(abs(ours), abs(theirs), context.scale)
    difference = abs(ours - theirs)
    if difference <= tolerance * scale:
        return True
    # Rounded to few digits, but to enough for the last one to be no news.
    digits = min(_digits(old.text), _digits(new.text))
    if digits >= 4 and difference <= 1.01 * max(_last_place(old), _last_place(new)):
        return True
    # What ought to be 0 and is what rounding left of it; a number that was written out is none.
    remainder = _REMAINDER.get(dtype, 0.0)
    least = min(abs(ours), abs(theirs))
    return difference <= remainder and (least == 0 or (least <= remainder / 2 and digits > 4))


def _guessed_dtype(old: Number, new: Number) -> str:
    """Give the precision of numbers that say no type: double where single cannot hold them."""
    for number in (old, new):
        # A large single is filled up with zeros: 499999600000.0.
        if _digits(number.text.removesuffix(".0").rstrip("0")) <= 9:
            continue
        try:
            single = struct.unpack("f", struct.pack("f", number.value))[0]
        except OverflowError:
            return "float64"
        if single != number.value:
            return "float64"
    return "float32"


def _digits(text: str) -> int:
    mantissa = text.lower().partition("e")[0]
    return len("".join(sign for sign in mantissa if sign.isdigit()).lstrip("0"))


def _last_place(number: Number) -> float:
    mantissa, _, exponent = number.text.lower().removesuffix("j").partition("e")
    decimals = len(mantissa.partition(".")[2])
    return float(10.0 ** (int(exponent or 0) - decimals) * (number.seconds or 1))
