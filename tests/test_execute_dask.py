"""Lessons run by a Dask cluster on this machine: scheduler and workers as real processes.

What needs Dask is skipped where it is not installed: it is optional, and a lock of its own,
docs/dask.txt, holds it. `tox run -e tests` installs it, so CI skips nothing.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scripts.diagnostic import NaranhiError
from scripts.execute.cluster import connected
from tests.waiting import lives, wait_for

REPOSITORY = Path(__file__).resolve().parent.parent

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None,
    reason="Dask is optional: pip install --require-hashes -r docs/dask.txt",
)

PLAIN = "# A\n\n```{{code-cell}} python\nprint({text!r}, sum(range(100)))\n```\n"
# Hangs for whoever runs it first, and says who that is.
HANGS_ONCE = """# B

```{{code-cell}} python
import os, pathlib, time
mark = pathlib.Path({mark!r})
if not mark.exists():
    mark.with_suffix(".new").write_text(str(os.getpid()))
    mark.with_suffix(".new").rename(mark)
    time.sleep(600)
print("high tide")
```

```{{code-cell}} python
:raises: ZeroDivisionError
1 / 0
```
"""


@dataclass
class Processes:
    """A scheduler, its workers, and whatever is run beside them; all end with the test."""

    folder: Path
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def scheduler_file(self) -> Path:
        return self.folder / "scheduler.json"

    @property
    def address(self) -> str:
        return str(json.loads(self.scheduler_file.read_bytes())["address"])

    def start(self, *arguments: str | Path, **environment: str) -> subprocess.Popen[str]:
        # The lesson that hangs says so outside its folder, so there is none to make a box.
        (self.folder / "bwrap").write_text("#!/bin/sh\nexit 1\n", "utf-8")
        (self.folder / "bwrap").chmod(0o755)
        environment = {"PATH": f"{self.folder}:{os.environ['PATH']}", **environment}
        process = subprocess.Popen(
            [sys.executable, "-m", *map(str, arguments)],
            cwd=REPOSITORY,
            env={**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if "scripts" in arguments else subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,
        )
        self.started.append(process)
        return process

    def scheduler(self) -> None:
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.start("dask", "scheduler", *options, "--scheduler-file", self.scheduler_file)
        wait_for(self.scheduler_file.exists)

    def worker(self, **environment: str) -> subprocess.Popen[str]:
        """Start a worker without a nanny, so that nobody starts it again."""
        options = ["--no-nanny", "--nthreads", "1", "--no-dashboard"]
        folder = ["--local-directory", str(self.folder / "scratch")]
        named = ["--scheduler-file", str(self.scheduler_file)]
        return self.start("dask", "worker", *options, *folder, *named, **environment)

    def execute(self, root: Path, *options: str) -> subprocess.Popen[str]:
        return self.start("scripts", "execute", "--root", root, "--format", "json", *options)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Processes]:
    processes = Processes(tmp_path)
    processes.scheduler()
    yield processes
    for process in reversed(processes.started):
        process.kill()
        process.communicate()


def site(root: Path, mark: Path) -> Path:
    folder = root / "lessons_en"
    folder.mkdir(parents=True)
    for name in ("a", "c", "d"):
        (folder / f"{name}.md").write_text(PLAIN.format(text=name), "utf-8")
    (folder / "b.md").write_text(HANGS_ONCE.format(mark=str(mark)), "utf-8")
    return root


def records(root: Path) -> dict[str, bytes]:
    """Give every byte of a store that does not belong to one run by its nature."""
    store = root / "_build" / "outputs"
    return {
        path.relative_to(store).as_posix(): path.read_bytes()
        for path in sorted(store.rglob("*.json"))
        if not path.name.endswith(".measured.json")
    }


@needs_dask
@pytest.mark.kernel
@pytest.mark.skipif(sys.platform != "linux", reason="ancestors are found through /proc")
def test_a_cluster_gives_what_threads_give_also_when_a_worker_is_killed(
    tmp_path: Path, cluster: Processes
) -> None:
    mark = tmp_path / "mark"
    workers = [cluster.worker(), cluster.worker()]
    odd = cluster.worker(JAX_ENABLE_X64="1")
    away = cluster.execute(site(tmp_path / "away", mark), "--scheduler", cluster.address)
    wait_for(mark.exists, away)
    kernel = int(mark.read_text())
    (busy,) = (one for one in workers if one.pid in ancestors(kernel))
    busy.kill()
    out, err = away.communicate(timeout=240)
    assert away.returncode == 0, err
    ran = {entry["docname"]: entry["ran"] for entry in json.loads(out)}
    assert ran == {"a": True, "b": True, "c": True, "d": True}
    assert re.search(r"JAX_ENABLE_X64 is 1 there and not set here; it gets nothing to run", err)
    assert odd.poll() is None
    wait_for(lambda: not lives(kernel))

    here = cluster.execute(site(tmp_path / "here", mark), "--jobs", "2")
    _, err = here.communicate(timeout=240)
    assert here.returncode == 0, err
    assert records(tmp_path / "away") == records(tmp_path / "here")
    assert len(records(tmp_path / "here")) == 5


@needs_dask
@pytest.mark.kernel
@pytest.mark.skipif(sys.platform != "linux", reason="ancestors are found through /proc")
def test_an_interrupt_ends_what_the_workers_run_but_not_the_workers(
    tmp_path: Path, cluster: Processes
) -> None:
    mark = tmp_path / "mark"
    worker = cluster.worker()
    away = cluster.execute(site(tmp_path / "away", mark), "--scheduler", cluster.address)
    wait_for(mark.exists, away)
    kernel = int(mark.read_text())
    os.killpg(away.pid, signal.SIGINT)
    out, err = away.communicate(timeout=120)
    assert (away.returncode, out) == (130, "")
    said = [line for line in err.splitlines() if not line.startswith("[")]
    assert said == ["interrupted; what was finished is kept, the same command goes on from there"]
    wait_for(lambda: not lives(kernel))
    assert worker.poll() is None


@needs_dask
@pytest.mark.kernel
@pytest.mark.skipif(sys.platform != "linux", reason="ancestors are found through /proc")
def test_what_a_killed_command_had_handed_out_ends_and_is_run_by_the_next(
    tmp_path: Path, cluster: Processes
) -> None:
    mark = tmp_path / "mark"
    worker = cluster.worker()
    root = site(tmp_path / "away", mark)
    killed = cluster.execute(root, "--scheduler", cluster.address)
    wait_for(mark.exists, killed)
    kernel = int(mark.read_text())
    finished = {path.parent.name for path in (root / "_build").rglob("*.measured.json")}
    killed.kill()
    # Long before the time of its cell is over.
    wait_for(lambda: not lives(kernel), seconds=30)
    assert worker.poll() is None

    # What waited behind it at the scheduler is run by nobody, and what was finished not again.
    again = cluster.execute(root, "--scheduler", cluster.address)
    out, err = again.communicate(timeout=240)
    assert again.returncode == 0, err
    ran = {entry["docname"]: entry["ran"] for entry in json.loads(out)}
    assert (ran["b"], len(ran)) == (True, 4)
    assert sum(not one for one in ran.values()) == len(finished)
    assert len(records(root)) == 5


@needs_dask
def test_where_nobody_answers_it_is_said_what_to_start(tmp_path: Path) -> None:
    processes = Processes(tmp_path)
    away = processes.execute(site(tmp_path / "a", tmp_path), "--scheduler", "tcp://127.0.0.1:9")
    _, err = away.communicate(timeout=120)
    assert away.returncode == 1
    assert 'tcp://127.0.0.1:9: no scheduler answers; start one with "python -m dask' in err
    assert "Traceback" not in err


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(NaranhiError, match=r"pip install --require-hashes -r docs/dask\.txt"),
        connected("tcp://127.0.0.1:8786", {}, lambda why: None),
    ):
        pass


def ancestors(pid: int) -> set[int]:
    found: set[int] = set()
    while pid > 1:
        found.add(pid)
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        pid = int(stat.rpartition(")")[2].split()[1])
    return found
