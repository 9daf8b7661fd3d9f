"""The benchmark of building: its lessons, what it counts, and that it runs."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from scripts.check import check
from scripts.diagnostic import errors
from scripts.lesson import code_key
from scripts.lesson.reading import read_lessons
from tests.bench import build, checking, lesson_sets, links
from tests.bench.build_report import END, START, bars, markdown
from tests.bench.process import cost
from tests.bench.report import renew


def test_the_lessons_are_good_ones_and_no_two_alike(tmp_path: Path) -> None:
    lesson_sets.make(tmp_path, 12)
    lessons = read_lessons(tmp_path)
    assert not errors(check(lessons))
    assert len(lessons.items) == 2 * 13
    keys = {code_key(lesson) for lesson in lessons.items if lesson.cells}
    assert len(keys) == 12
    for lesson in lessons.items:
        if not lesson.is_start_page:
            assert 8 <= len(lesson.cells) <= 15
            assert [cell.raises for cell in lesson.cells if cell.raises]


def test_the_same_seed_gives_the_same_lessons(tmp_path: Path) -> None:
    for name in ("a", "b"):
        lesson_sets.make(tmp_path / name, 3)
    lesson_sets.make(tmp_path / "c", 3, seed="other")
    texts = {
        name: [path.read_bytes() for path in sorted((tmp_path / name).rglob("*.md"))]
        for name in ("a", "b", "c")
    }
    assert texts["a"] == texts["b"] != texts["c"]


def test_edits_change_what_they_say(tmp_path: Path) -> None:
    lesson_sets.make(tmp_path, 2)

    def keys() -> list[str]:
        return [code_key(lesson) for lesson in read_lessons(tmp_path).items]

    before = keys()
    lesson_sets.edit_prose(tmp_path)
    assert keys() == before
    lesson_sets.edit_code(tmp_path)
    assert sum(old != new for old, new in zip(before, keys(), strict=True)) == 2


def test_the_cost_holds_what_a_command_leaves_behind() -> None:
    work = "import time; end = time.process_time() + 0.4\nwhile time.process_time() < end: pass"
    leaves = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {work!r}])"
    spent = cost([[sys.executable, "-c", leaves]], dict(os.environ))
    assert spent.cpu >= 0.4


def test_a_command_that_fails_is_no_figure() -> None:
    with pytest.raises(RuntimeError, match="no such thing"):
        cost([[sys.executable, "-c", "raise SystemExit('no such thing')"]], dict(os.environ))


def test_links_are_taken_away_by_one_more_extension(tmp_path: Path) -> None:
    with_links, without = (
        links.commands(tmp_path, tmp_path, builder="dummy", linked=linked)[0]
        for linked in (True, False)
    )
    more = [word for word in without if word not in with_links]
    assert len(more) == 1
    assert "scripts.render.api_links," in more[0] and more[0].endswith(",tests.bench.unlinked")


ROWS = [
    {"lessons": 8, "step": step, "contender": name, "wall": wall, "cpu": wall, "memory": 10**8}
    for step, name, wall in (
        ("cold build", "ours", 10.0),
        ("cold build", "MyST-NB", 39.0),
        ("cold build", "MyST-NB, -j 2", 20.0),
    )
]


def test_the_report_says_what_is_met_and_what_is_not(tmp_path: Path) -> None:
    figures = {
        "when": "today",
        "commit": "abc",
        "python": "3.11",
        "versions": {"jax": "1"},
        "cores": 2,
        "load": 0.0,
        "bounds": {"8": 12.0},
        "kernels": {"8": 12.6},
        "medians": build.medians(ROWS),
        "rows": ROWS,
    }
    assert [row[3] for row in bars(figures)] == ["met", "**not met**", "met"]
    page = tmp_path / "page.md"
    page.write_bytes(f"before\n{START}\nold\n{END}\nafter\n".encode())
    renew(page, markdown(figures), start=START, end=END)
    text = page.read_bytes().decode("utf-8")
    assert (
        "3.9 ×" in text and "6.0 s on 2 cores" in text and "+5.0%" in text and "\nold\n" not in text
    )
    later = {**figures, "bounds": {"24": 1.0}, "kernels": {"24": 1.1}}
    assert build.joined(figures, later)["bounds"].keys() == {"8", "24"}
    assert build.joined(figures, later)["kernels"].keys() == {"8", "24"}


@pytest.mark.kernel
@pytest.mark.site
def test_a_small_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    contenders = ("ours", "MyST-NB")
    wanted = ["--lessons", "1", "--rounds", "1", "--no-warm-up", "--contenders", *contenders]
    assert build.main([*wanted, "--steps", "cold build", "nothing changed"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [(row["step"], row["contender"]) for row in figures["rows"]] == [
        (step, name) for step in ("cold build", "nothing changed") for name in contenders
    ]
    assert all(row["cpu"] > 0 and row["wall"] > 0 for row in figures["rows"])
    assert figures["bounds"]["1"] > 0 and figures["kernels"]["1"] > 0


def test_what_a_check_costs_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert checking.main(["--lessons", "1", "--runs", "1"]) == 0
    (figures,) = json.loads(capsys.readouterr().out).values()
    # It imports what the least does; no bar, for a machine may be busy.
    assert 0 < figures["imports"] < figures["one"] and figures["all"] > 0
