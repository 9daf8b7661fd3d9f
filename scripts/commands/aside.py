"""Some work that another process does meanwhile."""

from __future__ import annotations

import contextlib
import functools
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from typing import BinaryIO, TypeVar, cast

from scripts.patterns import keep_patterns

_Given = TypeVar("_Given")


@contextlib.contextmanager
def aside(work: Callable[[], _Given], *, at_once: bool) -> Iterator[Callable[[], _Given]]:
    """Begin some work in another process, and give what waits for what it gives.

    Where it is not to begin at once, and where that process comes to nothing, the work is done here
    as soon as it is waited for. It must need no other thread, and what it gives can be pickled.

    >>> with aside(lambda: sum(range(4)), at_once=True) as wait:
    ...     wait()
    6
    """
    process = None
    if at_once:
        reading, writing = os.pipe()
        try:
            process = os.fork()
        except OSError:  # as where no more processes may be begun
            os.close(reading)
            os.close(writing)
    if process is None:
        yield functools.cache(work)
        return
    if not process:
        _tell(work, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        try:
            yield functools.cache(lambda: _told(pipe, work))
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def _tell(work: Callable[[], object], writing: int) -> None:
    """Write what work gives, and end this process; where it fails nothing is written."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        given = pickle.dumps(work())
        # Before it tells: who has heard it waits no longer.
        keep_patterns()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(given)
    finally:
        os._exit(0)


def _told(pipe: BinaryIO, work: Callable[[], _Given]) -> _Given:
    try:
        # As far from strangers as what this process holds itself.
        return cast("_Given", pickle.load(pipe))  # noqa: S301
    except (EOFError, pickle.UnpicklingError):
        return work()
