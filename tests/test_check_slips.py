"""Slips outside plain sentences: each is named at its own line, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.check import check
from scripts.commands.page_damage import damaged_lines
from scripts.lesson.reading import read_lessons

CASES = json.loads((Path(__file__).parent / "cases" / "check" / "slips.json").read_bytes())
# What lies outside the two lessons is not there: a sync state.
_OUTSIDE = {"behind", "sync-state"}


def found(root: Path, english: str, korean: str) -> list[str]:
    for folder, text in (("lessons_en", english), ("lessons_ko", korean)):
        (root / folder).mkdir()
        (root / folder / "a.md").write_bytes(text.encode())
    diagnostics = check(read_lessons(root), damaged=damaged_lines)
    return [f"{one.path}:{one.line} {one.rule}" for one in diagnostics if one.rule not in _OUTSIDE]


def test_lessons_that_agree(tmp_path: Path) -> None:
    assert found(tmp_path, CASES["en"], CASES["ko"]) == []


@pytest.mark.parametrize("case", CASES["slips"], ids=lambda case: case["label"])
def test_a_slip(tmp_path: Path, case: dict[str, list[str]]) -> None:
    texts = {}
    for tag in ("en", "ko"):
        old, new = case.get(tag, ["", ""])
        assert CASES[tag].count(old) == 1 or not old
        texts[tag] = CASES[tag].replace(old, new) if old else CASES[tag]
    assert found(tmp_path, texts["en"], texts["ko"]) == case["found"]


def test_a_picture_pasted_into_a_line_is_named_at_that_line(tmp_path: Path) -> None:
    pasted = CASES["ko"].replace("빵이 부풉니다.", "iVBORw0K" * 40_000)
    assert "lessons_ko/a.md:13 refused-size" in found(tmp_path, CASES["en"], pasted)
