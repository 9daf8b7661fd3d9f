"""The box: whatever a lesson tries in it, nothing outside its own folder is read or changed."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from scripts.diagnostic import NaranhiError
from scripts.execute import box
from scripts.execute.box import box_command, why_no_box
from scripts.execute.kernel import KernelOptions, started_kernel
from tests.test_execute_warm import outputs, printed

REPOSITORY = Path(__file__).resolve().parent.parent
CASES = json.loads((REPOSITORY / "tests" / "cases" / "execute" / "hostile.json").read_bytes())
BOXED = [KernelOptions(), KernelOptions(warm=False)]

only_in_a_box = pytest.mark.skipif(bool(why_no_box()), reason=f"no box here: {why_no_box()}")


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """Give a folder beside the kernel's own: a secret to read, and room to write."""
    (tmp_path / "secret").write_text("the tide turns at six", encoding="utf-8")
    (tmp_path / "secret").chmod(0o666)
    return tmp_path


@pytest.mark.kernel
@only_in_a_box
@pytest.mark.parametrize("options", BOXED, ids=["warm", "cold"])
def test_what_a_lesson_tries_stays_in_its_box(
    world: Path, options: KernelOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each case prints `contained`, or why it thinks that it got out."""
    monkeypatch.setenv("NARANHI_SECRET", "the tide turns at six")
    said: dict[str, str] = {}

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_greet, args=(server,), daemon=True).start()
        facts = {
            "WORLD": str(world),
            "PORT": str(server.getsockname()[1]),
            "BUILD": str(os.getpid()),
            "REPOSITORY": str(REPOSITORY),
        }

        async def work() -> None:
            async with started_kernel(world / "cache", options) as kernel:
                await outputs(kernel, f"FACTS = {facts!r}\n{CASES['setup']}")
                for case in CASES["cases"]:
                    said[case["label"]] = await _said(kernel, case)

        asyncio.run(work())
    assert {label: text for label, text in said.items() if text != "contained\n"} == {}
    assert sorted(path.name for path in world.iterdir()) == ["cache", "secret"]
    assert (world / "secret").read_text(encoding="utf-8") == "the tide turns at six"


async def _said(kernel: Any, case: dict[str, Any]) -> str:
    try:
        return await printed(kernel, "\n".join(case["code"]))
    except KeyError:
        return "nothing"


def _greet(server: socket.socket) -> None:
    while True:
        try:
            client, _ = server.accept()
        except OSError:
            return
        client.sendall(b"hello")
        client.close()


def test_without_a_box_only_trusted_lessons_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.execute.kernel.why_no_box", lambda: "it is not installed")
    monkeypatch.delenv(box.TRUST, raising=False)

    async def work() -> None:
        async with started_kernel(tmp_path):
            pass

    with pytest.raises(NaranhiError, match=r"without network.*it is not installed.*--trust"):
        asyncio.run(work())


def test_a_box_that_cannot_be_made_is_told_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box._why_no_box.cache_clear()
    try:
        monkeypatch.setenv("PATH", str(tmp_path))
        assert "is not installed" in why_no_box()
        (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n")
        (tmp_path / "bwrap").chmod(0o755)
        assert why_no_box() == "bubblewrap 0.8 or later is needed; it says: bwrap: No permissions"
        (tmp_path / "bwrap").write_text("#!/bin/sh\n")
        assert why_no_box() == ""
    finally:
        box._why_no_box.cache_clear()


def test_a_box_shows_what_is_there_and_nothing_twice(tmp_path: Path) -> None:
    for name in ("python", "python/lib", "packages"):
        (tmp_path / name).mkdir()
    given = [tmp_path / "packages", tmp_path / "python", tmp_path / "python/lib", tmp_path / "no"]
    command = box_command(tmp_path, ["/", "", *map(str, given)], {"JAX_PLATFORMS": "cpu"})
    bound = [path for how, path in itertools.pairwise(command) if how == "--ro-bind"]
    own = [path for path in bound if path.startswith(str(tmp_path)) and "/etc/" not in path]
    assert own == [str(tmp_path / "packages"), str(tmp_path / "python")]
    assert "/" not in bound
