"""What a site tells search engines, programs and lost readers; versions; one build for all."""

from __future__ import annotations

import io
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from scripts.diagnostic import NaranhiError
from scripts.languages import ENGLISH, KOREAN
from scripts.lesson.reading import read_lessons
from scripts.outputs import OutputStore
from scripts.render import render
from scripts.render.cards import card
from scripts.render.root_files import llms, not_found, robots, sitemap
from scripts.render.root_page import root_page
from scripts.render.site import site_url
from scripts.versions import Version, Versions, versions_path
from tests.shared_press import render_shared

ORCHARD = Path(__file__).parent / "sites" / "orchard"
URL = "https://example.org/orchard"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ORCHARD, tmp_path / "root"))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_bytes().decode("utf-8")
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode("utf-8"))


class Head(HTMLParser):
    """The links and the meta elements of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str, str]] = []
        self.meta: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "link" and found.get("rel") in {"alternate", "canonical"}:
            self.links.append((found["rel"], found.get("hreflang", ""), found["href"]))
        if tag == "meta" and "content" in found:
            self.meta[found.get("property") or found.get("name") or ""] = found["content"]


@pytest.mark.site
def test_pages_with_an_address_and_without_one(root: Path, tmp_path: Path) -> None:
    def build() -> None:
        store = OutputStore(tmp_path / "store")
        done = render_shared(read_lessons(root), store, out=tmp_path / "site", work=tmp_path / "w")
        assert done.diagnostics == ()

    def page(name: str) -> str:
        return (tmp_path / "site" / name).read_bytes().decode("utf-8")

    build()
    head = Head(page("ko/notes/grafting.html"))
    assert head.links == [("alternate", "en", "../../en/notes/grafting.html")]
    assert (
        head.meta["description"]
        == "대목에 접수를 붙입니다. 대목은 여러 가지입니다. 접수도 그렇고 접수는 코드입니다."
    )
    assert not any(name.startswith("og:") for name in head.meta)
    assert not list((tmp_path / "site").rglob("*.card.png"))
    assert not (tmp_path / "site" / "robots.txt").exists()
    assert re.search(r'<details class="version-list"[^>]* hidden>', page("en/index.html"))
    assert '<p><a href="/ko/index.html">과수원</a></p>' in page("404.html")

    start = page("en/index.html")
    button = '<p class="start-here"><a href="notes/grafting.html">Begin with the first lesson:'
    assert start.index("</h1>") < start.index(button)
    assert '<p class="track-about"' in start and "1 lesson, about 1 min<" in start
    assert '<span class="lesson-summary">Two plants: one</span>' in start
    assert '<span class="lesson-facts">Basic · about 1 min</span>' in start
    # A level that is none of ours is not shown.
    assert '<span class="lesson-facts">약 1분</span>' in page("ko/index.html")

    edit(root / "lessons_en" / "index.md", "# Orchard", f"---\nsite_url: {URL}/\n---\n# Orchard")
    listed = Versions(
        tuple(Version(v, v, f"2026-0{m}-01T00:00:00Z", "h", t) for v, m, t in (
            ("0.9", 1, ("en",)), ("0.10", 2, ("ko", "en")),
        ))
    )  # fmt: skip
    versions_path(root).write_bytes(listed.to_json().encode("utf-8"))
    build()
    place = f"{URL}/{{}}/notes/grafting.html".format
    for tag in ("ko", "en"):
        head = Head(page(f"{tag}/notes/grafting.html"))
        assert head.links == [
            ("canonical", "", place(tag)),
            ("alternate", "ko", place("ko")),
            ("alternate", "en", place("en")),
            ("alternate", "x-default", place("en")),
        ]
        assert head.meta["og:url"] == place(tag)
        picture = head.meta["og:image"]
        assert picture == f"{URL}/{tag}/notes/grafting.card.png"
        data = (tmp_path / "site" / picture.removeprefix(f"{URL}/")).read_bytes()
        assert Image.open(io.BytesIO(data)).size == (1200, 630)
    assert head.meta["og:locale:alternate"] == "ko_KR"
    korean_start = Head(page("ko/index.html"))
    assert ("alternate", "x-default", f"{URL}/") in korean_start.links
    assert korean_start.meta["og:type"] == "website"
    glossary = Head(page("en/glossary.html"))
    assert ("canonical", "", f"{URL}/en/glossary.html") in glossary.links

    links = re.findall(r'<li><a href="([^"]*)">([^<]*)</a> <span>([^<]*)', page("ko/index.html"))
    assert links == [
        ("./../../0.10/ko/index.html", "0.10", "2026-02-01"),
        ("./../../0.9/index.html", "0.9", "2026-01-01"),
    ]
    assert 'href="../../../0.9/en/index.html"' in page("en/notes/grafting.html")
    assert '<a href="/orchard/en/index.html">Orchard</a>' in page("404.html")
    assert page("robots.txt").endswith(f"Sitemap: {URL}/sitemap.xml\n")
    # The banner is there for the script, and shows nothing by itself.
    assert re.search(r'<aside class="version-banner"[^>]* hidden></aside>', page("ko/index.html"))


def test_the_sitemap_names_each_page_with_its_twins(root: Path) -> None:
    (root / "lessons_ko" / "only.md").write_bytes("# 홀로\n".encode())
    text = sitemap(read_lessons(root), (KOREAN, ENGLISH), URL)
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    urls = ElementTree.fromstring(text).findall(f"{space}url")  # noqa: S314 - it is our own
    assert len(urls) == 5
    twins = {
        url.findtext(f"{space}loc"): [link.get("hreflang") for link in url if link.get("href")]
        for url in urls
    }
    assert twins[f"{URL}/ko/notes/grafting.html"] == ["ko", "en"]
    assert twins[f"{URL}/ko/only.html"] == ["ko"]


def test_programs_that_read_text_find_every_page(root: Path) -> None:
    titles = {KOREAN: "과수원", ENGLISH: "Orchard"}
    text = llms(read_lessons(root), titles, plain={"en/notes/grafting.md"}, url=URL)
    assert text.startswith("# 과수원\n\n## 과수원 (Korean)\n")
    assert f"- [접붙이기]({URL}/ko/notes/grafting.html)" in text
    assert f"- [Grafting]({URL}/en/notes/grafting.md)" in text
    assert "(ko/index.html)" in llms(read_lessons(root), titles)
    assert "Disallow" not in robots(URL)


def test_a_page_that_is_not_there_speaks_every_language() -> None:
    page = not_found({KOREAN: "<빵>", ENGLISH: "Bread"})
    assert page.index('<section lang="ko">') < page.index('<section lang="en">')
    assert "페이지를 찾을 수 없습니다" in page and "This page does not exist" in page
    assert "&lt;빵&gt;" in page and "<빵>" not in page
    assert "<script" not in page


def test_the_root_names_whole_addresses_where_they_are_known() -> None:
    page = root_page({KOREAN: "빵"}, url=URL)
    assert f'hreflang="ko" href="{URL}/ko/index.html"' in page
    assert f'hreflang="x-default" href="{URL}/"' in page


def test_an_address_that_is_none_is_named(root: Path) -> None:
    assert site_url(read_lessons(root)) == ""
    edit(root / "lessons_ko" / "index.md", "# 과", "---\nsite_url: example.org\n---\n# 과")
    with pytest.raises(NaranhiError, match=r"index\.md: site_url is 'example\.org'"):
        site_url(read_lessons(root))


def test_a_list_of_versions_that_cannot_be_read_is_named(root: Path, tmp_path: Path) -> None:
    versions_path(root).write_bytes(json.dumps({"versions": [{}]}).encode())
    with pytest.raises(NaranhiError, match=r"versions\.json: cannot be read"):
        render(read_lessons(root), OutputStore(tmp_path / "s"), out=tmp_path / "o", work=tmp_path)


@pytest.mark.parametrize(
    "title", ["추적", "가" * 200, "word " * 60, "", "나란히 둘: a-very-long-word" * 3]
)
def test_a_card_holds_any_title_and_is_the_same_each_time(title: str) -> None:
    data = card(title, above="빵" * 90, below="1/5")
    assert data == card(title, above="빵" * 90, below="1/5")
    assert len(data) < 60_000
