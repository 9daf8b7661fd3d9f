"""A lesson's name from the name of a foreign file."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

# What file names say about the state of a translation, not about the lesson.
_STATES = frozenset(
    [
        "backup",
        "bak",
        "checked",
        "clean",
        "complete",
        "completed",
        "copy",
        "cp949",
        "done",
        "draft",
        "edit",
        "edited",
        "en",
        "eng",
        "euckr",
        "final",
        "fixed",
        "in",
        "kor",
        "korean",
        "ko",
        "kr",
        "mojibake",
        "nbconvert",
        "new",
        "old",
        "orig",
        "original",
        "progress",
        "proofread",
        "repaired",
        "review",
        "reviewed",
        "reviewing",
        "rev",
        "tmp",
        "todo",
        "trans",
        "translate",
        "translated",
        "translating",
        "translation",
        "utf",
        "utf8",
        "wip",
        "working",
    ]
)
_KOREAN_STATES = re.compile(
    r"(?:번역|검수|감수|초벌|초안|최종|완료|완성|수정|교정|진행|중|본|전|후|한국어|한글)+$"
)
_NUMBERED = re.compile(r"v\d+")

# The parts of a Hangul syllable in the Revised Romanization of Korean.
_INITIALS = "g kk n d tt r m b pp s ss - j jj ch k t p h".replace("-", "").split(" ")
_VOWELS = [
    "a",
    "ae",
    "ya",
    "yae",
    "eo",
    "e",
    "yeo",
    "ye",
    "o",
    "wa",
    "wae",
    "oe",
    "yo",
    "u",
    "wo",
    "we",
    "wi",
    "yu",
    "eu",
    "ui",
    "i",
]
_FINALS = [
    "",
    "k",
    "k",
    "k",
    "n",
    "n",
    "n",
    "t",
    "l",
    "k",
    "m",
    "l",
    "l",
    "l",
    "p",
    "l",
    "m",
    "p",
    "p",
    "t",
    "t",
    "ng",
    "t",
    "t",
    "k",
    "t",
    "p",
    "t",
]


def default_docname(path: Path) -> str:
    """Give an ASCII name for the lesson of a foreign file, without states of its making.

    Hangul is left out beside other words, and romanised where there are none.

    >>> default_docname(Path("jitting.mojibake.md")), default_docname(Path("자동미분_번역완료.md"))
    ('jitting', 'jadongmibun')
    """
    for name in (path.stem, path.parent.name):
        if (slug := _slug(name)) and slug != "index":
            return slug
    return "lesson"


def _slug(name: str) -> str:
    text = unicodedata.normalize("NFC", name)
    # What stands in brackets is a person, a copy's number or a state: "intro (1)", "[final]".
    text = re.sub(r"\([^)]*\)|\[[^\]]*\]", " ", text) if re.match(r"[^(\[]*\w", text) else text
    words = [word for word in re.split(r"[\s_.,+~\-()\[\]]+", text) if word]
    while len(words) > 1 and _is_state(words[-1]):
        words.pop()
    words = [_KOREAN_STATES.sub("", word) if at else word for at, word in enumerate(words)]
    plain = [_ascii(word) for word in words]
    if not any(re.search(r"[a-z]", word) for word in plain):
        plain = [_ascii(_romanised(word)) for word in words]
    while len(plain) > 1 and _is_state(plain[-1]):
        plain.pop()
    return "-".join(word for word in plain if word)


def _is_state(word: str) -> bool:
    low = word.lower()
    return (
        not low
        or low in _STATES
        or bool(_NUMBERED.fullmatch(low))
        or not _KOREAN_STATES.sub("", low)
    )


def _ascii(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))


def _romanised(word: str) -> str:
    letters = []
    for char in word:
        code = ord(char) - 0xAC00
        if 0 <= code < 11172:
            initial, rest = divmod(code, 21 * 28)
            vowel, final = divmod(rest, 28)
            letters.append(_INITIALS[initial] + _VOWELS[vowel] + _FINALS[final])
        else:
            letters.append(char)
    return "".join(letters)
