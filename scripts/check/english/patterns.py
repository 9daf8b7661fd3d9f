"""Patterns of English that no sentence has, and where a page has them, across the ends of lines."""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scripts.check.english.words import KINDS, PLURALS, SINGULARS
from scripts.check.fault import Fault
from scripts.check.prose import OPAQUE, Line, prose
from scripts.check.wrapped import wrapped
from scripts.diagnostic import Severity
from scripts.last_read import of_last_read
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

NOT = "(?: not|n't)"
MODALS = "(?:can|could|will|would|may|might|must|should)"
# A sentence begins here, or a text.
START = r"(?:^\s*|(?<=[.?!] ))"
# With a capital letter: words in small ones at the beginning may be names of arguments.
BEGIN = (
    rf"{START}(?-i:(?=[A-Z]))"
    r"(?:(?:and|also|but|hence|here|however|now|so|still|then|therefore|thus|yet),? )?"
)
# A clause begins here, or a sentence.
CLAUSE = (
    rf"(?:{BEGIN}|[;:] |\b(?:that|if|when|because|but|so|then|where|whether|which|how|since|while"
    r"|why|what|unless|until|once|as) )"
)
BE = r"(?:is|are|was|were|be|been|being)"
# Behind these a noun is not the first half of a longer one, nor a verb.
BEHIND = (
    r"(?= (?:is|are|was|were|has|have|does|do|can|will|must|should|may|and|that|which|in|of"
    r"|with|from|by|at)\b|[.,;:!?)]|$)"
)
# What stands before something that is named.
DET = r"(?:an?|the|this|these|those|its|it|their|your|our|all|any|each|every)"
# If it is more, then half of it is kept.
_CONDITION = lazy_pattern(
    r"\b(?:if|when|once|whenever|unless|since(?! \d)|as|while|first)\b[^.;:]*$", re.I
)
_SENTENCE_ENDS = lazy_pattern(r"[.;:!?]")
_BEGINS = lazy_pattern(r"(?:^|[.?!:] )[^\w\s]*$")
_KIND = lazy_pattern(r"[a-z]+")
# So much of the lines around is read with a line.
_AROUND = 60
_TEXTS = ("paragraph", "bullet_list", "ordered_list", "blockquote", "directive")


class Slip(NamedTuple):
    """Letters of which some always stand there, and what is meant where the pattern fits.

    Groups of the pattern that are named as one of `KINDS` have to be such words. Where `unless` is
    said before in the sentence, nothing is wrong. With `in_text` only sentences have to have it,
    and no titles, tables or comments.
    """

    signs: tuple[str, ...]
    right: str | Callable[[str], str | None] | None
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None = None
    in_text: bool = False


class Passage(NamedTuple):
    """A line, and what is read there with the ends of the lines around; it begins at `start`."""

    line: Line
    text: str
    start: int


def slip(
    signs: str,
    right: str | Callable[[str], str | None] | None,
    pattern: str,
    *,
    unless: str = "",
    in_text: bool = False,
) -> Slip:
    """Give a slip whose signs are parted by bars.

    The group `wrong` of its pattern becomes what is right, where one thing is.
    """
    before = lazy_pattern(unless, re.I) if unless else None
    return Slip(tuple(signs.split("|")), right, lazy_pattern(pattern, re.I), before, in_text)


def exact(
    signs: str,
    right: str | Callable[[str], str | None] | None,
    pattern: str,
    *,
    in_text: bool = False,
) -> Slip:
    """Give a slip that has its letters as they are, small or not."""
    return Slip(tuple(signs.split("|")), right, lazy_pattern(pattern), None, in_text)


@of_last_read
def passages(lesson: Lesson) -> tuple[Passage, ...]:
    """Give the lines of a lesson with what is said right before and behind."""
    lines = prose(lesson)
    before: dict[int, str] = {}
    behind: dict[int, str] = {}
    for line, other in wrapped(lesson):
        before[id(other)] = f"{OPAQUE}{line.without_code.rstrip()[-_AROUND:]} "
        behind[id(line)] = f" {other.without_code.lstrip()[:_AROUND]}{OPAQUE}"
    for line, other in itertools.pairwise(lines):
        # Whether a comment goes on in the next row, nobody knows.
        if line.kind == other.kind == "comment" and other.number == line.number + 1:
            before[id(other)], behind[id(line)] = f"{OPAQUE} ", f" {OPAQUE}"
    return tuple(
        Passage(
            line,
            "".join((first, line.text.rstrip() if last else line.text, last)).replace("’", "'"),
            len(first),
        )
        for line in lines
        for first, last in [(before.get(id(line), ""), behind.get(id(line), ""))]
    )


def found(lesson: Lesson, table: Sequence[Slip]) -> Iterator[Fault]:
    """Give what the lines of a page have of a table of slips, each place once."""
    texts = passages(lesson)
    asked = _asked([one.text.lower() for one in texts], table) if texts else {}
    for number, passage in enumerate(texts):
        yield from _found_in(passage, asked.get(number, ()))


def _asked(texts: Sequence[str], table: Sequence[Slip]) -> Mapping[int, Sequence[Slip]]:
    """Give for each text that has signs of a table those that it has, in the table's order.

    A sign is looked for in all texts at once, since hardly any is in one of them.
    """
    whole = "\n".join(texts)
    starts = [0, *itertools.accumulate(len(text) + 1 for text in texts)]
    asked: dict[int, list[Slip]] = {}
    for one in table:
        numbers: set[int] = set()
        for sign in one.signs:
            at = whole.find(sign)
            while at >= 0:
                number = bisect.bisect_right(starts, at) - 1
                numbers.add(number)
                at = whole.find(sign, starts[number + 1])
        for number in numbers:
            asked.setdefault(number, []).append(one)
    return asked


def _found_in(passage: Passage, table: Sequence[Slip]) -> Iterator[Fault]:
    line, text, before = passage
    told: list[tuple[int, int]] = []
    for one in table:
        if one.in_text and not line.kind.startswith(_TEXTS):
            continue
        for match in one.pattern.finditer(text):
            start, end = (place - before for place in match.span("wrong"))
            if (
                start < 0
                or end > len(line.text)
                or any(start < its_end and its_start < end for its_start, its_end in told)
                or line.is_code(max(0, match.start() - before), max(0, match.end() - before))
                or not _is_wrong(one, match, text)
            ):
                continue
            told.append((start, end))
            yield _fault(line, start, end, one, match[0].strip())


def _is_wrong(one: Slip, match: re.Match[str], text: str) -> bool:
    for name, word in match.groupdict().items():
        if word is not None and name != "wrong" and (kind := _KIND.match(name)):
            words = KINDS.get(kind[0])
            if words is not None and (
                word.lower() not in words or _is_name(word, text[: match.start(name)])
            ):
                return False
    if one.unless and one.unless.search(_SENTENCE_ENDS.split(text[: match.start("wrong")])[-1]):
        return False
    # "If it is more then half is kept", but nothing else than "more then 8".
    return not (
        one.right == "than"
        and not text[match.end() :][:1].isdigit()
        and _CONDITION.search(text[: match.start()])
    )


def _one_or_several(wrong: str) -> str:
    """Give what to write for words that go with nothing, where they are of one thing or of several.

    >>> _one_or_several("this pages"), _one_or_several("These axis")
    ('write "this page" or "these pages"', 'write "This axis" or "These axes"')
    >>> _one_or_several("is are")
    'write the one that is meant'
    """
    first, _, last = wrong.strip().partition(" ")
    several = last if last in SINGULARS else PLURALS.get(last, "")
    one = SINGULARS.get(last, last)
    pair = _OF_ONE_AND_SEVERAL.get(first.lower())
    if pair is None or not several:
        return "write the one that is meant"
    this, these = (word.capitalize() if first[0].isupper() else word for word in pair)
    return f'write "{this} {one}" or "{these} {several}"'


_OF_ONE_AND_SEVERAL = {
    "this": ("this", "these"),
    "these": ("this", "these"),
    "that": ("that", "those"),
    "those": ("that", "those"),
    "each": ("each", "all"),
    "every": ("every", "all"),
    "another": ("another", "other"),
}


def _is_name(word: str, before: str) -> bool:
    """Tell a word that has a capital letter where no sentence begins."""
    return word[0].isupper() and not _BEGINS.search(before)


def _fault(line: Line, start: int, end: int, one: Slip, around: str) -> Fault:
    wrong = line.text[start:end]
    right = one.right(wrong.lower()) if callable(one.right) else one.right
    if right and wrong[:1].isupper() and right != wrong.lower():
        right = right[0].upper() + right[1:]
    said = f'has to be "{right}"' if right else "is a word too many"
    if right is None:
        said = "stands in a form that does not go with the rest"
    within = f' in "{around}"' if around != wrong.strip() else ""
    advice = "" if right is not None else _one_or_several(wrong)
    message = f'"{wrong.strip()}"{within} {said}'
    return Fault(line, start, end, message, right, advice, Severity.WARNING)
