"""What publishing withstands: kills, full disks, power cuts, others at work, damage.

    python -m tests.bench.publishing            # all of it, with a figure a line (some minutes)
    python -m tests.bench.publishing --quick    # the same on a few cases

Each line says how many cases there were and of what; the program ends with 1 where one failed.
"""

from __future__ import annotations

import argparse
import errno
import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from scripts.diagnostic import NaranhiError
from scripts.publish import Directory, collect, disk, publish, roll_back, verify, withdraw
from tests.bench.mutations import KINDS
from tests.bench.powercut import Disk

NOON = datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)
NEVER_MET, DONE_ALL_THE_SAME, STOPPED, BROKEN = 0, 3, 4, 5
Tree = dict[str, "bytes | str | None"]
Step = tuple[str, Path, "bytes | str | Path"]
Job = Callable[[Directory], object]


def make_site(folder: Path, text: str, *, pages: int = 2) -> Path:
    """Give a finished site, tiny but whole, that shows `text`."""
    files = {
        "index.html": "root",
        "404.html": "lost",
        "build.json": '{"schema": 1, "languages": ["ko", "en"], "jax": "0.10.2"}',
    }
    for tag in ("ko", "en"):
        files |= {f"{tag}/index.html": text, f"{tag}/_static/a.css": f"/* {text} */"}
        files |= {f"{tag}/page-{n}.html": f"{text} {n}" for n in range(pages)}
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content.encode("utf-8"))
    return folder


def tree(folder: Path) -> Tree:
    """Give all that is below a folder; folders have no bytes, links have their target."""
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = str(path.readlink())
        else:
            found[name] = None if path.is_dir() else path.read_bytes()
    return found


def shown(root: Path) -> dict[str, bytes]:
    """Give what a web server shows of a root: all files, through all links."""
    found = {}
    top = root / "current"
    for parent, _, names in os.walk(top, followlinks=True):
        for name in names:
            path = Path(parent) / name
            found[path.relative_to(top).as_posix()] = path.read_bytes()
    return found


class Bench:
    """A folder to work in, two sites, and a root with two versions and a withdrawn one."""

    def __init__(self, base: Path, *, pages: int) -> None:
        self.base = base
        self.one = make_site(base / "one", "하나", pages=pages)
        self.two = make_site(base / "two", "둘", pages=pages)
        self.three = make_site(base / "three", "셋", pages=pages)
        (self.three / "ko" / "page-0.html").unlink()
        self.empty = base / "empty"
        self.empty.mkdir()
        self.old = base / "old"
        target = Directory(self.old)
        publish(target, self.one, version="0.9", now=NOON)
        publish(target, self.two, version="1.0", now=NOON)
        publish(target, self.one, version="1.0rc1", now=NOON)
        withdraw(target, "0.9", now=NOON)

    @property
    def jobs(self) -> dict[str, tuple[Path, Job]]:
        """Give what can be interrupted: the root before it, and the work."""
        site, gone = self.one, self.three
        return {
            "first version": (
                self.empty,
                lambda root: publish(root, site, version="1.1", now=NOON),
            ),
            "next version": (
                self.old,
                lambda root: publish(root, gone, version="1.1", without=["page-0"], now=NOON),
            ),
            "withdraw": (self.old, lambda root: withdraw(root, "1.0", now=NOON)),
            "rollback": (self.old, lambda root: roll_back(root, generation=2, now=NOON)),
            "gc": (self.old, lambda root: collect(root, keep=1, now=NOON)),
        }


def met(number: int, end: Callable[[str], object]) -> list[str]:
    """Call `end` before file operation `number`, from 0, and later ones; give those it met."""
    count = -1
    found: list[str] = []

    def step(operation: str, path: Path, argument: object) -> None:
        nonlocal count
        count += 1
        if count >= number:
            found.append(operation)
            end(operation)

    disk.watchers.append(step)
    return found


def _kill(operation: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _full(operation: str) -> None:
    # A full disk takes nothing new; what is there can still be renamed and removed.
    if operation in {"rename", "unlink", "rmdir", "chmod"}:
        return
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _forked(work: Callable[[], object]) -> int:
    child = os.fork()
    if child:
        return child
    code = BROKEN
    try:
        work()
        code = NEVER_MET
    except NaranhiError:
        code = STOPPED
    finally:
        os._exit(code)


def _ended(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def check(to: Path, job: Job, old: dict[str, bytes], whole: Path, *, first: bool) -> bool:
    """Hold that old or new is shown and verifies, and that the same work again completes it."""
    new = shown(whole)
    now = shown(to)
    assert now in (old, new), sorted(now.keys() ^ new.keys())
    if now or not first:
        outcome = verify(Directory(to))
        assert outcome.ok, outcome.findings
    job(Directory(to))
    assert tree(to) == tree(whole), tree(to).keys() ^ tree(whole).keys()
    assert verify(Directory(to)).ok
    return now == new


def whole_root(bench: Bench, name: str) -> Path:
    before, job = bench.jobs[name]
    whole = bench.base / "whole"
    shutil.rmtree(whole, ignore_errors=True)
    shutil.copytree(before, whole, symlinks=True)
    job(Directory(whole))
    return whole


def ends_at_every_step(
    bench: Bench, name: str, end: Callable[[str], object], *, stride: int = 1
) -> tuple[int, int]:
    """End a piece of work before each operation; give how many, and how often it was done then.

    With a `stride` only one in so many is looked at.
    """
    before, job = bench.jobs[name]
    whole, old, done = whole_root(bench, name), shown(before), 0
    for number in itertools.count(0, stride):
        to = Path(shutil.copytree(before, bench.base / "to", symlinks=True))

        def work(number: int = number, to: Path = to) -> None:
            found = met(number, end)
            with suppress(NaranhiError):
                job(Directory(to))
            os._exit(DONE_ALL_THE_SAME if found else NEVER_MET)

        code = _ended(_forked(work))
        assert code in {NEVER_MET, DONE_ALL_THE_SAME, -signal.SIGKILL}, code
        done += check(to, job, old, whole, first=before == bench.empty)
        shutil.rmtree(to)
        if code == NEVER_MET:
            break
    return number, done


def random_kills(bench: Bench, count: int, rng: random.Random) -> tuple[int, int]:
    """Kill publications at random instants; give how many, and how many were done by then."""
    before, job = bench.jobs["next version"]
    whole, old, done = whole_root(bench, "next version"), shown(before), 0
    longest = 0.05
    for _ in range(count):
        to = Path(shutil.copytree(before, bench.base / "to", symlinks=True))
        began = time.monotonic()

        def work(to: Path = to) -> None:
            job(Directory(to))

        child = _forked(work)
        time.sleep(rng.uniform(0, longest))
        os.kill(child, signal.SIGKILL)
        if _ended(child) == NEVER_MET:
            longest = max(0.01, time.monotonic() - began)
        else:
            longest *= 1.05
        done += check(to, job, old, whole, first=False)
        shutil.rmtree(to)
    return count, done


def _recorded(job: Job, root: Directory) -> list[Step]:
    steps: list[Step] = []

    def record(operation: str, path: Path, argument: bytes | str | Path) -> None:
        steps.append((operation, path, argument))

    disk.watchers.append(record)
    job(root)
    disk.watchers.remove(record)
    return steps


def power_cuts(bench: Bench, count: int, rng: random.Random) -> tuple[int, int]:
    """Cut the power `count` times in each job; give how many cuts, how many of them at its end."""
    cuts = durable = 0
    for name, (before, job) in bench.jobs.items():
        whole, old = whole_root(bench, name), shown(before)
        to = Path(shutil.copytree(before, bench.base / "to", symlinks=True))
        model = Disk(to)
        steps = _recorded(job, Directory(to))
        at = sorted(rng.randint(0, len(steps)) for _ in range(count))
        for number in range(len(steps) + 1):
            ends = at.count(number) + (3 if number == len(steps) else 0)
            for _ in range(ends):
                left = bench.base / "left"
                model.cut(left, rng)
                new = check(left, job, old, whole, first=before == bench.empty)
                durable += new and number == len(steps)
                assert new or number < len(steps), "it was done, and is lost"
                cuts += 1
                shutil.rmtree(left)
            if number < len(steps):
                model.apply(*steps[number])
        shutil.rmtree(to)
    return cuts, durable


def publishers(bench: Bench, people: int, rounds: int) -> tuple[int, int]:
    """Let several publish at once; give how many versions were published and are listed."""
    to = bench.base / "busy"

    def work(person: int) -> None:
        for turn in range(rounds):
            publish(Directory(to, wait=600), bench.one, version=f"{person}.{turn}")

    children = [_forked(partial(work, person)) for person in range(people)]
    assert [_ended(child) for child in children] == [NEVER_MET] * people
    root = Directory(to)
    outcome = verify(root)
    assert outcome.ok, outcome.findings
    current, before = root.current(), set[str]()
    for number in range(1, current.number + 1):
        names = {version.name for version in root.record(number).versions.items}
        assert before < names, "the list shrank"
        before = names
    return people * rounds, len(current.versions.items)


def mutations(bench: Bench, each: int, rng: random.Random) -> tuple[int, Counter[str]]:
    """Damage a root in every way that is known; give how often, and what was not found."""
    root = Path(shutil.copytree(bench.old, bench.base / "sound", symlinks=True))
    collect(Directory(root), keep=2, now=NOON)
    publish(Directory(root), bench.three, version="1.1", without=["page-0"], now=NOON)
    assert verify(Directory(root)).ok
    missed: Counter[str] = Counter()
    for kind, mutate in KINDS.items():
        for _ in range(each):
            damaged = Path(shutil.copytree(root, bench.base / "damaged", symlinks=True))
            mutate(damaged, rng)
            missed[kind] += verify(Directory(damaged)).ok
            shutil.rmtree(damaged)
            (bench.base / "damaged-aside").unlink(missing_ok=True)
    return each * len(KINDS), +missed


def small_disks(bench: Bench, option: str, sizes: range) -> tuple[int, int]:
    """Publish to real disks with ever more room; give how many were too small, and how many not."""
    full = enough = 0
    before, job = bench.jobs["next version"]
    whole, old = whole_root(bench, "next version"), shown(before)
    mount = bench.base / "mount"
    mount.mkdir(exist_ok=True)
    for size in sizes:
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"{option}={size}", "none", mount], check=True
        )
        try:
            to = mount / "root"
            try:
                shutil.copytree(before, to, symlinks=True)
            except OSError:
                continue
            try:
                job(Directory(to))
                enough += 1
                assert shown(to) == shown(whole)
            except NaranhiError:
                full += 1
                assert shown(to) == old
            assert verify(Directory(to)).ok
            assert not (to / ".staging").exists()
        finally:
            subprocess.run(["umount", mount], check=True)
    return full, enough


def main() -> int:
    """Measure, and print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few cases of each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("only", nargs="*", help="kills, full, instants, power, busy, damage, disks")
    options = parser.parse_args()
    quick, rng = options.quick, random.Random(options.seed)
    flush = os.fsync

    def wanted(name: str) -> bool:
        return not options.only or name in options.only

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    # In memory where that can be: some ten thousand files are made and removed.
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own in it
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        # What is flushed is seen in the power cuts; elsewhere it only takes time.
        os.fsync = lambda fd: None
        bench = Bench(Path(folder), pages=1 if quick else 6)
        for kind, end in (("kills", _kill), ("full", _full)):
            for name in bench.jobs if wanted(kind) else ():
                steps, done = ends_at_every_step(bench, name, end, stride=15 if quick else 1)
                say(f"{kind}: {name}: {steps} operations, old or new at each, new at {done}")
        if wanted("power"):
            cuts, durable = power_cuts(bench, 12 if quick else 200, rng)
            say(f"power: {cuts} snapshots, 0 corrupt, {durable} after the end, all durable")
        if wanted("damage"):
            count, missed = mutations(bench, 2 if quick else 20, rng)
            assert not missed, missed
            say(f"damage: {count} of {len(KINDS)} kinds, all found")
        if wanted("busy"):
            made, listed = publishers(bench, 4 if quick else 8, 2 if quick else 20)
            assert made == listed
            say(f"busy: {made} published at once, {listed} listed")
        os.fsync = flush
        if wanted("instants"):
            count, done = random_kills(bench, 10 if quick else 200, rng)
            say(f"instants: {count} kills, old or new at each, new at {done}")
        if wanted("disks") and not quick:
            if os.geteuid():
                say("disks: skipped, only root can mount a small one")
            else:
                for option, sizes in (
                    ("nr_blocks", range(20, 120)),
                    ("nr_inodes", range(60, 360, 3)),
                ):
                    full, enough = small_disks(bench, option, sizes)
                    say(f"disks: {option}: {full} too small, {enough} large enough, all verify")
    return 0


if __name__ == "__main__":
    sys.exit(main())
