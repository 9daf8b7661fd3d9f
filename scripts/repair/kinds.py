"""The wrong decodings of a text, one or several: each is undone on the lines that show it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scripts.repair.detect import SUSPECT, Damage, damages
from scripts.repair.draft import Draft
from scripts.repair.lattice import HANGUL, Sure, pieces
from scripts.repair.misread import undo_wrong_decoding
from scripts.repair.result import Edit, Guess, Lost, Places, Step, apply


def undo_each_kind(draft: Draft) -> Draft:
    """Undo every wrong decoding of a text, and say by an example why it is believed.

    >>> one, other = "배열".encode().decode("cp1252"), "배열".encode().decode("cp1250")
    >>> done = undo_each_kind(Draft(f"{one}\\n{one}\\n{other}\\n"))
    >>> done.text.split()
    ['배열', '배열', '배열']
    >>> for step in done.steps:
    ...     print(step.did)
    read as UTF-8 what had been read as cp1252: ë°°ì—´ is 배열 (lines 1-2)
    read as UTF-8 what had been read as cp1250: ë°°ě—´ is 배열 (line 3)
    """
    if not SUSPECT.search(draft.text):
        return draft
    known = frozenset(draft.lost)
    for _ in range(_ROUNDS):
        # What was guessed or is lost stays; so does a line that quotes damage, once it is clean.
        busy = {guess.line - 1 for guess in draft.guesses}
        busy |= {lost.line - 1 for lost in draft.lost if lost not in known}
        lines = draft.text.split("\n")
        seen = damages(lines, proved=draft.proved)
        found = [Damage(d.reading, d.lines - busy) for d in seen if d.lines - busy]
        if not found:
            break
        before = draft
        if len(seen) == 1 and not busy:
            draft = _all_undone(draft, lines, seen[0])
        else:
            draft = _undone(draft, lines, found)
        if draft.text == before.text:
            break
    return draft


def _all_undone(draft: Draft, lines: Sequence[str], damage: Damage) -> Draft:
    """Give a draft in which the one damage that it has is undone."""
    known = len(draft.steps)
    done = undo_wrong_decoding(draft)
    explained = (_explained(step, damage, lines) for step in done.steps[known:])
    return replace(done, steps=(*done.steps[:known], *explained))


# A text that was misread twice in a part of its lines needs two.
_ROUNDS = 3


def _undone(draft: Draft, lines: Sequence[str], found: Sequence[Damage]) -> Draft:
    """Give a draft in which each damage is undone on its lines."""
    guesses: list[Guess] = list(draft.guesses)
    lost: list[Lost] = list(draft.lost)
    for damage in found:
        # A draft of these lines alone, each where it stands, so that each is read as it was.
        text = "\n".join(line if n in damage.lines else "" for n, line in enumerate(lines))
        part = undo_wrong_decoding(replace(draft, text=text, steps=(), guesses=(), lost=()))
        for step in part.steps:
            edits = tuple(_moved(step.edits, Places(text).starts, Places(draft.text).starts))
            text = apply(text, step.edits)
            # Which lines they are is said anew: here the other ones were blank.
            did = _explained(step, damage, lines).did.partition(" (line")[0]
            draft = draft.after(step.name, did, edits)
        guesses += part.guesses
        lost += part.lost
    starts = Places(draft.text).starts
    now = (guess.on_its_line(starts) for guess in guesses)
    placed = sorted(now, key=lambda guess: guess.start)
    return replace(draft, guesses=tuple(placed), lost=tuple(lost))


def _explained(step: Step, damage: Damage, lines: Sequence[str]) -> Step:
    """Give a step that shows what it believes by the first word that is whole."""
    if step.name != "undo-wrong-decoding":
        return step
    said, mark, where = step.did.partition(" (line")
    for number in sorted(damage.lines):
        found = clean = ""
        for piece in pieces(lines[number], damage.reading):
            if isinstance(piece, Sure) and HANGUL.match(piece.text):
                found += piece.found
                clean += piece.text
            elif clean:
                break
        if clean:
            return replace(step, did=f"{said}: {found} is {clean}{mark}{where}")
    return step


def _moved(edits: Sequence[Edit], here: Sequence[int], there: Sequence[int]) -> Iterator[Edit]:
    """Give edits of lines that start `here` for a text in which the same lines start `there`."""
    for edit in edits:
        line = bisect_right(here, edit.start) - 1
        moved = there[line] - here[line]
        yield Edit(edit.start + moved, edit.end + moved, edit.text)
