"""Fences within fences: those that stay open where the directive around them ends.

What a directive holds is read only when its end is known, and its end is the first line of marks
that is long enough, whatever stands before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.patterns import lazy_pattern

FENCE = lazy_pattern(
    r"^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?P<marks>`{3,}|~{3,}|:{3,})(?P<info>.*)$"
)
# Directives whose content is code, data or names: nothing opens in them.
LITERAL = frozenset(
    {"code", "code-block", "code-cell", "sourcecode", "literalinclude", "include", "csv-table"}
    | {"math", "mermaid", "raw", "eval-rst", "only", "graphviz", "plot", "parsed-literal"}
    | {"doctest", "highlight", "productionlist", "bibliography", "toctree", "tableofcontents"}
    | {"image", "figure-md", "iframe", "video", "automodule", "autofunction", "autoclass"}
    | {"autosummary"}
)
# A directive on the one line that prose is compared as.
_FENCED = lazy_pattern(
    r"(?<!\S)(?P<marks>`{3,}|~{3,}|:{3,})(?P<info>\{[^}]+\})(?P<held>.*?)(?<!\S)(?P=marks)(?!\S)"
)
_CLOSING = lazy_pattern(r"^[ \t>]*(?P<marks>`{3,}|~{3,}|:{3,})[ \t]*$")
NAME = lazy_pattern(r"\{(?:[^}]*:)?(?P<name>[^}:]+)\}")


@dataclass(frozen=True)
class Open:
    """A fence that ends, at `end`, where another one should; lines count from 0.

    `other` is the line at which that one opens: in it where its end closes both, else around it.
    """

    line: int
    other: int
    end: int

    @property
    def is_outer(self) -> bool:
        """Tell whether the other fence stands in this one."""
        return self.line < self.other


def holds_text(marks: str, info: str) -> bool:
    """Tell whether what stands between two fences is read as a page is.

    >>> [holds_text("```", one) for one in ("{note}", "{code-block} md", "python", "")]
    [True, False, False, False]
    """
    if name := NAME.match(info.strip()):
        return name["name"] not in LITERAL
    return marks.startswith(":")


def unfenced(text: str) -> str:
    """Give prose on one line, the texts of its directives without their fences; code keeps its own.

    >>> unfenced("````{hint} ```{note} Tide ``` rises ````"), unfenced("```{code} x = 1 ```")
    ('  Tide rises', '```{code} x = 1 ```')
    """
    while True:
        bare = _FENCED.sub(
            lambda one: one["held"].rstrip() if holds_text(one["marks"], one["info"]) else one[0],
            text,
        )
        if bare == text:
            return text
        text = bare


def shows_pages(info: str) -> bool:
    """Tell whether a fence shows a text in which fences may stand."""
    return info.partition(" ")[0].lower() in {"markdown", "md", "myst", "text", "txt", "rst"}


def in_string(lines: Sequence[str]) -> bool:
    """Tell whether a string of three marks is open behind some lines of code.

    >>> in_string(["text = '''", "# Loaf"]), in_string(["text = '''Loaf'''", ""])
    (True, False)
    """
    text = "\n".join(lines)
    return any(text.count(marks) % 2 for marks in ('"""', "'''"))


def is_cut_short(text: str) -> bool:
    """Tell whether a fence shows another one whose end ends both: what follows belongs to it.

    >>> is_cut_short("```md\\nLoaf:\\n```sh\\nls\\n```"), is_cut_short("```sh\\nls\\n```")
    (True, False)
    """
    opening, *lines = text.split("\n")
    outer = FENCE.match(opening)
    for number, line in enumerate(lines):
        inner = FENCE.match(line)
        if outer and inner and inner["info"].strip() and inner["marks"] == outer["marks"]:
            return shows_pages(outer["info"].strip()) or in_string(lines[:number])
    return False


def open_within(lines: Sequence[str], start: int, end: int) -> Iterator[Open]:
    """Give the fences that are open where the one that opens at `start` ends, at line `end`.

    >>> text = ":::{note}\\n```python\\nx\\n:::".split("\\n")
    >>> list(open_within(text, 0, 3))
    [Open(line=1, other=0, end=3)]
    >>> text = ":::{note}\\n:::{tip}\\nx\\n:::".split("\\n")
    >>> list(open_within(text, 0, 3))
    [Open(line=0, other=1, end=3)]
    """
    opening = FENCE.match(lines[start])
    if opening is None or not holds_text(opening["marks"], opening["info"]):
        return
    at = start + 1
    while at < end:
        inner = FENCE.match(lines[at])
        if inner is None or not _opens(inner["marks"], inner["info"].strip()):
            at += 1
            continue
        close = _closing(lines, inner["marks"], at + 1, end)
        if close is not None:
            # It may have as many marks as the one around it: indented, its end does not end that.
            yield from open_within(lines, at, close)
            at = close + 1
            continue
        if inner["marks"].startswith(opening["marks"]):
            # The end that was meant for it is too short: it is the inner one that has too many.
            shorter = inner["marks"][:3] if len(inner["marks"]) > 3 else None
            too_long = shorter and _closing(lines, shorter, at + 1, end) is not None
            yield Open(at, start, end) if too_long else Open(start, at, end)
        else:
            yield Open(at, start, end)
        return


def _opens(marks: str, info: str) -> bool:
    """Tell whether a line of marks opens a fence: one of colons has a name, code has no marks."""
    return bool(info) if marks[0] == ":" else "`" not in info


def _closing(lines: Sequence[str], marks: str, start: int, end: int) -> int | None:
    for number in range(start, end):
        fence = _CLOSING.match(lines[number])
        if fence and fence["marks"].startswith(marks):
            return number
    return None
