"""Which form of a Korean particle follows what: 값을 and 형태를, `jit`은 and `vmap`을, 3이 and 4가.

A particle follows what is heard. Of Hangul that is seen; of digits it is the Sino-Korean reading;
of letters their names; of other words it is known from a list, or from how they end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

from scripts.hangul import final_of
from scripts.patterns import lazy_pattern


class Sound(Enum):
    """How a word ends, as far as particles care."""

    VOWEL = "vowel"
    RIEUL = "rieul"
    CONSONANT = "consonant"


def sound_of(syllable: str) -> Sound | None:
    """Give how a Hangul syllable ends; None for any other character.

    >>> [sound_of(one).value for one in "값해열"]
    ['consonant', 'vowel', 'rieul']
    """
    final = final_of(syllable)
    if final is None:
        return None
    return Sound.RIEUL if final == "ㄹ" else Sound.CONSONANT if final else Sound.VOWEL


# After a consonant and after a vowel. 으로 follows a consonant other than ㄹ.
PAIRS: tuple[tuple[str, str], ...] = (
    ("은", "는"),
    ("이", "가"),
    ("을", "를"),
    ("과", "와"),
    ("으로", "로"),
    ("이나", "나"),
    ("이란", "란"),
    ("이라는", "라는"),
    ("이라고", "라고"),
    ("이라면", "라면"),
    ("이라도", "라도"),
    ("이랑", "랑"),
    ("이든지", "든지"),
    ("이어야", "여야"),
    ("이었다", "였다"),
    ("이었습니다", "였습니다"),
)
# What is said of a noun with 이다: behind a vowel 이 may stay, behind a consonant it may not go.
_COPULA = "면 며 고 지만 므로 거나 니 다 다가 든 든지 야 라서 라면서 라며 라지만 라던"
COPULA: Mapping[str, str] = {form: f"이{form}" for form in _COPULA.split()}
# What may follow a particle of these pairs, in the same word.
_TAILS = {
    "과": ["는", "도", "의", "만", "의는"],
    "으로": [
        "는",
        "도",
        "만",
        "의",
        "서",
        "써",
        "부터",
        "서의",
        "서는",
        "써는",
        "부터는",
        "부터의",
        "까지",
    ],
    "이라는": ["것은"],
}
FORMS: Mapping[str, tuple[str, str]] = {
    form + tail: (consonant + tail, vowel + tail)
    for consonant, vowel in PAIRS
    for tail in ("", *_TAILS.get(consonant, ()))
    for form in (consonant, vowel)
}


def right_form(particle: str, sound: Sound) -> str:
    """Give the form of a particle, one of FORMS, that follows a word that ends so.

    >>> right_form("를", Sound.CONSONANT), right_form("으로", Sound.RIEUL)
    ('을', '로')
    """
    consonant, vowel = FORMS[particle]
    if sound is Sound.RIEUL and consonant.startswith("으로"):
        return vowel
    return vowel if sound is Sound.VOWEL else consonant


_V, _L, _C = Sound.VOWEL, Sound.RIEUL, Sound.CONSONANT

_DIGITS = dict(zip("0123456789", (_C, _L, _V, _C, _V, _V, _C, _L, _L, _V), strict=True))
# Behind letters 3 is heard as 쓰리 too, as in MP3, and 6, 8, 9 and 0 in two ways as well.
_DIGITS_BEHIND_LETTERS = {"2": _V, "4": _V, "5": _V}
# R is 알 to most and 아르 by the book; z is 제트 and 지, both open.
_LETTERS: Mapping[str, Sound | None] = {
    **dict.fromkeys("abcdefghijkopqstuvwxyz", _V),
    "l": _L,
    "m": _C,
    "n": _C,
    "r": None,
}
# Word and letters sound alike at the end: GPU, CUDA, HTML, RAM. ZIP and GET do not.
_SURE_CAPITALS = {**dict.fromkeys("AFHIJOQSUVWXYZ", _V), "L": _L, "M": _C, "N": _C}

# As they are read in Korean, by the last part of a dotted name, in lower case.
READINGS: Mapping[str, str] = {
    line.split()[0]: line.split()[1]
    for line in """
    jax 잭스
    jit 짓
    vmap 브이맵
    pmap 피맵
    smap 에스맵
    grad 그래드
    value_and_grad 그래드
    scan 스캔
    associative_scan 스캔
    cond 콘드
    switch 스위치
    select 셀렉트
    while_loop 루프
    fori_loop 루프
    loop 루프
    lax 랙스
    jnp 제이엔피
    np 엔피
    numpy 넘파이
    nan 난
    scipy 사이파이
    pandas 판다스
    python 파이썬
    ipython 아이파이썬
    pytorch 파이토치
    torch 토치
    tensorflow 텐서플로
    keras 케라스
    flax 플랙스
    optax 옵택스
    equinox 에퀴녹스
    haiku 하이쿠
    dtype 디타입
    weak_type 타입
    ndim 엔딤
    map 맵
    filter 필터
    reduce 리듀스
    lambda 람다
    print 프린트
    len 렌
    range 레인지
    zip 집
    sum 섬
    max 맥스
    min 민
    dict 딕트
    list 리스트
    tuple 튜플
    int 인트
    float 플로트
    bool 불
    none 넌
    true 트루
    false 폴스
    self 셀프
    for 포
    while 와일
    if 이프
    else 엘스
    def 데프
    return 리턴
    yield 일드
    import 임포트
    class 클래스
    assert 어서트
    array 어레이
    jaxlib 잭스리브
    pytree 파이트리
    static_argnums 아그넘스
    static_argnames 아그네임스
    block_until_ready 레디
    device_put 풋
    device_get 겟
    custom_jvp 제이브이피
    custom_vjp 브이제이피
    jvp 제이브이피
    vjp 브이제이피
    hlo 에이치엘오
    stablehlo 에이치엘오
    xla 엑스엘에이
    shard_map 맵
    key 키
    split 스플릿
    carry 캐리
    tracer 트레이서
    compile 컴파일
    lower 로어
    size 사이즈
    where 웨어
    matmul 맷멀
    arange 어레인지
    linspace 린스페이스
    jupyter 주피터
    colab 코랩
    notebook 노트북
    git 깃
    github 깃허브
    gitlab 깃랩
    google 구글
    linux 리눅스
    windows 윈도즈
    ubuntu 우분투
    debian 데비안
    docker 도커
    sphinx 스핑크스
    markdown 마크다운
    json 제이슨
    yaml 야믈
    cuda 쿠다
    ascii 아스키
    java 자바
    javascript 자바스크립트
    typescript 타입스크립트
    rust 러스트
    go 고
    node 노드
    node.js 제이에스
    chrome 크롬
    firefox 파이어폭스
    transformer 트랜스포머
    adam 아담
    sgd 에스지디
    tab 탭
    web 웹
    job 잡
    app 앱
    pop 팝
    top 톱
    hop 홉
    gap 갭
    cap 캡
    tap 탭
    cut 컷
    add 애드
    all 올
    any 애니
    log 로그
    exp 익스프
    sin 사인
    asin 사인
    arcsin 사인
    tanh 탄에이치
    eye 아이
    inv 인버스
    svd 에스브이디
    fft 에프에프티
    dim 딤
    num 넘
    run 런
    fn 에프엔
    box 박스
    row 로
    bit 비트
    tag 태그
    bug 버그
    end 엔드
    pad 패드
    new 뉴
    old 올드
    env 엔브
    dev 데브
    api 에이피아이
    cpu 시피유
    gpu 지피유
    tpu 티피유
    url 유아르엘
    sql 에스큐엘
    xml 엑스엠엘
    html 에이치티엠엘
    css 시에스에스
    csv 시에스브이
    pdf 피디에프
    png 피엔지
    svg 에스브이지
    jpg 제이피지
    toml 토믈
    tox 톡스
    npm 엔피엠
    mlp 엠엘피
    rnn 아르엔엔
    cnn 시엔엔
    llm 엘엘엠
    dx 디엑스
    dy 디와이
    dt 디티
    xs 엑스에스
    ys 와이에스
    id 아이디
    io 아이오
    os 오에스
    ui 유아이
    pi 파이
    unique 유니크
    """.strip().split("\n")
}

# Where a word that is not in the list ends like this, its reading has one end only, however it is
# taken over, and by its letters' names, too. The first that fits decides; None leaves it open.
_ENDINGS: tuple[tuple[re.Pattern[str], Sound | None], ...] = tuple(
    (lazy_pattern(pattern), sound)
    for pattern, sound in (
        # 에폭 and 에포크, 텍 and 테크, 코사인, 템플릿, 디렉터리 ...: the rules below err here.
        (r"(?:epoch|tech|munich|cosh|sinh|cos|atan|arctan|resume|anime|theme|[tu]nique)$", None),
        # A place is 파크, and people are called 박.
        (r"(?<!s)park$", None),
        # Behind m and the like g may be read as a letter, or not at all.
        (r"[bcdfkmptvz]g$", None),
        (r"(?:[^e]que|finale|chile|swap|soap|leap|short|[ty]t|restaurant|template)$", None),
        # 래빗엠큐, but 나스닥 and 그록.
        (
            r"(?:[aeiou]q|private|minute|chocolate|(?:sepa|pi|mode|accu|corpo)rate|func|chic|dir)$",
            None,
        ),
        (r"(?:l|[^e]le)$", _L),
        (r"(?:m|n|[aeiou]ng)$", _C),
        (r"(?:[sxzfvywqjouaih]|(?<!goo)d|[aeiou]r)$", _V),
        (r"[abcdefghijorsuvwxyz]e$", _V),
        # 블로그, 플래그, 플러그 and 콘피그, but 워치독 and 에어백.
        (r"(?:[^aeiou]g|ug|log|[lt]ag|drag|zag|config)$", _V),
        # 라인 and 네임, but 메이크; 블록 and 훅, but 체크 and 마스크; 스태틱.
        (r"(?:[aiou][mn]e|[aiou]ck|ook|(?:[stgmrl]|ff|on|an)ic|spec|[aiou]mb)$", _C),
        (r"(?:ke|[nrs]k|check|break|peak|week|sync|[rl]b)$", _V),
        # 헬프 and 루프, but 맵, 스텝, 클립, 드롭, 백업 and 타입.
        (r"(?:[^aeiouyp]p|loop|pipe|scope|scape|tape|stripe)$", _V),
        (r"(?:[^eow]ap|heap|step|deep|sleep|keep|sweep|grep|type)$", _C),
        (r"(?:(?:sk|cl|ch|sh|fl|tr|sl|gr)ip|(?:st|dr|cr|sh|kt)op|[kntpmgwdr]up|group)$", _C),
        # 프린트, 루트 and 업데이트, but 포맷, 소켓, 커밋, 슬롯 and 인풋.
        (r"(?:[^aeiouty]t|eat|oat|sheet|[br]oot|ute|ote|aste|yte|write|lete)$", _V),
        (r"(?:state|rate|gate|create|late|date)$", _V),
        (r"(?:format|chat|flat|concat|[ck]ket|target|[dw]get|ternet|thernet|[bm]mit)$", _C),
        (r"(?:[ps]lot|pilot|robot|chatbot|pivot|nshot|pshot|put|[yenpkdlg]out|about|cut)$", _C),
    )
)

# Three letters are a name where they begin with a capital, and then only what ends alike as a word
# and letter by letter is known: 거스 and 지유에스. Small ones are cut words: tan is 탄젠트. So are
# the months, the days, and a few more.
_SHORT_NAME = lazy_pattern(
    "(?!Jan|Jun|Jul|Nov|Mon|Tue|Sun|Cos|Tan|Sys|Pos|Min|Num|Val|Col)[A-Z][a-z]{2}"
)
_THREE: tuple[tuple[re.Pattern[str], Sound], ...] = (
    (lazy_pattern("(?:[sxzfvwqjyouai]|[^n]h|[^o]d|[abcdefghijorsuvwxyz]e)$"), _V),
    (lazy_pattern("l$"), _L),
    (lazy_pattern("[mn]$"), _C),
)

# Without a vowel a name is read letter by letter, where it is no word that was cut, and no unit.
_SPELLED_OUT = lazy_pattern("[b-df-hj-np-tv-xz]{2,5}")
_WORDS_CUT = """
    bg bld blk btn cfg chk clr cls cmd cnt ctl ctrl ctx db dbg dct dst dt fg fmt frm grp hdr hrs kb
    lbl lst lvl mb mgr mng mnt msg nb nbr nr nth pct pkg plt prj prm ptr pwd px rcv rng scr src srv
    sh stmt str svc tbl thr tmp txt vm wd wg
    bpm cl cm dl fps ft gb gbps ghz hz kg khz km kw kwh lb mbps mg mhz ml mm ms mv mw nm ns ps pt
    rpm tb
"""
_CUT_WORDS = frozenset(_WORDS_CUT.split())
# Units behind a number, by how they may end as they are read: 킬로그램 and 킬로, 줄 and 제이.
_UNITS = """
V m km cm mm μm nm s ms μs ns L mL dL Hz kHz MHz GHz THz W kW MW V kV mV A mA eV keV MeV GeV lx cal
V kcal dpi kB KB MB GB TB PB KiB MiB GiB TiB kbps Kbps Mbps Gbps bps
C g mg μg min ppm rpm
L dB Pa hPa kPa MPa mol
CV kg F K C h N
LV J kJ px
"""
_SOUNDS = {"V": _V, "C": _C, "L": _L}
UNITS: Mapping[str, tuple[Sound, ...]] = {
    unit: tuple(_SOUNDS[letter] for letter in line.split()[0])
    for line in _UNITS.strip().split("\n")
    for unit in line.split()[1:]
}
_NUMBER = lazy_pattern(r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)*")
_NAME = lazy_pattern(r"[A-Za-z_][\w.]*")


def reading_of(word: str, readings: Mapping[str, str] = {}) -> str | None:
    """Give how a name is read where it is known, by its last part; `readings` are a site's own.

    >>> reading_of("jax.jit"), reading_of("frobnicate")
    ('짓', None)
    """
    folded = word.rstrip("()").lower()
    for name in (folded, folded.rsplit(".", 1)[-1]):
        found = readings.get(name) or READINGS.get(name)
        if found:
            return found
    return None


def sure_sound(word: str, readings: Mapping[str, str] = {}) -> Sound | None:
    """Give how a word that is no Hangul ends when it is read aloud, None where that is not certain.

    >>> [str(sure_sound(one)) for one in ("JAX", "3", "HTML", "ZIP", "x", "２")]
    ['Sound.VOWEL', 'Sound.CONSONANT', 'Sound.RIEUL', 'Sound.CONSONANT', 'Sound.VOWEL', 'None']
    """
    reading = reading_of(word, readings)
    if reading:
        return sound_of(reading[-1])
    if word.endswith("%"):
        return _V
    if _NUMBER.fullmatch(word):
        # 0 and 2.0 are heard as 영 and as 제로.
        return None if word == "0" or word.endswith(".0") else _DIGITS[word[-1]]
    if not _NAME.fullmatch(word):
        return None
    if len(word) == 1:
        return _LETTERS.get(word.lower())
    if word[-1].isdigit():
        return _C if word.endswith("16") else _DIGITS_BEHIND_LETTERS.get(word[-1])
    if word.isupper() and word.isalpha():
        if word[-1] in _SURE_CAPITALS:
            return _SURE_CAPITALS[word[-1]]
        if word[-1] != "R" and not re.search("[AEIOUY]", word):
            return _V
    return None


# Small words at the end of a name of several: fold_in.
_LAST_PARTS = dict(zip(["in", "on", "up", "by", "to", "of", "and"], "인온업이투브드", strict=True))
_TEX = re.compile("(?:(?:db|h|ko|lua|pdf|xe)?la|bib|xe|lua|ka|pdf|con|sync)?tex")


def likely_sound(word: str) -> Sound | None:
    """Give how a word in Latin letters most likely ends, by its spelling; None where it may vary.

    >>> [str(likely_sound(one)) for one in ("compilation", "shape", "hvp", "cfg", "fold_in")]
    ['Sound.CONSONANT', 'None', 'Sound.VOWEL', 'None', 'Sound.CONSONANT']
    """
    last = re.split(r"[._]", word.rstrip("()"))[-1].lower()
    # Read 텍 by some, and 텍스 by others.
    if word.endswith("TeX") or _TEX.fullmatch(last):
        return None
    if _SHORT_NAME.fullmatch(word):
        return next((sound for pattern, sound in _THREE if pattern.search(last)), None)
    # An ending of a file is often read as what it stands for: a.md is markdown.
    if "." not in word and _SPELLED_OUT.fullmatch(last) and last not in _CUT_WORDS:
        return _LETTERS[last[-1]]
    if len(last) == 1 and "_" in word and last.isalpha():
        return _LETTERS[last]
    if "_" in word and (reading := _LAST_PARTS.get(last) or READINGS.get(last)):
        return sound_of(reading[-1])
    if len(last) < 4 or not last.isalpha():
        return None
    return next((sound for pattern, sound in _ENDINGS if pattern.search(last)), None)
