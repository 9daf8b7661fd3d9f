"""Files and folders are written whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import files
from scripts.diagnostic import NaranhiError
from scripts.files import locked, replace_tree, sync_folder, write_atomically

REPOSITORY = Path(__file__).resolve().parent.parent


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_gets_its_folders_and_can_be_read_by_all(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.txt"
    write_atomically(path, "물".encode())
    assert path.read_bytes() == "물".encode()
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "run.sh"
    path.touch()
    path.chmod(0o750)
    write_atomically(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o750
    assert names(tmp_path) == ["run.sh"]


def test_a_file_that_nobody_may_write_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="write-protected") as raised:
        write_atomically(path, b"new")
    assert raised.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="No space") as raised:
        write_atomically(path, b"new")
    assert raised.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.txt"]


def make_tree(folder: Path, text: str) -> Path:
    (folder / "ko").mkdir(parents=True)
    (folder / "ko" / "index.html").write_bytes(text.encode())
    return folder


@pytest.mark.parametrize("exchange", [True, False], ids=["exchange", "two renames"])
def test_a_tree_takes_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchange: bool
) -> None:
    if not exchange:
        monkeypatch.setattr(files, "_exchange", lambda first, second: False)
    site = make_tree(tmp_path / "site", "old")
    (site / "gone.html").touch()
    replace_tree(make_tree(tmp_path / "new", "new"), site)
    assert (site / "ko" / "index.html").read_bytes() == b"new"
    assert names(tmp_path) == ["site"]
    assert names(site) == ["ko"]


def test_a_tree_goes_where_there_was_none(tmp_path: Path) -> None:
    replace_tree(make_tree(tmp_path / "new", "new"), tmp_path / "deep" / "site")
    assert names(tmp_path) == ["deep"]
    assert names(tmp_path / "deep" / "site") == ["ko"]


def test_a_folder_that_is_not_there_cannot_be_flushed(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sync_folder(tmp_path / "gone")


HOLDER = """
import sys, time
from pathlib import Path
from scripts.files import locked
with locked(Path(sys.argv[1]), what="build"):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_lock_keeps_another_process_out_until_it_ends(tmp_path: Path) -> None:
    lock = tmp_path / "deep" / "work"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(lock)],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with (
            pytest.raises(NaranhiError, match="another build is running"),
            locked(lock, what="build"),
        ):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with locked(lock, what="build"):
        pass
    with locked(lock, what="build"):
        pass
