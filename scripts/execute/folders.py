"""Remove a folder, whatever a lesson has made of it."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

_TAKEN = {errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR, errno.EISDIR}
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


def remove(folder: Path) -> None:
    """Remove a folder and all that is in it, as far as the system lets us.

    However deep it is: `shutil.rmtree` calls itself for each folder within another, and a lesson
    can make thousands of them. Links are not followed.

    >>> import tempfile
    >>> made = Path(tempfile.mkdtemp())
    >>> (made / "a" / "b").mkdir(parents=True)
    >>> remove(made)
    >>> made.exists()
    False
    """
    with contextlib.suppress(OSError):
        # A lesson may have taken itself the right to enter.
        folder.chmod(0o700)
        top = os.open(folder, _FOLDER)
        try:
            _empty(top)
        finally:
            os.close(top)
        folder.rmdir()


def _empty(top: int) -> None:
    names = map(str, count())
    left = -1
    while (entries := os.listdir(top)) and len(entries) != left:
        left = 0
        for entry in entries:
            try:
                _take_apart(entry, top, names)
            except OSError:
                left += 1


def _take_apart(entry: str, top: int, names: Iterator[str]) -> None:
    """Remove one entry; folders in it are taken up beside it, so that no path gets long."""
    if _unlink(entry, top):
        return
    inner = os.open(entry, _FOLDER, dir_fd=top)
    try:
        for child in os.listdir(inner):  # noqa: PTH208 - a descriptor has no path
            if not _unlink(child, inner):
                _move(child, inner, top, names)
    finally:
        os.close(inner)
    os.rmdir(entry, dir_fd=top)


def _unlink(name: str, folder: int) -> bool:
    """Remove a file, or say False where it is a folder, which can be entered then."""
    try:
        os.unlink(name, dir_fd=folder)
    except (IsADirectoryError, PermissionError):
        # No link: these can be removed, whatever they lead to.
        os.chmod(name, 0o700, dir_fd=folder)
        return False
    return True


def _move(name: str, folder: int, top: int, names: Iterator[str]) -> None:
    for new in names:
        try:
            os.rename(name, new, src_dir_fd=folder, dst_dir_fd=top)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
        else:
            return
