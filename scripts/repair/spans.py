"""The damaged parts of a line, and how the line looks around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import accumulate

from scripts.repair.encodings import REPLACEMENT
from scripts.repair.lattice import HANGUL

_QUOTES = re.compile(
    r'"[^"\n]*"|“[^“”\n]*”|‘[^‘’\n]*’|„[^„“”\n]*[“”]|«[^«»\n]*»|「[^「」\n]*」|『[^『』\n]*』'
    r"|&quot;.*?&quot;|&ldquo;.*?&rdquo;|&lsquo;.*?&rsquo;"
    r"|(?<![^\W_])'[^'\n]*'(?![^\W_])"
)
_INLINE_CODE = re.compile(
    r"(`+)(?!`).*?(?<!`)\1(?!`)|<(code|tt|samp|kbd|literal|q)\b[^>]*>.*?</\2>", re.IGNORECASE
)
TAG = re.compile(r"<[^<>]*>")
WORD = re.compile(r"[^\W\d_]{2,}")
# Letters of languages that put no space between words.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
# A mark for the characters of a span: no letter, no quotation mark, no space.
MASK = "\x01"
SENTENCE = 4
_RUNNING = 20
_ENDINGS = set("다요까죠오음함임")


@dataclass(frozen=True)
class Span:
    """Damaged characters of a line, from `start` to `end`, and what they would be when clean."""

    start: int
    end: int
    clean: str


@dataclass(frozen=True)
class DamagedLine:
    """One line, its spans masked."""

    masked: str
    spans: Sequence[Span]

    @cached_property
    def code(self) -> list[tuple[int, int]]:
        return [match.span() for match in _INLINE_CODE.finditer(self.masked)]

    @cached_property
    def quoted(self) -> list[tuple[int, int]]:
        found = [match.span() for match in _QUOTES.finditer(TAG.sub(_blank, self.masked))]
        return found + self.code

    @property
    def enclosed(self) -> bool:
        return all(
            any(start < span.start and span.end < end for start, end in self.quoted)
            for span in self.spans
        )

    @cached_property
    def bare(self) -> str:
        """Give what stands outside spans, tags, code and quotation marks."""
        text = self.masked
        for start, end in self.quoted:
            text = text[:start] + MASK * (end - start) + text[end:]
        return TAG.sub(" ", text)

    @property
    def sentence(self) -> bool:
        """Say whether clean words outweigh the damaged ones."""
        words = sum(not HANGUL.match(word) for word in WORD.findall(self.bare))
        words += len(_UNSPACED.findall(self.bare)) // 2
        broken = sum(MASK in part for part in self.masked.split())
        return words >= SENTENCE and words >= 2 * broken

    @property
    def running(self) -> bool:
        """Say whether the spans hold more than anybody quotes to show what damage looks like."""
        return sum(len(HANGUL.findall(span.clean)) for span in self.spans) >= _RUNNING

    @property
    def alone(self) -> bool:
        """Say whether nothing but marks stands around the spans, and these are no sentence."""
        says = self.masked.rstrip()[-1:] in set(".?!") and self.spans[-1].clean[-1:] in _ENDINGS
        return not says and not re.search(r"[^\W_]", self.masked)

    @property
    def twin(self) -> bool:
        # A line may be megabytes long; most spans hold a letter that is nowhere clean on it.
        letters = set(self.masked)
        return any(
            letters.issuperset(span.clean.strip()) and _stands(span.clean, self.masked)
            for span in self.spans
        )


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _stands(clean: str, text: str) -> bool:
    """Say whether a clean form stands in a text; of one character, by itself."""
    clean = clean.strip()
    if not clean or clean.isascii():
        return False
    if len(clean) > 1:
        return clean in text
    return bool(re.search(rf"(?<![^\W\d_]){re.escape(clean)}", text))


def clean_form(line: str, spans: Sequence[Span], start: int, end: int) -> str:
    """Give a quoted part of a line, its marks with it, as it would be when clean."""
    parts = []
    at = start
    for span in spans:
        if start < span.start < end:
            parts += [line[at : span.start], span.clean]
            at = span.end
    return "".join([*parts, line[at:end]])


def masked_line(line: str, spans: Sequence[Span]) -> str:
    parts = []
    at = 0
    for span in spans:
        parts += [line[at : span.start], MASK * (span.end - span.start)]
        at = span.end
    return "".join([*parts, line[at:]])


_DAMAGED = re.compile(f"[^\x00-\x7f가-힣{REPLACEMENT}]+")


def runs(line: str) -> list[Span]:
    """Give the runs of a line that are neither ASCII nor Hangul, with no clean form known."""
    return [Span(match.start(), match.end(), "") for match in _DAMAGED.finditer(line)]


def changed(line: str, better: str) -> list[Span]:
    """Give the words of a line that differ in its mended form.

    >>> changed("the cafÃ© — it", "the café — it")
    [Span(start=4, end=9, clean='café')]
    """
    here, there = _WORDS.findall(line), _WORDS.findall(better)
    starts = [0, *accumulate(map(len, here))]
    return [
        _trimmed(Span(starts[start], starts[end], "".join(there[first:last])), line)
        for name, start, end, first, last in SequenceMatcher(
            None, here, there, autojunk=False
        ).get_opcodes()
        if name != "equal"
    ]


def _trimmed(span: Span, line: str) -> Span:
    """Give a span without marks and particles at its ends that are the same in both forms."""
    start, end, clean = span.start, span.end, span.clean
    while clean and start < end and line[start] == clean[0] and not _LATIN.match(clean[0]):
        start, clean = start + 1, clean[1:]
    while clean and start < end and line[end - 1] == clean[-1] and not _LATIN.match(clean[-1]):
        end, clean = end - 1, clean[:-1]
    return Span(start, end, clean)


_LATIN = re.compile("[A-Za-z0-9\u00c0-\u024f]")
# ASCII marks stand for themselves; anything else may be a part of a damaged word.
_WORDS = re.compile(r"[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]|[A-Za-z0-9\x80-\U0010ffff]+")
