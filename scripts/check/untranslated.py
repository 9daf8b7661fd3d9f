"""What a lesson has left in the other language: paragraphs, long runs of words, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scripts.check.fault import Fault
from scripts.check.prose import OPAQUE, Line, prose, without_code
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.languages import ENGLISH, KOREAN
from scripts.lesson import Block, Lesson
from scripts.translation import Change, translation_of

_HANGUL = re.compile("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
# A word, and no name: of two letters or more, with none but the first in capitals.
_WORD = re.compile(r"(?<![\w.@/\\-])[A-Za-z][a-z']+(?![\w@/\\(\[=])|(?<![\w.])(?:a|I)(?![\w.(])")
_LINK = re.compile(r"\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|<[^>]*>|“[^”]*”|\"[^\"]*\"|\([^)]*\)")
# A title that is quoted begins with a capital.
_WORDS = r"(?:[A-Za-z'’-]+[,;:]? +)"
_RUN = re.compile(
    rf"(?<![A-Za-z'’-])(?<![A-Za-z] )(?:{_WORDS}{{7,}}|(?=[a-z]){_WORDS}{{5,}})[A-Za-z'’-]+"
    # A whole sentence among Korean ones.
    rf"|(?:(?<=[.?!] )|^)[A-Z][a-z'’]*,? {_WORDS}{{3,}}[a-z'’-]+(?=[.?!](?: [가-힣]|$))"
)
_STOP = frozenset(
    {"the", "a", "an", "of", "to", "in", "on", "is", "are", "was", "be", "this", "that"}
    | {"it", "its", "for", "with", "and", "or", "not", "as", "by", "from", "we", "you"}
    | {"if", "when", "which", "can", "will", "has", "have", "does", "do", "but", "at", "into"}
    | {"then", "than", "so", "how", "what", "there"}
)
_CODE_LIKE = re.compile(r"[=\[\]{}<>@#|\\]|\w\(|noqa|type:|pylint|fmt:|https?:")
_ITEM = re.compile(r"^[ \t>]*(?:[-*+]|\d+[.)])[ \t]")
# A part of a page for those who read no Korean says so.
_ENGLISH = re.compile(r"\bEnglish\b|영어|영문")
_LEAST_WORDS, _LEAST_IN_COMMENT, _LEAST_HANGUL = 4, 3, 4
# Of one word, headings that are no names.
_HEADINGS = frozenset(
    {"appendix", "background", "conclusion", "example", "examples", "exercise", "exercises"}
    | {"installation", "introduction", "notes", "overview", "references", "setup", "solutions"}
    | {"summary"}
)


def paragraphs(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the paragraphs, headings, list items and titles that are in the other language."""
    is_other, other = (
        (_is_left_in_english, ENGLISH) if lesson.language is KOREAN else (_is_korean, KOREAN)
    )
    waiting = _waiting(selection, lesson)
    in_english = False
    for lines in _pieces(lesson):
        first = lines[0]
        if first.kind == "heading":
            in_english = other is ENGLISH and bool(_ENGLISH.search(first.text))
        if in_english or (first.block.line if first.block else first.number) in waiting:
            continue
        if first.kind == "further" and waiting:
            continue
        text = " ".join(_plain(lesson, line) for line in lines)
        if first.kind == "table" and other is KOREAN and _WORD.search(text):
            continue  # a list of Korean words
        is_heading = first.kind in {"heading", "front"}
        if other is ENGLISH and (_HANGUL.search(first.text) if is_heading else _is_title(text)):
            continue
        if is_other(text, is_title=is_heading):
            yield Fault(first, 0, len(first.text), f"this is still in {other.english_name}", None,
                        "translate it", Severity.WARNING)  # fmt: skip


def _is_left_in_english(text: str, *, is_title: bool) -> bool:
    return not _HANGUL.search(text) and (
        _is_english(text) or (is_title and _is_english_title(text))
    )


def _is_korean(text: str, *, is_title: bool = False) -> bool:
    """Tell a Korean text from an English one about Korean words.

    >>> [_is_korean(one) for one in ("값을 JAX로 봅니다.", "It prints 값.")]
    [True, False]
    """
    hangul = len(_HANGUL.findall(text))
    return hangul >= _LEAST_HANGUL - 2 * is_title and 2 * hangul > sum(map(str.isalpha, text))


def runs(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the long runs of English words in Korean text."""
    if lesson.language is not KOREAN:
        return
    rows = lesson.text.split("\n")
    for line in prose(lesson):
        if line.kind in {"comment", "further"} or not _HANGUL.search(line.text):
            continue
        table = line.block if line.kind == "table" else None
        for match in _RUN.finditer(_blanked(line)):
            words = match[0].lower().split()
            if table and _in_column(rows, table, line, match.start()):
                continue
            if sum(word.strip(",;:") in _STOP for word in words) >= 2:
                message = f'"{" ".join(match[0].split()[:4])} ..." is still in English'
                yield Fault(line, *match.span(), message, None, "translate it", Severity.WARNING)


def _in_column(rows: Sequence[str], block: Block, line: Line, place: int) -> bool:
    """Tell whether a place is in a column of a table that has no Korean, but for its head.

    Proverbs, and what is typed in, stand beside the words that explain them.
    """
    column = rows[line.number - 1].count("|", 0, line.columns[place] - 1)
    others = [row.split("|") for row in rows[block.line + 1 : block.end]]
    return not any(len(row) > column and _HANGUL.search(row[column]) for row in others)


def comments(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the comments of code that are in the other language, once the text is translated."""
    if _waiting(selection, lesson):
        return
    is_other, other = (
        (_is_english_comment, ENGLISH) if lesson.language is KOREAN else (_is_korean, KOREAN)
    )
    for line in prose(lesson):
        if line.kind == "comment" and is_other(line.text):
            message = f"this comment is still in {other.english_name}"
            yield Fault(line, 0, len(line.text), message, None,
                        "translate it; comments may differ", Severity.WARNING)  # fmt: skip


def _is_english_comment(text: str) -> bool:
    return (
        not _HANGUL.search(text)
        and len(_WORD.findall(text)) >= _LEAST_IN_COMMENT
        and not _CODE_LIKE.search(text)
    )


def _waiting(selection: Selection, lesson: Lesson) -> frozenset[int]:
    """Give the lines of the blocks that `start` has put there and nobody has translated yet.

    `behind` has one finding for all of them.
    """
    if selection.lessons.origin(lesson.docname) is lesson:
        return frozenset()
    translation = translation_of(selection.lessons, lesson)
    if translation is None or translation.state is None:
        return frozenset()
    untranslated = (b for b in translation.behind if b.change is Change.UNTRANSLATED)
    return frozenset(block.line for block in untranslated)


def _is_english_title(text: str) -> bool:
    """Tell English words from names, which begin with capitals, and names of code, which do not.

    >>> [_is_english_title(one) for one in ("Moving averages", "Read the Docs", "JAX and NumPy")]
    [True, False, False]
    >>> _is_english_title("stdout / stderr")
    False
    """
    words = _WORD.findall(text)
    if not words or words[0][0].islower():
        return False
    if len(words) == 1:
        return words[0].lower() in _HEADINGS and text.strip(" #.") == words[0]
    return any(word.islower() and len(word) > 2 and word not in _STOP for word in words)


def _is_english(text: str) -> bool:
    words = [word.lower() for word in _WORD.findall(text)]
    return len(words) >= _LEAST_WORDS and any(word in _STOP for word in words)


def _is_title(text: str) -> bool:
    """Tell the title of a book, or a name of several words; it stays as it is.

    >>> [_is_title(one) for one in ("The Manual of Bread, Version 9", "Add 2 of the eggs")]
    [True, False]
    """
    return all(word in _STOP for word in _WORD.findall(text) if word[0].islower())


def _pieces(lesson: Lesson) -> Iterator[list[Line]]:
    """Give the lines that belong together: a paragraph, an item of a list, a heading, a title."""
    piece: list[Line] = []
    block: Block | None = None
    number = 0
    for line in prose(lesson):
        if line.block is None:
            if line.kind != "comment":
                yield [line]
            continue
        raw = lesson.text.split("\n", line.number)[line.number - 1]
        starts = re.match(r"^[ \t>]*(?:[-*+]|\d+[.)])[ \t]", raw) or line.kind in {
            "heading",
            "table",
        }
        if piece and (line.block is not block or line.number != number + 1 or starts):
            yield piece
            piece = []
        piece.append(line)
        block, number = line.block, line.number
    if piece:
        yield piece


def _plain(lesson: Lesson, line: Line) -> str:
    """Give a line without links, quotations and code: titles of other pages stay as they are."""
    raw = lesson.text.split("\n", line.number)[line.number - 1]
    if line.kind == "further":
        # A text of YAML may be in quotation marks as a whole.
        raw = _LINK.sub(" ", raw.strip(" \t-'\""))
    elif line.kind in {"front", "alt"}:
        raw = line.text
    return _LINK.sub(" ", re.sub(r"(`+).*?\1|\$[^$]*\$|https?:\S+", " ", raw))


def _blanked(line: Line) -> str:
    return _LINK.sub(lambda match: OPAQUE * len(match[0]), without_code(line))
