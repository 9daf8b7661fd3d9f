"""Which figures may be turned over for a dark page: those in nothing but a plot's usual colours."""

from __future__ import annotations

import re

# What matplotlib draws with where nobody asks for anything else: ground, ink, frames and grid, and
# the ten colours of its cycle. Other colours may be a scale, and dark may stand for much on it.
_USUAL = frozenset(
    {
        *("#ffffff", "#fff", "white", "#000000", "#000", "black", "#cccccc", "#b0b0b0", "none"),
        *("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd"),
        *("#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"),
    }
)
# Grays in the middle are what they were when light and dark are exchanged.
_MIDDLE = range(0x60, 0xA1)
_GRAY = re.compile(r"#([0-9a-f]{2})\1\1")
_COLOUR = re.compile(r"\b(?:fill|stroke|stop-color|color)\s*[:=]\s*[\"']?\s*([^;\"'>]+)", re.I)
_OTHER = re.compile(r"<(?:image|linearGradient|radialGradient|filter|foreignObject)\b")


def turns_over(svg: str) -> bool:
    """Tell whether a figure says the same with light and dark exchanged and its hues kept.

    >>> turns_over('<path style="fill: none; stroke: #1f77b4"/>')
    True
    >>> turns_over('<path style="fill: #440154"/>')
    False
    """
    colours = (match[1].strip().lower() for match in _COLOUR.finditer(svg))
    return not _OTHER.search(svg) and all(map(_stays, colours))


def _stays(colour: str) -> bool:
    """Tell whether a colour means the same, turned over: `#808080` does, `#eeeeee` may not."""
    middle = bool(_GRAY.fullmatch(colour)) and int(colour[1:3], 16) in _MIDDLE
    return colour in _USUAL or middle or colour.startswith("url(#")
