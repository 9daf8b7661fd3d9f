"""Normalisers: what they take out, what they leave alone, and that twice is once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.execute.normalise import NORMALISERS, Run, normalise, normalise_outputs

FOLDER = Path(__file__).with_name("cases") / "execute"
CASES = json.loads((FOLDER / "normalise.json").read_bytes())
OUTPUTS = json.loads((FOLDER / "outputs.json").read_bytes())

RUN = Run(
    "/run/naranhi-1",
    ("/v/lib/python3.11", "/v/lib/python3.11/site-packages"),
    {"12.py": 5},
    launcher="/s/launch.py",
)

PIECES = st.sampled_from(
    [
        "\x1b", "[31m", "\x1b[0m", "\x1b]0;t\x07", "\r", "\n", "\r\n", "a", "하", " ", "/", ":",
        "/run/naranhi-1", "/run/nara", "nhi-1", "/ipykernel_3/12.py", ":7", "/t/ipykernel_", "9",
        "/v/lib/python3.11/", "site-packages/", "/v/lib", "/python3.11/", "1.5", "0x7f3a",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=12).map("".join)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_normalise(case: dict[str, str]) -> None:
    assert normalise(case["text"], RUN) == case["normal"]


@given(TEXTS)
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalise(text, RUN)
    assert normalise(once, RUN) == once


@pytest.mark.parametrize("normaliser", NORMALISERS, ids=lambda n: n.__name__)
@given(text=TEXTS)
def test_each_normaliser_twice_is_once(normaliser: Any, text: str) -> None:
    once = normaliser(text, RUN)
    assert normaliser(once, RUN) == once


@given(st.text(st.sampled_from("0123456789.e+-x[]() \n=하"), max_size=40))
def test_numbers_are_never_touched(text: str) -> None:
    assert normalise(text, RUN) == text


@pytest.mark.parametrize("case", OUTPUTS, ids=lambda case: case["label"])
def test_outputs(case: dict[str, Any]) -> None:
    assert list(normalise_outputs(case["outputs"], RUN)) == case["normal"]
