"""The names that a page's code uses and binds, and what they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Use:
    """A dotted name in a piece of code, at character `start`.

    `steps` are what the name and its beginnings lead to, and where each ends: for `jnp.fft.ifft`
    they are `jax.numpy`, `jax.numpy.fft` and `jax.numpy.fft.ifft`.
    """

    start: int
    steps: tuple[tuple[str, int], ...]

    @property
    def name(self) -> str:
        """Give the whole name, documented or not."""
        return self.steps[-1][0]


@dataclass(frozen=True)
class PageNames:
    """The names of a page: the uses in each piece, what names lead to, and its own names.

    `imported` are those that imports alone bind, to one thing each, `own` all others that the page
    binds anywhere.
    """

    uses: tuple[tuple[Use, ...], ...] = ()
    imported: Mapping[str, str] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
