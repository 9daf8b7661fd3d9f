"""Runs the rules over lessons."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from scripts.check.rule import Damaged, Selection
from scripts.check.rules import RULES
from scripts.diagnostic import Diagnostic
from scripts.lesson import Lessons


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
    findings = {problem for lesson in selection.files for problem in lesson.problems}
    for rule in RULES:
        findings.update(rule.find(selection))
    return tuple(sorted(findings, key=lambda one: (one.path, one.line, one.column, one)))
