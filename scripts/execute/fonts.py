"""The fonts of figures: Matplotlib's own, and one with Hangul, the same on every machine."""

from __future__ import annotations

import contextlib
import hashlib
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

SETTINGS = Path(__file__).with_name("matplotlibrc")

# Run once for each cache: no kernel looks for fonts then, nor finds those of this machine.
_LIST = """
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
font_manager.json_dump(fonts, Path(matplotlib.get_cachedir()) / name)
"""
# Lessons that start at once wait for the one list.
_LISTING = threading.Lock()


def hangul_fonts() -> list[str]:
    """Give the files of the fonts with Hangul that are installed, found without importing them."""
    spec = find_spec("koreanize_matplotlib")
    if spec is None or spec.origin is None:
        return []
    return sorted(map(str, Path(spec.origin).parent.glob("fonts/NanumGothic*.ttf")))


def listed_fonts(cache: Path, variables: Mapping[str, str], version: str) -> Path:
    """Give a folder for Matplotlib's settings with a list of our fonts, made once a `version`.

    It comes into its place when it is whole, and nothing changes it then. It is an empty one where
    Matplotlib is not installed: a lesson that needs it will say so.
    """
    fonts = hangul_fonts()
    made = hashlib.sha256("\n".join([version, _LIST, *fonts]).encode()).hexdigest()[:16]
    listed, none = cache / made, cache / "none"
    with _LISTING:
        if listed.is_dir():
            return listed
        none.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="making-", dir=cache) as folder:
            new = Path(folder, made)
            new.mkdir()
            done = subprocess.run(
                [sys.executable, "-P", "-c", _LIST, *fonts],
                env={**variables, "MPLBACKEND": "agg", "MPLCONFIGDIR": str(new)},
                capture_output=True,
                check=False,
                cwd="/",
            )
            if done.returncode == 0:
                # Where another command was faster, its list is the same.
                with contextlib.suppress(OSError):
                    new.rename(listed)
    return listed if listed.is_dir() else none
