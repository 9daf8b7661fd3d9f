"""Korean particles: the form that fits what is read before them, joined to it, and only once."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scripts.agreement import (
    COPULA,
    FORMS,
    PAIRS,
    Sound,
    likely_sound,
    reading_of,
    right_form,
    sound_of,
    sure_sound,
)
from scripts.check.fault import Fault
from scripts.check.prose import OPAQUE, Line, prose, spoken
from scripts.check.rule import Selection
from scripts.check.said_formulas import sounds_of
from scripts.diagnostic import Severity
from scripts.glossary import read_glossary, read_readings
from scripts.languages import KOREAN
from scripts.lesson import Lesson

_RUN = re.compile("[가-힣]+")
_LONGEST_FIRST = sorted(FORMS, key=lambda form: (-len(form), form))
_ENDS_IN_FORM = re.compile(f"(?:{'|'.join(_LONGEST_FIRST)})$")
# 은(는), 을/를: both forms are there on purpose.
_BOTH = re.compile(r"[(/]\s*(?:은|는|이|가|을|를|과|와|으|로|으로|나|라)\s*[)/]?|^\(으\)|^/")
_PARTICLES_ONLY = re.compile("[은는이가을를과와로으도만에의라란며]+")

# Verbs and adjectives before which 는 is right: the syllables that their stems end on. Those that
# nouns end on too are asked for in the list of nouns. ㅆ, ㅎ and double consonants are verbs'.
_STEMS = frozenset(
    "받갖맞잊찾닫믿묻얻쏟돋뜯뻗걷싣긷듣딛갇굳깨막먹적박찍죽녹속낙썩삭식익묵꺾겪엮닦볶섞솎묶낚깎"
    "안신감참남담넘숨심삼품뿜훔금듬검잡집접씹입업굽눕돕줍깁꼽뽑뵙웃씻벗빗솟붓짓잇긋젓빼앗뺏빚꽂"
    "젖짖찢맺찧쫓덮엎짚높갚맡뱉붙같흩얹앉끊많잖찮긁갉늙밝맑굶닮젊곪옮삶밟넓훑핥읊앓잃끓닳뚫꿇옳싫"
    "늦닿놓넣쌓낳찧빻좋님키읽붇붉묽얽썪"
)
_VERB_FINALS = frozenset({2, 5, 6, 9, 10, 11, 12, 13, 14, 15, 18, 20, 27})
# 만들는 is wrong, but for 만드는: no noun's particle.
_DROPPING_RIEUL = ("만들", "흔들", "이끌", "머물", "거들", "힘들", "떠들", "드물", "기울")
_NOUNS_TOO = frozenset("값것들")
# A noun that ends on one of these before 이: no other word does.
_BEFORE_I = frozenset("터스드트크츠즈르느므프")
# 지을 and 지은, 이을, 나은 ... are forms of verbs, and so are these with what stands before them;
# of 짓다 there are so many that its syllable needs a noun of the list.
_BEFORE_EU = re.compile(
    "^[지이나부그저모주자]$|지$|(?:뒤|대|줄|맥|맞)이$|(?:퍼|아|이|내)부$|(?:줄|선|금|획)그$"
    "|(?:휘|내|로|이|노)저$|[어러워데]모$|(?:나|실)자$"
)
_EUL_WORDS = re.compile("(?:마을|가을|노을|고을|개을|게을)$")
_EUN_WORDS = re.compile("(?:수은|우리은|가은|고은|시은|다은|하은|예은)$")
_SURNAMES = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민"
)
# 효과, 초과, and departments such as 인사과.
_BEFORE_GWA = frozenset("효초사투여부외치제다모라이교시소아후무회어우")
_QUOTES = "\"'”’」』》`"
_TOKEN = re.compile(r"[A-Za-z0-9_.,+#-]*[A-Za-z0-9_](?:\(\))?$|(?<=\d)%$")
# %s and {name} stand for what nobody knows here.
_PLACEHOLDER = re.compile(r"%(?:[-+#0-9.*]*[a-zA-Z]+|\([^()]*\)[a-z]|\d+)$|[{}<>$]\w*[}>]?$")
# Units are read as words: 5 cm는 is 센티미터는. However these are said, they end in a vowel.
_UNIT = re.compile(r"\d\s*[a-zμ]+[²³2]?$")
_OPEN_UNIT = re.compile(r"\d ?(?P<unit>[kcm]m|[mμn]s)$")
# 을지로 3가, 세종대로 9로: parts of towns.
# Behind a name 3 may be 쓰리: GTK 3, POP 3. Of these numbers only what both readings share is sure.
_BEHIND_A_NAME = re.compile(r"[A-Za-z+][ ](?:\d+, ?)*\d*[136789]$")
# The last number of a time of day is one of minutes: 9:30 is 아홉 시 삼십 분.
_CLOCK = re.compile(r"\d:[0-5]\d$")
_STREET = re.compile(r"(?:[가-힣]|(?:로|동|가)\s+)\d+$")
_ACCEPTED_BEHIND_VOWELS = frozenset(
    {"이라는", "이라고", "이란", "이나", "이라면", "이라도", "이랑", "이든지"}
    | {"이어야", "이었다", "이었습니다"}
)
# 연쇄이라고 is 연쇄라고; 함수이나 and 함수이었다 are right.
_NEVER_BEHIND_VOWELS = frozenset({"이라는", "이라고", "이란", "이라면", "이라도", "이랑"})
# Other words end on 이 behind other syllables: 아이라고, 보이라는, 추이란.
_NEVER_BEFORE_I = frozenset("ㅖㅙㅚㅢㅛㅠㅕㅣㅡㅐㅓㅟ")
_MEDIALS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_BEFORE_I_TOO = re.compile("[이매채뇌어저듀휴끼치뉘]$|어버$|설레$|헤매$")
# Of verbs as well: 먹였다, 길들였다. So the noun must be known.
_OF_VERBS_TOO = frozenset(["여야", "였다", "였습니다"])
# Verbs are made of these with 이, and of nouns and these: 들이다, 물들이다, 눈속이다.
_STEMS_BEFORE_I = frozenset("들속죽먹보높붙줄녹숙꺾섞쌓놓쓰삭기깃덮볶끓닦떼")

# Behind these, which tell when, 이 is "this" where another noun is what the sentence is about.
_TELLING_WHEN = ("경우", "때", "후", "뒤")
_AND_NOUN = re.compile(r" (?P<noun>[가-힣]+|[A-Za-z][\w.]*)")
_AND_VERB = re.compile(r" ?[하할한합해했되될된됩돼됐시]")
_ABOUT = ("은", "는", "이", "가")

# Alone between spaces these can be nothing else; 은, 의, 이, 가, 도 and 만 are words, too.
_ALONE = re.compile(
    r"(?P<before>[가-힣A-Za-z0-9_)\]%\"'”’`])(?P<gap> +)"
    r"(?P<particle>을|를|는|으로|으로는|에서|에서는|에게|으로써|으로부터|까지|부터|처럼|에서의|와의|과의"
    r"|에는|에서도|에서만|에게는|에게서|으로도|으로만|으로의|까지는|까지도|까지의|부터는|부터의)(?=[\s,.]|$)"
)
_BEHIND_NAME = re.compile(
    r"(?P<before>[A-Za-z0-9_)\]%`])(?P<gap> )"
    r"(?P<particle>은|의|와|과|로|가|에|도|이?라고|이?라는)(?=\s)"
)
# Behind a formula, a quoted value, a link: 5 도 are degrees there, too, and 이 begins a sentence.
# Where the next word is a verb or asks, 이 is no "this".
_BEHIND_CODE = re.compile(
    r"(?P<before>[A-Za-z0-9_)\]%`])(?P<gap> )(?P<particle>이)"
    r"(?= (?:무엇|어떻|얼마|누구|아니|아닌|아닐|아닙|없|있|되|된|될|됩))"
)
_BEHIND_MARKUP = re.compile(
    rf"(?P<before>[가-힣{OPAQUE}])(?P<gap> )"
    r"(?P<particle>은|는|을|를|의|와|로|으로|에|에서|가|이?라고|이?라는)(?=\s)"
)
# The copula behind a name, a number or code; 이면 is a noun, too, but not before a space. Behind
# numbers 인 and 일 are people and days.
_COPULA = re.compile(
    r"(?P<before>\S)(?P<gap> +)(?P<particle>입니다|입니까|이며|이고|이므로|이지만|이었습니다|이었고"
    r"|였습니다|이에요|예요|인데|이자|이거나|이면"
    r"|인지(?= (?:아닌|확인|검사|알|묻|보|판단|결정))|인(?= (?:경우|것|때|값|상태|동안|데))"
    r"|일(?= (?:경우|때(?!문)|것|수)))(?![가-힣])"
)
_PEOPLE_AND_DAYS = frozenset({"인", "일", "인데"})
# Behind a noun that is known; 은 is silver, and stands behind other metals.
_BEHIND_NOUN = re.compile(r"(?<![가-힣])(?P<noun>[가-힣]+)(?P<gap> )(?P<particle>은|의|에)(?=\s)")
_METALS = frozenset(["금", "동", "구리", "백금", "납", "철", "순"])
_DOUBLED = re.compile(
    r"(?<![가-힣])(?P<word>[가-힣]+?)(?P<particle>을를|를을|은는|는은|이가|가이|을을|를를|에에|에서에서"
    r"|으로으로|에를|에을|을은|를은|를는|을는|는을|는를|은를|은을|은의|는의|를의|와과"
    r"|는가|은이|는이)(?![가-힣])"
)

_DOUBLED_ALWAYS = frozenset(
    [
        "을를",
        "를을",
        "를를",
        "을을",
        "은는",
        "는은",
        "를은",
        "를는",
        "는을",
        "는를",
        "은를",
        "에서에서",
        "으로으로",
    ]
)
# Behind a name nothing else begins like these.
_DOUBLED_BEHIND_NAME = _DOUBLED_ALWAYS | {"이가", "가이", "은을", "은의", "는의", "를의", "와과"}

# On these end stems of verbs that are spelled like nouns, or that have one within them.
_ENDS_OF_VERBS = frozenset("리치기우추루르키이지히하되보주두누드트크끼비시가나사자오")


@functools.cache
def _nouns() -> frozenset[str]:
    text = (Path(__file__).parent / "nouns.txt").read_bytes().decode("utf-8")
    lines = (line for line in text.split("\n") if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


def is_listed(word: str) -> bool:
    """Tell whether a word is one of the nouns that are known, and not two of them."""
    return word in _nouns()


def is_noun(word: str) -> bool:
    """Tell whether a word is one of the nouns that are known, or two of them.

    >>> is_noun("함수"), is_noun("손실함수"), is_noun("먹이")
    (True, True, False)
    """
    nouns = _nouns()
    return word in nouns or any(
        word[cut:] in nouns and word[:cut] in nouns for cut in range(1, len(word))
    )


def wrong_after_hangul(stem: str, form: str) -> bool:
    """Tell whether what looks like a particle is one, and in the wrong form, for certain.

    >>> [wrong_after_hangul(*pair) for pair in (("함수", "을"), ("마", "을"), ("먹", "는"))]
    [True, False, False]
    """
    sound = sound_of(stem[-1])
    if sound is None or right_form(form, sound) == form:
        return False
    word = stem + form
    if _PARTICLES_ONLY.fullmatch(word):
        return False
    consonant, vowel = _pair(form)
    last = stem[-1]
    if form in _NEVER_BEHIND_VOWELS:
        return _takes_no_i(stem)
    if form == "을":
        return not _EUL_WORDS.search(word) and (not _BEFORE_EU.search(stem) or is_noun(stem))
    if form == "은":
        is_name = len(word) == 3 and stem[0] in _SURNAMES
        return is_noun(stem) or not (is_name or _BEFORE_EU.search(stem) or _EUN_WORDS.search(word))
    if form == "를":
        return word != "들를" and last not in "을를"
    if form == "는":
        if stem.endswith(_DROPPING_RIEUL) and not is_noun(stem):
            return False
        return is_noun(stem) or last in _NOUNS_TOO or not _may_be_a_stem(last)
    if form == "이":
        return len(stem) > 1 and (is_noun(stem) or last in _BEFORE_I)
    if consonant == "과":
        return form.startswith("와") or last not in _BEFORE_GWA or is_noun(stem)
    if form.startswith("으로") or form in {"로부터", "로써"}:
        return True
    if form == consonant or form.startswith("이") or vowel == "란":  # 확인란 is a field
        return False
    if form in _OF_VERBS_TOO:
        if last in _STEMS_BEFORE_I and (len(stem) == 1 or stem not in _nouns()):
            return False
        return is_noun(stem) or (last in _NOUNS_TOO and last != "들")
    # Other words end on 가, 로, 나 and 라고, so that the noun must be known.
    sure = _NOUNS_TOO if vowel != "라고" else _NOUNS_TOO | {"적"}
    return (
        is_noun(stem)
        or (last in sure and (last != "들" or len(stem) > 1))
        or (vowel == "로" and last == "적" and len(stem) > 1)
    )


def _takes_no_i(stem: str) -> bool:
    """Tell whether 이 behind a vowel is no part of the word: 연쇄이라고, but 아이라고.

    >>> [_takes_no_i(stem) for stem in ("연쇄", "함수", "아", "돋보", "오차", "디스플레")]
    [True, True, False, False, True, False]
    """
    if len(stem) < 2 or is_noun(stem + "이"):
        return False
    medial = _MEDIALS[(ord(stem[-1]) - 0xAC00) // 28 % 21]
    certain = medial in _NEVER_BEFORE_I and not _BEFORE_I_TOO.search(stem)
    return certain or is_noun(stem)


def _may_be_a_stem(syllable: str) -> bool:
    final = (ord(syllable) - 0xAC00) % 28
    return syllable in _STEMS or final in _VERB_FINALS


def _pair(form: str) -> tuple[str, str]:
    whole = FORMS[form]
    return next(pair for pair in PAIRS if whole[0].startswith(pair[0]) and form.startswith(pair))


# By their English names, in small letters, the Korean ones of the glossary's terms.
_Glosses = Mapping[str, Sequence[str]]
_NO_GLOSSES: _Glosses = {}


def _glosses(root: Path) -> _Glosses:
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
        run = _RUN.match(text, at)
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
    glosses = _glosses(selection.lessons.root)
    rows = lesson.text.split("\n")
    for line in prose(lesson):
        for run in _RUN.finditer(line.text):
            start, end = run.span()
            if line.is_code(end - 1, end) or _BOTH.match(line.text, end):
                continue
            before = line.text[start - 1 : start]
            if before and not before.isspace() and (run[0] in FORMS or run[0] in COPULA):
                formula, ends = _formula_before(line, start, rows[line.number - 1])
                if formula:
                    yield from _after_formula(line, start, end, formula, ends)
                elif run[0] in FORMS or line.is_code(start - 1, start):
                    yield from _after_other(line, start, end, readings, glosses)
                if run[0] in FORMS:
                    continue
            form = _ENDS_IN_FORM.search(run[0])
            if form is None or not form.start():
                continue
            stem = run[0][: form.start()]
            wrong = wrong_after_hangul(stem, form[0]) or _is_of_a_noun(stem, form[0], lesson)
            if wrong and not _ends_in_two(run[0]):
                sound = sound_of(stem[-1])
                assert sound is not None
                right = right_form(form[0], sound)
                this = this_behind(line.text, end) if form[0] == "이" else ""
                if this == "?":
                    yield _this_or_particle(line, end, stem)
                if this:
                    continue
                message = f'"{stem}" takes "{right}", not "{form[0]}"'
                yield Fault(
                    line,
                    end - len(form[0]),
                    end,
                    message,
                    right,
                    f'write "{stem}{right}"',
                    Severity.WARNING,
                )


_FORMULA = re.compile(
    r"\$\$(?P<wide>.+?)\$\$|\$(?P<narrow>(?:[^$\\]|\\.)+?)\$"
    r"|\{math\}(?P<marks>`+)(?P<role>.+?)(?P=marks)"
)


def _formula_before(line: Line, start: int, row: str) -> tuple[str, tuple[Sound, ...]]:
    """Give the formula right before a place, quoted or in brackets, and how that may end.

    What the brackets explain may be read as well: 속도($v$)는.
    """
    before = line.text[:start].rstrip(_QUOTES)
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
    formula = match["wide"] or match["narrow"] or match["role"]
    sounds = sounds_of(formula)
    return formula, (*sounds, *outer) if sounds else ()


def _after_formula(
    line: Line, start: int, end: int, formula: str, sounds: tuple[Sound, ...]
) -> Iterator[Fault]:
    form = line.text[start:end]
    rights = {_right_form(form, sound) for sound in sounds}
    if len(rights) == 1 and form not in rights:
        right = rights.pop()
        shown = f"${formula}$"
        # r is 알 to nearly all, and 아르 by the book.
        sure = not formula.rstrip().endswith("r")
        yield Fault(line, start, end, f'"{shown}" takes "{right}", not "{form}"',
                    right if sure else None, f'put "{right}" behind "{shown}"',
                    Severity.WARNING)  # fmt: skip


def _right_form(form: str, sound: Sound) -> str:
    """Give the form of a particle, or of 이다, that follows what ends so."""
    if form in COPULA:
        return form if sound is Sound.VOWEL else COPULA[form]
    if form in {"이나", "이든지"} or form.startswith("이었"):
        return form  # 이다, of which 이 may stay
    return right_form(form, sound)


def _this_or_particle(line: Line, end: int, stem: str) -> Fault:
    message = f'"{stem}이" is "{stem}가", or "{stem} 이" where it means "this"'
    return Fault(line, end - 1, end, message, None, "write what is meant", Severity.WARNING)


def _after_other(
    line: Line, start: int, end: int, readings: Mapping[str, str], glosses: _Glosses
) -> Iterator[Fault]:
    form = line.text[start:end]
    if line.text[start - 1] == '"' and line.text.count('"', 0, start) % 2:
        return  # "이 값" begins a quotation
    word, sounds = _spoken_before(line.text[:start], readings, glosses)
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
        accepted = form in _ACCEPTED_BEHIND_VOWELS and not word[-1].isdigit()
        # Of 토발즈(Torvalds) the Hangul is no guess.
        known = any(certain for _, certain in sounds)
        if accepted and not (known and form in _NEVER_BEHIND_VOWELS):
            return
        read = reading_of(word, readings)
        read = f', read "{read}",' if read else ""
        message = f'"{word}"{read} takes "{right}", not "{form}"'
        yield Fault(line, start, end, message, right if sure else None, f'write "{word}{right}"',
                    Severity.WARNING)  # fmt: skip


# How a word may end, and whether that is certain.
_Sounds = tuple[tuple[Sound, bool], ...]


def _spoken_before(
    text: str, readings: Mapping[str, str], glosses: _Glosses = _NO_GLOSSES
) -> tuple[str, _Sounds]:
    """Give the word that a particle follows, and how it may end; none where nothing is known."""
    text = text.rstrip(_QUOTES)
    if _PLACEHOLDER.search(text):
        return "", ()
    if text.endswith(")") and not text.endswith("()"):
        opening = text.rfind("(")
        inner, outer = text[opening + 1 : -1], text[:opening].rstrip(_QUOTES)
        if opening < 1 or OPAQUE in inner or ")" in inner:
            return "", ()
        if outer[-1:].isascii():
            return _call(f"{outer}({inner})", outer, inner, readings)
        word, sounds = _spoken_before(outer, readings, glosses)
        _, inside = _spoken_before(inner, readings, glosses)
        if any(outer.endswith(korean) for korean in glosses.get(inner.lower(), ())):
            inside = sounds
        return (f"{word}({inner})", (*sounds, *inside)) if sounds and inside else ("", ())
    if text and (sound := sound_of(text[-1])):
        match = re.search("[가-힣]+$", text)
        return (match[0] if match else text[-1]), ((sound, True),)
    if unit := _OPEN_UNIT.search(text):
        return unit["unit"], ((Sound.VOWEL, True),)
    token = _TOKEN.search(text)
    if token is None or any(one.search(text) for one in (_UNIT, _CLOCK, _STREET, _BEHIND_A_NAME)):
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


def _call(text: str, name: str, arguments: str, readings: Mapping[str, str]) -> tuple[str, _Sounds]:
    """Give how a call may end: it is read by its name alone, or to the end of its arguments."""
    _, by_name = _spoken_before(name, readings)
    _, to_the_end = _spoken_before(arguments, readings)
    # Of 0 and of a name that is not known nothing is sure, nor of other brackets.
    if not by_name or not to_the_end:
        return "", ()
    word = re.search(r"[\w.]+\([^()]*\)$", text)
    return (word[0], (*by_name, *to_the_end)) if word else ("", ())


def consistency(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the names whose reading is not known and that the site treats in two ways."""
    if lesson.language is not KOREAN:
        return
    yield from _zeros(selection, lesson)
    readings = read_readings(selection.lessons.root)
    ours = [(line, *found) for line in prose(lesson) for found in _open_names(line.text, readings)]
    if not ours:
        return
    counts: dict[str, Counter[bool]] = {}
    for *_, name, vowel in ours:
        counts.setdefault(name, Counter())[vowel] += 1
    # A name with a particle behind it, however it is marked up.
    names = "|".join(map(re.escape, counts))
    used = re.compile(rf"(?<![A-Za-z0-9_])(?:{names})(?![A-Za-z0-9_])[^\s가-힣]*\s?[가-힣]")
    for other in selection.lessons.items:
        if other.language is KOREAN and other.path != lesson.path:
            for written in other.text.split("\n"):
                if used.search(written.lower()):
                    for *_, name, vowel in _open_names(spoken(written)[0], readings):
                        counts.setdefault(name, Counter())[vowel] += 1
    for line, start, end, name, vowel in ours:
        same, others = counts[name][vowel], counts[name][not vowel]
        if others > same or (others == same and others and not vowel):
            form = line.text[start:end]
            other_form = FORMS[form][1 if not vowel else 0]
            message = f'"{name}" takes "{form}" here, and elsewhere what goes with "{other_form}"'
            advice = "write it as it is read, or add its reading to docs/glossary.toml"
            yield Fault(line, start, end, message, None, advice, Severity.WARNING)


# 영 and 제로; what stands before is no other number's, and no name's.
_ZERO = re.compile(
    r"(?<![A-Za-z0-9_.,가-힣+/:-])0[\"'”’`]*(?P<form>은|는|이|가|을|를|과|와|으로|로)(?![가-힣])"
)


def _zeros(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the particles behind 0 that are not read as the site reads it, as 영 or as 제로."""
    ours = [
        (line, match)
        for line in prose(lesson)
        if "0" in line.text
        for match in _ZERO.finditer(line.text)
        if not line.is_code(*match.span("form"))
    ]
    if not ours:
        return
    pages = tuple(one for one in selection.lessons.items if one.language is KOREAN)
    counts = _zeros_of(pages)
    for line, match in ours:
        form = match["form"]
        vowel = form == FORMS[form][1]
        if counts[not vowel] > counts[vowel] * _MOST_ZEROS:
            other = FORMS[form][0 if vowel else 1]
            read, usual = ("제로", "영") if vowel else ("영", "제로")
            yield Fault(line, *match.span("form"),
                        f'"0" is read "{read}" here, and "{usual}" in most places',
                        None, f'write "0{other}"', Severity.WARNING)  # fmt: skip


# So much more often a site reads 0 in one way where the other is an oversight.
_MOST_ZEROS = 2


@functools.lru_cache(maxsize=1)
def _zeros_of(pages: tuple[Lesson, ...]) -> Counter[bool]:
    """Give how often the pages of a site read 0 as what ends in a vowel, and how often not."""
    forms = (match["form"] for page in pages for match in _ZERO.finditer(page.text))
    return Counter(form == FORMS[form][1] for form in forms)


def _open_names(text: str, readings: Mapping[str, str]) -> Iterator[tuple[int, int, str, bool]]:
    """Give where in a line a particle tells how a name is read that nobody knows."""
    for run in _RUN.finditer(text):
        start, end = run.span()
        if run[0] not in FORMS or _BOTH.match(text, end):
            continue
        match = re.search(r"[A-Za-z_][\w.]*(?:\(\))?$", text[:start].rstrip(_QUOTES))
        if match is None or _spoken_before(text[:start], readings)[1]:
            continue
        form = run[0]
        # 로 follows vowels and ㄹ, so it tells nothing of the rest.
        if form.startswith("로") or form in _ACCEPTED_BEHIND_VOWELS:
            continue
        name = match[0].rstrip("()").rsplit(".", 1)[-1].lower()
        if len(name) > 1 and not name[-1].isdigit() and name != "r":
            yield start, end, name, form == FORMS[form][1]


def detached(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the particles that a space parts from what they belong to."""
    if lesson.language is not KOREAN:
        return
    lines = lesson.text.split("\n")
    glossary = read_glossary(selection.lessons.root)
    terms = {word for term in glossary for word in term.korean.split()[-1:]}
    for line in prose(lesson):
        if line.kind == "comment":
            continue
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
        matches = (
            *_ALONE.finditer(line.text),
            *_BEHIND_NAME.finditer(line.text),
            *_BEHIND_CODE.finditer(line.text),
            *behind_markup,
            *behind_noun,
            *(match for match in _COPULA.finditer(line.text) if _is_copula(line, match, raw)),
        )
        for match in {match.start("gap"): match for match in matches}.values():
            start, end = match.span("particle")
            before = line.text[: match.start("gap")]
            lonely = re.search(r"[^\s,/]+$", before)
            if line.is_code(start, end) or (lonely and lonely[0] in FORMS):
                continue
            particle = match["particle"]
            # 5 도 are degrees, and 3 과 is a lesson.
            if before[-1].isdigit() and particle in {"도", "과", "가"}:
                continue
            message = f'"{particle}" joins what stands before it'
            yield Fault(line, match.start("gap"), end, message, particle,
                        f'delete the space before "{particle}"', Severity.WARNING)  # fmt: skip


def _is_copula(line: Line, match: re.Match[str], raw: str) -> bool:
    """Tell whether what ends before a copula is code, a name, a number, or a noun in markup."""
    before, end = match["before"], match.end("before")
    if line.is_code(end - 1, end):
        return True
    if before.isdigit():
        return match["particle"] not in _PEOPLE_AND_DAYS
    if re.match("[A-Za-z_%]", before):
        return True
    marked = raw[line.columns[end] - 2] in ")]`*>$"
    # What a sentence in parentheses or a link says may go on behind it; `spacing` has the rest.
    is_word = re.match(f"[가-힣{OPAQUE}]", before) and not match["particle"].startswith("입니")
    return marked and bool(is_word)


def doubled(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words that end in two particles of which one would do."""
    if lesson.language is not KOREAN:
        return
    for line in prose(lesson):
        for run in _RUN.finditer(line.text):
            start, end = run.span()
            behind_name = re.search(r"[A-Za-z0-9_)`]$", line.text[:start])
            if run[0] in _DOUBLED_BEHIND_NAME and behind_name and not line.is_code(start, end):
                message = f'"{run[0]}" are two particles'
                yield Fault(line, start, end, message, None, "keep one of them", Severity.WARNING)
        for match in _DOUBLED.finditer(line.text):
            if line.is_code(*match.span()) or _PARTICLES_ONLY.fullmatch(match[0]):
                continue
            stem, particle = match["word"], match["particle"]
            if not (_is_doubled(stem, particle) or _is_noun_here(stem, particle, lesson)):
                continue
            message = f'"{match[0]}" has two particles, "{particle}"'
            yield Fault(line, *match.span(), message, None, "keep one of them", Severity.WARNING)


def _is_noun_here(stem: str, particle: str, lesson: Lesson) -> bool:
    """Tell whether 는가 stands behind what the page uses as a noun elsewhere: 습도를, 습도의.

    Verbs ask with 는가, and no stem of theirs is followed by these.
    """
    if particle == "이가":
        return _is_thing_here(stem, lesson)
    if particle != "는가" or not _asks_for_no_verb(stem):
        return False
    as_noun = rf"(?<![가-힣]){stem}(?:를|을|의|와|과|에서|으로)(?![가-힣])"
    return re.search(as_noun, lesson.text) is not None


# With 이 these are other nouns: 길이, 풀이.
_NOUNS_WITH_I = frozenset(
    "길풀종송벌살굽갈막목난접달곰말별봄돌범학단점쌍홍집금은옥철훈손물알몸덩줄걸턱잎끝속곁품맏"
)
_LEAST_USES = 3


def _is_thing_here(stem: str, lesson: Lesson) -> bool:
    """Tell whether the page uses what stands before 이가 as a noun that needs no 이: 칸을, 칸마다.

    People are called with 이: 지민이가. No place, and nothing that there are many of, is.
    """
    if sound_of(stem[-1]) is Sound.VOWEL or is_noun(stem + "이") or stem in _NOUNS_WITH_I:
        return False
    text = lesson.text
    if re.search(rf"(?<![가-힣]){stem}이(?:는|를|와|의|도|에게|로|들|라)", text):
        return False
    if len(stem) > 1:
        return re.search(rf"(?<![가-힣]){stem}(?:에서|에는|마다)(?![가-힣])", text) is not None
    uses = re.findall(rf"(?<![가-힣]){stem}(?:을|은|과|의|에서|에는|마다)(?![가-힣])", text)
    return len(uses) >= _LEAST_USES and len(set(uses)) > 1


def _asks_for_no_verb(stem: str) -> bool:
    """Tell that no verb asks like this: 가는가, 누리는가 and 비추는가 do, and 함수 has 함수인가."""
    return len(stem) > 1 and stem[-1] not in _ENDS_OF_VERBS


# Behind these 가 makes another noun, of a person or a price, and 로 one of a way.
_PEOPLE_AND_PRICES = """
전문 번역 시장 작곡 평론 비평 혁명 건축 사업 기업 분석 전략 음악 미술 소설 등산 정치 자본 발명 탐험
여행 활동 운동 출판 공연 연출 만화 사진 판매 구매 매입 매출 공급 입찰 낙찰 평균 액면 할인 기준 적정
예상 체결 번화 상점 대학 주택 중심 최종 계약 경매 수집 공정 감정 보험 작명 예술 문장 낙관 전술 병법
영양 과학 심리 이론 독립 환경 실천 협상 관측 애호 미식 대식 독서 몽상
"""
_WAYS = """
연결 전송 산책 진입 출입 통신 순환 우회 활주 용광 교차 등산 수송 보급 이동 접근 탈출 도주 배수 급수
보행 전달 공급 배출 통행 회전 반응 소각 진출 퇴각 침입 방출 운송 관측 흡입
"""
_ANOTHER_NOUN = {
    "가": tuple(_PEOPLE_AND_PRICES.split()),
    "로": (*_WAYS.split(), *"스저절실", "제대"),
}


def _is_of_a_noun(stem: str, form: str, lesson: Lesson) -> bool:
    """Tell whether 가 or 로 is wrong behind what the page uses as a noun elsewhere: 꺾은선을."""
    if len(stem) < 2 or form not in _ANOTHER_NOUN or right_form(form, _sound(stem)) == form:
        return False
    if stem.endswith(_ANOTHER_NOUN[form]):
        return False
    as_noun = rf"(?<![가-힣]){stem}(?:을|의|과|에서|으로|이란|이라는|에는)(?![가-힣])"
    as_another = rf"(?<![가-힣]){stem}{form}(?:는|를|의|와|도|들|에|로|인|입|라|이)"
    text = lesson.text
    return re.search(as_noun, text) is not None and re.search(as_another, text) is None


def _sound(stem: str) -> Sound:
    found = sound_of(stem[-1])
    assert found is not None
    return found


def _ends_in_two(word: str) -> bool:
    """Tell a word with two particles: one has to go, and it is not known which one."""
    match = _DOUBLED.fullmatch(word)
    return match is not None and _is_doubled(match["word"], match["particle"])


def _is_doubled(stem: str, particle: str) -> bool:
    if particle in {"을을", "을은", "을는"} and _EUL_WORDS.search(stem + "을"):
        return False
    if particle in _DOUBLED_ALWAYS:
        return True
    if particle == "는가" and not _asks_for_no_verb(stem):
        return False
    if particle in {"은이", "는이"}:  # 젊은이, 지은이
        return len(stem) > 1 and is_noun(stem)
    return is_noun(stem) or stem[-1] in _NOUNS_TOO
