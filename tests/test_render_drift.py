"""The page of the site that tells what changed with the JAX that is shown."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from scripts.drift import KINDS, CellDrift, Drift, Kind, Picture, Side, Unmatched
from scripts.languages import ENGLISH, KOREAN, Language
from scripts.lesson.reading import read_lessons
from scripts.outputs import OutputStore
from scripts.render.drift import page
from scripts.render.locale import words
from scripts.render.site import Site
from tests.test_render_site import ENVIRONMENT, Place

BREAD = Path(__file__).parent / "sites" / "bread"

NEW = Side("current", "f", ENVIRONMENT)
OLD = Side("jax==0.9.0", "e", {"jax": "0.9.0"})


def cell(kind: Kind, docname: str = "salt", index: int = 0, **values: Any) -> CellDrift:
    given = {"old": "DeviceArray(1)\n<b>", "new": "Array(1)\n<b>", **values}
    return CellDrift(docname, "en", index, 7, kind, **given)


def site(language: Language = ENGLISH) -> Site:
    return Site(read_lessons(BREAD), language, OutputStore(BREAD), "f")


@pytest.mark.parametrize("language", [ENGLISH, KOREAN])
def test_every_kind_of_change_is_told_in_words(language: Language) -> None:
    drift = Drift(OLD, NEW, tuple(cell(kind, index=i) for i, kind in enumerate(KINDS)))
    html = page(site(language), drift, words(language.tag))
    for kind in KINDS:
        assert words(language.tag).text(f"drift_{kind}") in html
    assert html.count("<details") == len(KINDS) - 1, "what is identical is counted only"
    assert "JAX 0.9.0" in html and "JAX 0.10.2" in html


def test_both_sides_are_shown_with_what_differs_marked() -> None:
    drift = Drift(OLD, NEW, (cell("formatting", causes=("DeviceArray(…) → Array(…)",)),))
    html = page(site(), drift, words("en"))
    assert "<del>DeviceArray(1)</del>\n&lt;b&gt;" in html
    assert "<ins>Array(1)</ins>\n&lt;b&gt;" in html
    assert "<code>DeviceArray(…) → Array(…)</code>" in html
    assert '<details class="drift-cell formatting">' in html


def test_what_is_severe_stands_open_and_an_empty_side_says_so() -> None:
    html = page(site(), Drift(OLD, NEW, (cell("new-output", old=""),)), words("en"))
    assert '<details class="drift-cell new-output" open>' in html
    assert "no output" in html


def test_figures_that_changed_are_shown_side_by_side_as_files_within_the_page() -> None:
    before = Picture("image/svg+xml", '<svg onload="alert(1)"/>')
    pair = (before, Picture("image/png", "iVBO\nRw0K"))
    told = "[image/svg+xml, 24 characters]"
    changed = cell("value", old=told, new=told, pictures=(pair, (before, None)))
    html = page(site(), Drift(OLD, NEW, (changed,)), words("en"))
    assert "onload" not in html
    sources = re.findall(r'<img src="data:([^;]+);base64,([^"]+)" alt="([^"]+)">', html)
    assert [mime for mime, _, _ in sources] == ["image/svg+xml", "image/png", "image/svg+xml"]
    assert b64decode(sources[0][1]).decode() == before.data
    assert sources[1][1] == "iVBORw0K"
    assert "JAX 0.9.0" in sources[0][2] and "JAX 0.10.2" in sources[1][2]
    assert html.count(words("en").text("drift_nothing")) == 1


def test_no_folder_of_a_machine_is_told() -> None:
    drift = Drift(Side("/home/x/outputs"), NEW, (cell("value"),))
    assert "/home/x" not in page(site(), drift, words("en"))


def test_nothing_changed_and_nothing_compared() -> None:
    drift = Drift(OLD, NEW, (cell("identical"),), (Unmatched("salt", "en", 3, "old", "new"),))
    html = page(site(), drift, words("en"))
    assert words("en").text("drift_same") in html
    assert "<details" not in html
    assert words("en").text("drift_unmatched") in html


@pytest.mark.site
def test_the_page_is_in_the_site_of_both_languages(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.execute()
    report = place.store.folder.parent / "drift.json"
    drift = Drift(OLD, NEW, (cell("value", old="1", new="2"), cell("timing", index=1, ratio=2.0)))
    report.write_bytes(drift.to_text().encode("utf-8"))
    assert place.render().diagnostics == ()
    for tag, other in (("en", "ko"), ("ko", "en")):
        html = place.page(f"{tag}/drift.html")
        assert words(tag).text("drift_title") in html
        assert f'href="../{other}/drift.html"' in html
        assert re.search(r'<a href="salt\.html">[^<]+</a>', html)
        assert 'href="drift.html"' in place.page(f"{tag}/index.html")
        # Other pages lead there from the notes on outputs that changed.
        assert 'class="drift-link"' not in place.page(f"{tag}/salt.html")
    # A report about another environment is not about this site.
    other_side = Drift(OLD, Side("current", "g", {"jax": "0.12"}), drift.cells)
    report.write_bytes(other_side.to_text().encode("utf-8"))
    assert place.render().diagnostics == ()
    assert not (place.site / "en" / "drift.html").exists()
    assert "drift.html" not in place.page("en/index.html")
