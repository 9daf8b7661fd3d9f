"""Where characters of a page stand in the lesson that it becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from scripts.diagnostic import NaranhiError

Span = tuple[int, int]

# Plane 16 holds no characters of anybody: nothing that reads a page minds them.
_FIRST, _LAST = 0x100000, 0x10FFFD


def followed(
    text: str, spans: Sequence[Span], convert: Callable[[str], str]
) -> tuple[tuple[Span, ...], ...]:
    """Give for each span of `text` where it stands in `convert(text)`: once, twice, or nowhere.

    Each is followed by a mark of its own, which is looked up in what is made of the marked text.
    A mark that would make another text of it, or whose characters were changed, says nothing.

    >>> followed("# one\\ntwo", [(2, 5), (6, 9)], lambda text: text.splitlines()[0][2:])
    (((0, 3),), ())
    """
    taken = set(text)
    free = (chr(code) for code in range(_FIRST, _LAST) if chr(code) not in taken)
    marks = dict(zip(free, range(len(spans)), strict=False))
    plain = convert(text)
    found: list[list[Span]] = [[] for _ in spans]
    for mark, start in _places(text, spans, marks, convert, plain):
        number = marks[mark]
        first, last = spans[number]
        span = start - (last - first), start
        if plain[slice(*span)] == text[first:last]:
            found[number].append(span)
    return tuple(tuple(sorted(places)) for places in found)


def _places(
    text: str,
    spans: Sequence[Span],
    marks: dict[str, int],
    convert: Callable[[str], str],
    plain: str,
) -> Iterator[tuple[str, int]]:
    """Give the marks that change nothing, each with the place of `plain` that it stands before."""
    if not marks:
        return
    parts, before = [], 0
    for mark, number in sorted(marks.items(), key=lambda item: spans[item[1]][1]):
        end = spans[number][1]
        parts += [text[before:end], mark]
        before = end
    try:
        marked = convert("".join([*parts, text[before:]]))
    except NaranhiError:
        marked = ""
    pieces = re.split(f"([{''.join(marks)}])", marked)
    if "".join(pieces[::2]) == plain:
        at = 0
        for piece, mark in zip(pieces[::2], pieces[1::2], strict=False):
            at += len(piece)
            yield mark, at
    elif len(marks) > 1:
        # Those that do no harm are kept: halves are tried until they are alone.
        items = list(marks.items())
        for half in (items[: len(items) // 2], items[len(items) // 2 :]):
            yield from _places(text, spans, dict(half), convert, plain)
