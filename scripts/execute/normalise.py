"""Outputs without what belongs to one run or to one machine: colours, folders, message ids.

What a lesson computed is never touched: no number, no name and no order of lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

# Part of the environment's fingerprint: a change here makes every record anew.
NORMALISERS_VERSION = "2"


@dataclass(frozen=True)
class Run:
    """What the normalisers have to know of one run.

    `folder` held everything that the run wrote; `packages` are the folders that Python imports
    from; `cells` maps the name that ipykernel gives to a cell's source, without its folder, to the
    cell's execution count; `launcher` is the program that the kernel runs in.
    """

    folder: str
    packages: tuple[str, ...] = ()
    cells: Mapping[str, int] = field(default_factory=dict)
    launcher: str = ""


def ansi_escapes(text: str, run: Run) -> str:
    """Leave out what only a terminal understands: colours, cursor moves, titles.

    >>> ansi_escapes("\\x1b[31mred\\x1b[0m", Run(""))
    'red'
    """
    # A lone escape goes too: what is left must not form a new sequence.
    return _ESCAPE.sub("", text).replace("\x1b", "")


def overwritten_lines(text: str, run: Run) -> str:
    """Leave out what a progress bar has written over, as a terminal shows it.

    >>> overwritten_lines("10%\\r100%\\ndone\\n", Run(""))
    '100%\\ndone\\n'
    """
    return _OVERWRITTEN.sub("", text.replace("\r\n", "\n")).replace("\r", "")


def cell_names(text: str, run: Run) -> str:
    """Name a cell as IPython does, not by the file that ipykernel would have kept it in.

    >>> cell_names("/tmp/ipykernel_7/12.py:3: UserWarning: x", Run("", cells={"12.py": 5}))
    'Cell In[5], line 3: UserWarning: x'
    >>> cell_names('File "/tmp/ipykernel_7/12.py", line 3, in f', Run("", cells={"12.py": 5}))
    'File "Cell In[5]", line 3, in f'
    """

    def name(match: re.Match[str]) -> str:
        number = run.cells.get(match["file"])
        cell = "Cell" if number is None else f"Cell In[{number}]"
        return f"{cell}, line {match['line']}" if match["line"] else cell

    return _CELL_FILE.sub(name, text)


def package_folders(text: str, run: Run) -> str:
    """Name a file of a package from the package on, wherever it is installed.

    >>> run = Run("", packages=("/venv/lib/python3.11/site-packages",))
    >>> package_folders("/venv/lib/python3.11/site-packages/jax/_src/core.py:7", run)
    'jax/_src/core.py:7'
    """
    for folder in sorted(run.packages, key=len, reverse=True):
        text = _without(text, folder.rstrip("/") + "/")
    return text


def run_folder(text: str, run: Run) -> str:
    """Leave out the temporary folder that holds the lesson's own working and temporary folders.

    >>> run_folder("/tmp/naranhi-x1/lesson/a.txt", Run("/tmp/naranhi-x1"))
    '/lesson/a.txt'
    """
    return _without(text, run.folder)


NORMALISERS: tuple[Callable[[str, Run], str], ...] = (
    ansi_escapes,
    overwritten_lines,
    cell_names,
    package_folders,
    run_folder,
)

_ESCAPE = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]"  # colours and cursor moves
    r"|\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles and links
    r"|[ -/]*[0-Z\\^-~])"  # all others
)
_OVERWRITTEN = re.compile(r"[^\n]*\r(?=[^\n])")
_CELL_FILE = re.compile(
    r"(?:/[^\s'\"<>:]*)?/ipykernel_\d+/(?P<file>\d+\.py)(?::(?P<line>\d+))?",
)

# Their content is another program's, with random ids, and a page cannot show it.
_WIDGET = "application/vnd.jupyter.widget-"


def normalise(text: str, run: Run) -> str:
    """Give the text as it is stored and shown; normalising it again changes nothing."""
    for normaliser in NORMALISERS:
        text = normaliser(text, run)
    return text


def normalise_traceback(entries: Iterable[str], run: Run) -> list[str]:
    """Give a traceback as IPython words it, an entry a frame, from the lesson's own frames on.

    JAX shows where a transformed function was traced by the whole stack, from the start of the
    kernel; IPython leaves its own frames out in all other tracebacks.
    """
    kept: list[str] = []
    kernels = 0
    for entry in (normalise(entry, run) for entry in entries):
        starts = bool(run.launcher) and entry.startswith(f"File {run.launcher}")
        if entry.startswith("File ") and (kernels or starts):
            kernels += 1
            continue
        if kernels:
            kept.append(f"    [... skipping hidden {kernels} frame]\n")
            kernels = 0
        kept.append(entry)
    return kept


def normalise_outputs(outputs: Iterable[Mapping[str, Any]], run: Run) -> tuple[dict[str, Any], ...]:
    """Give a cell's outputs as plain nbformat 4 values, joined and normalised."""
    return tuple(_normal_output(output, run) for output in _joined(outputs))


def _joined(outputs: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Join what was printed to one stream without anything else between."""
    last: dict[str, Any] | None = None
    for output in outputs:
        printed = output["output_type"] == "stream"
        if printed and last is not None and last["name"] == output["name"]:
            last["text"] += output["text"]
            continue
        if last is not None:
            yield last
        last = dict(output) if printed else None
        if not printed:
            yield dict(output)
    if last is not None:
        yield last


def _normal_output(output: Mapping[str, Any], run: Run) -> dict[str, Any]:
    kind = output["output_type"]
    if kind == "stream":
        text = normalise(output["text"], run)
        return {"output_type": kind, "name": output["name"], "text": text}
    if kind == "error":
        return {
            "output_type": kind,
            "ename": output["ename"],
            "evalue": normalise(output["evalue"], run),
            "traceback": normalise_traceback(output["traceback"], run),
        }
    data = {
        mime: normalise(value, run)
        if mime.startswith("text/") and isinstance(value, str)
        else value
        for mime, value in output["data"].items()
        if not mime.startswith(_WIDGET)
    }
    # Sizes of an image, by its media type; all other metadata is the front end's.
    metadata = {mime: value for mime, value in output["metadata"].items() if mime in data}
    normal = {"output_type": kind, "data": data, "metadata": metadata}
    if kind == "execute_result":
        normal["execution_count"] = output["execution_count"]
    return normal


def _without(text: str, part: str) -> str:
    while part and part in text:
        text = text.replace(part, "")
    return text
