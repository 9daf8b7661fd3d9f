"""Korean words with a syllable that was typed twice: 기울기의의, 입력력도, 필필요가, 번만만."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from scripts.check.korean.nouns import ends_in_noun, is_noun, nouns
from scripts.particles import VERBS, pattern
from scripts.patterns import lazy_pattern

# Words have a syllable twice in these, whatever stands around them.
_WORDS = """
기기 각각 몇몇 정정 매매 명명 공공 등등 지지 스스로 천천히 종종 점점 내내 영영 때때로 곳곳 반반
카카오 엔티티 패스스루 수수료 수수께끼 주주총 최대주주 대주주 서서히 더더욱 더더군다 다다르 다다랐
다다른 다다를 다다음 비비다 비비고 비벼 부부 구구단 구구절절 일일 편지지 부가가치 치와와 누군가가
무언가가 무엇인가가 주주 전전월 전전일 전전년 전전분기 익익 승승장구 시시각각 시시콜콜 대대로
대대적 번번이 누누이 길길이 겹겹이 층층이 쌍쌍이 가가호호 그그 저저번 재재 증증조 고고학 후후년
전전기 전전주 전전회 사사건건 중중모리 바바리 씨씨티비 피피티 시시티비 자자손손 호호백발 차차 나나
"""
# Who says how something is, says it twice: 꼼꼼히, 넉넉한, 반짝반짝.
_BEHIND_TWICE = frozenset("하한할합해했히이거대")
# With these verbs ask, deny and go on, whose stem may end in the same syllable: 가지지, 옮기기.
_BEHIND_STEM = lazy_pattern(
    rf"지(?:만|요|는|도|를|가|조차|마)?|기(?:{pattern()}|위해|까지|전에)|서(?:는|도|야|부터)?"
    r"|나(?:요|니|므로)?|니(?:다|까)?|라(?:고|는|도|면|서|야|며)?"
)
_BEHIND_NOUN = lazy_pattern(rf"(?:{pattern()}|[{VERBS}][가-힣]*)")
_LEAST = 3


def without_double(
    word: str, is_word: Callable[[str], bool], is_whole: Callable[[str], bool]
) -> str | None:
    """Give a word with one of two like syllables, where that is a word and this is none.

    Nothing but the ends of a sentence stands behind words of which `is_whole` is true.

    >>> known = {"기울기의", "필요가", "다음", "평가는", "스스로", "회의"}.__contains__
    >>> found = [without_double(one, known, {"다음"}.__contains__) for one in (
    ...     "기울기의의", "필필요가", "다음음", "평가가는", "스스로", "빨빨리", "회의의")]
    >>> found
    ['기울기의', '필요가', '다음', None, None, None, None]
    """
    for at in _doubles(word) if len(word) >= _LEAST else ():
        once = word[:at] + word[at + 1 :]
        if len(once) > 1 and not _may_stand_twice(word, at, is_whole) and is_word(once):
            return once
    return None


def _doubles(word: str) -> Iterator[int]:
    """Give where a syllable stands twice, and not three times."""
    for at in range(len(word) - 1):
        one = word[at]
        if one == word[at + 1] and one not in (word[at - 1 : at], word[at + 2 : at + 3]):
            yield at


def _may_stand_twice(word: str, at: int, is_whole: Callable[[str], bool]) -> bool:
    """Tell whether a syllable ends one part of a word and begins the next one, or is said twice."""
    first, rest = word[: at + 1], word[at + 1 :]
    if any(_is_of(one, word, at) for one in _words()):
        return True
    if at == 0:
        return word[2:3] in _BEHIND_TWICE or word in nouns()
    # What is not done, and what is done and then something else, end so: 켜지지, 나서서.
    if word[at] not in "가인지서" and is_whole(first):
        return False
    # Prices and lines end so, with their particles: 현재가가, 헤드라인인.
    if word[at] not in "가인" and _has_particle(first):
        return False
    is_known = ends_in_noun(first)
    # What is before a particle may be a noun that nobody knows.
    if _BEHIND_NOUN.fullmatch(rest) or (_BEHIND_STEM.fullmatch(rest) and not is_known):
        return True
    return is_known and is_noun_inflected(rest)


def _is_of(one: str, word: str, at: int) -> bool:
    """Tell whether two like syllables of a word are those of another one within it.

    >>> _is_of("지지", "실험지지자", 2), _is_of("지지", "메시지지에서", 2)
    (True, False)
    """
    start = word.find(one, max(0, at + 2 - len(one)), at + len(one))
    # Two syllables may be the end of one word and the beginning of another.
    return start == 0 or (start > 0 and (len(one) > len("지지") or is_noun(word[:start])))


def _has_particle(word: str) -> bool:
    """Tell a noun with a particle, of which no other one begins like its end."""
    cuts = range(2, len(word))
    return any(is_noun(word[:cut]) and _BEHIND_NOUN.fullmatch(word[cut:]) for cut in cuts)


def is_noun_inflected(word: str) -> bool:
    """Tell a noun of two syllables or more, alone or with what may follow it.

    >>> is_noun_inflected("함수"), is_noun_inflected("함수에서"), is_noun_inflected("빨리")
    (True, True, False)
    """
    return any(
        is_noun(word[:cut]) and _BEHIND_NOUN.fullmatch(word[cut:])
        for cut in range(2, len(word) + 1)
    )


@functools.cache
def _words() -> frozenset[str]:
    return frozenset(_WORDS.split())
