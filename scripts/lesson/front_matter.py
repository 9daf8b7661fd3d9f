"""What a lesson says about itself, read from between its two `---` lines."""

from __future__ import annotations

import contextlib
import math
from typing import Any

from scripts import plain_yaml
from scripts.diagnostic import Note
from scripts.further import further_items
from scripts.languages import LANGUAGES
from scripts.lesson import FrontMatter

# What a lesson may say of how much it asks of its readers.
LEVELS = ("basic", "intermediate", "advanced")
# What a lesson says of itself in every language alike; `origin` and `only` have rules of their own.
SHARED = ("order", "track", "level", "tags", "jax", "timing")
# What other pages depend on.
_NEEDED_BESIDE = frozenset({"title", "order", "track", "tags", "origin", "only"})


def shared_value(front_matter: FrontMatter, key: str) -> object:
    """Give a value of SHARED; "" for a level that is not set."""
    return front_matter.extra.get(key, "") if key == "level" else getattr(front_matter, key)


def read_front_matter(content: str, problem: Note) -> FrontMatter:
    """Give the front matter that is written as `content`; a field that is wrong counts as missing.

    >>> read_front_matter("title: Loops\\ntags: a, b\\norder: first", print).tags
    4 front-matter order must be a number, not 'first'
    ('a', 'b')
    """
    try:
        data = plain_yaml.load(content)
    except plain_yaml.YamlError as error:
        problem(error.line + 2, "front-matter", f"the front matter {error}")
        data = _readable_lines(content)
    if data is None:
        return FrontMatter()
    if not isinstance(data, dict):
        problem(1, "front-matter", "the front matter must be lines of the form `key: value`")
        return FrontMatter()

    lines = content.split("\n")

    def line_of(key: str) -> int:
        return next((i for i, text in enumerate(lines, 2) if text.startswith(f"{key}:")), 1)

    order = data.pop("order", None)
    if order is not None and not _is_number(order):
        problem(line_of("order"), "front-matter", f"order must be a number, not {order!r}")
        order = None
    timing = data.pop("timing", False)
    if not isinstance(timing, bool):
        problem(line_of("timing"), "front-matter", f"timing must be true or false, not {timing!r}")
        timing = False
    further = further_items(data.pop("further", None))
    if further is None:
        message = "further must be a list of links, each an address, Markdown or `text: address`"
        problem(line_of("further"), "front-matter", message)
    tags = {language.tag for language in LANGUAGES}
    languages: dict[str, str | None] = {}
    for key in ("origin", "only"):
        value = data.pop(key, None)
        if value is not None and value not in tags:
            known = ", ".join(sorted(tags))
            problem(line_of(key), "front-matter", f"{key} must be one of {known}, not {value!r}")
            value = None
        languages[key] = value
    return FrontMatter(
        title=str(data.pop("title", "") or ""),
        order=order,
        track=str(data.pop("track", "") or ""),
        tags=names(data.pop("tags", None)),
        origin=languages["origin"],
        only=languages["only"],
        authors=names(data.pop("authors", None)),
        translators=names(data.pop("translators", None)),
        reviewers=names(data.pop("reviewers", None)),
        jax=str(data.pop("jax", "") or ""),
        timing=timing,
        further=further or (),
        extra=data,
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf


def names(value: object) -> tuple[str, ...]:
    """Give a list of names from a YAML list or from a comma-separated string."""
    if value is None:
        return ()
    parts = value if isinstance(value, list) else str(value).split(",")
    return tuple(str(part).strip() for part in parts if str(part).strip())


def _readable_lines(content: str) -> dict[str, Any]:
    """Give what front matter that is no YAML says in those of its lines that can be read alone.

    One broken line moves a lesson to no other place, and makes no other language its origin.

    >>> _readable_lines("title: 'x\\norder: 2\\ntags: [a]")
    {'order': 2, 'tags': ['a']}
    """
    found: dict[str, Any] = {}
    for line in content.split("\n"):
        if line.partition(":")[0] in _NEEDED_BESIDE:
            with contextlib.suppress(plain_yaml.YamlError):
                data = plain_yaml.load(line)
                found |= data if isinstance(data, dict) else {}
    return found
