"""Making `near_words.txt`: which slips of frequent Korean words are no words.

    python -m scripts.check.korean.make_near_words scripts/repair/words.xz

The words are those that the repair has counted ten times or more; the file is as
`scripts.repair.words` writes it. Kiwi says how likely each is, and how likely what each slip makes
of it. It takes five minutes on two cores.
"""

from __future__ import annotations

import argparse
import lzma
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import kiwipiepy
from kiwipiepy import Kiwi, Token

from scripts.check.korean.near_words import IS_NOUN, TABLE, grades_as_text
from scripts.check.korean.slips import slips_of
from scripts.files import write_atomically
from scripts.hangul import final_of, with_final

_HEAD = """\
# Frequent words of Korean, each with what Kiwi {kiwi} says of its slips, in the order of
# `slips_of`, two bits each: 2 is no word, 1 is none where the page has the right one, 0 may be
# a word. * is a noun. Made by make_near_words.py of the words that the repair has counted.

"""
_LEAST_OFTEN = 10
_LONGEST = 8
_SHORT = 2
# How much less likely a slip is than its word, as a logarithm, to be none: where Kiwi knows a part
# of it not at all, in a short word, or where all of it is known. Half of them hold with the page.
_UNKNOWN, _UNKNOWN_SHORT, _KNOWN = 6, 9, 14
_UNKNOWN_ON_PAGE, _KNOWN_ON_PAGE = 3, 9
# Kiwi gives parts that it does not know one of the first numbers.
FIRST_KNOWN = 50
_NOUNS = frozenset({"NNG", "NNP", "XSN", "XPN"})
# A verb ends in any of these, and a particle is there in two forms.
_ENDS = frozenset({"", "ㄴ", "ㄹ", "ㅁ"})
_FORMS = ("을를", "은는", "이가", "과와")
_AT_ONCE = 200


class _Said(NamedTuple):
    """What Kiwi says of a word: the logarithm of its probability, and how it takes it apart."""

    score: float
    unknown: bool
    tags: frozenset[str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table, and tell how many words it has."""
    parser = argparse.ArgumentParser(description="Make the table of slips that are no words.")
    parser.add_argument("counts", type=Path, metavar="COUNTS", help="the words, and how often")
    counts = read_counts(parser.parse_args(arguments).counts)
    words = sorted(
        word
        for word, count in counts.items()
        if count >= _LEAST_OFTEN and _SHORT <= len(word) <= _LONGEST
    )
    kiwi = Kiwi(num_workers=2)
    rows: list[str] = []
    for some in _in_parts(words):
        rows += _rows(kiwi, some, counts)
        sys.stderr.write(f"\r{len(rows)} of {len(words)} words")
    text = _HEAD.format(kiwi=kiwipiepy.__version__) + "".join(f"{row}\n" for row in rows)
    write_atomically(TABLE, text.encode())
    sys.stdout.write(f"\n{len(rows)} words\n")
    return 0


def read_counts(path: Path) -> dict[str, int]:
    """Give how often each word was met, of a file as the repair writes it."""
    *words, numbers = lzma.decompress(path.read_bytes()).decode().split("\n")
    return dict(zip(words, map(int, numbers.split()), strict=True))


def _in_parts(words: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(words)
    while some := list(islice(rest, _AT_ONCE)):
        yield some


def _rows(kiwi: Kiwi, words: Sequence[str], counts: Mapping[str, int]) -> Iterator[str]:
    asked = [(word, *slips_of(word)) for word in words]
    answers = map(_said, kiwi.analyze([one for several in asked for one in several]))
    for word, *slips in asked:
        itself = next(answers)
        grades = [
            _grade(word, slip, itself, said) if slip not in counts else 0
            for slip, said in zip(slips, islice(answers, len(slips)), strict=True)
        ]
        is_noun = itself.tags <= _NOUNS and not itself.unknown
        yield f"{word} {grades_as_text(grades)}{IS_NOUN if is_noun else ''}"


def _said(answer: Sequence[tuple[Sequence[Token], float]]) -> _Said:
    tokens, score = answer[0]
    unknown = any(token.id < FIRST_KNOWN for token in tokens)
    return _Said(score, unknown, frozenset(token.tag for token in tokens))


def _grade(word: str, slip: str, itself: _Said, said: _Said) -> int:
    """Tell how sure it is that a slip of a word is none: 0, 1 or 2."""
    if _is_another_form(word, slip):
        return 0
    less_likely = math.trunc(itself.score - said.score)
    unknown = _UNKNOWN_SHORT if len(word) == _SHORT else _UNKNOWN
    if less_likely >= (unknown if said.unknown else _KNOWN):
        return 2
    return int(less_likely >= (_UNKNOWN_ON_PAGE if said.unknown else _KNOWN_ON_PAGE))


def _is_another_form(word: str, slip: str) -> bool:
    """Tell whether two words differ by the end of a verb alone, or by the form of a particle.

    >>> [_is_another_form(*both) for both in (("새로운", "새로울"), ("값을", "값를"), ("값", "갑"))]
    [True, True, False]
    """
    if len(word) != len(slip) or word[:-1] != slip[:-1]:
        return False
    if any(word[-1] in forms and slip[-1] in forms for forms in _FORMS):
        return True
    ends = {final_of(word[-1]), final_of(slip[-1])}
    return ends <= _ENDS and with_final(word[-1], "") == with_final(slip[-1], "")


if __name__ == "__main__":
    sys.exit(main())
