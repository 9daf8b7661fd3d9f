"""Regular expressions that are compiled when they are first asked, and kept for the next run.

`check` knows some 700, and of one page it asks half of them: to compile those takes longer than to
read the page, a quarter of all its time. So what they were compiled to lies beside this module's
bytecode, and is trusted, written and left out (`PYTHONDONTWRITEBYTECODE`) as that is.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import marshal
import os
import re
import sys
from array import array
from pathlib import Path
from typing import Any, cast

_QUESTIONS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")
# Terms of a glossary are patterns, too, and change; more than these are not kept without use.
_MOST = 4_000

# What `re.compile` is made of. Python promises nothing about it: what it gives is kept only where
# it is what `re.compile` gave, and where it fails, nothing is kept.
_MACHINE, _COMPILER, _PARSER = map(importlib.import_module, ("_sre", "re._compiler", "re._parser"))


class _Programs:
    """Patterns as they were compiled, by their source and flags."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._maker = (sys.version, _MACHINE.MAGIC, _MACHINE.CODESIZE)
        self._used: set[tuple[str, int]] = set()
        self._new = False
        self._known = self._kept()

    def _kept(self) -> dict[tuple[str, int], Any]:
        """Give those that are kept, none where they cannot be read."""
        with contextlib.suppress(Exception):
            # As far from strangers as bytecode, which Python reads in the same way.
            maker, known = marshal.loads(self._path.read_bytes() if self._path else b"")  # noqa: S302
            if maker == self._maker:
                return cast("dict[tuple[str, int], Any]", known)
        return {}

    def compiled(self, source: str, flags: int) -> re.Pattern[str]:
        """Give the pattern, compiled now or before."""
        key = (source, int(flags))
        self._used.add(key)
        if key in self._known:
            with contextlib.suppress(Exception):
                return _made(source, self._known[key])
        pattern = re.compile(source, flags)
        with contextlib.suppress(Exception):
            program = _program(source, int(flags))
            if _made(source, program) == pattern:
                self._known[key] = program
                self._new = True
        return pattern

    def save(self) -> None:
        """Write them for the next run where there are new ones and bytecode is written, too."""
        if not self._path or not self._new or sys.dont_write_bytecode:
            return
        self._new = False
        # Another process may have kept some meanwhile.
        self._known = {**self._kept(), **self._known}
        if len(self._known) > _MOST:
            self._known = {key: self._known[key] for key in self._used & set(self._known)}
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            try:
                beside.write_bytes(marshal.dumps((self._maker, self._known)))
                beside.replace(self._path)
            finally:
                beside.unlink(missing_ok=True)


def _program(source: str, flags: int) -> tuple[int, bytes, int, dict[str, int], tuple[Any, ...]]:
    """Give what the machine of `re` takes, in types that `marshal` knows."""
    parsed = _PARSER.parse(source, flags)
    code = array("I", map(int, _COMPILER._code(parsed, flags)))
    names = dict(parsed.state.groupdict)
    numbered = {number: name for name, number in names.items()}
    groups = parsed.state.groups
    return (
        flags | parsed.state.flags,
        code.tobytes(),
        groups - 1,
        names,
        tuple(numbered.get(number) for number in range(groups)),
    )


def _made(source: str, program: Any) -> re.Pattern[str]:
    """Give the pattern of a program."""
    flags, code, groups, names, numbered = program
    made = _MACHINE.compile(source, flags, array("I", code).tolist(), groups, names, numbered)
    return cast("re.Pattern[str]", made)


_PROGRAMS = _Programs(Path(__spec__.cached).with_suffix(".programs") if __spec__.cached else None)


def keep_patterns() -> None:
    """Keep for the next run what was compiled in this one, as is done where Python ends."""
    _PROGRAMS.save()


atexit.register(keep_patterns)


class _Lazy:
    """Stands for a pattern; once it was asked, its answers are the pattern's own methods."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = _PROGRAMS.compiled(self._source, self._flags)
        vars(self).update({question: getattr(compiled, question) for question in _QUESTIONS})
        return getattr(compiled, name)


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Give what `re.compile` gives, but for the time it takes; a fault in it is told when asked.

    Its own methods are there. The functions of `re` do not take it, and the `re` of its matches
    is the pattern behind it.

    >>> word = lazy_pattern("[a-z]+")
    >>> word.findall("one, two"), word.pattern
    (['one', 'two'], '[a-z]+')
    """
    return cast("re.Pattern[str]", _Lazy(source, flags))
