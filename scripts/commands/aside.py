"""Work in pieces that two processes take in turn."""

from __future__ import annotations

import contextlib
import functools
import os
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, TypeVar, cast

from scripts.patterns import keep_patterns

_Given = TypeVar("_Given")


@contextlib.contextmanager
def aside(
    works: Sequence[Callable[[], _Given]], *, at_once: bool
) -> Iterator[Callable[[], tuple[_Given, ...]]]:
    """Begin pieces of work in another process, and give what waits for what they give, in order.

    Who waits does, meanwhile, what that process has not begun yet. Where nothing is to begin at
    once, and of what that process does not give, all is done here. No piece may need another
    thread, and what each gives can be pickled; there are at most 256.

    >>> with aside([lambda: sum(range(4)), lambda: 7], at_once=True) as wait:
    ...     wait()
    (6, 7)
    """
    process = None
    if at_once:
        reading, writing = os.pipe()
        turns = _turns(len(works))
        try:
            process = os.fork()
        except OSError:  # as where no more processes may be begun
            for one in (reading, writing, turns):
                os.close(one)
    if process is None:
        yield functools.cache(lambda: tuple(work() for work in works))
        return
    if not process:
        _tell(works, turns, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        try:
            yield functools.cache(lambda: _told(works, turns, pipe))
        finally:
            os.close(turns)
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def _turns(count: int) -> int:
    """Give a pipe that has the number of each piece as a byte: who reads one does that piece."""
    turns, writing = os.pipe()
    os.write(writing, bytes(range(count)))
    os.close(writing)
    return turns


def _taken(works: Sequence[Callable[[], _Given]], turns: int) -> dict[int, _Given]:
    """Do one piece after another, as long as there are any, and give what they give."""
    given = {}
    while turn := os.read(turns, 1):
        given[turn[0]] = works[turn[0]]()
    return given


def _tell(works: Sequence[Callable[[], object]], turns: int, writing: int) -> None:
    """Write what the pieces give, and end this process; where one fails nothing is written."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        given = pickle.dumps(_taken(works, turns))
        # Before it tells: who has heard it waits no longer.
        keep_patterns()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(given)
    finally:
        os._exit(0)


def _told(works: Sequence[Callable[[], _Given]], turns: int, pipe: BinaryIO) -> tuple[_Given, ...]:
    given = _taken(works, turns)
    with contextlib.suppress(EOFError, pickle.UnpicklingError):
        # As far from strangers as what this process holds itself.
        given |= cast("dict[int, _Given]", pickle.load(pipe))  # noqa: S301
    return tuple(given[n] if n in given else work() for n, work in enumerate(works))
