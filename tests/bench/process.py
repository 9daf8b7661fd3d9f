"""Runs commands one after the other and says what they cost, with all that they started.

`python -m tests.bench.process COMMANDS` takes a JSON list of commands and prints one line of JSON.
It adopts what a command leaves behind (PR_SET_CHILD_SUBREAPER) and waits for that too, so that no
kernel's time is lost.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_SECONDS_BETWEEN_LOOKS = 0.5
REPOSITORY = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Cost:
    """What commands cost: seconds of wall clock and of CPU, and the most memory held, in bytes."""

    wall: float
    cpu: float
    memory: int


def cost(commands: Sequence[Sequence[str]], environment: Mapping[str, str]) -> Cost:
    """Give what the commands cost, run in this order; raises RuntimeError where one fails."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.process", json.dumps(commands)],
        cwd=REPOSITORY,
        env=dict(environment),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-3000:])
    return Cost(**json.loads(done.stdout))


def proportional_memory(process: int) -> int:
    """Give the bytes that a process and all below it hold, what they share counted once.

    >>> proportional_memory(os.getpid()) > 1_000_000
    True
    """
    total = 0
    waiting = [process]
    while waiting:
        folder = Path(f"/proc/{waiting.pop()}")
        try:
            rows = (folder / "smaps_rollup").read_bytes().splitlines()
            total += sum(int(row.split()[1]) * 1024 for row in rows if row.startswith(b"Pss:"))
            for thread in (folder / "task").iterdir():
                waiting += map(int, (thread / "children").read_bytes().split())
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue  # it has ended in the meantime
    return total


def main(text: str) -> None:
    """Run the commands of a JSON list and print their cost."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    most = 0
    ended = threading.Event()

    def look() -> None:
        nonlocal most
        while not ended.wait(_SECONDS_BETWEEN_LOOKS):
            most = max(most, proportional_memory(os.getpid()))

    watch = threading.Thread(target=look)
    watch.start()
    began = time.monotonic()
    try:
        for command in json.loads(text):
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
            )
            if done.returncode:
                sys.stderr.write(done.stdout.decode("utf-8", "replace"))
                sys.exit(1)
        wall = time.monotonic() - began
    finally:
        ended.set()
        watch.join()
    _wait_for_orphans()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = Cost(wall, used.ru_utime + used.ru_stime, most)
    sys.stdout.write(json.dumps(asdict(found)) + "\n")


def _wait_for_orphans() -> None:
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


if __name__ == "__main__":
    main(sys.argv[1])
