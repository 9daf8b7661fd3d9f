"""English words that are spelled wrong in every text."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from scripts.check.english.near_words import Grade, grade_of, near_words
from scripts.check.english.slips import slips
from scripts.check.english.typos import corrections
from scripts.check.english.words import KINDS, MISFORMED
from scripts.check.fault import Fault
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
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
_MOST_GUESSES = 2
# Shorter ones stand for something as often as they are misspelled.
_LEAST = 4
# Behind these a name begins as any other word does, and within a sentence only names do.
_TITLES = frozenset({"heading", "front"})
_BEGINS = lazy_pattern(r"(?:^|[.?!:|] )[^\w\s]*$")


def misspelled(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words that are spelled wrong in every text, and those that are none."""
    yield from slips(lesson)
    known = _known_misspellings(selection, lesson)
    near = _near(selection, lesson, known)
    for line in prose(lesson) if known or near else ():
        for match in _WORD.finditer(line.text):
            word = match[0].lower()
            if line.is_code(*match.span()):
                continue
            if word in known:
                yield from _misspelled(line, match, known[word])
            elif (
                word in near
                and (match[0] == word or _begins_text(line, match, near[word][0]))
                and not _is_named(line, match)
            ):
                yield unknown(line, match, near[word])


def _misspelled(line: Line, match: re.Match[str], right: tuple[str, ...]) -> Iterator[Fault]:
    """Give the fault of a word that is known to be misspelled; in capitals it may be a name."""
    if match[0][0].isupper():
        # What may be several words, is none of these: a name.
        if len(right) > 1:
            return
        if line.kind not in _TITLES and not _BEGINS.search(line.text[: match.start()]):
            return
        right = tuple(map(str.capitalize, right))
    message = f'"{match[0]}" is spelled "{right[0]}"'
    if len(right) == 1:
        yield Fault(line, *match.span(), message, right[0], severity=Severity.WARNING)
    else:
        yield Fault(line, *match.span(), f'{message} or "{right[1]}"', None,
                    "write the one that is meant", Severity.WARNING)  # fmt: skip


def _begins_text(line: Line, match: re.Match[str], meant: str) -> bool:
    """Tell a word in a capital that begins a sentence or a heading, and is no name.

    Names stand before other names, and do something; what is meant is a common word.
    """
    word, text = match[0].lower(), line.text
    if len(word) < _LEAST_IN_CAPITAL or grade_of(meant) is not Grade.COMMON:
        return False
    follows = _NEXT_WORD.match(text, match.end())
    if follows is None or not _BEGINS_LINE.search(text[: match.start()]):
        return False
    swapped = line.kind in _TITLES and sorted(word) == sorted(meant)
    return swapped or (follows["word"].islower() and not _is_verb(follows["word"]))


def _is_verb(word: str) -> bool:
    return word in {"is", "was", "has", "can", "will"} or word in KINDS["acts"]


_LEAST_IN_CAPITAL = 6
_NEXT_WORD = lazy_pattern(r" (?P<word>[A-Za-z]+)")
# Behind D. and Math. stand names.
_BEGINS_LINE = lazy_pattern(r"(?:^|[a-z]{4,}[.?!] )[^\w\s]*$")


def unknown(line: Line, match: re.Match[str], meant: tuple[str, ...]) -> Fault:
    """Give the fault of a word that is none, in any language; what is `meant` is a guess."""
    may_be = " or ".join(f'"{one}"' for one in meant[:_MOST_GUESSES])
    message = f'"{match[0]}" is no known word: {may_be} may be meant'
    advice = "write what is meant; a name is written as code, or stands in the glossary"
    return Fault(
        line, *match.span(), message, None, advice, Severity.WARNING, may_be=meant[:_MOST_GUESSES]
    )


def _is_named(line: Line, match: re.Match[str]) -> bool:
    """Tell a word that is set apart by marks, or that stands in a list of names."""
    start, end = match.span()
    # Where marks were left out, the columns leap.
    around = line.columns[max(0, start - 1) : end + 1]
    if len(around) != around[-1] - around[0] + 1:
        return True
    words = _ANY_WORD.findall(line.without_code)
    known = sum(_is_no_name(word) for word in words)
    return 2 * (known + 1) <= len(words)


def _is_no_name(word: str) -> bool:
    """Tell whether a word is known, and, where it has a capital, common: then it begins a sentence.

    >>> [_is_no_name(one) for one in ("there", "The", "Paul", "pelennor")]
    [True, True, False, False]
    """
    grade = grade_of(word.lower())
    return grade is not None if word.islower() else grade is Grade.COMMON


_ANY_WORD = lazy_pattern("[A-Za-z]{3,}")


def _near(
    selection: Selection, lesson: Lesson, known: Mapping[str, object]
) -> Mapping[str, tuple[str, ...]]:
    """Give the words of a lesson that are none, with what may be meant."""
    words = {word: count for word, count in _words(lesson).items() if word not in known}
    near = near_words(words, lesson.text, selection.english_words)
    terms = _terms(selection) if near else frozenset()
    return {word: meant for word, meant in near.items() if word not in terms}


def _terms(selection: Selection) -> frozenset[str]:
    """Give the words of the glossary: what a site calls something is no misspelling there."""
    terms = read_glossary(selection.lessons.root)
    return frozenset(word.lower() for term in terms for word in term.english.split())


def _known_misspellings(selection: Selection, lesson: Lesson) -> Mapping[str, tuple[str, ...]]:
    """Give the right spellings of a lesson's words that are wrong."""
    words = _words(lesson)
    english = (other for other in selection.files if other.language is ENGLISH)
    known = corrections(words, also=(word for other in english for word in _words(other)))
    sure = {word: known[word][0] for word in words if len(known[word]) == 1 and len(word) >= _LEAST}
    # Writable is as often spelled writeable.
    found = {word: one for word, one in sure.items() if one != word.replace("eable", "able")}
    found |= {
        word: MISFORMED[word] for word in words.keys() & MISFORMED.keys() if MISFORMED[word] != word
    }
    found |= {word: _table()[word] for word in words.keys() & _table().keys()}
    found |= {word: f"{word[:-2]}ies" for word in words if _MANY_IN_Y.fullmatch(word)}
    named = _terms(selection) if found else frozenset()
    unsure = {word: known[word] for word in words if len(known[word]) > 1 and len(word) > _LEAST}
    every = {**unsure, **{word: (right,) for word, right in found.items()}}
    return {word: right for word, right in every.items() if word not in named}


@functools.cache
def _table() -> dict[str, str]:
    """Give what typos does not know, or has several answers for."""
    return spelling_table("english/misspelled.tsv")


@of_last_read
def _words(lesson: Lesson) -> Counter[str]:
    """Count the words of a lesson's text, in small letters."""
    words = (word for line in prose(lesson) for word in _WORD.findall(line.without_code))
    return Counter(map(str.lower, words))
