"""How near our kernels are to the least that lessons can take: their cells in one warm process.

`python -m tests.bench.kernels 8` runs each of 8 lessons in a kernel, from its order to its end, and
in the warm process, the one right after the other: what else the machine does falls on both alike.
It prints the seconds of each lesson as JSON. What is done once a build, the start of the zygote and
of the other process, is done before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.diagnostic import errors
from scripts.execute.execution import execute
from scripts.execute.kernel import started_kernel
from scripts.lesson import Lessons
from scripts.lesson.reading import read_lessons
from scripts.outputs import OutputStore
from tests.bench import lesson_sets
from tests.bench.process import REPOSITORY


def main(arguments: list[str] | None = None) -> None:
    """Run each lesson once in each way, as a first build does; who begins changes."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.kernels", description=__doc__)
    parser.add_argument("lessons", type=int, metavar="N", help="lessons of 8 to 15 cells")
    wanted = parser.parse_args(arguments).lessons
    alone, kernels = [], []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, _warm_process() as warm:
        root = Path(folder)
        lesson_sets.make(root, wanted)
        lessons = read_lessons(root)
        store = OutputStore(root / "_build" / "outputs")
        asyncio.run(_start_zygote(root / "_build" / "cache"))
        assert warm.stdout is not None
        warm.stdout.readline()
        for number in range(wanted):
            if number % 2:
                alone.append(_in_one_process(warm, number))
            kernels.append(_in_a_kernel(lessons, store, number))
            if not number % 2:
                alone.append(_in_one_process(warm, number))
    sys.stdout.write(json.dumps({"alone": alone, "kernels": kernels}) + "\n")


def _in_a_kernel(lessons: Lessons, store: OutputStore, number: int) -> float:
    execution = execute(lessons, store, docnames=[f"lesson-{number:03}"], jobs=1)
    if failed := errors(execution.diagnostics):
        sys.exit("\n".join(map(str, failed)))
    return sum(result.seconds for result in execution.results if result.ran)


def _in_one_process(warm: subprocess.Popen[str], number: int) -> float:
    cells = lesson_sets.cells_of(number, seed="naranhi")
    assert warm.stdin is not None
    assert warm.stdout is not None
    sources = [(cell.source("en"), bool(cell.raises)) for cell in cells]
    warm.stdin.write(json.dumps(sources) + "\n")
    warm.stdin.flush()
    return float(warm.stdout.readline())


def _warm_process() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.bench.warm"],
        cwd=REPOSITORY,
        env={**os.environ, "JAX_PLATFORMS": "cpu", "MPLBACKEND": "agg"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


async def _start_zygote(cache: Path) -> None:
    async with started_kernel(cache):
        pass


if __name__ == "__main__":
    main()
