"""Sentences right below a cell that speak of what it printed a number for, with another number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.diagnostic import Diagnostic
from scripts.execute.contradictions import short
from scripts.execute.counts import number_of, sentence_around
from scripts.execute.label_sentences import singular
from scripts.execute.page_values import amounts_in, arrays_in, shown_text
from scripts.execute.places import Pair, Place
from scripts.execute.templates import labelled_values
from scripts.languages import ENGLISH
from scripts.number_words import NUMBERS, one_of
from scripts.patterns import lazy_pattern

_NUMBER = lazy_pattern(
    rf"(?<![\w.,`/-])(?P<number>\d+(?:,\d{{3}})*|(?i:{one_of(NUMBERS, english=True)}))"
    r"(?![\w`]|[.,]\d|-|st\b|nd\b|rd\b|th\b| ?%)"
)
_WORD = lazy_pattern(r"[A-Za-z]{3,}")
# So many words may stand between a name and its number, and so much beside them is looked at.
_NEAR, _BESIDE = 5, 10
# A part, a bound or another thing: nobody says with these what was counted.
_OTHER = lazy_pattern(
    r"\b(?:first|last|next|other|another|each|every|per|than|at (?:least|most)|up to|about|around"
    r"|nearly|almost|over|under|more|fewer|less|times|one"
    r"|(?:the|these|those|both) (?:two|three|four))\b|[=+*/^$]",
    re.IGNORECASE,
)
_COMMON = frozenset(
    [
        *("number", "numbers", "count", "value", "values", "total", "with", "after", "before"),
        *("from", "this", "that", "these", "those", "step", "steps", "size", "time", "times"),
        *("name", "names", "line", "lines", "item", "items", "first", "last", "each", "data"),
        *("result", "results", "the", "and", "for", "all", "are", "was", "has", "not", "its"),
    ]
)
_WHOLE = lazy_pattern(r"(?P<number>\d+)(?: of \d+| [a-z]+)?")


def beside_labels(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "six cells are alive" below "alive: 5"."""
    pair = place.right_above
    if pair is None or place.beside_picture or place.lesson.language is not ENGLISH:
        return
    labels = [*_labels(pair)]
    text = shown_text(pair[1])
    shown = {one.value for one in amounts_in(text)} if labels else set()
    shown |= {float(len(one.items)) for one in arrays_in(pair[1])}
    for match in _NUMBER.finditer(place.text) if labels else ():
        sentence, begin = sentence_around(place.text, match.start())
        number = number_of(match["number"])
        if number in shown or number < 2 or place.supposed(match.start()):
            continue
        said = {number_of(one["number"]) for one in _NUMBER.finditer(sentence)}
        at = match.start() - begin
        for words, label, right in labels:
            between = _between(sentence, words, at, match.end() - begin)
            # What is quoted from an output is not said again.
            if between and right not in said and "{" not in sentence and not _OTHER.search(between):
                yield place.finding(
                    place.line(match.start()), short(sentence.strip(" .")), f"{label}: {right:g}"
                )
                break


def _labels(pair: Pair) -> Iterator[tuple[frozenset[str], str, float]]:
    """Give the names that a cell printed before whole numbers: their words, they, the number."""
    found: dict[str, set[float]] = {}
    for line in shown_text(pair[1]).split("\n"):
        for label, value in labelled_values(line):
            if match := _WHOLE.fullmatch(value.strip()):
                found.setdefault(label, set()).add(float(match["number"]))
    for label, numbers in found.items():
        words = frozenset(singular(word.lower()) for word in _WORD.findall(label)
                          if word.lower() not in _COMMON)  # fmt: skip
        # A name with a number in it is one of several.
        if words and len(numbers) == 1 and not re.search(r"\d", label):
            yield words, label, numbers.pop()


def _between(sentence: str, words: frozenset[str], start: int, end: int) -> str:
    """Give what stands from a number to the nearest of some words, and right beside; or nothing."""
    for match in _WORD.finditer(sentence):
        if singular(match[0].lower()) in words:
            first, last = min(start, match.start()), max(end, match.end())
            inner = (
                sentence[end : match.start()] if start == first else sentence[match.end() : start]
            )
            if len(inner.split()) <= _NEAR and not re.search(r"[,;:()]", inner):
                return sentence[max(0, first - _BESIDE) : last + _BESIDE]
    return ""
