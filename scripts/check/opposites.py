"""Words that say the opposite of each other: 늘고 and 줄고, before and after."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator

from scripts.patterns import lazy_pattern

# Behind no other syllable, in the forms that verbs and adjectives have.
_KOREAN_STEMS = (
    ("크[다고지면며게니]|커[지집진야질졌]|큽|큰|클수록|클(?= )", "작[은을아습으고지다게]"),
    ("많", "적(?!어도)[은을습어으고다지게]"),
    ("늘[어고려리린릴립면었기수]|늡", "줄[어고여이인일입면었수]|줍니다"),
    ("빠[르른를릅름]|빨라|빨리", "느[리린릴립림]|느려"),
    ("긴|길[고어면다지게수]|깁니다", "짧"),
    ("높", "낮"),
    ("깊", "얕"),
    ("넓", "좁"),
    ("두껍|두꺼[운워울]", "얇"),
    ("무겁|무거[운워울]", "가볍|가벼[운워울]"),
    ("강[하한할함해]", "약[하한할함해]"),
    ("밝", "어둡|어두[운워울]"),
    ("뜨겁|뜨거[운워울]|따뜻", "차갑|차가[운워울]|시원"),
    ("비[싸싼쌀쌉]", "[싸싼쌀쌉][고은지면다니]?(?![가-힣])|저렴"),
    ("좋", "나[쁘쁜쁠쁩빠빴]"),
    ("가깝|가까[운워울이]", "멀[고어리면다지수]|먼(?= )|멉"),
    ("쉽|쉬[운워울]", "어렵|어려[운워울]"),
    ("켜|켭|켠|켤", "꺼|끄|끕|끈|끌"),
    ("맞[는습으고지다]", "틀[린리립려릴]"),
    ("오[르를릅]|올라|올[리린릴립려]", "내[리린릴립려]"),
    ("열[고어면리린립려]|엽니", "닫|닫히"),
    ("넣|넣어", "빼|뺍|뺀|뺄"),
    ("더[하해한할합]|덧셈", "빼[고는면서지]|뺍|뺀|뺄|뺄셈"),
    ("곱[하해한할합셈]", "나[누눈눌눕눠눗]"),
    ("밀[고어면리]|미는|밉니다|밀었", "당[기긴길깁겨]"),
    ("이[긴길깁겨겼]|이기[고는면지]", "지[고면는]|진(?= )|집니다|졌"),
    ("얻", "잃"),
    ("같[은을이습아고으다]", "다[르른를릅름]|달라"),
    ("자주", "드물|드문|가끔"),
    ("먼저", "나중"),
    ("왼", "오른"),
    ("위[에의로쪽]|위(?= )", "아래"),
    ("앞[에의서쪽]|앞(?= )|이전", "뒤[에의서쪽]|뒤(?= )|이후|다음"),
    ("첫|처음", "마지막|끝"),
    ("시작", "끝|종료|멈[추춘출춥춰]"),
    ("언제나|항상|늘(?= )|매번", "가끔|때때로|절대|한 번만"),
    ("모두|모든|전부", "일부|몇몇"),
    ("행[은이을의에과 ]", "열[은이을의에과 ]"),
    ("참[은이을인]", "거짓"),
    ("안쪽|안에", "바깥|밖에서|밖으로|밖에"),
    ("가로", "세로"),
    ("증가", "감소"),
    ("추가", "삭제|제거"),
    ("만[들든]", "지[우운울웁워]"),
    ("허용|허락", "금지|막[고는습아]"),
    ("성공", "실패"),
    ("양수|양의", "음수|음의"),
)
# Behind any syllable.
_KOREAN_WORDS = (
    ("입력", "출력"),
    ("최대|최댓", "최소|최솟"),
    ("이상", "이하|미만"),
    ("초과", "미만|이하"),
    ("오름차순", "내림차순"),
    ("상한", "하한"),
    ("상위", "하위"),
    ("홀수", "짝수"),
    ("정적", "동적"),
    ("부모", "자식"),
    ("순방향|정방향", "역방향"),
    ("부터(?![가-힣])", "까지(?![가-힣])"),
    ("포함", "제외"),
    (" 전(?:에|의|까지)(?![가-힣])", " (?:뒤|후)(?:에|의|부터)(?![가-힣])"),
)
_ENGLISH = (
    ("first", "last"),
    ("left", "right"),
    ("above|over", "below|under|beneath"),
    ("before", "after"),
    ("more", "less|fewer"),
    ("many|much", "few|little"),
    ("larger?|largest|bigg?(?:er|est)?|greater|greatest", "small(?:er|est)?"),
    ("fast(?:er|est)?|quick(?:ly|er)?", "slow(?:er|est|ly)?"),
    ("long(?:er|est)?", "short(?:er|est)?"),
    ("high(?:er|est)?", "low(?:er|est)?"),
    ("wider?|widest", "narrow(?:er|est)?"),
    ("deep(?:er|est)?", "shallow(?:er|est)?"),
    ("thick(?:er|est)?", "thin(?:ner|nest)?"),
    ("strong(?:er|est)?", "weak(?:er|est)?"),
    ("heav(?:y|ier|iest)", "light(?:er|est)?"),
    ("hot(?:ter|test)?|warm(?:er|est)?", "cold(?:er|est)?|cool(?:er|est)?"),
    ("good|better|best", "bad|worse|worst"),
    ("near(?:er|est)?|close(?:r|st)?", "far|farther|further|farthest"),
    ("new(?:er|est)?", "old(?:er|est)?"),
    ("same|equal", "different|differs?"),
    ("always", "never|sometimes|rarely"),
    ("often|frequently", "rarely|seldom|never"),
    ("all|every|each|both", "some|none|neither"),
    ("rows?", "columns?"),
    ("inputs?", "outputs?"),
    ("true", "false"),
    ("maximum|most", "minimum|least"),
    ("upper", "lower"),
    ("up|upwards?", "down|downwards?"),
    ("top", "bottom"),
    ("inner|inside", "outer|outside"),
    ("increas(?:e|es|ed|ing)|grow(?:s|n|ing)?|grew|rises?|rising|rose",
     "decreas(?:e|es|ed|ing)|shrink(?:s|ing)?|shrank|falls?|falling|fell|drops?"),
    ("add(?:s|ed|ing)?", "subtract(?:s|ed|ing)?|remov(?:e|es|ed|ing)"),
    ("multipl(?:y|ies|ied)", "divid(?:e|es|ed)"),
    ("create(?:s|d)?", "delete(?:s|d)?"),
    ("includ(?:e|es|ed|ing)", "exclud(?:e|es|ed|ing)"),
    ("enabl(?:e|es|ed|ing)", "disabl(?:e|es|ed|ing)"),
    ("allow(?:s|ed)?", "forbid(?:s|den)?|prevents?|prevented"),
    ("opens?|opened", "close[sd]?"),
    ("starts?|started|begins?|began|beginning", "ends?|ended|stops?|stopped|finish(?:es|ed)?"),
    ("success|succeeds?|succeeded|works", "failures?|fails?|failed"),
    ("wins?|won", "los(?:e|es|t)"),
    ("gains?|gained", "los(?:e|es|t)"),
    ("push(?:es|ed)?", "pull(?:s|ed)?"),
    ("forward", "backwards?|reverse"),
    ("ascending", "descending"),
    ("early|earlier", "late|later"),
    ("eas(?:y|ier|iest|ily)", "hard(?:er|est)?|difficult"),
    ("cheap(?:er|est)?", "expensive"),
    ("full", "empty"),
    ("wet", "dry"),
    ("static", "dynamic"),
    ("public", "private"),
    ("local(?:ly)?", "global(?:ly)?"),
    ("horizontal(?:ly)?", "vertical(?:ly)?"),
    ("parents?", "child(?:ren)?"),
    ("with", "without"),
    ("can", "cannot"),
    ("possible", "impossible"),
    ("known", "unknown"),
    ("safe(?:r|ly)?", "unsafe|dangerous"),
    ("positive", "negative"),
    ("odd", "even"),
    ("until", "since"),
)  # fmt: skip
KOREAN_OPPOSITES = (
    tuple((rf"(?<![가-힣])(?:{one})", rf"(?<![가-힣])(?:{other})") for one, other in _KOREAN_STEMS)
    + _KOREAN_WORDS
)
ENGLISH_OPPOSITES = tuple((rf"\b(?:{one})\b", rf"\b(?:{other})\b") for one, other in _ENGLISH)
_BARE = lazy_pattern(r"^\W+|\W+$")


@functools.cache
def _compiled(side: str) -> re.Pattern[str]:
    return lazy_pattern(side, re.IGNORECASE)


def opposites_in(text: str, *, is_korean: bool) -> Iterator[str]:
    """Give the words of a text that have an opposite, each as the pattern of its side."""
    for pair in KOREAN_OPPOSITES if is_korean else ENGLISH_OPPOSITES:
        for side in pair:
            yield from [side] * len(_compiled(side).findall(text))


def are_opposite(old: str, new: str, *, is_korean: bool) -> bool:
    """Tell whether a word stands in the place of its opposite, and most around them as it was.

    >>> are_opposite("값은 줄고 수는 늡니다", "값은 늘고 수는 줍니다", is_korean=True)
    True
    >>> are_opposite("a is small and b large", "b is large and a small", is_korean=False)
    False
    """
    ours, theirs = old.split(), new.split()
    if len(ours) != len(theirs):
        return False
    unlike = [(one, its) for one, its in zip(ours, theirs, strict=True) if one != its]
    if 2 * len(unlike) > len(ours):
        return False
    pairs = KOREAN_OPPOSITES if is_korean else ENGLISH_OPPOSITES
    return any(
        _compiled(a).search(f"{_BARE.sub('', one)} ")
        and _compiled(b).search(f"{_BARE.sub('', its)} ")
        for one, its in unlike
        for pair in pairs
        for a, b in itertools.permutations(pair)
    )
