"""Runs of English words in Korean sentences, cells and descriptions of figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scripts.check.fault import Fault
from scripts.check.prose import OPAQUE, Line, prose
from scripts.check.rule import Selection
from scripts.check.untranslated import HANGUL, STOP, blanked, is_a_title, paragraphs
from scripts.diagnostic import Severity
from scripts.languages import KOREAN
from scripts.lesson import Block, Lesson, Lessons
from scripts.patterns import lazy_pattern

# A quotation that goes on in other lines.
_MARKS = lazy_pattern('["“”]')
_CLOSED_BY = {'"': '"', "“": "”"}
# A title that is quoted begins with a capital.
_WORDS = r"(?:[A-Za-z'’-]+[,;:]? +)"
_RUN = lazy_pattern(
    rf"(?<![A-Za-z'’-])(?<![A-Za-z] )(?:{_WORDS}{{7,}}|(?=[a-z]){_WORDS}{{3,}})[A-Za-z'’-]+"
    # A whole sentence among Korean ones.
    rf"|(?:(?<=[.?!] )|^)[A-Z][a-z'’]*,? {_WORDS}{{3,}}(?:[a-z'’-]+|\d+|{OPAQUE}+)"
    "(?=[.?!](?: [가-힣]|$))"
    # The beginning of a Korean one.
    rf"|(?:(?<=[.?!] )|^)[A-Z][a-z'’]*,? {_WORDS}{{3,}}[a-z'’-]+(?=,? [가-힣])"
    # A whole cell.
    rf"|(?<=\| )[A-Z][a-z'’]*,? {_WORDS}{{3,}}[a-z'’-]+(?=[.?!]? *\|)"
)
# Where a run of English begins: behind Korean, a sentence, or the edge of a cell.
_BREAK = lazy_pattern(r"[가-힣][^A-Za-z0-9가-힣]*|[.?!][\"”’)*_]*\s+|\|")
# A book, and who wrote it.
_BY_AUTHOR = lazy_pattern(r"\bby(?: [A-Z][A-Za-z'’-]*){2}")
# What else joins the words of a sentence, and stands in few names.
_SMALL = STOP | frozenset(
    {"about", "across", "all", "along", "among", "another", "any", "around", "behind", "below"}
    | {"beside", "between", "both", "during", "each", "every", "he", "her", "him", "his", "must"}
    | {"onto", "over", "per", "she", "since", "some", "through", "toward", "under", "until", "us"}
    | {"where", "whether", "who", "whose", "why", "within", "without"}
)
# A line of these is a text by itself.
_ONE_LINERS = frozenset({"alt", "front", "table", "heading"})
# Of so few words "state of the art" is a name, and "why that matters" half a sentence.
_FEW = 5
_OF_SENTENCES = frozenset(
    {"that", "which", "it", "we", "you", "they", "there", "if", "when", "because", "why", "how"}
    | {"what", "is", "are", "was", "were", "does", "do", "can", "will", "has", "have", "should"}
    | {"must", "not", "this", "these", "those", "their", "your", "our", "its", "but"}
)


# Words that no Korean sentence has but where it speaks of them: the `and` operator, an "is" test.
_LONE = lazy_pattern(
    r"(?<=[가-힣] )(?P<word>and|then|the|are|always|also|but|because|usually|often|never|should"
    r"|must|which|when|with|from|is)(?= [가-힣0-9])(?! (?:연산|키워드|문(?![가-힣])|구문"
    r"|사용|이용|절(?![가-힣])|게이트|조건|표현|블록|함수|메서드|옵션|필터|쿼리|검색|단어|글자|태그|모드"
    r"|테스트|명령|관사|조인|논리))"
)


# Between two names that are each in emphasis, or code, with a particle behind.
_BETWEEN_NAMES = lazy_pattern(
    r"(?P<mark>[*_`]{1,3})(?=[^\s*_`])[^*_`]+(?P=mark) (?P<word>or|and) "
    r"(?P<other>[*_`]{1,3})(?=[^\s*_`])[^*_`]+(?P=other)(?=[가-힣])"
)


def _lone_words(lesson: Lesson) -> Iterator[Fault]:
    """Give the small English words that stand alone between Korean ones, or two names."""
    rows = lesson.text.split("\n")
    for line in prose(lesson):
        if line.kind in {"comment", "further"}:
            continue
        row = rows[line.number - 1] if line.block else ""
        joined = " or " in row or " and " in row
        for match in _BETWEEN_NAMES.finditer(row) if joined else ():
            start = line.index_at(match.start("word"))
            yield Fault(line, start, start + len(match["word"]),
                        f'"{match["word"]}" is still in English', None, "translate it",
                        Severity.WARNING)  # fmt: skip
        for match in _LONE.finditer(line.without_code):
            if line.is_as_written(*match.span("word")):
                message = f'"{match["word"]}" is still in English'
                yield Fault(line, *match.span("word"), message, None, "translate it",
                            Severity.WARNING)  # fmt: skip


def lines_with_runs(lessons: Lessons, lesson: Lesson) -> frozenset[int]:
    """Give the lines of a lesson that have a run of English words in Korean text."""
    selection = Selection(lessons, paths={lesson.path})
    return frozenset(fault.line.number for fault in runs(selection, lesson))


def runs(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the long runs of English words in Korean text."""
    if lesson.language is not KOREAN:
        return
    yield from _lone_words(lesson)
    rows = lesson.text.split("\n")
    left: set[int] | None = None
    lines = prose(lesson)
    quoted = quoted_over_lines(lines)
    for number, line in enumerate(lines):
        if line.kind in {"comment", "further"} or not HANGUL.search(line.text):
            continue
        table = line.block if line.kind == "table" else None
        text = blanked(line, quoted.get(number, ()))
        told = -1
        for match in _RUN.finditer(text):
            words = match[0].lower().split()
            if table and _in_column(rows, table, line, match.start()):
                continue
            if is_a_title(match[0]) and (
                _BY_AUTHOR.search(match[0]) or _is_emphasised(rows[line.number - 1], match[0])
            ):
                continue
            plain = [word.strip(",;:") for word in words]
            if not (_is_sentence(plain) or _is_clause(match, line.kind)):
                continue
            # What stands around a quotation, a link or a number is one run.
            is_new = told < 0 or HANGUL.search(text, told, match.start())
            told = match.end()
            if left is None:
                left = {one.line.number for one in paragraphs(selection, lesson)}
            if is_new and line.number not in left:
                start = max(
                    (one.end() for one in _BREAK.finditer(text, 0, match.start())), default=0
                )
                start += len(text[start:]) - len(text[start:].lstrip(f" \t*_{OPAQUE}"))
                found = line.text[start : match.end()].split()
                begins = " ".join([word.strip("*_") for word in found if OPAQUE not in word][:4])
                message = f'"{begins} ..." is still in English'
                yield Fault(line, start, match.end(), message, None, "translate it",
                            Severity.WARNING)  # fmt: skip


def _is_emphasised(row: str, title: str) -> bool:
    """Tell whether a title is set in emphasis, as that of a book is, and nothing else is in it.

    >>> _is_emphasised("논문 – _The Loaf of It_", "The Loaf of It")
    True
    """
    title = title.strip()
    return any(f"{mark}{title}{mark}" in row for mark in "_*")


def _is_sentence(words: Sequence[str]) -> bool:
    """Tell a part of a sentence from a name: by its small words, by more of them where it is short.

    >>> texts = ("the others are as before", "state of the art", "a fast and small solver of it")
    >>> [_is_sentence(text.split()) for text in texts]
    [True, False, True]
    """
    small, of_sentences = (sum(word in known for word in words) for known in (STOP, _OF_SENTENCES))
    if len(words) > _FEW:
        return sum(word in _SMALL for word in words) > 1
    return of_sentences > 1 or (of_sentences > 0 and small > 2)


def _is_clause(run: re.Match[str], kind: str) -> bool:
    """Tell the rest of a sentence, or a cell, from names and lists: a small word, and an end.

    Who puts English words into a Korean sentence has Korean behind them.

    >>> text = "가로는 시간이고, horizontal lines divide them. cold start of a pool입니다."
    >>> [_is_clause(match, "alt") for match in _RUN.finditer(text)]
    [True, False]
    """
    behind = run.string[run.end() : run.end() + 3].lstrip()[:1]
    ends = behind in {".", "?", "!"} or (kind in _ONE_LINERS and behind in {"", "|"})
    words = run[0].split()
    small = sum(word.lower() in _SMALL for word in words)
    return ends and small > 0 and "," not in run[0] and all(map(str.islower, words[1:]))


def quoted_over_lines(lines: Sequence[Line]) -> dict[int, list[tuple[int, int]]]:
    """Give by the number of each line the parts of it that a quotation of several lines has."""
    found: dict[int, list[tuple[int, int]]] = {}
    opened: tuple[int, int, str] | None = None
    for n, line in enumerate(lines):
        if opened and line.block is not lines[opened[0]].block:
            opened = None
        if not _MARKS.search(line.text):
            continue
        for mark in _MARKS.finditer(line.without_code):
            if opened is None:
                if mark[0] in _CLOSED_BY:
                    opened = n, mark.start(), _CLOSED_BY[mark[0]]
            elif mark[0] == opened[2]:
                first, start, _ = opened
                if first < n:
                    found.setdefault(first, []).append((start, len(lines[first].text)))
                    for k in range(first + 1, n):
                        found.setdefault(k, []).append((0, len(lines[k].text)))
                    found.setdefault(n, []).append((0, mark.end()))
                opened = None
    return found


def _in_column(rows: Sequence[str], block: Block, line: Line, place: int) -> bool:
    """Tell whether a place is in a column of a table that has no Korean, but for its head.

    Proverbs, and what is typed in, stand beside the words that explain them.
    """
    column = rows[line.number - 1].count("|", 0, line.columns[place] - 1)
    others = [row.split("|") for row in rows[block.line + 1 : block.end]]
    return not any(len(row) > column and HANGUL.search(row[column]) for row in others)
