"""Korean words that are right elsewhere, and wrong beside what stands around them: 수 업다."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from scripts.check.korean.confused_words import CONFUSED
from scripts.check.korean.meant import always, like
from scripts.check.korean.nouns import ends_in_noun
from scripts.check.korean.slipped_words import SLIPPED
from scripts.check.misspelling import Misspelling
from scripts.check.signed import Signed, asked_of, signed
from scripts.hangul import ending_in, final_of, with_final
from scripts.patterns import lazy_pattern

# What is meant for the group `wrong` of a pattern.
Form = Signed[Callable[[str], str]]


def _to(wrong: str) -> str:
    """Give what is meant to be done, without the ㄹ before 려.

    >>> _to("비울려")
    '비우려'
    """
    return f"{wrong[:-2]}{with_final(wrong[-2], '')}려"


def _since(wrong: str) -> str:
    """Give a reason for what looks like a noun.

    >>> _since("름으로"), _since("음으로")
    ('르므로', '으므로')
    """
    return f"{with_final(wrong[0], '')}므로"


def _past(wrong: str) -> str:
    return with_final(wrong, "ㅆ")


def _once(wrong: str) -> str:
    """Give what stands twice in a row, once.

    >>> _once("지만지만")
    '지만'
    """
    return wrong[: len(wrong) // 2]


def _will(wrong: str) -> str:
    return with_final(wrong, "ㄹ")


_V, _L, _P, _SS = ending_in(""), ending_in("ㄹ"), ending_in("ㅂ"), ending_in("ㅆ")
# Behind these ㄹ is that of the ending: 비울 of 비우다. Left out are 풀, 돌, 쓸 and all others that
# are stems themselves, and what may be 오르다 or 올리다.
_OPEN_STEMS = (
    "[할될릴킬칠낼뺄뗄켤펼깰샐맬멜벨쥘쉴뛸뀔셀탈뜰볼꿀출룰]|[가-힣]일|[옮맡남넘숨당즐생챙매]길"
    "|[배지채키태세싸외치메끼띄재피깨비]울|[라어아나져겨와려]갈|[해어아여려워춰켜]줄|(?<!휘)둘"
    "|나눌|바꿀|가꿀|꾸밀|미룰|다룰|이룰|[부고누흐모자따구찌지]를|[나와져]올|돌아올|다가올|[불내]러올|내려올|찾아올|따라올|[가-힣]을"
)
# What is done; 움직임 and 알림 are things as well, as which something serves.
_DEEDS = (
    "시킴|합침|[옮맡남넘당]김|[줄붙들]임|[내돌늘]림|(?<!줄)바꿈|갖춤|멈춤|[지비세키]움|없앰|보냄|[들꺼]냄"
    "|만듦|이룸|다룸|미룸|고침|끼침|뭉침|겹침"
    "|[있없했됐었았않얻받넣놓찾읽엮묶섞닫쌓막]음|[해어아여려워져]짐"
)
_PEOPLE = (
    "(?:담당|관리|사용|개발|작성|책임|연구|운영|번역|교육|학습|기술|과학|생산|소비|참가|참여|참석|발표|제작"
    "|설계|보호|기여|창시|지도|감독|소유|이용|구매|판매|공급|후원|주최|검토|편집|당사|노동|근로|봉사|지원"
    "|응모|수신|발신|설립|진행|통역|기획|가입|경영|실무)자"
    "|(?:전문|번역|작곡|평론|비평|건축|사업|기업|분석|소설|정치|투자|예술)가|교사|강사|변호사"
    "|매니저|리더|프로그래머|디자이너|엔지니어|선배|후배|저자"
)
# A question that is left open: 든 is right behind it.
_OPEN_QUESTION = "(?:어디|언제|어느|어떤|무엇|무슨|누구|누가|얼마|몇|어떻게|뭐|왜)"
_TILL_THEN = (
    "(?:작년|재작년|지난해|어제|그제|지난[주달번]|지난 (?:주|달|번|해))(?:까지|까지만|에)?"
    "|(?:예전|이전|종전|지금|여태)까지|예전에"
)
# What has a colour or a trait; 띄우다 is another verb, and blanks are 띄다.
_TRAIT = (
    "(?:[가-힣]*[빛색]|색깔|성격|성질|성향|특성|특징|양상|경향|형태|모습|미소|전하|기운|임무|사명|부호"
    "|극성|열기|활기|의미)"
)
_COUNTED = "(?:수|개수|빈도|횟수|날수|낱말|단어|마릿수|인원|머릿수)"
_SCORE = (
    "(?:[가-힣]*점수|등급|순위|우선순위|값|번호|순서|가격|세금|가중치|평점|별점|벌점|학점|등수)"
)
_CUT = "(?:연결|접속|통신|전화|전원|신호|인터넷|네트워크|흐름|세션|전선|선|줄|소리|대화)[이가]"
_DONE_OFTEN = (
    "(?:재시도|시도|반복|호출|실행|조회|접속|클릭|실패|로그인|다운로드|참여|출석|갱신|발생|검색)"
)
_STATES = "(?:필요|가능|불가능|중요|동일|복잡|충분|부족|유용|편리|불편|적합|다양|위험)"
# What is as it is shown to be: 다름으로 나옵니다.
_SHOWN_AS = (
    "(?:판단|판정|확인|인[해하한]|말미|생[기긴겨김]|발생|비롯|표시|나타|나[오와온옵]|보[아여이면]|간주|처리|여[기겨]|설정|기록"
    "|바[꾸꿔뀌뀐뀝]|변경|변환|알[리려]|미루|미뤄|해석|번역|이해|전환|끝[나난내낸냅]|마[무치]|정의"
    "|나[누눠뉘뉜뉩]|구[분별]|하[는고여]|되|한다|합니다|평가|답|대답|출력|반환|생각|가정)"
)
# What is done in some way, other than what is of some kind: 간단한 게 필요합니다.
_HANDLED = (
    "배치|설정|설명|사용|처리|구현|작성|표시|변경|계산|정의|확인|구성|설치|실행|관리|수정|전달|표현|비교|정리|구분|분리"
    "|검증|측정|제어|적용|지정|선택|제거|삭제|복사|저장|연결|분석|이해"
)
_DONE_BY_ITSELF = (
    "동작|작동|시작|종료|수행|생성|출력|입력|반환|호출|전송|수신|요청|응답"
    "|추가|포함|제공|지원|참고|참조|발생|실패|성공|존재|접속"
)
_FORMS: tuple[Form, ...] = tuple(
    signed(signs, pattern, right)
    for signs, right, pattern in (
        # Straight, and not surely.
        ("반듯이", always("반드시"),
         r"(?<![가-힣])(?P<wrong>반듯이)"
         r"(?= (?!놓|세[우워운]|눕|누[워우]|펴|펼|자르|잘|서 |접|긋|그[리으]|쌓|맞|깎|꽂|앉|걷))"),
        # endings
        ("면면|지만지만|므로므로|거나거나|도록도록|면서서|해서서|고고", _once,
         r"(?<=[가-힣])(?P<wrong>면면|지만지만|므로므로|거나거나|도록도록|서서(?<=[면해]서서)"
         r"|고고(?<=[하되있없]고고))(?=[ ,])"),
        ("니다다", always("니다"), r"(?P<wrong>니다다)(?=[.!?]|$)"),
        ("서로 틀", lambda wrong: {"틀립": "다릅", "틀리": "다르"}[wrong],
         r"(?<=서로 )(?P<wrong>틀[립리])(?=니[다까]|고[ ,]|며|면|지만|므로)"),
        # The stem of 들르다 ends in ㄹ itself.
        ("ㄹ릅니|ㄹ름니", lambda wrong: with_final(wrong[0], "") + "릅",
         rf"(?P<wrong>[{_L}](?<!들)[릅름])(?=니[다까])"),
        ("ㄹ런지", always("는지"), rf"(?<=[{_L}])(?<!벨)(?P<wrong>런지)(?=[도는를]?(?![가-힣]))"),
        ("ㄹ른지", always("는지"),
         r"(?<=[할될볼갈올을줄쓸일릴])(?P<wrong>른지)(?=[도는를]?(?![가-힣]))"),
        ("려고|려면|려는|려니|려다|려 ", _to,
         rf"(?P<wrong>(?:{_OPEN_STEMS})려)"
         r"(?=고(?!치)|면|는|니(?![가-힣])|다(?! ?[보봐본봤볼])| (?:합니|하[는고며면]|했))"),
        ("건데", always("건대"), r"(?<=[하보듣묻라])(?P<wrong>건데)(?=[ ,.]|$)"),
        ("컨데", always("컨대"), r"(?<=[가-힣])(?P<wrong>컨데)(?=[ ,.]|$)"),
        ("는대", always("는데"), rf"(?<=[{_V}{_SS}없])(?P<wrong>는대)(?=요?(?:[ ,.!?]|$))"),
        ("으로서", always("으로써"), rf"(?:{_DEEDS})(?P<wrong>으로서)(?![가-힣])"),
        ("로써", always("로서"), rf"(?:{_PEOPLE})들?(?P<wrong>로써)(?![가-힣])"),
        ("으로 ", _since,
         r"(?<=[가-힣])[이가] (?:서로 |매우 |아주 |더 |너무 |모두 )?"
         rf"(?:{_STATES}(?=함)|다(?=름)|아(?=님)|[같작많적높낮좋](?=음)|(?=큼))"
         rf"(?P<wrong>[함름님음큼]으로)(?= (?!{_SHOWN_AS})[가-힣])"),
        ("던", always("든"),
         r"(?<![가-힣])(?:어떤|어느|무슨) (?P<noun>[가-힣A-Za-z]+)(?P<wrong>던)(?=[ ,]|$)"),
        ("던 ", always("든"),
         r"(?P<wrong>던)(?= (?:간에|상관없이|상관 없이|관계없이|관계 없이|말[던든](?![가-힣])))"),
        ("던", always("든"),
         r"(?<![가-힣])(?:어떤|어느|무슨|어디|언제|누구|무엇) ?[가-힣A-Za-z]*"
         r"(?:에|에게|에서|로|까지)(?P<wrong>던)(?=[ ,])"),
        ("어떡해 |어떻해 ", always("어떻게"),
         r"(?<![가-힣])(?P<wrong>어[떡떻]해)(?= (?!하고|라고|라는)[가-힣])"),
        ("음으로,", always("으므로"), r"[가-힣] 수 [있없](?P<wrong>음으로)(?=, )"),
        ("던", always("든"),
         r"(?<![가-힣])몇 ?(?:개|번|명|줄|칸|년|살|장|권|가지|시간|단계|글자|차원|비트|바이트)이?"
         r"(?P<wrong>던)(?=[ ,])"),
        ("하을 |되을 ", lambda wrong: with_final(wrong[0], "ㄹ"),
         r"(?<=[가-힣])(?P<wrong>[하되]을)(?= (?:때|수|것|뿐|만큼|경우|필요|지|만))"),
        # What can be done has not been done yet.
        ("은 수 |한 수 |된 수 |킨 수 |진 수 |든 수 |꾼 수 |낸 수 |쓴 수 |본 수 |른 수 |친 수 "
         "|린 수 |난 수 |운 수 ",
         _will,
         r"(?<![가-힣])(?!(?:같|적|작|많|높|낮|좋|짧|깊|넓|얕)은 )(?!다른 |모든 |어떤 )[가-힣]+"
         r"(?P<wrong>[은한된킨진든꾼낸쓴본른친린난운])"
         r"(?= 수 [있없](?:다|습|는|으|어|고|지|기|음|을))"),
        ("한지만|된지만", lambda wrong: with_final(wrong, ""),
         r"[가-힣](?P<wrong>[한된])(?=지만(?:[ ,]|$))"
         r"(?!지만 (?:확인|보|알|묻|검사|판단|살|따|비교|궁금))"),
        ("한게 ", lambda _: "하게",
         r"(?<![가-힣])(?:간단|정확|명확|안전|완전|동일|자세|철저|신속|적절|충분|다양|완벽|편리|특별)"
         rf"(?P<wrong>한게)(?= 재?(?:{_HANDLED})[하합한할해])"),
        ("둘러쌓", always("싸"), r"(?<=둘러)(?P<wrong>쌓)(?=[인여일임]|이[고며어는지])"),
        ("둘러쌓", always("싸"), r"(?<=로 둘러)(?P<wrong>쌓)(?=거나|고|는|지)"),
        ("인대", always("인데"), r"(?<=[셈것뿐문중값편일])(?P<wrong>인대)(?=[ ,.])"),
        (" 게", always("개"),
         r"(?<![가-힣])(?:몇|여러|다섯|여섯|열) (?P<wrong>게)(?=일까|인지|가 |를 |로 |의 |입니|씩"
         r"|만 )"),
        ("씩 묵|을 묵|를 묵", always("묶"), r"(?<=[씩을를] )(?P<wrong>묵)(?=어 (?:놓|두|둡|둔|주|줍"
             r"|보|봅))"),
        ("특이 ", always("특히"),
         r"(?<![가-힣])(?P<wrong>특이)(?= (?:더 |매우 )?(?:위험|중요|주의|유용|복잡|어렵|어려|많"
         r"|크|작|느리|느려|빠르"
         r"|조심|눈에|그렇|그런|좋|나쁘))"),
        ("는 샘", always("셈"), r"(?<=[가-힣]는 )(?P<wrong>샘)(?=인데|입니다|이[다고며지므])"),
        ("식", always("씩"),
         r"(?<![가-힣0-9])(?:조금|하나|둘|셋|며칠|(?:한|두|세|네|몇) ?(?:개|번|줄|명|장|칸)"
         r"|\d+(?:개|번|줄|명|장|칸|초|분|%))(?P<wrong>식)(?=[ ,.]|$)"),
        ("이여", always("이어"), r"(?<=\d)(?P<wrong>이여)(?=[서도야])"),
        ("맞기|맞겨|맞겼|맞긴|맞깁", always("맡"),
         r"(?<![가-힣])(?P<wrong>맞)(?=기(?:[고며려](?!에|에는)|도록"
         r"|지(?: (?:않|못|말|마)|만))|겨|겼|긴 |깁니)"),
        ("ㅂ니니다", always("니다"), rf"(?<=[{_P}])(?P<wrong>니니다)"),
        ("못함으로", always("하므로"), r"(?<=지 못)(?P<wrong>함으로)(?= |,|$)"),
        ("서 뺏", always("뺐"), r"(?<=[가-힣]에서 )(?P<wrong>뺏)(?=습니다|다[.,])"),
        ("말던", always("든"), r"(?<=[던든] 말)(?P<wrong>던)(?![가-힣])"),
        ("던 ", always("든"),
         r"(?<![가-힣])(?P<same>[가-힣]+)(?P<wrong>던)(?= (?:안|못) (?P=same)[던든])"),
        ("든 ", always("던"),
         rf"(?<![가-힣])(?:{_TILL_THEN}) (?:(?!{_OPEN_QUESTION})[가-힣]+ )?[가-힣]{{0,3}}"
         r"[쓰하되보오있없었했받주읽찾놓두키리치시우]"
         r"(?P<wrong>든)(?= (?!상관|관계|무관|말든|간에|안 |못 |마찬|지금|이제)[가-힣])"
         r"(?!.*든[ ,.])"),
        # vowels that sound alike
        ("체우|체웁|체웠|체워", always("채"),
         r"(?<![가-힣])(?P<wrong>체)(?=우[고는지다며면기도]|웁니|웠|워[서야지 ])"),
        ("건내|건냅|건냈|건낸|건낼", like("네"),
         r"(?<![가-힣0-9])건"
         r"(?P<wrong>[냅냈낸낼](?=니|[다습던을으]| )|내(?=[고는지며면기주줘준줄]))"),
        ("띈|띄|띕|띌", like("띠"),
         rf"(?<![가-힣]){_TRAIT}[을를] (?P<wrong>[띈띌띕]|띄(?=[고는며게어었지]))"),
        ("샙|샜|샌|샐|새", like("세"),
         rf"(?<![가-힣]){_COUNTED}[을를] (?:모두 |다시 |하나씩 )?"
         r"(?P<wrong>[샙샜](?=[니습다던])|새(?=[고는며지]))"),
        ("메기|메깁|메겨|메겼|메긴|메길", always("매"),
         rf"(?<![가-힣]){_SCORE}[을를] (?:다시 |함께 |각각 |따로 )?"
         r"(?P<wrong>메)(?=[기깁겨겼긴길김])"),
        # consonants that sound alike at the end of a syllable
        ("짤", always("짧"), r"(?<![가-힣])(?P<wrong>짤)(?=아|았|고 |지만)"),
        ("석", always("섞"),
         r"[을를] (?:골고루 |고루 |잘 |함께 |서로 |다시 )?"
         r"(?P<wrong>석)(?=은 |어|었|으[면며니]|고 |는 )"),
        ("끈", always("끊"), r"(?<![가-힣])(?P<wrong>끈)(?=겨|겼|깁니|어[서지져졌]|었)"),
        ("끈", always("끊"), rf"(?<![가-힣]){_CUT} (?P<wrong>끈)(?=긴|기[면는고거지])"),
        ("묵", always("묶"),
         r"(?:(?<![가-힣])하나로|(?<![가-힣])한데|[가-힣]끼리|단위로) "
         r"(?P<wrong>묵)(?=습|어|었|은 |는 |으[면며]|고 |[여이인임])"),
        ("격", always("겪"), r"[을를] (?P<wrong>격)(?=었|어|는 |고 |으[면며니])"),
        ("직습|직었|직어", always("찍"), r"(?<![가-힣])(?P<wrong>직)(?=습니|었|어[서야])"),
        ("낫", always("났"),
         r"(?:끝|나타|드러|일어|생겨|벗어|늘어|깨어|태어|달아|새어|빛)"
         r"(?P<wrong>낫)(?=습|다|고|는|지|으)"),
        ("수 잇|수가 잇|수는 잇|수도 잇", always("있"),
         r"(?<![가-힣])수[가는도]? (?P<wrong>잇)(?=[습다는었을으지고])"),
        ("잇었", always("있"), r"(?<![가-힣])(?P<wrong>잇)(?=었[습다던는고지])"),
        ("수 업|수가 업|수는 업|수도 업", always("없"),
         r"(?<![가-힣])수[가는도]? (?P<wrong>업)(?=[습다는었을으지고])"),
        ("ㅅ는데|ㅅ지만|ㅅ으며|ㅅ으면|ㅅ던", _past,
         r"(?P<wrong>[햇됏왓겟봣졋렷켯])(?=는데|지만|으며|으면|던 )"),
        # 회수 is what is taken back.
        ("회수", always("횟수"),
         rf"(?<![가-힣]){_DONE_OFTEN} "
         r"(?P<wrong>회수)(?=[를가는와](?:[ ,.)]|$)|[,.)]|$)"),
        # a stem without its ending
        ("되 않|되 못", always("되지"),
         r"(?<![하한])(?P<wrong>되)(?= (?:않|못[하합한했할]))"),
        ("하 않", always("하지"), r"(?<=[가-힣])(?P<wrong>하)(?= 않)"),
        ("하 합|하 하|하 한|하 할|하 했|하 해", lambda wrong: wrong[-1],
         rf"(?:{_HANDLED}|{_DONE_BY_ITSELF})(?P<wrong>하 [합하한할했해])"
         r"(?=니다|[는고며면지기여]|[다던습]|[서야]| )"),
        ("른거나|린거나|큰거나|쁜거나", lambda wrong: with_final(wrong, ""),
         r"(?<![가-힣])(?:빠|다|바|올바|느|나|)(?P<wrong>[른린쁜큰])"
         r"(?=거나 (?!마찬|다름|같|진배))"),
        # 그러려면, and 그러고 나면
        ("그럴려", always("러"), r"(?<![가-힣])그(?P<wrong>럴)(?=려[면고는])"),
        ("그리고 나서|그리고 나면|그리고 나니", always("러"),
         r"(?<![가-힣])그(?P<wrong>리)(?=고 나(?:서(?![가-힣])|면|니))"),
        ("모자를", always("랄"), r"(?<![가-힣])모자(?P<wrong>를)(?= (?:때|수|경우|정도|만큼))"),
        # 돌려주어야 합니다
        ("여 합|여 한|여 하|여 해|여 했|여 할", always("야"),
         r"(?<=[어아워와춰져려켜봐])(?P<wrong>여)"
         r"(?= (?:합니|한다|하[고며지면는]|해[서야]|했[습다]|할 ))"),
        # 옮겼는지
        ("겻|졋|렷|쳣|켯|폇", _past,
         r"(?<=[가-힣])(?P<wrong>[겻졋렷쳣켯폇])(?=는지|습니|으니|으므로|을 |기 |다(?:[.,]|$))"),
        # 오류를 내지 않을까요
        ("지 안", always("않"),
         r"(?<=[가-힣]지 )(?P<wrong>안)(?=습니|을까|는다|는데|는지|았[습다던으]|아야|아도|아서)"),
        ("이여서|이여야|이여도", always("어"),
         r"(?:값|것|뿐|열|렬|줄|칸|축|모델|파일|[방형]식|자료형|프로그램|때문|점|함)이(?P<wrong>여)"
         r"(?=[서야도](?![가-힣]))"),
        # 보낼지는
        ("지은", always("는"),
         rf"(?<![가-힣])[가-힣]*[{_L}은는던인](?<![물글별말])지(?P<wrong>은)(?=[ ,])"),
        # It is so, and is not said to be: 멀쩡한데.
        ("한대", always("데"),
         r"(?:멀쩡|비슷|중요|필요|가능|간단|복잡|당연|이상|분명|확실|정확|단순|유용|편리|충분|부족|동일"
         r"|다양|완전|안전|위험|불편|궁금|적당|적절|일정)한(?P<wrong>대)(?=[ ,])"),
        # a blank within a word
        (" 니다| 니까", always(""), rf"(?<=[{_P}])(?P<wrong> )(?=니[다까](?![가-힣]))"),
        (" 습니", always(""), r"(?<=[가-힣])(?P<wrong> )(?=습니[다까](?![가-힣]))"),
        (" 았| 었", always(""), r"(?<=[가-힣])(?P<wrong> )(?=[았었][가-힣])"),
    )
)  # fmt: skip
# Nobody carries anything on the back here, and nothing is tied to anything.
_NOTHING_IS = lazy_pattern(
    r"[가-힣](?:이|가|은|는|에|도) (?P<wrong>업)(?=습니|다(?:[.,]|$)|으[며면]|었[습다])"
)
_OBJECT = lazy_pattern(r"[을를](?: |$)")


def forms_in(text: str) -> tuple[Form, ...]:
    """Give what is to be looked for in a text."""
    return asked_of(text, (*_FORMS, *CONFUSED, *SLIPPED))


def wrong_forms(text: str, forms: Iterable[Form]) -> Iterator[Misspelling]:
    """Give what is misspelled where it stands, in the order of the forms.

    >>> text = "점수를 메기고, 비울려고 하면 할 수 업습니다."
    >>> [one.right for one in wrong_forms(text, forms_in(text))]
    ['비우려', '매', '없']
    >>> text = "만들려고 하는 사람으로서 아이를 업습니다."
    >>> list(wrong_forms(text, forms_in(text)))
    []
    """
    for form in asked_of(text, forms):
        for match in form.pattern.finditer(text):
            noun = match.groupdict().get("noun")
            if noun is None or noun.isascii() or _is_open_noun(noun):
                yield Misspelling(*match.span("wrong"), form.what(match["wrong"]))
    for match in _NOTHING_IS.finditer(text) if " 업" in text else ():
        clause = re.split(r"[.?!,;:]", text[: match.start("wrong")])[-1]
        if not _OBJECT.search(clause):
            yield Misspelling(*match.span("wrong"), "없")


def _is_open_noun(noun: str) -> bool:
    return final_of(noun[-1]) == "" and ends_in_noun(noun)
