"""What a Korean lesson has left in English: paragraphs, long runs of words, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scripts.check.fault import Fault
from scripts.check.prose import OPAQUE, Line, prose, without_code
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.languages import KOREAN
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
_LEAST_WORDS, _LEAST_IN_COMMENT = 4, 3


def paragraphs(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the paragraphs, headings and list items without a word of Korean."""
    if lesson.language is not KOREAN:
        return
    waiting = _waiting(selection, lesson)
    in_english = False
    for lines in _pieces(lesson):
        if lines[0].kind == "heading":
            in_english = bool(_ENGLISH.search(lines[0].text))
        if in_english or (lines[0].block is not None and lines[0].block.line in waiting):
            continue
        text = " ".join(_plain(lesson, line) for line in lines)
        first = lines[0]
        if first.kind != "heading" and _is_title(text):
            continue
        if not _HANGUL.search(text) and _is_english(text):
            yield Fault(first, 0, len(first.text), "this is still in English", None,
                        "translate it", Severity.WARNING)  # fmt: skip


def runs(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the long runs of English words in Korean text."""
    if lesson.language is not KOREAN:
        return
    for line in prose(lesson):
        if line.kind == "comment" or not _HANGUL.search(line.text):
            continue
        plain = _blanked(line)
        rows = lesson.text.split("\n") if line.kind == "table" else []
        for match in _RUN.finditer(plain):
            words = match[0].lower().split()
            if line.block and rows and _in_column(rows, line.block, line, match.start()):
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
    """Give the comments of code that are English sentences, once the text is translated."""
    if lesson.language is not KOREAN or _waiting(selection, lesson):
        return
    for line in prose(lesson):
        if line.kind == "comment" and not _HANGUL.search(line.text):
            words = _WORD.findall(line.text)
            if len(words) >= _LEAST_IN_COMMENT and not _CODE_LIKE.search(line.text):
                yield Fault(line, 0, len(line.text), "this comment is still in English", None,
                            "translate it; comments may differ", Severity.WARNING)  # fmt: skip


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
    """Give the lines that belong together: a paragraph, or one item of a list, or a heading."""
    piece: list[Line] = []
    block: Block | None = None
    number = 0
    for line in prose(lesson):
        if line.block is None:
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
    return _LINK.sub(" ", re.sub(r"(`+).*?\1|\$[^$]*\$|https?:\S+", " ", raw))


def _blanked(line: Line) -> str:
    return _LINK.sub(lambda match: OPAQUE * len(match[0]), without_code(line))
