"""Which lines a step may mend: those that are damaged, not those that show damage."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace

from scripts.repair.cited import Verdict, verdicts
from scripts.repair.draft import Draft
from scripts.repair.losses import quotation
from scripts.repair.result import Edit, Places
from scripts.repair.spans import Span


def judged(
    draft: Draft, lines: list[str], damaged: list[int], spans: Callable[[int], list[Span]]
) -> dict[int, Verdict]:
    """Judge damaged lines; a step that mended something before proves that the text is damaged."""
    if draft.proved:
        return dict.fromkeys(damaged, Verdict.REAL)
    return verdicts(lines, damaged, spans, real=any(step.edits for step in draft.steps))


def named(draft: Draft, found: dict[int, Verdict], what: str) -> Draft:
    """Name the lines that may quote damage and may be damaged; they stay as they are."""
    doubt = [n + 1 for n, verdict in found.items() if verdict is Verdict.UNSURE]
    lost = (*draft.lost, *(quotation(number, what) for number in doubt))
    return replace(draft, lost=lost) if doubt else draft


def where_real(draft: Draft, name: str, did: str, edits: tuple[Edit, ...]) -> Draft:
    """Make the edits of the lines that are damaged, and name those that may be a quotation."""
    if not edits:
        return draft
    lines = draft.text.split("\n")
    starts = Places(draft.text).starts
    by_line: dict[int, list[Edit]] = {}
    for edit in edits:
        by_line.setdefault(bisect_right(starts, edit.start) - 1, []).append(edit)

    def spans(number: int) -> list[Span]:
        joined: list[Span] = []
        for edit in by_line[number]:
            start, end = edit.start - starts[number], edit.end - starts[number]
            if joined and joined[-1].end == start:
                joined[-1] = Span(joined[-1].start, end, joined[-1].clean + edit.text)
            else:
                joined.append(Span(start, end, edit.text))
        return joined

    found = judged(draft, lines, list(by_line), spans)
    real = [n for n, verdict in found.items() if verdict is Verdict.REAL]
    draft = draft.after(name, did, (edit for n in real for edit in by_line[n]))
    return named(draft, found, "damaged text")
