"""The `{exercise}` directive: numbered, folded, with the cells that belong to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.languages import ENGLISH
from scripts.lesson.reading import parse_lesson
from tests.test_render_downloads import shelf
from tests.test_render_site import Place

__all__ = ["shelf"]


def test_a_lesson_knows_its_exercises() -> None:
    text = "# A\n\n:::{exercise} One\n:label: a-one\n:::\n\n```{exercise} Two\n```\n"
    lesson = parse_lesson(text.encode(), path=Path("a.md"), docname="a", language=ENGLISH)
    assert [(one.label, one.line) for one in lesson.exercises] == [("a-one", 3), ("", 7)]


@pytest.mark.site
def test_an_exercise_holds_what_belongs_to_it(shelf: Place) -> None:
    page = shelf.page("en/deep/things.html")
    inside = page[page.index('<div class="exercise"') : page.index("exercise-done")]
    assert 'id="things-glue" data-exercise="things-glue"' in inside
    assert re.search(r'<h3 class="exercise-title[^>]*>Exercise 1. Measure <code', inside)
    assert '<details class="folded-hint"><summary>Hint</summary>' in inside
    parts = ["How wide is it?", "Look.", "given", '<details class="solution">', "solved"]
    places = [inside.index(part) for part in parts]
    assert places == sorted(places)
    assert "ValueError" not in inside
    assert re.search(r'class="exercise-done" aria-pressed="false" hidden>Done</button>', page)


@pytest.mark.site
def test_a_link_names_the_exercise(shelf: Place) -> None:
    page = shelf.page("en/index.html")
    assert re.search(r'href="deep/things.html#things-glue"[^>]*><span[^>]*>Exercise 1. Meas', page)


@pytest.mark.site
def test_a_role_names_the_exercise_by_its_number(shelf: Place) -> None:
    page = shelf.page("en/index.html")
    link = r'<a class="reference internal" href="deep/things.html#things-glue"[^>]*>'
    assert re.search(rf"Do {link}<span[^>]*>Exercise 1</span></a>,", page)
    assert re.search(rf", {link}<span[^>]*>this task</span></a>", page)
    assert "Do [Exercise 1](" in shelf.page("en/index.md")


LESSON = """---
track: oven
order: {order}
---
# {name}

Before {{exercise}}`cake-bake`.

:::{{exercise}} First of {name}
:label: {name}-mix

Mix.
:::

:::{{exercise}} Second of {name}
:label: {name}-bake

Bake.
:::
"""


@pytest.mark.site
def test_numbers_follow_lessons_that_move(tmp_path: Path) -> None:
    source = tmp_path / "source"
    lessons = source / "lessons_en"
    lessons.mkdir(parents=True)
    (lessons / "index.md").write_bytes(b"---\ntracks: {oven: Oven}\n---\n# A\n")
    for order, name in enumerate(("bread", "cake"), 1):
        text = LESSON.format(order=order, name=name)
        (lessons / f"{name}.md").write_bytes(text.encode())
    place = Place(tmp_path, source)
    assert place.render().diagnostics == ()
    assert 'data-exercise="cake-bake"' in place.page("en/cake.html")
    assert "Exercise 2.2. Second of cake" in place.page("en/cake.html")
    assert ">Exercise 2.2</span>" in place.page("en/bread.html")
    place.edit("lessons_en/cake.md", "order: 2", "order: 0")
    assert place.render().diagnostics == ()
    assert 'data-exercise="cake-bake"' in place.page("en/cake.html")
    assert "Exercise 1.2. Second of cake" in place.page("en/cake.html")
    assert ">Exercise 1.2</span>" in place.page("en/bread.html")


@pytest.mark.site
def test_a_role_without_its_exercise_is_an_error(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "lessons_en").mkdir(parents=True)
    (source / "lessons_en" / "a.md").write_bytes(b"# A\n\nSee {exercise}`b-c`.\n")
    (found,) = Place(tmp_path, source).render().diagnostics
    assert (found.line, "b-c" in found.message) == (3, True)


@pytest.mark.site
def test_an_exercise_needs_a_label(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "lessons_en").mkdir(parents=True)
    (source / "lessons_en" / "a.md").write_bytes(b"# A\n\n```{exercise} B\nC\n```\n")
    place = Place(tmp_path, source)
    (found,) = place.render().diagnostics
    assert (found.line, "needs a label" in found.message) == (3, True)
