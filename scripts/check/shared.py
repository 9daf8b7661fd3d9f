"""What a page has in every language: the line of each thing, what it is, and how it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scripts.check.prose import OPAQUE, prose
from scripts.lesson import Lesson

OPTION = re.compile(r"^[ \t>]*:(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*?))?\s*$")
# A role is code with a name before it, and stays.
CODE_SPAN = re.compile(r"(?P<role>\{[^}\s`]+\})?(?<!`)(?P<marks>`+)(?!`).*?(?<!`)(?P=marks)(?!`)")


@dataclass(frozen=True)
class Shared:
    """Something that is the same in every language: where it stands, what it is, as it is shown."""

    line: int
    key: str
    shown: str


Collect = Callable[[Lesson], Iterator[Shared]]


def instead(its: Shared, mine: Shared, origin: Lesson) -> str:
    """Say that something stands in a page where the origin has something else."""
    return f"{its.shown} here, {mine.shown} in {origin.path}:{mine.line}"


def text_lines(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the lines of prose as they stand, without what is code."""
    lines = lesson.text.split("\n")
    for line in prose(lesson):
        if line.block is not None:
            raw = lines[line.number - 1]
            yield line.number, CODE_SPAN.sub(_without_code, raw)


def _without_code(match: re.Match[str]) -> str:
    return match[0] if match["role"] else OPAQUE * len(match[0])
