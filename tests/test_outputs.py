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
    ),
    max_size=3,
).map(tuple)


def _record(cells: tuple[CellOutputs, ...] = (CellOutputs("ok"),), **changes: Any) -> LessonOutputs:
    values = {"docname": "a", "code_key": "k" * 64, "fingerprint": "f", "executed": "", **changes}
    return LessonOutputs(seconds=1.0, cells=cells, **values)


@given(CELLS, TEXTS)
def test_a_record_survives_its_text(cells: tuple[CellOutputs, ...], docname: str) -> None:
    record = _record(cells, docname=docname, environment={"jax": "0.10.2"})
    assert LessonOutputs.from_json(record.to_json()) == record


def test_records_are_found_by_code_and_environment(tmp_path: Path) -> None:
    store = OutputStore(tmp_path / "outputs")
    record = _record()
    store.put(record)
    assert store.get(record.code_key, "f") == record
    assert store.get(record.code_key, "g") is None
    assert store.get("j" * 64, "f") is None


@pytest.mark.parametrize("damage", ["cut", "empty", "no object", "no cells", "no utf-8"])
def test_a_damaged_record_is_none(tmp_path: Path, damage: str) -> None:
    store = OutputStore(tmp_path)
    path = store.put(_record())
    whole = path.read_bytes()
    path.write_bytes(
        {
            "cut": whole[: len(whole) // 2],
            "empty": b"",
            "no object": b"[]",
            "no cells": b"{}",
            "no utf-8": whole.replace(b"ok", b"\xff\xfe"),
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
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


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
