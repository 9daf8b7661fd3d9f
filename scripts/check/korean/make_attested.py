"""Making `attested.bin`: which pairs of syllables and which words Korean has.

    python -m scripts.check.korean.make_attested scripts/repair/words.xz

The words are those that the repair has counted; the file is as `scripts.repair.words` writes it.
Kiwi is asked of each pair of the syllables that they have, 2.5 million. It takes two minutes on two
cores.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import tee
from pathlib import Path

from kiwipiepy import Kiwi, Token

from scripts.check.korean.attested import TABLE, to_bytes
from scripts.check.korean.make_near_words import FIRST_KNOWN, read_counts
from scripts.check.korean.near_words import frequent_nouns
from scripts.files import write_atomically

# A noun that is known may be no more than the fifth that Kiwi thinks of.
_ANSWERS = 5
# How likely a pair is at least, as a logarithm: as one word that is inflected, or as anything.
_LEAST_AS_WORD, _LEAST = -29, -22
_STEM = "V[VAX](?:-[IR])?"
_ONE_WORD = re.compile(
    rf"(?:NN[GP]|NNB|N[PR]|MAG|MM|IC|XR|{_STEM}|{_STEM} E[FC]|{_STEM} ET[MN]|{_STEM} EP E\w"
    rf"|{_STEM} EP( EP)?|(?:NNG|NNB|NP|NR) J\w+|NNG XS\w+|NNG VCP E\w)(?: Z_CODA)?"
)
# A noun stands with so many of these, which no verb ends in, and was met so often.
_OF_NOUNS = ("를", "의", "와", "과", "에서", "에게", "으로", "보다", "마다")
_PARTICLES, _OFTEN = 2, 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table, and tell how many pairs and words it has."""
    parser = argparse.ArgumentParser(description="Make the table of pairs of syllables and words.")
    parser.add_argument("counts", type=Path, metavar="COUNTS", help="the words, and how often")
    counts = read_counts(parser.parse_args(arguments).counts)
    met = {word[at : at + 2] for word in counts for at in range(len(word) - 1)}
    pairs = met | set(_pairs_of_kiwi("".join(sorted(set("".join(met))))))
    nouns = _nouns(counts)
    begun = {word[:end] for word in counts for end in range(2, len(word) + 1)}
    write_atomically(TABLE, to_bytes(pairs, counts, nouns, begun))
    sys.stdout.write(f"{len(pairs)} pairs, {len(counts)} words, {len(nouns)} nouns\n")
    return 0


def _pairs_of_kiwi(syllables: str) -> Iterator[str]:
    """Give the pairs that Kiwi takes for a word, or for a likely beginning of some."""
    pairs, asked = tee(first + second for first in syllables for second in syllables)
    for pair, answer in zip(pairs, Kiwi(num_workers=2).analyze(asked, _ANSWERS), strict=True):
        if _is_likely(*answer[0]) or any(_is_noun(tokens) for tokens, _ in answer):
            yield pair


def _is_likely(tokens: Sequence[Token], score: float) -> bool:
    if any(token.id < FIRST_KNOWN for token in tokens):
        return False
    as_word = _ONE_WORD.fullmatch(" ".join(token.tag for token in tokens)) is not None
    return score >= (_LEAST_AS_WORD if as_word else _LEAST)


def _is_noun(tokens: Sequence[Token]) -> bool:
    return len(tokens) == 1 and tokens[0].id >= FIRST_KNOWN and tokens[0].tag in ("NNG", "NNB")


def _nouns(counts: Mapping[str, int]) -> set[str]:
    """Give the frequent nouns: those that Kiwi knows, and those that stand with particles."""
    stood_with: Counter[str] = Counter()
    for word in counts:
        stood_with.update(word.removesuffix(one) for one in _OF_NOUNS if word.endswith(one))
    often = {word for word, count in counts.items() if count >= _OFTEN and len(word) > 1}
    return {word for word in often if word in frequent_nouns() or stood_with[word] >= _PARTICLES}


if __name__ == "__main__":
    sys.exit(main())
