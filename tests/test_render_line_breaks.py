"""Where a page keeps Korean words whole; what browsers do with it was looked at in Chromium."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.render.line_breaks import JOINER, keep_words

CASES = Path(__file__).parent / "cases" / "render" / "line_breaks.json"


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["label"]) for case in json.loads(CASES.read_bytes())]
)
def test_words_are_kept(case: dict[str, Any]) -> None:
    assert keep_words(case["html"]).replace(JOINER, "|") == case["expected"]


@given(
    st.lists(
        st.sampled_from(["가", "a", "(", ")", " ", "<p>", "</p>", "<b>", "</b>", "<pre>", "</pre>",
                         "&amp;", "&", "<", "<!--", "-->", "<math>", "</math>", "\n"])
    ).map("".join)
)  # fmt: skip
def test_nothing_of_a_page_is_lost(html: str) -> None:
    assert keep_words(html).replace(JOINER, "") == html
