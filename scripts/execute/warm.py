"""Where kernels come from: a process that has imported what lessons import, one for all of them."""

from __future__ import annotations

import atexit
import contextlib
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from scripts.execute.compilations import limit_size
from scripts.execute.orders import REFUSED, Order, send_order

LAUNCHER = Path(__file__).with_name("launch.py")

# What a kernel or nearly every lesson imports, in the order of a kernel that imports them itself.
# Matplotlib's backend is left out, since it looks for the IPython that it draws into when it is
# imported.
MODULES = (
    "ipykernel.kernelapp",
    "ipykernel.ipkernel",
    "ipykernel.zmqshell",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "IPython.utils.wildcard",
    "numpy",
    "jax",
    "jax.numpy",
    "matplotlib.pyplot",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_svg",
    # What a kernel imports only when it starts.
    "faulthandler",
    "sqlite3",
    "tornado.platform.asyncio",
    "tornado.queues",
)

# Elsewhere a process that has used the system's libraries cannot be forked.
CAN_BE_WARM = sys.platform == "linux"


class Zygote:
    """A process that forks kernels until it ends, or until this process does.

    It imports the modules first; orders that come before wait. Where an order's report ends before
    it has begun, the process has ended, and `said` tells why.
    """

    def __init__(self, variables: Mapping[str, str], modules: Sequence[str]) -> None:
        self.variables = dict(variables)
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as this
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                # -P: the folder of launch.py does not come before installed packages.
                [sys.executable, "-P", str(LAUNCHER), *modules],
                stdin=theirs.fileno(),
                stdout=self._log,
                stderr=self._log,
                cwd="/",
                env=self.variables,
                start_new_session=True,
            )

    @property
    def lives(self) -> bool:
        """Say whether it still runs."""
        return self._process.poll() is None

    @property
    def refuses(self) -> bool:
        """Say whether it has ended because it would not have been safe to fork it."""
        return self._process.poll() == REFUSED

    def send(self, order: Order, files: Sequence[int]) -> None:
        """Order a kernel; where nobody takes the order, its report stays empty."""
        with contextlib.suppress(OSError):
            send_order(self._control, order, files)

    def said(self) -> str:
        """Give the last line that it wrote to its own log."""
        self._log.seek(0)
        lines = self._log.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def end(self) -> None:
        """End it; the kernels that came from it go on."""
        self._control.close()
        self._process.kill()
        self._process.wait()
        self._log.close()


def order_warm(order: Order, files: Sequence[int], variables: Mapping[str, str]) -> bool:
    """Order a kernel from the one zygote of this process, started where none lives yet.

    Says False, and orders nothing, where the zygote has found that it must not fork.
    """
    global _shared
    with _lock:
        if _shared is not None and _shared.variables != variables:
            _end_shared()
        if _shared is not None and not _shared.lives:
            if _shared.refuses:
                return False
            _end_shared()
        if _shared is None:
            _shared = Zygote(variables, MODULES)
            if order.compilations:
                limit_size(Path(order.compilations).parent)
        _shared.send(order, files)
        return True


def _end_shared() -> None:
    global _shared
    if _shared is not None:
        _shared.end()
    _shared = None


# One for all threads: kernels of several event loops come from it.
_lock = threading.Lock()
_shared: Zygote | None = None
atexit.register(_end_shared)
