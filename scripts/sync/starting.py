"""A translation's first file: the origin's page as it is, every text of it to be translated."""

from __future__ import annotations

from collections.abc import Collection

from scripts.languages import Language
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern
from scripts.sync.state import Entry, Level, SyncState, sync_path
from scripts.sync.units import has_words, shared_hashes, units

_FENCE = "---"
# What says who did it, and where the lesson is, is not true of the new file.
_NOT_COPIED = frozenset({"only", "origin", "reviewers", "translators"})
_KEY = lazy_pattern(r"(?P<key>[A-Za-z][\w-]*):")


def translation_text(origin: Lesson) -> str:
    """Give the text that a translation begins with: labels, directives and cells are in place.

    >>> from pathlib import Path
    >>> from scripts.languages import ENGLISH
    >>> from scripts.lesson.reading import parse_lesson
    >>> text = b"---\\ntitle: Tides\\nonly: en\\n---\\n# Tides\\n"
    >>> lesson = parse_lesson(text, path=Path("a.md"), docname="a", language=ENGLISH)
    >>> translation_text(lesson).split("\\n")
    ['---', 'title: Tides', 'origin: en', '---', '# Tides', '']
    """
    lines = origin.text.split("\n")
    head, body = _parted(lines)
    kept = _without(head, _NOT_COPIED)
    return "\n".join([_FENCE, *kept, f"origin: {origin.language.tag}", _FENCE, *body])


def without_only(lesson: Lesson) -> str:
    """Give the text of a lesson that is no longer in one language only, and that is the origin."""
    head, body = _parted(lesson.text.split("\n"))
    tag = lesson.language.tag
    is_other = lesson.front_matter.origin not in {None, tag}
    kept = [
        f"origin: {tag}" if is_other and line.startswith("origin:") else line
        for line in _without(head, {"only"})
    ]
    if kept == head:
        return lesson.text
    return "\n".join([_FENCE, *kept, _FENCE, *body] if kept else body)


def draft_state(origin: Lesson, language: Language, *, day: str = "") -> SyncState:
    """Give the sync state of a translation that holds the origin's text still."""
    names: set[str] = set()
    entries = []
    for unit in units(origin):
        name = unit.name(names)
        names.add(name)
        own = (unit.hash,)
        # Code is in nobody's name until somebody translates what it shows.
        level, since = (Level.DRAFT, day) if has_words(unit) else (Level.TRANSLATED, "")
        entries.append(
            Entry(name, unit.kind, own, own, level, since=since, text=unit.text, label=unit.label)
        )
    path = sync_path(origin.docname, language)
    tags = origin.language.tag, language.tag
    same = tuple(shared_hashes(origin).items())
    return SyncState(path, origin.docname, *tags, tuple(entries), same=same)


def _parted(lines: list[str]) -> tuple[list[str], list[str]]:
    """Give the lines of the front matter and those of the page."""
    if lines[0].rstrip() == _FENCE:
        for number, line in enumerate(lines[1:], 1):
            if line.rstrip() == _FENCE:
                return lines[1:number], lines[number + 1 :]
    return [], lines


def _without(head: list[str], keys: Collection[str]) -> list[str]:
    """Give the front matter without some keys and the lines that belong to them."""
    kept, skipping = [], False
    for line in head:
        if match := _KEY.match(line):
            skipping = match["key"] in keys
        if not skipping:
            kept.append(line)
    return kept
