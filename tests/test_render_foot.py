"""What stands below a lesson, the pages of tags, and what a reader has done."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from scripts.languages import ENGLISH
from scripts.lesson import Lesson, Lessons
from scripts.lesson.reading import parse_lesson
from scripts.outputs import OutputStore
from scripts.render.foot import colab, foot, tag_page, tags
from scripts.render.locale import words
from scripts.render.progress import page, tracks
from scripts.render.site import Site

START = "---\n{settings}tracks: {{oven: Oven}}\n---\n# Start\n"
LESSON = """---
title: Bread & butter
track: oven
tags: [rye, "a b"]
translators: [Kim]
---
# Bread

:::{exercise} One
:label: bread-one
:::
"""


def site(settings: str = "") -> tuple[Site, Lesson]:
    texts = {"index": START.format(settings=settings), "deep/bread": LESSON}
    items = tuple(
        parse_lesson(
            text.encode(), path=Path(f"lessons_en/{name}.md"), docname=name, language=ENGLISH
        )
        for name, text in texts.items()
    )
    found = Site(
        lessons=Lessons(Path("root"), (ENGLISH,), items),
        language=ENGLISH,
        store=OutputStore(Path("nowhere")),
        fingerprint="",
    )
    return found, items[1]


def test_without_settings_nothing_leads_outside() -> None:
    found = foot(*site(), words("en"), to_root="../")
    assert "http" not in found
    assert "Translated by Kim" in found
    assert 'href="bread.ipynb" download' in found
    assert 'href="../tags/a-b.html">a b</a>' in found


def test_a_repository_gives_ways_to_answer() -> None:
    found = foot(*site("repository: https://h.example/r/\nbranch: dev\n"), words("en"), to_root="")
    assert 'href="https://h.example/r/edit/dev/lessons_en/deep/bread.md"' in found
    (address,) = re.findall(r'href="(https://h.example/r/issues/new[^"]+)"', found)
    asked = parse_qs(urlsplit(html.unescape(address)).query)
    assert asked["title"] == ["Bread & butter (en)"]
    assert asked["body"] == ["Page: lessons_en/deep/bread.md\nLanguage: English\n"]


@pytest.mark.parametrize("address", ["", "https://elsewhere.example/a/b/tree/c"])
def test_colab_opens_what_is_on_github(address: str) -> None:
    assert colab(address, "en", "bread") == ""


def test_tags_that_are_written_alike_have_one_page() -> None:
    assert tag_page("While Loop") == tag_page("while  loop") != tag_page("whileloop")
    assert list(tags(site()[0])) == ["tags/a-b", "tags/rye"]


def test_progress_knows_what_there_is_to_do() -> None:
    found, _ = site()
    (track,) = tracks(found)
    assert track == {
        "title": "Oven",
        "lessons": [{"name": "deep/bread", "exercises": ["bread-one"]}],
    }
    for language in ("en", "ko"):
        shown = page(found, words(language))
        (data,) = re.findall(r'data-progress-source="([^"]*)"', shown)
        assert json.loads(html.unescape(data)) == [track]
        assert re.search(r'data-say-points="[^"]*\{points\}', shown)
    assert '<a href="deep/bread.html">Bread &amp; butter</a>' in shown
