"""The classes of the drift report against labels that were given by hand, cell by cell.

`cases/drift/runs` are pages of our own, run by three releases of JAX, with the class that each cell
was given before the report was asked, and `legacy.json` the same for adopted pages. Pages whose
names end in 2 or 3 were written and labelled by somebody who had not seen the report, nor how it
works; those in 4 were labelled before the report had seen them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.drift import KINDS
from scripts.execute.drift.cells import compare_cells
from scripts.execute.drift.noise import expected

CASES = Path(__file__).parent / "cases" / "drift"
REPOSITORY = Path(__file__).resolve().parent.parent
LEGACY = REPOSITORY.parent / "shared" / "legacy" / "jax_kr"

# What the issue asks for.
AGREEMENT = 0.97

PAGES = sorted((CASES / "runs").glob("*.json"))


def judged(page: Path) -> Iterator[tuple[str, str, str, str]]:
    """Give label, releases, the class given by hand and the report's, for each cell of a page."""
    cells = json.loads(page.read_bytes())["cells"]
    awaited = expected([cell["source"] for cell in cells])
    for cell, noise in zip(cells, awaited, strict=True):
        for releases, wanted in cell["classes"].items():
            old, new = releases.split(" -> ")
            verdict = compare_cells(cell["outputs"][old], cell["outputs"][new], expected=noise)
            yield cell["label"], releases, wanted, verdict.kind


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_cells_are_classed_as_by_hand(page: Path) -> None:
    known = json.loads((CASES / "disagreements.json").read_bytes())
    differ = {
        f"{label}, {releases}": found
        for label, releases, wanted, found in judged(page)
        if wanted != found
    }
    named = {name: one["report"] for name, one in known.items() if name.split()[0] == page.stem}
    # Also one that agrees by now is to be taken off the list.
    assert differ == named


def test_nearly_all_classes_agree() -> None:
    found = [(wanted, kind) for page in PAGES for _, _, wanted, kind in judged(page)]
    assert {wanted for wanted, _ in found} <= set(KINDS)
    assert len(found) >= 300
    assert sum(wanted == kind for wanted, kind in found) / len(found) >= AGREEMENT


def labels() -> dict[str, Any]:
    data = json.loads((CASES / "legacy.json").read_bytes())
    return {name: value for name, value in data.items() if name != "note"}


@pytest.mark.kernel
@pytest.mark.skipif(not LEGACY.is_dir(), reason="the legacy pages are not part of the repository")
@pytest.mark.parametrize("name", sorted(labels()))
def test_adopted_pages_are_classed_as_by_hand(name: str, tmp_path: Path) -> None:
    (tmp_path / "lessons_ko").mkdir()
    naranhi(tmp_path, "adopt", str(LEGACY / f"{name}.md"), "--lang", "ko")
    lesson = tmp_path / "lessons_ko" / f"{name}.md"
    # Names that are gone would end the lesson; timing is not measured for its own sake.
    text = lesson.read_bytes().decode("utf-8")
    for gone in ("tree_map", "tree_transpose", "tree_structure"):
        text = text.replace(f"jax.{gone}(", f"jax.tree_util.{gone}(")
    text = text.replace("%timeit ", "%timeit -n 1 -r 1 ")
    lesson.write_bytes(text.encode("utf-8"))
    naranhi(tmp_path, "execute", "--timeout", "300")
    report = json.loads(naranhi(tmp_path, "drift", "--from", "previous", "--format", "json"))
    wanted = labels()[name]
    assert not report["unmatched"]
    assert len(report["cells"]) == wanted["cells"]
    given = {int(index): label for index, (label, _) in wanted["classes"].items()}
    differ = {
        cell["index"]: cell["class"]
        for cell in report["cells"]
        if cell["class"] != given.get(cell["index"], "identical")
    }
    assert not differ


def naranhi(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "scripts", *arguments, "--root", str(root)],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    # `adopt` has things to say of most pages, and `drift` finds something in most.
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout
