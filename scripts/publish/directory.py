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
from scripts.publish.pages import root_files
from scripts.publish.site import Site, read_site
from scripts.publish.verification import differences, read_versions, verify
from scripts.versions import Version, Versions, valid_name

LOCK = ".lock"
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
        to.mkdir(parents=True, exist_ok=True)
        sync_folder(to.parent)
        with locked(to / LOCK, what="publication"):
            _remove_leftovers(to, version)
            return _publish(finished, to, version, now or datetime.now(UTC))


def _publish(site: Site, to: Path, name: str, now: datetime) -> Published:
    versions = read_versions(to)
    listed = next((item for item in versions.items if item.name == name), None)
    if listed is not None and listed.hash != site.manifest.hash:
        raise NaranhiError(
            f"{to / name}: version {name} is published already, with other files, and is never "
            "overwritten; choose another --version"
        )
    if listed is None:
        tags = tuple(language.tag for language in site.languages)
        published = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        versions = versions.add(Version(name, site.jax, published, site.manifest.hash, tags))
    staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=to))
    try:
        if listed is None and not _left_by_a_kill(to / name, site.manifest):
            _stage_version(site, staging / name)
            if findings := differences(staging / name, expected=site.manifest.hash):
                # The site changed while it was copied, or the disk gives back other bytes.
                return Published(name, len(versions.items) - 1, site.manifest.hash, False, findings)
            replace_tree(staging / name, to / name)
        sync_folder(to)
        _replace_root_files(versions, to, staging)
    finally:
        # What cannot be removed now is removed by the next publication.
        shutil.rmtree(staging, ignore_errors=True)
    findings = verify(to, name) if listed is not None else ()
    return Published(name, len(versions.items), site.manifest.hash, not findings, findings)


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
        with (site.folder / entry.path).open("rb") as source, target.open("xb") as copy:
            shutil.copyfileobj(source, copy)
            _flush(copy.fileno(), target)
    _write(folder / MANIFEST, site.manifest.to_bytes())
    for parent, _, _ in os.walk(folder, topdown=False):
        Path(parent).chmod(0o755)
        sync_folder(Path(parent))


def _replace_root_files(versions: Versions, to: Path, staging: Path) -> None:
    """Bring the files beside the versions up to date, each by one rename."""
    outdated = [
        (staging / path.replace("/", "-"), to / path, data)
        for path, data in root_files(versions).items()
        if not (to / path).is_file() or (to / path).read_bytes() != data
    ]
    # All are written before the first is replaced, so that a full disk changes nothing.
    for staged, target, data in outdated:
        _write(staged, data)
        target.parent.mkdir(exist_ok=True)
    for staged, target, _ in outdated:
        staged.replace(target)
        sync_folder(target.parent)


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        _flush(file.fileno(), path)


def _flush(descriptor: int, path: Path) -> None:
    os.fchmod(descriptor, 0o644)
    os.fsync(descriptor)


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
            f"{error.filename or to}: {error.strerror or error}; nothing published has changed, "
            "mend this and give the same command again"
        ) from error
