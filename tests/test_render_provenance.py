"""What a page says of where its outputs came from."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scripts.drift import DRIFT_RECORD, CellDrift, Drift, Kind, Side
from scripts.lesson import code_key
from scripts.lesson.reading import read_lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from tests.shared_press import render_shared

BREAD = Path(__file__).parent / "sites" / "bread"
ENVIRONMENT = {"python": "3.11.7", "jax": "0.10.2", "device": "cpu"}


def execute(root: Path, store: OutputStore, *, executed: str, seconds: float) -> None:
    store.select("f", ENVIRONMENT)
    printed = {"output_type": "stream", "name": "stdout", "text": "1\n"}
    for lesson in read_lessons(root).items:
        cells = tuple(
            CellOutputs("error" if c.raises else "ok", (printed,), c.raises, seconds, c.source)
            for c in lesson.cells
        )
        key = code_key(lesson)
        store.put(LessonOutputs(lesson.docname, key, "f", executed, 1.0, cells, ENVIRONMENT))


@pytest.mark.site
def test_each_output_tells_on_demand_where_it_came_from(tmp_path: Path) -> None:
    root = Path(shutil.copytree(BREAD, tmp_path / "root"))
    store = OutputStore(tmp_path / "build" / "outputs")

    def page(name: str) -> str:
        done = render_shared(read_lessons(root), store, out=tmp_path / "site", work=tmp_path / "w")
        assert done.diagnostics == ()
        return (tmp_path / "site" / name).read_bytes().decode("utf-8")

    execute(root, store, executed="2026-01-31T23:00:00Z", seconds=0.5)
    korean = page("ko/hydration.html")
    day = '<time datetime="2026-01-31">2026-01-31</time>'
    assert f"· {day}, Python 3.11.7에서 실행</p>" in korean
    label = "코드 셀 1의 출력이 어디서 나왔는지 보기"
    assert f'popovertarget="output-note-1" aria-label="{label}"></button>' in korean
    assert "<li>실행 시간 0.5초</li>" in korean
    assert korean.index("</main>") < korean.index('id="output-note-1"')
    assert "비교" not in korean

    # The same outputs of a later run: what was measured is another.
    execute(root, store, executed="2026-03-01T01:00:00Z", seconds=0.001)
    english = page("en/hydration.html")
    assert f"executed with Python 3.11.7, {day.replace('01-31', '03-01')}</p>" in english
    assert "<li>Ran for less than 0.01 s</li>" in english

    kinds: tuple[Kind, ...] = ("identical", "value")
    cells = (CellDrift("hydration", "en", i, 1, kind, "1", "2") for i, kind in enumerate(kinds))
    report = Drift(Side("old", "e", {"jax": "0.9"}), Side("new", "f", ENVIRONMENT), tuple(cells))
    (tmp_path / "build" / DRIFT_RECORD).write_bytes(report.to_text().encode("utf-8"))
    english = page("en/hydration.html")
    first, second = (english.index(f'id="output-note-{number}"') for number in (1, 2))
    assert "<li>Compared with JAX 0.9: Unchanged</li>" in english[first:second]
    assert "<li>Compared with JAX 0.9: Another value</li>" in english[second:]
    assert "drift.html" not in english[first:second]
    assert '<a href="drift.html">' in english[second:]
