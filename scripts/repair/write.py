"""Putting a repaired text back on the disk without ever losing the original."""

from __future__ import annotations

from pathlib import Path

from scripts.files import write_atomically
from scripts.repair.result import Repair


def original_of(path: Path, data: bytes) -> Path:
    """Give where the original of `path` is kept: `NAME.orig`, or the first number that is free.

    A file that already holds just these bytes is taken again; no other is ever written over.
    """
    number = 0
    while True:
        suffix = ".orig" if number == 0 else f".orig.{number}"
        kept = path.with_name(path.name + suffix)
        if not kept.exists() or (kept.is_file() and kept.read_bytes() == data):
            return kept
        number += 1


def write_repaired(path: Path, result: Repair) -> Path | None:
    """Write the text of `result` to `path` in UTF-8 and give where the original is kept.

    Nothing is touched, and None is given, where the file holds these bytes already. A kill at any
    moment leaves the old file or the new one, and the original in every case.
    """
    before = path.read_bytes()
    after = result.text.encode("utf-8")
    if before == after:
        return None
    kept = original_of(path, before)
    if not kept.exists():
        write_atomically(kept, before)
    write_atomically(path, after)
    return kept
