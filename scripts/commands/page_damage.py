"""What `repair` sees of damage in a page, for rules that look at pages without knowing `repair`."""

from __future__ import annotations


def damaged_lines(text: str) -> dict[int, str]:
    r"""Give the lines, counted from 0, that `repair` would change, and what it makes of them.

    A line in which it names a loss, too, also where it leaves it as it is. It takes half a second
    to import, and so is for texts that look as if something was wrong.

    >>> damaged_lines("whole\nì»´íŒŒì¼\n")
    {1: '컴파일'}
    """
    from scripts.repair import repair

    result = repair(text.encode())
    lost = {item.line - 1 for item in result.lost}
    lines = enumerate(zip(text.split("\n"), result.text.split("\n"), strict=True))
    return {number: new for number, (old, new) in lines if old != new or number in lost}
