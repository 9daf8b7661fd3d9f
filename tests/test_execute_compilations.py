"""Compiled code that is kept: quicker, never seen, and harmless when it is damaged."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from scripts.execute.cold import shows_compiling
from scripts.execute.compilations import Compilations, collect, limit_size
from scripts.execute.environment import compilations_folder
from scripts.execute.kernel import started_kernel
from tests.test_execute_warm import COLD, WARM, comparable, only_on_linux, outputs, run

REPOSITORY = Path(__file__).resolve().parent.parent
CASES = json.loads((REPOSITORY / "tests" / "cases" / "execute" / "compiling.json").read_bytes())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_a_lesson_that_could_tell_compiles_anew(case: dict[str, Any]) -> None:
    assert shows_compiling(case["cells"]) == case["shows"]


def lesson(folder: Path, shared: Path) -> Compilations:
    """Give what the next lesson keeps, in a folder of its own."""
    return Compilations(str(shared), str(folder))


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 100], ids=["empty", "half", "other"])
def test_a_damaged_entry_is_none_and_is_written_anew(tmp_path: Path, damage: bytes) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "a").write_bytes(damage)
    kept = lesson(tmp_path / "1", shared)
    assert kept.get("a") is None
    kept.put("a", b"code")
    assert kept.get("a") == b"code"
    collect(str(tmp_path / "1"), str(shared))
    assert lesson(tmp_path / "2", shared).get("a") == b"code"


def test_a_folder_that_cannot_be_written_to_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = lesson(tmp_path / "file", tmp_path / "file")
    kept.put("a", b"code")
    assert kept.get("a") is None
    collect(str(tmp_path / "file"), str(tmp_path / "shared"))
    collect(str(tmp_path), str(tmp_path / "file"))


def test_only_whole_entries_get_to_others(tmp_path: Path) -> None:
    own, shared = tmp_path / "own", tmp_path / "shared"
    kept = lesson(own, shared)
    kept.put("jit_f-0a", b"code")
    (own / "half").write_bytes((own / "jit_f-0a").read_bytes()[:-1])
    (own / "link").symlink_to("/etc/hostname")
    (own / "folder").mkdir()
    (own / "a name.part").write_bytes((own / "jit_f-0a").read_bytes())
    os.mkfifo(own / "pipe")
    collect(str(own), str(shared))
    assert [path.name for path in shared.iterdir()] == ["jit_f-0a"]


def test_what_was_not_read_for_the_longest_time_goes_first(tmp_path: Path) -> None:
    shared = tmp_path / "key"
    kept = lesson(tmp_path / "1", shared)
    for name in "abc":
        kept.put(name, bytes(1000))
    collect(str(tmp_path / "1"), str(shared))
    for age, name in enumerate("abc"):
        os.utime(shared / name, (age, age))
    lesson(tmp_path / "2", shared).get("a")
    collect(str(tmp_path / "2"), str(shared))
    shutil.rmtree(tmp_path / "1")
    shutil.rmtree(tmp_path / "2")
    limit_size(tmp_path, 2500)
    assert sorted(path.name for path in shared.iterdir()) == ["a", "c"]
    limit_size(tmp_path / "nowhere", 0)


def test_other_flags_never_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compilations_folder(tmp_path)
    assert first == compilations_folder(tmp_path)
    monkeypatch.setenv("XLA_FLAGS", "--xla_cpu_enable_fast_math=true")
    assert compilations_folder(tmp_path) != first


CELLS = [
    "import jax, jax.numpy as jnp\nx = jnp.linspace(0.0, 1.0, 50)",
    "jax.jit(lambda x: jnp.sin(x) @ jnp.cos(x))(x), jax.grad(lambda x: (x**3).sum())(x)",
    "jax.lax.scan(lambda c, y: (c + y, c * y), 0.0, x)[1]",
    "jax.random.normal(jax.random.key(0), (3, 3))",
    "jax.debug.print('{}', x[0])\nprint(jax.devices())",
    "jnp.log(-x), jnp.linalg.inv(jnp.eye(3) * 2)",
]


@pytest.mark.kernel
@only_on_linux
def test_nobody_can_tell_what_was_compiled_before(tmp_path: Path) -> None:
    expected = comparable(run(tmp_path, COLD, *CELLS))
    assert comparable(run(tmp_path, WARM, *CELLS)) == expected
    entries = sorted(path for path in compilations_folder(tmp_path).iterdir())
    assert len(entries) > 5
    assert comparable(run(tmp_path, WARM, *CELLS)) == expected
    for number, path in enumerate(entries):
        # As a killed process, a full disk and a bad one leave them.
        path.write_bytes([b"", path.read_bytes()[:-9], bytes(500)][number % 3])
    assert comparable(run(tmp_path, WARM, *CELLS)) == expected
    assert sorted(path for path in compilations_folder(tmp_path).iterdir()) == entries


COMPILING = "print('begins', flush=True)\nfor k in range(500):\n    jax.jit(lambda y: y * k + 1)(x)"


@pytest.mark.kernel
@only_on_linux
def test_a_kernel_that_is_killed_while_it_compiles_leaves_whole_entries(tmp_path: Path) -> None:
    async def killed(seconds: float) -> None:
        async with started_kernel(tmp_path) as kernel:
            await outputs(kernel, CELLS[0])
            kernel.client.execute(COMPILING)
            while (await kernel.client.get_iopub_msg(timeout=120))["msg_type"] != "stream":
                pass
            await asyncio.sleep(seconds)
            os.kill(kernel.pid, signal.SIGKILL)

    def entries() -> list[str]:
        names = [path.name for path in compilations_folder(tmp_path).iterdir()]
        return [name for name in names if not name.endswith(".part")]

    drawn = random.Random(0)
    kills = 0
    # A busy machine compiles less before each end, so that it gets more time.
    while kills < 12 or len(entries()) <= 20:
        asyncio.run(killed(drawn.uniform(0.0, 0.3 * (1 + kills // 12))))
        kills += 1
    kept = lesson(tmp_path / "own", compilations_folder(tmp_path))
    whole = entries()
    assert all(kept.get(name) is not None for name in whole)
    assert comparable(run(tmp_path, WARM, *CELLS)) == comparable(run(tmp_path, COLD, *CELLS))
