"""What findings and commands say, in Korean; in the code it stands in English.

`messages.ko.toml` has each message with `{}` for what it names. What is said is put into Korean
where it is shown, by the message that it fits; what fits none stays as it is.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from scripts.agreement import Sound, likely_sound, right_form, sound_of, sure_sound
from scripts.diagnostic import Diagnostic, FindingError, NaranhiError
from scripts.languages import ENGLISH, KOREAN

# What Sphinx says, and messages of ours with the parts of these, as the table has them.
_OF_SPHINX, _GROUPS = "sphinx", ("sphinx", "messages", "parts")
TABLE = Path(__file__).with_name("messages.ko.toml")
_NAMED = re.compile(r"\{([#=]?)\}")
# A particle in both its forms, with the one that follows a vowel in brackets, or 으 or 이 alone.
_PARTICLES = {
    "은(는)": "은",
    "이(가)": "이",
    "을(를)": "을",
    "와(과)": "와",
    "(으)로": "으로",
    "(이)라고": "이라고",
    "(이)라는": "이라는",
}
_SLOT = re.compile(
    r"\{(?P<number>\d)\}(?P<close>[\"`')]*)"
    rf"(?P<particle>{'|'.join(map(re.escape, _PARTICLES))})?"
)
_LAST_WORD = re.compile(r"[^\s\"'`()\[\]{}=:*~<>|,;]+(?=[\"'`)\]}=:*~<>|,;]*$)")
_MORE = re.compile(r"[,;:.] |\b(?:is|are|says|holds|have|has)\b")
# Verbatim texts of a lesson stand in these, and are no messages.
_VERBATIM = ('"', "`", "(", "[", "write ")


def language_of_messages(wanted: str | None, form: str) -> str:
    """Give the tag of the language in which a command tells findings: the one that is asked for.

    Else text is for whoever sits at the terminal, and is in its language; other formats are for
    programs, and in English.
    """
    if wanted or form != "text":
        return wanted or ENGLISH.tag
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return tag_of(next(filter(None, map(os.environ.get, names)), ""))


def tag_of(locale: str) -> str:
    """Give the tag of the language in which a locale has its messages.

    >>> tag_of("ko_KR.UTF-8"), tag_of("ko-KR"), tag_of("kok_IN")
    ('ko', 'ko', 'en')
    """
    return KOREAN.tag if re.match(rf"{KOREAN.tag}(?:[_.@-]|$)", locale) else ENGLISH.tag


# The tag of the language that was set last; there is none where no command runs.
_spoken: list[str] = []


@contextlib.contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Have all that a command prints in the language of a tag while this lasts."""
    _spoken.append(tag)
    try:
        yield
    finally:
        _spoken.pop()


def spoken(what: Diagnostic | NaranhiError | str) -> str:
    """Give what a command prints in the language that it speaks, else in the terminal's.

    >>> with speaking("ko"):
    ...     spoken(Diagnostic(Path("a.md"), 1, "empty", "the file is empty")), spoken("read them")
    ('a.md:1: 파일이 비어 있습니다 [empty]', '읽어 보세요')
    """
    tag = _spoken[-1] if _spoken else language_of_messages(None, "text")
    if isinstance(what, Diagnostic):
        return str(told(what, tag))
    if isinstance(what, FindingError):
        return f"{told(what.finding, tag)}; {in_language(what.fix, tag)}"
    return in_language(str(what), tag)


def told(finding: Diagnostic, tag: str) -> Diagnostic:
    """Give a finding with what it says in the language of a tag.

    >>> empty = Diagnostic(Path("a.md"), 1, "empty", "the file is empty")
    >>> told(empty, "ko").message, told(empty, "en").message
    ('파일이 비어 있습니다', 'the file is empty')
    """
    message, fix = (in_language(text, tag) for text in (finding.message, finding.fix))
    return replace(finding, message=message, fix=fix)


def in_language(text: str, tag: str) -> str:
    """Give a message in the language of a tag; all but Korean is English."""
    return in_korean(text) if tag == KOREAN.tag else text


def in_korean(text: str) -> str:
    """Give a message in Korean; one that is not known as it is.

    >>> in_korean("this cell is not in lessons_en/scan.md"), in_korean("ValueError: no shape")
    ('이 셀이 lessons_en/scan.md에는 없습니다', 'ValueError: no shape')
    >>> in_korean('"값" takes "을", not "를"'), in_korean("the row of a.md:3 is missing here")
    ('"값"에는 "를"이 아니라 "을"이 붙습니다', 'a.md:3의 행이 여기에 없습니다')
    """
    for message in _messages():
        # Most are another one from their first word on.
        if not text.startswith(message.pieces[0]):
            continue
        values = message.values(text)
        if values is not None:
            known = [
                value
                if message.group == _OF_SPHINX or kind == "=" or before.endswith(_VERBATIM)
                else in_korean(value)
                for before, kind, value in zip(message.pieces, message.kinds, values, strict=False)
            ]
            return _SLOT.sub(functools.partial(_filled, known), message.korean)
    return text


def quoted(text: str) -> str:
    """Give what Sphinx says as a message: as it is where it is known in Korean, else as a quote.

    >>> quoted("unknown document: 'a'"), in_korean(quoted("x is no y"))
    ("unknown document: 'a'", 'Sphinx가 경고합니다: "x is no y"')
    """
    of_sphinx = [one for one in _messages() if one.group == _OF_SPHINX]
    known = any(one.values(text) is not None for one in of_sphinx)
    return text if known else f'Sphinx warns: "{text}"'


@dataclass(frozen=True)
class _Message:
    """What stands around the names of a message, of what kinds these are, and its Korean.

    A number is "#", and "=" what stays as it is, as all does that Sphinx names.
    """

    pieces: tuple[str, ...]
    kinds: tuple[str, ...]
    korean: str
    group: str = ""

    @classmethod
    def of(cls, message: str, korean: str, group: str = "") -> Self:
        pieces, kinds = _NAMED.split(message)[::2], _NAMED.split(message)[1::2]
        return cls(tuple(pieces), tuple(kinds), korean, group)

    def values(self, text: str) -> list[str] | None:
        """Give what the message names, None where the text is another message.

        >>> one = _Message.of("{} has {#} rows", "")
        >>> one.values("a.md has 3 rows"), one.values("a.md has no rows")
        (['a.md', '3'], None)
        """
        found = _between(text, self.pieces)
        # A part is a few words, such as "{} in {}": what is more than that is no part.
        if self.group == "parts" and any(map(_MORE.search, found or ())):
            return None
        pairs = zip(found or (), self.kinds, strict=False)
        return None if any(kind == "#" and not one.isdecimal() for one, kind in pairs) else found


@functools.cache
def _messages() -> tuple[_Message, ...]:
    """Give what Sphinx says, the messages and then the parts of these, as ranked."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(
        _Message.of(message, korean, group)
        for group in _GROUPS
        for message, korean in sorted(table[group].items(), key=lambda one: _rank(one[0]))
    )


def _rank(message: str) -> tuple[int, int]:
    """Give where a message is tried: those that say most themselves come first.

    >>> sorted(["rendering {=}", "rendering ko", "{#} rows", "{} rows"], key=_rank)
    ['rendering ko', 'rendering {=}', '{#} rows', '{} rows']
    """
    return -len(_NAMED.sub("", message)), -len(message)


def _between(text: str, pieces: tuple[str, ...]) -> list[str] | None:
    """Give what stands between the pieces of a text, None where it has others.

    >>> _between("a.md:3 is missing", ("", " is missing")), _between("it is", ("", " is missing"))
    (['a.md:3'], None)
    """
    first, *between = pieces
    if not between:
        return [] if text == first else None
    last = between.pop()
    stop = len(text) - len(last)
    if not (text.startswith(first) and text.endswith(last) and len(first) < stop):
        return None
    values, at = [], len(first)
    for piece in between:
        found = text.find(piece, at + 1, stop)
        if found < 0:
            return None
        values.append(text[at:found])
        at = found + len(piece)
    return [*values, text[at:stop]] if at < stop else None


def _filled(values: list[str], slot: re.Match[str]) -> str:
    value = values[int(slot["number"]) - 1]
    particle = slot["particle"] or ""
    if particle:
        sound = _sound(value)
        particle = right_form(_PARTICLES[particle], sound) if sound else particle
    return value + slot["close"] + particle


def _sound(value: str) -> Sound | None:
    """Give how a text ends when it is read aloud, None where nobody knows."""
    word = _LAST_WORD.search(value)
    if word is None:
        return None
    return sound_of(word[0][-1]) or sure_sound(word[0]) or likely_sound(word[0])
