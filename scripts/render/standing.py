"""How far translations are, as the site shows it: notes on paragraphs, and a row a lesson.

What stands here decides which pages are made anew, so it holds what pages show and nothing else: a
translation that is only polished changes none of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.doubts import find_all
from scripts.languages import Language
from scripts.lesson import Lesson, Lessons
from scripts.sync.translation import STALE, Change, Translation, translations
from scripts.sync.units import FRONT_MATTER
from scripts.sync.word_diff import Piece, shortened

# So many words stand on either side of those that changed.
_AROUND = 12
# The origin has it, the translation has not.
_LACKING = frozenset({Change.MISSING, Change.NEW})
# What stands outside the page, or is code.
_NOT_MARKED = frozenset({"alt", "cell", *FRONT_MATTER})


@dataclass(frozen=True)
class Note:
    """A block of a page that is behind: its lines, and what changed in its origin.

    `diff` is empty where it is not translated at all. `edited` says that it was changed, too.
    `lacking` says that the origin has more text behind this block, or at the beginning of the page
    where that is not there.
    """

    line: int
    end: int
    diff: tuple[Piece, ...] = ()
    edited: bool = False
    lacking: bool = False


@dataclass(frozen=True)
class Progress:
    """How far a lesson is in a language that it was translated into; `blocks` is 0 where it is not.

    A lesson of which nobody has confirmed anything is not `tracked`.
    """

    language: Language
    tracked: bool = False
    blocks: int = 0
    translated: int = 0
    behind: int = 0
    reviewed: int = 0


@dataclass(frozen=True)
class Row:
    """A lesson: how far its translations are, what is guessed in it, and who worked on it."""

    docname: str
    origin: Language
    progress: tuple[Progress, ...]
    guesses: int
    authors: tuple[str, ...]
    translators: tuple[str, ...]
    reviewers: tuple[str, ...]


def notes(translation: Translation) -> tuple[Note, ...]:
    """Give what a page is to say of its blocks that are behind, from top to bottom."""
    return tuple(_notes(translation))


def _notes(translation: Translation) -> Iterator[Note]:
    ends = {unit.line: unit.end for block in translation.blocks for unit in block.group.other}
    lacking: set[int] = set()
    for block in translation.behind:
        if block.kind in _NOT_MARKED:
            continue
        if block.change in _LACKING:
            if block.line not in lacking:
                lacking.add(block.line)
                yield Note(block.line, ends.get(block.line, block.line), lacking=True)
        elif block.change is Change.UNTRANSLATED:
            for unit in block.group.other:
                yield Note(unit.line, unit.end)
        elif block.change in STALE:
            diff = shortened(block.diff, _AROUND)
            last = block.group.other[-1].end if len(block.group.other) == 1 else 0
            edited = block.change is Change.BOTH
            yield Note(block.line, last or block.group.other[0].end, diff, edited)


def rows(lessons: Lessons) -> tuple[Row, ...]:
    """Give how far each lesson is, in reading order."""
    return tuple(_row(lessons, name, translations(lessons, name)) for name in lessons.docnames)


def _row(lessons: Lessons, docname: str, found: Sequence[Translation]) -> Row:
    origin = lessons.origin(docname)
    written = lessons.versions(docname)
    entries = [entry for one in found if one.state for entry in one.state.entries]
    known = {one.other.language: one for one in found}
    return Row(
        docname=docname,
        origin=origin.language,
        progress=tuple(
            _progress(language, known.get(language))
            for language in lessons.languages
            if language != origin.language
        ),
        guesses=sum(_open_guesses(lesson) for lesson in written),
        authors=_names(name for one in written for name in one.front_matter.authors),
        translators=_names(
            [
                *(name for one in written for name in one.front_matter.translators),
                *sorted({entry.translator for entry in entries}),
            ]
        ),
        reviewers=_names(
            [
                *(name for one in written for name in one.front_matter.reviewers),
                *sorted({entry.reviewer for entry in entries}),
            ]
        ),
    )


def _progress(language: Language, translation: Translation | None) -> Progress:
    if translation is None:
        return Progress(language)
    counts = translation.counts
    not_there = {Change.MISSING, Change.MOVED, Change.NEW, Change.UNTRANSLATED}
    return Progress(
        language,
        tracked=translation.state is not None,
        blocks=counts["blocks"],
        translated=sum(one.words and one.change not in not_there for one in translation.blocks),
        behind=len(translation.behind) - counts["untranslated"],
        reviewed=counts["reviewed"],
    )


def _open_guesses(lesson: Lesson) -> int:
    places = find_all(lesson.text, lesson.doubts)
    return sum(lesson.doubts[number].decided is None for number in places)


def _names(found: Iterator[str] | list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in found if name))


def digest(lessons: Lessons, language: Language) -> str:
    """Give a hash of what the pages of one language show of all this."""
    shown = []
    for docname in lessons.docnames:
        found = translations(lessons, docname)
        noted = [notes(one) for one in found if one.other.language == language]
        shown.append((_row(lessons, docname, found), noted))
    return hashlib.sha256(repr(shown).encode("utf-8")).hexdigest()
