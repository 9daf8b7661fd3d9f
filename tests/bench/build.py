"""What building costs: ours beside plain Sphinx with MyST-NB, on the same lessons in the same run.

`tox run -e bench` runs it after the benchmark of the repair. Rounds are interleaved, so that what
else the machine does falls on all alike; figures are medians.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.bench import lesson_sets
from tests.bench.build_report import END, START, markdown
from tests.bench.process import REPOSITORY, Cost, cost
from tests.bench.report import renew

PAGE = REPOSITORY / "docs" / "benchmarks.md"
# The same theme and the same Markdown as ours; everything else as MyST-NB has it.
PLAIN_CONF = """
extensions = ["myst_nb"]
source_suffix = {".md": "myst-nb"}
myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
html_theme = "sphinx_book_theme"
nb_execution_timeout = 300
"""


@dataclass(frozen=True)
class Contender:
    """One way to build a set of lessons: its name and its commands for a folder."""

    name: str
    commands: Callable[[Path], list[list[str]]]


def ours(*options: str) -> Callable[[Path], list[list[str]]]:
    """Give our one command."""
    return lambda root: [
        [sys.executable, "-m", "scripts", "build", "--root", str(root), *options],
    ]


def plain(*options: str) -> Callable[[Path], list[list[str]]]:
    """Give the commands of plain Sphinx: one a language, as its documentation says."""
    return lambda root: [
        [
            *(sys.executable, "-m", "sphinx", "-b", "html", "-c", str(root / "plain")),
            *("-D", f"language={tag}", *options),
            *(str(root / f"lessons_{tag}"), str(root / "out" / tag)),
        ]
        for tag in ("ko", "en")
    ]


CACHE = ("-D", "nb_execution_mode=cache")
OFF = ("-D", "nb_execution_mode=off")
FORCE = ("-D", "nb_execution_mode=force", "-E")
# What is done to a set, in this order, and by whom it can be done. Each way of plain Sphinx has
# folders of its own; the first run of each is a cold one.
OURS = "ours"
DEFAULT = "MyST-NB"
PARALLEL = "MyST-NB, -j 2"
# Pages alone, for sets of which plain Sphinx would take an hour; a build with outputs costs more.
UNEXECUTED = "MyST-NB, no outputs"
CONTENDERS = (OURS, DEFAULT, PARALLEL, UNEXECUTED)
STEPS = ("cold build", "nothing changed", "one prose edit", "one code edit", "re-execution")


def steps() -> list[tuple[str, Callable[[Path], None], Mapping[str, Contender]]]:
    """Give each step: its name, what happens to the lessons before it, and how each one builds."""

    def nothing(root: Path) -> None:
        return None

    same = {
        OURS: Contender(OURS, ours()),
        DEFAULT: Contender(DEFAULT, plain(*CACHE)),
        PARALLEL: Contender(PARALLEL, plain(*CACHE, "-j", "2")),
        UNEXECUTED: Contender(UNEXECUTED, plain(*OFF)),
    }
    again = {
        OURS: Contender(OURS, ours("--force")),
        DEFAULT: Contender(DEFAULT, plain(*FORCE)),
        PARALLEL: Contender(PARALLEL, plain(*FORCE, "-j", "2")),
        UNEXECUTED: Contender(UNEXECUTED, plain(*OFF, "-E")),
    }
    changes = (nothing, nothing, lesson_sets.edit_prose, lesson_sets.edit_code, nothing)
    ways = (same, same, same, same, again)
    return list(zip(STEPS, changes, ways, strict=True))


def measure_round(
    lessons: int,
    number: int,
    *,
    environment: Mapping[str, str],
    names: Sequence[str] = CONTENDERS,
    wanted: Sequence[str] = STEPS,
) -> list[dict[str, Any]]:
    """Give the cost of each step by each contender; who begins changes from round to round."""
    turn = [*names[number % len(names) :], *names[: number % len(names)]]
    rows = []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        roots = {name: Path(folder) / str(place) for place, name in enumerate(names)}
        for root in roots.values():
            lesson_sets.make(root, lessons)
            (root / "plain").mkdir()
            (root / "plain" / "conf.py").write_bytes(PLAIN_CONF.encode())
            _open_cache(root / "out" / ".jupyter_cache")
        for step, change, contenders in steps():
            if step not in wanted:
                continue
            for name in turn:
                change(roots[name])
                spent = cost(contenders[name].commands(roots[name]), environment)
                rows.append({"step": step, "contender": name, "lessons": lessons, **asdict(spent)})
                say(f"{lessons} lessons, round {number + 1}, {step}, {name}: {_said(spent)}")
    return rows


def _open_cache(folder: Path) -> None:
    """Make jupyter-cache's tables: two processes that find none both make them, and one fails."""
    folder.parent.mkdir()
    code = "import sys, jupyter_cache; jupyter_cache.get_cache(sys.argv[1]).list_cache_records()"
    subprocess.run([sys.executable, "-c", code, str(folder)], check=True)


def our_kernels(lessons: int, *, environment: Mapping[str, str]) -> tuple[float, float]:
    """Give the seconds of a set's cells alone and in our kernels, one lesson after another."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.kernels", str(lessons)],
        cwd=REPOSITORY,
        env=dict(environment),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    found = json.loads(done.stdout)
    return sum(found["alone"]), sum(found["kernels"])


def medians(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Give the median cost of each step, contender and size.

    >>> row = {"step": "s", "contender": "c", "lessons": 8, "cpu": 1.0, "memory": 5}
    >>> one = medians([{**row, "wall": 1.0}, {**row, "wall": 9.0}, {**row, "wall": 2.0}])[0]
    >>> one["wall"], one["rounds"]
    (2.0, 3)
    """
    keys = list(dict.fromkeys((r["lessons"], r["step"], r["contender"]) for r in rows))
    found = []
    for lessons, step, contender in keys:
        same = [
            row
            for row in rows
            if (row["lessons"], row["step"], row["contender"]) == (lessons, step, contender)
        ]
        middle = {
            name: statistics.median(row[name] for row in same) for name in ("wall", "cpu", "memory")
        }
        what = {"lessons": lessons, "step": step, "contender": contender}
        found.append({**what, "rounds": len(same), **middle})
    return found


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Run everything and give all figures, ready to be written as JSON."""
    rows: list[dict[str, Any]] = []
    bounds: dict[str, list[float]] = {}
    kernels: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-bytecode-") as compiled:
        # A reader's Python has its modules compiled; where this one may not, that is made up for.
        # A folder that is named already may hold them from an earlier run.
        environment = {"PYTHONPYCACHEPREFIX": compiled, **os.environ}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if arguments.warm_up:
            say("warming up: one lesson, every contender")
            measure_round(1, 0, environment=environment)
        for lessons in arguments.lessons:
            for number in range(arguments.rounds):
                rows += measure_round(
                    lessons,
                    number,
                    environment=environment,
                    names=arguments.contenders,
                    wanted=arguments.steps,
                )
                if not arguments.bounds:
                    continue
                bound, taken = our_kernels(lessons, environment=environment)
                bounds.setdefault(str(lessons), []).append(bound)
                kernels.setdefault(str(lessons), []).append(taken)
                say(
                    f"{lessons} lessons, round {number + 1}, the cells alone: {bound:.1f} s, "
                    f"in our kernels: {taken:.1f} s"
                )
    return {
        "when": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": _commit(),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("jax", "sphinx", "myst-nb")},
        "cores": len(os.sched_getaffinity(0)),
        "load": round(os.getloadavg()[1], 1),
        "bounds": {size: statistics.median(found) for size, found in bounds.items()},
        "kernels": {size: statistics.median(found) for size, found in kernels.items()},
        "medians": medians(rows),
        "rows": rows,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the figures, and renew the page of the documentation where asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.build", description=__doc__)
    parser.add_argument("--lessons", type=int, nargs="+", default=[8, 24, 160], metavar="N")
    parser.add_argument("--rounds", type=int, default=5, help="of each size")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=STEPS, metavar="STEP")
    parser.add_argument(
        "--contenders", nargs="+", choices=CONTENDERS, default=CONTENDERS[:3], metavar="NAME"
    )
    parser.add_argument("--no-bounds", action="store_false", dest="bounds")
    parser.add_argument("--no-warm-up", action="store_false", dest="warm_up")
    parser.add_argument("--write", action="store_true", help="renew docs/benchmarks.md")
    parser.add_argument(
        "--add", type=Path, metavar="FILE", help="figures of an earlier run to keep"
    )
    arguments = parser.parse_args(argv)
    if arguments.write and START not in PAGE.read_bytes().decode("utf-8"):
        parser.error(f"docs/benchmarks.md has no {START} and {END}; put them back")
    began = time.monotonic()
    figures = measure(arguments)
    if arguments.add:
        figures = joined(json.loads(arguments.add.read_bytes()), figures)
    say(f"done in {time.monotonic() - began:.0f} s")
    sys.stdout.write(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    if arguments.write:
        renew(PAGE, markdown(figures), start=START, end=END)
    return 0


def joined(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> dict[str, Any]:
    """Give the figures of two runs of other sizes as those of one; the later one says where."""
    rows = [*earlier["rows"], *later["rows"]]
    return {
        **later,
        "bounds": {**earlier["bounds"], **later["bounds"]},
        "kernels": {**earlier["kernels"], **later["kernels"]},
        "rows": rows,
        "medians": medians(rows),
    }


def say(line: str) -> None:
    """Tell the person who waits how far it is."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _said(spent: Cost) -> str:
    return f"{spent.wall:.1f} s, CPU {spent.cpu:.1f} s, {spent.memory / 1e6:.0f} MB"


def _commit() -> str:
    git = shutil.which("git")
    if git is None:
        return "no commit"
    done = subprocess.run(
        [git, "rev-parse", "--short", "HEAD"],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout.strip() or "no commit"


if __name__ == "__main__":
    sys.exit(main())
