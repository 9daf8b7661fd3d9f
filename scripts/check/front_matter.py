"""Whether the files of a lesson say the same about it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from scripts.check.rule import Selection, key_line
from scripts.check.shared import WRITE_THE_SAME
from scripts.diagnostic import Diagnostic, Severity, short
from scripts.lesson import START_PAGE, UNREAD, Lesson
from scripts.lesson.front_matter import LEVELS, SHARED, shared_value
from scripts.patterns import lazy_pattern

_MARKS = lazy_pattern(r"[`*_\"'\\]")
# So many pages of a language, and so many of all, have a heading that is their title.
_LEAST_PAGES, _MOST_OF = 3, 0.9
_KEY = lazy_pattern(r"(?P<key>[A-Za-z][\w-]*):")


def unknown_values(selection: Selection) -> Iterator[Diagnostic]:
    """Give levels that no page knows how to show, tracks that no start page names, and empty ones.

    What only one language has is told as that.
    """
    starts = selection.lessons.versions(START_PAGE)
    named = dict.fromkeys(track for start in starts for track in _tracks(start))
    for lesson in selection.files:
        if not _has_known_level(lesson):
            message = f"level must be one of {', '.join(LEVELS)}, not {short(_level(lesson))}"
            yield Diagnostic(
                lesson.path, key_line(lesson, "level"), "front-matter", message, fix="write one"
            )
        track = lesson.front_matter.track
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
    yield from _empty_tracks(selection)


def _tracks(lesson: Lesson) -> tuple[str, ...]:
    """Give the tracks that a start page names."""
    named = lesson.front_matter.extra.get("tracks") if lesson.is_start_page else None
    return tuple(map(str, named)) if isinstance(named, dict) else ()


def _track_line(lesson: Lesson, track: str) -> int:
    """Give the line on which a start page names a track, or that of the table."""
    first = key_line(lesson, "tracks")
    key = re.compile(rf"\s+[\"']?{re.escape(track)}[\"']?\s*:")
    rows = enumerate(lesson.text.split("\n")[first:], first + 1)
    within = itertools.takewhile(lambda row: row[1][:1].isspace(), rows)
    return next((number for number, row in within if key.match(row)), first)


def _empty_tracks(selection: Selection) -> Iterator[Diagnostic]:
    """Give the tracks of start pages that have no lesson."""
    starts = [lesson for lesson in selection.files if _tracks(lesson)]
    # Front matter of all lessons is read where it matters alone.
    used = {one.front_matter.track for one in selection.lessons.items if starts} - {""}
    for lesson in starts if used else ():
        others = [_tracks(one) for one in selection.lessons.versions(lesson.docname)]
        for track in _tracks(lesson):
            # What only one language names is told as that.
            if track not in used and all(track in other for other in others):
                yield Diagnostic(
                    lesson.path,
                    _track_line(lesson, track),
                    "front-matter",
                    f"no lesson has the track {short(track)}",
                    Severity.WARNING,
                    "name it in lessons, or take it out",
                )


def _other_tracks(selection: Selection, origin: Lesson, other: Lesson) -> Iterator[Diagnostic]:
    """Give the tracks that one of two start pages names, and the other does not.

    What no lesson has is told as wrong, and what lessons have as missing.
    """
    ours, theirs = _tracks(origin), _tracks(other)
    if bool(ours) != bool(theirs):
        has, lacks = (origin, other) if ours else (other, origin)
        message = f"tracks is not set here, but in {has.path}:{key_line(has, 'tracks')}"
        yield Diagnostic(lacks.path, 1, "same-front-matter", message, fix=WRITE_THE_SAME)
        return
    missing = [track for track in ours if track not in theirs]
    added = [track for track in theirs if track not in ours]
    if not (missing or added):
        return
    used = {one.front_matter.track for one in selection.lessons.items} - {""}
    for mine, new in itertools.zip_longest(missing, added):
        is_wrong = mine not in used if mine else new in used
        if used and is_wrong and (not new or new in used):
            yield _other_track(origin, other, mine, new)
        else:
            yield _other_track(other, origin, new, mine)


def _other_track(page: Lesson, twin: Lesson, wrong: str | None, right: str | None) -> Diagnostic:
    """Tell of a track that a start page should not name, or does not name, or both."""
    if wrong:
        line = _track_line(page, wrong)
        there = f"is {short(right)} in" if right else "is not in"
        place = f"{twin.path}:{_track_line(twin, right) if right else key_line(twin, 'tracks')}"
        message = f"the track {short(wrong)} here {there} {place}"
    else:
        assert right is not None
        own, its = _tracks(page), _tracks(twin)
        before = [track for track in its[: its.index(right)] if track in own]
        line = _track_line(page, before[-1]) if before else key_line(page, "tracks")
        message = f"the track {short(right)} of {twin.path}:{_track_line(twin, right)} is missing"
    return Diagnostic(page.path, line, "same-front-matter", message, fix=WRITE_THE_SAME)


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
                _changed_heading(selection, lesson) or key_line(lesson, "title"),
                "title",
                message,
                Severity.WARNING,
                "write the same: lists and links show the title",
            )


def _changed_heading(selection: Selection, lesson: Lesson) -> int | None:
    """Give the line of the heading where it alone has changed since both were confirmed."""
    for translation in selection.tracked_of(lesson):
        sides = {
            block.kind: translation.side(lesson, block)
            for block in reversed(translation.blocks)
            if block.kind in {"title", "heading"}
        }
        changed = {
            kind: [before] != [unit.text for unit in units]
            for kind, (before, units) in sides.items()
        }
        if changed.get("heading") and not changed.get("title", True):
            return sides["heading"][1][0].line if sides["heading"][1] else None
    return None


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
    for origin, other in selection.pairs(UNREAD | {"front-matter"}, in_short=True):
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
        yield from _other_tracks(selection, origin, other)


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
    if isinstance(value, tuple) and value:
        return f"[{', '.join(value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    return "not set" if value in {None, "", ()} else str(value)
