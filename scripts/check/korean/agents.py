"""Korean things as who does what is done to them: 답이 고릅니다, 비용이 낮추기."""

from __future__ import annotations

from scripts.check.korean.objects import HOW
from scripts.check.signed import Signed, signed
from scripts.hangul import final_of, with_final

# These do nothing to others, and only with what they are done to.
_THINGS = """
값 답 정답 결과 결괏값 기울기 형태 자료형 손실 비율 오차 시간 비용 이름 방법 차이 합 평균 분산 곱
몫 나머지 크기 길이 높이 너비
넓이 속도 각도 거리 온도 점수 확률 가중치 매개변수 인덱스 난수 배열 인자 출력 입력 데이터 배치
표본 행렬 벡터 딕셔너리
리스트 튜플 그림 그래프 표 문장 파일 줄 칸 행 열 축 시드 잎 메시지 코드 셀 도함수 미분값 측정값
기댓값 초깃값
순간 까닭 이유 조건 규칙 예제 문제 부분 구조 원소 요소 항목 성분 위치 자리 범위 방향 모양 눈금
기록 자료 표현 개념 뜻 의미
차원 기준 구간 간격 패턴 상수 계수 기본값 숫자 글자 문자열 폴더 변수 목록 순서 횟수 개수
"""
# What somebody does, by the ends of its stems.
_DEEDS = """
고르 구하 익히 낮추 높이 줄이 늘리 모으 만들 제곱하 미분하 곱하 더하 나누 빼 비교하 그리 담 옮기
불러오 살펴보 확인하
알아보 배우 계산하 찾 읽 넣 꺼내 골라내 지우 고치 돌려주 되돌리 붙이 적어두 출력하 정의하 저장하
기록하 입력하 설정하
지정하 선택하 추가하 제거하 삭제하 사용하 호출하 생성하 변환하 구현하 측정하 작성하 복사하 실행하
"""
_ENDS = "고(?= (?!있|나)|,)|며(?= |,)|지만|기(?=[ .,]|$)|면(?= |,)|려면|려고|지 (?:않|못|말|마)"


def _forms(stem: str) -> str:
    """Give the forms of a verb that end a clause.

    >>> _forms("찾").startswith("찾(?:습니다|는다"), _forms("만들").startswith("만(?:듭니다|든다")
    (True, True)
    """
    before, last = stem[:-1], stem[-1]
    if final_of(last) not in {"", "ㄹ"}:
        said = "습니다|는다(?=[.,]|$)|으세요|읍시다|을 수|으려면|으려고|으며|으면"
        return f"{stem}(?:{said}|{_ENDS})"
    polite, plain, can = (with_final(last, one) for one in ("ㅂ", "ㄴ", "ㄹ"))
    said = f"{polite}니다|{plain}다(?=[.,]|$)|{polite}시다|{can} 수|{with_final(last, '')}세요"
    return f"{before}(?:{said})|{stem}(?:{_ENDS})"


AGENTS: tuple[Signed[str], ...] = (
    signed(
        "이 |가 ",
        # Behind an object it may be who does it, all the same: 오차를 이 값이 만듭니다.
        r"(?:^|[.?!,] )(?:[^.?!,](?<![을를] ))*?(?<![가-힣])"
        rf"(?P<wrong>(?:{'|'.join(_THINGS.split())})[이가] {HOW}"
        rf"(?:{'|'.join(map(_forms, _DEEDS.split()))}))",
        "write 을 or 를, or who does it",
    ),
)
