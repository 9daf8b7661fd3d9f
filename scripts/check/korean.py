"""Korean sentences: spaces, spelling, sentence ends, emphasis, and one register for a lesson."""

from __future__ import annotations

import functools
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from scripts.check.fault import Fault
from scripts.check.nouns import ends_in_noun, is_listed, is_noun
from scripts.check.parsed import Marks, open_marks
from scripts.check.particles import this_behind
from scripts.check.prose import OPAQUE, Line, prose, without_code
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.particles import pattern as particles

_RIEUL = "".join(chr(code) for code in range(0xAC00 + 8, 0xD7A4, 28))
_NIEUN = "".join(chr(code) for code in range(0xAC00 + 4, 0xD7A4, 28))
_BIEUP = "".join(chr(code) for code in range(0xAC00 + 17, 0xD7A4, 28))
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
    (sign, re.compile(pattern), replacement)
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
    )
)  # fmt: skip
# These stand apart from a noun, and what ends on them is no other word where the noun is known.
_BEHIND_NOUN = re.compile(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,}|것|둘|셋)(?P<next>같은(?= )|중(?="
    r"(?:에서?[는도만의]?|의|인|이[며고다]|이므로|입니다)?(?:[ ,.]|$)))"
)
_BEHIND_NAME = re.compile(r"(?P<noun>[A-Za-z0-9)\]]+)(?P<next>같은)(?= )")
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
_TORN_DEED = re.compile(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,5}) (?P<verb>[할될](?= (?:수|때|경우|필요|것)(?![가-힣]{2}))"
    r"|해야(?= ?[하한합할됩된돼])|되어야|합니다|됩니다|하려면"
    r"|[하되]기(?= (?:위[해한]|전|때문))|하는|되는)(?![가-힣])"
)
_WITH_MANY = ("것", "들")
_WHEN_THIS = re.compile(r"(?<![가-힣])(?P<noun>[가-힣]*(?:경우|때|후|뒤))(?P<this>이)(?= )")
_SENTENCE_END = r"(?:니다|니까|세요|시오|해요|어요|아요|예요|에요|네요|지요)"
_GLUED = re.compile(rf"(?:(?:{_SENTENCE_END}|까요)[.?!]|[가-힣]다\.)(?P<next>\S)")
# A sentence in 합니다체 goes on with these, where it is told, or is a noun in a row of them.
_LOST_MARK = re.compile(
    rf"(?<![“\"'‘「『(\[])[가-힣]*[{_BIEUP}]니다(?P<gap> )(?P<next>[A-Za-z]*[가-힣]+)(?= |{OPAQUE})"
)
_GOES_ON = re.compile(
    r"(?:이?라[고는며면던도]|이?란|하[고는며여]|했|한다|해|말|및|또는|혹은|등|와|과|고|는|은|을|를|이|가|의|에|로|만|도)"
    r"(?![가-힣])|(?:이?라[고는며]|하[고는며면]|같|때|경우|여부|식)"
)
# The rest has a sentence of its own, up to a mark.
_TORN = re.compile(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,}) (?:합니다|됩니다|하는|되는|하지|되지)(?![가-힣])"
)
_MANY_TORN = 3
_WHOLE = re.compile(rf"[^.?!]+(?:{_SENTENCE_END}|까요|[가-힣]다)[.?!](?:\s|$)")
_BRACKETS = (("(", ")"), ("[", "]"), ("“", "”"), ("‘", "’"), ("「", "」"), ("『", "』"), ("<", ">"))
_COLON = re.compile(rf"(?:{_SENTENCE_END}|[가-힣]다)(?P<colon>\s*[:：])\s*$")
# Asterisks between punctuation and Hangul close nothing.
_MAY_STAY = re.compile(r"[^\w\s*]\*+[가-힣]")
_PUNCTUATION = re.compile(r"[^\w\s]")

# 아니다, 지니다 and 마시다 are of the plain register.
_FORMAL = re.compile(rf"[{_BIEUP}](?:니다|니까|시다)$")
_ASKING = re.compile(r"(?:세요|셔요|시오)$")
_POLITE = re.compile(
    "(?:[해어아여예에네군지게돼봐줘와워져려까나눠꿔둬춰써커꺼떠서켜펴껴쳐]|는데|은데)요$|죠$"
)
_PLAIN = re.compile(
    r"(?:(?:[가-힣]니|(?!니)[가-힣])다|는가|은가|인가|하라|보라|하자|보자|[어아여해와워려켜]라)$"
)
# Of verses, and no plain register: 가르치셨나이다, 오해하였도다.
_OF_VERSES = re.compile(
    r"(?:(?:[가-힣]하|[^\W하])나이다|[았었였겠있없하]도다|[으하이]?리로다|[이구]로다|지어다)$"
)
# So many lines is a quotation long that does not end in its first one.
_QUOTED_LINES = 20
# Behind a noun these are no verb's end: 주기마다, 기존보다; so is a noun spelled so: 람다, 인가.
_PARTICLE_END = re.compile("(?P<noun>[가-힣]+)보다$")
_ENDS_NO_SENTENCE = re.compile("마다$|(?<![가-힣])인가$")
# Who asks in a list of questions is a reader.
_ASKED = re.compile(r"\W*(?:Q ?\d*|질문 ?\d*|문 ?\d*)\s?[.:)]")
_SENTENCE = re.compile(r"[^.?!]*?[가-힣]+(?P<mark>[.?!])(?=[\s)\]”’\"']|$)")
_WITH_SENTENCES = frozenset({"paragraph", "blockquote", "bullet_list", "ordered_list", "front"})
_LEAST_SENTENCES = 3


@functools.cache
def _spellings() -> tuple[re.Pattern[str], dict[str, str]]:
    text = (Path(__file__).parent / "spellings.tsv").read_bytes().decode("utf-8")
    rows = [line.split("\t") for line in text.split("\n") if line and not line.startswith("#")]
    table = {row[0]: row[1] for row in rows}
    # By their first letters: so each place of a text is compared with few of them.
    begun: dict[str, list[str]] = {}
    for word in sorted(table, key=lambda word: (-len(word), word)):
        begun.setdefault(word[0], []).append(word[1:])
    parts = (f"{first}(?:{'|'.join(rests)})" for first, rests in begun.items())
    return re.compile("|".join(parts)), table


_IEYO = re.compile(r"(?<![가-힣])(?P<stem>[가-힣]+)(?P<wrong>이예요)(?![가-힣])")
# What was done, and a reason; 했음으로 표시합니다 is "as done", and 했음으로 인해 "by".
_PAST = "".join(chr(code) for code in range(0xAC00 + 20, 0xD7A4, 28) if chr(code) not in "있겠갔")
_SINCE = re.compile(
    rf"[가-힣]*[{_PAST}](?P<wrong>음으로)(?=, |,$| (?!인[해하]|말미|표시|나타|보[아여이면]|간주"
    r"|처리|여[기겨]|설정|기록|바[꾸꿔뀌]|변경|변환|알[리려]|판단|판정|확인|미루|미뤄|해석|번역|이해|전환|끝|마[무치]|정의))"
)

# 않다 behind a verb, written as 안다: but somebody holds 강아지 안고, and 봉지 안은 is its inside.
_NOT = re.compile(
    r"(?<![가-힣])(?P<verb>[가-힣]*(?P<last>[가-힣])지)[는도를]? ?(?P<wrong>안)"
    r"(?:(?P<inside>[은을으아])|고|는|습니|았|던|지만|도록|겠|거나"
    r"|더라|더니|네요|나요|[게지기] )"
)
_HELD = re.compile(
    r"(?:아|버|돼|거|가|먼|봉|편|바|단|의|처|긍|여|까|는|인|든|은|던|을|른|할|될|일)지$"
)
# Behind these 지 ends a verb and no noun: so do consonants on which no Chinese word ends.
_ONLY_STEMS = "하되르추꾸누쓰끄뜨"
_ONLY_FINALS = frozenset({2, 5, 6, 7, *range(9, 16), 18, 20, *range(22, 28)} - {24})
# 않다 stands behind a verb, and 안 before one.
_NOT_BEFORE = re.compile(
    r"(?<![가-힣])(?<!지 )(?<!지[는도를] )"
    r"(?P<wrong>않(?: (?=[가-힣])|(?=[와왔온먹맞쓰써씁보봐봅만들])))"
)

# Words in which a wrong spelling stands, and is right.
_INNOCENT = {
    "금새": "[황소입요방]금새|금새[로끼]",
    "되요": "되요[소구청약]",
    "댓가": "댓가지",
    "네트웍": "네트웍스",
    "캐쉬": "[가-힣]캐쉬|캐쉬백",
    "비로서": "[가-힣]비로서",
    "왠 ": "[가-힣]왠 ",
    "몇 일간": "몇 일간지",
    "되서": "되서울",
    # 변화일 and 최적화일: what is a change, with 이다.
    "화일": "[가-힣A-Za-z0-9)]화일|화일드",
    "쉘": "미쉘",
}


@functools.cache
def _innocent(wrong: str) -> re.Pattern[str] | None:
    """Give what a wrong spelling is right in; few are ever met."""
    if wrong in {"읍니다", "읍니까"}:
        # 모읍니다 is right: its stem ends in a vowel. That of 알다 takes ㅂ, and loses its ㄹ.
        codes = range(0xAC00, 0xD7A4)
        syllables = "".join(chr(code) for code in codes if (code - 0xAC00) % 28 in {0, 8})
        return re.compile(f"(?:(?<![가-힣])|[{syllables}])읍니")
    return re.compile(_INNOCENT[wrong]) if wrong in _INNOCENT else None


def spacing(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the spaces that are missing or too many, where there is no doubt about it."""
    for line in _korean(lesson):
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
_BEHIND_OBJECT = re.compile("(?:[을를]|으로|에서|하게|[히게]) $")


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


def spelling(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words that are spelled wrong in every text."""
    pattern, table = _spellings()
    for line in _korean(lesson):
        yield from _endings(line)
        for match in pattern.finditer(line.text):
            innocent = _innocent(match[0])
            around = line.text[max(0, match.start() - 2) : match.end() + 2]
            if line.is_code(*match.span()) or (innocent and innocent.search(around)):
                continue
            right = table[match[0]]
            yield Fault(line, *match.span(), f'"{match[0]}" is spelled "{right}"', right,
                        severity=Severity.WARNING)  # fmt: skip


def _endings(line: Line) -> Iterator[Fault]:
    """Give the endings that are wrong behind what they stand on, and right behind other words."""
    if "이예요" in line.text:
        for match in _IEYO.finditer(line.text):
            stem = match["stem"]
            # 고양이예요 is right, and so may be every noun that has 이 at its end.
            is_noun_alone = is_noun(stem) and not is_noun(f"{stem}이")
            final = (ord(stem[-1]) - 0xAC00) % 28
            if final and (is_noun_alone or stem.endswith(("것", "값", "뿐", "때문"))):
                yield _ending(line, match, "이에요")
    if "음으로" in line.text:
        for match in _SINCE.finditer(line.text):
            yield _ending(line, match, "으므로")
    yield from _nots(line)


def _nots(line: Line) -> Iterator[Fault]:
    """Give 안 for 않 behind a verb, and 않 for 안 before one."""
    if "안" in line.text:
        for match in _NOT.finditer(line.text):
            last = match["last"]
            if match["inside"]:
                sure = last in _ONLY_STEMS or (ord(last) - 0xAC00) % 28 in _ONLY_FINALS
            else:
                sure = not (_HELD.search(match["verb"]) or ends_in_noun(match["verb"]))
            if sure and not line.is_code(*match.span()):
                apart = line.text[match.start("wrong") - 1] == " "
                yield _ending(line, match, "않" if apart else " 않")
    if "않" in line.text:
        for match in _NOT_BEFORE.finditer(line.text):
            if not line.is_code(*match.span()):
                yield _ending(line, match, "안 ")


def _ending(line: Line, match: re.Match[str], right: str) -> Fault:
    """Give the fault of an ending."""
    start, end = match.span("wrong")
    right_word = match[0][: start - match.start()] + right + match[0][end - match.start() :]
    return Fault(line, start, end, f'"{match[0]}" is spelled "{right_word}"', right,
                 severity=Severity.WARNING)  # fmt: skip


def glued_sentences(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the sentences behind whose end the space is missing, or the period before it."""
    rows = lesson.text.split("\n")
    for line in _korean(lesson):
        for match in _GLUED.finditer(line.text):
            start = match.start("next")
            # Code may begin the next sentence, as a letter may; a quotation mark ends this one.
            begins = line.is_code(start, start + 1) or re.match("[가-힣A-Z]", match["next"])
            if begins and not line.is_code(match.start(), start):
                # The place is the full stop's, so that a mend does not touch what follows.
                mark = line.text[start - 1]
                yield Fault(line, start - 1, start, "a space is missing after this sentence",
                            f"{mark} ", "put a space there", Severity.WARNING)  # fmt: skip
        if line.block is None or "니다 " not in line.text:
            continue
        if (lost := list(_lost_marks(line, rows[line.number - 1]))) and not _is_torn(lesson):
            yield from lost


def _lost_marks(line: Line, raw: str) -> Iterator[Fault]:
    """Give the ends of sentences in 합니다체 behind which another one begins, without a period."""
    if line.kind not in _WITH_SENTENCES:
        return
    text = without_code(line)
    for match in _LOST_MARK.finditer(text):
        gap = match.start("gap")
        column = line.columns[gap] - 1
        # What is quoted or linked is no sentence here, and markup between them parts them.
        around = (text[:gap], text[match.end("gap") :])
        in_markup = line.columns[gap - 1] != column or line.columns[gap + 1] != column + 2
        if in_markup or _GOES_ON.match(match["next"]) or any(map(_is_within, around)):
            continue
        if _is_within(raw[:column]) or not _WHOLE.match(around[1]):
            continue
        word = text[gap - 1]
        yield Fault(line, gap - 1, gap, "a period is missing after this sentence", f"{word}.",
                    "put a period there", Severity.WARNING)  # fmt: skip


def _is_torn(lesson: Lesson) -> bool:
    """Tell a page whose verbs are torn apart: 호출 합니다. No sentence of it ends for certain.

    Machines have translated so, and put 합니다 in the middle of sentences.
    """
    torn = (match for match in _TORN.finditer(lesson.text) if is_listed(match["noun"]))
    return len(list(itertools.islice(torn, _MANY_TORN))) == _MANY_TORN


def _is_within(text: str) -> bool:
    """Tell whether brackets, quotation marks or emphasis are open where a text ends."""
    opened = any(text.count(one) != text.count(other) for one, other in _BRACKETS)
    return opened or any(text.count(mark) % 2 for mark in ('"', "**", "'"))


def colons(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the sentences that end in a colon."""
    for line in _korean(lesson):
        match = _COLON.search(line.text)
        if match and line.kind in {"paragraph", "bullet_list", "ordered_list", "blockquote"}:
            yield Fault(line, *match.span("colon"), "a Korean sentence does not end in a colon",
                        ".", "end it with a period", Severity.WARNING)  # fmt: skip


def open_emphasis(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the emphasis that CommonMark leaves open, since Hangul follows its last mark."""
    if lesson.language is not KOREAN:
        return
    lines = lesson.text.split("\n")
    by_block: dict[int, list[Line]] = {}
    for line in prose(lesson):
        if line.block is not None and _MAY_STAY.search(lines[line.number - 1]):
            by_block.setdefault(line.block.line, []).append(line)
    for of_block in by_block.values():
        assert of_block[0].block is not None
        by_number = {line.number: line for line in of_block}
        for paragraph in open_marks(of_block[0].block):
            for number, one in enumerate(paragraph):
                # A mark alone is a sign, such as that of a product or a note.
                meant = any(other.may_open for other in paragraph[:number])
                if meant and one.number in by_number and _ends_on_punctuation(one):
                    yield _stays(by_number[one.number], one)


def _ends_on_punctuation(marks: Marks) -> bool:
    before_hangul = re.match("[가-힣]", marks.after)
    return bool(marks.may_close and _PUNCTUATION.match(marks.before) and before_hangul)


def _stays(line: Line, marks: Marks) -> Fault:
    place = marks.index
    index = next((i for i, c in enumerate(line.columns) if c > place), 0)
    shown = "*" * marks.length
    message = f'"{shown}" does not close before "{marks.after}" in other viewers'
    advice = "put the punctuation, or the code's mark, outside the emphasis"
    return Fault(line, min(index, len(line.text)), len(line.text), message, None, advice,
                 Severity.WARNING)  # fmt: skip


def registers(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the sentences that are not in the register of most of the lesson."""
    lines = list(_korean(lesson))
    quoted = _quoted(lines)
    found = [one for n, line in enumerate(lines) for one in _sentences(line, quoted.get(n, (0, 0)))]
    counts = Counter(kind for _, _, kind in found)
    if not counts or counts.total() < _LEAST_SENTENCES:
        return
    usual, number = counts.most_common(1)[0]
    if number * 2 <= counts.total():
        usual = "합니다"
    for line, start, kind in found:
        if kind != usual:
            message = f"this sentence is in {kind}체, most of the lesson in {usual}체"
            yield Fault(line, start, start + 1, message, None, "use one register",
                        Severity.WARNING)  # fmt: skip


def _quoted(lines: Sequence[Line]) -> dict[int, tuple[int, int]]:
    """Give the part of each line, by its number, that is in a quotation of several lines."""
    found: dict[int, tuple[int, int]] = {}
    opened: tuple[int, int] | None = None
    for n, line in enumerate(lines):
        if line.kind == "heading" or (opened and n - opened[0] > _QUOTED_LINES):
            opened = None
        for match in re.finditer("[“”]", line.text):
            if match[0] == "“":
                opened = (n, match.start())
            elif opened and opened[0] < n:
                found.update((k, (0, len(lines[k].text))) for k in range(opened[0] + 1, n))
                found[opened[0]] = opened[1], len(lines[opened[0]].text)
                found[n] = 0, match.end()
            if match[0] == "”":
                opened = None
    return found


def _sentences(line: Line, quoted: tuple[int, int]) -> Iterator[tuple[Line, int, str]]:
    """Give the place and the register of each whole sentence of a line, quotations left out.

    `quoted` is a part of it in a quotation that begins or ends in another line.
    """
    if not (line.kind in _WITH_SENTENCES or line.kind.startswith("directive:")):
        return
    if _ASKED.match(line.text):
        return
    # No sentence ends at the point of a.py, in code.
    text = re.sub(
        r"[“\"'‘「『(][^”\"'’」』)]*[”\"'’」』)]", lambda m: OPAQUE * len(m[0]), without_code(line)
    )
    start, end = quoted
    text = f"{text[:start]}{OPAQUE * (end - start)}{text[end:]}"
    for match in _SENTENCE.finditer(text):
        end = match.start("mark")
        words = text[:end]
        if _OF_VERSES.search(words):
            continue
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        if _FORMAL.search(words):
            yield line, start, "합니다"
        elif _ASKING.search(words) or match["mark"] == "?":
            continue  # -세요 and -ㄹ까요 go with both
        elif _POLITE.search(words):
            yield line, start, "해요"
        elif _PLAIN.search(words) and not _ends_on_a_noun(words):
            yield line, start, "한다"


def _ends_on_a_noun(words: str) -> bool:
    """Tell that a noun ends a sentence, with what looks like the end of a verb.

    >>> [_ends_on_a_noun(words) for words in ("그리고 주기마다", "지난 버전보다", "값을 살펴보다")]
    [True, True, False]
    """
    compared = _PARTICLE_END.search(words)
    last = words.rsplit(" ", 1)[-1]
    is_compared = compared is not None and ends_in_noun(compared["noun"])
    return is_compared or is_noun(last) or _ENDS_NO_SENTENCE.search(words) is not None


def _korean(lesson: Lesson) -> Iterator[Line]:
    if lesson.language is KOREAN:
        yield from prose(lesson)
