"""Korean verbs with a particle that they do not take: 값을 도달합니다, 처리를 관한 규정."""

from __future__ import annotations

from scripts.check.signed import signed

_NAME = r"[가-힣A-Za-z0-9_)\]]+"
_ENDS = "(?:했|하였|합니다|한다|하[고며지기여려]|하는(?! (?:대로|즉시|동안|순간))|할|한|해)"

# What is found, and what is to be done, as the forms in `grammar` have it.
VERB_PARTICLES = (
    signed("에 경우", r"(?P<wrong>(?P<noun>[가-힣]{2,})에) 경우(?=에는|에도|는|,|에 (?!따))",
           "write 의"),
    signed(
        "을 대답|를 대답|을 응답|를 응답|을 답|를 답",
        rf"(?P<wrong>(?:질문|물음|요청)[을를]) (?:대답|응답|답){_ENDS}",
        "write 에",
    ),
    signed(
        "을 도달|를 도달|을 도착|를 도착|을 해당|를 해당|을 위배|를 위배|을 의존|를 의존|을 접근"
        "|를 접근"
        "|을 접속|를 접속|을 로그인|를 로그인|을 동의|를 동의",
        rf"(?P<wrong>{_NAME}[을를]) (?:도달|도착|해당|위배|의존|접근|접속|로그인|동의){_ENDS}",
        "write 에",
    ),
    signed(
        "을 필요|를 필요",
        rf"(?P<wrong>{_NAME}[을를]) 필요(?:합니다|하다|했습니다|했다)",
        "write 이 or 가",
    ),
    signed("을 됩니|를 됩니|을 되었|를 되었",
           rf"(?P<wrong>{_NAME}[을를]) (?:됩니다|되었습니다)(?=[.?!,]|$)", "write 이 or 가"),
    signed(
        "을 관한|를 관한|을 관해|를 관해|을 관하|를 관하|을 의한|를 의한|을 의해|를 의해|을 의하"
        "|를 의하"
        "|을 비해|를 비해|을 비하|를 비하",
        rf"(?P<wrong>{_NAME}[을를]) (?:관한|관해서?|관하여|의한|의해서?|의하여|비해서?"
        rf"|비하여)(?![가-힣])",
        "write 에",
    ),
    signed("을 있|를 있|을 없|를 없",
           rf"(?P<wrong>{_NAME}[을를]) [있없](?:습니다|다|으며|고|지만)(?![가-힣])", "write 이 or "
         "가"),
    signed("에 인해|에 인한|에 인하",
           r"(?P<wrong>[가-힣A-Za-z)]+에) 인(?:해|한|하여)(?![가-힣])", "write 로 or 으로"),
    signed("에 통해|에 통하",
           r"(?P<wrong>[가-힣A-Za-z)]+(?<!서)에) 통(?:해서?|하여)(?![가-힣])", "write 을 or 를"),
    signed("에 비롯", r"(?P<wrong>[가-힣A-Za-z)]+에) 비롯(?:한|해|하여)(?![가-힣])", "write 을 or "
         "를"),
    signed(" 기반", rf"(?P<wrong>{_NAME}[을를] 기반(?:해서|하여|해|한|합니다|하는))(?![가-힣])",
           "write 에 기반"),
    signed(
        " 대해| 대하여| 관해| 관하여| 관한",
        r"(?<![가-힣])(?P<wrong>(?P<noun>[가-힣]{2,}) (?:대해서?|대하여|관해서?|관하여|관한))"
        r"(?= [가-힣A-Za-z])",
        "write 에",
    ),
    signed(
        " 통해| 통하여| 위해| 위하여",
        r"(?<![가-힣])(?P<wrong>(?P<noun>[가-힣]{2,}(?<!기)) (?:통해서?|통하여|위해서?|위하여))"
        r"(?= [가-힣A-Za-z])",
        "write 을 or 를",
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
