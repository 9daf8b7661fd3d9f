"""The lower bound of executing lessons: their cells in one process that has started JAX already.

Takes lessons as JSON on stdin, each a list of (source, whether it raises), and prints what all
their cells took together, with what kernels make of their values, figures and errors.
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
    """Run the lessons, each in a namespace of its own."""
    lessons = json.load(sys.stdin)
    mpl.use("agg")
    (jax.numpy.arange(2) + 1).block_until_ready()
    figure_bundle(plt.figure())
    seconds = 0.0
    for cells in lessons:
        jax.clear_caches()  # type: ignore[no-untyped-call]
        plt.close("all")
        namespace: dict[str, object] = {"__name__": "__main__"}
        began = time.perf_counter()
        for source, raises in cells:
            try:
                _run(source, namespace)
            except Exception:
                if not raises:
                    raise
                _ERRORS.structured_traceback(*sys.exc_info())
        seconds += time.perf_counter() - began
    sys.stdout.write(json.dumps({"seconds": seconds}) + "\n")


def _run(source: str, namespace: dict[str, object]) -> None:
    """Run a cell and show its last value and its figures, as our kernels do."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(tree, "cell", "exec"), namespace)  # noqa: S102
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)  # noqa: S307
            repr(value)
    for number in plt.get_fignums():
        figure_bundle(plt.figure(number))
        plt.close(number)


if __name__ == "__main__":
    main()
