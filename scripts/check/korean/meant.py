"""What is meant where a pattern finds something wrong: the same for all, or by how it ends."""

from __future__ import annotations

from collections.abc import Callable

from scripts.hangul import final_of, with_final


def always(right: str) -> Callable[[str], str]:
    """Give what puts one text in the place of whatever is wrong.

    >>> always("네")("내")
    '네'
    """
    return lambda _: right


def like(right: str) -> Callable[[str], str]:
    """Give what puts another syllable in the place of one, with the end of that.

    >>> like("네")("냅")
    '넵'
    """
    return lambda wrong: with_final(right, final_of(wrong) or "")
