"""Korean particles and verbs that are mistyped behind known nouns: 가중치르, 계산힙니다."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from scripts.agreement import FORMS, Sound, right_form, sound_of
from scripts.check.korean.near_words import frequent_nouns, is_frequent
from scripts.check.korean.nouns import is_noun
from scripts.check.korean.slips import slips_of
from scripts.check.misspelling import Misspelling
from scripts.hangul import final_of, with_final
from scripts.patterns import lazy_pattern

# With these no noun goes on.
_MISTYPED = {
    "르": "를",
    "를르": "를",
    "으르": "을",
    "느": "는",
    "닌": "는",
    "루": "로",
    "으루": "으로",
    "럼처": "처럼",
    "쳐럼": "처럼",
    "처름": "처럼",
    "다마": "마다",
    "마댜": "마다",
    "지까": "까지",
    "까자": "까지",
    "터부": "부터",
    "부텨": "부터",
    "에써": "에서",
    "에소": "에서",
    "애서": "에서",
    "의서": "에서",
    "애는": "에는",
    "애도": "에도",
    "늠": "는",
    "능": "는",
    "릉": "를",
}
# Behind a vowel alone: nouns end so, too, as 고성능.
_BEHIND_VOWEL = frozenset("늠능릉")
_BEHIND_ANOTHER = {"느": "는", "닌": "는", "눈": "는", "더": "도"}
_RIGHT = _BEHIND_ANOTHER | _MISTYPED
_WORD = lazy_pattern(
    rf"(?<![가-힣])(?P<noun>[가-힣]{{2,}}?)(?:(?P<wrong>{'|'.join(_MISTYPED)})"
    rf"|(?:에서?|으?로|[과와])(?P<second>{'|'.join(_BEHIND_ANOTHER)}))(?![가-힣])"
)


def mistyped_particles(text: str) -> Iterator[Misspelling]:
    """Give the particles that are mistyped.

    >>> text = "가중치르, 평균럼처, 배열과느, 차례루, 메아리"
    >>> [(text[one.start : one.end], one.right) for one in mistyped_particles(text)]
    [('르', '를'), ('럼처', '처럼'), ('느', '는'), ('루', '로')]
    """
    for match in _WORD.finditer(text):
        noun, part = match["noun"], "wrong" if match["wrong"] else "second"
        if not _is_known(noun) or is_noun(match[0]) or is_frequent(match[0]):
            continue
        right = _RIGHT[match[part]]
        sound = sound_of(noun[-1])
        if match[part] in _BEHIND_VOWEL and sound is not Sound.VOWEL:
            continue
        if part == "wrong" and right in FORMS and sound is not None:
            right = right_form(right, sound)
        yield Misspelling(*match.span(part), right)


# The end of a particle was typed before it: 해상돌르 for 해상도를.
_END_BEFORE = lazy_pattern("(?<![가-힣])(?P<noun>[가-힣]{2,})르(?![가-힣])")


def _is_known(noun: str) -> bool:
    return noun in frequent_nouns() or is_noun(noun)


def ends_before(text: str) -> Iterator[Misspelling]:
    """Give the nouns that have the end of their particle.

    >>> text = "해상돌르 고르고, 파일르 봅니다. 서울르 갑니다."
    >>> [(text[one.start : one.end], one.right) for one in ends_before(text)]
    [('해상돌르', '해상도를')]
    """
    for match in _END_BEFORE.finditer(text):
        noun = match["noun"]
        if final_of(noun[-1]) != "ㄹ" or _is_known(noun):
            continue
        meant = noun[:-1] + with_final(noun[-1], "")
        if _is_known(meant):
            yield Misspelling(*match.span(), f"{meant}를")


# What is done, and what something is, as it is said behind a noun.
_DEEDS = """
합니다 했습니다 하였습니다 됩니다 됐습니다 되었습니다 입니다 이었습니다
"""
_WITH_DEED = lazy_pattern("(?<![가-힣])[가-힣]{5,}(?![가-힣])")
_LEAST, _SHORTEST_NOUN = 3, 2


def mistyped_deeds(text: str) -> Iterator[Misspelling]:
    """Give what is mistyped of 합니다 and its like behind a noun.

    >>> text = "계산힙니다, 컴파일됩니더, 계산합니다, 오류납니다"
    >>> [(text[one.start : one.end], one.right) for one in mistyped_deeds(text)]
    [('힙니다', '합니다'), ('됩니더', '됩니다')]
    """
    for match in _WITH_DEED.finditer(text):
        word = match[0]
        for cut in range(_SHORTEST_NOUN, len(word) - _LEAST + 1):
            noun, deed = word[:cut], word[cut:]
            right = _deeds().get(deed)
            if right is not None and noun in frequent_nouns() and not is_frequent(word):
                yield Misspelling(match.start() + cut, match.end(), right)
                break


@functools.cache
def _deeds() -> Mapping[str, str]:
    """Give the right forms by what is typed for them, where that is nothing else."""
    right = _DEEDS.split()
    found: dict[str, set[str]] = {}
    for one in right:
        for slip in (slip for slip in slips_of(one) if len(slip) == len(one)):
            found.setdefault(slip, set()).add(one)
    return {
        wrong: min(rights)
        for wrong, rights in found.items()
        if len(rights) == 1 and wrong not in right and not _is_word(wrong)
    }


# What is asked for, and what others do.
_OTHER_DEEDS = """
합시다 랍니다 답니다 탑니다 압니다 갑니다 납니다 잡니다 삽니다 집니다 칩니다 킵니다 깁니다 립니다
팝니다 땁니다 쌉니다 찹니다 큽니다 씁니다 옵니다 봅니다 둡니다 줍니다 눕니다 습니다 엽니다 폅니다
냅니다 댑니다
"""
_OTHERS = frozenset(_OTHER_DEEDS.split())


def _is_word(deed: str) -> bool:
    return is_frequent(deed) or is_noun(deed) or deed in _OTHERS
