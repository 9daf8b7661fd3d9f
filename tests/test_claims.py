"""What pages say about their outputs, and values that prose quotes from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.check import check
from scripts.check.reports import sarif
from scripts.commands.page_claims import compared, count_without_outputs, stored_findings
from scripts.diagnostic import Diagnostic
from scripts.execute.page_findings import page_findings
from scripts.execute.values import agree, parse_value
from scripts.languages import ENGLISH, KOREAN
from scripts.lesson import Lesson, code_key
from scripts.lesson.reading import parse_lesson, read_lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from scripts.quotes import Quote, QuoteError, parse_quote, quoted_value, quotes_in

CASES = json.loads((Path(__file__).parent / "cases" / "execute" / "claims.json").read_bytes())

# Sentences and comments about what a few cells gave when they were run, as often true as not.
SAID = json.loads((Path(__file__).parent / "cases" / "execute" / "said.json").read_bytes())


def page(text: str) -> Lesson:
    return parse_lesson(text.encode(), path=Path("a.md"), docname="a", language=ENGLISH)


def printed(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


def outputs_of(case: dict[str, Any]) -> CellOutputs:
    outputs: list[dict[str, Any]] = []
    if "printed" in case:
        outputs.append(printed(case["printed"]))
    if "result" in case:
        data = {"text/plain": case["result"]}
        outputs.append({"output_type": "execute_result", "data": data, "metadata": {}})
    if "error" in case:
        frames = [f"Cell In[1], line {case['raised']}", f"{case['error']}: no"]
        error = {"output_type": "error", "ename": case["error"], "evalue": "no"}
        outputs.append({**error, "traceback": frames})
    return CellOutputs("error" if "error" in case else "ok", tuple(outputs), case.get("error"))


def record_of(*cells: CellOutputs) -> LessonOutputs:
    return LessonOutputs("a", "k", "f", "", 0.0, cells)


def short(found: Diagnostic) -> str:
    said, _, came = found.message.removeprefix("the comment says ").partition(
        ", but the output is "
    )
    said = said.removeprefix("the text says ")
    return f"{found.line} {found.severity}: {said}" + (f" / {came}" if came else "")


@pytest.mark.parametrize(
    ("named", "error", "told"),
    [
        ("Exception", "TypeError", True),
        ("BaseException", "TypeError", True),
        ("Exception", "Exception", False),
        ("TypeError", "TypeError", False),
    ],
)
def test_an_exception_with_a_name_of_its_own_is_named(named: str, error: str, told: bool) -> None:
    text = f"# A\n\n```{{code-cell}}\n:tags: [x]\n:raises: {named}\nf()\n```\n"
    record = record_of(outputs_of({"error": error, "raised": 1}))
    found = [one for one in page_findings(page(text), record) if one.rule == "untyped-raises"]
    assert [(one.line, one.fix) for one in found] == ([(5, f'write ":raises: {error}"')] * told)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_claims(case: dict[str, Any]) -> None:
    before = case.get("before", "")
    cells = [case, *case.get("next", [])]
    text = f"{before}\n\n" + "".join(
        f"```{{code-cell}}\n{cell['source']}\n```\n\n{cell.get('after', '')}\n\n" for cell in cells
    )
    found = page_findings(page(text), record_of(*map(outputs_of, cells)))
    assert [short(one) for one in found] == case["found"]


@pytest.mark.parametrize("case", SAID["cases"], ids=lambda case: case["label"])
def test_what_is_said_of_real_outputs(case: dict[str, Any]) -> None:
    cell = SAID["cells"][case["cell"]]
    comment = f"\n# {case['comment']}" if "comment" in case else ""
    comment = f"  # {case['trailing']}" if "trailing" in case else comment
    text = f"```{{code-cell}}\n{cell['source']}{comment}\n```\n"
    text = f"{case.get('before', '')}\n\n{text}\n{case.get('after', '')}\n"
    found = page_findings(page(text), record_of(outputs_of(cell)))
    assert [short(one) for one in found] == case["found"]


def test_of_very_many_numbers_any_may_be_computed() -> None:
    many = " ".join(f"{number}.5" for number in range(30_000))
    said = "The difference is 0.123 in total, in steps of 1, 2, 3, 4 and 6."
    text = f"```{{code-cell}}\nf()\n```\n\n{said}\n"
    cell = CellOutputs("ok", (printed(many + "\n"),), None)
    assert page_findings(page(text), record_of(cell)) == ()


@given(st.recursive(st.integers() | st.booleans() | st.none() | st.text(max_size=5), st.lists))
def test_a_value_agrees_with_itself(value: Any) -> None:
    parsed = parse_value(repr(value))
    assert parsed is not None
    assert agree(parsed, parsed) is True


@given(st.text(st.sampled_from("x0123456789.eE+-[](), Aray=ntf'\"#_\n"), max_size=30))
def test_no_text_is_too_strange_to_read(text: str) -> None:
    parse_value(text)


QUOTES = [
    ("counts:static", "static: 6  loop: 1\n", "6"),
    ("counts:loop", "static: 6  loop: 1\n", "1"),
    ("counts", "42\n", "42"),
    ("counts:.1f", "3.14159", "3.1"),
    ("counts:,", "total 1234567", "1,234,567"),
    ("counts:total:,", "total 1234567 of 9", "1,234,567"),
    ("counts:share:.0%", "share 0.256", "26%"),
    ("counts:same numbers", "same numbers: True", "True"),
    ("counts:loss:.2e", "loss -1.5e-7", "-1.50e-07"),
    ("counts:step 2", "step 20: 7\nstep 2: 8", "8"),
    ("counts:n", "n=3, nn=4", "3"),
    ("counts:a:b", "a:b 3", "3"),
    ("counts:pairs", "pairs in each round: [60, 30]\npairs: 90", "90"),
    ("counts:pairs", "pairs in a round: 60", "60"),
    ("counts:loss", "loss: 3\nlast loss = 3", "3"),
]
BAD_QUOTES = [
    ("counts", "a\nb", "is not one line"),
    ("counts", "", "is not one line"),
    ("counts:.1f", "1 2", "holds 2 numbers"),
    ("counts:x", "static 6", "no number behind 'x'"),
    ("counts:x", "x is none\n6", "no number behind 'x'"),
    ("counts:x:.1f", "x True", "is no number"),
    ("counts:x", "x: 1\nx: 2", "several numbers behind 'x': 1, 2; print this one"),
    ("counts:x", "x of two: 1\nx of three: 2", "several numbers"),
]


@pytest.mark.parametrize(("role", "text", "value"), QUOTES)
def test_quoted_values(role: str, text: str, value: str) -> None:
    assert quoted_value(parse_quote(role), CellOutputs("ok", (printed(text),))) == value


@pytest.mark.parametrize(("role", "text", "message"), BAD_QUOTES)
def test_quotes_without_a_value_say_why(role: str, text: str, message: str) -> None:
    with pytest.raises(QuoteError, match=message):
        quoted_value(parse_quote(role), CellOutputs("ok", (printed(text),)))


def test_quotes_stand_in_prose_only() -> None:
    text = (
        "# A\n\nOne {output}`a:b`개, two ``{output}`c` `` and {output}`d:.1f`.\n\n"
        "```text\n{output}`e`\n```\n\n- {output}`f`\n"
    )
    assert list(quotes_in(page(text))) == [
        (3, Quote("a", "b")),
        (3, Quote("d", "", ".1f")),
        (9, Quote("f")),
    ]


def test_quotes_are_checked_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "lessons_en").mkdir()
    cell = "```{code-cell}\n:label: a\n1\n```\n\n"
    text = f"---\nonly: en\n---\n# A\n\n{cell}{cell}{{output}}`a` {{output}}`b:c`\n"
    (tmp_path / "lessons_en" / "a.md").write_bytes(text.encode())
    found = check(read_lessons(tmp_path))
    assert [(one.line, one.rule, one.message) for one in found] == [
        (11, "unknown-output", "line 6 has a cell with the label 'a' already"),
        (16, "unknown-output", "no cell of this page has the label 'b'"),
    ]


def test_figures_without_words_are_named() -> None:
    figure = {"output_type": "display_data", "data": {"image/png": "AA"}, "metadata": {}}
    shows = CellOutputs("ok", (figure,))
    cells = "```{code-cell}\n:alt: A line\na\n```\n\n```{code-cell}\nb\n```\n"
    cells += "\n```{code-cell}\n:alt:\nc\n```\n"
    # A list is no description that could be read out, but it is one.
    cells += "\n```{code-cell}\n---\nalt: [A, line]\n---\nd\n```\n"
    found = page_findings(page(cells), record_of(shows, shows, shows, shows))
    assert [(one.line, one.rule, str(one.severity)) for one in found] == [
        (6, "no-alt", "warning"),
        (10, "no-alt", "warning"),
    ]


@pytest.mark.parametrize(
    ("value", "behind", "right"),
    [
        ("0.667", "으로 끝납니다", "로"),
        ("0.667", "로 끝납니다", ""),
        ("0.663", "로 끝납니다", "으로"),
        ("12", "은 작습니다", "는"),
        ("12", "는 작습니다", ""),
        ("-8", "를 뺍니다", "을"),
        ("1,024", "과 같습니다", "와"),
        ("6", "와 같습니다", "과"),
        ("7", "으로는 나눕니다", "로는"),
        # 영 and 제로, names, what goes on, both forms, and what changes from run to run.
        ("2.0", "로 나눕니다", ""),
        ("0", "로 나눕니다", ""),
        ("red", "은 색입니다", ""),
        ("3", "가지를 봅니다", ""),
        ("3", "는(은) 답입니다", ""),
        ("1e-05", "로 둡니다", ""),
    ],
)
def test_particles_follow_what_is_quoted(value: str, behind: str, right: str) -> None:
    text = f"```{{code-cell}}\n:label: a\nf()\n```\n\n값은 {{output}}`a`{behind}.\n"
    korean = parse_lesson(text.encode(), path=Path("a.md"), docname="a", language=KOREAN)
    gave = CellOutputs("ok", (printed(f"{value}\n"),))
    found = page_findings(korean, record_of(gave))
    assert [(one.line, one.rule) for one in found] == ([(6, "particle")] if right else [])
    assert all(f'takes "{right}"' in one.message for one in found)
    unstable = CellOutputs("ok", gave.outputs, unstable=True)
    assert page_findings(korean, record_of(unstable)) == ()


def test_what_outputs_tell_is_in_the_list_of_rules() -> None:
    listed = {rule["id"] for rule in sarif([])["runs"][0]["tool"]["driver"]["rules"]}
    assert listed >= {"claim", "no-alt", "unknown-output"}


def test_stored_outputs_are_compared_without_running_anything(tmp_path: Path) -> None:
    (tmp_path / "lessons_en").mkdir()
    path = tmp_path / "lessons_en" / "a.md"
    path.write_bytes(b"---\nonly: en\n---\n# A\n\n```{code-cell}\nprint(x)  # 3\n```\n")
    lessons = read_lessons(tmp_path)
    store = OutputStore(tmp_path / "_build" / "outputs")
    assert list(stored_findings(lessons, store)) == []
    assert count_without_outputs(compared(lessons, store)) == 1
    assert count_without_outputs(compared(lessons, store, paths=[Path("lessons_en/b.md")])) == 0
    came = CellOutputs("ok", (printed("4\n"),), source="print(x)  # 3")
    store.put(LessonOutputs("a", code_key(lessons.items[0]), "f", "", 0.0, (came,)))
    (found,) = stored_findings(lessons, store)
    assert (found.line, found.rule, str(found.severity)) == (7, "claim", "error")
    assert count_without_outputs(compared(lessons, store)) == 0
    assert list(stored_findings(lessons, store, paths=[Path("lessons_en/b.md")])) == []
    # A new comment is compared with what came already, though a traceback would quote it.
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": ["print(x)  # 3"]}
    store.put(LessonOutputs("a", code_key(lessons.items[0]), "f", "", 0.0, (
        CellOutputs("ok", (printed("4\n"), error), source="print(x)  # 3"),)))  # fmt: skip
    path.write_bytes(path.read_bytes().replace(b"# 3", b"# 5"))
    (found,) = stored_findings(read_lessons(tmp_path), store)
    assert found.message == "the comment says 5, but the output is 4"
    assert count_without_outputs(compared(read_lessons(tmp_path), store)) == 0
    path.write_bytes(path.read_bytes().replace(b"print(x)", b"print(y)"))
    assert list(stored_findings(read_lessons(tmp_path), store)) == []
    assert count_without_outputs(compared(read_lessons(tmp_path), store)) == 1
