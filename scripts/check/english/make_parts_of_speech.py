"""Making `parts_of_speech.txt`: what the usual English words can be.

    python -m scripts.check.english.make_parts_of_speech WORDNET

WORDNET is the folder of WordNet's files (Debian's packages wordnet-base and wordnet-sense-index:
/usr/share/wordnet). What a word is seldom, texts have it as in three of a hundred places or fewer.
WordNet may be passed on with its notice, which is written into the file.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scripts.check.english.near_words import Grade, grade_of
from scripts.check.english.parts_of_speech import TABLE
from scripts.check.english.words import third
from scripts.files import write_atomically

_HEAD = """\
# The usual English words, a line each, with what they can be: s one thing, p several, b what one
# does (plain), z what one thing does, d what was done, g doing, a adjective, r adverb; in capitals
# what texts have them as seldom. Made by
# make_parts_of_speech.py of WordNet, which may be passed on with this notice:
#
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. Permission to use, copy,
# modify and distribute this software and database and its documentation for any purpose and
# without fee or royalty is hereby granted, provided that you agree to comply with the following
# copyright notice and statements, including the disclaimer, and that the same appear on ALL copies
# of the software, database and documentation, including modifications that you make for internal
# use or for distribution. THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY
# MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. BY WAY OF EXAMPLE, BUT NOT LIMITATION,
# PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF MERCHANTABILITY OR FITNESS FOR ANY
# PARTICULAR PURPOSE OR THAT THE USE OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION WILL NOT
# INFRINGE ANY THIRD PARTY PATENTS, COPYRIGHTS, TRADEMARKS OR OTHER RIGHTS. The name of Princeton
# University or Princeton may not be used in advertising or publicity pertaining to distribution of
# the software and/or database. Title to copyright in this software, database and any associated
# documentation shall at all times remain with Princeton University.

"""
# WordNet's numbers of the parts of speech, in its keys of senses.
_PARTS = {"1": "noun", "2": "verb", "3": "adjective", "4": "adverb", "5": "adjective"}
_LETTERS = {"noun": "s", "verb": "b", "adjective": "a", "adverb": "r"}
# Texts in which it was counted have a word so often, at least, and one of its parts so seldom.
_SEEN, _SELDOM = 12, 0.03
# What was done, in the same form as the verb.
_UNCHANGED = frozenset(
    """
    read become come overcome run rerun put cut set reset let hit cost hurt quit split spread shut
    shed cast broadcast burst bet rid thrust upset bid offset input output
    """.split()  # noqa: SIM905
)
_USUAL = (Grade.COMMON, Grade.USUAL)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file, and tell how many words it has."""
    parser = argparse.ArgumentParser(description="Make the list of what English words can be.")
    parser.add_argument("wordnet", type=Path, metavar="WORDNET")
    options = parser.parse_args(arguments)
    forms: dict[str, set[str]] = defaultdict(set)
    irregular = {
        part: _irregular(options.wordnet / f"{part}.exc") for part in ("noun", "verb", "adj")
    }
    for word, counts in _counts(options.wordnet / "index.sense").items():
        if len(word) < 2:
            continue  # a letter
        total = sum(counts.values())
        for part, count in counts.items():
            if part in {"noun", "verb"} and total >= _SEEN and count < total * _SELDOM:
                letters = _LETTERS[part].upper(), "P" if part == "noun" else "Z"
                forms[word].add(letters[0])
                forms[third(word)].add(letters[1])
                continue
            forms[word].add(_LETTERS[part])
            if part == "noun":
                for many in (*irregular["noun"].get(word, ()), third(word)):
                    forms[many].add("p")
            if part == "adjective":
                for form in (*irregular["adj"].get(word, ()), *_compared(word)):
                    forms[form].add("a")
            if part == "verb":
                _conjugate(word, irregular["verb"], forms)
    rows = [f"{word} {''.join(sorted(forms[word]))}" for word in sorted(forms) if _is_usual(word)]
    write_atomically(TABLE, (_HEAD + "".join(f"{row}\n" for row in rows)).encode())
    sys.stdout.write(f"{len(rows)} words\n")
    return 0


def _is_usual(word: str) -> bool:
    return word.isalpha() and grade_of(word) in _USUAL


def _counts(path: Path) -> Mapping[str, Counter[str]]:
    """Give how often each word was met as each part of speech."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for line in path.read_text("ascii").splitlines():
        key, _, _, count = line.split()
        word, _, senses = key.partition("%")
        found[word][_PARTS[senses[0]]] += int(count)
    return found


def _irregular(path: Path) -> Mapping[str, list[str]]:
    """Give the irregular forms of each word."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in path.read_text("ascii").splitlines():
        form, *bases = line.split()
        for base in bases:
            found[base].append(form)
    return found


def _conjugate(verb: str, irregular: Mapping[str, list[str]], forms: dict[str, set[str]]) -> None:
    forms[third(verb)].add("z")
    if verb in _UNCHANGED:
        forms[verb].add("d")
    for form in _regular(verb):
        forms[form].add("g" if form.endswith("ing") else "d")
    for form in irregular.get(verb, ()):
        forms[form].add("g" if form.endswith("ing") else "z" if form.endswith("s") else "d")


def _regular(verb: str) -> Iterator[str]:
    """Give the forms with -ed and -ing as they may be spelled; what is no word is left out later.

    >>> sorted(_regular("drop"))
    ['droped', 'droping', 'dropped', 'dropping']
    """
    stem = verb.removesuffix("e") if not verb.endswith(("ee", "oe", "ye")) else verb
    yield from (f"{stem}ing", f"{verb}ing") if stem != verb else (f"{verb}ing",)
    if verb.endswith("y") and verb[-2:-1] not in "aeou":
        yield f"{verb[:-1]}ied"
    else:
        yield f"{verb.removesuffix('e')}ed"
    if verb[-1] in "bdgklmnprtvz" and verb[-2:-1] in "aeiou":
        yield from (f"{verb}{verb[-1]}ed", f"{verb}{verb[-1]}ing")


def _compared(adjective: str) -> Iterator[str]:
    stem = adjective.removesuffix("e")
    if adjective.endswith("y"):
        stem = f"{adjective[:-1]}i"
    for end in ("er", "est"):
        yield stem + end
        yield f"{stem}{stem[-1]}{end}"


if __name__ == "__main__":
    sys.exit(main())
