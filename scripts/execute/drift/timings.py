"""What tells how long something took: lines of `%timeit`, `%time` and progress bars."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.execute.drift.nodes import Number, read

# A line is a timing by its build: a time and what it is a time of. Only the first time on it is
# compared; what follows are its spread and how often it was taken.
_TIMING = re.compile(
    r"""
    ^[^\S\n]*+(?:
        \d[^\n]*\bper\ loop\b[^\n]*         # %timeit, of all ages
      | \d[\d,]*\ loops?,\ best\ of\ \d+:[^\n]*
      | The\ slowest\ run\ took\ [^\n]*
      | (?:CPU\ times|Wall\ time|Compiler)\s*:[^\n]*
      | [^\n]*\d+%\|[^\n]*\|[^\n]*[\[(][\d:?]+<?[^\n]*   # a progress bar
    )$\n?
    """,
    re.MULTILINE | re.VERBOSE,
)


def without_timings(text: str) -> tuple[str, tuple[float, ...]]:
    """Give a text without its timings, and what they measured, in seconds.

    >>> without_timings("a\\n12.5 ms ± 1 ms per loop (mean ± std. dev. of 7 runs, 1 loop each)\\nb")
    ('a\\nb', (0.0125,))
    """
    measured = tuple(
        second for line in _TIMING.findall(text) if (second := _first_time(line)) is not None
    )
    return _TIMING.sub("", text), measured


def _first_time(line: str) -> float | None:
    # "1 loop, best of 5: 2 ms per loop": how often comes first, and has no unit.
    return next((n.value * n.seconds for n in _times(line)), None)


def _times(line: str) -> Iterator[Number]:
    for node in read(line):
        if isinstance(node, Number) and node.seconds:
            yield node
