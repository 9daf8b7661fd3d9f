"""Normalisers: what they take out, what they leave alone, and that twice is once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.execute.comparable import comparable, comparable_outputs, hiding, measured_seconds
from scripts.execute.normalise import NORMALISERS, Run, changing, normalise, normalise_outputs

FOLDER = Path(__file__).with_name("cases") / "execute"
CASES = json.loads((FOLDER / "normalise.json").read_bytes())
COMPARABLE = json.loads((FOLDER / "comparable.json").read_bytes())
OUTPUTS = json.loads((FOLDER / "outputs.json").read_bytes())

RUN = Run(
    "/run/naranhi-1",
    ("/v/lib/python3.11", "/v/lib/python3.11/site-packages"),
    {"12.py": 5},
    launcher="/s/launch.py",
)

PIECES = st.sampled_from(
    [
        "\x1b", "[31m", "\x1b[0m", "\x1b]0;t\x07", "\r", "\n", "\r\n", "a", "하", " ", "/", ":",
        "/run/naranhi-1", "/run/nara", "nhi-1",
        "/ipykernel_3/12.py", ":7", "/t/ipykernel_", "9",
        "/v/lib/python3.11/", "site-packages/", "/v/lib", "/python3.11/", "1.5", "0x7f3a",
        " at ", "0x7f3a5c0d1e20", "...", "/run/naranhi-1/tmp/", "tmpab12_x9z", "pid=",
        "started ", "object id ", "Var(id=", " id=",
        "140212345678912", ")", ">", "\b", "\x00", "\x9b", "2026-11-22 10:55:47,123", "W1122 ",
        "10:55:47.123456", " 77 a.cc:1]", "Wall time: ", "1.5 ms", " ± ", " per loop", "TFRT_CPU_0",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=12).map("".join)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_normalise(case: dict[str, str]) -> None:
    assert normalise(case["text"], RUN) == case["normal"]


@given(TEXTS)
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalise(text, RUN)
    assert normalise(once, RUN) == once


@pytest.mark.parametrize("normaliser", NORMALISERS, ids=lambda n: n.__name__)
@given(text=TEXTS)
def test_each_normaliser_twice_is_once(normaliser: Any, text: str) -> None:
    once = normaliser(text, RUN)
    assert normaliser(once, RUN) == once


@given(st.text(st.sampled_from("0123456789.e+-x[]() \n=하"), max_size=40))
def test_numbers_are_never_touched(text: str) -> None:
    assert normalise(text, RUN) == text


@pytest.mark.parametrize("case", OUTPUTS, ids=lambda case: case["label"])
def test_outputs(case: dict[str, Any]) -> None:
    assert list(normalise_outputs(case["outputs"], RUN)) == case["normal"]


ESCAPED = st.lists(
    st.sampled_from(
        ["\x1b[31m", "\x1b", "[0m", "\x9b1m", "\x1b]8;;x\x07", "a", "\x08", "\r", "\x00"]
    )
).map("".join)
OUTPUT = st.one_of(
    st.builds(lambda t: {"output_type": "stream", "name": "stdout", "text": t}, ESCAPED),
    st.builds(
        lambda name, value, entry: {
            "output_type": "error",
            "ename": name,
            "evalue": value,
            "traceback": [entry, f"File {entry}", value],
        },
        ESCAPED,
        ESCAPED,
        ESCAPED,
    ),
    st.builds(
        lambda mime, text, value: {
            "output_type": "display_data",
            "metadata": {},
            "data": {mime: text, "application/json": value, "text/plain": text},
        },
        st.sampled_from(["text/html", "text/latex", "text/markdown", "image/svg+xml"]),
        ESCAPED,
        st.recursive(ESCAPED, lambda inner: st.lists(inner) | st.dictionaries(ESCAPED, inner)),
    ),
)


@given(st.lists(OUTPUT, max_size=4))
def test_no_control_character_gets_through_in_any_kind_of_output(outputs: list[Any]) -> None:
    written = json.dumps(normalise_outputs(outputs, RUN), ensure_ascii=True)
    assert not re.search(r"\\u00[018-9][0-9a-f]|\\u007f|\\[bfr]", written)


@pytest.mark.parametrize("case", COMPARABLE, ids=lambda case: case["label"])
def test_comparable(case: dict[str, Any]) -> None:
    assert (comparable(case["one"]) == comparable(case["other"])) == case["same"]
    assert measured_seconds(case["one"]) == pytest.approx(case["seconds"])


@given(TEXTS)
def test_what_is_comparable_stays_so(text: str) -> None:
    once = comparable(text)
    assert comparable(once) == once
    # Whether a text was normalised when it was stored makes no difference.
    bare = Run("")
    assert comparable(normalise(text, bare)) == once


@given(st.text(st.sampled_from("0123456789.e+-x[]() \n=하µms±:,"), max_size=40))
def test_numbers_are_compared(text: str) -> None:
    assert comparable(text) == text


def test_what_was_changed_is_named() -> None:
    printed = {
        "output_type": "stream",
        "name": "stdout",
        "text": "\x1b[1m<f at 0x7f3a5c0d1e20>\nWall time: 12 ms\n",
    }
    assert changing([printed], RUN) == ("ansi_escapes", "memory_addresses")
    assert hiding(normalise_outputs([printed], RUN)) == ("timings",)
    (compared,) = comparable_outputs([printed])
    assert compared["text"] == "<f at 0x...>\nWall time: <time>\n"
    quiet = {"output_type": "stream", "name": "stdout", "text": "[1. 2.]"}
    assert changing([quiet], RUN) == () and hiding([quiet]) == ()


# What differs from one process to the next wherever Python has its way.
OF_ONE_RUN = (
    "def f(): pass\nclass A: pass\nprint(f, A().__init__, (x for x in []), f.__code__)\nA()",
    "import threading\nprint(threading.current_thread(), threading.Thread(target=f))",
    "import tempfile, os\nprint(tempfile.mkdtemp(), tempfile.mkstemp()[1], os.getcwd())",
    "import logging, warnings\nlogging.basicConfig(format='%(asctime)s %(message)s', force=True)\n"
    "logging.warning('hi')\nwarnings.warn('x')",
    "import sys\nprint(sys.executable, sys.prefix, sys.path, {'a', 'b', 'c'})",
    "import jax\nkept = []\njax.jit(lambda x: kept.append(x))(1.0)\nprint(kept)",
    "import traceback\ntry:\n    jax.jit(lambda x: 1 if x > 0 else 2)(1.0)\nexcept Exception:\n"
    "    traceback.print_exc()",
    "print(jax.make_jaxpr(jax.nn.relu)(1.0), jax.devices())",
)


@pytest.mark.kernel
def test_two_processes_give_the_same_bytes(tmp_path: Path) -> None:
    from scripts.execute.jobs import Job, run_job
    from scripts.execute.kernel import KernelOptions
    from scripts.lesson import Cell

    sources = [*OF_ONE_RUN, "%time sum(range(100))"]
    cells = tuple(Cell(i, source, 1, 1, 2) for i, source in enumerate(sources))
    kinds = (KernelOptions(warm=True), KernelOptions(warm=False))
    jobs = [Job("a", "en", cells, 120, 300, str(tmp_path), kind) for kind in kinds]
    one, other = (run_job(job).runs for job in jobs)
    assert [run.ending for run in one] == ["ok"] * len(sources)
    for first, second in zip(one[:-1], other[:-1], strict=True):
        assert first.outputs == second.outputs
        assert first.normalised == second.normalised
    assert one[-1].normalised == ("timings",)
    assert comparable_outputs(one[-1].outputs) == comparable_outputs(other[-1].outputs)
