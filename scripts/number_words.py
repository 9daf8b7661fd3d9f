"""The words for numbers, in English and Korean."""

from __future__ import annotations

from collections.abc import Iterable

_UP_TO_TWENTY = (
    "zero|영 one|하나|한|첫 two|둘|두 three|셋|세|석 four|넷|네|넉 five|다섯 six|여섯 seven|일곱 "
    "eight|여덟 nine|아홉 ten|열 eleven|열하나|열한 twelve|열둘|열두 thirteen|열셋|열세|열석 "
    "fourteen|열넷|열네|열넉 fifteen|열다섯 sixteen|열여섯 seventeen|열일곱 eighteen|열여덟 "
    "nineteen|열아홉 twenty|스물|스무"
)
_LARGER = {
    30: "thirty|서른|삼십",
    40: "forty|마흔|사십",
    50: "fifty|쉰|오십",
    60: "sixty|예순|육십",
    70: "seventy|일흔|칠십",
    80: "eighty|여든|팔십",
    90: "ninety|아흔|구십",
    100: "hundred|백",
    1000: "thousand|천",
}
# The words for a number, the English one first.
NUMBER_WORDS = {
    number: tuple(words.split("|"))
    for number, words in (*enumerate(_UP_TO_TWENTY.split(" ")), *_LARGER.items())
}

# What each of them is; "first" and "hundred" alone stand for other things, too.
NUMBERS = {
    word: number
    for number, words in NUMBER_WORDS.items()
    for word in words
    if number < 100 and word != "첫"
}

# Where the first, the second or the last one stands, as an index.
ORDINALS = {
    word: at
    for at, words in (
        *enumerate(
            [
                "first|첫|첫째|첫 번째",
                "second|둘째|두 번째",
                "third|셋째|세 번째",
                "fourth|넷째|네 번째",
                "fifth|다섯째|다섯 번째",
                "sixth|여섯째|여섯 번째",
                "seventh|일곱째|일곱 번째",
            ]
        ),
        (-1, "last|마지막"),
    )
    for word in words.split("|")
}


def one_of(words: Iterable[str], *, english: bool) -> str:
    """Give a pattern of the words of one language, longer ones first.

    >>> one_of(["six", "sixteen", "여섯"], english=True)
    '(?:sixteen|six)'
    """
    own = sorted((one for one in words if one.isascii() == english), key=len, reverse=True)
    return f"(?:{'|'.join(own)})"
