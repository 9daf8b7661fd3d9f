"""Ids that blocks have in common in every language, and the script that holds a page's blocks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from docutils import nodes
from docutils.core import publish_doctree

from scripts.render.blocks import blocks_of, name_blocks, script_name, script_of
from tests.test_render_site import Place


def ids(html: str) -> list[str]:
    return re.findall(r'\bid="(b-[^"]+)"', html)


def parsed(markdown: str) -> list[str]:
    """Give the ids of the blocks of a page in reStructuredText, as docutils reads it."""
    document = publish_doctree(markdown)
    name_blocks(document)
    return [
        one for node in document.findall(nodes.Element) for one in node["ids"] if one[:2] == "b-"
    ]


def test_blocks_of_a_page() -> None:
    body = (
        '<section id="x"><h2 id="b-x-h1">Salt<a class="headerlink" href="#x">#</a></h2>'
        '<ul><li><p id="b-x-i1">one <a href="y.html">y</a><button type="button">?</button></p></li>'
        '</ul><table class="t" id="b-x-t1"><tr><td id="z">1</td></tr></table><p>outputs</p>'
        '<div class="formula block" id="b-x-m1"><math><mtext>for all</mtext></math></div>'
        '<div class="cell" id="b-cell.1"></div></section>'
    )
    assert blocks_of(body) == {
        "b-x-h1": "Salt",
        "b-x-i1": 'one <a href="y.html">y</a>',
        "b-x-t1": '<table class="t"><tr><td>1</td></tr></table>',
        "b-x-m1": '<div class="formula block"><math><mtext>for all</mtext></math></div>',
    }


def test_one_part_more_shifts_only_its_own_kind() -> None:
    """A list that is longer by one item, a note and a quotation leave paragraphs alone."""
    short = "A\n\n- one\n\nB\n\nC\n"
    long = "A\n\n- one\n- two\n\n.. note:: N\n\nB\n\n    Q\n\nC\n"
    kept = parsed(short)
    assert kept == [f"b-section.0-{name}" for name in ("p1", "i1", "p2", "p3")]
    added = [f"b-section.0-{name}" for name in ("i2", "n1", "q1")]
    assert sorted(parsed(long)) == sorted([*kept, *added])


def test_a_formula_is_a_block_where_words_stand_in_it() -> None:
    found = parsed(".. math:: x^2\n\nA\n\n.. math:: x \\quad \\text{for all } x\n")
    assert found == ["b-section.0-p1", "b-section.0-m1"]
    assert parsed(".. math:: x \\text{ } 1 \\text{, }\n") == []


def test_a_block_with_an_id_of_its_own_has_both() -> None:
    found = parsed(".. _mine:\n\nA\n\n.. _other:\n\n= =\n1 2\n= =\n")
    assert found == ["b-section.0-p1", "b-section.0-t1"]


def test_the_script_is_plain_json_in_one_call() -> None:
    script = script_of({"b-a-p1": "가</script>"})
    data = json.loads(script.removeprefix("sideBySide.blocks(").removesuffix(");\n"))
    assert data == {"b-a-p1": "가</script>"}
    assert script_name("../en/a/b.html") == "../en/a/b.blocks.js"


@pytest.mark.site
def test_pages_of_both_languages_have_the_same_blocks(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.execute()
    assert place.render().diagnostics == ()
    for name in ("salt", "index"):
        korean, english = (place.page(f"{tag}/{name}.html") for tag in ("ko", "en"))
        found = ids(korean)
        assert found and found == ids(english)
        assert len(found) == len(set(found)) and ("b-cell.1" in found) == (name == "salt")
        script = (place.site / "ko" / f"{name}.blocks.js").read_bytes().decode("utf-8")
        blocks = json.loads(script.removeprefix("sideBySide.blocks(").removesuffix(");\n"))
        assert list(blocks) == [one for one in found if not one.startswith("b-cell")]
        assert f'data-source="../en/{name}.blocks.js"' in korean
    assert 'class="view-toggle"' not in place.page("en/search.html")
