"""Where two languages' code differs: one finding a difference, each with both lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.alignment import align, code_differences, difference_diagnostics
from scripts.languages import ENGLISH, KOREAN, Language
from scripts.lesson import Lesson
from scripts.lesson.reading import parse_lesson

CASES = json.loads(Path(__file__).with_name("cases").joinpath("alignment.json").read_bytes())


def _lesson(language: Language, cells: list[str]) -> Lesson:
    text = "# A\n" + "".join(f"\n```{{code-cell}} python\n{cell}\n```\n" for cell in cells)
    path = Path(f"lessons_{language.tag}/a.md")
    return parse_lesson(text.encode(), path=path, docname="a", language=language)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_differences(case: dict[str, list[str]]) -> None:
    origin, other = _lesson(ENGLISH, case["origin"]), _lesson(KOREAN, case["other"])
    found = [f"{d.other_line} {d.kind}: {d.message}" for d in code_differences(origin, other)]
    assert found == case["differences"]


def test_a_finding_stands_in_the_other_file_and_names_the_origin() -> None:
    origin, other = _lesson(ENGLISH, ["x = 1 + 2"]), _lesson(KOREAN, ["x = 1 - 2"])
    assert [str(finding) for finding in difference_diagnostics(origin, other)] == [
        "lessons_ko/a.md:4: code differs from lessons_en/a.md:4; "
        'run "check --fix" to copy the English cell [same-code]'
    ]


CELLS = st.lists(st.sampled_from(["a = 1", "b = 2", "b = 3", "c(a, b)", "print(c)"]), max_size=7)


@given(CELLS, CELLS)
def test_aligning_keeps_every_cell_in_order(ours: list[str], theirs: list[str]) -> None:
    origin, other = _lesson(ENGLISH, ours), _lesson(KOREAN, theirs)
    pairs = list(align(origin.cells, other.cells))
    assert [left for left, _ in pairs if left is not None] == list(origin.cells)
    assert [right for _, right in pairs if right is not None] == list(other.cells)
    assert (None, None) not in pairs


@given(CELLS, st.integers(0, 7), st.sampled_from(["new()", "x = 9"]))
def test_one_inserted_cell_is_one_difference(cells: list[str], at: int, new: str) -> None:
    longer = [*cells[:at], new, *cells[at:]]
    origin, other = _lesson(ENGLISH, cells), _lesson(KOREAN, longer)
    assert [d.kind for d in code_differences(origin, other)] == ["extra-cell"]
    assert [d.kind for d in code_differences(other, origin)] == ["missing-cell"]


def test_a_cell_that_moved_is_told_once() -> None:
    cells = ["x = 1", "y = 2", "z = 3", "print('cells')"]
    origin, other = _lesson(ENGLISH, cells), _lesson(KOREAN, [*cells[2:], *cells[:2]])
    assert [d.kind for d in code_differences(origin, other)] == ["moved-cell"] * 2


@given(CELLS.flatmap(lambda cells: st.tuples(st.just(cells), st.permutations(cells))))
def test_cells_in_another_order_are_not_copied(cells: tuple[list[str], list[str]]) -> None:
    origin, other = (_lesson(*one) for one in zip((ENGLISH, KOREAN), cells, strict=True))
    assert {d.kind for d in code_differences(origin, other)} <= {"moved-cell"}
