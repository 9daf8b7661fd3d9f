"""Checking a site by many processes: the same is found, whatever becomes of them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from scripts.check import check
from scripts.commands.aside import aside
from scripts.commands.checked import checked
from scripts.commands.page_damage import damaged_lines
from scripts.lesson import Lessons
from scripts.lesson.reading import read_lessons

REPOSITORY = Path(__file__).parents[1]


@pytest.fixture
def lessons(tmp_path: Path) -> Lessons:
    """Give eight lessons of the site with much that is wrong in them, and beside them."""
    names = sorted(path.name for path in (REPOSITORY / "lessons_ko").glob("*.md"))[::3]
    for folder in ("lessons_ko", "lessons_en"):
        (tmp_path / folder).mkdir()
        for name in names:
            shutil.copyfile(REPOSITORY / folder / name, tmp_path / folder / name)
    shutil.copytree(REPOSITORY / "docs", tmp_path / "docs")
    for number, path in enumerate(sorted(tmp_path.glob("lessons_*/*.md"))):
        text = path.read_text("utf-8")
        changes = [("jnp.", "jpn."), ("합니다", "함니다"), (" is ", " are "), ("](", "](lost-")]
        old, new = changes[number % len(changes)]
        path.write_text(text.replace(old, new, 3) + "\n(one-label-of-all)=\n", "utf-8")
    (tmp_path / "lessons_ko" / "notes.txt").write_text("no page names it\n", "utf-8")
    return read_lessons(tmp_path)


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_many_processes_find_what_one_does(lessons: Lessons, processes: int) -> None:
    found = checked(lessons, processes=processes).findings
    assert found == check(lessons, damaged=damaged_lines)
    told = {str(one.path) for one in found}
    assert {str(one.path) for one in lessons.items} < told
    assert "lessons_ko/notes.txt" in told
    assert any(path.startswith("docs/sync/") for path in told)


def test_some_paths_and_none(lessons: Lessons) -> None:
    some = {one.path for one in lessons.items[3::2]}
    for paths in (some, ()):
        expected = check(lessons, paths=paths, damaged=damaged_lines)
        assert checked(lessons, paths, processes=2).findings == expected


def test_one_lesson_is_looked_at_by_two_processes(lessons: Lessons) -> None:
    path = lessons.items[2].path
    expected = check(lessons, paths=(path,), damaged=damaged_lines)
    assert expected
    for processes in (1, 2):
        assert checked(lessons, (path,), processes=processes).findings == expected


def test_two_processes_take_pieces_in_turn(tmp_path: Path) -> None:
    begun, done = tmp_path / "begun", tmp_path / "done"

    def first() -> int:
        begun.touch()
        while not done.exists():
            time.sleep(0.01)
        return os.getpid()

    def second() -> int:
        done.touch()
        return os.getpid()

    with aside([first, second], at_once=True) as wait:
        while not begun.exists():
            time.sleep(0.01)
        there, here = wait()
    assert here == os.getpid() != there


@pytest.mark.parametrize("how", ["killed", "raises", "not pickled"])
def test_what_was_not_given_aside_is_made_here(how: str, tmp_path: Path) -> None:
    parent, begun = os.getpid(), tmp_path / "begun"

    def work() -> Any:
        if os.getpid() == parent:
            return "here"
        begun.touch()
        if how == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "raises":
            raise ValueError
        return lambda: None

    with aside([work, lambda: 7], at_once=True) as wait:
        while not begun.exists():
            time.sleep(0.01)
        assert (wait(), wait()) == (("here", 7), ("here", 7))


def test_work_is_done_here_where_no_process_can_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses() -> int:
        raise BlockingIOError

    monkeypatch.setattr("os.fork", refuses)
    with aside([os.getpid], at_once=True) as wait:
        assert wait() == (os.getpid(),)


def test_who_does_not_wait_leaves_no_process(tmp_path: Path) -> None:
    begun = tmp_path / "begun"

    def work() -> None:
        begun.write_text(str(os.getpid()), "utf-8")
        time.sleep(60)

    with pytest.raises(KeyError), aside([work], at_once=True):
        while not (begun.is_file() and begun.read_text("utf-8")):
            time.sleep(0.01)
        raise KeyError
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.read_text("utf-8")), 0)


def test_what_a_killed_process_had_not_found_is_found(
    lessons: Lessons, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent, known = os.getpid(), check(lessons, damaged=damaged_lines)
    look = check

    def dies(*args: Any, **kwargs: Any) -> Any:
        if os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return look(*args, **kwargs)

    monkeypatch.setattr("scripts.check.check", dies)
    assert checked(lessons, processes=2).findings == known


def test_ctrl_c_ends_all_of_it(lessons: Lessons) -> None:
    code = (
        "import sys; from pathlib import Path; from scripts.commands.checked import checked\n"
        "from scripts.lesson.reading import read_lessons\n"
        "lessons = read_lessons(Path(sys.argv[1])); print('begun', flush=True)\n"
        "try:\n    while True: checked(lessons, processes=2)\n"
        "except KeyboardInterrupt: print('ended')\n"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", code, lessons.root],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert run.stdout is not None
    assert run.stdout.readline() == "begun\n"
    time.sleep(1)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert (out, err) == ("ended\n", "")
    # What has ended is there until the system has taken note of it.
    until = time.monotonic() + 60
    with pytest.raises(ProcessLookupError):
        while time.monotonic() < until:
            os.killpg(run.pid, 0)
            time.sleep(0.05)


def test_a_terminal_shows_how_far_it_is(
    lessons: Lessons, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("scripts.commands.progress._A_WHILE", 0.0)
    checked(lessons, processes=2)
    assert threading.active_count() == 1
    shown = capsys.readouterr().err
    assert re.search(r"(?:레슨|lessons)", shown)
