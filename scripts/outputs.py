"""The outputs of a lesson's cells, and the store that keeps them.

A record is found by what was run (the code key of the lesson) and by what ran it (the
fingerprint of the environment), so a record never goes stale: other code or another JAX is
another record. Records are only ever added, by one writer, and read by many.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from scripts.files import write_atomically

Status = Literal["ok", "error", "skipped"]


@dataclass(frozen=True)
class CellOutputs:
    """What one code cell gave.

    `outputs` are Jupyter outputs (nbformat 4) as plain JSON values, `error` the exception's
    class name where the cell raised one, `seconds` the wall-clock time of the cell.
    """

    status: Status
    outputs: tuple[Mapping[str, Any], ...] = ()
    error: str | None = None
    seconds: float = 0.0


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
        """Give the record as text, the same bytes for the same record."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    @classmethod
    def from_json(cls, text: str) -> LessonOutputs:
        """Read what `to_json` wrote.

        >>> one = LessonOutputs("jit", "k", "f", "2026-01-01T00:00:00Z", 1.0, (CellOutputs("ok"),))
        >>> LessonOutputs.from_json(one.to_json()) == one
        True
        """
        data = json.loads(text)
        cells = tuple(
            CellOutputs(
                status=cell["status"],
                outputs=tuple(cell["outputs"]),
                error=cell["error"],
                seconds=cell["seconds"],
            )
            for cell in data.pop("cells")
        )
        return cls(cells=cells, **data)


@dataclass(frozen=True)
class OutputStore:
    """The records below one folder: `<code key>/<fingerprint>.json`, and `current.json`.

    >>> import tempfile
    >>> store = OutputStore(Path(tempfile.mkdtemp()))
    >>> store.get("k" * 64, "f") is None
    True
    """

    folder: Path

    def path(self, code_key: str, fingerprint: str) -> Path:
        """Give the file that holds, or would hold, this record."""
        return self.folder / code_key[:2] / code_key / f"{fingerprint}.json"

    def get(self, code_key: str, fingerprint: str) -> LessonOutputs | None:
        """Give a record, or None where there is none that can be read."""
        try:
            text = self.path(code_key, fingerprint).read_bytes().decode("utf-8")
            return LessonOutputs.from_json(text)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (ValueError, KeyError, TypeError):
            # A record that a failing disk left unreadable is as good as none: it is made again.
            return None

    def put(self, record: LessonOutputs) -> Path:
        """Keep a record, whole or not at all, and give its file."""
        path = self.path(record.code_key, record.fingerprint)
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
