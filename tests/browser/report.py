"""The figures as Markdown, for the terminal and for docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.bench.report import table
from tests.browser.walk import Findings

START = "<!-- bench browser: start -->"
END = "<!-- bench browser: end -->"

_KINDS = {
    "axe": "violations that axe-core finds",
    "console": "errors and warnings on the console",
    "foreign": "requests to another host",
    "sideways": "pages that scroll sideways",
    "ids twice": "pages with an id twice",
    "english": "words of English on Korean pages",
    "not paired": "pages with blocks that are neither paired nor shown as such",
    "another block": "switches that led to another block",
    "without script": "what a page lacks without script",
    "hangul": "pages that need a Hangul font of the system",
}
MOST_PACKED, MOST_RAW = 400_000, 1_000_000
MOST_BROKEN = 0.005
# What is good for https://web.dev/articles/cls; a font that comes late moves a page a little.
MOST_SHIFT = 0.1


@dataclass(frozen=True)
class Bar:
    """What is wanted and what was measured."""

    name: str
    wanted: str
    measured: str
    met: bool


def bars(findings: Findings) -> list[Bar]:
    """Give the bars of what was looked at.

    >>> [bar.met for bar in bars(Findings(wrong={"axe": ["a page: a fault"], "console": []}))]
    [False, True]
    """
    found = [
        Bar(said, "0", str(count), count == 0)
        for kind, said in _KINDS.items()
        if kind in findings.wrong
        for count in [len(findings.wrong[kind])]
    ]
    share = findings.broken / max(1, findings.words)
    measured = f"{share:.2%} of {findings.words:,}"
    if findings.words:
        found.append(Bar("Korean words on two lines", "≤ 0.5 %", measured, share <= MOST_BROKEN))
    if findings.visits:
        worst = findings.worst_shift
        name = "most that a page moves while it loads (CLS)"
        found.append(Bar(name, f"≤ {MOST_SHIFT}", f"{worst:.3f}", worst <= MOST_SHIFT))
    if findings.loads:
        packed = max(one for one, _ in findings.loads.values())
        raw = max(one for _, one in findings.loads.values())
        weight = f"{packed / 1e3:.0f} kB, {raw / 1e6:.2f} MB"
        met = packed <= MOST_PACKED and raw <= MOST_RAW
        found.append(Bar("most that a first visit loads", "≤ 400 kB, ≤ 1.0 MB", weight, met))
    for base, tried in findings.switches.items():
        same = tried["there, same"] + tried["back, same"]
        every = tried["there"] + tried["back"]
        name = f"switches of language on the same block, {base}"
        found.append(Bar(name, "all", f"{same} of {every}", same == every))
    return found


def markdown(figures: Mapping[str, Any], found: list[Bar]) -> str:
    """Give the section of the documentation that holds the figures."""
    rows = [
        (bar.name, bar.wanted, bar.measured, "met" if bar.met else "**not met**") for bar in found
    ]
    return "\n".join(
        [
            f"Run of {figures['when']}, at commit {figures['commit']}; {figures['browser']}, "
            f"axe-core {figures['axe']}, {figures['visits']} visits to {figures['pages']} pages"
            f"{', each in a fourth of its states' if figures['quick'] else ''}.",
            "",
            *table(("what", "wanted", "measured", ""), rows),
            "",
            f"Of {figures['blocks']:,} blocks that were shown side by side {figures['paired']:,} "
            f"had a counterpart; {figures['unpaired']:,} were shown as having none.",
        ]
    )
