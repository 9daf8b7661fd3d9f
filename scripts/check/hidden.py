"""Characters that look like others: no-break spaces, and Hangul letters that are no syllable."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.fault import Fault
from scripts.check.prose import prose, shown_code
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.hangul import INITIALS, syllable_of
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

_SPACE = lazy_pattern("[\u00a0\u2007\u202f\u3000]")
_INDENT = lazy_pattern(rf"[ \t]*(?P<space>{_SPACE.pattern})(?:{_SPACE.pattern}|[ \t])*[\w@#(\[{{]")
_SAME_FIRST = "|".join(
    f"{one}(?=[{syllable_of(one, 'ㅏ')}-{syllable_of(one, 'ㅣ', 'ㅎ')}])" for one in INITIALS
)
# Within a word, before one or behind one: ㄴ다 and ㅋㅋ stand apart, ㄱ, ㄴ and ㄷ are letters of a
# list, ㅏ를 speaks of the letter, and people write 네ㅋㅋ and 네ㅠ.
_JAMO = lazy_pattern(
    # A key that was hit twice: ㄱ것.
    f"(?<![\u3131-\u3163\\w])(?:{_SAME_FIRST})(?!{particles()}(?![가-힣]))"
    # A syllable fell into its letters.
    "|(?<![\u3131-\u3163\\w'\"‘“(])[\u3131-\u314e][\u314f-\u3163][\u3131-\u314e]?(?= )"
    "|(?<=[가-힣])[\u3131-\u3163](?=[가-힣])"
    "|(?<=[가-힣])[\u314f-\u3163][\u3131-\u314e](?<![ㅠㅜㅡ][ㅋㅎㅇ])"
    "|(?<=[가-힣])[\u3131-\u314e][\u314f-\u3163]|[\u3131-\u314e][\u314f-\u3163](?=[가-힣])"
    f"|(?<![\u3131-\u3163\\w])[\u314f-\u3163](?=[가-힣])(?!{particles()}(?![가-힣]))"
    "|(?<=[가-힣])[\u3131-\u3163](?<![ㅋㅎㅠㅜ])(?<!(?<![가-힣])[가-힣]ㅇ)(?![\u3131-\u3163\\w])"
)
_LETTER = lazy_pattern("[\u3131-\u3163]")
# The key of "a", pressed while Korean was on.
_FOR_A_WORD = lazy_pattern("(?<=[A-Za-z,] )[\u3131-\u3163](?= [A-Za-z])")
# Old fonts for Hangul and those of icons have letters of their own there, and Apple's its sign.
_PRIVATE = lazy_pattern("[\ue000-\uf8ff]")


def spaces(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the spaces at which no line ends, and the wide ones."""
    for line in prose(lesson):
        for match in _SPACE.finditer(line.text):
            # French sets one before a colon, and 1 000 has one.
            if not line.is_code(*match.span()):
                yield Fault(line, *match.span(), f"U+{ord(match[0]):04X} looks like a space", " ",
                            "write a space", Severity.WARNING)  # fmt: skip
    for line in shown_code(lesson):
        # Trees of files are printed with some, but no code is indented by them.
        indent = _INDENT.match(line.text)
        if indent:
            message = f"U+{ord(indent['space']):04X} indents this code"
            yield Fault(line, *indent.span("space"), message, None, "write spaces",
                        Severity.WARNING)  # fmt: skip


def private_use(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the characters that mean something in one font alone."""
    for line in prose(lesson):
        for match in _PRIVATE.finditer(line.text):
            if not line.is_code(*match.span()):
                yield Fault(line, *match.span(), f"U+{ord(match[0]):04X} is a private character",
                            None, "write what it stood for, or take it out",
                            Severity.WARNING)  # fmt: skip


def jamo(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the letters of Hangul that stand alone in the middle of a word."""
    pattern = _JAMO
    if lesson.language is not KOREAN:
        # A page about letters has more of them.
        if len(_LETTER.findall(lesson.text)) != 1:
            return
        pattern = _FOR_A_WORD
    for line in prose(lesson):
        for match in pattern.finditer(line.text):
            if not line.is_code(*match.span()):
                yield Fault(line, *match.span(), f'"{match[0]}" is a letter, and no syllable', None,
                            "write the syllable, or delete the letter",
                            Severity.WARNING)  # fmt: skip
