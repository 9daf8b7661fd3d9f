"""Where a page says once for all of it where its labels lead: `[label]: address`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from markdown_it.common.utils import normalizeReference

from scripts.check.parsed import code_lines
from scripts.last_read import of_last_read
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern

_MAY_DEFINE = lazy_pattern(r"^[ \t>]*\[[^\]\n]+\]:", re.MULTILINE)
_DEFINITION = lazy_pattern(
    r"[ \t>]*\[(?!\^)(?P<label>(?:[^\[\]\\]|\\.)+)\]:[ \t]*"
    r"(?:<(?P<bracketed>[^<>]*)>|(?P<address>[^\s<]\S*))"
    r"(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t]*"
)
# No definition stands in these; a paragraph's own line that looks like one is text.
_WITHOUT = frozenset(
    {"cell", "fence", "code_block", "directive:code-block"}
    | {"heading", "paragraph", "table", "math_block"}
)


@of_last_read
def definitions(lesson: Lesson) -> Mapping[str, str]:
    """Give the address of each label that a page defines, by the label as it is compared."""
    found: dict[str, str] = {}
    if not _MAY_DEFINE.search(lesson.text):
        return MappingProxyType(found)
    hidden = {line for block in lesson.blocks for line in _hidden(block)}
    for number, line in enumerate(lesson.text.split("\n"), 1):
        if number not in hidden and (match := _DEFINITION.fullmatch(line)):
            address = match["bracketed"] if match["address"] is None else match["address"]
            found.setdefault(normalizeReference(match["label"]), address)
    return MappingProxyType(found)


def address_of(lesson: Lesson, label: str) -> str:
    """Give where a label leads that a page defines; "" where it defines none of that name.

    >>> from pathlib import Path
    >>> from scripts.languages import ENGLISH
    >>> from scripts.lesson.reading import parse_lesson
    >>> page = parse_lesson(b"![a loaf][Loaf]\\n\\n[loaf]: loaf.png 'A loaf'\\n", path=Path("a.md"),
    ...                     docname="a", language=ENGLISH)
    >>> address_of(page, "LOAF"), address_of(page, "rye")
    ('loaf.png', '')
    """
    return definitions(lesson).get(normalizeReference(label), "")


def _hidden(block: Block) -> frozenset[int] | range:
    if block.cell is not None or block.kind in _WITHOUT:
        return range(block.line, block.end + 1)
    return code_lines(block)
