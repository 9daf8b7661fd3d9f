"""What to say of names of JAX that were public once and are gone."""

from __future__ import annotations

import re


def gone(name: str, last: str | None, use: str | None) -> tuple[str, str]:
    """Give the message and the advice for a name that is gone.

    >>> gone("jax.tree_map", "0.8.3", "jax.tree.map")[1]
    'a rename: write `jax.tree.map` for `jax.tree_map`'
    """
    since = f"since JAX {last}" if last else "from today's JAX"
    rename = use is not None and re.fullmatch(r"jax(?:\.\w+)+", use) is not None
    if use is None:
        return f"`{name}` is gone {since}", "nothing replaces it; rewrite the cell"
    fix = f"a rename: write `{use}` for `{name}`" if rename else f"use `{use}`"
    return f"`{name}` is gone {since}; use `{use}`", fix
