"""Makes the font that sites are set in: `python -m scripts.render.fonts.source ORIGINAL.ttf`.

Where the original comes from and what is done to it is in README.md. The same file gives the same
bytes, as long as fontTools is the same.
"""

from __future__ import annotations

import lzma
import sys
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from scripts.render.fonts import FAMILY, LAYOUT_FEATURES, SOURCE

WEIGHTS = (400, 700)
# Version, makers, what it is made from, trademark and licence; names are given below.
_KEPT_NAMES = (0, 5, 7, 8, 9, 11, 13, 14)
_NAMES = {1: FAMILY, 2: "Regular", 3: FAMILY, 4: FAMILY, 6: FAMILY.replace(" ", "")}
_WINDOWS_ENGLISH = (3, 1, 0x409)


def source(data: bytes) -> bytes:
    """Give a variable font with the weights and features that pages use, under another name."""
    # Written out and read again: what the instancer leaves in memory cannot be cut.
    limited = _saved(instancer.instantiateVariableFont(_font(data), {"wght": WEIGHTS}))
    font = _font(limited)
    options = subset.Options()
    options.layout_features = list(LAYOUT_FEATURES)
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = list(_KEPT_NAMES)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=font.getBestCmap())
    cutter.subset(font)
    for number, name in _NAMES.items():
        font["name"].setName(name, number, *_WINDOWS_ENGLISH)
    return _saved(font)


def _font(data: bytes) -> TTFont:
    return TTFont(BytesIO(data), recalcTimestamp=False)


def _saved(font: TTFont) -> bytes:
    out = BytesIO()
    font.save(out)
    return out.getvalue()


if __name__ == "__main__":
    original = Path(sys.argv[1]).read_bytes()
    SOURCE.write_bytes(lzma.compress(source(original), preset=9 | lzma.PRESET_EXTREME))
