"""One kernel: a fresh process in a fresh folder, and nothing of either left afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import sysconfig
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty
from typing import IO, NoReturn

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.connect import write_connection_file

from scripts.diagnostic import NaranhiError
from scripts.execute.box import KNOWN_USERS, USERS, are_trusted, box_command, why_no_box
from scripts.execute.cold import needs_cold_kernel, shows_compiling
from scripts.execute.environment import (
    compilations_folder,
    installed_version,
    kernel_variables,
)
from scripts.execute.figures import startup_line
from scripts.execute.folders import remove
from scripts.execute.fonts import SETTINGS, listed_fonts
from scripts.execute.limits import machine_limits, machine_memory
from scripts.execute.orders import INTERRUPT, Order, Report
from scripts.execute.warm import CAN_BE_WARM, Zygote, order_warm
from scripts.machine import cores

__all__ = [
    "Kernel",
    "KernelOptions",
    "needs_cold_kernel",
    "package_folders",
    "started_kernel",
    "suitable_options",
]

STARTUP_SECONDS = 180.0
GREETING_SECONDS = 2.0
ENDING_SECONDS = 15.0

# The path of a socket has 104 bytes at most (macOS; Linux has 108), "/k-5" among them.
_LONGEST_FOLDER = 95

_CONNECTION = "kernel.json"


@dataclass(frozen=True)
class KernelOptions:
    """How a lesson's kernel is started; `memory_limit` is in bytes, 0 is this machine's default.

    A kernel that is not `trusted` is started in a box, or not at all; one that is, too, where this
    machine can make one.
    """

    warm: bool = True
    compilation_cache: bool = True
    memory_limit: int = 0
    process_limit: int = 200
    trusted: bool = False


DEFAULT_OPTIONS = KernelOptions()


def suitable_options(options: KernelOptions, sources: Sequence[str]) -> KernelOptions:
    """Give the options without what these cells could tell from a plain Python.

    >>> suitable_options(KernelOptions(), ["%env JAX_ENABLE_X64=1"]).warm
    False
    """
    return replace(
        options,
        warm=options.warm and not needs_cold_kernel(sources),
        compilation_cache=options.compilation_cache and not shows_compiling(sources),
    )


@dataclass
class Kernel:
    """A running kernel, its client, and the folder that holds whatever it writes.

    `pid` is that of the process that runs the cells.
    """

    client: AsyncKernelClient
    folder: Path
    pid: int
    _life: _Life

    def interrupt(self) -> None:
        """Raise KeyboardInterrupt in the cell that is running, if the kernel still lives."""
        self._life.interrupt()

    async def exit_code(self) -> int | None:
        """Give how a dying kernel ended, 128 + n where signal n killed it; None if it goes on."""
        await self._life.until(lambda life: life.ended, ENDING_SECONDS)
        return self._life.code

    def death(self) -> str | None:
        """Say why the kernel was ended, where it was not its own doing; see `exit_code` first."""
        if self._life.report.death:
            return self._life.report.death
        if self._life.ended and self._life.report.code is None:
            return "it ended the process that looks after it"
        return None


@contextlib.asynccontextmanager
async def started_kernel(
    cache: Path, options: KernelOptions = DEFAULT_OPTIONS
) -> AsyncIterator[Kernel]:
    """Give a kernel that is ready; when the block ends, nothing of it is left.

    `cache` is for what may be kept from one kernel to the next, such as matplotlib's list of fonts.
    Raises `NaranhiError` where no kernel can be started.
    """
    with _temporary_folder() as folder, (folder / "log").open("w+b") as log:
        life = _Life()
        client = _client(folder, life)
        try:
            await _start(life, folder, cache, options, log)
            await _connect(client, life, log)
            yield Kernel(client, folder, life.report.pid, life)
        finally:
            # Closing its lifeline is what ends the kernel, all of it, also when nothing after this
            # line is reached any more; the rest is tidying up.
            life.let_go()
            tidying = asyncio.create_task(_tidy_up(client, life))
            try:
                await asyncio.shield(tidying)
            except asyncio.CancelledError:
                await tidying
                raise


def package_folders() -> tuple[str, ...]:
    """Give the folders that this Python, and so a kernel, imports from."""
    named = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    # `!python` in a lesson and imported modules may name them by either path.
    imported = {path for path in sys.path if path.endswith(("-packages", "lib-dynload"))}
    found = named | imported
    return tuple(sorted(found | {os.path.realpath(path) for path in found}))


class _Life:
    """What is known of a kernel's processes, read as they report it; and the hold on them."""

    def __init__(self) -> None:
        self.report = Report()
        self.ended = False
        self._held = -1
        self._reports = -1
        self._zygote: Zygote | None = None
        self._changed = asyncio.Event()

    @property
    def code(self) -> int | None:
        if self.ended and self.report.code is None:
            return 128 + signal.SIGKILL
        return self.report.code

    def begin(self, order: Order, log: IO[bytes], common: dict[str, str] | None) -> bool:
        """Order the kernel from the common zygote with these variables, or from one of its own.

        Says False where the common one has none to give.
        """
        self.let_go()
        self._stop_reading()
        lifeline, self._held = os.pipe()
        self._reports, theirs = os.pipe()
        files = (lifeline, log.fileno(), theirs)
        self.report, self.ended = Report(), False
        os.set_blocking(self._reports, False)
        asyncio.get_running_loop().add_reader(self._reports, self._read)
        try:
            if common is not None:
                return order_warm(order, files, common)
            self._zygote = Zygote(order.variables, ())
            self._zygote.send(order, files)
            return True
        finally:
            os.close(lifeline)
            os.close(theirs)

    def interrupt(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._held, INTERRUPT)

    def let_go(self) -> None:
        if self._held >= 0:
            os.close(self._held)
        self._held = -1

    def kill(self) -> None:
        """End the kernel where its supervisor does not: a lesson may have stopped that."""
        for pid in filter(None, (self.report.pid, self.report.supervisor)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def forget(self) -> None:
        self._stop_reading()
        if self._zygote is not None:
            self._zygote.end()
        self._zygote = None

    async def until(self, condition: Callable[[_Life], bool], seconds: float) -> bool:
        """Wait until a condition holds, and say whether it does."""
        deadline = time.monotonic() + seconds
        while not condition(self) and (left := deadline - time.monotonic()) > 0:
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        return condition(self)

    def _read(self) -> None:
        # Lines are written in one piece each, and read so.
        lines = os.read(self._reports, 1 << 16)
        for line in lines.splitlines():
            self.report = self.report.after(line)
        if not lines:
            self.ended = True
            self._stop_reading()
        self._changed.set()

    def _stop_reading(self) -> None:
        if self._reports >= 0:
            asyncio.get_running_loop().remove_reader(self._reports)
            os.close(self._reports)
        self._reports = -1


class _Client(AsyncKernelClient):
    """A client that knows from the supervisor, at once, when its kernel has ended."""

    life: _Life

    async def is_alive(self) -> bool:
        return not self.life.ended and self.life.report.code is None


def _client(folder: Path, life: _Life) -> _Client:
    _, connection = write_connection_file(
        str(folder / _CONNECTION),
        # Sockets in a private folder: no port to race for, nothing that others can connect to.
        transport="ipc",
        ip=str(folder / "k"),
        key=os.urandom(32).hex().encode(),
    )
    client = _Client()
    client.load_connection_info(connection)
    client.life = life
    return client


async def _start(
    life: _Life, folder: Path, cache: Path, options: KernelOptions, log: IO[bytes]
) -> None:
    for name in ("lesson", "tmp", "home", "ipython", "jupyter", USERS):
        (folder / name).mkdir()
    for name, text in KNOWN_USERS.items():
        (folder / USERS / name).write_bytes(text.encode())
    startup = folder / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "figures.py").write_bytes(startup_line().encode("utf-8"))
    common = kernel_variables(os.environ) | {
        "JUPYTER_NO_CONFIG": "1",
        "MATPLOTLIBRC": str(SETTINGS),
    }
    version = installed_version("matplotlib")
    fonts = await asyncio.to_thread(listed_fonts, cache.absolute() / "matplotlib", common, version)
    common["MPLCONFIGDIR"] = str(fonts)
    # A kernel that Matplotlib is imported in only now writes what it likes beside the list.
    await asyncio.to_thread(shutil.copytree, fonts, folder / "matplotlib")
    own = {
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "MPLCONFIGDIR": str(folder / "matplotlib"),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "jupyter"),
        "JUPYTER_DATA_DIR": str(folder / "jupyter"),
        "JUPYTER_RUNTIME_DIR": str(folder / "jupyter"),
    }
    limits = machine_limits(
        options.memory_limit,
        options.process_limit,
        total=machine_memory(),
        cores=cores(),
    )
    compilations = str(compilations_folder(cache)) if options.compilation_cache else ""
    variables = common | own
    readable = (*package_folders(), *_python(), compilations)
    order = Order(
        str(folder),
        str(folder / _CONNECTION),
        variables,
        limits,
        compilations,
        box_command(folder, readable, variables) if _is_boxed(options) else (),
    )
    # Twice warm, since the zygote may have been killed with the order in its hands.
    ways = (common, common, None) if options.warm and CAN_BE_WARM else (None,)
    for way in ways:
        if life.begin(order, log, way):
            await life.until(lambda life: life.report.ready or life.ended, STARTUP_SECONDS)
        if life.report.pid:
            break
    if not life.report.ready:
        _raise_unstarted(log)


def _is_boxed(options: KernelOptions) -> bool:
    """Say whether the kernel runs in a box; raises `NaranhiError` where it must, and cannot."""
    reason = why_no_box()
    if reason and not are_trusted(options.trusted):
        raise NaranhiError(
            "the lessons' code runs in a box, without network and without your files, and none can "
            f"be made here: {reason}; install bubblewrap (Debian and Ubuntu: apt install "
            "bubblewrap), or, if you would run every line of these lessons yourself, say --trust"
        )
    return not reason


def _python() -> Iterator[str]:
    """Give what this Python and its kernels read, beside the packages."""
    for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix):
        yield prefix
        yield os.path.realpath(prefix)
    yield os.path.realpath(sys.executable)
    # The settings of figures, and the program that tracebacks lead through.
    yield str(Path(__file__).parent)


async def _connect(client: AsyncKernelClient, life: _Life, log: IO[bytes]) -> None:
    client.start_channels(stdin=False, hb=False, control=False)
    # The kernel greets whoever listens to its outputs; from then on none is lost. The greeting
    # itself may be: a socket that sends at the same moment is not told that somebody listens now.
    # So the kernel is asked as well, and whatever comes then shows that it is heard.
    for _ in range(int(STARTUP_SECONDS / GREETING_SECONDS)):
        with contextlib.suppress(Empty):
            await client.get_iopub_msg(timeout=GREETING_SECONDS)
            return
        if life.ended:
            break
        client.kernel_info()
    _raise_unstarted(log)


def _raise_unstarted(log: IO[bytes]) -> NoReturn:
    log.seek(0)
    lines = log.read().decode("utf-8", "replace").strip().splitlines()
    said = lines[-1] if lines else f"it did not answer within {STARTUP_SECONDS:g} s"
    raise NaranhiError(
        f"{sys.executable}: no kernel could be started: {said}; "
        "install what docs/requirements.txt lists into this Python"
    )


async def _tidy_up(client: AsyncKernelClient, life: _Life) -> None:
    client.stop_channels()
    client.context.destroy(linger=0)
    # An order that no zygote has taken yet finds its lifeline closed: nothing to wait for.
    begun = life.report.supervisor != 0
    if begun and not await life.until(lambda life: life.ended, ENDING_SECONDS):
        life.kill()
        await life.until(lambda life: life.ended, ENDING_SECONDS)
    life.forget()


@contextlib.contextmanager
def _temporary_folder() -> Iterator[Path]:
    long = len(os.path.realpath(tempfile.gettempdir())) + len("/naranhi-12345678") > _LONGEST_FOLDER
    where = "/tmp" if long else None  # noqa: S108 - mkdtemp makes a folder in it for us alone
    folder = Path(tempfile.mkdtemp("", "naranhi-", where)).resolve()
    try:
        yield folder
    finally:
        remove(folder)
