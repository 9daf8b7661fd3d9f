"""The rules of adopting, one by one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.adopt import adopt, default_docname
from scripts.adopt.badges import without_badges
from scripts.adopt.choose import Candidate, reasons
from scripts.adopt.code import parsed
from scripts.adopt.expectations import with_expectations
from scripts.adopt.head import Credits, without_credits
from scripts.adopt.links import todays_address
from scripts.adopt.needs import with_needs
from scripts.adopt.page import Code, Prose, Report, joined, numbered
from scripts.adopt.tracebacks import todays_class
from scripts.languages import KOREAN
from scripts.lesson.reading import parse_lesson

CASES = Path(__file__).parent / "cases" / "adopt"


def cases(name: str) -> list[Any]:
    rows = json.loads((CASES / f"{name}.json").read_bytes())
    return [pytest.param(row, id=row["label"]) for row in rows]


def cell(source: str, *outputs: dict[str, Any], tags: tuple[str, ...] = ()) -> Code:
    numbers = tuple(range(1, source.count("\n") + 2))
    return Code(source, numbers, outputs, tags)


@pytest.mark.parametrize("case", cases("docnames"))
def test_docnames(case: dict[str, Any]) -> None:
    assert default_docname(Path(case["file"])) == case["docname"]


@pytest.mark.parametrize("case", cases("todays_class"))
def test_what_an_error_is_called_today(case: dict[str, Any]) -> None:
    assert todays_class(case["was"], case["message"]) == case["today"]


@pytest.mark.parametrize("case", cases("links"))
def test_addresses(case: dict[str, Any]) -> None:
    target = todays_address(case["old"])
    assert target.url == case["new"]
    assert bool(target.problem) == case["problem"]
    assert todays_address(target.url).url == target.url


@pytest.mark.parametrize("case", cases("credits"))
def test_credits(case: dict[str, Any]) -> None:
    report, head = Report(Path("a.md")), Credits()
    text = "\n".join(["# T", "", *case["lines"], "", "Prose."])
    parts = without_credits([Prose(numbered(text))], head, report)
    assert head.people == {role: case[role] for role in head.people}
    rules = {finding.rule for finding in report.findings} - {"credits"}
    assert sorted(rules) == case["rules"]
    left = joined(parts[0].lines) if isinstance(parts[0], Prose) else ""
    assert (left == text) if case.get("kept") else (left == "# T\n\nProse.")


@pytest.mark.parametrize("case", cases("badges"))
def test_badges(case: dict[str, Any]) -> None:
    report = Report(Path("a.md"))
    parts = without_badges([Prose(numbered(case["text"]))], report)
    assert isinstance(parts[0], Prose)
    left = joined(parts[0].lines)
    assert left == case["left"]
    assert bool(report.findings) == (left != case["text"])


@pytest.mark.parametrize("case", cases("fences"))
def test_which_fences_are_cells(case: dict[str, Any]) -> None:
    output = {"output_type": "execute_result", "data": {"text/plain": "1"}}
    candidates = [
        Candidate(source, blanks, (output,) if shown else ())
        for blanks, source, shown in case["fences"]
    ]
    assert [not reason for reason in reasons(candidates)] == case["cells"]


RESULT = {"output_type": "execute_result", "data": {"text/plain": "1"}}


@pytest.mark.parametrize(
    ("source", "outputs", "expected"),
    [
        ("f(1)  # Should raise an error.", (), ""),
        ("f(1)  # raises ValueError", (), "ValueError"),
        ("# TypeError가 발생합니다\nf(1)", (), "TypeError"),
        ("f(1)  # this will fail", (), ""),
        ("f(1)  # 오류!", (), ""),
        ("f(1)  # Should raise an error.", (RESULT,), None),
        ("f(1)  # does not raise an error", (), None),
        ("f(1)  # 에러가 발생하지 않습니다", (), None),
        ("# f(1)  # raises an error", (), None),
        ("def g():\n    return 1  # raises an error for x < 0\ng()", (), None),
        ("try:\n    f(1)  # raises an error\nexcept ValueError:\n    pass", (), None),
        ("error = y - x  # the error of the fit", (), None),
        ("print(mse)  # 평균 제곱 오류", (), None),
    ],
)
def test_comments_that_expect_an_error(
    source: str, outputs: tuple[dict[str, Any], ...], expected: str | None
) -> None:
    _, errors = with_expectations([cell(source, *outputs)], Report(Path("a.md")))
    assert [error.raises for error in errors] == ([] if expected is None else [expected])


@pytest.mark.parametrize("name", ["NameError", "ModuleNotFoundError"])
def test_an_error_of_the_session_counts_where_the_page_speaks_of_it(name: str) -> None:
    stored = {"output_type": "error", "ename": name, "evalue": "x", "traceback": []}
    report = Report(Path("a.md"))
    _, errors = with_expectations([Prose(()), cell("x", stored)], report)
    assert errors == []
    assert [finding.rule for finding in report.findings] == ["stale-traceback"]
    said = Prose(numbered("이름이 지워졌으므로 오류가 납니다."))
    _, errors = with_expectations([said, cell("x", stored)], Report(Path("a.md")))
    assert [error.raises for error in errors] == [name]


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        (["import jax.numpy as jnp", "jnp.alltrue([])"], [(1, "gone")]),
        (["from jax import random", "def f(random):\n  random.shuffle()"], []),
        (["from jax import random", "random = 1\nrandom"], []),
        (["import jax", "f = x = 1", "%timeit jax.tree_map(f, x)"], [(1, "gone")]),
        (["from jax.experimental import host_callback as hcb"], [(1, "gone")]),
        (["import jax.tools.colab_tpu\nimport os"], [(1, "colab")]),
        (["from google.colab import drive"], [(1, "colab")]),
        (["import torch", "torch.ones(1)"], [(1, "package"), (1, "depends")]),
        (["x = 1\n!nvidia-smi"], [(2, "shell")]),
        (["print(total)"], [(1, "undefined")]),
        (["def f():\n  return total", "total = 1", "f()"], []),
        (["from math import *", "print(pi)"], []),
        (["%run other.py", "print(total)"], []),
        (["import numpy as np\nnp.load('a.npy')"], [(2, "file")]),
        (["import jax\njax.devices('gpu')"], [(2, "devices")]),
        (["import jax\njax.make_mesh((4, 2), ('a', 'b'))"], [(2, "devices")]),
        (["import math, os, numpy, matplotlib.pyplot as plt, scipy.stats"], []),
    ],
)
def test_what_cells_need(sources: list[str], found: list[tuple[int, str]]) -> None:
    report = Report(Path("a.md"))
    with_needs([cell(source) for source in sources], report)
    assert [(finding.line, finding.rule) for finding in report.findings] == found


def test_a_cell_for_the_shell_alone_is_not_run() -> None:
    parts = with_needs([cell("!pip install x"), cell("!ls\nx = 1")], Report(Path("a.md")))
    assert [part.tags for part in parts if isinstance(part, Code)] == [("skip-execution",), ()]


@pytest.mark.parametrize("source", ["x = = 1", "class A\n  x", "a b"])
def test_what_is_no_python(source: str) -> None:
    assert parsed(source) is None


def test_text_copied_from_a_browser_gets_its_cells() -> None:
    text = (
        "스캔\n\n합을 구합니다.\n\nxs = jnp.arange(3)\n\ndef step(c, x):\n    return c + x, c\n\n"
        "    # never reached\n\nprint(xs)  # [0 1 2]\nimport jax.numpy as jnp\nimport jax\n\n"
        "• 목록 하나\n\nCode\n\nimport jax\nlax.scan(step, 0, xs)\n\nlet <var> = x\n"
    )
    adoption = adopt(text.encode(), path=Path("scan.txt"), docname="scan", language=KOREAN)
    lesson = parse_lesson(
        adoption.lesson.encode(), path=Path("scan.md"), docname="scan", language=KOREAN
    )
    assert [cell.source.split("\n")[0] for cell in lesson.cells] == [
        "import jax.numpy as jnp",
        "xs = jnp.arange(3)",
    ]
    assert "- 목록 하나" in adoption.lesson
    # What nothing defines cannot run; it stays on the page.
    assert "```python\nimport jax\nlax.scan(step, 0, xs)\n```" in adoption.lesson
    assert {"plain-text", "imports", "not-a-cell"} <= {one.rule for one in adoption.findings}


def test_roles_that_the_site_links_stay() -> None:
    text = "# A\n\n{func}`jax.vmap`, {py:func}`map <jax.lax.map>` and {func}`means.mean`.\n"
    adoption = adopt(text.encode(), path=Path("a.md"), docname="a", language=KOREAN)
    assert "{func}`jax.vmap`, {py:func}`map <jax.lax.map>` and `means.mean`" in adoption.lesson
    assert [one.message for one in adoption.findings if one.rule == "role"] == [
        "the role {func}`means.mean` looks a name up that our site may not have; its text is kept"
    ]
