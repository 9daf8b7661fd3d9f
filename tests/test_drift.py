"""The drift report: what changed between two texts, two cells, two stores."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.drift import KINDS, SEVERE, CellDrift, Drift, Side, side_by_side
from scripts.execute.drift import report
from scripts.execute.drift.cells import compare_cells
from scripts.execute.drift.change import Degree
from scripts.execute.drift.compare import compare_texts
from scripts.execute.drift.nodes import read
from scripts.execute.drift.noise import Noise, expected, noise_of
from scripts.execute.drift.pictures import compare_pngs
from scripts.lesson import code_key
from scripts.lesson.reading import read_lessons
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from tests.conftest import Run

CASES = Path(__file__).parent / "cases" / "drift"

_MIMES = {"html": "text/html", "svg": "image/svg+xml", "png": "image/png", "result": "text/plain"}


def cases(name: str) -> list[Any]:
    data = json.loads((CASES / name).read_bytes())
    return [pytest.param(case, id=case["label"]) for case in data]


def outputs(rows: list[list[str]]) -> tuple[dict[str, Any], ...]:
    """Give Jupyter outputs from rows such as ["stdout", text] or ["error", name, message]."""
    made: list[dict[str, Any]] = []
    for kind, *texts in rows:
        if kind in {"stdout", "stderr"}:
            made.append({"output_type": "stream", "name": kind, "text": texts[0]})
        elif kind == "error":
            ename, evalue = texts
            made.append({"output_type": "error", "ename": ename, "evalue": evalue, "traceback": []})
        else:
            data = {_MIMES[kind]: texts[0]}
            made.append({"output_type": "display_data", "data": data, "metadata": {}})
    return tuple(made)


@pytest.mark.parametrize("case", cases("texts.json"))
def test_texts(case: Mapping[str, Any]) -> None:
    changes = compare_texts(case["old"], case["new"])
    assert changes, "two texts that differ have changes"
    assert changes[0].degree is Degree[case["worst"]], changes
    if "cause" in case:
        assert case["cause"] in [change.cause for change in changes]
    # The way back is as far.
    assert compare_texts(case["new"], case["old"])[0].degree is Degree[case["worst"]]


@pytest.mark.parametrize("case", cases("cells.json"))
def test_cells(case: Mapping[str, Any]) -> None:
    (awaited,) = expected([case.get("source", "")])
    verdict = compare_cells(
        outputs(case["old"]),
        outputs(case["new"]),
        expected=awaited,
        unstable=case.get("unstable", False),
    )
    assert verdict.kind == case["class"], verdict
    assert verdict.ratio == case.get("ratio")
    if "cause" in case:
        assert case["cause"] in verdict.causes


PIECES = ["1", "2.5", "-1e-3", "[", "]", "(", ")", "{", "}", ",", " ", "\n", "=", "Array", "f32[2]"]
PIECES += ["'a'", "<", ">", "dtype=float32", "{ lambda ; a:f32[]. let", "in (a,) }", "한글", ":"]
PRINTED = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@given(PRINTED, PRINTED)
def test_any_two_texts_can_be_compared(old: str, new: str) -> None:
    changes = compare_texts(old, new)
    assert bool(changes) == (old != new)
    assert read(old) == read(old)


@given(st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=8))
def test_arrays_are_what_they_print(values: list[float]) -> None:
    old = f"DeviceArray({values}, dtype=float32)"
    new = "Array([" + ",\n       ".join(map(repr, values)) + "], dtype=float32)"
    assert compare_texts(old, new)[0].degree is Degree.FORM


LONG = {
    "arrows": "<a ->" * 3000,
    "brackets": "f(" * 3000,
    "few words": "a b c d " * 700,
    "jaxprs": "{ lambda ; " * 1000,
    "angles": "<a<b>" * 2000,
    "digits": "1" * 10_000,
    "quotes": "'a " * 5000,
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_no_text_takes_for_ever(text: str) -> None:
    assert compare_texts(text, "x" + text[: len(text) // 2] + "y")


@pytest.mark.timeout(60)
@pytest.mark.parametrize("line", [" " * 300, "1 " * 100, "9" * 200, "99 " + " " * 20])
def test_no_line_beside_times_takes_for_ever(line: str) -> None:
    source = "import time\nt = time.time()\nprint(t, 2 * t, a, b, 'seconds')"
    old, new = (
        [{"output_type": "stream", "name": "stdout", "text": f"{line}\n" * 300 + end}]
        for end in ("1 2 3 4 seconds", "5 6 3 4 seconds")
    )
    assert compare_cells(old, new, expected=expected([source])[0]).kind == "timing"


def test_deep_brackets_are_read() -> None:
    deep = "[" * 5000 + "]" * 5000
    assert compare_texts(deep, deep + "1")


def png(colours: list[int], *, dot: int | None = None, size: int = 40) -> str:
    from PIL import Image

    image = Image.new("RGB", (size, size), tuple(colours))
    if dot is not None:
        image.putpixel((dot, dot), (0, 0, 0))
    data = io.BytesIO()
    image.save(data, "png")
    return base64.b64encode(data.getvalue()).decode()


def test_pictures_are_compared_by_what_is_seen() -> None:
    white, red = [255, 255, 255], [200, 0, 0]
    assert compare_pngs(png(white), png(white)) is None
    nearly = compare_pngs(png(white), png(white, dot=3))
    assert nearly is not None and nearly.degree is Degree.DIGITS
    other = compare_pngs(png(white), png(red))
    assert other is not None and other.degree is Degree.VALUE
    sized = compare_pngs(png(white), png(white, size=80))
    assert sized is not None and sized.degree is Degree.FORM
    broken = compare_pngs(png(white), "bm90IGEgcGljdHVyZQ==")
    assert broken is not None and broken.degree is Degree.VALUE


def test_a_seed_that_is_another_in_every_run_seeds_nothing() -> None:
    noise = noise_of(
        [
            "import time, os, numpy as np\nfrom jax import random",
            "print(random.normal(random.key(time.time_ns())))",
            "rng = np.random.default_rng(int.from_bytes(os.urandom(4)))\nprint(rng.normal())",
            "now = time.time()\nkey = random.PRNGKey(seed=int(now))",
            "print(random.normal(key))",
            "print(random.normal(random.key(5)))",
        ]
    )
    assert [Noise.CHANCE in one for one in noise] == [False, True, True, False, True, False]


def log(text: str) -> list[dict[str, str]]:
    return [{"output_type": "stream", "name": "stderr", "text": text}]


def test_a_log_with_other_times_is_a_timing() -> None:
    said = "WARNING:jax._src.dispatch:Finished tracing f for jit in {} sec\n"
    assert compare_cells(log(said.format("0.0005")), log(said.format("1e-05"))).kind == "timing"
    other = said.replace("tracing f", "tracing g")
    assert compare_cells(log(said), log(other)).kind != "timing"


CALLBACK = """Traceback (most recent call last):
  File "jax/_src/callback.py", line 93, in pure_callback_impl
    return tree_util.tree_map(np.asarray, callback(*args))
                                          ^^^^^^^^^^^^^^^
ValueError: no luck
"""


def test_lines_of_a_library_in_a_traceback_as_python_prints_it_are_no_news() -> None:
    later = CALLBACK.replace("line 93", "line 99").replace(" ^^^^^^^^^^^^^^^", " ~~~~~~~~^^^^^^^")
    assert compare_cells(log(CALLBACK), log(later)).kind == "identical"
    assert compare_cells(log(CALLBACK), log(later.replace("no luck", "luck"))).kind != "identical"


def test_figures_that_look_different_come_with_the_verdict() -> None:
    white, red = [255, 255, 255], [200, 0, 0]

    def shows(*pictures: str) -> list[dict[str, object]]:
        return [{"output_type": "display_data", "data": {"image/png": one}} for one in pictures]

    same, other = png(white), png(red)
    verdict = compare_cells(shows(same, same, same), shows(png(white, dot=3), other))
    assert [(old and old.data, new and new.data) for old, new in verdict.pictures] == [
        (same, other),
        (same, None),
    ]


def test_noise_follows_names() -> None:
    noise = noise_of(
        [
            "import time, random\nfrom time import perf_counter as clock",
            "def took(f):\n    t = clock()\n    f()\n    return clock() - t",
            "times = []\nfor f in fs:\n    times.append(took(f))",
            "print(times)",
            "%timeit f(x)",
            "random.seed(1)\nprint(random.random())",
            "print(id(x))",
            "not python (",
        ]
    )
    times = [Noise.TIME in one for one in noise]
    assert times == [False, False, True, True, True, False, False, False]
    assert noise[5] is Noise.NONE
    assert noise[6] is Noise.IDENTITY


@pytest.mark.parametrize(
    ("code", "old", "new", "kind"),
    [
        ("datetime.now()", "now: 2026-05-04 17:30:05.25", "now: 2026-05-05 09:00:00.5", "unstable"),
        ("datetime.now()", "Mon May  4 17:30:05 2026", "Tue May  5 09:00:00 2026", "unstable"),
        ("datetime.now() - start", "took 0:00:01.25", "took 0:00:01.5", "timing"),
    ],
)
def test_when_something_ran_differs_in_every_run_and_how_long_it_took_is_a_time(
    code: str, old: str, new: str, kind: str
) -> None:
    cells = ["from datetime import datetime\nstart = datetime.now()", f"print({code})"]
    awaited = expected(cells)[1]
    outputs = ([{"output_type": "stream", "name": "stdout", "text": one}] for one in (old, new))
    assert compare_cells(*outputs, expected=awaited).kind == kind


def cell(kind: Any, **values: Any) -> CellDrift:
    return CellDrift(
        "a", "en", 0, 7, kind, values.pop("old", "1"), values.pop("new", "2"), **values
    )


def test_a_report_is_read_back_as_it_was_written() -> None:
    drift = Drift(Side("a"), Side("b", "f", {"jax": "1"}), tuple(cell(kind) for kind in KINDS))
    assert Drift.from_text(drift.to_text()) == drift
    with pytest.raises(ValueError, match="no report"):
        Drift.from_text("{}")


def test_what_is_severe_ends_with_one() -> None:
    assert "formatting" not in SEVERE and "timing" not in SEVERE and "unstable" not in SEVERE
    for kind in KINDS:
        assert Drift(Side("a"), Side("b"), (cell(kind),)).severe == (kind in SEVERE)


@pytest.mark.parametrize("width", [30, 60, 80, 120])
@pytest.mark.parametrize("colour", [False, True])
def test_no_line_is_wider_than_the_terminal(width: int, *, colour: bool) -> None:
    import re
    from unicodedata import east_asian_width

    long = cell("value", old="값이 " * 40 + "x" * 70, new="값은 " * 50, causes=("words",))
    text = report(Drift(Side("a"), Side("b"), (long,)), width=width, colour=colour)
    assert ("\x1b[" in text) == colour
    for line in re.sub(r"\x1b\[\d+m", "", text).splitlines():
        assert sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line) <= width


@given(PRINTED, PRINTED)
def test_side_by_side_shows_every_changed_line(old: str, new: str) -> None:
    rows = list(side_by_side(old, new))
    assert all(pair != (None, None) for pair in rows)
    assert bool(rows) == (old != new)


# --- the command ----------------------------------------------------------------------------------

LESSON = """\
# Sums

```{code-cell}
x = 1 + 1
x
```

```{code-cell}
print(x)
```
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Give a root with one lesson, run in two environments that differ in one cell."""
    folder = tmp_path / "root"
    (folder / "lessons_en").mkdir(parents=True)
    (folder / "lessons_en" / "sums.md").write_bytes(LESSON.encode())
    put(folder, "a" * 64, "0.1", "DeviceArray(2, dtype=int32)", "2\n")
    put(folder, "b" * 64, "0.2", "Array(2, dtype=int32)", "3\n")
    return folder


def put(root: Path, fingerprint: str, jax: str, result: str, printed: str) -> None:
    (lesson,) = read_lessons(root).items
    store = OutputStore(root / "_build" / "outputs")
    shown = [outputs([["result", result]]), outputs([["stdout", printed]])]
    cells = tuple(
        CellOutputs("ok", out, source=cell.source)
        for out, cell in zip(shown, lesson.cells, strict=True)
    )
    environment = {"jax": jax, "python": "3.11.7"}
    executed = f"2026-01-0{jax[-1]}T00:00:00Z"
    store.put(
        LessonOutputs("sums", code_key(lesson), fingerprint, executed, 1.0, cells, environment)
    )
    store.select(fingerprint, environment)


def test_two_environments_of_one_store(root: Path, naranhi: Callable[..., Run]) -> None:
    run = naranhi("drift", "--root", root, "--format", "json")
    assert run.code == 1, run.err
    assert [(c["line"], c["class"], c["old"], c["new"]) for c in run.json["cells"]] == [
        (4, "formatting", "DeviceArray(2, dtype=int32)", "Array(2, dtype=int32)"),
        (9, "value", "2", "3"),
    ]
    assert run.json["counts"]["value"] == 1
    assert Drift.from_text((root / "_build" / "drift.json").read_text()).severe


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("jax==0.1", "jax==0.2"),
        ("0.1", "current"),
        ("aaaaaa", "bbbbbb"),
        ("jax==0.1 python==3.11", "0.2"),
    ],
)
def test_sides_have_several_names(
    root: Path, naranhi: Callable[..., Run], old: str, new: str
) -> None:
    run = naranhi("drift", "--root", root, "--from", old, "--to", new)
    assert run.code == 1, run.err
    assert "lessons_en/sums.md:9" in run.out


def test_nothing_worse_than_formatting_ends_well(root: Path, naranhi: Callable[..., Run]) -> None:
    put(root, "b" * 64, "0.2", "Array(2, dtype=int32)", "2\n")
    run = naranhi("drift", "--root", root)
    assert run.code == 0, run.out + run.err


def test_a_store_and_a_version_are_sides(root: Path, naranhi: Callable[..., Run]) -> None:
    import shutil

    other = root.parent / "other"
    shutil.copytree(root / "_build" / "outputs", other)
    run = naranhi("drift", "--root", root, "--from", other, "--to", "0.2")
    assert run.code == 0, run.out
    version = root.parent / "www" / "1.0"
    version.mkdir(parents=True)
    (version / "build.json").write_text(json.dumps({"fingerprint": "a" * 64}))
    for name in ([version], ["1.0", "--published", root.parent / "www"]):
        run = naranhi("drift", "--root", root, "--from", *name)
        assert run.code == 1, run.err


def test_what_adopted_pages_showed_is_a_side(root: Path, naranhi: Callable[..., Run]) -> None:
    kept = root / "lessons_en" / ".previous" / "sums.json"
    kept.parent.mkdir()
    cells = [
        {"index": 0, "line": 1, "source": "y = 5", "outputs": []},
        {"index": 1, "line": 9, "source": "print(x)", "outputs": outputs([["stdout", "3\n"]])},
    ]
    data = {"docname": "sums", "language": "en", "source": "sums.md", "cells": cells}
    kept.write_text(json.dumps(data))
    for name in ("previous", kept, kept.parent):
        run = naranhi("drift", "--root", root, "--from", name, "--format", "json")
        assert [(c["index"], c["class"]) for c in run.json["cells"]] == [(1, "identical")], run.err
        assert {one["side"] for one in run.json["unmatched"]} == {"old", "new"}


def test_a_run_that_failed_is_compared_as_far_as_it_came(
    root: Path, naranhi: Callable[..., Run]
) -> None:
    (lesson,) = read_lessons(root).items
    error = outputs([["error", "AttributeError", "gone"]])
    cells = (CellOutputs("error", error, "AttributeError", source=lesson.cells[0].source),)
    record = LessonOutputs(
        "sums", code_key(lesson), "c" * 64, "2026-03-01T00:00:00Z", 1.0, cells, {"jax": "0.3"}
    )
    OutputStore(root / "_build" / "outputs").failed.put(record)
    run = naranhi("drift", "--root", root, "--from", "0.2", "--to", "0.3", "--format", "json")
    assert run.code == 1
    assert [(c["class"], c["causes"]) for c in run.json["cells"]] == [
        ("new-error", ["AttributeError"])
    ]
    assert [(u["line"], u["side"]) for u in run.json["unmatched"]] == [(9, "new")]
    assert "not reached" in run.json["unmatched"][0]["reason"]


def test_code_that_has_changed_is_found_by_its_lesson(
    root: Path, naranhi: Callable[..., Run]
) -> None:
    path = root / "lessons_en" / "sums.md"
    path.write_text(LESSON.replace("# Sums", "# Sums\n\n```{code-cell}\ny = 0\n```"))
    lesson = read_lessons(root).items[0]
    cells = tuple(
        CellOutputs("ok", outputs(rows), source=one.source)
        for rows, one in zip(
            [[], [["result", "Array(2, dtype=int32)"]], [["stdout", "2\n"]]],
            lesson.cells,
            strict=True,
        )
    )
    OutputStore(root / "_build" / "outputs").put(
        LessonOutputs("sums", code_key(lesson), "b" * 64, "2026-02-01T00:00:00Z", 1.0, cells, {})
    )
    run = naranhi("drift", "--root", root, "--from", "0.1", "--format", "json")
    assert [(c["line"], c["class"]) for c in run.json["cells"]] == [
        (8, "formatting"),
        (13, "identical"),
    ]
    assert [(one["line"], one["side"]) for one in run.json["unmatched"]] == [(4, "old")]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--from", "0.9"], "jax==0.1"),
        (["--from", "previous"], "no previous outputs"),
        (["--from", "0.1", "no-such-lesson"], "there are: sums"),
        (["--from", "{root}/lessons_en/sums.md"], "no JSON"),
        (["--from", "{root}/lessons_en"], "neither a published version"),
    ],
)
def test_what_stands_for_nothing_is_wrong_use(
    root: Path, naranhi: Callable[..., Run], arguments: list[str], says: str
) -> None:
    run = naranhi("drift", "--root", root, *(one.format(root=root) for one in arguments))
    assert run.code == 2
    assert says in run.err


def test_one_environment_alone_has_nothing_to_be_compared_with(
    root: Path, naranhi: Callable[..., Run]
) -> None:
    import shutil

    shutil.rmtree(root / "_build")
    put(root, "a" * 64, "0.1", "1", "1\n")
    run = naranhi("drift", "--root", root)
    assert run.code == 1
    assert "--from" in run.err
