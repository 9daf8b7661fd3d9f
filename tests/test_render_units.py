"""The parts of the render stage that need no Sphinx build."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_inline.state_inline import StateInline

from scripts.diagnostic import NaranhiError
from scripts.languages import ENGLISH, KOREAN, LANGUAGES
from scripts.lesson import code_key
from scripts.lesson.reading import parse_lesson, read_lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from scripts.render import render
from scripts.render.about import about
from scripts.render.addresses import address_by_content
from scripts.render.emphasis import scan_delimiters
from scripts.render.locale import words
from scripts.render.output import put_in_place, refuse_foreign, remove_leftovers
from scripts.render.process import REPOSITORY, Build, Press
from scripts.render.reader import notebook
from scripts.render.reports import diagnostics
from scripts.render.root_page import root_page
from scripts.render.site import Site
from scripts.render.switch import links
from scripts.render.work import finish, inputs_of, prepare, stage

CASES = Path(__file__).parent / "cases" / "render"
BREAD = Path(__file__).parent / "sites" / "bread"


def cases(name: str) -> list[Any]:
    found = json.loads((CASES / name).read_bytes())
    return [pytest.param(case, id=case["label"]) for case in found]


@pytest.mark.parametrize("case", cases("reports.json"))
def test_warnings_become_findings_of_lessons(case: dict[str, Any]) -> None:
    found = diagnostics(case["text"], stage=Path("/w/stage"), fallback=Path("lessons_ko/index.md"))
    assert [[str(d.path), d.line, d.rule, d.message] for d in found] == case["expected"]


@pytest.mark.parametrize("case", cases("emphasis.json"))
def test_emphasis_beside_hangul(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StateInline, "scanDelims", scan_delimiters)
    assert MarkdownIt("commonmark").renderInline(case["source"]) == case["html"]


@given(st.text(alphabet="ab *_`()\"'.,", max_size=30))
def test_emphasis_without_hangul_is_as_commonmark_has_it(text: str) -> None:
    plain = MarkdownIt("commonmark").renderInline(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StateInline, "scanDelims", scan_delimiters)
        assert MarkdownIt("commonmark").renderInline(text) == plain


PARTS = (
    "text",
    "",
    "# Head",
    "```{code-cell}\nx = 1\n```",
    "```{code-cell}\n:alt: a\n\n1\n\n```",
    "```\nfence\n```",
    "~~~{note}\ninside\n~~~",
    "- list\n\n  more",
)
HEADS = ("", "---\ntitle: T\n---\n", "---\nmyst:\n  html_meta: {a: b}\n---\n\n")


@settings(deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=8), st.sampled_from(HEADS))
def test_a_notebook_keeps_every_line_where_it_was(parts: list[str], head: str) -> None:
    text = head + "\n".join(parts)
    lesson = parse_lesson(text.encode(), path=Path("a.md"), docname="a", language=ENGLISH)
    made = notebook(lesson, tuple(CellOutputs("ok") for _ in lesson.cells))
    lines = text.split("\n")
    assert len(made.cells) == len(made.metadata.source_map)
    assert set(made.metadata) == {"source_map", "language_info"}
    for cell, mapped in zip(made.cells, made.metadata.source_map, strict=True):
        start = mapped + 1
        if cell.cell_type == "code":
            assert lines[start].startswith("```{code-cell}")
        elif not (start == 0 and cell.source == "# " + lesson.title):
            source = cell.source.split("\n")
            assert lines[start : start + len(source)] == source
    code = [cell.source for cell in made.cells if cell.cell_type == "code"]
    assert code == [cell.source for cell in lesson.cells]


def test_a_lesson_without_a_heading_gets_its_title() -> None:
    lesson = parse_lesson(
        b"---\ntitle: a_b *c*\n---\ntext\n", path=Path("a.md"), docname="a", language=ENGLISH
    )
    assert notebook(lesson, ()).cells[0].source == r"# a\_b \*c\*"


def bread_site(language: Any = KOREAN) -> Site:
    return Site(read_lessons(BREAD), language, OutputStore(Path("nowhere")), "f")


def test_tracks_are_in_reading_order_and_named_by_the_start_page() -> None:
    (track,) = bread_site().tracks
    assert (track.slug, track.title) == ("dough", "반죽")
    assert [lesson.docname for lesson in track.lessons] == ["hydration", "salt"]


def test_tracks_stand_in_the_order_in_which_the_start_page_names_them(tmp_path: Path) -> None:
    start = b"---\ntracks: {oven: Oven, none: Empty, bench: Bench}\n---\n# S\n"
    texts = {"index": start} | {
        name: f"---\norder: 1\ntrack: {track}\n---\n# T\n".encode()
        for name, track in {"a": "shelf", "b": "bench", "c": "oven"}.items()
    }
    (tmp_path / "lessons_en").mkdir()
    for name, text in texts.items():
        (tmp_path / f"lessons_en/{name}.md").write_bytes(text)
    site = Site(read_lessons(tmp_path), ENGLISH, OutputStore(tmp_path), "")
    assert [track.title for track in site.tracks] == ["Oven", "Bench", "shelf"]


def test_language_links_lead_to_the_same_page_or_to_the_start_page(tmp_path: Path) -> None:
    for name in ("lessons_ko/a/b.md", "lessons_en/a/b.md", "lessons_ko/only.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"# T\n")
    site = Site(read_lessons(tmp_path), KOREAN, OutputStore(tmp_path), "")
    (nested,) = links(site, "a/b", to_root="../")
    assert (nested.href, nested.same, nested.name) == ("../../en/a/b.html", True, "English")
    (alone,) = links(site, "only", to_root="./")
    assert (alone.href, alone.same) == ("../en/index.html", False)
    (search,) = links(site, "search", to_root="./")
    assert (search.href, search.same) == ("../en/search.html", True)


@pytest.mark.parametrize(
    ("code", "language", "expected"),
    [
        ("import jax\n", ENGLISH, "executed with JAX 0.10.2, Python 3.11.7 on CPU"),
        ("from jax import lax\n", KOREAN, "JAX 0.10.2, Python 3.11.7, CPU에서 실행"),
        ("import jaxtyping\n", ENGLISH, "executed with Python 3.11.7"),
    ],
)
def test_a_page_says_what_ran_its_code(
    code: str, language: Any, expected: str, tmp_path: Path
) -> None:
    folder = language.folder(tmp_path)
    folder.mkdir()
    (folder / "a.md").write_bytes(f"# A\n\n```{{code-cell}}\n{code}```\n".encode())
    lessons = read_lessons(tmp_path)
    store = OutputStore(tmp_path / "store")
    environment = {"python": "3.11.7", "jax": "0.10.2", "device": "cpu"}
    ran = CellOutputs("ok", source=lessons.items[0].cells[0].source)
    record = LessonOutputs("a", code_key(lessons.items[0]), "f", "", 1.0, (ran,), environment)
    store.put(record)
    site = Site(lessons, language, store, "f")
    time, ran_by = about(site, lessons.items[0], words(language.tag))
    assert ran_by == expected
    assert "1" in time, "a page takes a minute at least"


def test_every_language_says_everything() -> None:
    for language in LANGUAGES:
        own = (Path(sys.modules["scripts.render.locale"].__file__ or "")).parent
        assert (own / f"{language.tag}.toml").is_file()
        assert words(language.tag).texts.keys() == words("en").texts.keys()
        assert all(words(language.tag).name_of(other) for other in LANGUAGES)


def test_the_root_page_names_only_the_languages_that_exist() -> None:
    page = root_page({KOREAN: "<빵>"})
    assert 'href="ko/index.html"' in page and 'href="en/' not in page
    assert "&lt;빵&gt;" in page and "<빵>" not in page
    assert ' data-languages="ko">' in page


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    refuse_foreign(tmp_path / "missing")
    refuse_foreign(tmp_path)
    (tmp_path / "precious.txt").touch()
    with pytest.raises(NaranhiError, match="not empty and holds no site"):
        refuse_foreign(tmp_path)
    with pytest.raises(NaranhiError, match="is a file"):
        refuse_foreign(tmp_path / "precious.txt")
    (tmp_path / "build.json").write_bytes(b'{"schema": 1}')
    refuse_foreign(tmp_path)


def test_a_site_is_put_in_place_whole_and_leftovers_go(tmp_path: Path) -> None:
    tree = tmp_path / "html"
    (tree / "_static").mkdir(parents=True)
    (tree / "_static" / "a.css").write_bytes(b"a")
    out = tmp_path / "site"
    (out / "ko").mkdir(parents=True)
    (out / "ko" / "old.html").touch()
    (tmp_path / ".site.killed.new").mkdir()
    remove_leftovers(out)
    put_in_place(out, trees={"en": tree}, files={"build.json": b"{}"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["html", "site"]
    found = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    assert found == ["build.json", "en/_static/a.css"]


def test_what_pages_load_is_named_by_what_it_holds(tmp_path: Path) -> None:
    def site(font: bytes) -> list[str]:
        shutil.rmtree(tmp_path / "ko", ignore_errors=True)
        (tmp_path / "ko" / "sub").mkdir(parents=True)
        (tmp_path / "ko" / "x.woff2").write_bytes(font)
        (tmp_path / "ko" / "a.css").write_bytes(b"p{src:url(x.woff2)}i{src:url(gone.woff2)}")
        page = b'<link href="../a.css?digest=1"><a href="/b.css"><a href="https://a.b/c.js">'
        (tmp_path / "ko" / "sub" / "p.html").write_bytes(page)
        address_by_content(tmp_path)
        names = ("ko/a.css", "ko/sub/p.html")
        return [(tmp_path / name).read_bytes().decode() for name in names]

    sheet, page = site(b"one")
    assert re.fullmatch(r"p\{src:url\(x\.woff2\?v=\w{8}\)\}i\{src:url\(gone\.woff2\)\}", sheet)
    own, others = page.split(">", 1)
    assert re.fullmatch(r'<link href="\.\./a\.css\?v=\w{8}"', own)
    assert others == '<a href="/b.css"><a href="https://a.b/c.js">'
    assert site(b"one") == [sheet, page]
    assert site(b"two")[1] != page


def test_bad_sources_and_missing_outputs_stop_the_rendering_at_once(tmp_path: Path) -> None:
    store = OutputStore(tmp_path / "store")
    arguments: dict[str, Any] = {"out": tmp_path / "site", "work": tmp_path / "work"}
    rendering = render(read_lessons(BREAD), store, **arguments)
    found = {(str(d.path), d.line, d.rule) for d in rendering.diagnostics}
    assert ("lessons_ko/hydration.md", 18, "missing-outputs") in found
    assert len(found) == 4
    assert any('execute salt"' in d.fix for d in rendering.diagnostics)
    (tmp_path / "lessons_ko").mkdir()
    (tmp_path / "lessons_ko" / "a.md").write_bytes(b"\xff\n")
    rendering = render(read_lessons(tmp_path), store, **arguments)
    assert [d.rule for d in rendering.diagnostics] == ["encoding"]
    assert not (tmp_path / "site").exists() and not (tmp_path / "work").exists()


def test_code_that_differs_from_the_origin_is_named(tmp_path: Path) -> None:
    for language, code in ((KOREAN, "1 - 1"), (ENGLISH, "1 + 1")):
        language.folder(tmp_path).mkdir()
        page = f"# A\n\n```{{code-cell}}\n{code}\n```\n"
        (language.folder(tmp_path) / "a.md").write_bytes(page.encode())
    lessons = read_lessons(tmp_path)
    store = OutputStore(tmp_path / "store")
    origin = code_key(lessons.origin("a"))
    store.put(LessonOutputs("a", origin, "f", "", 1.0, (CellOutputs("ok", source="1 + 1"),)))
    store.select("f", {})
    rendering = render(lessons, store, out=tmp_path / "site", work=tmp_path / "work")
    (finding,) = rendering.diagnostics
    assert (str(finding.path), finding.rule) == ("lessons_ko/a.md", "same-code")
    assert "lessons_en/a.md" in finding.message


def build_in(folder: Path) -> Build:
    return Build("ko", folder / "stage" / "lessons_ko", folder / "ko", {"language": "ko"})


def test_a_build_that_did_not_end_well_starts_anew(tmp_path: Path) -> None:
    build = build_in(tmp_path)
    assert prepare(build, "a", fresh=False)
    (build.folder / "doctrees").mkdir()
    # Killed here: what was read is of no use.
    assert prepare(build, "a", fresh=False)
    assert not (build.folder / "doctrees").exists()
    (build.folder / "doctrees").mkdir()
    finish(build, "a")
    assert not prepare(build, "a", fresh=False), "nothing has changed"
    assert prepare(build, "b", fresh=False)
    assert (build.folder / "doctrees").exists(), "what was read is used"
    finish(build, "b")
    assert prepare(build, "b", fresh=True)
    assert not (build.folder / "doctrees").exists()


def test_the_stage_follows_the_lessons(tmp_path: Path) -> None:
    root, staged = tmp_path / "my bread", tmp_path / "stage"
    (root / "lessons_ko" / ".previous").mkdir(parents=True)
    (root / "lessons_ko" / ".previous" / "a.json").touch()
    (root / "lessons_ko" / "loaf.svg").write_bytes(b"<svg/>")
    (root / "lessons_ko" / "a.md").write_bytes(b"# A\r\n")
    (root / "snippets").mkdir()
    stage(read_lessons(root), (KOREAN,), staged)
    files = sorted(p.name for p in (staged / "lessons_ko").rglob("*"))
    assert files == ["a.md", "index.md", "loaf.svg"]
    assert (staged / "snippets").resolve() == (root / "snippets").resolve()
    assert (staged / "lessons_ko" / "index.md").read_bytes().startswith(b"# my bread\n")
    before = (staged / "lessons_ko" / "a.md").stat().st_mtime_ns
    (root / "lessons_ko" / "loaf.svg").unlink()
    (root / "lessons_ko" / "index.md").write_bytes(b"# Start\n\n```{toctree}\na\n```\n")
    lessons = read_lessons(root)
    stage(lessons, (KOREAN,), staged)
    assert not (staged / "lessons_ko" / "loaf.svg").exists()
    assert (staged / "lessons_ko" / "a.md").stat().st_mtime_ns == before
    assert b"{lessons}" not in (staged / "lessons_ko" / "index.md").read_bytes()
    (root / "lessons_ko" / "index.md").write_bytes(b"# Start\n")
    stage(read_lessons(root), (KOREAN,), staged)
    assert (staged / "lessons_ko" / "index.md").read_bytes().endswith(b"```{lessons}\n```\n")


def test_a_language_is_up_to_date_while_only_the_text_of_another_changes(tmp_path: Path) -> None:
    for language in (KOREAN, ENGLISH):
        language.folder(tmp_path).mkdir()
        (language.folder(tmp_path) / "a.md").write_bytes(b"---\norder: 1\n---\n# A\n")
    staged = tmp_path / "_stage"

    def english() -> str:
        lessons = read_lessons(tmp_path)
        stage(lessons, (KOREAN, ENGLISH), staged)
        return inputs_of(lessons, ENGLISH, staged, [])

    first = english()
    (tmp_path / "lessons_ko" / "a.md").write_bytes(b"---\norder: 1\n---\n# B\n")
    assert english() == first
    (tmp_path / "lessons_ko" / "a.md").write_bytes(b"---\norder: 2\n---\n# B\n")
    assert english() != first


def test_sphinx_does_not_outlive_the_one_who_started_it() -> None:
    child = (
        "import threading; from scripts.render.press import _end_with_parent\n"
        "threading.Thread(target=_end_with_parent, args=(0,), daemon=True).start()\n"
        "print('working', flush=True); threading.Event().wait()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", child],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.readline() == b"working\n"
    process.stdin.close()  # as the system does when the parent is killed
    assert process.wait() == 70
    process.stdout.close()


def test_how_sphinx_is_started_does_not_depend_on_the_caller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ko").mkdir()
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    monkeypatch.setenv("LANGUAGE", "ko")
    build = replace(
        build_in(tmp_path), settings={"naranhi_root": str(REPOSITORY / "tests/sites/tides")}
    )
    with Press(tmp_path) as press:
        assert press.run([build], jobs=1, started=lambda build: None) == {"ko": 2}
    assert b"Cannot find source directory" in build_in(tmp_path).log.read_bytes()
