"""Tracebacks as IPython shows them, without reading the files of frames that it leaves out.

JAX marks its own frames with `__tracebackhide__`, and IPython counts them and shows none but the
last. Yet it parses the whole file of each: in a fresh kernel that took a second and more for the
first error, half of what a traceback costs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any


def read_only_what_is_shown(ultratb: Any) -> None:
    """Let IPython's tracebacks, given its module, look at no frame that they do not show.

    What they show stays the same to the byte.
    """
    get_records: Callable[..., Any] = ultratb.VerboseTB.get_records
    own_folder = f"{Path(ultratb.__file__).parent.parent}{os.sep}"
    unshown: set[int] = set()
    begun = False

    def get_fewer_records(self: Any, etb: Any, context: int, tb_offset: int) -> Any:
        nonlocal begun
        if not begun:
            _pass_over(unshown)
            begun = True
        unshown.update(_unshown(etb, own_folder, hidden_too=self.skip_hidden))
        try:
            return get_records(self, etb, context, tb_offset)
        finally:
            unshown.clear()

    ultratb.VerboseTB.get_records = get_fewer_records


def _unshown(etb: TracebackType, own_folder: str, *, hidden_too: bool) -> Iterator[int]:
    """Give the identities of traceback entries that IPython leaves out: hidden, or its own.

    Of what is not its own, it shows the last one in any case.
    """
    entries = [etb]
    while (following := entries[-1].tb_next) is not None:
        entries.append(following)
    last = True
    for entry in reversed(entries):
        frame = entry.tb_frame
        if frame.f_code.co_filename.startswith(own_folder):
            yield id(entry)
            continue
        if hidden_too and not last and frame.f_locals.get("__tracebackhide__", 0):
            yield id(entry)
        last = False


def _pass_over(unshown: set[int]) -> None:
    """Let the library that reads sources read none for these traceback entries."""
    # Late, as IPython does: a lesson without an error has no use for it.
    from executing.executing import Executing
    from stack_data.core import Source

    # A bound method: the class that it is asked of keeps what it has read.
    read: Callable[[Any], Any] = Source.executing
    nothing: Any = None

    def read_unless_unshown(cls: type, frame_or_tb: Any) -> Any:
        if id(frame_or_tb) in unshown:
            return Executing(frame_or_tb.tb_frame, nothing, nothing, set(), nothing)
        return read(frame_or_tb)

    sources: Any = Source
    sources.executing = classmethod(read_unless_unshown)
