"""From the outcomes of pages and files to the figures of a run, and to the bars they meet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from scripts.repair import repair
from tests.bench import corpora, metrics
from tests.bench.corpora import HANGUL, LEGACY, REPOSITORY, Text
from tests.bench.damage import KINDS
from tests.bench.metrics import Counts, Outcome, share
from tests.bench.report import percent
from tests.bench.workers import CleanResult, PageResult

USUAL = frozenset(kind.name for kind in KINDS if not kind.lossless and not kind.hard)
LOSSLESS = frozenset(kind.name for kind in KINDS if kind.lossless)
LOSSY = frozenset(kind.name for kind in KINDS if not kind.lossless)


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """Add outcomes up."""
    counts = Counts()
    guesses: list[tuple[float, bool, bool]] = []
    for outcome in outcomes:
        counts += outcome.counts
        guesses += outcome.guesses
    return Outcome(counts, tuple(guesses))


def shares(counts: Counts) -> dict[str, float | None]:
    """Give what came back, as shares of what there was."""
    return {
        "ambiguous": share(counts.ambiguous_right, counts.ambiguous),
        "syllables": share(counts.syllables_right, counts.syllables),
        "lines": share(counts.lines_right, counts.lines),
        "ascii": share(counts.ascii_right, counts.ascii_lines),
    }


def doubts(name: str, outcome: Outcome) -> dict[str, Any]:
    """Give how well the guesses of one or more kinds knew what they did not know."""
    guesses = outcome.guesses
    bins = metrics.reliability([(confidence, right) for confidence, right, _ in guesses])
    silent = share(10_000 * outcome.counts.silent, outcome.counts.ambiguous)
    return {
        "name": name,
        "guesses": len(guesses),
        "wrong": sum(not right for _, right, _ in guesses),
        "flagged": share(sum(flagged for _, _, flagged in guesses), len(guesses)),
        "silent": outcome.counts.silent,
        "silent_per_10000": silent,
        "error": metrics.calibration_error(bins),
        "bins": [vars(one) for one in bins],
    }


def projects(texts: Sequence[Text]) -> list[dict[str, Any]]:
    """Give the Korean texts by project, and which of them the model has seen."""
    result = []
    for project in sorted({text.project for text in texts}):
        own = [text for text in texts if text.project == project]
        result.append(
            {
                "name": project,
                "files": len(own),
                "characters": sum(len(text.content) for text in own),
                "syllables": sum(len(HANGUL.findall(text.content)) for text in own),
                "seen": corpora.seen_by(project, [text.name for text in own]),
            }
        )
    return result


def clean(name: str, results: Sequence[CleanResult]) -> dict[str, Any]:
    """Give what became of a group of clean files."""
    return {
        "name": name,
        "files": len(results),
        "bytes": sum(one.size for one in results),
        "foreign": sum(one.foreign for one in results),
        "changed": sum(one.changed for one in results),
        "ftfy_changed": sum(one.theirs_changed for one in results),
        "seconds": sum(one.seconds for one in results),
        "ftfy_seconds": sum(one.theirs_seconds for one in results),
        "changed_names": [one.name for one in results if one.changed],
    }


def seed_page() -> dict[str, Any] | None:
    """Compare the words of the damaged page beside the repository with its rendered twin."""
    if not LEGACY.exists():
        return None
    result = repair((LEGACY / "seed" / "jitting.mojibake.md").read_bytes())
    twin = (LEGACY / "seed" / "jitting.rendered.txt").read_bytes().decode()

    def words(text: str) -> list[str]:
        return re.findall("[가-힣]+", re.sub(r"[*_`]", "", text))

    differences = metrics.differing_words(twin, result.text, words)
    flagged = {
        word.group()
        for guess in result.flagged
        for word in re.finditer("[가-힣]+", result.text)
        if word.start() <= guess.start < word.end()
    }
    misread = [ours.split() for truth, ours in differences if truth and ours]
    return {
        "syllables": len(HANGUL.findall(twin)),
        "differences": differences,
        "misread": len(misread),
        "silent": sum(not flagged.intersection(words) for words in misread),
        "guesses": len(result.guesses),
        "flagged": len(result.flagged),
        "lost": [lost.line for lost in result.lost],
    }


def speed(results: Sequence[PageResult], files: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give CPU time by kind of work, beside that of ftfy."""
    rows = []
    for names, what in ((LOSSLESS, "lost nothing"), (LOSSY, "lost bytes")):
        own = [one for one in results if one.kind in names]
        size = sum(one.size for one in own) / 1000
        ours = sum(one.seconds for one in own) * 1000 / size
        theirs = sum(one.theirs_seconds for one in own) * 1000 / size
        rows.append(
            {
                "what": f"CPU ms per KB, damage that {what}",
                "ours": f"{ours:.2f}",
                "ftfy": f"{theirs:.2f}",
                "ratio": ours / theirs,
                "value": ours,
            }
        )
    for one in files:
        if one["bytes"] >= 20_000:
            ours = one["bytes"] / 1e6 / one["seconds"]
            theirs = one["bytes"] / 1e6 / one["ftfy_seconds"]
            rows.append(
                {
                    "what": f"MB/s of clean files, {one['name']}",
                    "ours": f"{ours:.2f}",
                    "ftfy": f"{theirs:.2f}",
                    "ratio": ours / theirs,
                    "value": ours,
                }
            )
    return rows


def of_kinds(results: Iterable[PageResult], names: Iterable[str]) -> dict[str, float | None]:
    """Give the shares of some kinds of damage together."""
    wanted = set(names)
    return shares(together(one.ours for one in results if one.kind in wanted).counts)


def bars(figures: dict[str, Any], results: Sequence[PageResult]) -> list[dict[str, Any]]:
    """Hold the figures against what issue 3 wants."""
    usual = [one for one in results if one.kind in USUAL]
    most = of_kinds(results, USUAL)
    speed_of_most = 1e6 * sum(one.seconds for one in usual) / sum(one.size for one in usual)
    every, most_doubts = figures["calibration"]["kinds"][:2]
    whole, rest = of_kinds(results, LOSSLESS), of_kinds(results, LOSSY)
    changed = sum(one["changed"] for one in figures["clean"])
    rows = {one["what"]: one for one in figures["speed"]}
    nothing = rows["CPU ms per KB, damage that lost nothing"]
    loss = rows["CPU ms per KB, damage that lost bytes"]
    rates = [one["value"] for one in figures["speed"] if one["what"].startswith("MB/s")]
    page = figures["seed_page"]

    def bar(what: str, wanted: str, measured: str, met: bool | None) -> dict[str, Any]:
        return {"what": what, "wanted": wanted, "measured": measured, "met": met}

    def at_least(what: str, least: float, value: float | None) -> dict[str, Any]:
        wanted = f"{'' if least == 1 else '≥ '}{100 * least:g} %"
        met = None if value is None else value >= least
        return bar(what, wanted, percent(value), met)

    def at_most(what: str, most: float, value: float | None) -> dict[str, Any]:
        met = None if value is None else value <= most
        return bar(what, f"≤ {most:g}", "–" if value is None else f"{value:.2f}", met)

    return [
        at_least("lossless: syllables", 1, whole["syllables"]),
        at_least("lossless: lines", 1, whole["lines"]),
        at_least("lossy: ambiguous syllables", 0.998, rest["ambiguous"]),
        at_least("lossy: lines exactly right", 0.98, rest["lines"]),
        at_least("without the hard kinds: ambiguous syllables", 0.998, most["ambiguous"]),
        at_least("without the hard kinds: lines", 0.98, most["lines"]),
        at_least("code and ASCII, lossless", 1, whole["ascii"]),
        at_least("code and ASCII, lossy", 1, rest["ascii"]),
        at_most("silent errors per 10,000 ambiguous", 1, every["silent_per_10000"]),
        at_most("without the hard kinds: silent errors", 1, most_doubts["silent_per_10000"]),
        at_most("flagged, in percent", 2, 100 * (every["flagged"] or 0)),
        at_most("without the hard kinds: flagged", 2, 100 * (most_doubts["flagged"] or 0)),
        bar("clean files changed", "0", str(changed), changed == 0),
        bar(
            "seed page: wrong words that are not flagged",
            "0",
            str(page["silent"]) if page else "–",
            page["silent"] == 0 if page else None,
        ),
        at_most("CPU ms per KB, lossy", 40, loss["value"]),
        at_most("without the hard kinds: CPU ms per KB", 40, speed_of_most),
        bar("clean files, MB/s", "≥ 20", f"{min(rates):.1f} at least", min(rates) >= 20),
        at_most("lossless: times ftfy's CPU time", 3, nothing["ratio"]),
        at_most("model in the repository, MB", 10, figures["model"] / 1e6),
    ]


def kinds(results: Sequence[PageResult]) -> list[dict[str, Any]]:
    """Give the figures of each kind of damage."""
    rows = []
    for kind in KINDS:
        own = [one for one in results if one.kind == kind.name]
        ours = together(one.ours for one in own)
        size = sum(one.size for one in own) / 1000
        rows.append(
            {
                "name": kind.name,
                "lossless": kind.lossless,
                "lines": ours.counts.lines,
                "syllables": ours.counts.syllables,
                "ambiguous": ours.counts.ambiguous,
                "ours": shares(ours.counts),
                "ftfy": shares(together(Outcome(one.theirs) for one in own).counts),
                "doubts": doubts(kind.name, ours),
                "refused": sum(one.refused for one in own),
                "ms_per_kb": share(1000 * sum(one.seconds for one in own), size),
            }
        )
    return rows


def by_project(results: Sequence[PageResult]) -> list[dict[str, Any]]:
    """Give the figures of each project, over all lossy kinds but the hard ones."""
    rows = []
    for project in sorted({one.project for one in results}):
        counts = together(
            one.ours for one in results if one.project == project and one.kind in USUAL
        ).counts
        rows.append(
            {
                "name": project,
                "lines": counts.lines,
                "ambiguous": counts.ambiguous,
                "ambiguous_right": share(counts.ambiguous_right, counts.ambiguous),
                "lines_right": share(counts.lines_right, counts.lines),
                "silent": counts.silent,
            }
        )
    return rows


def calibration(
    results: Sequence[PageResult], of_kinds: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Give the doubts of all lossy kinds, of all but the hard ones, and of each; and the bins."""
    every = doubts(
        "all that lost bytes", together(one.ours for one in results if one.kind in LOSSY)
    )
    usual = doubts(
        "all but the hard ones", together(one.ours for one in results if one.kind in USUAL)
    )
    single = [one["doubts"] for one in of_kinds if not one["lossless"]]
    return {"kinds": [every, usual, *single], "bins": usual["bins"]}


def model_size() -> int:
    """Give the bytes of the model in the repository: its counts, its fit and their provenance."""
    folder = REPOSITORY / "scripts" / "repair"
    return sum(path.stat().st_size for path in folder.iterdir() if path.suffix in {".json", ".xz"})
