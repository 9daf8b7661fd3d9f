"""Proof that published versions are what was published: every file against its checksum."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scripts.diagnostic import Diagnostic, NaranhiError, UsageError
from scripts.publish.manifest import MANIFEST, Manifest, entry_of
from scripts.publish.pages import VERSIONS
from scripts.versions import Versions

_RESTORE = "restore the version from a backup"


def verify(to: Path, version: str | None = None) -> tuple[Diagnostic, ...]:
    """Give what is missing, changed or too much in one published version, or in all of them.

    Paths are relative to the published root `to`. Raises `UsageError` for a version that is not
    published there.
    """
    versions = read_versions(to)
    if version is not None and version not in versions:
        raise UsageError(f"{to / VERSIONS}: lists no version {version}")
    findings: list[Diagnostic] = []
    for item in versions.items:
        if version in {None, item.name}:
            found = differences(to / item.name, expected=item.hash)
            findings += (replace(one, path=item.name / one.path) for one in found)
    return tuple(sorted(findings))


def read_versions(to: Path) -> Versions:
    """Give the versions that are published below `to`; none where nothing has been so far."""
    path = to / VERSIONS
    try:
        return Versions.from_json(path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        return Versions()
    except (ValueError, KeyError, TypeError) as error:
        raise NaranhiError(
            f"{path}: cannot be read ({error}); restore it from a backup, nothing was changed"
        ) from error


def differences(folder: Path, *, expected: str | None = None) -> tuple[Diagnostic, ...]:
    """Give how the files in `folder` differ from its manifest, with paths relative to it.

    `expected` is the hash that the manifest itself must have, where one is known.
    """
    name = Path(MANIFEST)
    try:
        data = (folder / MANIFEST).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return (Diagnostic(name, 1, "missing-file", "the manifest is missing", fix=_RESTORE),)
    if expected is not None and hashlib.sha256(data).hexdigest() != expected:
        message = f"the manifest is not the one that {VERSIONS} names"
        return (Diagnostic(name, 1, "changed-file", message, fix=_RESTORE),)
    try:
        manifest = Manifest.from_bytes(data)
    except ValueError as error:
        return (Diagnostic(name, 1, "changed-file", str(error), fix=_RESTORE),)
    return tuple(sorted(_compare(folder, manifest)))


def _compare(folder: Path, manifest: Manifest) -> Iterator[Diagnostic]:
    wanted = manifest.by_path
    present = set(_paths(folder))
    for path in sorted(wanted.keys() - present):
        yield Diagnostic(Path(path), 1, "missing-file", "the file is missing", fix=_RESTORE)
    for path in sorted(present - wanted.keys() - {MANIFEST}):
        message = "the file was not published with this version"
        yield Diagnostic(Path(path), 1, "extra-file", message, fix="delete it")
    for path in sorted(wanted.keys() & present):
        file = folder / path
        if file.is_symlink() or not file.is_file():
            yield Diagnostic(Path(path), 1, "changed-file", "no regular file", fix=_RESTORE)
        elif entry_of(folder, path) != wanted[path]:
            message = "the bytes are not those of the manifest"
            yield Diagnostic(Path(path), 1, "changed-file", message, fix=_RESTORE)


def _paths(folder: Path) -> Iterator[str]:
    """Give whatever is below `folder` and no folder, links included, none of them followed."""
    for parent, folders, names in os.walk(folder):
        links = [name for name in folders if (Path(parent) / name).is_symlink()]
        for name in (*names, *links):
            yield (Path(parent) / name).relative_to(folder).as_posix()
