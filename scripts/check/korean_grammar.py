"""Korean endings that no word has, and what never stands together: left from before an edit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.check.fault import QUOTED, Fault
from scripts.check.nouns import is_noun
from scripts.check.prose import Line, korean_prose, prose_text
from scripts.check.rule import Selection
from scripts.check.signed import asked_of, signed
from scripts.diagnostic import Severity
from scripts.hangul import ending_in
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_PAST, _BIEUP = ending_in("ㅆ"), ending_in("ㅂ")
_END = r"(?=[.?!,]|$)"
# None of these is done to anything.
_HAPPEN = (
    "(?:발생|작동|변|존재|실패|성공|동작)합니다|열립니다|닫힙니다|바뀝니다|잠깁니다|나타납니다"
    "|늘어납니다|줄어듭니다|달라집니다|사라집니다"
    "|이루어집니다|생깁니다|일어납니다"
    "|(?<![겨여]울을 )(?<!름을 )납니다|끝납니다|쓰입니다|섞입니다|쌓입니다|나뉩니다"
    "|풀립니다|끊깁니다"
)
_HAPPENING = (
    "(?:바뀌어|닫혀|잠겨|쌓여|끊겨|나뉘어|섞여|달라져|사라져|늘어나|일어나|나타나|없어져)"
    "(?:서|야)?(?= (?!있|버|가|오))"
    "|(?:바뀌었|열렸|닫혔|잠겼|쌓였|끊겼|달라졌|사라졌|늘어났|일어났|나타났|없어졌|끝났)습니다"
)
_HOW = "(?:(?:그대로|모두|다시|바로|함께|다|새로|서로|[가-힣]+[게히]) )?"
_NEGATIONS = lazy_pattern(
    "않|없|아니|아닙|아닌|아닐|못|말[고아라자것]|마[세십]|안 |금물|금지|불가|드물|어렵|어려"
)
_ONLY_NEGATED = lazy_pattern(
    r"(?<![가-힣])(?P<wrong>결코|좀처럼|그다지|도무지)(?= (?P<rest>[^.?!]*))"
)


# In summer and in a village no noun ends on the particle.
_OBJECT = r"(?:[가-힣]*[가-힣](?<![가마고])을|[가-힣]+를|(?<=[A-Za-z0-9_)\]])[을를])"
_DONE = "write what happens with 이 or 가, or what is done"
_ONE_ENDING = "keep one of the two endings"
_WHOLE = "write the whole ending"
# What is found, and what is to be done.
_FORMS = (
    signed(
        "합니다|됩니다",
        r"(?<![가-힣])(?P<wrong>[가-힣]+(?:하여|해서|어서|아서|여서|지만|므로|면서|으며|려면)"
        r"(?:합|됩)니다)",
        _ONE_ENDING,
    ),
    signed(
        "는합니다|은합니다|는됩니다|은됩니다",
        r"(?<![가-힣])(?P<wrong>[가-힣]{2,}[는은][합됩]니다)",
        _ONE_ENDING,
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
    signed("고입니", rf"(?<![가-힣])(?P<wrong>[가-힣]*[오가하되있없]고입니다){_END}", _ONE_ENDING),
    signed(
        "됩니다",
        "(?<![가-힣])(?P<wrong>(?:늘려|줄여|올려|내려|바꿔|지워|채워|비워|보여|나눠|돌려|옮겨|남겨)됩니다)",
        _ONE_ENDING,
    ),
    signed(
        "습.|십.|니.",
        rf"(?P<wrong>[가-힣]*(?:[{_PAST}없]습|[하으주마보]십|(?!톱)[{_BIEUP}]니))(?=\.(?:\s|$))",
        _WHOLE,
    ),
    signed("기 위 ", r"(?P<wrong>[가-힣]기 위)(?= (?!칸|줄|행|단|셀|쪽))", _WHOLE),
    signed("에 대 |에 따 ", r"(?P<wrong>[가-힣]에 [대따])(?= )", _WHOLE),
    signed(
        "에 대한 |에 대해 |에 의한 |에 의해 |에 따라 ",
        r"(?P<wrong>에 (?:대한|대해|의한|의해|따라) (?:따라|따른|의해|의한|대한|대해))(?=[ ,])",
        "keep one of the two",
    ),
    # 하는 수 없이 is an idiom.
    signed("는 수 있", r"(?P<wrong>[가-힣]+는 수 있)(?=[는다고습어으을])", "write ㄹ 수 있다"),
    signed("면 때", r"(?P<wrong>[가-힣]+면 때)(?=[ ,에])", _ONE_ENDING),
    signed("니다 때문", r"(?P<wrong>[가-힣]+니다 때문)", "write 기 때문"),
    signed(
        "을 |를 ", rf"(?P<wrong>[가-힣]+[을를] {_HOW}(?:(?:{_HAPPEN}){_END}|{_HAPPENING}))", _DONE
    ),
    # But for 시도됩니다, these are ends of verbs: 해도됩니다.
    signed(
        "을 |를 ",
        rf"(?P<wrong>{_OBJECT} (?:[가-힣]{{2,}}에 )?{_HOW}[가-힣]+(?<![도면게야록만안])"
        rf"(?:됩니다|되었습니다|됐습니다)){_END}",
        _DONE,
    ),
    # 짊어집니다 is done to something.
    signed(
        "을 |를 ",
        rf"(?P<wrong>{_OBJECT} (?:[가-힣]{{2,}}에 )?{_HOW}[가-힣]+(?<!짊)"
        rf"[어아여워려켜춰겨혀해와]집니다){_END}",
        _DONE,
    ),
    signed(
        "을 |를 ",
        rf"(?P<wrong>{_OBJECT} (?P<noun>[가-힣]+(?: [가-힣]+)?)에(?:는|도|만)? "
        r"(?:들어갑|있습|남습|담깁|놓입|쌓입|속합|저장됩|기록됩|나타납|닿습)니다)"
        rf"{_END}",
        _DONE,
    ),
)
_STEM_ALONE = lazy_pattern(r"(?<![가-힣])(?P<wrong>(?P<noun>[가-힣]{2,})하)(?=\.(?:\s|$))")


def korean_grammar(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words of a Korean page that stand in a form which goes with nothing around it."""
    lines = korean_prose(lesson)
    text = prose_text(lesson) if lines else ""
    asked = asked_of(text, _FORMS)
    for line in lines:
        for one in asked:
            for match in one.pattern.finditer(line.text):
                nouns = match.groupdict().get("noun") or ""
                if all(map(is_noun, nouns.split())):
                    message = "is no form that goes with the rest"
                    yield from _told(line, match, message, one.what)
        for match in _STEM_ALONE.finditer(line.text) if "하." in line.text else ():
            if is_noun(match["noun"]):
                yield from _told(line, match, "has no ending", _WHOLE)
        for match in _ONLY_NEGATED.finditer(line.text):
            if not _NEGATIONS.search(match["rest"]):
                yield from _told(line, match, "stands in a sentence that denies nothing",
                                 "write what is not so, or take the word out")  # fmt: skip


def _told(line: Line, match: re.Match[str], message: str, advice: str) -> Iterator[Fault]:
    start, end = match.span("wrong")
    quoted = any(one.start() < start and end <= one.end() for one in QUOTED.finditer(line.text))
    if not (line.is_code(start, end) or quoted):
        yield Fault(line, start, end, f'"{match["wrong"]}" {message}', None, advice,
                    Severity.WARNING)  # fmt: skip
