"""Words in doubt on real pages: marked where they are text, and nowhere else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from scripts.doubts import Doubt, around, decisions_path
from scripts.languages import KOREAN
from scripts.lesson import Lesson, sources_hash
from scripts.lesson.reading import parse_lesson, read_lessons
from scripts.render.doubts import open_doubts, with_marks
from scripts.render.fonts import TEXT_FONT
from tests.test_render_site import Page, Place

CASES = json.loads((Path(__file__).parent / "cases" / "render" / "doubts.json").read_bytes())
MARK = re.compile("[\U00100000-\U0010fffd]")


def doubts_in(text: str) -> tuple[str, tuple[Doubt, ...]]:
    """Give a text without its brackets, and doubts about what they enclosed."""
    pieces = re.split("[⟦⟧]", text)
    bare = "".join(pieces)
    doubts = []
    at = 0
    for number, piece in enumerate(pieces):
        if number % 2:
            before, after = around(bare, at, at + len(piece))
            doubts.append(Doubt(before, piece, after, 1, ((piece, 0.9), ("겹", 0.1))))
        at += len(piece)
    return bare, tuple(doubts)


def lesson_of(text: str) -> Lesson:
    bare, doubts = doubts_in(text)
    lesson = parse_lesson(bare.encode(), path=Path("a.md"), docname="a", language=KOREAN)
    return replace(lesson, doubts=doubts)


def parser() -> MarkdownIt:
    extensions = {"amsmath", "colon_fence", "dollarmath"}
    return create_md_parser(MdParserConfig(enable_extensions=extensions), RendererHTML)


@pytest.mark.parametrize("case", CASES["marked"], ids=lambda case: case["label"])
def test_only_text_is_marked(case: dict[str, str]) -> None:
    lesson = lesson_of(case["text"])
    marked = with_marks(lesson, open_doubts(lesson), parser())
    assert MARK.sub("", marked) == lesson.text
    wanted = case["marked"].split()
    found = [marked[: match.start()].split("\n")[-1] for match in MARK.finditer(marked)]
    assert [MARK.sub("", line)[-1] for line in found] == wanted


PIECES = [
    *("물을", "[물을]", "(b)", "`물을`", "**", "*", "_", "$", "<b>", "](c)", "![", "\n", "\n\n"),
    *("# ", "- ", "> ", "```\n", "```{note}\n", ":::{tip}\n", ":::\n", "|", "[^물]", ": ", "% "),
]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_marks_change_nothing_but_text(text: str) -> None:
    places = [match.start() for match in re.finditer("을", text)]
    doubts = tuple(
        Doubt(*around(text, at, at + 1)[:1], "을", around(text, at, at + 1)[1], 1, (("을", 1.0),))
        for at in places
    )
    lesson = parse_lesson(text.encode(), path=Path("a.md"), docname="a", language=KOREAN)
    lesson = replace(lesson, doubts=doubts)
    marked = with_marks(lesson, open_doubts(lesson), parser())
    assert MARK.sub("", marked) == lesson.text
    if text.endswith("\n"):
        assert lesson.text == text
    assert MARK.sub("", parser().render(marked)) == parser().render(lesson.text)


def test_a_lesson_that_has_such_characters_itself_is_left_alone() -> None:
    lesson = lesson_of("# 빵\n\n물⟦을⟧ 넣고 \U00100007\n")
    assert with_marks(lesson, open_doubts(lesson), parser()) == lesson.text


# Real builds

LESSON_KO = """\
---
title: 반죽의 온도
---

(dough)=
# 반죽⟦의⟧ 온도

물⟦을⟧ 넣⟦고⟧, **반죽(dough)⟦은⟧** 잠깐 쉬게 *둡⟦니⟧다*. [소금⟦을⟧ 다룬 레슨](salt.md)도 있고 \
[열](#dough-heat)도 있습니다. `값⟦을⟧`은 그대로 둡니다.

(dough-heat)=
## 열⟦이⟧ 하는 일

| 이름⟦은⟧ | 온도 |
|---|---|
| 화⟦덕⟧ | 250 |

- 차례⟦를⟧ 지키세요.

```{admonition} 알⟦아⟧ 두기
온도계⟦가⟧ 있으면 좋습니다.
```

```python
x = 1  # 값⟦을⟧ 넣습니다
```

[](#dough-heat) ![그림⟦을⟧ 보세요](loaf.png)
"""

LESSON_EN = """\
---
title: The temperature of dough
---

(dough)=
# The temperature of dough

By Zo⟦ë⟧ Baker. See [](#dough-heat).

(dough-heat)=
## What heat does

| name | value |
|---|---|
| oven | 250 |

- Keep the order.

```{hint}
A thermometer helps.
```

```python
x = 1
```

![A loaf](loaf.png)
"""


def put(root: Path, name: str, text: str) -> None:
    bare, doubts = doubts_in(text)
    path = root / name
    path.write_bytes(bare.encode())
    (path.parent / "loaf.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    lines = [
        {
            "before": doubt.before,
            "damaged": doubt.text,
            "after": doubt.after,
            "occurrence": 1,
            "candidates": [[doubt.text, 0.9], ["겹", 0.08], ["곁", 0.02]],
        }
        for doubt in doubts
    ]
    data = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    decisions_path(path).write_bytes(data.encode())


@pytest.fixture(scope="module")
def doubtful(tmp_path_factory: pytest.TempPathFactory) -> Place:
    place = Place(tmp_path_factory.mktemp("doubtful"))
    put(place.root, "lessons_ko/dough.md", LESSON_KO)
    put(place.root, "lessons_en/dough.md", LESSON_EN)
    place.execute()
    rendering = place.render()
    assert rendering.diagnostics == ()
    return place


def marked_words(page: str) -> list[str]:
    return re.findall(r'<span class="doubtful">([^<]*)<', page)


def without_marks(page: str) -> str:
    """Give a page as it would be if nothing on it were in doubt."""
    # What holds a word together stands at other places in one that is in two pieces.
    page = page.replace('<span class="wj"></span>', "")
    page = re.sub(r'\s*<div id="unconfirmed-word-\d+".*?</div>', "", page, flags=re.S)
    page = re.sub(r'<span class="doubtful-sign"><button[^>]*></button></span>', "", page)
    page = re.sub(r'<span class="doubtful">([^<]*)(<button[^>]*></button>)?</span>', r"\1", page)
    # Tables of contents hold the word in an element that says nothing.
    return re.sub(r"<span>([^<]*)</span>", r"\1", page)


def lines(page: str) -> list[str]:
    return [line for line in page.split("\n") if line.strip()]


@pytest.mark.site
def test_whole_words_are_marked_wherever_there_is_text(doubtful: Place) -> None:
    page = doubtful.page("ko/dough.html")
    assert marked_words(page) == [
        *("반죽의", "물을", "넣고", "반죽(dough)은", "둡니다", "소금을", "열이", "이름은", "화덕"),
        *("차례를", "알아", "온도계가"),
    ]
    assert marked_words(doubtful.page("en/dough.html")) == ["Zoë"]
    assert not MARK.search("".join(doubtful.page(f"{tag}/dough.html") for tag in ("ko", "en")))


@pytest.mark.site
def test_each_word_has_a_button_and_a_note_in_the_pages_language(doubtful: Place) -> None:
    html = doubtful.page("ko/dough.html")
    page = Page(html)
    buttons = [button for button in page.all("button") if "popovertarget" in button]
    notes = page.all("div", class_="doubt-note")
    assert [button["popovertarget"] for button in buttons] == [note["id"] for note in notes]
    assert [button["aria-describedby"] for button in buttons] == [note["id"] for note in notes]
    assert all("popover" in note for note in notes)
    assert buttons[0]["aria-label"] == "반죽의: 확인되지 않은 낱말"
    assert html.index("doubt-note") > html.index("</main>"), "search shows what is in main"
    note = html[html.index('id="unconfirmed-word-2"') :].partition("</div>")[0]
    assert "아직 아무도 확인하지 않았습니다." in note
    assert re.findall(r"<strong>(.*)</strong>", note) == ["물을"]
    assert re.findall(r"<li>(.*)</li>", note) == ["물겹", "물곁"]
    english = doubtful.page("en/dough.html")
    assert "Nobody has confirmed it yet." in english
    assert re.findall(r'aria-label="(Zoë:[^"]*)"', english) == ["Zoë: not confirmed"]


@pytest.mark.site
def test_in_a_link_only_the_link_can_be_clicked(doubtful: Place) -> None:
    page = doubtful.page("ko/dough.html")
    link = re.search(r'<a class="reference internal" href="salt.html">.*?</a>(\S*?)<span', page)
    assert link is not None
    assert "<button" not in link[0]
    assert page[link.end() :].startswith(' class="doubtful-sign"><button')
    assert link[1] == "도", "the sign stands behind the particle"


def shown(html: str) -> list[str]:
    # An address tells what is there; what that is, is compared for itself.
    return lines(re.sub(r"\?v=[0-9a-f]{8}", "", without_marks(html)))


@pytest.mark.site
def test_nothing_else_on_the_site_changes(doubtful: Place, tmp_path: Path) -> None:
    plain = Place(tmp_path, source=doubtful.root)
    for tag in ("ko", "en"):
        decisions_path(plain.root / f"lessons_{tag}" / "dough.md").unlink()
    plain.execute()
    assert plain.render().diagnostics == ()
    before, after = plain.tree(), doubtful.tree()
    assert before.keys() == after.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert {"ko/dough.html", "en/dough.html"} <= changed
    # The font is cut to what is shown, and a note shows more; the style names it by what it holds.
    for name in changed - {"build.json", TEXT_FONT}:
        html = after[name].decode()
        assert name.endswith((".html", ".blocks.js", "_static/site.css")), name
        assert not name.endswith(".js") or "<button" not in html, name
        assert shown(html) == shown(before[name].decode()), name
    assert "doubt" not in plain.page("ko/dough.html")
    assert "<title>반죽의 온도 &#8212; " in doubtful.page("ko/dough.html")


@pytest.mark.site
def test_a_mark_goes_when_its_word_is_decided_or_edited(doubtful: Place) -> None:
    kept = decisions_path(doubtful.root / "lessons_ko" / "dough.md")
    words = marked_words(doubtful.page("ko/dough.html"))
    hashes = {sources_hash(read_lessons(doubtful.root))}

    entries = [json.loads(line) for line in kept.read_bytes().decode().splitlines()]
    accepted = next(e for e in entries if e["damaged"] == "고")
    accepted["text"] = "고"
    kept.write_bytes("".join(json.dumps(e) + "\n" for e in entries).encode())
    said: list[str] = []
    assert doubtful.render(said).diagnostics == ()
    # The word is on a page of one language; what waits for a decision is counted in both.
    assert said == ["rendering ko", "rendering en"]
    words.remove("넣고")
    assert marked_words(doubtful.page("ko/dough.html")) == words
    hashes.add(sources_hash(read_lessons(doubtful.root)))

    doubtful.edit("lessons_ko/dough.md", "차례를 지키세요", "차례대로 하세요")
    doubtful.edit("lessons_ko/dough.md", "# 반죽의 온도", "새 줄입니다.\n\n# 반죽의 온도")
    assert doubtful.render().diagnostics == ()
    words.remove("차례를")
    assert marked_words(doubtful.page("ko/dough.html")) == words
    hashes.add(sources_hash(read_lessons(doubtful.root)))

    kept.unlink()
    assert doubtful.render().diagnostics == ()
    assert marked_words(doubtful.page("ko/dough.html")) == []
    hashes.add(sources_hash(read_lessons(doubtful.root)))
    assert len(hashes) == 4, "a site that is older than its doubts is known by it"
