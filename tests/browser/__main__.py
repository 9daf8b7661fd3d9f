"""`python -m tests.browser`: what a browser says of a built site, as figures; 1 if any is bad."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from scripts.machine import cores
from tests.bench.process import REPOSITORY
from tests.bench.report import renew
from tests.browser.report import END, START, bars, markdown
from tests.browser.sites import pages
from tests.browser.tasks import PARTS, look_at, tasks

PAGE = REPOSITORY / "docs" / "benchmarks.md"
_SHOWN = 6


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description=__doc__)
    parser.add_argument("--root", type=Path, default=REPOSITORY, help="the lessons' root")
    parser.add_argument("--site", type=Path, help="the built site; ROOT/_build/site")
    parser.add_argument("--chromium", default=_chromium(), help="the browser; %(default)s")
    parser.add_argument("--axe", type=Path, help="another axe.min.js, as npm's axe-core has it")
    parser.add_argument("--only", default="", help="pages whose address holds this")
    parser.add_argument("--switches", type=int, default=20, help="of each lesson, each width")
    parser.add_argument("--quick", action="store_true", help="each page in a fourth of its states")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--jobs", type=int, default=2 * cores(), help="browsers at once")
    parser.add_argument("--write", action="store_true", help=f"renew {PAGE.name}")
    return parser.parse_args(arguments)


def _chromium() -> str:
    # The one without windows draws the same with a third of the work.
    return shutil.which("chromium-headless-shell") or shutil.which("chromium") or "chromium"


def _axe(path: Path | None) -> str:
    if path is not None:
        return path.read_bytes().decode("utf-8")
    script = resources.files("axe_playwright_python").joinpath("axe.min.js")
    return script.read_bytes().decode("utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Look at a site; give the exit code."""
    options = _arguments(arguments)
    site = options.site or options.root / "_build" / "site"
    axe = _axe(options.axe)
    everything = [page for page in pages(site) if options.only in page.address]
    if not everything:
        sys.exit(f"{site}: no page whose address holds {options.only!r}")
    wanted = tuple(tasks(everything, options.parts.split(","), quick=options.quick))
    look = {"root": options.root, "chromium": options.chromium, "axe": axe}
    look["switches"] = options.switches
    kept = site.with_name(f"{site.name}.browser.jsonl")
    findings = look_at(site, wanted, look, jobs=options.jobs, kept=kept)
    found = bars(findings)
    version = re.search(r"axe v([\d.]+)", axe)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=REPOSITORY, capture_output=True, text=True
    ).stdout.strip()
    figures = {
        "when": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": commit,
        "browser": findings.browser,
        "axe": version[1] if version else "?",
        "visits": findings.visits,
        "quick": options.quick,
        "pages": len(everything),
        "blocks": findings.blocks,
        "paired": findings.paired,
        "unpaired": findings.unpaired,
    }
    text = markdown(figures, found)
    print(text)
    for kind, places in findings.wrong.items():
        print(*(f"{kind}: {one}" for one in places[:_SHOWN]), sep="\n")
        if len(places) > _SHOWN:
            print(f"{kind}: {len(places) - _SHOWN} more")
    if options.write:
        renew(PAGE, text, start=START, end=END)
    return int(not all(bar.met for bar in found))


if __name__ == "__main__":
    sys.exit(main())
