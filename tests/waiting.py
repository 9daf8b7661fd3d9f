"""Waits for other processes: until something is so, and whether one of them still runs."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path


def lives(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and is remembered does not."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return False
    return re.search(r"^State:\s+[ZX]", status, re.MULTILINE) is None


def wait_for(
    condition: Callable[[], bool],
    process: subprocess.Popen[str] | None = None,
    seconds: float = 300,
) -> None:
    """Wait until something is so; `process` has to run as long."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert process is None or process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
