"""Warm kernels: which lessons may have one, and that nobody can tell them from cold ones."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.asynchronous.client import AsyncKernelClient

from scripts.execute import kernel as kernel_module
from scripts.execute import warm
from scripts.execute.environment import kernel_variables
from scripts.execute.kernel import Kernel, KernelOptions, needs_cold_kernel, started_kernel
from scripts.execute.processes import descendants
from scripts.execute.warm import Zygote
from scripts.machine import cores
from tests.waiting import lives, wait_for

REPOSITORY = Path(__file__).resolve().parent.parent
CASES = json.loads((REPOSITORY / "tests" / "cases" / "execute" / "cold.json").read_bytes())

WARM, COLD = KernelOptions(), KernelOptions(warm=False)

only_on_linux = pytest.mark.skipif(not warm.CAN_BE_WARM, reason="there are no warm kernels here")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_a_lesson_is_cold_just_when_an_import_can_tell(case: dict[str, Any]) -> None:
    assert needs_cold_kernel(case["cells"]) == case["cold"]


async def outputs(kernel: Kernel, code: str) -> list[dict[str, Any]]:
    """Run one cell, and give what it put out."""
    asked = kernel.client.execute(code)
    found: list[dict[str, Any]] = []
    while True:
        message = await kernel.client.get_iopub_msg(timeout=120)
        if message["parent_header"].get("msg_id") != asked:
            continue
        content = message["content"]
        if message["msg_type"] == "status" and content["execution_state"] == "idle":
            return found
        if message["msg_type"] in {"stream", "display_data", "execute_result", "error"}:
            found.append({"type": message["msg_type"], **content})
        if len(found) > 1 and found[-1].get("name") == found[-2].get("name", ""):
            # A busy machine prints one text in several parts.
            found[-2]["text"] += found.pop()["text"]


async def printed(kernel: Kernel, code: str) -> str:
    """Run one cell, and give what it printed, as one text."""
    return "".join(found["text"] for found in await outputs(kernel, code))


def run(cache: Path, options: KernelOptions, *cells: str) -> list[list[dict[str, Any]]]:
    """Run cells in a kernel of their own, and give what each put out."""

    async def run_all() -> list[list[dict[str, Any]]]:
        async with started_kernel(cache, options) as kernel:
            return [await outputs(kernel, code) for code in cells]

    return asyncio.run(run_all())


def texts(found: Sequence[Sequence[dict[str, Any]]]) -> list[str]:
    return ["".join(output.get("text", "") for output in cell) for cell in found]


# What an import settles, or finds already settled; each must be as in a Python of its own.
SETTLED = [
    "import jax, jax.numpy as jnp\njax.make_jaxpr(jnp.sin)(1.0)",
    "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\nplt.title('tide')\nplt.show()",
    "plt.plot([3, 1])",
    "print(plt.get_backend(), plt.isinteractive(), plt.rcParams['figure.dpi'])",
    "with jax.log_compiles():\n    print('before'); jax.jit(lambda x: x.sum())(jnp.ones(3))",
    "jnp.ones(3) @ jnp.ones(4)",
    "@jax.jit\ndef f(x):\n    if x > 0:\n        return x\nf(1.0)",
    "import sys, os, logging, warnings\nprint(sys.argv[0], sys.path[-1:], sys.flags.safe_path)",
    "print([h.level for h in logging.getLogger().handlers], sorted(map(str, warnings.filters)))",
    "print(sorted({'ebb', 'flow', 'spring', 'neap'}, key=hash), os.getpgid(0) == os.getpid())",
    "print(sorted(n for n in os.environ if n not in ('HOME', 'PATH', 'TMPDIR')))",
    "print(sorted(name for name in globals() if name[0] != '_'))",
    "import tempfile\nprint(tempfile.gettempdir() == os.environ['TMPDIR'])",
    "print(os.path.expanduser('~') == os.environ['HOME'], os.listdir())",
    "try:\n    import scripts\nexcept ImportError as error:\n    print(error)",
    "import debugpy\nprint(debugpy.__name__)",
    "1 / 0",
]


def comparable(found: Sequence[Sequence[dict[str, Any]]]) -> str:
    """Leave out what is another thing in each process: times, and the cells' temporary files."""
    text = json.dumps(found, indent=1)
    for pattern, name in (
        (r"0x[0-9a-f]{9,}", "ADDRESS"),
        (r"ipykernel_\d+", "PROCESS"),
        (r"\d\.\d+(e-\d+)? sec", "TIME"),
        (r"/[^ \"]*naranhi-\w+", "FOLDER"),
    ):
        text = re.sub(pattern, name, text)
    return text


@pytest.mark.kernel
@only_on_linux
def test_nobody_can_tell_a_warm_kernel_from_a_cold_one(tmp_path: Path) -> None:
    # From the second order on the zygote prepares tracebacks, too, while the cold kernel runs.
    run(tmp_path, WARM), run(tmp_path, WARM)
    cold, warm = (run(tmp_path, options, *SETTLED) for options in (COLD, WARM))
    for code, one, other in zip(SETTLED, cold, warm, strict=True):
        assert comparable([other]) == comparable([one]), code
    assert "image/svg+xml" in warm[1][0]["data"]
    assert "image/svg+xml" in warm[2][-1]["data"]


# A logger flushes its stream, print does not.
ORDER = """
import sys
for tide in range(3):
    print(f"high {tide}")
    sys.stderr.write(f"low {tide}\\n")
    sys.stderr.flush()
"""


@pytest.mark.kernel
def test_what_is_printed_comes_out_in_order(tmp_path: Path) -> None:
    (found,) = run(tmp_path, WARM, ORDER)
    assert [(output["name"], output["text"]) for output in found] == [
        (name, f"{word} {tide}\n")
        for tide in range(3)
        for name, word in (("stdout", "high"), ("stderr", "low"))
    ]


@pytest.mark.kernel
def test_a_kernel_whose_greeting_is_lost_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    listen = AsyncKernelClient.get_iopub_msg

    async def without_greeting(client: AsyncKernelClient, timeout: float) -> dict[str, Any]:
        while True:
            message = await listen(client, timeout=timeout)
            heard.append(message["msg_type"])
            if message["parent_header"]:
                return message

    monkeypatch.setattr(kernel_module, "GREETING_SECONDS", 0.5)
    monkeypatch.setattr(AsyncKernelClient, "get_iopub_msg", without_greeting)
    assert texts(run(tmp_path, WARM, "print(6 * 7)")) == ["42\n"]
    assert "iopub_welcome" in heard


# XLA adds up parts of an array in as many threads as it has, and their sums to one.
SUMS = """
import jax, numpy as np
x = jax.random.normal(jax.random.key(0), (700, 900))
for sum in x.sum(), (x @ x.T).mean():
    print(np.asarray(sum).tobytes().hex(), end=" ")
"""


@pytest.mark.kernel
@only_on_linux
@pytest.mark.skipif(cores() < 2, reason="one core is all there is")
@pytest.mark.parametrize("options", [WARM, COLD], ids=["warm", "cold"])
def test_the_last_digit_does_not_depend_on_the_number_of_cores(
    tmp_path: Path, options: KernelOptions
) -> None:
    all_cores = os.sched_getaffinity(0)
    sums = texts(run(tmp_path, options, SUMS))
    try:
        # Zygotes keep to the cores of who starts them.
        warm._end_shared()
        os.sched_setaffinity(0, {min(all_cores)})
        assert texts(run(tmp_path, options, SUMS)) == sums
    finally:
        os.sched_setaffinity(0, all_cores)
        warm._end_shared()


# With a backend of JAX running; IPython forks for the first two, the last forks itself.
FORKS = [
    "import jax\nx = jax.numpy.ones(3)",
    "!echo ebb",
    "import warnings\nwarnings.simplefilter('error')\n!echo flow\nwarnings.simplefilter('default')",
    "import os\nif (pid := os.fork()) == 0:\n    os._exit(0)\nos.waitpid(pid, 0)[1]",
]


@pytest.mark.kernel
@pytest.mark.parametrize("options", [WARM, COLD], ids=["warm", "cold"])
def test_a_shell_command_warns_of_no_fork_but_a_fork_does(
    tmp_path: Path, options: KernelOptions
) -> None:
    _, *shell, forked = texts(run(tmp_path, options, *FORKS))
    assert shell == ["ebb\r\n", "flow\r\n"]
    assert "RuntimeWarning: os.fork() was called" in forked


HANGUL = """
import matplotlib.pyplot as plt
plt.plot([-1, 1])
plt.title("밀물과 썰물 (tide)")
plt.show()
"""


@pytest.mark.kernel
@pytest.mark.parametrize("options", [WARM, COLD], ids=["warm", "cold"])
def test_hangul_in_a_figure_is_drawn_without_a_warning(
    tmp_path: Path, options: KernelOptions
) -> None:
    ((figure,),) = run(tmp_path, options, HANGUL)
    assert "NanumGothic" in figure["data"]["image/svg+xml"]


RANDOM = "import random, numpy as np\nprint(random.random(), np.random.rand(), end=' ')"


@pytest.mark.kernel
@only_on_linux
def test_warm_kernels_do_not_share_what_is_random(tmp_path: Path) -> None:
    numbers = "".join(texts([*run(tmp_path, WARM, RANDOM), *run(tmp_path, WARM, RANDOM)])).split()
    assert len(set(numbers)) == len(numbers) == 4


@pytest.mark.kernel
@only_on_linux
def test_a_killed_zygote_is_replaced_and_its_kernels_go_on(tmp_path: Path) -> None:
    async def work() -> list[str]:
        async with started_kernel(tmp_path) as first:
            zygote = warm._shared
            assert zygote is not None
            os.kill(zygote._process.pid, signal.SIGKILL)
            async with started_kernel(tmp_path) as second:
                return [await printed(kernel, "print(6 * 7)") for kernel in (first, second)]

    assert asyncio.run(work()) == ["42\n", "42\n"]


@pytest.mark.kernel
@only_on_linux
def test_a_killed_supervisor_takes_its_kernel_and_what_that_started_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_no_box(monkeypatch)
    code = (
        "import os, subprocess\nchild = subprocess.Popen(['sleep', '600'], start_new_session=True)"
    )

    async def work() -> tuple[str, str | None, int | None]:
        async with started_kernel(tmp_path) as kernel:
            await outputs(kernel, code)
            child = await printed(kernel, "print(child.pid)")
            kernel.client.execute("os.kill(os.getppid(), 9)")
            code_of_end = await kernel.exit_code()
            return child, kernel.death(), code_of_end

    child, death, code_of_end = asyncio.run(work())
    assert death == "it ended the process that looks after it"
    assert code_of_end == 128 + signal.SIGKILL
    wait_for(lambda: not lives(int(child)))


@pytest.mark.kernel
@only_on_linux
def test_a_zygote_that_must_not_fork_says_so_and_kernels_are_cold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A module of Python's own that starts a thread or a backend when it is imported is hard to
    # find; this one is installed for the test.
    (tmp_path / "threaded.py").write_text(
        "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()\n"
    )
    variables = {**kernel_variables(os.environ), "PYTHONPATH": str(tmp_path)}
    zygote = Zygote(variables, ["threaded"])
    try:
        wait_for(lambda: not zygote.lives)
        assert zygote.refuses
        assert zygote.said() == "kernels cannot be warm: importing has started 1 threads"
    finally:
        zygote.end()
    monkeypatch.setattr("scripts.execute.kernel.order_warm", lambda *_: False)
    assert texts(run(tmp_path / "cache", WARM, "print(6 * 7)")) == ["42\n"]


RUNNER = """
import asyncio, sys
sys.path.insert(0, {repository!r})
from pathlib import Path
from scripts.execute.kernel import started_kernel
async def work():
    async with started_kernel(Path({cache!r})) as kernel:
        print("ready", flush=True)
        kernel.client.execute("import time; time.sleep(600)")
        await asyncio.sleep(600)
print("begins", flush=True)
asyncio.run(work())
"""


@pytest.mark.kernel
@only_on_linux
@pytest.mark.parametrize("moment", ["begins", "imports", "ready"])
def test_nothing_outlives_a_killed_build(tmp_path: Path, moment: str) -> None:
    temporary = tmp_path / "t"
    temporary.mkdir()
    runner = subprocess.Popen(
        [
            sys.executable,
            "-c",
            RUNNER.format(repository=str(REPOSITORY), cache=str(tmp_path / "c")),
        ],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert runner.stdout is not None
    assert runner.stdout.readline() == "begins\n"
    if moment == "imports":
        wait_for(lambda: bool(started_by(runner.pid)))
    if moment == "ready":
        assert runner.stdout.readline() == "ready\n"
    everyone = started_by(runner.pid)
    runner.kill()
    runner.wait()
    runner.stdout.close()
    wait_for(lambda: not any(lives(pid) for pid in everyone))
    if moment == "ready":
        assert len(everyone) >= 3
        wait_for(lambda: list(temporary.iterdir()) == [])


def started_by(pid: int) -> list[int]:
    return [found for found in descendants([pid]) if found != pid]


def in_no_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let kernels run as they do where no box can be made."""
    monkeypatch.setattr("scripts.execute.kernel.why_no_box", lambda: "not in this test")
