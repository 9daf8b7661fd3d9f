"""Ids that blocks have in common in every language, and the script that holds a page's blocks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts.render.blocks import blocks_of, script_name, script_of
from tests.test_render_site import Place


def ids(html: str) -> list[str]:
    return re.findall(r'\bid="(b-[^"]+)"', html)


def test_blocks_of_a_page() -> None:
    body = (
        '<section id="x"><h2 id="b-x-h1">Salt<a class="headerlink" href="#x">#</a></h2>'
        '<ul><li><p id="b-x-p1">one <a href="y.html">y</a></p></li></ul>'
        '<table class="t" id="b-x-t1"><tr><td id="z">1</td></tr></table><p>outputs</p></section>'
    )
    assert blocks_of(body) == {
        "b-x-h1": "Salt",
        "b-x-p1": 'one <a href="y.html">y</a>',
        "b-x-t1": "<table><tr><td>1</td></tr></table>",
    }


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
        assert len(found) == len(set(found))
        script = (place.site / "ko" / f"{name}.blocks.js").read_bytes().decode("utf-8")
        blocks = json.loads(script.removeprefix("sideBySide.blocks(").removesuffix(");\n"))
        assert list(blocks) == found
        assert f'data-source="../en/{name}.blocks.js"' in korean
    assert 'class="view-toggle"' not in place.page("en/search.html")
