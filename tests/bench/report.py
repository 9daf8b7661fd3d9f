"""The figures as Markdown, and the page of the documentation that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scripts.files import write_atomically

START = "<!-- bench: start -->"
END = "<!-- bench: end -->"


def percent(value: float | None, digits: int = 2) -> str:
    """Give a share in percent, rounded down, so that 100 means all.

    >>> percent(1.0), percent(0.99999), percent(None)
    ('100.00 %', '99.99 %', '–')
    """
    if value is None:
        return "–"
    scale = 10**digits
    return f"{int(value * 100 * scale + 1e-9) / scale:.{digits}f} %"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Give a Markdown table; the first column holds words, the others numbers.

    >>> table(["kind", "n"], [["a", 1]])
    ['| kind | n |', '|:--|--:|', '| a | 1 |']
    """
    rule = "|".join([":--", *["--:"] * (len(head) - 1)])
    lines = [" | ".join(head), *(" | ".join(map(str, row)) for row in rows)]
    shown = [f"| {line} |" for line in lines]
    return [shown[0], f"|{rule}|", *shown[1:]]


def _number(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def _accuracy(kinds: Sequence[dict[str, Any]], lossless: bool) -> list[str]:
    rows = []
    for kind in kinds:
        if kind["lossless"] is not lossless:
            continue
        ours, theirs = kind["ours"], kind["ftfy"]
        ambiguous = [f"{kind['ambiguous']:,}", percent(ours["ambiguous"])]
        rows.append(
            [
                kind["name"],
                f"{kind['lines']:,}",
                f"{kind['syllables']:,}",
                *([] if lossless else ambiguous),
                percent(ours["syllables"]),
                percent(ours["lines"]),
                percent(ours["ascii"]),
                *([] if lossless else [percent(theirs["ambiguous"])]),
                percent(theirs["syllables"]),
                percent(theirs["lines"]),
                _number(kind["ms_per_kb"], 1),
            ]
        )
    head = ["damage", "lines", "syllables"]
    head += [] if lossless else ["ambiguous", "of these right"]
    head += ["all right", "lines right", "ASCII right"]
    head += [] if lossless else ["ftfy: ambiguous"]
    head += ["ftfy: all", "ftfy: lines", "CPU ms/KB"]
    return table(head, rows)


def _refused(figures: dict[str, Any]) -> str:
    return (
        ", ".join(f"{one['refused']} ({one['name']})" for one in figures["kinds"] if one["refused"])
        or "none"
    )


def _bars(figures: dict[str, Any]) -> list[str]:
    marks = {True: "met", False: "**not met**", None: "not measured"}
    return table(
        ["bar", "wanted", "measured", ""],
        [
            [bar["what"], bar["wanted"], bar["measured"], marks[bar["met"]]]
            for bar in figures["bars"]
        ],
    )


def markdown(figures: dict[str, Any]) -> str:
    """Give all figures of a run as Markdown, without a first heading."""
    calibration, speed, memory = figures["calibration"], figures["speed"], figures["memory"]
    lines = [
        f"Run of {figures['when']}, at {figures['state']}; Python {figures['python']}, "
        f"ftfy {figures['ftfy']}, kiwipiepy {figures['kiwipiepy']}, "
        f"{figures['cores']} cores, seed `{figures['seed']}`, about {figures['size']:,} syllables "
        "for each kind that loses bytes, half as many for each other one, a quarter for hard ones.",
        "",
        "### The bars",
        "",
        *_bars(figures),
        "",
        "### The texts",
        "",
        *table(
            ["project", "files", "characters", "syllables", "seen by the model"],
            [
                [
                    one["name"],
                    f"{one['files']:,}",
                    f"{one['characters']:,}",
                    f"{one['syllables']:,}",
                    one["seen"],
                ]
                for one in figures["projects"]
            ],
        ),
        "",
        "### Damage that lost nothing",
        "",
        *_accuracy(figures["kinds"], True),
        "",
        "### Damage that lost bytes",
        "",
        *_accuracy(figures["kinds"], False),
        "",
        f"Pages that the repair refused as no text: {_refused(figures)}.",
        "",
        "By project, all kinds of this table but the hard ones:",
        "",
        *table(
            ["project", "lines", "ambiguous", "of these right", "lines right", "silent errors"],
            [
                [
                    one["name"],
                    f"{one['lines']:,}",
                    f"{one['ambiguous']:,}",
                    percent(one["ambiguous_right"]),
                    percent(one["lines_right"]),
                    f"{one['silent']:,}",
                ]
                for one in figures["by_project"]
            ],
        ),
        "",
        "### Doubts",
        "",
        *table(
            ["damage", "guesses", "flagged", "wrong", "silent errors per 10,000 ambiguous", "ECE"],
            [
                [
                    one["name"],
                    f"{one['guesses']:,}",
                    percent(one["flagged"]),
                    f"{one['wrong']:,}",
                    _number(one["silent_per_10000"]),
                    _number(one["error"], 4),
                ]
                for one in calibration["kinds"]
            ],
        ),
        "",
        "Reliability, all kinds but the hard ones:",
        "",
        *table(
            ["confidence", "guesses", "mean confidence", "right"],
            [
                [
                    f"{one['low']:.1f}–{one['high']:.1f}",
                    f"{one['count']:,}",
                    f"{one['confidence']:.3f}",
                    f"{one['accuracy']:.3f}",
                ]
                for one in calibration["bins"]
            ],
        ),
        "",
        "### False repairs on clean files",
        "",
        *table(
            ["texts", "files", "KB", "not ASCII", "changed", "changed by ftfy"],
            [
                [
                    one["name"],
                    f"{one['files']:,}",
                    f"{one['bytes'] / 1000:,.0f}",
                    f"{one['foreign']:,}",
                    one["changed"],
                    one["ftfy_changed"],
                ]
                for one in figures["clean"]
            ],
        ),
        "",
        "### Speed and memory",
        "",
        *table(
            ["what", "repair", "ftfy", "ratio"],
            [
                [one["what"], one["ours"], one["ftfy"], _number(one["ratio"])]
                for one in [*speed, *memory]
            ],
        ),
    ]
    if figures["seed_page"]:
        page = figures["seed_page"]
        lines += [
            "",
            "### The seed page",
            "",
            f"Of the words with {page['syllables']:,} syllables on the rendered twin, "
            f"{page['misread']} came back as other ones, {page['silent']} of them not flagged; "
            f"{len(page['differences']) - page['misread']} more stand on one of the two only. "
            f"{page['flagged']} of {page['guesses']:,} guesses are flagged; lines named as lost: "
            f"{', '.join(map(str, page['lost'])) or 'none'}.",
        ]
    return "\n".join(lines) + "\n"


def renew(path: Path, text: str, *, start: str = START, end: str = END) -> None:
    """Put `text` between the markers of a page; all else on it stays. Raises ValueError."""
    page = path.read_bytes().decode("utf-8")
    if page.count(start) != 1 or page.count(end) != 1 or page.index(start) > page.index(end):
        raise ValueError(f"{path.name}: expected one {start} before one {end}; put them back")
    before, rest = page.split(start)
    after = rest.split(end)[1]
    write_atomically(path, f"{before}{start}\n\n{text}\n{end}{after}".encode())
