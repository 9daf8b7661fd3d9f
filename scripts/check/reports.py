"""Findings in the forms that editors and services read: text, GitHub's annotations, SARIF."""

from __future__ import annotations

import functools
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from scripts.check.rules import RULES
from scripts.diagnostic import Diagnostic, Severity
from scripts.languages import KOREAN

KOREAN_REASONS = Path(__file__).with_name("rules.ko.toml")
# The head of the table of rules, and what each weighs, by the tag of a language.
_TABLES: Mapping[str, tuple[str, Mapping[Severity, str]]] = {
    "en": ("| rule | | why | such as |", {one: str(one) for one in Severity}),
    "ko": (
        "| 규칙 | | 까닭 | 예 |",
        {Severity.ERROR: "오류", Severity.WARNING: "경고", Severity.NOTE: "참고"},
    ),
}


def text(finding: Diagnostic) -> str:
    """Give a finding as a line that editors can follow: file, line and column first.

    >>> from pathlib import Path
    >>> text(Diagnostic(Path("a.md"), 3, "empty", "nothing here", column=7))
    'a.md:3:7: nothing here [empty]'
    """
    place = f"{finding.path}:{finding.line}:"
    return f"{place}{finding.column}:{str(finding).removeprefix(place)}"


def github(finding: Diagnostic) -> str:
    """Give a finding as a workflow command, which GitHub shows at its line.

    >>> from pathlib import Path
    >>> github(Diagnostic(Path("a.md"), 3, "empty", "50% left"))
    '::error file=a.md,line=3,col=1,title=empty::50%25 left'
    >>> github(Diagnostic(Path("a.md"), 3, "empty", "left", column=4, end=9)).partition(",title")[0]
    '::error file=a.md,line=3,col=4,endColumn=9'
    """
    said = "; ".join(part for part in (finding.message, finding.fix) if part)
    place = f"file={_property(str(finding.path))},line={finding.line},col={finding.column}"
    if finding.end:
        place += f",endColumn={finding.end}"
    weight = "notice" if finding.severity is Severity.NOTE else finding.severity
    return f"::{weight} {place},title={_property(finding.rule)}::{_escaped(said)}"


def sarif(findings: Iterable[Diagnostic], tag: str = "en") -> dict[str, Any]:
    """Give findings as a SARIF 2.1.0 log, with all rules and why they matter, in a language."""
    why = reasons(tag)
    rules = [
        {
            "id": rule.id,
            "shortDescription": {"text": why[rule.id]},
            # Its levels bear the names of ours.
            "defaultConfiguration": {"level": str(rule.severity)},
        }
        for rule in RULES
    ]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "naranhi-check", "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding) for finding in findings],
            }
        ],
    }


# Each page of a preview asks for them.
@functools.cache
def reasons(tag: str) -> Mapping[str, str]:
    """Give why each rule matters, by its id, in the language of a tag.

    >>> reasons("ko").keys() == reasons("en").keys(), reasons("ko")["detached-particle"]
    (True, '조사는 앞말에 붙여 씁니다.')
    """
    if tag == KOREAN.tag:
        return tomllib.loads(KOREAN_REASONS.read_bytes().decode("utf-8"))
    return {rule.id: rule.why for rule in RULES}


def rules_table(tag: str = "en") -> str:
    """Give all rules as a table in Markdown: what is looked for, how much it weighs, and why."""
    head, weights = _TABLES[tag]
    why = reasons(tag)
    rows = [head, "|---|---|---|---|"]
    for rule in RULES:
        weight = weights[rule.severity] + (", `--fix`" if rule.fix else "")
        rows.append(f"| `{rule.id}` | {weight} | {why[rule.id]} | {_cell(rule.example)} |")
    return "\n".join(rows) + "\n"


def _result(finding: Diagnostic) -> dict[str, Any]:
    said = "; ".join(part for part in (finding.message, finding.fix) if part)
    region = {"startLine": finding.line, "startColumn": finding.column}
    if finding.end:
        region["endColumn"] = finding.end
    return {
        "ruleId": finding.rule,
        "level": str(finding.severity),
        "message": {"text": said},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(os.fsencode(finding.path))},
                    "region": region,
                }
            }
        ],
    }


def _cell(example: str) -> str:
    if not example:
        return ""
    marks = "``" if "`" in example else "`"
    inner = f" {example} " if "`" in example else example
    return f"{marks}{inner}{marks}".replace("|", r"\|")


def _escaped(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _escaped(value).replace(":", "%3A").replace(",", "%2C")
