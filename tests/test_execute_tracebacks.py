"""Tracebacks: what they show is what plain IPython shows, and what they hide is not read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent

# The module is hidden, as JAX's own frames are; who imports it is not.
HIDDEN = """
def call(f, *args):
    __tracebackhide__ = True
    return f(*args)

def call_and_wrap(f):
    __tracebackhide__ = True
    try:
        f()
    except ZeroDivisionError as error:
        raise ValueError("wrapped") from error

def fail():
    __tracebackhide__ = True
    raise KeyError("own")
"""
CELLS = {
    "through hidden frames": "call(call, lambda: 1 / 0)",
    "in a hidden frame": "call(fail)",
    "a cause": "call_and_wrap(lambda: call(lambda: 1 / 0))",
    "again and again": "def f(n):\n    return call(f, n - 1) if n else 1 / 0\nf(30)",
    "without end": "def f():\n    return call(f)\nf()",
    "hidden by the cell": "def f():\n    __tracebackhide__ = 1\n    return 1 / 0\nf()\n",
    "a group": "raise ExceptionGroup('both', [ValueError(1), KeyError(2)])",
    "of JAX": "import jax\n@jax.jit\ndef f(x):\n    if x > 0:\n        return x\nf(1.0)",
    "with variables": "%xmode Verbose\na = 5\ncall(call, lambda: a / 0)",
    "in brief": "%xmode Plain\ncall(call, lambda: 1 / 0)",
    "nothing hidden": "get_ipython().InteractiveTB.skip_hidden = False\ncall(call, lambda: 1 / 0)",
}
RUN = """
import contextlib, io, json, sys
from IPython.core import ultratb
from IPython.core.interactiveshell import InteractiveShell
from hidden import call, call_and_wrap, fail

if sys.argv[1] == "ours":
    from scripts.execute.tracebacks import read_only_what_is_shown
    read_only_what_is_shown(ultratb)
shell = InteractiveShell.instance(colors="nocolor")
shell.push({"call": call, "call_and_wrap": call_and_wrap, "fail": fail})
shown = io.StringIO()
with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
    for line in json.loads(sys.argv[2]):
        shell.run_cell(line)
import linecache, stack_data
read = stack_data.Source._class_local("__source_cache_with_lines", {})
print(json.dumps({"shown": shown.getvalue(), "read": sorted({str(name) for name, _ in read})}))
"""


def shown_and_read(folder: Path, whose: str, *cells: str) -> tuple[str, list[str]]:
    """Give what cells show in a fresh IPython, ours or plain, and the files that it parsed."""
    (folder / "hidden.py").write_bytes(HIDDEN.encode())
    ended = subprocess.run(
        [sys.executable, "-c", RUN, whose, json.dumps(cells)],
        cwd=folder,
        env={"PYTHONPATH": f"{REPOSITORY}:{folder}", "HOME": str(folder), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(ended.stdout.splitlines()[-1])
    return answer["shown"].replace(str(folder), ""), answer["read"]


@pytest.mark.parametrize("name", CELLS)
def test_a_traceback_shows_what_plain_ipython_shows(name: str, tmp_path: Path) -> None:
    ours, plain = (shown_and_read(tmp_path, whose, CELLS[name])[0] for whose in ("ours", "plain"))

    assert "Error" in ours
    assert ours == plain


def test_a_file_is_read_as_soon_as_one_of_its_frames_is_shown(tmp_path: Path) -> None:
    unread = shown_and_read(tmp_path, "ours", CELLS["through hidden frames"])[1]
    read = shown_and_read(tmp_path, "ours", CELLS["through hidden frames"], "call(fail)")[1]

    assert not any(name.endswith("hidden.py") for name in unread)
    assert any(name.endswith("hidden.py") for name in read)


def test_of_jax_only_the_file_that_raised_is_read(tmp_path: Path) -> None:
    ours, plain = (
        shown_and_read(tmp_path, whose, CELLS["of JAX"])[1] for whose in ("ours", "plain")
    )

    assert sum("/jax/" in name for name in ours) == 1
    assert sum("/jax/" in name for name in plain) > 1
