"""The numbers in sentences, in digits and as words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scripts.check.prose import prose
from scripts.check.shared import Shared
from scripts.lesson import Block, Lesson
from scripts.number_words import NUMBER_WORDS
from scripts.patterns import lazy_pattern

# What is joined to letters or points is a name or a version; a month has a name in English.
_NUMBER = lazy_pattern(
    r"(?<![A-Za-z0-9_.,/-])(?<!\d:)(?P<digits>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)"
    # 조 is an article of a law, too, but no part of one has a number.
    r"(?P<unit>[십백천]?(?:만(?!큼)|억|조(?:(?<=\.\d조)|(?<=\.\d\d조)"
    r"|(?= ?(?:원|달러|엔|유로|위안|[개명배건]|토큰|파라미터|매개변수|바이트))))|천"
    r"|[kK](?![A-Za-z])"
    r"|[ ](?:thousand|million|billion|trillion)\b)?"
    r"(?:(?=(?:[kKMGT]i?[Bb]|[kMG]?Hz|[cmk]m|kg|ms|min|[smh]|px|dpi)(?![A-Za-z0-9_/-]))"
    r"|(?:st|nd|rd|th)(?![A-Za-z])|(?=-[a-z]{3,}\b)|(?![A-Za-z0-9_/-]|:\d|[.,]\d|월))"
)
# From one number to another, before what is counted: a hyphen stands there for a dash.
_RANGE = lazy_pattern(
    r"(?<![\w.,/-])(?P<first>\d+(?:\.\d+)?)-(?=\d+(?:\.\d+)?(?: ?[가-힣%]| [a-z]|[smh]\b))"
)
# Behind the name of a product stands its number, not an amount: "Windows 10만" is "only" that one.
_NAMED_BEFORE = lazy_pattern(r"[A-Za-z] $")
_VERSION = lazy_pattern(
    r"(?<![A-Za-z0-9_.,/-])v?(?P<version>\d+(?:\.\d+){2,})(?![A-Za-z0-9_/-]|[.,]\d)"
)
# Years such as 1994–98: the second one is 1998.
_YEAR_BEFORE = lazy_pattern(r"(?<!\d)(?P<century>1[5-9]|20)\d\d ?[\u2010-\u2015~] ?$")
# What stands for a figure, the title and the summary, which say the same in every language.
_BESIDE = frozenset({"alt", "front"})
_AMOUNT = lazy_pattern(r"[\d,.]+ ?(?:[십백천만억조]+|[a-z]+)")
_UNIT = lazy_pattern(r"[가-힣]|[a-z]+")
_UNITS = {
    "십": 10,
    "백": 100,
    "천": 10**3,
    "k": 10**3,
    "만": 10**4,
    "억": 10**8,
    "조": 10**12,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
# Ten, twenty and so on as Korean counts, up to ninety.
TENS = tuple(NUMBER_WORDS[number][1] for number in range(10, 100, 10))
# Smaller ones are said without counting, and larger ones in several words.
_COUNTED = {
    words[0]: str(float(number)) for number, words in NUMBER_WORDS.items() if 12 < number < 20
}
_COUNTED_WORD = lazy_pattern(
    rf"(?<![A-Za-z-])(?i:{'|'.join(_COUNTED)})(?:th)?"
    r"(?![A-Za-z-]| (?:hundred|thousand|million|billion)\b)"
)
_HUNDRED = 100
_WORD_VALUES = {
    **{words[0]: number for number, words in NUMBER_WORDS.items()},
    "million": 10**6,
    "billion": 10**9,
}
_ONE_WORD = rf"(?:{'|'.join(_WORD_VALUES)})"
_LONG = lazy_pattern(
    rf"(?<![a-z-])(?:a|{_ONE_WORD})[ -](?:(?:{_ONE_WORD}|and)[ -])*"
    rf"(?:hundred|thousand|million|billion|(?<=and ){_ONE_WORD}|(?<=ty[ -]){_ONE_WORD})(?![a-z-])"
)
_MONTHS = {
    name: number
    for number, name in enumerate(
        [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
        1,
    )
}
_MONTH = lazy_pattern(rf"\b(?:{'|'.join(_MONTHS)})\b")
_THOUSANDS = lazy_pattern(r"(?<=\d),(?=\d{3})")
# The English ones that stand for a place in a row.
PLACES = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
_ORDINALS = {2: "second|half|halves|twice|both|pairs?", 3: "third", 4: "fourth|quarter", 5: "fifth"}
# What else says them, for those that are in no list above.
_PLACES = {
    3: "tri|thrice",
    4: "quad",
    6: "sixth",
    7: "seventh",
    8: "eighth|oct",
    9: "ninth",
    10: "tenth|decade|decimal",
    12: "twelfth|dozen",
    5: "penta",
    20: "score",
}


def numbers(lesson: Lesson) -> Iterator[Shared]:
    """Give a lesson's numbers and versions in digits, and as words where English counts."""
    for line in prose(lesson):
        if line.block is None and line.kind not in _BESIDE:
            continue
        for match in _VERSION.finditer(line.text):
            if not line.is_code(*match.span()):
                yield Shared(line.number, match["version"], match[0])
        for match in _NUMBER.finditer(_RANGE.sub(_with_dash, line.text)):
            if not line.is_code(*match.span()):
                digits = match["digits"].replace(",", "")
                year = _YEAR_BEFORE.search(line.text, 0, match.start())
                if year and len(digits) == 2:
                    digits = year["century"] + digits
                value = float(digits)
                unit = match["unit"] or ""
                if unit == "만" and _NAMED_BEFORE.search(line.text, 0, match.start()):
                    unit = ""
                for one in _UNIT.findall(unit.lower()):
                    value *= _UNITS[one]
                yield Shared(line.number, str(value), match[0])
        for match in _COUNTED_WORD.finditer(line.text):
            if not line.is_code(*match.span()):
                yield Shared(line.number, _COUNTED[match[0].lower().removesuffix("th")], match[0])


def _with_dash(match: re.Match[str]) -> str:
    return f"{match['first']}\u2013"


def is_rounded(one: Shared, its: Shared) -> bool:
    """Tell whether two amounts are one, to the digits of the shorter, in units of each language.

    >>> amounts = Shared(1, str(957041.6e8), "957,041.6억"), Shared(1, "95.7e12", "95.70 trillion")
    >>> is_rounded(*amounts), is_rounded(Shared(1, "3.14", "3.14"), Shared(1, "3.1", "3.1"))
    (True, False)
    """
    if not all(_AMOUNT.fullmatch(number.shown) for number in (one, its)):
        return False
    digits = min(len(re.sub(r"^[0.]+|\D", "", number.shown)) for number in (one, its))
    exact = (f"{float(number.key):.{max(digits - 1, 0)}e}" for number in (one, its))
    return len(set(exact)) == 1


def said_in_words(number: Shared, blocks: Sequence[Block]) -> bool:
    """Tell whether a text has a number as a word; what is one may be said in any way.

    >>> two, texts = Shared(1, "2.0", "2"), ("two of them", "둘이", "some")
    >>> [said_in_words(two, [Block("paragraph", 1, 1, text)]) for text in texts]
    [True, True, False]
    """
    words = _WORDS_OF.get(number.key)
    return number.key == "1.0" or bool(
        words and any(words.search(block.text.lower()) for block in blocks)
    )


def said(number: int, text: str) -> int:
    """Give how often a text may say a number: in digits, in words, as a month or a place in a row.

    >>> said(3, "three of them, the third, 3"), said(3, "셋은 많습니다"), said(4, "3")
    (3, 1, 0)
    >>> said(900, "over nine hundred"), said(6, "June 1st"), said(1030, "1,030명")
    (1, 1, 1)
    """
    words, small = _WORDS_OF.get(str(float(number))), text.lower()
    in_words = len(words.findall(small)) if words else 0
    ordinal = _PLACES.get(number, "")
    places = len(re.findall(rf"(?<![a-z]){ordinal}", small)) if ordinal else 0
    months = sum(_MONTHS[name] == number for name in _MONTH.findall(text))
    long = sum(value == number for value in _long_numbers(small)) if number > 20 else 0
    digits = re.findall(rf"(?<!\d)(?<!\d\.){number}(?!\d|\.\d)", _THOUSANDS.sub("", text))
    return in_words + places + months + long + len(digits)


def _long_numbers(text: str) -> Iterator[int]:
    """Give the numbers that English says in several words.

    >>> list(_long_numbers("one thousand and thirty of nine hundred, a million times"))
    [1030, 900, 1000000]
    """
    for match in _LONG.finditer(text):
        total = part = 0
        for word in re.findall(r"[a-z]+", match[0]):
            value = _WORD_VALUES.get(word, 0)
            if value == _HUNDRED:
                part = max(part, 1) * value
            elif value > _HUNDRED:
                total, part = total + max(part, 1) * value, 0
            else:
                part += value
        yield total + part


def _number_words() -> dict[str, re.Pattern[str]]:
    """Give for the numbers that people write as words what finds them, by the number's key."""
    found = {n: "|".join((*words, _ORDINALS.get(n, ""))) for n, words in NUMBER_WORDS.items()}
    return {
        str(float(number)): lazy_pattern(rf"(?<![a-z가-힣])(?:{words.rstrip('|')})(?![a-z])")
        for number, words in found.items()
    }


_WORDS_OF = _number_words()
