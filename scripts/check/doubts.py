"""What a repair has guessed in a lesson, and nobody has confirmed yet."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from scripts.check.rule import Selection
from scripts.diagnostic import COMMAND, Diagnostic, Severity
from scripts.doubts import Doubt, alternatives, decisions_path, find_all, was_edited, word_around
from scripts.lesson import Lesson


def unconfirmed(selection: Selection) -> Iterator[Diagnostic]:
    """Give the guesses that are still open, and decisions that are not in the lesson yet.

    A word that somebody has edited is decided. What has lost its place is named where it is kept.
    """
    for lesson in selection.files:
        places = find_all(lesson.text, lesson.doubts)
        for number, doubt in enumerate(lesson.doubts):
            if number in places:
                if doubt.decided != doubt.text:
                    yield _standing(lesson, doubt, *places[number])
            elif doubt.decided is None and not was_edited(lesson.text, doubt):
                yield Diagnostic(
                    decisions_path(lesson.path),
                    doubt.line,
                    "unconfirmed",
                    f'the doubt about "{_word(doubt)}" finds its place in the lesson no more',
                    Severity.WARNING,
                    "look at the sentence, then delete this line",
                )


def _standing(lesson: Lesson, doubt: Doubt, start: int, end: int) -> Diagnostic:
    first, last = word_around(lesson.text, start, end)
    word = lesson.text[first:last]
    line = lesson.text.count("\n", 0, start) + 1
    column = start - (lesson.text.rfind("\n", 0, start) + 1) + 1
    command = f"{COMMAND} repair {quote(str(lesson.path))}"
    if doubt.decided is None:
        others = ", ".join(f'"{other}"' for other in alternatives(word, [(start - first, doubt)]))
        message = f'"{word}" is a guess that nobody has confirmed'
        message += f"; it may be {others}" if others else ""
        fix = f'take it with "{command} --accept {line}:{column}", or --choose another'
    else:
        decided = word[: start - first] + doubt.decided + word[end - first :]
        message = f'"{word}" was decided to be "{decided}"'
        fix = f'put it in with "{command} --write"'
    return Diagnostic(lesson.path, line, "unconfirmed", message, Severity.WARNING, fix, column)


def _word(doubt: Doubt) -> str:
    text = doubt.before + doubt.text + doubt.after
    start = len(doubt.before)
    return text[slice(*word_around(text, start, start + len(doubt.text)))]
