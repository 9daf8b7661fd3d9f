"""Which pages run, and what is kept of it: kernels that only pretend, a store that is real."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from scripts.diagnostic import Diagnostic, NaranhiError
from scripts.execute.execution import execute
from scripts.execute.expectations import CellRun
from scripts.execute.jobs import Job, JobResult
from scripts.execute.pool import Threads
from scripts.execute.results import Execution
from scripts.execute.stability import differences
from scripts.lesson import Lessons, code_key
from scripts.lesson.reading import read_lessons
from scripts.outputs import OutputStore
from scripts.sharing import find_outputs, page_key

CELL = "# A\n\n```{code-cell} python\nprint(1)  # one\n```\n"
KOREAN = CELL.replace("# one", "# 하나")
# The code reads its own comments, so no outputs can be shared.
READS = "# A\n\n```{code-cell} python\nprint(In[-1])  # one\n```\n"
SAYS = '# A\n\n```{code-cell} python\nprint("tide")\n```\n'


def stream(text: str) -> tuple[dict[str, Any], ...]:
    return ({"name": "stdout", "output_type": "stream", "text": text},)


@dataclass
class Kernels:
    """Pretends to run cells: prints each cell's code, or what `prints` has for it.

    Code that reads itself is printed with its comments.
    """

    ran: list[str] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    prints: dict[str, Iterator[str]] = field(default_factory=dict)
    seconds: Iterator[int] = field(default_factory=lambda: iter(range(1, 1000)))

    async def run_cells(self, job: Job, *, cell_done: Callable[[int], None]) -> tuple[CellRun, ...]:
        self.ran.append(f"{job.language}/{job.docname}")
        self.jobs.append(job)
        runs = []
        for cell in job.cells:
            given = self.prints.get(cell.source)
            code = cell.source if "In[" in cell.source else cell.source.split("#")[0]
            text = next(given) if given is not None else f"{code}\n"
            if "KeyError" in cell.source:
                runs.append(CellRun("error", error="KeyError", message="tide"))
            else:
                runs.append(CellRun("ok", stream(text), seconds=float(next(self.seconds))))
            cell_done(cell.index)
        return tuple(runs)


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> Kernels:
    pretended = Kernels()
    monkeypatch.setattr("scripts.execute.run.run_cells", pretended.run_cells)
    return pretended


def site(root: Path, **files: str) -> Lessons:
    """Write lessons; `ko_a` is `a` in Korean."""
    for name, text in files.items():
        tag, docname = name.split("_")
        (root / f"lessons_{tag}").mkdir(exist_ok=True)
        (root / f"lessons_{tag}" / f"{docname}.md").write_text(text, "utf-8")
    return read_lessons(root)


def run(lessons: Lessons, **options: Any) -> Execution:
    return execute(lessons, store_of(lessons), **options)


def store_of(lessons: Lessons) -> OutputStore:
    return OutputStore(lessons.root / "_build" / "outputs")


def text_on(lessons: Lessons, tag: str, fingerprint: str, docname: str = "a") -> str:
    """Give what stands on a page."""
    (lesson,) = (one for one in lessons.versions(docname) if one.language.tag == tag)
    record = find_outputs(lesson, store_of(lessons), fingerprint)
    assert record is not None
    return str(record.cells[0].outputs[0]["text"])


@pytest.mark.parametrize(
    ("files", "ran"),
    [
        pytest.param({"en_a": CELL, "ko_a": KOREAN}, ["en/a"], id="a translated comment"),
        pytest.param(
            {"en_a": READS, "ko_a": READS.replace("one", "하나")},
            ["en/a", "ko/a"],
            id="code that reads its comments",
        ),
        pytest.param(
            {"en_a": SAYS, "ko_a": SAYS.replace("tide", "조수")},
            ["en/a", "ko/a"],
            id="a translated string",
        ),
        pytest.param(
            {"en_a": CELL, "ko_a": CELL.replace("1", "2")}, ["en/a"], id="other code is an error"
        ),
        pytest.param({"en_a": CELL, "ko_a": ""}, ["en/a"], id="a translation with errors"),
        pytest.param({"en_a": CELL, "en_b": SAYS}, ["en/a", "en/b"], id="two"),
    ],
)
def test_a_page_runs_where_the_origins_outputs_would_lie(
    tmp_path: Path, kernels: Kernels, files: dict[str, str], ran: list[str]
) -> None:
    lessons = site(tmp_path, **files)
    first = run(lessons)
    assert sorted(kernels.ran) == ran
    assert [f"{one.language}/{one.docname}" for one in first.results] == ran
    kernels.ran.clear()
    again = run(lessons)
    assert kernels.ran == []
    assert [one.ran for one in again.results] == [False] * len(ran)
    assert [one.code_key for one in again.results] == [one.code_key for one in first.results]
    run(lessons, force=True)
    assert sorted(kernels.ran) == ran


def test_each_page_shows_what_its_own_code_gave(tmp_path: Path, kernels: Kernels) -> None:
    lessons = site(tmp_path, en_a=READS, ko_a=READS.replace("one", "하나"))
    name = run(lessons).fingerprint
    assert text_on(lessons, "en", name) == "print(In[-1])  # one\n"
    assert text_on(lessons, "ko", name) == "print(In[-1])  # 하나\n"
    assert [one.name for one in run(lessons).results] == ["a", "a (ko)"]


def test_a_page_never_takes_the_place_of_anothers_outputs(tmp_path: Path, kernels: Kernels) -> None:
    """Two lessons with the same code and other comments, none of which can show the other's."""
    lessons = site(tmp_path, en_a=READS, en_b=READS.replace("one", "two"))
    name = run(lessons).fingerprint
    assert text_on(lessons, "en", name) == "print(In[-1])  # one\n"
    assert text_on(lessons, "en", name, "b") == "print(In[-1])  # two\n"
    kernels.ran.clear()
    run(lessons)
    assert kernels.ran == []


ONE_RUN = {"en_a": CELL, "ko_a": KOREAN, "en_b": CELL.replace("one", "two"), "ko_b": KOREAN}


@pytest.mark.parametrize("options", [{}, {"jobs": 4}, {"twice": True}], ids=str)
def test_lessons_with_the_same_code_are_run_once(
    tmp_path: Path, kernels: Kernels, options: dict[str, Any]
) -> None:
    lessons = site(tmp_path, **ONE_RUN, en_c=SAYS)
    runs = 2 if "twice" in options else 1
    first = run(lessons, **options)
    assert sorted(kernels.ran) == sorted(["en/a", "en/c"] * runs)
    assert [(one.name, one.ran) for one in first.results] == [
        ("a", True),
        ("b", False),
        ("c", True),
    ]
    assert len({one.code_key for one in first.results[:2]}) == 1
    assert text_on(lessons, "en", first.fingerprint, "b") == "print(1)  \n"
    kernels.ran.clear()
    run(lessons, force=True)
    assert sorted(kernels.ran) == ["en/a", "en/c"]
    assert [one.ran for one in run(lessons).results] == [False] * 3


def test_who_owns_the_outputs_of_several_lessons_runs_again(
    tmp_path: Path, kernels: Kernels
) -> None:
    run(site(tmp_path, en_b=CELL))
    lessons = site(tmp_path, en_a=CELL)
    assert [one.ran for one in run(lessons).results] == [False, False]
    kernels.ran.clear()
    assert [one.ran for one in run(lessons, force=True).results] == [False, True]
    assert kernels.ran == ["en/b"]


def test_what_measures_time_runs_for_others_with_its_code(tmp_path: Path, kernels: Kernels) -> None:
    run(site(tmp_path, en_a=SAYS, en_b=f"---\ntiming: true\n---\n{SAYS}"))
    assert kernels.ran == ["en/b"]
    assert [job.kernel.compilation_cache for job in kernels.jobs] == [False]


def test_a_lesson_that_fails_is_no_run_for_others(tmp_path: Path, kernels: Kernels) -> None:
    """Each is told its own lines; what one expects, the other may not."""
    text = CELL.replace("print(1)", "KeyError")
    raises = text.replace("KeyError", ":raises: KeyError\nKeyError")
    execution = run(site(tmp_path, en_a=text, en_b="\n" + text, en_c=raises))
    assert sorted(kernels.ran) == ["en/a", "en/b", "en/c"]
    assert [(str(d.path), d.line) for d in execution.diagnostics] == [
        ("lessons_en/a.md", 4),
        ("lessons_en/b.md", 5),
    ]


def test_a_translation_follows_a_lesson_that_was_not_run(tmp_path: Path, kernels: Kernels) -> None:
    translated = SAYS.replace("tide", "조수")
    lessons = site(tmp_path, en_a=SAYS, en_b=SAYS, ko_b=translated)
    name = run(lessons).fingerprint
    assert sorted(kernels.ran) == ["en/a", "ko/b"]
    assert text_on(lessons, "ko", name, "b") == 'print("조수")\n'


def test_a_failing_origin_keeps_the_translation_waiting(tmp_path: Path, kernels: Kernels) -> None:
    text = READS.replace("print", "KeyError")
    lessons = site(tmp_path, en_a=text, ko_a=text.replace("one", "하나"))
    execution = run(lessons)
    assert kernels.ran == ["en/a"]
    assert [str(d.path) for d in execution.diagnostics] == ["lessons_en/a.md"]


def test_findings_of_a_translations_own_run_name_its_lines(
    tmp_path: Path, kernels: Kernels
) -> None:
    korean = "\n\n" + SAYS.replace("tide", "조수 KeyError")
    execution = run(site(tmp_path, en_a=SAYS, ko_a=korean))
    (found,) = execution.diagnostics
    assert (str(found.path), found.line, found.rule) == ("lessons_ko/a.md", 6, "cell-error")


def test_only_one_more_translation_runs(tmp_path: Path, kernels: Kernels) -> None:
    """One code edit, one run: what a translation needs is in the store already."""
    files = {"en_a": READS, "ko_a": READS.replace("one", "하나"), "en_b": CELL, "ko_b": KOREAN}
    run(site(tmp_path, **files))
    kernels.ran.clear()
    run(site(tmp_path, ko_a=READS.replace("one", "둘")))
    assert kernels.ran == ["ko/a"]


def test_what_measures_time_runs_last_and_compiles_for_itself(
    tmp_path: Path, kernels: Kernels
) -> None:
    lessons = site(tmp_path, en_a=f"---\ntiming: true\n---\n{SAYS * 9}", en_b=SAYS)
    run(lessons, jobs=2, warm=False, memory_limit=7)
    assert kernels.ran == ["en/b", "en/a"]
    options = [job.kernel for job in kernels.jobs]
    assert [one.compilation_cache for one in options] == [True, False]
    assert {(one.warm, one.memory_limit) for one in options} == {(False, 7)}


class Broken(Threads):
    """Loses every worker that it gives a job."""

    def submit(self, worker: str, job: Job, tell: Callable[[int], None]) -> Future[JobResult]:
        future: Future[JobResult] = Future()
        future.set_exception(BrokenExecutor("gone"))
        return future


def test_a_lesson_whose_workers_are_lost_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.execute.execution.Threads", Broken)
    execution = run(site(tmp_path, en_a="\n" + TWO))
    (found,) = execution.diagnostics
    assert (str(found.path), found.line, found.rule) == ("lessons_en/a.md", 5, "worker-lost")
    assert found.message == "every worker that ran this lesson was lost: here, here, here"
    assert [cell.status for cell in execution.results[0].cells] == ["not-run", "not-run"]


# --- twice --------------------------------------------------------------------------------------


def records(lessons: Lessons) -> dict[str, bytes]:
    folder = store_of(lessons).folder
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(p): p.read_bytes() for p in files if not p.name.endswith(".measured.json")}


def told(found: Diagnostic) -> str:
    return f"{found.path}:{found.line} {found.severity} {found.rule}\n{found.detail}"


def unstable(execution: Execution) -> list[list[bool]]:
    return [[cell.unstable for cell in result.cells] for result in execution.results]


TWO = CELL + "\n```{code-cell} python\nprint(2)\n```\n"


def test_cells_that_do_not_give_the_same_twice_are_named(tmp_path: Path, kernels: Kernels) -> None:
    kernels.prints["print(2)"] = iter(["same\nhigh\n", "same\nlow\n"])
    lessons = site(tmp_path, en_a=TWO, ko_a=TWO.replace("one", "하나"))
    execution = run(lessons, twice=True)
    assert kernels.ran == ["en/a", "en/a"]
    assert [told(one) for one in execution.diagnostics] == [
        "lessons_en/a.md:8 warning unstable-cell\n- high\n+ low"
    ]
    assert unstable(execution) == [[False, True]]
    assert store_of(lessons).selected() is not None
    # It is known from then on.
    assert unstable(run(lessons)) == [[False, True]]
    kernels.prints["print(2)"] = iter(["same\nhigh\n"])
    assert unstable(run(lessons, force=True)) == [[False, True]]


def test_a_measured_time_is_marked_but_nothing_to_tell(tmp_path: Path, kernels: Kernels) -> None:
    kernels.prints["print(2)"] = iter(["Wall time: 12 ms\n", "Wall time: 9.5 ms\n"])
    execution = run(site(tmp_path, en_a=TWO), twice=True)
    assert (execution.diagnostics, unstable(execution)) == ((), [[False, True]])


def test_a_later_run_that_differs_is_found_out_too(tmp_path: Path, kernels: Kernels) -> None:
    lessons = site(tmp_path, en_a=TWO)
    kernels.prints["print(2)"] = iter(["high\n", "low\n"])
    assert unstable(run(lessons)) == [[False, False]]
    execution = run(lessons, force=True)
    assert unstable(execution) == [[False, True]]
    assert [one.rule for one in execution.diagnostics] == ["unstable-cell"]
    kernels.prints["print(2)"] = iter(["high\n"])
    assert run(lessons, force=True).diagnostics == ()  # no news


def test_a_run_of_two_that_fails_fails_the_lesson(tmp_path: Path, kernels: Kernels) -> None:
    text = CELL.replace("print(1)", ":raises: KeyError\nprint(1)")
    lessons = site(tmp_path, en_a=text)
    execution = run(lessons, twice=True)
    assert [one.rule for one in execution.diagnostics] == ["missing-error"]
    assert store_of(lessons).selected() is None


def test_a_run_that_gives_the_same_is_no_news(tmp_path: Path, kernels: Kernels) -> None:
    """Pages say when their outputs were made; else each would be written anew."""
    lessons = site(tmp_path, en_a=TWO, en_b=READS)
    kernels.prints["print(2)"] = iter(["high\n", "low\n"])
    store, name = store_of(lessons), run(lessons).fingerprint
    first = {one.docname: one for one in store.records()}
    for record in first.values():
        store.put(replace(record, executed="2001-01-01T00:00:00Z"))
    assert [one.ran for one in run(lessons, force=True).results] == [True, True]
    again = {one.docname: one for one in store.records() if one.fingerprint == name}
    assert again["b"] == replace(first["b"], executed="2001-01-01T00:00:00Z")
    assert again["a"].executed > "2001" and again["a"].cells != first["a"].cells


def test_two_runs_give_equal_bytes(tmp_path: Path, kernels: Kernels) -> None:
    lessons = site(tmp_path, en_a=TWO, ko_a=TWO.replace("one", "하나"), en_b=READS)
    run(lessons, jobs=2)
    before = records(lessons)
    run(lessons, jobs=1, force=True)
    assert records(lessons) == before
    assert len(before) == 3  # two records, and which environment is shown


@pytest.mark.parametrize(
    ("one", "two", "lines"),
    [
        (CellRun("ok", stream("a\nb\n")), CellRun("ok", stream("a\nb\n")), []),
        (CellRun("ok", stream("a\nb\n")), CellRun("ok", stream("a\nc\n")), [("b", "c")]),
        (CellRun("ok", stream("a\n")), CellRun("ok", stream("a\n") * 2), [("(nothing)", "a")]),
        (CellRun("ok"), CellRun("error", error="E"), [("ok", "E")]),
        (
            CellRun("ok", ({"output_type": "display_data", "data": {"image/png": "AAAA"}},)),
            CellRun("ok", ({"output_type": "display_data", "data": {"image/png": "AAAB"}},)),
            [
                (
                    "image/png, 4 characters, ending in AAAA",
                    "image/png, 4 characters, ending in AAAB",
                )
            ],
        ),
        (
            CellRun("ok", ({"output_type": "display_data", "data": {"application/json": [1]}},)),
            CellRun("ok", ({"output_type": "display_data", "data": {"application/json": [2]}},)),
            [("application/json: [1]", "application/json: [2]")],
        ),
        (
            CellRun("ok", ({"output_type": "display_data", "data": {"text/html": "<b>1</b>"}},)),
            CellRun("ok", ({"output_type": "display_data", "data": {"text/html": "<b>2</b>"}},)),
            [("text/html: <b>1</b>", "text/html: <b>2</b>")],
        ),
    ],
)
def test_the_first_lines_that_differ(
    one: CellRun, two: CellRun, lines: list[tuple[str, str]]
) -> None:
    assert [found.lines for found in differences([one], [two])] == lines


def test_an_error_of_a_worker_ends_the_work_and_keeps_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run_cells(job: Job, *, cell_done: Callable[[int], None]) -> tuple[CellRun, ...]:
        if job.docname == "b":
            raise NaranhiError("no kernel could be started")
        return tuple(CellRun("ok", stream("1\n")) for _ in job.cells)

    monkeypatch.setattr("scripts.execute.run.run_cells", run_cells)
    lessons = site(tmp_path, en_a=TWO, en_b=CELL.replace("1", "3"))
    with pytest.raises(NaranhiError, match="no kernel"):
        run(lessons)
    key = code_key(lessons.origin("a"))
    assert len(store_of(lessons).fingerprints(key)) == 1
    assert set(store_of(lessons).keys()).isdisjoint({page_key(lessons.origin("a"))})
