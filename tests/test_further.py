"""Links to read on, as a lesson's front matter names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.check import Selection, check_links
from scripts.languages import ENGLISH
from scripts.lesson.reading import parse_lesson, read_lessons
from scripts.references import read_page

MATTER = """---
title: Loops
further:
  - scan.md
  - "A tour: loops": inv:jax:std:doc#nothing
  - title: "Old"
    url: https://jax.readthedocs.io/en/latest/faq.html
  - 'See [this](#nowhere) and `jax.numpy`.'
---
# Loops
"""


def test_items_are_links_with_the_places_where_they_are_written() -> None:
    found = [(one.kind, one.target, one.line) for one in read_page(MATTER).references]
    assert found == [
        ("link", "scan.md", 4),
        ("link", "inv:jax:std:doc#nothing", 5),
        ("link", "https://jax.readthedocs.io/en/latest/faq.html", 7),
        ("link", "#nowhere", 8),
        ("code", "jax.numpy", 8),
    ]


def test_links_to_read_on_are_checked_like_those_of_the_text(tmp_path: Path) -> None:
    folder = tmp_path / "lessons_en"
    folder.mkdir()
    (folder / "loops.md").write_bytes(MATTER.encode())
    found = check_links(Selection(read_lessons(tmp_path)))
    assert [(one.line, str(one.status), one.suggestion) for one in found] == [
        (4, "dead-page", ""),
        (5, "bad-inventory", ""),
        (7, "old-host", "https://docs.jax.dev/en/latest/faq.html"),
        (8, "dead-anchor", ""),
    ]


@pytest.mark.parametrize("value", ["[3]", "[{a: b, c: d}]", "[{title: x}, {url: [y]}]", "{a: {}}"])
def test_what_is_no_list_of_links_is_told_at_its_line(value: str) -> None:
    text = f"---\ntitle: x\nfurther: {value}\n---\n# x\n".encode()
    lesson = parse_lesson(text, path=Path("a.md"), docname="a", language=ENGLISH)
    assert [(one.line, one.rule) for one in lesson.problems] == [(3, "front-matter")]
    assert lesson.front_matter.further == ()
