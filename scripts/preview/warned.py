"""What Sphinx has warned of in the pages of a preview, for as long as that is so."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.diagnostic import Diagnostic
from scripts.lesson import START_PAGE

if TYPE_CHECKING:
    from scripts.render.process import Build

# What Sphinx warns of when it resolves links, while it writes a page.
_OF_LINKS = ("myst.xref", "ref.")
# In the place of a file, where Sphinx names none.
_NOWHERE = Path()


class Warned:
    """What Sphinx has warned of in files below `stage`, and of none of them on the start pages.

    It warns of a text where it reads that and of links where it writes a page, and says nothing
    again of what it does not do again. So what was said of a file is true until that was read anew,
    of its links until its page was written anew, and of no file until the next edit.
    """

    def __init__(self, stage: Path) -> None:
        self.has_stopped = False
        self._stage = stage
        self._found: dict[Path, set[Diagnostic]] = {}
        # When they were read and written, by the files that it warned of.
        self._made: dict[Path, tuple[int, int]] = {}
        # By the start pages that tell of it.
        self._of_no_file: dict[Path, frozenset[Diagnostic]] = {}

    def of(self, path: Path) -> Collection[Diagnostic]:
        """Give what is wrong with a file, and with none where it is a start page."""
        return self._found.get(path, set()) | self._of_no_file.get(path, frozenset())

    @property
    def lacking(self) -> frozenset[str]:
        """Give the folders of the languages of whose pages something is wrong."""
        found = {**self._of_no_file, **self._found}
        return frozenset(path.parts[0] for path in found if self.of(path))

    def forget(self) -> None:
        """Forget all, where everything is read anew."""
        self.has_stopped = False
        for known in (self._found, self._made, self._of_no_file):
            known.clear()

    def note(self, builds: Sequence[Build], codes: Mapping[str, int]) -> None:
        """Take what builds have said since the last edit, or that they have stopped."""
        from scripts.render.reports import diagnostics

        for build in builds:
            start = build.source.relative_to(self._stage) / f"{START_PAGE}.md"
            if codes[build.name]:
                message = f"Sphinx stopped; the end of {build.log} says why"
                self._of_no_file[start] = frozenset({Diagnostic(start, 1, "sphinx", message)})
                self.has_stopped = True
                continue
            self._forget_old(build)
            text = build.warnings.read_bytes().decode("utf-8", "replace")
            others = set()
            for finding in diagnostics(text, stage=self._stage, fallback=_NOWHERE):
                if finding.path.parts[:1] == start.parts[:1]:
                    self._found.setdefault(finding.path, set()).add(finding)
                    self._made[finding.path] = _times(build, finding.path)
                else:
                    place = start if finding.path == _NOWHERE else finding.path
                    others.add(replace(finding, path=place))
            self._of_no_file[start] = frozenset(others)

    def _forget_old(self, build: Build) -> None:
        """Forget what was wrong where a file was read or written anew: it is warned of again."""
        for path, found in self._found.items():
            if path.parts[0] == build.source.name:
                before, now = self._made[path], _times(build, path)
                if now[0] != before[0]:
                    found.clear()
                elif now[1] != before[1]:
                    found -= {one for one in found if one.rule.startswith(_OF_LINKS)}
                self._made[path] = now


def _times(build: Build, path: Path) -> tuple[int, int]:
    """Give when a lesson was read, and when its page was written; 0 where that has not been."""
    name = Path(*path.with_suffix("").parts[1:])
    made = (build.doctrees / f"{name}.doctree", build.html / f"{name}.html")
    read, written = (one.stat().st_mtime_ns if one.is_file() else 0 for one in made)
    return read, written
