"""Which documented name a piece of inline code in prose is about: `jnp.where`, `@jit`, `jit(f)`.

What the page's code imports says what a name is. A short list, which a person has read, adds names
that everyone writes without their module; it counts on pages that speak of the project. A name that
the page gives something of its own leads nowhere.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Mapping

from scripts.inventory import FOLDER, Entry, documented, read_table
from scripts.names.page_names import PageNames
from scripts.patterns import lazy_pattern

_PROJECT = "jax"
_SPEAKS_OF_IT = lazy_pattern(rf"(?<![a-z]){_PROJECT}(?![a-z])", re.IGNORECASE)
_DECORATOR = lazy_pattern(r"\s*@\s*")


def prose_name(text: str, page: PageNames, *, listed: bool) -> Entry | None:
    """Give the documentation of what inline code names, or None.

    `listed` lets the list count, too; see `speaks_of_project`.

    >>> from scripts.names.used import Piece, names_used
    >>> page = names_used([Piece("import jax.numpy as np")])
    >>> prose_name("np.where(a, b, c)", page, listed=True).name
    'jax.numpy.where'
    >>> prose_name("@jit", page, listed=True).name, prose_name("jit", page, listed=False)
    ('jax.jit', None)
    """
    parts = _called(_DECORATOR.sub("", text, count=1) if text.lstrip().startswith("@") else text)
    if not parts or parts[0] in page.own:
        return None
    root = page.imported.get(parts[0])
    if root is None and listed:
        root = listed_names().get(parts[0])
    return None if root is None else documented(".".join([root, *parts[1:]]))


def speaks_of_project(text: str) -> bool:
    """Tell whether a page is about the project whose names are listed.

    >>> speaks_of_project("JAX는 NumPy와 비슷합니다."), speaks_of_project("ajax")
    (True, False)
    """
    return _SPEAKS_OF_IT.search(text) is not None


def _called(text: str) -> list[str]:
    """Give the dotted name that code is, calls or indexes, in its parts."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return [node.id, *parts] if isinstance(node, ast.Name) else []


@functools.cache
def listed_names() -> Mapping[str, str]:
    """Give the names of the list, and what they are."""
    return dict(read_table(FOLDER / _PROJECT / "prose.tsv"))
