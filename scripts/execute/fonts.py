"""The fonts of figures: Matplotlib's own, and one with Hangul, the same on every machine."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

SETTINGS = Path(__file__).with_name("matplotlibrc")

# Run once for each cache: no kernel looks for fonts then, nor finds those of this machine.
_LIST = """
import os
import sys
from pathlib import Path
import matplotlib
from matplotlib import font_manager
own = matplotlib.get_data_path()
fonts = font_manager.fontManager
fonts.ttflist = [font for font in fonts.ttflist if font.fname.startswith(own)]
for path in sys.argv[1:]:
    fonts.addfont(path)
name = f"fontlist-v{font_manager.FontManager.__version__}.json"
# Others may be reading it, or writing it too.
part = Path(matplotlib.get_cachedir()) / f"{name}.{os.getpid()}.part"
font_manager.json_dump(fonts, part)
part.replace(part.with_name(name))
"""


def hangul_fonts() -> list[str]:
    """Give the files of the fonts with Hangul that are installed, found without importing them."""
    spec = find_spec("koreanize_matplotlib")
    if spec is None or spec.origin is None:
        return []
    return sorted(map(str, Path(spec.origin).parent.glob("fonts/NanumGothic*.ttf")))


def list_fonts(folder: Path, variables: Mapping[str, str], version: str) -> None:
    """See to it that Matplotlib's list of fonts in `folder` holds ours; made once a `version`.

    Nothing happens where Matplotlib is not installed: a lesson that needs it will say so.
    """
    fonts = hangul_fonts()
    made = hashlib.sha256("\n".join([version, _LIST, *fonts]).encode()).hexdigest()[:16]
    mark = folder / f"fonts-{made}"
    if mark.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-P", "-c", _LIST, *fonts],
        env={**variables, "MPLBACKEND": "agg", "MPLCONFIGDIR": str(folder)},
        capture_output=True,
        check=False,
        cwd="/",
    )
    if done.returncode == 0:
        mark.touch()
