"""Repairing what is too large to hold in memory, piece by piece.

A piece ends at a blank line. What a whole file tells about its damage, and a piece may not, goes
ahead of each piece as a head: lines met so far that together show every character of the damage,
and the opening of a code block that the piece begins in. The head is repaired along and cut off.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from scripts.repair import THRESHOLD, Decision, Repair, RepairError, repair
from scripts.repair.decisions import decide
from scripts.repair.decode import is_korean_file, marked, mended, no_wide
from scripts.repair.report import guess_line
from scripts.repair.result import Guess, Lost, Place, Step

PIECE = 1 << 20
# Without a blank line a piece ends at a line's end, without that at a space, when it is so many
# times as long. A text with no space at all is held whole.
_LINE_END_AFTER = 4
_SPACE_AFTER = 16
_NO_CUT = 3
_HEAD_CHARACTERS = 1 << 14
_HEAD_LINE = 1 << 10
_SHOWN = 1000
_HIGH = re.compile("[^\x00-\x7f가-힣]")
# A no-break space that became a space is a byte of the damage too.
_SPACED = re.compile("[^\x00-\x7f가-힣] [^\x00-\x7f가-힣]")
# Prose that is whole: in a clean page, code that shows damaged text is let be.
_WHOLE = re.compile("^[^`~\n]*?([가-힣]+)", re.MULTILINE)
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,}).*$", re.MULTILINE)


@dataclass
class StreamRepair:
    """What a stream needed: counts of everything, and the first thousand doubts and losses."""

    size: int = 0
    lines: int = 0
    encoding: str = ""
    changed: bool = False
    guesses: int = 0
    doubtful: int = 0
    losses: int = 0
    good: int = 0
    steps: dict[str, Step] = field(default_factory=dict)
    flagged: list[tuple[Guess, str]] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)

    @property
    def damaged(self) -> bool:
        """Say whether the stream needs a repair or a person."""
        return self.changed or bool(self.doubtful or self.losses)

    def report(self, path: Path) -> Iterator[str]:
        """Give what was done as lines for a person."""
        if not self.damaged:
            yield f"{path}: whole, nothing to repair"
            return
        yield f"{path}: decode: read the text as {(self.encoding or 'utf-8').upper()}"
        for step in self.steps.values():
            yield f"{path}: {step.name}: {step.did}"
        for guess, text in self.flagged:
            yield guess_line(path, guess, text)
        for lost in self.lost:
            yield f"{path}:{lost.line}: lost: {lost.message}"
        more = self.doubtful + self.losses - len(self.flagged) - len(self.lost)
        tail = f"; {more} of these are not shown" if more else ""
        yield (
            f"{path}: {self.guesses} guesses, {self.doubtful} doubtful; {self.losses} losses{tail}"
        )

    def add(self, result: Repair, source: str) -> None:
        """Count a piece that follows what was counted so far."""
        if result.text != source:
            self.changed = True
            for step in result.steps:
                if step.edits:
                    self.steps.setdefault(step.name, replace(step, edits=()))
        self.guesses += len(result.guesses)
        self.doubtful += len(result.flagged)
        self.losses += len(result.lost)
        for guess in result.flagged[: _SHOWN - len(self.flagged)]:
            # Of the text only the line is kept, in which the guess is then found by its column.
            line = result.text.split("\n", guess.line)[guess.line - 1]
            at = guess.column - 1
            here = replace(guess, line=guess.line + self.lines, start=at, end=at + len(guess.text))
            self.flagged.append((here, line))
        for lost in result.lost[: _SHOWN - len(self.lost)]:
            self.lost.append(replace(lost, line=lost.line + self.lines))
        self.lines += source.count("\n")


def repair_stream(
    source: BinaryIO,
    target: BinaryIO,
    *,
    lexicon: Iterable[str] = (),
    threshold: float = THRESHOLD,
    decisions: Iterable[Decision] = (),
    piece: int = PIECE,
) -> StreamRepair:
    """Write to `target` what `repair` makes of `source`, in memory bounded by `piece` bytes.

    The text is that of the whole where the damage is the same throughout; guesses may differ in
    their probabilities, since a piece lends its own words only. Raises RepairError with line and
    byte where the bytes are no text; the pieces before are written then.

    >>> import io
    >>> target = io.BytesIO()
    >>> repair_stream(io.BytesIO("ì»´íŒŒì¼ëŸ¬".encode()), target).changed
    True
    >>> target.getvalue().decode()
    '컴파일러'
    """
    lexicon = tuple(lexicon)
    decisions = tuple(decisions)
    seen: Counter[Place] = Counter({replace(d.place, occurrence=1): 0 for d in decisions})
    done = StreamRepair()
    head = _Head()
    whole = True
    for data, last in _and_last(_pieces(_without_wide(source, done, piece), piece)):
        text, unread = _text(data, done)
        lines = head.before(text)
        opening = "".join(f"{line}\n" for line in lines)
        found = repair((opening + text).encode(), lexicon=lexicon, threshold=threshold)
        begins, whole = whole, last or data.endswith((b"\n\n", b"\n\r\n"))
        result = _with(_without(found, len(lines), seen), unread, paragraphs=begins and whole)
        head.learn(text, result.text)
        if decisions:
            # A doubt of a written page is found by its text: only where nothing has moved it.
            same = result.text == text
            here = [d for d in decisions if same or not d.candidates]
            decided = decide(text, replace(result, steps=()), here)
            result = replace(decided, steps=(*result.steps, *decided.steps))
        done.add(result, text)
        done.size += len(data)
        target.write(result.text.encode("utf-8"))
    return done


def _without_wide(source: BinaryIO, done: StreamRepair, size: int) -> Iterator[bytes]:
    """Give the bytes of a stream in portions; UTF-16 or UTF-32 with its mark becomes UTF-8."""
    data = source.read(size)
    decoder = None
    name = marked(data)
    if name:
        decoder = codecs.getincrementaldecoder(name)()
        done.encoding, done.changed = name, True
    read = 0
    while data:
        more = source.read(size)
        if decoder is None:
            yield data
        else:
            try:
                yield decoder.decode(data, final=not more).encode("utf-8")
            except UnicodeError:
                raise no_wide(name, read) from None
        read += len(data)
        data = more


def _pieces(portions: Iterable[bytes], size: int) -> Iterator[bytes]:
    """Cut a stream where a blank line ends; the pieces joined are the stream.

    >>> list(_pieces([b"one\\n\\ntwo", b"\\n\\nthree\\n"], 4))
    [b'one\\n\\n', b'two\\n\\n', b'three\\n']
    """
    rest = b""
    for portion in portions:
        rest += portion
        if len(rest) < size:
            continue
        # Where nothing is found, rfind gives -1, and the cut is too near the start to be one.
        cut = max(rest.rfind(b"\n\n") + 2, rest.rfind(b"\n\r\n") + 3)
        if cut <= _NO_CUT and len(rest) >= _LINE_END_AFTER * size:
            cut = rest.rfind(b"\n") + 1
        if cut <= _NO_CUT and len(rest) >= _SPACE_AFTER * size:
            cut = rest.rfind(b" ") + 1
        if cut > _NO_CUT:
            yield rest[:cut]
            rest = rest[cut:]
    if rest:
        yield rest


def _text(data: bytes, done: StreamRepair) -> tuple[str, tuple[Lost, ...]]:
    """Give the text of a piece and what of it cannot be read.

    The first piece that is not ASCII says how all of them are read.
    """
    if data.isascii():
        return data.decode("ascii"), ()
    start = 0
    for encoding in _TRIED.get(done.encoding, ["utf-8"]):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            start = start or error.start
            continue
        if encoding == "cp949" and not done.encoding and not is_korean_file(text):
            continue
        done.encoding = done.encoding or encoding
        done.changed = done.changed or encoding != "utf-8"
        done.good += sum(character > "\x7f" for character in text)
        return text, ()
    found = mended(data, good=done.good, offset=done.size)
    if found is not None:
        done.encoding, done.changed, done.good = done.encoding or "utf-8", True, found.good
        return found.text, found.lost
    line = done.lines + data.count(b"\n", 0, start) + 1
    shown = data[start : start + 4].hex(" ").upper()
    expected = (
        f"not {done.encoding.upper()}, as the text before them is"
        if done.encoding
        else "neither UTF-8 nor Korean in CP949"
    )
    raise RepairError(
        f"line {line}, byte {done.size + start}: the bytes {shown} are {expected}; "
        "find out how the file was saved and convert it to UTF-8 first"
    )


_TRIED = {"": ["utf-8", "cp949"], "cp949": ["cp949"]}


def _and_last(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Give each piece, and whether it is the last one."""
    held: bytes | None = None
    for piece in pieces:
        if held is not None:
            yield held, False
        held = piece
    if held is not None:
        yield held, True


_REPLACED = re.compile("characters replaced")
_CUT_SHORT = re.compile("cut short")


def _with(result: Repair, unread: tuple[Lost, ...], *, paragraphs: bool) -> Repair:
    """Give a repair with what could not be read; U+FFFD that stands for it is not named twice.

    Where a piece does not hold whole paragraphs, what opens in it may close in the next one.
    """
    named = {item.line for item in unread}
    lost = [
        item
        for item in result.lost
        if not (item.line in named and _REPLACED.match(item.message))
        and (paragraphs or not _CUT_SHORT.match(item.message))
    ]
    return replace(result, lost=tuple(sorted((*unread, *lost))))


def _without(result: Repair, lines: int, seen: Counter[Place]) -> Repair:
    """Give a repair without its first lines; places that `seen` asks for are counted on."""
    start = 0
    for _ in range(lines):
        start = result.text.index("\n", start) + 1
    guesses = []
    for guess in result.guesses:
        if guess.line <= lines:
            continue
        place = replace(guess.place, occurrence=1)
        if place in seen:
            seen[place] += 1
            place = replace(place, occurrence=seen[place])
        guesses.append(
            replace(
                guess,
                start=guess.start - start,
                end=guess.end - start,
                line=guess.line - lines,
                place=place,
            )
        )
    lost = tuple(replace(item, line=item.line - lines) for item in result.lost if item.line > lines)
    return Repair(result.text[start:], result.steps, tuple(guesses), lost)


class _Head:
    """The lines that go ahead of a piece, so that it is read as the whole would be.

    They show all of the damage that was met, and that whole prose was, if it was.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._known: set[str] = set()
        self._room = _HEAD_CHARACTERS
        self._whole = False
        self._fence = ""
        self._opening = ""

    def before(self, text: str) -> list[str]:
        """Give the lines for a piece; none where it cannot be damaged."""
        if text.isascii() and "&#" not in text:
            return []
        lines = [part for line in self._lines for part in (line, "")]
        return [*lines, self._opening] if self._fence else lines

    def learn(self, text: str, repaired: str) -> None:
        """Keep the lines of a piece that show damage not seen before, and how its code ends."""
        if text != repaired and self._room > 0:
            fence = self._fence
            for line, better in zip(text.split("\n"), repaired.split("\n"), strict=True):
                match = _FENCE.match(line)
                if match and not fence:
                    fence = match[1]
                elif match and match[1].startswith(fence):
                    fence = ""
                # A line of code would not be one at the head.
                if line == better or len(line) > _HEAD_LINE or fence or match:
                    continue
                shown = set(_HIGH.findall(line)) | ({" "} if _SPACED.search(line) else set())
                if not shown <= self._known and len(line) <= self._room:
                    self._known |= shown
                    self._lines.append(line)
                    self._room -= len(line)
        if not self._whole and not self._fence:
            found = _WHOLE.search(text)
            if found and not _FENCE.search(text, 0, found.start()):
                self._lines.append(found[1][:_HEAD_LINE])
                self._whole = True
        for match in _FENCE.finditer(text):
            if not self._fence:
                self._fence, self._opening = match[1], match[0]
            elif match[1].startswith(self._fence):
                self._fence = ""
