"""The output store: what is put comes back, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.outputs import CellOutputs, LessonOutputs, OutputStore

TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
CELLS = st.lists(
    st.builds(
        CellOutputs,
        status=st.sampled_from(["ok", "error", "skipped"]),
        outputs=st.lists(
            st.fixed_dictionaries({"output_type": st.just("stream"), "text": TEXTS}), max_size=2
        ).map(tuple),
        error=st.none() | TEXTS,
        seconds=st.floats(0, 1e6),
        source=TEXTS,
        unstable=st.booleans(),
        peak_memory=st.integers(0, 2**40),
    ),
    max_size=3,
).map(tuple)


def _record(cells: tuple[CellOutputs, ...] = (CellOutputs("ok"),), **changes: Any) -> LessonOutputs:
    values = {"docname": "a", "code_key": "k" * 64, "fingerprint": "f", "executed": "", **changes}
    return LessonOutputs(seconds=1.0, cells=cells, **values)


@given(CELLS, TEXTS)
def test_a_record_survives_its_text(cells: tuple[CellOutputs, ...], docname: str) -> None:
    record = _record(cells, docname=docname, environment={"jax": "0.10.2"})
    assert LessonOutputs.from_json(record.to_json(), record.measured_json()) == record


def test_records_are_found_by_code_and_environment(tmp_path: Path) -> None:
    store = OutputStore(tmp_path / "outputs")
    record = _record()
    store.put(record)
    assert store.get(record.code_key, "f") == record
    assert store.get(record.code_key, "g") is None
    assert store.get("j" * 64, "f") is None


def test_what_differs_from_run_to_run_stands_apart(tmp_path: Path) -> None:
    store = OutputStore(tmp_path)
    slow = _record((CellOutputs("ok", seconds=9.0, peak_memory=1 << 30),), executed="2026")
    path, measured = store.put(slow), store.measured_path("k" * 64, "f")
    before = path.read_bytes(), measured.read_bytes()
    store.put(_record((CellOutputs("ok", seconds=1.0, peak_memory=1 << 20),), executed="2027"))
    assert path.read_bytes() == before[0]
    assert measured.read_bytes() != before[1]


def test_the_store_names_what_it_holds(tmp_path: Path) -> None:
    store = OutputStore(tmp_path)
    assert store.keys() == ()
    for key, fingerprint in [("b" * 64, "f"), ("a" * 64, "g"), ("a" * 64, "f")]:
        store.put(_record(code_key=key, fingerprint=fingerprint))
    store.select("f", {})
    assert store.keys() == ("a" * 64, "b" * 64)
    assert store.fingerprints("a" * 64) == ("f", "g")
    assert store.fingerprints("c" * 64) == ()


@pytest.mark.parametrize("which", ["record", "measured"])
@pytest.mark.parametrize("damage", ["cut", "empty", "no object", "no cells", "no utf-8"])
def test_a_damaged_record_is_none(tmp_path: Path, damage: str, which: str) -> None:
    store = OutputStore(tmp_path)
    path = store.put(_record())
    if which == "measured":
        path = store.measured_path("k" * 64, "f")
    whole = path.read_bytes()
    path.write_bytes(
        {
            "cut": whole[: len(whole) // 2],
            "empty": b"",
            "no object": b"[]",
            "no cells": b"{}",
            "no utf-8": whole.replace(b"s", b"\xff\xfe"),
        }[damage]
    )
    assert store.get("k" * 64, "f") is None


def test_a_failing_write_leaves_the_old_record_and_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = OutputStore(tmp_path)
    path = store.put(_record())
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.put(_record(docname="b"))
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == sorted([path, store.measured_path("k" * 64, "f")])


def test_the_selected_environment_is_remembered(tmp_path: Path) -> None:
    store = OutputStore(tmp_path / "new")
    assert store.selected() is None
    store.select("f", {"python": "3.12", "jax": "0.12"})
    assert store.selected() == ("f", {"jax": "0.12", "python": "3.12"})
    (tmp_path / "new" / "current.json").write_bytes(b"{")
    assert store.selected() is None


def test_equal_records_are_equal_bytes(tmp_path: Path) -> None:
    one = _record(environment={"a": "1", "b": "2"})
    other = _record(environment={"b": "2", "a": "1"})
    assert one.to_json() == other.to_json()
    assert json.loads(one.to_json())["docname"] == "a"
