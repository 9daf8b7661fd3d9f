"""Regular expressions that are compiled when they are first asked.

`check` knows some 600, and of one page it asks half of them: to compile them all takes longer
than to read the page.
"""

from __future__ import annotations

import re
from typing import Any, cast

_QUESTIONS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class _Lazy:
    """Stands for a pattern; once it was asked, its answers are the pattern's own methods."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._source, self._flags)
        vars(self).update({question: getattr(compiled, question) for question in _QUESTIONS})
        return getattr(compiled, name)


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Give what `re.compile` gives, but for the time it takes; a fault in it is told when asked.

    Its own methods are there. The functions of `re` do not take it, and the `re` of its matches
    is the pattern behind it.

    >>> word = lazy_pattern("[a-z]+")
    >>> word.findall("one, two"), word.pattern
    (['one', 'two'], '[a-z]+')
    """
    return cast("re.Pattern[str]", _Lazy(source, flags))
