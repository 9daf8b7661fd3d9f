"""Real builds of a small site about bread, its outputs put into the store by hand."""

from __future__ import annotations

import json
import re
import shutil
import zlib
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from scripts.diagnostic import NaranhiError
from scripts.lesson import Cell, code_key
from scripts.lesson.reading import read_lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from scripts.render import Rendering
from scripts.render.line_breaks import JOINER
from tests.shared_press import render_shared

pytestmark = pytest.mark.site

BREAD = Path(__file__).parent / "sites" / "bread"
ENVIRONMENT = {"python": "3.11.7", "jax": "0.10.2", "device": "cpu"}
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)


def outputs_of(cell: Cell, said: str) -> CellOutputs:
    if cell.raises:
        error = {
            "output_type": "error",
            "ename": cell.raises,
            "evalue": "no flour",
            "traceback": ["\x1b[31mCell In[1], line 2\x1b[0m", f"{cell.raises}: don`t ?"],
        }
        return CellOutputs("error", (error,), cell.raises, source=cell.source)
    if "show" in cell.source:
        data = {"image/png": PIXEL, "text/plain": "<Figure>"}
        shown = {"output_type": "display_data", "data": data, "metadata": {}}
        return CellOutputs("ok", (shown,), source=cell.source)
    printed = {"output_type": "stream", "name": "stdout", "text": said}
    return CellOutputs("ok", (printed,), source=cell.source)


class Place:
    """A root with a store of outputs, a work folder and a site, all below one folder."""

    def __init__(self, folder: Path, source: Path = BREAD) -> None:
        self.root = Path(shutil.copytree(source, folder / "bread"))
        self.store = OutputStore(folder / "store")
        self.work = folder / "work"
        self.site = folder / "site"

    def execute(self, said: str = "0.7\n") -> None:
        self.store.select("f", ENVIRONMENT)
        for lesson in read_lessons(self.root).items:
            cells = tuple(outputs_of(cell, said) for cell in lesson.cells)
            key = code_key(lesson)
            self.store.put(LessonOutputs(lesson.docname, key, "f", "", 1.0, cells, ENVIRONMENT))

    def render(self, said: list[str] | None = None, **options: Any) -> Rendering:
        return render_shared(
            read_lessons(self.root),
            self.store,
            out=self.site,
            work=self.work,
            progress=None if said is None else said.append,
            **options,
        )

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.root / name
        text = path.read_bytes().decode("utf-8")
        assert old in text
        path.write_bytes(text.replace(old, new).encode("utf-8"))

    def page(self, name: str) -> str:
        """Give a page without what only keeps words whole."""
        return (self.site / name).read_bytes().decode("utf-8").replace(JOINER, "")

    def tree(self) -> Mapping[str, bytes]:
        files = (path for path in self.site.rglob("*") if path.is_file())
        return {path.relative_to(self.site).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def bread(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A built site; the test that changes it is the last one to use it."""
    place = Place(tmp_path_factory.mktemp("first"))
    place.execute()
    rendering = place.render()
    assert rendering.diagnostics == ()
    assert rendering.pages == 6
    return place


def test_what_decides_how_a_page_looks_comes_first(bread: Place) -> None:
    page = bread.page("ko/hydration.html")
    early = page.index('<script src="_static/early.js?v=')
    assert early < page.index('rel="stylesheet"')
    assert 'data-font="./../fonts/reading-sans.woff2?v=' in page
    assert 'data-blocks="../en/hydration.blocks.js"' in page
    assert "data-blocks" not in bread.page("ko/search.html")
    assert "localStorage" not in page
    assert "@import" not in bread.page("ko/_static/styles/theme.css")


def test_caches_cannot_show_an_old_style_or_font(bread: Place) -> None:
    page = bread.page("ko/hydration.html")
    loaded = re.findall(r'(?:src|href)="([^":]*\.(?:css|js)[^"]*)"', page)
    # A hash for each, of the file as it is in the site.
    for address in loaded:
        name, _, version = address.partition("?v=")
        data = (bread.site / "ko" / name).read_bytes()
        assert version == f"{zlib.crc32(data):08x}", address
    assert any("pydata-sphinx-theme.css" in one for one in loaded)
    (font,) = re.findall(r'data-font="([^"]*)"', page)
    style = bread.page("ko/_static/site.css")
    assert style.count(f'url("../{font.removeprefix("./")}")') == 2


def test_without_script_pages_are_dark_where_the_system_is(bread: Place) -> None:
    assert '<noscript><link rel="stylesheet" href="_static/without-script.css?v=' in bread.page(
        "ko/hydration.html"
    )
    rules = bread.page("ko/_static/without-script.css").partition("prefers-color-scheme: dark")[2]
    assert rules.count("html[data-theme=light] .highlight") > 50
    assert "data-theme=dark" not in rules


class Page(HTMLParser):
    """What a page links to, and what it says."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.append((tag, found))
        if "id" in found:
            self.ids.append(found["id"])

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        return [
            attrs
            for name, attrs in self.tags
            if name == tag and all(attrs.get(k.rstrip("_")) == v for k, v in wanted.items())
        ]


def test_every_link_within_the_site_leads_somewhere(bread: Place) -> None:
    pages = {path: Page(path.read_bytes().decode("utf-8")) for path in bread.site.rglob("*.html")}
    # Three pages, search, progress and three tags in each language, the root, and the page for
    # what is not there.
    assert len(pages) == 18
    for path, page in pages.items():
        for tag, attrs in page.tags:
            target = attrs.get("href") or attrs.get("src") or ""
            assert not re.match(r"(https?:)?//", target), f"{path.name} asks another host: {target}"
            name, _, anchor = target.split("?")[0].partition("#")
            # From the host's root, where a page may be shown at any address.
            begin = bread.site if name.startswith("/") else path.parent
            goal = (begin / name.lstrip("/")).resolve() if name else path
            assert goal.exists(), f"{path.name}: <{tag}> leads to {target}"
            if anchor and goal in pages:
                assert anchor in pages[goal].ids, f"{path.name}: no {anchor} in {name}"
        assert len(page.ids) == len(set(page.ids)), path


def test_nothing_is_asked_of_other_hosts(bread: Place) -> None:
    for name, data in bread.tree().items():
        if name.endswith(".css"):
            assert not re.search(rb"(url\(|@import)\s*[\"']?(https?:)?//", data), name
        if name.endswith(".html"):
            assert b"mathjax@" not in data and b"require.js" not in data


def test_only_the_search_page_loads_the_index(bread: Place) -> None:
    for path in sorted(bread.site.rglob("*.html")):
        loads = b"searchindex.js" in path.read_bytes()
        assert loads == (path.name == "search.html"), path


def test_a_foreign_site_shows_nothing_of_ours(bread: Place) -> None:
    for name, data in bread.tree().items():
        if name.endswith((".html", ".css", ".js")):
            # The button says in plain Korean what it does.
            text = data.decode("utf-8").lower().replace("나란히 보기", "")
            assert not re.search(r"naranhi|나란히|\bjax\b", text), name


def test_the_pages_of_a_lesson_lead_to_each_other(bread: Place) -> None:
    korean, english = Page(bread.page("ko/salt.html")), Page(bread.page("en/salt.html"))
    assert korean.all("html")[0]["lang"] == "ko"
    (link,) = korean.all("a", hreflang="en")
    assert (link["href"], link["lang"], link["rel"]) == ("../en/salt.html", "en", "alternate")
    (link,) = english.all("a", hreflang="ko")
    assert link["href"] == "../ko/salt.html"
    assert korean.all("link", hreflang="en")[0]["href"] == "../en/salt.html"
    assert ">English</a>" in bread.page("ko/salt.html")
    assert ">한국어</a>" in bread.page("en/salt.html")


def test_a_page_holds_text_code_and_outputs(bread: Place) -> None:
    page = bread.page("ko/hydration.html")
    assert "<title>수분율 &#8212; 숫자로 굽는 빵</title>" in page
    assert "<strong>물(water)</strong>은" in page
    assert (
        '<p class="about-lesson">반죽 · 레슨 2개 중 1번째 · 약 1분 · Python 3.11.7에서 실행</p>'
        in page
    )
    assert "<math " in page and 'encoding="application/x-tex">h = w / f</annotation>' in page
    assert '<details class="solution"><summary>풀이 보기</summary>' in page
    assert ">0.7\n" in page
    assert "Lesson 2 of 2 in Dough" in bread.page("en/salt.html")


def test_an_expected_error_is_shown_and_a_figure_described(bread: Place) -> None:
    assert "ZeroDivisionError" in bread.page("en/salt.html")
    assert "\x1b" not in bread.page("en/salt.html")
    (figure,) = Page(bread.page("ko/salt.html")).all("img")
    assert figure["alt"] == "빵 한 덩이를 나타내는 네모"


def test_the_start_page_lists_tracks_and_lessons(bread: Place) -> None:
    page = bread.page("en/index.html")
    assert re.search(r'<h3[^>]*class="track-title rubric"[^>]*>Dough', page)
    assert page.index('href="hydration.html"') < page.index('href="salt.html"')
    assert 'class="lesson-tag reference internal" href="tags/flour.html">flour</a>' in page
    assert "<title>Bread by numbers</title>" in page
    following = Page(bread.page("en/hydration.html"))
    assert following.all("a", class_="right-next")[0]["href"] == "salt.html"


def test_the_site_holds_nothing_that_a_reader_does_not_need(bread: Place) -> None:
    names = bread.tree().keys()
    left = [n for n in names if re.search(r"\.map$|fontawesome\.js|_sources|\.buildinfo", n)]
    assert left == []
    assert not any("jupyter_execute" in name for name in names)


def test_the_build_record_says_what_the_site_was_made_from(bread: Place) -> None:
    record = json.loads(bread.page("build.json"))
    assert record["schema"] == 1
    assert record["languages"] == ["ko", "en"]
    assert (record["pages"], record["lessons"]) == (6, 2)
    assert (record["jax"], record["python"], record["fingerprint"]) == ("0.10.2", "3.11.7", "f")


def test_bytes_depend_on_the_sources_alone(bread: Place, tmp_path: Path) -> None:
    said: list[str] = []
    bread.edit("lessons_en/salt.md", "title: Salt", "title: Sea salt")
    bread.edit("lessons_en/salt.md", "# Salt", "# Sea salt")
    bread.execute("0.71\n")  # the same code, run again with another outcome
    assert bread.render(said).diagnostics == ()
    changed = bread.tree()
    assert said == ["rendering ko", "rendering en"]
    assert b"Sea salt" in changed["en/hydration.html"], "the sidebar of a page that did not change"
    assert b">0.71\n" in changed["ko/hydration.html"]

    elsewhere = Place(tmp_path, source=bread.root)
    elsewhere.execute("0.71\n")
    elsewhere.render(fresh=True)
    assert differing(elsewhere.tree(), changed) == []

    said.clear()
    bread.render(said)
    assert said == [], "nothing changed, so Sphinx did not run"


def differing(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def one_language(folder: Path, name: str, text: str) -> Place:
    """Give a place with one lesson in English and no start page."""
    source = folder / "source"
    (source / "lessons_en").mkdir(parents=True)
    (source / "lessons_en" / name).write_bytes(text.encode("utf-8"))
    place = Place(folder, source)
    place.execute()
    return place


def test_warnings_name_lessons_and_lines_and_leave_the_last_good_site(tmp_path: Path) -> None:
    good = "---\norder: 1\n---\n# Rye\n\nFine.\n"
    place = one_language(tmp_path, "rye.md", good)
    assert place.render().diagnostics == ()
    assert "<title>bread</title>" in place.page("en/index.html"), "named after the folder"
    assert 'href="rye.html"' in place.page("en/index.html")
    assert 'hreflang="ko"' not in place.page("en/rye.html")
    before = place.tree()

    page = (
        "# Rye\n\n[lost](#nowhere)\n\n```{code-cell}\nprint(1)\n```\n\n[](lost.md)\n\n$\\frac{$\n"
    )
    (place.root / "lessons_en" / "rye.md").write_bytes(page.encode("utf-8"))
    place.execute()
    for _ in range(2):  # the second time everything has been read before
        rendering = place.render()
        found = [(str(d.path), d.line, d.rule) for d in rendering.diagnostics]
        assert found == [
            ("lessons_en/rye.md", 3, "myst.xref_missing"),
            ("lessons_en/rye.md", 9, "myst.xref_missing"),
            ("lessons_en/rye.md", 11, "math.tex"),
        ]
        assert rendering.warnings == 3
    assert place.tree() == before


def test_a_crash_of_sphinx_is_an_error_with_the_end_of_its_log(tmp_path: Path) -> None:
    place = one_language(tmp_path, "rye.md", "# Rye\n\n```{code-cell}\n1\n```\n")
    (lesson,) = read_lessons(place.root).items
    broken = CellOutputs("ok", ({"output_type": "stream"},), source="1")
    place.store.put(LessonOutputs("rye", code_key(lesson), "f", "", 1.0, (broken,)))
    with pytest.raises(NaranhiError, match="Sphinx stopped with exit code 2 while it built en"):
        place.render()
    assert not place.site.exists()


def test_a_page_without_a_counterpart_says_so(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.root / "lessons_en" / "salt.md").unlink()
    place.edit("lessons_en/hydration.md", "[the next lesson](salt.md) for [salt](#salt)", "salt")
    place.edit("lessons_ko/index.md", "```{lessons}\n```", "```{toctree}\nhydration\n```")
    place.execute()
    assert place.render().diagnostics == ()
    assert "아직 영어로 된 페이지가 없습니다." in place.page("ko/salt.html")
    (link,) = Page(place.page("ko/salt.html")).all("a", hreflang="en")
    assert link["href"] == "../en/index.html"
    assert Page(place.page("ko/salt.html")).all("link", hreflang="en") == []
