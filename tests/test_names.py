"""Which documented names code and prose use, by the imports of the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.inventory import documented
from scripts.names.in_prose import listed_names, prose_name
from scripts.names.used import Piece, links, names_used

CASES = Path(__file__).parent / "cases" / "names"
CODE = json.loads((CASES / "code.json").read_bytes())
PROSE = json.loads((CASES / "prose.json").read_bytes())


@pytest.mark.parametrize("case", CODE, ids=[case["label"] for case in CODE])
def test_names_in_code_lead_where_the_imports_say(case: dict[str, Any]) -> None:
    pieces = [
        Piece(source, runs=number not in case["shown"])
        for number, source in enumerate(case["cells"])
    ]
    found = [
        [
            [piece.source[link.start : link.end], link.entry.name]
            for link in links(uses)
            if link.entry.project == "jax"
        ]
        for piece, uses in zip(pieces, names_used(pieces).uses, strict=True)
    ]
    assert found == case["links"]


@pytest.mark.parametrize("case", PROSE, ids=[case["label"] for case in PROSE])
def test_names_in_prose_lead_where_the_page_says(case: dict[str, Any]) -> None:
    page = names_used([Piece(case["code"])])
    entry = prose_name(case["text"], page, listed=case.get("listed", True))
    assert (None if entry is None else entry.name) == case["expected"]


def test_what_the_list_says_is_documented() -> None:
    roots = {"jax", "np", "numpy"}
    found = {name for name, target in listed_names().items() if documented(target) is None}
    assert found <= roots


@given(
    st.lists(
        st.sampled_from(
            ["import jax", "jax.jit", "(", ")", "\n", "    ", "def f(jax):", "f'{", "}'", '"""',
             "%", "!", "=", "for x in", ">>> ", "한글", "#", "\\", "lambda jax:", "@", "\f", "\r"]
        )
    ).map("".join)
)  # fmt: skip
def test_any_text_can_be_read_and_uses_stand_where_they_say(source: str) -> None:
    for use in names_used([Piece(source)]).uses[0]:
        written = source[use.start : use.steps[-1][1]]
        assert written.startswith("jax") and written.endswith(use.name.rpartition(".")[2])


@pytest.mark.parametrize("code", ["x = {}", "def f():\n    return {}", "class A:\n    x = {}"])
def test_code_that_is_nested_too_deeply_is_read_as_far_as_it_goes(code: str) -> None:
    deep = code.format(" + ".join(["jax.jit"] * 900))
    read = names_used([Piece(f"import jax\n{deep}\n", runs=True), Piece("jax.jit(f)", runs=True)])
    assert [link.entry.name for link in links(read.uses[1])] == ["jax.jit"]


def test_a_value_in_a_text_that_is_too_deep_costs_no_other_names() -> None:
    deep = " + ".join(["x"] * 900)
    read = names_used([Piece(f"import jax\njax.print(f'{{{deep}}}', jax.jit)")])
    assert [link.entry.name for link in links(read.uses[0])] == ["jax.jit"]
