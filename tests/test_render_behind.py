"""What readers see of the sync state: signs at paragraphs that are behind, and the status page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.languages import KOREAN
from scripts.lesson.reading import read_lessons
from scripts.outputs import OutputStore
from scripts.render.standing import notes, rows
from scripts.sync.confirming import confirm
from scripts.sync.starting import draft_state, translation_text
from scripts.sync.state import write_state
from scripts.sync.translation import translations
from tests.shared_press import render_shared

ENGLISH = """\
---
title: Harbors
authors: [Ada <Lo>]
---

(harbors)=
# Harbors

Ships come in.

A second paragraph stays as it is.

- a pier
- a crane

| ship | load |
|---|---|
| one | coal |

> Said by a captain.

:::{note}
Mind the tide.

It turns twice.
:::

(harbors-night)=
## At night

The light \\<script> is on.

1. first
2. last
"""
KOREAN_TEXT = """\
---
title: 항구
---

(harbors)=
# 항구

배가 들어옵니다.

둘째 문단은 그대로입니다.

- 부두
- 기중기

| 배 | 짐 |
|---|---|
| 하나 | 석탄 |

> 선장이 한 말입니다.

:::{note}
물때를 조심하세요.

두 번 바뀝니다.
:::

(harbors-night)=
## 밤

등대의 불이 켜져 있습니다.

1. 처음
2. 끝
"""
EDITS = [
    ("Ships come in", "Boats come in"),
    ("a crane", "two cranes"),
    ("coal", "salt"),
    ("captain", "sailor"),
    ("turns twice", "turns once"),
    ("## At night", "## At dawn"),
    ("The light \\<script>", "The lamp \\<script>"),
    ("2. last", "2. end"),
]
# What stands right behind each sign's block, or in it.
BEHIND = ["배가 들어옵니다", "부두", "배", "선장", "조심", "밤", "등대", "처음"]


def write(root: Path, tag: str, text: str, name: str = "deep/harbors") -> None:
    path = root / f"lessons_{tag}" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


def confirm_all(root: Path, by: str = "Kim & Lee") -> None:
    lessons = read_lessons(root)
    for docname in lessons.docnames:
        for translation in translations(lessons, docname):
            done = confirm(translation, by=by, no_change=translation.state is not None)
            write_state(root, done.state)


def build(folder: Path, *, fresh: bool = False) -> Path:
    name = "fresh" if fresh else "site"
    rendering = render_shared(
        read_lessons(folder / "root"),
        OutputStore(folder / "store"),
        out=folder / name,
        work=folder / f"{name}-work",
    )
    assert rendering.diagnostics == ()
    return folder / name


def files(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }


def page(site: Path, name: str) -> str:
    return (site / name).read_bytes().decode("utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for tag, text, title in (("en", ENGLISH, "Start"), ("ko", KOREAN_TEXT, "시작")):
        write(tmp_path / "root", tag, text)
        write(tmp_path / "root", tag, f"# {title}\n\n```{{lessons}}\n```\n", "index")
    return tmp_path


def test_notes_and_rows_say_what_pages_show(folder: Path) -> None:
    root = folder / "root"
    assert not any(
        progress.tracked for row in rows(read_lessons(root)) for progress in row.progress
    )
    confirm_all(root)
    write(root, "en", ENGLISH.replace("Ships", "Boats").replace("title: Harbors", "title: Ports"))
    lessons = read_lessons(root)
    (translation,) = translations(lessons, "deep/harbors")
    (note,) = notes(translation)
    assert (note.line, [piece.text for piece in note.diff[:2]]) == (8, ["Ships", "Boats"])
    row = next(row for row in rows(lessons) if row.docname == "deep/harbors")
    (progress,) = row.progress
    assert (progress.blocks, progress.translated, progress.behind) == (11, 11, 2)
    assert (row.authors, row.translators, row.reviewers) == (("Ada <Lo>",), ("Kim & Lee",), ())


def test_code_is_nothing_that_is_translated() -> None:
    found = [
        one for row in rows(read_lessons(Path(__file__).parent.parent)) for one in row.progress
    ]
    assert [one.translated for one in found] == [one.blocks for one in found]


@pytest.mark.site
def test_what_is_behind_is_marked_until_it_is_confirmed(folder: Path) -> None:
    root = folder / "root"
    confirm_all(root)
    site = build(folder)
    whole = page(site, "ko/deep/harbors.html")
    assert "behind-sign" not in whole
    for tag, link in (("ko", "번역 현황"), ("en", "Translation status")):
        assert f'<a href="status.html">{link}' in page(site, f"{tag}/index.html")
        status = page(site, f"{tag}/status.html")
        assert "<td>11/11</td>" in status
        assert "Ada &lt;Lo&gt;" in status
        assert "Kim &amp; Lee" in status
        assert 'href="deep/harbors.html"' in status

    text = ENGLISH
    for old, new in EDITS:
        assert text.count(old) == 1
        text = text.replace(old, new)
    write(root, "en", text)
    site = build(folder)
    marked = page(site, "ko/deep/harbors.html")
    assert "behind-sign" not in page(site, "en/deep/harbors.html")
    article = marked.partition("<article")[2].partition("</article>")[0]
    pieces = re.split(r'<button type="button" class="behind-sign" [^>]*></button>', article)
    assert len(pieces) == len(BEHIND) + 1
    for number, word in enumerate(BEHIND):
        before = re.sub(r"<[^>]+>|\s+", " ", pieces[number])[-60:]
        after = re.sub(r"<[^>]+>|\s+", " ", pieces[number + 1])[:60]
        assert word in before + after, word
    for number in range(1, len(BEHIND) + 1):
        assert marked.count(f'<div id="behind-note-{number}" class="behind-note" popover') == 1
    assert "<del>light</del>" in marked
    assert "<ins>lamp</ins>" in marked
    assert "&lt;script&gt; is on." in marked
    assert re.search(r'<a href="../../en/deep/harbors.html#b-harbors-night-p1">', marked)
    # Neither the other language's page nor a download has any of it.
    assert "behind" not in page(site, "ko/deep/harbors.blocks.js")
    assert "<td>8</td>" in page(site, "en/status.html")

    confirm_all(root)
    site = build(folder)
    assert "behind-sign" not in page(site, "ko/deep/harbors.html")
    assert "<td>8</td>" not in page(site, "en/status.html")
    assert files(site) == files(build(folder, fresh=True))


@pytest.mark.site
def test_what_is_not_translated_yet_is_shown_as_the_other_language(folder: Path) -> None:
    root = folder / "root"
    origin = read_lessons(root).origin("deep/harbors")
    write_state(root, draft_state(origin, KOREAN))
    text = translation_text(origin).replace("Ships come in.", "배가 들어옵니다.")
    write(root, "ko", text)
    site = build(folder)
    html = page(site, "ko/deep/harbors.html")
    assert html.count('class="untranslated') == 9
    assert '<p class="untranslated language-en"' not in html.partition("배가 들어옵니다")[0]
    assert re.search(r'<p class="untranslated"[^>]* lang="en"', html)
    assert 'class="untranslated-note"' in html
    assert "<td>1/11</td>" in page(site, "ko/status.html")


@pytest.mark.site
def test_text_that_the_origin_has_alone_is_told_at_its_place(folder: Path) -> None:
    root = folder / "root"
    confirm_all(root)
    text = ENGLISH.replace("Ships come", "A new first one.\n\nShips come")
    text = text.replace("as it is.\n", "as it is.\n\nGulls < b.\n\nMore gulls.\n")
    write(root, "en", text + "\nThe new end.\n")
    site = build(folder)
    marked = page(site, "ko/deep/harbors.html")
    assert "lacking" not in page(site, "en/deep/harbors.html")
    article = marked.partition("<article")[2].partition("</article>")[0]
    places = re.split(
        r'<p class="lacking-note" role="note">[^<]*<a href="([^"]*)">[^<]*</a></p>', article
    )
    texts = [re.sub(r"<[^>]+>|\s+", " ", piece).split() for piece in places[::2]]
    assert [words[-1] for words in texts[:3]] == ["1분", "그대로입니다.", "끝"]
    assert [words[0] for words in texts[1:3]] == ["배가", "부두"]
    there = "../../en/deep/harbors.html#b-harbors"
    assert places[1::2] == [f"{there}-h1", f"{there}-p2", f"{there}-night-i2"]
    assert "Gulls" not in marked
    assert "lacking" not in page(site, "ko/deep/harbors.blocks.js")
    assert files(site) == files(build(folder, fresh=True))
    confirm_all(root)
    write(root, "en", ENGLISH)
    assert "lacking-note" not in page(build(folder), "ko/deep/harbors.html")
