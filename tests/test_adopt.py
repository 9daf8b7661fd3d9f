"""Whole pages: what becomes a cell, what is said about the rest, and that nothing is lost."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.adopt import Adoption, adopt, default_docname
from scripts.diagnostic import NaranhiError
from scripts.languages import ENGLISH, KOREAN, Language, language_of
from scripts.lesson import Lesson
from scripts.lesson.reading import parse_lesson

CASES = Path(__file__).parent / "cases" / "adopt"
PAGES = sorted(p for p in (CASES / "pages").iterdir() if p.suffix != ".json")
LEGACY = Path(__file__).resolve().parents[2] / "shared" / "legacy" / "jax_kr"


def adopted(path: Path, language: Language, lessons: list[str] | None = None) -> Adoption:
    return adopt(
        path.read_bytes(),
        path=Path(path.name),
        docname=default_docname(path),
        language=language,
        lessons=lessons or [],
    )


def read(adoption: Adoption, language: Language) -> Lesson:
    data = adoption.lesson.encode("utf-8")
    return parse_lesson(data, path=Path("a.md"), docname="a", language=language)


def line_of(text: str, start: str) -> int:
    lines = text.split("\n")
    return next(number for number, line in enumerate(lines, 1) if start in line)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


def lost_words(text: str, adoption: Adoption) -> list[str]:
    """Give the words of a page that stand nowhere in what came of it."""
    kept = [adoption.lesson, *strings(adoption.previous_outputs)]
    kept += [str(finding) for finding in adoption.findings]
    kept += [link.old for link in adoption.links]
    words = set(re.findall(r"\w+", "\n".join(kept)))
    plain = re.sub(r"\x1b\[[0-9;]*m|[\x00-\x08\x0b-\x1f]", "", text)
    return [word for word in re.findall(r"\w+", plain) if word not in words]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_becomes_a_lesson(path: Path) -> None:
    case = json.loads(path.with_suffix(".json").read_bytes())
    language = language_of(case["language"])
    text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")

    adoption = adopted(path, language, case["lessons"])
    lesson = read(adoption, language)

    assert [cell.source for cell in lesson.cells] == case["cells"]
    assert adoption.cells == len(case["cells"])
    stored = adoption.previous_outputs["cells"]
    kinds = [[output["output_type"] for output in cell["outputs"]] for cell in stored]
    assert kinds == case["outputs"]
    assert [cell["source"] for cell in stored] == case["cells"]
    errors = [(e.line, e.raises, e.by) for e in adoption.expected_errors]
    assert errors == [(line_of(text, s), name, by) for s, name, by in case["expected_errors"]]
    front = lesson.front_matter
    people = {role: list(getattr(front, role)) for role in case["people"]}
    assert people == case["people"]
    assert front.title == case["title"]
    assert (front.origin, front.only) == (language.tag, language.tag)
    headings = [b for b in lesson.blocks if b.kind == "heading"]
    assert [[b.level, b.text.lstrip("# ")] for b in headings] == case["headings"]
    assert sorted([link.old, link.new] for link in adoption.links) == sorted(case["links"])
    found = {(finding.line, finding.rule) for finding in adoption.findings}
    # A third value counts from the line that is named: a fence stands above its code.
    expected = {(line_of(text, s) + sum(off), rule) for s, rule, *off in case["findings"]}
    assert expected - found == set()
    assert {rule for _, rule in found} == {rule for _, rule in expected}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_word_of_a_page_is_lost(path: Path) -> None:
    case = json.loads(path.with_suffix(".json").read_bytes())
    adoption = adopted(path, language_of(case["language"]), case["lessons"])
    text = path.read_bytes().decode("utf-8-sig")
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n".join("".join(cell["source"]) for cell in cells)
    assert lost_words(text, adoption) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_lesson_reads_without_problems(path: Path) -> None:
    case = json.loads(path.with_suffix(".json").read_bytes())
    language = language_of(case["language"])
    lesson = read(adopted(path, language, case["lessons"]), language)
    assert lesson.problems == ()
    labels = re.findall(r"^\((.+)\)=$", lesson.text, re.MULTILINE)
    assert len(labels) == len(set(labels)) == len(case["headings"])
    assert all(re.fullmatch(r"[a-z0-9-]+", label) for label in labels)


def test_tracebacks_and_streams_are_read_back() -> None:
    stored = adopted(CASES / "pages" / "means.md", KOREAN).previous_outputs["cells"]
    stream, result = stored[0]["outputs"]
    assert (stream["name"], stream["text"]) == ("stderr", "Collecting numpy\nWARNING: no cache\n")
    assert result["data"] == {"text/plain": "1.5"}
    assert stored[1]["outputs"][0]["data"]["text/html"].endswith("</table>\n</div>")
    filenames = stored[2]["outputs"][0]["metadata"]["filenames"]
    assert filenames == {"image/png": "means_files/means_3_0.png"}
    error = stored[3]["outputs"][0]
    assert (error["ename"], error["evalue"]) == ("ZeroDivisionError", "division by zero")
    assert json.loads(json.dumps(stored)) == stored


@pytest.mark.parametrize(
    ("code", "timing"),
    [("%timeit sum([1])", True), ("%%time\nsum([1])", True), ("# %timeit\nsum([1])", False)],
    ids=["line magic", "cell magic", "comment"],
)
def test_a_page_that_measures_time_is_run_alone(code: str, timing: bool) -> None:
    page = f"# T\n\n\n```python\n{code}\n```\n\n    1\n".encode()
    adoption = adopt(page, path=Path("t.md"), docname="t", language=ENGLISH)
    assert read(adoption, ENGLISH).front_matter.timing is timing


def test_a_cell_can_hold_a_fence() -> None:
    page = b'# T\n\n\n````python\ntext = """\n```\n"""\n````\n'
    adoption = adopt(page, path=Path("t.md"), docname="t", language=ENGLISH)
    assert [c.source for c in read(adoption, ENGLISH).cells] == ['text = """\n```\n"""']


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.md", b"", "the file is empty"),
        ("a.md", b"# T\n\xff", "a.md:2: byte 0xff is no UTF-8"),
        ("a.ipynb", b"# T", "no JSON"),
        ("a.ipynb", b"{}", "has no cells"),
        ("a.ipynb", b'{"cells": 3, "nbformat": 4}', "cannot be read"),
    ],
)
def test_what_is_no_page_stops_the_work(name: str, data: bytes, says: str) -> None:
    with pytest.raises(NaranhiError, match=re.escape(says)):
        adopt(data, path=Path(name), docname="a", language=ENGLISH)


PIECES = [
    *re.split(r"\n{2,}(?=\S)", (CASES / "pages" / "means.md").read_bytes().decode("utf-8")),
    *["```", "~~~text", "    안쪽", "+++", "***", "(own)=", "[r]: z.md", "[ref][r]", "##"],
    *["*열린", "`열린", "<T> 꺾쇠", "- 하나\n  - 둘", "| a |\n|---|\n| <br> |", "$$\nx\n$$"],
    *["\x1b[31m붉은\x1b[0m\x07", "\u2028 줄", "{ref}`글 <own>`", "[^1]: 글", "제목\n==="],
]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=10), st.sampled_from([1, 2, 3]))
def test_any_page_keeps_its_words_and_reads_without_problems(pieces: list[str], gap: int) -> None:
    text = ("\n" * gap).join(pieces)
    adoption = adopt(text.encode("utf-8"), path=Path("p.md"), docname="p", language=KOREAN)
    assert lost_words(text, adoption) == []
    named = [f for f in adoption.findings if re.match(r"line \d+ of the lesson", f.message)]
    assert len(read(adoption, KOREAN).problems) == len(named)


def test_two_runs_give_the_same() -> None:
    path = CASES / "pages" / "means.md"
    assert adopted(path, KOREAN) == adopted(path, KOREAN)


@pytest.mark.skipif(not LEGACY.is_dir(), reason="the legacy pages are not here")
@pytest.mark.parametrize(
    ("name", "cells", "raises"),
    [
        ("automatic-vectorization", 8, []),
        ("jax-basics", 19, ["TypeError", "TypeError"]),
        ("jitting", 13, ["TracerBoolConversionError"] * 2),
        ("pseudo-random-numbers", 13, []),
        ("pytrees", 16, ["TypeError"]),
        ("stateful-computations", 6, []),
    ],
)
def test_real_pages(name: str, cells: int, raises: list[str]) -> None:
    path = LEGACY / f"{name}.md"
    adoption = adopted(path, KOREAN)
    assert adoption.cells == cells
    assert [error.raises for error in adoption.expected_errors] == raises
    assert lost_words(path.read_bytes().decode("utf-8"), adoption) == []
    assert read(adoption, KOREAN).problems == ()


@pytest.mark.skipif(not LEGACY.is_dir(), reason="the legacy pages are not here")
def test_a_real_page_survives_the_loss_of_any_line() -> None:
    lines = (LEGACY / "stateful-computations.md").read_bytes().decode("utf-8").split("\n")
    places = random.Random(0).sample(range(len(lines)), 12)
    for place in places:
        text = "\n".join(lines[:place] + lines[place + 1 :])
        adoption = adopt(text.encode("utf-8"), path=Path("p.md"), docname="p", language=KOREAN)
        assert lost_words(text, adoption) == []
