"""Telling text that is damaged from a page that shows damage: examples of mojibake, of jamo.

Nothing in the characters themselves tells the two apart, so what stands around them has to. A line
is judged by its damaged spans, with these signs of a quotation:

- *enclosed*: every span stands in quotation marks or in code;
- *twin*: the clean form of a span stands on the same line, or is quoted as well nearby;
- *topic*: the lines around speak of encodings, of garbled text or of normalisation.

A line that holds clean text around its spans (clean Hangul, or a sentence of another language)
and one of these signs is SHOWN: it stays as it is. With clean Hangul around and no sign it is
UNSURE: bytes that are misread take every syllable of a line, so somebody wrote the line around the
span. It is repaired where other lines are surely damaged, and left and named where none is.

Where no Hangul is clean and no line around speaks of encodings, a line with twenty damaged
syllables is REAL, in quotation marks too: who shows what damage looks like shows a word or two.

A line of nothing but damage is REAL, unless it is code in clean prose or a display in a text that
speaks of encodings; these, too, stay only where no line is surely damaged. Where a text holds no
clean Hangul and some line is REAL, all of it was misread, and every line is: also the code, also
what stands in quotation marks.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cached_property

from scripts.repair.code_lines import SOURCE, code_lines
from scripts.repair.lattice import HANGUL
from scripts.repair.spans import (
    MASK,
    SENTENCE,
    TAG,
    WORD,
    DamagedLine,
    Span,
    clean_form,
    masked_line,
)

_TOPIC = re.compile(
    r"mojibake|garbl|gibberish|\bencod|\bdecod|\bcodecs?\b|utf-?8|utf-?16|latin-?[12]\b|ansi\b"
    r"|cp-?\d{3,4}\b|windows-?\d{3,4}|win-?125\d|iso[- ]?8859|euc-?kr|ks ?x ?1001|ftfy|charset"
    r"|character set|code ?page|unicode|surrogate|normali[sz]|decompos|\bn?fk?[dc]\b|jamo"
    r"|인코딩|디코딩|부호화|깨진|깨지|깨져|깨졌|깨집|깨짐|문자 ?집합|문자 ?코드|유니코드"
    r"|완성형|조합형|자모|정규화|정준 ?분해|첫가끝"
    r"|кодировк|文字化け|文字コード|乱码|亂碼|编码|編碼|kodowani|kódován"
    r"|codificaci|codifica[çz]|encodage|zeichensatz|zeichenkod|kodierung|caractères illisibles",
    re.IGNORECASE,
)
# What says how a file is saved does not speak of encodings.
_DECLARED = re.compile(
    r"(?:charset|(?:file|en)?coding)[ \t]*[:=][ \t]*[\"']?[\w.-]+[\"']?", re.IGNORECASE
)
_NEAR = 3
_ANNOUNCES = re.compile(
    r"다음|아래|이렇게|이런|그런|예를|예시|보기|[:：]\s*$|\b(?:like|follow|below|such|example|saw|shows?"
    r"|looks?|becomes?)\b",
    re.IGNORECASE,
)
# So many lines on display, and one for so many clean lines, are a text that is damaged.
_MANY = 3


class Verdict(Enum):
    """What a line with damaged spans is."""

    REAL = "damaged"
    SHOWN = "shows damage on purpose"
    UNSURE = "clean around a damaged span"


def verdicts(
    lines: Sequence[str],
    damaged: Iterable[int],
    spans: Callable[[int], Sequence[Span]],
    *,
    real: bool = False,
) -> dict[int, Verdict]:
    """Give what each of the damaged lines is, by number from 0; `spans` gives those of a line.

    `real` says that the text is known to be damaged in another way, too.

    >>> quoting = ["글자가 깨지면 “ì»´”처럼 보입니다."]
    >>> verdicts(quoting, [0], lambda number: [Span(9, 12, "컴")])[0].name
    'SHOWN'
    >>> verdicts(["깨끗한 줄", "ì»´ ì»´"], [1], lambda number: [Span(0, 3, "컴")])[1].name
    'REAL'
    """
    page = _Page(lines, sorted(damaged), spans)
    clean = any(HANGUL.search(line) for line in lines if not line.isascii())
    found = {}
    for number in page.damaged:
        found[number] = page.verdict(number)
        if not clean and (real or found[number] is Verdict.REAL):
            return dict.fromkeys(page.damaged, Verdict.REAL)
    shown = [n for n in page.displays if found[n] is not Verdict.REAL]
    many = len(shown) >= _MANY and _MANY * len(shown) >= len(page.hangul)
    if not real and not many and Verdict.REAL not in found.values():
        return found
    if not page.hangul:
        return dict.fromkeys(found, Verdict.REAL)
    follow = page.displays | page.coded
    return {
        number: Verdict.REAL if verdict is Verdict.UNSURE or number in follow else verdict
        for number, verdict in found.items()
    }


def in_strings(
    lines: Sequence[str], damaged: Iterable[int], spans: Callable[[int], Sequence[Span]]
) -> bool:
    """Say whether a text is source code, and all that is damaged stands in its strings.

    >>> in_strings(["import x", "x.f('cafÃ©')"], [1], lambda number: [Span(5, 10, "café")])
    True
    """
    return any(map(SOURCE.match, lines)) and all(
        DamagedLine(masked_line(lines[n], found), found).enclosed
        for n in damaged
        if (found := spans(n))
    )


class _Page:
    """The lines around those that are judged."""

    def __init__(
        self,
        lines: Sequence[str],
        damaged: Sequence[int],
        spans: Callable[[int], Sequence[Span]],
    ) -> None:
        self.lines = lines
        self.damaged = damaged
        self.spans = spans
        # Lines that are let be only while no other line is surely damaged.
        self.displays: set[int] = set()
        self.coded: set[int] = set()
        self._known = set(damaged)
        self._judged: dict[int, DamagedLine] = {}
        self._topical: dict[int, bool] = {}

    def judged(self, number: int) -> DamagedLine | None:
        """Give a damaged line with its spans; None for one that is not damaged."""
        if number not in self._known:
            return None
        line = self._judged.get(number)
        if line is None:
            spans = self.spans(number)
            line = self._judged[number] = DamagedLine(masked_line(self.lines[number], spans), spans)
        return line

    @cached_property
    def code(self) -> frozenset[int]:
        return code_lines(self.lines)

    def clean(self, number: int) -> str:
        """Give what of a line is not damaged."""
        line = self.judged(number)
        return line.masked if line else self.lines[number]

    def topical(self, number: int) -> bool:
        """Say whether the clean part of a line speaks of encodings; a declaration does not."""
        known = self._topical.get(number)
        if known is None:
            text = self.clean(number)
            known = bool(_TOPIC.search(text) and _TOPIC.search(_DECLARED.sub(" ", text)))
            self._topical[number] = known
        return known

    @cached_property
    def hangul(self) -> list[int]:
        """Give the lines of prose that hold clean Hangul."""
        return [
            n
            for n, line in enumerate(self.lines)
            if n not in self.code
            and not line.isascii()
            and HANGUL.search(line)
            and HANGUL.search(judged.bare if (judged := self.judged(n)) else line)
        ]

    @cached_property
    def sentences(self) -> int:
        """Give the number of words on clean lines of another language."""
        return sum(
            len(WORD.findall(TAG.sub(" ", line)))
            for n, line in enumerate(self.lines)
            if n not in self._known
        )

    @cached_property
    def broken(self) -> int:
        """Give the number of damaged words."""
        return sum(MASK in part for n in self.damaged for part in self.clean(n).split())

    def near(self, number: int) -> Iterable[int]:
        """Give the lines that stand around one, blank ones not counted."""
        for step in (-1, 1):
            left = _NEAR
            at = number + step
            while left and 0 <= at < len(self.lines):
                if self.lines[at].strip():
                    yield at
                    left -= 1
                at += step

    def topic(self, number: int) -> bool:
        """Say whether the clean text around a line speaks of encodings."""
        return self.topical(number) or any(map(self.topical, self.near(number)))

    def quoted_twin(self, number: int) -> bool:
        """Say whether all that is quoted on a line is quoted clean on a line nearby."""
        line = self.judged(number)
        assert line is not None
        forms = [
            clean_form(self.lines[number], line.spans, start, end)
            for start, end in line.quoted
            if any(start < span.start < end for span in line.spans)
        ]
        around = "\n".join(self.clean(n) for n in self.near(number))
        return bool(forms) and all(form in around for form in forms)

    def verdict(self, number: int) -> Verdict:
        line = self.judged(number)
        assert line is not None
        if line.running and not self.hangul and not self.topic(number):
            return Verdict.REAL
        if number in self.code:
            return self._of_code(line, number)
        hangul = bool(HANGUL.search(line.masked))
        if hangul or line.sentence:
            if line.twin or line.enclosed or self.topic(number):
                return Verdict.SHOWN
            return Verdict.UNSURE if hangul else Verdict.REAL
        if line.enclosed and self.quoted_twin(number):
            return Verdict.SHOWN
        if self._all_code(line):
            return self._of_code(line, number)
        if line.twin and self.topic(number):
            return Verdict.SHOWN
        if (self.topic(number) or self.speaks_much) and self._little_among_clean(number):
            self.displays.add(number)
            return Verdict.SHOWN if self._on_display(number) else Verdict.UNSURE
        return Verdict.REAL

    def _on_display(self, number: int) -> bool:
        """Say whether a line is set off as an example: quoted, in a table, or announced."""
        line = self.judged(number)
        assert line is not None
        before = next((n for n in range(number - 1, -1, -1) if self.lines[n].strip()), number)
        announced = before in self._known or bool(_ANNOUNCES.search(self.lines[before]))
        mark = line.masked.lstrip()[:1]
        return line.enclosed or mark == "|" or (line.alone and (announced or mark == ">"))

    def _all_code(self, line: DamagedLine) -> bool:
        return all(
            any(start < span.start and span.end < end for start, end in line.code)
            for span in line.spans
        )

    def _of_code(self, line: DamagedLine, number: int) -> Verdict:
        """Judge code by the prose next to it: in a page that is clean there, it is shown."""
        if not self.hangul:
            little = self.sentences >= 2 * self.broken
            twin = line.twin or self.quoted_twin(number)
            return Verdict.SHOWN if twin or (little and self.speaks) else Verdict.REAL
        if not (line.twin or self.topic(number)):
            self.coded.add(number)
        before = bisect_left(self.hangul, number)
        clean = [abs(n - number) for n in self.hangul[max(0, before - 1) : before + 1]]
        at = bisect_left(self.plain, number)
        damaged = [abs(n - number) for n in self.plain[max(0, at - 1) : at + 1]]
        return Verdict.REAL if damaged and min(damaged) < min(clean) else Verdict.SHOWN

    @cached_property
    def plain(self) -> list[int]:
        """Give the lines of prose that hold nothing but damage."""
        return [
            n
            for n in self.damaged
            if n not in self.code
            and (line := self.judged(n))
            and not HANGUL.search(line.masked)
            and not self._all_code(line)
        ]

    @cached_property
    def speaks_much(self) -> bool:
        """Say whether encodings are what the text is about."""
        clean = [n for n, line in enumerate(self.lines) if n not in self._known and line.strip()]
        return sum(map(self.topical, clean)) >= max(_MANY, 0.1 * len(clean))

    @cached_property
    def speaks(self) -> bool:
        """Say whether the clean text speaks of encodings anywhere."""
        return any(map(self.topical, range(len(self.lines))))

    def _little_among_clean(self, number: int) -> bool:
        """Say whether clean text outweighs the damage where a line stands."""
        around = list(self.near(number))
        if self.hangul:
            own = self.clean(number).count(MASK)
            clean = sum(len(HANGUL.findall(self.clean(n))) for n in around)
            # A syllable that is misread is three characters, twice over it is six and more.
            return 6 * clean >= own and clean >= SENTENCE
        return self.sentences >= 5 * self.broken and self.sentences >= 2 * SENTENCE
