"""The command `release`: all that a new JAX asks for, up to a published version."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.files import differing
from scripts.publish import Directory, verify


def test_files_that_differ(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, files in ((one, "ab"), (other, "bc")):
        (folder / "ko").mkdir(parents=True)
        for name in files:
            (folder / "ko" / name).write_bytes(b"same")
    assert differing(one, one) == []
    assert differing(one, other) == ["ko/a", "ko/c"]
    (other / "ko" / "b").write_bytes(b"else")
    assert differing(one, other) == ["ko/a", "ko/b", "ko/c"]


def test_another_jax_than_is_installed_is_refused(tides: Path, naranhi: Callable[..., Any]) -> None:
    done = naranhi("release", "0.0.1", "--root", tides)
    assert done.code == 2
    assert "tox run -e release -- 0.0.1" in done.err
    assert not (tides / "_build").exists()


@pytest.mark.kernel
@pytest.mark.site
def test_a_release(tides: Path, tmp_path: Path, naranhi: Callable[..., Any]) -> None:
    jax, www = importlib.metadata.version("jax"), tmp_path / "www"
    arguments = ("release", jax, "--root", tides, "--to", www, "--trust", "--format", "json")
    done = naranhi(*arguments)
    assert done.code == 0, done.err
    report = json.loads((tides / "_build" / "release.json").read_bytes())
    assert report == done.json
    assert (report["jax"], report["published"]["version"], report["drift"]) == (jax, jax, None)
    assert (www / "current" / jax / "ko" / "heights.html").is_file()
    assert verify(Directory(www), expect=report["published"]["hash"]).ok
