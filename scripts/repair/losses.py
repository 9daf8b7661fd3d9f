"""Text that nothing can give back: it is named with its line, never smoothed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from scripts.repair.detect import unsure
from scripts.repair.draft import Draft
from scripts.repair.encodings import REPLACEMENT
from scripts.repair.result import Lost

_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})")
_CODE = re.compile(
    r"(`+)(?!`).*?(?<!`)\1(?!`)|\$\$?[^$]+\$\$?|\\.|<[^>]*>|\]\([^)]*\)|/\*.*?\*/", re.DOTALL
)
_BULLET = re.compile(r"^[ \t>]*[*+-](?:[ \t]+|$)")
_RULE = re.compile(r"^[ \t]*(?:\*[ \t]*){3,}$")
# A statement of a program: its stars are pointers.
_STATEMENT = re.compile(r"[;{}][ \t]*(?:(?://|/\*).*)?$")
_STARS = re.compile(r"\*+")


def name_losses(draft: Draft) -> Draft:
    """Name what is lost: in a damaged text, and replacement characters in any."""
    lost = list(draft.lost)
    named = {item.line for item in lost}
    if REPLACEMENT in draft.text:
        for number, line in enumerate(draft.text.split("\n"), 1):
            count = line.count(REPLACEMENT)
            if count and number not in named:
                lost.append(
                    Lost(number, f"characters replaced by U+FFFD: {count}; look the line up")
                )
    if draft.steps[1:]:
        lost += unclosed(draft.text)
    lost += [quotation(n + 1, "damaged text") for n in unsure(draft.text.split("\n"))]
    return replace(draft, lost=tuple(sorted(set(lost))))


def quotation(line: int, what: str) -> Lost:
    """Give the word on a line that looks damaged in part and was left as it is."""
    return Lost(
        line,
        f"looks like {what} that is quoted; left as it is; "
        "put it in quotation marks or in code if it is, else mend it by hand",
    )


def unclosed(text: str) -> Iterator[Lost]:
    """Find emphasis and inline code that open and never close: their line has lost its end.

    >>> for lost in unclosed("*검수 : 김하늘, \\n\\n*작성 : 이바다*"):
    ...     print(lost.line, lost.message)
    1 cut short: the emphasis that opens at "*검수 : 김하늘," never closes; look the line up
    """
    for first, lines in _prose(text):
        block = "\n".join(lines)
        bare = _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), block)
        tick = bare.find("`")
        if tick >= 0:
            yield _lost(block, tick, first, "code")
            bare = bare[:tick]
        at = _open_star(bare)
        if at is not None:
            yield _lost(block, at, first, "emphasis")


def _lost(block: str, at: int, first: int, what: str) -> Lost:
    line = block.count("\n", 0, at)
    start = block[at:].split("\n")[0].strip()[:24]
    message = f'cut short: the {what} that opens at "{start}" never closes; look the line up'
    return Lost(first + line, message)


def _open_star(text: str) -> int | None:
    """Give where the first emphasis opens that is not closed, by how stars touch words."""
    opened: list[tuple[int, int]] = []
    for match in _STARS.finditer(text):
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        # Between a star and a slash a comment of C opens or closes.
        opens = bool(after.strip()) and not before.isalnum() and before != "/" and after != "/"
        closes = bool(before.strip())
        count = len(match.group())
        if closes and opened:
            while opened and count:
                start, size = opened.pop()
                used = min(size, count)
                count -= used
                if size > used:
                    opened.append((start, size - used))
        elif opens:
            opened.append((match.start(), count))
    return opened[0][0] if opened else None


def _prose(text: str) -> Iterator[tuple[int, list[str]]]:
    """Give the paragraphs outside code, each with the number of its first line."""
    fence = ""
    block: list[str] = []
    first = 1
    for number, line in enumerate([*text.split("\n"), ""], 1):
        match = _FENCE.match(line)
        code = bool(fence or match)
        if match and not fence:
            fence = match.group(1)
        elif match and match.group(1).startswith(fence):
            fence = ""
        indented = not block and line.startswith(("    ", "\t"))
        if code or indented or not line.strip() or _RULE.match(line) or _STATEMENT.search(line):
            if block:
                yield first, block
                block = []
            continue
        bullet = _BULLET.match(line)
        if bullet and block:
            yield first, block
            block = []
        if not block:
            first = number
        block.append(" " * bullet.end() + line[bullet.end() :] if bullet else line)
