"""`python -m tests.browser`: what a browser says of a built site, as figures; 1 if any is bad."""

from __future__ import annotations

import argparse
import functools
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any

from tests.bench.process import REPOSITORY
from tests.bench.report import renew
from tests.browser import lettering, switching, without_script
from tests.browser.report import END, START, bars, markdown
from tests.browser.sites import Page, pages, served, words_of
from tests.browser.walk import Findings, Visitor
from tests.test_render_locale import foreign

PAGE = REPOSITORY / "docs" / "benchmarks.md"
_SHOWN = 6


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description=__doc__)
    parser.add_argument("--root", type=Path, default=REPOSITORY, help="the lessons' root")
    parser.add_argument("--site", type=Path, help="the built site; ROOT/_build/site")
    parser.add_argument("--chromium", default=shutil.which("chromium") or "chromium")
    parser.add_argument("--axe", type=Path, help="another axe.min.js, as npm's axe-core has it")
    parser.add_argument("--only", default="", help="pages whose address holds this")
    parser.add_argument("--switches", type=int, default=20, help="of each lesson, each width")
    parser.add_argument("--quick", action="store_true", help="each page in a fourth of its states")
    parser.add_argument("--parts", default="walk,file,said,weigh,switch,plain,hangul")
    parser.add_argument("--write", action="store_true", help=f"renew {PAGE.name}")
    return parser.parse_args(arguments)


def _axe(path: Path | None) -> str:
    if path is not None:
        return path.read_bytes().decode("utf-8")
    script = resources.files("axe_playwright_python").joinpath("axe.min.js")
    return script.read_bytes().decode("utf-8")


def _look(
    launch: Callable[..., Any], options: argparse.Namespace, site: Path, axe: str
) -> dict[str, Any]:
    """Do what was asked for, and give all that was found."""
    everything = [page for page in pages(site) if options.only in page.address]
    lessons = [page for page in everything if page.lesson]
    parts = options.parts.split(",")
    findings, switches, browser = Findings(), {}, launch()
    with served(site) as base:
        for name, address in (("http", base), ("file", site.resolve().as_uri())):
            # What axe-core looks at is the same over both.
            visitor = Visitor(browser, address, findings, axe=axe if name == "http" else "")
            if "walk" in parts and (name == "http" or "file" in parts):
                print(f"looking at {len(everything)} pages, {name}", file=sys.stderr)
                # A server alone shows the page for what is not there, at any address.
                seen = [page for page in everything if name == "http" or page.path != "404.html"]
                visitor.walk(seen, quick=options.quick)
            if "switch" in parts:
                print(f"switching on {len(lessons)} pages, {name}", file=sys.stderr)
                switches[name] = switching.switch(
                    browser, address, lessons, findings, times=options.switches
                )
        visitor = Visitor(browser, base, findings)
        if "weigh" in parts:
            visitor.weigh(lessons)
        if "said" in parts:
            _read(visitor, everything, findings, options.root)
        if "plain" in parts:
            without_script.look(browser, base, everything, findings)
        if "hangul" in parts:
            lettering.look(launch, base, everything, findings)
    name = f"Chromium {browser.version}"
    browser.close()
    return {"findings": findings, "switches": switches, "pages": len(everything), "browser": name}


def _read(visitor: Visitor, everything: list[Page], findings: Findings, root: Path) -> None:
    known = words_of(root, "ko")
    korean = [page for page in everything if page.language == "ko"]
    for where, texts in visitor.said(korean).items():
        findings.add("english", where, foreign(texts, known))


def main(arguments: list[str] | None = None) -> int:
    """Look at a site; give the exit code."""
    from playwright.sync_api import sync_playwright

    options = _arguments(arguments)
    site = options.site or options.root / "_build" / "site"
    axe = _axe(options.axe)
    with sync_playwright() as playwright:
        launch = functools.partial(
            playwright.chromium.launch, executable_path=options.chromium, args=["--no-sandbox"]
        )
        seen = _look(launch, options, site, axe)
    findings: Findings = seen["findings"]
    found = bars(findings, seen["switches"])
    version = re.search(r"axe v([\d.]+)", axe)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=REPOSITORY, capture_output=True, text=True
    ).stdout.strip()
    figures = {
        "when": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": commit,
        "browser": seen["browser"],
        "axe": version[1] if version else "?",
        "visits": findings.visits,
        "quick": options.quick,
        "pages": seen["pages"],
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
