"""Figures as SVG where that is small and sharp, else as PNG: what a kernel does with a figure.

This file runs inside kernels, which know nothing of our package: it imports only what they have,
and matplotlib not before a lesson does.
"""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell
    from matplotlib.figure import Figure

# A PNG of twice the resolution is 30 to 90 KB; SVG is worth a little more, since it stays sharp
# however far a reader zooms in, and less than half of it is sent once it is compressed.
SVG_LIMIT = 120_000

# With more numbers than this a phone draws the figure more slowly than it loads a picture.
_NUMBERS = 40_000

# SVG counts in points, and browsers take 96 pixels for an inch.
_SVG_DPI = 72
_PIXELS_PER_INCH = 96

# Names of the glyphs in a file are drawn by lot without it.
_SALT = "naranhi"


def install(shell: InteractiveShell) -> None:
    """Make a kernel display figures in our way; a lesson that names a format itself gets that."""
    shell.config.InlineBackend.figure_formats = set()
    assert shell.display_formatter is not None
    formatter = shell.display_formatter.mimebundle_formatter
    per_format = shell.display_formatter.formatters

    def bundle(figure: Figure, **_: Any) -> tuple[dict[str, str], dict[str, Any]] | None:
        chosen = [one for one in per_format.values() if type(figure) in one.type_printers]
        return None if any(one.enabled for one in chosen) else figure_bundle(figure)

    formatter.for_type_by_name("matplotlib.figure", "Figure", bundle)


def figure_bundle(figure: Figure) -> tuple[dict[str, str], dict[str, Any]] | None:
    """Give a figure's data and metadata by media type: one picture; None where nothing is on it."""
    if not figure.axes and not figure.lines:
        return None
    if not _is_complex(figure):
        svg = _svg(figure)
        if len(svg) <= SVG_LIMIT and "<image" not in svg:
            return {"image/svg+xml": svg}, {}
    png = _drawn(figure, "png", dpi=2 * _PIXELS_PER_INCH, metadata={"Software": None})
    # The header says how large it is: two numbers of four bytes from the 16th on.
    width, height = (int.from_bytes(png[at : at + 4], "big") // 2 for at in (16, 20))
    size = {"width": width, "height": height}
    return {"image/png": b64encode(png).decode("ascii")}, {"image/png": size}


def _is_complex(figure: Figure) -> bool:
    import numpy as np
    from matplotlib.collections import Collection
    from matplotlib.image import _ImageBase
    from matplotlib.lines import Line2D

    if figure.findobj(_ImageBase):
        return True
    numbers = sum(np.size(line.get_path().vertices) for line in figure.findobj(Line2D))
    for collection in figure.findobj(Collection):
        numbers += sum(np.size(path.vertices) for path in collection.get_paths())
        numbers += np.size(collection.get_offsets())
    return bool(numbers > _NUMBERS)


def _svg(figure: Figure) -> str:
    from matplotlib import rc_context

    said = {"Creator": None, "Date": None, "Format": None, "Type": None}
    with rc_context({"svg.hashsalt": _SALT}):
        return _drawn(figure, "svg", dpi=_SVG_DPI, metadata=said).decode("utf-8")


def _drawn(figure: Figure, kind: str, *, dpi: int, metadata: dict[str, Any]) -> bytes:
    target = BytesIO()
    figure.canvas.print_figure(
        target,
        format=kind,
        dpi=dpi,
        facecolor=figure.get_facecolor(),
        edgecolor=figure.get_edgecolor(),
        bbox_inches="tight",
        metadata=metadata,
    )
    return target.getvalue()


def startup_line() -> str:
    """Give a line of Python that calls `install` in a kernel and leaves no name behind in it.

    >>> startup_line().startswith("exec(compile(")
    True
    """
    source = Path(__file__).read_bytes().decode("utf-8")
    return (
        f"exec(compile({source!r}, 'figures', 'exec'), {{'__name__': 'figures', '__file__': ''}})\n"
    )


if __name__ == "figures":
    from IPython.core.getipython import get_ipython

    if (own_shell := get_ipython()) is not None:
        install(own_shell)
