"""How much memory a process has used at most, counted anew for each cell where Linux counts."""

from __future__ import annotations

import re
from pathlib import Path

# What Linux takes to forget the highest value: `man 5 proc_pid_clear_refs`.
_FORGET_PEAK = b"5"
_PEAK = re.compile(rb"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


def forget_peak(pid: int) -> None:
    """Begin to count anew; nothing happens where the system does not count."""
    try:
        Path(f"/proc/{pid}/clear_refs").write_bytes(_FORGET_PEAK)
    except OSError:
        return


def peak_memory(pid: int) -> int:
    """Give the most memory, in bytes, that a process has used since; 0 where nobody knows.

    >>> peak_memory(0)
    0
    """
    try:
        status = Path(f"/proc/{pid}/status").read_bytes()
    except OSError:
        return 0
    found = _PEAK.search(status)
    return int(found[1]) * 1024 if found else 0
