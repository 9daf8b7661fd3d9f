"""What one lesson may use: the limits of a machine, and whether a lesson keeps to them."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from scripts.execute.orders import Limits
from scripts.execute.processes import children, descendants, proportional, resident, threads

# How often a lesson is looked at, in seconds: a cell can fill some hundred megabytes in that time.
INTERVAL = 0.1

# A lesson's files are measured less often, and take at most this share of one core.
_DISK_INTERVAL = 0.5
_DISK_SHARE = 0.02

# JAX has two dozen, and one that starts threads without end uses up those of the machine.
_THREADS_A_PROCESS = 20

# Compiling alone takes half of this, however small the machine.
_LEAST_MEMORY = 2 << 30

_DISK = 1 << 30


def machine_limits(memory: int, processes: int, *, total: int, cores: int) -> Limits:
    """Give the limits of one lesson; where `memory` is 0, a fair share of the machine's.

    Half of the `total` memory is for the lessons that run at once, one a core.

    >>> machine_limits(0, 200, total=32 << 30, cores=4).memory >> 30
    4
    """
    fair = min(total // 2, max(_LEAST_MEMORY, total // 2 // cores))
    return Limits(memory or fair, processes, _DISK)


def machine_memory() -> int:
    """Give the bytes of memory that this machine, or the container that we are in, has."""
    found = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        with contextlib.suppress(OSError, ValueError):
            found.append(int(Path("/sys/fs/cgroup", name).read_bytes()))
    return min(found)


class Watch:
    """Looks after everything that this process has started, and after the folder it writes to."""

    def __init__(self, limits: Limits, folder: Path) -> None:
        self._limits = limits
        self._folder = folder
        self._measure_at = 0.0

    def broken(self) -> str:
        """Say which limit is broken, if one is."""
        limits = self._limits
        lesson = descendants(children(os.getpid()))
        if len(lesson) > limits.processes:
            return f"it started more than {limits.processes} processes"
        if threads(lesson) > limits.processes * _THREADS_A_PROCESS:
            return f"it started more than {limits.processes * _THREADS_A_PROCESS} threads"
        # The exact sum takes long, and is never more than the other one.
        if resident(lesson) > limits.memory and proportional(lesson) > limits.memory:
            return f"it used more than {in_words(limits.memory)} of memory"
        started = time.monotonic()
        if started < self._measure_at:
            return ""
        size = written(self._folder, limits.disk)
        took = time.monotonic() - started
        self._measure_at = started + max(_DISK_INTERVAL, took / _DISK_SHARE)
        return f"it wrote more than {in_words(limits.disk)} to the disk" * (size > limits.disk)


def written(folder: Path, enough: int) -> int:
    """Give the bytes that the files of a folder take on the disk, or some number above `enough`."""
    size = 0
    for entry in _entries(str(folder)):
        with contextlib.suppress(OSError):
            # An empty file takes a place, too.
            size += max(512, entry.stat(follow_symlinks=False).st_blocks * 512)
        if size > enough:
            break
    return size


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    folders = [folder]
    while folders:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                yield entry
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)


def in_words(size: int) -> str:
    """Give a number of bytes as a person says it.

    >>> in_words(2 << 30), in_words(300 << 20)
    ('2.0 GB', '300 MB')
    """
    if size >= 1 << 30:
        return f"{size / (1 << 30):.1f} GB"
    return f"{size / (1 << 20):.0f} MB"
