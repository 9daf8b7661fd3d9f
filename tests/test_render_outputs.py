"""How outputs are shown: which form of them, folded where, and fit for a page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.lesson import code_key
from scripts.lesson.reading import read_lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from scripts.render.figure_colours import turns_over
from scripts.render.folding import HEAD, LONG, long_text, traceback_parts
from scripts.render.html_outputs import clean_html
from scripts.render.representations import shown
from tests.shared_press import render_shared

CASES = Path(__file__).parent / "cases" / "render"


def cases(name: str) -> list[Any]:
    found = json.loads((CASES / name).read_bytes())
    return [pytest.param(case, id=case["label"]) for case in found]


@pytest.mark.parametrize("case", cases("html_outputs.json"))
def test_html(case: dict[str, str]) -> None:
    assert clean_html(case["html"]) == case["clean"]


TAGS = ["b", "div", "table", "td", "p", "script", "style", "img", "svg", "a", "h1"]
TAGS += ["iframe", "pre", "details", "br"]
HTML = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *(f"<{tag}>" for tag in TAGS),
                *(f"</{tag}>" for tag in TAGS),
                *('<a href="javascript:x()">', "<b onclick=x()>", '<img src=x onerror="x()">'),
                *(
                    "<!--",
                    "-->",
                    "<![CDATA[",
                    "]]>",
                    "<",
                    ">",
                    "&lt;",
                    "&#27;",
                    "\x1b[0m",
                    '"',
                    "'",
                ),
                *("text", "하", " ", "\n", "<p style='", "color: red", "position: fixed", "url(x)"),
            ]
        )
    ),
    max_size=12,
).map("".join)


class Balance(HTMLParser):
    """Notes what is open and what could do something."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.bad: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style", "iframe", "svg"}:
            self.bad.append(tag)
        for name, value in attrs:
            if name.startswith("on") or re.search("script:|fixed|url", value or ""):
                self.bad.append(name)
        if tag not in {"br", "img"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.bad.append(f"/{tag}")


@given(HTML)
def test_any_html_becomes_closed_and_harmless(text: str) -> None:
    cleaned = clean_html(text)
    found = Balance(cleaned)
    assert not found.bad and not found.open
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", cleaned)
    assert clean_html(cleaned) == cleaned


@pytest.mark.parametrize("case", cases("shown.json"))
def test_one_form_is_shown(case: dict[str, Any]) -> None:
    output = {"output_type": "display_data", "data": case["data"], "metadata": {}}
    assert shown(output)["data"] == case["shown"]


def test_the_size_of_a_figure_goes_with_it() -> None:
    size = {"width": 3}
    data = {"text/plain": "<Figure>", "image/png": "AA"}
    output = {"output_type": "display_data", "data": data, "metadata": {"image/png": size}}
    assert shown(output)["metadata"] == {"image/png": size}
    assert shown({"output_type": "stream", "name": "stdout", "text": "a"})["text"] == "a"


@pytest.mark.parametrize(("lines", "parts"), [(1, 1), (LONG, 1), (LONG + 1, 2), (999, 2)])
def test_only_what_is_long_is_folded(lines: int, parts: int) -> None:
    text = "".join(f"{number}\n" for number in range(lines))
    found = long_text(text)
    assert len(found) == parts
    assert "\n".join(part.text for part in found).rstrip("\n") == text.rstrip("\n")
    assert sum(part.folded for part in found) == (lines - HEAD if parts == 2 else 0)


FRAMES = st.lists(
    st.sampled_from(
        [
            "-----",
            "E            Traceback (most recent call last)",
            "Cell In[2], line 1\n----> 1 f()\n      2 g()\n",
            "    [... skipping hidden 3 frame]\n",
            "File jax/core.py:7, in f(x)\n      6 a\n----> 7 b\n     (...)\n",
            "File jax/core.py:7\n",
            "E: message\n\nwith lines\n  of its own",
        ]
    ),
    max_size=8,
)


@given(FRAMES)
def test_folding_a_traceback_loses_no_line(frames: list[str]) -> None:
    text = "\n".join(frames)
    parts = traceback_parts(text)
    lines = [line for part in parts for line in part.text.split("\n") if line]
    assert lines == [line for line in text.split("\n") if line]
    for part in parts:
        assert ("File " in part.text) == bool(part.folded)
        assert not (part.folded and "Cell In" in part.text)


@pytest.mark.parametrize(
    ("svg", "expected"),
    [
        ('<g style="fill: #ffffff"/><path style="stroke: #1f77b4; stroke-width: 2"/>', True),
        ('<path style="stroke: #440154"/>', False),
        ('<path fill="red"/>', False),
        ('<path style="fill: #000"/><image href="data:"/>', False),
        ('<path clip-path="url(#a)" style="fill: none; stroke: #000000"/>', True),
        ('<linearGradient id="a"/>', False),
        ('<path style="fill: #808080"/>', True),
        ('<path style="fill: #eeeeee"/>', False),
        ('<path style="fill: #gggggg"/>', False),
    ],
)
def test_only_plots_in_usual_colours_are_turned_over(svg: str, expected: bool) -> None:
    assert turns_over(svg) == expected


SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path style="fill: none; stroke: #000000"/></svg>'
PAGE = "# {}\n\n" + "```{{code-cell}}\n{}\n```\n\n" * 4


QUOTE = "\n여기서 {output}`a:sum:.1f`배, and `code`.\n"


def stream(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


def displayed(**data: str) -> dict[str, Any]:
    forms = {mime.replace("_", "/"): value for mime, value in data.items()}
    return {"output_type": "display_data", "data": forms, "metadata": {}}


@pytest.mark.site
def test_outputs_on_a_page(tmp_path: Path) -> None:
    for tag in ("ko", "en"):
        folder = tmp_path / f"lessons_{tag}"
        folder.mkdir()
        page = (
            PAGE.format("A", "a", "b", ":alt: A line\nc", ":tags: [hide-output]\n:label: a\nd")
            + QUOTE
        )
        (folder / "a.md").write_bytes(page.encode())
    lessons = read_lessons(tmp_path)
    store = OutputStore(tmp_path / "store")
    traceback = ["Cell In[2], line 1\n----> 1 b\n", "File jax/core.py:7, in f()\n      7 g\n", "E"]
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": traceback}
    figure = displayed(**{"image_svg+xml": SVG, "text_plain": "<Figure>"})
    table = displayed(text_html="<table onclick='x()'><td>7", text_plain="<T>")
    cells: tuple[CellOutputs, ...] = (
        CellOutputs("ok", (stream("line\n" * 100), table)),
        CellOutputs("error", (error,), "E"),
        CellOutputs("ok", (figure,), None, 7.4, peak_memory=2_900_000_000),
        CellOutputs("ok", (stream("hidden sum 2.55"),)),
    )
    ran = lessons.items[0]
    cells = tuple(
        replace(one, source=cell.source) for one, cell in zip(cells, ran.cells, strict=True)
    )
    store.put(LessonOutputs("a", code_key(ran), "f", "", 1.0, cells))
    store.select("f", {})
    rendering = render_shared(lessons, store, out=tmp_path / "site", work=tmp_path / "work")
    assert not rendering.diagnostics
    pages = [(tmp_path / "site" / tag / "a.html").read_text("utf-8") for tag in ("ko", "en")]
    for html, words in zip(
        pages,
        (
            ["나머지 85줄 보기", "프레임 1개", "7초쯤", "3 GB쯤", "숨긴 내용 보기"],
            [
                "Show 85 more lines",
                "libraries: 1<",
                "about 7 s",
                "about 3 GB",
                "Show what is hidden",
            ],
        ),
        strict=True,
    ):
        assert all(word in html for word in words)
        assert html.count('<details class="folded-output">') == 2
        assert '<div class="output text_html"><table><td>7</td></table></div>' in html
        assert re.search(r'<img alt="A line" class="[^"]*turns-over[^"]*" src="[^"]+\.svg"', html)
        assert "Show code cell" not in html
        assert '여기서 <span class="quoted-output">2.5</span>배' in html
