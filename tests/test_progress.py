"""What a person is told while lessons run, and at the end."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from scripts.commands.progress import ExecutionProgress, Work, summary


@dataclass(frozen=True)
class Cell:
    line: int
    seconds: float


@dataclass(frozen=True)
class Lesson:
    name: str
    seconds: float = 0.0
    cells: tuple[Cell, ...] = ()
    ran: bool = True


@dataclass
class Case:
    """Lessons with their expected seconds, those that ended, those that run, and what is left."""

    left: float
    planned: dict[str, float]
    ended: dict[str, float] = field(default_factory=dict)
    running: dict[str, float] = field(default_factory=dict)
    at_once: int = 2


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(Case(0.0, {}), id="nothing"),
        pytest.param(Case(5.0, {"a": 5, "b": 5}), id="side by side"),
        pytest.param(Case(10.0, {"a": 5, "b": 5}, at_once=1), id="one by one"),
        pytest.param(Case(9.0, {"a": 9, "b": 1}), id="no shorter than the longest"),
        pytest.param(Case(4.0, {"a": 9}, running={"a": 5}), id="some of it is over"),
        pytest.param(Case(0.0, {"a": 5}, running={"a": 60}), id="longer than guessed"),
        pytest.param(Case(10.0, {"a": 5, "b": 5}, ended={"a": 10}), id="all is slower here"),
        pytest.param(Case(5.0, {"a": 5}, ended={"unplanned": 9}), id="an unknown one"),
    ],
)
def test_the_time_that_is_left(case: Case) -> None:
    work = Work(case.at_once)
    for name, seconds in case.planned.items():
        work.plan(name, seconds)
    for name, seconds in case.ended.items():
        work.end(name, seconds)
    assert work.seconds_left(case.running) == case.left


def test_without_a_terminal_each_lesson_that_ran_is_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with ExecutionProgress() as progress:
        progress.lesson_done(Lesson("kept", ran=False))
        progress.lesson_planned("a", 4.0)
        progress.lesson_planned("b", 60.0)
        progress.lessons_at_once(2)
        progress.lesson_started("a", 2)
        progress.cell_done("a", 0)
        progress.noted("w: not like us")
        progress.lesson_done(Lesson("a", 4.0))
        progress.lesson_started("b", 1)
        progress.lesson_done(Lesson("b", 9.0))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "w: not like us",
        "[1/2] executed a in 4.0 s, about 1 min 0 s left",
        "[2/2] executed b in 9.0 s",
    ]


def test_a_terminal_shows_lessons_and_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with ExecutionProgress() as progress:
        progress.lesson_planned("[a]", 4.0)
        progress.lesson_planned("b", 60.0)
        progress.lesson_started("[a]", 2)
        progress.cell_done("[a]", 0)
        # As after the loss of a worker.
        progress.lesson_started("[a]", 2)
        progress.lesson_done(Lesson("[a]", 4.0))
    assert "[1/2] executed [a] in 4.0 s, about 1 min 0 s left" in capsys.readouterr().err


def test_the_summary_names_the_slowest_cells() -> None:
    slow = Lesson("slow", 9.0, (Cell(3, 0.5), Cell(7, 5.0), Cell(9, 3.0)))
    quick = Lesson("quick", 1.0, (Cell(4, 0.9),))
    assert list(summary([quick, slow, Lesson("kept", 99.0, (Cell(1, 99.0),), ran=False)])) == [
        "2 lessons executed, 4 cells, 10 s of kernel time",
        "     5.0 s  slow, the cell at line 7",
        "     3.0 s  slow, the cell at line 9",
    ]
    assert list(summary([Lesson("kept", ran=False)])) == []
