"""How much space the words of a text take."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections import Counter

from scripts.patterns import lazy_pattern

# What is written, and not copied: a path of a link, a label and a line of options stay as they are,
# and so does a line that calls a template.
_COPIED = lazy_pattern(
    r"^[ \t]*\{\{[%<][^\n]*[%>]\}\}[ \t]*$|\]\([^)]*\)?|\]\[[^\]]*\]|^[ \t]*:[\w-]+:.*$|<[^<>\s]*>|https?://[^\s)\]>가-힣]+|(?:[\[\s*_#|`>-]|\](?![(\[]))+",
    re.M,
)


# Several rules ask for the same texts of a page.
@functools.lru_cache(maxsize=4096)
def width(text: str) -> int:
    """Give how many columns the words of a Markdown text take, without marks and addresses.

    >>> width("값을 [읽습니다](https://example.org/a)"), width("reads a [`value`](b.md)")
    (12, 11)
    """
    words = _COPIED.sub("", text)
    counts = Counter(words).items()
    return sum(n * (2 if unicodedata.east_asian_width(c) in "WF" else 1) for c, n in counts)
