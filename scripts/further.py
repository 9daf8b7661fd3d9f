"""Where a lesson's readers can read on: `further` in its front matter, as items of Markdown.

An item is a link, alone or with a text, or any line of Markdown with links in it. The page and the
rules on links both read it here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from scripts.patterns import lazy_pattern

# What stands alone and is where a link leads: an address, an anchor, a page.
_ADDRESS = lazy_pattern(r"https?://\S+$", re.I)
_TARGET = lazy_pattern(r"(?:inv:|#)\S+$|[^\s`\[\]()<>]+\.md(?:#\S*)?$", re.I)
_TEXTS = ("title", "text")
_TARGETS = ("url", "href", "link")


def further_items(value: object) -> tuple[str, ...] | None:
    """Give the items as lines of Markdown, in their order; None where the value is no such list.

    >>> further_items(["https://example.org/a", "scan.md", {"A tour": "inv:jax#tour"}, "See `x`."])
    ('<https://example.org/a>', '[](scan.md)', '[A tour](<inv:jax#tour>)', 'See `x`.')
    >>> further_items([{"title": "[1] Loops", "url": "loops.md"}, {"a": 1, "b": 2}]) is None
    True
    """
    if value is None:
        return ()
    found = [_item(one) for one in (value if isinstance(value, list) else [value])]
    return None if None in found else tuple(one for one in found if one)


def _item(value: object) -> str | None:
    if isinstance(value, str):
        line = " ".join(value.split())
        if _ADDRESS.match(line):
            return f"<{line}>"
        return f"[]({line})" if _TARGET.match(line) else line
    if not isinstance(value, Mapping):
        return None
    if len(value) == 1:
        text, target = next(iter(value.items()))
    else:
        text, target = _one(value, _TEXTS), _one(value, _TARGETS)
    if not (isinstance(text, str) and isinstance(target, str) and target.strip()):
        return None
    name = re.sub(r"([\[\]])", r"\\\1", " ".join(text.split()))
    return f"[{name}](<{target.strip()}>)"


def _one(value: Mapping[object, object], keys: tuple[str, ...]) -> object:
    """Give the one value with one of these names, where it and its partner are all there is."""
    known = {*_TEXTS, *_TARGETS}
    found = [value[key] for key in keys if key in value]
    return found[0] if len(found) == 1 and known.issuperset(value) else None
