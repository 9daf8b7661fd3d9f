"""What this machine lets us use."""

from __future__ import annotations

import math
import os
from pathlib import Path

_CGROUPS = Path("/sys/fs/cgroup")


def cores() -> int:
    """Give the number of processor cores that this process may keep busy, 1 at least.

    It is what the affinity allows, and what a container's quota pays for: a process with a quota
    of one core on a machine of 64 sees all of them.

    >>> 1 <= cores() <= (os.cpu_count() or 1)
    True
    """
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    quota = cgroup_quota(_own_cgroup(), _CGROUPS)
    return max(1, math.ceil(min(allowed or os.cpu_count() or 1, quota)))


def cgroup_quota(group: str, mounted: Path) -> float:
    """Give how many cores a control group may use, infinity where nothing limits it.

    `group` is its path below `mounted`; each group above it limits it too. Version 1 has one
    limit in two files, version 2 has both numbers in `cpu.max`.
    """
    quota = math.inf
    for folder in (mounted, mounted / "cpu"):
        path = folder / group.strip("/")
        while path.is_relative_to(folder):
            quota = min(quota, _quota(path))
            path = path.parent
    return quota


def _quota(folder: Path) -> float:
    try:
        if (folder / "cpu.max").is_file():
            words = (folder / "cpu.max").read_text("ascii").split()
        else:
            names = "cpu.cfs_quota_us", "cpu.cfs_period_us"
            words = [(folder / name).read_text("ascii").strip() for name in names]
        limit, period = (float(word) for word in words)
    except (OSError, ValueError):  # no such file, or the word "max"
        return math.inf
    return limit / period if limit > 0 and period > 0 else math.inf


def _own_cgroup() -> str:
    """Give the path of this process's control group, as its namespace sees it."""
    try:
        lines = Path("/proc/self/cgroup").read_text("utf-8").splitlines()
    except OSError:
        return ""
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers or "cpu" in controllers.split(","):
            return path
    return ""
