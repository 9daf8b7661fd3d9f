"""The lower bound of executing lessons: their cells in one process that has started JAX already.

Says that it is ready, takes lessons on stdin, each a line of JSON, a list of (source, whether it
raises), and answers each with a line: the seconds that its cells took, with what kernels make of
their values, figures and errors. Before each, what JAX has compiled is forgotten, as it is between
processes.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
import time
from typing import Any

import jax
import matplotlib as mpl
import matplotlib.pyplot as plt
from IPython.core.ultratb import FormattedTB

from scripts.execute.figures import figure_bundle

_ERRORS: Any = FormattedTB("Context")


def main() -> None:
    """Run the lessons as they come, each in a namespace of its own."""
    mpl.use("agg")
    (jax.numpy.arange(2) + 1).block_until_ready()
    figure_bundle(plt.figure())
    _say("ready")
    for line in sys.stdin:
        jax.clear_caches()
        plt.close("all")
        namespace: dict[str, object] = {"__name__": "__main__"}
        cells = json.loads(line)
        began = time.perf_counter()
        for source, raises in cells:
            try:
                _run(source, namespace)
            except Exception:
                if not raises:
                    raise
                _ERRORS.structured_traceback(*sys.exc_info())
        _say(f"{time.perf_counter() - began}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _run(source: str, namespace: dict[str, object]) -> None:
    """Run a cell and show its last value and its figures, as our kernels do."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(tree, "cell", "exec"), namespace)  # noqa: S102 - our own lessons
        if isinstance(last, ast.Expr):
            shown = compile(ast.Expression(last.value), "cell", "eval")
            value = eval(shown, namespace)  # noqa: S307 - our own lessons
            repr(value)
    for number in plt.get_fignums():
        figure_bundle(plt.figure(number))
        plt.close(number)


if __name__ == "__main__":
    main()
