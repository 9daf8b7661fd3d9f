"""Characters that nobody sees and that have no place in a lesson, or that stand for lost ones."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace

from scripts.check.rule import Selection
from scripts.diagnostic import Diagnostic, Severity
from scripts.patterns import lazy_pattern

_BIDI_EMBEDDINGS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# These marks are ordinary where letters are written from right to left.
_BIDI_MARKS = frozenset("\u061c\u200e\u200f")
_JOINERS = frozenset("\u200c\u200d")
_ZERO_WIDTH_SPACE = "\u200b"
_SOFT_HYPHEN = "\xad"
# Word joiner and its like, the byte order mark, and fillers for missing Hangul.
_INVISIBLE = frozenset("\u2060\u2061\u2062\u2063\u2064\ufeff\u115f\u1160\u3164\uffa0")

# Code points whose scripts use joiners between letters: Hebrew to Arabic Extended, the scripts of
# India, Tibetan to Myanmar, Khmer, Mongolian; and the Arabic presentation forms.
_JOINING_SCRIPTS = (range(0x0590, 0x0E00), range(0x0F00, 0x10A0), range(0x1780, 0x18B0))
# Scripts written without spaces, where a zero-width space shows the end of a word: Thai, Lao,
# Myanmar, Khmer.
_SPACELESS_SCRIPTS = (range(0x0E00, 0x0F00), range(0x1000, 0x10A0), range(0x1780, 0x1800))

# Python takes these for printable.
_PRINTABLE = lazy_pattern("[\ufffd\u115f\u1160\u3164\uffa0]")

# A character's place in a line, when it is a fault there.
_IsFault = Callable[[str, int], bool]


def replacements(selection: Selection) -> Iterator[Diagnostic]:
    """Give the places of U+FFFD, which a decoder writes for what it could not read."""
    fix = "write what was lost"
    yield from _find(selection, "replacement-character", lambda t, i: t[i] == "\ufffd", fix)


def controls(selection: Selection) -> Iterator[Diagnostic]:
    """Give C0 and C1 control characters other than tab and the ends of lines, and U+2028."""
    yield from _find(selection, "control-character", _is_control, _without_control)


def bidi_controls(selection: Selection) -> Iterator[Diagnostic]:
    """Give characters that turn the direction of writing, outside text that runs both ways."""
    yield from _find(selection, "bidi-control", _is_bidi_control, "delete it")


def zero_width(selection: Selection) -> Iterator[Diagnostic]:
    """Give characters without a width, but not those that emoji or other scripts need.

    A soft hyphen is a warning: a page may have it on purpose, for a word that is too long.
    """
    yield from _find(selection, "zero-width", _is_zero_width, "delete it")
    for found in _find(selection, "zero-width", lambda t, i: t[i] == _SOFT_HYPHEN, "delete it"):
        yield replace(found, severity=Severity.WARNING)


def has_unseen(text: str) -> bool:
    """Tell whether a text holds what a rule of this module tells, or what only one font knows.

    >>> has_unseen("값\u200b을"), has_unseen("값을")
    (True, False)
    """
    if text.isascii() or (text.replace("\n", " ").isprintable() and not _PRINTABLE.search(text)):
        return False
    return any(
        unicodedata.category(text[at]) == "Co"
        or (text[at] != "\n" and _is_control(text, at))
        or _is_bidi_control(text, at)
        or _is_zero_width(text, at)
        for at in range(len(text))
    )


def _find(
    selection: Selection, rule: str, is_fault: _IsFault, fix: str | Callable[[str, int], str]
) -> Iterator[Diagnostic]:
    for lesson in selection.files:
        for number, line in enumerate(lesson.text.split("\n"), 1):
            if line.isprintable() and not _PRINTABLE.search(line):
                continue
            faults = [column for column in range(len(line)) if is_fault(line, column)]
            if faults:
                message = f"{_name(line[faults[0]])} in this line"
                if len(faults) > 1:
                    message += f", and {len(faults) - 1} more of the kind"
                column = faults[0] + 1
                place = lesson.path, number
                advice = fix if isinstance(fix, str) else fix(line, faults[0])
                yield Diagnostic(*place, rule, message, fix=advice, column=column, end=column + 1)


def _name(character: str) -> str:
    name = unicodedata.name(character, "a control character")
    return f"{name} (U+{ord(character):04X})"


# Where one of these stands, another line began.
_LINE_ENDS = frozenset("\v\f\r\x85\u2028\u2029")
# To some programs the last two, U+2028 and U+2029, end a line.
_CONTROLS = frozenset({"Cc", "Zl", "Zp"})


def _without_control(line: str, index: int) -> str:
    """Give what to do about a control character: where a line ended there, words would be glued."""
    around = line[max(0, index - 1) : index].strip() and line[index + 1 : index + 2].strip()
    return "write a space instead" if around and line[index] in _LINE_ENDS else "delete it"


def _is_control(line: str, index: int) -> bool:
    return line[index] != "\t" and unicodedata.category(line[index]) in _CONTROLS


def _is_bidi_control(line: str, index: int) -> bool:
    if line[index] in _BIDI_EMBEDDINGS:
        return True
    return line[index] in _BIDI_MARKS and not any(
        unicodedata.bidirectional(character) in {"R", "AL"}
        for character in line
        if character not in _BIDI_MARKS
    )


def _is_zero_width(line: str, index: int) -> bool:
    character = line[index]
    before, after = line[index - 1 : index] or " ", line[index + 1 : index + 2] or " "
    if character in _JOINERS:
        in_emoji = character == "\u200d" and _is_emoji(before) and _is_emoji(after)
        return not (in_emoji or _is_in(before, _JOINING_SCRIPTS) or _is_in(after, _JOINING_SCRIPTS))
    if character == _ZERO_WIDTH_SPACE:
        return not (_is_in(before, _SPACELESS_SCRIPTS) or _is_in(after, _SPACELESS_SCRIPTS))
    return character in _INVISIBLE


def _is_emoji(character: str) -> bool:
    """Tell whether emoji sequences can hold this beside a joiner; U+FE0F ends a coloured one."""
    return (
        ord(character) >= 0x1F000
        or unicodedata.category(character) in {"So", "Sm"}
        or character == "\ufe0f"
    )


def _is_in(character: str, scripts: tuple[range, ...]) -> bool:
    return any(ord(character) in script for script in scripts)
