"""One run for several pages: what is shared is what a run of the page itself would have given."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.execute.jobs import Job, run_job
from scripts.execute.kernel import KernelOptions
from scripts.languages import ENGLISH, KOREAN, Language
from scripts.lesson import Lesson, code_key
from scripts.lesson.reading import parse_lesson, read_lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from scripts.render.site import Site
from scripts.sharing import find_outputs, outputs_to_compare, page_key, shared_outputs
from scripts.sharing.requoting import requote
from scripts.sharing.retelling import Retelling

CASES = Path(__file__).with_name("cases") / "sharing"
REFUSED = json.loads((CASES / "refused.json").read_bytes())
PAIRS = read_lessons(CASES)


def page(cells: Sequence[str], language: Language = KOREAN) -> Lesson:
    text = "# A\n" + "".join(f"\n```{{code-cell}} python\n{cell}\n```\n" for cell in cells)
    path = Path(f"lessons_{language.tag}/a.md")
    return parse_lesson(text.encode(), path=path, docname="a", language=language)


def printed(text: str) -> Mapping[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


def record(cells: Sequence[str], *texts: str, key: str = "k") -> LessonOutputs:
    """Give what cells gave: these texts, an output a cell, as far as they go."""
    every = [(printed(text),) for text in texts] + [()] * (len(cells) - len(texts))
    ran = tuple(
        CellOutputs("ok", outputs, source=source)
        for outputs, source in zip(every, cells, strict=True)
    )
    return LessonOutputs("a", key, "f", "", 1.0, ran)


def texts(shared: LessonOutputs | None) -> list[str]:
    assert shared is not None
    return [output["text"] for cell in shared.cells for output in cell.outputs]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["label"])
def test_what_could_be_another_on_this_page_is_not_shared(case: dict[str, Any]) -> None:
    *before, last = record(case["ran"]).cells
    ran = replace(last, outputs=(printed(case["output"]),))
    given = replace(record(case["ran"]), cells=(*before, ran))
    assert shared_outputs(given, page(case["page"])) is None


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["label"])
def test_whatever_a_page_gave_is_true_for_itself(case: dict[str, Any]) -> None:
    given = record(case["ran"], case["output"])
    assert shared_outputs(given, page(case["ran"])) is given


@pytest.mark.parametrize(
    ("ran", "there", "output", "expected"),
    [
        ("x = 1  # one", "x = 1  # 하나", "1\n", "1\n"),
        ("x = 1", "# 하나\nx = 1", "line 1\n", "line 1\n"),
        ("f()", "# 실행\nf()", "the function f at Cell In[1], line 1 for jit",
         "the function f at Cell In[1], line 2 for jit"),
        ("f(g(1))", "# 실행\nf(g(1))", "output of sin from Cell In[1], line 1:2 (f)",
         "output of sin from Cell In[1], line 2:2 (f)"),
        ("f()  # a", "f()  # 가", 'loc("Cell In[1]":1:0 to :3)', 'loc("Cell In[1]":1:0 to :3)'),
        ("f()", "# 실행\nf()", "Cell In[7], line 1: nobody's", "Cell In[7], line 1: nobody's"),
        ("def f():\n    '''Add.'''\n    return 1", "def f():\n    return 1", "1\n", "1\n"),
        ("def f():\n    '''x'''", "def f():\n    '''엑스'''", "x is 1\n", "x is 1\n"),
        ("print('#1')  # one", "print('#1')  # 하나", "#1\n", "#1\n"),
        ("%timeit f(1)  # time", "%timeit f(1)  # 시간", "1 ms per loop\n", "1 ms per loop\n"),
        ("%%time\n# one\nf()", "%%time\nf()", "Wall time: 1 ms\n", "Wall time: 1 ms\n"),
        ("%%capture --no-stderr\n# one\nf()", "%%capture --no-stderr\nf()", "low\n", "low\n"),
        ("%%time\ndef f():\n    '''Add.'''\nf()", "%%time\ndef f():\n    '''더합니다.'''\nf()",
         "Wall time: 1 ms\n", "Wall time: 1 ms\n"),
        ("print(__name__)  # main", "print(__name__)  # 이름", "__main__\n", "__main__\n"),
    ],
)  # fmt: skip
def test_what_is_true_on_both_pages_is_shared(
    ran: str, there: str, output: str, expected: str
) -> None:
    assert texts(shared_outputs(record([ran], output), page([there]))) == [expected]


def test_the_numbers_of_cells_pass_over_those_that_are_not_run() -> None:
    skipped = ":tags: [skip-execution]\n"
    lesson = page(["x = 1", f"{skipped}f()", "# 셋\nf()"])
    first, second, third = record(["x = 1", "f()", "f()"], "", "", "Cell In[2], line 1 (f)").cells
    given = replace(record([]), cells=(first, replace(second, status="skipped", outputs=()), third))
    shared = shared_outputs(given, lesson)
    assert texts(shared)[-1] == "Cell In[2], line 2 (f)"
    assert shared_outputs(replace(given, cells=(first, second, third)), lesson) is None


def test_shared_outputs_say_what_the_page_says() -> None:
    given, there = record(["f()  # run"], "1\n"), page(["f()  # 실행"])
    shared = shared_outputs(given, there)
    assert shared is not None
    assert [cell.source for cell in shared.cells] == ["f()  # 실행"]
    assert shared_outputs(shared, there) is shared
    assert replace(shared, cells=given.cells) == given


def test_pictures_are_not_read() -> None:
    data = {"image/png": "iVBORw0K#one", "text/plain": "<Figure>", "application/json": [{"a": 1}]}
    output = {"output_type": "display_data", "data": data, "metadata": {}}
    given = replace(record([]), cells=(CellOutputs("ok", (output,), source="f()  # one"),))
    shared = shared_outputs(given, page(["f()"]))
    assert shared is not None
    assert shared.cells[0].outputs == (output,)
    svg = {**output, "data": {"image/svg+xml": "<svg><!-- # one --></svg>"}}
    leaking = replace(given, cells=(replace(given.cells[0], outputs=(svg,)),))
    assert shared_outputs(leaking, page(["f()"])) is None


def test_a_page_finds_a_run_of_its_code_and_else_its_own(tmp_path: Path) -> None:
    store = OutputStore(tmp_path)
    korean = page(["def f():\n    '''더합니다.'''\nhelp(f)"])
    english = page(["def f():\n    '''Add.'''\nhelp(f)"], ENGLISH)
    key = code_key(english)
    assert key == code_key(korean)
    assert find_outputs(english, store, "f") is None
    store.put(record([english.cells[0].source], "f()\n    Add.\n", key=key))
    assert texts(find_outputs(english, store, "f")) == ["f()\n    Add.\n"]
    assert find_outputs(korean, store, "f") is None
    store.put(record([korean.cells[0].source], "f()\n    더합니다.\n", key=page_key(korean)))
    assert texts(find_outputs(korean, store, "f")) == ["f()\n    더합니다.\n"]
    assert find_outputs(korean, store, "g") is None


def test_a_page_with_other_comments_is_compared_with_what_its_code_gave(tmp_path: Path) -> None:
    store = OutputStore(tmp_path)
    ran, told = ["f()  # run", "1 / 0", "help(f)", "f()"], ["f()  # 3", "# none\n1 / 0"]
    given = record(ran, "", key=code_key(page(ran)))
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": ["line 1"]}
    store.put(replace(given, cells=tuple(replace(one, outputs=(error,)) for one in given.cells)))
    found = outputs_to_compare(page([*told, *ran[2:]]), store, "f")
    assert found is not None
    assert [one.status for one in found.cells] == ["ok", "ok", "skipped", "skipped"]
    assert [[o["traceback"] for o in one.outputs] for one in found.cells[:2]] == [
        [["line 1"]],
        [[]],
    ]
    assert outputs_to_compare(page(["f()  # 3"]), store, "f") is None
    assert outputs_to_compare(page(ran), store, "g") is None


def test_each_page_of_a_site_shows_its_own_words(tmp_path: Path) -> None:
    sources = {ENGLISH: "f()  # run", KOREAN: "# 실행\nf()"}
    for language, source in sources.items():
        language.folder(tmp_path).mkdir()
        text = f"# A\n\n```{{code-cell}}\n{source}\n```\n"
        (language.folder(tmp_path) / "a.md").write_bytes(text.encode())
    lessons, store = read_lessons(tmp_path), OutputStore(tmp_path / "store")
    key = code_key(lessons.origin("a"))
    warning = "Cell In[1], line 1: UserWarning: x\n  f()  # run\n"
    store.put(record([sources[ENGLISH]], warning, key=key))
    shown = {}
    for language in sources:
        site = Site(lessons, language, store, "f")
        lesson = site.lesson("a")
        assert lesson is not None
        shown[language] = texts(site.record(lesson))
    assert shown == {
        ENGLISH: [warning],
        KOREAN: ["Cell In[1], line 2: UserWarning: x\n  f()\n"],
    }


def test_a_page_key_is_that_of_the_page_alone() -> None:
    pages = [
        page(["x = 1"]),
        page(["x = 1  # 하나"]),
        page(["x = 1", ""]),
        page([":tags: [skip-execution]\nx = 1"]),
    ]
    keys = {page_key(one) for one in pages}
    assert len(keys) == len(pages)
    assert keys.isdisjoint(code_key(one) for one in pages)


STATEMENTS = [
    "x = 1",
    "y = (x +\n     2)",
    "def f():\n    x = 3\n    return 1 / 0",
    "f()",
    "if x: y",
]
COMMENTS = st.sampled_from(["", "# 설명\n", "# one\n\n# two\n"])


@st.composite
def tellings(draw: st.DrawFn) -> tuple[str, str]:
    """Give code with comments, and the same code with others."""
    statements = draw(st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=5))
    told = ["", ""]
    for statement in statements:
        for i in (0, 1):
            beside = draw(st.sampled_from(["", "  # 옆"]))
            told[i] += draw(COMMENTS) + statement + beside + "\n"
    return told[0].rstrip(), told[1].rstrip()


@given(tellings())
def test_lines_of_code_are_found_again(pair: tuple[str, str]) -> None:
    ran, there = pair
    there_and_back = Retelling(ran, there), Retelling(there, ran)
    lines, others = ran.split("\n"), there.split("\n")
    for number, line in enumerate(lines, 1):
        code = line.split("#")[0].strip()
        if not code:
            continue
        other = there_and_back[0].line(number)
        assert others[other - 1].split("#")[0].strip() == code
        assert there_and_back[1].line(other) == number
        text = f"Cell In[1], line {number}: UserWarning: x\n  {line.strip()}\n"
        requoted = requote(text, {1: there_and_back[0]}).text
        assert (
            requoted == f"Cell In[1], line {other}: UserWarning: x\n  {others[other - 1].strip()}\n"
        )
        assert requote(requoted, {1: there_and_back[1]}).text == text


def _run(lesson: Lesson, cache: Path) -> LessonOutputs:
    job = Job(
        lesson.docname, lesson.language.tag, lesson.cells, 120.0, 600.0, str(cache), KernelOptions()
    )
    runs = run_job(job).runs
    expected = [cell.raises for cell in lesson.cells]
    assert [run.error for run in runs] == expected
    cells = []
    for cell, run in zip(lesson.cells, runs, strict=True):
        assert run.ending in {"ok", "error"}
        cells.append(CellOutputs(run.ending, run.outputs, run.error, source=cell.source))
    return LessonOutputs(lesson.docname, "k", "f", "", 0.0, tuple(cells))


@pytest.mark.kernel
@pytest.mark.parametrize("docname", PAIRS.docnames)
def test_shared_outputs_are_those_of_a_real_run(docname: str, tmp_path: Path) -> None:
    korean, english = PAIRS.versions(docname)
    ran = _run(korean, tmp_path), _run(english, tmp_path)
    for one, there, truth in ((ran[0], english, ran[1]), (ran[1], korean, ran[0])):
        shared = shared_outputs(one, there)
        assert shared is not None, f"{there.path} is refused"
        for cell, mine, real in zip(there.cells, shared.cells, truth.cells, strict=True):
            assert mine == real, f"{there.path}:{cell.line}"
