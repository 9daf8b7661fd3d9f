"""One page in two languages, as files of a root, and confirmed."""

from __future__ import annotations

from pathlib import Path

from scripts.lesson.reading import read_lessons
from scripts.sync.confirming import confirm
from scripts.sync.state import SyncState, sync_path, write_state
from scripts.sync.translation import Translation, translation_of


def write(root: Path, english: str | bytes, korean: str | bytes, name: str = "a") -> None:
    """Put a page in both languages into the folders of a root."""
    for folder, text in (("lessons_en", english), ("lessons_ko", korean)):
        (root / folder).mkdir(exist_ok=True)
        data = text if isinstance(text, bytes) else text.encode()
        (root / folder / f"{name}.md").write_bytes(data)


def translated(root: Path) -> Translation:
    """Give the only translation of a root."""
    lessons = read_lessons(root)
    return next(t for one in lessons.items if (t := translation_of(lessons, one)))


def write_confirmed(root: Path, english: str, korean: str) -> SyncState:
    """Put a page into a root, all of it confirmed; give the state, which is written."""
    write(root, english, korean)
    translation = translated(root)
    state = confirm(translation, by="Kim", day="2026-01-01").state
    (root / sync_path("a", translation.other.language)).parent.mkdir(parents=True)
    write_state(root, state)
    return state
