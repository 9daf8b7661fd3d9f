"""The normal form of code: equal just when two cells do the same."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.normal_form import normal_form, require_syntax

CASES = json.loads((Path(__file__).parent / "cases" / "lesson" / "normal_form.json").read_bytes())


@pytest.mark.parametrize("case", CASES["same"], ids=lambda case: case["label"])
def test_what_a_translation_may_change(case: dict[str, Any]) -> None:
    assert normal_form(case["one"]) == normal_form(case["other"])


@pytest.mark.parametrize("case", CASES["different"], ids=lambda case: case["label"])
def test_what_a_translation_may_not_change(case: dict[str, Any]) -> None:
    assert normal_form(case["one"]) != normal_form(case["other"])


@pytest.mark.parametrize("case", CASES["errors"], ids=lambda case: case["label"])
def test_code_that_does_not_parse(case: dict[str, Any]) -> None:
    with pytest.raises(SyntaxError) as info:
        normal_form(case["source"])
    assert info.value.lineno == case["line"]


@pytest.mark.parametrize(
    "source",
    ["-" * 200_000 + "1", "(" * 300 + ")" * 300, "a" + ".b" * 100_000, "0x" + "f" * 6000],
    ids=["signs", "brackets", "attributes", "digits"],
)
def test_code_that_is_too_much_for_python_does_not_parse(source: str) -> None:
    with pytest.raises(SyntaxError):
        normal_form(source)
    with pytest.raises(SyntaxError):
        require_syntax(source)


@pytest.mark.parametrize("depth", [10, 60, 99, 150, 300])
@pytest.mark.parametrize(
    "form", [("-", "1", ""), ("x[", "0", "]"), ("", "a", ".b"), ("lambda: ", "0", "")]
)
def test_what_is_taken_for_python_has_a_normal_form(form: tuple[str, str, str], depth: int) -> None:
    source = form[0] * depth + form[1] + form[2] * depth
    try:
        require_syntax(source)
    except SyntaxError:
        with pytest.raises(SyntaxError):
            normal_form(source)
    else:
        assert normal_form(source)


NAMES = st.sampled_from(["x", "y", "f"])
VALUES = st.recursive(
    NAMES | st.integers(0, 9).map(str) | st.sampled_from(["'# 글'", "'a'", "1.5"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*@%"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(NAMES, inner).map(lambda t: f"{t[0]}({t[1]})"),
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
    ),
    max_leaves=6,
)
LINES = st.one_of(
    st.tuples(NAMES, VALUES).map(lambda t: f"{t[0]} = {t[1]}"),
    VALUES,
    st.tuples(NAMES, VALUES).map(lambda t: f"def {t[0]}(x):\n    return {t[1]}"),
    st.tuples(VALUES, VALUES).map(lambda t: f"if {t[0]}:\n    {t[1]}\nelse:\n    y = 2"),
)
SOURCES = st.lists(LINES, min_size=1, max_size=5).map("\n".join)


@st.composite
def retold(draw: st.DrawFn) -> tuple[str, str]:
    """Give code, and the same code with comments, blank lines and docstrings put in."""
    source = draw(SOURCES)
    told: list[str] = []
    for line in source.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        if draw(st.booleans()) and not line.startswith("else"):
            told += ["", f"{indent}# 설명 'quoted'"]
        told.append(line + draw(st.sampled_from(["", "  # 끝;", "   "])))
        if line.startswith("def ") and draw(st.booleans()):
            told.append('    """값을 준다.\n\n    # 예\n    """')
    return source, "\n".join(told)


@given(retold())
def test_comments_docstrings_and_layout_never_count(pair: tuple[str, str]) -> None:
    source, told = pair
    assert normal_form(told) == normal_form(source)


@given(SOURCES)
def test_a_normal_form_is_its_own_normal_form(source: str) -> None:
    once = normal_form(source)
    assert normal_form(once) == once
    assert ast.dump(ast.parse(once)) == ast.dump(ast.parse(source))


@given(SOURCES, st.data())
def test_another_operator_always_counts(source: str, data: st.DataObject) -> None:
    places = [i for i, character in enumerate(source) if character in "+-*@%"]
    if not places:
        return
    place = data.draw(st.sampled_from(places))
    other = data.draw(st.sampled_from([o for o in "+-*@%" if o != source[place]]))
    changed = source[:place] + other + source[place + 1 :]
    assert normal_form(changed) != normal_form(source)


@given(SOURCES)
def test_a_closing_semicolon_counts_once(source: str) -> None:
    quiet = source + ";"
    assert normal_form(quiet) != normal_form(source)
    assert normal_form(quiet + "  # 조용히\n") == normal_form(quiet)


def test_the_form_is_the_same_whatever_quotes_this_python_allows_in_f_strings() -> None:
    nested = "f\"{'a' + 'b':>{width}} {x!r} {'#' * n} {d['k']}\""
    form = normal_form(nested)
    assert '"' not in form.replace("'", "")
    assert form == normal_form(nested.replace(" + ", "+"))
    for other in (nested.replace("!r", "!s"), nested.replace(">", "<"), nested.replace("'k'", "k")):
        assert normal_form(other) != form
    # On every version of Python, since outputs are found by it.
    assert form == (
        "f_string(formatted('a' + 'b', -1, f_string('>', formatted(width, -1))), ' ', "
        "formatted(x, 114), ' ', formatted('#' * n, -1), ' ', formatted(d['k'], -1))"
    )


def test_an_f_string_is_no_call_of_that_name() -> None:
    assert normal_form("f'{x}'") != normal_form("formatted(x, -1)")
