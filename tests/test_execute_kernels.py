"""Real kernels: what lessons do, what is told of those that fail, and that nothing stays behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts.commands.progress import ExecutionProgress
from scripts.execute.execution import execute
from scripts.execute.processes import descendants
from scripts.execute.results import CellResult, Execution, LessonResult
from scripts.lesson import Lessons, code_key
from scripts.lesson.reading import read_lessons
from scripts.outputs import LessonOutputs, OutputStore
from tests.waiting import lives, wait_for

pytestmark = pytest.mark.kernel

REPOSITORY = Path(__file__).resolve().parent.parent
CASES = REPOSITORY / "tests" / "cases" / "execute" / "lessons"
LABELS = sorted(path.stem for path in CASES.glob("*.md"))


class Watch:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def lesson_planned(self, name: str, seconds: float) -> None:
        self.told.append(f"{name} planned")

    def lessons_at_once(self, count: int) -> None:
        self.told.append(f"{count} at once")

    def noted(self, what: str) -> None:
        self.told.append(what)

    def lesson_started(self, name: str, cells: int) -> None:
        self.told.append(f"{name} starts, {cells}")

    def cell_done(self, name: str, index: int) -> None:
        self.told.append(f"{name} {index}")

    def lesson_done(self, result: LessonResult) -> None:
        self.told.append(f"{result.name} done, ran {result.ran}")


@dataclass(frozen=True)
class Ran:
    """All cases, run once."""

    lessons: Lessons
    store: OutputStore
    execution: Execution
    told: list[str]

    def record(self, docname: str) -> LessonOutputs | None:
        lesson = self.lessons.origin(docname)
        return self.store.get(code_key(lesson), self.execution.fingerprint)

    def result(self, docname: str) -> LessonResult:
        return next(one for one in self.execution.results if one.docname == docname)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    root = tmp_path_factory.mktemp("cases")
    shutil.copytree(CASES, root / "lessons_en")
    lessons, store = read_lessons(root), OutputStore(root / "_build" / "outputs")
    watch = Watch()
    os.environ["NARANHI_READER"] = "not for readers"
    try:
        execution = execute(lessons, store, jobs=2, cell_timeout=120.0, progress=watch)
    finally:
        del os.environ["NARANHI_READER"]
    return Ran(lessons, store, execution, watch.told)


@pytest.mark.parametrize("label", LABELS)
def test_a_lesson_gives_just_these_findings(ran: Ran, label: str) -> None:
    lesson = ran.lessons.origin(label)
    found = [d for d in ran.execution.diagnostics if d.path == lesson.path]
    told = [f"{d.line} {d.rule} {d.message}" for d in found]
    assert told == lesson.front_matter.extra["expect"], [str(d) for d in found]
    assert (ran.record(label) is None) == bool(found)


def test_outputs_are_real_and_plain(ran: Ran) -> None:
    record = ran.record("runs")
    assert record is not None
    printed, figure, timed, skipped, failed, warned = record.cells
    kinds = [(o["output_type"], o.get("name"), o.get("text")) for o in printed.outputs]
    assert ("stream", "stdout", "to stdout\nand on\n") in kinds
    assert ("stream", "stderr", "to stderr\n") in kinds
    assert printed.outputs[-1]["data"] == {"text/plain": "42"}
    assert figure.outputs[0]["data"]["image/svg+xml"].startswith("<?xml")
    assert "per loop" in timed.outputs[0]["text"]
    assert (skipped.status, skipped.outputs) == ("skipped", ())
    assert (failed.status, failed.error) == ("error", "ZeroDivisionError")
    assert "Cell In[4], line 1" in "\n".join(failed.outputs[0]["traceback"])
    assert warned.error == "IndexError"
    assert warned.outputs[0]["text"].startswith("Cell In[5], line 2: UserWarning: low tide")


def test_jax_prints_no_colours_and_its_frames_are_short(ran: Ran) -> None:
    record = ran.record("jax")
    assert record is not None
    assert record.cells[0].outputs[0]["text"].startswith("{ lambda")
    assert "site-packages" not in record.to_json()
    assert "\\u001b" not in record.to_json()
    assert "ipykernel_" not in record.to_json()


def test_a_lesson_has_a_folder_of_its_own_and_leaves_no_process(ran: Ran) -> None:
    record = ran.record("own-folder")
    assert record is not None
    folders, names = (cell.outputs[0]["text"].splitlines() for cell in record.cells[:2])
    assert folders == ["/lesson /home /tmp", "2 12"]
    assert names[0] == "[]"
    commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline")]
    assert not [command for command in commands if b"600.125" in command]


def test_after_a_failing_cell_the_rest_is_not_run(ran: Ran) -> None:
    result = ran.result("unexpected-error")
    assert [(cell.status, cell.error) for cell in result.cells] == [
        ("failed", "ZeroDivisionError"),
        ("not-run", None),
    ]
    (finding,) = (d for d in ran.execution.diagnostics if d.path.stem == "unexpected-error")
    assert finding.detail.splitlines()[-1] == "ZeroDivisionError: division by zero"


def test_a_failure_leaves_the_selected_environment_alone(ran: Ran) -> None:
    assert ran.store.selected() is None


def test_progress_is_told_in_order(ran: Ran) -> None:
    own = [line for line in ran.told if line.startswith("jax ")]
    assert own == ["jax planned", "jax starts, 2", "jax 0", "jax 1", "jax done, ran True"]


CELL = "# A\n\n```{code-cell} python\n"


def _site(root: Path, text: str, korean: str = "") -> Lessons:
    for tag, content in (("en", text), ("ko", korean)):
        if content:
            (root / f"lessons_{tag}").mkdir(exist_ok=True)
            (root / f"lessons_{tag}" / "a.md").write_text(content, encoding="utf-8")
    return read_lessons(root)


def test_a_second_run_a_comment_and_a_changed_expectation_execute_nothing(tmp_path: Path) -> None:
    store = OutputStore(tmp_path / "_build" / "outputs")
    source = f"{CELL}x = 1  # one\nprint(x)\n```\n"
    first = execute(_site(tmp_path, source), store)
    assert [result.ran for result in first.results] == [True]
    assert store.selected() == (first.fingerprint, first.environment)

    lessons = _site(tmp_path, source, source.replace("# one", "# 하나\n# 둘"))
    second = execute(lessons, store)
    assert ([result.ran for result in second.results], second.diagnostics) == ([False], ())
    assert second.results[0].cells == first.results[0].cells

    lessons = _site(tmp_path, source.replace("x = 1", ":raises: OSError\nx = 1"), source)
    third = execute(lessons, store)
    assert [result.ran for result in third.results] == [False]
    assert sorted(d.rule for d in third.diagnostics) == ["missing-error", "same-code"]

    forced = execute(_site(tmp_path, source, source), store, force=True)
    assert [result.ran for result in forced.results] == [True]


def test_what_makes_an_environment_another_one_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = OutputStore(tmp_path / "_build" / "outputs")
    lessons = _site(tmp_path, f"{CELL}x = 1\n```\n")
    monkeypatch.delenv("JAX_ENABLE_X64", raising=False)
    for flag, told in ((False, False), (True, True)):
        if flag:
            monkeypatch.setenv("JAX_ENABLE_X64", "1")
        with ExecutionProgress() as progress:
            (result,) = execute(lessons, store, progress=progress).results
        assert result.ran
        assert ("JAX_ENABLE_X64 (nothing, now 1)" in capsys.readouterr().err) is told


def test_an_endless_loop_ends_at_the_limit_on_its_line(tmp_path: Path) -> None:
    source = f"{CELL}tide = 0\nwhile True:\n    tide += 1\n```\n"
    execution = execute(
        _site(tmp_path, source), OutputStore(tmp_path / "outputs"), cell_timeout=2.0
    )
    (finding,) = execution.diagnostics
    assert (finding.rule, finding.line in {5, 6}) == ("time-out", True)
    assert finding.message == "the cell did not end within 2 s"
    assert execution.results[0].cells[0].error == "time-out"


def test_a_cell_that_ignores_interrupts_is_killed(tmp_path: Path) -> None:
    source = (
        f"{CELL}import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "while True:\n    time.sleep(1)\n```\n"
    )
    execution = execute(
        _site(tmp_path, source), OutputStore(tmp_path / "outputs"), lesson_timeout=2.0
    )
    (finding,) = execution.diagnostics
    assert finding.message == "the cell did not end within the 2 s that a lesson has"
    assert finding.line == 4


class Impatient(Watch):
    """Stops everything as soon as one lesson has ended, as Ctrl-C does."""

    def lesson_done(self, result: LessonResult) -> None:
        super().lesson_done(result)
        raise KeyboardInterrupt


def test_what_ended_before_an_interrupt_is_kept(tmp_path: Path) -> None:
    store = OutputStore(tmp_path / "outputs")
    lessons = _site(tmp_path, f"{CELL}x = 1\n```\n")
    (tmp_path / "lessons_en" / "b.md").write_text(f"{CELL}import time\ntime.sleep(600)\n```\n")
    lessons = read_lessons(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        execute(lessons, store, jobs=2, progress=Impatient())
    kept = execute(lessons, store, docnames={"a"})
    assert [(result.docname, result.ran) for result in kept.results] == [("a", False)]


WAITING = """# A

```{code-cell} python
import pathlib, subprocess, time
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
pathlib.Path("begun").touch()
time.sleep(600)
```
"""

RUNNER = """
import sys
sys.path.insert(0, {repository!r})
from pathlib import Path
from scripts.execute.execution import execute
from scripts.lesson.reading import read_lessons
from scripts.commands.progress import ExecutionProgress
from scripts.outputs import OutputStore
execute(read_lessons(Path({root!r})), OutputStore(Path({root!r}) / "_build" / "outputs"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are found through /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_us_ends_the_kernels(tmp_path: Path, number: signal.Signals) -> None:
    """Run in an odd place: no HOME, a folder that hides modules, and the same on PYTHONPATH."""
    temporary = tmp_path / "t"
    temporary.mkdir()
    _site(tmp_path, WAITING)
    for name in ("numpy", "ipykernel", "json"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('hidden')\n", encoding="utf-8")
    runner = subprocess.Popen(
        [sys.executable, "-P", "-c", RUNNER.format(repository=str(REPOSITORY), root=str(tmp_path))],
        cwd=tmp_path,
        env={
            "HOME": "/nonexistent",
            "PATH": os.environ["PATH"],
            "TMPDIR": str(temporary),
            "NARANHI_TRUST": "1",
        },
        stderr=subprocess.DEVNULL,
    )
    try:
        begun = "naranhi-*/lesson/begun"
        wait_for(lambda: any(temporary.glob(begun)) or runner.poll() is not None)
        started = descendants([runner.pid])[1:]
        # The zygote, the one that looks after the kernel, the kernel and its child.
        assert len([pid for pid in started if lives(pid)]) >= 4
    finally:
        runner.send_signal(number)
        runner.wait()
    wait_for(lambda: not any(lives(pid) for pid in started))
    wait_for(lambda: list(temporary.iterdir()) == [])


def test_a_lesson_without_cells_needs_neither_kernel_nor_record(tmp_path: Path) -> None:
    store = OutputStore(tmp_path / "outputs")
    execution = execute(_site(tmp_path, "# A\n\nOnly words.\n"), store)
    assert [(r.ran, r.cells) for r in execution.results] == [(False, tuple[CellResult, ...]())]
    assert store.selected() is not None
