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

# Some thousand lessons; what was not read for the longest time goes first.
SIZE_LIMIT = 500 << 20

_DIGEST = hashlib.sha256().digest_size


class Compilations:
    """Entries by name, of bytes; what cannot be read or written is no entry, and no error.

    >>> import tempfile
    >>> kept = Compilations(tempfile.mkdtemp())
    >>> kept.put("a", b"code"), kept.get("a"), kept.get("b")
    (None, b'code', None)
    """

    def __init__(self, folder: str) -> None:
        self._path = Path(folder)

    def get(self, key: str) -> bytes | None:
        """Give an entry, if it is there and whole."""
        path = self._path / key
        try:
            text = path.read_bytes()
            # Read today: it is not the first to go.
            os.utime(path)
        except OSError:
            return None
        digest, value = text[:_DIGEST], text[_DIGEST:]
        if hashlib.sha256(value).digest() == digest:
            return value
        with contextlib.suppress(OSError):
            path.unlink()
        return None

    def put(self, key: str, value: bytes) -> None:
        """Keep an entry; others see all of it or nothing."""
        path = self._path / key
        # Threads of one kernel compile at once, too, but never the same function.
        part = self._path / f"{key}.{os.getpid()}.part"
        try:
            self._path.mkdir(parents=True, exist_ok=True)
            part.write_bytes(hashlib.sha256(value).digest() + value)
            part.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()


def keep_compilations(folder: str) -> bool:
    """Let the JAX of this process keep what it compiles there, and say whether it does.

    It must have been imported already; where it is another JAX than we know, it keeps nothing.
    """
    jax = sys.modules.get("jax")
    used: Any = sys.modules.get("jax._src.compilation_cache")
    if jax is None or used is None or not {"_cache", "_cache_initialized"} <= set(vars(used)):
        return False
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    jax.config.update("jax_compilation_cache_dir", folder)
    used._cache = Compilations(folder)
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
