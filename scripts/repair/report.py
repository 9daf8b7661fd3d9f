"""What a person reads of a repair: what happened, each guess in its line, what is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from scripts.repair.decisions import Decision
from scripts.repair.result import Guess, Place, Repair

# Enough to recognise the place, little enough for one line of a terminal.
_CONTEXT = 12
_SHOWN = 4
# Damaged text may hold any control character; a terminal would obey it.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def describe(
    path: Path, result: Repair, *, every: bool = False, missing: Iterable[Decision] = ()
) -> str:
    """Give a report of a repair as text: steps, doubtful guesses, losses, and the counts of all.

    `every` lists the sure and the decided guesses too, of which else only those are shown that no
    candidate was decided for. `missing` are decisions that found no place.

    >>> from scripts.repair import repair
    >>> print(describe(Path("a.md"), repair("clean\\n".encode())))
    a.md: whole, nothing to repair
    """
    missing = tuple(missing)
    if not (result.changed or result.guesses or result.lost or missing):
        return f"{path}: whole, nothing to repair"
    lines = [f"{path}: {step.name}: {step.did}" for step in result.steps if step.did]
    lines += [
        guess_line(path, guess, result.text)
        for guess in result.guesses
        if every or guess.flagged or guess.text not in dict(guess.candidates)
    ]
    lines += [f"{path}:{lost.line}: lost: {lost.message}" for lost in result.lost]
    lines += [f"{path}: {missing_line(decision)}" for decision in missing]
    lines += [f"{path}: {line}" for line in _summary(result, every=every)]
    return "\n".join(lines)


def _summary(result: Repair, *, every: bool) -> Iterable[str]:
    decided = sum(guess.decided for guess in result.guesses)
    doubtful = len(result.flagged)
    sure = len(result.guesses) - decided - doubtful
    counts = [f"{doubtful} doubtful", f"{decided} decided", f"{sure} all but certain"]
    hint = "" if every or not sure + decided else " (--all lists them)"
    guesses, losses = _counted(len(result.guesses), "guess"), _counted(len(result.lost), "loss")
    yield f"{guesses}: {', '.join(counts)}{hint}; {losses}"
    if doubtful:
        yield "decide with --choose LINE:COLUMN=TEXT, take all as they are with --accept"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}es"


def guess_line(path: Path, guess: Guess, text: str) -> str:
    """Give one guess as a line: its place, the word before and after, what else it may have been.

    A word in the file may be damaged beyond the guess; what was undone exactly is not marked.
    """
    before = text[max(0, guess.start - _CONTEXT) : guess.start].rpartition("\n")[2]
    after = text[guess.end : guess.end + _CONTEXT].partition("\n")[0]
    shares = ", ".join(f"{visible(c)} {share:.1%}" for c, share in guess.candidates[:_SHOWN])
    weight = "decided" if guess.decided else "look at this" if guess.flagged else "guess"
    if guess.text not in dict(guess.candidates):
        shares += "; what was decided is none of these"
    place = f"{path}:{guess.line}:{guess.column}"
    word = damaged_word(guess.place)
    was = f"{visible(word)} -> " if word else ""
    now = f"…{visible(before)}[{visible(guess.text)}]{visible(after)}…"
    return f"{place}: {weight}: {was}{now} ({shares})"


def damaged_word(place: Place) -> str:
    """Give the word of the file that a place stands in, as it was found.

    >>> damaged_word(Place("*ì—­ìž : ê¹€í˜•", "ìž„", "*"))
    'ê¹€í˜•ìž„*'
    """
    if not place.damaged:
        return ""
    # Not \\s: a no-break space or a next-line control is a byte of a damaged syllable.
    before = re.split("[ \t]", place.before)[-1]
    after = re.split("[ \t\r]", place.after)[0]
    return before + place.damaged + after


def missing_line(decision: Decision) -> str:
    """Give a decision whose place is gone as a sentence without its file."""
    place = decision.place
    word = visible(damaged_word(place))
    what = "a doubt" if decision.text is None else f'the decision "{visible(decision.text)}"'
    return (
        f'{what} about "{word}" finds its place no more; the line was changed: look at it, '
        "then delete the entry from the decisions file"
    )


def visible(text: str) -> str:
    """Give `text` with controls written out, so that a terminal shows them and obeys none.

    >>> print(visible("a\\x1b[2J"))
    a\\x1b[2J
    """
    return _CONTROLS.sub(lambda match: ascii(match.group())[1:-1], text)
