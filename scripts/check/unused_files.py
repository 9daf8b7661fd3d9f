"""Files beside the lessons that no page shows, offers or reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from scripts.check.rule import Selection
from scripts.diagnostic import Diagnostic, Severity
from scripts.permitted import read_permitted

# Code may read these by names that it puts together.
_DATA = frozenset({".csv", ".json", ".npy", ".npz"})
_LESSON = ".md"
# Notes and pages of other tools end so; a lesson does not.
_TEXT = ".txt"


def unused_files(selection: Selection) -> Iterator[Diagnostic]:
    """Give the files in the lessons' folders that no lesson names; what is refused is told so."""
    lessons = selection.lessons
    if not selection.of_site:
        return
    texts = "\n".join(lesson.text for lesson in lessons.items)
    suffixes = read_permitted(lessons.root).files - {_LESSON}
    for language in lessons.languages:
        folder = language.folder(lessons.root)
        for path in sorted(folder.rglob("*")):
            if path.suffix not in suffixes or path.is_symlink() or not path.is_file():
                continue
            # Refused, and no text can name it.
            if not path.name.isprintable():
                continue
            is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
            names = (path.name, quote(path.name), *([path.suffix] if path.suffix in _DATA else []))
            if not is_hidden and not any(name in texts for name in names):
                yield _finding(path.relative_to(lessons.root))


def _finding(path: Path) -> Diagnostic:
    message = "no page names this file, so no reader sees it"
    fix = "name it in a page, or take it away"
    if path.suffix == _TEXT:
        fix += "; as a lesson its name ends in .md"
    return Diagnostic(path, 1, "unused-file", message, Severity.WARNING, fix)
