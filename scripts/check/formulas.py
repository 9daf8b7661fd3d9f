"""Formulas: the same ones in every language, and no words in them that pass for variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scripts.check.nested import pieces
from scripts.check.rule import Selection
from scripts.check.shared import OPTION, Shared, text_lines
from scripts.diagnostic import Diagnostic
from scripts.lesson import Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

_WORDS = lazy_pattern(r"\\(?:text|textrm|textbf|textit|mbox|operatorname\*?)\s*\{[^{}]*\}")
HANGUL = lazy_pattern("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
_HANGUL_RUN = lazy_pattern("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]+")
_INLINE_MATH = lazy_pattern(r"(?<![\\$])\$(?![\s$])(?P<body>(?:[^$\\\n]|\\.)+?)(?<!\s)\$(?!\d)")
# A role, or a displayed formula that stands within a line.
_MARKED_MATH = lazy_pattern(r"(?:\{math\}`|(?<![\\$])\$\$(?!\$))(?P<body>[^`$]+)(?:`|\$\$)")
_WORD_AND_MORE = lazy_pattern(r"(?P<word>[가-힣]{2,}) +(?:[A-Za-z]|\d+)")
_BEHIND_A_PRICE = lazy_pattern(rf"{particles()}|짜리|정도|이상|이하|미만|어치")
_MARKS = lazy_pattern(r"[ \t>]*(?:`{3,}|~{3,}|:{3,})")
_OPENING = lazy_pattern(r"[ \t>*+-]*\$\$(?!\$)(?P<end>.*\S.*\$\$)?")
_MATH_KINDS = frozenset({"math_block", "math_block_label", "amsmath", "directive:math"})


def formulas(lesson: Lesson) -> Iterator[Shared]:
    """Give the displayed formulas, without the words in them."""
    for first, formula in _displayed(lesson):
        text = _WORDS.sub(r"\\text{}", formula)
        rows = tuple("".join(line.split()) for line in text.split("\n"))
        yield Shared(first, "".join(rows), f"the formula {_shown(formula)}", rows)


def inline_formulas(lesson: Lesson) -> Iterator[Shared]:
    """Give the formulas in sentences, without the words in them."""
    for number, line in text_lines(lesson):
        for match in (*_INLINE_MATH.finditer(line), *_MARKED_MATH.finditer(line)):
            if match.re.pattern == _MARKED_MATH.pattern or _is_formula(match["body"]):
                key = "".join(_WORDS.sub(r"\\text{}", match["body"]).split())
                yield Shared(number, key, match[0])


def _displayed(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the displayed formulas as they are written, each with its first line.

    They stand by themselves, or in a box, an exercise, a list or a quotation.
    """
    for block in lesson.blocks:
        if block.kind in _MATH_KINDS:
            yield block.line, block.text
            continue
        for piece in pieces(block):
            if piece.name == "math":
                yield piece.line, "\n".join(piece.rows)
            elif piece.name is None:
                yield from _between_marks(piece.rows, piece.line)


def _between_marks(rows: Sequence[str], first: int) -> Iterator[tuple[int, str]]:
    """Give the formulas that dollar signs begin in rows of text, each with its first line.

    >>> list(_between_marks(["- see", "", "  $$", "  x^2", "  $$", "it"], 5))
    [(7, '  $$\\n  x^2\\n  $$')]
    """
    at = 0
    while at < len(rows):
        opening, begin = _OPENING.match(rows[at]), at
        at += 1
        if opening is None:
            continue
        ends = opening["end"] is not None
        while not ends and at < len(rows):
            ends = "$$" in rows[at]
            at += 1
        yield first + begin, "\n".join(rows[begin:at])


def _shown(text: str) -> str:
    """Give a displayed formula on one line, without the marks and options around it.

    >>> _shown("$$\\ny =\\n  x^2\\n$$"), _shown("```{math}\\n:label: y\\ny = 2\\n```")
    ('y = x^2', 'y = 2')
    """
    lines = (line for line in text.split("\n") if not OPTION.match(line))
    return " ".join(" ".join(line for line in lines if not _MARKS.match(line)).split()).strip("$ ")


def hangul_in_formulas(selection: Selection) -> Iterator[Diagnostic]:
    """Give the formulas with Hangul that is not marked as text."""
    for lesson in selection.files:
        for number, line in _formula_lines(lesson):
            bare = _WORDS.sub(lambda match: " " * len(match[0]), line)
            if match := _HANGUL_RUN.search(bare):
                yield Diagnostic(
                    lesson.path,
                    number,
                    "hangul-in-math",
                    f'"{match[0]}" stands in a formula as if it were a variable',
                    fix=r"write words as \text{...}",
                    column=match.start() + 1,
                    end=match.end() + 1,
                )


def _formula_lines(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the lines of formulas, all that is no formula blanked."""
    for first, formula in _displayed(lesson):
        for number, line in enumerate(formula.split("\n"), first):
            if not OPTION.match(line) and not line.lstrip().startswith("```"):
                yield number, line
    for number, line in text_lines(lesson):
        shown = [" "] * len(line)
        for match in _INLINE_MATH.finditer(line):
            if _is_formula(match["body"]):
                shown[match.start("body") : match.end("body")] = match["body"]
        yield number, "".join(shown)


def _is_formula(body: str) -> bool:
    """Tell a formula from what stands between two prices: a sentence, or the end of a word.

    >>> [_is_formula(one) for one in ("손실 = x^2", "손실", "5짜리 책과 7", "100와")]
    [True, True, False, False]
    >>> [_is_formula(one) for one in ("로그 3", "에서 20", "2k", "f(x, y)", "5 for two, 9")]
    [True, False, True, True, False]
    """
    if word := _WORD_AND_MORE.fullmatch(body):
        return not _BEHIND_A_PRICE.fullmatch(word["word"])
    if re.fullmatch(r"[A-Za-z]\b.*\b[A-Za-z]", body):
        # No price, but two formulas of which each has lost one of its marks.
        return True
    if re.search(r"[가-힣]\s+[가-힣]", _WORDS.sub("", body)):
        return False
    if re.search(r"[\\^_=+*/<>{}]", body) or not re.match(r"\d|.*\s", body):
        return True
    # A sentence has words; 2k, f(x, y) and (1, 5) have none.
    return body.isascii() and not (re.search(r"\s", body) and re.search(r"[A-Za-z]{2}", body))
