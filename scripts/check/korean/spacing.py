"""Spaces in Korean: missing ones, and such as tear a word."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from scripts.check.fault import Fault, beside
from scripts.check.korean.dependent_nouns import DEPENDENT_NOUNS
from scripts.check.korean.glued_words import glued_words
from scripts.check.korean.joined_words import JOINED_WORDS
from scripts.check.korean.nouns import ends_in_noun, is_listed, is_noun
from scripts.check.korean.particles import this_behind
from scripts.check.korean.spacing_patterns import SPACING
from scripts.check.prose import Line, korean_prose, prose_text
from scripts.check.rule import Selection
from scripts.check.signed import Signed, asked_of
from scripts.diagnostic import Severity
from scripts.glossary import read_glossary
from scripts.hangul import ending_in
from scripts.lesson import Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

# These stand apart from a noun, and what ends on them is no other word where the noun is known.
_BEHIND_NOUN = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,}|것|둘|셋)"
    r"(?P<next>같은(?= )"
    r"|중(?=(?:에서?[는도만의]?|의|인|이[며고다]|이므로|입니다)?(?:[ ,.]|$)"
    r"|일 ?(?:때|경우|수|것|텐)|이[던었라])"
    r"|간(?=(?:의|에|에는|에도)?(?: |$))|동안(?=[에의만도은]?(?:[ ,.]|$))|대신(?=에?(?:[ ,]|$))"
    r"|외(?=에[는도]?(?:[ ,.]|$)))"
)
# 주기간 may be of a period, 시간대신 of a zone of time.
_NOT_BETWEEN = frozenset(["주기", "시간", "하나", "여럿"])
_NUMBER_BEFORE = lazy_pattern(r"(?:\d|(?<![가-힣])(?:몇|수)) ?$")
# A column, of which one says that it has several of something: 열 네 개에는.
_COLUMN = lazy_pattern(
    r"(?<![가-힣])(?:(?:[각첫몇매]|마지막|표의|행렬의|배열의|격자의) 열|행(?![가-힣])"
    r"|[행열](?:과|의|을|은|이|에|마다|별|별로|에서|에는)(?![가-힣]))"
)
_MARKS_OF_NOUNS = ("같은", "중", "간", "동안", "대신", "외에")
_BEHIND_NAME = lazy_pattern(r"(?P<noun>[A-Za-z0-9)\]]+)(?P<next>같은)(?= )")
# 번개같다, 벼락같다, 한결같다, 하나같다 and 주옥같다 are words.
_LIKE = frozenset(["번개", "벼락", "한결", "하나", "주옥", "귀신", "찰떡", "철통", "목석"])
# What was borrowed as the name of something that is done.
_BORROWED_DEEDS = lazy_pattern(
    "[가-힣]{1,4}(?:레이트|데이트|로드|로즈|리즈|릴리스|리트|서트|디트|다이렉트|다운|스트리밍|캐스트"
    "|셋업|이션)$"
)
# With one of these before them they are done again.
_AGAIN = "재미선역"
# Nouns of which 하다 and 되다 make verbs: what is done with them stands without a space.
_DEED_WORDS = """
선택 설정 설치 실행 호출 확인 사용 추가 삭제 제거 입력 출력 저장 변경 수정 생성 작성 정의 선언
지정 제공 지원 처리 변환 반환 전달 접근 참조 공유 연결 적용 복사 이동 계산 비교 검색 업데이트
업그레이드 컴파일 초기화 활성화 비활성화 최적화 관리 구성 구현 등록 요청 전송 수신 표시 포함 허용
제한 결정 판단 반복 종료 시작 중지 재시작 다운로드 업로드 개발 이용 활용 분석 학습 훈련 동작 작동
발생 존재 성공 실패 완료 응답 대응 추적 미분 적분 정렬 병합 복제 할당 해제 로드 배포 백업 인증
승인 거부 취소 증명 감소 증가 교환 등장 소개 제안 제시 강조 권장 추천 요약 정리 기록 보고 제출
수집 축소 확대 확장 전환 접속 연산 합산 누적 초과 도달 시도 대기 호환 번역 인코딩 디코딩 암호화
압축 렌더링 테스트 정규화 표준화 일반화 벡터화 병렬화 동기화 자동화 시각화 단순화 예측 평가 측정
조정 조절 임포트 이야기 준비 리뷰 디버그 스트립 매핑 패치 빌드 커밋 푸시 머지 수행 진행 조회 교체
대체 갱신 분리 결합 통합 생략 구분 분류 감지 가정 언급 부팅 상호작용 호스트 호스팅 캐싱 캐시
어텐션 부여 작업 클릭 드래그 스크롤 로그인 로그아웃 가입 결제 구매 주문 예약 신청 문의 답변 연습
연구 조사 실험 관찰 설계 기획 계획 검토 검증 확정 발표 공개 출시 판매 생산 제작 편집 촬영 녹화
녹음 재생 정지 회전 필터 마운트 렌더 리베이스 체크아웃 추론 인식 탐지 분할 노출 의존 상속
오버라이드 제어 가능 유지 보관 복구 복원 차단 방지 해결 발견 파악 이해 설명 표현 해석 구동 가맹
복귀 릴리스 릴리즈 클로즈 트리거 플레이 커스터마이징 커스터마이즈 프로파일링 벤치마크 스케일링
샘플링 브로드캐스팅 인덱싱 슬라이싱 인라인 래핑 파싱 로깅 스케줄링 클론 포크 퍼블리시 다운그레이드
마이그레이션 리팩터링 리팩토링 트레이싱 컨버트 플로팅 패딩 마스킹 셔플
"""
_DEEDS = frozenset(_DEED_WORDS.split())
_TORN_DEED = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,7}) (?P<verb>[할될](?= [가-힣])|된(?= [가-힣])"
    r"|한(?= (?:것|뒤|후|다음|경우|적|대로|상태|결과|값)(?![가-힣]{3}))"
    r"|(?:되었|됐|하였)(?:습니다|습니까|다|던|으며|으므로|지만|고|을|는가|는지)|되어(?= )|된다"
    r"|했(?:으며|으므로|지만|고|을)"
    r"|하던(?= )|되[고며면지므거]?(?:로|나)?(?= )"
    r"|해야(?= ?[하한합할됩된돼])|되어야|합니다|됩니다|하려면"
    r"|[하되]기(?= (?:위[해한]|전|때문))|하는|되는|하면|하고|하며|하여|하도록|되도록|하므로|하려고"
    r"|하세요"
    r"|하십시오|하시면|합시다|했습니다|했다|했던|하거나|해서"
    r"|시키는|시킵니다|시킨다|시킨|시킬|시켜|시키고|시키면|시키지|시켰습니다"
    r"|해(?= (?:보|봅|봐|봤|주|줍|줘|두|둡|둔|놓))|해(?:주|드리|드립|보[고면려자]|봅)[가-힣]*"
    r"|(?:되었음|됐음|했음|하였음)[을은이에]?"
    r"|[하되]지(?:는|도|만)?(?= (?:않|못|말|마)))"
    r"(?:(?![가-힣])|(?<=해야)(?=[합한할하됩된]))"
)
# What begins a verb of its own behind a space, but is no noun without one: 바인딩 된, 구조화 하는.
_ENDS_OF_DEEDS = lazy_pattern("[가-힣]{2,}(?:화|닝|딩|링|팅|싱|징|칭|밍|킹|핑)$")
# A verb that is torn twice, as machines tear them: 사용 하 여.
_TORN_TWICE = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]+) (?P<verb>(?<![한두세닷몇] )(?:하|되) "
    r"(?:고|여|며|면|는|기|게|지|려면|도록|거나|지만))(?=[ ,.]|$)"
)
# And of which it makes adjectives.
_TORN_QUALITY = lazy_pattern(
    r"(?<![가-힣])(?P<noun>중요|필요|동일|간단|부적절|불충분|불가피|부정확|복잡|불가능|유용|유사|충분|적절|정확|명확|편리|다양|특별"
    r"|안전|유효|단순|동등|일정|적합|부족|강력|불필요|불편|친숙|익숙|자연스럽) "
    r"(?P<verb>한|할|함|합니다|하다|하며|하고|하지|하지만|해|했습니다|했다|하므로|하면|하게|해야)(?![가-힣])"
)
# Before and behind what is done: 실행 전에; 직전 and 도전 are words.
_TIME_OF_DEED = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,5})(?P<next>(?:전|후)(?=에[는도만]?[ ,.]|까지|부터|의 |에$)"
    r"|시(?=에[는도만]?[ ,.]|[ ,]))"
)
# What names a piece of code, and is a word of its own behind it; 값 and 형 make one with it.
_BEHIND_CODE = lazy_pattern(
    r"(?<=[^\s가-힣])(?P<next>(?:함수|라이브러리|헤더|메서드|메소드|클래스|모듈|변수|인자|인수|옵션|명령어?|파일"
    r"|폴더|디렉터리|디렉토리|객체|필드|속성|패키지|타입|키워드|매개변수|파라미터|연산자|데코레이터|컴포넌트|요소|태그"
    r"|이벤트|배열|리스트|딕셔너리|문자열|블록|루프|구문|스크립트|엔드포인트|테이블|행렬|텐서|쌍|플래그|콜백|훅|브랜치"
    r"|저장소|예외|오류|에러|경고|메시지)(?=[은는이가을를의에도로만와과]{0,2}(?:[ ,.)]|$)|에서|으로"
    r"|처럼|마다|입니다))"
)
# What is said in another language too stands right behind it; the particle behind tells that.
_SAID_BEFORE = (
    r"(?=(?:은|는|이|가|을|를|의|에|로|와|과|으로|에서|이?란|이?라[고는]|입니다)(?:[ ,.]|$))"
)
_BEFORE_LATIN = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,})(?P<gap> )(?P<inside>\([A-Za-z][A-Za-z0-9 ./-]*\))"
    + _SAID_BEFORE
)
_BEFORE_KOREAN = lazy_pattern(
    rf"(?<![\w-])(?P<noun>[A-Z][A-Za-z]+)(?P<gap> )(?P<inside>\([가-힣][가-힣 ]*\)){_SAID_BEFORE}"
)
_WORD_BEHIND = lazy_pattern("[가-힣]+")
_WORD_BEFORE, _NAME_BEFORE = lazy_pattern("[가-힣]*$"), lazy_pattern("[A-Za-z0-9_.+-]*$")
_WITH_MANY = ("것", "들")
_SIGNS_OF_DEEDS = tuple(f" {one}" for one in "할될해합됩하되시된한했함")
_WHEN_THIS = lazy_pattern(r"(?<![가-힣])(?P<noun>[가-힣]*(?:경우|때|후|뒤))(?P<this>이)(?= )")


def spacing(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the spaces that are missing or too many, where there is no doubt about it."""
    lines = korean_prose(lesson)
    text = prose_text(lesson) if lines else ""
    asked = asked_of(text, (*SPACING, *DEPENDENT_NOUNS, *JOINED_WORDS))
    rows = lesson.text.split("\n")
    terms = {term.english.lower() for term in read_glossary(selection.lessons.root)}
    is_column = _COLUMN.search(text) is not None
    for line in lines:
        found = [*_in_line(line, rows[line.number - 1], asked, terms, is_column=is_column)]
        yield from found
        yield from beside(found, glued_words(line))


def _in_line(
    line: Line,
    row: str,
    asked: Sequence[Signed[str]],
    terms: Collection[str],
    *,
    is_column: bool,
) -> Iterator[Fault]:
    """Give what is wrong with the spaces of a line, whose row in the file is given, too."""
    told: set[int] = set()
    for one in asked_of(line.text, asked):
        for match in one.pattern.finditer(line.text):
            if match[0].startswith("열 ") and is_column:
                continue
            if not (line.is_code(*match.span()) or any(map(told.__contains__, match.span()))):
                told.update(range(match.start() + 1, match.end()))
                right = match.expand(one.what)
                # What a pattern begins within is shown as a whole.
                before = _word_before(line, match.start())
                behind = _WORD_BEHIND.match(line.text, match.end())
                # Where only a space at its end differs, the next word shows it.
                ends = match[0].rstrip() == right.rstrip() and behind is not None
                rest = behind[0] if ends and behind else ""
                message = f'"{before}{match[0]}{rest}" is "{before}{right}{rest}"'
                yield Fault(line, *match.span(), message, right,
                            f'write "{before}{right}{rest}"', Severity.WARNING)  # fmt: skip
    for match in (*_apart(line), *_deeds_in_time(line.text)):
        if not line.is_code(*match.span("next")):
            yield _joined(line, match, "next", sure=True)
    if any(map(line.text.__contains__, _SIGNS_OF_DEEDS)):
        yield from _torn_deeds(line)
    if "`" in row:
        yield from _behind_code(line)
    if " (" in line.text:
        yield from _before_brackets(line, terms)
    for match in _WHEN_THIS.finditer(line.text):
        particle = this_behind(line.text, match.end())
        if particle not in {"", "?"}:
            # 이런 경우이 문제가 됩니다 may be 이런 경우가.
            yield _joined(line, match, "this", sure=particle in {"은", "는"})


def _word_before(line: Line, start: int) -> str:
    """Give what a word has before an index, or a name: that of fastapi-pagination 뿐."""
    is_name = line.text[start].isascii() and line.text[start].isalnum()
    return str((_NAME_BEFORE if is_name else _WORD_BEFORE).findall(line.text[:start])[0])


def _behind_code(line: Line) -> Iterator[Fault]:
    """Give the nouns that no space parts from the code before them."""
    for match in _BEHIND_CODE.finditer(line.text):
        start, end = match.span("next")
        if line.is_code(start - 1, start) and not line.is_code(start, end):
            message = f'no space stands between code and "{match["next"]}"'
            yield Fault(line, start, end, message, f" {match['next']}", "put one there",
                        Severity.WARNING)  # fmt: skip


def _before_brackets(line: Line, terms: Collection[str]) -> Iterator[Fault]:
    """Give the spaces before what is said in another language; of terms their own rule says it."""
    for match in (*_BEFORE_LATIN.finditer(line.text), *_BEFORE_KOREAN.finditer(line.text)):
        noun, inside = match["noun"], match["inside"]
        if inside[1:-1].lower() in terms or not line.is_as_written(*match.span()):
            continue
        if noun.isascii() or ends_in_noun(noun):
            message = f'a space stands between "{noun}" and "{inside}"'
            yield Fault(line, *match.span("gap"), message, "", "delete the space",
                        Severity.WARNING)  # fmt: skip


def _is_deed(word: str) -> bool:
    """Tell a noun of which 하다 and 되다 make a verb.

    >>> [_is_deed(one) for one in ("설치", "재설치", "마이그레이트", "재미")]
    [True, True, True, False]
    """
    return (
        word in _DEEDS
        or (word[0] in _AGAIN and word[1:] in _DEEDS)
        or _BORROWED_DEEDS.match(word) is not None
    )


def _torn_deeds(line: Line) -> Iterator[Fault]:
    """Give what is done, where a space stands in it: 선택 할 수 is 선택할 수."""
    known = [
        match
        for match in _TORN_DEED.finditer(line.text)
        if (_is_deed(match["noun"]) or _ENDS_OF_DEEDS.match(match["noun"]))
        # Who looks at something has something to do: 그림을 보고 할 일.
        and not (match["noun"] == "보고" and line.text[: match.start()].endswith(("을 ", "를 ")))
    ]
    told: set[int] = set()
    for match in _TORN_TWICE.finditer(line.text):
        start, end = match.span("verb")
        right = match["verb"].replace(" ", "")
        if is_noun(match["noun"]):
            start, right = match.start("noun"), f"{match['noun']}{right}"
        if not line.is_code(start, end):
            told.update(range(start, end))
            message = f'"{line.text[start:end]}" is "{right}"'
            yield Fault(line, start, end, message, right, f'write "{right}"',
                        Severity.WARNING)  # fmt: skip
    for match in (*known, *_TORN_QUALITY.finditer(line.text)):
        start, end = match.start("noun"), match.end()
        if not (line.is_code(start, end) or start in told):
            torn, right = line.text[start:end], match["noun"] + match["verb"]
            # 올바른 선택 할 수 may be 올바른 선택을 할 수.
            sure = _BEHIND_OBJECT.search(line.text[:start]) is not None
            yield Fault(line, start, end, f'"{torn}" is "{right}"', right if sure else None,
                        f'write "{right}"', Severity.WARNING)  # fmt: skip


# What is done to something, or how: only a verb goes on behind it.
_BEHIND_OBJECT = lazy_pattern("(?:[을를]|으로|에서|하게|[히게]) $")


def _joined(line: Line, match: re.Match[str], second: str, *, sure: bool) -> Fault:
    """Give the fault of a noun, and of what is joined to it and stands apart."""
    before = _word_before(line, match.start())
    right = f"{before}{match['noun']} {match[second]}"
    message = f'"{before}{match[0]}" is "{right}"'
    return Fault(line, match.start(second), match.end(second), message,
                 f" {match[second]}" if sure else None, f'write "{right}"',
                 Severity.WARNING)  # fmt: skip


def _deeds_in_time(text: str) -> Iterator[re.Match[str]]:
    """Give what is done, joined to when: 실행전에, 설치시."""
    if any(sign in text for sign in ("전", "후", "시")):
        yield from (one for one in _TIME_OF_DEED.finditer(text) if one["noun"] in _DEEDS)


def _apart(line: Line) -> Iterator[re.Match[str]]:
    """Give the nouns and names that what stands apart from them is joined to."""
    text = line.text
    if "같은" in text:
        yield from _BEHIND_NAME.finditer(text)
    if any(mark in text for mark in _MARKS_OF_NOUNS):
        for match in _BEHIND_NOUN.finditer(text):
            noun, behind = match["noun"], match["next"]
            if behind == "같은":
                known = is_noun(noun) and noun not in _LIKE
            else:
                among = behind == "중" and (noun in {"둘", "셋"} or noun in _DEEDS)
                # So many frames long: 60프레임간.
                lasts = behind == "간" and _NUMBER_BEFORE.search(text[: match.start()]) is not None
                known = (is_listed(noun) or among) and not lasts
                known = known and not (behind == "간" and noun in _NOT_BETWEEN)
            if known or noun.endswith(_WITH_MANY):
                yield match
    if any(mark in text for mark in _DETERMINERS):
        for match in _DETERMINED.finditer(text):
            if is_listed(match["next"]) and match["next"] not in _ONE_WITH_IT:
                yield match
    if "일뿐" in text:
        yield from (one for one in _IS_ONLY.finditer(text) if _is_no_day(one["noun"]))
    if "는데 " in text:
        yield from (one for one in _TAKES_TIME.finditer(text) if not _has_topic(one, text))


# A noun stands apart behind these; 여러분 is one word, and 여러 가지 has a pattern of its own.
_DETERMINERS = ("어떤", "이런", "그런", "저런", "모든", "여러", "다른")
_DETERMINED = lazy_pattern(
    rf"(?<![가-힣])(?P<noun>{'|'.join(_DETERMINERS)})(?P<next>[가-힣]{{2,}}?)"
    rf"(?={particles()}(?![가-힣]))"
)
_ONE_WITH_IT = frozenset(["가지", "대로", "데이"])


# 이름일 뿐이다 has 이다, but 휴일뿐이다 and 시작일뿐이다 are of days.
_IS_ONLY = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,}일)(?P<next>뿐)(?=이[다라며고므지]|입니다|인 )"
)


def _is_no_day(word: str) -> bool:
    """Tell a noun that is known, with 이다, from a word that ends in a day.

    >>> [_is_no_day(one) for one in ("이름일", "파일", "시작일", "휴일")]
    [True, False, False, False]
    """
    return is_noun(word[:-1]) and not is_noun(word) and word[:-1] not in _DEEDS


# 이 함수는 파일을 읽는데 오래 걸립니다 is right, too: so only where there is no topic.
_TAKES_TIME = lazy_pattern(
    rf"(?P<noun>[가-힣]*[을를] (?:다시 |모두 |다 |한 번 )?[가-힣]*(?<![없않같{ending_in('ㅆ')}])는)"
    r"(?P<next>데)(?= (?:약 |대략 |평균 |보통 |총 |꼬박 |적어도 |최소 |최대 )?"
    r"(?:\d+ ?(?:밀리초|초|분|시간|일|주|개월|달|년)|(?:많은 |오랜 |긴 )?시간|오래|며칠"
    r"|몇 (?:초|분|시간|달|주|년)|[한두세네] (?:시간|달|주|해))(?:[이은도]|쯤|정도|씩|밖에|만)? ?"
    r"(?:더 |오래 ?|안 |많이 )?(?:걸[리립린렸려릴]|소요))"
)
_TOPIC = lazy_pattern("[가-힣A-Za-z0-9)`][은는](?: |$)")


def _has_topic(match: re.Match[str], text: str) -> bool:
    """Tell whether a sentence has what it is about before a match."""
    before = re.split("[.!?,] ", text[: match.start()])[-1]
    return _TOPIC.search(before) is not None
