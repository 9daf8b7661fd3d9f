"""The folder that the site is left in: put in place whole, or left as it was."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from scripts.diagnostic import NaranhiError
from scripts.files import replace_tree
from scripts.render.addresses import address_by_content
from scripts.versions import BUILD_RECORD


def refuse_foreign(out: Path) -> None:
    """Raise `NaranhiError` where `out` holds something that is no site of ours."""
    if not out.exists():
        return
    if not out.is_dir():
        raise NaranhiError(f"{out}: is a file; choose another folder with --out")
    if any(out.iterdir()) and not _is_site(out):
        raise NaranhiError(
            f"{out}: is not empty and holds no site that was built here; "
            "choose another folder with --out, or empty this one"
        )


def _is_site(folder: Path) -> bool:
    try:
        record = json.loads((folder / BUILD_RECORD).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(record, dict) and "schema" in record


def remove_leftovers(out: Path) -> None:
    """Delete what builds that were killed left beside `out`."""
    for pattern in (".new", ".old"):
        for leftover in out.parent.glob(f".{out.name}.*{pattern}"):
            shutil.rmtree(leftover, ignore_errors=True)


def put_in_place(out: Path, *, trees: Mapping[str, Path], files: Mapping[str, bytes]) -> None:
    """Make `out` hold copies of the trees, by name, and the files, in one step.

    A file stands in the place of one that a tree has. Pages name what they load by its content.
    `out` may be missing, empty, or an older site.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".new", dir=out.parent))
    try:
        new.chmod(0o755)
        for name, tree in sorted(trees.items()):
            # .buildinfo tells the next build which pages Sphinx need not write.
            own = shutil.ignore_patterns(".buildinfo")
            shutil.copytree(tree, new / name, copy_function=shutil.copyfile, ignore=own)
        for name, data in sorted(files.items()):
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            (new / name).write_bytes(data)
        address_by_content(new)
        replace_tree(new, out)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
