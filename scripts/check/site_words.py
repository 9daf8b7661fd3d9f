"""How often a site uses its English words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from scripts.languages import ENGLISH
from scripts.last_read import of_last_read
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_WORD = lazy_pattern(r"(?<![A-Za-z])[a-z]{5,}(?![A-Za-z])")


def english_words(lessons: Iterable[Lesson]) -> Counter[str]:
    """Count the longer words in small letters on all English pages, in code as well."""
    found: Counter[str] = Counter()
    for lesson in lessons:
        if lesson.language is ENGLISH:
            found.update(_words(lesson))
    return found


@of_last_read
def _words(lesson: Lesson) -> Mapping[str, int]:
    return Counter(_WORD.findall(lesson.text))
