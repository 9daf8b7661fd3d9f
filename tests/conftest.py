"""What several test modules use: lesson folders, and the command line as a person runs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no fault. And the same examples in every run, so that nobody answers for one
# that chance has just found in what they did not touch: others are looked for once a week, or with
# `tox run -e tests -- --hypothesis-profile=search -m hypothesis`.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", _PATIENT, derandomize=True)
settings.register_profile("search", _PATIENT, derandomize=False, print_blob=True)
settings.load_profile("same")

# What is expected of commands is written in English.
os.environ["LC_ALL"] = "C.UTF-8"

# Our own lessons; where a machine can make a box they run in one all the same.
os.environ.setdefault("NARANHI_TRUST", "1")

REPOSITORY = Path(__file__).resolve().parent.parent
SITES = REPOSITORY / "tests" / "sites"


@dataclass(frozen=True)
class Run:
    """How one command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def naranhi(tmp_path: Path) -> Callable[..., Run]:
    """Run `python -m scripts ...` in a process of its own, with a HOME that is empty."""
    home = tmp_path / "home"
    home.mkdir()

    def run(*arguments: str | Path, cwd: Path = REPOSITORY) -> Run:
        environment = {**os.environ, "HOME": str(home), "PYTHONPATH": str(REPOSITORY)}
        done = subprocess.run(
            [sys.executable, "-m", "scripts", *map(str, arguments)],
            cwd=cwd,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def tides(tmp_path: Path) -> Path:
    """Give a copy of a small site about the sea, to change at will."""
    return Path(shutil.copytree(SITES / "tides", tmp_path / "tides"))
