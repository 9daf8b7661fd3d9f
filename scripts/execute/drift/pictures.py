"""Pictures of cells, compared by what is seen: the pixels of a PNG, the lines of an SVG."""

from __future__ import annotations

import base64
import io
import re

from scripts.execute.drift.change import Change, Degree

# The share of pixels that other fonts and smoothing may change in a drawing that shows the same.
_PIXELS = 0.003
# A pixel that differs by less looks the same; of 255.
_LEVEL = 24
# How far a point of a drawing may move, in the units of the drawing.
_POINTS = 0.6

NOT_KEPT = Change(Degree.FORM, "a picture that was not kept")
OTHER_PICTURE = Change(Degree.VALUE, "another picture")
_NEARLY = Change(Degree.DIGITS, "pixels at edges")


def compare_pngs(old: str, new: str) -> Change | None:
    """Give what changed between two PNGs in base64, or None where the same is seen.

    A picture without data, which an adopted page had in a file of its own, cannot be compared.
    """
    if not old.strip() or not new.strip():
        return NOT_KEPT if old != new else None
    if old.split() == new.split():
        return None
    from PIL import Image, ImageChops, UnidentifiedImageError

    try:
        images = [
            Image.open(io.BytesIO(base64.b64decode(data))).convert("RGBA") for data in (old, new)
        ]
    except (ValueError, OSError, UnidentifiedImageError):
        return OTHER_PICTURE
    # On white, as a page shows it.
    first, second = (
        Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("L")
        for image in images
    )
    sized = first.size != second.size
    if sized:
        second = second.resize(first.size)
    histogram = ImageChops.difference(first, second).histogram()
    different = sum(histogram[_LEVEL:]) / max(1, sum(histogram))
    if sized:
        # Other sizes smear every edge.
        return (
            Change(Degree.FORM, "size of a picture") if different < 10 * _PIXELS else OTHER_PICTURE
        )
    if not any(histogram[1:]):
        return None
    return _NEARLY if different <= _PIXELS else OTHER_PICTURE


_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def compare_svgs(old: str, new: str) -> Change | None:
    """Give what changed between two SVGs, or None where the same is drawn.

    >>> compare_svgs('<path id="m1" d="M 1 2"/>', '<path id="m9" d="M 1 2.01"/>').cause
    'pixels at edges'
    """
    ours, theirs = _drawing(old), _drawing(new)
    if ours == theirs:
        return None
    if _NUMBER.sub("#", ours) != _NUMBER.sub("#", theirs):
        return OTHER_PICTURE
    moved = max(
        abs(float(a) - float(b))
        for a, b in zip(_NUMBER.findall(ours), _NUMBER.findall(theirs), strict=True)
    )
    return _NEARLY if moved <= _POINTS else OTHER_PICTURE


def _drawing(svg: str) -> str:
    """Give an SVG without its notes, and with names in the order of their use."""
    names: dict[str, str] = {}
    svg = re.sub(
        r"<\?xml.*?\?>|<!--.*?-->|<!DOCTYPE.*?>|<metadata>.*?</metadata>", "", svg, flags=re.S
    )
    svg = re.sub(
        r'(?<=id=")[^"]+|(?<=url\(#)[^)]+|(?<=href="#)[^"]+',
        lambda match: names.setdefault(match[0], f"n{'x' * len(names)}"),
        svg,
    )
    # `x` and `y` of a `use` are a translation by another name, and 0 where they are not given.
    svg = re.sub(
        r'(?<=<use )([^>]*)\btransform="translate\(([^\s,()]+)[\s,]+([^\s()]+)\)"',
        r'\1x="\2" y="\3"',
        svg,
    )
    svg = re.sub(r'(?<=<use )((?:(?!\by=)[^>])*\bx="[^"]*")(?! y=)', r'\1 y="0"', svg)
    return " ".join(svg.split())
