"""Two Korean particles where one was left over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scripts.agreement import Sound, sound_of
from scripts.check.fault import Fault
from scripts.check.korean.after_hangul import ANOTHER_NOUN, EUL_WORDS, NOUNS_TOO, PARTICLES_ONLY
from scripts.check.korean.near_words import frequent_nouns
from scripts.check.korean.nouns import is_listed, is_noun
from scripts.check.prose import prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.glossary import read_glossary
from scripts.hangul import final_of
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_RUN = lazy_pattern("[가-힣]+")

# What never stands behind a particle, in the same word; 에서가 is missing (에서가 아니라), and
# 에게와 (남에게와 같이).
_NEVER_BEHIND = {
    "을": "을 를 은 는 이 가 의 에 에서 에게 로 으로 와 과 도 만 까지 부터 처럼 보다 마다",
    "은": "을 를 은 는 이 가 의 에 에서 에게 로 으로 와 과 도 만 까지 부터",
    "이": "을 를 은 는 이 가 의 에 에서 로 으로 와 과 도 만 까지 부터 처럼 보다 마다",
    "의": "을 를 은 는 이 가 의 에 에서 로 으로 와 과 도 만 까지 부터",
    "에": "을 를 은 이 가 에 으로 와 과",
    "에서": "을 를 은 이 에 에서 로 으로 와 과",
    "에게": "을 를 은 이 가 에 과",
    "로": "을 를 은 이 가 에 와 과 로 으로",
    "와": "을 를 은 이 가 에 와 과 로 으로",
    "도": "을 를 은 는 이 가 의",
}
_ALIKE = {"를": "을", "는": "은", "가": "이", "으로": "로", "과": "와"}
_PAIRS = frozenset(
    first + second
    for first in (*_NEVER_BEHIND, *_ALIKE)
    for second in _NEVER_BEHIND[_ALIKE.get(first, first)].split()
)
_FIRST = sorted((*_NEVER_BEHIND, *_ALIKE), key=len, reverse=True)
_WITH_TAIL = frozenset(
    pair + tail
    for pair in _PAIRS
    for tail in ("는", "도", "만")
    if pair.endswith(("에", "에서", "에게", "로", "까지", "부터", "처럼", "보다"))
)
_SAID = [
    *_PAIRS,
    *_WITH_TAIL,
    *(first + second for first in "을를" for second in ("이라고", "이라는")),
    *(first + second for first in "을를은는" for second in ("에게서", "한테")),
]
# As in others: 다른 체계에서와 같이.
_LIKE = r"(?<=에서와) (?:같|마찬|동일|비슷|유사|달리|다른|다르|다를)"
_DOUBLED = lazy_pattern(
    rf"(?<![가-힣])(?P<word>[가-힣]+?)(?P<particle>{'|'.join(sorted(_SAID))})(?![가-힣]|{_LIKE})"
)
# Of these unknown words are asked, too.
_DOUBLED_OFTEN = lazy_pattern(
    r"을를|를을|은는|는은|은은|이가|가이|을을|를를|에에|에서에서|에서에|에게에"
    r"|으로으로|에를|에을|을은|를은|를는|을는|는을|는를|은를|은을|은의|는의|를의|와과"
    r"|는가|은이|는이|가를|가는|이을|이를|이은|이는"
    r"|[를는](?:에|에서|과|와)|를[이가]|[을은](?:에|에서|과|와)|을[이가]"
    r"|가(?:가|에|에서|의|과|와)|이(?:에|에서|와)"
    r"|[을를]이라[고는]|[를을](?:에게|에게서|한테|부터|까지|으로|처럼|보다|마다)"
    r"|[는은](?:에게|에게서|한테|부터|으로)"
)
_DOUBLED_ALWAYS = frozenset(
    [
        "을를",
        "를을",
        "를를",
        "을을",
        "은는",
        "는은",
        "를은",
        "를는",
        "는을",
        "는를",
        "은를",
        "에에",
        "에서에서",
        "에서에",
        "에게에",
        "으로으로",
        *("를에", "를에서", "를과", "를와", "를이", "를가", "는에", "는에서", "는과", "는와"),
    ]
)
# 이를을: one that stands alone, with a particle of its own.
_THIS = frozenset("이그저")
# Behind 를 and 는 these are always one too many, and behind 을 and 은 where a noun is known.
_SECOND = frozenset(["에게", "에게서", "한테", "부터", "까지", "으로", "처럼", "보다", "마다"])
# 아를에서, 카를과 and 샤를이 are names; these are not.
_AFTER_REUL = frozenset({"를에", "를에서", "를과", "를와", "를이", "를가"})
_SHORT_NOUNS = frozenset("수키차해표코위뒤비배새개")
# Where a noun is known before them; 가을 and 마을 end like particles, too.
_AFTER_EUL = frozenset({"을에", "을에서", "을과", "을와", "을이", "을가"})
_AFTER_EUN = frozenset({"은에", "은에서", "은과", "은와"})
_AFTER_GA = frozenset({"가를", "가는", "가가", "가에", "가에서", "가의", "가과", "가와"})
# Behind a name nothing else begins like these.
_DOUBLED_BEHIND_NAME = (
    _DOUBLED_ALWAYS
    | _AFTER_EUL
    | _AFTER_EUN
    | {"이가", "가이", "은을", "은의", "는의", "를의", "와과", "을이라고", "를이라고", "을이라는"}
)
# Nor behind code and letters; of digits less is known.
_DOUBLED_BEHIND_LETTERS = _DOUBLED_BEHIND_NAME | _PAIRS
# Silver, with what it is bound to: 질산은.
_OF_SILVER = lazy_pattern(
    "(?:질산|황산|초산|탄산|산화|염화|황화|브로민화|브롬화|요오드화|아이오딘화)$"
)
# 젊은이, 지은이.
_STEMS_OF_PEOPLE = frozenset("젊늙지적작낡맑")
# On these end stems of verbs that are spelled like nouns, or that have one within them.
_ENDS_OF_VERBS = frozenset("리치기우추루르키이지히하되보주두누드트크끼비시가나사자오")


def doubled(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words that end in two particles of which one would do."""
    if lesson.language is not KOREAN:
        return
    # No verb begins with one: 학교 가는 stands apart.
    terms = {term.korean for term in read_glossary(selection.lessons.root)}
    rows = lesson.text.split("\n")
    for line in prose(lesson):
        row = rows[line.number - 1]
        for run in _RUN.finditer(line.text):
            start, end = run.span()
            is_pair = run[0] in _DOUBLED_BEHIND_LETTERS and run[0] in row
            if (
                is_pair
                and _is_doubled_behind(line.text[:start], run[0])
                and not line.is_code(start, end)
            ):
                message = f'"{run[0]}" are two particles'
                yield Fault(line, start, end, message, None, "keep one of them", Severity.WARNING)
        for match in _DOUBLED.finditer(line.text):
            stem, particle = match["word"], match["particle"]
            is_this = stem in _THIS and particle in _DOUBLED_ALWAYS
            if line.is_code(*match.span()) or (PARTICLES_ONLY.fullmatch(match[0]) and not is_this):
                continue
            if match[0] not in row:  # one ends a title: [값을](page.md)과
                continue
            is_term = particle in _AFTER_GA and (stem in terms or _is_no_place(stem, particle))
            if not (
                is_term
                or is_this
                or _is_doubled(stem, particle)
                or _is_noun_here(stem, particle, lesson)
                or (particle == "이가" and _is_thing_in(stem, _korean_texts(selection)))
                or _is_behind_a_known_noun(stem, particle, lesson)
            ):
                continue
            message = f'"{match[0]}" has two particles, "{particle}"'
            advice = "keep one of them"
            # 차이점은이 경우 is 차이점은 이 경우 as well.
            if particle in {"은이", "는이"}:
                advice = f'keep one of them, or write "{match[0][:-1]} 이"'
            yield Fault(line, *match.span(), message, None, advice, Severity.WARNING)


def _is_doubled_behind(text: str, particle: str) -> bool:
    """Tell whether what stands right behind a name, or a digit, are two particles."""
    if re.search(r"[A-Za-z_)`]$", text):
        return True
    return particle in _DOUBLED_BEHIND_NAME and re.search(r"[0-9]$", text) is not None


def _is_noun_here(stem: str, particle: str, lesson: Lesson) -> bool:
    """Tell whether 는가 stands behind what the page uses as a noun elsewhere: 습도를, 습도의.

    Verbs ask with 는가, and no stem of theirs is followed by these.
    """
    if particle == "이가":
        return _is_thing_here(stem, lesson)
    if particle in _AFTER_GA:
        is_word = len(stem) > 1 or not is_noun(stem + "가")
        return is_word and is_noun(stem) and _is_no_deed(stem) and _stands_with(stem, lesson)
    if particle != "는가" or not _asks_for_no_verb(stem):
        return False
    return _stands_with(stem, lesson)


def _stands_with(stem: str, lesson: Lesson) -> bool:
    """Tell whether the page uses a word with particles that only nouns have."""
    as_noun = rf"(?<![가-힣]){stem}(?:를|을|의|와|과|에서|으로)(?![가-힣])"
    return re.search(as_noun, lesson.text) is not None


# Who does something, and what it costs, is called by the deed: 투자가, 판매가.
_WITH_GA = """
투자 판매 정치 거래 연주 공급 특허 최고 최저 추리 지휘 혁명 신고 도매 소매 제시 권고 기대 등록
"""
_DEEDS_WITH_GA = frozenset(_WITH_GA.split())


# Where people go to: 학교 가는 길.
PLACES = frozenset(
    [
        "학교",
        "회사",
        "도시",
        "국가",
        "가게",
        "나라",
        "바다",
        "거리",
        "장소",
        "위치",
        "사무소",
        "연구소",
    ]
)


def _is_no_place(stem: str, particle: str) -> bool:
    """Tell whether 가는 stands behind a noun to which nobody goes: 함수가는, 컴파일러가는."""
    if particle != "가는" or not is_listed(stem) or stem in PLACES:
        return False
    return _is_no_deed(stem) and not is_noun(stem + "가")


def _is_no_deed(stem: str) -> bool:
    return sound_of(stem[-1]) is Sound.VOWEL and stem not in _DEEDS_WITH_GA


# Nouns of one syllable which no particle makes another noun of.
_NOUNS_ALONE = frozenset("값것글답층칸곱끝앞곳점쪽줄때틀셀키일물속안식")
# No noun ends on these.
_NO_ENDS = frozenset(["을", "를", "은", "는", "에", "에서", "에게", "으로", "와"])
_THAT = frozenset(
    ["어디", "여기", "거기", "저기", "이것", "그것", "저것", "무엇", "누구", "우리", "자신", "하나"]
)
_AFTER_NEUN = frozenset(["도", "의", "로", "으로", "까지", "부터"])
# With the particle these are other nouns: doctors, degrees and diagrams.
_DEGREES = """
정확 정밀 측정 복잡 난이 만족 선호 중요 긴급 완성 기여 의존 신뢰 투명 선명 유사 적합 민감 숙련 해상
인지 친밀 집중
포화 농담 명암 심각 관심 활용 이해 참여 충성 청렴 일치 응집 결합 확산 침투 강건 견고 성숙 순수
불순 혼잡 위험 관여
친숙 주목 노출 달성 진척 밀집 경쟁 자유 다양 균일 안정 피로 건강 행복 청결 오염 산성 염기 점유
충실 몰입
조직 구조 분포 회로 설계 계통 흐름 배치 개념 관계 상태 조감 전개 단면 평면 측면 정면 지형 노선
계획 진행 공정
생태 구성 시스템 클래스 네트워크 배관 배선 안내 투시 입면 상세 조립 분해 순서 추세 계보 지질 토지
상관 풍경 초상
산점 막대 원형 시퀀스 연결 영향 제작 작업 개략 기본 전체 위치 약 해부 모식 계층 논리 기능 의존관계
"""
_WITH_OTHERS = {
    "의": ("임상", "내과", "외과", "수련", "전공", "개업", "주치", "공중", "결"),
    "가": (*_DEEDS_WITH_GA, *ANOTHER_NOUN["가"]),
    "로": ANOTHER_NOUN["로"],
    "도": tuple(_DEGREES.split()),
}
_NOUN_FOLLOWED = r"(?:을|를|은|는|이|가|의|에|에서|로|으로|와|과|도|만)"


def _is_behind_a_known_noun(stem: str, particle: str, lesson: Lesson) -> bool:
    """Tell whether two particles stand behind a noun, and not one behind a longer noun: 강의를."""
    first = next(one for one in _FIRST if particle.startswith(one))
    if particle in _WITH_TAIL and particle not in _PAIRS:
        particle = particle[:-1]
    word, second = stem + first, particle.removeprefix(first)
    # What stands twice is told as a misspelling.
    if particle not in _PAIRS or _is_known(word) or first == second:
        return False
    if first == "을" and second not in {"만", "이"} and final_of(stem[-1]):
        return True  # no verb goes on so
    if first == "는" and second in _AFTER_NEUN:
        return True
    if first == "를" and second not in {"만", "이"} and len(stem) > 1:
        return stem[-1] not in "를을"
    if len(stem) < 2:
        is_alone = stem in _NOUNS_ALONE and first not in {"이", "가", "도"}
        return is_alone or (stem in _SHORT_NOUNS and first == "를")
    is_made = first in _NO_ENDS and is_noun(stem)
    if not (is_made or _is_known(stem)) or stem.endswith(_WITH_OTHERS.get(first, ())):
        return False
    if (first == "가" and second == "는") or (first == "도" and not _stands_with(stem, lesson)):
        return False
    others = re.findall(rf"(?<![가-힣]){word}({_NOUN_FOLLOWED})(?![가-힣])", lesson.text)
    return set(others) <= {second}


def _is_known(word: str) -> bool:
    return len(word) > 1 and (word in _THAT or is_listed(word) or word in frequent_nouns())


# With 이 these are other nouns: 길이, 풀이.
_NOUNS_WITH_I = frozenset(
    "길풀종송벌살굽갈막목난접달곰말별봄돌범학단점쌍홍집금은옥철훈손물알몸덩줄걸턱잎끝속곁품맏"
)
_LEAST_USES = 3


def _is_thing_here(stem: str, lesson: Lesson) -> bool:
    """Tell whether the page uses what stands before 이가 as a noun that needs no 이: 칸을, 칸마다.

    People are called with 이: 지민이가. No place, and nothing that there are many of, is.
    """
    if sound_of(stem[-1]) is Sound.VOWEL or is_noun(stem + "이") or stem in _NOUNS_WITH_I:
        return False
    text = lesson.text
    if re.search(rf"(?<![가-힣]){stem}이(?:는|를|와|의|도|에게|로|들|라)", text):
        return False
    if len(stem) > 1:
        return re.search(rf"(?<![가-힣]){stem}(?:에서|에는|마다)(?![가-힣])", text) is not None
    uses = re.findall(rf"(?<![가-힣]){stem}(?:을|은|과|의|에서|에는|마다)(?![가-힣])", text)
    return len(uses) >= _LEAST_USES and len(set(uses)) > 1


def _korean_texts(selection: Selection) -> list[str]:
    return [one.text for one in selection.lessons.items if one.language is KOREAN]


def _is_thing_in(stem: str, texts: Sequence[str]) -> bool:
    """Tell whether the pages of a site often use a longer word as a noun, and never with 이.

    >>> _is_thing_in("잡음", ["잡음을 더한", "잡음의 크기, 잡음은"])
    True
    >>> _is_thing_in("두껍", ["두껍은, 두껍을, 두껍은, 두껍다"])
    False
    >>> _is_thing_in("지민", ["지민이는 지민의"])
    False
    """
    if len(stem) < 2 or sound_of(stem[-1]) is Sound.VOWEL or is_noun(stem + "이"):
        return False
    if any(f"{stem}이{form}" in text for text in texts for form in "는를와의도로들라"):
        return False
    noun = re.compile(rf"(?<![가-힣]){stem}(을|은|과|의|에서|에는|마다|으로)(?![가-힣])")
    uses = [form for text in texts for form in noun.findall(text)]
    if len(uses) < _LEAST_USES or len(set(uses)) < 2:
        return False
    # 두껍은 is no word, but 얇은 and 얇을 are verbs.
    verb = re.compile(rf"(?<![가-힣]){stem}(?:다|고|게|지|거나|으면|습니다)(?![가-힣])")
    return bool(set(uses) - {"은", "을"}) or not any(map(verb.search, texts))


def _asks_for_no_verb(stem: str) -> bool:
    """Tell that no verb asks like this: 가는가, 누리는가 and 비추는가 do, and 함수 has 함수인가."""
    is_past = final_of(stem[-1]) == "ㅆ"
    return len(stem) > 1 and not is_past and stem[-1] not in _ENDS_OF_VERBS


def ends_in_two(word: str) -> bool:
    """Tell a word with two particles: one has to go, and it is not known which one."""
    match = _DOUBLED.fullmatch(word)
    return match is not None and _is_doubled(match["word"], match["particle"])


def _may_end_in_i(stem: str) -> bool:
    return is_noun(stem + "이") or stem[-1] in _NOUNS_WITH_I or len(stem) < 2


def _is_doubled(stem: str, particle: str) -> bool:
    if not _DOUBLED_OFTEN.fullmatch(particle):
        return False
    if particle in {"을을", "을은", "을는"} and EUL_WORDS.search(stem + "을"):
        return False
    if particle[1:] in {"이라고", "이라는"}:
        return not EUL_WORDS.search(stem + particle[0])
    if particle[1:] in _SECOND and particle[0] in "를을는은":
        return (particle[0] in "를는" and len(stem) > 1) or is_noun(stem)
    if particle in _AFTER_REUL and len(stem) < 2:
        return stem in _SHORT_NOUNS
    if particle in _DOUBLED_ALWAYS:
        return True
    if particle in _AFTER_GA or (particle == "는가" and not _asks_for_no_verb(stem)):
        return False
    if particle in _AFTER_EUL and EUL_WORDS.search(stem + "을"):
        return False
    # 을 follows a consonant; in summer and in a village a vowel stands before it.
    if (
        particle in {"을에", "을에서", "을에게"}
        and len(stem) > 1
        and sound_of(stem[-1]) is not Sound.VOWEL
    ):
        return True
    if particle in _AFTER_EUN and (len(stem) < 2 or _OF_SILVER.search(stem)):
        return stem in NOUNS_TOO
    if particle[0] == "이" and particle != "이가":
        # 먹이를 and 길이는 are nouns, and so may be what nobody knows.
        return is_noun(stem) and sound_of(stem[-1]) is not Sound.VOWEL and not _may_end_in_i(stem)
    if particle in {"은이", "는이"}:
        return is_noun(stem) and stem not in _STEMS_OF_PEOPLE
    return is_noun(stem) or stem[-1] in NOUNS_TOO
