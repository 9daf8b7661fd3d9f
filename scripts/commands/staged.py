"""Which lesson files the next commit touches, as a pre-commit hook has to know them."""

from __future__ import annotations

import subprocess
from pathlib import Path, PurePosixPath

from scripts.diagnostic import NaranhiError
from scripts.lesson import Lessons

_STAGED = ("diff", "--cached", "--name-only", "--no-renames", "-z")
# What all lessons are held to.
_OF_ALL = frozenset(["docs/glossary.toml", "docs/permitted.toml", "docs/style.toml"])
_RECORDS = "docs/sync/"


def staged_paths(lessons: Lessons) -> tuple[Path, ...] | None:
    """Give the files, relative to the root, of the lessons that the next commit touches.

    All of them, as None, where one is deleted, whose twin is left and to which others lead, and
    where the commit touches what all are held to. Raises `NaranhiError` where git does not answer.
    """
    root = lessons.root.resolve()
    top = Path(_git(root, "rev-parse", "--show-toplevel").rstrip("\n"))
    docnames = set()
    for name in filter(None, _git(root, *_STAGED).split("\0")):
        path = top / name
        if not path.is_relative_to(root):
            continue
        inside = PurePosixPath(path.relative_to(root))
        if str(inside) in _OF_ALL:
            return None
        if inside.parts[0].startswith("lessons_"):
            if not path.exists():
                return None
            names = inside.parts[1:]
        else:
            names = inside.parts[3:] if str(inside).startswith(_RECORDS) else ()
        # What lies beside the folders is no lesson's.
        if names:
            docnames.add(str(PurePosixPath(*names).with_suffix("")))
    return tuple(one.path for name in sorted(docnames) for one in lessons.versions(name))


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError as error:
        raise NaranhiError(f"git cannot be asked what is staged: {error}") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise NaranhiError(f"git cannot say what is staged: {said[-1] if said else 'it failed'}")
    return done.stdout.decode("utf-8", "surrogateescape")
