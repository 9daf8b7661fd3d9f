"""Links and names: what leads nowhere is found where it stands, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.addresses import judge
from scripts.check import Finding, Selection, check, check_links, fix
from scripts.cli import main
from scripts.inventory import PROJECTS, read_inventory
from scripts.lesson.reading import read_lessons

CASES = json.loads((Path(__file__).parent / "cases" / "links.json").read_bytes())
REPOSITORY = Path(__file__).resolve().parent.parent
START = """---
title: {title}
repository: https://github.com/me/lessons
notebooks: https://github.com/me/lessons/tree/pages/latest
---

# {title}

Nothing.
"""
TWO = {
    "en": "(lesson-two-start)=\n# Two\n\n## A heading\n",
    "ko": "(lesson-two-start)=\n# 둘\n\n## 둘째 제목\n",
}


def write(root: Path, texts: dict[str, list[str]]) -> dict[str, list[int]]:
    """Write a site with a page of these texts in each language; give the lines they begin on."""
    lines: dict[str, list[int]] = {}
    for tag, own in texts.items():
        folder = root / f"lessons_{tag}"
        folder.mkdir(parents=True)
        (folder / "index.md").write_bytes(START.format(title=tag).encode())
        (folder / "lesson-two.md").write_bytes(TWO[tag].encode())
        page = "# One\n"
        lines[tag] = []
        for text in own:
            page += "\n"
            lines[tag].append(page.count("\n") + 1)
            page += f"{text}\n"
        (folder / "lesson-one.md").write_bytes(page.encode())
    return lines


def found_in(root: Path) -> tuple[Finding, ...]:
    return check_links(Selection(read_lessons(root)))


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """Give the findings of a page in each language that holds all bad cases, by case."""
    root = tmp_path_factory.mktemp("planted")
    texts = [case["text"] for case in CASES["bad"]]
    lines = write(root, {"ko": texts, "en": texts})
    by_case: dict[str, list[dict[str, Any]]] = {case["label"]: [] for case in CASES["bad"]}
    for finding in found_in(root):
        tag = finding.path.parts[0].removeprefix("lessons_")
        at = sum(line <= finding.line for line in lines[tag]) - 1
        case = CASES["bad"][at]
        row = next(n for n, line in enumerate(case["text"].split("\n")) if case["target"] in line)
        shown = finding.to_json() | {"off": finding.line - lines[tag][at] - row}
        by_case[case["label"]].append(shown)
    return by_case


@pytest.mark.parametrize("case", CASES["bad"], ids=lambda case: case["label"])
def test_a_bad_link_is_found_at_its_line_with_what_replaces_it(
    case: dict[str, str], planted: dict[str, list[dict[str, Any]]]
) -> None:
    keys = ("target", "status", "suggestion", "off")
    wanted = (case["target"], case["status"], case["suggestion"], 0)
    assert [tuple(one[key] for key in keys) for one in planted[case["label"]]] == [wanted, wanted]


@pytest.mark.parametrize("text", CASES["good"])
def test_a_good_link_is_not_reported(text: str, tmp_path: Path) -> None:
    own = text.replace("둘째-제목", "a-heading")
    write(tmp_path, {"ko": [text], "en": [own]})
    assert [str(finding) for finding in found_in(tmp_path)] == []


def test_our_own_lessons_have_good_links() -> None:
    assert found_in(REPOSITORY) == ()


def test_every_address_of_the_inventories_is_good() -> None:
    for project in PROJECTS:
        for entry in read_inventory(project):
            assert judge(entry.url).status == "ok", entry
    jax = read_inventory()
    for page in [entry.name for entry in jax if entry.role == "std:doc"]:
        for anchor in jax.anchors(page):
            address = f"https://docs.jax.dev/en/latest/{page}.html#{anchor}"
            assert judge(address).status == "ok", address


def test_suggestions_are_good_addresses() -> None:
    for case in CASES["bad"]:
        if case["suggestion"].startswith("https://"):
            assert judge(case["suggestion"]).status == "ok", case


def test_fixing_rewrites_what_is_safe_and_doing_it_twice_changes_nothing(tmp_path: Path) -> None:
    texts = [case["text"] for case in CASES["bad"]]
    write(tmp_path, {"ko": texts, "en": texts})
    before = {(one.path, one.target): one for one in found_in(tmp_path)}
    fix(read_lessons(tmp_path))
    after = {(one.path, one.target): one for one in found_in(tmp_path)}
    assert after == {key: after.get(key, one) for key, one in before.items() if not one.safe}
    assert [one for one in before.values() if one.safe]
    assert fix(read_lessons(tmp_path)) == ()


def test_the_command_gives_each_finding_and_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"ko": ["[문서](https://jax.readthedocs.io/en/latest/faq.html)"]})
    options = ["--root", str(tmp_path)]
    assert main(["links", *options, "--format", "json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert found["path"] == "lessons_ko/lesson-one.md"
    assert (found["line"], found["column"], found["status"]) == (3, 6, "old-host")
    assert main(["links", *options, str(tmp_path / "lessons_ko" / "lesson-two.md")]) == 0
    assert main(["links", *options, "--fix"]) == 0
    assert main(["links", *options]) == 0


def test_findings_are_warnings_of_check(tmp_path: Path) -> None:
    write(tmp_path, {"en": ["`jax.tree_map` and [x](y.md)"]})
    found = [one for one in check(read_lessons(tmp_path)) if one.rule in {"link", "gone-name"}]
    assert [(one.rule, one.line, one.severity) for one in found] == [
        ("gone-name", 3, "warning"),
        ("link", 3, "warning"),
    ]


def test_what_can_be_no_file_is_a_dead_link_and_nothing_outside_is_named(tmp_path: Path) -> None:
    (tmp_path / "near.png").write_bytes(b"")
    (tmp_path / "lessons_en").mkdir()
    (tmp_path / "lessons_en" / "wave.png").mkdir()
    long = "a" * 300
    targets = (f"{long}.png", f"{long}%00.png", "wave.png", "../nea.png", f"{tmp_path}/nea.png")
    text = "\n\n".join(f"Salt ![salt]({target})" for target in targets)
    (tmp_path / "lessons_en" / "a.md").write_bytes(f"# Salt\n\n{text}\n".encode())
    found = [one for one in check(read_lessons(tmp_path)) if one.rule == "link"]
    assert [(one.line, one.fix) for one in found] == [(3 + 2 * n, "") for n in range(len(targets))]
