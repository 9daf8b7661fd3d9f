"""Korean particles, and 이다, that stand apart from what they belong to."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from scripts.agreement import FORMS, Sound, right_form, sound_of, sure_sound
from scripts.check.fault import Fault
from scripts.check.korean.doubled import PLACES
from scripts.check.korean.near_words import frequent_nouns
from scripts.check.korean.nouns import is_listed, is_noun, last_nouns
from scripts.check.prose import OPAQUE, Line, prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.glossary import read_glossary
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# Alone between spaces these can be nothing else; 은, 의, 이, 가, 도 and 만 are words, too.
_ALONE = lazy_pattern(
    r"(?P<before>[가-힣A-Za-z0-9_)\]%\"'”’`])(?P<gap> +)"
    r"(?P<particle>을|를|는|에|로|으로|으로는|에서|에서는|에게|으로써|으로부터|까지|부터|처럼|에서의|와의|과의"
    r"|에는|에서도|에서만|에게는|에게서|으로도|으로만|으로의|까지는|까지도|까지의|부터는|부터의)(?=[\s,.]|$)"
)
_BEHIND_NAME = lazy_pattern(
    r"(?P<before>[A-Za-z0-9_)\]%`])(?P<gap> )"
    r"(?P<particle>은|의|와|과|로|가|에|도|이나|이란|이?라고[도는만]?|이?라는|와는|과는|와도|과도|로는|로도|에만)(?=\s)"
)
# Behind numbers 만 is ten thousand.
_ONLY = lazy_pattern(
    r"(?P<before>[A-Za-z_`])(?P<gap> )(?P<particle>만|까지|부터|보다|처럼)(?= [가-힣]{2})"
)
# No word begins so behind what is quoted.
_BEHIND_QUOTE = lazy_pattern(
    r"(?P<before>(?<=[가-힣A-Za-z0-9])[\"'”’])(?P<gap> )(?P<particle>이란|이라고|이라는|이나)(?=\s)"
)
# Behind a formula, a quoted value, a link: 5 도 are degrees there, too, and 이 begins a sentence.
# Where the next word is a verb or asks, 이 is no "this".
_BEHIND_CODE = lazy_pattern(
    r"(?P<before>[A-Za-z0-9_)\]%`])(?P<gap> )(?P<particle>이)"
    r"(?= (?:무엇|어떻|얼마|누구|아니|아닌|아닐|아닙|없|있|되|된|될|됩))"
)
_BEHIND_MARKUP = lazy_pattern(
    rf"(?P<before>[가-힣{OPAQUE}])(?P<gap> )"
    r"(?P<particle>은|는|을|를|의|와|로|으로|에|에서|가|이?라고|이?라는)(?=\s)"
)
# The copula behind a name, a number or code; 이면 is a noun, too, but not before a space. Behind
# numbers 인 and 일 are people and days.
_COPULA = lazy_pattern(
    r"(?P<before>\S)(?P<gap> +)(?P<particle>입니다|입니까|이며|이고|이므로|이지만|이었습니다|이었고"
    r"|이어야|이어서|이라면|이더라도|이니까|이라서"
    r"|이다(?=[ .,]|$)|였습니다|이에요|예요|인데|이자|이거나|이면"
    r"|인지(?= (?:아닌|확인|검사|알|묻|보|판단|결정))|인(?= (?:경우|것|때|값|상태|동안|데))"
    r"|일(?= (?:경우|때(?!문)|것|수)))(?![가-힣])"
)
_PEOPLE_AND_DAYS = frozenset({"인", "일", "인데"})
_BEHIND_KNOWN_NOUN = frozenset({"이며", "이고", "이므로", "이지만", "인", "일"})
_BEGINS_NOTHING = frozenset({"이며", "이므로", "이지만"})
# Particles, verbs and adverbs.
_ENDS_OF_OTHERS = frozenset("은는을를이가의에도로와과만서지고며면게히다")
_LAST_WORD = lazy_pattern(r"[가-힣]+$")
# Behind a noun that is known; 은 is silver, and stands behind other metals.
_BEHIND_NOUN = lazy_pattern(r"(?<![가-힣])(?P<noun>[가-힣]+)(?P<gap> )(?P<particle>은|의|에)(?=\s)")
# 가 보다, 가 있다 and 가 주다 are of who goes.
_SUBJECT_BEHIND_NOUN = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,})(?P<gap> )(?P<particle>가)"
    r"(?= (?![보봤봐봅버있줬주줍])[가-힣]{2,})"
)
# Behind a topic there is a subject before what it is: 이때는 평균 이 캐리입니다. Some say when.
_SUBJECT_OF_TOPIC = lazy_pattern(
    r"(?<=[가-힣][은는] )(?P<noun>[가-힣]{2,})(?P<gap> )(?P<particle>이)"
    r"(?= (?P<what>[가-힣]{2,}?)(?:입니다|이고|이며|이므로))"
)
_WHEN = frozenset(["지금", "오늘", "내일", "결국", "사실", "보통", "마침", "방금", "다음", "처음"])
# 만 before what is counted is ten thousand; 보다 is "more", too, and 조차 the range of tides.
_NUMBERED = (
    r" ?(?:\d|나이|단위|이상|이하|시간|하루|이틀|사흘|[이삼사오육칠팔구]천|여 |번째|가지|마리|단계"
    "|[개명원번건줄장권배년일살세] ?)"
)
_BEHIND_LISTED = lazy_pattern(
    rf"(?<![가-힣])(?P<noun>[가-힣]+)(?P<gap> )(?P<particle>만(?= [가-힣]{{2}})(?!{_NUMBERED})"
    r"|대로(?= [가-힣])|보다(?= (?:[^\s.,]+ ){0,3}(?:더|덜) (?!이상)"
    r"| (?:많|크|작|적|높|낮|길|짧|빠르|빨|느리|느려|낫|나은|늦)))"
)
# Behind what only a noun can be: 이 is no "this" before these verbs, 와 does not come, and 도 and
# 만 are no numbers.
_HOW = """
더 매우 아주 너무 훨씬 가장 모두 다 잘 안 못 늘 곧 먼저 이미 아직 계속 함께 다시 조금
"""
_VERBS = """
있[는다습으을어고던지게] 없[는다습으을어고던지게이] 아[니닌닐닙] 되[는고며지면어었] 된다 될 됩니
많[은다습으을아고던지]
크[다고며면지게] 큽니 커[서지야졌진질집] 작[은다습으을아고던지] 높[은다습으을아고던지]
낮[은다습으을아고던지]
길[다고며면지게어] 깁니 짧[은다습으을아고던지] 맞[는다습으을아고던지] 다르[다고며면지게] 다릅니
달라 나[오온올옵와왔]
나[는고며면지] 났 일어[나난날납났] 생[기긴길깁겼겨] 바[뀌뀐뀔뀝] 필요 보이[는고며면지] 보인 보입
늘어 줄어 작아
남[는아았고습] 끝[나난날납났] 걸[리린릴립렸려] 들어[가간갈갑갔오온옵왔있] 드러[나난납났]
이어[지진집졌] 겹[치친칠칩쳤]
사라[지진집졌] 비슷[하한합해] 가능[하한합해] 쉽[다고습] 어렵 몇 어떤 무엇 어떻 얼마 하나[도가뿐]
둘뿐
"""
_SAYS = (
    rf"(?:(?:{'|'.join(_HOW.split())}) )*(?:{'|'.join(_VERBS.split())}|\d|[가-힣]{{1,5}}"
    "(?:습니다|(?<![입였])니다|(?<!이)지만|으면|(?<!인)데|(?<!이)므로|거나|도록|려면)(?![가-힣]))"
)
_NO_VERB_OF_COMING = "(?![있보봐봤주줘서왔가갔버])"
_BEHIND_FREQUENT = lazy_pattern(
    rf"(?<![가-힣])(?P<noun>[가-힣]+)(?P<gap> )(?P<particle>이(?= {_SAYS})"
    r"|가(?= (?![보봐봤버줘줬주])[가-힣A-Za-z`\d])|과(?= [가-힣A-Za-z`\d])"
    rf"|와(?= {_NO_VERB_OF_COMING}[가-힣A-Za-z`\d])"
    rf"|도(?= [가-힣]{{2}})|만(?= [가-힣]{{2}})(?!{_NUMBERED})"
    r"|만으로(?:는|도)?(?= [가-힣])|이나(?= [가-힣A-Za-z`])"
    r"|마다(?= [가-힣])|은(?= [가-힣]))"
)
_NO_SUBJECTS = _WHEN | frozenset(
    ["경우", "때", "후", "뒤", "전", "동안", "이상", "이하", "정도", "번"]
)
_BEFORE = frozenset(["예전", "이전", "기존", "평소", "처음", "어제"])
_NOT_EVEN = lazy_pattern(
    r"(?P<before>[가-힣A-Za-z](?<![의은는을를가이도만큰한른]))(?P<gap> )(?P<particle>조차)"
    r"(?= [^.]*(?:않|없|못|안 |모르))"
)
# More than a number, for "more" stands before no number's end.
_THAN = lazy_pattern(
    r"(?P<before>\d)(?P<gap> )(?P<particle>보다)"
    r"(?= (?:더 |덜 |훨씬 |조금 )?(?:[큰작많적높낮긴짧]|크|클|길|빠|느|먼|가까|멀))"
)
_MAIL = lazy_pattern(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+$")
_MARKED_ADDRESS = lazy_pattern(r"(?:https?|ftp)://[^\s<>()\[\]`]+[*_]+$")
_METALS = frozenset(["금", "동", "구리", "백금", "납", "철", "순"])


def detached(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the particles that a space parts from what they belong to."""
    if lesson.language is not KOREAN:
        return
    lines = lesson.text.split("\n")
    glossary = read_glossary(selection.lessons.root)
    terms = last_nouns(term.korean for term in glossary)
    for line in prose(lesson):
        raw = lines[line.number - 1]
        behind_markup = (
            match
            for match in _BEHIND_MARKUP.finditer(line.text)
            # A bare address would go on without the space.
            if raw[line.columns[match.start("gap")] - 2] in ")]`*>$"
        )
        behind_noun = (
            match
            for match in _BEHIND_NOUN.finditer(line.text)
            if (is_noun(match["noun"]) or match["noun"] in terms) and match["noun"] not in _METALS
        )
        subjects = (
            match
            for match in _SUBJECT_BEHIND_NOUN.finditer(line.text)
            if is_listed(match["noun"])
            and sound_of(match["noun"][-1]) is Sound.VOWEL
            and match["noun"] not in PLACES
        )
        of_topics = (
            match
            for match in _SUBJECT_OF_TOPIC.finditer(line.text)
            if (is_noun(match["noun"]) or match["noun"] in terms)
            and sound_of(match["noun"][-1]) is not Sound.VOWEL
            and match["noun"] not in PLACES
            and match["noun"] not in _WHEN
            and (is_noun(match["what"]) or match["what"] in terms)
        )
        behind_listed = (
            match
            for match in _BEHIND_LISTED.finditer(line.text)
            if is_noun(match["noun"])
            or match["noun"] in terms
            or (match["particle"] == "보다" and match["noun"] in _BEFORE)
        )
        behind_frequent = (
            match
            for match in _BEHIND_FREQUENT.finditer(line.text)
            if _is_noun_with(match["noun"], match["particle"])
        )
        others = (
            *_BEHIND_NAME.finditer(line.text),
            *_BEHIND_QUOTE.finditer(line.text),
            *_ONLY.finditer(line.text),
            *_BEHIND_CODE.finditer(line.text),
            *behind_markup,
            *behind_noun,
            *behind_listed,
            *behind_frequent,
            *subjects,
            *of_topics,
            *_NOT_EVEN.finditer(line.text),
            *_THAN.finditer(line.text),
            *(match for match in _COPULA.finditer(line.text) if _is_copula(line, match, raw)),
        )
        # A comment may be about code, where a letter is a name.
        matches = (*_ALONE.finditer(line.text), *(others if line.kind != "comment" else ()))
        for match in {match.start("gap"): match for match in matches}.values():
            start, end = match.span("particle")
            if _ADDRESS_BEFORE.search(raw, 0, line.columns[start] - 1):
                continue
            before = line.text[: match.start("gap")]
            lonely = re.search(r"[^\s,/]+$", before)
            if line.is_code(start, end) or (lonely and lonely[0] in FORMS):
                continue
            particle = match["particle"]
            # 5 도 are degrees, and 3 과 is a lesson.
            if before[-1].isdigit() and particle in {"도", "과", "가"}:
                continue
            # Many viewers take what is joined to a bare address for a part of it.
            if _MAIL.search(before) or _MARKED_ADDRESS.search(raw[: line.columns[start] - 2]):
                continue
            # 더 는 줄 has grown: 늘다. 사용 하 는 is a verb that was torn.
            if particle == "는" and before.endswith(("보다", "더", " 하", " 되")):
                continue
            yield _fault(line, match, raw)
    yield from _behind_line_ends(lesson)


# No word begins a line so; what stands before it is at the end of the line above.
_FIRST = lazy_pattern(
    r"\s*(?P<particle>을|를|는|으로|으로는|에서|에서는|에게|에는|까지|부터|처럼)(?=[\s,.])"
)
# 은 is silver, too, but not behind code, a link or a name in Latin letters.
_FIRST_BEHIND_NAME = lazy_pattern(
    r"\s*(?P<particle>은|의|와|과|로|가|이란|이?라는|이?라고)(?=[\s,.])"
)
_NAMED = lazy_pattern(r"[A-Za-z0-9)\]`]$")
_JOINABLE = lazy_pattern(rf"[가-힣A-Za-z0-9)\]`”’{OPAQUE}]$")


# Of one syllable these alone are no part of another word.
_ONE_SYLLABLE = frozenset("값것글답칸곱곳점쪽줄틀셀키힘둘셋식층합선함말뜻달행짝잎")


def _is_noun_with(noun: str, particle: str) -> bool:
    """Tell whether a particle fits behind a word, which is a noun."""
    if len(noun) < 2:
        is_one = noun == "것" or (noun in _ONE_SYLLABLE and particle not in {"만", "도"})
    else:
        is_one = is_listed(noun) or noun in frequent_nouns()
    sound = sound_of(noun[-1])
    if not is_one or sound is None or noun in _METALS or noun in PLACES:
        return False
    if particle in FORMS and right_form(particle, sound) != particle:
        return False
    return particle not in {"이", "가", "은", "과"} or noun not in _NO_SUBJECTS


def _behind_line_ends(lesson: Lesson) -> Iterator[Fault]:
    """Give the particles that a line begins with: its end counts as a space."""
    for above, line in itertools.pairwise(prose(lesson)):
        match = _FIRST.match(line.text)
        if match is None and _NAMED.search(above.text):
            match = _FIRST_BEHIND_NAME.match(line.text)
        if match is None or line.block is None or line.is_code(*match.span("particle")):
            continue
        follows = above.block is line.block and above.number + 1 == line.number
        if follows and _JOINABLE.search(above.text):
            particle = match["particle"]
            message = f'"{particle}" joins what stands at the end of the line before'
            yield Fault(line, *match.span("particle"), message, None,
                        "join the two lines there", Severity.WARNING)  # fmt: skip


# An address in angle brackets is left out of the text, but it is read.
_ADDRESS_BEFORE = lazy_pattern(r"<[A-Za-z][\w+.-]*:[^<>]*>$")
_BRACKETS = lazy_pattern(r"\)[\"'”’\]`*_]*$")
_WORD_BEFORE = lazy_pattern(r"(?P<word>[\w.%]*(?P<last>\w|%))[\"'”’)\]`]*$")
# Emphasis that ends before the space; and what marks do not close behind, once the space is gone.
_EMPHASIS = lazy_pattern(
    r"(?<![\w\\*])(?P<marks>\*{1,3}|_{1,3})(?=[^\s*_])"
    r"(?P<inner>(?:(?!(?P=marks)).)*[^_])(?P=marks)$"
)
_OPEN_MARKS = lazy_pattern(r"(?:(?:_|[^\w\s*\\])\*+|(?<![A-Za-z0-9_])_.*_)$")


def _fault(line: Line, match: re.Match[str], raw: str) -> Fault:
    """Give the fault of a particle behind a space, mended so that emphasis still closes."""
    start, end, written = match.start("gap"), match.end("particle"), match["particle"]
    particle = _fitting(line.text[:start], written)
    message = f'"{written}" joins what stands before it'
    advice = f'delete the space before "{written}"'
    if particle != written:
        advice = f'{advice}, and write "{particle}"'
    before = raw[: line.columns[start] - 1]
    if not _OPEN_MARKS.search(before) or (before.endswith("_") and line.is_code(start - 1, start)):
        return Fault(line, start, end, message, particle, advice, Severity.WARNING)
    emphasis = _EMPHASIS.search(before)
    if emphasis is None:
        advice = f'{advice}, and close the emphasis behind "{particle}"'
        return Fault(line, start, end, message, None, advice, Severity.WARNING)
    old, new = emphasis[0] + line.text[start:end], _emphasised(emphasis, particle)
    return Fault(line, start, end, message, particle, f'write "{new}"', Severity.WARNING,
                 (old, new), emphasis.start() + 1)  # fmt: skip


def _fitting(before: str, particle: str) -> str:
    """Give the form of a particle that follows a text; as it is where that is not certain.

    >>> _fitting("the `jit", "는"), _fitting("값", "를"), _fitting("frob", "를")
    ('은', '을', '를')
    >>> _fitting("EC2(SSM)", "를")
    '를'
    """
    word = _WORD_BEFORE.search(before)
    # Behind brackets it follows the word before them, or what is called so as a whole.
    if _BRACKETS.search(before) or word is None or particle not in FORMS:
        return particle
    sound = sound_of(word["last"]) or sure_sound(word["word"])
    return right_form(particle, sound) if sound else particle


def _emphasised(emphasis: re.Match[str], particle: str) -> str:
    """Give emphasis with a particle right behind it, or in it where it would not close.

    >>> [_emphasised(_EMPHASIS.search(text), "는") for text in ("_정보_", "**정보(x)**")]
    ['*정보*는', '**정보(x)는**']
    """
    marks, inner = emphasis["marks"].replace("_", "*"), emphasis["inner"]
    if re.search(r"\w$", inner):
        return f"{marks}{inner}{marks}{particle}"
    return f"{marks}{inner}{particle}{marks}"


def _is_a_name(word: str, particle: str) -> bool:
    """Tell a word that only a noun can be, before what begins no sentence: 핸들 이며."""
    return len(word) > 1 and particle in _BEGINS_NOTHING and word[-1] not in _ENDS_OF_OTHERS


_JOINED_BRACKET = lazy_pattern(r"(?<=[가-힣A-Za-z0-9`])\([^().?!]+(?<![다요까])\)$")


def _is_copula(line: Line, match: re.Match[str], raw: str) -> bool:
    """Tell whether what ends before a copula is code, a name, a number, or a noun in markup."""
    before, end = match["before"], match.end("before")
    if line.is_code(end - 1, end):
        return True
    if before.isdigit():
        return match["particle"] not in _PEOPLE_AND_DAYS
    if re.match("[A-Za-z_%]", before):
        return True
    # Nothing ends where a bracket is joined to a word: 인자(argument) 입니다.
    if before == ")" and _JOINED_BRACKET.search(line.text, 0, end):
        return True
    if match["particle"] in _BEHIND_KNOWN_NOUN:
        word = _LAST_WORD.search(line.text, 0, end)
        if word and (is_noun(word[0]) or _is_a_name(word[0], match["particle"])):
            return True
    marked = raw[line.columns[end] - 2] in ")]`*>$"
    # What a sentence in parentheses or a link says may go on behind it; `spacing` has the rest.
    is_word = re.match(f"[가-힣{OPAQUE}]", before) and not match["particle"].startswith("입니")
    return marked and bool(is_word)
