"""A preview shows what a build from nothing shows, soon after a lesson was saved."""

from __future__ import annotations

import contextlib
import errno
import http.client
import importlib.util
import itertools
import json
import os
import queue
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from scripts.check.reports import reasons
from scripts.cli import main
from scripts.commands.preview import _report, page_of
from scripts.commands.selection import docnames_of
from scripts.commands.workspace import Workspace
from scripts.diagnostic import Diagnostic, NaranhiError
from scripts.languages import KOREAN, LANGUAGES
from scripts.lesson.reading import LessonReader
from scripts.messages import told
from scripts.preview.executing import Running
from scripts.preview.findings import joined
from scripts.preview.missing import missing_page
from scripts.preview.pages import EVERY, Preview, Shown
from scripts.preview.server import Server, with_script, words
from scripts.preview.warned import Warned
from scripts.render.fonts import TEXT_FONT
from scripts.render.process import Build
from tests.two_languages import write, write_confirmed

REPOSITORY = Path(__file__).resolve().parent.parent
# What search knows, and where blocks stand: a preview has the one of the beginning, and the other.
NOT_ALIKE = ("searchindex.js", ".lines.json", ".buildinfo", "objects.inv")


CHROMIUM = shutil.which("chromium")
needs_browser = pytest.mark.skipif(
    CHROMIUM is None or importlib.util.find_spec("playwright") is None,
    reason="a browser is optional: a Chromium and pip install -r docs/browser.txt",
)


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_bytes().decode("utf-8")
    assert old in text
    path.write_bytes(text.replace(old, new).encode("utf-8"))


def test_a_file_that_is_as_it_was_is_not_parsed_again(tides: Path) -> None:
    reader = LessonReader(tides)
    first = {lesson.path: lesson for lesson in reader.read().items}
    path = next(path for path in first if path.name == "times.md")
    (tides / path).write_bytes((tides / path).read_bytes() + b"\nOne more.\n")
    second = {lesson.path: lesson for lesson in reader.read().items}
    assert [name for name in second if second[name] is not first[name]] == [path]
    (tides / path).unlink()
    assert set(first) - {lesson.path for lesson in reader.read().items} == {path}


@contextlib.contextmanager
def previewed(root: Path, **others: Any) -> Iterator[tuple[Preview, list[Shown]]]:
    from scripts.commands.progress import ExecutionProgress
    from scripts.render import Press

    told: list[Shown] = []
    with Press(root / "_build" / "preview") as press:
        preview = Preview(
            Workspace(root), press, tell=told.append, progress=ExecutionProgress, **others
        )
        try:
            yield preview, told
        finally:
            preview.close()


def _on_a_full_disk(path: Path, data: bytes) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def executed(preview: Preview) -> Shown:
    """Give what is shown once everything that was saved has run."""
    shown = preview.refresh()
    preview.wait()
    return preview.refresh() if preview.has_executed else shown


def pages(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(NOT_ALIKE)
    }


@pytest.mark.site
@pytest.mark.kernel
def test_pages_are_those_of_a_build_from_nothing(tides: Path, naranhi: Any) -> None:
    korean, english = (tides / f"lessons_{tag}" / "heights.md" for tag in ("ko", "en"))
    with previewed(tides) as (preview, told):
        assert not any(executed(preview).findings.values())
        other = preview.builds[0].html / "times.html"
        assert preview.builds[0].name == "ko"
        before = other.stat().st_mtime_ns
        # With one line more, which moves all that follows.
        replaced(korean, "적어 봅니다.", "적어\n보겠습니다.")
        shown = preview.refresh()
        assert shown.pages == ["ko/heights", "en/heights"]
        assert shown.edited == ["ko/heights"]
        # What came after the page that was edited is no reason to load that again.
        assert [one.pages for one in told[-2:]] == [shown.pages, []]
        assert preview.settle()
        assert other.stat().st_mtime_ns == before
        # A title stands on every page.
        replaced(english, "# Tide heights", "# Heights of the tide")
        preview.refresh()
        # What an edit keeps from beginning, or interrupts, is made up for later.
        assert not preview.settle(lambda: False)
        asked = iter([True])
        preview.settle(lambda: next(asked, False))
        # A fault keeps nobody from the rest of the page, nor from the next one.
        replaced(korean, "빈 리스트에는", "{nothing}`빈` 리스트에는")
        assert [one.rule for one in preview.refresh().findings["ko/heights"]]
        replaced(korean, "{nothing}`빈` 리스트에는", "빈 목록에는")
        assert preview.refresh().findings["ko/heights"] == []
        assert preview.settle()
        # What the panel may say is in the font, too.
        held = {chr(code) for code in TTFont(BytesIO(preview.files[TEXT_FONT])).getBestCmap()}
        said = "".join(rule for rule in reasons("ko").values())
        assert set(re.findall("[가-힣]", said)) <= held
        assert_like_a_build_from_nothing(tides, preview, naranhi)


def assert_like_a_build_from_nothing(root: Path, preview: Preview, naranhi: Any) -> None:
    made = {build.name: pages(build.html) for build in preview.builds}
    assert naranhi("render", "--fresh", "--root", root).code == 0
    for tag, found in made.items():
        plain = pages(root / "_build" / "work" / tag / "html")
        assert sorted(found) == sorted(plain)
        assert [name for name in found if found[name] != plain[name]] == []


LISTED = (
    "---\ntitle: {title}\nsummary: Of it.\ntrack: one\norder: {order}\n---\n\n# {title}\n\n{text}\n"
)


def write_listed(root: Path, name: str, order: int, *, title: str = "", text: str = "It.") -> None:
    for tag in ("en", "ko"):
        written = LISTED.format(title=title or name.title(), order=order, text=text)
        (root / f"lessons_{tag}" / f"{name}.md").write_bytes(written.encode())


def sidebar(page: bytes) -> list[str]:
    inside = page.decode("utf-8").partition("bd-sidebar-primary")[2].partition("</nav>")[0]
    return re.findall(
        r'class="(?:current )?reference internal" href="[^"]*">\s*([^<]*?)\s*</a>', inside
    )


@pytest.mark.site
def test_what_pages_show_of_others_and_their_order_is_as_in_a_build_from_nothing(
    tmp_path: Path, naranhi: Any
) -> None:
    for tag in ("en", "ko"):
        (tmp_path / f"lessons_{tag}").mkdir()
        start = "---\ntitle: Salt\ntracks:\n  one: One\n---\n\n# Salt\n\n```{lessons}\n```\n"
        (tmp_path / f"lessons_{tag}" / "index.md").write_bytes(start.encode())
    for order, name in enumerate(("a", "b", "c"), 1):
        write_listed(tmp_path, name, order)

    def listed(preview: Preview) -> set[str]:
        html = preview.folder / "en" / "html"
        return {" ".join(sidebar(path.read_bytes())) for path in html.glob("[!gs]*.html")}

    with previewed(tmp_path) as (preview, _):
        preview.refresh()
        write_listed(tmp_path, "b", 2, title="Bee")
        preview.refresh()
        preview.settle()
        assert listed(preview) == {"A Bee C"}
        # What was edited stays so when all pages are written again since a title has changed.
        write_listed(tmp_path, "a", 1, text="It is another.")
        preview.refresh()
        write_listed(tmp_path, "b", 2, title="Beetle")
        preview.refresh()
        preview.settle()
        assert b"It is another." in (preview.folder / "en" / "html" / "a.html").read_bytes()
        write_listed(tmp_path, "a", 9, text="It is another.")
        preview.refresh()
        preview.settle()
        assert listed(preview) == {"Beetle C A"}
        write_listed(tmp_path, "d", 3)
        preview.refresh()
        preview.settle()
        assert listed(preview) == {"Beetle C D A"}
        for tag in ("en", "ko"):
            (tmp_path / f"lessons_{tag}" / "c.md").unlink()
            lesson = tmp_path / f"lessons_{tag}" / "d.md"
            lesson.rename(lesson.with_name("e.md"))
        preview.refresh()
        preview.settle()
        assert listed(preview) == {"Beetle D A"}
        assert_like_a_build_from_nothing(tmp_path, preview, naranhi)
        write_listed(tmp_path, "a", 1)
        preview.refresh()
        preview.settle()
    # So it is after a preview has gone on from what the last one left.
    with previewed(tmp_path) as (preview, _):
        preview.refresh()
        assert listed(preview) == {"A Beetle D"}
        write_listed(tmp_path, "f", 4)
        preview.refresh()
        preview.settle()
        assert listed(preview) == {"A Beetle D F"}
        assert_like_a_build_from_nothing(tmp_path, preview, naranhi)


@pytest.mark.site
@pytest.mark.kernel
def test_prose_is_shown_while_code_fails(tides: Path, naranhi: Any) -> None:
    both = [tides / f"lessons_{tag}" / "heights.md" for tag in ("en", "ko")]
    with previewed(tides) as (preview, _):
        executed(preview)
        page = preview.folder / "en" / "html" / "heights.html"
        for wrong, told in (("sum(heights /", "goes up"), ("sum(height) /", "comes up")):
            for path in both:
                replaced(path, "sum(heights) /", wrong)
            replaced(both[0], "rises", told)
            shown = executed(preview)
            assert [one.severity for one in shown.findings["en/heights"]] == ["error"]
            assert shown.old == []
            text = page.read_bytes().decode("utf-8")
            assert f"The sea {told} twice" in text
            # The first cell is as it was, and the second has no mean any more.
            assert ">4.0\n<" in text
            assert "2.6666666666666665" not in text
            for path in both:
                replaced(path, wrong, "sum(heights) /")
            replaced(both[0], told, "rises")
        for path in both:
            replaced(path, "sum(heights) /", "1000 + sum(heights) /")
        preview.refresh()
        preview.wait()
        # The page with its outputs comes first.
        assert not preview.settle()
        assert preview.refresh().findings["en/heights"] == []
        assert b"1002.6" in page.read_bytes()
        assert preview.settle()
        assert_like_a_build_from_nothing(tides, preview, naranhi)


@pytest.mark.site
@pytest.mark.kernel
def test_a_cell_that_does_not_end_keeps_nobody_waiting(tides: Path) -> None:
    both = [tides / f"lessons_{tag}" / "heights.md" for tag in ("en", "ko")]
    said: queue.Queue[tuple[Running, ...]] = queue.Queue()
    with previewed(tides, tell_running=said.put) as (preview, told):
        executed(preview)
        html = preview.folder / "en" / "html"
        for path in both:
            replaced(path, "sum(heights) /", "while True: pass\nsum(heights) /")
        preview.refresh()
        running: tuple[Running, ...] = ()
        while [one.cell for one in running] != [2]:
            running = said.get(timeout=60)
        assert [(one.lesson, one.cells) for one in running] == [("heights", 3)]
        replaced(tides / "lessons_en" / "times.md", "# ", "# Other ")
        assert preview.refresh().pages == ["ko/times", "en/times"]
        assert b"Other " in (html / "times.html").read_bytes()
        # What is saved again begins anew.
        for path in both:
            replaced(path, "while True: pass\n", "1000 + ")
        assert executed(preview).pages == ["ko/heights", "en/heights"]
        assert b"1002.6" in (html / "heights.html").read_bytes()
        while not said.empty():
            running = said.get()
        assert running == ()
        # Nor does it keep a preview from its end.
        for path in both:
            replaced(path, "1000 + ", "while True: pass\n")
        preview.refresh()
        assert not any(finding for page in told[-1].findings.values() for finding in page)


@pytest.mark.site
@pytest.mark.kernel
def test_a_lesson_that_fails_from_the_start_is_shown_without_what_it_did_not_give(
    tides: Path,
) -> None:
    for tag in ("en", "ko"):
        replaced(tides / f"lessons_{tag}" / "heights.md", "sum(heights) /", "sum(height) /")
    with previewed(tides) as (preview, _):
        findings = executed(preview).findings
        assert [one.rule for one in findings["en/heights"]] == ["cell-error"]
        assert findings["en/times"] == []
        page = (preview.folder / "en" / "html" / "heights.html").read_bytes()
        assert b">4.0\n<" in page
        assert b"NameError" in page
        # As long as no page can be made nobody is told again and again to make some.
        replaced(tides / "lessons_en" / "heights.md", "rises", "goes up")
        preview.refresh()
        glossary = tides / "docs" / "glossary.toml"
        glossary.parent.mkdir(exist_ok=True)
        glossary.write_bytes(b"[[bad")
        preview.wait()
        with pytest.raises(NaranhiError):
            preview.refresh()
        assert not preview.has_executed
        glossary.unlink()
        assert [one.rule for one in preview.refresh().findings["en/heights"]] == ["cell-error"]


@pytest.mark.site
def test_a_lesson_that_goes_and_comes_again_is_as_it_was(tmp_path: Path) -> None:
    for tag in ("en", "ko"):
        (tmp_path / f"lessons_{tag}").mkdir()
        for name, text in (("index", "# Salt\n"), ("a", "# A\n\n[b](b.md)\n"), ("b", "# B\n")):
            (tmp_path / f"lessons_{tag}" / f"{name}.md").write_bytes(text.encode())
    lesson = tmp_path / "lessons_ko" / "b.md"
    with previewed(tmp_path) as (preview, _):
        assert not any(preview.refresh().findings.values())
        lesson.rename(lesson.with_name("c.md"))
        found = preview.refresh().findings
        assert "sphinx" not in {one.rule for page in found.values() for one in page}
        assert "link" in {one.rule for one in found["ko/a"]}
        lesson.with_name("c.md").rename(lesson)
        assert not any(preview.refresh().findings.values())


def test_a_page_that_is_gone_leads_to_where_its_lesson_is_now(tmp_path: Path) -> None:
    for name, text in (("index", "# Salt\n"), ("a", "# A & B\n"), ("b", "# B\n")):
        write(tmp_path, text, text, name)
    with previewed(tmp_path) as (preview, _):
        preview.refresh()
        for tag in ("en", "ko"):
            lesson = tmp_path / f"lessons_{tag}" / "a.md"
            lesson.rename(lesson.with_name("은.md"))
        (tmp_path / "lessons_ko" / "b.md").unlink()
        preview.refresh()

        def page(name: str) -> str:
            texts = {tag: words(tag) for tag in ("ko", "en")}
            return missing_page(preview.lessons, name, preview.gone, texts)

        assert '지금 있는 곳: <span lang="ko"><a href="/ko/%EC%9D%80.html">A &amp; B</a>' in page(
            "ko/a.html"
        )
        assert 'It is now at: <span lang="en"><a href="/en/%EC%9D%80.html">' in page("ko/a.html")
        # An edit does not make it another lesson.
        (tmp_path / "lessons_ko" / "은.md").write_bytes("# A & B\n\n둘.\n".encode())
        preview.refresh()
        assert "지금 있는 곳" in page("ko/a.html")
        deleted, never = page("ko/b.html"), page("ko/c.html")
        assert "“B” 레슨은 이름이 바뀌었거나 지워졌습니다" in deleted
        assert "지금 있는 곳" not in deleted
        assert "지워졌습니다" not in never
        # All that are there, in either language.
        for text in (deleted, never):
            assert re.findall('href="(/[a-z]+/[^"_]*)"', text) == [
                *("/ko/index.html", "/ko/%EC%9D%80.html"),
                *("/en/index.html", "/en/b.html", "/en/%EC%9D%80.html"),
            ]


def test_a_link_that_leads_somewhere_again_is_told_of_no_more(tmp_path: Path) -> None:
    texts = {"index": "# Salt\n", "a": "# A\n\n[b](#salt-x)\n", "b": "# B\n\n(salt-x)=\n## X\n"}
    for tag in ("en", "ko"):
        (tmp_path / f"lessons_{tag}").mkdir()
        for name, text in texts.items():
            (tmp_path / f"lessons_{tag}" / f"{name}.md").write_bytes(text.encode())
    lesson = tmp_path / "lessons_ko" / "b.md"
    with previewed(tmp_path) as (preview, told):
        preview.refresh()
        lesson.write_bytes(b"# B\n\n## X\n")
        preview.refresh()
        preview.settle()
        assert [one.rule for one in told[-1].findings["ko/a"]] == ["myst.xref_missing"]
        lesson.write_bytes(texts["b"].encode())
        preview.refresh()
        preview.settle()
        assert not any(told[-1].findings.values())


def test_a_picture_that_comes_is_missing_no_more(tmp_path: Path) -> None:
    write(tmp_path, "# Salt\n\nWater ![](a.svg).\n", "# Salt\n\nWater ![](a.svg).\n")
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    with previewed(tmp_path) as (preview, told):
        found = preview.refresh().findings["ko/a"]
        # Sphinx says so, too, and would end a build.
        assert [f"{one.severity} {one.rule}" for one in found if one.line == 3] == ["error link"]
        for tag in ("en", "ko"):
            (tmp_path / f"lessons_{tag}" / "a.svg").write_bytes(drawing)
        preview.refresh()
        assert "link" not in {one.rule for one in told[-1].findings["ko/a"]}


def test_what_sphinx_warns_of_is_told_as_long_as_it_is_true(tmp_path: Path) -> None:
    build = Build("ko", tmp_path / "stage" / "lessons_ko", tmp_path / "ko", {})
    warned = Warned(tmp_path / "stage")
    moments = itertools.count(1)

    def made(*names: str) -> None:
        for name in names:
            path = build.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            os.utime(path, (0, next(moments)))

    def told(warnings: str) -> dict[str, list[str]]:
        build.warnings.write_bytes(warnings.replace("DIR", str(build.source)).encode())
        warned.note([build], {"ko": 0})
        found = {name: warned.of(Path("lessons_ko", f"{name}.md")) for name in ("index", "a", "b")}
        return {name: sorted(one.message for one in several) for name, several in found.items()}

    made("doctrees/a.doctree", "doctrees/b.doctree", "html/a.html", "html/b.html")
    of_b = ["link", "text"]
    assert told(
        "DIR/a.md:3: WARNING: odd [misc]\nWARNING: nowhere\n<unknown>:1: WARNING: text of no file\n"
        "DIR/b.md:3: WARNING: link [myst.xref_missing]\nDIR/b.md:3: WARNING: text [docutils]\n"
    ) == {"index": ["nowhere", "text of no file"], "a": ["odd"], "b": of_b}
    assert warned.lacking == {"lessons_ko"}
    # An edit that neither was read or written for; what has no place is said again where it is so.
    assert told("WARNING: another\n") == {"index": ["another"], "a": ["odd"], "b": of_b}
    made("html/b.html")
    assert told("") == {"index": [], "a": ["odd"], "b": ["text"]}
    made("doctrees/a.doctree", "html/a.html")
    assert told("DIR/a.md:5: WARNING: new [misc]\n") == {"index": [], "a": ["new"], "b": ["text"]}
    made("doctrees/a.doctree", "doctrees/b.doctree")
    assert not any(told("").values()) and not warned.lacking
    warned.note([build], {"ko": 1})
    assert warned.has_stopped and len(warned.of(Path("lessons_ko/index.md"))) == 1


ONE_PAGE = """# Salt

Water is salty.[^n]

$$
x = 1
$$

```{code-block} python
salt = 1
```

:::{note}
It is cold.
:::

## Foam

[^n]: On the whole.
"""
# What is put for what in the Korean page alone or in both, and all that is told then of that page.
FAULTS = (
    ("ko", "Water", "[Water](nothing.md)", ["3 error link"]),
    ("ko", "Water", "{ref}`Nothing-here`", ["3 error link", "3 error same-roles"]),
    ("both", "Water", "{download}`a/no.csv`", ["3 error link"]),
    ("both", "Water", "![Water](a/no.png)", ["3 error link"]),
    ("both", "Water", "Water ![](a/no.png)", ["3 error link"]),
    ("both", "Water", "[a](no.md) [b](none.md)", ["3 error link", "3 error link"]),
    # Two names of it, and nothing but that it is one too many.
    ("both", "salty.[^n]", "salty.[^n][^q]", ["3 error docutils"]),
    ("ko", "[^n]:", "[^m]:", ["19 error same-footnotes"]),
    ("ko", "salty.[^n]", "salty.[^q]", ["3 error same-footnotes"]),
    ("both", "Water", "{output}`no`", ["3 error unknown-output"]),
    ("ko", "## Foam", "#### Foam", ["17 error same-structure"]),
    ("both", "## Foam", "#### Foam", ["17 error myst.header"]),
    ("both", "It is cold.\n", "", ["13 error docutils"]),
    ("both", "Water", "{term}`Foam`", ["3 error ref.term"]),
    ("both", "```{code-block}", "```{code-cell}", ["9 error unclosed-fence"]),
)


def test_a_fault_is_told_once(tmp_path: Path) -> None:
    write(tmp_path, ONE_PAGE, ONE_PAGE)
    paths = {tag: tmp_path / f"lessons_{tag}" / "a.md" for tag in ("ko", "en")}
    with previewed(tmp_path) as (preview, _):
        whole = [str(one.rule) for one in preview.refresh().findings["ko/a"]]
        for tag, old, new, expected in FAULTS:
            wrong = [paths[tag]] if tag == "ko" else list(paths.values())
            for path in wrong:
                replaced(path, old, new)
                if "unclosed" in expected[0]:
                    replaced(path, "salt = 1\n```", "salt = 1")
            found = preview.refresh().findings["ko/a"]
            told = [f"{one.line} {one.severity} {one.rule}" for one in found]
            assert [one for one in told if one.split()[-1] not in whole] == expected, new
            for path in wrong:
                path.write_bytes(ONE_PAGE.encode())
            preview.refresh()


def test_a_block_without_a_name_is_known_by_what_stands_before_it(tmp_path: Path) -> None:
    table = "```{list-table}\n* - Salt\n  - Water\n```\n"
    figure = "```{figure} a.png\n:alt: Salt\n```\n"
    page = f"{ONE_PAGE}\n{table}\n{figure}\n$$\ny\n$$\n\n$$\nz\n$$\n"
    write(tmp_path, page, page)
    with previewed(tmp_path) as (preview, _):
        preview.refresh()
        (lines,) = (preview.folder / "ko" / "html").glob("a.lines.json")
        places = {place[0]: place[1:] for place in json.loads(lines.read_bytes())}
    formula = ".formula.block"
    assert places[5] == ["b-section.1-p1", formula, 0]
    assert places[9] == ["b-section.1-p1", "div[class*='highlight-']", 0]
    assert places[13] == ["b-section.1-p1", ".admonition", 0]
    assert places[14] == ["b-section.1-n1"]
    # The directive's own line, though only what is in it has one.
    assert places[21][0].startswith("b-section.2-t")
    assert places[26][1:] == ["figure", 0]
    assert [places[30][1:], places[34][1:]] == [[formula, 0], [formula, 1]]


def test_what_sphinx_says_is_put_into_korean_or_quoted_there(tmp_path: Path) -> None:
    write(tmp_path, "# Salt\n", "# Salt\n")
    lesson = LessonReader(tmp_path).read().items[0]

    def in_korean(rule: str, *messages: str) -> list[str]:
        own = [Diagnostic(lesson.path, 1, rule, message) for message in messages]
        return [told(one, "ko").message for one in joined(lesson, rules=(), code=(), sphinx=own)]

    assert in_korean("ref.term", "term not in glossary: 'nothing'") == [
        "용어 'nothing'이 용어집에 없습니다"
    ]
    assert in_korean("x.y", "no x is in y") == ['Sphinx가 경고합니다: "no x is in y"']
    # Both are told of one footnote.
    both = ('Unknown target name: "n".', "Too many autonumbered footnote references.")
    assert in_korean("docutils", *both) == ['"n"이 가리키는 것이 없습니다']


def test_what_was_confirmed_meanwhile_is_no_longer_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = "# Salt\n\nWater is salty.\n\nIt is cold.\n"
    write_confirmed(tmp_path, english, "# 소금\n\n물은 짭니다.\n\n차갑습니다.\n")
    # No record, and of no lesson.
    (tmp_path / "docs" / "sync" / "notes.txt").write_bytes(b"")
    with previewed(tmp_path) as (preview, _):
        assert not any(preview.refresh().findings.values())
        (tmp_path / "lessons_en" / "a.md").write_bytes(english.replace("cold", "warm").encode())
        with monkeypatch.context() as full:
            full.setattr(Path, "write_bytes", _on_a_full_disk)
            with pytest.raises(OSError, match="No space left"):
                preview.refresh()
        # Though nothing was saved since.
        assert [one.rule for one in preview.refresh().findings["ko/a"]] == ["behind"]
        assert main(["confirm", "a", "--by", "Kim", "--no-change", "--root", str(tmp_path)]) == 0
        assert not any(preview.refresh().findings.values())
        # So is what the glossary says no more.
        (tmp_path / "docs" / "glossary.toml").write_bytes(
            '[[term]]\nen = "water"\nko = "바닷물"\nwrong = ["물"]\n'.encode()
        )
        assert [one.rule for one in preview.refresh().findings["ko/a"]] == ["banned-term"]


def test_settings_with_a_fault_leave_all_pages_there_and_are_told(tmp_path: Path) -> None:
    write_confirmed(tmp_path, "# Salt\n\nWater is salty.\n", "# 소금\n\n물은 짭니다.\n")
    glossary = tmp_path / "docs" / "glossary.toml"
    whole = '[[term]]\nen = "salt"\nko = "소금"\n'
    glossary.write_bytes(whole.encode())
    korean = tmp_path / "lessons_ko" / "a.md"
    with previewed(tmp_path) as (preview, told):
        assert not any(preview.refresh().findings.values())
        before = pages(preview.builds[0].html)
        glossary.write_bytes(f"{whole}[[bad".encode())
        # Also once a lesson was edited, as it mostly is while the glossary is half written.
        for text in ("물은 짭니다.", "물은 꽤 짭니다."):
            korean.write_bytes(f"# 소금\n\n{text}\n".encode())
            with pytest.raises(NaranhiError, match="cannot be read as TOML"):
                preview.refresh()
            (first, *_) = told[-1].findings["ko/a"]
            assert str(first).startswith("docs/glossary.toml:4: cannot be read as TOML: ")
            assert pages(preview.builds[0].html) == before
        glossary.write_bytes(f"{whole}\n[[term]]\nkeep = true\n".encode())
        with pytest.raises(NaranhiError):
            preview.refresh()
        assert str(told[-1].findings["ko/a"][0]).startswith("docs/glossary.toml:5: a [[term]] has")
        glossary.write_bytes(whole.encode())
        assert not any(preview.refresh().findings.values())
        permitted = glossary.with_name("permitted.toml")
        saved = preview.workspace.saved_files()
        permitted.write_bytes(b"role = 1\n")
        assert preview.workspace.saved_files() != saved
        with pytest.raises(NaranhiError, match="role is none of"):
            preview.refresh()
        assert str(told[-1].findings["en/a"][0]).startswith("docs/permitted.toml:1: role is none")
        permitted.write_bytes(b'roles = ["raw"]\n')
        assert not any(preview.refresh().findings.values())
        texts = [(build.html / "a.html").read_text("utf-8") for build in preview.builds]
        assert any("물은 꽤 짭니다." in text for text in texts)


def test_a_file_that_cannot_be_read_leaves_the_last_page(tmp_path: Path) -> None:
    write_confirmed(tmp_path, "# Salt\n\nWater is salty.\n", "# 소금\n\n물은 짭니다.\n")
    korean = tmp_path / "lessons_ko" / "a.md"
    whole = korean.read_bytes()
    with previewed(tmp_path) as (preview, _):
        assert not any(preview.refresh().findings.values())
        before = {build.name: pages(build.html)["a.html"] for build in preview.builds}
        for data, rule in ((b"", "empty"), ("# 소금\n".encode("cp949"), "encoding")):
            korean.write_bytes(data)
            assert rule in {one.rule for one in preview.refresh().findings["ko/a"]}
            assert {build.name: pages(build.html)["a.html"] for build in preview.builds} == before
        korean.write_bytes(whole)
        assert not any(preview.refresh().findings.values())


def test_a_name_that_is_no_utf_8_is_told_and_all_else_goes_on(tmp_path: Path) -> None:
    write_confirmed(tmp_path, "# Salt\n\nWater is salty.\n", "# 소금\n\n물은 짭니다.\n")
    korean = tmp_path / "lessons_ko" / "a.md"
    with previewed(tmp_path) as (preview, _):
        assert not any(preview.refresh().findings.values())
        for suffix in (".md", ".png"):
            strange = korean.with_name(os.fsdecode("강".encode("cp949")) + suffix)
            strange.write_bytes(b"\x89PNG\r\n\x1a\n")
            name = f"lessons_ko/\\udcb0\\udcad{suffix}"
            for text in ("물은 짭니다.", "물은 꽤 짭니다."):
                korean.write_bytes(f"# 소금\n\n{text}\n".encode())
                found = preview.refresh().findings
                assert [(str(one.path), one.rule) for one in found["en/a"]] == [
                    (name, "refused-file")
                ]
            strange.unlink()
        assert not any(preview.refresh().findings.values())


def test_a_link_that_leads_nowhere_is_no_file_that_is_looked_for(tmp_path: Path) -> None:
    write(tmp_path, "# Salt\n", "# Salt\n")
    saved = Workspace(tmp_path).saved_files()
    assert len(saved) == 2
    for name, target in (("b.md", "b.md"), ("c.md", "nowhere.md")):
        (tmp_path / "lessons_ko" / name).symlink_to(target)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "glossary.toml").symlink_to("glossary.toml")
    assert Workspace(tmp_path).saved_files() == saved


def test_what_is_saved_as_it_was_loads_no_page_again(tmp_path: Path) -> None:
    write_confirmed(tmp_path, "# Salt\n\nWater ![](a.svg).\n", "# 소금\n\n물 ![](a.svg).\n")
    picture = tmp_path / "lessons_ko" / "a.svg"
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} 9"/>'
    for tag in ("ko", "en"):
        (tmp_path / f"lessons_{tag}" / "a.svg").write_bytes(drawing.format(9).encode())
    with previewed(tmp_path) as (preview, _):
        assert preview.refresh().pages == [EVERY]
        (tmp_path / "lessons_ko" / "a.md").touch()
        assert preview.refresh().pages == []
        picture.write_bytes(drawing.format(8).encode())
        assert preview.refresh().pages == [EVERY]
        assert preview.refresh().pages == []


def test_a_page_whose_other_language_is_gone_says_so(tmp_path: Path) -> None:
    for tag in ("en", "ko"):
        (tmp_path / f"lessons_{tag}").mkdir()
        for name in ("index", "a", "b"):
            (tmp_path / f"lessons_{tag}" / f"{name}.md").write_bytes(f"# {name}\n".encode())
    with previewed(tmp_path) as (preview, _):
        preview.refresh()
        (tmp_path / "lessons_ko" / "b.md").unlink()
        assert "no-counterpart" in {one.rule for one in preview.refresh().findings["en/b"]}


def test_where_nothing_can_be_shown_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "lessons_en").mkdir()
    (tmp_path / "lessons_en" / "a.md").write_bytes(b"# Salt\n\n<script>x</script>\n")
    with previewed(tmp_path) as (preview, _), pytest.raises(NaranhiError, match="no page can be"):
        preview.refresh()


EMPTY = "the file is empty"


def test_what_is_told_to_a_browser() -> None:
    with Server(0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
            connection.request("GET", "/-/events")
            answer = connection.getresponse()
            assert answer.getheader("Content-Type") == "text/event-stream"
            assert json.loads(answer.readline().removeprefix(b"data: "))["pages"] == []
            answer.readline()
            server.tell(Shown([EVERY], {}, 0.5))
            news = json.loads(answer.readline().removeprefix(b"data: "))
            assert news == {"pages": ["*"], "edited": [], "findings": {}, "seconds": 0.5, "old": []}
            answer.readline()
            server.tell_running((Running("a", 2, 3, 1e9),))
            news = json.loads(answer.readline().removeprefix(b"data: "))
            running = [{"lesson": "a", "cell": 2, "cells": 3, "since": 1e9}]
            assert news == {"kind": "running", "running": running}
            answer.close()
            connection.close()
            server.tell(Shown([], {"ko/a": [Diagnostic(Path("a.md"), 1, "empty", EMPTY)]}, 0.5))
            for query, message in (("", EMPTY), ("?language=ko", "파일이 비어 있습니다")):
                connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
                connection.request("GET", f"/-/events{query}")
                answer = connection.getresponse()
                news = json.loads(answer.readline().removeprefix(b"data: "))
                assert news["findings"]["ko/a"][0]["message"] == message
                answer.close()
                connection.close()
        finally:
            server.shutdown()


@contextlib.contextmanager
def served(root: Path) -> Iterator[Server]:
    from scripts.render.process import Build

    build = Build("ko", root / "ko", root / "ko", {})
    build.html.mkdir(parents=True)
    (root / "secret").write_bytes(b"no")
    for name in ("page.html", "index.html", "한글.html"):
        (build.html / name).write_bytes(b"<body>x</body>")
    unused: Any = None  # nothing is built here
    with Server(0) as server:
        preview = Preview(Workspace(root), unused, tell=server.tell, progress=unused)
        preview.builds, preview.files = [build], {"fonts/a.woff2": b"font"}
        server.preview = preview
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/ko/page.html", "127.0.0.1", 200),
        ("/ko/", "localhost", 200),
        ("/ko", "localhost", 302),
        ("/ko/%ED%95%9C%EA%B8%80.html", "127.0.0.1", 200),
        ("/fonts/a.woff2", "127.0.0.1", 200),
        ("/-/preview.js", "127.0.0.1", 200),
        ("/-/events", "127.0.0.1", 200),
        ("/ko/../../secret", "127.0.0.1", 404),
        ("/ko/%2e%2e/%2e%2e/secret", "127.0.0.1", 404),
        ("/ko/..%2f..%2fsecret", "127.0.0.1", 404),
        ("/ko/a%00b.html", "127.0.0.1", 404),
        ("/ko/nothing.html", "127.0.0.1", 404),
        ("/conf.py", "127.0.0.1", 404),
        ("/ko/page.html", "elsewhere.example", 403),
    ],
)
def test_the_server_gives_its_own_pages_to_its_own_host(
    tmp_path: Path, path: str, host: str, status: int
) -> None:
    with served(tmp_path) as server, contextlib.ExitStack() as stack:
        for method in ("GET", "HEAD"):
            connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
            stack.callback(connection.close)
            connection.request(method, path, headers={"Host": f"{host}:1"})
            answer = connection.getresponse()
            assert answer.status == status
            assert answer.getheader("Location") == ("/ko/" if status == 302 else None)
            if method == "HEAD":
                assert answer.read() == b""
            # A page that is not there may come: its tab hears of it.
            elif status == 404:
                text = answer.read().decode("utf-8")
                assert "/-/preview.js" in text
                assert '<html lang="ko">' in text
                assert 'name="viewport"' in text
                assert all(f'href="/{tag}/index.html"' in text for tag in ("ko", "en"))


def test_a_page_is_given_as_soon_as_all_of_it_is_there(tmp_path: Path) -> None:
    with served(tmp_path) as server, contextlib.ExitStack() as stack:
        assert server.preview is not None
        server.preview.idle.clear()
        html, given = server.preview.builds[0].html, []
        (html / "half.html").write_bytes(b"<body>x")
        names = ("half", "late")
        for name in names:
            connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
            stack.callback(connection.close)
            connection.request("GET", f"/ko/{name}.html")
            given.append(connection)
        time.sleep(0.1)
        for name in names:
            (html / f"{name}.html").write_bytes(b"<html><body>whole</body></html>\n")
        # Others are still being made.
        for connection in given:
            assert b"whole" in connection.getresponse().read()
        assert not server.preview.idle.is_set()


def test_a_browser_that_is_gone_is_no_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as server:
        address = "127.0.0.1", server.server_port
        before = set(threading.enumerate())
        with socket.create_connection(address) as gone:
            gone.sendall(b"GET /ko/page.html HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            answer = b""
            while not answer.endswith(b"</body>"):
                answer += gone.recv(4096)
            # Closed so that the server's next read fails.
            gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
    assert "Traceback" not in capfd.readouterr().err


@contextlib.contextmanager
def shown_in_browser(folder: Path, page: str) -> Iterator[tuple[Server, Path, Any]]:
    """Give a server, the file of its page `ko/page.html`, and a browser."""
    from playwright.sync_api import sync_playwright

    build = Build("ko", folder / "ko", folder / "ko", {})
    build.html.mkdir(parents=True)
    path = build.html / "page.html"
    path.write_text(page, "utf-8")
    unused: Any = None  # nothing is built here
    with Server(0) as server, sync_playwright() as playwright:
        server.preview = Preview(Workspace(folder), unused, tell=server.tell, progress=unused)
        server.preview.builds = [build]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield server, path, browser.new_context(viewport={"width": 1280, "height": 900})
        finally:
            browser.close()
            server.shutdown()


def a_page(text: str, tag: str = "ko") -> str:
    return (
        f'<!doctype html><html lang="{tag}"><head><meta charset="utf-8"><title>x</title></head>'
        f'<body><article class="bd-article">{text}</article></body></html>'
    )


@needs_browser
def test_as_many_tabs_as_one_likes_hear_of_what_is_new(tmp_path: Path) -> None:
    with shown_in_browser(tmp_path, a_page("<p>first</p>")) as (server, path, browser):
        tabs = [browser.new_page() for _ in range(8)]
        for tab in tabs:
            tab.goto(f"{server.address}ko/page.html", timeout=10_000)
        for word in ("second", "third"):
            for tab in tabs:
                tab.wait_for_function("document.querySelector('summary').textContent")
            path.write_text(a_page(f"<p>{word}</p>"), "utf-8")
            server.tell(Shown(["ko/page"], {}, 0.5, ["ko/page"]))
            for tab in tabs:
                tab.wait_for_selector(f"text={word}", timeout=10_000)
            # The one that listens for all may be closed.
            tabs.pop(0).close()


@needs_browser
def test_words_change_in_place_and_what_scripts_must_see_is_loaded(tmp_path: Path) -> None:
    def paragraphs(*texts: str) -> str:
        return "".join(f'<p id="b-x-p{n}">{text}</p>' for n, text in enumerate(texts, 1))

    figure = '<div class="cell"><img alt=""></div>'
    pages = [
        (paragraphs("one", "two <em>x</em>") + figure, True),
        (paragraphs("One", "two <em>x</em>") + figure, True),
        # Names count what stands before them.
        (paragraphs("One", "new", "two <em>x</em>") + figure, True),
        (paragraphs("One", "new", "two <code>y</code>", "last") + figure, True),
        (paragraphs("two <code>y</code>", "last") + figure, True),
        (paragraphs("two", "last") + figure, True),
        (paragraphs("two", "last") + figure + "<ul><li>a</li></ul>", True),
        (paragraphs("Two", "last") + figure + "<ul><li>a</li><li>b <b>c</b></li></ul>", True),
        (paragraphs("Two") + figure.replace("cell", "cell new"), False),
    ]
    with shown_in_browser(tmp_path, a_page(pages[0][0])) as (server, path, browser):
        tab = browser.new_page()
        tab.goto(f"{server.address}ko/page.html", timeout=10_000)
        tab.wait_for_function("document.querySelector('summary').textContent")
        for text, in_place in pages[1:]:
            tab.evaluate("window.isMarked = true")
            path.write_text(a_page(text), "utf-8")
            server.tell(Shown(["ko/page"], {}, 0.5, ["ko/page"]))
            article = "document.querySelector('.bd-article')"
            tab.wait_for_function(f"wanted => {article}?.innerHTML === wanted", arg=text)
            assert tab.evaluate("window.isMarked === true") is in_place, text


@needs_browser
def test_a_fault_is_marked_at_its_own_block(tmp_path: Path) -> None:
    page = a_page(
        """<p id="b-x-p1">Salt <img alt="" class="in-text"></p>
        <div class="cell" id="b-cell.1"><img alt="" class="of-code"></div>
        <div class="pair"><p id="b-x-p2">x</p><div class="pair-other" data-block="b-x-p2">
        <div class="formula block">of the other</div></div></div>
        <div class="formula block" id="first">1</div><div class="formula block" id="second">2</div>
        <figure id="figure"><img alt=""></figure>
        <div class="admonition" id="note"><p>x</p><p id="b-x-n1">y</p></div>"""
    )
    formula = ".formula.block"
    places: dict[int, list[str | int]] = {
        3: ["b-x-p1"],
        9: ["b-x-p2"],
        11: ["b-x-p2", formula, 0],
        14: ["b-x-p2", formula, 1],
        17: ["b-x-p2", "figure", 0],
        20: ["b-x-p2", ".admonition", 0],
        21: ["b-x-n1"],
    }
    expected = {11: "first", 12: "first", 15: "second", 18: "figure", 20: "note", 21: "b-x-n1"}
    with shown_in_browser(tmp_path, page) as (server, path, browser):
        places_of_page = json.dumps([[line, *place] for line, place in places.items()])
        for name in (path, tmp_path / "en" / "html" / "page.html"):
            name.parent.mkdir(parents=True, exist_ok=True)
            name.with_suffix(".lines.json").write_text(places_of_page)
        assert server.preview is not None
        server.preview.builds.append(Build("en", tmp_path / "en", tmp_path / "en", {}))
        tab = browser.new_page()
        tab.goto(f"{server.address}ko/page.html")

        def marked(name: str, line: int) -> list[str]:
            path = Path(f"lessons_{name}.md")
            finding = Diagnostic(path, line, "link", str(line))
            server.tell(Shown([], {name: [finding]}, 0.5))
            tab.wait_for_selector(f".preview-panel li >> text={line}", state="attached")
            return list(
                tab.eval_on_selector_all(".preview-marked", "all => all.map(({ id }) => id)")
            )

        for line, block in expected.items():
            assert marked("ko/page", line) == [block]
        assert marked("en/page", 11) == []
        # Side by side a formula without words is there for both languages.
        tab.evaluate("document.documentElement.dataset.view = 'both'")
        assert marked("en/page", 14) == ["second"]


@needs_browser
def test_a_fault_of_the_whole_site_is_shown_once(tmp_path: Path) -> None:
    fault = Diagnostic(Path("docs/glossary.toml"), 12, "glossary", "no TOML")
    with shown_in_browser(tmp_path, a_page('<p id="b-x-p1">Salt</p>')) as (server, _, browser):
        server.last = Shown([], {"ko/page": [fault], "en/page": [fault]})
        tab = browser.new_page()
        tab.goto(f"{server.address}ko/page.html")
        tab.wait_for_selector(".preview-panel li", state="attached")
        (item,) = tab.query_selector_all(".preview-panel li")
        assert item.text_content().startswith("오류 docs/glossary.toml, 12행 no TOML")
        assert not item.query_selector("a, button")
        assert not tab.query_selector(".preview-marked")


@needs_browser
def test_what_runs_is_seen_and_told_once(tmp_path: Path) -> None:
    with shown_in_browser(tmp_path, a_page("<p>Salt</p>")) as (server, _, browser):
        first = browser.new_page()
        first.goto(f"{server.address}ko/page.html")
        first.wait_for_function("document.querySelector('summary').textContent")
        # As the server says it; the tab is told as if it came from the one that listens.
        channel = "new BroadcastChannel('preview.ko').postMessage"
        second = browser.new_page()
        second.goto(f"{server.address}ko/page.html")
        second.wait_for_function("document.querySelector('summary').textContent")
        second.evaluate(
            """() => { window.told = []; new MutationObserver(() => window.told.push(
            document.querySelector('.preview-live').textContent)).observe(
            document.querySelector('.preview-live'), { childList: true }); }"""
        )

        def runs(*cells: int) -> None:
            since = time.time() - 12
            all_of_it = [
                {"lesson": "page", "cell": cell, "cells": 7, "since": since} for cell in cells
            ]
            first.evaluate(f"{channel}({json.dumps({'kind': 'running', 'running': all_of_it})})")

        for cell, said in ((0, "실행할 준비"), (3, "7개 가운데 3번째"), (4, "4번째")):
            runs(cell)
            second.wait_for_selector(f".preview-work >> text={said}")
            assert "(12초)" in second.text_content(".preview-work")
        second.wait_for_selector(".preview-work >> text=(13초)")
        runs()
        second.wait_for_selector(".preview-work div", state="detached")
        assert second.evaluate("window.told") == [words("ko")["running"], words("ko")["ran"]]
        (told,) = second.query_selector_all("[aria-live=polite]")
        assert told.text_content() == words("ko")["ran"]


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("a", "ko/a.html"),
        ("lessons_en/a.md", "en/a.html"),
        ("lessons_ko/a.md", "ko/a.html"),
        ("b", "en/b.html"),
    ],
)
def test_the_page_that_is_translated_is_opened(tmp_path: Path, name: str, page: str) -> None:
    for path in ("lessons_en/a.md", "lessons_ko/a.md", "lessons_en/b.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(b"# Salt\n")
    lessons = LessonReader(tmp_path).read()
    (docname,) = docnames_of(lessons, [name]) or {""}
    assert page_of(lessons, name, docname) == page


def test_what_the_terminal_shows(capsys: pytest.CaptureFixture[str]) -> None:
    fault = Diagnostic(Path("docs/glossary.toml"), 12, "glossary", "no TOML")
    _report(Shown([EVERY], {"ko/a": [fault], "en/a": [fault]}, 42.5))
    _report(Shown(["ko/a", "en/a"], {}, 0.25))
    assert capsys.readouterr().err.splitlines() == [
        "docs/glossary.toml:12: no TOML [glossary]",
        "all pages in 42.50 s, 1 finding",
        "ko/a, en/a in 0.25 s, 0 findings",
    ]


def test_words_of_the_preview_are_escaped() -> None:
    page = with_script(b"<body></body>", {"title": "\"'<script>"})
    assert b"<script>" not in page.replace(b"<script defer", b"")
    assert words("fr") == words("en") != words("ko")


@pytest.mark.site
def test_the_command_ends_when_it_is_interrupted(tmp_path: Path) -> None:
    for tag in ("en", "ko"):
        (tmp_path / f"lessons_{tag}").mkdir()
        for name in ("index", "salt"):
            (tmp_path / f"lessons_{tag}" / f"{name}.md").write_bytes(b"# Salt\n\nNone.\n")
    command = [sys.executable, "-m", "scripts", "preview", "salt", "--root", str(tmp_path)]
    with subprocess.Popen(
        [*command, "--port", "0"], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"http://127.0.0.1:")
        (tmp_path / "lessons_ko" / "salt.md").write_bytes("# 소금\n\n둘째.\n".encode())
        page = tmp_path / "_build" / "preview" / "ko" / "html" / "salt.html"
        for _ in range(600):
            if page.is_file() and "둘째" in page.read_bytes().decode("utf-8"):
                break
            time.sleep(0.1)
        else:
            pytest.fail("the page was not made again")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0


def test_a_file_that_an_editor_moves_away_is_waited_for(tmp_path: Path) -> None:
    from scripts.commands.preview import _written

    for language in LANGUAGES:
        language.folder(tmp_path).mkdir()
    page = KOREAN.folder(tmp_path) / "a.md"
    page.write_bytes(b"# A\n")
    (page.parent / "a.md~").write_bytes(b"# before\n")
    (page.parent / "#a.md#").write_bytes(b"# half\n")
    workspace = Workspace(tmp_path)
    before = workspace.saved_files()
    assert list(before) == [str(page)]
    page.rename(page.parent / "a.md~")
    later = threading.Timer(0.1, lambda: page.write_bytes(b"# A, written anew\n"))
    later.start()
    try:
        assert str(page) in _written(workspace, workspace.saved_files(), before)
    finally:
        later.join()
