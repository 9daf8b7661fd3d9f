"""English words that are spelled wrong in every text."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from scripts.check.english.slips import slips
from scripts.check.english.typos import corrections
from scripts.check.english.words import MISFORMED
from scripts.check.fault import Fault
from scripts.check.prose import prose
from scripts.check.rule import Selection
from scripts.check.site_words import mistyped
from scripts.check.spelling_tables import spelling_table
from scripts.diagnostic import Severity
from scripts.glossary import read_glossary
from scripts.languages import ENGLISH
from scripts.last_read import of_last_read
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# In capitals, or with some within them, words are names.
_WORD = lazy_pattern(
    # Nor is what an unseen character parts a word.
    r"(?<![\w.@/\u00ad\u200b-\u200d\u2060-])[A-Z]?[a-z]+"
    r"(?![\w@/\u00ad\u200b-\u200d\u2060-]|\.\w|['’](?!s\b)[A-Za-z])"
    # A longer half of a word with a hyphen: two-dimensional.
    r"|(?<![\w.@/-])[a-z]{7,}(?=-[a-z]+(?![\w@/-]|\.\w))|(?<=[a-z]-)[a-z]{7,}(?![\w@/-]|\.\w)"
)
# Libraries, written as librarys: no word ends so.
_MANY_IN_Y = lazy_pattern(
    "[a-z]{2,}(?:ar|er|or|it|nc|og|ph|tr|dr|ur|dd|ll|gl|nn|bl|dl|rt|st|ct|ft|pt|nt|rl|mm|rr)ys"
)
# Shorter ones stand for something as often as they are misspelled.
_LEAST = 4
# Behind these a name begins as any other word does, and within a sentence only names do.
_TITLES = frozenset({"heading", "front"})
_BEGINS = lazy_pattern(r"(?:^|[.?!:|] )[^\w\s]*$")


def misspelled(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words that are spelled wrong in every text."""
    yield from slips(lesson)
    wrong = _wrong(selection, lesson)
    for line in prose(lesson) if wrong else ():
        for match in _WORD.finditer(line.text):
            right = wrong.get(match[0].lower())
            if right is None or line.is_code(*match.span()):
                continue
            if match[0][0].isupper():
                # What may be several words, is none of these: a name.
                if len(right) > 1:
                    continue
                if line.kind not in _TITLES and not _BEGINS.search(line.text[: match.start()]):
                    continue
                right = tuple(map(str.capitalize, right))
            message = f'"{match[0]}" is spelled "{right[0]}"'
            if len(right) == 1:
                yield Fault(line, *match.span(), message, right[0], severity=Severity.WARNING)
            else:
                yield Fault(line, *match.span(), f'{message} or "{right[1]}"', None,
                            "write the one that is meant", Severity.WARNING)  # fmt: skip


def _wrong(selection: Selection, lesson: Lesson) -> Mapping[str, tuple[str, ...]]:
    """Give the right spellings of a lesson's words that are wrong."""
    words = _words(lesson)
    english = (other for other in selection.files if other.language is ENGLISH)
    known = corrections(words, also=(word for other in english for word in _words(other)))
    sure = {word: known[word][0] for word in words if len(known[word]) == 1 and len(word) >= _LEAST}
    # Writable is as often spelled writeable.
    found = {word: one for word, one in sure.items() if one != word.replace("eable", "able")}
    found |= {word: MISFORMED[word] for word in words & MISFORMED.keys() if MISFORMED[word] != word}
    found |= {word: _table()[word] for word in words & _table().keys()}
    found |= {word: f"{word[:-2]}ies" for word in words if _MANY_IN_Y.fullmatch(word)}
    found = {**dict(mistyped(lesson, selection.english_words)), **found}
    # What a site calls something is no misspelling there.
    terms = read_glossary(selection.lessons.root) if found else ()
    named = {word.lower() for term in terms for word in term.english.split()}
    unsure = {word: known[word] for word in words if len(known[word]) > 1 and len(word) > _LEAST}
    every = {**unsure, **{word: (right,) for word, right in found.items()}}
    return {word: right for word, right in every.items() if word not in named}


@functools.cache
def _table() -> dict[str, str]:
    """Give what typos does not know, or has several answers for."""
    return spelling_table("english/misspelled.tsv")


@of_last_read
def _words(lesson: Lesson) -> frozenset[str]:
    """Give the words of a lesson, in small letters."""
    return frozenset(word.lower() for line in prose(lesson) for word in _WORD.findall(line.text))
