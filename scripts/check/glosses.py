"""The English behind a term, 추적(tracing): where it has to stand, and where it stood once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scripts.check import terms
from scripts.check.fault import Fault
from scripts.check.prose import prose, prose_text
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.glossary import read_glossary
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern
from scripts.sync.units import Unit

_GLOSS = lazy_pattern(r"(?P<word>[가-힣]+)[*_]*\((?P<english>[A-Za-z][A-Za-z -]+)\)")


def first_uses(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the terms that are explained in another form, late, no more, or on no page."""
    told: set[tuple[int, str]] = set()
    for fault in terms.first_uses(selection, lesson):
        told.add((fault.line.number, fault.line.text[fault.start : fault.end]))
        yield fault
    if lesson.language is KOREAN:
        yield from _again(selection, lesson)
        for fault in _lost(selection, lesson):
            if (fault.line.number, fault.line.text[fault.start : fault.end]) not in told:
                yield fault


def _again(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the English that was put behind a term since it was confirmed, and stood before."""
    changed = [
        (before, units)
        for translation in selection.tracked_of(lesson)
        for block in translation.blocks
        for before, units in [translation.side(lesson, block)]
        if before and units and any(unit.text != before for unit in units)
    ]
    seen: dict[tuple[str, str], int] = {}
    for line in prose(lesson) if changed else ():
        for match in _GLOSS.finditer(line.text):
            gloss = match["word"], match["english"].lower()
            first = seen.setdefault(gloss, line.number)
            if first < line.number and any(
                unit.line <= line.number <= unit.end and match[0] not in before
                for before, units in changed
                for unit in units
            ):
                message = f'"{match[0]}" stands at line {first} already'
                yield Fault(line, *match.span(), message, None, f'write "{match["word"]}"',
                            Severity.WARNING)  # fmt: skip


def _lost(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words whose English was there when they were confirmed, and is nowhere now."""
    page = prose_text(lesson).lower()
    known = [term.korean for term in read_glossary(selection.lessons.root) if term.korean]
    for translation in selection.tracked_of(lesson):
        for block in translation.blocks:
            before, units = translation.side(lesson, block)
            for match in _GLOSS.finditer(before) if units else ():
                if f"({match['english'].lower()})" not in page:
                    word = _whole(before[: match.end("word")], match["word"], known)
                    yield from _bare(lesson, units, word, match["english"])


def _whole(before: str, word: str, known: Sequence[str]) -> str:
    """Give the term that a text ends with, of the longest of those that are known.

    >>> _whole("또 데이터 클래스", "클래스", ["데이터 클래스", "클래스"])
    '데이터 클래스'
    """
    return max((one for one in known if before.endswith(one)), key=len, default=word)


def _bare(lesson: Lesson, units: tuple[Unit, ...], word: str, english: str) -> Iterator[Fault]:
    """Give the first place in units where a word stands without its English."""
    # It may be explained by another word now.
    alone = re.compile(rf"(?<![가-힣]){re.escape(word)}(?:\([A-Za-z][A-Za-z -]*\)|(?![(（]))")
    for line in prose(lesson):
        match = alone.search(line.text)
        if match and any(unit.line <= line.number <= unit.end for unit in units):
            message = f'"{match[0]}" stood as "{word}({english})" when this was confirmed'
            yield Fault(line, *match.span(), message, None, f'write "{word}({english})"',
                        Severity.WARNING)  # fmt: skip
            return
