"""Translated comments: kept beside the lines of code that they were written for."""

from __future__ import annotations

import io
import tokenize
from difflib import SequenceMatcher

from scripts.normal_form import normal_form


def with_comments_of(code: str, translated: str) -> str:
    """Give `code` with the comments of `translated` wherever the code beside them is the same.

    >>> print(with_comments_of("# add\\nx = 1 + 2\\ny = x", "# 더하기\\nx = 1 - 2\\ny = x  # 복사"))
    # 더하기
    x = 1 + 2
    y = x  # 복사
    """
    try:
        ours, theirs = _units(code), _units(translated)
        merged: list[str] = []
        matcher = SequenceMatcher(
            None, [key for key, _ in ours], [key for key, _ in theirs], autojunk=False
        )
        for tag, start, stop, other_start, other_stop in matcher.get_opcodes():
            units = theirs[other_start:other_stop] if tag == "equal" else ours[start:stop]
            merged += [line for _, lines in units for line in lines]
        result = "\n".join(merged)
        return result if normal_form(result) == normal_form(code) else code
    except (tokenize.TokenError, SyntaxError):
        # Code that must fail to parse, or that holds magics, cannot be taken apart.
        return code


def _units(source: str) -> list[tuple[str, list[str]]]:
    """Give the lines with what they are compared by: the code without its comment.

    Comment lines that follow each other are one unit, since a translation may have more or fewer.
    """
    columns = {
        token.start[0]: token.start[1]
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    units: list[tuple[str, list[str]]] = []
    for number, line in enumerate(source.split("\n"), 1):
        code = line[: columns.get(number, len(line))].rstrip()
        key = "#" if number in columns and not code.strip() else code
        if key == "#" and units and units[-1][0] == "#":
            units[-1][1].append(line)
        else:
            units.append((key, [line]))
    return units
