"""The files that pages show though they lie outside the lessons' folder: noted for the next build.

Sphinx knows them when it has read the pages; whoever decides whether to start it must know, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_NAME = "shown.json"
# A file's time may lag behind the clock by as many seconds: a tick of the system's timer.
_CLOCK = 0.05


def shown_files(doctrees: Path, *, work: Path) -> tuple[str, ...]:
    """Give the files that the pages whose doctrees these are show, but for those below `work`.

    >>> shown_files(Path("/nowhere"), work=Path("/nowhere"))
    ()
    """
    try:
        noted = json.loads((doctrees / _NAME).read_bytes())
    except FileNotFoundError:
        return ()
    return tuple(path for path in noted if not Path(path).is_relative_to(work.resolve()))


def settled(paths: Iterable[str], began: float) -> bool:
    """Tell whether none of these files was changed since `began`, in seconds since the epoch.

    >>> settled(["/nowhere"], 1.0), settled([__file__], 1.0)
    (True, False)
    """
    return not any(_changed(path) > began - _CLOCK for path in paths)


def _changed(path: str) -> float:
    try:
        return Path(path).stat().st_ctime
    except FileNotFoundError:
        return 0.0


def note_shown(app: Sphinx) -> None:
    """Note which files the pages show, for `shown_files`."""
    named = {name for names in app.env.dependencies.values() for name in names}
    # Links lead from the staged lessons to what lies beside them.
    real = sorted({str((Path(app.srcdir) / name).resolve()) for name in named})
    (Path(app.doctreedir) / _NAME).write_bytes(json.dumps(real).encode("utf-8"))


def _note(app: Sphinx, error: Exception | None) -> None:
    if error is None:
        note_shown(app)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("build-finished", _note)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
