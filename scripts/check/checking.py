"""Runs the rules over lessons."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from scripts.check.faulty_origin import told_by_origin
from scripts.check.rule import Damaged, Rule, Selection
from scripts.check.rules import RULES
from scripts.check.rules.sentences import SENTENCES
from scripts.check.sections import LISTS
from scripts.check.sync import finding as behind_as_told
from scripts.check.turned import told_where_it_changed
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Lesson, Lessons
from scripts.sync.translation import Change

_BUT_SENTENCES = RULES[: -len(SENTENCES)]
_DAMAGE = frozenset({"mojibake", "replacement-character"})
# What damaged text is made of.
_DEBRIS = frozenset({"control-character", "not-nfc", "replacement-character", "zero-width"})
# What a picture is refused with, and what else is told of it then.
_REFUSED_PICTURES = frozenset({"refused-link", "refused-path"})
_MORE_HERE = frozenset({"behind", "same-images"})
# What is said of words, and so says nothing where they are not what was written.
_OF_WORDS = frozenset(rule.id for rule in RULES if rule.severity is not Severity.ERROR)
# What is said of a text beside another one, whatever became of a part of it.
_OF_TWINS = frozenset(
    ["other-code", "other-items", "other-link", "other-number", "shorter-than-twin"]
)
_OF_TEXTS = _OF_TWINS | {"missing-term"}
# What says of a block that it lacks something, or says something else.
OF_BLOCKS = _OF_TWINS | {"changed-alone", "empty-heading"}


def check(
    lessons: Lessons,
    *,
    paths: Collection[Path] | None = None,
    damaged: Damaged | None = None,
    sentences: Callable[[], Collection[Diagnostic]] | None = None,
) -> tuple[Diagnostic, ...]:
    """Give everything that is wrong with the lessons, sorted by file and line.

    `paths`, relative to the root, name the files to check (default: all of them, and what belongs
    to none; of this alone, where there is no path). What compares two languages is reported when
    either file is named, wherever the finding lies. Without `damaged` (see `Selection`) only the
    damage is found that its letters alone prove. `sentences` waits for what `check_sentences` gave,
    where that is asked by another process.
    """
    selection = Selection(lessons, paths, damaged)
    findings = set(selection.problems)
    findings.update(_found(RULES if sentences is None else _BUT_SENTENCES, selection))
    if sentences is not None:
        findings.update(sentences())
    findings = told_where_it_changed(selection, RULES, findings)
    findings -= set(_following(selection, findings))
    findings -= set(told_by_origin(selection, RULES, findings))
    return _in_order(findings)


def check_sentences(
    lessons: Lessons,
    *,
    paths: Collection[Path] | None = None,
    damaged: Damaged | None = None,
) -> tuple[Diagnostic, ...]:
    """Give what the rules for sentences find, which is about half of the work of `check`."""
    return tuple(_found(SENTENCES, Selection(lessons, paths, damaged)))


def _found(rules: Iterable[Rule], selection: Selection) -> Iterator[Diagnostic]:
    return itertools.chain.from_iterable(rule.found(selection) for rule in rules)


def together(
    findings: Iterable[Diagnostic], stored: Iterable[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """Give what `check` found with what is wrong between pages and outputs, sorted.

    Where a figure has lost what was said of it, both say so: that is one finding.
    """
    found = set(findings)
    lost = {(one.path, one.line): one for one in found if one.rule == "lost-block"}
    for one in stored:
        same = lost.get((one.path, one.line)) if one.rule == "no-alt" else None
        if same is None:
            found.add(one)
        else:
            found.discard(same)
            message = f"{one.message}: {same.message}"
            found.add(replace(one, message=message, severity=same.severity, fix=same.fix))
    return _in_order(found)


def _in_order(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(findings, key=lambda one: (one.path, one.line, one.column, one)))


def _following(selection: Selection, findings: Collection[Diagnostic]) -> Iterator[Diagnostic]:
    """Give what is found only because text was damaged in its block, or is gone from its place."""
    yield from _told_by_others(selection, findings)
    damaged, gone = _lines(findings, _DAMAGE), _lines(findings, {"lost-block"})
    repeated, refused = _lines(findings, {"repeated"}), _lines(findings, _REFUSED_PICTURES)
    hangul = _lines(findings, {"hangul-in-math"})
    if not (damaged or gone or repeated or refused or hangul):
        return
    decoded = _lines(findings, {"mojibake"})
    beside = {}
    for lesson in selection.lessons.items:
        if lesson.path in damaged:
            blocks = [range(block.line, block.end + 1) for block in lesson.blocks]
            beside[lesson.path] = damaged[lesson.path] | _around(damaged[lesson.path], blocks)
    places = {
        lesson.path: _around(gone[lesson.path], _places(lesson))
        for lesson in selection.lessons.items
        if lesson.path in gone
    }
    for one in findings:
        if (
            (one.rule in _OF_WORDS and one.line in beside.get(one.path, ()))
            or (one.rule in _DEBRIS and one.line in decoded.get(one.path, ()))
            or (one.rule in _OF_TEXTS and one.line in places.get(one.path, ()))
            # What stands twice is one too many here, whatever the other language has.
            or (one.rule == "other-items" and one.line in repeated.get(one.path, ()))
            # A picture that is refused is in no other language, and neither is its paragraph.
            or (
                one.rule in _MORE_HERE
                and one.severity is not Severity.NOTE
                and one.line in refused.get(one.path, ())
                and one.fix.startswith("delete it")
            )
            or (one.rule == "same-math" and one.line in hangul.get(one.path, ()))
        ):
            yield one


def _told_by_others(selection: Selection, findings: Collection[Diagnostic]) -> Iterator[Diagnostic]:
    """Give what another finding says better: of a list, a heading or a block by what is in it."""
    lists = _lines(findings, {"other-items"})
    for lesson in (one for one in selection.lessons.items if one.path in lists):
        spans = [range(b.line, b.end + 1) for b in lesson.blocks if b.kind in LISTS]
        of_lists = _around(lists[lesson.path], spans)
        yield from (
            one
            for one in findings
            if one.path == lesson.path and one.line in of_lists and one.rule == "shorter-than-twin"
        )
    yield from _of_unknown_words(findings)
    headings = _lines(findings, {"same-structure"})
    for translation in selection.tracked() if headings else ():
        lines = headings.get(translation.other.path, set())
        for block in translation.behind:
            if block.kind == "heading" and block.change is Change.EXTRA and block.line in lines:
                yield behind_as_told(selection, translation, block)
    alone = [one for one in findings if one.rule == "changed-alone"]
    paths = {one.path for one in alone}
    for lesson in (one for one in selection.lessons.items if one.path in paths):
        others = [
            one for one in findings if one.path == lesson.path and one.rule != "changed-alone"
        ]
        spans = [range(block.line, block.end + 1) for block in lesson.blocks]
        told = _around({one.line for one in others if one.rule in _OF_TEXTS}, spans)
        told |= {one.line for one in others}
        yield from (one for one in alone if one.path == lesson.path and one.line in told)


def _of_unknown_words(findings: Collection[Diagnostic]) -> Iterator[Diagnostic]:
    """Give guesses at words that another rule knows better, and particles of what is no word."""
    guesses = [one for one in findings if one.may_be]
    lines = {(one.path, one.line) for one in guesses}
    beside = [one for one in findings if (one.path, one.line) in lines and not one.may_be]
    for guess in guesses:
        word = range(guess.column, guess.end)
        same = [
            one
            for one in beside
            if (one.path, one.line) == (guess.path, guess.line)
            and one.column in word
            and one.rule in _OF_WORDS
        ]
        particles = [one for one in same if one.rule == "particle"]
        yield from particles if len(particles) == len(same) else [guess]


def _lines(findings: Collection[Diagnostic], rules: Collection[str]) -> dict[Path, set[int]]:
    found: dict[Path, set[int]] = {}
    for one in findings:
        if one.rule in rules:
            found.setdefault(one.path, set()).add(one.line)
    return found


def _around(lines: Collection[int], spans: Iterable[range]) -> set[int]:
    """Give the lines of the spans that hold any of some lines."""
    return {line for span in spans if any(one in span for one in lines) for line in span}


def _places(lesson: Lesson) -> Iterator[range]:
    """Give the lines between headings and cells: texts there are compared as one."""
    marks = [b.line for b in lesson.blocks if b.kind == "heading" or b.cell is not None]
    ends = [1, *marks, lesson.text.count("\n") + 2]
    return itertools.starmap(range, itertools.pairwise(ends))
