"""Manifests: what files a published version consists of, with their sizes and checksums."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.diagnostic import NaranhiError

MANIFEST = "manifest.json"
# What was installed when the version was built, with hashes.
LOCK = "requirements.txt"
_CHUNK = 1 << 20


@dataclass(frozen=True, order=True)
class Entry:
    """One file of a version: its path below the version's folder, its bytes and their SHA-256."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """All files of a version but the manifest itself, sorted by path."""

    entries: tuple[Entry, ...]

    @property
    def by_path(self) -> Mapping[str, Entry]:
        """Give the entries by their paths."""
        return {entry.path: entry for entry in self.entries}

    @property
    def hash(self) -> str:
        """Give the SHA-256 of the manifest's bytes, which stands for all bytes of the version."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    def to_bytes(self) -> bytes:
        """Give the bytes of `manifest.json`, one line a file, the same for the same files.

        >>> one = Manifest((Entry("ko/index.html", 2, "ab"),))
        >>> Manifest.from_bytes(one.to_bytes()) == one
        True
        """
        rows = (
            json.dumps({"path": e.path, "size": e.size, "sha256": e.sha256}, ensure_ascii=False)
            for e in self.entries
        )
        return ('{"schema": 1, "files": [\n' + ",\n".join(rows) + "\n]}\n").encode("utf-8")

    @classmethod
    def from_bytes(cls, data: bytes) -> Manifest:
        """Read what `to_bytes` wrote; `ValueError` where it is no manifest."""
        try:
            rows = json.loads(data)["files"]
            entries = tuple(Entry(row["path"], row["size"], row["sha256"]) for row in rows)
            return cls(tuple(sorted(entries)))
        except (KeyError, TypeError, UnicodeDecodeError) as error:
            raise ValueError(f"no manifest: {error!r}") from error


def manifest_of(folder: Path) -> Manifest:
    """Give the manifest of the files that are below `folder` now.

    Raises `NaranhiError` for what cannot be published: see `files_below`.
    """
    return Manifest(tuple(entry_of(folder, path) for path in files_below(folder)))


def entry_of(folder: Path, path: str) -> Entry:
    """Give the size and the checksum of one file below `folder`."""
    digest = hashlib.sha256()
    size = 0
    with (folder / path).open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return Entry(path, size, digest.hexdigest())


def files_below(folder: Path) -> tuple[str, ...]:
    """Give the paths of all files below `folder` but a manifest, with slashes, sorted.

    Raises `NaranhiError` for a symbolic link, a device, a pipe or a name that is no UTF-8: a web
    server or another file system would show something else there than we have checked.
    """
    return tuple(sorted(path for path in _walk(folder, "") if path != MANIFEST))


def _walk(folder: Path, prefix: str) -> Iterator[str]:
    with os.scandir(folder / prefix) as entries:
        for entry in sorted(entries, key=lambda e: e.name):
            path = f"{prefix}{entry.name}"
            mode = entry.stat(follow_symlinks=False).st_mode
            if not _is_utf8(path):
                raise NaranhiError(f"{folder / prefix}: the name {entry.name!r} is no UTF-8")
            if stat.S_ISDIR(mode):
                yield from _walk(folder, f"{path}/")
            elif stat.S_ISREG(mode):
                yield path
            else:
                what = "a symbolic link" if stat.S_ISLNK(mode) else "no regular file"
                raise NaranhiError(
                    f"{folder / path}: is {what}; a version holds plain files and folders only"
                )


def _is_utf8(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
