"""The folders that one root's work happens in."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scripts.drift import DRIFT_RECORD
from scripts.files import locked
from scripts.outputs import OutputStore


@dataclass(frozen=True)
class Workspace:
    """One root's folders: the lessons, and in `_build` what can be made of them anew."""

    root: Path

    @property
    def build(self) -> Path:
        """Give the folder that holds whatever a build makes."""
        return self.root / "_build"

    @property
    def store(self) -> OutputStore:
        """Give the store of the outputs of this root's lessons."""
        return OutputStore(self.build / "outputs")

    @property
    def cache(self) -> Path:
        """Give the folder that kernels keep between one and the next."""
        return self.build / "cache"

    @property
    def drift(self) -> Path:
        """Give the file of the last report of what changed in the outputs."""
        return self.build / DRIFT_RECORD

    @property
    def work(self) -> Path:
        """Give the folder that Sphinx works in."""
        return self.build / "work"

    @property
    def site(self) -> Path:
        """Give the folder that a build leaves the site in, where no other is named."""
        return self.build / "site"

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other builds of this root waiting outside."""
        with locked(self.build, what="build, or a preview that executes a lesson,"):
            yield
