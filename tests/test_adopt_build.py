"""Adopted pages in real builds and in a real kernel."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts.adopt import adopt, default_docname
from scripts.languages import KOREAN, language_of
from scripts.lesson import Cell
from scripts.lesson.reading import parse_lesson

PAGES = Path(__file__).parent / "cases" / "adopt" / "pages"
LEGACY = Path(__file__).resolve().parents[2] / "shared" / "legacy" / "jax_kr"

# As a site of lessons has them; nothing is executed.
CONF = """
extensions = ["myst_nb"]
source_suffix = {".md": "myst-nb"}
myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
myst_heading_anchors = 6
nb_execution_mode = "off"
suppress_warnings = ["toc.not_included", "myst.xref_ambiguous"]
html_theme = "basic"
"""
NOTEBOOK = """---
file_format: mystnb
kernelspec: {name: python3, display_name: Python}
language_info: {name: python, pygments_lexer: ipython3}
"""


@pytest.mark.site
def test_adopted_pages_build_without_a_warning(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "conf.py").write_bytes(CONF.encode())
    (source / "index.md").write_bytes(b"# Start\n")
    pages = [p for p in sorted(PAGES.iterdir()) if p.suffix != ".json"]
    pages += sorted(LEGACY.glob("*.md")) if LEGACY.is_dir() else []
    for path in pages:
        case = path.with_suffix(".json")
        language = (
            language_of(json.loads(case.read_bytes())["language"]) if case.exists() else KOREAN
        )
        docname = f"{default_docname(path)}-page"
        adoption = adopt(path.read_bytes(), path=path, docname=docname, language=language)
        text = adoption.lesson.replace("---\n", NOTEBOOK, 1)
        (source / f"{docname}.md").write_bytes(text.encode("utf-8"))

    command = [sys.executable, "-m", "sphinx", "-W", "-n", "-q", "--keep-going"]
    done = subprocess.run(
        [*command, str(source), str(tmp_path / "out")], capture_output=True, text=True, check=False
    )

    assert done.stderr == ""
    assert done.returncode == 0
    html = (tmp_path / "out" / "means-page.html").read_bytes().decode("utf-8")
    assert "%timeit으로" in html
    shutil.rmtree(tmp_path / "out")


def run(cells: tuple[Cell, ...]) -> list[str | None]:
    """Run the cells that are not skipped in one kernel; give the class that each raises."""
    import nbformat
    from nbclient import NotebookClient

    run_cells: list[dict[str, Any]] = [
        {"cell_type": "code", "id": f"c{cell.index}", "metadata": {}, "source": cell.source}
        | {"execution_count": None, "outputs": []}
        for cell in cells
        if not cell.skipped
    ]
    content = {"cells": run_cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    notebook = nbformat.from_dict(content)
    NotebookClient(notebook, timeout=60, allow_errors=True, kernel_name="python3").execute()
    return [
        next((o.ename for o in cell.outputs if o.output_type == "error"), None)
        for cell in notebook.cells
    ]


@pytest.mark.kernel
def test_an_adopted_notebook_runs_as_it_says() -> None:
    path = PAGES / "medians.ipynb"
    adoption = adopt(path.read_bytes(), path=path, docname="medians", language=language_of("en"))
    data = adoption.lesson.encode("utf-8")
    lesson = parse_lesson(data, path=path, docname="medians", language=language_of("en"))
    raised = run(lesson.cells)
    assert raised == [cell.raises for cell in lesson.cells if not cell.skipped]
