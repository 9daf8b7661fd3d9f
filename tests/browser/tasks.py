"""The parts of a look at a site, each done by a browser of its own, several at once.

What a part found is kept beside the site until all is done, so that a look which was stopped goes
on where it was; another build of the site is looked at anew.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.browser import lettering, switching, without_script
from tests.browser.sites import Page, served, words_of
from tests.browser.walk import Findings, State, Visitor, states
from tests.test_render_locale import foreign

PARTS = ("walk", "file", "said", "weigh", "switch", "plain", "hangul")
# Pages of a part: enough that starting a browser is little of it.
_PAGES = 16
_LESSONS = 2


@dataclass(frozen=True)
class Look:
    """What all parts have in common; `addresses` are those of the site, by how it is opened."""

    root: Path
    chromium: str
    axe: str
    switches: int
    addresses: dict[str, str]


@dataclass(frozen=True)
class Task:
    """One part: what is done, over http or with files, on which pages, in which state."""

    part: str
    protocol: str
    pages: tuple[Page, ...]
    state: State | None = None

    def __str__(self) -> str:
        state = f" {self.state}" if self.state else ""
        return f"{self.part} {self.protocol}{state} {' '.join(p.address for p in self.pages)}"


def tasks(pages: Sequence[Page], parts: Sequence[str], *, quick: bool = False) -> Iterator[Task]:
    """Give the parts of a look; `quick`, each page in a fourth of its states, by turns.

    >>> found = tasks([Page("ko/a.html", "ko", lesson=True)], ["walk", "plain"])
    >>> sum(task.part == "walk" for task in found)
    8
    """
    lessons = [page for page in pages if page.lesson]
    for protocol in ("http", "file"):
        if "walk" in parts and (protocol == "http" or "file" in parts):
            chosen: dict[State, list[Page]] = {}
            for number, page in enumerate(pages):
                for state in states(page)[number % 4 :: 4] if quick else states(page):
                    # A server alone shows the page for what is not there, at any address.
                    if protocol == "http" or page.path != "404.html":
                        chosen.setdefault(state, []).append(page)
            for state in sorted(chosen, key=str):
                yield from _in_parts("walk", protocol, chosen[state], state)
        if "switch" in parts:
            yield from _in_parts("switch", protocol, lessons, size=_LESSONS)
    korean = [page for page in pages if page.language == "ko"]
    for part, wanted in (("weigh", lessons), ("said", korean), ("plain", pages), ("hangul", pages)):
        if part in parts:
            yield from _in_parts(part, "http", wanted)


def _in_parts(
    part: str, protocol: str, pages: Sequence[Page], state: State | None = None, size: int = _PAGES
) -> Iterator[Task]:
    for start in range(0, len(pages), size):
        yield Task(part, protocol, tuple(pages[start : start + size]), state)


def do(task: Task, look: Look) -> Findings:
    """Do one part with a browser of its own."""
    from playwright.sync_api import sync_playwright

    findings = Findings()
    with sync_playwright() as playwright:

        def launch(**options: Any) -> Any:
            flags = ["--no-sandbox"]
            return playwright.chromium.launch(executable_path=look.chromium, args=flags, **options)

        browser, base = launch(), look.addresses[task.protocol]
        findings.browser = f"Chromium {browser.version}"
        # What axe-core looks at is the same over both.
        axe = look.axe if task.protocol == "http" else ""
        visitor = Visitor(browser, base, findings, axe=axe)
        if task.part == "walk" and task.state:
            visitor.walk(task.pages, task.state)
        elif task.part == "switch":
            findings.switches[task.protocol] = switching.switch(
                browser, base, task.pages, findings, times=look.switches
            )
        elif task.part == "weigh":
            visitor.weigh(task.pages)
        elif task.part == "said":
            known = words_of(look.root, "ko")
            for where, texts in visitor.said(task.pages).items():
                findings.add("english", where, foreign(texts, known))
        elif task.part == "plain":
            without_script.look(browser, base, task.pages, findings)
        elif task.part == "hangul":
            lettering.look(launch, base, task.pages, findings)
        browser.close()
    return findings


def look_at(
    site: Path, wanted: Sequence[Task], look: dict[str, Any], *, jobs: int, kept: Path
) -> Findings:
    """Do all parts, `jobs` at once, and give what was found; `look` lacks the addresses.

    What `kept` holds of this site is not done again.
    """
    key = _digest(site, [look["switches"], look["axe"], look["chromium"]])
    known = _read(kept, key)
    rest = [task for task in wanted if str(task) not in known]
    if len(rest) < len(wanted):
        sys.stderr.write(f"{len(wanted) - len(rest)} of {len(wanted)} parts are done already\n")
    started = time.monotonic()
    process = multiprocessing.get_context("spawn")
    with served(site) as base, ProcessPoolExecutor(jobs, mp_context=process) as pool:
        every = Look(**look, addresses={"http": base, "file": site.resolve().as_uri()})
        running: dict[Future[Findings], Task] = {pool.submit(do, t, every): t for t in rest}
        try:
            for number, future in enumerate(as_completed(running), 1):
                known[str(running[future])] = found = asdict(future.result())
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([key, str(running[future]), found]) + "\n")
                left = (time.monotonic() - started) / number * (len(rest) - number)
                sys.stderr.write(f"[{number}/{len(rest)}] about {left / 60:.0f} min left\n")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            sys.stderr.write("stopped; the next look at this site goes on from here\n")
            raise
    total = Findings()
    for task in wanted:
        total.merge(Findings(**known[str(task)]))
    kept.unlink(missing_ok=True)
    return total


def _digest(site: Path, more: Sequence[object]) -> str:
    found = hashlib.sha256(repr(more).encode("utf-8"))
    for path in sorted(site.rglob("*")):
        if path.is_file():
            found.update(os.fsencode(path.relative_to(site)) + b"\0" + path.read_bytes())
    return found.hexdigest()


def _read(kept: Path, key: str) -> dict[str, dict[str, Any]]:
    if not kept.is_file():
        return {}
    # The last line of one that was killed may be half a line.
    lines = kept.read_bytes().decode("utf-8").split("\n")[:-1]
    return {task: found for its, task, found in map(json.loads, lines) if its == key}
