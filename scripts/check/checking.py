"""Runs the rules over lessons."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from scripts.check.rule import Damaged, Selection
from scripts.check.rules import RULES
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Lesson, Lessons

_DAMAGE = frozenset({"mojibake", "replacement-character"})
# What damaged text is made of.
_DEBRIS = frozenset({"control-character", "not-nfc", "replacement-character", "zero-width"})
# What is said of words, and so says nothing where they are not what was written.
_OF_WORDS = frozenset(rule.id for rule in RULES if rule.severity is Severity.WARNING)


def check(
    lessons: Lessons,
    *,
    paths: Collection[Path] | None = None,
    damaged: Damaged | None = None,
) -> tuple[Diagnostic, ...]:
    """Give everything that is wrong with the lessons, sorted by file and line.

    `paths`, relative to the root, name the files to check (default: all of them). What compares
    two languages is reported when either file is named, wherever the finding lies. Without
    `damaged` (see `Selection`) only the damage is found that its letters alone prove.
    """
    selection = Selection(lessons, paths, damaged)
    findings = set(selection.problems)
    for rule in RULES:
        findings.update(rule.find(selection))
    findings -= set(_following(selection, findings))
    return tuple(sorted(findings, key=lambda one: (one.path, one.line, one.column, one)))


def _following(selection: Selection, findings: Collection[Diagnostic]) -> Iterator[Diagnostic]:
    """Give what is found only because the text of a line or a block was damaged."""
    damaged: dict[Path, set[int]] = {}
    for one in findings:
        if one.rule in _DAMAGE:
            damaged.setdefault(one.path, set()).add(one.line)
    if not damaged:
        return
    decoded = {(one.path, one.line) for one in findings if one.rule == "mojibake"}
    blocks = {
        lesson.path: _lines_beside(lesson, damaged[lesson.path])
        for lesson in selection.files
        if lesson.path in damaged
    }
    for one in findings:
        in_block = one.rule in _OF_WORDS and one.line in blocks.get(one.path, ())
        if in_block or (one.rule in _DEBRIS and (one.path, one.line) in decoded):
            yield one


def _lines_beside(lesson: Lesson, lines: Collection[int]) -> set[int]:
    """Give some lines, and those of the blocks that they stand in."""
    found = set(lines)
    for block in lesson.blocks:
        own = range(block.line, block.end + 1)
        if not found.isdisjoint(own):
            found.update(own)
    return found
