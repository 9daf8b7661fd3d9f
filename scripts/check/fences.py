"""Blocks of code that are only shown: the same in every language, but for the words in them."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scripts.check.formulas import HANGUL
from scripts.check.rule import Selection
from scripts.check.sections import twins
from scripts.check.shared import OPTION, WRITE_THE_SAME, Shared, instead, shortened
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Block, Lesson
from scripts.lesson.fences import FENCE
from scripts.patterns import lazy_pattern

FENCES = frozenset({"fence", "code_block", "directive:code-block", "directive:code"})
# Only of blocks that differ is more asked, so that these are compiled when they are needed.
_MARKS = r"[ \t>]*(?:`{3,}|~{3,}|:{3,})"
_COMMENT = r"^(?:#(?!!|include\b|define\b)|//|/\*|\*(?:\s|/|$)|--\s|;|%|<!--|REM\b)|^$"
_BEHIND_CODE = r"\s+(?:#|//|/\*|<!--|;;)(?:\s.*)?$"
_PROMPT = r"^(?:\$|>>>|>|\.\.\.|%)\s+"
_STRING = r"\"[^\"]*\"|'[^']*'"
_ENTRY = r"[\"']?[\w.-]+[\"']?\s*:\s|[\])}]+$"
# What says which language something is in is another one in each.
_TAG = (
    r"(?i)(?:(?<=[A-Za-z0-9])[-_.]|(?<![A-Za-z0-9]))(?:ko|kr|en)(?:[-_](?:KR|US|GB))?"
    r"(?![A-Za-z0-9])"
)
# An argument with nothing but that: locale="ko".
_ITS_LANGUAGE = r",?\s*\w*(?:lang|locale)\w*\s*=\s*(?:\"\"|'')"
# Signs that may be written in two ways where no language of a computer reads them.
_PLAIN = lazy_pattern(r"[`~:\s]*(?:te?xt)?\s*")
_SIGNS = str.maketrans({"→": "->", "⇒": "=>", "×": "*", "\u2212": "-"})
# So much of two blocks is the same where one stands for the other.
_SAME_BLOCK = 0.6
_LONG = 20_000
# Lines that may be in any block.
_FEW = 2


@dataclass(frozen=True)
class _Line:
    """A line of code: where it stands, what is compared of it, and how it is shown.

    `code` is what is compared with the mark at its end, which tells when lines are one.
    """

    number: int
    key: str
    code: str
    shown: str


def other_fences(selection: Selection) -> Iterator[Diagnostic]:
    """Give for the blocks of code that differ the first line that does."""
    for origin, other in selection.pairs():
        for ours, theirs in _pairs(origin, other):
            if ours.text != theirs.text:
                for line, message in _difference(origin, ours, other, theirs):
                    yield Diagnostic(
                        other.path, line, "other-code", message, Severity.WARNING, WRITE_THE_SAME
                    )


def _pairs(origin: Lesson, other: Lesson) -> Iterator[tuple[Block, Block]]:
    """Give the blocks of code in the same place: between texts, in lists and in admonitions."""
    if all(any(one.kind in FENCES for one in file.blocks) for file in (origin, other)):
        for ours, theirs in twins(origin, other, FENCES.__contains__):
            yield from _one_by_one(ours, theirs)
    if all(any(map(_holds_fences, file.blocks)) for file in (origin, other)):
        for ours, theirs in twins(origin, other):
            one, its = (
                [code for block in side for code in fences_in(block)] for side in (ours, theirs)
            )
            yield from _one_by_one(one, its)


def _one_by_one(ours: Sequence[Block], theirs: Sequence[Block]) -> Iterator[tuple[Block, Block]]:
    """Give as many blocks one by one: of more in one language, nobody knows which is which."""
    if [one.kind for one in ours] == [one.kind for one in theirs]:
        yield from zip(ours, theirs, strict=True)


def _holds_fences(block: Block) -> bool:
    return (
        block.cell is None
        and block.kind not in FENCES
        and ("```" in block.text or "~~~" in block.text)
    )


def fences_in(block: Block) -> list[Block]:
    """Give the blocks of code within a list, a quotation or an admonition.

    >>> note = Block("directive:note", 3, 7, ":::{note}\\n```sh\\nls\\n```\\n:::")
    >>> [(one.line, one.text) for one in fences_in(note)]
    [(4, '```sh\\nls\\n```')]
    """
    if not _holds_fences(block):
        return []
    found: list[Block] = []
    marks = ""
    first = 0
    lines = block.text.split("\n")
    for n, line in enumerate(lines):
        fence = FENCE.match(line)
        if fence is None:
            continue
        info = fence["info"].strip()
        if not marks and n and fence["marks"][0] != ":" and not info.startswith("{"):
            # The end of a directive has no info either, and nothing behind it that closes it.
            if info or any(
                o and not o["info"].strip() for o in map(FENCE.match, lines[n + 1 : -1])
            ):
                marks, first = fence["marks"], n
        elif marks and not info and fence["marks"].startswith(marks):
            text = "\n".join(lines[first : n + 1])
            found.append(Block("fence", block.line + first, block.line + n, text))
            marks = ""
    return found


def _difference(
    origin: Lesson, ours: Block, other: Lesson, theirs: Block
) -> Iterator[tuple[int, str]]:
    # Which language the code is in may be said in one of them alone, and changes nothing of it.
    is_plain = _is_plain(ours) or _is_plain(theirs)
    left, right = _lines(ours, is_plain=is_plain), _lines(theirs, is_plain=is_plain)
    one, its = [line.key for line in left], [line.key for line in right]
    if one == its or not _is_same_block(one, its):
        return
    moved = _moved(left, right)
    for start, end, other_start, other_end in _unlike(left, right):
        gone, new = left[start:end], right[other_start:other_end]
        if _as_one([n.code for n in gone]) == _as_one([n.code for n in new]):
            continue
        if any(HANGUL.search(line.key) for line in (*gone, *new)):
            # Texts are translated; as many lines stand one for one.
            pairs = zip(gone, new, strict=True) if len(gone) == len(new) else ()
            pair = next((pair for pair in pairs if _is_other_code(*pair)), None)
            if pair is None:
                continue
            gone, new = [pair[0]], [pair[1]]
        elif moved:
            gone, new = ([n for n in side if n.key not in moved] for side in (gone, new))
            if not (gone or new):
                continue
        if (not gone and _stands_in(origin, new)) or (not new and _stands_in(other, gone)):
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


def _unlike(left: Sequence[_Line], right: Sequence[_Line]) -> Iterator[tuple[int, int, int, int]]:
    """Give which lines differ, but for those of statements that are only laid out otherwise."""
    starts, other_starts = (
        [*_statements([line.key for line in side]), len(side)] for side in (left, right)
    )
    one, its = (
        [_as_one([line.code for line in side[a:b]]) for a, b in itertools.pairwise(marks)]
        for side, marks in ((left, starts), (right, other_starts))
    )
    for a, b, c, d in _changes(one, its):
        first, last = starts[a], starts[b]
        other_first, other_last = other_starts[c], other_starts[d]
        rows, other_rows = (
            [line.key for line in side]
            for side in (left[first:last], right[other_first:other_last])
        )
        for start, end, other_start, other_end in _changes(rows, other_rows):
            yield first + start, first + end, other_first + other_start, other_first + other_end


def _changes(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    yield from ((a, b, c, d) for kind, a, b, c, d in matcher.get_opcodes() if kind != "equal")


def _statements(lines: Sequence[str]) -> list[int]:
    """Give where statements begin: not within brackets, unless these never end.

    >>> _statements(["f(", "  a,", ")", "g(')')", "h()"]), _statements(["f(", "g()"])
    ([0, 3, 4], [0, 1])
    """
    starts, depth = [], 0
    for number, line in enumerate(lines):
        if depth <= 0:
            starts.append(number)
        code = re.sub(_STRING, "", line)
        depth = max(0, depth) + sum(c in "([{" for c in code) - sum(c in ")]}" for c in code)
    return starts if depth <= 0 else list(range(len(lines)))


def _moved(left: Sequence[_Line], right: Sequence[_Line]) -> frozenset[str]:
    """Give the entries of mappings that both blocks have as often, in any order."""
    counts, others = (Counter(line.key for line in side) for side in (left, right))
    return frozenset(
        key for key, count in counts.items() if count == others[key] and re.match(_ENTRY, key)
    )


def _as_one(lines: Sequence[str]) -> str:
    """Give code without its layout, which says nothing.

    >>> _as_one(['f(a,', '  "b",', ')']) == _as_one(["f(a, 'b')"])
    True
    """
    code = re.sub(r"\s+", "", "".join(lines)).replace('"', "'")
    return re.sub(r",(?=[)\]}])|[;,]+$", "", code)


def _is_other_code(mine: _Line, its: _Line) -> bool:
    """Tell whether a line of code stands for another one, without words in either."""
    if mine.key == its.key or HANGUL.search(mine.key) or HANGUL.search(its.key):
        return False
    return SequenceMatcher(None, mine.key, its.key, autojunk=False).ratio() >= _SAME_BLOCK


def _stands_in(lesson: Lesson, lines: Sequence[_Line]) -> bool:
    """Tell whether several lines stand on a page, where one language has two blocks of one."""
    return len(lines) > _FEW and all(line.shown in lesson.text for line in lines)


def _is_same_block(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Tell whether most of two blocks is the same: else one does not stand for the other."""
    one, its = (
        "\n".join(line for line in side if not HANGUL.search(line)) for side in (ours, theirs)
    )
    if max(len(one), len(its)) > _LONG:
        return SequenceMatcher(None, ours, theirs, autojunk=False).ratio() >= _SAME_BLOCK
    matcher = SequenceMatcher(None, one, its, autojunk=False)
    return matcher.quick_ratio() >= _SAME_BLOCK and matcher.ratio() >= _SAME_BLOCK


def _is_plain(block: Block) -> bool:
    """Tell whether a block has a fence that names no language of a computer."""
    return (
        block.kind != "code_block" and _PLAIN.fullmatch(block.text.partition("\n")[0]) is not None
    )


def _lines(block: Block, *, is_plain: bool) -> list[_Line]:
    """Give the lines of code of a block, without comments, which may be translated.

    What `is_plain` is read by people: there, signs may be written in two ways.
    """
    found = []
    lines = block.text.split("\n")
    fenced = block.kind != "code_block"
    options = block.kind.startswith("directive:")
    for number, line in enumerate(lines[fenced:], block.line + fenced):
        options = options and bool(OPTION.match(line))
        if options or (fenced and number == block.line + len(lines) - 1 and re.match(_MARKS, line)):
            continue
        code = " ".join(line.split())
        # What nobody sees has a rule of its own, and a mark at the end means little.
        seen = "".join(c for c in code if c.isprintable())
        if is_plain:
            # What is drawn, as boxes and ticks are, is drawn otherwise elsewhere.
            signs = "".join(c for c in seen.translate(_SIGNS) if c.isascii() or c.isalnum())
            seen = signs.strip(" +|=-") if any(map(str.isalnum, signs)) else ""
        key = re.sub(_PROMPT, "", re.sub(_BEHIND_CODE, "", seen))
        whole = re.sub(_ITS_LANGUAGE, "", re.sub(_TAG, "", key))
        key = whole.rstrip(";, ")
        if not re.match(_COMMENT, code) and key:
            found.append(_Line(number, key, whole, code))
    return found
