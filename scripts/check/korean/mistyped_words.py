"""Korean words with a syllable lost, twice or swapped, or with the key beside: 알리고즘, 설덩."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path

from scripts.check.korean.nouns import is_noun, nouns
from scripts.check.misspelling import Misspelling
from scripts.particles import SHORT
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

# Those that other rules need not know.
_ALSO = """
데이터베이스 스프레드시트 애플리케이션 애니메이션 프레젠테이션 워크스페이스 네임스페이스 하이퍼링크
클립보드 오케스트레이션 포트폴리오 샌드박스 업그레이드 다운로드 디스플레이 스마트폰 리포지터리
네이티브 자바스크립트 타입스크립트 쿠버네티스 마이크로서비스 하이퍼파라미터 파이프라인
"""
# Shorter ones become others: 보고고서 may be 보고 and 고서, and 용사자 is a word.
_LEAST = 4
# Words of their own, or more like others; 컨텍트 is a contact.
_OTHERS = """
바이스 라이스 페이드 프로스 프로서 컨텍트 컨스트 에이트 블루스 디바스 프로트 시리오 사이바 트랜션
대보드 알리즘 인턴스 레이웃 이레이터 스로크 애니이션 애니션 다로드 스마폰 네이브
"""
# The syllables that Chinese words are read in. Of these alone there are words that no list has, as
# 판종 is one of books and 종단점 the end of a line: such a slip is one where the page has the noun.
_CHINESE = frozenset(
    "가각간갈감갑강개객갱거건걸검게격견결겸경계고곡곤골공과곽관괄광괘괴굉교구국군굴궁권궐궤귀규균극근금급긍기긴길"
    "김나낙난날남납낭내냉녀년념녕노농뇌누눌능니다단달담답당대덕도독돈돌동두둔득등라락란람랍랑래랭략량려력련렬렴령례로"
    "록론롱뢰료룡루류륙륜률륭릉리린림립마막만말망매맥맹면멸명모목몰몽묘무묵문물미민밀박반발방배백번벌범법벽변별병보복"
    "본봉부북분불붕비빈빙사삭산살삼삽상색생서석선설섬섭성세소속손솔송쇄쇠수숙순술숭습승시식신실심십쌍씨아악안알암압"
    "앙애액야약양어억언얼엄업여역연열염엽영예오옥온옹와완왕왜외요욕용우욱운울웅원월위유육윤율융은을음읍응의이익인일"
    "임입자작잔잠잡장재쟁저적전절점접정제조족존졸종좌죄주죽준중즉증지직진질집징차착찬찰참창채책처척천철첨첩청체초촉"
    "촌총촬최추축춘출충취측층치칙친침칭쾌타탁탄탈탐탑탕태택토통퇴투특파판팔패편평폐포폭표품풍피필하학한할함합항해핵행"
    "향허헌험혁현혈혐협형혜호혹혼홀홍화확환활황회획횡효후훈훼휘휴흉흑흠흡흥희"
)
_RUN = lazy_pattern("[가-힣]{2,}")
_REST = lazy_pattern(f"(?:{particles()}$|[하할한합해했되될된됩돼됐])")


def mistyped_words(text: str, page: str = "") -> Iterator[Misspelling]:
    """Give the words that are mistyped, where only particles stand behind them, or 하다 or 되다.

    What may be a word as well is one where the `page` has the other one as often.

    >>> [one.right for one in mistyped_words("알리고즘과 데이베이스, 컨테테이너의 프로그램")]
    ['알고리즘', '데이터베이스', '컨테이너']
    >>> [one.right for one in mistyped_words("설덩을 입럭하는 함수")]
    ['설정', '입력']
    >>> [[one.right for one in mistyped_words("판종은", page)] for page in ("판종", "판종, 판정")]
    [[], ['판정']]
    """
    known = _mistyped()
    for run in _RUN.finditer(text):
        for cut in range(len(run[0]), 1, -1):
            wrong = run[0][:cut]
            right = known.get(wrong)
            if right and _REST.match(run[0], cut):
                may_be_a_word = _CHINESE.issuperset(wrong)
                if may_be_a_word and page.count(right) < max(1, page.count(wrong)):
                    break
                yield Misspelling(run.start(), run.start() + cut, right)
                break


@functools.cache
def _mistyped() -> Mapping[str, str]:
    """Give the right words by the ways in which they are mistyped, where only one is meant."""
    found: dict[str, set[str]] = {}
    for word in (*nouns(), *_ALSO.split()):
        if len(word) >= _LEAST:
            for wrong in (*_swapped(word), *_doubled(word), *_lost(word)):
                # 워크로 is what goes to the work.
                if wrong[-1] == word[-1] or wrong[-1] not in SHORT:
                    found.setdefault(wrong, set()).add(word)
    others = frozenset(_OTHERS.split())
    return {
        wrong: min(rights)
        for wrong, rights in found.items()
        if len(rights) == 1 and wrong not in others and not is_noun(wrong)
    } | _with_the_key_beside()


def _with_the_key_beside() -> dict[str, str]:
    """Give the nouns by what is typed for them with the key beside the right one."""
    text = (Path(__file__).parent / "mistyped_nouns.txt").read_bytes().decode("utf-8")
    rows = (line.split() for line in text.split("\n") if line and line[0] != "#")
    return {wrong: right for right, *several in rows for wrong in several}


def _swapped(word: str) -> Iterator[str]:
    for at in range(len(word) - 1):
        if word[at] != word[at + 1]:
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _doubled(word: str) -> Iterator[str]:
    """Give a word with each syllable twice but its last one: 매크로로 has a particle."""
    yield from (word[: at + 1] + word[at:] for at in range(len(word) - 1))


def _lost(word: str) -> Iterator[str]:
    """Give a word without each syllable within it, where no other noun is left: 우+번호."""
    for at in range(1, len(word) - 1):
        rest = word[:at] + word[at + 1 :]
        if rest[-1] not in SHORT and not (is_noun(rest[1:]) or is_noun(rest[:-1])):
            yield rest
