"""What people decided about guesses, kept in a file so that nothing is asked twice.

The file holds one decision a line, as JSON, sorted: two people's decisions merge line by line. It
stands beside the page as `NAME.decisions.jsonl`, where it is seen, moved and committed with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scripts.diagnostic import UsageError
from scripts.doubts import Doubt, Span, find, find_all, read_entry
from scripts.files import write_atomically
from scripts.repair.places import after, context
from scripts.repair.result import Edit, Guess, Place, Places, Repair, RepairError, Step, apply

_DECIDE = "decide"


@dataclass(frozen=True)
class Decision:
    """What a person decided about a place; with no text the doubt is open still.

    Where the page has been written meanwhile, the damage that gave the candidates is gone, so
    they are kept here.
    """

    place: Place
    text: str | None
    candidates: tuple[tuple[str, float], ...] = ()

    @property
    def doubt(self) -> Doubt:
        """Give the same as it is known to those who have nothing to do with repairs."""
        place = self.place
        return Doubt(
            place.before,
            place.damaged,
            place.after,
            place.occurrence,
            self.candidates,
            self.text,
        )

    def to_line(self) -> str:
        """Give the decision as a line of the file, without its line feed.

        >>> Decision(Place("a", "ì˜", "b"), "의").to_line()
        '{"before":"a","damaged":"ì˜","after":"b","occurrence":1,"text":"의"}'
        """
        value: dict[str, Any] = {
            "before": self.place.before,
            "damaged": self.place.damaged,
            "after": self.place.after,
            "occurrence": self.place.occurrence,
        }
        if self.candidates:
            value["candidates"] = [[text, round(share, 4)] for text, share in self.candidates]
        if self.text is not None:
            value["text"] = self.text
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def dump(decisions: Iterable[Decision]) -> bytes:
    """Give the file of some decisions, sorted as JavaScript sorts: the HTML page saves it too."""
    lines = sorted({d.to_line() for d in decisions}, key=lambda line: line.encode("utf-16-be"))
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def parse(data: bytes) -> tuple[Decision, ...]:
    """Give the decisions of a file; raises RepairError with the line that is none.

    >>> parse(dump([Decision(Place("", "ì˜", ""), "의")]))[0].text
    '의'
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RepairError("decisions are kept in UTF-8; this is another encoding") from error
    # Not splitlines(): the damaged text of a place may hold U+0085.
    return tuple(
        _parsed(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip()
    )


def _parsed(line: str, number: int) -> Decision:
    try:
        entry = read_entry(line)
    except ValueError:
        raise RepairError(
            f"line {number}: is no decision; delete the line, or decide again with --choose"
        ) from None
    place = Place(entry.before, entry.text, entry.after, entry.occurrence)
    return Decision(place, entry.decided, entry.candidates)


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """Give the decisions that a file holds; none where there is no file."""
    try:
        return parse(path.read_bytes())
    except FileNotFoundError:
        return ()
    except RepairError as error:
        raise RepairError(f"{path}: {error}") from error


def write_decisions(path: Path, decisions: Iterable[Decision]) -> bool:
    """Write decisions where the file does not hold just these already; say whether it was."""
    data = dump(decisions)
    if (path.read_bytes() if path.exists() else b"") == data:
        return False
    write_atomically(path, data)
    return True


# --- deciding -------------------------------------------------------------------------------------


def decide(source: str, result: Repair, decisions: Iterable[Decision]) -> Repair:
    """Give a repair with decisions taken: a decided guess has its text and is not flagged.

    The places of the guesses are known (`placed`). Doubts that outlived the damage, because the
    page was written, become guesses again where their place still stands.
    """
    by_place = {decision.place: decision for decision in decisions}
    if not by_place:
        return result
    guesses = list(result.guesses)
    known = {guess.place for guess in guesses}
    others = [d for d in by_place.values() if d.candidates and d.place not in known]
    for number, found in find_all(source, [decision.doubt for decision in others]).items():
        decision = others[number]
        span = after(result.steps, *found)
        if span is not None:
            text = result.text[slice(*span)]
            guesses.append(
                Guess(*span, 1, 1, text, decision.candidates, True, place=decision.place)
            )
    guesses.sort(key=lambda guess: (guess.start, guess.end))
    edits = []
    moved = 0
    for number, guess in enumerate(guesses):
        taken = by_place.get(guess.place)
        text = guess.text if taken is None or taken.text is None else taken.text
        decided = guess.decided or (taken is not None and taken.text is not None)
        if text != guess.text:
            edits.append(Edit(guess.start, guess.end, text))
        start = guess.start + moved
        moved += len(text) - len(guess.text)
        guesses[number] = replace(
            guess,
            start=start,
            end=start + len(text),
            text=text,
            flagged=guess.flagged and not decided,
            decided=decided,
        )
    steps = result.steps
    if edits:
        did = "put in what people had decided"
        steps = (*steps, Step(_DECIDE, did, tuple(edits)))
    text = apply(result.text, edits)
    if guesses:
        places = Places(text)
        for number, guess in enumerate(guesses):
            line, column = places.of(guess.start)
            guesses[number] = replace(guess, line=line, column=column)
    return replace(result, text=text, steps=steps, guesses=tuple(guesses))


def missing(result: Repair, decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Give the decisions whose place the page does not hold any more.

    Those that were put into a page which is whole by now have done their work: they are not missed.
    """
    damaged = any(step.edits for step in result.steps if step.name != _DECIDE)
    known = {guess.place for guess in result.guesses}
    return tuple(d for d in decisions if d.place not in known and (damaged or d.text is None))


def merged(old: Iterable[Decision], new: Iterable[Decision]) -> tuple[Decision, ...]:
    """Give old and new decisions together; a place that is decided again has the new one."""
    by_place = {decision.place: decision for decision in [*old, *new]}
    return tuple(by_place[place] for place in sorted(by_place))


def guess_at(result: Repair, line: int, column: int) -> Guess:
    """Give the guess at a place of the repaired text; UsageError names those of its line."""
    on_line = [guess for guess in result.guesses if guess.line == line]
    for guess in on_line:
        if guess.column <= column < guess.column + max(1, len(guess.text)):
            return guess
    there = ", ".join(f"{guess.line}:{guess.column}" for guess in on_line)
    raise UsageError(
        f"{line}:{column}: no guess here; " + (f"this line has {there}" if there else "see --all")
    )


def decision_about(guess: Guess, text: str, old: Iterable[Decision] = ()) -> Decision:
    """Give the decision that a guess is `text`; what its place keeps of candidates stays."""
    kept = {decision.place: decision.candidates for decision in old}
    return Decision(guess.place, text, kept.get(guess.place, ()))


def after_writing(result: Repair, old: Iterable[Decision]) -> tuple[Decision, ...]:
    """Give the decisions for the page once it is written: doubts are named by its new text.

    What was decided stays, for whoever puts the original back.
    """
    gone = {d.place for d in missing(result, old)}
    kept = [d for d in old if d.text is not None or d.place in gone]
    doubts = [
        doubt_at(result.text, (guess.start, guess.end), guess.candidates)
        for guess in result.guesses
        if guess.flagged
    ]
    return merged(kept, doubts)


def doubt_at(text: str, span: Span, candidates: Iterable[tuple[str, float]]) -> Decision:
    """Give the open doubt about some characters of a text.

    >>> doubt_at("봄 산\\n봄 산", (4, 5), [("봄", 0.9), ("붐", 0.1)]).place.occurrence
    2
    """
    place = context(text, *span)
    number = 1
    while (found := find(text, place.before, place.damaged, place.after, number)) and found < span:
        number += 1
    return Decision(replace(place, occurrence=number), None, tuple(candidates))


def with_doubts(
    lesson: str, doubts: Iterable[Decision], old: Iterable[Decision]
) -> tuple[str, tuple[Decision, ...]]:
    """Give a new lesson and the decisions for it, those taken that people took in it before.

    `doubts` are about places of the `lesson`; `old` are the decisions about the lesson in whose
    place it comes.
    """
    decided = [decision for decision in old if decision.text is not None]
    known = merged(doubts, decided)
    result = decide(lesson, Repair(lesson), known)
    return result.text, after_writing(result, known)
