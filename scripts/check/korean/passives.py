"""Korean objects beside verbs of what happens: 값을 계산됩니다, 메시지를 차례대로 읽힙니다."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.korean.objects import DONE, HOW, OBJECT, TIMES
from scripts.check.signed import Signed, signed
from scripts.hangul import letters_of, with_final

# Nothing is done to what these are said of; each is the end of its stem.
_OF_WORDS = """
바뀌 나뉘 열리 닫히 쌓이 섞이 쓰이 놓이 담기 적히 찍히 읽히 풀리 막히 묶이 잠기 끊기 뽑히 꽂히
걸리 밀리 잘리 깔리
덮이 뚫리 끝나 생기 나타나 드러나 늘어나 줄어들 일어나 흩어지 깨지 이어지 떨어지 커지 꺼지 켜지
"""
# 계산되다, and 만들어지다: whatever stands before them.
_OF_ANY = (
    r"(?<=[을를] )되",
    r"[가-힣]{2,}(?<![도면게야록만안못잘])되",
    r"[가-힣]*(?:[어아여워려해져겨](?<!싶어)(?<!짊어))지",
)
# What a sentence goes on with: behind 되는 and 된 it may be said of another one.
_PLAIN = (
    "면", "고(?= (?!있는|있던)|,)", "며(?= |,)", "지만", "지(?= (?:않(?!는|은)|못|[가-힣]+지는? ))",
    "므로", "거나", "도록", "는데(?= |,)", "니(?= |,)", "는지",
)  # fmt: skip
_PAST_ENDS = (
    "습니다",
    "다(?=[.,]|$)",
    "으며",
    "고(?= |,)",
    "지만",
    "으니",
    "으므로",
    "을 때",
    "는지",
)
# What something is done by or to, right behind the object: 이를 기준으로 stands by itself.
_STANDING = """
기준 바탕 중심 대상 기반 이유 목적 전제 계기 단위 매개 근거 토대 시작 끝 목표 예 상대 제외 경계 축
배경 조건 기점 순서 기초 모델 본보기 예시 참고 기본 모태 뼈대
위주 특징 원칙 필두 핑계 무대 사이 비롯 경유 초점 주축 골자 빌미 무기 재료 인수 인자 입력 출력
"""
_BEFORE_BY = "이 그 저 앞 뒤 각 매 새 한 두 세 다른 같은 모든 첫 다음 이전"
_BY = (
    rf"(?:(?:(?:{'|'.join(_BEFORE_BY.split())}) )?"
    rf"(?!(?:{'|'.join(_STANDING.split())})[으로에]"
    rf"|(?:{TIMES}|정도|만큼)(?:에|로|마다))"  # 있을 경우에 has a verb before it
    r"[가-힣A-Za-z0-9_]+(?<!기)(?:에서?|으로|(?<!므)로|마다) )?"
)


def _pasts(stem: str) -> Iterator[str]:
    """Give the stems of what happened: 됐 and 되었, 커졌, 바뀌었, 줄어들었."""
    before, last = stem[:-1], stem[-1]
    _, vowel, final = letters_of(last)
    if final:
        yield f"{stem}었"
    elif vowel == "ㅏ":
        yield before + with_final(last, "ㅆ")
    elif vowel == "ㅚ":
        yield from (f"{stem}었", f"{before}됐")
    elif vowel in "ㅟㅢ":
        yield f"{stem}었"
    else:
        yield before + _YEO[last]


_YEO = dict(zip("지기리히이", "졌겼렸혔였", strict=True))


def _said(stem: str) -> str:
    """Give a stem with ㅂ니다 and ㄴ다 at its end.

    >>> _said("되")
    '(?:됩니다|된다(?=[.,]|$))'
    """
    before, last = stem[:-1], stem[-1]
    polite, plain = with_final(last, "ㅂ"), with_final(last, "ㄴ")
    return f"{before}(?:{polite}니다|{plain}다(?=[.,]|$))"


def _verbs() -> str:
    """Give the forms of all of them that end a clause, as one pattern."""
    stems = (*_OF_WORDS.split(), *_OF_ANY)
    pasts = [past for stem in stems for past in _pasts(stem)]
    joining = [past[:-1] + with_final(past[-1], "") for past in pasts]
    return (
        f"(?:{'|'.join(stems)})(?:{'|'.join(_PLAIN)})|{'|'.join(map(_said, stems))}"
        f"|(?:{'|'.join(pasts)})(?:{'|'.join(_PAST_ENDS)})"
        f"|(?:{'|'.join(joining)})(?:서|야|도)?(?= (?!있|버|가|오|나가|본))"
    )


PASSIVES: tuple[Signed[str], ...] = (
    signed("을 |를 ", rf"(?P<wrong>{OBJECT} {HOW}{_BY}(?:{_verbs()}))", DONE),
)
