"""The rim: results that cannot be written, an early Ctrl-C, and the examples of the help."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.commands.arguments import parse, parser
from scripts.diagnostic import COMMAND

REPOSITORY = Path(__file__).resolve().parent.parent
FULL = Path("/dev/full")
PAGE = "값이 없다\n".encode().decode("latin-1").encode()


def run(*arguments: str, unbuffered: str, stdout: int) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "scripts", *arguments],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8:surrogateescape"])
def test_a_name_that_is_no_utf_8_is_written_in_letters(
    tmp_path: Path, form: str, encoding: str
) -> None:
    for name in (b"\xb0\xad.md", b"\xb0/a.md"):
        path = tmp_path / "lessons_ko" / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("# 강\n\n값를.\n".encode())
    record = tmp_path / "docs" / "sync" / "ko" / os.fsdecode(b"\xb0.jsonl")
    record.parent.mkdir(parents=True)
    record.touch()
    commands = [["check", "--root", str(tmp_path), "--format", form]]
    if form in {"text", "json"}:
        commands.append(["repair", str(path), "--format", form])
        to = ["--lang", "ko", "--as", "adopted", "--to", str(tmp_path)]
        commands.append(["adopt", str(path), *to, "--format", form])
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "scripts", *command],
            cwd=REPOSITORY,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        assert b"Traceback" not in done.stderr
        said = done.stdout.decode("utf-8")
        least = {"check": 3, "repair": 1, "adopt": 0}
        assert said.count("udcb0") >= least[command[0]]
        if form in {"json", "sarif"}:
            json.loads(said)


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        pytest.param([], "", id="text"),
        pytest.param(["--format", "json"], "", id="json"),
        pytest.param(["--format", "json"], "1", id="json, unbuffered"),
        pytest.param(["--stdout"], "", id="the repaired text"),
    ],
)
def test_a_full_stdout_is_named(tmp_path: Path, arguments: list[str], unbuffered: str) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(PAGE)
    with FULL.open("wb") as full:
        code, said = run(
            "repair", str(page), *arguments, unbuffered=unbuffered, stdout=full.fileno()
        )
    assert code == 1
    assert said.startswith("naranhi repair: stdout: ")
    assert "make room" in said
    assert len(said.splitlines()) == 1


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(PAGE)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert run("repair", str(page), "--stdout", unbuffered="", stdout=writer) == (0, "")
    finally:
        os.close(writer)


# A finder that stops like Ctrl-C does, where the command line is about to be imported.
INTERRUPTED = """
import runpy, sys
class Stop:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "scripts.commands.arguments":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop)
runpy.run_module("scripts", run_name="__main__")
"""


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_an_interrupt_while_the_command_line_is_imported_is_one_line() -> None:
    done = python(INTERRUPTED)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "interrupted; nothing had begun\n"


# Ctrl-C comes as soon as a module is looked for.
EARLY = """
import os, runpy, signal, sys
class Stop:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stop)
runpy.run_module("scripts", run_name="__main__")
"""
# Ctrl-C comes when Python puts away what is left.
LATE = """
import atexit, os, runpy, signal, sys
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
sys.argv[1:] = ["check", "--rules", "en"] if sys.argv[1] == "check" else ["repair", sys.argv[2]]
runpy.run_module("scripts", run_name="__main__")
"""


@pytest.mark.parametrize("name", ["scripts.stamp", "scripts.console", "scripts.cli"])
def test_an_interrupt_at_the_beginning_is_one_line(name: str) -> None:
    done = python(EARLY, name)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "interrupted; nothing had begun\n"


@pytest.mark.parametrize("command", ["check", "repair"])
def test_an_interrupt_when_all_is_done_changes_nothing(tmp_path: Path, command: str) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"# A\n")
    done = python(LATE, command, str(page))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_every_example_of_the_help_is_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my-lessons").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    commands = next(a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    for name, command in commands.choices.items():
        examples = [line for line in (command.epilog or "").splitlines() if "scripts" in line]
        assert examples, name
        for example in examples:
            words = shlex.split(example.partition(" < ")[0].partition(" > ")[0])
            assert words[:3] == COMMAND.split()
            assert parse(words[3:]).command == name
