"""Korean words that were left in English sentences: the shape of `x`, 그리고 how fast it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from scripts.check.fault import Fault
from scripts.check.korean.nouns import is_noun
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
from scripts.check.untranslated import (
    HANGUL,
    STOP,
    WORD,
    blanked,
    is_korean,
    waiting_lines,
)
from scripts.check.untranslated_runs import quoted_over_lines
from scripts.diagnostic import Severity
from scripts.languages import ENGLISH
from scripts.lesson import Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

_RUN = lazy_pattern("[가-힣]+(?:[ ,]+[가-힣]+)*")
# They join sentences and words, and are no names.
_JOINING_WORDS = """
그리고 또는 혹은 및 하지만 그러나 그래서 따라서 그런데 그러면 즉 또 또한 다만 먼저 다음 이제
여기서 예를 같은 때문에 위해 통해 대해 있는 없는 하는 되는 이것은 이것이 이는 그 이 저 각 모든
"""
_JOINING = frozenset(_JOINING_WORDS.split())
_WITH_PARTICLE = lazy_pattern(rf"(?P<stem>[가-힣]{{2,}}?)(?P<form>{particles()})")
_ENDED = lazy_pattern("[가-힣]+(?:니다|니까|세요|하고|하며|하여|해서|되어|므로|지만|으면)")
_LEAST_WORDS = 3
_MOST = 2
# What speaks of Korean, of words, or of what a program shows.
_OF_WORDS = lazy_pattern(
    r"\b(?:Korean?s?|Hang[eu]+l|Hanja|syllables?|characters?|letters?|words?|nouns?|verbs?"
    r"|particles?|spell(?:ed|ing|s)?|typos?|mean(?:s|ing)|pronounced|translat\w+|transliterat\w+"
    r"|Unicode|UTF|CP949|EUC|encod\w+|mojibake|glossary|strings?|tokens?)\b",
    re.IGNORECASE,
)
_EMPHASIS = lazy_pattern(r"(?<![*_])([*_]{1,3})(?=[^\s*_])[^*_]*?[가-힣][^*_]*?\1")
# A word beside its translation, and one that is put together or taken for an example.
_JOINED = lazy_pattern(r"[/+=→:]")
_SUCH_AS = lazy_pattern(r"(?:\b(?:such as|like|as in|e\.g\.|called|named|says?)|[가-힣],) $")
_CELL = lazy_pattern(r"[^|]+")


def left_hangul(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the Korean words in English sentences that speak of no Korean."""
    if lesson.language is not ENGLISH or not HANGUL.search(lesson.text):
        return
    found = list(_in_lesson(lesson, waiting_lines(selection, lesson)))
    # A page with many Korean words is one about Korean.
    if len(found) <= _MOST:
        for one in found:
            around = one.line.block.text if one.line.block else one.line.text
            if not _OF_WORDS.search(around):
                yield one


def _in_lesson(lesson: Lesson, waiting: Collection[int]) -> Iterator[Fault]:
    rows = lesson.text.split("\n")
    lines = prose(lesson)
    quoted = quoted_over_lines(lines)
    for number, line in enumerate(lines):
        if line.kind in {"comment", "further"} or not HANGUL.search(line.text):
            continue
        if (line.block.line if line.block else line.number) in waiting:
            continue
        text = blanked(line, quoted.get(number, ()))
        for part in _CELL.finditer(text) if line.kind == "table" else [None]:
            start, end = part.span() if part else (0, len(text))
            yield from _in_text(line, text[:end], start, rows[line.number - 1])


def _in_text(line: Line, text: str, start: int, row: str) -> Iterator[Fault]:
    """Give the first Korean words of an English text that begins at a place of a line."""
    own = text[start:]
    words = [word.lower() for word in WORD.findall(own)]
    if len(words) < _LEAST_WORDS or not STOP.intersection(words) or is_korean(own):
        return
    emphasised = [match.span() for match in _EMPHASIS.finditer(row)]
    for run in _RUN.finditer(text, start):
        column = line.columns[run.start()] - 1
        around = text[: run.start()].rstrip()[-1:] + text[run.end() :].lstrip()[:1]
        if (
            _JOINED.search(around)
            or _SUCH_AS.search(text, start, run.start())
            or any(first < column < last for first, last in emphasised)
        ):
            continue
        if any(map(_is_korean_word, re.findall("[가-힣]+", run[0]))):
            yield Fault(line, *run.span(), f'"{run[0]}" is still in Korean', None,
                        "translate it", Severity.WARNING)  # fmt: skip
            return


def _is_korean_word(word: str) -> bool:
    """Tell a word of sentences, and a noun that is known, from what may be a name.

    >>> [_is_korean_word(one) for one in ("그리고", "함수를", "씁니다", "나란히")]
    [True, True, True, False]
    """
    if word in _JOINING or is_noun(word) or _ENDED.fullmatch(word):
        return True
    match = _WITH_PARTICLE.fullmatch(word)
    return match is not None and is_noun(match["stem"])
