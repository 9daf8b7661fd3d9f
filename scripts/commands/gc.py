"""The command `gc`: take away stored outputs that nobody asks for any more, and what was cached."""

from __future__ import annotations

import argparse
import contextlib
import shutil
from collections import Counter
from pathlib import Path

from scripts.commands.workspace import Workspace
from scripts.console import DONE, print_json
from scripts.lesson.reading import read_lessons


def collect(options: argparse.Namespace) -> int:
    """Delete what `garbage` finds, and the kernels' cache, and say what that freed."""
    from scripts.execute.garbage import garbage

    workspace = Workspace(options.root)
    store, cache = workspace.store, workspace.cache
    failed = store.failed.folder
    with workspace.locked():
        found = garbage(read_lessons(options.root), store, keep=options.keep)
        cached = _size(cache) + _size(failed)
        if not options.dry_run:
            for one in found:
                for file in one.files:
                    file.unlink()
                with contextlib.suppress(OSError):  # other environments have run this code too
                    one.files[0].parent.rmdir()
                    one.files[0].parent.parent.rmdir()
            for folder in (cache, failed):
                if folder.exists():
                    shutil.rmtree(folder)
    counts, sizes = Counter(one.why for one in found), Counter[str]()
    for one in found:
        sizes[one.why] += one.size
    if options.format == "json":
        freed = {why: {"records": counts[why], "bytes": sizes[why]} for why in sorted(counts)}
        print_json({"removed": freed, "cache_bytes": cached, "dry_run": options.dry_run})
        return DONE
    verb = "would free" if options.dry_run else "freed"
    for why in sorted(counts):
        print(f"{verb} {_megabytes(sizes[why])}: {counts[why]} records {why}")
    if cached:
        print(f"{verb} {_megabytes(cached)}: what kernels have cached, and failed runs")
    if not counts and not cached:
        print("nothing to free")
    return DONE


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
