"""Korean sentences that lost a verb or a part of one: 컴파일이라고., 만들 못합니다, 값을."""

from __future__ import annotations

from scripts.check.korean.objects import HOW
from scripts.check.signed import Signed, signed

_VERB_LOST = "write what is done, or said, at the end"
# Stems in ㄹ, and what stands before 수 or 것 of other verbs; 역할 and 분할 are nouns.
_BEFORE_JI = (
    "(?:[가-힣]{2,}(?<!역)(?<!분)(?<!관)할|[가-힣]+될|만들|흔들|바꿀|다룰|나눌|고칠|옮길|줄일|늘릴"
    "|내릴|올릴|돌릴|보낼|꺼낼|가질|지킬|부를|고를|따를|읽을|찾을|받을|넣을|막을|담을|적을)"
)
# What is so of the second object, and what it is of; behind 담은 the first one is its own.
_LIKE = (
    "(?:(?:(?:제대로|그대로|잘) 된|같은|다른|새|새로운|큰|작은|긴|짧은|많은|좋은|여러|모든|첫|둘째"
    "|마지막|어떤|이런|그런) )?"
)
# So many of the first object, or a part of it; what is gone along has a verb behind it.
_NO_OBJECT = (
    "(?!(?:[가-힣0-9]*(?:개|번|명|가지|줄|쪽|장|차례|바퀴|배|단계|칸|시간|분|초|일|년)"
    "|하나|둘|셋|넷|전부|모두|일부|절반|무엇|뭐)[을를])"
)

# What something is, or that it is done, is said with others before it.
_NO_VERB = (
    r"[가-힣]*(?:(?<![구정더곱취향])합|(?<![붙높줄들보섞쌓])입|됩|답|있습|없습|같습|않습|봅)니다"
)

UNFINISHED: tuple[Signed[str], ...] = (
    # Two verbs of which one was to go: 돌려주하세요.
    signed(
        "하세|하십|합니|하면|하고",
        r"(?<![가-힣])(?P<wrong>(?:돌려주|보여주|보내|바꾸|만들|나누|고르|넘기|옮기|고치|지우|부르|누르|꺼내"
        r"|채우|비우|세우|키우|펼치|늘리|줄이|낮추|맞추|멈추|감추|던지|읽|찾|넣|받|담|쓰)"
        r"(?:하세요|하십시오|합니다|하면|하고))(?![가-힣])",
        "keep one of the two verbs",
    ),
    # Not only what is done: 있을 뿐만.
    signed(
        "을 뿐|를 뿐",
        r"(?P<wrong>(?P<noun>[가-힣]{2,})[을를] 뿐)(?=만 아니|[ ,])",
        "take the particle out, and join 뿐",
    ),
    signed(
        "라고.|다고.|냐고.|자고.",
        r"(?P<wrong>[가-힣)`](?:이?라고|다고|냐고|자고))(?=\.(?:\s|$))",
        _VERB_LOST,
    ),
    signed(
        "을.|를.",
        r"(?P<wrong>[가-힣A-Za-z0-9)`]+(?:(?<![가마고노서])을|를))(?=\.\s*$)",
        _VERB_LOST,
    ),
    signed(
        " 못| 않",
        rf"(?<![가-힣])(?P<wrong>{_BEFORE_JI} (?:않|못(?=[합하했한할해])))(?=[가-힣])",
        "write 지 before 않 or 못",
    ),
    signed(
        "니다.",
        rf"(?P<wrong>(?P<noun>[가-힣]{{2,}})[을를] {_LIKE}{_NO_OBJECT}[가-힣]+"
        r"(?<![가마고노서음함됨임기것점지])(?:\([^()]*\))?[을를] "
        rf"{HOW}(?!{_NO_VERB})[가-힣]+니다)(?=\.(?:\s|$))",
        "keep one object, or write what it is of with 의",
    ),
)
