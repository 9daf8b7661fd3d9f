"""The figures of the benchmark of building, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.bench.report import table

START = "<!-- bench build: start -->"
END = "<!-- bench build: end -->"
OURS, DEFAULT, PARALLEL = "ours", "MyST-NB", "MyST-NB, -j 2"

# What issue 4 asks for, on 8 lessons: the step, the other side, the measure, and times how much.
BARS = (
    ("cold build", DEFAULT, "wall", 3.8),
    ("cold build", PARALLEL, "wall", 2.4),
    ("cold build", DEFAULT, "cpu", 2.3),
    ("re-execution", DEFAULT, "wall", 5.5),
    ("nothing changed", DEFAULT, "cpu", 20.0),
)


def bars(figures: Mapping[str, Any]) -> list[list[object]]:
    """Give a row a bar: what, wanted, measured, met; for the smallest set that was measured."""
    lessons = min((one["lessons"] for one in figures["medians"]), default=0)
    found = {
        (one["step"], one["contender"]): one
        for one in figures["medians"]
        if one["lessons"] == lessons
    }
    names = {"wall": "wall clock", "cpu": "CPU"}
    rows: list[list[object]] = []
    for step, other, what, wanted in BARS:
        if (step, other) in found and (step, OURS) in found:
            ratio = found[step, other][what] / found[step, OURS][what]
            met = "met" if ratio >= wanted else "**not met**"
            label = f"{step}, {names[what]}, against {other}"
            rows.append([label, f"≥ {wanted:g} ×", f"{ratio:.1f} ×", met])
    return rows


def markdown(figures: Mapping[str, Any]) -> str:
    """Give the section of the documentation that holds the figures."""
    versions = ", ".join(f"{name} {number}" for name, number in figures["versions"].items())
    lines = [
        f"Run of {figures['when']}, at commit {figures['commit']}; Python {figures['python']}, "
        f"{versions}, {figures['cores']} cores, mean load of the machine {figures['load']}.",
        "",
        f"### The bars of building, at {min(o['lessons'] for o in figures['medians'])} lessons",
        "",
        *table(["bar", "wanted", "measured", ""], bars(figures)),
    ]
    for lessons in sorted({one["lessons"] for one in figures["medians"]}):
        rows = [
            [
                one["step"],
                one["contender"],
                f"{one['wall']:.1f}" if one["wall"] >= 1 else f"{one['wall']:.2f}",
                f"{one['cpu']:.1f}" if one["cpu"] >= 1 else f"{one['cpu']:.2f}",
                f"{one['memory'] / 1e6:,.0f}" if one["memory"] else "–",
                one["rounds"],
            ]
            for one in figures["medians"]
            if one["lessons"] == lessons
        ]
        bound = figures["bounds"].get(str(lessons))
        head = ["step", "by", "wall, s", "CPU, s", "memory, MB", "rounds"]
        lines += ["", f"### {lessons} lessons in two languages", "", *table(head, rows)]
        if bound is not None:
            share, taken = bound / figures["cores"], figures["kernels"][str(lessons)]
            lines += [
                "",
                f"The cells of these lessons take {bound:.1f} s in one warm process, so "
                f"{share:.1f} s on {figures['cores']} cores is the least that they can take. "
                f"In our kernels, one after another, they take {taken:.1f} s, "
                f"{taken / bound - 1:+.1%}.",
            ]
    return "\n".join(lines) + "\n"
