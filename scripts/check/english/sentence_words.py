"""Small words of English sentences, and what stands where in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scripts.check.english.parts_of_speech import usual_parts
from scripts.check.english.tokens import Token, words

COUNTS = words(
    """
    two three four five six seven eight nine ten eleven twelve several many few
    """
)
PREPOSITIONS = words(
    """
    in at of from with for on by into inside under between through over behind within without
    like near against across about around toward towards along above below beside
    beyond onto upon than as
    """
)
MODALS = words("can could will would shall should must may might cannot can't won't couldn't")
MODALS |= words("wouldn't shouldn't mustn't")
DO = words("do does did don't doesn't didn't")
BE = words("is are was were be been being isn't aren't wasn't weren't")
HAVE = words("has have had hasn't haven't hadn't")
HOW = words("not also only never always then just still already now often usually again both")
ASKING = words("how what when where why which whether who whom whatever whenever so nor if")
OBJECTS = words("the a an its it them this these those their your our each every all him us")
CLAUSES = words("if when that because but so where while whether though although unless once")
ENDS = frozenset(".,;:!?)")
# Several, or none, though they look like one; and one, though they look like several.
NEITHER = words(
    """
    series species means sheep fish data people police cattle aircraft offspring hertz percent dozen
    hundred thousand million billion trillion one ones half quarter time plus minus less more other
    such news lens pandas physics mathematics statistics contents thanks bits bytes days weeks hours
    minutes seconds months years steps times pages points lines units percentiles works needs others
    axes odds dice diagnostics left right back front top bottom inside outside middle past present
    same equal parallel many few
    """
)
LIKE = words("first last next main other same whole own new old only single given current")


class Found(NamedTuple):
    """The first and the last token that do not go together, and what is right for the last one."""

    first: int
    last: int
    right: str | None
    advice: str


Rule = Callable[[Sequence[Token], int], Found | None]


def low_at(tokens: Sequence[Token], at: int) -> str:
    """Give a word in small letters, "" where no token stands."""
    return tokens[at].low if 0 <= at < len(tokens) else ""


def is_word(token: Token) -> bool:
    """Tell a word in small letters from a name, a mark or code."""
    return token.text.islower() and token.text.isalpha()


def skip_like(tokens: Sequence[Token], at: int) -> int:
    """Give where a noun is, behind at most two words that say what it is like."""
    for _ in range(2):
        word = low_at(tokens, at)
        is_like = word in LIKE or (usual_parts(word) and usual_parts(word) <= {"a", "d", "r"})
        if not is_like or at + 1 >= len(tokens):
            break
        at += 1
    return at


def is_how(word: str) -> bool:
    """Tell whether a word says how something is done.

    >>> is_how("quickly"), is_how("early"), is_how("apply")
    (True, False, False)
    """
    return word.endswith("ly") and usual_parts(word) <= {"r"}


def is_third(parts: frozenset[str]) -> bool:
    """Tell by what a word can be whether it is what one thing does, or several things: takes."""
    return "z" in parts and parts.isdisjoint("sarb")


def clause_start(tokens: Sequence[Token], at: int) -> int:
    """Give where the clause begins in which something stands."""
    while at and tokens[at - 1].text not in ENDS:
        at -= 1
    return at


def clause_before(tokens: Sequence[Token], at: int) -> frozenset[str]:
    """Give the words of a clause before a place."""
    return frozenset(one.low for one in tokens[clause_start(tokens, at) : at])
