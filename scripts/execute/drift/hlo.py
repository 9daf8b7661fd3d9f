"""Printed HLO and StableHLO, compared as programs: names of values and notes do not count."""

from __future__ import annotations

import re

_NOTES = re.compile(
    r",?\s*metadata=\{[^{}]*\}|\s+loc\((?:[^()]|\([^()]*\))*\)|^#loc.*$|(?<=\])\{[\d,]*\}"
    r"|/\*[^*]*\*/|\s+attributes \{.*\}(?= \{)|,?\s*entry_computation_layout=\{.*\}$"
    r"|,?\s*\w+\.\w+ = (?:\"[^\"]*\"|\d+ : i32|true|false)"
    # Tables of where an instruction comes from.
    r"|^(?:FileNames|FunctionNames|FileLocations|StackFrames)\n(?:\d+ .*\n)*",
    re.MULTILINE,
)
# The type of an operand, which its definition says too: `add(f32[8]{0} %x, f32[] %y)`.
_OPERAND = re.compile(r"(?<=[(,\s])(?:\w+\[[\d,]*\]|\([^()]*\))(?:\{[^{}]*\})?[^\S\n]+(?=%)")
_EMPTY = re.compile(r"\s*\{\s*\}")
_VALUE = re.compile(r"%[\w.#-]+|@\w+|\b[A-Za-z_][\w-]*\.\d+\b|\bArg_\d+\b")


def same_module(old: str, new: str) -> bool:
    """Tell whether two modules hold the same operations on the same types in the same order.

    >>> same_module("module @a {\\n %0 = stablehlo.sine %arg0 : tensor<f32>\\n}",
    ...             "module @b {\\n %2 = stablehlo.sine %x : tensor<f32> loc(#loc1)\\n}")
    True
    """
    return _plain(old) == _plain(new)


def _plain(text: str) -> list[str]:
    names: dict[str, str] = {}
    # What is left of attributes are empty braces.
    text = _EMPTY.sub("", _OPERAND.sub("", _NOTES.sub("", text)))
    text = _VALUE.sub(lambda match: names.setdefault(match[0], f"%{len(names)}"), text)
    text = re.sub(r"^HloModule [^\n]*|module %\d+", "module", text)
    return text.split()
