"""What many kernels need later, done once before they are forked: late imports, and tracebacks.

To show where an exception was raised, IPython parses the whole of that file, and looks through all
modules, some of which import others only then. For an error of JAX that takes half a second and
more in each fresh process.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from typing import Any

# What JAX imports when it first compiles, and when it is first asked for the inverse of a matrix.
LATE = ("jaxlib.mlir.dialects.builtin", "jaxlib.mlir.dialects.mhlo", "scipy.linalg")

# The files that errors of lessons end in, the most frequent first; those on the way are not read
# (`tracebacks.py`). Larger ones that few errors end in (`jax._src.lax.lax` takes more than half a
# second) are left to who meets them.
FILES = (
    "jax._src.core",
    "jax._src.numpy.array_methods",
    "jax._src.api",
    "jax._src.lax.control_flow.loops",
    "jax._src.pjit",
    "jax._src.tree_util",
    "jax._src.numpy.ufunc_api",
    "jax._src.numpy.ufuncs",
    "jax._src.lax.control_flow.conditionals",
)


def prepare() -> Iterator[None]:
    """Do it in steps of less than half a second each; never raises.

    Only what has been imported, or can be, is prepared.

    >>> sum(1 for _ in prepare()) > len(LATE)
    True
    """
    for name in LATE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
        yield
    with contextlib.suppress(Exception):
        # What programs are written in is made known to the library once a process.
        mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
        mlir.make_ir_context()
    yield
    try:
        sources: Any = importlib.import_module("stack_data").Source
        ultratb: Any = importlib.import_module("IPython.core.ultratb")
    except ImportError:
        return
    try:
        # JAX's own refusal, where it is there: it starts no backend.
        sys.modules["jax"].jit(None)
    except Exception:
        ultratb.FormattedTB("Context").structured_traceback(*sys.exc_info())
    yield
    for name in FILES:
        if (path := getattr(sys.modules.get(name), "__file__", None)) is not None:
            # The class keeps what it reads for as long as the process lives.
            source = sources.for_filename(path)
            if source.tree is not None:
                _ = source.pieces
            yield
