"""Whether the files of a lesson say the same about it."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.rule import UNREAD, Selection, key_line
from scripts.check.shared import WRITE_THE_SAME
from scripts.diagnostic import Diagnostic, short
from scripts.lesson import Lesson
from scripts.lesson.front_matter import LEVELS, SHARED, shared_value
from scripts.patterns import lazy_pattern

_KEY = lazy_pattern(r"(?P<key>[A-Za-z][\w-]*):")


def unknown_values(selection: Selection) -> Iterator[Diagnostic]:
    """Give the levels of lessons that no page knows how to show."""
    for lesson in selection.files:
        if not _has_known_level(lesson):
            message = f"level must be one of {', '.join(LEVELS)}, not {short(_level(lesson))}"
            yield Diagnostic(
                lesson.path, key_line(lesson, "level"), "front-matter", message, fix="write one"
            )


def _level(lesson: Lesson) -> object:
    return lesson.front_matter.extra.get("level")


def _has_known_level(lesson: Lesson) -> bool:
    """Tell whether a level is known; that it must be a text is said elsewhere."""
    level = _level(lesson)
    return level is None or isinstance(level, list | dict) or level in {"", *LEVELS}


def differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the keys that must be equal in all languages and are not, at the line of one of them."""
    for origin, other in selection.pairs(UNREAD | {"front-matter"}):
        for key in SHARED:
            ours, theirs = (shared_value(one.front_matter, key) for one in (origin, other))
            known = _has_known_level(origin) and _has_known_level(other)
            if ours != theirs and (key != "level" or known):
                place = f"{origin.path}:{key_line(origin, key)}"
                message = f"{key} is {_shown(theirs)} here, but {_shown(ours)} in {place}"
                yield Diagnostic(
                    other.path,
                    _place(other, key, origin),
                    "same-front-matter",
                    message,
                    fix=WRITE_THE_SAME,
                )


def _place(lesson: Lesson, key: str, twin: Lesson) -> int:
    """Give the line of a key; where it is not set, that where it would stand as in the other page.

    That is 1 where the other page does not set it either, or this one has no front matter.
    """
    if (own := key_line(lesson, key)) > 1:
        return own
    rows = [_KEY.match(row) for row in twin.text.split("\n")[: key_line(twin, key) - 1]]
    before = (key_line(lesson, row["key"]) + 1 for row in reversed(rows) if row)
    return next((line for line in before if line > 2), 1)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    return "not set" if value in {None, ""} else str(value)
