"""Translated words in code: comments and strings, kept with the code that they belong to."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from scripts.comparison import faults
from scripts.patterns import lazy_pattern

# So much of two lines' code is the same where one of them was edited.
_ALIKE = 0.6
_STRING = lazy_pattern(r"""(['"])(?:\\.|(?!\1).)*\1""")


def with_words_of(code: str, translated: str, letters: str) -> str:
    """Give `code` with the comments and strings of `translated` where the code is the same.

    `letters` are those that tell a translated string, as for `scripts.comparison.faults`.

    >>> print(with_words_of("# add\\nx = 1 + 2\\nprint('sum')",
    ...                     "# 더하기\\nx = 1 - 2\\nprint('합')  # 출력", "가-힣"))
    # 더하기
    x = 1 + 2
    print('합')  # 출력
    """
    try:
        ours, theirs = _units(code), _units(translated)
        pattern = re.compile(f"[{letters}]" if letters else r"(?!)")
        refused: set[int] = set()
        while True:
            merged = _merged(ours, theirs, pattern, refused)
            wrong = {
                one.line for one in faults(code, merged, letters) if one.kind != "placeholders"
            }
            if not wrong:
                return merged
            if wrong <= refused:
                return code
            # What the code works with is the origin's, line by line.
            refused |= wrong
    except (tokenize.TokenError, SyntaxError):
        # Code that must fail to parse, or that holds magics, cannot be taken apart.
        return code


@dataclass(frozen=True)
class _Unit:
    """Lines that are kept or replaced together, and the code in them, without its comment.

    `number` is that of the first line, counted from 1.
    """

    number: int
    code: str
    lines: tuple[str, ...]

    @property
    def is_comment(self) -> bool:
        """Tell lines that hold comments alone."""
        return self.code == "#"

    @property
    def pattern(self) -> str:
        """Give the code without what its strings say."""
        return _STRING.sub("''", self.code)

    @property
    def comment(self) -> str:
        """Give the comment behind the code of one line, with the blanks before it, or ""."""
        return (
            self.lines[0][len(self.code) :] if len(self.lines) == 1 and not self.is_comment else ""
        )

    @property
    def strings(self) -> list[str]:
        """Give the strings as they are written."""
        return [match[0] for match in _STRING.finditer(self.code)]


def _merged(
    ours: list[_Unit], theirs: list[_Unit], letters: re.Pattern[str], refused: set[int]
) -> str:
    """Give our lines, with theirs in place of those that say the same in other words."""
    merged: list[str] = []
    matcher = SequenceMatcher(
        None, [one.pattern for one in ours], [one.pattern for one in theirs], autojunk=False
    )
    for tag, start, stop, other_start, other_stop in matcher.get_opcodes():
        if tag != "equal":
            merged += _in_place(ours[start:stop], theirs[other_start:other_stop], letters)
            continue
        for unit, other in zip(ours[start:stop], theirs[other_start:other_stop], strict=True):
            pairs = zip(unit.strings, other.strings, strict=True)
            kept = unit.number not in refused and all(
                left == right or letters.search(left + right) for left, right in pairs
            )
            merged += other.lines if kept else _with_comment(unit, other, letters)
    return "\n".join(merged)


def _in_place(left: list[_Unit], right: list[_Unit], letters: re.Pattern[str]) -> Iterator[str]:
    """Give our lines where theirs differ; what only the translation remarks on stays."""
    if any(one.is_comment for one in left):
        pairs_up = len(left) == len(right)
        for number, unit in enumerate(left):
            yield from _with_comment(unit, right[number], letters) if pairs_up else unit.lines
        return
    ours = iter(left)
    pairs_up = len(left) == sum(not one.is_comment for one in right)
    for other in right:
        if other.is_comment:
            yield from other.lines
        elif pairs_up:
            yield from _with_comment(next(ours), other, letters)
    for unit in ours:
        yield from unit.lines


def _with_comment(unit: _Unit, other: _Unit, letters: re.Pattern[str]) -> tuple[str, ...]:
    """Give a changed line with the translated comment that stood behind it, where there is one."""
    ours, theirs = unit.comment, other.comment
    alike = (
        unit.pattern == other.pattern
        or SequenceMatcher(None, unit.code, other.code, autojunk=False).ratio() >= _ALIKE
    )
    if alike and ours and theirs and letters.search(ours + theirs):
        return (unit.code + theirs,)
    return unit.lines


def _units(source: str) -> list[_Unit]:
    """Cut code into lines.

    Comment lines that follow each other are one unit, since a translation may have more or fewer.
    """
    columns = {
        token.start[0]: token.start[1]
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    units: list[_Unit] = []
    for number, line in enumerate(source.split("\n"), 1):
        code = line[: columns.get(number, len(line))].rstrip()
        is_comment = number in columns and not code.strip()
        if is_comment and units and units[-1].is_comment:
            units[-1] = replace(units[-1], lines=(*units[-1].lines, line))
        else:
            units.append(_Unit(number, "#" if is_comment else code, (line,)))
    return units
