"""English words that a site itself shows to be mistyped: it spells them right all the time."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from scripts.languages import ENGLISH
from scripts.last_read import of_last_read
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# Shorter words become others when two letters change places: form, trial, signed.
_WORD = lazy_pattern(r"(?<![A-Za-z])[a-z]{7,}(?![A-Za-z])")
_THRICE = lazy_pattern(r"([a-z])\1\1")
# So often the right one stands on the pages of a site.
_OFTEN = 5
# Longer ones that become others, too.
_BOTH = """
calvary cavalry casually causally complaint compliant complaints complied complies compiled
compiles dairies diaries discreet discrete
marital martial percept precept percepts precepts perfect prefect perform preform performed
preformed performs preforms performing preforming signing singing slivers silvers trailing trialing
"""
# Summarise and summaries, kilometre and kilometer.
_IN_A_DIALECT = ("ise", "re", "res")


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


def mistyped(lesson: Lesson, site: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Give a lesson's words with two letters in the wrong order, or with one three times.

    `site` counts words as `english_words` does. Each word stands there once, on this page, and the
    right one, which is given with it, often.
    """
    for word in _words(lesson):
        if site[word] == 1 and word not in _words_in(_BOTH):
            right = {one for one in _others(word) if site.get(one, 0) >= _OFTEN}
            if len(right) == 1:
                yield word, right.pop()


def _others(word: str) -> Iterator[str]:
    """Give what a word may be, mistyped; its first letter is right.

    >>> list(_others("arrray")), list(_others("gain"))
    (['arrary', 'arrrya', 'array'], ['gian', 'gani'])
    """
    for at in range(1, len(word) - 1):
        if word[at] != word[at + 1] and not word.endswith(_IN_A_DIALECT):
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    for match in _THRICE.finditer(word):
        yield word[: match.start()] + word[match.start() + 1 :]


@functools.cache
def _words_in(text: str) -> frozenset[str]:
    return frozenset(text.split())
