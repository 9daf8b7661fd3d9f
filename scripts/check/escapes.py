"""Hangul that a program has written as escapes, \\ub2e4\\uc74c, or as references, &#45796;."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from scripts.check.fault import Fault
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.lesson import Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

_SIGN = "\\u"
# One alone may be shown; the syllables lie between AC00 and D7A3.
_SYLLABLE = r"u(?:[aA][cCdDeEfF]|[bBcC][0-9a-fA-F]|[dD][0-7])[0-9a-fA-F]{2}"
# What R prints of what it cannot: <U+D615>.
_IN_MARKS = r"<U\+(?:A[C-F]|[BC][0-9A-F]|D[0-7])[0-9A-F]{2}>"
_RUN = lazy_pattern(rf"(?:\\{{1,2}}{_SYLLABLE}[ ,]*){{2,}}")
_ALONE = lazy_pattern(rf"(?<!\\)\\{_SYLLABLE}(?P<rest>[가-힣]*)(?!\\)")
_ONE = lazy_pattern(rf"\\{{1,2}}{_SYLLABLE}[ ,]*")
# The bytes of UTF-8, as Python shows them.
_BYTES = lazy_pattern(r"(?:\\x[eE][a-dA-D](?:\\x[89abAB][0-9a-fA-F]){2})+")
_ESCAPE = lazy_pattern(r"\\{1,2}u([0-9a-fA-F]{4})")
_MARKED = lazy_pattern(r"<U\+([0-9A-F]{4})>")
# A page shows what references stand for; nobody can read, search or edit the file. What R cannot
# print is read as HTML.
_REFERENCE = lazy_pattern(rf"(?:&#(?:\d{{5}}|[xX][0-9a-fA-F]{{4}});)+|(?:{_IN_MARKS}){{2,}}")
_PARTICLES = lazy_pattern(particles())


def _in_words(text: str) -> Iterator[re.Match[str]]:
    """Give the escapes of one syllable within a word; behind one that is shown is a particle.

    >>> texts = ("\\\\uB118기지 않은", "\\\\uac00은 글자", "\\\\uac00 하나")
    >>> [len(list(_in_words(text))) for text in texts]
    [1, 0, 0]
    """
    for match in _ALONE.finditer(text):
        rest, before = match["rest"], text[: match.start()][-1:]
        if (rest and not _PARTICLES.fullmatch(rest)) or "가" <= before <= "힣":
            yield match


def _escapes(line: Line) -> Iterator[re.Match[str]]:
    """Give the runs of escapes in a line, those within words, and beside a run each other one.

    >>> texts = ("\\\\uc774 빵의 \\\\uc790\\\\ub8cc", "\\\\uac00 하나")
    >>> lines = (Line(1, one, tuple(range(40)), " " * 40, "paragraph") for one in texts)
    >>> [len(list(_escapes(line))) for line in lines]
    [2, 0]
    """
    found = [*_RUN.finditer(line.text), *_in_words(line.text)]
    found = [one for one in found if not line.is_code(*one.span())]
    yield from found
    for match in _ONE.finditer(line.text) if any(_RUN.match(one[0]) for one in found) else ():
        apart = all(match.end() <= one.start() or one.end() <= match.start() for one in found)
        if apart and not line.is_code(*match.span()):
            yield match


def _references(lesson: Lesson) -> Iterator[Fault]:
    """Give the references of prose that stand for Hangul."""
    rows = lesson.text.split("\n")
    for line in prose(lesson):
        row = rows[line.number - 1]
        for match in _REFERENCE.finditer(row) if line.block else ():
            right = _MARKED.sub(lambda one: chr(int(one[1], 16)), html.unescape(match[0]))
            start = line.index_at(match.start())
            end = line.index_at(match.end()) or len(line.text)
            if all("가" <= one <= "힣" for one in right) and not line.is_code(start, end):
                yield Fault(line, min(start, len(line.text) - 1), end, f'{match[0]} is "{right}"',
                            right, f'write "{right}"', Severity.WARNING, (match[0], right),
                            match.start() + 1)  # fmt: skip


def _bytes(lesson: Lesson) -> Iterator[Fault]:
    """Give the bytes of prose that stand for Hangul."""
    for line in prose(lesson):
        for match in _BYTES.finditer(line.text):
            right = bytes.fromhex(match[0].replace("\\x", "")).decode("utf-8", "replace")
            is_hangul = all("가" <= one <= "힣" for one in right)
            if is_hangul and not line.is_code(*match.span()):
                yield Fault(line, *match.span(), f'these escapes are "{right}"', right,
                            severity=Severity.WARNING)  # fmt: skip


def escaped_hangul(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the runs of escapes in prose and comments that stand for Hangul."""
    if "&#" in lesson.text or "<U+" in lesson.text:
        yield from _references(lesson)
    if "\\x" in lesson.text:
        yield from _bytes(lesson)
    if _SIGN not in lesson.text:
        return
    for line in prose(lesson):
        for match in _escapes(line):
            rest = match.groupdict().get("rest", "")
            start, end = match.start(), match.end() - len(rest)
            end -= len(match[0]) - len(match[0].rstrip(" ,"))
            right = _ESCAPE.sub(lambda one: chr(int(one[1], 16)), line.text[start:end])
            yield Fault(line, start, end, f'these escapes are "{right}"', right,
                        severity=Severity.WARNING)  # fmt: skip
