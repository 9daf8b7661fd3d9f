"""What is apart or joined in Korean, code within lists, and headings that both languages have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.check import check, fix
from scripts.lesson import Lessons
from scripts.lesson.reading import read_lessons

CASES = json.loads((Path(__file__).parent / "cases" / "check" / "apart.json").read_bytes())


def korean(root: Path, text: str) -> Lessons:
    (root / "lessons_ko").mkdir(exist_ok=True)
    page = f"---\ntitle: 글\nonly: ko\n---\n\n# 글\n\n{text}\n"
    (root / "lessons_ko" / "a.md").write_bytes(page.encode())
    return read_lessons(root)


@pytest.mark.parametrize("case", CASES["found"], ids=lambda case: case["text"])
def test_faults_are_found_and_mended(case: dict[str, Any], tmp_path: Path) -> None:
    found = check(korean(tmp_path, case["text"]))
    assert {(one.rule, one.line) for one in found} == {(case["rule"], case.get("line", 8))}
    changed = fix(read_lessons(tmp_path))
    after = (tmp_path / "lessons_ko" / "a.md").read_bytes().decode()
    assert after.split("\n", 7)[7] == (case["fixed"] or case["text"]) + "\n"
    assert bool(changed) == bool(case["fixed"])
    if changed:
        assert check(read_lessons(tmp_path)) == ()
        assert fix(read_lessons(tmp_path)) == ()


@pytest.mark.parametrize("text", CASES["honest"])
def test_honest_texts(text: str, tmp_path: Path) -> None:
    assert [str(one) for one in check(korean(tmp_path, text))] == []


@pytest.mark.parametrize("case", CASES["headings"], ids=lambda case: case["label"])
def test_headings_that_both_languages_have(case: dict[str, Any], tmp_path: Path) -> None:
    for tag in ("en", "ko"):
        (tmp_path / f"lessons_{tag}").mkdir()
        (tmp_path / f"lessons_{tag}" / "a.md").write_bytes(case[tag].encode())
    found = check(read_lessons(tmp_path))
    # The heading of the English page is beside another one where they differ.
    assert [one.rule for one in found if one.rule == "untranslated"] == case["found"]


@pytest.mark.parametrize("case", CASES["dialects"], ids=lambda case: case["text"])
def test_words_of_both_dialects(case: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "lessons_en").mkdir()
    page = f"---\nonly: en\n---\n\n# Words\n\n{case['text']}\n"
    (tmp_path / "lessons_en" / "a.md").write_bytes(page.encode())
    found = check(read_lessons(tmp_path))
    assert [one.rule for one in found] == ["dialect"] * case["found"]


@pytest.mark.parametrize(
    ("text", "fixed", "rules"),
    [
        ("Write them seperately.", "Write them separately.", ["spelling"]),
        ("Seperate them, untill `recieve`.", "Separate them, until `recieve`.", ["spelling"] * 2),
        ("The score is the same.The 10 is kept.", "The score is the same. The 10 is kept.",
         ["glued-sentences"]),
        ("Thier independant loaves. Recieved!", "Their independent loaves. Received!",
         ["spelling"] * 3),
        ("Nathan Friedly doesn't write to writeable loaves, a TPU or `recieve`.", None, []),
        ("A jax.Array is of asp.Net, see a.The and e.g.The.", None, []),
        ("The word \"seperate\" is misspelled. TEH is a name, and so is `teh`.", None, []),
    ],
)  # fmt: skip
def test_english_sentences(text: str, fixed: str | None, rules: list[str], tmp_path: Path) -> None:
    (tmp_path / "lessons_en").mkdir()
    path = tmp_path / "lessons_en" / "a.md"
    path.write_bytes(f"---\nonly: en\n---\n\n# Words\n\n{text}\n".encode())
    assert [one.rule for one in check(read_lessons(tmp_path))] == rules
    fix(read_lessons(tmp_path))
    assert path.read_bytes().decode().split("\n")[6] == (fixed or text)
