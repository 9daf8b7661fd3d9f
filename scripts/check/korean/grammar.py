"""Korean endings that no word has, and what never stands together: left from before an edit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.check.fault import QUOTED, Fault
from scripts.check.korean.agents import AGENTS
from scripts.check.korean.nouns import is_noun
from scripts.check.korean.objects import BEFORE_CAN, DONE, END, HOW, OBJECT, OBJECTS, TIMES
from scripts.check.korean.passives import PASSIVES
from scripts.check.korean.unfinished import UNFINISHED
from scripts.check.korean.verb_particles import VERB_PARTICLES
from scripts.check.prose import Line, korean_prose, prose_text
from scripts.check.rule import Selection
from scripts.check.signed import asked_of, signed
from scripts.check.wrapped import wrapped
from scripts.diagnostic import Severity
from scripts.hangul import ending_in
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_PAST, _BIEUP, _RIEUL = ending_in("ㅆ"), ending_in("ㅂ"), ending_in("ㄹ")
# None of these is done to anything.
_HAPPEN = (
    "(?:발생|작동|변|존재|실패|성공|동작)합니다|열립니다|닫힙니다|바뀝니다|잠깁니다|나타납니다"
    "|늘어납니다|줄어듭니다|달라집니다|사라집니다|이루어집니다|생깁니다|일어납니다"
    "|(?<![겨여]울을 )(?<!름을 )납니다|나옵니다|쪼개집니다|끝납니다|쓰입니다|섞입니다|쌓입니다"
    "|나뉩니다|풀립니다|끊깁니다"
)
_HAPPENING = (
    "(?:바뀌어|닫혀|잠겨|쌓여|끊겨|나뉘어|섞여|달라져|사라져|늘어나|일어나|나타나|없어져)"
    "(?:서|야)?(?= (?!있|버|가|오))"
    "|(?:바뀌었|열렸|닫혔|잠겼|쌓였|끊겼|달라졌|사라졌|늘어났|일어났|나타났|없어졌|끝났"
    "|(?<!물러)(?<!들러)늘었|줄었|생겼|나왔|남았|커졌|작아졌|빨라졌|느려졌|올랐|좋아졌|나빠졌)"
    "(?:습니다|으니|으므로|으면|는데|지만|고(?=[ ,])|다(?=[.,]))"
)
# Nor are these, but what they come from may have something of its own: 값을 나오는 대로 씁니다.
_HAPPENING_ON = (
    "(?:나오|생기|일어나|사라지|나타나|늘어나|줄어들|달라지|이루어지|끝나|쪼개지)"
    "(?:고|며|지만|므로|거나)(?= |,)"
)
_NEGATIONS = lazy_pattern(
    "않|없|아[니닙닌닐님]|못|말[고아라자것]|마[세십]|안 |금물|금지|불가|드물|어렵|어려"
    "|모[르른릅를]|몰[라랐]|안[았은]"
)
_ONLY_NEGATED = lazy_pattern(
    r"(?<![가-힣])(?P<wrong>결코|좀처럼|그다지|도무지|한 번도|조금도|아무도)(?= (?P<rest>[^.?!]*))"
)

_ENDED = lazy_pattern(r"[.?!](?=\s)")

# Adverbs, and what has to follow in their sentence.
_GOES_WITH = {
    "왜냐하면": (lazy_pattern("때문|까닭|이유|니까|서[입이]|거든"), "end it in 때문입니다"),
    "아무리": (lazy_pattern("도|들|든|봤자|라고"), "write 아도 or 더라도"),
    "비록": (lazy_pattern("지만|도|으나|나마|망정|라도"), "write 지만 or 더라도"),
}
_ADVERB = lazy_pattern(rf"(?<![가-힣])(?P<wrong>{'|'.join(_GOES_WITH)})(?= )(?P<rest>[^.?!]*[.?!])")


# What it is done by, and where to: 이를 기준으로 stands by itself.
_INTO = (
    r"(?!(?:기준|바탕|중심|대상|기반|이유|목적|전제|계기|단위|매개|근거|토대|시작|끝|목표|예"
    r"|상대|제외)[으로])[가-힣A-Za-z0-9_]+(?<!기)(?:에|으로|(?<!므)로)"
)
_WHERE = rf"(?:{_INTO} )?"
_ONE_ENDING = "keep one of the two endings"
_WHOLE = "write the whole ending"
_DEEDS = (
    "포함|추가|저장|삭제|제거|사용|실행|계산|출력|입력|변환|전달|적용|설정|지정|선택|확인|비교|생성"
    "|정의|호출|반환|복사|이동|분리|결합|정렬|기록|표시|제공|유지|제한|반복|추출|병합|수정|변경|추적"
    "|측정|구현|처리"
)
# These are done to something.
_DONE_TO = (
    "바꿉|만듭|부릅|읽습|더합|뺍|곱합|나눕|돌려줍|넘깁|모읍|찾습|받습|보냅|지웁|채웁|고릅|불러옵"
    "|가져옵|꺼냅|넣습|보여줍|(?:반환|계산|실행|저장|출력|컴파일|추적|호출|정의|생성|변환|처리|복사|확인|비교)합"
)
# What is found, and what is to be done.
FORMS = (
    *VERB_PARTICLES,
    # 마을 is a noun.
    signed(
        "을 입|를 입|을입|를입|을 이|를 이|을이|를이|을 인|를 인|을인|를인",
        r"(?P<wrong>(?:[가-힣](?<![마가노고])을|[가-힣]를|(?<=[A-Za-z0-9`)])[을를])"
        r" ?(?:입니다|이고|이며|인데))(?=[ ,.]|$)",
        "take the particle out",
    ),
    signed(
        "에 입니다|는 입니다",
        r"(?<![가-힣])(?P<wrong>[가-힣]+[에는] 입니다)(?=[ ,.]|$)",
        "take the particle out, or write what it is",
    ),
    signed(
        "에게",
        r"(?<![가-힣])(?P<wrong>[가-힣]*(?:파일|메모리|디스크|폴더|디렉터리|변수|배열|목록|표|화면"
        r"|데이터베이스|저장소|행렬|벡터|상자|셀|버퍼|캐시)에게(?:는|도|만)?)"
        r"(?= (?:[가-힣]+ ){0,2}(?:저장|기록|씁니|쓰|적|넣|담|출력|표시|복사))",
        "write 에: what is kept in something is given to nobody",
    ),
    signed(
        "가 |이 ",
        rf"(?<![가-힣])(?P<wrong>(?P<noun>[가-힣]{{2,}})[가이] [가-힣]+[가이]"
        rf" (?:{_DONE_TO})니다){END}",
        "write 을 or 를 behind one of the two",
    ),
    signed(
        "합니다|됩니다",
        r"(?<![가-힣])(?P<wrong>[가-힣]+(?:하여|해서|어서|아서|여서|지만|므로|면서|으며|려면)"
        r"(?:합|됩)니다)",
        _ONE_ENDING,
    ),
    signed(
        "는합니다|은합니다|는됩니다|은됩니다",
        r"(?<![가-힣])(?P<wrong>[가-힣]+[는은][합됩]니다)",
        _ONE_ENDING,
    ),
    signed(
        "ㅂ합니다|습합니다",
        r"(?<![가-힣])(?P<wrong>(?:나눕|바꿉|부릅|고릅|만듭|지웁|채웁|키웁|됩|씁|봅|줍|옵|갑|냅"
        r"|넣습|읽습|찾습|있습|없습|[가-힣]*[았었했였렸졌]습)합니다)",
        _ONE_ENDING,
    ),
    signed(
        "집니|지는|진다|지고|지며|지면|지도|질|진|졌",
        r"(?<![가-힣])(?P<wrong>(?:보여|쓰여|불려|나뉘어|닫혀|열려|잠겨|묶여|담겨|바뀌어|섞여|읽혀|[가-힣]*되어)"
        r"(?:집니다|지는|진다|지고|지며|지면|지도록|질|진|졌습니다|졌다))(?![가-힣])",
        "write one passive, as 보입니다 or 됩니다",
    ),
    signed("ㅆ했", rf"(?P<wrong>[가-힣]*[{_PAST}]했(?:습니다|다|고|으며|지만))", _ONE_ENDING),
    signed(
        "하지 않는",
        r"(?P<wrong>(?:필요|중요|동일|간단|복잡|불가능|가능|유용|유사|충분|적절"
        r"|정확|명확|편리|다양"
        r"|특별|안전|유효|단순|동등|일정|적합|부족|강력|불필요|불편|친숙|익숙)하지 "
        r"않는다?)(?![가-힣])",
        "write 않은 or 않다",
    ),
    signed(
        "나타는|나타며|나타고|나타므",
        r"(?<![가-힣])(?P<wrong>나타(?:는데?|며|고"
        r"|므로))(?![가-힣])",
        "write 나타나",
    ),
    # Two ends of one sentence: 봅니다입니다, and 고릅니다 골라냅니다.
    signed(
        "니다",
        rf"(?<![가-힣])(?P<wrong>[가-힣]*[{_BIEUP}]니다[가-힣]{{0,4}}[{_BIEUP}]니다)"
        r"(?=[.!?]|$)",
        _ONE_ENDING,
    ),
    signed(
        "니다 ",
        rf"(?<![가-힣])(?P<wrong>[가-힣]*[{_BIEUP}]니다 [가-힣]*[{_BIEUP}]니다)(?=[.!?]|$)",
        "keep one of the two, or end the first with a period",
    ),
    signed("십시오합|세요합|니다합", r"(?P<wrong>[가-힣]*(?:십시오|세요|니다)합니다)", _ONE_ENDING),
    signed(
        "고거나|거나고|면수록|므로면|지만면|지만되|지만며|면서고",
        r"(?P<wrong>[가-힣]+(?:고거나|거나고|면수록|므로면|지만[면되며]"
        r"|면서고))(?![가-힣])",
        _ONE_ENDING,
    ),
    signed("어고", r"(?P<wrong>[가-힣]{2,}어고)(?=[ ,])", _ONE_ENDING),
    signed("니다 것", r"(?P<wrong>[가-힣]*[습입합됩]니다 것(?:입니다|이다|은|을))", _ONE_ENDING),
    signed(
        "할 수 |될 수 |쓸 수 |볼 수 |갈 수 |을 수 |꿀 수 |낼 수 |들 수 ",
        r"(?<![가-힣])(?P<wrong>(?:[가-힣]*할|[가-힣]*될|쓸|볼|갈|읽을|받을|넣을|찾을|얻을|만들|바꿀"
        r"|보낼) 수)"
        r"(?= (?!있|없|밖|많|적|더|잘|안|못|도|록)[가-힣]{2,}[이가은는을를의에](?![가-힣]))",
        "write 수 있는",
    ),
    signed("지 수 ", r"(?P<wrong>[가-힣]+지 수 [있없])", BEFORE_CAN),
    signed(
        " 수 있| 수 없| 수는 | 수도 | 수가 ",
        r"(?P<wrong>[가-힣]+(?:에|로|서|고|며|게|히|이|가|도|만|번) 수[가는도]? [있없])"
        r"(?=[습는다으어을고게지])",
        BEFORE_CAN,
    ),
    signed(
        "을 수 |를 수 |을 수는|를 수는|을 수도|를 수도|을 수가|를 수가",
        r"(?<![가-힣])(?P<wrong>(?P<noun>(?!서두|머무|무르|거스)[가-힣]{2,})[을를]"
        r" 수[가는도]? [있없])(?=[습는다으어을고게지])",
        BEFORE_CAN,
    ),
    # What is left of 포함한: what is done is no word that a verb has before it.
    signed(
        "|".join(f"{deed} " for deed in _DEEDS.split("|")),
        rf"(?<=[가-힣])(?:까지|을|를|도) (?P<wrong>(?:{_DEEDS}) (?![가-힣]*(?:합|됩|입|있습|없습"
        rf"|받습|마칩|드립|바랍|시킵|[{_PAST}]습)니다)[가-힣]*[{_BIEUP}]니다)(?=[.,]|$)",
        "write it with 하다, or take it out",
    ),
    signed(
        "|".join(f" {one} {other}" for one in TIMES.split("|") for other in TIMES.split("|")),
        rf"(?P<wrong>[가-힣] (?:{TIMES}) (?:{TIMES}))(?=[가이에는은를을]|마다)",
        "keep one of the two",
    ),
    signed(
        "기 다음", r"(?P<wrong>[가-힣]+(?<!기)기 다음에)(?![가-힣])", "write 기 전에, or ㄴ 다음에"
    ),
    signed("려고 위", r"(?P<wrong>[가-힣]+려고 위(?:해|하여))(?![가-힣])", "keep one of the two"),
    signed("는면", r"(?P<wrong>[가-힣]*[하되있없]는면)(?=[ ,])", _ONE_ENDING),
    signed("때면서", r"(?P<wrong>[가-힣]+ 때면서)(?![가-힣])", "keep one of the two"),
    signed("뿐만 ", r"(?P<wrong>뿐만) (?!아니|이 아니)", "write 뿐만 아니라"),
    signed("되도 |되도,", r"(?P<wrong>[가-힣]*되도)(?=[ ,])", "write 돼도"),
    signed("은대도|는대도", r"(?P<wrong>[가-힣]+(?<!한)[은는]대도)(?=[ ,])", "write 데도"),
    signed(
        "던지", r"(?<![가-힣])(?P<wrong>(?:어디|언제|누구|무엇|뭐)던지)(?![가-힣])", "write 든지"
    ),
    signed("드니 ", rf"(?P<wrong>[가-힣]*[{_PAST}]드니) ", "write 더니"),
    signed(
        "드라도",
        rf"(?P<wrong>[가-힣]+(?:[하되있없같많않]|[{_PAST}])드라도)(?![가-힣])",
        "write 더라도",
    ),
    signed(
        "이여서|이여도|이여야",
        r"(?P<wrong>(?P<noun>[가-힣]{2,})이여[서도야])(?![가-힣])",
        "write 이어, or 여 behind a vowel",
    ),
    signed("ㄹ래야", rf"(?P<wrong>[가-힣]*[{_RIEUL}]래야)(?= )", "write 려야"),
    signed(
        "아니오",
        r"예['’\"”]?(?:/|와 ?|, ?| 또는 | 혹은 |나 )['‘\"“]?(?P<wrong>아니오)(?![가-힣])",
        "write 아니요",
    ),
    signed(
        "긋어|긋었|잇어|짓어|짓었|붓어|붓었|젓어|젓었",
        r"(?<![가-힣])(?P<wrong>(?:긋|짓|붓|젓)[어었]|잇어)",
        "write 그어, 지어, 부어, 저어 or 이어",
    ),
    signed("는입니다", r"(?P<wrong>(?<![가-힣])[가-힣]+는입니다)", _ONE_ENDING),
    signed("을 합니|을 됩니|ㄹ 합니|ㄹ 됩니", r"(?P<wrong>수 [있없]을 [합됩]니다)", _ONE_ENDING),
    signed(
        "는 있습",
        r"(?<![가-힣])(?P<wrong>(?:하|되|[어아여려해] 주|보이|나타내|가리키)는 있습니다)",
        "write 고 있습니다, or the whole ending",
    ),
    signed("위해려|위하려면서", r"(?P<wrong>위해려[고면는])", _ONE_ENDING),
    # What has not begun has not ended.
    signed(
        "난 전에|작한 전에|된 전에",
        r"(?<![가-힣])(?P<wrong>[가-힣]*(?:끝난|시작한|시작된|완료된) 전에)",
        "write 기 전에",
    ),
    signed("는 않", r"(?P<wrong>[가-힣](?<![지게])는 않[고습으는])", "write 지 않"),
    signed(
        "기 때는|기 때에|기 때마",
        r"(?<![가-힣])(?P<wrong>(?:[가-힣]*하|[가-힣]*되|읽|쓰|보|만들|나누|지우|바꾸|부르|넣|고치"
        r"|찾|열|닫)기 때)(?=는|에 |마다)",
        "write ㄹ 때",
    ),
    signed(
        "게 부분|게 것|게 값|게 방법|게 경우",
        r"(?P<wrong>(?:느리|빠르|크|작|길|짧|높|낮|쉽|어렵)게 (?:부분|것|값|방법|경우)[을이은])",
        "write the whole ending",
    ),
    signed(
        "는 때문에",
        r"(?P<wrong>[가-힣]+(?:하|되|있|없|리|이|지|오|가)는 때문에)",
        "write 기 때문에",
    ),
    signed(
        " 때문",
        r"(?<![가-힣])(?P<wrong>(?:[가-힣]{2,}[하되시]|있|없|같|쓰|바꾸|나누|만들|읽|넣|찾|받|보내|다르|크|작|많"
        r"|적|높|낮|길|짧|빠르|느리|좋|쉽|어렵|나오|생기|맞|틀리|모르|부르|고르|지우|보이|남|들어가)"
        r" 때문)(?=에|이|입)",
        "write 기 때문",
    ),
    signed(
        "은데",
        r"(?<![가-힣])(?P<wrong>(?:남|읽|먹|찾|받|넣|묶|닫|얻|잡|막|믿|놓|쌓|맞|웃|씻|벗|앉|섞|뽑|덮|갚|깎|엮)은데)"
        r"(?=[ ,])",
        "write 는데, or 은 데",
    ),
    signed(
        "아거나|어거나|아면|어면|아며|어며",
        r"(?P<wrong>[가-힣]*[않읽있없찾받넣먹작많좋같얻닫묶][아어](?:거나|면|며))(?=[ ,])",
        _ONE_ENDING,
    ),
    signed("지 없", r"(?P<wrong>[있하되]지 없)(?=습니다|다[.,]|는 |고 )", "write 지 않, or 없"),
    signed("지 도록", r"(?P<wrong>[가-힣]지 도록)", "write 지 않도록"),
    signed(
        "ㄹ 있습|ㄹ 없습",
        r"(?<![가-힣])(?P<wrong>(?:[가-힣]*할|[가-힣]*될|걸|쓸|볼|갈|넣을|읽을|찾을|만들|바꿀|나눌"
        r"|지울|부를|줄일|늘릴|얻을|받을|알) [있없]습니다)",
        "put 수 between the two words",
    ),
    signed(
        "은 과 같|는 과 같|은 와 같|는 와 같",
        r"(?P<wrong>[은는] [과와] 같)(?=습|다|은)",
        "write what it is like",
    ),
    signed(
        "을 아|를 아",
        r"(?P<wrong>[가-힣]+[을를] 아[니닙닌])(?=다|지|라|고|며| |니)",
        "write 이 or 가",
    ),
    signed("에 기준", r"(?P<wrong>[가-힣]에 기준으로)", "write 을 or 를"),
    signed(
        "일치|비례|부합|상응",
        rf"(?P<wrong>{OBJECT} (?:거의 |정확히 |완전히 |대체로 )?(?:일치|비례|반비례|부합"
        rf"|상응)[합한했]니?다?){END}",
        "write 와 or 에",
    ),
    signed(
        "기 위",
        r"(?P<wrong>[가-힣]에 (?:막|줄이|없애|지우|고치|바꾸)기 위)",
        "write 을 or 를",
    ),
    signed(
        "외가 던|류가 던",
        r"(?P<wrong>(?:예외|오류)가 던(?:집니다|지는|질|졌습니다))",
        "write 를, or that it happens",
    ),
    signed(
        "가 누|이 누|가 클|이 클",
        r"(?P<wrong>(?:링크|단추|버튼|키|아이콘|메뉴)[가이] (?:누르면|누른|누릅|클릭하면|클릭한"
        r"|클릭합))",
        "write 을 or 를",
    ),
    signed(
        "서고|서면|서므|고면|면아|면어",
        r"(?<![가-힣])(?P<wrong>[가-힣]+(?:(?:해서|어서|아서)(?:고|므로)|면서면|려고면|면[아어]서))"
        r"(?=[ ,])",
        _ONE_ENDING,
    ),
    # Of these syllables none ends a word.
    signed(
        "",
        r"(?<![가-힣])(?P<wrong>[가-힣]*"
        r"[닫끊얻섞묶엮앉얹끓잃뚫쌓놓넣닿찾잊맺꽂뽑눕줍맡뱉덮갚엎있없같])"
        r"(?= (?!습니|니다|니까|었|았)[가-힣])",
        _WHOLE,
    ),
    signed("게집니", r"(?P<wrong>[가-힣]+게집니다)", _ONE_ENDING),
    signed("고입니", rf"(?<![가-힣])(?P<wrong>[가-힣]*[오가하되있없]고입니다){END}", _ONE_ENDING),
    signed(
        "됩니다",
        "(?<![가-힣])(?P<wrong>(?:늘려|줄여|올려|내려|바꿔|지워|채워|비워|보여|나눠|돌려|옮겨"
        "|남겨)됩니다)",
        _ONE_ENDING,
    ),
    signed(
        "습.|십.|니.",
        rf"(?P<wrong>[가-힣]*(?:[{_PAST}없]습|[하으주마보]십|(?!톱)[{_BIEUP}]니))(?=\.(?:\s|$))",
        _WHOLE,
    ),
    # What is made bigger, and what has something done to it, are verbs: 미리보기 위 경고.
    signed(
        "기 위 ",
        r"(?P<wrong>(?:(?<=[을를] )(?!미리보|둘러보|[가-힣]?크)[가-힣]+|[가-힣]+[하되키])기 위)"
        r"(?= (?!칸|줄|행|단|셀|쪽))",
        _WHOLE,
    ),
    # 에 대 한 has a space too many.
    signed("에 대 |에 따 ", r"(?P<wrong>[가-힣]+에 (?:대(?! 한| 해| 하)|따))(?= )", _WHOLE),
    signed(
        "에 대한 |에 대해 |에 의한 |에 의해 |에 따라 ",
        r"(?P<wrong>에 (?:대한|대해|의한|의해|따라) (?:따라|따른|의해|의한|대한|대해))(?=[ ,])",
        "keep one of the two",
    ),
    # 하는 수 없이 is an idiom.
    signed("는 수 있", r"(?P<wrong>[가-힣]+는 수 있)(?=[는다고습어으을])", BEFORE_CAN),
    # 하다 has one object, and what is done is one already.
    signed(
        "를 합|을 합|를 했|을 했|를 한|을 한|를 하|을 하|를 해|을 해",
        r"(?P<wrong>[가-힣]+(?<!시간)(?<!하루)(?<!종일)[을를] "
        r"(?:업데이트|추가|삭제|설정|확인|실행|설치|수정|변경|저장|선택|입력|출력|계산|비교|분석"
        r"|처리|관리|검색|생성|구현|정의|호출|할당|변환|초기화|최적화|테스트|정렬|복사|제거"
        r"|등록|갱신|사용|적용|지정)[을를] "
        r"(?:합니다|했습니다|한다|하세요|하십시오|하면|하고|하여|해야))",
        "keep one of the two objects",
    ),
    signed("면 때", r"(?P<wrong>[가-힣]+면 때)(?=[ ,에])", _ONE_ENDING),
    signed("니다 때문", r"(?P<wrong>[가-힣]+니다 때문)", "write 기 때문"),
    signed(
        "을 |를 ",
        rf"(?P<wrong>[가-힣]+[을를] {HOW}(?:(?:{_HAPPEN}){END}|{_HAPPENING}|{_HAPPENING_ON}))",
        DONE,
    ),
    # What it becomes stands between: 문자열을 숫자와 나머지로 나뉩니다. Of two objects the one
    # that is done something to may belong to what it becomes: 연산을 배치를 다루는 연산으로.
    signed(
        "을 |를 ",
        rf"(?P<wrong>{OBJECT} (?:[가-힣A-Za-z0-9_]+[와과] "
        rf"|[가-힣]+[을를] (?:[가-힣]+ )?[가-힣]+[는은한] )?{_INTO} {HOW}"
        rf"(?:나뉩|바뀝|열립|닫힙|잠깁|쌓입|섞입|끊깁|풀립|담깁|쪼개집|쓰입|묶입|찍힙|달라집"
        rf"|나타납|생깁|늘어납|줄어듭)니다)"
        rf"{END}",
        DONE,
    ),
    # But for 시도됩니다, these are ends of verbs: 해도됩니다.
    signed(
        "을 |를 ",
        rf"(?P<wrong>{OBJECT} {_WHERE}{HOW}[가-힣]+(?<![도면게야록만안])"
        rf"(?:됩니다|되었습니다|됐습니다|되기(?=\s*$))){END}",
        DONE,
    ),
    # 짊어집니다 is done to something.
    signed(
        "을 |를 ",
        rf"(?P<wrong>{OBJECT} (?:[가-힣]{{2,}}에 )?{HOW}[가-힣]*(?<!짊)"
        rf"[어아여워려켜춰겨혀해와쳐눠러라]집니다){END}",
        DONE,
    ),
    signed(
        "기입니다",
        r"(?P<wrong>[없있않]기입니다)(?=[.,]|$)",
        "write 기 때문입니다",
    ),
    signed(
        "것도 않|것이 않|것은 않",
        r"(?P<wrong>것[이도은] 않(?:습니다|다|는|은|고|으며|지만))(?=[ .,]|$)",
        "write 아니",
    ),
    # What becomes so is no object: 문장을 고쳐지거나.
    signed(
        "을 |를 ",
        rf"(?P<wrong>{OBJECT} {HOW}[가-힣]*(?<!짊)[쳐켜려워춰혀겨어아여]지(?:거나|고|며|지만))"
        r"(?=[ ,])",
        DONE,
    ),
    # Nothing is done to what grows: 값을 두 배까지는 늘어나지 않습니다.
    signed(
        "을 |를 ",
        r"(?P<wrong>[가-힣]+[을를] (?:[가-힣0-9]+(?: [가-힣0-9]+)?(?:까지|만큼|정도|쯤)(?:는|도"
        r"|만)? )?"
        r"(?:늘어나|줄어들|드러나|사라지|생기|나타나|달라지|없어지)지)(?= (?:않|못|도|는))",
        DONE,
    ),
    # 항목이 들어 있습니다, and 항목을 들고 있습니다.
    signed(
        "들어 있|담겨 있|남아 있|놓여 있|쌓여 있|적혀 있|나와 있|비어 있|열려 있|닫혀 있|묶여 있"
        "|섞여 있|걸려 있|잠겨 있|숨어 있|모여 있|켜져 있|꺼져 있",
        rf"(?P<wrong>{OBJECT} {_WHERE}{HOW}"
        r"(?:들어|담겨|남아|놓여|쌓여|적혀|나와|비어|열려|닫혀|묶여|섞여|걸려|잠겨|숨어|모여|켜져|꺼져)"
        rf" 있(?:습니다|다|고|으며|지만|으면))(?=[ .,]|$)",
        DONE,
    ),
    signed(
        "을 |를 ",
        rf"(?P<wrong>{OBJECT} (?P<noun>[가-힣]+(?: [가-힣]+)?)에(?:는|도|만)? "
        r"(?:들어갑|있습|남습|담깁|놓입|쌓입|속합|저장됩|기록됩|나타납|닿습)니다)"
        rf"{END}",
        DONE,
    ),
    *OBJECTS,
    *PASSIVES,
    *UNFINISHED,
    *AGENTS,
)
_STEM_ALONE = lazy_pattern(r"(?<![가-힣])(?P<wrong>(?P<noun>[가-힣]{2,})하)(?=\.(?:\s|$))")


def korean_grammar(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words of a Korean page that stand in a form which goes with nothing around it."""
    lines = korean_prose(lesson)
    text = prose_text(lesson) if lines else ""
    asked = asked_of(text, FORMS)
    for line in lines:
        # Of two that begin at one place the longer one says what is wrong there.
        longest: dict[int, tuple[re.Match[str], str]] = {}
        for one in asked:
            for match in one.pattern.finditer(line.text):
                nouns = match.groupdict().get("noun") or ""
                if all(map(is_noun, nouns.split())):
                    start, end = match.span("wrong")
                    if start not in longest or end > longest[start][0].end("wrong"):
                        longest[start] = (match, one.what)
        for match, advice in longest.values():
            yield from _told(line, match, "is no form that goes with the rest", advice)
        for match in _STEM_ALONE.finditer(line.text) if "하." in line.text else ():
            if is_noun(match["noun"]):
                yield from _told(line, match, "has no ending", _WHOLE)
        for match in _ADVERB.finditer(line.text):
            goes_with, advice = _GOES_WITH[match["wrong"]]
            if not goes_with.search(match["rest"]):
                yield from _told(line, match, "goes with an ending that is not here", advice)
        for match in _ONLY_NEGATED.finditer(line.text):
            if not _NEGATIONS.search(_to_end(lesson, line, match)):
                yield from _told(line, match, "stands in a sentence that denies nothing",
                                 "write what is not so, or take the word out")  # fmt: skip


def _to_end(lesson: Lesson, line: Line, match: re.Match[str]) -> str:
    """Give the rest of a sentence, in the lines that it goes on in, too."""
    rest = match["rest"]
    following = dict(wrapped(lesson)) if match.end("rest") == len(line.text) else {}
    while line in following and not _ENDED.search(rest):
        line = following[line]
        rest += "\n" + line.text
    return _ENDED.split(rest)[0]


def _told(line: Line, match: re.Match[str], message: str, advice: str) -> Iterator[Fault]:
    start, end = match.span("wrong")
    quoted = any(one.start() < start and end <= one.end() for one in QUOTED.finditer(line.text))
    if not (line.is_code(end - 1, end) or quoted):
        yield Fault(line, start, end, f'"{match["wrong"]}" {message}', None, advice,
                    Severity.WARNING)  # fmt: skip
