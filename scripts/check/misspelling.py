"""Where in a text a word is misspelled, and how it is spelled."""

from __future__ import annotations

from typing import NamedTuple


class Misspelling(NamedTuple):
    """A part of a text, and what is meant there; `right` is None where nobody knows."""

    start: int
    end: int
    right: str | None
