"""What publishing needs of the place that versions are published to, whatever that place is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from scripts.diagnostic import Diagnostic, NaranhiError, errors
from scripts.publish.generation import Generation
from scripts.publish.manifest import Manifest
from scripts.publish.site import Site
from scripts.versions import Version

RESTORE = "restore it from a backup"


class MovedError(NaranhiError):
    """Somebody else has published meanwhile; what was prepared does not follow what is there."""


class Target(Protocol):
    """A place with generations, the last of which is shown."""

    def accept(self, site: Path) -> None:
        """Raise `UsageError` where the site in a folder cannot be published here."""

    def changing(self, what: str) -> AbstractContextManager[None]:
        """Keep others from changing the place, and take away what a kill has left."""

    def current(self) -> Generation:
        """Give the generation that is shown; one with number 0 where nothing was published."""

    def record(self, number: int) -> Generation:
        """Give an earlier generation."""

    def manifest(self, version: Version) -> Manifest:
        """Give what files a version has; `NaranhiError` where its manifest is not the one."""

    def read(self, version: Version, path: str) -> bytes:
        """Give a file of a version."""

    def commit(self, generation: Generation, site: Site | None) -> tuple[Diagnostic, ...]:
        """Show another generation from now on, with the files of a new version if there is one.

        Gives what is wrong where nothing was changed for that. Raises `MovedError` where
        another generation came first.
        """

    def damage(self, version: Version) -> tuple[Diagnostic, ...]:
        """Give how the files of one version differ from what was published."""

    def problems(self) -> Iterator[Diagnostic]:
        """Give what is wrong with the place: every byte, the chain, and what follows from it."""


@dataclass(frozen=True)
class Outcome:
    """What a command came to: the generation that is shown now, its hash, and what is wrong.

    The hash is what `verify --expect` takes. `manifest` is the hash of the version's own files.
    """

    version: str
    generation: int
    hash: str
    changed: bool = False
    dry_run: bool = False
    manifest: str = ""
    findings: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        """Tell whether nothing is wrong; a warning is no fault."""
        return not errors(self.findings)

    def to_json(self) -> dict[str, Any]:
        """Give the result as the command line prints it with `--format json`."""
        return {
            "version": self.version,
            "generation": self.generation,
            "hash": self.hash,
            "manifest": self.manifest,
            "changed": self.changed,
            "dry_run": self.dry_run,
            "ok": self.ok,
            "findings": [finding.to_json() for finding in self.findings],
        }


def fault(path: str, rule: str, message: str, fix: str = RESTORE) -> Diagnostic:
    """Give a finding about a whole file; its path is below the published root."""
    return Diagnostic(Path(path), 1, rule, message, fix=fix)
