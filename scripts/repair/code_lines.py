"""Which parts of a text are code: whole lines by where they stand, and what stands in backticks."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence

from scripts.repair.fences import fenced

SOURCE = re.compile(
    r"^(?:def |class |import |from \S+ import |#include|#!|package |using |function |const |public "
    r"|\(def|<\?php)"
)
_PROMPT = re.compile(r"^[ \t>]*(?:>>>|\.\.\.|In ?\[\d*\]:|Out ?\[\d*\]:)(?:[ \t]|$)")
_OPENS_PRE = re.compile(r"<(pre|screen|programlisting)\b", re.IGNORECASE)
_ITEM = re.compile(r"^[ \t]*(?:[-*+•]|\d+[.)])[ \t]")
_INLINE_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")


def code_lines(lines: Sequence[str]) -> frozenset[int]:
    """Give the lines that are code by where they stand: fenced, indented, at a prompt, in <pre>.

    >>> sorted(code_lines(["a::", "", "    code", "", "b", "```", "code", "```"]))
    [2, 5, 6, 7]
    """
    code: set[int] = set()
    pre = ""
    literal = -1
    before = ""
    blank = True
    unmarked = any(
        line.lstrip().startswith(("<!DOCTYPE", "<html", "<?xml")) for line in lines[:5]
    ) or any(map(SOURCE.match, lines))
    for number, (line, fence) in enumerate(zip(lines, fenced(lines), strict=True)):
        opened = _OPENS_PRE.search(line) if "<" in line else None
        if fence or pre:
            code.add(number)
            if pre and f"</{pre}" in line.lower():
                pre = ""
        elif opened:
            code.add(number)
            name = opened.group(1).lower()
            pre = "" if f"</{name}" in line.lower() else name
        elif not line.strip():
            blank = True
            continue
        else:
            indent = len(line) - len(line.lstrip(" \t")) + 3 * line.startswith("\t")
            if literal >= 0 and indent <= literal:
                literal = -1
            own = literal >= 0 or (
                indent >= 4 and blank and not unmarked and bool(before) and not _ITEM.match(before)
            )
            if own and literal < 0:
                literal = len(before) - len(before.lstrip(" \t"))
            if own or _PROMPT.match(line):
                code.add(number)
            else:
                before = line
        blank = False
    return frozenset(code)


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Give where the code of a Markdown text stands, fenced and inline, as (start, end).

    >>> code_ranges("a `b` c")
    [(2, 5)]
    """
    ranges: list[tuple[int, int]] = []
    start = 0
    lines = text.split("\n")
    for line, code in zip(lines, fenced(lines), strict=True):
        end = start + len(line)
        if code:
            ranges.append((start, end + 1))
        elif "`" in line:
            ranges += [(start + m.start(), start + m.end()) for m in _INLINE_CODE.finditer(line)]
        start = end + 1
    return ranges


def inside(place: int, ranges: Sequence[tuple[int, int]]) -> bool:
    """Say whether a character stands in one of the ranges, which are sorted."""
    number = bisect_right(ranges, (place, sys.maxsize))
    return number > 0 and place < ranges[number - 1][1]
