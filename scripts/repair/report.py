"""What a person reads of a repair: what happened, each guess in its line, what is lost."""

from __future__ import annotations

from pathlib import Path

from scripts.repair.result import Guess, Repair

# Enough to recognise the place, little enough for one line of a terminal.
_CONTEXT = 12


def describe(path: Path, result: Repair) -> str:
    """Give a report of a repair as text: steps, doubtful guesses, a count of the sure ones, losses.

    >>> from scripts.repair import repair
    >>> print(describe(Path("a.md"), repair("clean\\n".encode())))
    a.md: whole, nothing to repair
    """
    if not result.changed and not result.lost:
        return f"{path}: whole, nothing to repair"
    lines = [f"{path}: {step.name}: {step.did}" for step in result.steps if step.did]
    lines += [guess_line(path, guess, result.text) for guess in result.flagged]
    sure = len(result.guesses) - len(result.flagged)
    if sure:
        lines.append(
            f"{path}: {sure} more guesses that are all but certain (--format json has them)"
        )
    lines += [f"{path}:{lost.line}: lost: {lost.message}" for lost in result.lost]
    return "\n".join(lines)


def guess_line(path: Path, guess: Guess, text: str) -> str:
    """Give one guess as a line: its place, the words around it, what else it may have been."""
    before = text[max(0, guess.start - _CONTEXT) : guess.start].rsplit("\n", 1)[-1]
    after = text[guess.end : guess.end + _CONTEXT].split("\n", 1)[0]
    shares = ", ".join(f"{candidate} {share:.0%}" for candidate, share in guess.candidates[:4])
    weight = "look at this" if guess.flagged else "guess"
    place = f"{path}:{guess.line}:{guess.column}"
    return f"{place}: {weight}: …{before}[{guess.text}]{after}… ({shares})"
