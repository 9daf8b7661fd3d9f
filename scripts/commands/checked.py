"""What is wrong with the lessons of a site, found by as many processes as there are cores.

Lessons are looked at a few at a time. All of that brings up what looking at them at once would:
a rule that compares lessons is given all of them, and tells of those it was asked for. What is
found in a few lessons is found by two processes: one looks at sentences, and either at outputs.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from scripts.commands.aside import aside
from scripts.commands.page_claims import compared, count_without_outputs
from scripts.commands.page_damage import damaged_lines
from scripts.commands.progress import followed
from scripts.console import INTERRUPTED
from scripts.diagnostic import Diagnostic
from scripts.lesson import Lessons
from scripts.machine import cores
from scripts.outputs import OutputStore

# So many lessons a process takes at a time; so few are checked sooner than it has begun.
_AT_A_TIME, _FEW = 2, 4


class Checked(NamedTuple):
    """What is wrong, sorted by file and line, and how many files have no outputs to compare."""

    findings: tuple[Diagnostic, ...]
    unexecuted: int


class _Aside(NamedTuple):
    """What is wrong with sentences, and with what is said of outputs; see `Checked`."""

    sentences: tuple[Diagnostic, ...]
    of_outputs: tuple[Diagnostic, ...] = ()
    unexecuted: int = 0


class _Look(Protocol):
    """Gives what is wrong with some files; `at_once` asks for two processes."""

    def __call__(self, some: Collection[Path], *, at_once: bool = False) -> Checked: ...


def checked(
    lessons: Lessons,
    paths: Collection[Path] | None = None,
    *,
    store: OutputStore | None = None,
    processes: int | None = None,
) -> Checked:
    """Give what is wrong with the files of some paths, or with all of the site.

    With a `store`, what pages say of the outputs in it is looked at, too. `processes` are as many
    as there are cores, where it is not said.
    """
    from scripts.check import check, check_sentences, together

    def of_sentences(some: Collection[Path]) -> _Aside:
        return _Aside(check_sentences(lessons, paths=some, damaged=damaged_lines))

    def of_outputs(path: Path) -> _Aside:
        pages = () if store is None else tuple(compared(lessons, store, (path,)))
        wrong = tuple(one for _, of_page in pages for one in of_page or ())
        return _Aside((), wrong, count_without_outputs(pages))

    def look(some: Collection[Path], *, at_once: bool = False) -> Checked:
        works = [partial(of_sentences, some), *(partial(of_outputs, path) for path in some)]
        with aside(works, at_once=at_once) as wait:
            found = check(
                lessons,
                paths=some,
                damaged=damaged_lines,
                sentences=lambda: [one for part in wait() for one in part.sentences],
            )
            wrong = [one for part in wait() for one in part.of_outputs]
            return Checked(together(found, wrong), sum(part.unexecuted for part in wait()))

    groups = _groups(lessons, paths)
    if processes is None:
        processes = cores()
    with _looking(look, groups, processes) as ended:
        found = list(followed(ended, len(groups)))
    findings = together({one for part in found for one in part.findings}, ())
    return Checked(findings, sum(part.unexecuted for part in found))


def _groups(lessons: Lessons, paths: Collection[Path] | None) -> list[list[Path]]:
    """Give the paths in groups, the languages of a lesson together."""
    wanted = None if paths is None else frozenset(paths)
    by_lesson: dict[str, list[Path]] = {}
    for lesson in lessons.items:
        if wanted is None or lesson.path in wanted:
            by_lesson.setdefault(lesson.docname, []).append(lesson.path)
    languages = list(by_lesson.values())
    groups = [
        list(itertools.chain.from_iterable(languages[start : start + _AT_A_TIME]))
        for start in range(0, len(languages), _AT_A_TIME)
    ]
    # Last what is wrong with the site itself.
    return [*groups, []] if paths is None or not groups else groups


@contextlib.contextmanager
def _looking(look: _Look, groups: list[list[Path]], processes: int) -> Iterator[Iterator[Checked]]:
    """Give what is found in each group, as it comes."""
    if processes < 2 or not hasattr(os, "fork"):
        yield map(look, groups)
        return
    if len(groups) * _AT_A_TIME <= _FEW:
        # These are checked in less time than what is below takes to import.
        yield (look(group, at_once=True) for group in groups)
        return
    import multiprocessing
    from concurrent.futures import Future, ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(
        processes,
        mp_context=multiprocessing.get_context("fork"),  # what was read is there already
        initializer=_begin,
        initargs=(look,),
    )

    def ended() -> Iterator[Checked]:
        there: dict[Future[Checked], list[Path]] = {}
        here = []
        for group in groups:
            try:
                there[pool.submit(_look_for_parent, group)] = group
            except BrokenProcessPool:
                here.append(group)
        for future in as_completed(there):
            try:
                yield future.result()
            except BrokenProcessPool:
                # One was killed, such as for want of memory: what it had not found is found here.
                here.append(there[future])
        yield from map(look, here)

    try:
        yield ended()
    finally:
        pool.shutdown(cancel_futures=True)


_look_here: _Look


def _begin(look: _Look) -> None:
    """Begin to look for a parent; what Ctrl-C ends, it tells."""
    global _look_here
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    _look_here = look


def _look_for_parent(paths: Iterable[Path]) -> Checked:
    return _look_here(tuple(paths))
