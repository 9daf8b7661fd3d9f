"""What publishing to a branch withstands: kills, and clones that publish at once.

python -m tests.bench.publishing_branch [--quick]
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from scripts.publish import Branch, publish, verify
from scripts.publish.git import Repository
from tests.bench.publishing import NEVER_MET, NOON, make_site

BRANCH = "pages"


def git(folder: Path, *arguments: str) -> str:
    """Run a command of git, and give what it says."""
    named = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    done = subprocess.run(
        ["git", "-C", str(folder), *named, *arguments], capture_output=True, check=True
    )
    return done.stdout.decode("utf-8").strip()


def clones(base: Path, count: int) -> list[Path]:
    """Give clones of one bare repository, which all know as `origin`."""
    subprocess.run(["git", "init", "-q", "--bare", str(base / "origin.git")], check=True)
    made = []
    for number in range(count):
        clone = base / f"clone-{number}"
        subprocess.run(["git", "init", "-q", str(clone)], check=True)
        git(clone, "remote", "add", "origin", str(base / "origin.git"))
        git(clone, "commit", "-q", "--allow-empty", "-m", "begin")
        made.append(clone)
    return made


def tip(base: Path) -> str:
    """Give the tree that the branch shows, or ""."""
    return Repository(base / "origin.git").commit(f"refs/heads/{BRANCH}")


def forked(work: Callable[[], object]) -> int:
    """Run some work in a process group of its own; give its number."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setpgid(0, 0)
            work()
            code = NEVER_MET
        finally:
            os._exit(code)
    return child


def ended(child: int) -> int:
    """Wait for a process; give how it ended."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed_before(number: int) -> None:
    """Let this process be killed before it starts its command of git with this number."""
    start, count = Repository._start, itertools.count()

    def counted(self: Repository, *arguments: str, **more: Any) -> Any:
        if next(count) == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return start(self, *arguments, **more)

    Repository._start = counted  # type: ignore[method-assign]  # this process ends so


def kills(base: Path, count: int, rng: random.Random) -> tuple[int, int, int]:
    """Kill publications before each command and at `count` instants; give both, and the done."""
    (clone,) = clones(base, 1)
    one, two = make_site(base / "one", "하나"), make_site(base / "two", "둘")
    publish(Branch(clone, BRANCH, remote="origin"), one, version="1.0", now=NOON)
    old = tip(base)

    def work() -> None:
        publish(Branch(clone, BRANCH, remote="origin"), two, version="1.1", now=NOON)

    began = time.monotonic()
    work()
    took, new = time.monotonic() - began, tip(base)
    done = commands = 0

    def look() -> bool:
        now = tip(base)
        assert now in {old, new}, "neither old nor new is shown"
        assert verify(Branch(clone, BRANCH, remote="origin")).ok
        work()
        assert tip(base) == new
        assert not list(base.rglob("*.lock")), "a lock is left"
        git(base / "origin.git", "update-ref", f"refs/heads/{BRANCH}", old)
        return now == new

    git(base / "origin.git", "update-ref", f"refs/heads/{BRANCH}", old)
    for number in itertools.count():

        def counted(number: int = number) -> None:
            killed_before(number)
            work()

        code = ended(forked(counted))
        done += look()
        if code == NEVER_MET:
            commands = number
            break
    for _ in range(count):
        child = forked(work)
        time.sleep(rng.uniform(0, took))
        os.kill(child, signal.SIGKILL)
        ended(child)
        # What git has begun it ends by itself; only we were killed.
        time.sleep(0.2)
        done += look()
    git(base / "origin.git", "fsck", "--strict")
    return commands, count, done


def at_once(base: Path, people: int, rounds: int) -> tuple[int, int]:
    """Let clones publish at once; give how many versions were published, and are listed."""
    site = make_site(base / "site", "하나")
    folders = clones(base, people)

    def work(person: int) -> None:
        for turn in range(rounds):
            target = Branch(folders[person], BRANCH, remote="origin")
            publish(target, site, version=f"{person}.{turn}")

    children = [forked(partial(work, person)) for person in range(people)]
    assert [ended(child) for child in children] == [NEVER_MET] * people
    root = Branch(folders[0], BRANCH, remote="origin")
    outcome = verify(root)
    assert outcome.ok, outcome.findings
    return people * rounds, len(root.current().versions.items)


def main() -> int:
    """Measure, and print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few cases of each")
    quick = parser.parse_args().quick
    rng = random.Random(0)
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own in it
    place = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        made, listed = at_once(Path(folder), 2 if quick else 4, 2 if quick else 20)
        assert made == listed
        sys.stdout.write(f"clones: {made} published at once, {listed} listed\n")
        sys.stdout.flush()
    with tempfile.TemporaryDirectory(dir=place) as folder:
        commands, instants, done = kills(Path(folder), 3 if quick else 200, rng)
        sys.stdout.write(
            f"branch: killed before {commands} commands and at {instants} instants, "
            f"old or new at each, new at {done}\n"
        )
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
