"""The English behind a term, 추적(tracing): where it has to stand, and where it stood once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.check import terms
from scripts.check.fault import Fault
from scripts.check.prose import prose, prose_text
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern
from scripts.sync.units import Unit

_GLOSS = lazy_pattern(r"(?P<word>[가-힣]{2,})[*_]*\((?P<english>[A-Za-z][A-Za-z -]+)\)")


def first_uses(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the terms that are explained in another form, late, no more, or on no page."""
    told: set[tuple[int, str]] = set()
    for fault in terms.first_uses(selection, lesson):
        told.add((fault.line.number, fault.line.text[fault.start : fault.end]))
        yield fault
    if lesson.language is KOREAN:
        for fault in _lost(selection, lesson):
            if (fault.line.number, fault.line.text[fault.start : fault.end]) not in told:
                yield fault


def _lost(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words whose English was there when they were confirmed, and is nowhere now."""
    page = prose_text(lesson).lower()
    for translation in selection.tracked_of(lesson):
        for block in translation.blocks:
            before, units = translation.side(lesson, block)
            for match in _GLOSS.finditer(before) if units else ():
                if f"({match['english'].lower()})" not in page:
                    yield from _bare(lesson, units, match["word"], match["english"])


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
