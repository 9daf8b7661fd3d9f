"""One kernel: a fresh process in a fresh folder, and nothing of either left afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from traitlets import Unicode

from scripts.diagnostic import NaranhiError
from scripts.execute.environment import kernel_variables

STARTUP_SECONDS = 180.0
ENDING_SECONDS = 15.0

LAUNCHER = Path(__file__).with_name("launch.py")

# The path of a socket has 104 bytes at most (macOS; Linux has 108), "/k-5" among them.
_LONGEST_FOLDER = 95


class OurPython(KernelSpecManager):
    """Knows one kernel, the Python that runs us, whatever kernels are installed or named."""

    folder = Unicode()

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Give how to start it in `folder`; nothing is read from the disk or written to it."""
        # -P: neither the folder of launch.py nor the lesson's own comes before installed packages.
        command = [sys.executable, "-P", str(LAUNCHER), self.folder, "-f", "{connection_file}"]
        return KernelSpec(
            argv=[*command, "--HistoryManager.hist_file=:memory:"],
            display_name="Python 3",
            language="python",
        )


@dataclass
class Kernel:
    """A running kernel, its client, and the folder that holds whatever it writes."""

    manager: AsyncKernelManager
    client: AsyncKernelClient
    process: subprocess.Popen[bytes]
    folder: Path

    def interrupt(self) -> None:
        """Raise KeyboardInterrupt in the cell that is running, if the kernel still lives."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)

    async def exit_code(self) -> int | None:
        """Give how a dying kernel ended, 128 + n where signal n killed it; None if it goes on."""
        return await _exit_code(self.process, ENDING_SECONDS)


@contextlib.asynccontextmanager
async def started_kernel(cache: Path) -> AsyncIterator[Kernel]:
    """Give a kernel that is ready; when the block ends, nothing of it is left.

    `cache` is for what may be kept from one kernel to the next, such as matplotlib's list of fonts.
    Raises `NaranhiError` where no kernel can be started.
    """
    with _temporary_folder() as folder, (folder / "log").open("w+b") as log:
        lifeline, held = os.pipe()
        manager = _manager(folder)
        client = None
        try:
            with os.fdopen(lifeline, "rb") as theirs:
                await _start(manager, folder, cache, theirs, log)
            client = manager.client()
            await _wait_until_ready(client, log)
            yield Kernel(manager, client, _process(manager), folder)
        finally:
            # Closing the pipe is what ends the kernel, all of it, also when nothing after this
            # line is reached any more; the rest is tidying up.
            os.close(held)
            tidying = asyncio.create_task(_tidy_up(manager, client))
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


def _process(manager: AsyncKernelManager) -> subprocess.Popen[bytes]:
    assert isinstance(manager.provisioner, LocalProvisioner)
    process: subprocess.Popen[bytes] | None = manager.provisioner.process
    assert process is not None
    return process


def _manager(folder: Path) -> AsyncKernelManager:
    return AsyncKernelManager(
        kernel_spec_manager=OurPython(folder=str(folder)),
        connection_file=str(folder / "kernel.json"),
        # Sockets in a private folder: no port to race for, nothing that others can connect to.
        transport="ipc",
        ip=str(folder / "k"),
    )


async def _start(
    manager: AsyncKernelManager, folder: Path, cache: Path, lifeline: IO[bytes], log: IO[bytes]
) -> None:
    for name in ("lesson", "tmp", "home", "ipython", "jupyter"):
        (folder / name).mkdir()
    (cache / "matplotlib").mkdir(parents=True, exist_ok=True)
    variables = kernel_variables(os.environ) | {
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_NO_CONFIG": "1",
        "JUPYTER_CONFIG_DIR": str(folder / "jupyter"),
        "JUPYTER_DATA_DIR": str(folder / "jupyter"),
        "JUPYTER_RUNTIME_DIR": str(folder / "jupyter"),
        "MPLCONFIGDIR": str(cache.absolute() / "matplotlib"),
    }
    await manager.start_kernel(
        cwd=str(folder / "lesson"), env=variables, stdin=lifeline, stdout=log, stderr=log
    )


async def _wait_until_ready(client: AsyncKernelClient, log: IO[bytes]) -> None:
    client.start_channels(stdin=False, hb=False)
    try:
        await client.wait_for_ready(timeout=STARTUP_SECONDS)
    except RuntimeError as error:
        log.seek(0)
        said = log.read().decode("utf-8", "replace").strip().splitlines()[-1:] or [str(error)]
        raise NaranhiError(
            f"{sys.executable}: no kernel could be started: {said[0]}; "
            "install what docs/requirements.txt lists into this Python"
        ) from error


async def _tidy_up(manager: AsyncKernelManager, client: AsyncKernelClient | None) -> None:
    if client is not None:
        client.stop_channels()
    if manager.has_kernel:
        process = _process(manager)
        if await _exit_code(process, ENDING_SECONDS) is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    await manager.cleanup_resources()


async def _exit_code(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    deadline = time.monotonic() + seconds
    while (code := process.poll()) is None and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    return code


@contextlib.contextmanager
def _temporary_folder() -> Iterator[Path]:
    long = len(os.path.realpath(tempfile.gettempdir())) + len("/naranhi-12345678") > _LONGEST_FOLDER
    # Safe to name: TemporaryDirectory makes a folder of its own in it, for us alone.
    where = "/tmp" if long else None  # noqa: S108
    with tempfile.TemporaryDirectory("", "naranhi-", where, ignore_cleanup_errors=True) as name:
        yield Path(name).resolve()
