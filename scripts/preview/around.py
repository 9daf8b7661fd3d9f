"""The files around the pages of a preview: those of the root, and the fonts that pages share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.languages import Language
from scripts.lesson import START_PAGE, Lessons

if TYPE_CHECKING:
    from scripts.render.process import Build

_TEXTS = Path(__file__).with_name("preview.toml")


class Around:
    """Makes the files around the pages; `fonts` is the folder where fonts are made."""

    def __init__(self, fonts: Path) -> None:
        self._folder = fonts
        # The characters and icons that the fonts have.
        self._marks: frozenset[str] = frozenset()
        self._fonts: Mapping[str, bytes] = {}

    def files(
        self,
        lessons: Lessons,
        languages: Iterable[Language],
        builds: Iterable[Build],
        edited: Iterable[bytes],
    ) -> dict[str, bytes]:
        """Give the files by name, fonts made anew only where `edited` pages have what they lack."""
        from scripts.check.reports import KOREAN_REASONS
        from scripts.messages import TABLE
        from scripts.render import fonts
        from scripts.render.root_files import root_files

        titles = {
            language: start.title if (start := lessons.get(START_PAGE, language)) else language.name
            for language in languages
        }
        texts = root_files(lessons, titles)
        marks = self._marks.union(*(fonts.marks(page.decode("utf-8")) for page in edited))
        if marks != self._marks or not self._fonts:
            trees = {build.name: build.html for build in builds}
            # The panel says more than stands on the pages.
            said = [path.read_text(encoding="utf-8") for path in (_TEXTS, KOREAN_REASONS, TABLE)]
            self._fonts = fonts.files(trees, self._folder, pages=said)
            self._marks = marks
        return {**{name: text.encode() for name, text in texts.items()}, **self._fonts}
