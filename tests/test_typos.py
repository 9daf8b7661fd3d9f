"""Who knows English misspellings is asked once about each word, and only where there are some."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts.check import check, fix
from scripts.check.english import typos
from scripts.diagnostic import NaranhiError
from scripts.lesson import Lessons
from scripts.lesson.reading import read_lessons


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Give the words of each start of the program, and forget what was asked before."""
    starts: list[list[str]] = []
    run = subprocess.run

    def counted(*arguments: Any, **options: Any) -> Any:
        starts.append(options["input"].split())
        return run(*arguments, **options)

    monkeypatch.setattr(typos, "_answers", {})
    monkeypatch.setattr(subprocess, "run", counted)
    typos._program.cache_clear()
    return starts


def lessons_of(root: Path, **texts: str) -> Lessons:
    for name, text in texts.items():
        folder = "lessons_ko" if name.startswith("ko") else "lessons_en"
        (root / folder).mkdir(exist_ok=True)
        only = folder.removeprefix("lessons_")
        page = f"---\nonly: {only}\n---\n\n# {name.title()}\n\n{text}\n"
        (root / folder / f"{name}.md").write_bytes(page.encode())
    return read_lessons(root)


def test_all_pages_are_asked_about_at_once(asked: list[list[str]], tmp_path: Path) -> None:
    lessons = lessons_of(tmp_path, one="Teh loaf is recieved.", two="The loaf is baked.")
    found = [(one.path.name, one.message) for one in check(lessons)]
    assert found == [
        ("one.md", '"Teh" is spelled "The"'),
        ("one.md", '"recieved" is spelled "received"'),
    ]
    assert asked == [["baked", "is", "loaf", "one", "recieved", "teh", "the", "two"]]
    check(lessons_of(tmp_path, two="The loaf is eaten."))
    assert asked[1:] == [["eaten"]]


def test_korean_pages_ask_nothing(asked: list[list[str]], tmp_path: Path) -> None:
    assert check(lessons_of(tmp_path, ko="Recieve를 봅니다.")) == ()
    assert asked == []


def test_settings_of_a_folder_are_not_read(
    asked: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "_typos.toml").write_text('[default.extend-words]\nrecieve = "recieve"\n')
    monkeypatch.chdir(tmp_path)
    assert typos.corrections(["recieve"])["recieve"] == ("receive",)


def test_a_word_that_may_be_several_is_told_and_left_alone(tmp_path: Path) -> None:
    assert typos.corrections(["larges", "large"])["large"] == ()
    lessons = lessons_of(tmp_path, one="A larges loaf. The Larges loaf.")
    (found,) = check(lessons)
    assert (found.line, found.message) == (7, '"larges" is spelled "largest" or "large"')
    assert fix(lessons) == ()


def test_what_the_site_calls_so_is_right(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "glossary.toml").write_text('[[term]]\nen = "recieve loaf"\nko = "빵"\n')
    assert check(lessons_of(tmp_path, one="A recieve loaf is baked.")) == ()


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (None, "is not installed; install it with"),
        ("exit 1", "says: bad"),
        ("while :; do :; done", "timed out"),
    ],
)
def test_a_program_that_is_not_there_is_told(
    program: str | None,
    said: str,
    asked: list[list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(typos, "_SECONDS", 0.2)
    if program is not None:
        (tmp_path / "typos").write_text(f"#!/bin/sh\necho bad >&2\n{program}\n")
        (tmp_path / "typos").chmod(0o755)
    lessons = lessons_of(tmp_path, one="The loaf is baked.")
    try:
        with pytest.raises(NaranhiError, match="English words cannot be checked") as error:
            check(lessons)
        assert said in str(error.value)
    finally:
        typos._program.cache_clear()
