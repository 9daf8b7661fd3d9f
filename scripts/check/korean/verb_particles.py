"""Korean verbs with a particle that they do not take: 값을 도달합니다, 처리를 관한 규정."""

from __future__ import annotations

from scripts.check.signed import Signed, joined_signs, signed

_NAME = r"[가-힣A-Za-z0-9_)\]]+"
_ENDS = (
    "(?:했|하였|합니다|한다|하[고며지기여려]|할|한|해"
    # 값을 해당하는 콘텐츠에 매핑합니다.
    "|하는(?! (?:대로|즉시|동안|순간)| [가-힣]+(?:에|로|와|과) ))"
)
_WITH_E = "write 에"
_AS_SUBJECT = "write 이 or 가"
_AS_OBJECT = "write 을 or 를"


def _no_object(verbs: str, ends: str, right: str, noun: str = _NAME) -> Signed[str]:
    """Give the form of what is no object of these verbs, parted by bars.

    >>> _no_object("도달", "합니다", "write 에").may_be_in("끝을 도달합니다")
    True
    """
    signs = joined_signs("을|를", " " + verbs.replace("|", "| "))
    return signed(signs, rf"(?P<wrong>{noun}[을를]) (?:{verbs}){ends}", right)


# What is found, and what is to be done, as the forms in `grammar` have it.
VERB_PARTICLES = (
    signed("에 경우", r"(?P<wrong>(?P<noun>[가-힣]{2,})에) 경우(?=에는|에도|는|,|에 (?!따))",
           "write 의"),
    _no_object("대답|응답|답", _ENDS, _WITH_E, "(?:질문|물음|요청)"),
    _no_object("도달|도착|해당|위배|의존|접근|접속|로그인|동의", _ENDS, _WITH_E),
    _no_object("필요", "(?:합니다|하다|했습니다|했다)", _AS_SUBJECT),
    signed("더 필요|꼭 필요|반드시 필요|항상 필요|많이 필요",
           rf"(?P<wrong>{_NAME}[을를]) (?:더|꼭|반드시|항상|많이) 필요(?:합니다|하다|했습니다"
           rf"|했다)",
           _AS_SUBJECT),
    _no_object("됩니다|되었습니다", "(?=[.?!,]|$)", _AS_SUBJECT),
    _no_object("될 수 있|될 수 없", "(?:습니다|다|으니|으므로|고|지만)(?![가-힣])", _AS_SUBJECT),
    _no_object("납니다|난다|났습니다|났다|나지 않|나면|나서", "", _AS_SUBJECT,
               "(?:오류|에러|예외|소리|차이|문제|고장|냄새|결론|차질)"),
    _no_object("눈에 띕니다|눈에 띈다|눈에 띄었습니다|눈에 띄지 않습니다|눈에 띄지 않고", "",
               _AS_SUBJECT),
    _no_object(
        "관한|관해|관해서|관하여|의한|의해|의해서|의하여|비해|비해서|비하여",
        "(?![가-힣])",
        _WITH_E,
    ),
    _no_object("있|없", "(?:습니다|다|으며|고|지만)(?![가-힣])", _AS_SUBJECT),
    signed("에 인해|에 인한|에 인하",
           r"(?P<wrong>[가-힣A-Za-z)]+에) 인(?:해|한|하여)(?![가-힣])", "write 로 or 으로"),
    signed("에 통해|에 통하",
           r"(?P<wrong>[가-힣A-Za-z)]+(?<!서)에) 통(?:해서?|하여)(?![가-힣])", _AS_OBJECT),
    signed("에 비롯", r"(?P<wrong>[가-힣A-Za-z)]+에) 비롯(?:한|해|하여)(?![가-힣])", _AS_OBJECT),
    signed(" 기반", rf"(?P<wrong>{_NAME}[을를] 기반(?:해서|하여|해|한|합니다|하는))(?![가-힣])",
           "write 에 기반"),
    signed(
        " 대해| 대하여| 관해| 관하여| 관한",
        r"(?<![가-힣])(?P<wrong>(?P<noun>[가-힣]{2,}) (?:대해서?|대하여|관해서?|관하여|관한))"
        r"(?= [가-힣A-Za-z])",
        _WITH_E,
    ),
    signed(
        " 통해| 통하여| 위해| 위하여",
        r"(?<![가-힣])(?P<wrong>(?P<noun>[가-힣]{2,}(?<!기)) (?:통해서?|통하여|위해서?|위하여))"
        r"(?= [가-힣A-Za-z])",
        _AS_OBJECT,
    ),
    signed(
        "이 만족|가 만족",
        r"(?P<wrong>(?:조건|요건|기준|제약|사항|부등식|등식)[이가] 만족(?:하면|하지|하는|할"
        r"|합니다|한다면|하도록|해야))",
        "write 충족되다, or 을 만족하다",
    ),
    signed("에 대한",
           r"(?P<wrong>에 대한) (?P<noun>[가-힣]{2,})(?:합니다|됩니다|했습니다|되었습니다)(?=[.,]"
           r"|$)",
           "write 에 대해, or 을 or 를 behind the noun"),
)  # fmt: skip
