"""Korean words that were typed while the keyboard wrote Latin letters: rkqtdmf for 값을."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.korean.nouns import is_noun
from scripts.check.misspelling import Misspelling
from scripts.hangul import FINALS, INITIALS, VOWELS, syllable_of
from scripts.patterns import lazy_pattern

# The letters of the keys of the Korean keyboard of two sets.
_KEYS = dict(
    zip(
        "rRseEfaqQtTdwWczxvgkoiOjpuPhynbml",
        "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅛㅜㅠㅡㅣ",
        strict=True,
    )
)
_TWO_VOWELS = {
    "ㅗㅏ": "ㅘ",
    "ㅗㅐ": "ㅙ",
    "ㅗㅣ": "ㅚ",
    "ㅜㅓ": "ㅝ",
    "ㅜㅔ": "ㅞ",
    "ㅜㅣ": "ㅟ",
    "ㅡㅣ": "ㅢ",
}
_TWO_CONSONANTS = {
    "ㄱㅅ": "ㄳ",
    "ㄴㅈ": "ㄵ",
    "ㄴㅎ": "ㄶ",
    "ㄹㄱ": "ㄺ",
    "ㄹㅁ": "ㄻ",
    "ㄹㅂ": "ㄼ",
    "ㄹㅅ": "ㄽ",
    "ㄹㅌ": "ㄾ",
    "ㄹㅍ": "ㄿ",
    "ㄹㅎ": "ㅀ",
    "ㅂㅅ": "ㅄ",
}
_WORD = lazy_pattern(r"(?<![\w./@-])[a-zA-Z]{4,}(?![\w./@-])")
# What only stands behind a noun, of those that are typed with it.
_BEHIND = ("을", "를", "은", "는", "이", "가", "의", "에", "에서", "으로", "로", "와", "과", "도")


def typed_in_latin(text: str) -> Iterator[Misspelling]:
    """Give the words that are a Korean noun with its particle on the same keys.

    >>> [one.right for one in typed_in_latin("결측 rkqtdmf 평균으로, gkatnrk 없는 text")]
    ['값을', '함수가']
    """
    for match in _WORD.finditer(text):
        hangul = _hangul(match[0])
        stems = (hangul.removesuffix(one) for one in ("", *_BEHIND) if hangul.endswith(one))
        if hangul and any(map(is_noun, stems)):
            yield Misspelling(*match.span(), hangul)


def _hangul(keys: str) -> str:
    """Give what the keys write, or "" where that is not all syllables.

    >>> _hangul("rkqtdmf"), _hangul("text"), _hangul("rhkdlq")
    ('값을', '', '과입')
    """
    letters = [_KEYS.get(key) or _KEYS.get(key.lower(), "") for key in keys]
    found: list[str] = []
    at = 0
    while at < len(letters):
        if letters[at] not in INITIALS or not letters[at]:
            return ""
        initial, at = letters[at], at + 1
        pair = "".join(letters[at : at + 2])
        vowel = _TWO_VOWELS.get(pair) or pair[:1]
        if not vowel or vowel not in VOWELS:
            return ""
        at += 2 if pair in _TWO_VOWELS else 1
        # A consonant before a vowel begins the next syllable.
        final = ""
        if _ends(letters, at + 1):
            pair = "".join(letters[at : at + 2])
            two = _TWO_CONSONANTS.get(pair, "") if _ends(letters, at + 2) else ""
            final = two or (letters[at] if at < len(letters) else "")
            if final not in FINALS:
                return ""
            at += 2 if two else bool(final)
        found.append(syllable_of(initial, vowel, final))
    return "".join(found)


def _ends(letters: list[str], at: int) -> bool:
    """Tell that no vowel follows, so that what stands before belongs to this syllable."""
    return at >= len(letters) or letters[at] not in VOWELS
