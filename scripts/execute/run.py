"""Run the cells of one lesson in one kernel: plain values in, plain values out."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import nbformat
from ipykernel.compiler import get_tmp_hash_seed, murmur2_x86
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError

from scripts.diagnostic import NaranhiError
from scripts.execute.comparable import hiding
from scripts.execute.expectations import CellRun, Ending, executions, fulfils
from scripts.execute.jobs import Job
from scripts.execute.kernel import Kernel, package_folders, started_kernel, suitable_options
from scripts.execute.memory import forget_peak, peak_memory
from scripts.execute.normalise import (
    Run,
    changing,
    normalise,
    normalise_outputs,
    normalise_traceback,
)
from scripts.execute.warm import LAUNCHER
from scripts.lesson import Cell

# Characters of text and of base64; a page with more in one cell helps nobody. Each thing displayed
# counts for some more, so that a flood of small ones is one, too.
OUTPUT_LIMIT = 5_000_000
_DISPLAYED = 1000

# How long a cell has, once interrupted, to say where it was.
INTERRUPT_SECONDS = 5.0

# How long a cell's last output may take after its end, on a machine that is busy.
_OUTPUT_SECONDS = 60


async def run_cells(job: Job, *, cell_done: Callable[[int], None]) -> tuple[CellRun, ...]:
    """Give what each cell did, up to the last one or to the first that did what it should not.

    Raises `NaranhiError` where no kernel can be started.
    """
    notebook = _notebook([{"source": cell.source} for cell in job.cells])
    options = suitable_options(job.kernel, [cell.source for cell in job.cells])
    async with started_kernel(Path(job.cache), options) as kernel:
        client = _Client(notebook, kernel)
        deadline = time.monotonic() + job.lesson_timeout
        ends: list[_End] = []
        for cell in job.cells:
            left = deadline - time.monotonic()
            if cell.skipped:
                end = _End("skipped")
            elif left < job.cell_timeout:
                limit = f"the {job.lesson_timeout:g} s that a lesson has"
                end = await _run_measured(client, cell.index, max(0.0, left), limit)
            else:
                limit = f"{job.cell_timeout:g} s"
                end = await _run_measured(client, cell.index, job.cell_timeout, limit)
            ends.append(end)
            cell_done(cell.index)
            if not fulfils(cell, end.ending, end.reply.get("ename")):
                break
        # Only now, since a cell may have changed what an earlier one displays.
        return _cell_runs(job.cells, ends, notebook.cells, str(kernel.folder))


@dataclass(frozen=True)
class _End:
    """How a cell ended, and what the kernel said of it last."""

    ending: Ending
    seconds: float = 0.0
    message: str = ""
    reply: dict[str, Any] = field(default_factory=dict)
    peak_memory: int = 0


class _Client(NotebookClient):
    """Runs cells in our kernel, keeps the kernel's last reply, and stops a flood of output."""

    def __init__(self, notebook: Any, kernel: Kernel) -> None:
        super().__init__(
            notebook,
            allow_errors=True,
            timeout=None,
            iopub_timeout=_OUTPUT_SECONDS,
            raise_on_iopub_timeout=True,
            on_cell_executed=self._keep_reply,
        )
        self.kc = kernel.client
        self.kernel = kernel
        self.begin_cell()

    def begin_cell(self) -> None:
        self.reply: dict[str, Any] = {}
        self.received = 0

    @property
    def flooded(self) -> bool:
        return self.received > OUTPUT_LIMIT

    def process_message(self, msg: dict[str, Any], cell: Any, cell_index: int) -> Any:
        content = msg["content"]
        texts = [content.get("text"), *(content.get("data") or {}).values()]
        self.received += 0 if msg["msg_type"] == "stream" else _DISPLAYED
        self.received += sum(len(text) for text in texts if isinstance(text, str))
        if not self.flooded:
            return super().process_message(msg, cell, cell_index)
        if self.task_poll_for_reply is not None:
            self.task_poll_for_reply.cancel()
        return None

    def _keep_reply(self, *, execute_reply: dict[str, Any], **_: Any) -> None:
        self.reply = execute_reply["content"]


async def _run_measured(client: _Client, index: int, seconds_left: float, limit: str) -> _End:
    """Run a cell and say what memory it took, whatever became of it."""
    pid = client.kernel.pid
    forget_peak(pid)
    end = await _run_cell(client, index, seconds_left, limit)
    return replace(end, peak_memory=peak_memory(pid))


async def _run_cell(client: _Client, index: int, seconds_left: float, limit: str) -> _End:
    client.begin_cell()
    started = time.monotonic()
    task = asyncio.ensure_future(client.async_execute_cell(client.nb.cells[index], index))
    try:
        await asyncio.wait({task}, timeout=seconds_left)
        in_time = task.done()
        if not in_time:
            client.kernel.interrupt()
            await asyncio.wait({task}, timeout=INTERRUPT_SECONDS)
    finally:
        task.cancel()
        (problem,) = await asyncio.gather(task, return_exceptions=True)
    seconds = time.monotonic() - started
    if client.flooded:
        return _End("output-limit", seconds, f"{OUTPUT_LIMIT / 1e6:.0f} MB")
    if not in_time:
        return _End("time-out", seconds, limit, client.reply)
    if isinstance(problem, DeadKernelError):
        return _End("kernel-died", seconds, await _death(client.kernel))
    if isinstance(problem, CellTimeoutError):
        return _End("time-out", seconds, f"{_OUTPUT_SECONDS} s after its end to print")
    if isinstance(problem, nbformat.ValidationError):
        # What a cell displays is checked as it arrives.
        return _End("invalid-output", seconds, str(problem.message).split("\n", 1)[0][:200])
    if isinstance(problem, Exception) and not isinstance(problem, NaranhiError):
        # A lesson can send whatever it likes in the place of an output.
        what = f"{type(problem).__name__}: {problem}".split("\n", 1)[0]
        return _End("invalid-output", seconds, what[:200])
    if isinstance(problem, BaseException):
        raise problem
    if client.reply.get("status", "ok") != "ok":
        return _End("error", seconds, reply=client.reply)
    # An error below `%%capture` stands on the page, though the cell goes on after it.
    shown = [one for one in client.nb.cells[index].outputs if one["output_type"] == "error"]
    return _End("error", seconds, reply=dict(shown[-1])) if shown else _End("ok", seconds)


async def _death(kernel: Kernel) -> str:
    """Say how a kernel ended: why it was ended, or its exit code."""
    code = await kernel.exit_code()
    if reason := kernel.death():
        return reason
    if code is None:
        return "it does not answer any more"
    if code == 128 + signal.SIGKILL:
        return "it was killed, most often because the memory was used up"
    if code > 128:
        return f"it was ended by {signal.Signals(code - 128).name}"
    return f"it ended with exit code {code}"


def _cell_runs(
    cells: Sequence[Cell], ends: Sequence[_End], nodes: Sequence[Any], folder: str
) -> tuple[CellRun, ...]:
    runs = []
    names: dict[str, int] = {}
    packages = (*package_folders(), *_environment_folder())
    for cell, end, node in zip(cells, ends, nodes, strict=False):
        if end.ending != "skipped" and cell.source.strip():
            names[_file_name(cell.source)] = executions(cells, cell)
        run = Run(folder, packages, dict(names), str(LAUNCHER))
        given = json.loads(json.dumps(node.outputs))
        outputs = normalise_outputs(given, run)
        ending, message = end.ending, end.message
        if ending == "error":
            message = normalise(end.reply.get("evalue", ""), run)
        traceback = "\n".join(normalise_traceback(end.reply.get("traceback", []), run))
        error = end.reply.get("ename")
        seconds = round(end.seconds, 4)
        runs.append(
            CellRun(
                ending,
                outputs,
                error,
                message,
                traceback,
                seconds,
                end.peak_memory,
                (*changing(given, run), *hiding(outputs)),
            )
        )
    return tuple(runs)


def _environment_folder() -> tuple[str, ...]:
    """Give the folder of the environment that Python runs in, where it has one of its own."""
    return () if sys.prefix == sys.base_prefix else (sys.prefix,)


def _file_name(source: str) -> str:
    """Give the name of the file that ipykernel says a cell stands in, as its `get_file_name`."""
    seed = get_tmp_hash_seed()
    return f"{murmur2_x86(source, seed)}.py"


def _notebook(cells: Sequence[dict[str, Any]]) -> Any:
    nodes = [nbformat.v4.new_code_cell(**cell) for cell in cells]
    return nbformat.v4.new_notebook(cells=nodes)
