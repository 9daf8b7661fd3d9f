"""Closes `**...**` before Hangul where CommonMark would show the asterisks.

CommonMark lets emphasis that ends on punctuation close only before a space or punctuation. Korean
sets particles right behind a word, so ``**`jit`**은`` and `**순수(pure)**를` need one more rule:
beside Hangul, punctuation on the inner side of the marks does not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline.state_inline import Scanned, StateInline

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_HANGUL = (("\u1100", "\u11ff"), ("\u3131", "\u318e"), ("\uac00", "\ud7a3"))
_scan = StateInline.scanDelims


def scan_delimiters(state: StateInline, start: int, can_split_word: bool) -> Scanned:
    """Give whether the marks at `start` can open and close emphasis, Hangul taken into account."""
    scanned = _scan(state, start, can_split_word)
    if not can_split_word:  # underscores stay as they are: they stand in names
        return scanned
    end = start + scanned.length
    before = state.src[start - 1] if start else " "
    after = state.src[end] if end < state.posMax else " "
    can_close = scanned.can_close or (_is_punctuation(before) and _is_hangul(after))
    can_open = scanned.can_open or (_is_hangul(before) and _is_punctuation(after))
    return Scanned(can_open, can_close, scanned.length)


def _is_hangul(char: str) -> bool:
    return any(first <= char <= last for first, last in _HANGUL)


def _is_punctuation(char: str) -> bool:
    return not isWhiteSpace(ord(char)) and (isMdAsciiPunct(ord(char)) or isPunctChar(char))


def setup(app: Sphinx) -> dict[str, Any]:
    # MyST makes its parsers in several places and takes no plugin, so the class itself is mended;
    # Sphinx runs in a process of its own.
    StateInline.scanDelims = scan_delimiters  # type: ignore[method-assign, assignment]  # see above
    return {"parallel_read_safe": True, "parallel_write_safe": True}
