"""What is in no Korean word: syllables, stems before 습니다, and words of the Latin keyboard."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from scripts.agreement import FORMS, right_form, sound_of
from scripts.check.korean.after_hangul import STEMS
from scripts.check.korean.nouns import ends_in_noun
from scripts.check.misspelling import Misspelling
from scripts.hangul import final_of, with_final
from scripts.patterns import lazy_pattern

# What the table of 1987 lacks of the syllables that words have, most of them foreign or heard.
_MISSING = "꺆꽸놰닁됭똠뜌뢔먄믜뷁쌰쓀쓔왰찟챱펲햏햣헸훕"
_FIRST, _LAST = "가", "힣"
# Text that was damaged, or that shows syllables for their own sake, has several of them.
_MOST = 2


@functools.cache
def _syllables() -> frozenset[str]:
    """Give the syllables that Korean words have: those of KS X 1001, and a few more."""
    both = (bytes((row, cell)) for row in range(0xB0, 0xC9) for cell in range(0xA1, 0xFF))
    return frozenset(one.decode("euc_kr") for one in both) | frozenset(_MISSING)


def no_syllables(text: str) -> Iterator[Misspelling]:
    """Give the syllables that no Korean word has.

    >>> [text[one.start] for text in ["읽을 떄 됩니다"] for one in no_syllables(text)]
    ['떄']
    """
    strange = {one for one in set(text) - _syllables() if _FIRST <= one <= _LAST}
    found = [at for at, one in enumerate(text) if one in strange] if strange else []
    for at in found if len(found) <= _MOST else ():
        yield Misspelling(at, at + 1, None)


_BEFORE_END = lazy_pattern("(?P<stem>[가-힣])습니[다까]")
# On others so many end that the list has not all of them, as on ㅂ 어렵 and 무섭.
_FEW = frozenset(["", *"ㄱㄴㄷㄹㅅㅇㅈㅊㅋㅌㅍ"])
_QUALITIES = frozenset("작낮잦싶깊얕옅짙밭눅곧")


def no_stems(text: str) -> Iterator[Misspelling]:
    """Give the syllables before 습니다 on which no verb and no adjective ends.

    >>> [one.right for one in no_stems("읽습니다. 낮습니다. 닺습니다. 되엇습니다. 만들습니다.")]
    [None, '었', None]
    """
    for match in _BEFORE_END.finditer(text) if "습니" in text else ():
        stem = match["stem"]
        if final_of(stem) in _FEW and stem not in STEMS and stem not in _QUALITIES:
            right = with_final(stem, "ㅆ") if final_of(stem) == "ㅅ" else None
            yield Misspelling(*match.span("stem"), right)


# What the keys of particles, and of a few ends, type with the keyboard set to Latin letters.
_KEYS = """
dms=은 dl=이 rk=가 dmf=을 fmf=를 dml=의 dp=에 dptj=에서 fh=로 dmfh=으로 dhk=와 rhk=과 eh=도 aks=만
qnxj=부터 Rkwl=까지 rkwl=까지 dpsms=에는 dptjsms=에서는 dlsk=이나 dlqslek=입니다 gkqslek=합니다
ehlqslek=됩니다 gksms=하는 ehlsms=되는 gkrh=하고 gkaus=하면
"""
_TYPED = dict(pair.split("=") for pair in _KEYS.split())
_LONGEST_FIRST = "|".join(sorted(_TYPED, key=lambda typed: (-len(typed), typed)))
_IN_LATIN = lazy_pattern(rf"(?P<stem>[가-힣]+)(?P<typed>{_LONGEST_FIRST})(?![A-Za-z0-9_가-힣])")
# Two letters are a unit, too, as dl and dp: what stands before them has to be a noun.
_SHORT = 2


def latin_particles(text: str) -> Iterator[Misspelling]:
    """Give the particles that were typed in Latin letters, behind a word in Hangul.

    >>> [one.right for one in latin_particles("컴퓨터dml 파일dmf 값dl 300dp")]
    ['의', '을', '이']
    """
    for match in _IN_LATIN.finditer(text):
        stem, typed = match["stem"], match["typed"]
        right, sound = _TYPED[typed], sound_of(stem[-1])
        fits = sound is not None and (right not in FORMS or right_form(right, sound) == right)
        if fits and (len(typed) > _SHORT or ends_in_noun(stem)):
            yield Misspelling(*match.span("typed"), right)
