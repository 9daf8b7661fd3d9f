"""Spoiling clean Korean text in one way a kind, with the places that lost a byte written down."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from scripts.repair.encodings import NO_BREAK_SPACE, REPLACEMENT, SOFT_HYPHEN, WRONG_ENCODINGS

_RUN = re.compile(f"{REPLACEMENT}+")


@dataclass(frozen=True)
class Spoilt:
    """A damaged file, and the places in the clean text whose characters lost a byte."""

    data: bytes
    lost: frozenset[int] = frozenset()


def anything(line: str) -> bool:
    """Say that a line can be spoilt, whatever it holds."""
    return True


@dataclass(frozen=True)
class Kind:
    """One kind of damage: what it does to a text, and to which lines it can happen.

    A hard kind leaves most syllables with hundreds of candidates, not 16; the figures are given
    with it and without it.
    """

    name: str
    lossless: bool
    spoil: Callable[[str], Spoilt]
    fits: Callable[[str], bool] = anything
    hard: bool = False


@cache
def _characters(encoding: str) -> dict[int, str]:
    return {byte: character for character, byte in WRONG_ENCODINGS[encoding].to_byte.items()}


def misread(
    text: str,
    encoding: str,
    *,
    undefined: str = "keep",
    soft_hyphen: str = "\xad",
    no_break_space: str = "\xa0",
    times: int = 1,
    then: str = "",
) -> Spoilt:
    """Read the UTF-8 of `text` as `encoding`, and what comes of it as `then` where that is named.

    `undefined` says what becomes of bytes that the encoding has no character for: `keep` leaves
    the C1 control, `drop` leaves them out, `replace` puts U+FFFD, `collapse` one U+FFFD for a run
    of them, `question` puts a question mark. Bytes AD and A0 become `soft_hyphen` and
    `no_break_space`.

    >>> misread("의", "cp1254", undefined="drop")
    Spoilt(data=b'\\xc3\\xac\\xcb\\x9c', lost=frozenset({0}))
    """
    gone = {
        "keep": None,
        "drop": "",
        "replace": REPLACEMENT,
        "collapse": REPLACEMENT,
        "question": "?",
    }[undefined]
    lost: set[int] = set()
    parts: list[str] = []
    for place, character in enumerate(text):
        part = character
        for name in (*[encoding] * times, *([then] if then else [])):
            wrong = WRONG_ENCODINGS[name]
            characters = _characters(name)
            read = []
            for byte in part.encode():
                kept = chr(byte) if byte < 0x80 else characters[byte]
                now = kept
                if byte == SOFT_HYPHEN:
                    now = soft_hyphen
                elif byte == NO_BREAK_SPACE:
                    now = no_break_space
                elif byte in wrong.undefined and gone is not None:
                    now = gone
                if now != kept:
                    lost.add(place)
                read.append(now)
            part = "".join(read)
            if undefined == "collapse":
                part = _RUN.sub(REPLACEMENT, part)
        parts.append(part)
    return Spoilt("".join(parts).encode(), frozenset(lost))


def cp949_read_as(text: str, encoding: str) -> Spoilt:
    """Read the CP949 of `text` as a single-byte encoding; bytes without a character stay as C1.

    >>> cp949_read_as("가", "latin-1").data.decode()
    '°¡'
    """
    characters = _characters(encoding)
    read = (chr(byte) if byte < 0x80 else characters[byte] for byte in text.encode("cp949"))
    return Spoilt("".join(read).encode())


def cp949_file(text: str) -> Spoilt:
    """Save `text` as CP949."""
    return Spoilt(text.encode("cp949"))


def read_as_cp949(text: str) -> Spoilt:
    """Read the UTF-8 of `text` as CP949; raises UnicodeDecodeError where that cannot be.

    >>> read_as_cp949("값이").data.decode()
    '媛믪씠'
    """
    return Spoilt(text.encode().decode("cp949").encode())


def decomposed(text: str) -> Spoilt:
    """Take `text` apart into jamo and accents (NFD).

    >>> len(decomposed("한").data.decode())
    3
    """
    return Spoilt(unicodedata.normalize("NFD", text).encode())


def as_entities(text: str, form: str) -> Spoilt:
    """Write Hangul as HTML character references; `form` formats the number.

    >>> as_entities("a 가", "&#x{:X};").data
    b'a &#xAC00;'
    """
    return Spoilt("".join(form.format(ord(c)) if "가" <= c <= "힣" else c for c in text).encode())


def _has_cp949(line: str) -> bool:
    try:
        line.encode("cp949")
    except UnicodeEncodeError:
        return False
    return True


def _is_read_as_cp949(line: str) -> bool:
    if line.isascii():
        return False
    try:
        line.encode().decode("cp949")
    except UnicodeDecodeError:
        return False
    return True


def _is_composed(line: str) -> bool:
    return unicodedata.is_normalized("NFC", line)


def _is_no_code(line: str) -> bool:
    # A reference in code is text that shows how references are written.
    return not any(mark in line for mark in ("`", "~~~", "&#"))


_dropped = partial(misread, undefined="drop", soft_hyphen="")

KINDS: tuple[Kind, ...] = (
    Kind("cp1252, C1 kept", True, partial(misread, encoding="cp1252")),
    Kind("cp1254, C1 kept", True, partial(misread, encoding="cp1254")),
    Kind("latin-1, C1 kept", True, partial(misread, encoding="latin-1")),
    Kind("cp1250, C1 kept", True, partial(misread, encoding="cp1250")),
    Kind("cp1253, C1 kept", True, partial(misread, encoding="cp1253")),
    Kind("cp1257, C1 kept", True, partial(misread, encoding="cp1257")),
    Kind("cp1252 twice, C1 kept", True, partial(misread, encoding="cp1252", times=2)),
    Kind("latin-1 twice, C1 kept", True, partial(misread, encoding="latin-1", times=2)),
    Kind("CP949 read as latin-1", True, partial(cp949_read_as, encoding="latin-1"), _has_cp949),
    Kind("CP949 read as cp1252", True, partial(cp949_read_as, encoding="cp1252"), _has_cp949),
    Kind("CP949 file", True, cp949_file, _has_cp949),
    Kind("UTF-8 read as CP949", True, read_as_cp949, _is_read_as_cp949),
    Kind("NFD", True, decomposed, _is_composed),
    Kind("entities, decimal", True, partial(as_entities, form="&#{};"), _is_no_code),
    Kind("entities, hexadecimal", True, partial(as_entities, form="&#x{:x};"), _is_no_code),
    Kind("cp1252, dropped", False, partial(_dropped, encoding="cp1252")),
    Kind("cp1254, dropped", False, partial(_dropped, encoding="cp1254")),
    Kind(
        "cp1254, dropped, NBSP a space",
        False,
        partial(_dropped, encoding="cp1254", no_break_space=" "),
    ),
    Kind("cp1250, dropped", False, partial(_dropped, encoding="cp1250")),
    Kind("cp1253, dropped", False, partial(_dropped, encoding="cp1253")),
    Kind("cp1257, dropped", False, partial(_dropped, encoding="cp1257")),
    Kind("cp1252, U+FFFD", False, partial(misread, encoding="cp1252", undefined="replace")),
    Kind("cp1254, U+FFFD", False, partial(misread, encoding="cp1254", undefined="replace")),
    Kind(
        "cp1254, U+FFFD for a run", False, partial(misread, encoding="cp1254", undefined="collapse")
    ),
    Kind("cp1252, ? for a byte", False, partial(misread, encoding="cp1252", undefined="question")),
    Kind("cp1254, ? for a byte", False, partial(misread, encoding="cp1254", undefined="question")),
    Kind("cp1252, AD dropped", False, partial(misread, encoding="cp1252", soft_hyphen="")),
    Kind("cp1252, NBSP a space", False, partial(misread, encoding="cp1252", no_break_space=" ")),
    Kind("latin-1, dropped", False, partial(_dropped, encoding="latin-1"), hard=True),
    Kind(
        "latin-1, ? for a byte",
        False,
        partial(misread, encoding="latin-1", undefined="question"),
        hard=True,
    ),
    Kind("cp1252 twice, dropped", False, partial(_dropped, encoding="cp1252", times=2), hard=True),
    Kind(
        "cp1252, then cp1254, dropped",
        False,
        partial(_dropped, encoding="cp1252", then="cp1254"),
        hard=True,
    ),
    Kind(
        "cp1254 twice, dropped, NBSP a space",
        False,
        partial(_dropped, encoding="cp1254", times=2, no_break_space=" "),
        hard=True,
    ),
    Kind(
        "cp1252 twice, U+FFFD",
        False,
        partial(misread, encoding="cp1252", times=2, undefined="replace"),
        hard=True,
    ),
)
