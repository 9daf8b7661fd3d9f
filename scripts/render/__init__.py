"""Lessons and stored outputs in, a site out: `<language>/<docname>.html` below one folder.

The flow: refuse what cannot be rendered (`_unfit`), mirror the lessons into the work folder
(`work`), run Sphinx once a language in a process of its own (`process`), turn its warnings into
diagnostics (`reports`), cut the fonts to what the pages show (`fonts`), and put the finished trees
in place in one step (`output`).

The other modules run inside Sphinx and are named in conf.py, each with a `setup` of its own.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from scripts.alignment import code_differences
from scripts.diagnostic import COMMAND, Diagnostic, NaranhiError, errors
from scripts.drift import DRIFT_RECORD
from scripts.glossary import glossary_path
from scripts.guard import refusals, unseen
from scripts.languages import KOREAN, Language
from scripts.lesson import START_PAGE, Lesson, Lessons, sources_hash
from scripts.names.in_prose import speaks_of_project
from scripts.outputs import OutputStore
from scripts.permitted import read_permitted
from scripts.render import fonts, standing
from scripts.render.acting import acting
from scripts.render.everyday import everyday
from scripts.render.output import put_in_place, refuse_foreign, remove_leftovers
from scripts.render.process import Build, Press
from scripts.render.reports import diagnostics, log_tail
from scripts.render.root_files import root_files
from scripts.render.shown import settled, shown_files
from scripts.render.signatures import Asking
from scripts.render.site import site_url
from scripts.render.work import finish, inputs_of, prepare, stage
from scripts.sharing import find_outputs
from scripts.sync.units import text_hash
from scripts.versions import BUILD_RECORD, read_versions, versions_path

__all__ = ["Opened", "Press", "Rendering", "asked", "opened", "render"]


@dataclass(frozen=True)
class Rendering:
    """What came of a rendering: with any diagnostics, `out` is as it was before.

    `shown` are the files outside the lessons' folders that pages show; None where one of them was
    changed while the site was made, so that nobody knows which of its states the site shows.
    """

    out: Path
    pages: int
    warnings: int
    diagnostics: tuple[Diagnostic, ...]
    shown: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Opened:
    """What makes the pages, started before they are wanted; used as a context manager."""

    press: Press
    asking: Asking

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with self.asking:
            self.press.__exit__(*error)


def opened(lessons: Lessons, work: Path) -> Opened:
    """Start what will make the pages, while their code is still being executed."""
    # Where some pages are finished few may be left to do, and Kiwi takes a second.
    korean = any(lesson.language == KOREAN for lesson in lessons.items)
    first = korean and not (work / KOREAN.tag).exists()
    press = Press(work, ahead=lessons.root if first else None)
    return Opened(press, asked(lessons, work))


def asked(lessons: Lessons, work: Path) -> Asking:
    """Ask JAX for the names that lessons speak of; nothing, where none speaks of it."""
    texts = [lesson.text for lesson in lessons.items]
    speak = any(map(speaks_of_project, texts))
    return Asking(work.absolute() / "signatures", texts if speak else ())


def render(
    lessons: Lessons,
    store: OutputStore,
    *,
    out: Path,
    work: Path,
    jobs: int = 1,
    fresh: bool = False,
    ahead: Opened | None = None,
    progress: Callable[[str], None] | None = None,
) -> Rendering:
    """Make the site of all lessons in `out`, and say how many pages it has.

    `work` keeps what Sphinx has read between builds; `fresh` does without it, for the same bytes.
    At most `jobs` languages are built at once, by what was started `ahead`, if anything was.
    `NaranhiError` where `out` holds something else,
    where there are no lessons, and where Sphinx itself stops.
    """
    say = progress or (lambda line: None)
    began = time.time()
    out = out.resolve()
    languages = tuple(
        lang for lang in lessons.languages if any(i.language == lang for i in lessons.items)
    )
    if not languages:
        raise NaranhiError(f"{lessons.root}: there are no lessons to render")
    # What stops the work stops it before anything is made.
    site_url(lessons)
    read_versions(lessons.root)
    refuse_foreign(out)
    remove_leftovers(out)
    if unfit := _unfit(lessons, store):
        return Rendering(out, 0, 0, unfit)

    fingerprint, environment = store.selected() or ("", {})
    root = work.absolute() / "stage"
    stage(lessons, languages, root)
    with ahead.asking if ahead else asked(lessons, work) as asking:
        signatures = asking.answer()
    if asking.failed:
        say("JAX cannot be asked for its signatures; pages tell none")
    builds = {
        language: Build(
            name=language.tag,
            source=language.folder(root),
            folder=work.absolute() / language.tag,
            settings={
                "language": language.tag,
                "naranhi_root": str(root),
                "naranhi_store": str(store.folder.absolute()),
                "naranhi_fingerprint": fingerprint,
                "naranhi_font": f"../{fonts.TEXT_FONT}",
                "naranhi_api": str(signatures or ""),
            },
        )
        for language in languages
    }
    warnings = _build(
        lessons, store, builds, root, jobs=jobs, fresh=fresh, ahead=ahead, began=began, say=say
    )
    if warnings:
        return Rendering(out, 0, len(warnings), warnings)

    pages = sum(len(list(build.source.rglob("*.md"))) for build in builds.values())
    record = _build_record(lessons, languages, pages, fingerprint, dict(environment))
    titles = {language: _title(lessons, language) for language in languages}
    trees = {build.name: build.html for build in builds.values()}
    texts = root_files(lessons, titles, plain=_plain_pages(trees))
    of_root = {name: text.encode("utf-8") for name, text in texts.items()}
    pages_of_root = [text for name, text in texts.items() if name.endswith(".html")]
    cut = fonts.files(trees, work / "fonts", pages=pages_of_root)
    put_in_place(out, trees=trees, files={**cut, **of_root, BUILD_RECORD: record})
    shown = {path for build in builds.values() for path in _shown(build)}
    return Rendering(out, pages, 0, (), tuple(sorted(shown)) if settled(shown, began) else None)


def _build(
    lessons: Lessons,
    store: OutputStore,
    builds: Mapping[Language, Build],
    root: Path,
    *,
    jobs: int,
    fresh: bool,
    ahead: Opened | None,
    began: float,
    say: Callable[[str], None],
) -> tuple[Diagnostic, ...]:
    """Bring every language's pages up to date, and give what Sphinx warned of."""
    fingerprint = (store.selected() or ("", {}))[0]
    inputs = {}
    for language, build in builds.items():
        own = [i for i in lessons.items if i.language == language and i.cells]
        found = (find_outputs(lesson, store, fingerprint) for lesson in own)
        # Pages tell when their code ran, and for how long.
        places = (store.path, store.measured_path)
        keys = {one.code_key for one in found if one}
        records = sorted(place(key, fingerprint) for key in keys for place in places)
        report = store.folder.parent / DRIFT_RECORD
        signatures = Path(build.settings["naranhi_api"])
        beside = (report, glossary_path(lessons.root), versions_path(lessons.root), signatures)
        also = [path for path in beside if path.is_file()]
        translated = standing.digest(lessons, language)
        made_from = inputs_of(lessons, language, root, [*records, *also])
        of_language = f"{made_from} {translated} {text_hash(everyday(lessons, language))}"
        if prepare(build, of_language, fresh=fresh):
            inputs[build.name] = of_language
    stale = [build for build in builds.values() if build.name in inputs]
    codes: Mapping[str, int] = {}
    if stale:
        with ahead or opened(lessons, root.parent) as running:
            codes = running.press.run(
                stale, jobs=jobs, started=lambda build: say(f"rendering {build.name}")
            )
    warned: set[Diagnostic] = set()
    for build in stale:
        warnings = _warnings(build, root)
        if codes[build.name] != 0 and not (codes[build.name] == 1 and warnings):
            raise _stopped(build, codes[build.name])
        if not warnings:
            warnings = _acting(build, root, began)
        warned.update(warnings)
        if not warnings and settled(_shown(build), began):
            finish(build, inputs[build.name])
    return tuple(sorted(warned))


def _unfit(lessons: Lessons, store: OutputStore) -> tuple[Diagnostic, ...]:
    """Give what keeps the lessons from being rendered: bad sources, missing outputs."""
    found = {
        *errors(lessons.problems),
        *refusals(lessons, read_permitted(lessons.root)),
        *(one for lesson in lessons.items for one in unseen(lesson)),
    }
    if found:
        return tuple(sorted(found))
    selected = store.selected()
    fingerprint = selected[0] if selected else ""
    return tuple(
        sorted(
            _missing_outputs(lessons, lesson)
            for lesson in lessons.items
            if lesson.cells and find_outputs(lesson, store, fingerprint) is None
        )
    )


def _missing_outputs(lessons: Lessons, lesson: Lesson) -> Diagnostic:
    line = lesson.cells[0].start
    origin = lessons.origin(lesson.docname)
    for difference in code_differences(origin, lesson):
        if difference.kind not in {"raises", "tags", "label"}:
            message = f"the code differs from {origin.path}, whose outputs are the ones stored"
            fix = f'run "{COMMAND} check"'
            return Diagnostic(lesson.path, line, "same-code", message, fix=fix)
    return Diagnostic(
        lesson.path,
        line,
        "missing-outputs",
        "no outputs are stored that are true for this page",
        fix=f'run "{COMMAND} execute {lesson.docname}"',
    )


def _shown(build: Build) -> tuple[str, ...]:
    return shown_files(build.doctrees, work=build.folder.parent)


def _warnings(build: Build, root: Path) -> tuple[Diagnostic, ...]:
    if not build.warnings.is_file():
        return ()
    text = build.warnings.read_bytes().decode("utf-8", "replace")
    start_page = build.source.relative_to(root) / f"{START_PAGE}.md"
    return diagnostics(text, stage=root, fallback=start_page)


def _acting(build: Build, root: Path, began: float) -> tuple[Diagnostic, ...]:
    """Give what can act on the pages that were written since `began`, and is none of ours."""
    source = build.source.relative_to(root)
    found = []
    for path in sorted(build.html.rglob("*.html")):
        # A file's time may lag behind the clock.
        if path.stat().st_mtime < began - 1:
            continue
        page = (source / path.relative_to(build.html)).with_suffix(".md")
        for fault in acting(path.read_bytes().decode("utf-8")):
            fix = "a fault of the generator or of a theme; see docs/security.md"
            found.append(Diagnostic(page, 1, "acting-page", fault, fix=fix))
    return tuple(sorted(set(found)))


def _stopped(build: Build, code: int) -> NaranhiError:
    end = log_tail(build.log)
    if os.strerror(errno.ENOSPC) in end:
        return NaranhiError(
            f"{build.folder}: the disk was full while {build.name} was built; "
            "free some space and run the same command again"
        )
    return NaranhiError(
        f"Sphinx stopped with exit code {code} while it built {build.name}; the end of "
        f"{build.log}:\n{end}"
    )


def _plain_pages(trees: Mapping[str, Path]) -> frozenset[str]:
    """Give the paths, below the site, of the pages that are there as Markdown, too."""
    return frozenset(
        f"{name}/{path.relative_to(tree).as_posix()}"
        for name, tree in trees.items()
        for path in tree.rglob("*.md")
    )


def _title(lessons: Lessons, language: Language) -> str:
    start = lessons.get(START_PAGE, language)
    return lessons.root.resolve().name if start is None else start.title


def _build_record(
    lessons: Lessons,
    languages: tuple[Language, ...],
    pages: int,
    fingerprint: str,
    environment: dict[str, Any],
) -> bytes:
    """Give `build.json`: what the site was made from; the same bytes for the same site."""
    record = {
        "schema": 1,
        "languages": [language.tag for language in languages],
        "pages": pages,
        # By these a publication tells that a lesson is missing.
        "docnames": {
            language.tag: sorted(i.docname for i in lessons.items if i.language == language)
            for language in languages
        },
        "lessons": len({i.docname for i in lessons.items if not i.is_start_page}),
        "jax": environment.get("jax"),
        "python": environment.get("python"),
        "fingerprint": fingerprint,
        "environment": environment,
        "sources": sources_hash(lessons),
    }
    return (json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode("utf-8")
