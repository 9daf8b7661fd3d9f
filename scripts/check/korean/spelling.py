"""Words that are spelled wrong in every text: Korean ones, and English ones by `english`."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from itertools import chain

from scripts.agreement import Sound, sound_of
from scripts.check.english.misspelled import misspelled, unknown
from scripts.check.fault import Fault
from scripts.check.korean.conjugations import wrong_conjugations
from scripts.check.korean.endings import mistyped_endings
from scripts.check.korean.keyboard import typed_in_latin
from scripts.check.korean.mistyped_particles import ends_before, mistyped_deeds, mistyped_particles
from scripts.check.korean.mistyped_words import mistyped_words
from scripts.check.korean.near_words import doubled_words, near_words
from scripts.check.korean.no_words import latin_particles, no_stems, no_syllables
from scripts.check.korean.nouns import ends_in_noun, is_noun
from scripts.check.korean.unattested_words import unattested_words
from scripts.check.korean.wrong_forms import Form, forms_in, wrong_forms
from scripts.check.prose import Line, korean_prose, prose_text
from scripts.check.rule import Selection
from scripts.check.spelling_tables import spelling_table
from scripts.diagnostic import Severity
from scripts.glossary import read_glossary
from scripts.hangul import ending_in, final_of, words_in
from scripts.languages import ENGLISH
from scripts.lesson import Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern


@functools.cache
def _spellings() -> dict[str, str]:
    """Give Korean words as they are spelled by the ways in which they are misspelled."""
    return spelling_table("korean/spellings.tsv")


@functools.lru_cache(maxsize=64)
def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, longest)))


_WORD, _LAST_WORD = lazy_pattern(r"^[가-힣]*"), lazy_pattern(r"[가-힣]*$")
_IEYO = lazy_pattern(r"(?<![가-힣])(?P<stem>[가-힣]+)(?P<wrong>이예요)(?![가-힣])")
_EYO = lazy_pattern(r"(?<![가-힣])(?P<stem>[가-힣]+)(?P<wrong>에요)(?![가-힣])")
# What was done, and a reason; 했음으로 표시합니다 is "as done", and 했음으로 인해 "by".
_PAST = ending_in("ㅆ", but="있겠갔")
_SINCE = lazy_pattern(
    rf"[가-힣]*[{_PAST}](?P<wrong>음으로)(?=, |,$| (?!인[해하]|말미|표시|나타|보[아여이면]|간주"
    r"|처리|여[기겨]|설정|기록|바[꾸꿔뀌]|변경|변환|알[리려]|판단|판정|확인|미루|미뤄|해석|번역|이해|전환|끝|마[무치]|정의))"
)
# 않다 behind a verb, written as 안다: but somebody holds 강아지 안고, and 봉지 안은 is its inside.
_NOT = lazy_pattern(
    r"(?<![가-힣])(?P<verb>[가-힣]*(?P<last>[가-힣])지)[는도를]? ?(?P<wrong>안)"
    r"(?:으[면며니므려]|(?P<inside>[은을으아])|고|는|습니|았|던|지만|도록|겠|거나"
    r"|더라|더니|네요|나요|[게지기] )"
)
_HELD = lazy_pattern(
    r"(?:아|버|돼|거|가|먼|봉|편|바|단|의|처|긍|여|까|는|인|든|은|던|을|른|할|될|일)지$"
)
# Behind these 지 ends a verb and no noun: so do consonants on which no Chinese word ends.
_ONLY_STEMS = "하되르추꾸누쓰끄뜨"
_ONLY_FINALS = frozenset("ㄲㄵㄶㄷㄺㄻㄼㄽㄾㄿㅀㅄㅆㅈㅊㅌㅍㅎ")
# 않다 stands behind a verb, and 안 before one.
_NOT_BEFORE = lazy_pattern(
    r"(?<![가-힣])(?<!지 )(?<!지[는도를] )"
    r"(?P<wrong>않(?: (?=[가-힣])|(?=[와왔온먹맞쓰써씁보봐봅만들났납]|나[면서오]|난 )))"
)
# 율 behind a vowel and ㄴ, else 률; of two syllables with another end there are names of people.
_OPEN = ending_in("", "ㄴ")
_RATE = lazy_pattern(
    rf"(?<=[{_OPEN}])(?P<low>률)|(?<=[가-힣])(?<![{_OPEN}])(?<=[가-힣]{{2}})(?P<high>율)"
    rf"(?={particles()}(?![가-힣]))"
)
# Behind ㅅ 이 makes an adverb, and behind what 하다 follows 히.
_ADVERBS = lazy_pattern(
    r"(?<![가-힣])(?P<stem>정확|분명|조용|특별|충분|간단|나란|가만|명확|확실|철저|당연|가득|넉넉|느슨"
    r"|여전|묵묵|부지런|온전|원활|유난|적당|적절|지극|활발|엄밀|면밀|긴밀|꼼꼼|솔직|천천|급격|굉장|당당"
    r"|꾸준|단순)이(?![가-힣])"
)
_BEHIND_S = ending_in("ㅅ")
_S_ADVERBS = lazy_pattern(rf"(?<![가-힣])(?P<stem>[가-힣]*[{_BEHIND_S}])히(?![가-힣])")
# 할 거예요, written as it is heard; 불 꺼 is put out.
_GOING_TO = lazy_pattern(
    r"(?<=[할될볼갈올쓸릴일칠낼길킬을])꺼(?=[예에]요|라[고는며서]|[니란]|죠|지요|다\b|[ .?!]|$)"
)
# Whatever it may be: 던 tells of what was.
_WHATEVER = lazy_pattern(
    r"(?<![가-힣])(?:(?:어떤|어느|무슨) [가-힣]+이|(?:무엇|누구|언제|어디|뭐|얼마|몇)이?"
    r"|[가-힣]+이(?=던,? [가-힣]+이[던든](?:[ ,]|$)))(?P<wrong>던)(?=[ ,]|$)"
)
# In most cases, and no crab.
_MOSTLY = lazy_pattern(
    r"(?<![가-힣])(?P<wrong>대게)(?= (?!요리|찜|축제|라면|철|집|다리|살|[한두세] |[가-힣]*마리))"
)
# Words in which a wrong spelling stands, and is right.
_INNOCENT = {
    "그런대": "그런대로",
    "금새": "[황소입요방]금새|금새[로끼]",
    "되요": "되요[소구청약]",
    "댓가": "댓가지",
    "네트웍": "네트웍스",
    "않되": "지 않되",
    # 어떻게 is meant there.
    "어떻해": "어떻해 (?!하고|라고|라는)[가-힣]",
    "캐쉬": "[가-힣]캐쉬|캐쉬백",
    "비로서": "[가-힣]비로서",
    # 스물한 번째, and 열 한 번째.
    "한 번째": "[가-힣]한 번째|[열물른흔쉰순든] 한 번째",
    "한번째": "[가-힣]한번째|[열물른흔쉰순든] 한번째",
    # A box, as which something serves.
    "함으로서": "[관물편지일]함으로서",
    "자리수": "[일빈]자리수|자리수[정집신업선납입출행송]",
    "아래부분": "[가-힣]아래부분",
    "왠 ": "[가-힣]왠 ",
    "몇 일간": "몇 일간지",
    "되서": "되서울",
    # 변화일 and 최적화일: what is a change, with 이다.
    "화일": "[가-힣A-Za-z0-9)]화일|화일드",
    "쉘": "미쉘",
}


@functools.cache
def _innocent(wrong: str) -> re.Pattern[str] | None:
    """Give what a wrong spelling is right in; few are ever met."""
    if wrong in {"읍니다", "읍니까"}:
        # 모읍니다 is right: its stem ends in a vowel. That of 알다 takes ㅂ, and loses its ㄹ.
        return re.compile(rf"(?:(?<![가-힣])|[{ending_in('', 'ㄹ')}])읍니")
    return re.compile(_INNOCENT[wrong]) if wrong in _INNOCENT else None


def spelling(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words that are spelled wrong in every text."""
    if lesson.language is ENGLISH:
        yield from misspelled(selection, lesson)
        return
    page = prose_text(lesson)
    there, forms, near = words_in(_spellings(), page), forms_in(page), _near(selection, page)
    for line in korean_prose(lesson):
        told: list[Fault] = []
        known = (*_endings(line), *_of_the_table(line, there), *_by_place(line, forms, page))
        for one in (*known, *_unknown(line, near)):
            # What one pattern knows better than another is told once.
            if not any(one.start < other.end and other.start < one.end for other in told):
                told.append(one)
                yield one


def _near(selection: Selection, page: str) -> Mapping[str, tuple[str, ...]]:
    """Give the words of a page that are none, with what may be meant.

    What begins like a term of the glossary is one, but for a syllable that stands twice.
    """
    near = {**unattested_words(page), **near_words(page)}
    terms = [term.korean for term in read_glossary(selection.lessons.root)] if near else []
    found = {
        word: meant
        for word, meant in near.items()
        if not any(word.startswith(term) or term.startswith(word) for term in terms if term)
    }
    return {**doubled_words(page), **found}


def _unknown(line: Line, near: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
    """Give the words that are none; what is meant is a guess."""
    for match in _WORDS.finditer(line.text) if near else ():
        meant = near.get(match[0])
        if meant and not line.is_code(*match.span()):
            yield unknown(line, match, meant)


_WORDS = lazy_pattern("[가-힣]+")


def _of_the_table(line: Line, there: tuple[str, ...]) -> Iterator[Fault]:
    """Give the words that are wrong in every text; `there` are those that the page has."""
    table = _spellings()
    for match in _any_of(there).finditer(line.text) if there else ():
        innocent = _innocent(match[0])
        around = line.text[max(0, match.start() - 2) : match.end() + 2]
        if line.is_code(*match.span()) or (innocent and innocent.search(around)):
            continue
        right = table[match[0]]
        yield Fault(line, *match.span(), f'"{match[0]}" is spelled "{right}"', right,
                    severity=Severity.WARNING)  # fmt: skip


_IN_NO_TEXT = (
    wrong_conjugations,
    typed_in_latin,
    no_stems,
    latin_particles,
    no_syllables,
    mistyped_particles,
    mistyped_deeds,
    ends_before,
)


def _by_place(line: Line, forms: tuple[Form, ...], page: str) -> Iterator[Fault]:
    """Give what is wrong beside what stands around it, and what is in no word."""
    text = line.text
    found = chain(
        wrong_forms(text, forms), mistyped_words(text, page), *(find(text) for find in _IN_NO_TEXT)
    )
    for one in found:
        if one.right and text.startswith((f" ({one.right}", f"({one.right}"), one.end):
            continue  # a name, and what its keys write
        if line.is_code(one.start, one.end) or _is_letter(text, one.start, one.end):
            continue
        if one.right is not None:
            yield _misspelled(line, one.start, one.end, one.right)
        else:
            before = _LAST_WORD.findall(text[: one.start])[0]
            word = before + _WORD.findall(text[one.start :])[0]
            message = f'"{word}" is misspelled: no word has "{text[one.start : one.end]}"'
            if text[one.end :].startswith("습니"):
                message = f'"{word}" is misspelled: no verb ends so before 습니다'
            yield Fault(line, one.start, one.end, message, None, "write what is meant",
                        Severity.WARNING)  # fmt: skip


def _is_letter(text: str, start: int, end: int) -> bool:
    """Tell a syllable in quotation marks: what is spoken of is the letter.

    >>> _is_letter("'힣'은 끝입니다", 1, 2), _is_letter("'힣씀'", 1, 2)
    (True, False)
    """
    return end - start == 1 and _QUOTED_LETTER.match(text[max(0, start - 1) : end + 1]) is not None


_QUOTED_LETTER = lazy_pattern("['\"‘“「『].['\"’”」』]")


def _endings(line: Line) -> Iterator[Fault]:
    """Give the endings that are wrong behind what they stand on, and right behind other words."""
    if "이예요" in line.text:
        for match in _IEYO.finditer(line.text):
            stem = match["stem"]
            # 고양이예요 is right, and so may be every noun that has 이 at its end.
            is_noun_alone = is_noun(stem) and not is_noun(f"{stem}이")
            if final_of(stem[-1]) and (is_noun_alone or stem.endswith(("것", "값", "뿐", "때문"))):
                yield _ending(line, match, "이에요")
    if "에요" in line.text:
        for match in _EYO.finditer(line.text):
            if is_noun(match["stem"]) and sound_of(match["stem"][-1]) is Sound.VOWEL:
                yield _ending(line, match, "예요")
    for sign, pattern, right in (("던", _WHATEVER, "든"), ("대게", _MOSTLY, "대개")):
        if sign in line.text:
            for match in pattern.finditer(line.text):
                yield _ending(line, match, right)
    if "음으로" in line.text:
        for match in _SINCE.finditer(line.text):
            yield _ending(line, match, "으므로")
    if "율" in line.text or "률" in line.text:
        for match in _RATE.finditer(line.text):
            right = "율" if match["low"] else "률"
            yield _misspelled(line, *match.span(), right)
    for sign, pattern in (("이", _ADVERBS), ("히", _S_ADVERBS)):
        for match in pattern.finditer(line.text) if sign in line.text else ():
            yield _misspelled(line, match.end() - 1, match.end(), "히" if sign == "이" else "이")
    if "꺼" in line.text:
        for match in _GOING_TO.finditer(line.text):
            yield _misspelled(line, *match.span(), " 거")
    for one in mistyped_endings(line.text):
        if line.is_code(one.start, one.end):
            continue
        if one.right:
            yield _misspelled(line, one.start, one.end, one.right)
        else:
            word = _LAST_WORD.findall(line.text[: one.end])[0]
            yield Fault(line, one.start, one.end, f'"{word}" is no end of a sentence', None,
                        "write it with ㅂ or 습", Severity.WARNING)  # fmt: skip
    yield from _nots(line)
    for match in _BETTER.finditer(line.text) if "낳" in line.text else ():
        # Who gives birth gives it to something.
        clause = re.split(r"[.?!,;:]", line.text[: match.start("wrong")])[-1]
        if not _OBJECT.search(clause) and not line.is_code(*match.span("wrong")):
            right = "나" if line.text[match.end()] in "은을" else "낫"
            yield _misspelled(line, *match.span("wrong"), right)


# What is better, written as what is born.
_BETTER = lazy_pattern(
    r"(?:[이가게]|더|보다) (?P<wrong>낳)(?=습니다|다[., )]|다$|[은을] |지만|고 |겠)"
)
_OBJECT = lazy_pattern(r"[을를](?: |$)")


def _misspelled(line: Line, start: int, end: int, right: str) -> Fault:
    """Give the fault of a part of a word, with the whole word as it is and as it would be."""
    before, rest = _LAST_WORD.findall(line.text[:start])[0], _WORD.findall(line.text[end:])[0]
    wrong = line.text[start:end]
    message = f'"{before}{wrong}{rest}" is spelled "{before}{right}{rest}"'
    advice = f'write "{before}{right}{rest}"' if right else "delete the blank"
    return Fault(line, start, end, message, right, advice, Severity.WARNING)


def _nots(line: Line) -> Iterator[Fault]:
    """Give 안 for 않 behind a verb, and 않 for 안 before one."""
    if "안" in line.text:
        for match in _NOT.finditer(line.text):
            last = match["last"]
            if match["inside"]:
                sure = last in _ONLY_STEMS or final_of(last) in _ONLY_FINALS
            else:
                sure = not (_HELD.search(match["verb"]) or ends_in_noun(match["verb"]))
            if sure and not line.is_code(*match.span()):
                apart = line.text[match.start("wrong") - 1] == " "
                yield _ending(line, match, "않" if apart else " 않")
    if "않" in line.text:
        for match in _NOT_BEFORE.finditer(line.text):
            if not line.is_code(*match.span()):
                yield _ending(line, match, "안 ")


def _ending(line: Line, match: re.Match[str], right: str) -> Fault:
    """Give the fault of an ending."""
    start, end = match.span("wrong")
    right_word = match[0][: start - match.start()] + right + match[0][end - match.start() :]
    return Fault(line, start, end, f'"{match[0]}" is spelled "{right_word}"', right,
                 f'write "{right_word}"', Severity.WARNING)  # fmt: skip
