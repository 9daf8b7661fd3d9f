"""Notebooks and plain Markdown beside the pages: nothing of MyST is left in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from markdown_it import MarkdownIt

from scripts.lesson import code_key
from scripts.lesson.reading import read_lessons
from scripts.outputs import CellOutputs, LessonOutputs
from scripts.render.markdown import escaped, fenced
from tests.test_render_site import ENVIRONMENT, Place

SHELF = Path(__file__).parent / "sites" / "shelf"
RAW = re.compile(r"^\s*(?:`{3,}|:{3,})\{|\{[\w-]+\}`|^\([\w-]+\)=$", re.MULTILINE)


@pytest.mark.parametrize("text", ["a*b*c", "_x_ snake_case", "`t`", "[a](b)", "<b>", "$x$", "\\*"])
def test_text_stays_text(text: str) -> None:
    (inline,) = [token for token in MarkdownIt().parse(escaped(text)) if token.type == "inline"]
    assert "".join(token.content for token in inline.children or ()) == text


def test_a_fence_is_longer_than_what_it_holds() -> None:
    assert fenced("a ```` b") == "`````\na ```` b\n`````"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Place:
    place = Place(tmp_path_factory.mktemp("shelf"), SHELF)
    place.store.select("f", ENVIRONMENT)
    for lesson in read_lessons(place.root).items:
        said: dict[int, dict[str, Any]] = {
            0: {"output_type": "stream", "name": "stdout", "text": "width: 7\n"},
            1: {"output_type": "stream", "name": "stdout", "text": "given\n"},
            2: {"output_type": "stream", "name": "stdout", "text": "solved ```\n"},
            3: {
                "output_type": "error",
                "ename": "ValueError",
                "evalue": "no",
                "traceback": ["\x1b[31mValueError\x1b[0m: no"],
            },
        }
        cells = tuple(
            CellOutputs(
                "error" if cell.raises else "ok",
                (said[cell.index],),
                cell.raises,
                source=cell.source,
            )
            for cell in lesson.cells
        )
        key = code_key(lesson)
        place.store.put(LessonOutputs(lesson.docname, key, "f", "", 1.0, cells, ENVIRONMENT))
    assert place.render().diagnostics == ()
    return place


@pytest.mark.site
def test_a_page_is_a_notebook_with_outputs(shelf: Place) -> None:
    found = nbformat.reads(shelf.page("en/deep/things.ipynb"), 4)
    nbformat.validate(found)
    assert (found.nbformat, found.nbformat_minor) == (4, 5)
    code = [cell for cell in found.cells if cell.cell_type == "code"]
    text = [cell.source for cell in found.cells if cell.cell_type == "markdown"]
    assert [cell.id for cell in code] == ["code-1", "code-2", "code-3", "code-4"]
    assert code[0].outputs[0].text == "width: 7\n"
    assert code[2].metadata.jupyter.source_hidden
    assert "raises-exception" in code[3].metadata.tags, "so that Jupyter goes on"
    assert text[0].startswith("# Things\n\n")
    assert text[1].startswith("## A list\n\n")
    assert not any(RAW.search(source) for source in text)


@pytest.mark.site
def test_a_page_is_plain_markdown(shelf: Place) -> None:
    page = shelf.page("en/deep/things.md")
    assert not RAW.search(page)
    for wanted in (
        r"A 2 \* 3 board, **bold**, *slanted*, `code`, $a_b$ and [a list](things.html#",
        "[the start](../index.html) and [elsewhere](https://example.org/a_b).",
        "> **Note**\n>\n> Glue dries *slowly*:\n>\n> - first\n> - second",
        "> **Own title**\n>\n> With `code`.",
        "$$\na = b\n$$",
        "\\begin{align}\nc &= d\n\\end{align}",
        "- one\n\n  more of one\n- two\n  1. inside\n  2. again",
        "| a | b `\\|` |\n|---|---|\n| 1 | **2** |",
        "![A plank](../_images/plank.svg)\n\nThe caption.",
        '```python\nshown = "not run"\n```',
        '```python\nprint("width: 7")\n```\n\n```text\nwidth: 7\n```\n\nThe board is 7 wide.',
        "> Somebody said so.",
        "**Exercise 1. Measure `it`**\n\nHow wide is it?\n\n> **Hint**\n>\n> Look.\n\n```python",
        "**Solution**",
        "````text\nsolved ```\n````",
        "```text\nValueError: no\n```",
        "At the foot.",
    ):
        assert wanted in page, page


@pytest.mark.site
def test_what_markdown_has_no_words_for_is_said_with_what_it_has(shelf: Place) -> None:
    page = shelf.page("en/deep/more.md")
    assert not RAW.search(page)
    assert re.search(r"\[`?the plan`?\]\(\.\./_downloads/\w+/plank\.svg\)", page)
    for wanted in (
        "Press ESC (escape) and",
        "\n1986\\. It began.",
        "| oak | • hard<br />• dark |\n| pine | `x = 1`<br />`y = 2` |",
        "| a | b |\n|---|---|\n| c | d |\n|  | e |\n| f |  |",
        "one line<br />\nanother",
        "- **Width**: 7",
        "- `-q`: be quiet",
        "> Measure twice.\n>\n> — A carpenter",
        "> `glue(wood, slowly=True)`\n>\n> Glues.",
        "## Further reading\n\n- [Things",
        r"[Where `more` \[wood\] is](https://example.org/wood)",
        "](https://example.org/glue)\n- [Chairs](https://example.org/chairs), and how they *stand*",
    ):
        assert wanted in page, page


@pytest.mark.site
def test_links_to_read_on_are_the_last_section_of_a_page(shelf: Place) -> None:
    page = shelf.page("en/deep/more.html")
    section = page[page.index('id="further-reading-deep-more"') :]
    links = re.findall(
        r'<a class="reference [^"]*" href="([^"]+)"', section[: section.index("</ul>")]
    )
    assert links == [
        "things.html",
        "https://example.org/wood",
        "../index.html",
        "https://example.org/glue",
        "https://example.org/chairs",
    ]


@pytest.mark.site
def test_links_are_whole_where_the_site_has_an_address(shelf: Place) -> None:
    shelf.edit(
        "lessons_en/index.md", "# Shelf", "---\nsite_url: https://s.example/x/\n---\n# Shelf"
    )
    assert shelf.render().diagnostics == ()
    page = shelf.page("en/deep/things.md")
    assert "[the start](https://s.example/x/en/index.html)" in page
    assert "![A plank](https://s.example/x/en/_images/plank.svg)" in page
