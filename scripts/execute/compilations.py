"""What XLA has compiled, kept from one kernel to the next: JAX's persistent cache in our files.

JAX's own files are not used: it writes them in place, so that a killed kernel leaves half an entry,
which each later one would warn of, on the page.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path
from typing import Any

from scripts.patterns import lazy_pattern

# Some thousand lessons; what was not read for the longest time goes first.
SIZE_LIMIT = 500 << 20

# What one lesson may add to that.
_ENTRIES = 5_000
_ENTRY_SIZE = 50 << 20
_NAME = lazy_pattern(r"[A-Za-z0-9_<>-]+")

_DIGEST = hashlib.sha256().digest_size


class Compilations:
    """Entries by name, of bytes; what cannot be read or written is no entry, and no error.

    They are read from the folder that all kernels share and written into the lesson's own: until
    it has ended, nobody else runs what a lesson says it has compiled.

    >>> import tempfile
    >>> kept = Compilations(tempfile.mkdtemp(), tempfile.mkdtemp())
    >>> kept.put("a", b"code"), kept.get("a"), kept.get("b")
    (None, b'code', None)
    """

    def __init__(self, shared: str, own: str) -> None:
        self._shared = Path(shared)
        self._own = Path(own)

    def get(self, key: str) -> bytes | None:
        """Give an entry, if it is there and whole."""
        for folder in (self._own, self._shared):
            with contextlib.suppress(OSError):
                value = _value((folder / key).read_bytes())
                if value is not None and folder == self._shared:
                    self._write(key, b"")
                if value is not None:
                    return value
        return None

    def put(self, key: str, value: bytes) -> None:
        """Keep an entry."""
        self._write(key, hashlib.sha256(value).digest() + value)

    def _write(self, key: str, text: bytes) -> None:
        """Write an entry, empty where the one for all was read; half an entry is none."""
        with contextlib.suppress(OSError):
            self._own.mkdir(parents=True, exist_ok=True)
            (self._own / key).write_bytes(text)


def compiled_in(folder: str) -> str:
    """Give where a lesson in this folder keeps what it compiles."""
    return str(Path(folder) / "compilations")


def collect(own: str, shared: str) -> None:
    """Take what a lesson has compiled, now that it has ended, into the folder for all.

    Others see all of an entry or nothing. Whatever else lies there is left where it is.

    >>> import tempfile
    >>> own, shared, next_one = (tempfile.mkdtemp() for _ in range(3))
    >>> Compilations(shared, own).put("a", b"code")
    >>> collect(own, shared)
    >>> Compilations(shared, next_one).get("a")
    b'code'
    """
    target = Path(shared)
    with contextlib.suppress(OSError):
        target.mkdir(parents=True, exist_ok=True)
        entries = [entry for entry in os.scandir(own) if _is_entry(entry)]
        for entry in entries[:_ENTRIES]:
            if not entry.stat(follow_symlinks=False).st_size:
                with contextlib.suppress(OSError):
                    # Read today: it is not the first to go.
                    os.utime(target / entry.name)
                continue
            part = target / f"{entry.name}.{os.getpid()}.part"
            try:
                text = Path(entry.path).read_bytes()
                if _value(text) is not None:
                    part.write_bytes(text)
                    part.replace(target / entry.name)
            except OSError:
                part.unlink(missing_ok=True)


def _value(text: bytes) -> bytes | None:
    """Give what an entry holds, if all of it is there."""
    digest, value = text[:_DIGEST], text[_DIGEST:]
    return value if hashlib.sha256(value).digest() == digest else None


def _is_entry(entry: os.DirEntry[str]) -> bool:
    if not _NAME.fullmatch(entry.name) or not entry.is_file(follow_symlinks=False):
        return False
    return entry.stat(follow_symlinks=False).st_size <= _ENTRY_SIZE


def keep_compilations(shared: str, own: str) -> bool:
    """Let the JAX of this process keep what it compiles there, and say whether it does.

    It must have been imported already; where it is another JAX than we know, it keeps nothing.
    """
    jax = sys.modules.get("jax")
    used: Any = sys.modules.get("jax._src.compilation_cache")
    if jax is None or used is None or not {"_cache", "_cache_initialized"} <= set(vars(used)):
        return False
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    jax.config.update("jax_compilation_cache_dir", shared)
    used._cache = Compilations(shared, own)
    used._cache_initialized = True
    return True


def limit_size(folder: Path, limit: int = SIZE_LIMIT) -> None:
    """Delete the files below a folder that were not used for the longest time, down to a size."""
    found = []
    for path in folder.glob("*/*"):
        with contextlib.suppress(OSError):
            status = path.stat()
            found.append((status.st_mtime_ns, status.st_size, path))
    size = sum(one[1] for one in found)
    for _, own, path in sorted(found):
        if size <= limit:
            return
        with contextlib.suppress(OSError):
            path.unlink()
        size -= own
