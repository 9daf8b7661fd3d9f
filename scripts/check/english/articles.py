"""The English article fits what is heard behind it: an hour, a unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from scripts.check.english.first_sounds import First, first_sound
from scripts.check.english.near_words import grade_of
from scripts.check.english.words import KINDS
from scripts.check.fault import Fault
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
from scripts.check.wrapped import wrapped
from scripts.diagnostic import Severity
from scripts.languages import ENGLISH
from scripts.last_read import of_last_read
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# In the middle of a sentence a capital A is a letter, or a name.
_ARTICLE = r"(?:(?<![^\s(“\"‘—–])(?P<low>an?)|(?:^\s*|(?<=[.?!:|] ))[“\"(]?(?P<high>An?))"
_NEXT = (
    r"[“\"‘(]?(?P<next>\d[\d,]*(?!\d)|[A-Za-z][A-Za-z0-9]*(?![A-Za-z0-9]|[^\x00-\x7f]))"
    r"(?P<hyphen>-?)"
)
_TWO = lazy_pattern(r"(?<![^\s(“\"—–])(?:[Aa] an|[Aa]n? the|[Aa]n a|[Tt]he an)(?= [a-z])")
_OWNED = lazy_pattern(
    r"(?<![^\s(“\"—–])(?P<article>[Aa]n?|[Tt]he) (?P<whose>its|my|our|their|your)(?= [a-z])"
)
_WITH_NEXT = lazy_pattern(rf"{_ARTICLE} {_NEXT}")
# In a link it begins what another page is called.
_IN_LINK = lazy_pattern(rf"(?<= )(?P<high>An?) {_NEXT}")
_AT_END, _AT_START = lazy_pattern(rf"{_ARTICLE}\s*$"), lazy_pattern(_NEXT)
_CODE = lazy_pattern(r"\b([Aa]n?) \[?`([A-Za-z][A-Za-z0-9]*)")
# Names of classes are words.
_CLASS = lazy_pattern("[B-DF-TV-Z][a-z]{2,}(?![a-z0-9])")
# So often a site has the other article before a name that nobody can read aloud by rules.
_OFTEN = 2
# Behind a letter a sentence goes on with these: let a be 1, if a is 1. And who mistyped "and" or
# "can" as "an" meant another word.
_NO_NOUN = frozenset(
    [
        *("is", "in", "and", "or", "if", "as", "at", "on", "of", "over", "into", "are", "under"),
        *("above", "also", "always", "equals", "be", "the", "to", "that", "was", "a", "an"),
        *("its", "my", "our", "their", "your"),
    ]
)


def articles(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the articles that do not fit what is heard behind them."""
    if lesson.language is not ENGLISH:
        return
    rows = lesson.text.split("\n")
    for line in prose(lesson):
        for match in _IN_LINK.finditer(line.text):
            before = line.columns[match.start()] - 2
            in_link = rows[line.number - 1][before : before + 1] == "["
            if in_link and not line.is_code(*match.span()):
                yield from _unfit(line, *match.span("high"), match["next"], match["hyphen"])
        for match in _WITH_NEXT.finditer(line.text):
            place = match.span("low" if match["low"] else "high")
            is_code = line.is_code(*match.span())
            if match["low"] == "an" and not is_code and _may_be_and(line.text, match):
                message = f'"an" before "{match["next"]}": "and" may be meant'
                yield Fault(line, *place, message, None, "write the one that is meant",
                            Severity.WARNING)  # fmt: skip
            elif not line.is_code(match.start("next"), match.end()) or _is_heard(match["next"]):
                yield from _unfit(line, *place, match["next"], match["hyphen"])
            elif usual := _usual(selection, line.text[slice(*place)], match["next"]):
                message = (
                    f'"{line.text[slice(*place)]}" before "{match["next"]}", "{usual}" elsewhere'
                )
                yield Fault(line, *place, message, usual, severity=Severity.WARNING)
        for match in _TWO.finditer(line.text):
            if not line.is_code(*match.span()):
                yield Fault(line, *match.span(), f'"{match[0]}" are two articles', None,
                            "keep one of them", Severity.WARNING)  # fmt: skip
        for match in _OWNED.finditer(line.text):
            if not line.is_code(*match.span()):
                message = f'"{match["article"]}" is one word too many before "{match["whose"]}"'
                yield Fault(line, *match.span(), message, None, "take it out",
                            Severity.WARNING)  # fmt: skip
    for line, other in wrapped(lesson):
        end, start = _AT_END.search(line.text), _AT_START.match(other.text)
        if end and start and not other.is_code(0, start.end()):
            place = end.span("low" if end["low"] else "high")
            yield from _unfit(line, *place, start["next"], start["hyphen"])


def _may_be_and(text: str, match: re.Match[str]) -> bool:
    """Tell whether a verb stands behind "an", with what it is done to, or a word of a clause."""
    word = match["next"]
    if word in _NO_VERB_BEHIND or match["hyphen"]:
        return False
    if first_sound(word) is not First.CONSONANT:
        return False
    if word in _BEGINS_CLAUSE:
        return True
    is_verb = word in KINDS["act"]
    behind_comma = text[: match.start()].endswith(", ")
    return is_verb and (behind_comma or _DONE_TO.match(text, match.end()) is not None)


_NO_VERB_BEHIND = frozenset({"unique", "use", "user"})
_BEGINS_CLAUSE = frozenset(
    [
        *("we", "you", "they", "he", "she", "then", "there", "this", "that", "these", "those"),
        *("which", "when", "where", "what", "why", "how", "with", "from", "for", "by", "not"),
        *("so", "but", "does", "do", "did", "has", "have", "can", "will", "would", "must"),
    ]
)
_DONE_TO = lazy_pattern(
    r" (?:them|it|him|her|us|you|the|an?|its|their|your|our|this|that|these|those|all|each|both)\b"
)


def _usual(selection: Selection, article: str, name: str) -> str:
    """Give the article that the pages of a site have before a name in code, where it is another."""
    counts: Counter[str] = Counter()
    for page in selection.lessons.items:
        if page.language is ENGLISH:
            counts.update(one for one, its in _before_code(page) if its == name)
    low = article.lower()
    other = "a" if low == "an" else "an"
    if counts[low] > 1 or counts[other] < _OFTEN:
        return ""
    return other.capitalize() if article[0].isupper() else other


@of_last_read
def _before_code(page: Lesson) -> list[tuple[str, str]]:
    return [(one[1].lower(), one[2]) for one in _CODE.finditer(page.text)]


def _is_heard(name: str) -> bool:
    """Tell a name in code that is read as a word: `async`, `mild`, `Module`; `np` may not be."""
    vowel = len(name) > 2 and name[0].lower() in "aeiou" and first_sound(name) is First.VOWEL
    return vowel or _CLASS.match(name) is not None or _is_word(name)


def _is_word(name: str) -> bool:
    """Tell an English word that is too long to be read letter by letter."""
    return len(name) > 3 and name.islower() and grade_of(name) is not None


def _unfit(line: Line, start: int, end: int, word: str, hyphen: str) -> Iterator[Fault]:
    heard = None if word in _NO_NOUN else first_sound(word, hyphen=bool(hyphen))
    article = line.text[start:end]
    if (
        heard is None
        or line.is_code(start, end)
        or len(article) == (2 if heard is First.VOWEL else 1)
    ):
        return
    right = article[0] + ("n" if heard is First.VOWEL else "")
    message = f'"{article}" before "{word}", which is heard with a {heard.value} first'
    yield Fault(line, start, end, message, right, severity=Severity.WARNING)
