"""Code in sentences whose quotation marks, dots and dashes a word processor has made its own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from scripts.check.fault import Fault
from scripts.check.prose import prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# What stands in code for each of them, the likeliest first.
_ASCII: Mapping[str, tuple[str, ...]] = {
    "“": ('"',),
    "”": ('"',),
    "«": ('"',),
    "»": ('"',),
    "‘": ("'", "`"),
    "’": ("'",),
    "…": ("...",),
    "–": ("-", "--"),
    "—": ("--", "-", "---"),
    "‑": ("-",),
    "−": ("-",),
    "×": ("*", "x"),
}
_FOUND = lazy_pattern(f"[{''.join(_ASCII)}]")
_CODE = lazy_pattern("c+")
# A text in code: f(“a”), key=‘a’.
_TEXT = lazy_pattern(
    r"[(\[{=,:] ?(?:“[^“”]*”|‘[^‘’]*’|«[^«»]*»)(?=\s*[)\]},:]|$)|^[‘’“”][^‘’“”]*[‘’“”]$"
)
_QUOTES = {ord(mark): plain[0] for mark, plain in _ASCII.items() if mark in "“”‘’«»"}


def typographic_code(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give code that the other language has in ASCII, and texts in code that no code can quote so.

    What both languages have is meant: a name in a menu ends in three dots.
    """
    if not _FOUND.search(lesson.text):
        return
    written = selection.lessons.versions(lesson.docname)
    others = [frozenset(_spans(one)) for one in written if one is not lesson]
    for line in prose(lesson):
        for match in _CODE.finditer(line.code):
            code = line.text[match.start() : match.end()]
            if not _FOUND.search(code) or any(code in other for other in others):
                continue
            meant = next((new for new in _in_ascii(code) if any(new in its for its in others)), "")
            if not meant and _TEXT.search(code):
                meant = code.translate(_QUOTES)
            if meant:
                marks = "".join(dict.fromkeys(_FOUND.findall(code)))
                message = f'"{code}" has {marks} instead of ASCII'
                yield Fault(line, *match.span(), message, meant, f'write "{meant}"',
                            Severity.WARNING)  # fmt: skip


def _spans(lesson: Lesson) -> Iterator[str]:
    """Give the code in the sentences of a lesson."""
    for line in prose(lesson):
        for match in _CODE.finditer(line.code):
            yield line.text[match.start() : match.end()]


def _in_ascii(code: str) -> Iterator[str]:
    """Give what code may have been, the likeliest first; each mark stood for one thing.

    >>> list(_in_ascii("a[…]–1"))
    ['a[...]-1', 'a[...]--1']
    """
    marks = list(dict.fromkeys(_FOUND.findall(code)))
    for chosen in itertools.product(*(_ASCII[mark] for mark in marks)):
        new = code
        for mark, plain in zip(marks, chosen, strict=True):
            new = new.replace(mark, plain)
        yield new
