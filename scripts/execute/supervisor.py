"""Outlive one kernel: wait until it ends, or until it must, then end all that it has started."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
from pathlib import Path

from scripts.execute.box import Box, close_files
from scripts.execute.compilations import collect, compiled_in
from scripts.execute.folders import remove
from scripts.execute.limits import INTERVAL, Watch
from scripts.execute.orders import INTERRUPT, Limits, Order, report_line
from scripts.execute.processes import (
    adopt_orphans,
    die_with_parent,
    kill_all,
    reap,
    wake_up_no_more,
    wake_up_on_children,
)


def supervise(order: Order, lifeline: int, log: int, report: int) -> None:
    """Fork the kernel; this returns in the kernel alone.

    In the supervisor it waits until the kernel ends, or breaks a limit, or until `lifeline` closes,
    which happens however the process at the other end died. Then it kills whatever the lesson has
    started and left behind, deletes the folder, and ends itself.
    """
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(log)
    adopt_orphans()
    wakeup = wake_up_on_children()
    try:
        box = Box(order.box) if order.box else None
    except OSError as error:
        os.write(2, f"{error}\n".encode())
        os._exit(1)
    supervisor = os.getpid()
    kernel = os.fork()
    if kernel == 0:
        os.close(wakeup)
        os.close(lifeline)
        _become_kernel(order.limits, supervisor, box, report)
        return
    if box is not None:
        box.close()
    with contextlib.suppress(OSError):
        os.setpgid(kernel, kernel)
    os.write(report, report_line(pid=kernel, supervisor=os.getpid()))
    code, death = _wait(kernel, lifeline, wakeup, Watch(order.limits, Path(order.folder)))
    with contextlib.suppress(OSError):
        if death:
            os.write(report, report_line(death=death))
    kill_all()
    if order.compilations and not death:
        collect(compiled_in(order.folder), order.compilations)
    with contextlib.suppress(OSError):
        os.write(report, report_line(code=code))
    remove(Path(order.folder))
    # Nothing is left; that this process goes, with all it has mapped, nobody has to wait for.
    os.close(report)
    os._exit(0)


def _become_kernel(limits: Limits, supervisor: int, box: Box | None, report: int) -> None:
    """Enter a process group of our own, and the box, and end with the supervisor."""
    os.setpgid(0, 0)
    wake_up_no_more()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A file that grows beyond it is an OSError in the cell, before the folder is measured again.
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits.disk, limits.disk))
    with contextlib.suppress(OSError):
        # Where the machine's memory runs out all the same, the lesson ends, not the build.
        Path("/proc/self/oom_score_adj").write_bytes(b"1000")
    if box is not None:
        try:
            box.enter()
        except OSError as error:
            os.write(2, f"{error}\n".encode())
            os._exit(1)
        close_files([report])
    # Last, since who changes rights forgets it. From a box nobody outside can be seen.
    die_with_parent()
    if os.getppid() != (supervisor if box is None else 0):
        os._exit(1)


def _wait(kernel: int, lifeline: int, wakeup: int, watch: Watch) -> tuple[int, str]:
    """Give the kernel's exit code and why it was ended; 0 when nobody waits for it any more."""
    while True:
        ready, _, _ = select.select([lifeline, wakeup], [], [], INTERVAL)
        if wakeup in ready:
            os.read(wakeup, 1024)
            while (ended := reap()) is not None:
                pid, code = ended
                if pid == kernel:
                    return code, ""
        if lifeline in ready:
            if os.read(lifeline, 1) != INTERRUPT:
                return 0, ""
            with contextlib.suppress(ProcessLookupError):
                os.killpg(kernel, signal.SIGINT)
        if reason := watch.broken():
            return 128 + signal.SIGKILL, reason
