"""Damaged Korean becomes clean Korean: bytes in, text with every guess named out.

The order of the modules is the order of the work: `decode` (bytes to characters), `glance` (what is
whole at first sight), `detect` (what happened, and on which lines), `cited` (what only shows
damage), `whole` (what lost nothing), `kinds` (one kind of damage after the other), `twice` (two
layers of it that lost bytes), `lattice` (what each damaged place may have been), `signs` (which of
them are likely by what stands around), `syllables`, `words` and `kiwi` (how likely that is),
`search` (the likeliest ways through a line), `choose` (which it is), `losses` (what is gone for
good). `steps` is the pipeline; `result` is what it gives; `write` puts it on the disk. `decisions`
are what people said about guesses, `report` and `page` show them the guesses, `stream` repairs what
is too large to hold in memory. `packages`, `train` and `fit` make what the model is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scripts.repair.decisions import Decision, decide
from scripts.repair.decode import decode as decoded
from scripts.repair.draft import Draft
from scripts.repair.glance import is_whole
from scripts.repair.places import placed
from scripts.repair.result import (
    Edit,
    Guess,
    Lost,
    Place,
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
    draft = Draft(text, (step,), lost=lost, lexicon=tuple(lexicon), threshold=threshold)
    if not is_whole(text):
        for transform in STEPS:
            draft = transform(draft)
    result = Repair(draft.text, draft.steps, draft.guesses, draft.lost)
    result = replace(result, guesses=placed(text, result))
    return decide(text, result, decisions)
