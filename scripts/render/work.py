"""The work folder of a root: the sources that Sphinx reads, and what it keeps between builds.

`stage/` mirrors the root: the lessons as they were checked, and links to whatever else lies
beside them, so that a lesson may include a file from outside its folder.
"""

from __future__ import annotations

import functools
import hashlib
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from scripts import stamp
from scripts.diagnostic import NaranhiError
from scripts.files import is_of_editor, write_atomically
from scripts.languages import LANGUAGES, Language
from scripts.lesson import START_PAGE, Lessons
from scripts.lesson.reading import is_own_file
from scripts.render.process import Build
from scripts.render.shown import shown_files

# A page with one of these leads on to other pages.
_LISTINGS = frozenset({"directive:lessons", "directive:toctree"})
_LISTING = "```{lessons}\n```\n"


def prepare(build: Build, inputs: str, *, fresh: bool) -> bool:
    """Make the folder of a build ready; False where it holds the finished pages already.

    What an earlier build left is used where that build ended well with the same machinery and the
    same files from outside the lessons' folder: Sphinx goes by their times, which may lie. Which
    finished pages may stay is for `frame` to say.
    """
    state = build.finished.read_bytes().decode("utf-8") if build.finished.is_file() else ""
    today = _state(build, inputs)
    if not fresh and state == today and build.html.is_dir():
        return False
    build.finished.unlink(missing_ok=True)
    if fresh or state.split("\n")[:1] != today.split("\n")[:1]:
        shutil.rmtree(build.folder, ignore_errors=True)
    build.html.mkdir(parents=True, exist_ok=True)
    build.warnings.unlink(missing_ok=True)
    return True


def finish(build: Build, inputs: str) -> None:
    """Note that the build ended well; its folder is good for nothing until then."""
    write_atomically(build.finished, _state(build, inputs).encode("utf-8"))


def _state(build: Build, inputs: str) -> str:
    """Give what a build is made from; where the first line is another, what was read is no use."""
    shown = shown_files(build.doctrees, work=build.folder.parent)
    return f"{_machinery()} {stamp.outside(shown)}\n{inputs}\n"


def inputs_of(lessons: Lessons, language: Language, folder: Path, records: Iterable[Path]) -> str:
    """Give a hash of all that one language's pages are made from; `folder` is the staged root.

    Of the other languages that is what stands in front matter: order, and what exists at all.
    """
    digest = hashlib.sha256()
    for lesson in lessons.items:
        digest.update(f"{lesson.docname} {lesson.language.tag} {lesson.front_matter}\n".encode())
    inside = language.folder(folder)
    for path in (*(inside / name for name in _visible_files(inside)), *records):
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def stage(lessons: Lessons, languages: tuple[Language, ...], folder: Path) -> None:
    """Make `folder` a mirror of the root, touching only files that differ from it.

    A language without a start page gets one that is named after the root's folder.
    """
    wanted: dict[Path, bytes | Path] = {}
    for language in languages:
        inside = language.folder(Path())
        for path in _visible_files(language.folder(lessons.root)):
            if path.suffix != ".md":
                wanted[inside / path] = language.folder(lessons.root) / path
        wanted[inside / f"{START_PAGE}.md"] = _start_page(lessons, language).encode(
            "utf-8", "replace"
        )
    for lesson in lessons.items:
        if not lesson.is_start_page:
            wanted[lesson.path] = lesson.text.encode("utf-8")
    own = {language.folder(Path()).name for language in LANGUAGES}
    for beside in sorted(lessons.root.iterdir()):
        if beside.name not in own and not beside.name.startswith((".", "_")):
            _link(folder / beside.name, beside.resolve())
    for language in LANGUAGES:
        if language not in languages:
            shutil.rmtree(language.folder(folder), ignore_errors=True)
        for path in _visible_files(language.folder(folder)):
            if language.folder(Path()) / path not in wanted:
                (language.folder(folder) / path).unlink()
    for path, content in sorted(wanted.items()):
        data = content.read_bytes() if isinstance(content, Path) else content
        target = folder / path
        if not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def _start_page(lessons: Lessons, language: Language) -> str:
    """Give the start page's text; one that leads nowhere gets the list of lessons."""
    start = lessons.get(START_PAGE, language)
    if start is None:
        name = re.sub(r"([\\`*_{}\[\]<>#$|~])", r"\\\1", lessons.root.resolve().name)
        return f"# {name}\n\n{_LISTING}"
    own = [lesson for lesson in lessons.items if lesson.language == language]
    if any(block.kind in _LISTINGS for lesson in own for block in lesson.blocks):
        return start.text
    return f"{start.text.rstrip()}\n\n{_LISTING}"


def _visible_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if is_own_file(path) and not (
            any(part.startswith(".") for part in inside.parts) or is_of_editor(path.name)
        ):
            yield inside


def _link(link: Path, target: Path) -> None:
    link.parent.mkdir(parents=True, exist_ok=True)
    if link.is_symlink() and link.readlink() == target:
        return
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(target)
    except OSError as error:
        raise NaranhiError(f"{link}: cannot be made: {error.strerror}") from error


@functools.cache
def _machinery() -> str:
    """Give a hash of what makes pages out of lessons: our code, and what is installed."""
    return stamp.machinery("render")
