"""The outputs of a lesson's cells, and the store that keeps them.

A record is found by what was run (the code key of the lesson) and by what ran it (the
fingerprint of the environment), so a record never goes stale: other code or another JAX is
another record. Records are written by one writer, and read by many.

A record is two files. What the code gave is the same bytes however often it runs, but for cells
that say of themselves that they are unstable; what belongs to one run of it, the date, times and
memory, is measured, and stands in a file of its own beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from scripts.files import write_atomically

Status = Literal["ok", "error", "skipped"]

MEASURED_SUFFIX = ".measured.json"

# In the place of a fingerprint: what a preview shows of code that has not run as it is now.
STOPGAP = "stopgap"


@dataclass(frozen=True)
class CellOutputs:
    """What one code cell gave.

    `outputs` are Jupyter outputs (nbformat 4) as plain JSON values, `error` the exception's
    class name where the cell raised one, `seconds` the wall-clock time of the cell. `source` is
    what ran, comments and all: another page with the same code need not stand there word for word.
    `unstable` outputs were seen to differ from one run to the next. `peak_memory` is in bytes, 0
    where it was not measured. `normalised` names what was left out of the outputs, or is left out
    when they are compared.
    """

    status: Status
    outputs: tuple[Mapping[str, Any], ...] = ()
    error: str | None = None
    seconds: float = 0.0
    source: str = ""
    unstable: bool = False
    peak_memory: int = 0
    normalised: tuple[str, ...] = ()


@dataclass(frozen=True)
class LessonOutputs:
    """What one run of a lesson gave: an entry a code cell, in the order of the page.

    `environment` says in words what `fingerprint` stands for (`python`, `jax`, `device`, ...);
    `executed` is an ISO 8601 time in UTC.
    """

    docname: str
    code_key: str
    fingerprint: str
    executed: str
    seconds: float
    cells: tuple[CellOutputs, ...]
    environment: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        """Give what the code gave as text: the same bytes for every run of stable code.

        >>> fast, slow = (CellOutputs("ok", seconds=seconds) for seconds in (1.0, 9.0))
        >>> one = LessonOutputs("jit", "k", "f", "2026-01-01T00:00:00Z", 1.0, (fast,))
        >>> two = LessonOutputs("jit", "k", "f", "2027-01-01T00:00:00Z", 9.0, (slow,))
        >>> one.to_json() == two.to_json()
        True
        """
        data = asdict(self)
        for name in _MEASURED:
            del data[name]
        for cell in data["cells"]:
            for name in _MEASURED_OF_CELLS:
                del cell[name]
        return _text(data)

    def measured_json(self) -> str:
        """Give what was measured in this run as text."""
        cells = [{name: getattr(cell, name) for name in _MEASURED_OF_CELLS} for cell in self.cells]
        return _text({**{name: getattr(self, name) for name in _MEASURED}, "cells": cells})

    @classmethod
    def from_json(cls, text: str, measured: str) -> LessonOutputs:
        """Read what `to_json` and `measured_json` wrote.

        >>> one = LessonOutputs("jit", "k", "f", "2026-01-01T00:00:00Z", 1.0, (CellOutputs("ok"),))
        >>> LessonOutputs.from_json(one.to_json(), one.measured_json()) == one
        True
        """
        given, numbers = json.loads(text), json.loads(measured)
        cells = tuple(
            CellOutputs(
                **{
                    **cell,
                    **of_cell,
                    "outputs": tuple(cell["outputs"]),
                    "normalised": tuple(cell["normalised"]),
                }
            )
            for cell, of_cell in zip(given.pop("cells"), numbers.pop("cells"), strict=True)
        )
        return cls(cells=cells, **given, **numbers)


# What belongs to one run, of a lesson and of a cell.
_MEASURED = ("executed", "seconds")
_MEASURED_OF_CELLS = ("seconds", "peak_memory")


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@dataclass(frozen=True)
class OutputStore:
    """The records below one folder: `<code key>/<fingerprint>.json`, and `current.json`.

    What was measured stands in `<fingerprint>.measured.json` beside each.

    >>> import tempfile
    >>> store = OutputStore(Path(tempfile.mkdtemp()))
    >>> store.get("k" * 64, "f") is None
    True
    """

    folder: Path

    @property
    def failed(self) -> OutputStore:
        """Give the store beside this one of runs that went wrong, as far as they came.

        No page shows them: they tell what an environment changed that lessons do not yet suit.
        """
        return OutputStore(self.folder.parent / "failed")

    def path(self, code_key: str, fingerprint: str) -> Path:
        """Give the file that holds, or would hold, what this record's code gave."""
        return self.folder / code_key[:2] / code_key / f"{fingerprint}.json"

    def measured_path(self, code_key: str, fingerprint: str) -> Path:
        """Give the file that holds, or would hold, what was measured in this record's run."""
        return self.path(code_key, fingerprint).with_suffix(MEASURED_SUFFIX)

    def keys(self) -> tuple[str, ...]:
        """Give the code keys that there are records of, sorted."""
        return tuple(sorted(path.name for path in self.folder.glob("??/*")))

    def fingerprints(self, code_key: str) -> tuple[str, ...]:
        """Give the environments that have run this code, sorted."""
        names = (path.name for path in self.path(code_key, "any").parent.glob("*.json"))
        found = (name for name in names if not name.endswith(MEASURED_SUFFIX))
        return tuple(sorted(name.removesuffix(".json") for name in found))

    def get(self, code_key: str, fingerprint: str) -> LessonOutputs | None:
        """Give a record, or None where there is none that can be read."""
        try:
            text = self.path(code_key, fingerprint).read_bytes().decode("utf-8")
            measured = self.measured_path(code_key, fingerprint).read_bytes().decode("utf-8")
            return LessonOutputs.from_json(text, measured)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (ValueError, KeyError, TypeError):
            # A record that a failing disk left unreadable is as good as none: it is made again.
            return None

    def records(self) -> Iterator[LessonOutputs]:
        """Give every record that can be read, by code key and by fingerprint."""
        for key in self.keys():
            for fingerprint in self.fingerprints(key):
                if (record := self.get(key, fingerprint)) is not None:
                    yield record

    def put(self, record: LessonOutputs) -> Path:
        """Keep a record, whole or not at all, and give its file."""
        path = self.path(record.code_key, record.fingerprint)
        # First, so that there is no record without it.
        measured = self.measured_path(record.code_key, record.fingerprint)
        write_atomically(measured, record.measured_json().encode("utf-8"))
        write_atomically(path, record.to_json().encode("utf-8"))
        return path

    def select(self, fingerprint: str, environment: Mapping[str, str]) -> None:
        """Say which environment's records the next rendering shows."""
        data = {"fingerprint": fingerprint, "environment": dict(sorted(environment.items()))}
        text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        write_atomically(self.folder / "current.json", text.encode("utf-8"))

    def selected(self) -> tuple[str, Mapping[str, str]] | None:
        """Give the fingerprint and the environment that `select` named last, if any."""
        try:
            data = json.loads((self.folder / "current.json").read_bytes())
            return data["fingerprint"], data["environment"]
        except (FileNotFoundError, ValueError, KeyError):
            return None
