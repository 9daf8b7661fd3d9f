"""Both forms of a Korean particle where one would do: `cell`이(가), 값을/를.

Programs write so where they put a word into a sentence, and machines translate so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from scripts.agreement import COPULA, PAIRS, Sound, right_form, sound_of
from scripts.check.fault import QUOTED, Fault
from scripts.check.korean.nouns import ends_in_noun, is_noun
from scripts.check.korean.particles import (
    Glosses,
    formula_before,
    glosses_of,
    right_form_of,
    spoken_before,
)
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.glossary import read_readings
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_BEGINS_WITH_I = [form for form in (*(short for _, short in PAIRS), *COPULA)
                  if f"이{form}" in {*(long for long, _ in PAIRS), *COPULA.values()}]  # fmt: skip


def _written() -> Mapping[str, str]:
    """Give by what is written for both forms the one that follows a vowel."""
    found: dict[str, str] = {}
    for long, short in PAIRS[:4]:
        for one, other in ((long, short), (short, long)):
            found |= {f"{one}({other})": short, f"{one}/{other}": short}
    for short in (*_BEGINS_WITH_I, "다"):
        found[f"(이){short}"] = short
    for tail in ("", "부터", "서", "써", "는", "도"):
        for both in ("(으)로", "으로(로)", "로(으로)", "으로/로", "로/으로"):
            found[f"{both}{tail}"] = f"로{tail}"
    return found


_WRITTEN = _written()
_BOTH = lazy_pattern(
    rf"(?:{'|'.join(map(re.escape, sorted(_WRITTEN, key=len, reverse=True)))})(?![가-힣])"
)
# Each of them has one of these: a page without these is not searched.
_SIGNS = tuple(sorted({sign for both in _WRITTEN for sign in re.findall("[(/].", both)}))
# What speaks of particles, and words that stand for any word.
_OF_PARTICLES = lazy_pattern(r"조사|받침|문법|띄어쓰기|particle")
_NO_HANGUL = lazy_pattern("[^가-힣]")
_ANY_WORD = lazy_pattern(r"(?:^|[^A-Za-z0-9])(?:([A-Za-z0-9○◯△□])\1+|[ABXYZNxyn])$")


def both_forms(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the places where both forms of a particle stand behind a word whose sound is known."""
    if lesson.language is not KOREAN or not any(sign in lesson.text for sign in _SIGNS):
        return
    readings = read_readings(selection.lessons.root)
    glosses: Glosses | None = None
    rows = lesson.text.split("\n")
    for line in prose(lesson):
        for match in _BOTH.finditer(line.text):
            start, end = match.span()
            if start == 0 or line.is_code(start, end) or _is_quoted(line.text, start):
                continue
            if _OF_PARTICLES.search(line.text):
                break
            if glosses is None:
                glosses = glosses_of(selection.lessons.root)
            word, sounds = _before(line, match, rows[line.number - 1], readings, glosses)
            short = _WRITTEN[match[0]]
            rights = {_form(short, sound) for sound, _ in sounds}
            if len(rights) == 1:
                right = rights.pop()
                sure = all(certain for _, certain in sounds)
                message = f'"{match[0]}" are two particles'
                yield Fault(line, start, end, message, right if sure else None,
                            f'write "{word}{right}"', Severity.WARNING)  # fmt: skip


def _form(short: str, sound: Sound) -> str:
    """Give what stands for a form that follows a vowel behind what ends so.

    >>> _form("다", Sound.RIEUL), _form("로부터", Sound.RIEUL), _form("가", Sound.CONSONANT)
    ('이다', '로부터', '이')
    """
    if short == "다":
        return short if sound is Sound.VOWEL else "이다"
    return right_form_of(short, sound)


def _is_quoted(text: str, start: int) -> bool:
    """Tell whether a place is in quotation marks: what a program shows is quoted as it is."""
    return any(one.start() < start < one.end() - 1 for one in QUOTED.finditer(text))


def _before(
    line: Line, match: re.Match[str], row: str, readings: Mapping[str, str], glosses: Glosses
) -> tuple[str, tuple[tuple[Sound, bool], ...]]:
    """Give the word before both forms, and how it may end; "" where nothing is known of it."""
    start = match.start()
    formula, ends = formula_before(line, start, row)
    if formula:
        return formula, ends
    text = line.text[:start]
    if _ANY_WORD.search(text) and not line.is_code(start - 1, start):
        return "", ()
    if sound_of(text[-1]) is not None and not _is_noun_before(text, match[0]):
        return "", ()
    return spoken_before(text, readings, glosses)


def _is_noun_before(text: str, both: str) -> bool:
    """Tell whether a word in Hangul ends before both forms: 차이(가) is 차이, and perhaps 가.

    >>> texts = (("모델", "이(가)"), ("차", "이(가)"), ("전문", "가(이)"))
    >>> [_is_noun_before(*text) for text in texts]
    [True, False, False]
    """
    word, first = _NO_HANGUL.split(text)[-1], _NO_HANGUL.split(both)[0]
    sound = sound_of(word[-1])
    if not first or sound is None:
        return True
    # 전문가 and 산책로 are nouns; behind a vowel 가 and 로 are hardly a part of one.
    if first in {"가", "로"} and right_form(first, sound) != first:
        return False
    return not ends_in_noun(word + first) and (len(word) > 1 or is_noun(word))
