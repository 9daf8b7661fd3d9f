"""Marks that stand twice, or away from the word that they belong to, and what one opens alone."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.fault import Fault
from scripts.check.prose import Line, prose, without_code
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.languages import ENGLISH
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# Of dots there may be three; a comma follows what is abbreviated, as "etc.".
_DOUBLED = lazy_pattern(
    r"(?<=[\w)\]”’])(?P<marks>,,|,\.(?!\.)|(?:(?<=[a-z]{6})|(?<=[가-힣]))\.,|[?!][.,]|;;|;\.|:\."
    r"|(?<!\.)\.\.(?!\.))(?=\s|$)"
)
_APART = lazy_pattern(
    r"(?<=[가-힣A-Za-z)])(?P<gap> +)(?:(?P<comma>[,;])(?=\s|$)"
    r"|(?:(?<=니다 )|(?<=[까요오음임] )|(?<=[a-z]{3} ))(?P<period>\.)(?=\s*$|\s+[A-Z가-힣]))"
)
# A sentence begins with one of these, and not with a small letter.
_SMALL = lazy_pattern(
    r"(?<![.@/])\b[a-z]{3,}[.?!] (?P<word>the|an?|this|these|those|it|we|you|they|there|if|when"
    r"|but|then|however)\b(?! ?[:=])"
)
_ABBREVIATED = lazy_pattern(
    r"(?:approx|etc|resp|incl|excl|fig|figs|eqs?|sec|vol|dept|max|min|avg|est|ext|pp|cf|viz|abbr|vs"
    r"|misc|orig|temp|inc|ltd|corp)[.] "
)


def punctuation(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the marks of a page that no sentence has where they stand."""
    for line in prose(lesson):
        if line.kind == "comment":
            continue
        text = without_code(line)
        for match in _DOUBLED.finditer(text):
            yield Fault(line, *match.span("marks"), f'"{match["marks"]}" are two marks', None,
                        "keep the one that is meant", Severity.WARNING)  # fmt: skip
        for match in _APART.finditer(text):
            if line.is_as_written(*match.span()):
                message = f'a space before "{match["comma"] or match["period"]}"'
                yield Fault(line, *match.span("gap"), message, "", "take it out",
                            Severity.WARNING)  # fmt: skip
        if lesson.language is ENGLISH:
            yield from _small(line, text)


def _small(line: Line, text: str) -> Iterator[Fault]:
    for match in _SMALL.finditer(text):
        if not _ABBREVIATED.match(match[0]):
            word = match["word"]
            yield Fault(line, *match.span("word"), f'"{word}" begins a sentence', word.capitalize(),
                        severity=Severity.WARNING)  # fmt: skip
