"""Korean objects beside what takes none, and what can be done beside nothing that is."""

from __future__ import annotations

from scripts.check.signed import joined_signs, signed

END = r"(?=[.?!,]|$)"
# In summer and in a village no noun ends on the particle, nor where something may be: 있을 때.
OBJECT = r"(?:[가-힣]*[가-힣](?<![가마고있없았었했였됐졌])을|[가-힣]+를|(?<=[A-Za-z0-9_)\]])[을를])"
HOW = (
    "(?:(?:그대로|모두|다시|바로|함께|다|새로|서로|조금|많이|이미|아직|오래|따로|매번|항상|늘|자주|점점|차츰|먼저|미리"
    "|계속|[가-힣]+(?:[게히씩]|없이|같이)"
    "|[가-힣A-Za-z0-9_]+[와과] (?:똑같이|같이|함께|나란히|다르게|달리)) )?"
)
# What stands before these is when, and no object.
TIMES = "경우|때|순간|시점"
DONE = "write what happens with 이 or 가, or what is done"
BEFORE_CAN = "put what can be done before 수, with ㄹ at its end"
_DEEDS = (
    "받아|찾아|골라|모아|넣어|읽어|불러|바꿔|만들어|꺼내|보내|더해|곱해|담아|적어|고쳐|옮겨|써서"
    "|해서|하여"
)

OBJECTS = (
    # What can be done, without what that is: 환경을 다시 수 있고, 커서 만들 없어도.
    signed(
        "다시 수|바로 수|쉽게 수|빨리 수|모두 수|함께 수|직접 수|따로 수|미리 수|언제든 수",
        r"(?<![가-힣])(?P<wrong>(?:다시|바로|쉽게|빨리|모두|함께|직접|따로|미리|언제든) 수)"
        r" (?=[있없][가-힣])",
        "write what can be done before 수",
    ),
    signed(
        joined_signs("만들|바꿀|다룰|나눌|고칠|옮길|줄일|늘릴|될|할", " 있| 없"),
        r"(?P<wrong>(?:만들|바꿀|다룰|나눌|고칠|옮길|줄일|늘릴|(?<![가-힣])될|(?<![역분관])할)"
        r" [있없])(?=습니|다(?:[.,]|$)|[으는]|어[서도야]|고(?:[ ,])|지만)",
        BEFORE_CAN,
    ),
    signed(
        "수 있게 있", r"(?P<wrong>수 있게 있)(?=[습다는으고])", "write 수 있, or 수 있게 됩니다"
    ),
    # What is done once: 번호를 받아 받아.
    signed(
        "|".join(f"{deed} {deed}" for deed in _DEEDS.split("|")),
        rf"(?<![가-힣])(?P<wrong>(?P<deed>{_DEEDS}) (?P=deed))(?= [가-힣])",
        "keep one of the two",
    ),
    # What is so has no object: 적는 것을 좋습니다; 한 바퀴 도는 것을 에폭입니다.
    signed(
        "좋습니다|나쁩니다|낫습니다|쉽습니다|어렵습니다|같습니다|다릅니다|높습니다|낮습니다|큽니다",
        rf"(?P<wrong>{OBJECT} (?:더 |가장 |훨씬 )?"
        rf"(?:좋습|나쁩|낫습|쉽습|어렵습|같습|다릅|높습|낮습|큽)니다){END}",
        "write what is so with 이 or 가",
    ),
    # Nor what there is, what is like another one, or what is needed.
    signed(
        "있습니다|있었|있을|있으면|없습니다|없었|없을|없으면|많습니다|많을|많으면|많아서|같은지|같으면|같아야"
        "|같을|같았|다른지|다르면|다를|필요 없|필요합니다",
        rf"(?P<wrong>{OBJECT} (?:[있없](?:습니다|었습니다|었고|었지만|으면)|많(?:습니다|으면|아서)"
        r"|같(?:은지|으면|아야|았)|다(?:른지|르면)|필요(?: 없습니다|합니다)))(?=[ .,?!]|$)",
        "write what there is with 이 or 가",
    ),
    # Nor has what stands somewhere: 축을 결과에서도 맨 앞에 놓입니다.
    signed(
        "놓입니다|쌓입니다|담깁니다|적힙니다|남습니다|나타납니다|생깁니다|찍힙니다",
        rf"(?P<wrong>{OBJECT} (?:(?:(?!{TIMES})[가-힣A-Za-z0-9_]+(?<!기)에(?:서)?"
        r"[도는만]?|맨|다시|모두) )"
        r"{1,3}(?:놓입|쌓입|담깁|적힙|남습|나타납|생깁|찍힙)니다)" + END,
        DONE,
    ),
    # Nor what is done by others: 값을 확인될 수 없지만. What it is said of may stand behind 되는.
    signed(
        "될 수 있|될 수 없|되어야 |되지 않|되지 못|되지만|되며",
        rf"(?P<wrong>{OBJECT} {HOW}[가-힣]+(?<![도면게야록만안못])"
        r"(?:될 수 [있없](?=습니다|다[.,]|지만|고[ ,]|으며|으므로|어[서도 ])"
        r"|되어야(?= (?:합니다|한다|하[고며지]))|되지(?= (?:않(?!는|은|을)|못(?!한|할|하는)))"
        r"|되지만(?= |,)|되며(?= |,)))",
        DONE,
    ),
    signed(
        "는 것을 ",
        rf"(?P<wrong>는 것을 [가-힣]+입니다){END}",
        "write 것이, or 것을 ... 합니다",
    ),
    signed(
        "가장 ",
        r"(?P<wrong>가장 [가-힣]+ 것은 [^.,?!]{1,12}[이가] 가장) ",
        "say what is the most of all once",
    ),
    # What becomes so is done to nothing: 자료형을 바뀌는 경우.
    signed(
        "을 |를 ",
        rf"(?P<wrong>{OBJECT} {HOW}(?:바뀌|나뉘|열리|닫히|줄어드|늘어나|사라지|생기|나타나|달라지"
        r"|드러나)는) (?:경우|것|때|곳|일|점|까닭|이유|값|셀|줄|순간)(?![가-힣]{3})",
        DONE,
    ),
)
