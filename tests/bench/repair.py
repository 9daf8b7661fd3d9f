"""Measure the repair beside ftfy: JSON and Markdown on stdout, progress on stderr.

`python -m tests.bench.repair` reads Korean text from the folders in NARANHI_BENCH_KO (each folder
in them is a project, best named NAME_VERSION), from ../shared and from lessons_ko, and clean text
of other languages from the folders in NARANHI_BENCH_CLEAN (each folder in them is a language).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.bench import corpora, workers
from tests.bench import figures as figures_of
from tests.bench.corpora import REPOSITORY, Page, Text
from tests.bench.damage import KINDS, Kind, anything
from tests.bench.report import END, START, markdown, renew
from tests.bench.workers import PageResult

PAGE = REPOSITORY / "docs" / "benchmarks.md"


def say(message: str) -> None:
    """Tell the person who waits."""
    sys.stderr.write(f"bench: {message}\n")
    sys.stderr.flush()


def tasks(pages: Sequence[Page], arguments: argparse.Namespace) -> Iterator[tuple[int, Page]]:
    """Give the pages that each kind of damage is tried on, a sample of its own for each kind."""
    for number, kind in enumerate(KINDS):
        size = arguments.size // (4 if kind.hard else 2 if kind.lossless else 1)
        for page in corpora.sample(fitting(pages, kind), size, f"{arguments.seed} {kind.name}"):
            yield number, page


def fitting(pages: Sequence[Page], kind: Kind) -> list[Page]:
    """Give the lines that a kind of damage can happen to, as pages as long as any.

    Where most lines are left out, what is left of a page may be a word, and tells nothing.
    """
    if kind.fits is anything:
        return list(pages)
    lines: dict[str, list[str]] = {}
    for page in pages:
        lines.setdefault(page.project, []).append(workers.fitting(kind, page))
    return corpora.pages(Text(project, "", "\n".join(found)) for project, found in lines.items())


def clean_tasks(
    texts: Sequence[Text], arguments: argparse.Namespace
) -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Give the clean files by their group: Korean, English, other languages, our own negatives."""
    ranked = sorted(texts, key=lambda text: corpora.rank(arguments.seed, text.name + text.content))
    korean: list[tuple[str, bytes]] = []
    size = 0
    for text in ranked:
        if size < arguments.clean_size // 4:
            korean.append((text.name, text.content.encode()))
            size += len(korean[-1][1])
    yield "Korean", korean
    english = [*(REPOSITORY / "lessons_en").rglob("*.md"), *(REPOSITORY / "docs").glob("*.md")]
    yield "English (this project)", [(p.name, p.read_bytes()) for p in sorted(english)]
    for folder in corpora.folders(corpora.CLEAN_VARIABLE):
        paths = corpora.clean_files(folder, arguments.clean_size, arguments.seed)
        languages = len({path.relative_to(folder).parts[0] for path in paths})
        found = [(p.relative_to(folder).as_posix(), p.read_bytes()) for p in paths]
        yield f"{folder.name} ({languages})", found
    cases = json.loads((REPOSITORY / "tests/cases/repair/negative.json").read_bytes().decode())
    yield "negative cases", [(case["label"], case["text"].encode()) for case in cases]


def _memory(pages: Sequence[Page]) -> list[dict[str, Any]]:
    text = "\n".join(page.content for page in pages)
    kinds = {kind.name: kind for kind in KINDS}

    def spoilt(name: str, size: int) -> bytes:
        data = b""
        while len(data) < size:
            data += kinds[name].spoil(text[: size // 2]).data + b"\n"
        return data

    rows = []
    for what, data in (
        ("nothing but the imports", b""),
        ("1 MB, cp1254, C1 kept", spoilt("cp1254, C1 kept", 1_000_000)),
        ("100 KB, cp1254, dropped", spoilt("cp1254, dropped", 100_000)),
        (
            "20 MB, clean Korean, as a stream",
            (text.encode() * (20_000_000 // len(text.encode()) + 1)),
        ),
    ):
        say(f"memory: {what}")
        how = "stream" if what.startswith("20 MB") else "repair" if data else "nothing"
        ours = workers.peak_memory(how, data) / 1e6
        # ftfy reads files whole, and takes minutes for one of 20 MB.
        theirs = (
            workers.peak_memory("ftfy" if data else "nothing", data) / 1e6
            if len(data) < 2e6
            else None
        )
        rows.append(
            {
                "what": f"peak memory in MB, {what}",
                "ours": f"{ours:.0f}",
                "ftfy": f"{theirs:.0f}" if theirs else "–",
                "ratio": ours / theirs if theirs else None,
                "value": ours,
            }
        )
    return rows


def _state() -> str:
    def git(*arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=REPOSITORY, capture_output=True, encoding="utf-8", check=False
        )
        return done.stdout.strip()

    commit = git("rev-parse", "--short", "HEAD") or "no commit"
    changed = git("status", "--porcelain", "--", "scripts/repair")
    return f"commit {commit}" + (" with changes to `scripts/repair` on top" if changed else "")


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Run everything and give all figures, ready to be written as JSON."""
    texts = corpora.korean()
    pages = corpora.pages(texts)
    say(f"{len(texts)} Korean texts, {len(pages)} pages")
    # What the model has counted or was fitted on proves nothing about text that is new to it.
    unseen = {
        one["name"] for one in figures_of.projects(texts) if one["seen"] in {"no", "measured"}
    }
    todo = list(tasks([page for page in pages if page.project in unseen], arguments))
    results: list[PageResult] = []
    clean: list[dict[str, Any]] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        run: Callable[..., Iterator[Any]] = pool.map
        for number, result in enumerate(run(workers.work, todo, chunksize=1), 1):
            results.append(result)
            if number % 50 == 0 or number == len(todo):
                say(f"{number} of {len(todo)} damaged pages")
        for name, files in clean_tasks(texts, arguments):
            say(f"{len(files)} clean files: {name}")
            clean.append(figures_of.clean(name, list(run(workers.leave_alone, files, chunksize=4))))
    of_kinds = figures_of.kinds(results)
    figures: dict[str, Any] = {
        "when": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "state": _state(),
        "python": platform.python_version(),
        "ftfy": version("ftfy"),
        "kiwipiepy": version("kiwipiepy"),
        "cores": os.cpu_count(),
        "seed": arguments.seed,
        "size": arguments.size,
        "projects": figures_of.projects(texts),
        "kinds": of_kinds,
        "by_project": figures_of.by_project(results),
        "calibration": figures_of.calibration(results, of_kinds),
        "clean": clean,
        "speed": figures_of.speed(results, clean),
        "memory": _memory(pages),
        "model": figures_of.model_size(),
        "seed_page": figures_of.seed_page(),
    }
    figures["bars"] = figures_of.bars(figures, results)
    return figures


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the figures, and renew the page of the documentation where asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.repair", description=__doc__)
    parser.add_argument("--size", type=int, default=5000, help="syllables of each lossy kind")
    parser.add_argument("--clean-size", type=int, default=4_000_000, help="bytes of clean text")
    parser.add_argument("--seed", default="naranhi", help="chooses the sample")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--format", choices=("both", "json", "markdown"), default="both")
    parser.add_argument("--write", action="store_true", help="renew docs/benchmarks.md")
    arguments = parser.parse_args(argv)
    if arguments.write:
        page = PAGE.read_bytes().decode("utf-8") if PAGE.exists() else ""
        if START not in page or END not in page:
            parser.error(f"docs/benchmarks.md has no {START} and {END}; put them back")
    start = time.monotonic()
    figures = measure(arguments)
    say(f"done in {time.monotonic() - start:.0f} s")
    text = markdown(figures)
    if arguments.format != "markdown":
        sys.stdout.write(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    if arguments.format != "json":
        sys.stdout.write(text)
    if arguments.write:
        renew(PAGE, text)
        say(f"renewed {Path('docs') / PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
