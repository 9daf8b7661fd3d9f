"""How English words begin when they are read aloud, where that is certain."""

from __future__ import annotations

import functools
from enum import Enum

from scripts.patterns import lazy_pattern


class First(Enum):
    """With what a word begins, as far as articles care."""

    VOWEL = "vowel"
    CONSONANT = "consonant"


# Letters whose names begin with a vowel.
_VOWEL_NAMES = frozenset("AEFHILMNORSX")
_NUMBER = lazy_pattern(r"\d{1,3}(?:,\d{3})+(?!\d)|\d+")
# Words with a first letter that is not heard, or as another one: you, won, our.
_HEARD_AS_CONSONANT = lazy_pattern(
    r"one(?!r|ir)|once|oui|ewe|eu(?!ler)|u(?:b[iq]|fo|gand|kr|kul|nanim|nary|ran|rea|rin"
    r"|s[aeu]|suf|te[nr]|t[io]|vul)|uni(?!de|ll|m[^io]|n|r|ss)"
    r"|u(?:art|dev|dp|i|id|int|nix|rl|ri|sb|size|tf|uid|x)s?\d*$",
)
_SILENT_H = lazy_pattern(r"hour|honest|honor|honour|heir")
# Some say these in one way, and some in the other.
_BOTH_WAYS = lazy_pattern(r"herb|homage|hist|hyst|hermit|hotel|hilar|habit|hered|uru|yt|yv|x|ewok")
# Before most other letters u is heard as in "under".
_OPEN_U = lazy_pattern(r"u(?:dder|gl|lti|ltra|m[bp]|n|p|r[bgn]|sher|tt)")
_SPOKEN_START = lazy_pattern(
    r"[aeio]|[b-df-hj-np-tv-z][aeiouy]|y|[bcfgkps]l|[bcdfgkptw]r|[cgkprstw]h|[dst]w|qu|gn|kn|ps"
    r"|s[cklmnpqt]|thr|shr"
)
# Capitals that are read letter by letter though there is a vowel among them.
_SPELLED = """
FPGA FPU HLO HDMI HIPAA LAPACK LLM LRU MLIR MLP MPI MSE MXU NFA NLP NPU NSA RFID RPC RFC SDK SSA
SSD SSE SSH SMS XLA XAI
"""
_YOU = lazy_pattern(r"U(?:ART|AV|DP|I|ID|K|ML|NIX|RI|RL|RN|S|SA|SB|TC|TF|UID|X)s?$")
# Capitals without a vowel that are a word all the same.
_WORDS = lazy_pattern(r"SQL|NCCL|NXT|SPDX|SWF|SCSI|LGTM|NaN")
_CAPITALS = lazy_pattern(r"[A-Z]+(?![a-z])")
# The first word of several: UserWarning.
_CAMEL = lazy_pattern(r"[A-Z][a-z]{2,}(?=[A-Z])")
_ROMAN = lazy_pattern(r"[IVX]+$")


def first_sound(word: str, *, hyphen: bool = False) -> First | None:
    """Give with what a word or a number begins when it is read; None where that is not certain.

    `hyphen` says that one follows: a letter is called by its name then.

    >>> [first_sound(word).value for word in ("hour", "unit", "under", "8", "XML", "European")]
    ['vowel', 'consonant', 'vowel', 'vowel', 'vowel', 'consonant']
    >>> first_sound("SQL"), first_sound("historic"), first_sound("UnicodeError").value
    (None, None, 'consonant')
    """
    if word[0].isdigit():
        return _of_number(word)
    if camel := _CAMEL.match(word):
        word = camel[0]
    if word[1:].isdigit() or (len(word) == 1 and (hyphen or word.isupper())):
        return _of_letter(word[0])
    if len(word) == 1 or _WORDS.match(word):
        return None
    if (capitals := _CAPITALS.match(word)) and len(capitals[0]) > 1:
        return _of_capitals(capitals[0], word)
    if word[0] == "U" and not word.istitle():
        return None
    if word[0].islower() and not word.islower():
        # eBook and iOS, but not mRNA.
        return First.VOWEL if word[0] in "aeio" else None
    return _of_word(word.lower())


def _of_number(number: str) -> First | None:
    digits = _NUMBER.findall(number)[0]
    groups = digits.split(",")
    plain = groups[0]
    if plain[0] == "8":
        return First.VOWEL
    if len(groups) == 1 and len(plain) > 3:
        # 1800 is a year, too, and a longer number may be read in many ways.
        return None if plain[:2] in {"11", "18"} else First.CONSONANT
    return First.VOWEL if plain in {"11", "18"} else First.CONSONANT


def _of_letter(letter: str) -> First:
    return First.VOWEL if letter.upper() in _VOWEL_NAMES else First.CONSONANT


def _of_capitals(capitals: str, word: str) -> First | None:
    first = capitals[0]
    if first == "U":
        return First.CONSONANT if _YOU.match(word) else None
    if first in "AEIO":
        # As letters or as a word; III is read as neither.
        return None if _ROMAN.match(capitals) or capitals == "ONE" else First.VOWEL
    if first not in _VOWEL_NAMES:
        return First.CONSONANT
    spelled = not set(capitals) & set("AEIOUY") or capitals in _words(_SPELLED)
    return First.VOWEL if spelled else None


def _of_word(word: str) -> First | None:
    if _BOTH_WAYS.match(word):
        return None
    if _SILENT_H.match(word):
        return First.VOWEL
    if _HEARD_AS_CONSONANT.match(word):
        return First.CONSONANT
    if word[0] == "u":
        return First.VOWEL if _OPEN_U.match(word) else None
    if not _SPOKEN_START.match(word):
        # It is read letter by letter, or not at all.
        return None
    return First.VOWEL if word[0] in "aeio" else First.CONSONANT


@functools.cache
def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())
