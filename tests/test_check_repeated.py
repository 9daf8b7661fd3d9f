"""What stands twice by accident is named at the second one, and what is meant so is not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scripts.check import check, fix
from scripts.lesson.reading import read_lessons

CASES = json.loads((Path(__file__).parent / "cases" / "check" / "repeated.json").read_bytes())
PAIRS = json.loads((Path(__file__).parent / "cases" / "check" / "slips.json").read_bytes())


def write(root: Path, text: str) -> Path:
    tag = "ko" if re.search("[가-힣]", text) else "en"
    (root / f"lessons_{tag}").mkdir()
    path = root / f"lessons_{tag}" / "a.md"
    title = "글" if tag == "ko" else "Text"
    path.write_bytes(f"---\ntitle: {title}\nonly: {tag}\n---\n\n# {title}\n\n{text}\n".encode())
    return path


def found(root: Path) -> list[tuple[str, int]]:
    return [(one.rule, one.line) for one in check(read_lessons(root))]


@pytest.mark.parametrize("case", CASES["found"], ids=lambda case: case["text"])
def test_what_stands_twice(case: dict[str, Any], tmp_path: Path) -> None:
    path = write(tmp_path, case["text"])
    assert set(found(tmp_path)) == {("repeated", case.get("line", 8))}
    fix(read_lessons(tmp_path))
    after = path.read_bytes().decode().split("\n", 7)[7]
    assert after == (case["fixed"] or case["text"]) + "\n"
    assert bool(found(tmp_path)) == (case["fixed"] is None)


@pytest.mark.parametrize("text", CASES["honest"])
def test_what_is_meant_to_stand_twice(text: str, tmp_path: Path) -> None:
    write(tmp_path, text)
    assert "repeated" not in {rule for rule, _ in found(tmp_path)}


def test_an_item_that_stands_twice_is_told_once(tmp_path: Path) -> None:
    for tag in ("en", "ko"):
        (tmp_path / f"lessons_{tag}").mkdir()
        rows = PAIRS[tag].split("\n")
        rows[16:16] = rows[15:16] if tag == "ko" else []
        (tmp_path / f"lessons_{tag}" / "a.md").write_bytes("\n".join(rows).encode())
    assert [one for one in found(tmp_path) if one[0] != "behind"] == [("repeated", 17)]


def test_a_page_that_says_its_sections_twice_is_told_once(tmp_path: Path) -> None:
    parts = [f"## Part {name}\n\nThis is about {name}.\n" for name in "ABCDEF"]
    page = "---\ntitle: Parts\n---\n\n# Parts\n\n" + "\n".join(parts)
    korean = page.replace("title: Parts", "title: 부분\norigin: en")
    for folder, text in (("lessons_en", page), ("lessons_ko", f"{korean}\n" + "\n".join(parts))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.md").write_text(text, encoding="utf-8")
    found = [
        one for one in check(read_lessons(tmp_path)) if one.rule in {"repeated", "same-structure"}
    ]
    assert [one.rule for one in found] == ["repeated"]
    assert "from here on the page says again what stands from line 8 on" in found[0].message
