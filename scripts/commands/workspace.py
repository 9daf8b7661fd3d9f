"""The folders that one root's work happens in."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scripts.files import States, locked, state_of, states_below
from scripts.glossary import glossary_path
from scripts.house_style import style_path
from scripts.languages import LANGUAGES
from scripts.outputs import OutputStore
from scripts.permitted import permitted_path
from scripts.sync.state import SYNC_FOLDER


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
        from scripts.drift import DRIFT_RECORD

        return self.build / DRIFT_RECORD

    @property
    def work(self) -> Path:
        """Give the folder that Sphinx works in."""
        return self.build / "work"

    @property
    def site(self) -> Path:
        """Give the folder that a build leaves the site in, where no other is named."""
        return self.build / "site"

    def saved_files(self) -> States:
        """Give what tells of each file that pages are made from whether it has been saved anew."""
        # What is seldom asked for need not be imported by those who ask for a store.
        from scripts.versions import versions_path

        root = self.root
        folders = [*(language.folder(root) for language in LANGUAGES), root / SYNC_FOLDER]
        found = dict(states_below([str(folder) for folder in folders]))
        for place in (glossary_path, style_path, permitted_path, versions_path):
            if (state := state_of(place(root))) is not None:
                found[str(place(root))] = state
        return found

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other builds of this root waiting outside."""
        with locked(self.build, what="build, or a preview that executes a lesson,"):
            yield
