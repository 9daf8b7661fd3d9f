"""Making `known_words.txt`: the English words that `near_words` takes for words.

    python -m scripts.check.english.make_known_words SCOWL TERMS...

SCOWL is the folder of SCOWL's lists (Debian's package scowl: /usr/share/dict/scowl), TERMS are
folders of cspell's dictionaries of terms (`dict` in the npm packages @cspell/dict-software-terms,
-python, -data-science, -companies, -fullstack, -filetypes and -html). Both may be passed on with
their notices, which are written into the file.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from scripts.check.english.near_words import TABLE, Grade
from scripts.files import write_atomically

_DIALECTS = ("english", "american", "british", "british_z", "canadian", "australian")
_KINDS = ("words", "upper", "abbreviations", "contractions", "proper-names")
_VARIANTS = ("variant_0-words", "variant_1-words", "variant_2-words", "variant_3-words")
# SCOWL's sizes: the words of 20 are met every day, those of 40 are known to nearly everybody.
_COMMON, _USUAL, _KNOWN = (10, 20), (10, 20, 35, 40), (10, 20, 35, 40, 50, 55, 60, 70)
_LEAST = 3
_HEAD = """\
# English words, a line each; 1 behind one says that it is common, 2 usual, 3 a term. Made by
# make_known_words.py of two collections, which may be passed on with these notices:
#
# SCOWL, {scowl}. The collective work is Copyright 2000-2011 by Kevin Atkinson as well as any of
# the copyrights mentioned in its README. Permission to use, copy, modify, distribute and sell
# these word lists, the associated scripts, the output created from the scripts, and its
# documentation for any purpose is hereby granted without fee, provided that the above copyright
# notice appears in all copies and that both that copyright notice and this permission notice
# appear in supporting documentation. Kevin Atkinson makes no representations about the
# suitability of this array for any purpose. It is provided "as is" without express or implied
# warranty.
#
# cspell's dictionaries of terms, under the MIT License: Copyright (c) 2017-2025 Street Side
# Software. Permission is hereby granted, free of charge, to any person obtaining a copy of this
# software and associated documentation files (the "Software"), to deal in the Software without
# restriction, including without limitation the rights to use, copy, modify, merge, publish,
# distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
# Software is furnished to do so, subject to the following conditions: The above copyright notice
# and this permission notice shall be included in all copies or substantial portions of the
# Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
# INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE
# AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
# DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
# OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file, and tell how many words it has."""
    parser = argparse.ArgumentParser(description="Make the list of English words that are known.")
    parser.add_argument("scowl", type=Path, metavar="SCOWL")
    parser.add_argument("terms", type=Path, nargs="*", metavar="TERMS")
    parser.add_argument("--version", default="Debian's 2020.12.07-2", help="of SCOWL, to be told")
    options = parser.parse_args(arguments)
    grades: dict[str, Grade] = {}
    for word in _terms(options.terms):
        grades[word] = Grade.TERM
    lists = [f"{dialect}-{kind}" for dialect in _DIALECTS for kind in _KINDS]
    for word in _scowl(options.scowl, [*lists, *_VARIANTS, "special-hacker"], _KNOWN):
        grades.setdefault(word, Grade.KNOWN)
    of_dialects = [f"{dialect}-words" for dialect in _DIALECTS]
    for grade, sizes in ((Grade.USUAL, _USUAL), (Grade.COMMON, _COMMON)):
        for word in _scowl(options.scowl, of_dialects, sizes):
            grades[word] = grade
    rows = (f"{word} {grade:d}" if grade else word for word, grade in sorted(grades.items()))
    text = _HEAD.format(scowl=options.version) + "".join(f"{row}\n" for row in rows)
    write_atomically(TABLE, text.encode())
    sys.stdout.write(f"{len(grades)} words\n")
    return 0


def _scowl(folder: Path, names: Iterable[str], sizes: Iterable[int]) -> Iterator[str]:
    for size in sizes:
        for name in names:
            path = folder / f"{name}.{size}"
            if path.exists():
                words = path.read_text("latin-1").split()
                yield from (one.lower() for one in words if re.fullmatch("[A-Za-z]{3,}", one))


def _terms(folders: Iterable[Path]) -> Iterator[str]:
    for path in (path for folder in folders for path in sorted(folder.glob("*.txt*"))):
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
        for line in text.splitlines():
            told = line.partition("#")[0]
            # What is put together, whole and in its parts: DataFrame.
            for word in (*re.findall("[A-Za-z]+", told), *re.findall("[A-Z]?[a-z]+", told)):
                if len(word) >= _LEAST:
                    yield word.lower()


if __name__ == "__main__":
    sys.exit(main())
