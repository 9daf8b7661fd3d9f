"""Findings: how they are shown, sorted and weighed."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.diagnostic import Diagnostic, NaranhiError, Severity, UsageError, errors

PATH = Path("lessons_ko/jit.md")


def test_an_error_says_where_what_and_what_to_do() -> None:
    finding = Diagnostic(PATH, 41, "same-code", "code differs", fix="copy it")
    assert str(finding) == "lessons_ko/jit.md:41: code differs; copy it [same-code]"


def test_a_warning_says_that_it_is_one() -> None:
    finding = Diagnostic(PATH, 1, "untyped-raises", "says not what", Severity.WARNING)
    assert str(finding) == "lessons_ko/jit.md:1: warning: says not what [untyped-raises]"


def test_json_holds_plain_values() -> None:
    finding = Diagnostic(PATH, 41, "same-code", "code differs", fix="copy it", column=3)
    assert json.loads(json.dumps(finding.to_json())) == {
        "path": "lessons_ko/jit.md",
        "line": 41,
        "column": 3,
        "rule": "same-code",
        "severity": "error",
        "message": "code differs",
        "fix": "copy it",
        "detail": "",
    }


def test_findings_are_sorted_by_file_and_line_as_a_number() -> None:
    places = [(PATH, 10), (PATH, 9), (Path("lessons_en/z.md"), 99)]
    found = sorted(Diagnostic(path, line, "r", "m") for path, line in places)
    assert [(one.path, one.line) for one in found] == [places[2], places[1], places[0]]


def test_only_errors_stop_a_build() -> None:
    error = Diagnostic(PATH, 1, "r", "m")
    warning = Diagnostic(PATH, 1, "r", "m", Severity.WARNING)
    assert errors([warning, error]) == (error,)


def test_wrong_use_is_one_of_our_errors() -> None:
    assert issubclass(UsageError, NaranhiError)
