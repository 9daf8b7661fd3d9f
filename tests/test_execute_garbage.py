"""gc: what goes, what stays, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.execute.garbage import HALF_WRITTEN, OLD_CODE, OLD_ENVIRONMENT, UNREADABLE, garbage
from scripts.lesson import Lessons, code_key
from scripts.lesson.reading import read_lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from scripts.sharing import page_key

CELL = "# A\n\n```{code-cell} python\nx = 1  # one\n```\n"


@pytest.fixture
def lessons(tmp_path: Path) -> Lessons:
    for tag, text in (("en", CELL), ("ko", CELL.replace("one", "하나"))):
        (tmp_path / f"lessons_{tag}").mkdir()
        (tmp_path / f"lessons_{tag}" / "a.md").write_text(text, "utf-8")
    return read_lessons(tmp_path)


def put(root: Path, key: str, fingerprint: str, year: int, docname: str = "a") -> Path:
    executed = f"{year}-01-01T00:00:00Z"
    cells = (CellOutputs("ok"),)
    store = OutputStore(root / "_build" / "outputs")
    return store.put(LessonOutputs(docname, key, fingerprint, executed, 1.0, cells))


def found(lessons: Lessons, keep: int = 2) -> dict[str, str]:
    store = OutputStore(lessons.root / "_build" / "outputs")
    return {
        f"{one.files[0].parent.name[:4]}/{one.files[0].stem}": one.why
        for one in garbage(lessons, store, keep=keep)
    }


def test_environments_that_ran_last_stay_and_the_selected_one(lessons: Lessons) -> None:
    root, key = lessons.root, code_key(lessons.origin("a"))
    for number, name in enumerate(["selected", "old", "older", "new", "newest"]):
        put(root, key, name, 2020 + number)
    OutputStore(root / "_build" / "outputs").select("selected", {})
    assert found(lessons) == dict.fromkeys([f"{key[:4]}/old", f"{key[:4]}/older"], OLD_ENVIRONMENT)
    assert set(found(lessons, keep=9)) == set()


def test_code_of_any_page_stays(lessons: Lessons) -> None:
    pages = [key for lesson in lessons.items for key in (code_key(lesson), page_key(lesson))]
    assert len(set(pages)) == 3
    for key in (*pages, "0" * 64):
        put(lessons.root, key, "f", 2026)
    assert found(lessons) == {"0000/f": OLD_CODE}


def test_a_lesson_with_errors_keeps_what_it_had(lessons: Lessons) -> None:
    put(lessons.root, "0" * 64, "f", 2026, docname="a")
    put(lessons.root, "1" * 64, "f", 2026, docname="b")
    (lessons.root / "lessons_en" / "a.md").write_text(CELL.replace("x =", "x = ="), "utf-8")
    assert found(read_lessons(lessons.root)) == {"1111/f": OLD_CODE}


def test_what_cannot_be_read_goes(lessons: Lessons) -> None:
    path = put(lessons.root, code_key(lessons.origin("a")), "f", 2026)
    path.write_bytes(b"{")
    (path.parent / ".f.json.x.tmp").write_bytes(b"{")
    assert set(found(lessons).values()) == {UNREADABLE, HALF_WRITTEN}


def test_the_command_says_what_it_frees(lessons: Lessons, naranhi: Callable[..., Any]) -> None:
    root, key = lessons.root, code_key(lessons.origin("a"))
    kept, gone = put(root, key, "f", 2026), put(root, "0" * 64, "f", 2026)
    cache = root / "_build" / "cache" / "x"
    cache.mkdir(parents=True)
    (cache / "compiled").write_bytes(bytes(3_000_000))

    would = naranhi("gc", "--root", root, "--dry-run")
    assert (would.code, gone.exists()) == (0, True)
    assert "would free 3.0 MB: what kernels have cached" in would.out
    done = naranhi("gc", "--root", root)
    assert done.out == would.out.replace("would free", "freed")
    assert "1 records of code that no lesson has" in done.out
    assert (kept.exists(), gone.parent.parent.exists(), cache.parent.exists()) == (
        True,
        False,
        False,
    )
    again = naranhi("gc", "--root", root, "--format", "json")
    assert again.json == {"removed": {}, "cache_bytes": 0, "dry_run": False}
    assert naranhi("gc", "--root", root).out == "nothing to free\n"
