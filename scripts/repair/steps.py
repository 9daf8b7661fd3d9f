"""The steps of a repair, in their order; each takes a draft and gives the next one."""

from __future__ import annotations

from collections.abc import Callable

from scripts.repair.cp949 import undo_cp949, undo_euc_kr
from scripts.repair.draft import Draft
from scripts.repair.kinds import undo_each_kind
from scripts.repair.losses import name_losses
from scripts.repair.misread import undo_layers
from scripts.repair.whole import (
    compose_jamo,
    decode_entities,
    mend_with_ftfy,
    undo_twice,
)

# Guesses are places in the text. `undo_layers` takes whole lines, so the steps behind it edit other
# ones, and the last that edits moves its guesses along.
STEPS: tuple[Callable[[Draft], Draft], ...] = (
    decode_entities,
    undo_euc_kr,
    undo_cp949,
    undo_layers,
    undo_twice,
    mend_with_ftfy,
    compose_jamo,
    undo_each_kind,
    name_losses,
)
