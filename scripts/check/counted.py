"""Numbers as words: "three rows" and 네 줄 do not say the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from scripts.check.numbers import PLACES, said
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
from scripts.check.sections import beside_texts, parts, twins
from scripts.check.shared import WRITE_THE_SAME
from scripts.diagnostic import Diagnostic, Severity
from scripts.languages import ENGLISH, KOREAN, Language
from scripts.lesson import Block, Lesson
from scripts.number_words import NUMBER_WORDS
from scripts.patterns import lazy_pattern

_LARGEST = 100
# A hundred has other meanings, one is said of everything.
_COUNTED = {n: words for n, words in NUMBER_WORDS.items() if 1 < n < _LARGEST and not 12 < n < 20}
# In many ways, and where nothing is counted: it counts only where nothing else may be meant.
_TWO = 2
_TENS = {words[0]: n for n, words in NUMBER_WORDS.items() if n in range(20, _LARGEST, 10)}
_ENGLISH = {
    **{
        f"{ten} {NUMBER_WORDS[n][0]}": tens + n for ten, tens in _TENS.items() for n in range(1, 10)
    },
    **{words[0]: n for n, words in _COUNTED.items()},
    **{word: n for n, word in enumerate(PLACES[2:], 3)},
}
# 열 is also a column, and opens; 석 and 넉 count few things, and 삼십 is read of digits.
_NOT_COUNTED = frozenset(["열", "석", "넉", "삼십", "사십", "오십", "육십", "칠십", "팔십", "구십"])
_KOREAN = {
    word: n for n, words in _COUNTED.items() for word in words[1:] if word not in _NOT_COUNTED
}
_ENGLISH_WORD = lazy_pattern(
    rf"(?<![A-Za-z-])(?<!hundred and )(?:{'|'.join(_ENGLISH).replace(' ', '[ -]')})"
    r"(?![A-Za-z-]| (?:hundred|thousand|million|billion)\b)",
    re.IGNORECASE,
)
# Before what is counted, or with a particle behind it.
_KOREAN_WORD = lazy_pattern(
    rf"(?<![가-힣])(?:{'|'.join(sorted(_KOREAN, key=len, reverse=True))})"
    r"(?= [가-힣]|[가개명번줄칸점장대군곳배쪽차단자시살마권척채그알잔벌층통쌍모]"
    r"|(?:이|은|을|의|도|과|로|으로|에|만|와|는|를|입니다|이고)?(?![가-힣]))"
)
# "More than two" is 셋 이상: these say no number that the other language must say.
_BOUND = {
    ENGLISH: lazy_pattern(r"(?i:\b(?:(?:more|fewer|less|greater) than|over|under|beyond)) $"),
    KOREAN: lazy_pattern(r"^[가-힣]{0,2} ?(?:이상|초과|이하|미만|넘)"),
}
_DIGITS = lazy_pattern(r"(?<![\d.,A-Za-z_-])\d+(?![\d.,]*\d|[A-Za-z_-]|월|[십백천]?[만억조]|천)")


def differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the texts in which one number, said as a word, is another one in the other language.

    Each of the two languages must have one that the other does not have in any form.
    """
    for origin, other in selection.pairs():
        if {origin.language, other.language} != {ENGLISH, KOREAN}:
            continue
        lines = [_lines(lesson) for lesson in (origin, other)]
        if not all(lines):
            continue
        for ours, theirs in (*twins(origin, other), *beside_texts(origin, other)):
            if len(ours) != 1 or len(theirs) != 1:
                continue
            one, its = parts(ours[0]), parts(theirs[0])
            if len(one) != len(its):
                continue
            for mine, new in zip(one, its, strict=True):
                if found := _differ(mine, lines[0], new, lines[1]):
                    (number, line), (other_number, place) = found
                    message = f"{other_number} here, {number} in {origin.path}:{line}"
                    yield Diagnostic(
                        other.path,
                        place,
                        "other-number",
                        message,
                        Severity.WARNING,
                        WRITE_THE_SAME,
                    )


def _lines(lesson: Lesson) -> dict[int, list[tuple[int, bool]]]:
    """Give by lines the numbers up to a hundred, and whether each stands there as a word."""
    pattern, values = (
        (_ENGLISH_WORD, _ENGLISH) if lesson.language is ENGLISH else (_KOREAN_WORD, _KOREAN)
    )
    found: dict[int, list[tuple[int, bool]]] = {}
    for line in prose(lesson):
        if line.kind not in {"comment", "further"} and (
            numbers := [*_numbers(line, pattern, values, lesson.language)]
        ):
            found.setdefault(line.number, []).extend(numbers)
    return found


def _numbers(
    line: Line, pattern: re.Pattern[str], values: dict[str, int], language: Language
) -> Iterator[tuple[int, bool]]:
    text = line.without_code
    for match in pattern.finditer(text):
        beside = text[: match.start()] if language is ENGLISH else text[match.end() :]
        if not _BOUND[language].search(beside):
            yield values[match[0].lower().replace("-", " ")], True
    for match in _DIGITS.finditer(text):
        if len(match[0]) < 3 and int(match[0]) < _LARGEST:
            yield int(match[0]), False


def _differ(
    ours: Block,
    our_lines: dict[int, list[tuple[int, bool]]],
    theirs: Block,
    their_lines: dict[int, list[tuple[int, bool]]],
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Give the number that each has and the other has not, with its line, if it is one in each."""
    left, right = _within(ours, our_lines), _within(theirs, their_lines)
    if not any(is_word for _, is_word, _ in (*left, *right)):
        return None
    gone, new = _unsaid(left, theirs), _unsaid(right, ours)
    gone, new = (side - {_TWO} or side for side in (gone, new))
    if len(gone) != 1 or len(new) != 1:
        return None
    (mine,), (its,) = gone, new
    one = [found for found in left if found[0] == mine]
    other = [found for found in right if found[0] == its]
    words = any(is_word for _, is_word, _ in (*one, *other))
    sure = not said(mine, theirs.text) or not said(its, ours.text)
    return (
        ((mine, one[0][2]), (its, other[0][2]))
        if words and sure and min(mine, its) >= _TWO
        else None
    )


def _within(
    block: Block, lines: dict[int, list[tuple[int, bool]]]
) -> Sequence[tuple[int, bool, int]]:
    return [
        (value, is_word, number)
        for number in range(block.line, block.end + 1)
        for value, is_word in lines.get(number, ())
    ]


def _unsaid(found: Sequence[tuple[int, bool, int]], block: Block) -> set[int]:
    """Give the numbers that stand in a text more often than the other says them in any way."""
    counts = Counter(value for value, _, _ in found)
    return {value for value, count in counts.items() if said(value, block.text) < count}
