"""Publishing into a plain folder, which any static host can serve.

Everything is written, flushed and verified in a staging folder first; what a reader can see then
changes by renames alone, `versions.json` last. A kill or a power cut at any point leaves whole
files, and the same command finishes the work.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scripts.diagnostic import Diagnostic, NaranhiError, UsageError
from scripts.files import locked, replace_tree, sync_folder
from scripts.publish.manifest import MANIFEST, Manifest
from scripts.publish.pages import VERSIONS, root_files
from scripts.publish.site import Site, read_site
from scripts.publish.verification import differences, read_versions, verify
from scripts.versions import Version, Versions, valid_name

STAGING = ".staging-"


@dataclass(frozen=True)
class Published:
    """What a publication came to: the version and its hash, and how many versions there are."""

    version: str
    generation: int
    hash: str
    ok: bool
    findings: tuple[Diagnostic, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Give the result as the command line prints it with `--format json`."""
        return {
            "version": self.version,
            "generation": self.generation,
            "hash": self.hash,
            "ok": self.ok,
            "findings": [finding.to_json() for finding in self.findings],
        }


def publish(site: Path, to: Path, *, version: str, now: datetime | None = None) -> Published:
    """Make the finished site in the folder `site` a version below `to`; give what came of it.

    The same site under the same version again changes nothing; another site under a version that
    is published is refused. `now` is the time that is noted (default: the clock's). Raises
    `NaranhiError` where the site is not finished or the disk fails; what was published before is
    untouched then.
    """
    valid_name(version)
    site, to = site.absolute(), to.absolute()
    if to.resolve().is_relative_to(site.resolve()):
        raise UsageError(f"{to}: lies in the site itself; choose another folder to publish to")
    with _disk_errors(to):
        finished = read_site(site)
        _make_folder(to)
        with locked(to, what="publication"):
            _remove_leftovers(to, version)
            staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=to))
            try:
                return _publish(finished, to, staging, version, now or datetime.now(UTC))
            finally:
                # What cannot be removed now is removed by the next publication.
                shutil.rmtree(staging, ignore_errors=True)


def _publish(site: Site, to: Path, staging: Path, name: str, now: datetime) -> Published:
    versions = _open_list(to, staging)
    listed = next((item for item in versions.items if item.name == name), None)
    if listed is not None and listed.hash != site.manifest.hash:
        raise NaranhiError(
            f"{to / name}: version {name} is published already, with other files, and is never "
            "overwritten; choose another --version"
        )
    in_place = listed is not None or _left_by_a_kill(to / name, site.manifest)
    if not in_place:
        _stage_version(site, staging / name)
        if findings := differences(staging / name, expected=site.manifest.hash):
            # The site changed while it was copied, or the disk gives back other bytes.
            return Published(name, len(versions.items), site.manifest.hash, False, findings)
    if listed is None:
        tags = tuple(language.tag for language in site.languages)
        published = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        versions = versions.add(Version(name, site.jax, published, site.manifest.hash, tags))
    # All is on the disk before the first rename, so that a full disk changes nothing.
    outdated = _stage_root_files(versions, to, staging)
    if not in_place:
        replace_tree(staging / name, to / name)
        sync_folder(to)
    for staged, target in outdated:
        _make_folder(target.parent)
        staged.replace(target)
        sync_folder(target.parent)
    findings = verify(to, name) if listed is not None else ()
    return Published(name, len(versions.items), site.manifest.hash, not findings, findings)


def _open_list(to: Path, staging: Path) -> Versions:
    """Give the versions that are published below `to`, with an empty list begun where none is.

    Since the list is there before the first version is, a root with versions and no list has lost
    it; publishing on would take published versions for what a kill has left.
    """
    if not (to / VERSIONS).exists():
        if versions := sorted(path.parent.name for path in to.glob(f"*/{MANIFEST}")):
            raise NaranhiError(
                f"{to / VERSIONS}: is missing, but there are versions ({', '.join(versions)}); "
                "restore it from a backup, or publish to an empty folder"
            )
        _write(staging / VERSIONS, Versions().to_json().encode("utf-8"))
        (staging / VERSIONS).replace(to / VERSIONS)
        sync_folder(to)
    return read_versions(to)


def _left_by_a_kill(folder: Path, manifest: Manifest) -> bool:
    """Tell whether a killed publication of these very files has put their folder in place.

    Raises `NaranhiError` where the folder holds something that no publication can have left.
    """
    if not os.path.lexists(folder):
        return False
    if folder.is_symlink() or differences(folder):
        raise NaranhiError(
            f"{folder}: is there already, but is no published version; move it away, or choose "
            "another --version"
        )
    return (folder / MANIFEST).read_bytes() == manifest.to_bytes()


def _stage_version(site: Site, folder: Path) -> None:
    """Write a whole copy of the site and its manifest to `folder`, flushed to the disk."""
    for entry in site.manifest.entries:
        target = folder / entry.path
        target.parent.mkdir(parents=True, exist_ok=True)
        with (
            _named(target),
            (site.folder / entry.path).open("rb") as source,
            target.open("xb") as copy,
        ):
            shutil.copyfileobj(source, copy)
            copy.flush()
            _flush(copy.fileno())
    _write(folder / MANIFEST, site.manifest.to_bytes())
    for parent, _, _ in os.walk(folder, topdown=False):
        Path(parent).chmod(0o755)
        sync_folder(Path(parent))


def _stage_root_files(versions: Versions, to: Path, staging: Path) -> list[tuple[Path, Path]]:
    """Write those files beside the versions that are out of date; give where each is and goes."""
    outdated = []
    for path, data in root_files(versions).items():
        target = to / path
        if not target.is_file() or target.read_bytes() != data:
            staged = staging / path.replace("/", "-")
            _write(staged, data)
            outdated.append((staged, target))
    return outdated


def _write(path: Path, data: bytes) -> None:
    with _named(path), path.open("xb") as file:
        file.write(data)
        file.flush()
        _flush(file.fileno())


def _flush(descriptor: int) -> None:
    os.fchmod(descriptor, 0o644)
    os.fsync(descriptor)


def _make_folder(folder: Path) -> None:
    """Make a folder and those on the way to it, flushed to the disk."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        sync_folder(path.parent)


def _remove_leftovers(to: Path, version: str) -> None:
    """Remove what killed publications have left; the lock is held, so nobody is using it."""
    for leftover in (*sorted(to.glob(f"{STAGING}*")), *sorted(to.glob(f".{version}.*.old"))):
        shutil.rmtree(leftover)


@contextlib.contextmanager
def _disk_errors(to: Path) -> Iterator[None]:
    """Say which file the disk failed on, and that the published site is as it was."""
    try:
        yield
    except OSError as error:
        raise NaranhiError(
            f"{error.filename or to}: {error.strerror or error}; what was published before is "
            "untouched; mend this and give the same command again"
        ) from error


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Add the file's name to what goes wrong while it is written; the system names none then."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
