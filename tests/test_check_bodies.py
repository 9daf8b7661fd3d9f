"""Faults in short pages of one language or two: what is found on them, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.check import check, fix
from scripts.lesson.reading import read_lessons

CASES = json.loads((Path(__file__).parent / "cases" / "check" / "bodies.json").read_bytes())
TITLES = {"en": "Words", "ko": "말"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_a_page(case: dict[str, Any], tmp_path: Path) -> None:
    written = [tag for tag in TITLES if tag in case]
    for tag in written:
        only = f"only: {tag}" if len(written) == 1 else "origin: en"
        page = f"---\ntitle: {TITLES[tag]}\n{only}\n---\n\n# {TITLES[tag]}\n\n{case[tag]}\n"
        (tmp_path / f"lessons_{tag}").mkdir()
        (tmp_path / f"lessons_{tag}" / "a.md").write_bytes(page.encode())
    found = [
        f"{str(one.path)[8:10]}:{one.line} {one.rule}" for one in check(read_lessons(tmp_path))
    ]
    assert found == case.get("found", [])
    fix(read_lessons(tmp_path))
    for tag in written:
        body = (tmp_path / f"lessons_{tag}" / "a.md").read_bytes().decode().split("\n", 7)[7]
        assert body == case.get("fixed", {}).get(tag, case[tag]) + "\n"
