"""Publishing into a plain folder, which any static host can serve.

    ROOT/store/VERSION/      a version's files and manifest, never touched again
    ROOT/gen/N/              a whole public root: its own pages, and links into the store
    ROOT/current             a link to the root that is shown: the only thing that moves

All is written and flushed in `.staging` first, then put in its place by renames, `current` last.
A kill or a power cut at any point leaves the old root or the new one, and the next publication
takes away the rest: `.staging` tells that there may be some.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from scripts.diagnostic import Diagnostic, NaranhiError, Severity, UsageError
from scripts.publish import disk
from scripts.publish.differences import below, differences, root_differences
from scripts.publish.generation import RECORD, Generation
from scripts.publish.manifest import MANIFEST, Manifest
from scripts.publish.root import Shown, public_root
from scripts.publish.site import Site
from scripts.publish.target import fault
from scripts.versions import Version

STAGING, STORE, GENERATIONS, CURRENT = ".staging", "store", "gen", "current"
OWNER = "owner"
# A file system's own folder, where it is mounted.
_LOST = "lost+found"
_TURN = 0.05


class Directory:
    """A published root in a folder; `wait` is for how many seconds another publisher may work."""

    def __init__(self, path: Path, *, wait: float = 0.0) -> None:
        self.path = path.absolute()
        self._wait = wait

    # --- reading ----------------------------------------------------------------------------------

    def current(self) -> Generation:
        """Give the generation that is shown; number 0 where nothing was published so far."""
        try:
            target = os.readlink(self.path / CURRENT)  # noqa: PTH115 - as it stands there
        except FileNotFoundError:
            # Only the first publication, interrupted, leaves a generation and no link to it.
            left = {number for number, _ in self._numbered()}
            if left and not (left == {1} and self._staging.exists()):
                raise NaranhiError(
                    f"{self.path / CURRENT}: is missing, but there are generations; "
                    f"make it a link to the last one in {GENERATIONS}/"
                ) from None
            return Generation()
        except OSError as error:
            raise NaranhiError(f"{self.path / CURRENT}: this is no link") from error
        number = re.fullmatch(rf"{GENERATIONS}/([1-9]\d*)", target)
        if number is None:
            raise NaranhiError(f"{self.path / CURRENT}: leads to {target}, which is no generation")
        return self.record(int(number[1]))

    def record(self, number: int) -> Generation:
        """Give a generation by its number; of an old one only the record may be there."""
        path = self._generation(number) / RECORD
        if not path.is_file():
            path = self._old_record(number)
        try:
            found = Generation.from_bytes(path.read_bytes())
        except OSError as error:
            raise NaranhiError(f"{path}: cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise NaranhiError(f"{path}: {error}") from error
        if found.number != number:
            raise NaranhiError(f"{path}: this is the record of generation {found.number}")
        return found

    def manifest(self, version: Version) -> Manifest:
        """Give the manifest of a version, checked by its hash."""
        path = self._version(version.name) / MANIFEST
        try:
            found = Manifest.from_bytes(path.read_bytes())
        except (OSError, ValueError) as error:
            raise NaranhiError(f"{path}: cannot be read: {error}") from error
        if found.hash != version.hash:
            raise NaranhiError(f"{path}: this is not the manifest that was published")
        return found

    def read(self, version: Version, path: str) -> bytes:
        """Give a file of a version."""
        try:
            return (self._version(version.name) / path).read_bytes()
        except OSError as error:
            raise NaranhiError(f"{error.filename}: cannot be read: {error.strerror}") from error

    def accept(self, site: Path) -> None:
        """Stop where a site would be published into itself; see `Target.accept`."""
        if self.path.resolve().is_relative_to(site.resolve()):
            raise UsageError(
                f"{self.path}: lies in the site itself; choose another folder to publish to"
            )

    # --- changing ---------------------------------------------------------------------------------

    @contextlib.contextmanager
    def changing(self, what: str) -> Iterator[None]:
        """Hold the root for ourselves, and take away what a kill has left, before and after."""
        with self._told():
            self._refuse_foreign()
            disk.make_folders(self.path)
            with self._locked(what):
                self._clean()
                self.current()  # stops here where it cannot be told what is shown
                try:
                    self._open_staging()
                    yield
                finally:
                    # What cannot be removed now is removed by the next publication.
                    with contextlib.suppress(OSError, NaranhiError):
                        self._clean()

    def commit(self, generation: Generation, site: Site | None) -> tuple[Diagnostic, ...]:
        """Show another generation; see `Target.commit`."""
        name = generation.published
        version, root, link = (self._staging / part for part in ("version", "root", CURRENT))
        if site is not None:
            self._stage_version(site, version)
            if found := differences(version, expected=site.manifest.hash):
                # The site changed while it was copied, or the disk gives back other bytes.
                return found
        elif (known := generation.get(name)) and (found := self.damage(known.version)):
            return found
        files, links = self._contents(generation, site)
        self._stage_root(files, links, root)
        disk.link(link, f"{GENERATIONS}/{generation.number}")
        for folder in (self.path / STORE, self.path / GENERATIONS):
            if not folder.exists():
                disk.make_folder(folder)
        disk.flush_folder(self.path)
        # From here on nothing is written but names.
        if site is not None:
            disk.move(version, self._version(name))
            disk.flush_folder(self.path / STORE)
        disk.move(root, self._generation(generation.number))
        disk.flush_folder(self.path / GENERATIONS)
        disk.move(link, self.path / CURRENT)
        disk.flush_folder(self.path)
        return ()

    def _stage_version(self, site: Site, folder: Path) -> None:
        disk.make_folder(folder)
        for path, source in site.sources.items():
            _make_parents(folder, path)
            disk.copy(source, folder / path)
        disk.write(folder / MANIFEST, site.manifest.to_bytes())
        disk.flush_tree(folder)

    def _stage_root(self, files: dict[str, bytes], links: dict[str, str], folder: Path) -> None:
        disk.make_folder(folder)
        for path in sorted(files.keys() | links.keys()):
            _make_parents(folder, path)
            if path in links:
                disk.link(folder / path, links[path])
            else:
                disk.write(folder / path, files[path])
        disk.flush_tree(folder)

    def _contents(
        self, generation: Generation, site: Site | None = None
    ) -> tuple[dict[str, bytes], dict[str, str]]:
        """Give the files and the links that a generation's public root consists of."""
        new = generation.published if site else ""
        manifests = {
            version.name: site.manifest if site and version.name == new else self.manifest(version)
            for version in generation.versions.items
        }

        def read(version: Version, path: str) -> bytes:
            if site and version.name == new:
                return site.sources[path].read_bytes()
            return self.read(version, path)

        files, links = {}, {}
        for path, what in public_root(generation, manifests, read).items():
            if isinstance(what, Shown):
                up = "../" * (path.count("/") + 2)
                links[path] = f"{up}{STORE}/{what.version}/{what.path}".rstrip("/")
            else:
                files[path] = what
        return files, links

    # --- what a kill leaves -----------------------------------------------------------------------

    @property
    def _staging(self) -> Path:
        return self.path / STAGING

    def _open_staging(self) -> None:
        disk.make_folder(self._staging)
        owner = f"process {os.getpid()} on {socket.gethostname()}"
        disk.write(self._staging / OWNER, owner.encode("utf-8"))
        disk.flush_folder(self.path)

    def _clean(self) -> None:
        """Take away what belongs to no generation, and what a collection has given up.

        The lock is held, so nobody is using it.
        """
        if not self._staging.is_dir():
            return
        current = self.current()
        for number, path in self._numbered():
            if number > current.number:
                self._take_away(path)
            elif number < current.oldest and path.is_dir():
                self._keep_record(number)
                self._take_away(path)
        stored = {version.name for version in current.stored}
        for path in _listed(self.path / STORE):
            # What is not as a publication puts it there is somebody else's.
            if path.name not in stored and (current.get(path.name) or not differences(path)):
                self._take_away(path)
        disk.remove(self._staging)
        disk.flush_folder(self.path)

    def _take_away(self, path: Path) -> None:
        aside = self._staging / "away"
        if os.path.lexists(aside):
            disk.remove(aside)
        disk.move(path, aside)
        # That it has gone must be safe before the staging folder, which says why, goes, too.
        disk.flush_folder(self._staging)
        disk.flush_folder(path.parent)
        disk.remove(aside)

    def _keep_record(self, number: int) -> None:
        """Keep the record of a generation whose public root goes."""
        kept, staged = self._old_record(number), self._staging / "record"
        if not kept.exists():
            disk.remove(staged)
            disk.write(staged, (self._generation(number) / RECORD).read_bytes())
            disk.move(staged, kept)
            disk.flush_folder(kept.parent)

    def _numbered(self) -> list[tuple[int, Path]]:
        """Give whatever has the name of a generation, or of the record of an old one."""
        named = re.compile(r"([1-9]\d*)(\.json)?")
        listed = _listed(self.path / GENERATIONS)
        return [(int(name[1]), path) for path in listed if (name := named.fullmatch(path.name))]

    # --- proof ------------------------------------------------------------------------------------

    def damage(self, version: Version) -> tuple[Diagnostic, ...]:
        """Give how the files of a version differ from what was published."""
        found = differences(self._version(version.name), expected=version.hash)
        return tuple(below(f"{STORE}/{version.name}", found))

    def problems(self) -> Iterator[Diagnostic]:
        """Give what is wrong: every byte, the chain, the public roots, and what is too much."""
        current = self.current()
        if not current.number:
            if not self._staging.exists():
                yield fault(".", "missing-file", "nothing is published here", "publish a version")
            return
        interrupted = self._staging.exists()
        if interrupted:
            yield Diagnostic(
                Path(STAGING), 1, "interrupted",
                "a publication is running, or was interrupted; the next one cleans up",
                severity=Severity.WARNING,
            )  # fmt: skip
        for version in current.stored:
            yield from self.damage(version)
        yield from self._chain(current)
        yield from self._extra(current, interrupted=interrupted)

    def _chain(self, current: Generation) -> Iterator[Diagnostic]:
        before = Generation()
        for number in range(1, current.number + 1):
            try:
                record = self.record(number)
            except NaranhiError as error:
                yield fault(f"{GENERATIONS}/{number}", "changed-file", str(error))
                return
            if wrong := record.follows(before):
                yield fault(f"{GENERATIONS}/{number}/{RECORD}", "broken-chain", f"this {wrong}")
            if number >= current.oldest:
                yield from self._root_problems(record)
            before = record

    def _root_problems(self, record: Generation) -> Iterator[Diagnostic]:
        place = f"{GENERATIONS}/{record.number}"
        try:
            files, links = self._contents(record)
        except (NaranhiError, ValueError) as error:
            yield fault(place, "changed-file", f"cannot be compared: {error}")
            return
        yield from below(place, root_differences(self._generation(record.number), files, links))

    def _extra(self, current: Generation, *, interrupted: bool) -> Iterator[Diagnostic]:
        """Give what stands beside all that; what an interruption may leave is passed over."""
        for path in _listed(self.path):
            if path.name not in {STORE, GENERATIONS, CURRENT, STAGING, _LOST}:
                yield fault(path.name, "extra-file", "this was not published here", "delete it")
        for folder in (STORE, GENERATIONS):
            if not (self.path / folder).is_dir() or (self.path / folder).is_symlink():
                yield fault(folder, "changed-file", "this is no folder")
        known = {f"{STORE}/{version.name}" for version in current.stored}
        for number in range(1, current.number + 1):
            whole = number >= current.oldest
            known.add(f"{GENERATIONS}/{number}{'' if whole else '.json'}")
        left = {f"{STORE}/{one.version.name}" for one in current.kept}
        for folder in (STORE, GENERATIONS):
            for path in _listed(self.path / folder):
                name = f"{folder}/{path.name}"
                excused = interrupted and (
                    name in left or folder == GENERATIONS or not differences(path)
                )
                if name not in known and not excused:
                    yield fault(name, "extra-file", "no generation knows this", "delete it")

    # --- places and locks -------------------------------------------------------------------------

    def _version(self, name: str) -> Path:
        return self.path / STORE / name

    def _generation(self, number: int) -> Path:
        return self.path / GENERATIONS / str(number)

    def _old_record(self, number: int) -> Path:
        return self.path / GENERATIONS / f"{number}.json"

    def _refuse_foreign(self) -> None:
        ours = {STORE, GENERATIONS, CURRENT, STAGING, _LOST}
        foreign = [path.name for path in _listed(self.path) if path.name not in ours]
        if foreign and not (self.path / CURRENT).is_symlink():
            raise NaranhiError(
                f"{self.path}: holds other files, such as {foreign[0]}; publish to a folder of "
                "its own"
            )

    @contextlib.contextmanager
    def _locked(self, what: str) -> Iterator[None]:
        handle = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        end = time.monotonic() + self._wait
        try:
            while True:
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() >= end:
                        raise NaranhiError(
                            f"{self.path}: another {what} is running here{self._owner()}; wait "
                            "until it ends and try again"
                        ) from None
                    time.sleep(_TURN)
            yield
        finally:
            os.close(handle)

    def _owner(self) -> str:
        try:
            return f" ({(self._staging / OWNER).read_bytes().decode('utf-8')})"
        except (OSError, UnicodeDecodeError):
            return ""

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Say which file the disk failed on, and that nothing half-way is shown."""
        try:
            yield
        except OSError as error:
            raise NaranhiError(
                f"{error.filename or self.path}: {error.strerror or error}; what was published "
                "before is untouched; mend this and give the same command again"
            ) from error


def _make_parents(folder: Path, path: str) -> None:
    *parents, _ = path.split("/")
    for depth in range(1, len(parents) + 1):
        parent = folder.joinpath(*parents[:depth])
        if not parent.is_dir():
            disk.make_folder(parent)


def _listed(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []
