"""Full-width signs, letters and digits, as an input method writes them: 루프（loop）로, １２."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scripts.check.fault import QUOTED, Fault
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_PAIRED = "！（），．：；？"
_WIDE = f"{_PAIRED}％０-９Ａ-Ｚａ-ｚ"
_NARROW = {0xFF00 + n: n + 0x20 for n in range(1, 95)}
# Signs that a document for print or another keyboard has in the place of letters and marks.
_LETTERS = {
    **dict(zip("АВЕКМНОРСТХаеорсух", "ABEKMHOPCTXaeopcyx", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo", strict=True)),
}
_LOOKALIKES = {
    **dict(zip("ﬀﬁﬂﬃﬄ", ("ff", "fi", "fl", "ffi", "ffl"), strict=True)),
    **_LETTERS,
    **dict(zip("。、", (".", ","), strict=True)),
}
_LETTER = f"[{''.join(_LETTERS)}]"
_LOOKS_SO = lazy_pattern(
    f"[ﬀ-ﬄ]|(?<=[A-Za-z]){_LETTER}|{_LETTER}(?=[A-Za-z]{{2}})"
    r"|(?<=[가-힣A-Za-z0-9)`])[。、](?=\s|$|[가-힣A-Za-z0-9])"
)
# What brackets hold stays as it is.
_RUN = lazy_pattern(f"（[^（）()]*）|[{_WIDE}]+")
_FOUND = lazy_pattern(f"[{_WIDE}]")
# Japanese and Chinese are written with them, and so are names of these languages.
_OTHER_SCRIPT = lazy_pattern("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u3001\u3002]")
# At the beginning of a line these make lists, and what they define.
_OF_LISTS = lazy_pattern("[０-９]*[．）]|：")
# What speaks of the characters themselves.
_SPOKEN_OF = lazy_pattern(r"전각|전폭|full-?\s?width|U\+FF|유니코드|Unicode", re.IGNORECASE)
_OF_SCRIPTS = lazy_pattern(
    r"Cyrillic|Greek|ligature|homoglyph|키릴|그리스 ?문자|합자|Japanese|Chinese|일본어|중국어",
    re.IGNORECASE,
)
# So many of a sign, and more than in ASCII, are a way to write a page.
_THROUGHOUT = 5
# Behind these a space follows, but for the end of a line and what closes.
_ENDS = frozenset("！，．：；？")
# So much of what is found is shown in a message.
_SHOWN = 30
_BEFORE_WORD = lazy_pattern("(?<![０-９])([！，．：；？])(?=[Ａ-Ｚａ-ｚ０-９])")
_NO_SPACE_BEFORE = frozenset(" \t\u3000\"'”’)]}>*_`")


def full_width(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give full-width signs, letters and digits in prose; once what a page nearly always has."""
    if _LOOKS_SO.search(lesson.text):
        yield from _lookalikes(lesson)
    if not _FOUND.search(lesson.text):
        return
    lines = prose(lesson)
    faults = [fault for line in lines for fault in _in_line(lesson, line)]
    counts = Counter(fault.line.text[fault.start] for fault in faults)
    told: set[str] = set()
    for fault in faults:
        sign = fault.line.text[fault.start]
        if counts[sign] < _THROUGHOUT or counts[sign] <= _narrow_ones(lines, sign):
            yield fault
        elif sign not in told:
            told.add(sign)
            message = f'this page has the full-width "{sign}", in {counts[sign]} places'
            advice = f'write "{sign.translate(_NARROW)}": search and readers expect it'
            yield replace(fault, message=message, replacement=None, advice=advice)


def _lookalikes(lesson: Lesson) -> Iterator[Fault]:
    """Give the letters and marks of another script or of print that stand for those of a word."""
    for line in prose(lesson):
        if _SPOKEN_OF.search(line.text) or _OF_SCRIPTS.search(line.text):
            continue
        for match in _LOOKS_SO.finditer(line.text):
            if not line.is_code(*match.span()):
                new = _LOOKALIKES[match[0]]
                space = " " if match[0] in "。、" and line.text[match.end() :][:1].strip() else ""
                code = f"U+{ord(match[0]):04X}"
                yield Fault(line, *match.span(), f'"{match[0]}" is {code}, and no "{new}"',
                            new + space, severity=Severity.WARNING)  # fmt: skip


def _narrow_ones(lines: Iterable[Line], sign: str) -> int:
    """Give how often lines have the ASCII for a sign, and not in code."""
    return sum(line.without_code.count(sign.translate(_NARROW)) for line in lines)


def _in_line(lesson: Lesson, line: Line) -> Iterator[Fault]:
    text = line.text
    if not _FOUND.search(text) or _SPOKEN_OF.search(text):
        return
    quoted = [match.span() for match in QUOTED.finditer(text)]
    for start, end in _runs(line):
        wide, around = text[start:end], text[max(start - 1, 0) : end + 1]
        if _OTHER_SCRIPT.search(around):
            continue
        # A sign by itself, between blanks or quotation marks, is shown.
        alone = not around.replace(wide, "", 1).strip(" \t|")
        if (alone and end - start == 1) or any(
            first + 1 == start and end == last - 1 for first, last in quoted
        ):
            continue
        new = _narrow(lesson, text, start, end)
        shown = wide if end - start <= _SHOWN else f"{wide[:_SHOWN]}..."
        safe = _is_safe(lesson, line, start, wide)
        fault = Fault(line, start, end, f'"{shown}" is written full-width', new if safe else None,
                      f'write "{new}"' if end - start <= _SHOWN else "write it in ASCII",
                      Severity.WARNING)  # fmt: skip
        quotable = line.kind == "front" and not re.search(r"[\"'\\]", _value(lesson, line))
        if not safe and quotable:
            # A colon in YAML needs quotation marks around.
            mended = f'"{text[:start]}{new}{text[end:]}"'
            fault = replace(fault, replacement=mended, raw=(text, mended), at=line.columns[0])
        yield fault


def _runs(line: Line) -> Iterator[tuple[int, int]]:
    """Give where full-width signs stand: brackets with what they hold, but for markup and code."""
    for match in _RUN.finditer(line.text):
        start, end = match.span()
        if line.is_as_written(start, end) and not line.is_code(start, end):
            yield start, end
            continue
        for one in _FOUND.finditer(line.text, start, end):
            if not line.is_code(*one.span()):
                yield one.span()


def _narrow(lesson: Lesson, text: str, start: int, end: int) -> str:
    """Give ASCII for a part of a text, with the spaces that full-width signs have in themselves."""
    wide = text[start:end]
    new = _BEFORE_WORD.sub(r"\1 ", wide).translate(_NARROW)
    after = text[end : end + 1]
    if wide[-1] in _ENDS and after and after not in _NO_SPACE_BEFORE and not _in_number(text, end):
        new += " "
    if lesson.language is not KOREAN:
        if wide[0] == "（" and text[start - 1 : start].isalnum():
            new = f" {new}"
        if wide[-1] == "）" and after.isalnum():
            new += " "
    return new


def _in_number(text: str, end: int) -> bool:
    """Tell a sign between two digits: 12：30, 3．14."""
    return text[end - 2 : end - 1].isdigit() and text[end].isdigit()


def _value(lesson: Lesson, line: Line) -> str:
    """Give what stands behind the key of a line of the front matter, with its quotation marks."""
    row = lesson.text.split("\n")[line.number - 1]
    return row.partition(":")[2].strip()


def _is_safe(lesson: Lesson, line: Line, start: int, wide: str) -> bool:
    """Tell whether ASCII makes no markup: a link, a picture, a list, a key of the front matter."""
    row = lesson.text.split("\n")[line.number - 1]
    before = row[: line.columns[start] - 1]
    after = row[line.columns[start] - 1 + len(wide) :]
    if line.block is None and "：" in wide and not _value(lesson, line).startswith(('"', "'")):
        return False
    makes_link = wide[0] == "（" and before.endswith("]")
    makes_image = wide[-1] == "！" and after.startswith("[")
    makes_list = not before.strip(" \t>0123456789-*+") and _OF_LISTS.match(wide)
    return not (makes_link or makes_image or makes_list)
