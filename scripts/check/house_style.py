"""Where a lesson is not written as the site's own style guide asks, by `docs/style.toml`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scripts.check.fault import Fault
from scripts.check.korean.sentence_ends import has_sentences
from scripts.check.numbers import TENS
from scripts.check.prose import Line, korean_prose, prose, prose_text
from scripts.check.rule import Selection
from scripts.diagnostic import Severity, short
from scripts.house_style import COMMENTS, COUNTS, DASHES, SLANTED, UNITS, AvoidedWord, read_style
from scripts.lesson import Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

# What sentences stand in; a table holds values, and an item of `further` a title.
_SENTENCES = frozenset({"paragraph", "bullet_list", "ordered_list", "blockquote", "front"})
_LATIN_UNITS = (
    "ns|µs|μs|ms|[kKMGTP]i?B|[kMG]?Hz|[nμµmck]m|[mk]?g|m[lL]|[mkM]?[WV]|kWh|dB|[kMG]bps|fps|px|m"
)
_HANGUL_UNITS = (
    "초|밀리초|분|시간|개|개월|년|명|번|줄|칸|배|가지|단계|회|차원|바이트|비트|퍼센트|원|달러"
    "|킬로미터|센티미터|미터|그램|킬로그램|글자|권"
)
_WORD_END = rf"(?={particles()}(?![가-힣A-Za-z0-9]))"
_GLUED_UNIT = lazy_pattern(
    rf"(?<![\w.,/-])\d+(?:[.,]\d+)*(?P<unit>{_LATIN_UNITS}|(?<!0)s)(?![A-Za-z0-9_^²³-])"
)
# 3 분의 1 is a fraction.
_APART_UNIT = lazy_pattern(
    rf"(?<![\w.,-])\d+(?:[.,]\d+)*(?P<space> )(?!분의)(?:{_HANGUL_UNITS}){_WORD_END}"
)
_SLANTED = lazy_pattern(
    r"(?<![*\w\\])(?P<mark>[*_])(?![*_\s])(?P<text>[^*_\n`]*[가-힣][^*_\n`]*)(?<!\s)(?P=mark)(?![*_\w])"
    r"|(?<![*\w\\])\*(?![*\s])(?P<joined>[^*_\n`]*[가-힣][^*_\n`]*)(?<!\s)\*(?!\*)"
)
_DASH = lazy_pattern(r"(?<=[가-힣.,)] )(?P<dash>[—–]|--)(?= )|(?<=[가-힣])—(?=[가-힣])")
_SENTENCE_END = lazy_pattern(
    r"(?:니다|세요|시오|[어아해워와려여]요|[한된진친킨준간온난본든른는았었했됐겠있없]다)[.!]?\s*$"
)
_NATIVE = ["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"]
_COUNTERS = "가지|개|명|줄|칸|군데|쌍|사람|마리|발|그루|송이|켤레|벌|잔|병|알"
# 2번 is as often what bears the number 2 as it is twice.
_DONE = (
    "더|이상|이하|연속|반복|실행|호출|컴파일|추적|부르|부릅|불|돌|나누|던지|누르|읽|쓰|쓴|씁|재|잽|잰|곱|뽑|고치|바꾸"
    "|겹치|되풀이|섞|굴리|미분|계산|그리"
)
_TIMES = rf"번(?:째|(?=씩| (?:{_DONE})))"
_COUNT = lazy_pattern(
    rf"(?<![\w.,~–/:-])(?<!, )(?P<number>10|[1-9])(?P<what>(?:{_COUNTERS}){_WORD_END}|{_TIMES})"
)
_ONES = _NATIVE[:9]
_VALUES = {"스무": 20} | {
    ten + one: 10 * tens + ones
    for tens, ten in enumerate(TENS, 1)
    for ones, one in enumerate(_ONES, 1)
}
_SPELLED = lazy_pattern(
    rf"(?<![가-힣])(?P<number>스무|(?:{'|'.join(TENS)})(?:{'|'.join(_ONES)}))"
    rf" ?(?P<what>(?:{_COUNTERS}|번){_WORD_END})"
)
_QUOTES = tuple("\"'“”‘’「」『』")


def notes(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give where a lesson is not written as the site's style guide asks."""
    style = read_style(selection.lessons.root)
    for name, look in _NOTES.items():
        if name in style.notes:
            yield from look(lesson)
    text = prose_text(lesson).lower()
    for one in style.avoided.get(lesson.language.tag, ()):
        # Of many words a page has none.
        if one.begins in text:
            yield from _avoided(lesson, one)


def _avoided(lesson: Lesson, one: AvoidedWord) -> Iterator[Fault]:
    for line in prose(lesson):
        text = line.without_code
        for match in one.pattern.finditer(text):
            start, end = match.span()
            # Who quotes a word speaks of it.
            if not (text[:start].endswith(_QUOTES) and text[end:].startswith(_QUOTES)):
                yield _note(line, start, end, f'"{match[0]}" is a word to avoid here', one.why)


def _units(lesson: Lesson) -> Iterator[Fault]:
    for line in prose(lesson):
        text = line.without_code
        for match in _GLUED_UNIT.finditer(text):
            start, end = match.span()
            right = f"{text[start : match.start('unit')]} {match['unit']}"
            yield _note(line, start, end, f'"{match[0]}" has no space before its unit', "", right)
    for line in korean_prose(lesson):
        for match in _APART_UNIT.finditer(line.without_code):
            start, end = match.span()
            right = match[0].replace(" ", "")
            yield _note(line, start, end, f'"{match[0]}" has a space before its unit', "", right)


def _slanted(lesson: Lesson) -> Iterator[Fault]:
    rows = lesson.text.split("\n")
    for line in korean_prose(lesson):
        if line.kind == "comment":
            continue
        for match in _SLANTED.finditer(rows[line.number - 1]):
            start, end = match.span("text" if match["text"] else "joined")
            first, last = line.index_at(start), line.index_at(end - 1)
            # What is not read there is no text, and has no marks.
            if line.columns[first] == start + 1 and not line.is_code(first, last + 1):
                text = match["text"] or match["joined"]
                message = f'"{short(text)}" is slanted'
                yield _note(line, first, last + 1, message, "make it bold, or leave it upright")


def _dashes(lesson: Lesson) -> Iterator[Fault]:
    for line in korean_prose(lesson):
        if line.kind in _SENTENCES:
            for match in _DASH.finditer(line.without_code):
                yield _note(line, *match.span(), "a dash stands in a sentence", "write two")


def _comments(lesson: Lesson) -> Iterator[Fault]:
    rows = lesson.text.split("\n")
    for line in korean_prose(lesson):
        is_comment = line.kind == "comment" and "#" in rows[line.number - 1][: line.columns[0]]
        if is_comment and (match := _SENTENCE_END.search(line.text)):
            start = match.start()
            word = line.text[line.text.rfind(" ", 0, start) + 1 :].strip()
            first = line.text.rindex(word)
            message = f'the comment ends in "{word}"'
            yield _note(line, first, first + len(word), message, "end it in a noun form, as in 끔")


def _counts(lesson: Lesson) -> Iterator[Fault]:
    for line in korean_prose(lesson):
        if not has_sentences(line):
            continue
        text = line.without_code
        for match in _COUNT.finditer(text):
            number, what = int(match["number"]), match["what"]
            right = f"{'첫' if (number, what) == (1, '번째') else _NATIVE[number - 1]} {what}"
            message = f'"{match[0]}" is a count up to ten in digits'
            yield _note(line, *match.span(), message, f'write "{right}"')
        for match in _SPELLED.finditer(text):
            right = f"{_VALUES[match['number']]}{match['what']}"
            message = f'"{match[0]}" is a count beyond ten in words'
            yield _note(line, *match.span(), message, f'write "{right}"')


def _note(
    line: Line, start: int, end: int, message: str, advice: str, right: str | None = None
) -> Fault:
    return Fault(line, start, end, message, right, advice, Severity.NOTE)


_NOTES: Mapping[str, Callable[[Lesson], Iterator[Fault]]] = {
    UNITS: _units,
    COUNTS: _counts,
    COMMENTS: _comments,
    DASHES: _dashes,
    SLANTED: _slanted,
}
