"""Power cuts on a real file system: ext4 on a loop device, whose image is copied at some instant.

What the kernel has not yet written is missing in the copy, as it is after a power cut; mounting it
replays the journal. Only root can do this; anybody else is told so.

    python -m tests.bench.publishing_loop
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.publish import Directory, disk
from tests.bench.publishing import Bench, Job, check, shown, whole_root

_MEGABYTES = 16


def _run(*command: str | Path) -> bool:
    return subprocess.run(list(map(str, command)), capture_output=True, check=False).returncode == 0


@contextmanager
def mounted(image: Path, at: Path) -> Iterator[Path]:
    """Mount an image while the block runs."""
    at.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", str(image), str(at)], check=True)
    try:
        yield at
    finally:
        subprocess.run(["umount", str(at)], check=True)


def possible(base: Path) -> bool:
    """Tell whether file systems can be made and mounted here."""
    if os.geteuid() or not all(map(shutil.which, ("mkfs.ext4", "mount", "umount"))):
        return False
    image = base / "try"
    with image.open("wb") as file:
        file.truncate(_MEGABYTES << 20)
    try:
        if not _run("mkfs.ext4", "-q", "-F", image):
            return False
        with mounted(image, base / "try-mount"):
            return True
    except subprocess.CalledProcessError:
        return False
    finally:
        image.unlink()


def power_cuts(base: Path, name: str, count: int, rng: random.Random) -> tuple[int, int]:
    """Cut the power `count` times while one piece of work runs, and once after it; see `main`."""
    bench = Bench(base, pages=6)
    before, job = bench.jobs[name]
    whole, old = whole_root(bench, name), shown(before)
    image = base / "image"
    with image.open("wb") as file:
        file.truncate(_MEGABYTES << 20)
    assert _run("mkfs.ext4", "-q", "-F", image)
    with mounted(image, base / "disk") as mount:
        shutil.copytree(before, mount / "root", symlinks=True)
    copies = _copied(image, base / "disk", job, count, rng)
    done = 0
    for number, copy in enumerate(copies):
        with mounted(copy, base / "left") as mount:
            new = check(mount / "root", job, old, whole, first=before == bench.empty)
        assert new or number < len(copies) - 1, "it was done, and is lost"
        done += new
        copy.unlink()
    return len(copies), done


def _copied(image: Path, at: Path, job: Job, count: int, rng: random.Random) -> list[Path]:
    """Give copies of the image from before some operations, and at last from after all of them."""
    copies: list[Path] = []

    def copy() -> None:
        copies.append(Path(shutil.copy(image, image.with_name(f"copy-{len(copies)}"))))

    def step(operation: str, path: Path, argument: object) -> None:
        # Some operations more than are looked at in the end, so that all have the same chance.
        if rng.random() < count / 200 and len(copies) < count:
            copy()

    with mounted(image, at) as mount:
        disk.watchers.append(step)
        job(Directory(mount / "root"))
        disk.watchers.remove(step)
        copy()
    return copies


def main() -> int:
    """Measure, and print one line a figure."""
    rng = random.Random(0)
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own in it
    place = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        if not possible(Path(folder)):
            sys.stdout.write("loop: skipped, no file system can be mounted here\n")
            return 0
    total = 0
    for name in ("next version", "withdraw", "gc"):
        with tempfile.TemporaryDirectory(dir=place) as folder:
            cuts, done = power_cuts(Path(folder), name, 60, rng)
            total += cuts
            sys.stdout.write(f"loop: {name}: {cuts} snapshots, 0 corrupt, new at {done}\n")
            sys.stdout.flush()
    sys.stdout.write(f"loop: {total} snapshots in all, every finished change was there\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
