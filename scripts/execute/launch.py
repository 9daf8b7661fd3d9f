"""Be a kernel, or what kernels are forked from: the program that `warm.py` starts.

usage: python -P launch.py [MODULE...]

It is run by its path and must not make our package importable for lessons. MODULE... are imported
before the first kernel is forked. What happens then is in `zygote.py`; only the kernels themselves
come back from it to `main`, so that below every cell stand the same frames, all of this file or
of ipykernel, whether its kernel was warm or cold.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, cast

if TYPE_CHECKING:
    from ipykernel.kernelapp import IPKernelApp

# Talk about this machine, not about the lesson; it would stand on the page.
_MACHINE_TALK = {
    "matplotlib.font_manager": "Matplotlib is building the font cache",
    "jax._src.xla_bridge": "may be present on this machine",
}

# What JAX, and Python from 3.12 on, say of a fork beside running threads.
_FORK_TALK = re.compile(r"os\.fork\(\) was called\.|This process \(pid=\d+\) is multi-threaded")

# Characters that are sent in one message.
_PART = 1_000_000


def main(modules: Sequence[str]) -> NoReturn:
    """Serve the other end of standard input until it closes; in each kernel, run the kernel."""
    _find_our_modules()
    from scripts.execute.tracebacks import read_only_what_is_shown
    from scripts.execute.zygote import serve

    with socket.socket(fileno=os.dup(0)) as control:
        # Nothing else may get the number of standard input when the socket is closed.
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        kernel = serve(control, modules)
    for name in [name for name in sys.modules if name.partition(".")[0] == "scripts"]:
        del sys.modules[name]
    for name, talk in _MACHINE_TALK.items():
        logging.getLogger(name).addFilter(_without(talk))
    # Last, so that a file which the lesson writes hides no module.
    sys.path.append("")
    app = _application(kernel.connection)
    read_only_what_is_shown(sys.modules["IPython.core.ultratb"])
    kernel.started()
    app.start()
    sys.stdout.flush()
    sys.exit(0)


def _application(connection: str) -> IPKernelApp:
    """Give IPython's kernel, ready for requests, without what a lesson has no use for."""
    # Importing the debugger takes half of a kernel's start.
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # so an import of it fails
    from ipykernel.kernelapp import IPKernelApp
    from traitlets.config import Config

    class LessonKernel(IPKernelApp):
        """Is configured by us alone, not by arguments, nor by files of this machine."""

        def parse_command_line(self, argv: list[str] | None = None) -> None:
            pass

        def load_config_file(self, *args: object, **options: object) -> None:
            pass

        def init_io(self) -> None:
            super().init_io()  # type: ignore[no-untyped-call]  # of ipykernel
            _keep_order(sys.stdout, sys.stderr)

    # As Jupyter starts it.
    sys.argv = ["ipykernel_launcher", "-f", connection]
    app = LessonKernel.instance(
        connection_file=connection,
        # On Linux the system ends a kernel with its parent; elsewhere it has to look after it.
        parent_handle=1 if sys.platform == "linux" else os.getppid(),
        config=Config({"HistoryManager": {"hist_file": ":memory:"}}),
    )
    app.initialize()  # type: ignore[no-untyped-call]  # of ipykernel
    _fork_quietly()
    _give_back_streams(app.shell)
    del sys.modules["debugpy"]
    return app


def _keep_order(*streams: Any) -> None:
    """Let texts on two streams come out in the order of writing, however busy the machine is.

    Each stream waits a fifth of a second for more, unless it is flushed, as a logger does. A text
    of any length is sent in parts, so that it can be stopped before all of it has arrived.
    """
    waiting: set[int] = set()

    def ordered(index: int, write: Callable[[str], int]) -> Callable[[str], int]:
        def write_after_others(text: str) -> int:
            for other in waiting - {index}:
                streams[other].flush()
                waiting.discard(other)
            waiting.add(index)
            if len(text) <= _PART:
                return write(text)
            for start in range(0, len(text), _PART):
                write(text[start : start + _PART])
                streams[index].flush()
            return len(text)

        return write_after_others

    for index, stream in enumerate(streams):
        stream.write = ordered(index, stream.write)


def _give_back_streams(shell: Any) -> None:
    """After each cell, replace a stream that cannot be flushed: the kernel would not answer."""
    given = {"stdout": sys.stdout, "stderr": sys.stderr}

    def give_back() -> None:
        for name, stream in given.items():
            if not callable(getattr(getattr(sys, name, None), "flush", None)):
                setattr(sys, name, stream)

    shell.events.register("post_execute", give_back)


def _fork_quietly() -> None:
    """Let `!ls` and its like warn of no fork, since it is IPython that forks.

    What a lesson forks itself is warned of as ever.
    """
    import ipykernel.zmqshell

    shell: Any = ipykernel.zmqshell
    system: Callable[[str], int] = shell.system
    quiet = ("ignore", _FORK_TALK, Warning, None, 0)

    def system_without_talk(command: str) -> int:
        # By hand: catch_warnings lets Python forget what it has warned of before.
        filters = cast("list[Any]", warnings.filters)
        filters.insert(0, quiet)
        try:
            return system(command)
        finally:
            filters.remove(quiet)

    shell.system = system_without_talk


def _without(talk: str) -> Callable[[logging.LogRecord], bool]:
    return lambda record: talk not in str(record.msg)


def _find_our_modules() -> None:
    """Let modules beside this one be imported, and nothing that their package imports."""
    here = Path(__file__).resolve().parent
    for name, folder in (("scripts", here.parent), ("scripts.execute", here)):
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package


if __name__ == "__main__":
    main(sys.argv[1:])
