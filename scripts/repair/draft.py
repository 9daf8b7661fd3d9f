"""A repair on its way through the steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scripts.repair.result import Edit, Guess, Lost, Step, apply


@dataclass(frozen=True)
class Draft:
    """A repair on its way: the text so far, and what the caller knows beforehand."""

    text: str
    steps: tuple[Step, ...] = ()
    guesses: tuple[Guess, ...] = ()
    lost: tuple[Lost, ...] = ()
    lexicon: tuple[str, ...] = ()
    threshold: float = 0.98

    def after(self, name: str, did: str, edits: Iterable[Edit]) -> Draft:
        """Give the draft after one more step, or itself where there is nothing to do."""
        done = tuple(edits)
        if not done:
            return self
        return replace(
            self, text=apply(self.text, done), steps=(*self.steps, Step(name, did, done))
        )
