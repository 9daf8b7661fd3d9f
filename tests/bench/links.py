"""What links on names cost: pages read, and made, with and without them.

`python -m tests.bench.links` makes lessons, executes them once, and has Sphinx read and make their
pages in both ways, one after the other in each round; figures are medians.
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scripts.outputs import OutputStore
from tests.bench import lesson_sets
from tests.bench.process import REPOSITORY, cost

BAR = 1.2
# Sphinx's builder that writes nothing, and the one that makes pages.
STEPS = {"reading": "dummy", "reading and writing": "html"}


def commands(root: Path, out: Path, *, builder: str, linked: bool) -> list[list[str]]:
    """Give the commands that build both languages from nothing."""
    fingerprint = (OutputStore(root / "_build" / "outputs").selected() or ("", {}))[0]
    kept = sorted((root / "_build" / "work" / "signatures").glob("*.json"))
    settings = {
        "naranhi_root": str(root),
        "naranhi_fingerprint": fingerprint,
        "naranhi_api": str(kept[-1]) if kept else "",
    }
    words = [word for key, value in settings.items() for word in ("-D", f"{key}={value}")]
    if not linked:
        words += ["-D", f"extensions={','.join([*_extensions(), 'tests.bench.unlinked'])}"]
    return [
        [
            *(sys.executable, "-m", "sphinx", "-q", "-E", "-a", "-b", builder),
            *("-c", str(REPOSITORY), "-D", f"language={tag}", *words),
            *(str(root / f"lessons_{tag}"), str(out / tag)),
        ]
        for tag in ("ko", "en")
    ]


def _extensions() -> list[str]:
    return list(runpy.run_path(str(REPOSITORY / "conf.py"))["extensions"])


def measure(lessons: int, rounds: int) -> dict[str, dict[str, float]]:
    """Give the median CPU seconds of each step with and without links, and the median ratio."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    spent: dict[str, list[tuple[float, float]]] = {step: [] for step in STEPS}
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        root = Path(folder) / "root"
        lesson_sets.make(root, lessons)
        cost([[sys.executable, "-m", "scripts", "build", "--root", str(root)]], environment)
        for number in range(rounds):
            for step, builder in STEPS.items():
                found = {}
                for linked in (True, False) if number % 2 else (False, True):
                    out = Path(folder) / f"{builder}-{linked}"
                    lines = commands(root, out, builder=builder, linked=linked)
                    found[linked] = cost(lines, environment).cpu
                spent[step].append((found[True], found[False]))
                sys.stderr.write(f"round {number + 1}, {step}: {found[True]:.2f} s with links, "
                                 f"{found[False]:.2f} s without\n")  # fmt: skip
    return {
        step: {
            "with": round(statistics.median(one for one, _ in pairs), 2),
            "without": round(statistics.median(other for _, other in pairs), 2),
            "ratio": round(statistics.median(one / other for one, other in pairs), 3),
        }
        for step, pairs in spent.items()
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print the figures; exit 1 where links cost more than they may."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.links", description=__doc__)
    parser.add_argument("--lessons", type=int, default=16, metavar="N")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args(argv)
    figures = measure(arguments.lessons, arguments.rounds)
    sys.stdout.write(json.dumps(figures, indent=1) + "\n")
    return int(any(one["ratio"] > BAR for one in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
