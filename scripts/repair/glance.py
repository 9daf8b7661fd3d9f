"""A quick look at a text: most are whole, and a few searches at the speed of C show it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from scripts.repair.encodings import REPLACEMENT, WRONG_ENCODINGS


def _characters(first: int, last: int) -> str:
    return re.escape(
        "".join(
            sorted(
                {
                    character
                    for encoding in WRONG_ENCODINGS.values()
                    for character, byte in encoding.to_byte.items()
                    if first <= byte <= last
                }
            )
        )
    )


# A letter that opens a sequence with what follows one, or with a no-break space turned to a space.
_PAIR = re.compile(
    f"[{_characters(0xC2, 0xF4)}](?:[{_characters(0x80, 0xBF)}{REPLACEMENT}]|(?<=[\u00c2\u00c3]) )"
)
# Two letters of EUC-KR.
EUC_KR = re.compile("[\u00b0-\u00c8][\u00a1-\u00fe]")
# Controls and jamo.
_SINGLE = re.compile(f"[\u0080-\u009f\u1100-\u11ff{REPLACEMENT}]")
# Hanja by which UTF-8 is known that was read as CP949, before what a continuation byte becomes.
CP949_LEADS = bytes(
    byte for lead in range(0xEA, 0xEE) for trail in range(0xA1, 0xC0) for byte in (lead, trail)
).decode("cp949")


def _seconds() -> Iterator[str]:
    """Give what CP949 makes of the last byte of a syllable with the byte behind it.

    That one opens the next character, or is a letter of ASCII.
    """
    letters = range(0x41, 0x7B)
    for last in range(0x80, 0xC0):
        for byte in (*letters, *range(0xC2, 0xF5)):
            with contextlib.suppress(UnicodeDecodeError):
                yield bytes([last, byte]).decode("cp949")


CP949 = re.compile(f"[{CP949_LEADS}][{''.join(sorted(set(_seconds())))}]")
_ENTITY = re.compile("&(?:#|[A-Za-z]{2,6}[0-9]{0,2};&)")
_SIGNS = (_PAIR, EUC_KR, _SINGLE, CP949)


def is_whole(text: str) -> bool:
    """Say that nothing in a text can be damage; where something can, the steps look closely.

    >>> is_whole("L'été à Seoul(서울)"), is_whole("ì»´")
    (True, False)
    """
    if _ENTITY.search(text):
        return False
    return text.isascii() or not any(sign.search(text) for sign in _SIGNS)
