"""How much a page says of each of its words: what the order of search results goes by.

Sphinx's index knows which pages have a word. Whether one mentions it once or is about it decides
what a reader wants first, so the index has that, too, as one sign a page and word.
"""

from __future__ import annotations

import math
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from docutils import nodes

from scripts.render.prose import around, is_code
from scripts.render.search.korean import WRITTEN

# A mention in code is one by the way; what code printed is there, but nobody said it.
_IN_PROSE = 2
_IN_CODE = 1
_PRINTED = 0

_OUTPUTS = frozenset({"cell_code_output", "mime_bundle"})

_SIGNS = string.digits + string.ascii_lowercase


def level(weight: float) -> int:
    """Give how much a page says of a word, by what its mentions weigh: 0 for nothing, 1 for one.

    >>> [level(weight) for weight in (0, 1, 2, 4, 8, 9, 256)]
    [0, 1, 1, 3, 5, 5, 15]
    """
    return 1 + int(2 * math.log2(max(weight, _IN_PROSE) / _IN_PROSE)) if weight else 0


def levels(
    document: nodes.document,
    split: Callable[[str], Iterable[str]],
    stem: Callable[[str], str],
) -> dict[str, int]:
    """Give the stems of which a page says more or less than one mention says, and how much."""
    weights: Counter[str] = Counter()
    for text, weight in _texts(document):
        for word in split(text):
            if not word.startswith(WRITTEN):
                weights[stem(word).lower()] += weight
    found = {word: level(weight) for word, weight in sorted(weights.items())}
    return {word: height for word, height in found.items() if height != 1}


def _texts(document: nodes.document) -> Iterator[tuple[str, int]]:
    for text, element in _runs(document):
        above = [element, *around(element)]
        if any(
            isinstance(element, nodes.comment | nodes.raw) or "no-search" in element["classes"]
            for element in above
        ):
            continue
        if any(element.get("nb_element") in _OUTPUTS for element in above):
            yield text, _PRINTED
        else:
            yield text, _IN_CODE if any(map(is_code, above)) else _IN_PROSE


def _runs(document: nodes.document) -> Iterator[tuple[str, nodes.Element]]:
    """Give each text that stands in an element; what is only noted of a word does not cut it."""
    for element in document.findall(nodes.Element):
        if _is_note(element):
            continue
        run = ""
        for child in element:
            if isinstance(child, nodes.Text) or _is_note(child):
                run += child.astext()
            elif run:
                yield run, element
                run = ""
        if run:
            yield run, element


def _is_note(node: nodes.Node) -> bool:
    return type(node) is nodes.inline and not node["classes"]


def signs(frozen: Mapping[str, Any], said: Mapping[str, Mapping[str, int]]) -> dict[str, str]:
    """Give for words of an index a sign for each page that has them, in the order of its numbers.

    A sign is a digit of base 36. A word of one page, or of which all pages say as little, has none.

    >>> frozen = {"docnames": ["a", "b"], "terms": {"x": [0, 1], "y": 1}, "titleterms": {"y": 0}}
    >>> signs(frozen, {"b": {"x": 12}, "a": {"y": 3}})
    {'x': '1c', 'y': '31'}
    """
    docnames = frozen["docnames"]
    found = {}
    for word in sorted({*frozen["terms"], *frozen["titleterms"]}):
        pages = {page for table in ("terms", "titleterms") for page in _pages(frozen[table], word)}
        heights = [said.get(docnames[page], {}).get(word, 1) for page in sorted(pages)]
        if len(heights) > 1 and set(heights) != {1}:
            found[word] = "".join(_SIGNS[min(height, len(_SIGNS) - 1)] for height in heights)
    return found


def _pages(table: Mapping[str, Any], word: str) -> list[int]:
    pages = table.get(word, [])
    return [pages] if isinstance(pages, int) else pages
