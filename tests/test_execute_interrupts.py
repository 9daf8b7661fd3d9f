"""The command line when it is told to end: what was finished is kept, and nobody sees Python."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts.execute.environment import describe_environment, fingerprint
from scripts.execute.processes import descendants
from scripts.lesson import code_key
from scripts.lesson.reading import read_lessons
from scripts.outputs import OutputStore
from tests.waiting import lives, wait_for

REPOSITORY = Path(__file__).resolve().parent.parent
SAID = "interrupted; what was finished is kept, the same command goes on from there"

QUICK = "# A\n\n```{code-cell} python\n1 + 1\n```\n"
ENDLESS = """# B

```{code-cell} python
import pathlib, time
pathlib.Path("begun").touch()
time.sleep(600)
```
"""


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Start `execute` on a lesson that ends and two that do not, in a process group of its own."""
    (tmp_path / "lessons_en").mkdir()
    (tmp_path / "t").mkdir()
    (tmp_path / "lessons_en" / "a.md").write_text(QUICK, "utf-8")
    for name in "bc":
        text = ENDLESS + f"\n```{{code-cell}}\n{name!r}\n```\n"
        (tmp_path / "lessons_en" / f"{name}.md").write_text(text, "utf-8")
    started = []

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts", "execute", "--root", tmp_path, "--jobs", "3"],
            cwd=REPOSITORY,
            env={**os.environ, "TMPDIR": str(tmp_path / "t")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.kernel
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found through /proc")
@pytest.mark.parametrize(
    ("signals", "whom"),
    [
        pytest.param([signal.SIGINT], os.killpg, id="Ctrl-C"),
        pytest.param([signal.SIGINT] * 3, os.killpg, id="Ctrl-C again and again"),
        pytest.param([signal.SIGTERM], os.kill, id="kill"),
        pytest.param([signal.SIGTERM, signal.SIGINT] * 2, os.kill, id="both"),
    ],
)
def test_a_run_that_is_ended_keeps_what_was_finished(
    tmp_path: Path,
    command: Callable[[], subprocess.Popen[str]],
    signals: list[signal.Signals],
    whom: Callable[[int, int], None],
) -> None:
    lessons, store = read_lessons(tmp_path), OutputStore(tmp_path / "_build" / "outputs")
    kept = store.path(code_key(lessons.origin("a")), fingerprint(describe_environment()))
    process = command()
    begun = "naranhi-*/lesson/begun"
    wait_for(
        lambda: kept.exists() and len(list((tmp_path / "t").glob(begun))) == 2,
        process,
    )
    started = descendants([process.pid])
    assert len(started) > 4
    for number in signals:
        whom(process.pid, number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    # Progress, and on some machines that there is no box.
    told = ("[", "the lessons' code runs")
    assert [line for line in err.splitlines() if not line.startswith(told)] == [SAID]
    wait_for(lambda: not any(map(lives, started)))
    assert list((tmp_path / "t").glob("naranhi-*")) == []
    assert store.get(code_key(lessons.origin("a")), kept.stem) is not None
    assert store.selected() is None
