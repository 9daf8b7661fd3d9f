"""Where a long output is folded: all of it stays on the page, and the first look is short."""

from __future__ import annotations

import re
from dataclasses import dataclass

# What fits on the screen of a phone twice, and what is left to see of more than that.
LONG = 40
HEAD = 15

_LIBRARY_FRAME = re.compile(r"File [^\n]+")
_HIDDEN = re.compile(r" +\[\.\.\. skipping hidden (\d+) frame\]")
# The lines of code that IPython shows of a frame, with their numbers.
_EXCERPT = re.compile(r"(?: *\d+| *-+> ?\d+| +\(\.\.\.\))(?: .*)?|\s*")


@dataclass(frozen=True)
class Part:
    """Lines that stand together; `folded` counts what a reader opens to see them, 0 for nothing."""

    text: str
    folded: int = 0


def long_text(text: str) -> tuple[Part, ...]:
    """Give a text in one part, or the lines to begin with and those that are folded.

    >>> [part.folded for part in long_text("x\\n" * 100)]
    [0, 85]
    """
    lines = text.rstrip("\n").split("\n")
    if len(lines) <= LONG:
        return (Part(text),)
    return Part("\n".join(lines[:HEAD])), Part("\n".join(lines[HEAD:]), len(lines) - HEAD)


def traceback_parts(text: str) -> tuple[Part, ...]:
    """Give a traceback of IPython with the frames of libraries folded, counted by frames.

    >>> text = "Cell In[1], line 1\\n----> 1 f()\\n\\nFile a.py:7, in f()\\n      7 g()\\n\\nE: no"
    >>> [(part.text.split("\\n")[0], part.folded) for part in traceback_parts(text)]
    [('Cell In[1], line 1', 0), ('File a.py:7, in f()', 1), ('E: no', 0)]
    """
    runs: list[tuple[list[str], int]] = [([], 0)]
    for lines, frames in _frames(text):
        same = bool(runs[-1][1]) == bool(frames)
        if not same:
            runs.append(([], 0))
        together, count = runs[-1]
        together += lines
        runs[-1] = together, count + frames
    # Frames that IPython hides itself are one line already.
    parts: list[Part] = []
    for lines, frames in runs:
        folds = any(_LIBRARY_FRAME.fullmatch(line) for line in lines) and frames
        part = Part("\n".join(lines).strip("\n"), frames if folds else 0)
        if parts and not parts[-1].folded and not part.folded:
            part = Part(f"{parts.pop().text}\n\n{part.text}")
        if part.text:
            parts.append(part)
    return tuple(parts)


def _frames(text: str) -> list[tuple[list[str], int]]:
    """Give the lines of a traceback, those of a library's frame together with a count of frames."""
    found: list[tuple[list[str], int]] = []
    for line in text.split("\n"):
        if hidden := _HIDDEN.fullmatch(line):
            found.append(([line], int(hidden[1])))
        elif _LIBRARY_FRAME.fullmatch(line):
            found.append(([line], 1))
        elif found and found[-1][1] and _EXCERPT.fullmatch(line):
            found[-1][0].append(line)
        else:
            found.append(([line], 0))
    return found
