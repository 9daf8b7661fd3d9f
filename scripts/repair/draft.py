"""A repair on its way through the steps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scripts.repair.lattice import HANGUL
from scripts.repair.result import Edit, Guess, Lost, Places, Step, apply

# A list of lines that is longer than this helps nobody.
_RANGES = 6


@dataclass(frozen=True)
class Draft:
    """A repair on its way: the text so far, and what the caller knows beforehand.

    `misread` says that no Hangul stood in one piece in the text as it was found.
    """

    text: str
    steps: tuple[Step, ...] = ()
    guesses: tuple[Guess, ...] = ()
    lost: tuple[Lost, ...] = ()
    lexicon: tuple[str, ...] = ()
    threshold: float = 0.98
    misread: bool = False

    @property
    def proved(self) -> bool:
        """Say whether all of the text was misread: none of its Hangul was whole, and some is now.

        >>> Draft("값", misread=True).proved, Draft("ê°’", misread=True).proved
        (True, False)
        """
        return self.misread and bool(HANGUL.search(self.text))

    def after(self, name: str, did: str, edits: Iterable[Edit]) -> Draft:
        """Give the draft after one more step, or itself where there is nothing to do.

        Where a part of the text was not damaged, the step says which lines were.
        """
        done = tuple(edits)
        if not done:
            return self
        did += where(self.text, done)
        return replace(
            self, text=apply(self.text, done), steps=(*self.steps, Step(name, did, done))
        )


def where(text: str, edits: Sequence[Edit]) -> str:
    """Give the lines of the edits in words; nothing where these are all lines but ASCII ones.

    >>> where("ì»´\\n가\\n", [Edit(0, 3, "컴")]), where("ì»´", [Edit(0, 3, "컴")])
    (' (line 1)', '')
    """
    starts = Places(text).starts
    touched = sorted({bisect_right(starts, edit.start) - 1 for edit in edits})
    known = set(touched)
    lines = text.split("\n")
    if all(number in known or line.isascii() for number, line in enumerate(lines)):
        return ""
    ranges: list[list[int]] = []
    for number in touched:
        if ranges and not any(not lines[n].isascii() for n in range(ranges[-1][1] + 1, number)):
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    shown = [f"{a + 1}" if a == b else f"{a + 1}-{b + 1}" for a, b in ranges[:_RANGES]]
    more = f" and {len(ranges) - _RANGES} more places" if len(ranges) > _RANGES else ""
    noun = "line" if len(touched) == 1 else "lines"
    return f" ({noun} {', '.join(shown)}{more})"
