"""Lessons that use up the machine or harm their own kernel: ended, named, and nothing is left."""

from __future__ import annotations

import asyncio
import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts.execute import kernel as kernels
from scripts.execute import limits
from scripts.execute.folders import remove
from scripts.execute.kernel import KernelOptions, started_kernel
from scripts.execute.limits import machine_limits, written
from scripts.execute.processes import descendants
from tests.test_execute_warm import in_no_box, outputs, printed
from tests.waiting import lives, wait_for

GB = 1 << 30


@pytest.mark.parametrize(
    ("memory", "total", "cores", "expected"),
    [(0, 32 * GB, 4, 4 * GB), (0, 16 * GB, 16, 2 * GB), (0, 2 * GB, 2, GB), (7, 2 * GB, 2, 7)],
    ids=["half of it, shared", "never too little to compile", "half of a small one", "as asked"],
)
def test_a_lesson_gets_its_share_of_the_memory(
    memory: int, total: int, cores: int, expected: int
) -> None:
    assert machine_limits(memory, 5, total=total, cores=cores).memory == expected


def test_empty_files_and_folders_count(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "empty").touch()
    assert 50 * 512 <= written(tmp_path, 1 << 30) <= 50 * 512 + 50 * 8192
    assert 1000 < written(tmp_path, 1000) < 10_000
    assert written(tmp_path / "gone", 1000) == 0


def test_a_folder_is_removed_whatever_is_in_it(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    (kept / "file").mkdir(parents=True)
    folder = tmp_path / "folder"
    deep = folder / "wide" / "2" / "1"
    deep.mkdir(parents=True)
    (folder / "3").touch()
    (deep / "link").symlink_to(kept)
    before = Path.cwd()
    try:
        os.chdir(deep)
        # Longer than any path may be, and deeper than Python may call itself.
        for _ in range(1100):
            os.mkdir("0123")  # noqa: PTH102 - as a lesson can
            os.chdir("0123")
    finally:
        os.chdir(before)
    (folder / "wide").chmod(0)
    folder.chmod(0)
    remove(folder)
    assert not folder.exists()
    assert (kept / "file").exists()
    remove(folder)


@dataclass(frozen=True)
class Ended:
    """How a kernel ended."""

    death: str | None
    code: int | None
    left: tuple[int, ...]


def run_to_its_end(cache: Path, options: KernelOptions, *cells: str) -> Ended:
    """Run cells until the kernel ends, and give what of its processes still lives."""

    async def work() -> Ended:
        async with started_kernel(cache, options) as kernel:
            for cell in cells[:-1]:
                await outputs(kernel, cell)
            started = descendants([kernel.pid])
            kernel.client.execute(cells[-1])
            code = await kernel.exit_code()
            return Ended(kernel.death(), code, tuple(pid for pid in started if lives(pid)))

    return asyncio.run(work())


# Two children each, down to the 8th generation: five hundred processes, should nobody stop them.
BOMB = """
import os, time
for generation in range(8):
    for _ in range(2):
        if os.fork() == 0:
            break
    else:
        break
time.sleep(600)
"""

THREADS = """
import threading, time
while True:
    threading.Thread(target=time.sleep, args=(600,)).start()
"""

GREED = [
    ("memory", KernelOptions(memory_limit=600 << 20), "x = b'x' * (3 << 29)", "600 MB of memory"),
    ("processes", KernelOptions(process_limit=40), BOMB, "40 processes"),
    ("threads", KernelOptions(process_limit=5), THREADS, "100 threads"),
]


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("options", "code", "said"), [g[1:] for g in GREED], ids=[g[0] for g in GREED]
)
def test_a_greedy_lesson_is_ended(
    tmp_path: Path, options: KernelOptions, code: str, said: str
) -> None:
    ended = run_to_its_end(tmp_path, options, code)
    assert ended.death is not None
    assert ended.death.endswith(f" more than {said}")
    assert (ended.code, ended.left) == (137, ())


MANY_FILES = """
for number in range(10_000):
    with open(f"{number}", "wb") as file:
        file.write(bytes(1 << 20))
"""

# It cannot grow beyond the limit, however fast it is written.
ONE_FILE = """
import time
with open("large", "wb", buffering=0) as file:
    try:
        while True:
            file.write(bytes(1 << 20))
    except OSError:
        time.sleep(600)
"""


@pytest.mark.kernel
@pytest.mark.parametrize("code", [MANY_FILES, ONE_FILE], ids=["many files", "one file"])
def test_a_lesson_that_fills_the_disk_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr(limits, "_DISK", 40 << 20)
    ended = run_to_its_end(tmp_path, KernelOptions(), code)
    assert ended.death == "it wrote more than 40 MB to the disk"


# What a lesson may do to itself, and what its next cell prints all the same.
HARM = [
    ("deletes its folder", "import os, shutil; shutil.rmtree(os.getcwd())", ""),
    ("deletes all", "import os, shutil; shutil.rmtree(os.path.dirname(os.getcwd()), True)", ""),
    ("changes the folder", "import os; os.chdir('/')", ""),
    ("closes its streams", "import os\nfor file in range(3):\n    os.close(file)", ""),
    ("has no streams", "import sys; sys.stdout = sys.stderr = None", ""),
    ("deletes its streams", "import sys; del sys.stdout, sys.stderr", ""),
    ("asks to leave", "import sys; sys.exit(3)", "SystemExit"),
    ("interrupts itself", "raise KeyboardInterrupt", "KeyboardInterrupt"),
    ("ends its group", "import os, signal; os.killpg(0, signal.SIGINT)", "KeyboardInterrupt"),
]


@pytest.mark.kernel
@pytest.mark.parametrize(("code", "error"), [h[1:] for h in HARM], ids=[h[0] for h in HARM])
def test_what_harms_a_lesson_alone_is_survived(tmp_path: Path, code: str, error: str) -> None:
    async def work() -> tuple[str, str]:
        async with started_kernel(tmp_path) as kernel:
            found = await outputs(kernel, code)
            names = "".join(one["ename"] for one in found if one["type"] == "error")
            return names, await printed(kernel, "print(6 * 7)")

    assert asyncio.run(work()) == (error, "42\n")


ENDS = [
    ("leaves at once", "import os; os._exit(3)", None, 3),
    ("kills itself", "import os; os.kill(os.getpid(), 9)", None, 137),
    ("breaks", "import os; os.abort()", None, 134),
    ("hangs up", "import os, signal; os.killpg(0, signal.SIGTERM)", None, 143),
]


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("code", "death", "number"), [e[1:] for e in ENDS], ids=[e[0] for e in ENDS]
)
def test_how_a_lesson_ended_is_told(
    tmp_path: Path, code: str, death: str | None, number: int
) -> None:
    child = "import subprocess; subprocess.Popen(['sleep', '600'], start_new_session=True)"
    assert run_to_its_end(tmp_path, KernelOptions(), child, code) == Ended(death, number, ())


@pytest.mark.kernel
def test_a_stopped_supervisor_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_no_box(monkeypatch)
    monkeypatch.setattr(kernels, "ENDING_SECONDS", 1.0)
    code = "import os, signal; os.kill(os.getppid(), signal.SIGSTOP)"

    async def work() -> list[int]:
        async with started_kernel(tmp_path) as kernel:
            with contextlib.suppress(KeyError):
                await printed(kernel, code)
            return descendants([kernel.pid])

    started = asyncio.run(work())
    wait_for(lambda: not any(lives(pid) for pid in started))
