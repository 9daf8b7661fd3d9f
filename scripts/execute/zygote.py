"""The process that kernels are forked from: what is slow to import is imported once.

For each order it forks a supervisor, which forks the kernel. It must have one thread and no JAX
backend when it forks, since neither threads nor backends survive a fork. It ends when the other end
of its socket closes; supervisors do not need it, each has a lifeline of its own.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import itertools
import logging
import os
import select
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.execute.compilations import compiled_in, keep_compilations
from scripts.execute.orders import REFUSED, Order, receive_order, report_line
from scripts.execute.preparing import prepare
from scripts.execute.processes import (
    adopt_orphans,
    children,
    kill_all,
    reap,
    wake_up_on_children,
)
from scripts.execute.supervisor import supervise

# So many orders show that more will come.
WORTH_PREPARING = 2

_END = object()


@dataclass(frozen=True)
class NewKernel:
    """What the process of a kernel has to know: its connection file, and whom it tells of it."""

    connection: str
    report: int
    stderr: object

    def started(self) -> None:
        """Say that the kernel takes requests."""
        _follow_stderr(self.stderr)
        with contextlib.suppress(OSError):
            os.write(self.report, report_line(ready=True))
        os.close(self.report)


def serve(control: socket.socket, modules: Sequence[str]) -> NewKernel:
    """Fork a kernel for each order; only these come back, each with what it is to do.

    `modules` are imported first, those that are installed. Ends the process when the other end of
    `control` closes, and at once, saying why, where forking would not be safe.
    """
    for name in modules:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    if registry := sys.modules.get("matplotlib.backends.registry"):
        # Reads what is installed, which each kernel would do by itself.
        registry.backend_registry.list_all()
    if modules:
        _refuse_unsafe()
    # What is here stays for ever: no collection of garbage in a kernel has to copy its pages.
    gc.collect()
    gc.freeze()
    adopt_orphans()
    wakeup = wake_up_on_children()
    supervisors: set[int] = set()
    orders = 0
    preparing: Iterator[None] | None = prepare()
    while True:
        # For one lesson it would not be worth the time.
        idle = preparing is not None and orders >= WORTH_PREPARING
        ready, _, _ = select.select([control.fileno(), wakeup], [], [], 0 if idle else None)
        if preparing is not None and not ready:
            if next(preparing, _END) is _END:
                preparing = None
            # After each step, since a kernel may be forked before the next.
            gc.freeze()
            _refuse_unsafe()
        if wakeup in ready:
            os.read(wakeup, 1024)
            _reap(supervisors)
        if control.fileno() not in ready:
            continue
        received = receive_order(control, 3)
        if received is None:
            os._exit(0)
        order, files = received
        orders += 1
        pid = os.fork()
        if pid == 0:
            os.close(wakeup)
            control.close()
            lifeline, log, report = files
            supervise(order, lifeline, log, report)
            return _new_kernel(order, report)
        supervisors.add(pid)
        for file in files:
            os.close(file)


def _refuse_unsafe() -> None:
    if reason := unsafe_to_fork():
        os.write(2, f"kernels cannot be warm: {reason}\n".encode())
        os._exit(REFUSED)


def unsafe_to_fork() -> str:
    """Say why a fork of this process would not work, if so."""
    bridge = sys.modules.get("jax._src.xla_bridge")
    if bridge is not None and bridge.backends_are_initialized():
        return "importing has started a backend of JAX"
    with contextlib.suppress(OSError):
        threads = len(list(Path("/proc/self/task").iterdir()))
        if threads > 1:
            return f"importing has started {threads - 1} threads"
    return ""


def _reap(supervisors: set[int]) -> None:
    """Forget the supervisors that have ended; end what one has left that was killed itself."""
    while (ended := reap()) is not None:
        supervisors.discard(ended[0])
    if any(pid not in supervisors for pid in children(os.getpid())):
        kill_all(spare=supervisors)


def _new_kernel(order: Order, report: int) -> NewKernel:
    """Make this process as fresh as one that has just been started."""
    # What imports have set, as JAX's does, stays.
    os.environ.update(order.variables)
    os.chdir(Path(order.folder) / "lesson")
    tempfile.tempdir = None
    # Threads without a name are counted, and what has been counted before is not the lesson's.
    threading._counter = itertools.count(1).__next__  # type: ignore[attr-defined]  # no public way
    # The random numbers of `random` are reseeded by Python itself.
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed()
    if order.compilations:
        keep_compilations(order.compilations, compiled_in(order.folder))
    return NewKernel(order.connection, report, sys.stderr)


def _follow_stderr(former: object) -> None:
    """Let what was imported before the kernel redirected its output print where cells do."""
    for reference in logging._handlerList:  # type: ignore[attr-defined]  # no public way
        handler = reference()
        if isinstance(handler, logging.StreamHandler) and handler.stream is former:
            handler.setStream(sys.stderr)
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        # As if it were imported now: only now is there an IPython that draws figures.
        pyplot.install_repl_displayhook()
