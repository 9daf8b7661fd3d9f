"""One process with Sphinx and Kiwi for all builds of a test process: it takes longer than a site.

A press for one build alone is what the command line has, as in the tests of the pipeline.
"""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import Any

from scripts.lesson import Lessons
from scripts.outputs import OutputStore
from scripts.render import Opened, Rendering, asked, render
from scripts.render.process import Press

_SITE_WITHOUT_GLOSSARY = Path(__file__).parent / "sites" / "bread"


class _SharedPress(Press):
    """A press that stays when a build is done with it, and ends with this process."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        super().__init__(Path(self._folder.name), ahead=_SITE_WITHOUT_GLOSSARY)

    def __exit__(self, *error: object) -> None:
        pass


_press = functools.cache(_SharedPress)


def render_shared(
    lessons: Lessons, store: OutputStore, *, out: Path, work: Path, **options: Any
) -> Rendering:
    """Make a site as `render` does, both languages at once, by the press of this process."""
    ahead = Opened(_press(), asked(lessons, work))
    return render(lessons, store, out=out, work=work, jobs=2, ahead=ahead, **options)
