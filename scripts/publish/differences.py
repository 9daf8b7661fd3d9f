"""How the files below a folder differ from what they should be; nothing is followed or changed."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from scripts.diagnostic import Diagnostic
from scripts.publish.manifest import MANIFEST, Manifest, entry_of
from scripts.publish.target import RESTORE, fault

# As `disk` makes them: anybody may read, a web server is not their owner; nobody else may write.
_FILE, _FOLDER = 0o644, 0o755
_RIGHTS = 0o777


def differences(folder: Path, *, expected: str | None = None) -> tuple[Diagnostic, ...]:
    """Give how the files in `folder` differ from its manifest, with paths relative to it.

    `expected` is the hash that the manifest itself must have, where one is known.
    """
    if folder.is_symlink():
        return (fault(".", "changed-file", "this is a link"),)
    try:
        data = (folder / MANIFEST).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return (fault(MANIFEST, "missing-file", "the manifest is missing"),)
    except OSError as error:
        return (fault(MANIFEST, "changed-file", f"cannot be read: {error.strerror}"),)
    if expected is not None and hashlib.sha256(data).hexdigest() != expected:
        message = "the manifest is not the one that was published"
        return (fault(MANIFEST, "changed-file", message),)
    try:
        manifest = Manifest.from_bytes(data)
    except ValueError as error:
        return (fault(MANIFEST, "changed-file", str(error)),)
    wanted = {entry.path: entry for entry in manifest.entries}

    def change(path: str) -> str:
        if path == MANIFEST:
            return ""
        return "" if entry_of(folder, path) == wanted[path] else "the bytes are not those published"

    return tuple(sorted(_compare(folder, {*wanted, MANIFEST}, change)))


def root_differences(
    folder: Path, files: Mapping[str, bytes], links: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Give how a public root differs from the files and links that it should consist of."""

    def change(path: str) -> str:
        same = (folder / path).read_bytes() == files[path]
        return "" if same else "the bytes are not those that the generation asks for"

    yield from _compare(folder, set(files), change, links)


def below(folder: str, findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Give findings with their paths as seen from the published root."""
    for finding in findings:
        yield replace(finding, path=Path(folder) / finding.path)


def _compare(
    folder: Path,
    files: set[str],
    change: Callable[[str], str],
    links: Mapping[str, str] | None = None,
) -> Iterator[Diagnostic]:
    links = links or {}
    kinds = dict(_entries(folder))
    if stat.S_IMODE(folder.stat().st_mode) & _RIGHTS != _FOLDER:
        yield fault(".", "changed-mode", "this folder has other permissions", "chmod 755")
    folders = {parent for path in (*files, *links) for parent in _parents(path)}
    for path in sorted(files | links.keys() | folders):
        mode = kinds.get(path)
        if mode is None:
            yield fault(path, "missing-file", "this is missing")
        elif path in links:
            if not stat.S_ISLNK(mode) or _target(folder / path) != links[path]:
                yield fault(path, "changed-file", f"this is no link to {links[path]}")
        elif path in folders:
            if not stat.S_ISDIR(mode):
                yield fault(path, "changed-file", "this is no folder")
            elif mode & _RIGHTS != _FOLDER:
                yield fault(path, "changed-mode", "this folder has other permissions", "chmod 755")
        elif not stat.S_ISREG(mode):
            yield fault(path, "changed-file", "this is no regular file")
        else:
            yield from _file(path, mode, change)
    for path in sorted(kinds.keys() - files - links.keys() - folders):
        if not any(parent not in folders for parent in _parents(path)):
            yield fault(path, "extra-file", "this was not published here", "delete it")


def _file(path: str, mode: int, change: Callable[[str], str]) -> Iterator[Diagnostic]:
    if mode & _RIGHTS != _FILE:
        yield fault(path, "changed-mode", "this file has other permissions", "chmod 644")
    try:
        message = change(path)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
    if message:
        yield fault(path, "changed-file", message, RESTORE)


def _entries(folder: Path, prefix: str = "") -> Iterator[tuple[str, int]]:
    """Give whatever is below `folder` with its mode, links included, none of them followed."""
    with os.scandir(folder / prefix) as entries:
        for entry in entries:
            path = f"{prefix}{entry.name}"
            mode = entry.stat(follow_symlinks=False).st_mode
            yield path, mode
            if stat.S_ISDIR(mode):
                yield from _entries(folder, f"{path}/")


def _parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:n]) for n in range(1, len(parts))]


def _target(link: Path) -> str:
    return os.readlink(link)  # noqa: PTH115 - Path.readlink() tidies what it gives
