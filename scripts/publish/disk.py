"""Every change that publishing makes to a disk: one function a system call, told before it is made.

Nothing else below `publish/` changes a file. So a test can stop before each operation, let it
fail, or write down what was asked of the disk and what was flushed.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

# Who is told of each operation before it happens: its name, its path, and what else it takes.
Watcher = Callable[[str, Path, "bytes | str | Path"], None]
watchers: list[Watcher] = []

_CHUNK = 1 << 20


def _tell(operation: str, path: Path, argument: bytes | str | Path = b"") -> None:
    for watcher in watchers:
        watcher(operation, path, argument)


def make_folder(path: Path) -> None:
    """Make one folder that anybody can read."""
    _tell("mkdir", path)
    path.mkdir()
    _tell("chmod", path)
    path.chmod(0o755)


def make_folders(path: Path) -> None:
    """Make a folder and those on the way to it, each flushed to the disk; none that is there."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        try:
            make_folder(folder)
        except FileExistsError:
            # Somebody else who publishes for the first time has made it in between.
            if not folder.is_dir():
                raise
        flush_folder(folder.parent)


def write(path: Path, data: bytes) -> None:
    """Write a new file that anybody can read, flushed to the disk."""
    _write(path, iter([data]))


def copy(source: Path, path: Path) -> None:
    """Write a new file with the bytes of another, flushed to the disk."""
    with source.open("rb") as file:
        _write(path, iter(lambda: file.read(_CHUNK), b""))


def _write(path: Path, chunks: Iterator[bytes]) -> None:
    _tell("create", path)
    try:
        with path.open("xb") as file:
            for chunk in chunks:
                _tell("write", path, chunk)
                file.write(chunk)
            file.flush()
            _tell("chmod", path)
            os.fchmod(file.fileno(), 0o644)
            _tell("flush", path)
            os.fsync(file.fileno())
    except OSError as error:
        # The system names no file where a write or a flush fails.
        error.filename = error.filename or str(path)
        raise


def link(path: Path, target: str) -> None:
    """Make a symbolic link."""
    _tell("symlink", path, target)
    path.symlink_to(target)


def move(path: Path, to: Path) -> None:
    """Put a file, a link or a folder elsewhere on the same disk, in one step.

    A file or a link that is there is replaced.
    """
    _tell("rename", path, to)
    path.replace(to)


def remove(path: Path) -> None:
    """Remove a file, a link or a whole folder; nothing where there is none."""
    if path.is_symlink() or not path.is_dir():
        _tell("unlink", path)
        path.unlink(missing_ok=True)
        return
    for below in sorted(path.iterdir()):
        remove(below)
    _tell("rmdir", path)
    path.rmdir()


def flush_folder(path: Path) -> None:
    """Flush to the disk which names a folder holds."""
    _tell("flush", path)
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some network file systems flush no folders; they write names at once.
        if error.errno != errno.EINVAL:
            error.filename = str(path)
            raise
    finally:
        os.close(descriptor)


def flush_tree(path: Path) -> None:
    """Flush which names a folder and all those below it hold, the innermost first."""
    for parent, _, _ in os.walk(path, topdown=False):
        flush_folder(Path(parent))
