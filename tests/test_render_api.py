"""Names as links in code and prose, notes on them, and their page: a small site about a sundial."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from scripts.inventory import documented
from scripts.lesson.reading import read_lessons
from scripts.outputs import OutputStore
from scripts.render import signatures
from scripts.render.api_links import lines, linked
from tests.conftest import SITES
from tests.shared_press import render_shared
from tests.test_render_site import Place

LINKED = json.loads((Path(__file__).parent / "cases" / "render" / "api_links.json").read_bytes())
FACTS = {
    "jax.numpy.tan": ["tan(x, /)", "Tangent & <more>."],
    "jax.jit": ["jit(fun)", "Compiles."],
    "jax.lax.cond": ["cond(pred)", ""],
}


@pytest.mark.parametrize("case", LINKED, ids=[case["label"] for case in LINKED])
def test_links_are_put_into_highlighted_code(case: dict[str, Any]) -> None:
    html = linked(case["html"], case["text"], [(*use, "<a>") for use in case["uses"]])
    assert html == case["expected"]


def test_lines_of_our_own_are_on_documented_names() -> None:
    names = list(lines("ko"))
    assert names == sorted(names) and len(names) >= 40
    assert [name for name in names if documented(name) is None] == []


class Sundial(Place):
    """The site, with what "JAX" says of its names in a file."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(folder, SITES / "sundial")
        facts = folder / "facts.json"
        facts.write_bytes(json.dumps(FACTS).encode())
        monkeypatch.setattr("scripts.render.Asking.answer", lambda asking: facts)
        self.execute()


def in_code(html: str) -> list[tuple[str, str]]:
    """Give the links in code: what links, and the name that it leads to."""
    blocks = re.findall(r'<div class="highlight">.*?</div>', html, re.DOTALL)
    pattern = r'<a class="api-link" href="([^"]*)"[^>]*>(.*?)</a>'
    found = re.findall(pattern, "".join(blocks), re.DOTALL)
    return [(text_of(inside), href.rpartition("#")[2]) for href, inside in found]


def in_prose(html: str) -> list[tuple[str, str]]:
    pattern = r'<span class="api-name"><a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>'
    return [(text_of(code), href.rpartition("#")[2]) for href, code in re.findall(pattern, html)]


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


IN_CODE = [
    ("jax.numpy", "module-jax.numpy"),
    ("lax", "module-jax.lax"),
    ("jax.jit", "jax.jit"),
    ("jnp.tan", "jax.numpy.tan"),
    ("jnp.inf", "jax.numpy.inf"),
    ("jnp.round", "jax.numpy.round"),
    ("jax.vmap", "jax.vmap"),
    ("jnp.arange", "jax.numpy.arange"),
    ("lax.scan", "jax.lax.scan"),
    ("jax.lax.cond", "jax.lax.cond"),
    ("jnp.cos", "jax.numpy.cos"),
    ("jax.grad", "jax.grad"),
    ("jnp.max", "jax.numpy.max"),
    ("jax.vmap", "jax.vmap"),
    ("jnp.array", "jax.numpy.array"),
]


@pytest.mark.site
def test_a_site_links_names_and_stays_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Sundial(tmp_path, monkeypatch)
    assert place.render().diagnostics == ()
    english, korean = place.page("en/shadow.html"), place.page("ko/shadow.html")
    shown = [link for link in IN_CODE if documented(link[1].removeprefix("module-"))]
    assert in_code(english) == in_code(korean) == shown

    # Code reads, and is copied, as it was written.
    sources = [cell.source for cell in read_lessons(place.root).items[-1].cells]
    assert "# 그림자 jax.jit" in sources[0]
    blocks = [text_of(pre) for pre in re.findall(r"<pre>(.*?)</pre>", korean, re.DOTALL)]
    assert [source for source in sources if f"{source}\n" not in blocks] == []

    # The tabulator stops at a name once.
    stops = re.findall(r'<a class="api-link" href="[^"]*#([^"]*)"([^>]*)>', korean)
    first = [name for name, rest in stops if "tabindex" not in rest]
    assert sorted(first) == sorted(set(first))
    assert sum(name == "jax.vmap" for name, _ in stops) == 2

    # In prose: once a section, in no title and no link, particles joined.
    assert in_prose(english) == [
        ("jnp.tan(height)", "jax.numpy.tan"),
        ("jax.grad", "jax.grad"),
        ("@jax.jit", "jax.jit"),
        ("jnp.tan", "jax.numpy.tan"),
        ("jnp.max", "jax.numpy.max"),
    ]
    assert [name for _, name in in_prose(korean)] == [name for _, name in in_prose(english)]
    assert in_prose(place.page("en/notes/noon.html")) == [
        ("np.sin", "jax.numpy.sin"),
        ("np.cos", "jax.numpy.cos"),
    ]
    assert in_prose(place.page("ko/index.html")) == [("jnp.tan", "jax.numpy.tan")]
    button = r'</a>(<button type="button" popovertarget="api-note-[\w.]*" [^>]*></button>)?</span>'
    assert re.search(rf"<span[^>]*>jnp.tan</span></code>{button}을 씁니다", korean)

    # Notes: in Korean where we have a line, else what JAX says.
    assert '<div id="api-note-jax.jit" class="api-note" popover' in korean
    assert lines("ko")["jax.jit"] in korean
    assert '<p lang="en">Tangent &amp; &lt;more&gt;.</p>' in korean
    assert "<p>Tangent &amp; &lt;more&gt;.</p>" in english
    assert 'popovertarget="api-note-jax.numpy.max"' in korean, "no fact, but a line"
    # A link that its author wrote tells the same; it is one link.
    written = re.findall(r'<span class="api-name"><a[^>]*jax.grad"[^>]*>.*?</a><button', korean)
    assert len(written) == 1 and 'data-note="api-note-jax.grad"' in written[0]
    assert 'popovertarget="api-note-jax.numpy.max"' not in english
    # What is downloaded is what was written.
    plain = place.page("en/shadow.md")
    assert "`jnp.tan(height)` gives" in plain and "api-" not in plain

    # The page of all names.
    api = place.page("ko/api.html")
    assert '<dt id="api-jax.vmap">' in api and "<h2>JAX</h2>" in api
    assert '<a href="shadow.html#b-cell.2" aria-label="그림자, 코드 셀 2">2</a>' in api
    assert '<a href="notes/noon.html">정오</a>' in api
    assert 'id="b-cell.2"' in korean
    assert 'href="api.html"' in place.page("ko/index.html")
    assert '<a href="../en/api.html"' in api or 'href="../en/api.html"' in api
    index = place.page("en/searchindex.js")
    assert '"api"' in index and re.search(r'"clos":\[?\d', index) is None
    assert re.search(r'"vmap":\[?\d', index), index

    # The same after a build of nothing, and after an edit of another page that
    # brings a name and takes the last use of one away.
    before = place.tree()
    assert place.render().diagnostics == ()
    assert place.tree() == before
    for name in ("lessons_en/notes/noon.md", "lessons_ko/notes/noon.md"):
        place.edit(name, "JAX", "XLA, JAX")
        place.edit(name, "np.sin(np", "np.cosh(np")
    place.execute()
    assert place.render().diagnostics == ()
    kept = place.tree()
    assert in_code(place.page("en/shadow.html")) == shown
    assert place.render(fresh=True).diagnostics == ()
    assert place.tree() == kept
    assert "jax.numpy.cosh" in place.page("en/api.html")
    assert "jax.numpy.cosh" in place.page("ko/api.html")
    assert "jax.numpy.sin" not in place.page("en/api.html")


@pytest.mark.site
def test_links_are_the_same_however_sphinx_is_run(tmp_path: Path) -> None:
    place = Place(tmp_path, SITES / "sundial")
    page = place.root / "lessons_en" / "shadow.md"
    # Sphinx reads in parallel from six pages on.
    for number in range(5):
        page.with_name(f"shadow-{number}.md").write_bytes(page.read_bytes())
    place.execute()

    def links(folder: str, *options: str) -> list[tuple[str, str]]:
        settings = {
            "language": "en",
            "naranhi_store": place.store.folder,
            "naranhi_fingerprint": "f",
        }
        words = [word for key, value in settings.items() for word in ("-D", f"{key}={value}")]
        sphinx = [sys.executable, "-m", "sphinx", "-q", "-c", str(SITES.parent.parent), *words]
        out = tmp_path / folder
        subprocess.run([*sphinx, *options, str(page.parent), str(out)], check=True)
        pages = sorted(out.rglob("*.html"))
        return [link for one in pages for link in in_code(one.read_bytes().decode("utf-8"))]

    once = links("once")
    assert len(once) > 60
    assert links("once", "-a") == once
    assert links("twice", "-j", "2") == once


@pytest.mark.site
def test_a_site_without_names_has_no_page_of_them(tmp_path: Path) -> None:
    root = tmp_path / "root" / "lessons_en"
    root.mkdir(parents=True)
    (root / "a.md").write_bytes(b"# A\n\n`jit` and `grad` of a loom.\n")
    rendering = render_shared(
        read_lessons(root.parent), OutputStore(tmp_path / "s"), out=tmp_path / "o",
        work=tmp_path / "w",
    )  # fmt: skip
    assert rendering.diagnostics == ()
    assert "api-link" not in (tmp_path / "o" / "en" / "a.html").read_bytes().decode()
    assert not (tmp_path / "o" / "en" / "api.html").exists()


def test_asking_that_is_interrupted_ends_where_it_is_left_twice(tmp_path: Path) -> None:
    with (
        pytest.raises(KeyboardInterrupt),
        signatures.Asking(tmp_path, ["jax.numpy.where"]) as asking,
        asking,
    ):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


@pytest.mark.site
def test_the_installed_jax_is_asked_once(tmp_path: Path) -> None:
    def ask(*texts: str) -> Path | None:
        with signatures.Asking(tmp_path, texts) as asking:
            return asking.answer()

    path = ask("import jax; jax.jit", "from jax import numpy", "where")
    assert path is not None
    facts = signatures.facts(path)
    assert facts["jax.numpy.where"].signature.startswith("where(condition, x=None, y=None")
    assert facts["jax.jit"].sentence.endswith(".")
    assert not re.search(rb" at 0x|<function", path.read_bytes())
    os.utime(path, (0, 0))
    assert ask("jax numpy where jit") == path and path.stat().st_mtime == 0
    # Of names that are known nobody is asked again, nor is anything kept that is not wanted.
    more = ask("jax numpy where")
    assert more is not None and set(signatures.facts(more)) < set(facts)
    assert list(tmp_path.iterdir()) == [more]
    assert ask() is None
