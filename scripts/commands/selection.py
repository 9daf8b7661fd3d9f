"""Which lessons the words of a command line name."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from scripts.commands.arguments import REPOSITORY
from scripts.diagnostic import COMMAND, Diagnostic, UsageError
from scripts.lesson import UNREAD, Lessons
from scripts.patterns import lazy_pattern

_CALL = lazy_pattern(rf"{re.escape(COMMAND)} [a-z-]+")


def docnames_of(lessons: Lessons, names: Sequence[str]) -> set[str] | None:
    """Give the docnames of lessons named by docname or by path; None, for all, where none is."""
    if not names:
        return None
    by_path = {(lessons.root / lesson.path).resolve(): lesson.docname for lesson in lessons.items}
    found = set()
    for name in names:
        if name in lessons.docnames:
            found.add(name)
        elif paths := [path for path in meant(lessons.root, Path(name)) if path in by_path]:
            found.add(by_path[paths[0]])
        else:
            _refuse_link(lessons.root, Path(name))
            known = ", ".join(lessons.docnames)
            raise UsageError(f"{name}: no such lesson{_near(name, lessons)}; there are: {known}")
    return found


def unread(lessons: Lessons, chosen: Collection[str] | None) -> tuple[Diagnostic, ...]:
    """Give what keeps lessons from being read, so that nothing can be said of what is in them."""
    return tuple(
        problem
        for lesson in lessons.items
        if chosen is None or lesson.docname in chosen
        for problem in lesson.problems
        if problem.rule in UNREAD
    )


def at_root(finding: Diagnostic, root: Path) -> Diagnostic:
    """Give a finding with the commands that it tells as they have to be called for a root.

    >>> known = Diagnostic(Path("a"), 1, "behind", "", fix=f"say {COMMAND} confirm a --by NAME")
    >>> at_root(known, Path("/lessons")).fix.split("scripts ")[1]
    'confirm --root /lessons a --by NAME'
    """
    return replace(finding, fix=calls_at_root(finding.fix, root))


def calls_at_root(text: str, root: Path) -> str:
    """Give a text with the commands in it as they have to be called for a root."""
    if root.resolve() == REPOSITORY or COMMAND not in text:
        return text
    option = f" --root {shlex.quote(str(root))}"
    return _CALL.sub(lambda call: call[0] + option, text)


def from_here(finding: Diagnostic, root: Path) -> Diagnostic:
    """Give a finding with its path from where one stands, where the root lies below that.

    Terminals, editors and services follow paths from there.

    >>> from_here(Diagnostic(Path("lessons_ko/a.md"), 1, "x", ""), Path("book")).path.as_posix()
    'book/lessons_ko/a.md'
    """
    here, there = Path.cwd(), root.resolve()
    if there == here or not there.is_relative_to(here):
        return finding
    return replace(finding, path=there.relative_to(here) / finding.path)


def torn(lessons: Lessons, chosen: Collection[str] | None) -> tuple[Diagnostic, ...]:
    """Give the marks of merges that are left half done, where the two languages are compared."""
    from scripts.check.conflicts import markers
    from scripts.check.rule import Selection

    paths = {one.path for one in lessons.items if chosen is None or one.docname in chosen}
    return tuple(markers(Selection(lessons, paths)))


def meant(root: Path, path: Path) -> tuple[Path, Path]:
    """Give what a path may mean: from where one stands, or from the root, as messages name it."""
    return path.resolve(), (root / path).resolve()


def paths_of(lessons: Lessons, paths: Sequence[Path]) -> tuple[Path, ...] | None:
    """Give the lesson files that the paths name, relative to the root; None for all.

    A lesson's name stands for its files in all languages.
    """
    if not paths:
        return None
    root = lessons.root.resolve()
    found = []
    for path in paths:
        if named := lessons.versions(path.as_posix()):
            found += [lesson.path for lesson in named]
            continue
        wanted = [one for one in meant(root, path) if one.exists()]
        if not wanted:
            near = _near(str(path), lessons)
            raise UsageError(f"{path}: no such file, folder or lesson{near}")
        under: list[Path] = []
        for one in wanted:
            under = under or [
                lesson.path
                for lesson in lessons.items
                if (root / lesson.path) == one or one in (root / lesson.path).parents
            ]
        if not under:
            _refuse_link(root, path)
            raise UsageError(f"{path}: no lesson of {lessons.root}")
        found += under
    return tuple(found)


def _refuse_link(root: Path, path: Path) -> None:
    """Say of a link that it is read as no lesson, wherever it leads."""
    if path.is_symlink() or (root / path).is_symlink():
        raise UsageError(f"{path}: a link is not followed: lessons are files; put the file there")


def _near(name: str, lessons: Lessons) -> str:
    """Ask whether another lesson was meant, where one has nearly that name."""
    found = difflib.get_close_matches(Path(name).stem, lessons.docnames, 1)
    return f"; did you mean {found[0]}?" if found else ""
