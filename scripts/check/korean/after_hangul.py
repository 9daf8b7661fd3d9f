"""Which particles are wrong behind which Korean words."""

from __future__ import annotations

import re
from collections.abc import Collection

from scripts.agreement import FORMS, PAIRS, Sound, right_form, sound_of
from scripts.check.korean.near_words import frequent_nouns
from scripts.check.korean.nouns import ends_in_noun, is_listed, is_noun, nouns
from scripts.hangul import final_of, vowel_of
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

PARTICLES_ONLY = lazy_pattern("[은는이가을를과와로으도만에의라란며]+")
# Verbs and adjectives before which 는 is right: the syllables that their stems end on. Those that
# nouns end on too are asked for in the list of nouns. ㅆ, ㅎ and double consonants are verbs'.
STEMS = frozenset(
    "받갖맞잊찾닫믿묻얻쏟돋뜯뻗걷싣긷듣딛갇굳깨막먹적박찍죽녹속낙썩삭식익묵꺾겪엮닦볶섞솎묶낚깎"
    "안신감참남담넘숨심삼품뿜훔금듬검잡집접씹입업굽눕돕줍깁꼽뽑뵙웃씻벗빗솟붓짓잇긋젓빼앗뺏빚꽂"
    "젖짖찢맺찧쫓덮엎짚높갚맡뱉붙같흩얹앉끊많잖찮긁갉늙밝맑굶닮젊곪옮삶밟넓훑핥읊앓잃끓닳뚫꿇옳싫"
    "늦닿놓넣쌓낳찧빻좋님키읽붇붉묽얽썪낫눋벋숫슴암좇컫멎딪쭙"
)
_VERB_FINALS = frozenset("ㄲㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄㅆㅎ")
# 만들는 is wrong, but for 만드는: no noun's particle.
_DROPPING_RIEUL = ("만들", "흔들", "이끌", "머물", "거들", "힘들", "떠들", "드물", "기울")
NOUNS_TOO = frozenset("값것들")
# On these end nouns alone, but for 끝나, 앞나, and streets: 꽃로, 숲로.
_NOUNS_ONLY = frozenset("깥밖앞옆끝곁밑겉몫엌릎쪽곳")
# A noun that ends on one of these before 이: no other word does.
_BEFORE_I = frozenset("터스드트크츠즈르느므프")
# No noun ends on these: 일므을 is 이름을 in the wrong order.
NO_ENDS = frozenset("느므")
# 지을 and 지은, 이을, 나은 ... are forms of verbs, and so are these with what stands before them;
# of 짓다 there are so many that its syllable needs a noun of the list.
_BEFORE_EU = lazy_pattern(
    "^[지이나부그저모주자]$|(?<!가)지$|(?:뒤|대|줄|맥|맞)이$|(?:퍼|아|이|내)부$|(?:줄|선|금|획)그$"
    "|(?:휘|내|로|이|노)저$|[어러워데]모$|(?:나|실)자$"
)
EUL_WORDS = lazy_pattern("(?:마을|가을|노을|고을|개을|게을)$")
_EUN_WORDS = lazy_pattern("(?:수은|우리은|가은|고은|시은|다은|하은|예은)$")
_SURNAMES = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민"
)
# 효과, 초과, and departments such as 인사과.
_BEFORE_GWA = frozenset("효초사투여부외치제다모라이교시소아후무회어우")
# 연쇄이라고 is 연쇄라고; 함수이나 and 함수이었다 are right.
NEVER_BEHIND_VOWELS = frozenset({"이라는", "이라고", "이란", "이라면", "이라도", "이랑"})
# No other word begins so, alone before 가 and 로: 점가, 층로.
_SHORT_NOUNS = frozenset("점층칸쪽색곳글답틀셀맵탭폼팁앱웹칩핀셋폭앞뒷")
# 선로, 진로, 통로 and 항로 are words, and these are none.
_BEFORE_RO = frozenset("식쌍손눈안덤겹몸힘값반틈짝꼴땅집밥")
# Other words end on 이 behind other syllables: 아이라고, 보이라는, 추이란.
_NEVER_BEFORE_I = frozenset("ㅖㅙㅚㅢㅛㅠㅕㅣㅡㅐㅓㅟ")
_BEFORE_I_TOO = lazy_pattern("[이매채뇌어저듀휴끼치뉘]$|어버$|설레$|헤매$")
# 너그러이, 즐거이, 가벼이, 흥겨이 and 헛되이 say how.
_ADVERBS_WITH_I = frozenset("러거겨벼되")
# Of verbs as well: 먹였다, 길들였다. So the noun must be known.
_OF_VERBS_TOO = frozenset(["여야", "였다", "였습니다"])
# Verbs are made of these with 이, and of nouns and these: 들이다, 물들이다, 눈속이다.
_STEMS_BEFORE_I = frozenset("들속죽먹보높붙줄녹숙꺾섞쌓놓쓰삭기깃덮볶끓닦떼")


def wrong_after_hangul(stem: str, form: str) -> bool:
    """Tell whether what looks like a particle is one, and in the wrong form, for certain.

    >>> [wrong_after_hangul(*pair) for pair in (("함수", "을"), ("마", "을"), ("먹", "는"))]
    [True, False, False]
    """
    sound = sound_of(stem[-1])
    if sound is None or right_form(form, sound) == form:
        return False
    word = stem + form
    if PARTICLES_ONLY.fullmatch(word):
        return False
    consonant, vowel = _pair(form)
    last = stem[-1]
    if form in NEVER_BEHIND_VOWELS:
        return _takes_no_i(stem)
    if form == "을":
        return not EUL_WORDS.search(word) and (not _BEFORE_EU.search(stem) or is_noun(stem))
    if form == "은":
        is_name = len(word) == 3 and stem[0] in _SURNAMES
        return is_noun(stem) or not (is_name or _BEFORE_EU.search(stem) or _EUN_WORDS.search(word))
    if form == "를":
        return word != "들를" and last not in "을를"
    if form == "는":
        if stem.endswith(_DROPPING_RIEUL) and not is_noun(stem):
            return False
        return is_noun(stem) or last in NOUNS_TOO or not _may_be_a_stem(last)
    if form == "이":
        is_long = len(stem) > 2 and last not in _ADVERBS_WITH_I
        return (
            ends_in_noun(stem)
            or (len(stem) > 1 and last in _BEFORE_I)
            or (is_long and _takes_no_i(stem))
        )
    if consonant == "과":
        return form.startswith("와") or last not in _BEFORE_GWA or is_noun(stem)
    if form.startswith("으로") or form in {"로부터", "로써"}:
        return True
    if form == consonant or form.startswith("이") or vowel == "란":  # 확인란 is a field
        return False
    if form in _OF_VERBS_TOO:
        if last in _STEMS_BEFORE_I and (len(stem) == 1 or stem not in nouns()):
            return False
        return is_noun(stem) or (last in NOUNS_TOO and last != "들")
    # Other words end on 가, 로, 나 and 라고, so that the noun must be known.
    sure = NOUNS_TOO if vowel != "라고" else NOUNS_TOO | {"적"}
    return (
        ends_in_noun(stem)
        or _is_frequent(stem, form)
        or stem in _SHORT_NOUNS
        or (vowel == "로" and stem in _BEFORE_RO)
        or (last in _NOUNS_ONLY and vowel[0] in "가로")
        or (last in sure and (last != "들" or len(stem) > 1))
        or (vowel == "로" and last == "적" and len(stem) > 1)
    )


def _is_frequent(stem: str, form: str) -> bool:
    """Tell whether a form stands behind a frequent noun, and makes no other noun of it: 선형가."""
    if len(stem) < 2 or stem.endswith(ANOTHER_NOUN.get(form, ())):
        return False
    known = frequent_nouns()
    return stem in known and stem + form not in known


def _takes_no_i(stem: str) -> bool:
    """Tell whether 이 behind a vowel is no part of the word: 연쇄이라고, but 아이라고.

    >>> [_takes_no_i(stem) for stem in ("연쇄", "함수", "아", "돋보", "오차", "디스플레")]
    [True, True, False, False, True, False]
    """
    if len(stem) < 2 or is_noun(stem + "이"):
        return False
    certain = vowel_of(stem[-1]) in _NEVER_BEFORE_I and not _BEFORE_I_TOO.search(stem)
    return certain or is_noun(stem)


def _may_be_a_stem(syllable: str) -> bool:
    return syllable in STEMS or final_of(syllable) in _VERB_FINALS


def _pair(form: str) -> tuple[str, str]:
    whole = FORMS[form]
    return next(pair for pair in PAIRS if whole[0].startswith(pair[0]) and form.startswith(pair))


# Behind these 가 makes another noun, of a person or a price, and 로 one of a way.
_PEOPLE_AND_PRICES = """
전문 번역 시장 작곡 평론 비평 혁명 건축 사업 기업 분석 전략 음악 미술 소설 등산 정치 자본 발명 탐험
여행 활동 운동 출판 공연 연출 만화 사진 판매 구매 매입 매출 공급 입찰 낙찰 평균 액면 할인 기준 적정
예상 체결 번화 상점 대학 주택 중심 최종 계약 경매 수집 공정 감정 보험 작명 예술 문장 낙관 전술 병법
영양 과학 심리 이론 독립 환경 실천 협상 관측 애호 미식 대식 독서 몽상
"""
_WAYS = """
연결 전송 산책 진입 출입 통신 순환 우회 활주 용광 교차 등산 수송 보급 이동 접근 탈출 도주 배수 급수
보행 전달 공급 배출 통행 회전 반응 소각 진출 퇴각 침입 방출 운송 관측 흡입
"""
ANOTHER_NOUN = {
    "가": tuple(_PEOPLE_AND_PRICES.split()),
    "로": (*_WAYS.split(), *"스저절실", "제대"),
    # 시차이 may be 시차 or 시간 차이, and 와이파이 is a noun itself.
    "이": tuple("아차사나파구어"),
}
# What tells a noun that ends in a vowel, and one that ends in a consonant.
_OF_NOUNS = {
    "이": "를|의|와|에서|로|란|라는|에는",
    "가": "을|의|과|에서|으로|이란|이라는|에는",
    "로": "을|의|과|에서|으로|이란|이라는|에는",
}


def is_of_a_noun(stem: str, form: str, lesson: Lesson, terms: Collection[str]) -> bool:
    """Tell whether 이, 가 or 로 is wrong behind a term, or what the page has as a noun: 꺾은선을.

    `terms` are the last words of the glossary's.
    """
    if form not in ANOTHER_NOUN or right_form(form, _sound(stem)) == form:
        return False
    if len(stem) < 2:
        return _is_of_a_short_noun(stem, form, lesson)
    if stem.endswith(ANOTHER_NOUN[form]):
        return False
    as_noun = rf"(?<![가-힣]){stem}(?:{_OF_NOUNS[form]})(?![가-힣])"
    as_another = rf"(?<![가-힣]){stem}{form}(?:는|를|의|와|도|들|에|로|인|입|라|이)"
    text = lesson.text
    is_noun_here = stem in terms or re.search(as_noun, text) is not None
    return is_noun_here and stem + form not in terms and re.search(as_another, text) is None


# Words of two syllables that end like a particle.
_TWO_SYLLABLES = """
길가 일가 물가 강가 창가 눈가 입가 정가 상가 농가 원가 종가 분가 친가 장가 염가 국가 성가 찬가
군가 송가 병가
인가 증가 참가 첨가 작가 단가 연가 신가 평가 논가 못가 산가 감가 환가 선가 발가 음가 역가 양가
정가 등가 현가 본가 생가 전가
선로 진로 항로 난로 판로 통로 행로 향로 원로 언로 관로 종로 공로 근로 신로 암로 염로 삼로 폭로
퇴로 혈로 협로 험로 복로 직로
나이 차이 아이 사이 추이 거이 이이 파이 타이 카이 하이 바이 도이 모이 고이 주이 우이 보이 회이
수이 유이 노이 개이 구이 누이 머이
조이 포이 제이 세이 레이 메이 데이 케이 제이 페이 베이 에이 자이 기이 소이 오이 어이 대이 태이
해이 배이 매이
"""
_OF_TWO_SYLLABLES = frozenset(_TWO_SYLLABLES.split())
_ENOUGH_USES = 3


def _is_of_a_short_noun(stem: str, form: str, lesson: Lesson) -> bool:
    """Tell whether 이, 가 or 로 is wrong behind a syllable that the page uses as a noun: 띠를.

    Where it makes a word (차이, 일가), and where the page goes on with that, it is not told.
    """
    word = stem + form
    if word in _OF_TWO_SYLLABLES or is_listed(word) or word in frequent_nouns():
        return False
    uses = re.findall(rf"(?<![가-힣]){stem}({_OF_NOUNS[form]})(?![가-힣])", lesson.text)
    if len(uses) < _ENOUGH_USES or len(set(uses)) < 2:
        return False
    goes_on = rf"(?<![가-힣]){word}(?:는|를|의|와|도|들|에|로|인|입|라|이)"
    return re.search(goes_on, lesson.text) is None


def _sound(stem: str) -> Sound:
    found = sound_of(stem[-1])
    assert found is not None
    return found
