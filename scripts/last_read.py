"""What is made of a lesson's text, kept until the text changes, and no longer.

A preview reads one lesson a thousand times: what is kept for every text would never be asked for.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from scripts.lesson import Lesson

_Made = TypeVar("_Made")


def of_last_read(make: Callable[[Lesson], _Made]) -> Callable[[Lesson], _Made]:
    """Let a function of a lesson's text and path run once, as long as the file has this text.

    >>> from scripts.languages import ENGLISH
    >>> from scripts.lesson.reading import parse_lesson
    >>> first, second = (parse_lesson(text, path=Path("lessons_en/a.md"), docname="a",
    ...                               language=ENGLISH) for text in (b"one", b"another"))
    >>> words = of_last_read(lambda lesson: lesson.text.split())
    >>> words(first) is words(first), words(second), words(first)
    (True, ['another'], ['one'])
    """
    kept: dict[Path, tuple[str, _Made]] = {}

    @functools.wraps(make)
    def made(lesson: Lesson) -> _Made:
        known = kept.get(lesson.path)
        if known is None or known[0] != lesson.text:
            known = kept[lesson.path] = (lesson.text, make(lesson))
        return known[1]

    return made


def of_last_two(make: Callable[[Lesson, Lesson], _Made]) -> Callable[[Lesson, Lesson], _Made]:
    """Let a function of the texts and paths of two lessons run once, as `of_last_read` does."""
    kept: dict[tuple[Path, Path], tuple[str, str, _Made]] = {}

    @functools.wraps(make)
    def made(one: Lesson, other: Lesson) -> _Made:
        known = kept.get((one.path, other.path))
        if known is None or known[:2] != (one.text, other.text):
            known = kept[one.path, other.path] = (one.text, other.text, make(one, other))
        return known[2]

    return made
