"""The names in code that cannot be parsed, as far as its text alone shows them."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from scripts.patterns import lazy_pattern

# So a line begins that imports something.
IMPORT = ("import ", "from ")
_NO_CODE = lazy_pattern(
    r"\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?|#[^\n]*",
    re.DOTALL,
)
_MAY_BIND = lazy_pattern(
    r"\b(?:def|class)\s+\w+\s*(?:\([^)\n]*)?|\blambda\b[^:]*|\bfor\b.*?\bin\b|\bas\s+[\w, (]+"
    r"|(?:\w+\s*,\s*)*\b\w+\s*(?:\[[^\]]*\]\s*)?(?::[^=\n]*)?[-+*/@%&|^<>:]*=(?!=)"
)
_WORD = lazy_pattern(r"[A-Za-z_]\w*")
_DOTTED = lazy_pattern(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?!\s*=(?!=))")
_KEYWORDS = frozenset(keyword.kwlist)


def without_texts(code: str) -> str:
    """Give code with spaces for its strings and comments.

    >>> without_texts("f('a') # b")
    'f(   )    '
    """
    return _NO_CODE.sub(lambda found: " " * len(found[0]), code)


def may_bind(text: str) -> set[str]:
    """Give the names that code may bind itself.

    >>> sorted(may_bind("for i in range(3): total += f(i)"))
    ['i', 'total']
    """
    found = {name for one in _MAY_BIND.finditer(text) for name in _WORD.findall(one[0])}
    return found - _KEYWORDS


def dotted_names(text: str) -> Iterator[tuple[int, str]]:
    """Give the names in code, each with the place where it begins, but for those in imports.

    >>> list(dotted_names("jnp.sin(x)"))
    [(0, 'jnp.sin'), (8, 'x')]
    """
    for found in _DOTTED.finditer(text):
        line_start = text.rfind("\n", 0, found.start()) + 1
        if not text.startswith(IMPORT, line_start):
            yield found.start(), found[0]
