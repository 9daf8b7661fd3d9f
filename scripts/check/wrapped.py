"""Lines of a text that goes on in the next one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from scripts.check.prose import Line, prose
from scripts.check.sections import LISTS, begins_item
from scripts.lesson import Lesson

_GOES_ON = frozenset({"paragraph", "blockquote", *LISTS})


def wrapped(lesson: Lesson) -> Iterator[tuple[Line, Line]]:
    """Give each line of a text with the next one, where what is said goes on.

    A line that ends with a sign for it, as in a poem, ends there.
    """
    rows = lesson.text.split("\n")
    for line, other in itertools.pairwise(prose(lesson)):
        follows = line.block is other.block and other.number == line.number + 1
        ends = rows[line.number - 1].endswith(("  ", "\\"))
        begins = begins_item(rows[other.number - 1])
        if follows and line.kind in _GOES_ON and not (ends or begins):
            yield line, other
