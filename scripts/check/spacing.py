"""Spaces in Korean: missing ones, and such as tear a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.check.fault import Fault
from scripts.check.nouns import is_listed, is_noun
from scripts.check.particles import this_behind
from scripts.check.prose import Line, korean_prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.lesson import Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

_RIEUL = "".join(chr(code) for code in range(0xAC00 + 8, 0xD7A4, 28))
_NIEUN = "".join(chr(code) for code in range(0xAC00 + 4, 0xD7A4, 28))
_BEFORE_YA = "해어아여와워돼져켜려러겨춰둬줘줘나가봐써커꿔춰"
_AFTER_COUNT = rf"(?:씩|쯤|짜리|간|째)?(?:일지|인가)?{particles()}(?:[ ,.?!]|$)"
# 실수 없이 and 필수 are words with 수 in them.
_DO = rf"(?<![가-힣])((?!(?:실|필|별|홀|술|물|일)수)[가-힣]*[{_RIEUL}])"
_WHEN = "[할될쓸볼줄]|있을|없을|읽을|넣을|얻을|찾을|넘길|부를|바꿀|나눌|받을|만들|[가-힣]{2}할"
_AUXILIARIES = (
    "합니[다까]|한다|해[요서]|하며|하고|하는|하므로|하면|하지|하니|하게|하거나|하도록|하기|함|할|했"
    "|됩니다|된다|만합니다|만한다"
)
# Behind 때 stand particles: 때문, 때리다 and 때우다 go on otherwise.
_TIME = r"때(?=(?:에|의|도|는|만|마다|까지|부터|처럼|보다|와|가|를)*(?:[^가-힣]|$))"
_NUMERALS = "한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두|스무|몇|여러"
_COUNTERS = "개|명|줄|가지|시간|단계|글자|종류|마리|권|배|곳|칸|쌍"
# 한가지 and 한곳 are one and the same, 세배 is a greeting, 열권 lies high up, and 한글 has 자모.
_NO_COUNTS = "한가지|한곳|한배|한글자|세배|열권"
# What is written, and what it becomes; each is wrong wherever it stands. Before them stands what
# is in all that is found, since most lines have nothing of it.
_SPACING: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (sign, lazy_pattern(pattern), replacement)
    for sign, pattern, replacement in (
        ("수", rf"{_DO}수 ?(있|없)(?=[가-힣])", r"\1 수 \2"),
        ("수", rf"([{_RIEUL}]) 수(있|없)(?=[는다습을어으지게고었도])", r"\1 수 \2"),
        # 말수 and 탈수 are nouns, and so is what ends in 실수 or 기술수.
        ("수", rf"(?!말수|탈수){_DO}(?<![실술필])수([도는가만]|조차) ?(있|없)(?=[가-힣])",
         r"\1 수\2 \3"),
        ("수", rf"([{_RIEUL}]) 수([도는가만]|조차)(있|없)(?=[는다습을어으지게고었])",
         r"\1 수\2 \3"),
        ("수밖에", rf"{_DO}수밖에", r"\1 수밖에"),
        ("수 밖에", rf"([{_RIEUL}]) 수 밖에(?= )", r"\1 수밖에"),
        ("번째", r"(?<![가-힣])(첫|두|세|네|다섯|여섯|일곱|여덟|아홉|열|몇)번째", r"\1 번째"),
        ("야", rf"([{_BEFORE_YA}])야({_AUXILIARIES})", r"\1야 \2"),
        (" 입니", r"((?![은는을를의에])[가-힣]) (입니다|입니까)(?![가-힣])", r"\1\2"),
        ("때", rf"(?<![가-힣])({_WHEN})때(?![문로])", r"\1 때"),
        # 물때 is what the sea does.
        ("때", rf"(?<![가-힣])(?!물때|술때)([가-힣]*[{_RIEUL}]){_TIME}", r"\1 때"),
        # 해설 수록 and 논문을 수록 are of what is printed.
        (" 수록", rf"(?<![가-힣])([가-힣]*(?:(?![을를설울술물글말발실월절])[{_RIEUL}]"
         r"|[있없많적작높낮좋같넓깊짧늦]을)) 수록(?=[ ,]|$)(?! ?(?:곡|작|하|되|된|한|내|시))",
         r"\1수록"),
        ("지못", r"(하|되|있|없|좋|맞)지못(?=[가-힣])", r"\1지 못"),
        ("지못", r"([가-힣]지)못(?=[하합했한할함])", r"\1 못"),
        ("줄", rf"([{_RIEUL}])줄(?= ?(?:알[고면아았지]|모[르를]|몰[라랐]|아는|압니))", r"\1 줄"),
        # 머지않다, 못지않다 and 마지않다 are one word.
        ("지않", r"([가-힣](?<![머못마])지)않(?=[가-힣])", r"\1 않"),
        ("번", r"(?<![가-힣])(두|세|네|다섯|여섯|몇|여러)번(?=[씩만이은을에의도 ,.]|$)", r"\1 번"),
        ("더이상", r"(?<![가-힣])더이상(?=[ ,.의은]|$)", "더 이상"),
        ("뿐만아니라", r"뿐만아니라", "뿐만 아니라"),
        ("뿐만이아니라", r"뿐만이아니라", "뿐만이 아니라"),
        ("는것", r"([가-힣]는)것(?=[이은을도과들입 ]|$)", r"\1 것"),
        ("것", r"(?<![가-힣])([가-힣]*(?:[할될]|[있없했었았]을))것(?=[이은을도과들입 ]|$)",
         r"\1 것"),
        ("는게 ", r"([가-힣]는)게(?= )", r"\1 게"),
        ("는", r"([가-힣]는)(만큼|대로|동안)(?![가-힣]{2})", r"\1 \2"),
        ("만큼", r"(?<![가-힣])([할될]|[있없]을)만큼", r"\1 만큼"),
        ("기", r"(?<![가-힣])([가-힣]*[하되])기(위해|위한|때문)", r"\1기 \2"),
        (" 안", r"(면|서는|[해아어여]선) 안([되된될됩돼됐])", r"\1 안 \2"),
        ("가지", r"(?<![가-힣])(두|세|네|몇|여러)가지(?!치)", r"\1 가지"),
        ("개", r"(?<![가-힣])(두|세|네|몇|여러)개(?=[의를는로와만씩] )", r"\1 개"),
        ("", rf"(?<![가-힣])(?!{_NO_COUNTS})({_NUMERALS})({_COUNTERS})(?={_AFTER_COUNT})",
         r"\1 \2"),
        ("몇", r"(?<![가-힣])(몇)(건|명|줄|초|분|시간|장|쪽|년|달|칸|행|열|단계|바퀴)"
         rf"(?={_AFTER_COUNT})", r"\1 \2"),
        # 흔적 없이 is a noun, and 인적 and 면적 are.
        ("적", rf"(?<![가-힣])([가-힣]*(?![흔인면전산원])[{_NIEUN}])적(이|은|도)? (?=[있없])",
         r"\1 적\2 "),
        # 마을뿐 and 가을만큼 are nouns with a particle; 할뿐더러 is one ending.
        ("뿐", r"(?<![가-힣])((?![가-힣]*[마가노고]을)[가-힣]+을|[가-힣]*될|만들|보일|시킬"
         r"|[가-힣]*(?<![역분관일이삼사오육칠팔구몇])할|[가-힣]+(?:[어아려여해워져]질|[려켜]줄)|[가-힣]*(?:[부고따흐다모오이누]를|[가-힣](?:릴|킬|낼|칠)))"
         r"뿐(?!더러)", r"\1 뿐"),
        ("을만큼", r"(?<![가-힣])([가-힣]*[있없않같많좋싶받믿먹읽참찾]을)만큼(?![가-힣]{2})",
         r"\1 만큼"),
        ("던것", r"([가-힣]던)것(?=[이은을도과들입 ]|$)", r"\1 것"),
        ("를들", r"예를(들어|들면|들자면|든다면)", r"예를 \1"),
        ("와같", r"(?<![가-힣])([위이그]와|아래와|[가-힣]+에서와)같(?=[은이습다])", r"\1 같"),
        ("다음과같", r"(?<![가-힣])다음과같(?=[은이습다])", "다음과 같"),
        ("것같", r"([가-힣]*것)같(?=[은다습아])", r"\1 같"),
        ("거", rf"(?<![가-힣])([가-힣]*[{_RIEUL}])거(?=예요|에요|야|니까|죠)", r"\1 거"),
        ("위해", r"(을|를)위해(?=서|[ ,.]|$)", r"\1 위해"),
        ("위한 ", r"(을|를)위한(?= )", r"\1 위한"),
        ("통해", r"(?<=[를을])통해(?=서|[ ,.]|$)", r" 통해"),
        ("대한 ", r"(?<![가-힣])([가-힣]+(?:에|과|와))대한(?= )", r"\1 대한"),
        (" 것", r"(?<![가-힣])([이그]) 것(?=[은을이])", r"\1것"),
        ("아무 것", r"(?<![가-힣])아무 것(?=[도이]|[ ,.]|$)", "아무것"),
    )
)  # fmt: skip
# These stand apart from a noun, and what ends on them is no other word where the noun is known.
_BEHIND_NOUN = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,}|것|둘|셋)(?P<next>같은(?= )|중(?="
    r"(?:에서?[는도만의]?|의|인|이[며고다]|이므로|입니다)?(?:[ ,.]|$)))"
)
_BEHIND_NAME = lazy_pattern(r"(?P<noun>[A-Za-z0-9)\]]+)(?P<next>같은)(?= )")
# 번개같다, 벼락같다, 한결같다, 하나같다 and 주옥같다 are words.
_LIKE = frozenset(["번개", "벼락", "한결", "하나", "주옥", "귀신", "찰떡", "철통", "목석"])
# Nouns of which 하다 and 되다 make verbs: what is done with them stands without a space.
_DEED_WORDS = """
선택 설정 설치 실행 호출 확인 사용 추가 삭제 제거 입력 출력 저장 변경 수정 생성 작성 정의 선언
지정 제공 지원 처리 변환 반환 전달 접근 참조 공유 연결 적용 복사 이동 계산 비교 검색 업데이트
업그레이드 컴파일 초기화 활성화 비활성화 최적화 관리 구성 구현 등록 요청 전송 수신 표시 포함
허용 제한 결정 판단 반복 종료 시작 중지 재시작 다운로드 업로드 개발 이용 활용 분석 학습 훈련
예측 평가 측정 조정 조절 임포트 수행 진행 조회 교체 대체 갱신 분리 결합 통합 생략 구분 분류 감지
제어 가능 유지 보관 복구 복원 차단 방지 해결 발견 파악 이해 설명 표현 해석
"""
_DEEDS = frozenset(_DEED_WORDS.split())
_TORN_DEED = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,5}) (?P<verb>[할될](?= (?:수|때|경우|필요|것)(?![가-힣]{2}))"
    r"|해야(?= ?[하한합할됩된돼])|되어야|합니다|됩니다|하려면"
    r"|[하되]기(?= (?:위[해한]|전|때문))|하는|되는)(?![가-힣])"
)
_WITH_MANY = ("것", "들")
_WHEN_THIS = lazy_pattern(r"(?<![가-힣])(?P<noun>[가-힣]*(?:경우|때|후|뒤))(?P<this>이)(?= )")


def spacing(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the spaces that are missing or too many, where there is no doubt about it."""
    for line in korean_prose(lesson):
        for sign, pattern, replacement in _SPACING:
            if sign not in line.text:
                continue
            for match in pattern.finditer(line.text):
                if not line.is_code(*match.span()):
                    right = match.expand(replacement)
                    yield Fault(line, *match.span(), f'"{match[0]}" is "{right}"', right,
                                severity=Severity.WARNING)  # fmt: skip
        for match in _apart(line):
            if not line.is_code(*match.span("next")):
                yield _joined(line, match, "next", sure=True)
        if any(sign in line.text for sign in (" 할", " 될", " 해", " 합", " 됩", " 하", " 되")):
            yield from _torn_deeds(line)
        for match in _WHEN_THIS.finditer(line.text):
            particle = this_behind(line.text, match.end())
            if particle not in {"", "?"}:
                # 이런 경우이 문제가 됩니다 may be 이런 경우가.
                yield _joined(line, match, "this", sure=particle in {"은", "는"})


def _torn_deeds(line: Line) -> Iterator[Fault]:
    """Give what is done, where a space stands in it: 선택 할 수 is 선택할 수."""
    for match in _TORN_DEED.finditer(line.text):
        start, end = match.start("noun"), match.end()
        if match["noun"] in _DEEDS and not line.is_code(start, end):
            torn, right = line.text[start:end], match["noun"] + match["verb"]
            # 올바른 선택 할 수 may be 올바른 선택을 할 수.
            sure = _BEHIND_OBJECT.search(line.text[:start]) is not None
            yield Fault(line, start, end, f'"{torn}" is "{right}"', right if sure else None,
                        f'write "{right}"', Severity.WARNING)  # fmt: skip


# What is done to something, or how: only a verb goes on behind it.
_BEHIND_OBJECT = lazy_pattern("(?:[을를]|으로|에서|하게|[히게]) $")


def _joined(line: Line, match: re.Match[str], second: str, *, sure: bool) -> Fault:
    """Give the fault of a noun, and of what is joined to it and stands apart."""
    right = f"{match['noun']} {match[second]}"
    return Fault(line, match.start(second), match.end(second), f'"{match[0]}" is "{right}"',
                 f" {match[second]}" if sure else None, f'write "{right}"',
                 Severity.WARNING)  # fmt: skip


def _apart(line: Line) -> Iterator[re.Match[str]]:
    """Give the nouns and names that what stands apart from them is joined to."""
    text = line.text
    if "같은" in text:
        yield from _BEHIND_NAME.finditer(text)
    if "중" in text or "같은" in text:
        for match in _BEHIND_NOUN.finditer(text):
            noun, is_like = match["noun"], match["next"] == "같은"
            known = is_noun(noun) if is_like else noun in {"둘", "셋"} or is_listed(noun)
            if (known and noun not in _LIKE) or noun.endswith(_WITH_MANY):
                yield match
