"""Headings and labels of a page, its exercises in both languages, and each label once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.check.nested import pieces
from scripts.check.rule import Selection
from scripts.check.shared import WRITE_THE_SAME, put_it_there, take_it_out
from scripts.check.sync import lost_lines
from scripts.diagnostic import Diagnostic
from scripts.lesson import EXERCISE, Block, Exercise, Lesson
from scripts.patterns import lazy_pattern
from scripts.references import may_define

_TARGET = lazy_pattern(r"\((?P<label>.+)\)=\s*$")
_NESTED_TARGET = lazy_pattern(r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*\((?P<label>[^()]+)\)=\s*$")
_NAME_OPTION = lazy_pattern(r"\s*:name:\s+(?P<label>\S.*?)\s*$")
_OPTION = lazy_pattern(r"\s*:[A-Za-z][\w-]*:")


@dataclass(frozen=True)
class Heading:
    """A heading of a page: its line, its level, and the labels that stand before it."""

    line: int
    level: int
    labels: tuple[str, ...]


def headings(lesson: Lesson) -> Iterator[Heading]:
    """Give the headings of a lesson, in order."""
    labels: list[str] = []
    for block in lesson.blocks:
        if block.kind == "heading":
            yield Heading(block.line, block.level, tuple(labels))
        match = _TARGET.match(block.text) if block.kind == "myst_target" else None
        labels = [*labels, match["label"]] if match else []


def labels(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the labels that a lesson defines, in boxes and lists, too, with their lines."""
    for block in lesson.blocks:
        if block.kind == "myst_target" and (match := _TARGET.match(block.text)):
            yield block.line, match["label"]
        if block.kind == f"directive:{EXERCISE}":
            for one in (e for e in lesson.exercises if e.line == block.line):
                yield _label_line(block, one.label), one.label
        if block.kind.startswith("directive:"):
            for line, text in _options(block):
                if match := _NAME_OPTION.match(text):
                    yield line, match["label"]
        for piece in pieces(block) if ")=" in block.text else ():
            for line, text in enumerate(piece.rows if piece.name is None else (), piece.line):
                if match := _NESTED_TARGET.match(text):
                    yield line, match["label"]


def _label_line(block: Block, label: str) -> int:
    """Give the line on which an exercise is labelled; its first one where it has no label."""
    labelled = (
        n for n, text in _options(block) if text.split(":", 2)[1:] == ["label", f" {label}"]
    )
    return next(labelled, block.line) if label else block.line


def _options(block: Block) -> Iterator[tuple[int, str]]:
    """Give the lines of a directive's options with their numbers."""
    lines = enumerate(block.text.split("\n")[1:], block.line + 1)
    return itertools.takewhile(lambda line: _OPTION.match(line[1]) is not None, lines)


def exercises(selection: Selection) -> Iterator[Diagnostic]:
    """Give the exercises without a label, and those that are not the origin's, in its order."""
    found = []
    for origin, other in selection.pairs():
        labelled = [[one.label for one in lesson.exercises] for lesson in (origin, other)]
        gone = lost_lines(selection, other) if labelled[0] != labelled[1] else ()
        ours = [one for one in origin.exercises if one.line not in gone]
        for line, message, fix in _other_exercises(origin, ours, other):
            found.append(Diagnostic(other.path, line, "same-exercises", message, fix=fix))
    yield from found
    told = {(one.path, one.line) for one in found}
    for lesson in selection.files:
        for exercise in lesson.exercises:
            if not exercise.label and (lesson.path, exercise.line) not in told:
                yield Diagnostic(
                    lesson.path,
                    exercise.line,
                    "same-exercises",
                    "this exercise has no label",
                    fix='write ":label: NAME" below its first line, the same in every language',
                )


def _other_exercises(
    origin: Lesson, ours: Sequence[Exercise], other: Lesson
) -> Iterator[tuple[int, str, str]]:
    theirs = other.exercises
    for mine, its in zip(ours, theirs, strict=False):
        if mine.label and mine.label != its.label:
            place = f"{origin.path}:{_line_of(origin, mine)}"
            message = f"exercise {its.label!r} here, {mine.label!r} in {place}"
            if not its.label:
                message = f"this exercise has no label, and {mine.label!r} in {place}"
            yield _line_of(other, its), message, WRITE_THE_SAME
    last = theirs[-1].line if theirs else 1
    for mine in ours[len(theirs) :]:
        message = f"the exercise of {origin.path}:{mine.line} is missing after this line"
        yield last, message, put_it_there(origin)
    for its in theirs[len(ours) :]:
        yield its.line, f"this exercise is not in {origin.path}", take_it_out(origin)


def _line_of(lesson: Lesson, exercise: Exercise) -> int:
    block = next((one for one in lesson.blocks if one.line == exercise.line), None)
    return _label_line(block, exercise.label) if block else exercise.line


def empty_headings(selection: Selection) -> Iterator[Diagnostic]:
    """Give the headings that say nothing."""
    for lesson in selection.files:
        for block in lesson.blocks:
            if block.kind == "heading" and not block.text.strip("# \t\n"):
                message = "this heading is empty"
                fix = "write what it says, or take it out in every language"
                yield Diagnostic(lesson.path, block.line, "empty-heading", message, fix=fix)


def duplicate_labels(selection: Selection) -> Iterator[Diagnostic]:
    """Give the labels that stand twice in one language, at each place but one.

    That is the first whose lesson has the label in another language, too.
    """
    found: dict[tuple[str, str], list[tuple[Lesson, int, str]]] = {}
    checked = {lesson.path for lesson in selection.files}
    ours = {(one.language, label) for one in selection.files for _, label in labels(one)}
    for lesson in selection.lessons.items:
        wanted = [label for language, label in ours if language is lesson.language]
        if lesson.path not in checked and not may_define(lesson.text, wanted):
            continue
        for line, label in labels(lesson):
            # Sphinx takes labels for equal that differ in case or spaces only.
            key = (lesson.language.tag, " ".join(label.lower().split()))
            found.setdefault(key, []).append((lesson, line, label))
    for places in found.values():
        owners = (one for one in places if len(places) > 1 and _is_in_others(selection, *one))
        owner, its_line, _ = next(owners, places[0])
        for lesson, line, label in places:
            if (lesson, line) != (owner, its_line) and checked & {lesson.path, owner.path}:
                message = f"label ({label}) stands at {owner.path}:{its_line} already"
                yield Diagnostic(
                    lesson.path, line, "duplicate-label", message, fix="give it another name"
                )


def _is_in_others(selection: Selection, lesson: Lesson, line: int, label: str) -> bool:
    versions = selection.lessons.versions(lesson.docname)
    return any(
        label in {name for _, name in labels(other)} for other in versions if other is not lesson
    )
