"""Going to the other language and back: a reader must stay where they were."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.browser.sites import Page, new_window
from tests.browser.walk import WIDTHS, Findings

_LINK = '.language-links a[rel="alternate"]'
# What is left of a pixel when layouts are rounded.
_NEAR = 2


def switch(
    browser: Any, base: str, pages: Sequence[Page], findings: Findings, *, times: int
) -> dict[str, int]:
    """Switch from random places of each lesson: there, and straight back.

    Gives how often it was tried, and how often either way led to the same block. One that is too
    near to the end of its page to stand at the top must be in the window.
    """
    tried = {"there": 0, "there, same": 0, "back": 0, "back, same": 0}
    for width, height in WIDTHS.items():
        context = new_window(browser, viewport={"width": width, "height": height})
        for page in pages:
            tab = context.new_page()
            tab.goto(f"{base}/{page.address}", wait_until="load")
            chance = random.Random(f"{page.address} {width}")
            for _ in range(times):
                deepest = tab.evaluate("document.documentElement.scrollHeight - innerHeight")
                place = chance.randint(1, max(1, deepest))
                tab.evaluate("y => scrollTo({top: y, behavior: 'instant'})", place)
                tab.wait_for_timeout(60)
                block = tab.evaluate("probes.top()")
                if block is None:
                    continue
                for way in ("there", "back"):
                    follow(tab)
                    found = tab.evaluate("id => probes.where(id)", block["id"])
                    same = bool(
                        found and found["seen"] and (abs(found["off"]) <= _NEAR or found["end"])
                    )
                    tried[way] += 1
                    tried[f"{way}, same"] += same
                    if not same:
                        where = f"{base.split(':')[0]} {page.address} {width} {way} {place}"
                        findings.add("another block", where, [f"{block} {found}"])
            tab.close()
        context.close()
    return tried


def follow(tab: Any) -> None:
    """Click on the link to the other language, and wait until its page has settled."""
    before = tab.url
    tab.evaluate(f"document.querySelector('{_LINK}').click()")
    tab.wait_for_url(lambda url: url.split("#")[0] != before.split("#")[0])
    tab.wait_for_load_state("load")
    tab.evaluate("document.fonts.ready")
    tab.wait_for_timeout(120)
