"""What `check` costs beside what it cannot do without: Python, a Markdown parser and YAML.

`python -m tests.bench.checking` makes 8 and 160 lessons in both languages and prints CPU seconds,
the least of some runs, as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench import lesson_sets
from tests.bench.process import cost

_LEAST = "import markdown_it, yaml"


def measure(lessons: int, *, runs: int) -> dict[str, float]:
    """Give CPU seconds: the imports alone, one lesson of so many, and all of them."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        lesson_sets.make(root, lessons)
        check = [sys.executable, "-m", "scripts", "check", "--root", folder]
        commands = {
            "imports": [sys.executable, "-c", _LEAST],
            "one": [*check, str(root / "lessons_ko" / "lesson-000.md")],
            "all": check,
        }
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": f"{folder}/_build/bytecode"}
        # Not written, all would be compiled anew each time.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        cost(list(commands.values()), environment)
        return {
            name: min(cost([command], environment).cpu for _ in range(runs))
            for name, command in commands.items()
        }


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--lessons", type=int, nargs="+", default=[8, 160])
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args(argv)
    figures = {str(count): measure(count, runs=options.runs) for count in options.lessons}
    sys.stdout.write(json.dumps(figures, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
