"""Korean words in the place of another one: 노드를 가르칩니다, 편이 더 낳습니다."""

from __future__ import annotations

from collections.abc import Callable

from scripts.check.korean.meant import always
from scripts.check.signed import Signed, signed
from scripts.hangul import final_of, with_final

_POINTED_AT = (
    "노드|주소|위치|곳|방향|객체|메모리|파일|행|열|줄|원소|칸|커밋|브랜치|자리"
    "|블록|항목|인스턴스|요소|지점|쪽|페이지"
)
_SERVERS = "서버|노드|클라이언트|호스트|프로세스|스레드|컨테이너|저장소|데이터베이스|식별자|모듈"
# As which something serves.
_ROLES = (
    "인자|인수|매개변수|반환값|원소|구성원|일원|일부|예시|후보|부모|자식|대안|대표|별칭|요소|항목"
    "|사람|객체|속성|역할|첫걸음"
)
# Sieves have holes of these sizes.
_SIEVES = "고운|가는|굵은|성긴"


def _with(plain: str, contracted: str = "") -> Callable[[str], str]:
    """Give what puts other syllables in the place of some, with the end of the last one.

    >>> point = _with("리키", "리켜")
    >>> point("르칩"), point("르쳤")
    ('리킵', '리켰')
    """

    def right(wrong: str) -> str:
        is_contracted = with_final(wrong[-1], "") in "쳐춰"
        syllables = contracted if is_contracted else plain
        return syllables[:-1] + with_final(syllables[-1], final_of(wrong[-1]) or "")

    return right


# As in `wrong_forms`: signs, what is meant for the group `wrong`, a pattern.
CONFUSED: tuple[Signed[Callable[[str], str]], ...] = tuple(
    signed(signs, pattern, right)
    for signs, right, pattern in (
        ("가르칩|가르치|가르친|가르칠|가르쳤|가르쳐", _with("리키", "리켜"),
         rf"(?:{_POINTED_AT})[을를] 가(?P<wrong>르(?:칩|치|친|칠|쳤|쳐))(?=니|[고는며면지 습다])"),
        ("결재", always("결제"),
         r"(?<![가-힣])(?:카드|신용카드|온라인|간편|휴대폰|소액|정기|자동|현금|해외|모바일|요금"
         r"|대금|주문) ?(?P<wrong>결재)"),
        ("낳습|낳은|낳다|낳고|낳지만", always("낫"),
         r"(?:(?:편|쪽|것|방법)[이은] (?:더 |훨씬 |차라리 )?|(?<![가-힣])(?:더|훨씬|보다) )"
         r"(?P<wrong>낳)(?=습니|다[.,]|다고|고 |지만)"),
        ("세어 나", always("새"), r"(?<![가-힣])(?P<wrong>세)(?=어 나[간온오왔와])"),
        ("일부로", always("러"),
         r"(?:(?:^|[,.]) ?|[은는이가] )일부(?P<wrong>로)"
         r"(?= (?:[가-힣]+[를을] )?(?:같은|다른|틀리|틀린|틀렸|만들|만든|느리|크게|작게|오류|예외"
         r"|잘못|비워|남겨|실패|그렇|그런|어긋|섞|숨))"),
        ("낳", always("낫"), r"보다 (?:[가-힣]+ ){0,2}[가-힣]+[이가] (?:더 |훨씬 )?"
         r"(?P<wrong>낳)(?=습니|다[.,]|다고|고 |지만)"),
        ("낳은 ", always("나은"), r"(?:편|쪽)이 (?:더 |훨씬 )?(?P<wrong>낳은)(?= )"),
        ("띠|띤|띨|띱", _with("띄"),
         r"눈에 (?:잘 |쉽게 |더 |가장 |유난히 |확 )?(?P<wrong>띠|띤|띨|띱)(?=[는게고지며면 니])"),
        ("맞추|맞춘|맞춥|맞춰|맞췄",
         _with("히", "혀"),
         r"(?:정답|답|문제|퀴즈|수수께끼)[을를] (?:모두 |다 |잘 |못 )?맞(?P<wrong>추|춘|춥|춰"
         r"|췄)(?=[고는며면지서 니습다])"),
        (" 체로", always("채로"),
         rf"(?<![가-힣])(?!(?:{_SIEVES}) )[가-힣]*[은운친든린긴난둔진준킨된] (?P<wrong>체로)"
         r"(?=[ ,]|$)"),
        ("실재 ", always("실제"),
         r"(?<![가-힣])(?P<wrong>실재)(?= (?:서버|환경|값|데이터|상황|사용|코드|크기|결과|출력"
         r"|운영|이름|예|파일"
         r"|주소|시간|객체|구현|모델|동작|입력|학습|세계|사례|문제|배포|제품|프로젝트))"),
        ("일체 ", always("일절"),
         r"(?<![가-힣])(?P<wrong>일체)(?= (?:[가-힣]+ ){0,2}(?:않|못|없|금지|금합|말))"),
        ("로써", always("로서"), rf"(?<![가-힣])(?:{_SERVERS})(?P<wrong>로써)(?![가-힣])"),
        ("로써", lambda wrong: wrong.replace("써", "서"),
         rf"(?<![가-힣])(?:{_ROLES})(?P<wrong>으?로써)(?![가-힣])"),
        ("이것으로서|이로서|그로서", always("써"),
         r"(?:^|[.!?] )(?:이것으로|이로|그로)(?P<wrong>서)(?=[ ,])"),
        ("던 ", always("든"),
         r"(?<![가-힣])(?P<noun>[가-힣A-Za-z]+)(?P<wrong>던)(?= [가-힣A-Za-z]+이?든(?:[ ,.]|$))"),
        ("던지", always("든지"),
         r"(?<![가-힣])(?<![마찌]나 )[가-힣]+(?P<wrong>던지)"
         r"(?=,? (?:(?![얼어][마찌]나)[가-힣A-Za-z]+ ){0,2}[가-힣]+[든던]지(?:[ ,.]|$))"),
        ("던지", always("든지"),
         r"(?<![가-힣])(?<![마찌]나 )[가-힣]+[든던]지,?"
         r" (?:(?![얼어][마찌]나)[가-힣A-Za-z]+ ){0,2}[가-힣]+"
         r"(?P<wrong>던지)(?=[ ,.]|$)"),
        ("줍습", always("줍"), r"[려해어아여와춰켜](?P<wrong>줍습)(?=니[다까])"),
        ("만드면|만드므|만드며|만드려|만드고 ", always("만들"),
         r"(?<![가-힣])(?P<wrong>만드)(?=면|므로|며|려|고 )"),
        ("눌르", always("누르"), r"(?<![가-힣])(?P<wrong>눌르)"),
        ("가까와|새로와|아름다와|고마와|자유로와|괴로와|해로와|까다로와|번거로와", always("워"),
         r"(?:가까|새로|아름다|고마|자유로|괴로|해로|까다로|번거로)(?P<wrong>와)(?=[지집진질졌져서도요야]"
         r"|$| )"),
        ("기 대문|는 대문", always("때문"), r"(?<=[가-힣]기 )(?P<wrong>대문)(?=에|이|입)"),
    )
)  # fmt: skip
