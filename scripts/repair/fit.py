"""How much each opinion on a word weighs, fitted on texts that were not counted.

`python -m scripts.repair.fit FOLDER...` counts the packages in the folders, but for those that
`train.FITTED_ON` names; these it damages and weighs. It prints the weights for `choose.WEIGHTS`
and, for some thresholds, how much would be flagged and how much wrong without a flag.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from scripts.repair import kiwi
from scripts.repair.choose import Opinion, Votes, Word, likely, opinions, word_of
from scripts.repair.encodings import SOFT_HYPHEN, WRONG_ENCODINGS
from scripts.repair.growth import grown_words
from scripts.repair.lattice import HANGUL, Piece, Reading, pieces
from scripts.repair.packages import packages
from scripts.repair.search import Lattice, words_of
from scripts.repair.syllables import Counts, SyllableModel, condensed
from scripts.repair.train import FITTED_ON, RARE_WORD, counted, usable

KINDS = ("cp1252", "cp1254", "cp1250", "cp1257", "cp1253")
_PAGE = 30
_PAGES = 20
_LONGEST = 600
_SYLLABLES = 8
_THRESHOLDS = (0.97, 0.98, 0.985, 0.99, 0.995)
_ROUNDS = 50


@dataclass(frozen=True)
class Example:
    """One damaged word with the opinions on each way, and what is right.

    `right` is None where the right way does not come into question.
    """

    word: Word
    asked: tuple[tuple[float, ...], ...]
    right: int | None
    text: str

    def scored(self, weighed: Sequence[float]) -> Word:
        """Give the word with the scores that weights lead to."""
        scores = np.array(self.asked) @ np.array(weighed)
        ways = zip(self.word.options, scores.tolist(), strict=True)
        return replace(self.word, options=[(chosen, score) for (chosen, _), score in ways])


def pages(lines: Sequence[str]) -> list[list[str]]:
    """Give some pages, spread over a text: lines of running Korean that follow each other.

    >>> [len(page) for page in pages(["함수의 값을 돌려줍니다"] * 40 + ["값"])]
    [30, 10]
    """
    prose = [x for x in lines if len(HANGUL.findall(x)) >= _SYLLABLES and len(x) <= _LONGEST]
    cut = [prose[i : i + _PAGE] for i in range(0, len(prose), _PAGE)]
    return cut[:: max(1, len(cut) // _PAGES)][:_PAGES]


def damaged(line: str, encoding: str) -> str:
    """Read the UTF-8 of a line as `encoding`, without the bytes that it does not define.

    >>> damaged("의", "cp1254")
    'ì˜'
    """
    wrong = WRONG_ENCODINGS[encoding]
    lost = wrong.undefined | {SOFT_HYPHEN}
    characters = {byte: c for c, byte in wrong.to_byte.items()}
    return "".join(
        chr(byte) if byte < 0x80 else characters[byte] for byte in line.encode() if byte not in lost
    )


def examples(
    page: Sequence[str], encoding: str, model: SyllableModel, met: Mapping[str, int]
) -> Iterator[Example]:
    """Give the words of a page that lost a byte, with what is thought of them.

    Words are left out where what is right cannot be told, since a line broke elsewhere too.

    >>> from scripts.repair.syllables import condensed, count, Counts
    >>> model = SyllableModel(Counts.of(condensed(count(["함수의 값", "함수의 이름"]))))
    >>> [(one.text, one.right) for one in examples(["함수의 값"], "cp1254", model, {})]
    [('의', 0)]
    """
    wrong = WRONG_ENCODINGS[encoding]
    reading = Reading(wrong, wrong.undefined | {SOFT_HYPHEN})
    scorer = kiwi.scorer()
    for line in page:
        cut: list[Piece] = list(pieces(damaged(line, encoding), reading))
        lattice = Lattice(cut, model)
        right = _right(lattice, line)
        if right is None:
            continue
        groups = words_of(lattice)
        found = [lattice.words(first, last) for first, last in groups]
        parts = lattice.parts([options[0][0] for options in found])
        for (first, last), options in zip(groups, found, strict=True):
            few = likely(options)
            asked: Sequence[Opinion] = [(0.0, 0.0, 0.0, 0)]
            if len(few) > 1:
                asked = opinions(lattice, parts, (first, last), few, scorer, met)
            word = word_of(lattice, first, last, few)
            text = "".join(right[first : last + 1])
            ways = ["".join(word.texts(chosen)) for chosen, _ in few]
            if len(text) == len(word.slots) and all(len(way) == len(text) for way in ways):
                yield Example(word, tuple(asked), ways.index(text) if text in ways else None, text)


def _right(lattice: Lattice, line: str) -> list[str] | None:
    """Give the characters of a line that stand in the slots, where they can be told."""
    right: list[str] = []
    at = 0
    for number, text in enumerate(lattice.between):
        if line[at : at + len(text)] != text:
            return None
        at += len(text)
        if number < len(lattice.slots):
            right.append(line[at : at + 1])
            at += 1
    return right


def weights(found: Sequence[Example]) -> list[float]:
    """Give the weights of the opinions that make what is right likeliest (Newton's method).

    Raises ValueError where no word has both a choice and a right way.

    >>> from scripts.repair.lattice import Slot
    >>> word = Word((Slot("?", (("가", 0.0), ("나", 0.0))),), ("",), [((0,), 0.0), ((1,), 0.0)])
    >>> found = [Example(word, ((1.0,), (0.0,)), right, "가나"[right]) for right in (0, 0, 0, 1)]
    >>> weights(found)  # three to one are the odds that e^1.099 is
    [1.099]
    """
    known = [one for one in found if len(one.asked) > 1 and one.right is not None]
    if not known:
        raise ValueError(f"no damaged word to weigh in any of {', '.join(FITTED_ON)}")
    most = max(len(one.asked) for one in known)
    asked = np.zeros((len(known), most, len(known[0].asked[0])))
    closed = np.full((len(known), most), -np.inf)
    right = np.array([one.right for one in known])
    for row, one in enumerate(known):
        asked[row, : len(one.asked)] = one.asked
        closed[row, : len(one.asked)] = 0.0
    asked -= asked[:, :1]
    solution = np.zeros(asked.shape[2])
    for _ in range(_ROUNDS):
        shares = _shares(asked @ solution + closed)
        mean = np.einsum("nk,nkf->nf", shares, asked)
        slope = (asked[np.arange(len(known)), right] - mean).sum(axis=0)
        bend = np.einsum("nk,nkf,nkg->fg", shares, asked, asked) - mean.T @ mean
        step = np.linalg.lstsq(bend, slope, rcond=None)[0]
        solution += step
        if np.abs(step).max() < 1e-6:
            break
    return [round(float(weight), 3) for weight in solution]


def heard(page: Sequence[Example], weighed: Sequence[float]) -> list[Example]:
    """Give the words of a page with one opinion more: how well each way agrees with the page.

    >>> from scripts.repair.lattice import Slot
    >>> word = Word((Slot("?", (("가", 0.0), ("나", 0.0))),), ("",), [((0,), 0.0), ((1,), 0.0)])
    >>> heard([Example(word, ((1.0,), (2.0,)), 0, "가")], [1.0])[0].asked
    ((1.0, 0.0), (2.0, 0.0))
    """
    words = [one.scored(weighed) for one in page]
    votes = Votes(words)
    return [
        replace(
            one,
            asked=tuple(
                (*asked, agreement)
                for asked, agreement in zip(one.asked, votes.opinions(word), strict=True)
            ),
        )
        for one, word in zip(page, words, strict=True)
    ]


_Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def _shares(scores: _Matrix) -> _Matrix:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: _Matrix = powers / powers.sum(axis=1, keepdims=True)
    return shares


def silent(
    found: Sequence[Example], weighed: Sequence[float], threshold: float
) -> tuple[float, float, float]:
    """Give wrong, flagged and silently wrong syllables, as parts of all syllables in `found`.

    >>> from scripts.repair.lattice import Slot
    >>> word = Word((Slot("?", (("가", 0.0), ("나", 0.0))),), ("",), [((0,), 0.0), ((1,), 0.0)])
    >>> found = [Example(word, ((9.0,), (0.0,)), right, "가나"[right]) for right in (0, 1)]
    >>> silent(found, [1.0], 0.98)
    (0.5, 0.0, 0.5)
    """
    total = wrong = flagged = quiet = 0
    for one in found:
        for choice, right in zip(one.scored(weighed).choices(), one.text, strict=True):
            total += 1
            doubtful = dict(choice.candidates)[choice.text] < threshold
            wrong += choice.text != right
            flagged += doubtful
            quiet += choice.text != right and not doubtful
    return wrong / total, flagged / total, quiet / total


def main(folders: list[str]) -> int:
    """Fit on the packages in `folders` and print what comes out; give the exit code."""
    if not folders:
        sys.stderr.write("usage: python -m scripts.repair.fit FOLDER...\n")
        return 2
    try:
        read = usable(packages(folders))
        strings, once = counted(p for p in read if p.name not in FITTED_ON)
        model = SyllableModel(Counts.of(condensed(strings)))
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    met = grown_words({}, once, RARE_WORD)
    found = {
        kind: [
            list(examples(page, kind, model, met))
            for package in read
            if package.name in FITTED_ON
            for page in pages(package.lines)
        ]
        for kind in KINDS
    }
    alone = weights([one for kind in KINDS for page in found[kind] for one in page])
    told = {kind: [one for page in found[kind] for one in heard(page, alone)] for kind in KINDS}
    weighed = weights([one for kind in KINDS for one in told[kind]])
    sys.stdout.write(f"WEIGHTS = {tuple(weighed[:-1])}\nAGREEMENT = {weighed[-1]}\n")
    for kind in KINDS:
        for threshold in _THRESHOLDS:
            wrong, flagged, quiet = silent(told[kind], weighed, threshold)
            sys.stdout.write(
                f"{kind}: threshold {threshold}: wrong {wrong:.3%}, flagged {flagged:.2%}, "
                f"wrong and not flagged {1e4 * quiet:.1f} in 10,000\n"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
