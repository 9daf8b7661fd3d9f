"""Cells that are the same code with translated strings, and those that are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.comparison import faults
from scripts.languages import KOREAN
from scripts.normal_form import normal_form

CASES = json.loads(Path(__file__).with_name("cases").joinpath("comparison.json").read_bytes())
PAIRS = [(kind, case) for kind, cases in CASES.items() for case in cases]


@pytest.mark.parametrize(
    ("kind", "case"), PAIRS, ids=[f"{kind}: {case['label']}" for kind, case in PAIRS]
)
def test_what_a_translation_may_change(kind: str, case: dict[str, str]) -> None:
    expected = [] if kind == "same" else [kind]
    for ours, theirs in ((case["ours"], case["theirs"]), (case["theirs"], case["ours"])):
        found = faults(ours, theirs, KOREAN.letters)
        assert sorted({one.kind for one in found}) == expected
    if kind != "placeholders":
        found = faults(case["ours"], case["theirs"], "")
        assert {one.kind for one in found} == {"code"}, "no language, no translation"


WORDS = st.sampled_from(["'a'", "'b'", "'가'", "'나'", "f'{x}'", "f'{x}가'", "1", "x"])
STATEMENTS = st.tuples(
    st.sampled_from(["print({})", "x = {}", "d[{}]", "x == {}", "def f():\n    return {}"]), WORDS
).map(lambda pair: pair[0].format(pair[1]))
SOURCES = st.lists(STATEMENTS, min_size=1, max_size=3).map("\n".join)


@given(SOURCES, SOURCES)
def test_without_the_other_language_only_the_same_code_is_the_same(ours: str, theirs: str) -> None:
    same = normal_form(ours) == normal_form(theirs)
    assert (faults(ours, theirs, "") == ()) == same
    if ours.isascii() and theirs.isascii():
        assert (faults(ours, theirs, KOREAN.letters) == ()) == same


@given(SOURCES, SOURCES)
def test_a_comparison_says_the_same_from_either_side(ours: str, theirs: str) -> None:
    kinds = [{one.kind for one in faults(*pair, KOREAN.letters)} for pair in
             ((ours, theirs), (theirs, ours))]  # fmt: skip
    assert kinds[0] == kinds[1]
