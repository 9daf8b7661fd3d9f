"""Files among the lessons that are none of theirs, and files that lie outside."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from scripts.diagnostic import Diagnostic
from scripts.guard.drawings import acting_drawing
from scripts.languages import LANGUAGES
from scripts.lesson import Lessons
from scripts.patterns import lazy_pattern
from scripts.permitted import MOST_FILE_BYTES, Permitted

_NAME = lazy_pattern(r"[^\W_][\w .+@()-]*(?<![ .])")
# Of devices: Windows opens these whatever their suffix.
_DEVICE = lazy_pattern(r"(?:aux|con|nul|prn|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_DECISIONS = ".md.decisions.jsonl"
# What `repair` leaves beside a lesson: the file as it was.
_KEPT = lazy_pattern(r"\.orig(?:\.\d+)?")
_BEGINNINGS = {
    ".png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    ".jpg": re.compile(rb"\xff\xd8\xff"),
    ".jpeg": re.compile(rb"\xff\xd8\xff"),
    ".gif": re.compile(rb"GIF8[79]a"),
    ".webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
}


def strange_files(lessons: Lessons, permitted: Permitted) -> Iterator[Diagnostic]:
    """Give what lies in the lessons' folders and is no lesson and no picture or table of one.

    Files that hide behind a dot are passed over, unless they are links or no files at all.
    """
    for language in lessons.languages:
        folder = language.folder(lessons.root)
        seen: dict[str, str] = {}
        for path in _below(folder):
            inside = path.relative_to(folder)
            place = _shown(path.relative_to(lessons.root))
            if fault := _strange(path, inside, permitted):
                yield Diagnostic(place, 1, "refused-file", fault)
            twin = seen.setdefault(inside.as_posix().casefold(), inside.as_posix())
            if twin != inside.as_posix():
                message = f"{_shown(Path(twin))} has the same name but for its case"
                yield Diagnostic(place, 1, "refused-file", message, fix="give it another name")


def is_inside(path: Path, lessons_root: Path, permitted: Permitted) -> bool:
    """Tell whether a file, links resolved, lies where lessons may show files from.

    >>> is_inside(Path("/r/lessons_ko/../../etc/passwd"), Path("/r"), Permitted())
    False
    """
    folders = [language.folder(lessons_root) for language in LANGUAGES]
    folders += [lessons_root / name for name in sorted(permitted.folders)]
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in folders)


def _below(folder: Path) -> Iterator[Path]:
    """Give all files below a folder, and all that is no folder; links are not followed."""
    for here, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted([*files, *(one for one in folders if (Path(here) / one).is_symlink())]):
            yield Path(here) / name


def _strange(path: Path, inside: Path, permitted: Permitted) -> str:
    """Give what is wrong with a file, or nothing."""
    state = path.lstat()
    if stat.S_ISLNK(state.st_mode):
        return "a link is not followed: lessons are files"
    if not stat.S_ISREG(state.st_mode):
        return "this is no file"
    if any(part.startswith(".") for part in inside.parts):
        return ""
    if not all(_NAME.fullmatch(part) and not _DEVICE.fullmatch(part) for part in inside.parts):
        return "not every system can read this name"
    if path.name.endswith(_DECISIONS) or _KEPT.fullmatch("".join(path.suffixes[1:])):
        return ""
    if path.suffix not in permitted.files:
        return f"files {path.suffix or 'without a suffix'} have no place among lessons"
    if state.st_size > MOST_FILE_BYTES:
        return f"the file has {state.st_size:,} bytes, more than {MOST_FILE_BYTES:,}"
    return _no_picture(path)


def _no_picture(path: Path) -> str:
    if path.suffix == ".svg":
        return acting_drawing(path.read_bytes())
    beginning = _BEGINNINGS.get(path.suffix)
    if beginning is None:
        return ""
    with path.open("rb") as file:
        found = beginning.match(file.read(16))
    return "" if found else f"the file is no {path.suffix[1:]} picture"


def _shown(path: Path) -> Path:
    """Give a path as it may stand in a message: what cannot be printed is written in letters."""
    plain = path.as_posix().encode("unicode_escape").decode("ascii")
    return path if str(path).isprintable() else Path(plain)
