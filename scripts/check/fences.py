"""Blocks of code that are only shown: the same in every language, but for the words in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scripts.check.rule import Selection
from scripts.check.sections import twins
from scripts.check.shared import OPTION, WRITE_THE_SAME, Shared, instead, shortened
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Block, Lesson

FENCES = frozenset({"fence", "code_block", "directive:code-block", "directive:code"})
_MARKS = re.compile(r"[ \t>]*(?:`{3,}|~{3,}|:{3,})")
# Words of people: a line that has them in either language is theirs.
_WORDS = re.compile("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
_COMMENT = re.compile(r"^(?:#(?!!|include\b|define\b)|//|/\*|\*(?:\s|/|$)|--\s|;|%|<!--|REM\b)|^$")
_BEHIND_CODE = re.compile(r"\s+(?:#|//|/\*|<!--|;;)(?:\s.*)?$")
_PROMPT = re.compile(r"^(?:\$|>>>|>|\.\.\.|%)\s+")
# What says which language something is in is another one in each.
_TAG = re.compile(r"(?<![A-Za-z0-9])(?:ko|kr|en)(?:[-_](?:KR|US|GB))?(?![A-Za-z0-9])", re.I)
# So much of two blocks is the same where one stands for the other.
_SAME_BLOCK = 0.6
_LONG = 20_000


@dataclass(frozen=True)
class _Line:
    """A line of code: where it stands, what is compared of it, and how it is shown."""

    number: int
    key: str
    shown: str


def other_fences(selection: Selection) -> Iterator[Diagnostic]:
    """Give for the blocks of code that differ the first line that does."""
    for origin, other in selection.pairs():
        if not all(any(b.kind in FENCES for b in lesson.blocks) for lesson in (origin, other)):
            continue
        for ours, theirs in twins(origin, other, FENCES.__contains__):
            if len(ours) == len(theirs) == 1 and ours[0].text != theirs[0].text:
                for line, message in _difference(origin, ours[0], theirs[0], other):
                    yield Diagnostic(
                        other.path, line, "other-code", message, Severity.WARNING, WRITE_THE_SAME
                    )


def _difference(
    origin: Lesson, ours: Block, theirs: Block, other: Lesson
) -> Iterator[tuple[int, str]]:
    left, right = _lines(ours), _lines(theirs)
    one, its = [line.key for line in left], [line.key for line in right]
    if one == its or not _is_same_block(one, its):
        return
    for kind, start, end, other_start, other_end in SequenceMatcher(
        None, one, its, autojunk=False
    ).get_opcodes():
        gone, new = left[start:end], right[other_start:other_end]
        if kind == "equal" or any(_WORDS.search(line.shown) for line in (*gone, *new)):
            continue
        if not gone:
            yield new[0].number, f"{shortened(new[0].shown)} is not in {origin.path}:{ours.line}"
        elif not new:
            line = right[other_start - 1].number if other_start else theirs.line
            place = f"{origin.path}:{gone[0].number}"
            yield line, f"{shortened(gone[0].shown)} of {place} is missing after this line"
        else:
            mine, its_line = (Shared(n.number, n.key, n.shown) for n in (gone[0], new[0]))
            yield its_line.line, instead(its_line, mine, origin)
        return


def _is_same_block(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Tell whether most of two blocks is the same: else one does not stand for the other."""
    one, its = (
        "\n".join(line for line in side if not _WORDS.search(line)) for side in (ours, theirs)
    )
    if max(len(one), len(its)) > _LONG:
        return SequenceMatcher(None, ours, theirs, autojunk=False).ratio() >= _SAME_BLOCK
    matcher = SequenceMatcher(None, one, its, autojunk=False)
    return matcher.quick_ratio() >= _SAME_BLOCK and matcher.ratio() >= _SAME_BLOCK


def _lines(block: Block) -> list[_Line]:
    """Give the lines of code of a block, without comments, which may be translated."""
    found = []
    lines = block.text.split("\n")
    fenced = block.kind != "code_block"
    options = block.kind.startswith("directive:")
    for number, line in enumerate(lines[fenced:], block.line + fenced):
        options = options and bool(OPTION.match(line))
        if options or (fenced and number == block.line + len(lines) - 1 and _MARKS.match(line)):
            continue
        code = " ".join(line.split())
        key = _TAG.sub("", _PROMPT.sub("", _BEHIND_CODE.sub("", code)))
        if not _COMMENT.match(code) and key:
            found.append(_Line(number, key, code))
    return found
