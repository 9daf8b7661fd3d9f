"""Which lines of Markdown are code between fences; a directive that holds prose is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*(?:\{([\w:-]+)\})?(.*)$")
# Directives of MyST whose content is no prose.
_CODE = frozenset(
    [
        "code",
        "code-block",
        "code-cell",
        "sourcecode",
        "literalinclude",
        "parsed-literal",
        "doctest",
        "testcode",
        "testoutput",
        "math",
        "mermaid",
        "graphviz",
        "raw",
        "prompt",
        "ipython",
        "eval-rst",
        "autosummary",
    ]
)


def fenced(lines: Iterable[str]) -> Iterator[bool]:
    """Say of each line whether it is code by a fence, or such a fence itself.

    >>> list(fenced(["```python", "x", "```", "```{note}", "words", "```"]))
    [True, True, True, False, False, False]
    """
    opened: list[tuple[str, bool]] = []
    for line in lines:
        match = _FENCE.match(line) if "```" in line or "~~~" in line else None
        code = bool(opened) and opened[-1][1]
        if match is None:
            yield code
            continue
        mark, name, rest = match.group(1), match.group(2), match.group(3)
        closes = bool(opened) and mark.startswith(opened[-1][0]) and not name and not rest.strip()
        if closes:
            opened.pop()
        elif not code:
            prose = name is not None and name not in _CODE
            opened.append((mark, not prose))
            code = not prose
        yield code
