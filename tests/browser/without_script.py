"""What a reader has without script: all of the text, the links, and nothing that does nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.browser.sites import PROBES, Page, new_window
from tests.browser.walk import WIDTHS, Findings

# They say that they need script, and what for.
_NEED_SCRIPT = ("search.html", "progress.html")


def look(browser: Any, base: str, pages: Sequence[Page], findings: Findings) -> None:
    """Compare each page of a language with script and without."""
    pages = [page for page in pages if page.language and not page.path.endswith(_NEED_SCRIPT)]
    for width, height in WIDTHS.items():
        size = {"viewport": {"width": width, "height": height}}
        asked = PROBES.read_bytes().decode("utf-8")
        with (
            new_window(browser, probed=False, **size) as with_script,
            new_window(browser, probed=False, **size, java_script_enabled=False) as without,
        ):
            for page in pages:
                found = []
                for context in (with_script, without):
                    tab = context.new_page()
                    tab.goto(f"{base}/{page.address}", wait_until="load")
                    tab.evaluate(asked)
                    found.append(tab.evaluate("probes.plain()"))
                    tab.close()
                where = f"{base.split(':')[0]} {page.address} {width}"
                findings.add("without script", where, _less(*found))


def _less(whole: dict[str, Any], plain: dict[str, Any]) -> list[str]:
    said = []
    # Buttons of scripts say something, too, some 40 signs a page.
    if plain["text"] < 0.99 * whole["text"] - 40:
        said.append(f"text: {plain['text']} signs of {whole['text']}")
    said += [
        f"{name}: {plain[name]}, with script {whole[name]}"
        for name in ("code", "coloured", "outputs", "exercises", "language", "versions", "folded")
        if plain[name] != whole[name]
    ]
    if plain["coloured"] < plain["code"]:
        said.append(f"code without colours: {plain['code'] - plain['coloured']}")
    if plain["dead"]:
        said.append(f"does nothing: {plain['dead']}")
    return said
