"""Doubts beside a page: found again by content, read from their file, and what a word may be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scripts.doubts import (
    Doubt,
    alternatives,
    around,
    find_all,
    read_entries,
    was_edited,
    word_around,
)

CASES = json.loads((Path(__file__).parent / "cases" / "doubts.json").read_bytes())
CANDIDATES = (("적", 0.9), ("점", 0.08), ("잠", 0.02))


def doubt_in(text: str) -> tuple[str, Doubt]:
    """Give a text without its brackets, and the doubt about what they enclosed."""
    start = text.index("⟦")
    end = text.index("⟧") - 1
    bare = text.replace("⟦", "").replace("⟧", "")
    before, after = around(bare, start, end)
    candidates = ((bare[start:end], 0.9), ("겹", 0.1))
    return bare, Doubt(before, bare[start:end], after, 1, candidates)


@pytest.mark.parametrize("case", CASES["edited"], ids=lambda case: case["label"])
def test_a_doubt_is_found_in_an_edited_page(case: dict[str, Any]) -> None:
    text, doubt = doubt_in(case["text"])
    assert list(find_all(text, [doubt])) == [0]
    found = find_all(case["now"].replace("⟦", "").replace("⟧", ""), [doubt])
    if "⟦" in case["now"]:
        _, there = doubt_in(case["now"])
        start = case["now"].index("⟦")
        assert found == {0: (start, start + len(there.text))}
    else:
        assert found == {}
        assert was_edited(case["now"], doubt) is case["mended"]


def test_no_place_is_given_twice() -> None:
    text = "나는 적은 양의 물을 마십니다.\n나는 적은 양의 물을 마십니다.\n"
    first, second = (Doubt("나는 ", "적", "은 양의 물을 마십니다.", n, CANDIDATES) for n in (1, 2))
    assert find_all(text, [first, second]) == {0: (3, 4), 1: (21, 22)}
    mended = text.replace("적은", "점은", 1)
    assert list(find_all(mended, [first, second]).values()) == [(21, 22)]
    assert find_all(mended.replace("적은", "점은"), [first, second]) == {}


WORDS = st.lists(st.sampled_from(["물", "적은", "양의", "그릇에", "담은", "적", "\n"]), max_size=40)


@given(WORDS, st.integers(min_value=0), WORDS)
def test_what_is_written_elsewhere_moves_no_doubt(
    words: list[str], pick: int, others: list[str]
) -> None:
    text = " ".join(words).replace(" \n ", "\n")
    places = [at for at, character in enumerate(text) if character == "적"]
    assume(places)
    start = places[pick % len(places)]
    before, after = around(text, start, start + 1)
    number = sum(around(text, at, at + 1) == (before, after) for at in places if at <= start)
    doubt = Doubt(before, "적", after, number, CANDIDATES)
    assert find_all(text, [doubt]) == {0: (start, start + 1)}
    # Lines below cannot change which of the places that look alike this one is.
    below = f"{text}\n{' '.join(others)}"
    assert find_all(below, [doubt]) == {0: (start, start + 1)}


def test_lines_that_hold_nothing_are_named() -> None:
    good = '{"before":"","damaged":"적","after":"","occurrence":1,"candidates":[["적",1]]}'
    bad = ["?", "[]", good.replace("1,", "0,"), good.replace('"적",', "7,", 1), good[:-1]]
    doubts, unread = read_entries("\n".join([good, "", *bad]).encode())
    assert [(doubt.text, doubt.decided, doubt.line) for doubt in doubts] == [("적", None, 1)]
    assert unread == (3, 4, 5, 6, 7)
    assert read_entries(b"\xff\n")[1] == (1,)


@pytest.mark.parametrize("case", CASES["words"], ids=lambda case: case["label"])
def test_the_whole_word_is_named(case: dict[str, str]) -> None:
    text, _ = doubt_in(case["text"])
    start, end = case["text"].index("⟦"), case["text"].index("⟧") - 1
    assert text[slice(*word_around(text, start, end))] == case["word"]


def test_alternatives_come_in_order_and_leave_out_what_is_next_to_impossible() -> None:
    doubt = Doubt("", "적", "은", 1, (("잠", 0.1), ("적", 0.6), ("점", 0.2999), ("쁠", 0.0001)))
    assert alternatives("적은", [(0, doubt)]) == ("점은", "잠은")
    certain = Doubt("", "적", "은", 1, (("적", 0.99999), ("점", 0.00001), ("잠", 0.0)))
    assert alternatives("적은", [(0, certain)]) == ("점은",)
    other = Doubt("적", "은", "", 1, (("은", 0.7), ("온", 0.3)))
    assert alternatives("적은", [(0, doubt), (1, other)]) == ("점은", "적온", "점온", "잠은")
    assert alternatives("적은", []) == ()
