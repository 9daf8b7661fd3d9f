"""The picture that a link to a lesson is shown with elsewhere: its title, in either script."""

from __future__ import annotations

import functools
import io
from importlib.util import find_spec
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

SIZE = (1200, 630)

_GROUND, _TEXT, _QUIET, _ACCENT = "#14181e", "#f4f6f8", "#b4bcc8", "#5fd3df"
_EDGE = 90
# Sizes that a title is tried in, and how many lines it may have.
_TITLE_SIZES = (88, 76, 64, 54, 46)
_TITLE_LINES = 3
# Few colours make a small file, and smooth letters still.
_COLOURS = 48


def card(title: str, *, above: str = "", below: str = "") -> bytes:
    """Give a PNG of 1200 by 630 points, the same bytes for the same texts.

    >>> card("추적", above="JAX")[:4]
    b'\\x89PNG'
    """
    image = Image.new("RGB", SIZE, _GROUND)
    draw = ImageDraw.Draw(image)
    width = SIZE[0] - 2 * _EDGE
    draw.rectangle((0, 0, 18, SIZE[1]), fill=_ACCENT)
    draw.text((_EDGE, 80), _cut(above, _font(34), width), font=_font(34), fill=_ACCENT)
    font, lines = _fitted(title, width)
    height = round(font.size * 1.3)
    top = (SIZE[1] - height * len(lines)) // 2
    for number, line in enumerate(lines):
        draw.text((_EDGE, top + number * height), line, font=font, fill=_TEXT)
    draw.text((_EDGE, 516), _cut(below, _font(30), width), font=_font(30), fill=_QUIET)
    data = io.BytesIO()
    few = image.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(data, format="PNG", optimize=True)
    return data.getvalue()


def _fitted(title: str, width: int) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """Give the largest letters in which a title has room, and its lines."""
    for size in _TITLE_SIZES:
        font = _font(size, bold=True)
        lines = wrapped(title, font, width)
        if len(lines) <= _TITLE_LINES:
            return font, lines
    return font, [
        *lines[: _TITLE_LINES - 1],
        _cut(" ".join(lines[_TITLE_LINES - 1 :]), font, width),
    ]


def wrapped(text: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    """Give a text in lines of at most `width` points; only a word that is too long is broken."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= width:
            lines[-1] = longer
            continue
        lines.append("")
        for letter in word:
            if lines[-1] and font.getlength(lines[-1] + letter) > width:
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line] or [""]


def _cut(text: str, font: ImageFont.FreeTypeFont, width: int) -> str:
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(f"{text}…") > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


@functools.cache
def _font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    name = "NanumGothicBold.ttf" if bold else "NanumGothic.ttf"
    # Whole syllables need no shaping; the plain engine is the same everywhere.
    return ImageFont.truetype(str(_folder() / name), size, layout_engine=ImageFont.Layout.BASIC)


@functools.cache
def _folder() -> Path:
    # Importing the package would import matplotlib.
    spec = find_spec("koreanize_matplotlib")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "fonts"
