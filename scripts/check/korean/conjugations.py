"""Korean verbs and adjectives with an ending that their stem does not take: 읽면, 바꾸으면, 쉽은.

What the regular stems take follows from their last syllable alone; for the irregular ones, and
where a noun may look the same, there are lists.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from scripts.check.korean.nouns import is_noun
from scripts.check.misspelling import Misspelling
from scripts.check.signed import Signed, asked_of, signed
from scripts.hangul import final_of, vowel_of, with_final, with_vowel
from scripts.patterns import lazy_pattern

# Verbs whose stem ends in a vowel and is no noun.
_OPEN = """
바꾸 나누 고치 지우 채우 세우 키우 비우 배우 외우 피우 띄우 태우 깨우 모으 고르 부르 자르 누르
흐르 오르 따르 다루 이루 미루 치르 들르 보내 꺼내 끝내 나타내 던지 만지 맞추 늦추 멈추 갖추 낮추
감추 줄이 보이 붙이 들이 섞이 쌓이 쓰이 놓이 움직이 기울이 올리 내리 돌리 늘리 알리 열리 살리
기다리 버리 걸리 풀리 밀리 불리 갈리 뚫리 잘리 옮기 남기 넘기 당기 맡기 숨기 챙기 생기 즐기 안기
합치 펼치 넘치 마치 미치 겹치 뭉치 끼치 지나치 가리키 시키 삼키 일으키 지키 익히 막히 닫히 밝히
흔들리 이어지 달라지 커지
"""
# These are irregular: what they come from has a consonant more.
_LOST_CONSONANT = frozenset("지이그부나저자")
_LOST_DIEUT = frozenset("걸들물실불컬")
_NOT_HEARD = (
    "만들",
    "힘들",
    "흔들",
    "잠들",
    "물들",
    "시들",
    "어들",
    "여들",
    "고들",
    "며들",
    "머물",
)
_CLOSED = frozenset(
    "읽찾넣받작많좋같닫얻섞묶엮앉앓끓잃뚫쌓놓닿잊맺꽂뽑덮갚겪깎낮높짧넓얇굵젊밝맑붙맡뱉믿웃씻솟뺏벗꺾않싫옳"
)
_PAST_FINALS = frozenset(["ㅆ", "ㅄ"])
_EU = lazy_pattern(
    r"(?P<stem>[가-힣]+)(?P<eu>으)(?P<end>면|며|려(?:고|면|는)?|므로|니까?|세요|십시오|십니다)"
    r"(?![가-힣])"
)
_EUL_SU = lazy_pattern(r"(?P<stem>[가-힣]+)(?P<eu>을) 수(?=[가는도]? [있없])")
_NO_EU = lazy_pattern(
    r"(?P<stem>[가-힣])(?P<end>면서?|며|려고|려면|려는|므로|니까|세요|십시오)(?![가-힣])"
)
# What has taken in 어 already.
_UNFUSED = {"커": "크", "써": "쓰", "떠": "뜨", "꺼": "끄"}
_UNFUSED |= dict(zip("둬줘봐와놔춰눠꿔워려해돼", "두주보오놓추누꾸우리하되", strict=True))
_DROPS_RIEUL = ("니", "세요", "십")
_AUXILIARY = frozenset("어아여려워해와켜혀쳐커펴져")
_THROWN = ("던지", "가지", "만지", "빠지", "꺼지")


@functools.cache
def _open_stems() -> frozenset[str]:
    return frozenset(_OPEN.split())


def is_open_verb(stem: str) -> bool:
    """Tell whether a word ends in a verb of the list."""
    return any(stem[at:] in _open_stems() for at in range(len(stem)))


def _takes_eu(stem: str) -> bool:
    """Tell whether 으 may stand behind a stem.

    >>> [_takes_eu(one) for one in ("바꾸", "이", "보이", "만들", "걸", "읽", "깨달")]
    [False, True, False, False, True, True, True]
    """
    last, final = stem[-1], final_of(stem[-1])
    if final == "":
        if last not in _LOST_CONSONANT:
            return last == "모"
        if last == "지":
            return stem[-2:-1] not in _AUXILIARY and not stem.endswith(_THROWN)
        return not (is_open_verb(stem) or stem[-2:] in {"담그", "잠그", "끝나", "타나", "어나"})
    if final == "ㄹ":
        if stem.endswith(_NOT_HEARD):
            return False
        return last in _LOST_DIEUT or stem[-2:] in {"깨달", "치달", "내달"}
    return True


def _with_eu(text: str) -> Iterator[Misspelling]:
    for match in _EU.finditer(text) if "으" in text else ():
        if not _takes_eu(match["stem"]) and not text[: match.start()].endswith("물을 "):
            at = match.start("eu")
            drops = final_of(text[at - 1]) == "ㄹ" and match["end"].startswith(_DROPS_RIEUL)
            right = with_final(text[at - 1], "") if drops else text[at - 1]
            yield Misspelling(at - 1, at + 1, _UNFUSED.get(right, right))
    for match in _EUL_SU.finditer(text) if "을 수" in text else ():
        # What stands before a verb that was lost: 파일을 수 있습니다.
        if not (_takes_eu(match["stem"]) or is_noun(match["stem"])):
            at = match.start("eu")
            yield Misspelling(at - 1, at + 1, with_final(text[at - 1], "ㄹ"))


def _without_eu(text: str) -> Iterator[Misspelling]:
    for match in _NO_EU.finditer(text):
        stem, end, final = match["stem"], match["end"], final_of(match["stem"])
        start = match.start("stem")
        if stem in _CLOSED or final in _PAST_FINALS:
            # 뽑니까 is 뽑습니까, and 있니까 is 있으니까.
            if final != "ㅂ" or end != "니까":
                yield Misspelling(start, start + 1, f"{stem}으")
        elif final == "ㄹ" and end.startswith(("세요", "십")):
            yield Misspelling(start, start + 1, with_final(stem, ""))


def _fused_with_end(wrong: str) -> str:
    """Give a stem in a vowel that has taken in its end, and the ㅆ of what is past.

    >>> [_fused_with_end(one) for one in ("크었", "아프아", "고치야", "바꾸야")]
    ['컸', '아파', '고쳐야', '바꿔야']
    """
    stem, end = wrong[:-1], wrong[-1]
    before = vowel_of(stem[-2]) if len(stem) > 1 else ""
    dark = "ㅏ" if before in {"ㅏ", "ㅗ"} else "ㅓ"
    vowel = {"ㅡ": dark, "ㅣ": "ㅕ", "ㅜ": "ㅝ"}[vowel_of(stem[-1]) or ""]
    fused = with_final(with_vowel(stem[-1], vowel), final_of(end) or "")
    return stem[:-1] + fused + ("야" if end == "야" else "")


def _doubled_rieul(wrong: str) -> str:
    """Give a stem in 르 that has taken in 어 or 아.

    >>> _doubled_rieul("다르아"), _doubled_rieul("부르었")
    ('달라', '불렀')
    """
    light = vowel_of(wrong[-3]) in {"ㅏ", "ㅗ"}
    last = with_final("라" if light else "러", final_of(wrong[-1]) or "")
    return wrong[:-3] + with_final(wrong[-3], "ㄹ") + last


def _of_bieup(wrong: str) -> str:
    """Give an irregular stem in ㅂ with its 우.

    >>> [_of_bieup(one) for one in ("쉽은", "가깝으", "어렵어", "돕았")]
    ['쉬운', '가까우', '어려워', '도왔']
    """
    stem, end = wrong[:-1], wrong[-1]
    oh = "와" if stem == "돕" and end in "아았" else "워"
    u = {"은": "운", "을": "울", "으": "우"}.get(end) or with_final(oh, final_of(end) or "")
    return stem[:-1] + with_final(stem[-1], "") + u


def _with_rieul(wrong: str) -> str:
    return wrong[:-1] + with_final(wrong[-1], "ㄹ")


def _open(wrong: str) -> str:
    return wrong[:-1] + with_final(wrong[-1], "")


def _with_nieun(wrong: str) -> str:
    """Give what a quality says of what follows.

    >>> [_with_nieun(one) for one in ("높는", "빠르는", "필요하는", "어렵는", "길은", "고치은")]
    ['높은', '빠른', '필요한', '어려운', '긴', '고친']
    """
    stem = wrong[:-1]
    final = final_of(stem[-1])
    if final == "ㅂ" and stem != "좁":
        return f"{_open(stem)}운"
    return stem[:-1] + with_final(stem[-1], "ㄴ") if final in {"", "ㄹ"} else f"{stem}은"


_STATES = (
    "(?:필요|중요|가능|불가능|복잡|간단|단순|동일|비슷|유사|충분|부족|적당|적절|적합|정확|명확"
    "|편리|불편|유용|다양|특별|안전|위험|유효|일정|강력|완벽|완전|독특|친숙|익숙|느슨|엄격|뚜렷"
    "|분명|확실|깔끔|자세|상세|정밀|무한|유한|흔|심|강|약|풍부|희소|거대|방대|평평|뾰족)"
)
_MUCH = (
    "(?:수|양|량|개수|횟수|비용|시간|사용량|값|차이|오차|오류|메모리|데이터|인원|확률|비율|점수)"
)
_RATHER = "(?:더|가장|점점|아주|너무|매우|꽤|훨씬|제일|조금|무척|더욱|상당히)"
_IN_OPEN = f"(?:{'|'.join(_OPEN.split())})"
# On these no noun ends, and ㅂ becomes 우.
_OF_BIEUP = (
    "(?:(?<![가-힣])(?:쉽|덥|춥|돕|눕|줍|밉)|[어두]렵|(?:가|아|타)깝|(?:무|즐|뜨|싱)겁|가볍"
    "|차갑|아름답|(?:새|해|이|유|외|괴|카|다|거|미|화)롭|고맙|무섭|귀엽|(?:스|드|끄|지|더)럽)"
)
CONJUGATED: tuple[Signed[Callable[[str], str]], ...] = tuple(
    signed(signs, pattern, right)
    for signs, right, pattern in (
        # 르 and ㅡ
        ("르아|르어|르았|르었", _doubled_rieul,
         r"(?P<wrong>(?:[고모다빠흐가누오자찌기]|(?<![가-힣])부|서두|게으|배부|머무)르[아어았었])"
         r"(?=[가-힣 ])"),
        ("르면|르고|르는|르지|르며|르게|르니|르므|르기|르려", _open,
         r"(?<![가-힣])(?P<wrong>[골몰불빨흘눌찔질잘달올])"
         r"(?=르(?:면|고|는|지|며|게|니|므로|기|려))"),
        ("부렀|고랐|모랐|흐렀|다랐|빠랐|누렀|가랐|오랐", _with_rieul,
         r"(?<![가-힣])(?P<wrong>[부흐누](?=렀)|[고모다빠가오](?=랐))"),
        ("쓰었|크었|끄었|뜨었|트었|쓰어|크어|끄어|뜨어", _fused_with_end,
         r"(?<![가-힣])(?P<wrong>[쓰크끄뜨트]었(?=[습다고지던으는])"
         r"|[쓰크끄뜨]어(?=서|야|도|지| ))"),
        ("쁘|프|으아|으았|그아|그았", _fused_with_end,
         r"(?P<wrong>(?:바쁘|아프|고프|나쁘|기쁘|예쁘|슬프|모으|담그|잠그)[아어았었])"),
        # An ending behind what has taken in 어 already
        ("세요", lambda wrong: _UNFUSED[wrong] + ("으" if wrong == "놔" else ""),
         r"(?P<wrong>[둬줘봐놔써꺼춰눠꿔워해돼]|(?<![가-힣])와)(?=세요)"),
        ("둬면|줘면|봐면|써면|꺼면|춰면|눠면|꿔면|둬려|줘려|봐려|써려|꺼려|춰려|눠려|꿔려"
         "|둬고|줘고|봐고|써고|꺼고|춰고|눠고|꿔고",
         _UNFUSED.__getitem__,
         r"(?P<wrong>[둬줘봐써꺼춰눠꿔])(?=면(?:[ ,]|서)|려[고면] |고[ ,])"),
        ("늘렀|줄렀|풀렀|열렀|돌렀|팔렀|알렀", lambda _: "었",
         r"(?<=[늘줄풀열돌팔알])(?P<wrong>렀)(?=[습다고지으던는])"),
        ("으서", lambda wrong: wrong[0] + ("아" if wrong[0] in "찾받많작좋같앉" else "어"),
         r"(?P<wrong>[있없읽넣먹찾받많작좋같앉믿묶]으)(?=서(?:[ ,.]|도|는))"),
        ("씁니다", lambda _: "습",
         r"(?<=[뽑읽찾닫얻넣놓쌓많같작높낮깊받믿잡입])(?P<wrong>씁)(?=니다)"),
        ("따저|가저|던저|만저|빠저|꺼저|퍼저|커저|어저|아저|여저|해저|워저|려저|라저",
         lambda wrong: f"{wrong[0]}져",
         r"(?P<wrong>[따던만빠꺼퍼커어여해워려라]저|(?<![가-힣])가저)"
         r"(?=[ 서야도]|오[고는며]|가[고는며]|있|보[고는며]|왔|옵|갑|주)"),
        ("지든 ", lambda _: "던", r"(?<=[어아여해워라]지)(?P<wrong>든)(?= (?:것|때|값))"),
        # 어야 behind a vowel
        ("야 하|야 할|야 합|야 한|야 해|야 했|야 되|야 된|야 될|야 됩",
         _fused_with_end,
         rf"(?P<wrong>(?:{'|'.join(one for one in _OPEN.split() if one[-1] not in '내르으')})야)"
         r"(?= (?:하[는며고지면니]|할|합니다|한다|해|했|되|된|될|됩))"),
        # ㅂ, ㄷ and ㅅ
        ("쉽|덥|춥|돕|눕|줍|밉|렵|깝|겁|볍|갑|답|롭|맙|섭|엽|럽", _of_bieup,
         rf"(?P<wrong>{_OF_BIEUP}(?:은|을 (?=수)|으(?=[면며니려므])|[어아었았](?=[가-힣 ])))"),
        ("듣|싣|닫|컫", _with_rieul,
         r"(?P<wrong>(?:(?<![가-힣])[듣싣]|깨닫|일컫))(?=[은을으어아었았](?!로))"),
        ("짓으|잇으|긋으|짓을|잇을|긋을|잇은|긋은", _open,
         r"(?<![가-힣])(?P<wrong>[짓잇긋])(?=으[면며려니므]|을 수|(?<=[잇긋])은 )"),
        # What is so is no deed.
        ("하는", _with_nieun,
         rf"(?<![가-힣])(?P<wrong>{_STATES}하는)(?! 대로)(?=[데지가]?(?:[ ,.]|$))"),
        ("한다", lambda wrong: wrong[:-2] + "하다",
         rf"(?<![가-힣])(?P<wrong>(?!심|강|약|흔){_STATES}한다)(?=[.,]|고 | |$)"),
        ("는", _with_nieun,
         r"(?<![가-힣])(?P<wrong>(?:높|낮|많|작|좋|짧|넓|좁|깊|얇|굵|같|젊|옅|짙|가깝|쉽|어렵|가볍"
         r"|무겁|빠르|느리|다르|가파르|게으르|나쁘|기쁘|슬프|바쁘|아프|예쁘)는)(?=[ ,.])"),
        ("적는", _with_nieun, rf"{_MUCH}[이가] (?:더 |가장 )?(?P<wrong>적는)(?= )"),
        # ㄴ behind a vowel and behind ㄹ
        ("길은|멀은|가늘은", _with_nieun,
         rf"(?<![가-힣]){_RATHER} (?P<wrong>(?:길|멀|가늘)은)(?= [가-힣])"),
        ("들은|칠은|설은|툴은|글은|슬은|물은|둘은|풀은|끌은|달은|밀은|울은", _with_nieun,
         r"(?<![가-힣])(?P<wrong>(?:힘들|거칠|낯설|서툴|둥글|흔들|잠들|시들|물들|녹슬|머물|서둘"
         r"|부풀|베풀|이끌|매달|내밀|기울|줄어들|접어들|모여들)은)"
         r"(?= [가-힣])"),
        ("은", _with_nieun, rf"(?<![가-힣])(?P<wrong>{_IN_OPEN}은)(?= [가-힣])"),
        ("을 때|을 것|을 곳|을 값|을 경|을 필|을 예|을 줄|을 뿐|을 만|을 정",
         lambda wrong: wrong[:-2] + with_final(wrong[-2], "ㄹ"),
         rf"(?<![가-힣])(?P<wrong>{_IN_OPEN}을)"
         r"(?= (?:때|것|곳|값|경우|필요|예정|줄|뿐|만큼|정도))"),
    )
)  # fmt: skip


def wrong_conjugations(text: str) -> Iterator[Misspelling]:
    """Give the endings that a stem does not take, each with the form that it has.

    >>> text = "바꾸으면, 읽면, 쉽은, 만들으니, 다르아서, 고치야 합니다."
    >>> [one.right for one in wrong_conjugations(text)]
    ['꾸', '드', '읽으', '달라', '고쳐야', '쉬운']
    >>> list(wrong_conjugations("들으면, 이으면, 지으려고, 걸을 수 있는, 측면, 적는 사람"))
    []
    """
    yield from _with_eu(text)
    yield from _without_eu(text)
    for one in asked_of(text, CONJUGATED):
        for match in one.pattern.finditer(text):
            yield Misspelling(*match.span("wrong"), one.what(match["wrong"]))
