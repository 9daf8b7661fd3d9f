"""What becomes of figures: SVG or PNG, the same bytes each time, and no name left in a kernel."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from scripts.execute.figures import SVG_LIMIT, figure_bundle
from scripts.execute.fonts import listed_fonts
from scripts.execute.jobs import run_job
from scripts.execute.memory import forget_peak, peak_memory
from scripts.lesson import Cell


def lines(count: int) -> Figure:
    figure = Figure(figsize=(6, 3))
    axes = figure.subplots()
    for start in range(count):
        axes.plot(np.sin(np.arange(50) + start))
    return figure


def pixels(points: int) -> Figure:
    figure = Figure(figsize=(6, 3))
    figure.subplots().scatter(np.arange(points) % 97, np.arange(points) % 89)
    return figure


def picture() -> Figure:
    figure = Figure(figsize=(6, 3))
    figure.subplots().imshow(np.arange(12).reshape(3, 4), aspect="auto")
    return figure


@pytest.mark.parametrize(
    ("make", "mime"),
    [
        (lambda: lines(3), "image/svg+xml"),
        (lambda: lines(90), "image/png"),
        (lambda: pixels(200), "image/svg+xml"),
        (lambda: pixels(30_000), "image/png"),
        (picture, "image/png"),
    ],
    ids=["a few lines", "many lines", "a few points", "many points", "a picture"],
)
def test_a_figure_is_one_picture_of_the_kind_that_suits_it(
    make: Callable[[], Figure], mime: str
) -> None:
    bundle = figure_bundle(make())
    assert bundle is not None
    data, metadata = bundle
    assert list(data) == [mime]
    assert bundle == figure_bundle(make()), "two runs give the same bytes"
    if mime == "image/svg+xml":
        assert len(data[mime]) <= SVG_LIMIT
        assert "<metadata>" not in data[mime]
    else:
        size: dict[str, int] = metadata[mime]
        assert 400 < size["width"] < 600, "about six inches of 96 pixels"
        header = base64.b64decode(data[mime])[16:24]
        shown = size["width"] * 2, size["height"] * 2
        held = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")
        assert np.abs(np.subtract(shown, held)).max() <= 1, "two pixels for one"


def test_a_figure_with_nothing_on_it_is_left_to_its_text() -> None:
    assert figure_bundle(Figure()) is None


def test_peak_memory_is_counted_anew() -> None:
    own = os.getpid()
    forget_peak(own)
    before = peak_memory(own)
    if not before:
        pytest.skip("this system does not count")
    block = np.ones(20_000_000)
    high = peak_memory(own)
    assert high - before > 50_000_000
    del block
    forget_peak(own)
    assert peak_memory(own) < high - 50_000_000


@pytest.mark.kernel
def test_figures_in_a_kernel(tmp_path: Path) -> None:
    from scripts.execute.jobs import Job
    from scripts.execute.kernel import KernelOptions

    sources = [
        "print(sorted(name for name in dir() if not name.startswith('_')))",
        "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()",
        "plt.imshow([[1, 2]])\nplt.show()",
        "from matplotlib_inline.backend_inline import set_matplotlib_formats\n"
        "set_matplotlib_formats('jpeg')\nplt.plot([1, 2])\nplt.show()",
    ]
    cells = tuple(Cell(i, source, 1, 1, 2) for i, source in enumerate(sources))
    job = Job("a", "en", cells, 60, 120, str(tmp_path), KernelOptions())
    result = run_job(job)
    assert [run.ending for run in result.runs] == ["ok"] * len(sources)

    def images(index: int) -> list[str]:
        shown: list[dict[str, Any]] = [o["data"] for o in result.runs[index].outputs if "data" in o]
        return [mime for data in shown for mime in data if mime.startswith("image/")]

    if peak_memory(os.getpid()):
        assert all(run.peak_memory > 50_000_000 for run in result.runs)
    names = result.runs[0].outputs[0]["text"]
    assert names.strip() == "['In', 'Out', 'exit', 'get_ipython', 'open', 'quit']"
    assert images(1) == ["image/svg+xml"]
    assert images(2) == ["image/png"]
    assert images(3) == ["image/jpeg"], "a lesson that names a format gets it"


def test_kernels_that_begin_at_once_share_a_list_of_fonts(tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        found = set(pool.map(lambda _: listed_fonts(tmp_path, os.environ, "1"), range(3)))
    (folder,) = found
    assert {path.name.partition("-")[0] for path in folder.iterdir()} == {"fontlist"}
    assert {path.name for path in tmp_path.iterdir()} == {folder.name, "none"}


def test_without_matplotlib_there_is_an_empty_list_of_fonts(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_bytes(b"raise ImportError\n")
    variables = {**os.environ, "PYTHONPATH": str(tmp_path)}
    assert list(listed_fonts(tmp_path / "cache", variables, "1").iterdir()) == []
    # It is looked for again: it may have been installed.
    assert list(listed_fonts(tmp_path / "cache", dict(os.environ), "1").iterdir()) != []
