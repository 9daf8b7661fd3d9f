"""UTF-8 read through a single-byte encoding: whole sequences exactly, the others by likelihood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scripts.repair import kiwi, syllables, words
from scripts.repair.choose import Choice, choose
from scripts.repair.detect import damage
from scripts.repair.draft import Draft
from scripts.repair.encodings import WrongEncoding
from scripts.repair.lattice import HANGUL, Broken, Piece, Reading, Slot, Sure, pieces, shown
from scripts.repair.result import Edit, Guess, Lost, Places
from scripts.repair.signs import weighed
from scripts.repair.stray import Cut, Unexplained, explained
from scripts.repair.twice import layered


def undo_layers(draft: Draft) -> Draft:
    """Undo what lost bytes twice over, or has question marks for them, all in one step."""
    found = layered(draft.text.split("\n"))
    if found is None:
        return draft
    names = ", and then as ".join(layer.encoding for layer in found.layers)
    return _undo(draft, found.lines, names, "had lost bytes")


def undo_wrong_decoding(draft: Draft) -> Draft:
    """Undo UTF-8 read through a single-byte encoding: first what is whole, then what lost bytes."""
    early, draft = draft.guesses, replace(draft, guesses=())
    lines = draft.text.split("\n")
    found = damage(lines, proved=draft.proved)
    if found is not None:
        reading = found.reading
        cut = {number: _cut(lines[number], reading) for number in sorted(found.lines)}
        gone = " ".join(f"{byte:02X}" for byte in sorted(reading.lost | reading.at_end))
        which = f"a byte (any of {gone})" if gone else "bytes (U+FFFD stood there)"
        names = reading.encoding.name
        draft = _undo(draft, cut, names, f"had lost {which}", encoding=reading.encoding)
    # Guesses of `undo_layers` stand elsewhere now: other lines were edited since.
    starts = Places(draft.text).starts
    moved = (guess.on_its_line(starts) for guess in early)
    guesses = sorted((*moved, *draft.guesses), key=lambda guess: guess.start)
    return replace(draft, guesses=tuple(guesses))


def _undo(
    draft: Draft, cut: Cut, names: str, lossy: str, *, encoding: WrongEncoding | None = None
) -> Draft:
    """Put right the lines of `cut`: what is sure, and what is not by its context."""
    cut = {number: weighed(parts) for number, parts in cut.items()}
    lost = list(draft.lost)
    for number, parts in cut.items():
        broken = [part.found for part in parts if isinstance(part, Broken)]
        if broken:
            shown = " ".join(broken)
            lost.append(Lost(number + 1, f"cannot be decoded: {shown}; look it up in the original"))
    draft = replace(draft, lost=tuple(lost))
    starts = Places(draft.text).starts
    before = draft
    believed = f"read as UTF-8 what had been read as {names}"
    draft = draft.after(
        "undo-wrong-decoding",
        believed,
        _edits(cut, starts, lambda part: part.text if isinstance(part, Sure) else None),
    )
    if not any(isinstance(part, Slot) for parts in cut.values() for part in parts):
        return draft
    did = f"chose syllables that {lossy} by their context"
    return _choose(draft, cut, f"{believed}: {did}" if draft is before else did, encoding)


def _cut(line: str, reading: Reading) -> list[Piece]:
    whole = reading.encoding.whole(line)
    return list(pieces(line, reading)) if whole is None else [Sure(line, whole)]


def _edits(cut: Cut, starts: list[int], new: Callable[[Piece], str | None]) -> Iterator[Edit]:
    for number, parts in cut.items():
        at = starts[number]
        for part in parts:
            size = len(part) if isinstance(part, str) else len(part.found)
            text = new(part)
            if text is not None:
                yield Edit(at, at + size, text)
            at += size


_PROSE = re.compile(r"[^\s#>|*+\-\d`~:=]")


def _paragraphs(cut: Cut, lines: list[str]) -> Iterator[list[int]]:
    """Give the damaged lines that belong together: one sentence may run over several."""
    together: list[int] = []
    for number in cut:
        if together and number == together[-1] + 1 and _PROSE.match(lines[number]):
            together.append(number)
            continue
        if together:
            yield together
        together = [number]
    if together:
        yield together


_CREDITS = re.compile(
    r"(?:저자|역자|번역자?|옮긴이|지은이|글쓴이|검수자?|감수자?|작성자?|기여자|편집자?"
    r"|[Aa]uthors?|[Tt]ranslat(?:ors?|ed by)|[Rr]eview(?:ers?|ed by))\W{0,4}[:：]"
)


# So many characters behind such a word are names; in a text without line feeds the rest is prose.
_NAMES = 200
_CUT_WORDS = re.compile("^[가-힣]+|[가-힣]+$")


def _choose(draft: Draft, cut: Cut, did: str, encoding: WrongEncoding | None) -> Draft:
    known = [p for parts in cut.values() for p in _sure_text(parts) if HANGUL.search(p)]
    model = syllables.shipped().with_text([*draft.lexicon, *known])
    unexplained: Unexplained = frozenset()
    if encoding is not None:
        wide, unexplained = explained(cut, encoding, model)
        if wide is not cut:
            cut, did = wide, f"{did}; another byte may be gone, too"
    scorer = kiwi.scorer(draft.lexicon)
    # What touches a damaged place may be half a word.
    met = words.with_text([*draft.lexicon, *(_CUT_WORDS.sub("", text) for text in known)])
    lines = draft.text.split("\n")
    together = list(_paragraphs(cut, lines))
    joined = [[piece for n in numbers for piece in (*cut[n], "\n")][:-1] for numbers in together]
    choices: dict[int, Iterator[Choice]] = {}
    for numbers, chosen in zip(together, choose(joined, model, scorer, met), strict=True):
        taken = iter(chosen)
        for number in numbers:
            count = sum(isinstance(part, Slot) for part in cut[number])
            choices[number] = iter([next(taken) for _ in range(count)])
    edits: list[Edit] = []
    guesses: list[Guess] = []
    starts = Places(draft.text).starts
    moved = 0
    for number, parts in cut.items():
        at = starts[number]
        so_far = ""
        for place, part in enumerate(parts):
            if not isinstance(part, Slot):
                text = shown(part)
                so_far += text
                at += len(text)
                continue
            choice = next(choices[number])
            edits.append(Edit(at, at + len(part.found), choice.text))
            if len(part.candidates) > 1:
                # A name is known to a person alone, and so is what nothing explains.
                person = bool(_CREDITS.search(so_far[-_NAMES:])) or (number, place) in unexplained
                guesses.append(
                    Guess(
                        start=at + moved,
                        end=at + moved + len(choice.text),
                        line=number + 1,
                        column=len(so_far) + 1,
                        text=choice.text,
                        candidates=choice.candidates,
                        flagged=person or dict(choice.candidates)[choice.text] < draft.threshold,
                    )
                )
            moved += len(choice.text) - len(part.found)
            at += len(part.found)
            so_far += choice.text
    draft = draft.after("choose", did, edits)
    return replace(draft, guesses=(*draft.guesses, *guesses))


def _sure_text(parts: Sequence[Piece]) -> Iterator[str]:
    text = ""
    for part in parts:
        if isinstance(part, Slot):
            yield text
            text = ""
        else:
            text += "" if isinstance(part, Broken) else shown(part)
    yield text
