"""Comments of code that a lesson has left in the other language."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Sequence

from scripts.check.english.parts_of_speech import usual_parts
from scripts.check.fault import Fault
from scripts.check.printed import printed, repeated
from scripts.check.prose import Line, prose, shown_code
from scripts.check.rule import Selection
from scripts.check.untranslated import CODE_LIKE, HANGUL, STOP, WORD, is_korean, waiting_lines
from scripts.diagnostic import Severity
from scripts.languages import ENGLISH, KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_LEAST_IN_COMMENT = 3
_COMMENT = lazy_pattern(r"""(?:[^"'#]|"[^"]*"|'[^']*')*?(?:^|[ \t])#[ \t]+(?P<text>\S.*)""")
# A comment in a line of its own, and one behind code.
_ALONE, _BEHIND = "comment", "comment behind"
# What a program prints for Prometheus.
_EXPOSITION = lazy_pattern(r"\s*(?:HELP|TYPE|UNIT) [A-Za-z_:][\w:]* ")
# So many comments of shown code are Korean for each that was left.
_MOST_KOREAN = 2
# What Python prints of a value, in words that are nobody's language.
_VALUES = frozenset({"True", "False", "None", "nan", "inf"})
# Names of a program, one after the other: audit.python_version, audit.package_count.
_NAMES_ALONE = lazy_pattern(
    r"[\s\W]*(?:\w+[._]\w[\w.]*(?:\(\))?[\s,;/|]*(?:(?:and|or)\s+)?)+[.\s]*"
)


def comments(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the comments of code that are in the other language, once the text is translated."""
    if waiting_lines(selection, lesson):
        return
    is_other, other = (
        (_is_english_comment, ENGLISH)
        if lesson.language is KOREAN
        else (_is_korean_comment, KOREAN)
    )
    english = selection.lessons.get(lesson.docname, ENGLISH)
    theirs = _comments_of(english) if lesson.language is KOREAN else frozenset()
    if lesson.language is KOREAN:
        yield from _left_in_fences(english, lesson)
    code = _REMARK.sub("", "\n".join(cell.source for cell in lesson.cells)) if theirs else ""
    for line in prose(lesson):
        if line.kind == "comment" and lesson.language is KOREAN:
            yield from _half_in_english(line, printed(lesson))
        if line.kind == "comment" and (
            is_other(line.text)
            or (line.text in theirs and (_is_phrase(line.text) or _is_word(line.text, code)))
        ):
            # What it repeats of the output stays as it was printed.
            own = _without_printed(line.text, printed(lesson))
            left = set(WORD.findall(own)) - _VALUES
            if own != line.text and not (left or HANGUL.search(own)):
                continue
            if _NAMES_ALONE.fullmatch(line.text):
                continue
            message = f"this comment is still in {other.english_name}"
            yield Fault(line, 0, len(line.text), message, None,
                        "translate it; comments may differ", Severity.WARNING)  # fmt: skip


# Half of a comment: so many words, with one of those that join them.
_HALF = lazy_pattern(r"(?<![\w'’.-])(?:[A-Za-z][a-z'’-]*,? ){3,}[a-z'’-]+(?![\w(.=\[])")


def _half_in_english(line: Line, texts: Sequence[str]) -> Iterator[Fault]:
    """Give the runs of English words in a comment that is Korean else."""
    if not HANGUL.search(line.text):
        return
    own = frozenset(_without_printed(line.text, texts).replace(",", "").lower().split())
    for match in _HALF.finditer(line.text):
        words = match[0].replace(",", "").lower().split()
        said = sum(one in STOP and not keyword.iskeyword(one) for one in words)
        if said and sum(one in own for one in words) >= _LEAST_IN_COMMENT:
            begins = " ".join(match[0].split()[:4])
            yield Fault(line, *match.span(), f'"{begins} ..." is still in English', None,
                        "translate it", Severity.WARNING)  # fmt: skip


def _is_korean_comment(text: str) -> bool:
    """Tell a comment in Korean, of a few words and digits, too.

    >>> [_is_korean_comment(text) for text in ("2의 24제곱", "prints 값", "x + y")]
    [True, False, False]
    """
    few = len(text.split()) > 1 and len(HANGUL.findall(text)) > 1 and not WORD.search(text)
    return few or is_korean(text)


def _left_in_fences(english: Lesson | None, lesson: Lesson) -> Iterator[Fault]:
    """Give the comments of shown code that are left in English where most are Korean.

    They stand in the English page as they are.
    """
    comments = list(_fence_comments(lesson))
    theirs = {line.text for line in _fence_comments(english)} if english and comments else ()
    for kind in (_ALONE, _BEHIND):
        found = [line for line in comments if line.kind == kind]
        korean = sum(bool(HANGUL.search(line.text)) for line in found)
        left = [line for line in found if _is_english_comment(line.text) and _says(line)]
        for line in left if korean >= _MOST_KOREAN * len(left) else ():
            if line.text not in theirs or _NAMES_ALONE.fullmatch(line.text):
                continue
            yield Fault(line, 0, len(line.text), "this comment is still in English", None,
                        "translate it; comments may differ", Severity.WARNING)  # fmt: skip


def _says(comment: Line) -> bool:
    """Tell a comment from a list of names, which often stands behind what takes them."""
    words = WORD.findall(comment.text)
    return comment.kind == _ALONE or any(word.lower() in STOP for word in words)


def _fence_comments(lesson: Lesson) -> Iterator[Line]:
    """Give the comments of shown code, as Python and shells have them."""
    rows = lesson.text.split("\n")
    for line in shown_code(lesson):
        if (match := _COMMENT.fullmatch(line.text)) and not _is_output(line, rows):
            own = match["text"]
            columns = line.columns[match.start("text") :]
            before = line.text[: match.start("text")].strip(" \t>#")
            kind = _BEHIND if before else _ALONE
            yield Line(line.number, own, columns, " " * len(own), kind)


def _is_output(line: Line, rows: Sequence[str]) -> bool:
    """Tell a comment below a command of a shell, and above nothing: it shows what that prints."""
    if line.block is None or not _OF_SHELL.match(line.block.text):
        return False
    first, end = line.block.line, line.block.end - 1
    above = next((n for n in range(line.number - 1, first, -1) if not _is_comment(rows[n - 1])), 0)
    below = next((n for n in range(line.number, end) if not _is_comment(rows[n])), end)
    return above > 0 and bool(rows[above - 1].strip()) and (below == end or not rows[below].strip())


def _is_comment(row: str) -> bool:
    return row.lstrip(" \t>").startswith("#")


_OF_SHELL = lazy_pattern(r"[ \t>]*(?:`{3,}|~{3,})\s*(?:bash|sh|shell|zsh|console|terminal)\b")


def _without_printed(text: str, texts: Sequence[str]) -> str:
    """Give a comment without the texts that its lesson prints, each as a whole.

    >>> _without_printed("past the end: 30.0", ["past the end", "end"])
    ': 30.0'
    """
    for start, end in sorted(repeated(text, texts), reverse=True):
        text = text[:start] + text[end:]
    return text


def _comments_of(lesson: Lesson | None) -> frozenset[str]:
    """Give the comments of the lesson that another one stands beside."""
    lines = prose(lesson) if lesson is not None else ()
    return frozenset(line.text for line in lines if line.kind == "comment")


def _is_phrase(text: str) -> bool:
    """Tell English words from a result, where both languages have the same comment.

    >>> [_is_phrase(one) for one in ("in years", "the Moon", "float32", "Array in bfloat16")]
    [True, True, False, False]
    """
    words = WORD.findall(text)
    return (
        len(words) > 1
        and len(words) == len(text.split())
        and any(word.lower() in STOP for word in words)
        and not HANGUL.search(text)
    )


def _is_word(text: str, code: str) -> bool:
    """Tell a comment of one English word, which the code of the page does not have.

    >>> _is_word("years", "period = 12.0"), _is_word("axes", "in_axes=0"), _is_word("km", "")
    (True, False, False)
    """
    return (
        len(text) >= _LEAST_LETTERS
        and text.isascii()
        and text.isalpha()
        and text.islower()
        and bool(usual_parts(text))
        and text not in code
    )


_LEAST_LETTERS = 4
_REMARK = lazy_pattern("#.*")


def _is_english_comment(text: str) -> bool:
    """Tell a comment in English, with code in it where its words are not all Python's own.

    >>> [_is_english_comment(text) for text in ("by position it is n=1", "if n == 1 and is_last")]
    [True, False]
    """
    words = WORD.findall(text)
    said = sum(one.lower() in STOP and not keyword.iskeyword(one) for one in words)
    return (
        not HANGUL.search(text)
        and len(words) >= _LEAST_IN_COMMENT
        and (said > 1 or not CODE_LIKE.search(text))
        and not _EXPOSITION.match(text)
    )
