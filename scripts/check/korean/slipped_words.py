"""Korean words that slipped into another one, or into none, as what stands around them tells."""

from __future__ import annotations

from collections.abc import Callable

from scripts.check.korean.meant import always, like
from scripts.check.signed import Signed, signed
from scripts.hangul import ending_in, with_final

_L = ending_in("ㄹ")
# What is done, with 하다.
_DEEDS = (
    "컴파일|계산|실행|저장|변환|호출|정의|비교|추가|확인|사용|적용|이용|설정|반환|출력|입력|처리"
    "|생성|선택|지정|설명"
    "|준비|시작|연결|전달|구현|학습|미분|추적|측정|정리|분석|제거|삭제|수정|변경|복사|이동|포함"
    "|표시|기록|등록|검사"
    "|테스트|작성|관리|제공|요청|통과|유지|제한|결합|병합|분리|정렬|검색|추출|반복|되풀이|생각"
    "|이해|해석|필요|가능"
)
_COUNTED = (
    "(?:점|개|번|명|줄|칸|장|초|분|시간|단어|글자|바이트|층|걸음|마리|그루|권|대|벌|통|병|잔|쪽|행"
    "|열|원|도|미터)"
)
# Letters are sent, and votes are taken.
_SENT = (
    "편지를 소포를 돈을 짐을 힘에 표결에 비밀에 불문에 전을 회의에 재판에 우편으로 택배로 극비에"
)
_NOT_SENT = "".join(f"(?<!{one} )" for one in _SENT.split())
# What becomes so, with 지다.
_BECOMES = (
    "달라|커|작아|느려|빨라|길어|짧아|높아|낮아|많아|적어|좋아|나빠|떨어|만들어|이루어|사라|없어|나누어|가까워|쉬워"
    "|어려워|무거워|가벼워|뜨거워|차가워|정해|주어|알려|밝혀|늦어|굳어|얇아|두꺼워|넓어|좁아|깊어"
)
_FEW = "(?:한|두|세|네|다섯|여섯|열|몇|여러)"


# As in `wrong_forms`: signs, what is meant for the group `wrong`, a pattern.
SLIPPED: tuple[Signed[Callable[[str], str]], ...] = tuple(
    signed(signs, pattern, right)
    for signs, right, pattern in (
        ("헤", always("해"), rf"(?<![가-힣])(?:{_DEEDS})(?P<wrong>헤)(?=[ ,.]|서|도|야|요)"),
        ("으냐", always("느냐"), r"(?<=[있없])(?P<wrong>으냐)(?=[에가는를의만고, ?]|$)"),
        (
            "새게",
            always("세게"),
            r"(?<![가-힣])(?:얼마나|더|가장|너무|아주|제일|훨씬|꽉) (?P<wrong>새게)(?![가-힣])",
        ),
        (
            "새게 ",
            always("세게"),
            r"(?<![가-힣])(?P<wrong>새게)(?= (?:밀|당기|당겨|치|누르|눌러|두드|던지|던져|때리|잡"
            r"|쥐))",
        ),
        ("던 ", always("든"), r"(?<![가-힣])몇 [가-힣]{1,2}[을를] [가-힣]{1,3}(?P<wrong>던)(?= )"),
        ("드려다", always("들여다"), r"(?P<wrong>드려다)(?=[보봐봤본볼봅])"),
        ("와닫", always("와닿"), r"(?P<wrong>와닫)"),
        (
            "쳐져|쳐지|쳐진|쳐졌|쳐집",
            always("처"),
            r"(?:아래로|밑으로|축) (?:축 )?(?P<wrong>쳐)(?=[져지진졌집])",
        ),
        (
            "부치",
            always("붙이"),
            rf"(?<![가-힣]){_NOT_SENT}(?P<wrong>부치)(?=[세십고면는며기지])",
        ),
        ("구어", always("구워"), r"(?<![가-힣])(?P<wrong>구어)(?=서|도|야|졌|집|지[는며고기]|진 )"),
        ("구었", always("구웠"), r"(?<![가-힣])(?P<wrong>구었)"),
        (
            "돼지만",
            always("되"),
            r"(?:[아어여해]도|면|(?<![가-힣])안|(?<![가-힣])잘) ?(?P<wrong>돼)(?=지만)",
        ),
        (
            "바래",
            always("바라"),
            r"(?<![가-힣])(?P<wrong>바래)(?=던|고 있|며 |는 (?:것|바|대로|마음|점)|면"
            r" )(?!.*(?:색|빛|사진|종이|누렇|햇))",
        ),
        ("둥그러서|둥그른", always("둥글어"), r"(?<![가-힣])(?P<wrong>둥그러)(?=서)"),
        ("없은", always("없는"), r"(?<![가-힣])(?P<wrong>없은)(?= (?!지|후|뒤|다음|채)[가-힣])"),
        (
            "주위하|주위합|주위해|주위할",
            always("주의"),
            r"(?<![가-힣])(?P<wrong>주위)(?=[하합해했할])",
        ),
        ("데기", always("대기"), r"(?<![가-힣])(?P<wrong>데기)(?=[하합했할]|중|열|(?![가-힣]))"),
        ("적이여", always("이어"), r"(?<=적)(?P<wrong>이여)(?=[야서도])"),
        ("수수깨끼|수수깨기|수수게끼", always("수수께끼"), r"(?P<wrong>수수(?:깨[끼기]|게끼))"),
        (
            "히|힙|힌|힐|혔|혀",
            lambda wrong: like("여")(wrong) if with_final(wrong, "") == "혀" else like("이")(wrong),
            r"(?<![가-힣])(?:묶|섞|깎|볶|낚|엮|쌓|놓)(?P<wrong>히(?=[고는며면지기어])"
            r"|[힙힐](?=[니 ])|힌(?= )|[혔혀])",
        ),
        ("식", always("씩"), rf"(?<![가-힣\d])(?:\d+ ?|{_FEW} ){_COUNTED}(?P<wrong>식)(?=[ ,.]|$)"),
        (
            "다고 ",
            lambda wrong: with_final(wrong, "ㄴ"),
            r"(?<![가-힣])[모나바부고지](?P<wrong>[르누꾸우])(?=다고 (?:치|하|합|해|했|보|봅"
            r"|생각|말))",
        ),
        ("났", always("낫"), r"(?:편이|쪽이|보다(?: 더)?) (?P<wrong>났)(?=습|다|고 |겠)"),
        ("는라", always("느라"), r"(?<=[가-힣])(?P<wrong>는라)(?=[ ,고]|$)"),
        ("헸", always("했"), r"(?P<wrong>헸)"),
        ("지 않|지 못", always("지지"), rf"(?<![가-힣])(?:{_BECOMES})(?P<wrong>지)(?= (?:않|못))"),
        ("까요.", always("?"), rf"[{_L}]까요(?P<wrong>\.)(?=\s|$)"),
    )
)
