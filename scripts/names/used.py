"""Which names of other projects a page's code uses, followed through the page's own imports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scripts.inventory import Entry, documented
from scripts.names.page_names import PageNames, Use
from scripts.names.reader import read_page


@dataclass(frozen=True)
class Link:
    """Where code or prose names something that is documented: characters `start` to `end`."""

    start: int
    end: int
    entry: Entry


@dataclass(frozen=True)
class Piece:
    """A piece of code of a page; one that is shown and not run binds nothing for those that run."""

    source: str
    runs: bool = True


def names_used(pieces: Iterable[Piece]) -> PageNames:
    """Give the names of a page, whose code is given in the order of the page.

    >>> page = names_used([Piece("import jax.numpy as jnp"), Piece("y = jnp.sin(x)")])
    >>> page.uses[1][0].name, page.imported["jnp"], sorted(page.own)
    ('jax.numpy.sin', 'jax.numpy', ['y'])
    """
    pieces = list(pieces)
    shown = read_page([piece.source for piece in pieces])
    if all(piece.runs for piece in pieces):
        return shown
    run = iter(read_page([piece.source for piece in pieces if piece.runs]).uses)
    uses = zip(pieces, shown.uses, strict=True)
    return replace(shown, uses=tuple(next(run) if piece.runs else own for piece, own in uses))


def links(uses: Iterable[Use]) -> Iterator[Link]:
    """Give the uses that are documented, each by the longest beginning that is.

    Of `jax.config.update` that is `jax.config`. A module is meant only where it is the whole name:
    a link to `jax.numpy` says nothing about a name in it that nobody has documented.

    >>> page = names_used([Piece("import jax\\njax.config.update('a', 1); jax.numpy.nowhere")])
    >>> [(link.start, link.end, link.entry.name) for link in links(page.uses[0])]
    [(11, 21, 'jax.config')]
    """
    for use in uses:
        for name, end in reversed(use.steps):
            entry = documented(name)
            if entry is not None and (name == use.name or entry.role != "py:module"):
                yield Link(use.start, end, entry)
                break
