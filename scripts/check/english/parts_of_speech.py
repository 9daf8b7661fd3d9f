"""What an English word can be: one thing or several, a verb in one of its forms, or how it is."""

from __future__ import annotations

import functools
from bisect import bisect_left
from pathlib import Path

TABLE = Path(__file__).parent / "parts_of_speech.txt"


@functools.lru_cache(maxsize=4096)
def parts_of(word: str) -> frozenset[str]:
    """Give what a word in small letters can be, by the letters of the table; none if unknown.

    >>> sorted(parts_of("lesson")), sorted(parts_of("returns")), parts_of("vmap")
    (['s'], ['p', 'z'], frozenset())
    """
    lines, sought = _lines(), f"{word} ".encode()
    at = bisect_left(lines, sought)
    row = lines[at] if at < len(lines) else b""
    return frozenset(row[len(sought) :].decode()) if row.startswith(sought) else frozenset()


# What these are no table says, for they are parts of sentences of their own kind.
_SMALL = """
a about above across after again against all already also always am an and any are aren't as at be
because been before behind being below beneath beside besides between beyond both but by can can't
cannot could couldn't did didn't do does doesn't done don't each either else enough ever every few
for from had hadn't has hasn't have haven't he her here him his how i if in inside into is isn't it
its just less like many may me might more most much must mustn't my near neither never no none nor
not now of off often on once one ones only onto or other others our out outside over own per same
shall she should shouldn't since so some still such than that the their them then there these they
this those though through till to too toward towards two under unless until up upon us usually very
was wasn't we were weren't what whatever when whenever where whether which while who whom whose why
will with within without won't would wouldn't yet you your three four five six seven eight nine ten
eleven twelve several
"""
_SMALL_WORDS = frozenset(_SMALL.split())
_USUAL = frozenset("spbzdgar")


def usual_parts(word: str) -> frozenset[str]:
    """Give what a word can be, but for what it is seldom, and for the small words of grammar.

    >>> sorted(usual_parts("lesson")), usual_parts("in")
    (['s'], frozenset())
    """
    return frozenset() if word in _SMALL_WORDS else _USUAL & parts_of(word)


def is_usual(word: str) -> bool:
    """Tell whether everybody knows a word, small ones included.

    >>> is_usual("one"), is_usual("lesson"), is_usual("jnp")
    (True, True, False)
    """
    return word in _SMALL_WORDS or bool(parts_of(word))


def plain_form(verb: str) -> str | None:
    """Give the plain form of what one thing does, or did.

    >>> plain_form("computes"), plain_form("passes"), plain_form("applies"), plain_form("lens")
    ('compute', 'pass', 'apply', None)
    >>> plain_form("happened"), plain_form("used"), plain_form("took")
    ('happen', 'use', None)
    """
    ends = ("s", "es", "ies") if verb.endswith("s") else ("d", "ed", "ied")
    may_be = (
        verb.removesuffix(end) + ("y" if end.startswith("i") else "")
        for end in ends
        if verb.endswith(end)
    )
    return next((one for one in may_be if "b" in parts_of(one)), None)


@functools.cache
def _lines() -> list[bytes]:
    return TABLE.read_bytes().rstrip().split(b"\n")
