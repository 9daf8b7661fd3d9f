"""What `repair` sees of damage in a page, for rules that look at pages without knowing `repair`."""

from __future__ import annotations


def damaged_lines(text: str) -> frozenset[int]:
    r"""Give the lines, counted from 0, that `repair` would change, or in which it names a loss.

    It takes half a second to import, and so is for texts that look as if something was wrong.

    >>> damaged_lines("whole\nì»´íŒŒì¼\n")
    frozenset({1})
    """
    from scripts.repair import repair

    result = repair(text.encode())
    changed = zip(text.split("\n"), result.text.split("\n"), strict=True)
    return frozenset(
        {number for number, (old, new) in enumerate(changed) if old != new}
        | {item.line - 1 for item in result.lost}
    )
