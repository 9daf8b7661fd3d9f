"""Whether the files of a lesson say the same about it."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.rule import Selection, key_line
from scripts.check.shared import WRITE_THE_SAME
from scripts.diagnostic import Diagnostic, Severity, short
from scripts.lesson import UNREAD, Lesson
from scripts.lesson.front_matter import LEVELS, SHARED, shared_value
from scripts.patterns import lazy_pattern

_MARKS = lazy_pattern(r"[`*_\"'\\]")
# So many pages of a language, and so many of all, have a heading that is their title.
_LEAST_PAGES, _MOST_OF = 3, 0.9
_KEY = lazy_pattern(r"(?P<key>[A-Za-z][\w-]*):")


def unknown_values(selection: Selection) -> Iterator[Diagnostic]:
    """Give the levels of lessons that no page knows how to show."""
    for lesson in selection.files:
        if not _has_known_level(lesson):
            message = f"level must be one of {', '.join(LEVELS)}, not {short(_level(lesson))}"
            yield Diagnostic(
                lesson.path, key_line(lesson, "level"), "front-matter", message, fix="write one"
            )
        named, track = selection.lessons.named_tracks, lesson.front_matter.track
        if track and named and track not in named:
            message = f"{short(track)} is no track of the start page, which has {', '.join(named)}"
            yield Diagnostic(
                lesson.path,
                key_line(lesson, "track"),
                "front-matter",
                message,
                Severity.WARNING,
                "write one of them, or name it there",
            )


def other_titles(selection: Selection) -> Iterator[Diagnostic]:
    """Give the titles that are not what the page's heading says, where those of other pages are."""
    for lesson in selection.files:
        title, heading = lesson.front_matter.title, _heading(lesson)
        if not title or heading is None or _same(title, heading):
            continue
        others = [one for one in selection.lessons.items
                  if one.language == lesson.language and one is not lesson]  # fmt: skip
        known = [(one.front_matter.title, its) for one in others
                 if one.front_matter.title and (its := _heading(one))]  # fmt: skip
        same = sum(_same(*pair) for pair in known)
        if same >= _LEAST_PAGES and same >= _MOST_OF * len(known):
            message = f'the title is "{title}", and the heading of the page "{heading}"'
            yield Diagnostic(
                lesson.path,
                key_line(lesson, "title"),
                "title",
                message,
                Severity.WARNING,
                "write the same: lists and links show the title",
            )


def _heading(lesson: Lesson) -> str | None:
    first = next((block for block in lesson.blocks if block.kind == "heading"), None)
    return first.text.lstrip("# ").strip() if first and first.level == 1 else None


def _same(title: str, heading: str) -> bool:
    """Tell whether both are the same words, but for marks.

    >>> _same('"Scan, `jit`"', "Scan, `jit`"), _same("Scans", "Scan")
    (True, False)
    """
    one, other = (_MARKS.sub("", text).strip() for text in (title, heading))
    return one == other


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
