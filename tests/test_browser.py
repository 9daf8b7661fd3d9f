"""A small site in a real browser, where there is one; `tox run -e browser` looks at the whole."""

from __future__ import annotations

import importlib.util
import shutil

import pytest

from tests.browser.report import MOST_PACKED, bars
from tests.browser.sites import Page, pages, served
from tests.browser.tasks import PARTS, tasks
from tests.browser.walk import Findings, states
from tests.test_render_site import Place, bread

__all__ = ["bread"]

CHROMIUM = shutil.which("chromium")
NEEDED = ("playwright", "axe_playwright_python")


def test_every_bar_is_named_with_what_was_measured() -> None:
    findings = Findings(words=100, broken=1, loads={"a": (MOST_PACKED + 1, 1)})
    findings.add("console", "a", ["an error"])
    findings.merge(
        Findings(switches={"http": {"there": 2, "there, same": 2, "back": 2, "back, same": 1}})
    )
    found = {bar.name: bar for bar in bars(findings)}
    assert [bar.met for bar in found.values()] == [False] * 4
    assert found["switches of language on the same block, http"].measured == "3 of 4"


def test_lessons_are_looked_at_side_by_side_too() -> None:
    assert len(states(Page("ko/a.html", "ko", lesson=True))) == 8
    assert len(states(Page("404.html", ""))) == 4


@pytest.mark.parametrize("quick", [False, True])
def test_each_page_is_looked_at_in_each_state(quick: bool) -> None:
    many = [Page(f"ko/{n}.html", "ko", lesson=n % 2 == 0) for n in range(40)]
    walks = [task for task in tasks(many, PARTS, quick=quick) if task.part == "walk"]
    seen = [(t.protocol, page, t.state) for t in walks for page in t.pages]
    every = 2 * sum(len(states(page)) for page in many)
    assert len(seen) == len(set(seen)) == every // (4 if quick else 1)
    assert {page for _, page, _ in seen} == set(many)


@pytest.mark.site
def test_pages_are_those_of_the_site(bread: Place) -> None:
    found = {page.address: page for page in pages(bread.site)}
    assert found["ko/hydration.html"].lesson
    assert not found["ko/progress.html"].lesson
    assert found["404.html"].language == ""
    assert "ko/search.html?q=jit" in found


needs_browser = pytest.mark.skipif(
    CHROMIUM is None or not all(map(importlib.util.find_spec, NEEDED)),
    reason="a browser is optional: a Chromium and pip install -r docs/browser.txt",
)


@pytest.mark.site
@needs_browser
def test_extracts_are_prose_where_prose_has_the_words(bread: Place) -> None:
    from playwright.sync_api import sync_playwright

    page = """<article class="bd-article"><h1>Salt</h1><p class="about-lesson">Lesson 1</p>
      <p>How much salt bread takes.</p>
      <div class="cell"><pre>bread = salt + oven</pre>
      <div class="cell_output"><pre>oven: 220 degrees</pre>
      <details class="folded-output">frames of an oven's library</details></div></div>
      <p>Then it is baked.</p><section class="lesson-foot">pepper</section></article>"""
    with sync_playwright() as playwright, served(bread.site) as base:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        tab = browser.new_page()
        tab.goto(f"{base}/en/search.html")

        def extract(*words: str) -> str:
            asked = "([page, words]) => Search.makeSearchSummary(page, words, '').textContent"
            return str(tab.evaluate(asked, [page, words]))

        prose = "How much salt bread takes. Then it is baked."
        assert extract("salt") == extract("bread", "salt") == prose
        assert extract("pepper") == extract("frames") == prose
        assert "bread = salt + oven Then" in extract("salt", "oven")
        assert "oven: 220 degrees" in extract("degrees")
        browser.close()


@pytest.mark.site
@needs_browser
def test_what_was_searched_for_is_marked_where_words_begin(bread: Place) -> None:
    from playwright.sync_api import sync_playwright

    text = "Flax, <code>lax.scan</code>, relax, lax and laxer; jnp.where"
    fill = "text => { document.querySelector('article p').innerHTML = text; }"
    marks = "() => [...document.querySelectorAll('article p .highlighted')].map(m => m.textContent)"
    with sync_playwright() as playwright, served(bread.site) as base:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        tab = browser.new_page()
        tab.goto(f"{base}/en/hydration.html")
        tab.evaluate(fill, text)
        tab.evaluate("() => localStorage.setItem('sphinx_highlight_terms', 'jnp lax jnp.where')")
        tab.evaluate("() => SphinxHighlight.highlightSearchWords()")
        tab.wait_for_timeout(500)
        assert tab.evaluate(marks) == ["lax", "lax", "lax", "jnp.where"]
        browser.close()


@pytest.mark.site
@needs_browser
def test_a_browser_finds_nothing_wrong(bread: Place, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.browser.__main__ import main

    parts = "walk,weigh,switch,plain,hangul"
    arguments = ["--only", "ko/hydration", "--switches", "2", "--parts", parts]
    code = main(["--root", str(bread.root), "--site", str(bread.site), *arguments])
    assert code == 0, capsys.readouterr().out
