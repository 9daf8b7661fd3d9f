"""Processes and their descendants: who they are, what they use, and how all of them end."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PAUSE = 0.002
_PAGE = os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    """Give the children of a process; none where the system does not list processes."""
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, _read(f"{task}/children").split())
    except FileNotFoundError:
        # Some kernels are built without these files.
        found = [child for child, parent in _parents() if parent == pid]
    except OSError:
        pass
    return found


def descendants(pids: Iterable[int]) -> list[int]:
    """Give these processes and all that they and their children have started, parents first."""
    found = list(dict.fromkeys(pids))
    for pid in found:
        found += [child for child in children(pid) if child not in found]
    return found


def threads(pids: Iterable[int]) -> int:
    """Give how many threads processes have together."""
    found = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            # Each is a folder, which has a link to the one it is in; two are of that one itself.
            found += Path(f"/proc/{pid}/task").stat().st_nlink - 2
    return found


def resident(pids: Iterable[int]) -> int:
    """Give the bytes of memory that processes hold; what two of them share is counted twice."""
    return sum(int(fields[1]) for pid in pids if (fields := _read_living(pid, "statm"))) * _PAGE


def proportional(pids: Iterable[int]) -> int:
    """Give the bytes of memory that processes hold; of what n of them share, each has an n-th."""
    kilobytes = 0
    for pid in pids:
        fields = _read_living(pid, "smaps_rollup")
        if b"Pss:" in fields:
            kilobytes += int(fields[fields.index(b"Pss:") + 1])
    return kilobytes * 1024


def kill_all(spare: Collection[int] = ()) -> None:
    """Kill every descendant of this process but those of `spare`, and wait for their ends.

    They are stopped first, all of them: what is stopped starts nothing new.
    """
    stopped: set[int] = set()
    while new := [pid for pid in _descendants_but(spare) if pid not in stopped]:
        for pid in new:
            _signal(pid, signal.SIGSTOP)
        stopped.update(new)
    while left := _descendants_but(spare):
        for pid in left:
            _signal(pid, signal.SIGKILL)
        # Those that are not our children become so, when their parents have ended. None of them is
        # waited for at length: the first process of a box ends after all others have been reaped.
        for pid in left:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(_PAUSE)


def adopt_orphans() -> None:
    """Let what descendants leave behind, in whatever session, become a child of this process."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Let this process be killed when the thread that forked it ends."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def wake_up_on_children() -> int:
    """Give a file that can be read whenever a child has ended; the former one is closed."""
    wakeup, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken)
    _close_woken()
    global _woken
    _woken = woken
    return wakeup


def wake_up_no_more() -> None:
    """Undo `wake_up_on_children`, but for the file it gave, which is the caller's to close."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _close_woken()


def _close_woken() -> None:
    global _woken
    if _woken >= 0:
        os.close(_woken)
    _woken = -1


# Kept here, since the signal module has forgotten it after a fork: asyncio resets it from Python
# 3.12 on.
_woken = -1


def reap() -> tuple[int, int] | None:
    """Give a child that has ended and its exit code, 128 + n where signal n killed it."""
    try:
        pid, status = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    if not pid:
        return None
    code = os.waitstatus_to_exitcode(status)
    return pid, code if code >= 0 else 128 - code


def _descendants_but(spare: Collection[int]) -> list[int]:
    return descendants(pid for pid in children(os.getpid()) if pid not in spare)


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _parents() -> Iterator[tuple[int, int]]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # pid (name) state parent ...; the name may hold anything, brackets too.
            yield int(stat.parent.name), int(stat.read_bytes().rpartition(b")")[2].split()[1])


def _read_living(pid: int, name: str) -> list[bytes]:
    try:
        return _read(f"/proc/{pid}/{name}").split()
    except OSError:
        return []


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        text = b""
        while part := os.read(file, 1 << 16):
            text += part
        return text
    finally:
        os.close(file)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
