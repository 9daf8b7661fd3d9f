"""Damaged Korean becomes clean Korean: bytes in, text with every guess named out.

The order of the modules is the order of the work: `decode` (bytes to characters), `glance` (what is
whole at first sight), `detect` (what happened, and on which lines), `spans`, `code_lines`, `cited`
and `judging` (what only shows damage), `cp949` and `whole` (what lost nothing), `kinds` (one kind
of damage after the other), `layers`, `by_look` and `twice` (two layers of it that lost bytes),
`lattice` (what each damaged place may have been), `stray` (what it may have been where a byte is
gone for no known reason), `signs` (which of them are likely by what stands around), `syllables`,
`words` and `kiwi` (how likely that is), `search` (the likeliest ways through a line), `choose`
(which it is), `losses` (what is gone for good). `steps` is the pipeline; `result` is what it gives;
`write` puts it on the disk. `decisions` are what people said about guesses, `report` and `page`
show them the guesses, `stream` repairs what is too large to hold in memory. `packages`, `train` and
`fit` make what the model is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scripts.repair.decisions import Decision, decide
from scripts.repair.decode import decode as decoded
from scripts.repair.draft import Draft
from scripts.repair.glance import is_whole
from scripts.repair.lattice import HANGUL
from scripts.repair.places import after, placed
from scripts.repair.result import (
    Edit,
    Guess,
    Lost,
    Place,
    Places,
    Repair,
    RepairError,
    Step,
    replay,
)
from scripts.repair.steps import STEPS
from scripts.repair.write import write_repaired

__all__ = [
    "Decision",
    "Edit",
    "Guess",
    "Lost",
    "Place",
    "Repair",
    "RepairError",
    "Step",
    "repair",
    "replay",
    "write_repaired",
]

# Where parts of a text were damaged in different ways, what is mended lets the rest be seen; the
# text of the last round is one that a repair leaves as it is.
_ROUNDS = 4
# Of damage that loses a few bytes, about 2 guesses in 100 lie below it (`fit.py`).
THRESHOLD = 0.98


def repair(
    data: bytes,
    *,
    lexicon: Iterable[str] = (),
    threshold: float = THRESHOLD,
    decisions: Iterable[Decision] = (),
) -> Repair:
    """Give the text of `data` in clean Korean, with every step, guess and loss.

    A whole file comes back as it is: `text.encode() == data`. `lexicon` holds terms or sentences
    of the domain; they make their words likelier. A guess that is less sure than `threshold` is
    flagged, unless one of the `decisions` is about it. Raises RepairError where the bytes are no
    text.

    >>> result = repair("*ì—­ìž : ê¹€í•˜ëŠ˜*".encode())
    >>> result.text
    '*역자 : 김하늘*'
    """
    text, step, lost = decoded(data)
    draft = Draft(
        text,
        (step,),
        lost=lost,
        lexicon=tuple(lexicon),
        threshold=threshold,
        misread=not HANGUL.search(text),
    )
    for _ in range(_ROUNDS):
        if is_whole(draft.text):
            break
        before, draft = draft, _mended(draft, lost)
        if draft.text == before.text:
            break
    result = Repair(draft.text, draft.steps, draft.guesses, draft.lost)
    result = replace(result, guesses=placed(text, result))
    return decide(text, result, decisions)


def _mended(draft: Draft, unread: tuple[Lost, ...]) -> Draft:
    """Give a draft after one round of all steps, its older guesses moved along with the text.

    What could not be read is lost for good; what else was named is named anew on changed lines.
    """
    done = replace(draft, steps=draft.steps[:1], guesses=(), lost=unread)
    for transform in STEPS:
        done = transform(done)
    new = done.steps[1:]
    places = Places(done.text)
    # Steps behind the one that guessed edit other lines.
    now = (guess.on_its_line(places.starts) for guess in done.guesses)
    old = _still_there(draft.guesses, new, places)
    guesses = sorted((*old, *now), key=lambda guess: guess.start)
    lines = zip(draft.text.split("\n"), done.text.split("\n"), strict=True)
    same = {number for number, (one, other) in enumerate(lines, 1) if one == other}
    lost = tuple(sorted({*done.lost, *(item for item in draft.lost if item.line in same)}))
    return replace(done, steps=(*draft.steps, *new), guesses=tuple(guesses), lost=lost)


def _still_there(
    guesses: Iterable[Guess], steps: Sequence[Step], places: Places
) -> Iterator[Guess]:
    """Give the guesses that later steps left as they were, at their places in the text by now."""
    for guess in guesses:
        span = after(steps, guess.start, guess.end)
        if span is not None:
            line, column = places.of(span[0])
            yield replace(guess, start=span[0], end=span[1], line=line, column=column)
