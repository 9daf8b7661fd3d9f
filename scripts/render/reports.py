"""What Sphinx said, in words for the person who edits the lesson."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from scripts.diagnostic import Diagnostic

_WARNING = re.compile(
    r"(?:(?P<path>/[^\n]*?|[A-Za-z]:[^\n]*?|<[^>]*>)(?::(?P<line>\d*))?: )?"
    r"(?:WARNING|ERROR|SEVERE|CRITICAL): (?P<text>.*)"
)
_TYPE = re.compile(r"\s*\[(?P<type>[\w-]+(?:\.[\w-]+)?)\]\s*\Z")
# Python's own mark of docutils messages, such as "(WARNING/2)", says nothing new.
_DOCUTILS_LEVEL = re.compile(r"\((?:INFO|WARNING|ERROR|SEVERE)/[1-4]\)\s*")
_LOG_LINES = 15
# Some warnings quote a whole block of the page.
_LONGEST = 300


def diagnostics(text: str, *, stage: Path, fallback: Path) -> tuple[Diagnostic, ...]:
    """Give Sphinx's warnings, each once, sorted; paths below `stage` become relative to it.

    A warning that names no file of the lessons is put down to `fallback`, line 1.

    >>> diagnostics("/w/lessons_ko/a.md:7: WARNING: 'myst' reference target not found: 'b' "
    ...             "[myst.xref_missing]\\n", stage=Path("/w"), fallback=Path("conf.py"))[0].rule
    'myst.xref_missing'
    """
    found = set()
    for match in _entries(text):
        path, line, message = match
        rule = "sphinx"
        while kind := _TYPE.search(message):  # there may be two: the maker's, then "docutils"
            rule, message = kind["type"], message[: kind.start()]
        message = _DOCUTILS_LEVEL.sub("", message)
        message = textwrap.shorten(message.replace(f"{stage}/", ""), _LONGEST, placeholder=" ...")
        place = Path(path) if path else fallback
        if place.is_relative_to(stage):
            place = place.relative_to(stage)
        found.add(Diagnostic(place, line, rule, message))
    return tuple(sorted(found))


def _entries(text: str) -> list[tuple[str, int, str]]:
    """Give path, line and message of each warning; a message may go over several lines."""
    entries: list[tuple[str, int, str]] = []
    for row in text.splitlines():
        if match := _WARNING.fullmatch(row):
            entries.append((match["path"] or "", max(1, int(match["line"] or 1)), match["text"]))
        elif entries and row.strip():
            path, line, message = entries[-1]
            entries[-1] = (path, line, f"{message} {row.strip()}")
    return entries


def log_tail(log: Path) -> str:
    """Give the last lines that Sphinx wrote before it stopped."""
    rows = log.read_bytes().decode("utf-8", "replace").splitlines() if log.is_file() else []
    return "\n".join([row for row in rows if row.strip()][-_LOG_LINES:])
