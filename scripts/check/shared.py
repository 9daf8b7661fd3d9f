"""What a page has in every language: the line of each thing, what it is, and how it is shown."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scripts.alignment import common_ends
from scripts.check.prose import OPAQUE, prose
from scripts.last_read import of_last_read
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

OPTION = lazy_pattern(r"^[ \t>]*:(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*?))?\s*$")
OPTION_IN_YAML = lazy_pattern(r"^[ \t>]*(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*?))?\s*$")
# A role is code with a name before it, and stays.
CODE_SPAN = lazy_pattern(
    r"(?P<role>\{[^}\s`]+\})?(?<![`\\])(?P<marks>`+)(?!`).*?(?<!`)(?P=marks)(?!`)"
)
# The names of files, folders and locales say which language they are in: README.ko.md, /en-US/.
_TAG = lazy_pattern(r"(?<![A-Za-z0-9])(?:ko|en)(?:[-_](?:KR|US|GB))?(?![A-Za-z0-9])[._/-]?", re.I)
_BEFORE_ENDING = lazy_pattern(r"[._-](?:ko|kr|en)(?:[-_](?:KR|US|GB))?(?=\.\w+$)", re.I)

# So much of a text is shown whole in a message, and so much around what differs in a longer one.
_SHORT, _AROUND = 50, 8


@dataclass(frozen=True)
class Shared:
    """Something that is the same in every language: where it stands, what it is, as it is shown.

    `rows` are the keys of its lines, where it may have several.
    """

    line: int
    key: str
    shown: str
    rows: tuple[str, ...] = ()

    def line_unlike(self, other: Shared) -> int:
        """Give the first line that differs from what has no more; else the one it begins at.

        >>> Shared(4, "abc", "", ("a", "b", "c")).line_unlike(Shared(9, "abd", "", ("a", "b", "d")))
        6
        >>> Shared(4, "ab", "", ("a", "b")).line_unlike(Shared(9, "a", "", ("a",)))
        5
        """
        if len(self.rows) < len(other.rows):
            return self.line
        pairs = enumerate(itertools.zip_longest(self.rows, other.rows), self.line)
        return next((line for line, (one, its) in pairs if one != its), self.line)


Collect = Callable[[Lesson], Iterator[Shared]]

# What to do where something stands in the place of something else, and where it stands alone.
WRITE_THE_SAME = "write the same in both"


def put_it_there(origin: Lesson) -> str:
    """Say what to do where a page lacks what its origin has."""
    return f"put it there, or take it out of {origin.path}"


def take_it_out(origin: Lesson) -> str:
    """Say what to do where a page has what its origin lacks."""
    return f"delete it, or add it to {origin.path}, too"


def instead(its: Shared, mine: Shared, origin: Lesson) -> str:
    """Say that something stands in a page where the origin has something else."""
    here, there = differing(its.shown, mine.shown)
    return f"{here} here, {there} in {origin.path}:{mine.line_unlike(its)}"


def differing(one: str, other: str) -> tuple[str, str]:
    """Give two texts as they are, or where one is long, what differs in them and a little around.

    >>> differing("x^2", "x^3")
    ('x^2', 'x^3')
    >>> terms = [f"a_{n} x^{n}" for n in range(9)]
    >>> differing(" + ".join(terms), " + ".join([*terms[:5], "a_5 y^5", *terms[6:]]))
    ('...x^4 + a_5 x^5 + a_6...', '...x^4 + a_5 y^5 + a_6...')
    """
    if max(len(one), len(other)) <= _SHORT:
        return one, other
    start, end = common_ends(one, other)
    return _part(one, start, len(one) - end), _part(other, start, len(other) - end)


def shortened(text: str) -> str:
    """Give the beginning of a text, where it is long."""
    return _part(text, 0, len(text))


def _part(text: str, start: int, end: int) -> str:
    """Give a part of a text and a little around it, from a space to a space where one is near."""
    first, last = max(0, start - _AROUND), min(len(text), end + _AROUND, start + _SHORT)
    first = text.rfind(" ", max(0, first - _AROUND), first) + 1 or first
    if (space := text.find(" ", last, last + _AROUND)) >= 0:
        last = space
    return f"{'...' if first else ''}{text[first:last]}{'...' if last < len(text) else ''}"


def of_any_language(path: str) -> str:
    """Give a path without what says in which language a file is.

    >>> [of_any_language(one) for one in ("a.ko.png", "a_en.png", "/ko/a.png", "en-US/a.png")]
    ['a.png', 'a.png', '/a.png', 'a.png']
    """
    return _TAG.sub("", before_ending(path))


def before_ending(path: str) -> str:
    """Give a path without the language that its name has before its ending.

    >>> before_ending("ko/c-EN.md")
    'ko/c.md'
    """
    return _BEFORE_ENDING.sub("", path)


def without_tags(name: str) -> str:
    """Give a name without what stands in it for Korean or English."""
    return _TAG.sub("", name)


@of_last_read
def text_lines(lesson: Lesson) -> tuple[tuple[int, str], ...]:
    """Give the lines of prose as they stand, without what is code."""
    lines = lesson.text.split("\n")
    numbers = (line.number for line in prose(lesson) if line.block is not None)
    return tuple((number, CODE_SPAN.sub(_without_code, lines[number - 1])) for number in numbers)


def _without_code(match: re.Match[str]) -> str:
    return match[0] if match["role"] else OPAQUE * len(match[0])
