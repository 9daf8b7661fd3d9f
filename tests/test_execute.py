"""Execution without kernels: environment, expectations, and what is planned."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scripts.execute.environment import (
    accelerators,
    describe_environment,
    fingerprint,
    kernel_variables,
)
from scripts.execute.execution import execute
from scripts.execute.expectations import CellRun, from_record, fulfils, unfulfilled
from scripts.execute.plan import plan
from scripts.execute.results import Execution
from scripts.languages import ENGLISH
from scripts.lesson import Lessons, code_key
from scripts.lesson.reading import parse_lesson, read_lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore

REPOSITORY = Path(__file__).resolve().parent.parent
EXPECTATIONS = json.loads(
    (REPOSITORY / "tests" / "cases" / "execute" / "expectations.json").read_bytes()
)


@pytest.mark.parametrize("case", EXPECTATIONS, ids=lambda case: case["label"])
def test_expectations(case: dict[str, Any]) -> None:
    text = "# A\n" + "".join(f"\n```{{code-cell}}\n{cell}\n```\n" for cell in case["cells"])
    lesson = parse_lesson(
        text.encode(), path=Path("lessons_en/a.md"), docname="a", language=ENGLISH
    )
    runs = [CellRun(**run) for run in case["runs"]]
    found = [f"{d.line} {d.rule}: {d.message}" for d in unfulfilled(lesson, runs)]
    assert found == case["findings"]


def test_a_record_tells_what_its_run_told() -> None:
    outputs = ({"output_type": "error", "ename": "E", "evalue": "why", "traceback": ["a", "b"]},)
    run = from_record(CellOutputs("error", outputs, "E", 0.5))
    assert (run.ending, run.error, run.message, run.traceback) == ("error", "E", "why", "a\nb")


def test_a_kernel_gets_nothing_of_ours_but_what_it_needs() -> None:
    variables = kernel_variables(
        {
            "PATH": "/bin",
            "XLA_FLAGS": "--x",
            "TOKEN": "secret",
            "PYTHONPATH": "/x",
            "MPLBACKEND": "TkAgg",
            "JAX_PPRINT_USE_COLOR": "1",
            "FORCE_COLOR": "1",
        }
    )
    assert (variables["PATH"], variables["XLA_FLAGS"]) == ("/bin", "--x")
    assert variables["JAX_PLATFORMS"] == "cpu"
    assert variables["JAX_PPRINT_USE_COLOR"] == "0"
    assert "inline" in variables["MPLBACKEND"]
    assert not {"TOKEN", "PYTHONPATH", "FORCE_COLOR"} & set(variables)


def test_a_flag_of_jax_is_another_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAX_ENABLE_X64", raising=False)
    plain = describe_environment()
    monkeypatch.setenv("JAX_ENABLE_X64", "1")
    flagged = describe_environment()
    assert flagged["JAX_ENABLE_X64"] == "1"
    assert fingerprint(plain) != fingerprint(flagged)
    monkeypatch.delenv("JAX_ENABLE_X64")
    monkeypatch.setenv("SHELL_OF_MINE", "x")
    assert fingerprint(describe_environment()) == fingerprint(plain)


def _pci(folder: Path, kind: str, vendor: str, device: str) -> None:
    folder.mkdir(parents=True)
    for name, value in (("class", kind), ("vendor", vendor), ("device", device)):
        (folder / name).write_text(f"{value}\n", "utf-8")


def test_devices_are_known_without_jax(tmp_path: Path) -> None:
    """As the drivers of Linux list them, and as JAX itself finds out whether a TPU is there."""
    assert accelerators(tmp_path, "tpu") == {"devices": "unknown"}
    bus = tmp_path / "sys" / "bus" / "pci" / "devices"
    _pci(bus / "0000:00:04.0", "0xff0000", "0x1ae0", "0x0062")
    _pci(bus / "0000:00:05.0", "0xff0000", "0x1ae0", "0x0062")
    _pci(bus / "0000:00:06.0", "0x020000", "0x1af4", "0x1000")  # a network card
    assert accelerators(tmp_path, "tpu") == {"devices": "0x1ae0:0x0062, 0x1ae0:0x0062"}
    assert accelerators(tmp_path, "cpu") == {}
    for number in (0, 1):
        named = tmp_path / "proc" / "driver" / "nvidia" / "gpus" / f"0000:0{number}:00.0"
        named.mkdir(parents=True)
        (named / "information").write_text(
            "Model: \t\t NVIDIA A100-SXM4-40GB\nIRQ:   16\n", "utf-8"
        )
    assert accelerators(tmp_path, "cuda,cpu") == {
        "devices": "NVIDIA A100-SXM4-40GB, NVIDIA A100-SXM4-40GB"
    }


@pytest.mark.parametrize("name", ["CUDA_VISIBLE_DEVICES", "TPU_VISIBLE_CHIPS", "LIBTPU_INIT_ARGS"])
def test_other_devices_are_another_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(name, raising=False)
    plain = describe_environment()
    monkeypatch.setenv(name, "0")
    assert {**plain, name: "0"} == describe_environment()
    assert kernel_variables({name: "0"})[name] == "0"


CELL = "```{code-cell} python\nx = 1\n```\n"


def _site(root: Path, **files: str | bytes) -> Lessons:
    """Write lessons; `ko_a` is `a` in Korean, all others are English."""
    for name, content in files.items():
        tag, _, docname = name.rpartition("_")
        folder = root / f"lessons_{tag or 'en'}"
        folder.mkdir(exist_ok=True)
        data = content if isinstance(content, bytes) else content.encode()
        (folder / f"{docname}.md").write_bytes(data)
    return read_lessons(root)


def _run(root: Path, **files: str | bytes) -> Execution:
    """Execute with a kernel that must not be started."""
    lessons, store = _site(root, **files), OutputStore(root / "_build" / "outputs")
    name = fingerprint(describe_environment())
    for docname in lessons.docnames:
        origin = lessons.origin(docname)
        if not origin.problems:
            cells = tuple(CellOutputs("ok", source=cell.source) for cell in origin.cells)
            store.put(LessonOutputs(docname, code_key(origin), name, "", 1.0, cells))
    return execute(lessons, store)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a": f"# A\n\n{CELL}"}, []),
        ({"a": b"# A\n\n\xb0\xa1\n"}, ["lessons_en/a.md:3 encoding"]),
        ({"a": ""}, ["lessons_en/a.md:1 empty"]),
        ({"a": "```{code-cell} python\n1\nx = = 2\n```\n"}, ["lessons_en/a.md:3 python-syntax"]),
        ({"a": CELL, "ko_a": CELL.replace("1", "2")}, ["lessons_ko/a.md:2 same-code"]),
        ({"a": CELL, "ko_a": CELL + CELL}, ["lessons_ko/a.md:4 same-code"]),
        ({"a": CELL, "ko_a": ""}, ["lessons_ko/a.md:1 empty"]),
        (
            {"a": f"---\norigin: ko\n---\n{CELL}", "ko_a": CELL.replace("1", "2")},
            ["lessons_en/a.md:5 same-code"],
        ),
        ({"a": f'---\njax: ">=99"\n---\n{CELL}'}, ["lessons_en/a.md:2 jax-version"]),
        ({"a": f"---\ntitle: A\njax: new\n---\n{CELL}"}, ["lessons_en/a.md:3 jax-version"]),
        ({"a": f'---\njax: ">=0.4"\n---\n{CELL}'}, []),
    ],
)
def test_bad_sources_are_all_told_and_not_run(
    tmp_path: Path, files: dict[str, str | bytes], expected: list[str]
) -> None:
    execution = _run(tmp_path, **files)
    assert [f"{d.path}:{d.line} {d.rule}" for d in execution.diagnostics] == expected
    store = OutputStore(tmp_path / "_build" / "outputs")
    assert (store.selected() is None) == bool(expected)


def test_an_expectation_that_changed_is_judged_by_the_record(tmp_path: Path) -> None:
    execution = _run(tmp_path, a=CELL.replace("x = 1", ":raises: KeyError\nx = 1"))
    assert [d.rule for d in execution.diagnostics] == ["missing-error"]
    assert [cell.status for cell in execution.results[0].cells] == ["failed"]


def test_only_the_named_lessons_are_looked_at(tmp_path: Path) -> None:
    lessons = _site(tmp_path, a=CELL, b="", c=CELL)
    planned = plan(lessons, OutputStore(tmp_path / "o"), "f", {"jax": "1"}, docnames={"c", "a"})
    assert [item.origin.lesson.docname for item in planned] == ["a", "c"]


def test_a_record_with_another_number_of_cells_is_none(tmp_path: Path) -> None:
    lessons, store = _site(tmp_path, a=CELL), OutputStore(tmp_path / "o")
    key = code_key(lessons.origin("a"))
    store.put(LessonOutputs("a", key, "f", "", 1.0, ()))
    (item,) = plan(lessons, store, "f", {"jax": "1"})
    assert (item.origin.must_run, item.origin.record) == (True, None)


def test_how_long_a_lesson_takes_is_known_from_its_last_run_or_guessed(tmp_path: Path) -> None:
    lessons = _site(tmp_path, a=CELL, b=CELL * 3, d=CELL.replace("1", "4"))
    store = OutputStore(tmp_path / "o")
    # Known from another environment, as after an update of JAX.
    key = code_key(lessons.origin("d"))
    store.put(LessonOutputs("d", key, "old", "", 60.0, (CellOutputs("ok"),)))
    planned = plan(lessons, store, "new", {"jax": "1"})
    seconds = {item.origin.lesson.docname: item.origin.seconds for item in planned}
    assert seconds["d"] == 60.0
    assert 0 < seconds["a"] < seconds["b"] < 60.0


def test_nothing_to_run_imports_nothing_heavy(tmp_path: Path) -> None:
    _run(tmp_path, a=CELL)
    code = (
        "import sys; from pathlib import Path; from scripts.execute.execution import execute;"
        "from scripts.lesson.reading import read_lessons; from scripts.outputs import OutputStore;"
        "root = Path(sys.argv[1]);"
        "found = execute(read_lessons(root), OutputStore(root / '_build' / 'outputs'));"
        "heavy = {'jax', 'numpy', 'IPython', 'nbclient', 'zmq', 'nbformat', 'matplotlib'};"
        "print([r.ran for r in found.results], sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == "[False] []\n"


def test_skipped_cells_have_no_expectation(tmp_path: Path) -> None:
    lessons = _site(tmp_path, a="```{code-cell}\n:tags: [skip-execution]\n:raises: E\nx\n```\n")
    (cell,) = lessons.origin("a").cells
    assert fulfils(cell, "skipped", None)
    assert not fulfils(replace(cell, tags=()), "ok", None)
