"""Start one kernel and outlive it: the program that `kernel.py` runs for each lesson.

usage: python -P launch.py FOLDER [KERNEL ARGUMENTS...]

It is run by its path, so it imports nothing of ours. It forks the kernel and waits until the kernel
ends or until its own standard input closes, which happens however the process at the other end
died. Then it kills whatever the lesson has started and left behind, and deletes FOLDER.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import resource
import select
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36

# Talk about this machine, not about the lesson; it would stand on the page.
_MACHINE_TALK = {
    "matplotlib.font_manager": "Matplotlib is building the font cache",
    "jax._src.xla_bridge": "may be present on this machine",
}


def main(folder: str, arguments: list[str]) -> NoReturn:
    """Run a kernel to its end and end with its exit code, 128 + n where signal n killed it."""
    # What a lesson starts and leaves, in whatever session, becomes a child of this process.
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    wakeup, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken)
    supervisor = os.getpid()
    kernel = os.fork()
    if kernel == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.close(wakeup)
        os.close(woken)
        run_kernel(arguments, supervisor)
    with contextlib.suppress(OSError):
        os.setpgid(kernel, kernel)
    # An interrupt that is sent to us is meant for the kernel and what it has started.
    signal.signal(signal.SIGINT, lambda *_: _signal_group(kernel, signal.SIGINT))
    code = _wait(kernel, wakeup)
    _signal_group(kernel, signal.SIGKILL)
    _end_descendants()
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
    os._exit(code)


def run_kernel(arguments: list[str], supervisor: int) -> NoReturn:
    """Become the kernel, in a process group of its own."""
    os.setpgid(0, 0)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # ipykernel ends by itself when its parent is no longer this process.
    os.environ["JPY_PARENT_PID"] = str(supervisor)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name, talk in _MACHINE_TALK.items():
        logging.getLogger(name).addFilter(_without(talk))
    # Last, so that a file which the lesson writes hides no module.
    sys.path.append("")
    sys.argv = ["ipykernel_launcher", *arguments]
    from ipykernel.kernelapp import launch_new_instance

    launch_new_instance()
    sys.stdout.flush()
    os._exit(0)


def _without(talk: str) -> Callable[[logging.LogRecord], bool]:
    return lambda record: talk not in str(record.msg)


def _wait(kernel: int, wakeup: int) -> int:
    """Give the kernel's exit code, or 0 when nobody waits for it any more."""
    while True:
        ready, _, _ = select.select([0, wakeup], [], [])
        if wakeup in ready:
            os.read(wakeup, 1024)
            while (ended := _reap(os.WNOHANG)) is not None:
                pid, status = ended
                if pid == kernel:
                    code = os.waitstatus_to_exitcode(status)
                    return code if code >= 0 else 128 - code
        if 0 in ready and not os.read(0, 1024):
            return 0


def _reap(flags: int) -> tuple[int, int] | None:
    try:
        pid, status = os.waitpid(-1, flags)
    except ChildProcessError:
        return None
    return (pid, status) if pid else None


def _end_descendants() -> None:
    """Kill every child, and every grandchild as soon as it has become one."""
    while True:
        for pid in _children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if _reap(0) is None:
            return


def _signal_group(leader: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, number)


def _children() -> list[int]:
    """Give the children of this process; none where the system does not list processes."""
    own = str(os.getpid()).encode()
    found: list[int] = []
    if sys.platform != "linux":
        return found
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # pid (name) state parent ...; the name may hold anything, brackets too.
            if stat.read_bytes().rpartition(b")")[2].split()[1] == own:
                found.append(int(stat.parent.name))
    return found


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
