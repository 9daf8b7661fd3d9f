"""What a translator waits for: from the save of a lesson to its new text in a browser.

`python -m tests.bench.previews` makes 8, 24 and 160 lessons in both languages, previews each set in
the system's Chromium, side by side, and edits one lesson: its prose, its code, and then its prose
again many times, to see whether memory grows. `--root` takes lessons that are there instead, and
copies them, with their outputs where they were executed; else the first edits wait for cells. It
prints figures as JSON: seconds, and bytes of the preview with all that it started.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scripts.commands.workspace import Workspace
from scripts.languages import LANGUAGES
from tests.bench import lesson_sets
from tests.bench.process import REPOSITORY, proportional_memory

_PARAGRAPH = re.compile(r"(?m)^## .*\n\n(?P<text>[^\n`:{(|>#*-][^\n]*)")
_CELL = re.compile(r"(?m)^```\{code-cell\}[^\n]*\n(?::[^\n]*\n)*\n?")
_HAS = "text => document.querySelector('.bd-article')?.textContent.includes(text)"
_MILLISECONDS = 120_000


class Lesson:
    """A lesson of both languages that is edited again and again."""

    def __init__(self, root: Path, name: str, address: str) -> None:
        paths = {one.tag: one.folder(root) / f"{name}.md" for one in LANGUAGES}
        self._texts = {path: path.read_bytes().decode("utf-8") for path in paths.values()}
        shown = paths[next(tag for tag in paths if f"/{tag}/" in address)]
        self._open = (shown, self._texts[shown])
        self._number = 0

    def edit_prose(self) -> str:
        """Change the first paragraph of a section of the page that is open; give what is new."""
        self._number += 1
        mark = f"edit{self._number:04}"
        path, text = self._open
        self._write(path, _PARAGRAPH.sub(rf"\g<0> {mark}.", text, count=1))
        return mark

    def edit_code(self) -> str:
        """Change the code of the first cell, in all languages; give what it prints then."""
        self._number += 1
        number = f"{self._number:04}"
        for path, text in self._texts.items():
            # The page has the code before it has run; what is printed does not stand in it.
            self._write(path, _CELL.sub(rf'\g<0>print("edit" + "{number}")\n', text, count=1))
        return f"edit{number}"

    def _write(self, path: Path, text: str) -> None:
        if text == self._texts[path]:
            raise ValueError(f"{path}: there is nothing to edit")
        path.write_bytes(text.encode())


@contextlib.contextmanager
def previewed(root: Path, name: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `preview`, and give its process and the address of the lesson, side by side."""
    command = [sys.executable, "-m", "scripts", "preview", name, "--root", str(root), "--port", "0"]
    with subprocess.Popen(
        [*command, "--trust"],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if found := re.search(r"http://\S+", line):
                    yield process, found[0]
                    break
            else:
                raise RuntimeError("the preview has ended")
        finally:
            process.terminate()


def waited(tab: Any, edit: Callable[[], str]) -> float:
    """Edit, and give the seconds until a page shows it."""
    began = time.monotonic()
    tab.wait_for_function(_HAS, arg=edit(), timeout=_MILLISECONDS)
    return time.monotonic() - began


def cells_seconds(root: Path) -> float:
    """Give the seconds that the cells took that were executed last."""
    records = Workspace(root).store.folder.rglob("*.measured.json")
    last = max(records, key=lambda path: path.stat().st_mtime_ns)
    return float(sum(cell["seconds"] for cell in json.loads(last.read_bytes())["cells"]))


def measure(browser: Any, root: Path, name: str, options: argparse.Namespace) -> dict[str, Any]:
    """Give what edits of one lesson cost: medians and the most, in seconds, and bytes held."""
    with previewed(root, name) as (process, address):
        tab = browser.new_page()
        tab.goto(address, wait_until="load")
        tab.wait_for_selector(".bd-article h1")
        lesson = Lesson(root, name, address)
        # The first edit pays for what later ones find ready.
        waited(tab, lesson.edit_prose)
        prose = [_rested(waited(tab, lesson.edit_prose)) for _ in range(options.edits)]
        code = []
        for _ in range(options.code):
            code.append(waited(tab, lesson.edit_code) - cells_seconds(root))
            _rested(0.0)
        sys.stderr.write(f"prose {_summary(prose)}, code {_summary(code)}\n")
        held = [proportional_memory(process.pid)]
        for number in range(1, options.more + 1):
            waited(tab, lesson.edit_prose)
            if number % max(1, options.more // 5) == 0:
                _rested(0.0)
                held.append(proportional_memory(process.pid))
                sys.stderr.write(f"{number} of {options.more} more edits: {held[-1]:,} bytes\n")
        tab.close()
    return {
        "prose": _summary(prose),
        "code, beyond its cells": _summary(code),
        "memory": held,
    }


def _rested(value: float) -> float:
    """Wait for what follows from an edit, as somebody does who reads what they have written."""
    time.sleep(2.0)
    return value


def _summary(seconds: Sequence[float]) -> dict[str, float]:
    if not seconds:
        return {}
    return {"median": round(statistics.median(seconds), 3), "most": round(max(seconds), 3)}


def _copied(root: Path, copy: Path) -> Path:
    folders = [*(language.folder(root) for language in LANGUAGES), root / "docs"]
    if (outputs := Workspace(root).store.folder).is_dir():
        folders.append(outputs)
    for folder in folders:
        shutil.copytree(folder, copy / folder.relative_to(root))
    return copy


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--lessons", type=int, nargs="*", default=[8, 24, 160])
    parser.add_argument("--root", type=Path, help="lessons that are there, instead")
    parser.add_argument("--lesson", default="scan", help="which of them is edited")
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--code", type=int, default=10)
    parser.add_argument("--more", type=int, default=500)
    parser.add_argument("--chromium", default=shutil.which("chromium") or "chromium")
    options = parser.parse_args(argv)
    from playwright.sync_api import sync_playwright

    figures = {}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox"], env=dict(os.environ)
        )
        if options.root:
            root = _copied(options.root, Path(folder))
            figures[str(options.root)] = measure(browser, root, options.lesson, options)
        else:
            for count in options.lessons:
                root = Path(folder, str(count))
                lesson_sets.make(root, count)
                figures[str(count)] = measure(browser, root, "lesson-000", options)
        browser.close()
    sys.stdout.write(json.dumps(figures, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
