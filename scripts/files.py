"""Writing files and folders so that a kill or a full disk leaves the old ones or the new ones."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from scripts.diagnostic import NaranhiError

# Of each file by its path: see `state_of`.
States = Mapping[str, tuple[int, int, int]]

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` at `path`: written beside it, flushed to the disk, then renamed over it.

    Folders on the way are made. A file that was there keeps its permissions; one that nobody may
    write stays. `OSError`, which names `path`, where that is not possible.

    >>> target = Path(tempfile.mkdtemp()) / "a" / "b.txt"
    >>> write_atomically(target, b"hello")
    >>> target.read_bytes()
    b'hello'
    """
    if is_protected(path):
        raise PermissionError(errno.EACCES, "is write-protected", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    except OSError as error:
        error.filename = str(path)
        raise
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            # Of a full disk the system does not say where it is, and nobody knows the other name.
            error.filename, error.filename2 = str(path), None
        raise
    sync_folder(path.parent)


def is_protected(path: Path) -> bool:
    """Tell whether a file is there that we may not write, or that nobody may: a rename would.

    >>> is_protected(Path("/nowhere/a.txt"))
    False
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    return not (mode & 0o222 and os.access(path, os.W_OK))


def sync_folder(folder: Path) -> None:
    """Flush to the disk which names a folder holds; a rename is not safe from a power cut before.

    >>> sync_folder(Path(tempfile.mkdtemp()))
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_tree(new: Path, target: Path) -> None:
    """Put the folder `new` where `target` is, in one step; the old folder is deleted after it.

    Both must lie on one file system. Where the system can exchange two folders (Linux), there is
    no instant without a whole `target`; elsewhere it is missing between two renames.

    >>> base = Path(tempfile.mkdtemp())
    >>> (base / "new").mkdir(); (base / "site").mkdir(); (base / "site" / "old").touch()
    >>> replace_tree(base / "new", base / "site")
    >>> [path.name for path in base.iterdir()], list((base / "site").iterdir())
    (['site'], [])
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        new.rename(target)
    elif _exchange(new, target):
        shutil.rmtree(new)
    else:
        aside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".old", dir=target.parent))
        target.rename(aside / "old")
        new.rename(target)
        shutil.rmtree(aside)


def _exchange(first: Path, second: Path) -> bool:
    """Swap two paths in one step by renameat2(2); tell whether the system could."""
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "renameat2"):
        return False
    names = os.fsencode(first), os.fsencode(second)
    if libc.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP}:
        return False
    raise OSError(code, os.strerror(code), str(first), None, str(second))


def differing(one: Path, other: Path) -> list[str]:
    """Give the files that two folders do not both have with the same bytes.

    >>> differing(Path(__file__).parent, Path(__file__).parent)
    []
    """
    paths = {
        path.relative_to(folder).as_posix()
        for folder in (one, other)
        for path in folder.rglob("*")
        if not path.is_dir()
    }

    def data(path: Path) -> bytes | None:
        return path.read_bytes() if path.is_file() else None

    return sorted(path for path in paths if data(one / path) != data(other / path))


@contextlib.contextmanager
def locked(folder: Path, *, what: str, where: str = "") -> Iterator[None]:
    """Hold `folder` for ourselves while the block runs; the system frees it however we end.

    The folder itself is locked, so nothing is left in it. Raises `NaranhiError` where another
    process holds it; `what` names the work in its message, `where` tells the way to it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NaranhiError(
                f"{folder}: another {what} is running here{where}; wait until it ends, or end it, "
                "and try again"
            ) from None
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Hold `folder` as `locked` does, after whoever holds it: for work that is done in a moment.

    Who reads a file, changes it and writes it loses nothing of what another process writes.

    >>> with in_turn(Path(tempfile.mkdtemp())):
    ...     pass
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def state_of(path: Path | os.DirEntry[str]) -> tuple[int, int, int] | None:
    """Give what is other when a file was written anew; None where there is none to be seen.

    That is when it was written, how long it is, and which one it is.
    """
    try:
        state = path.stat()
    except OSError:
        # A link that leads nowhere, or back to itself.
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino


def states_below(folders: list[str]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Give the state of each file, hidden ones left out, in a fourth of the time of `rglob`."""
    while folders:
        with (
            contextlib.suppress(OSError),
            os.scandir(folders.pop()) as entries,
        ):
            for entry in entries:
                if entry.name.startswith(".") or is_of_editor(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif (state := state_of(entry)) is not None:
                    yield entry.path, state


def is_of_editor(name: str) -> bool:
    """Tell what editors keep beside a file while it is edited, and no page is made of.

    >>> is_of_editor("scan.md~"), is_of_editor("#scan.md#"), is_of_editor("scan.md")
    (True, True, False)
    """
    return name.endswith("~") or (name.startswith("#") and name.endswith("#"))
