"""Pages whose languages are far apart: what is found in them, and that nothing else is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.check import check
from scripts.diagnostic import Severity
from scripts.lesson.reading import read_lessons

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "cases" / "check" / "moved.json").read_bytes()
)
RULES = {
    *("same-structure", "same-images", "other-link", "other-number", "other-items"),
    *("shorter-than-twin", "dialect", "mixed-register", "repeated"),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_a_page_whose_languages_are_apart(case: dict[str, Any], tmp_path: Path) -> None:
    for tag in ("en", "ko"):
        (tmp_path / f"lessons_{tag}").mkdir()
        (tmp_path / f"lessons_{tag}" / "a.md").write_bytes(case[tag].encode())
    found = check(read_lessons(tmp_path))
    shown = [f"{one.path}:{one.line}: {one.message} [{one.rule}]" for one in found]
    assert [one for one in shown if one[one.rindex("[") + 1 : -1] in RULES] == case["found"]


def test_a_badge_that_one_page_does_without_is_noted(tmp_path: Path) -> None:
    badge = "[![ok](https://ok.example.org/loaf.svg)](https://ok.example.org/loaf)\n\n"
    for tag, text in (("en", f"# Loaf\n\n{badge}It rises.\n"), ("ko", "# 빵\n\n부풉니다.\n")):
        (tmp_path / f"lessons_{tag}").mkdir()
        (tmp_path / f"lessons_{tag}" / "a.md").write_bytes(text.encode())
    found = [one for one in check(read_lessons(tmp_path)) if one.rule == "same-images"]
    assert [one.severity for one in found] == [Severity.NOTE]
