"""The command line: usage, help, exit codes, and messages that say where and what."""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import cli
from scripts.commands.arguments import parser
from scripts.commands.selection import docnames_of
from scripts.diagnostic import COMMAND
from scripts.lesson.reading import read_lessons
from tests.conftest import Run


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_shows_an_example_of_the_command(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([command, "--help"])
    assert stop.value.code == 0
    assert f"{COMMAND} {command}" in capsys.readouterr().out.split("examples:")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="no command"),
        pytest.param(["knit"], id="unknown command"),
        pytest.param(["build", "--root", "no/such/folder"], id="root is no folder"),
        pytest.param(["build", "--jobs", "0"], id="no jobs"),
        pytest.param(["build", "--timeout", "-1"], id="negative time limit"),
        pytest.param(["execute", "--scheduler", "localhost"], id="no address of a scheduler"),
        pytest.param(["execute", "--memory", "0"], id="no memory"),
        pytest.param(["gc", "--keep", "none"], id="no number to keep"),
        pytest.param(["adopt", "page.md"], id="language missing"),
        pytest.param(["publish"], id="target and version missing"),
        pytest.param(["publish", "--version", "1.0"], id="target missing"),
        pytest.param(["versions", "--to", "x", "--branch", "y"], id="two targets"),
    ],
)
def test_wrong_use_ends_with_two(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(arguments)
    assert stop.value.code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["repair", "no-such-file.md"], id="missing file"),
        pytest.param(["repair", "README.md", "--write", "--check"], id="flags that exclude"),
        pytest.param(["adopt", "README.md", "--lang", "ko", "--as", "../x"], id="bad docname"),
        pytest.param(["execute", "no-such-lesson"], id="missing lesson"),
        pytest.param(["check", "no-such-file.md"], id="missing path"),
        pytest.param(["publish", "--to", "x", "--version", "../x"], id="bad version"),
    ],
)
def test_wrong_values_end_with_two_and_a_message(
    arguments: list[str], tides: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*arguments, "--root", str(tides)]) == 2
    assert arguments[0] in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["rollback"], ["withdraw", "1"], ["gc"]])
def test_a_folder_named_wrongly_is_not_made(
    arguments: list[str], tides: Path, tmp_path: Path
) -> None:
    wrong = tmp_path / "wwww"
    assert cli.main([*arguments, "--root", str(tides), "--to", str(wrong)]) == 2
    assert not wrong.exists()


def test_a_root_without_lessons_is_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["check", "--root", str(tmp_path)]) == 1
    assert "lessons_ko/" in capsys.readouterr().err


def test_failures_are_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "--root", str(tmp_path), "--format", "json"]) == 1
    assert '"ok": false' in capsys.readouterr().out


def test_serving_needs_a_site(tides: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serve", "--root", str(tides)]) == 1
    assert "build" in capsys.readouterr().err


def test_a_lesson_is_named_by_docname_or_by_path(tides: Path) -> None:
    lessons = read_lessons(tides)
    path = str(tides / "lessons_ko" / "times.md")
    assert docnames_of(lessons, ["heights", path]) == {"heights", "times"}
    assert docnames_of(lessons, ["lessons_en/times.md"]) == {"times"}
    assert docnames_of(lessons, []) is None


def test_check_reads_the_paths_it_is_given(tides: Path, naranhi: Callable[..., Run]) -> None:
    page = tides / "lessons_ko" / "times.md"
    page.write_bytes(b"")
    assert naranhi("check", "--root", tides).code == 1
    assert naranhi("check", "--root", tides, tides / "lessons_en" / "heights.md").code == 0
    assert naranhi("check", "--root", tides, "lessons_ko/times.md").code == 1
    done = naranhi("check", "--root", tides, page, "--format", "json")
    assert done.code == 1
    assert {finding["path"] for finding in done.json} == {"lessons_ko/times.md"}


def test_what_a_commit_touches_is_checked(tides: Path, naranhi: Callable[..., Run]) -> None:
    def git(*arguments: str) -> None:
        name = ["-c", "user.name=A", "-c", "user.email=a@b"]
        subprocess.run(["git", "-C", tides, *name, *arguments], check=True, capture_output=True)

    def said() -> tuple[int, set[str]]:
        done = naranhi("check", "--root", tides, "--staged", "--format", "json")
        return done.code, {Path(finding["path"]).stem for finding in done.json}

    assert "git" in naranhi("check", "--root", tides, "--staged").err
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "all")
    assert said() == (0, set())
    times, heights = (tides / "lessons_ko" / f"{name}.md" for name in ("times", "heights"))
    for page in (times, heights):
        page.write_bytes(b"")
    git("add", "lessons_ko/times.md")
    # What lies beside the folders belongs to no lesson.
    (tides / "docs" / "sync").mkdir(parents=True, exist_ok=True)
    for name in ("lessons_notes.md", "docs/sync/notes.txt"):
        (tides / name).write_bytes(b"Salt.\n")
        git("add", name)
    assert said() == (1, {"times"})
    git("rm", "-qf", "lessons_ko/times.md")
    code, names = said()
    assert (code, names >= {"times", "heights"}) == (1, True)
    assert naranhi("check", "--root", tides, "--staged", "times").code == 2


def test_commands_that_are_told_name_the_root(tides: Path, naranhi: Callable[..., Run]) -> None:
    folder = tides.rename(tides.with_name("my tides"))
    (folder / "lessons_ko" / "times.md").write_bytes("# 물때\n".encode("cp949"))
    done = naranhi("check", "--root", folder, "times")
    assert f"repair --root '{folder}' lessons_ko/times.md" in done.out


def test_every_command_takes_a_root_and_a_format() -> None:
    commands = next(a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    for name, sub in commands.choices.items():
        flags = {flag for action in sub._actions for flag in action.option_strings}
        assert {"--root", "--format"} <= flags, name
