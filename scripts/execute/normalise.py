"""Outputs without what belongs to one run or to one machine: colours, folders, addresses, ids.

What a lesson computed is never touched: no number, no name and no order of lines. Where something
is taken out of the middle of a text, three dots stand in its place, or the letters of a date: no
digit is made up. Times that IPython or JAX has measured stay, since a reader wants them; how two
outputs are compared in spite of them, `comparable` says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Part of the environment's fingerprint: a change here makes every record anew.
NORMALISERS_VERSION = "5"


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
    return _ESCAPE.sub("", text).replace("\x1b", "").replace("\x9b", "")


def overwritten_lines(text: str, run: Run) -> str:
    """Leave out what a progress bar has written over, as a terminal shows it.

    >>> overwritten_lines("10%\\r100%\\ndone\\n", Run(""))
    '100%\\ndone\\n'
    """
    if "\r" not in text:
        return text
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))


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
        name = folder.rstrip("/")
        text = _without(text, name + "/")
        # The folder itself, as `sys.path` names it.
        text = re.sub(rf"(?<![\w./-]){re.escape(name)}(?![\w./-])", "...", text)
    return text


def run_folder(text: str, run: Run) -> str:
    """Leave out the temporary folder that holds the lesson's own working and temporary folders.

    >>> run_folder("/tmp/naranhi-x1/lesson/a.txt", Run("/tmp/naranhi-x1"))
    '/lesson/a.txt'
    """
    return _without(text, run.folder)


def control_characters(text: str, run: Run) -> str:
    """Leave out characters that no page can show; what a backspace takes back goes with it.

    >>> control_characters("12%\\x08\\x08\\x083%\\x07", Run(""))
    '3%'
    """
    if "\x08" in text:
        text = "\n".join(_taken_back(line) for line in text.split("\n"))
    return _CONTROL.sub("", text)


def memory_addresses(text: str, run: Run) -> str:
    """Leave out where in memory an object, or a thread's stack, happened to be.

    >>> memory_addresses("<function f at 0x7f3a5c0d1e20>", Run(""))
    '<function f at 0x...>'
    """
    return _ADDRESS.sub("0x...", text)


def ids(text: str, run: Run) -> str:
    """Leave out the numbers that the system has given to processes, threads and objects.

    A bare number stays: whether it is an id nobody can tell.

    >>> ids("<Thread(worker, started 140212345678912)>, (pid=4711)", Run(""))
    '<Thread(worker, started ...)>, (pid=...)'
    """
    return _ID.sub("...", _NAMED_ID.sub(r"\g<name>...", text))


def log_times(text: str, run: Run) -> str:
    """Leave the time of day out of lines that a logger has written.

    >>> log_times("WARNING:2026-11-22 10:55:47,123:jax._src.dispatch:190: Compiling", Run(""))
    'WARNING:YYYY-MM-DD hh:mm:ss,mmm:jax._src.dispatch:190: Compiling'
    """
    text = _LOGGED.sub("YYYY-MM-DD hh:mm:ss,mmm", text)
    return _LOGGED_BY_XLA.sub(r"\g<level>MMDD hh:mm:ss.ffffff ... ", text)


def temporary_names(text: str, run: Run) -> str:
    """Leave out the letters that Python has drawn for the name of a temporary file.

    >>> temporary_names("/tmp/tmpab12_x9z/model.npy", Run(""))
    '/tmp/tmp.../model.npy'
    """
    return _TEMPORARY.sub("tmp...", text)


def launcher_file(text: str, run: Run) -> str:
    """Name the program that a kernel runs in without its folder, which is that of our own code.

    >>> launcher_file('File "/x/launch.py", line 7', Run("", launcher="/x/launch.py"))
    'File "launch.py", line 7'
    """
    return text.replace(run.launcher, Path(run.launcher).name) if run.launcher else text


NORMALISERS: tuple[Callable[[str, Run], str], ...] = (
    ansi_escapes,
    overwritten_lines,
    control_characters,
    cell_names,
    package_folders,
    run_folder,
    launcher_file,
    temporary_names,
    memory_addresses,
    ids,
    log_times,
)

_ESCAPE = re.compile(
    r"\x9b[0-?]*[ -/]*[@-~]|\x1b(?:\[[0-?]*[ -/]*[@-~]"  # colours and cursor moves
    r"|\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles and links
    r"|[ -/]*[0-Z\\^-~])"  # all others
)
_CELL_FILE = re.compile(
    r"(?:/[^\s'\"<>:]*)?/ipykernel_\d+/(?P<file>\d+\.py)(?::(?P<line>\d+))?",
)

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# Two of Python's ways to write one: `<... at 0x7f...>`, and a thread's in what faulthandler says.
_ADDRESS = re.compile(r"(?:(?<=\bat )|(?<=\b[Tt]hread ))0x[0-9a-fA-F]{6,16}(?![0-9a-zA-Z_])")
_ID = re.compile(
    r"(?<=\bpid=)\d+|(?<=\bparent=)\d+(?= [\w-]+\b[^<>\n]*>)"  # processes
    r"|(?:(?<=, started )|(?<=, stopped )|(?<=\bdaemon ))\d{6,}(?=\))"  # threads
    r"|(?<=\bwith id )\d{6,}|(?<=\bobject id )\d{6,}"  # as JAX names leaked tracers
    r"|(?<=\bVar\(id=)\d{6,}(?=\))"  # and a jaxpr's variables
    r"|(?<=\bid=)\d{12,15}(?!\d)"  # as many digits as an address has
    r"|(?<=\bipykernel_)\d+"
)
# As JAX names what refers to a tracer that leaked: `<list 140012959004352>[0]`.
_NAMED_ID = re.compile(r"(?P<name><[A-Za-z_][\w.]* )\d{12,}(?=>)")
# The comma is how Python's logging writes milliseconds, and nobody else.
_LOGGED = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}(?!\d)")
_LOGGED_BY_XLA = re.compile(
    r"^(?P<level>[IWEF])\d{4} \d\d:\d\d:\d{2,10}\.\d{6} +\d+ (?=[\w./-]+:\d+\])", re.MULTILINE
)
_TEMPORARY = re.compile(r"(?<=/tmp/)tmp[a-z0-9_]{8}(?![a-zA-Z0-9_])")

# Text, though their names do not begin with `text/`.
_TEXT_ENDINGS = ("json", "xml", "javascript")

# Their content is another program's, with random ids, and a page cannot show it.
_WIDGET = "application/vnd.jupyter.widget-"


def normalise(text: str, run: Run) -> str:
    """Give the text as it is stored and shown; normalising it again changes nothing."""
    return _normalised(text, run)[0]


def _normalised(text: str, run: Run) -> tuple[str, frozenset[str]]:
    """Give the text as it is stored, and the names of the normalisers that changed it."""
    changed = set()
    before = None
    # What one of them leaves may, put together, be a case for an earlier one.
    while text != before:
        before = text
        for normaliser in NORMALISERS:
            after = normaliser(text, run)
            if after != text:
                changed.add(normaliser.__name__)
            text = after
    return text, frozenset(changed)


def normalise_traceback(entries: Iterable[str], run: Run) -> list[str]:
    """Give a traceback as IPython words it, an entry a frame, from the lesson's own frames on.

    JAX shows where a transformed function was traced by the whole stack, from the start of the
    kernel; IPython leaves its own frames out in all other tracebacks.
    """
    kept: list[str] = []
    kernels = 0
    for entry in (normalise(entry, run) for entry in entries):
        starts = bool(run.launcher) and entry.startswith(f"File {Path(run.launcher).name}")
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


def changing(outputs: Iterable[Mapping[str, Any]], run: Run) -> tuple[str, ...]:
    """Give the names of the normalisers that change something in these outputs, in their order.

    >>> printed = {"output_type": "stream", "name": "stdout", "text": "<f at 0x7f3a5c0d1e20>"}
    >>> changing([printed], Run(""))
    ('memory_addresses',)
    """
    found: set[str] = set()
    for output in _joined(outputs):
        for text in texts_of(output):
            found |= _normalised(text, run)[1]
    return tuple(n.__name__ for n in NORMALISERS if n.__name__ in found)


def texts_of(output: Mapping[str, Any]) -> Iterator[str]:
    """Give every text of an output, whatever its kind.

    >>> data = {"text/plain": "a", "image/png": "iVBOR", "application/json": {"b": ["c"]}}
    >>> list(texts_of({"output_type": "display_data", "data": data, "metadata": {}}))
    ['a', 'b', 'c']
    """
    found: list[str] = []

    def keep(text: str) -> str:
        found.append(text)
        return text

    with_texts(output, keep)
    return iter(found)


def with_texts(output: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """Give an output with every text in it changed; images and the like stay as they are.

    >>> with_texts({"output_type": "stream", "name": "stdout", "text": "a"}, str.upper)["text"]
    'A'
    """
    changed = dict(output)
    if output["output_type"] == "stream":
        changed["text"] = change(output["text"])
    elif output["output_type"] == "error":
        changed["ename"] = change(output["ename"])
        changed["evalue"] = change(output["evalue"])
        changed["traceback"] = [change(entry) for entry in output["traceback"]]
    else:
        changed["data"] = {
            mime: _with_texts(value, change) if _is_text(mime) else value
            for mime, value in output["data"].items()
        }
    return changed


def _with_texts(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_with_texts(part, change) for part in value]
    if isinstance(value, dict):
        return {change(key): _with_texts(part, change) for key, part in value.items()}
    return value


def _is_text(mime: str) -> bool:
    return mime.startswith("text/") or mime.endswith(_TEXT_ENDINGS)


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
    normal = with_texts(output, lambda text: normalise(text, run))
    if kind == "stream":
        kept = ["output_type", "name", "text"]
    elif kind == "error":
        kept = ["output_type", "ename", "evalue", "traceback"]
        normal["traceback"] = normalise_traceback(output["traceback"], run)
    else:
        kept = ["output_type", "data", "metadata"]
        kept += ["execution_count"] if kind == "execute_result" else []
        data = {m: value for m, value in normal["data"].items() if not m.startswith(_WIDGET)}
        normal["data"] = data
        # Sizes of an image, by its media type; all other metadata is the front end's.
        normal["metadata"] = {m: value for m, value in output["metadata"].items() if m in data}
    return {key: normal[key] for key in kept}


def _taken_back(line: str) -> str:
    kept: list[str] = []
    for sign in line:
        if sign != "\x08":
            kept.append(sign)
        elif kept:
            kept.pop()
    return "".join(kept)


def _without(text: str, part: str) -> str:
    while part and part in text:
        text = text.replace(part, "")
    return text
