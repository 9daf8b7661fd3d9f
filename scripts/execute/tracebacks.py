"""Tracebacks without the wait: what IPython reads of JAX's own sources for the first one.

To show where an exception went through, IPython parses the whole of every file on its way; for an
error of JAX that takes half a second and more in each fresh process. Done before a kernel is
forked, it is done once.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Any

# Those that errors of lessons went through, the most frequent first. Larger ones that few errors
# meet (`jax._src.numpy.lax_numpy` takes more than a second) are left to who meets them.
MODULES = (
    "jax._src.core",
    "jax._src.api",
    "jax._src.pjit",
    "jax._src.numpy.array_methods",
    "jax._src.interpreters.partial_eval",
    "jax._src.lax.lax",
    "jax._src.lax.control_flow.loops",
    "IPython.core.interactiveshell",
    "IPython.core.async_helpers",
    "jax._src.numpy.ufuncs",
    "jax._src.numpy.indexing",
    "jax._src.tree_util",
    "jax._src.interpreters.ad",
    "jax._src.numpy.util",
    "jax._src.lax.control_flow.conditionals",
    "jax._src.numpy.reductions",
)


def prepare() -> Iterator[None]:
    """Read one file at each step, those of modules that have been imported; never raises.

    >>> list(prepare()) == [None for name in MODULES if name in sys.modules]
    True
    """
    try:
        sources: Any = importlib.import_module("stack_data").Source
    except ImportError:
        return
    for name in MODULES:
        if (path := getattr(sys.modules.get(name), "__file__", None)) is not None:
            # The class keeps what it reads for as long as the process lives.
            source = sources.for_filename(path)
            if source.tree is not None:
                _ = source.pieces
            yield
