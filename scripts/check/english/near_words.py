"""English words that are none, one slip of the hand from a usual one: detereministic, explanaion.

typos knows the misspellings that people make again and again, a quarter of those that fingers make
by chance. What is in no list of words is one where a usual word is near, and where nothing else
explains it: a part that words are made with, the code of the page, another page.
"""

from __future__ import annotations

import functools
import string
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import IntEnum
from pathlib import Path

from scripts.patterns import lazy_pattern

TABLE = Path(__file__).parent / "known_words.txt"


class Grade(IntEnum):
    """How well a word is known."""

    KNOWN = 0
    COMMON = 1
    USUAL = 2
    TERM = 3


# Shorter ones stand for something as often as they are misspelled.
_LEAST = 5
# A usual word, and no common one, is meant where so much of it is there.
_LONG = 7
# Whoever writes it oftener means it.
_MOST_OFTEN = 2
# Words that no list has.
_ALSO = frozenset(
    ("masse", "posteriori", "priori", "significand", "silico", "situ", "vitro", "vivo")
)
_BEFORE = """
anti auto back bio cross counter cyber de dis down eigen electro en geo giga hetero homo hydro hyper
infra inter intra inverse iso kilo mega meta micro milli mis mono multi nano neuro non out over
photo poly post pre proto pseudo quad quasi re self semi stereo sub super sym techno tele tensor
thermo trans ultra un under uni up
"""
_BEHIND = """
ability able al ally ation ations d ed ee er ers es ful fold hood ian ible ic ical ically ification
ified ifies ify ing ise ised ish ising isation isations ism ist ists ities ity ive ization izations
ize ized izer izers izes izing less ly ment ments ness or ors s ship ward wise y
"""
# So long a stem is a word of its own.
_STEM = 4


def near_words(
    words: Mapping[str, int], text: str, site: Mapping[str, int]
) -> Mapping[str, tuple[str, ...]]:
    """Give the words that are none, with the usual ones that may be meant, the commonest first.

    `words` are those of a lesson's prose in small letters, with how often they stand there, `text`
    is all of the lesson, and `site` counts words as `english_words` does.

    >>> text = "The explanaion of a `vmap`ped function is a vmapped one"
    >>> near_words({"explanaion": 1, "function": 1, "vmapped": 1}, text, {})
    {'explanaion': ('explanation',)}
    """
    unknown = {
        word: count
        for word, count in words.items()
        if count <= _MOST_OFTEN and len(word) >= _LEAST and grade_of(word) is None
    }
    if not unknown:
        return {}
    there = Counter(_ANY_WORD.findall(text.lower()))
    found = {}
    for word, count in unknown.items():
        # What stands in code as well, or on another page, is called so.
        if there[word] > count or site.get(word, 0) > there[word] or word in _ALSO:
            continue
        if not _is_made_of(word, there):
            meant = sorted(_meant(word, there, site))
            if meant:
                found[word] = tuple(one for _, one in meant)
    return found


_ANY_WORD = lazy_pattern("[a-z]{3,}")


def _meant(
    word: str, there: Mapping[str, int], site: Mapping[str, int]
) -> Iterator[tuple[tuple[bool, int, int], str]]:
    """Give the words that may be meant, each with a key: the smaller, the likelier."""
    for right in set(_candidates(word)):
        # Another number of it is no slip.
        if right == word or f"{right}s" == word or f"{word}s" == right:
            continue
        grade = grade_of(right)
        often = site.get(right, 0) + there.get(right, 0)
        on_page = there.get(right, 0) >= (1 if grade is not None else _OFTEN // 2)
        usual = grade is Grade.COMMON or (grade is Grade.USUAL and len(word) >= _LONG)
        if on_page or site.get(right, 0) >= _OFTEN or usual:
            swapped = sorted(right) == sorted(word)
            yield (not swapped, -often, grade or 0), right


# So often a site says a word that it is no slip itself.
_OFTEN = 5


def _candidates(word: str) -> Iterator[str]:
    """Give what a word may be, mistyped once; its first letter is right, or in the second place.

    >>> found = set(_candidates("arary"))
    >>> "array" in found, "rarary" in found, "raary" in found
    (True, False, True)
    """
    for at in range(len(word)):
        yield word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
        if at:
            yield word[:at] + word[at + 1 :]
        for letter in string.ascii_lowercase:
            yield word[: at + 1] + letter + word[at + 1 :]
            # Normalised and normalized are both right.
            if at and {letter, word[at]} != {"s", "z"}:
                yield word[:at] + letter + word[at + 1 :]


def _is_made_of(word: str, there: Mapping[str, int]) -> bool:
    """Tell whether a word is put together of others: those of the list, or those of its page.

    >>> made = ("vmapped", "recomputable", "filetree", "explanaion")
    >>> [_is_made_of(one, {"vmap": 2}) for one in made]
    [True, True, True, False]
    """
    if _has_end(word, there):
        return True
    for before in _BEFORE.split():
        rest = word[len(before) :]
        may_be = word.startswith(before) and len(rest) >= _STEM
        if may_be and (grade_of(rest) is not None or _has_end(rest, there)):
            return True
    cuts = range(_STEM - 1, len(word) - 2) if len(word) > _LONG else ()
    return any(
        _is_part(word[:cut]) and (_is_part(word[cut:]) or _has_end(word[cut:], {})) for cut in cuts
    )


def _is_part(word: str) -> bool:
    """Tell whether words are put together of a word: of short ones only common ones are met so."""
    grade = grade_of(word)
    return grade is Grade.COMMON or (bool(grade) and len(word) >= _STEM)


def _has_end(word: str, there: Mapping[str, int]) -> bool:
    """Tell whether a word is a known one with an end such as -able, or one of its page with one."""
    for end in _BEHIND.split():
        stem = word[: -len(end)]
        if not word.endswith(end) or len(stem) < _STEM - 1:
            continue
        forms = {stem, f"{stem}e", f"{stem}ize", f"{stem}ate"}
        if end != "s":
            forms.add(f"{stem}y")
        if stem[-1] == "i":
            forms.add(f"{stem[:-1]}y")
        if stem[-1:] == stem[-2:-1]:
            forms.add(stem[:-1])
        forms.discard(word)
        if any((len(form) >= _STEM and grade_of(form)) or form in there for form in forms):
            return True
    return False


@functools.lru_cache(maxsize=4096)
def grade_of(word: str) -> Grade | None:
    """Give how well a word in small letters is known, None for what is in no list.

    >>> grade_of("function"), grade_of("cotangent"), grade_of("functoin")
    (<Grade.COMMON: 1>, <Grade.KNOWN: 0>, None)
    """
    lines = _lines()
    sought = word.encode()
    at = bisect_left(lines, sought)
    row = lines[at] if at < len(lines) else b""
    if row == sought:
        return Grade.KNOWN
    return Grade(int(row[-1:])) if row[:-2] == sought and row[-2:-1] == b" " else None


@functools.cache
def _lines() -> list[bytes]:
    return TABLE.read_bytes().rstrip().split(b"\n")
