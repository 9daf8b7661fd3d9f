"""Every page in every state: what is wrong with it, and what it weighs."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.browser.sites import Page, new_window

WIDTHS = {1280: 900, 390: 844}
THEMES = ("light", "dark")
# What a server does not make smaller.
_PRESSED = (".woff2", ".png", ".jpg")


@dataclass
class Findings:
    """What was wrong, by what was looked for; each said with the page and its state."""

    wrong: dict[str, list[str]] = field(default_factory=dict)
    visits: int = 0
    words: int = 0
    broken: int = 0
    blocks: int = 0
    paired: int = 0
    unpaired: int = 0
    worst_shift: float = 0.0
    loads: dict[str, tuple[int, int]] = field(default_factory=dict)
    switches: dict[str, dict[str, int]] = field(default_factory=dict)
    browser: str = ""

    def merge(self, other: Findings) -> None:
        """Take in what was found in another part."""
        for kind, places in other.wrong.items():
            self.wrong.setdefault(kind, []).extend(places)
        for name in ("visits", "words", "broken", "blocks", "paired", "unpaired"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.worst_shift = max(self.worst_shift, other.worst_shift)
        self.loads |= other.loads
        for protocol, tried in other.switches.items():
            so_far = self.switches.setdefault(protocol, dict.fromkeys(tried, 0))
            for way, times in tried.items():
                so_far[way] += times
        self.browser = other.browser

    def add(self, kind: str, where: str, what: Iterable[object]) -> None:
        """Keep what is wrong with a page in one state, if anything is."""
        found = self.wrong.setdefault(kind, [])
        found.extend(f"{where}: {one}" for one in what)


@dataclass(frozen=True)
class State:
    """How a page is looked at."""

    width: int
    theme: str
    both: bool

    def __str__(self) -> str:
        return f"{self.width} {self.theme}{' side by side' if self.both else ''}"


def states(page: Page, *, widths: Iterable[int] = WIDTHS) -> list[State]:
    """Give the states that a page is looked at in."""
    views = (False, True) if page.lesson else (False,)
    return [State(w, theme, both) for w in widths for theme in THEMES for both in views]


class Visitor:
    """A browser that looks at the pages of one site at one address."""

    def __init__(self, browser: Any, base: str, findings: Findings, *, axe: str = "") -> None:
        self._browser = browser
        self._base = base
        self._findings = findings
        self._axe = axe

    def walk(self, pages: Sequence[Page], state: State) -> None:
        """Look at every page in one state."""
        with self._context(state) as context:
            for page in pages:
                self._visit(context, page, state)

    def weigh(self, pages: Sequence[Page]) -> None:
        """Count the bytes that a reader's first visit loads: packed as a server would, and raw."""
        for page in pages:
            with self._context(State(1280, "light", both=False)) as context:
                tab = context.new_page()
                bodies: list[tuple[str, bytes]] = []
                tab.on("response", lambda r, b=bodies: b.append((r.url.split("?")[0], r.body())))
                tab.goto(f"{self._base}/{page.address}", wait_until="networkidle")
                _scroll(tab)
                tab.wait_for_load_state("networkidle")
                packed = sum(
                    len(data) if url.endswith(_PRESSED) else len(gzip.compress(data, 9))
                    for url, data in bodies
                )
                self._findings.loads[page.address] = (packed, sum(len(d) for _, d in bodies))

    def _context(self, state: State) -> Any:
        return new_window(
            self._browser,
            viewport={"width": state.width, "height": WIDTHS[state.width]},
            color_scheme=state.theme,
            has_touch=state.width < 500,
        )

    def _visit(self, context: Any, page: Page, state: State) -> None:
        findings = self._findings
        where = f"{self._base.split(':')[0]} {page.address} {state}"
        tab = context.new_page()
        said: list[str] = []
        tab.on("console", lambda m: said.append(m.text) if m.type in {"error", "warning"} else None)
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on(
            "response", lambda r: said.append(f"{r.status} {r.url}") if r.status >= 400 else None
        )
        asked: list[str] = []
        tab.on("request", lambda request: asked.append(request.url))
        view = f"{'&' if page.query else '?'}view={'both' if state.both else 'one'}"
        tab.goto(f"{self._base}/{page.address}{view if page.lesson else ''}")
        tab.wait_for_load_state("networkidle")
        if state.both:
            tab.wait_for_selector(".pair")
        tab.evaluate("document.fonts.ready")
        _scroll(tab)
        findings.visits += 1
        shift = tab.evaluate("probes.shift()")
        findings.worst_shift = max(findings.worst_shift, shift)
        findings.add("moves while it loads", where, [f"{shift:.4f}"] if shift > 0.002 else [])
        if state.both:
            self._count_pairs(tab, where)
        for opened in (False, True):
            here = f"{where}{' opened' if opened else ''}"
            if opened:
                tab.evaluate("probes.open()")
            findings.add("sideways", here, tab.evaluate("probes.sideways()"))
            findings.add("ids twice", here, tab.evaluate("probes.ids()"))
            if page.language == "ko" and state.theme == "light":
                words = tab.evaluate("probes.words()")
                findings.words += words["words"]
                findings.broken += len(words["broken"])
                findings.add("broken words", here, words["broken"])
        if self._axe:
            self._ask_axe(tab, where)
        own = (self._base, "data:", "blob:", "about:")
        findings.add("foreign", where, [url for url in asked if not url.startswith(own)])
        findings.add("console", where, said)
        tab.close()

    def said(self, pages: Sequence[Page]) -> dict[str, list[str]]:
        """Give what pages show and speak, by their address, all opened, in both views."""
        found = {}
        for both in (False, True):
            with self._context(State(1280, "light", both=both)) as context:
                for page in pages:
                    if both and not page.lesson:
                        continue
                    tab = context.new_page()
                    view = f"?view={'both' if both else 'one'}" if page.lesson else ""
                    tab.goto(f"{self._base}/{page.address}{view}", wait_until="networkidle")
                    tab.evaluate("probes.open()")
                    found[f"{page.address}{view}"] = tab.evaluate("probes.said()")
                    tab.close()
        return found

    def _count_pairs(self, tab: Any, where: str) -> None:
        pairs = tab.evaluate("probes.pairs()")
        self._findings.blocks += pairs["blocks"]
        self._findings.paired += pairs["paired"]
        self._findings.unpaired += pairs["missing"] + pairs["alone"]
        if pairs["paired"] + pairs["missing"] != pairs["blocks"] or pairs["unnamed"]:
            self._findings.add("not paired", where, [pairs])

    def _ask_axe(self, tab: Any, where: str) -> None:
        # Loaded by the debugger, so that no policy of the page can keep it out.
        tab.evaluate(self._axe)
        # Everything opened, then each kind of note, of which a browser shows one at a time.
        self._findings.add("axe", where, _violations(tab))
        at = 0
        while tab.evaluate("at => probes.note(at)", at):
            tab.wait_for_timeout(50)
            at += 1
            self._findings.add(
                "axe", f"{where} note {at}", _violations(tab, "[popover]:popover-open")
            )


def _violations(tab: Any, part: str = "html") -> list[str]:
    found = tab.evaluate(
        """async (part) => {
          const asked = {resultTypes: ["violations"], preload: false};
          return (await axe.run(part, asked)).violations;
        }""",
        part,
    )
    return [
        f"{one['id']} ({one['impact']}) {node['html'][:160]}"
        for one in found
        for node in one["nodes"][:5]
    ]


def _scroll(tab: Any) -> None:
    """Move through the whole page, so that what is loaded late is loaded, and back."""
    tab.evaluate(
        """async () => {
          for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
            scrollTo({top: y, behavior: "instant"});
            // A browser that draws nothing for the moment gives no frame.
            await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 200); });
          }
          scrollTo({top: 0, behavior: "instant"});
          await new Promise((done) => setTimeout(done, 30));
        }"""
    )
