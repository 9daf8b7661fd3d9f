"""What changed between two texts, by how much it matters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Degree(IntEnum):
    """How much a change matters."""

    DIGITS = 1
    FORM = 2
    WORDS = 3
    VALUE = 4


@dataclass(frozen=True, order=True)
class Change:
    """One change, and its cause in few words: what many cells may have in common.

    `number` tells that another number, in no array, stands where one did; `timed` that both have
    a unit of time.
    """

    degree: Degree
    cause: str
    number: bool = False
    timed: bool = False


# Where one run of values stands for another and they cannot be put side by side.
OTHER_VALUES = "other values, or another number of them"
