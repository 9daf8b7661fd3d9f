"""Our kernels one after another: what lessons take of one warm process, with a kernel for each.

Takes a folder of lessons and prints the seconds from the order of each lesson's kernel to its end,
summed. What is done once a build, the start of the zygote, is done before.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from scripts.diagnostic import errors
from scripts.execute.execution import execute
from scripts.execute.kernel import started_kernel
from scripts.lesson import read_lessons
from scripts.outputs import OutputStore


def main(root: Path) -> None:
    """Run each lesson once, as a first build does."""
    store = OutputStore(root / "_build" / "outputs")
    asyncio.run(_start_zygote(root / "_build" / "cache"))
    execution = execute(read_lessons(root), store, jobs=1)
    if failed := errors(execution.diagnostics):
        sys.exit("\n".join(map(str, failed)))
    seconds = sum(result.seconds for result in execution.results if result.ran)
    sys.stdout.write(json.dumps({"seconds": seconds}) + "\n")


async def _start_zygote(cache: Path) -> None:
    async with started_kernel(cache):
        pass


if __name__ == "__main__":
    main(Path(sys.argv[1]))
