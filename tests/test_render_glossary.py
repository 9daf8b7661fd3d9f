"""Terms marked in prose, and the page of all terms: a small site about an orchard."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from scripts.lesson.reading import read_lessons
from scripts.outputs import OutputStore
from scripts.render.glossary import mentions
from tests.shared_press import render_shared

CASES = json.loads((Path(__file__).parent / "cases" / "render" / "terms.json").read_bytes())
ORCHARD = Path(__file__).parent / "sites" / "orchard"


@pytest.mark.parametrize("case", CASES, ids=[case["label"] for case in CASES])
def test_terms_are_found_as_words_of_their_own(case: dict[str, Any]) -> None:
    text = case["text"]
    found = [text[mention.start : mention.end] for mention in mentions(text, case["names"])]
    assert found == case["expected"]


def build(folder: Path) -> None:
    rendering = render_shared(
        read_lessons(folder / "root"),
        OutputStore(folder / "store"),
        out=folder / "site",
        work=folder / "work",
    )
    assert rendering.diagnostics == ()


def page(folder: Path, name: str) -> str:
    return (folder / "site" / name).read_bytes().decode("utf-8")


def marked(html: str) -> list[str]:
    return re.findall(r'<span class="term">([^<]*)<button [^>]*></button></span>', html)


@pytest.mark.site
def test_each_section_marks_its_terms_once_and_a_page_holds_all(tmp_path: Path) -> None:
    shutil.copytree(ORCHARD, tmp_path / "root")
    build(tmp_path)
    english, korean = (
        page(tmp_path, "en/notes/grafting.html"),
        page(tmp_path, "ko/notes/grafting.html"),
    )
    assert marked(english) == ["rootstock", "scion", "scion"]
    assert marked(korean) == ["대목", "접수", "접수"]
    assert '접수<button type="button" popovertarget="term-note-3"' in korean
    assert korean.count('<div id="term-note-3" class="term-note" popover role="dialog"') == 1
    assert '<span class="term-other" lang="en">scion</span>' in korean
    for language in ("en", "ko"):
        assert (
            '"glossary"'
            in re.findall(r'"docnames":\[[^]]*', page(tmp_path, f"{language}/searchindex.js"))[0]
        )
    assert "&lt;grafted&gt; upon." in english
    assert '<a href="../glossary.html#term-scion">' in korean, "from a folder, too"
    # The other language shows a page's blocks without what their own page alone can open.
    assert "<button" not in page(tmp_path, "ko/notes/grafting.blocks.js")

    for tag, own, other in (("en", "scion", "접수"), ("ko", "접수", "scion")):
        glossary = page(tmp_path, f"{tag}/glossary.html")
        assert f'<dt id="term-scion">{own}' in glossary
        assert f">{other}</span></dt>" in glossary
        assert '<dt id="term-day">' in glossary, "terms that no page marks are in it"
        assert 'rel="alternate"' in glossary
        assert 'href="glossary.html"' in page(tmp_path, f"{tag}/index.html")

    # A word that the Korean page has no term for is an everyday word.
    lesson = tmp_path / "root" / "lessons_ko" / "notes" / "grafting.md"
    korean_text = lesson.read_bytes().decode("utf-8")
    lesson.write_bytes(korean_text.replace("대목", "나무").encode("utf-8"))
    build(tmp_path)
    assert marked(page(tmp_path, "en/notes/grafting.html")) == ["scion", "scion"]
    lesson.write_bytes(korean_text.encode("utf-8"))

    terms = tmp_path / "root" / "docs" / "glossary.toml"
    text = terms.read_bytes().decode("utf-8")
    terms.write_bytes(text.replace("The twig", "The young twig").encode("utf-8"))
    build(tmp_path)
    assert "The young twig" in page(tmp_path, "en/notes/grafting.html"), (
        "a page that did not change"
    )
    assert "The young twig" in page(tmp_path, "en/glossary.html")

    terms.unlink()
    build(tmp_path)
    assert marked(page(tmp_path, "en/notes/grafting.html")) == []
    assert not (tmp_path / "site" / "en" / "glossary.html").exists()
    assert "glossary.html" not in page(tmp_path, "ko/index.html")
