"""Stored tracebacks: what was raised then, and what the same code raises today."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scripts.adopt.page import Output

DASHES = re.compile(r"^-{20,}\s*$")
HEADER = re.compile(r"^(?P<name>[A-Za-z_][\w.]*)\s+Traceback \(most recent call last\)")
_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
# SyntaxErrors have no frames: a place, the line, a caret, and the error.
_PLACE = re.compile(r'^\s*(?:File "|File <|Cell In|Input In).*\bline \d+')
_LAST = re.compile(r"^(?P<name>[A-Za-z_][\w.]*(?:Error|Exception|Interrupt)): ?(?P<value>.*)$")

# JAX 0.2.22 to 0.4.1 wrapped errors in these to hide its own frames.
_WRAPPERS = frozenset({"FilteredStackTrace", "UnfilteredStackTrace"})

# Tried on JAX 0.10.2 and 0.12.0.1 by raising each: (old name, what the message says, new name).
# `int(x)` still gives ConcretizationTypeError; only `__index__` has a class of its own.
_RENAMED: tuple[tuple[str, str, str], ...] = (
    (
        r"ConcretizationTypeError|NonConcreteArrayException",
        r"with the `?bool`? function|boolean (?:conversion|value)|passed to `bool`",
        "TracerBoolConversionError",
    ),
    (
        r"ConcretizationTypeError",
        r"__index__|operator\.index|(?:`|the )index`? function",
        "TracerIntegerConversionError",
    ),
    (
        r"ConcretizationTypeError",
        r"__array__|numpy\.array|np\.asarray",
        "TracerArrayConversionError",
    ),
    (
        r"TypeError",
        r"JAX .*__index__|__index__\(\) method was called",
        "TracerIntegerConversionError",
    ),
    (r"TypeError", r"Abstract value passed to `bool`", "TracerBoolConversionError"),
    (
        r"TypeError|Exception",
        r"__array__\(\) was called on|Tracer can't be used with raw numpy",
        "TracerArrayConversionError",
    ),
    (r"TypeError", r"Abstract (?:tracer )?value (?:passed|encountered)", "ConcretizationTypeError"),
    (r"IndexError", r"boolean indices must be concrete", "NonConcreteBooleanIndexError"),
    (
        r"Exception|ValueError|RuntimeError",
        r"[Ee]ncountered an unexpected tracer|[Ll]eaked trace|Can't lift|Tracer from a",
        "UnexpectedTracerError",
    ),
    (r"XlaRuntimeError", r"", "JaxRuntimeError"),
    (
        r"RuntimeError",
        r"^(?:INVALID_ARGUMENT|INTERNAL|RESOURCE_EXHAUSTED|UNIMPLEMENTED|FAILED_PRECONDITION|"
        r"Invalid argument|Resource exhausted|Internal|Unimplemented): ",
        "JaxRuntimeError",
    ),
)

# What an author's session lacked, rather than what the page shows.
_SESSION = frozenset(
    {
        "ConnectionError",
        "FileNotFoundError",
        "HTTPError",
        "ImportError",
        "KeyboardInterrupt",
        "ModuleNotFoundError",
        "NameError",
        "PermissionError",
        "URLError",
    }
)
_SESSION_MESSAGE = re.compile(r"module '[\w.]+' has no attribute|^Unable to initialize backend")


def is_traceback(lines: Sequence[str]) -> bool:
    """Tell whether some lines of output open with a traceback.

    >>> is_traceback(["-" * 75, "", "KeyError   Traceback (most recent call last)"])
    True
    """
    filled = [plain(line) for line in lines if line.strip()]
    if not filled:
        return False
    if DASHES.match(filled[0]):
        return any(HEADER.match(line) for line in filled[1:4])
    if HEADER.match(filled[0]):
        return True
    return bool(_PLACE.match(filled[0]) and _LAST.match(filled[-1]))


def plain(line: str) -> str:
    """Give a line without the escape codes that colour a terminal."""
    return _ANSI.sub("", line)


def read_error(lines: Sequence[str]) -> Output:
    """Give the Jupyter output for the lines of a traceback.

    >>> error = read_error(["-" * 75, "KeyError   Traceback (most recent call last)",
    ...                     "----> 1 {}['a']", "", "KeyError: 'a'"])
    >>> error["ename"], error["evalue"]
    ('KeyError', "'a'")
    """
    texts = [plain(line) for line in lines]
    headers = [match["name"] for text in texts if (match := HEADER.match(text))]
    name = headers[-1] if headers else ""
    value = ""
    start = next((i for i in range(len(texts) - 1, -1, -1) if _opens(texts[i], name)), None)
    if start is not None:
        first = texts[start]
        while (head := first.partition(":"))[1] and head[0].rsplit(".", 1)[-1] in _WRAPPERS:
            first = head[2].strip()
        found, _, rest = first.partition(":")
        name = found.strip().rsplit(".", 1)[-1] or name
        value = "\n".join([rest.strip(), *texts[start + 1 :]]).strip()
    return {
        "output_type": "error",
        "ename": name.rsplit(".", 1)[-1],
        "evalue": value,
        "traceback": list(lines),
    }


def _opens(text: str, name: str) -> bool:
    """Tell whether a line is the last word of a traceback: the class and its message."""
    if not name:
        return bool(_LAST.match(text))
    found = text.partition(":")[0].strip()
    same = found.rsplit(".", 1)[-1] == name.rsplit(".", 1)[-1]
    return same and not HEADER.match(text) and re.fullmatch(r"[\w.]+", found) is not None


def todays_class(name: str, value: str) -> str:
    """Give the name of the class that today's JAX raises where `name` was raised with `value`.

    >>> todays_class("ConcretizationTypeError", "... The problem arose with the `bool` function.")
    'TracerBoolConversionError'
    >>> todays_class("ZeroDivisionError", "division by zero")
    'ZeroDivisionError'
    """
    bare = name.rsplit(".", 1)[-1]
    for old, message, new in _RENAMED:
        if re.fullmatch(old, bare) and re.search(message, value):
            return new
    return bare


def is_of_the_session(name: str, value: str) -> bool:
    """Tell whether an error says more about the author's session than about the code.

    >>> is_of_the_session("NameError", "name 'jnp' is not defined")
    True
    """
    return name in _SESSION or _SESSION_MESSAGE.search(value) is not None
