"""Faults planted in lessons about something else (SQL, Rust): written before the rules were read.

The lessons themselves are 200 lines of prose in each language without a fault.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scripts.check import RULES, check, fix
from scripts.lesson import Lessons
from scripts.lesson.reading import read_lessons

PANTRY = Path(__file__).parent / "cases" / "check" / "pantry"
FAULTS = json.loads((PANTRY / "faults.json").read_bytes())
_LINK = re.compile(r"\]\(([^)\s]+)\)|\{(?:ref|doc)\}`([^`]+)`|^\(([\w-]+)\)=$", re.MULTILINE)
# What takes a file, a history or a decision besides.
_NOT_PLANTED = {
    *("claim", "no-alt"),
    *(
        "behind",
        "changed-alone",
        "lost-block",
        "sync-state",
        "decisions",
        "unconfirmed",
        "unknown-output",
        "gone-name",
    ),
    *("permitted", "refused-size", "refused-file", "unused-file", "same-exercises"),
    *("glossary", "style"),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PANTRY, tmp_path / "pantry"))


def plant(root: Path, fault: dict[str, Any]) -> int:
    """Put a fault into its file; give the line on which it then stands."""
    path = root / f"lessons_{fault['file']}"
    old, new = fault["old"], fault["new"]
    text = path.read_bytes().decode()
    if new is None:
        path.unlink()
        return int(fault["at"])
    at = text.index(old) if old else 0
    text = text.replace(old, new, 1) if old else new
    path.write_bytes(text.encode(fault.get("encoding", "utf-8")))
    at = text.index(fault["near"]) if "near" in fault else at
    return int(fault.get("at", text.count("\n", 0, at) + 1))


def facts(lessons: Lessons) -> dict[str, tuple[list[str], Counter[str]]]:
    """Give what no fix may change: what the cells do, and where links lead."""
    found = {}
    for lesson in lessons.items:
        links = Counter("".join(match) for match in _LINK.findall(lesson.text))
        found[str(lesson.path)] = ([_tree(cell.source) for cell in lesson.cells], links)
    return found


def _tree(source: str) -> str:
    try:
        return ast.dump(ast.parse(source))
    except SyntaxError:
        return source


def test_prose_without_a_fault(root: Path) -> None:
    assert [str(one) for one in check(read_lessons(root))] == []


def test_nearly_all_rules_have_a_fault() -> None:
    assert {rule.id for rule in RULES} - {fault["rule"] for fault in FAULTS} == _NOT_PLANTED


@pytest.mark.parametrize("fault", FAULTS, ids=lambda one: f"{one['rule']}: {one['new']}"[:60])
def test_a_fault_is_found_at_its_line_and_mended_safely(fault: dict[str, Any], root: Path) -> None:
    if "and" in fault:
        plant(root, fault["and"])
    line = plant(root, fault)
    name = fault["file"].partition("/")[2]
    paths = {Path("lessons_ko") / name, Path("lessons_en") / name}
    found = check(read_lessons(root), paths=paths)
    path = Path(f"lessons_{fault.get('in', fault['file'])}")
    assert (path, line) in {(o.path, o.line) for o in found if o.rule == fault["rule"]}, found
    also = fault.get("also", ())
    assert also is True or {one.rule for one in found} <= {fault["rule"], *also}

    if not any(one.fix for one in found):
        return
    before = facts(read_lessons(root))
    changed = fix(read_lessons(root), paths=paths)
    if not changed:
        return
    after = facts(read_lessons(root))
    for name, (trees, links) in before.items():
        assert after[name][1] == links or fault["rule"] == "link"
        assert after[name][0] == trees or fault["rule"] in {
            "same-code",
            "not-nfc",
            "unclosed-fence",
        }
    left = check(read_lessons(root), paths=paths)
    assert len(left) < len(found)
    assert fix(read_lessons(root), paths=paths) == ()


def test_a_cell_that_one_language_lacks_says_nothing_of_the_text_around_it(root: Path) -> None:
    path = root / "lessons_en" / "queries.md"
    text = path.read_bytes().decode()
    start = text.index("```{code-cell} python\nfor name")
    end = text.index("```\n\n", start) + len("```\n\n")
    path.write_bytes((text[:start] + text[end:]).encode())
    found = check(read_lessons(root))
    assert {one.rule for one in found} == {"same-code"}, found
