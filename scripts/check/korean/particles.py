"""Korean particles: the form that fits what is read before them, joined to it, and only once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from scripts.agreement import (
    COPULA,
    FORMS,
    UNITS,
    Sound,
    likely_sound,
    reading_of,
    right_form,
    sound_of,
    sure_sound,
)
from scripts.check.fault import Fault
from scripts.check.korean.after_hangul import (
    NEVER_BEHIND_VOWELS,
    NO_ENDS,
    is_of_a_noun,
    wrong_after_hangul,
)
from scripts.check.korean.doubled import ends_in_two
from scripts.check.korean.nouns import ends_in_noun, is_listed, is_noun, last_nouns
from scripts.check.korean.said_formulas import sounds_of
from scripts.check.prose import OPAQUE, Line, prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.glossary import read_glossary, read_readings
from scripts.hangul import final_of
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

HANGUL_RUN = lazy_pattern("[가-힣]+")
_LONGEST_FIRST = sorted(FORMS, key=lambda form: (-len(form), form))
_ENDS_IN_FORM = lazy_pattern(f"(?:{'|'.join(_LONGEST_FIRST)})$")
# 은(는), 을/를: both forms are there on purpose.
BOTH_FORMS = lazy_pattern(r"[(/]\s*(?:은|는|이|가|을|를|과|와|으|로|으로|나|라)\s*[)/]?|^\(으\)|^/")

QUOTES = "\"'”’」』》`"
_TOKEN = lazy_pattern(r"[A-Za-z0-9_.,+#-]*[A-Za-z0-9_](?:\(\))?$|(?<=\d)%$")
# %s and {name} stand for what nobody knows here.
_PLACEHOLDER = lazy_pattern(r"%(?:[-+#0-9.*]*[a-zA-Z]+|\([^()]*\)[a-z]|\d+)$|[{}<>$]\w*[}>]?$")
# Units are read as words: 5 cm는 is 센티미터는. A letter joined to a number may be a name: 5m.
_UNIT = lazy_pattern(r"\d\s*[a-zμ]+[²³2]?$")
_KNOWN_UNIT = lazy_pattern(
    r"(?<![A-Za-z0-9.,])\d[\d,]*(?:\.\d+)?"
    r"(?: (?P<apart>[A-Za-zμ]{1,4})|(?P<joined>[A-Za-zμ]{2,4}))$"
)
# 1/2 is 이분의 일, or what a page counts; a date has two slashes.
_FRACTION = lazy_pattern(r"(?<![\w./,-])(?P<above>\d+)/(?P<below>\d+)$")
# Behind a name 3 may be 쓰리: GTK 3, POP 3. Of these numbers only what both readings share is sure.
_BEHIND_A_NAME = lazy_pattern(r"[A-Za-z+][ ](?:\d+, ?)*\d*[136789]$")
# The last number of a time of day is one of minutes: 9:30 is 아홉 시 삼십 분.
_CLOCK = lazy_pattern(r"\d:[0-5]\d$")
# 을지로 3가, 세종대로 9로: parts of towns.
_STREET = lazy_pattern(r"(?:로|동|가)\s+\d+$")
_ROW_OF_PARTS = lazy_pattern(r"\d가·\d+$")
_BEHIND_HANGUL = lazy_pattern(r"[가-힣]\d+$")
ACCEPTED_BEHIND_VOWELS = frozenset(
    {"이라는", "이라고", "이란", "이나", "이라면", "이라도", "이랑", "이든지"}
    | {"이어야", "이었다", "이었습니다"}
)

# Behind these, which tell when, 이 is "this" where another noun is what the sentence is about.
_TELLING_WHEN = ("경우", "때", "후", "뒤")
_AND_NOUN = lazy_pattern(r" (?P<noun>[가-힣]+|[A-Za-z][\w.]*)")
_AND_VERB = lazy_pattern(r" ?[하할한합해했되될된됩돼됐시]")
_ABOUT = ("은", "는", "이", "가")


# 선택한는 may be 선택하는 or 선택한, and is no 선택한은.
_OF_VERBS = {"한": "하", "된": "되", "할": "하", "될": "되"}

# By their English names, in small letters, the Korean ones of the glossary's terms.
Glosses = Mapping[str, Sequence[str]]
_NO_GLOSSES: Glosses = {}


def glosses_of(root: Path) -> Glosses:
    found: dict[str, list[str]] = {}
    for term in read_glossary(root):
        if term.korean and term.english:
            found.setdefault(term.english.lower(), []).append(term.korean)
    return found


def this_behind(text: str, end: int) -> str:
    """Give the particle of the noun behind 이 where that is "this", not what ends at `end`.

    "" where 이 may be a particle, "?" where nobody can tell.

    >>> texts = ("경우이 함수는 씁니다", "함수이 경로가 깁니다", "함수이 실행 됩니다",
    ...          "함수이 값을 줍니다")
    >>> [this_behind(text, text.index("이") + 1) for text in texts]
    ['는', '?', '', '']
    """
    stem = re.search("[가-힣]*$", text[: end - 1])
    following = _AND_NOUN.match(text, end)
    if text[end - 1] != "이" or stem is None or following is None:
        return ""
    tells_when = stem[0].endswith(_TELLING_WHEN)
    word, at = following["noun"], following.end()
    if word[0].isascii():
        run = HANGUL_RUN.match(text, at)
        noun, particle = True, run[0] if run else ""
    else:
        form = None if is_noun(word) else _ENDS_IN_FORM.search(word)
        cut = form.start() if form and form.start() else len(word)
        noun, particle = is_noun(word[:cut]), word[cut:]
    if not noun:
        return ""
    if tells_when and particle in _ABOUT:
        return particle
    doubtful = particle in _ABOUT or tells_when
    return "?" if doubtful or (not particle and not _AND_VERB.match(text, at)) else ""


def agreement(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the particles whose form does not fit what is read before them.

    Where the reading is certain the fault has a replacement.
    """
    if lesson.language is not KOREAN:
        return
    readings = read_readings(selection.lessons.root)
    glosses = glosses_of(selection.lessons.root)
    terms = last_nouns(word for words in glosses.values() for word in words)
    rows = lesson.text.split("\n")
    for line in prose(lesson):
        yield from _torn(line)
        for run in HANGUL_RUN.finditer(line.text):
            start, end = run.span()
            if line.is_code(end - 1, end) or BOTH_FORMS.match(line.text, end):
                continue
            before = line.text[start - 1 : start]
            if before and not before.isspace() and (run[0] in FORMS or run[0] in COPULA):
                formula, ends = formula_before(line, start, rows[line.number - 1])
                if formula:
                    yield from _after_formula(line, start, end, formula, ends)
                elif run[0] in FORMS or line.is_code(start - 1, start):
                    for one in _after_other(line, start, end, readings, glosses):
                        if not (
                            _is_spelled_out(lesson, line.text[:start], run[0], readings)
                            or _is_read_so(lesson, line.text[:start], run[0], readings)
                        ):
                            yield one
                if run[0] in FORMS:
                    continue
            yield from _after_noun(line, run, lesson, terms)


# No word ends in 으 behind a consonant. 처음부 is no 일부, and 기준보 no 정보.
_TORN = lazy_pattern(
    r"(?<![가-힣])(?P<stem>[가-힣]+)(?P<wrong>으)(?= [가-힣])"
    r"|(?<![가-힣])(?:처음|지금|오늘|어제|내일|이제|그때|이때|여기|거기|언제|어디"
    r"|\d+ ?(?:시|분|번|쪽))"
    r"(?P<from>부)(?= [가-힣])"
    r"|(?<![가-힣])(?:지금|여기|거기|오늘|내일|언제|어디|마지막|[가-힣]*끝)(?P<till>까)(?= [가-힣])"
    r"|(?<![가-힣])(?P<noun>[가-힣]{2,})(?P<than>보)"
    r"(?= (?:더 |덜 |훨씬 |[크큰큽컸클작낮낮높많적길긴깁짧빠빨느늦먼][가-힣]))"
)
# Words that end so: 정보 더 보기.
_ENDS_IN_BO = lazy_pattern(
    "[정일후확제홍경통담도유양진초퇴안예속국바족악계행회공특주관화횡대상첩밀급전개월연낙승벽가먹울털뚱잠]보$"
    "|[느을를해어아]보$"
)
_WHOLE = {"from": "부터", "till": "까지", "than": "보다"}


def _torn(line: Line) -> Iterator[Fault]:
    """Give the particles of which a syllable was lost: 왼쪽으 밀면, 처음부 다시, 기준보 크면."""
    if not any(sign in line.text for sign in ("으 ", "부 ", "까 ", "보 ")):
        return
    for match in _TORN.finditer(line.text):
        part = match.lastgroup
        noun = match["noun"]
        if line.is_code(*match.span()) or (noun and _ENDS_IN_BO.search(f"{noun}보")):
            continue
        if match["stem"] and not final_of(match["stem"][-1]):
            continue  # 아으
        if match["wrong"]:
            message = f'"{match[0]}" is torn: no word ends so'
            yield Fault(line, *match.span("wrong"), message, None, "write what is meant",
                        Severity.WARNING)  # fmt: skip
        elif part:
            right = _WHOLE[part]
            message = f'"{match[0]}" is torn: the particle is "{right}"'
            yield Fault(line, *match.span(part), message, right, severity=Severity.WARNING)


# Of these nouns of one syllable nobody knows, unless they are counted: 커피 한 잔으로.
_COUNTED_BY = """
잔 번 명 권 층 칸 판 곳 컵 점 쪽 개 대 채 배 해 주 초 세 회 차 호 쌍 줄 장 벌 통 발 살 수 값 식 항
축 변 짝 행 열 겹
톨 켤 알 마리 자리 가지 단계 바퀴 군데 차례 걸음 사람 그루 송이 자루
"""
# 네 자리이나 is "but" as well.
_PLAIN = frozenset(["을", "를", "은", "는", "이", "가", "과", "와", "으로", "로"])
_COUNTERS = frozenset(_COUNTED_BY.split())
_NUMERAL = lazy_pattern(
    r"(?:(?<![가-힣])(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|몇|여러)|\d) ?$"
)


def _is_before_alike(stem: str, text: str, end: int) -> bool:
    """Tell whether a word is joined with one that ends alike: 한국어과 영어로, but 영어과 학생이.

    >>> _is_before_alike("한국어", "한국어과 영어로", 4)
    True
    >>> _is_before_alike("영어", "영어과 학생이", 3)
    False
    """
    if final_of(stem[-1]):
        return False
    alike = rf" [가-힣]+{stem[-1]}(?:로|를|는|의|가|와|도|에서?)(?![가-힣])"
    return re.compile(alike).match(text, end) is not None


def _after_noun(
    line: Line, run: re.Match[str], lesson: Lesson, terms: Collection[str]
) -> Iterator[Fault]:
    """Give the particle of a Korean word, where it does not fit what stands before it."""
    start, end = run.span()
    form = _ENDS_IN_FORM.search(run[0])
    if form is None or not form.start() or ends_in_two(run[0]):
        return
    stem = run[0][: form.start()]
    sound = sound_of(stem[-1])
    if sound is None or right_form(form[0], sound) == form[0]:
        return
    if _is_no_particle(stem, form[0], line.text, end):
        return
    wrong = (
        wrong_after_hangul(stem, form[0])
        or is_of_a_noun(stem, form[0], lesson, terms)
        or (
            stem in _COUNTERS
            and form[0] in _PLAIN
            and _NUMERAL.search(line.text[:start]) is not None
        )
        or (form[0] == "과" and _is_before_alike(stem, line.text, end))
        # 도 and 만 behind a number are a degree and ten thousand, and no particles.
        or (stem in {"도", "만"} and line.text[start - 1 : start].isdigit())
    )
    if not wrong:
        return
    if stem[-1] in NO_ENDS:
        yield _misspelled(line, start, end)
        return
    if form[0] == "는" and stem[-1] in _OF_VERBS and is_noun(stem[:-1]) and not is_noun(stem):
        yield _verb_or_particle(line, start, end)
        return
    this = this_behind(line.text, end) if form[0] == "이" else ""
    if this == "?":
        yield _this_or_particle(line, end, stem)
    if this:
        return
    right = right_form(form[0], sound)
    person = f"{stem}자"
    if form[0] == "가" and is_listed(person):
        message = f'"{stem}가" is "{stem}{right}", or "{person}가"'
        yield Fault(line, end - 1, end, message, None, "write what is meant", Severity.WARNING)
        return
    # Behind a vowel 이 may be right, and what stands before it misspelled: 터민러이라면.
    known = (
        form[0] not in NEVER_BEHIND_VOWELS
        or ends_in_noun(stem)
        or stem in terms
        or lesson.text.count(stem) > 1
    )
    yield Fault(line, end - len(form[0]), end, f'"{stem}" takes "{right}", not "{form[0]}"',
                right if known else None,
                f'write "{stem}{right}"' if known else "write what is meant",
                Severity.WARNING)  # fmt: skip


# What a price is called by: 할인가, 낙찰가. Of members there are others beside it.
_PRICED = lazy_pattern("(?:할인|낙찰|입찰|응찰|액면|체결|분양|납품)$")
_PRICED_TOO = lazy_pattern("(?:회원|매입|구입|공급|예정|적정|평균|정상|현금|감정)$")
_AFTER_ENDING = lazy_pattern(" (?:때|수|것|뿐|만큼|경우|필요|지|만)")
_ENDS_CLAUSE = lazy_pattern(r"\s*(?:$|[?!.…)\]”’\"'])")
_STEM_IN_DEUL = lazy_pattern("(?:만|흔|거|떠|힘|시|어|아|져|여|러)들$")
_IN_COMPANY = lazy_pattern("할인가|판매가|도매가|소매가|정가|특가|시가|원가|단가|가격")


def _is_no_particle(stem: str, form: str, text: str, end: int) -> bool:
    """Tell what ends like a particle and is none, or is one that was left over behind an ending.

    >>> texts = ("할인가 적용", "반영본인가?", "습니다로.", "평균가 높다", "화면와 값")
    >>> words = ("할인 가", "반영본인 가", "습니다 로", "평균 가", "화면 와")
    >>> stems = [word.split() for word in words]
    >>> [
    ...     _is_no_particle(stem, form, text, text.index(stem + form) + len(stem + form))
    ...     for text, (stem, form) in zip(texts, stems, strict=True)
    ... ]
    [True, True, True, False, False]
    """
    # What stands in a row with others has no particle: 회원가·할인가.
    if text[end : end + 1] == "·":
        return True
    if form == "가":
        among_prices = _PRICED_TOO.search(stem) and _IN_COMPANY.search(text)
        asks = stem[-1] == "인" and len(stem) > 2 and _ENDS_CLAUSE.match(text, end)
        if _PRICED.search(stem) or among_prices or asks:
            return True
    # 만들든지 is what is done: 들 is no ending of several.
    if form.startswith("든") and _STEM_IN_DEUL.search(stem):
        return True
    # 하을 때 is 할 때.
    if form == "을" and stem[-1] in "하되" and _AFTER_ENDING.match(text, end):
        return True
    return stem.endswith("니다") or (stem.endswith(("으면", "하면", "되면")) and not is_noun(stem))


_FORMULA = lazy_pattern(
    r"\$\$(?P<wide>.+?)\$\$|\$(?P<narrow>(?:[^$\\]|\\.)+?)\$"
    r"|\{math\}(?P<marks>`+)(?P<role>.+?)(?P=marks)|(?P<share>\{output\}`[^`]*%`)"
)


def formula_before(line: Line, start: int, row: str) -> tuple[str, Sounds]:
    """Give the formula or the share right before a place, as it is written, and how it may end.

    It may be quoted or in brackets. What the brackets explain may be read as well: 속도($v$)는.
    """
    before = line.text[:start].rstrip(QUOTES)
    outer: tuple[Sound, ...] = ()
    if before.endswith(f"({OPAQUE})"):
        word = before[-4:-3]
        before = before[:-1]
        if word.strip():
            sound = sound_of(word)
            if sound is None:
                return "", ()
            outer = (sound,)
    if before[-1:] != OPAQUE:
        return "", ()
    match = _FORMULA.match(row, line.columns[len(before) - 1] - 1)
    if match is None:
        return "", ()
    if match["share"]:
        return match["share"], ((Sound.VOWEL, True),)
    formula = match["wide"] or match["narrow"] or match["role"]
    sounds = sounds_of(formula)
    # r is 알 to nearly all, and 아르 by the book.
    sure = not formula.rstrip().endswith("r")
    return f"${formula}$", tuple((one, sure) for one in (*sounds, *outer)) if sounds else ()


def _after_formula(line: Line, start: int, end: int, shown: str, sounds: Sounds) -> Iterator[Fault]:
    form = line.text[start:end]
    rights = {right_form_of(form, sound) for sound, _ in sounds}
    if len(rights) == 1 and form not in rights:
        right = rights.pop()
        sure = all(certain for _, certain in sounds)
        yield Fault(line, start, end, f'"{shown}" takes "{right}", not "{form}"',
                    right if sure else None, f'put "{right}" behind "{shown}"',
                    Severity.WARNING)  # fmt: skip


def right_form_of(form: str, sound: Sound) -> str:
    """Give the form of a particle, or of 이다, that follows what ends so."""
    if form in COPULA:
        return form if sound is Sound.VOWEL else COPULA[form]
    if form in {"이나", "이든지"} or form.startswith("이었"):
        return form  # 이다, of which 이 may stay
    return right_form(form, sound)


def _misspelled(line: Line, start: int, end: int) -> Fault:
    message = f'"{line.text[start:end]}" is misspelled: no noun ends so before a particle'
    return Fault(line, start, end, message, None, "write what is meant", Severity.WARNING)


def _verb_or_particle(line: Line, start: int, end: int) -> Fault:
    word = line.text[start:end]
    verb, ended = f"{word[:-2]}{_OF_VERBS[word[-2]]}는", word[:-1]
    message = f'"{word}" is "{verb}", or "{ended}"'
    return Fault(line, start, end, message, None, "write what is meant", Severity.WARNING)


def _this_or_particle(line: Line, end: int, stem: str) -> Fault:
    message = f'"{stem}이" is "{stem}가", or "{stem} 이" where it means "this"'
    return Fault(line, end - 1, end, message, None, "write what is meant", Severity.WARNING)


def _after_other(
    line: Line, start: int, end: int, readings: Mapping[str, str], glosses: Glosses
) -> Iterator[Fault]:
    form = line.text[start:end]
    if line.text[start - 1] == '"' and line.text.count('"', 0, start) % 2:
        return  # "이 값" begins a quotation
    if form in {"가", "로"} and _STREET.search(line.text[:start]):
        return
    # What stands in a row with others has no particle: 1가·2가.
    if line.text[end : end + 1] == "·" or _ROW_OF_PARTS.search(line.text[:start]):
        return
    word, sounds = spoken_before(line.text[:start], readings, glosses)
    # R ends in 알, 아르 or 어, and 로 goes with all of them: jaxpr로.
    if not sounds and form.startswith("으로"):
        name = _ENDS_IN_R.search(line.text[:start].rstrip(QUOTES))
        if name:
            word, sounds = name[0], ((Sound.RIEUL, False), (Sound.VOWEL, False))
    if not word or not sounds:
        return
    if sound_of(word[-1]) and not wrong_after_hangul(word, form):
        return  # "큰"가 asks a question
    if form in COPULA:
        wrong = all(sound is not Sound.VOWEL for sound, _ in sounds)
    else:
        wrong = all(right_form(form, sound) != form for sound, _ in sounds)
    if wrong and form == "이" and this_behind(line.text, end):
        yield _this_or_particle(line, end, word)
        return
    if wrong:
        sure = all(certain for _, certain in sounds)
        right = COPULA[form] if form in COPULA else right_form(form, sounds[0][0])
        # Nobody says 2이라고, though many say `cache`이라고: its reading is a guess.
        accepted = form in ACCEPTED_BEHIND_VOWELS and not word[-1].isdigit()
        # Of 토발즈(Torvalds) the Hangul is no guess.
        known = any(certain for _, certain in sounds)
        if accepted and not (known and form in NEVER_BEHIND_VOWELS):
            return
        read = reading_of(word, readings)
        read = f', read "{read}",' if read else ""
        message = f'"{word}"{read} takes "{right}", not "{form}"'
        yield Fault(line, start, end, message, right if sure else None, f'write "{word}{right}"',
                    Severity.WARNING)  # fmt: skip


_ENDS_IN_R = lazy_pattern(r"(?<![A-Za-z0-9_.-])[A-Za-z_]+[rR]$")
_ACRONYM = lazy_pattern(r"(?<![A-Za-z0-9_])[A-Z]{2,5}$")
# The letters whose names end in a consonant; R is read in two ways.
_CLOSED_LETTERS = frozenset("LMN")
_UNKNOWN = lazy_pattern(r"(?<![A-Za-z0-9_.-])[a-z]{3,}$")
# So often a page has a form, and never the other one, where that is how it reads a name.
_READ_SO = 2
# So often, where nobody else knows how a name is read.
_ALWAYS_SO = 4


def _is_read_so(lesson: Lesson, before: str, form: str, readings: Mapping[str, str]) -> bool:
    """Tell whether a page has one form behind a name all through, and no list says how it is read.

    Who wrote vvisp은 everywhere reads it 비습.
    """
    match = _UNKNOWN.search(before.rstrip(QUOTES))
    if match is None or form not in FORMS or reading_of(match[0], readings):
        return False
    forms = [one for one in _forms_behind(lesson, match[0]) if FORMS[one][0] != FORMS[one][1]]
    return len(forms) >= _ALWAYS_SO and all(_is_open(one) == _is_open(form) for one in forms)


def _is_spelled_out(lesson: Lesson, before: str, form: str, readings: Mapping[str, str]) -> bool:
    """Tell whether a page reads an acronym by its letters, all through: TAP as 티에이피."""
    match = _ACRONYM.search(before.rstrip(QUOTES))
    if match is None or form not in FORMS or match[0].lower() in readings:
        return False
    if _is_open(form) != (match[0][-1] not in _CLOSED_LETTERS) or match[0][-1] == "R":
        return False
    forms = _forms_behind(lesson, match[0])
    return len(forms) >= _READ_SO and all(_is_open(one) == _is_open(form) for one in forms)


def _is_open(form: str) -> bool:
    """Tell whether a form of a particle is the one behind a vowel."""
    return form == FORMS[form][1]


def _forms_behind(lesson: Lesson, name: str) -> list[str]:
    """Give the forms that stand behind a name on a page, but for 로: it follows vowels and ㄹ."""
    used = re.finditer(rf"(?<![A-Za-z0-9_]){name}[{QUOTES}*_]*(?P<form>[가-힣]+)", lesson.text)
    found = [str(one["form"]) for one in used]
    return [one for one in found if one in FORMS and one[0] != "로"]


# How a word may end, and whether that is certain.
Sounds = tuple[tuple[Sound, bool], ...]


def spoken_before(
    text: str, readings: Mapping[str, str], glosses: Glosses = _NO_GLOSSES
) -> tuple[str, Sounds]:
    """Give the word that a particle follows, and how it may end; none where nothing is known."""
    text = text.rstrip(QUOTES)
    if _PLACEHOLDER.search(text):
        return "", ()
    if text.endswith(")") and not text.endswith("()"):
        opening = text.rfind("(")
        inner, outer = text[opening + 1 : -1], text[:opening].rstrip(QUOTES)
        if opening < 1 or OPAQUE in inner or ")" in inner:
            return "", ()
        if outer[-1:].isascii():
            return _call(f"{outer}({inner})", outer, inner, readings)
        word, sounds = spoken_before(outer, readings, glosses)
        _, inside = spoken_before(inner, readings, glosses)
        if any(outer.endswith(korean) for korean in glosses.get(inner.lower(), ())):
            inside = sounds
        return (f"{word}({inner})", (*sounds, *inside)) if sounds and inside else ("", ())
    if text and (sound := sound_of(text[-1])):
        match = re.search("[가-힣]+$", text)
        return (match[0] if match else text[-1]), ((sound, True),)
    if found := _KNOWN_UNIT.search(text):
        unit = found["apart"] or found["joined"]
        if unit in UNITS:
            return unit, tuple((sound, len(unit) > 1) for sound in UNITS[unit])
    if found := _FRACTION.search(text):
        numbers = (sure_sound(found[part]) for part in ("above", "below"))
        sounds = tuple((sound, False) for sound in numbers if sound)
        return (found[0], sounds) if len(sounds) > 1 else ("", ())
    token = _TOKEN.search(text)
    if token is None or any(
        one.search(text) for one in (_UNIT, _CLOCK, _BEHIND_HANGUL, _BEHIND_A_NAME)
    ):
        return ("%", ((Sound.VOWEL, True),)) if re.search(r"\d%$", text) else ("", ())
    word = token[0].strip(".,")
    if (before := text[: token.start()][-1:]).isalpha() or before == "\\":
        return "", ()  # Benoît, \n
    last = re.split(r"[-+#,](?!\d{3}\b)", word)[-1]
    if last != word and last[-1].isdigit():
        # UTF-8 and GPT-4: numbers behind letters may be read in English. A date has two dashes.
        last = "" if word.count("-") > 1 else f"x{last[-1]}"
    if sound := sure_sound(last, readings):
        return word, ((sound, True),)
    if sound := likely_sound(last):
        return word, ((sound, False),)
    return "", ()


def _call(text: str, name: str, arguments: str, readings: Mapping[str, str]) -> tuple[str, Sounds]:
    """Give how a call may end: it is read by its name alone, or to the end of its arguments."""
    _, by_name = spoken_before(name, readings)
    _, to_the_end = spoken_before(arguments, readings)
    # Of 0 and of a name that is not known nothing is sure, nor of other brackets.
    if not by_name or not to_the_end:
        return "", ()
    word = re.search(r"[\w.]+\([^()]*\)$", text)
    return (word[0], (*by_name, *to_the_end)) if word else ("", ())
