"""Headings without labels in a confirmed page: the record tells which are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.check import check
from scripts.lesson.reading import read_lessons
from tests.two_languages import write, write_confirmed

NAMES = ["Tides", "High water", "Low water", "Pilots", "Bathers", "Fishers"]
NAMES_KO = ["조석", "만조", "간조", "도선사", "해수욕", "어부"]
TEXT, TEXT_KO = "What comes, goes again.", "오는 것은 다시 갑니다."


def page(names: list[str], text: str, origin: str) -> str:
    """Give a page of sections that nothing tells apart but their headings."""
    sections = "\n".join(f"## {name}\n\n{text}\n" for name in names[1:])
    return f"---\norigin: {origin}\n---\n# {names[0]}\n\n{text}\n\n{sections}"


def line(number: int) -> int:
    """Give the line of a heading."""
    return 4 + 4 * number


@pytest.fixture(params=["en", "ko"])
def origin(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    tag = str(request.param)
    write_confirmed(tmp_path, page(NAMES, TEXT, tag), page(NAMES_KO, TEXT_KO, tag))
    return tag


def found(root: Path, origin: str, names: list[str]) -> list[str]:
    """Give what is told of the Korean page with other headings, by its line."""
    write(root, page(NAMES, TEXT, origin), page(names, TEXT_KO, origin))
    told = check(read_lessons(root))
    return [
        f"{one.path.parent.name[-2:]}:{one.line} {one.message}"
        for one in told
        if one.rule in {"same-structure", "lost-block"} and "heading" in one.message
    ]


def test_nothing_is_told_of_the_page_as_it_was(tmp_path: Path, origin: str) -> None:
    assert found(tmp_path, origin, NAMES_KO) == []


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_heading_that_is_new(tmp_path: Path, origin: str, number: int) -> None:
    names = [*NAMES_KO[:number], "석영", *NAMES_KO[number:]]
    assert found(tmp_path, origin, names) == [
        f"ko:{line(number)} this heading is not in lessons_en/a.md"
    ]
    # That says it all, as far as the page is concerned that has it.
    told = {one.rule for one in check(read_lessons(tmp_path)) if one.line == line(number)}
    assert told == {"same-structure"}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_heading_that_is_gone(tmp_path: Path, origin: str, number: int) -> None:
    names = [*NAMES_KO[:number], *NAMES_KO[number + 1 :]]
    (told,) = found(tmp_path, origin, names)
    assert f"the heading of lessons_en/a.md:{line(number)} " in told


@pytest.mark.parametrize(("new", "gone"), [(1, 3), (1, 5), (2, 4), (5, 1), (4, 2), (5, 3)])
def test_one_that_is_new_and_another_one_gone(
    tmp_path: Path, origin: str, new: int, gone: int
) -> None:
    names = [*NAMES_KO[:new], "석영", *NAMES_KO[new:]]
    names.remove(NAMES_KO[gone])
    told = found(tmp_path, origin, names)
    assert len(told) == 2
    place = line(names.index("석영"))
    assert f"ko:{place} this heading is not in lessons_en/a.md" in told
    assert sum(f"the heading of lessons_en/a.md:{line(gone)} " in one for one in told) == 1


def test_a_heading_in_other_words_stays_one(tmp_path: Path, origin: str) -> None:
    names = [*NAMES_KO[:2], "석영", *NAMES_KO[3:]]
    assert found(tmp_path, origin, names) == []
    names.remove("해수욕")
    (told,) = found(tmp_path, origin, names)
    assert f"the heading of lessons_en/a.md:{line(4)} " in told
