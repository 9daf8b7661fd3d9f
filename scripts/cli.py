"""The command line: one sub-command a stage, and `build`, which runs the pipeline.

Results go to stdout, as text or with `--format json`; talk and progress go to stderr. Exit codes:
0 done, 1 findings or failures, 2 wrong use, 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from scripts.arguments import ALL, parse
from scripts.diagnostic import Diagnostic, NaranhiError, UsageError, errors
from scripts.files import locked, write_atomically
from scripts.languages import language_of
from scripts.lesson import Lessons, lesson_files, read_lessons, sources_hash
from scripts.outputs import OutputStore
from scripts.progress import ExecutionProgress, say

if TYPE_CHECKING:
    from scripts.execute import Execution
    from scripts.repair import Decision, Repair

# The name of a file that stands for stdin and stdout.
STREAM = Path("-")
DONE, FINDINGS, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


@dataclass(frozen=True)
class Workspace:
    """The folders that one root's work happens in; all but the lessons can be made anew."""

    root: Path

    @property
    def build(self) -> Path:
        """Give the folder that holds whatever a build makes."""
        return self.root / "_build"

    @property
    def store(self) -> OutputStore:
        """Give the store of the outputs of this root's lessons."""
        return OutputStore(self.build / "outputs")

    @property
    def site(self) -> Path:
        """Give the folder that a build leaves the site in, where no other is named."""
        return self.build / "site"

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other builds of this root waiting outside."""
        with locked(self.build, what="build"):
            yield


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; never raises for what a user can cause."""
    options = parse(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        code: int = COMMANDS[options.command](options)
        sys.stdout.flush()
    except UsageError as error:
        say(f"naranhi {options.command}: {error}")
        return WRONG_USE
    except NaranhiError as error:
        return _failed(options, str(error))
    except BrokenPipeError:
        # The reader of our results, such as `head`, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return _failed(options, f"{error.filename or options.command}: {error.strerror or error}")
    except KeyboardInterrupt:
        say("interrupted; what was finished is kept, the same command goes on from there")
        return INTERRUPTED
    return code


def _interrupt(signal_number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _failed(options: argparse.Namespace, message: str) -> int:
    say(f"naranhi {options.command}: {message}")
    if options.format == "json":
        _print_json({"ok": False, "error": message})
    return FINDINGS


# --- the commands -------------------------------------------------------------------------------


def _repair(options: argparse.Namespace) -> int:
    from scripts.repair import write_repaired
    from scripts.repair.decisions import after_writing, decisions_path, missing, write_decisions
    from scripts.repair.page import page
    from scripts.repair.report import describe, missing_line

    _exclusive(options, "stdout", "write", "check")
    one = len(options.files) == 1
    for flag, given in (
        ("stdout", options.stdout),
        ("choose", options.choose),
        ("accept LINE:COLUMN", set(options.accept) - {ALL}),
        ("decisions", options.decisions),
    ):
        if given and not one:
            raise UsageError(f"--{flag} takes one file")
    if options.format == "html" and (options.stdout or not one):
        raise UsageError("--format html gives the page of one file")
    if STREAM in options.files:
        return _repair_stream(options)
    lexicon = _lexicon(options.root)
    results = []
    damaged = False
    for path in options.files:
        kept = options.decisions or decisions_path(path)
        result, decisions = _decided(path, kept, options, lexicon)
        damaged = damaged or result.changed or bool(result.lost or result.flagged)
        gone = missing(result, decisions)
        if options.write:
            # The doubts first: killed between the two, none of them is forgotten.
            if write_decisions(kept, after_writing(result, decisions)):
                say(f"{path}: the decisions are kept in {kept}")
            original = write_repaired(path, result)
            if original is not None:
                say(f"{path}: repaired; the original is kept as {original}")
            if result.flagged:
                say(f"{path}: {len(result.flagged)} guesses are written, but nobody decided them")
        results.append((path, result, decisions, gone))
    if options.stdout:
        sys.stdout.flush()
        sys.stdout.buffer.write(results[0][1].text.encode("utf-8"))
    elif options.format == "html":
        path, result, decisions, gone = results[0]
        kept = options.decisions or decisions_path(path)
        sys.stdout.flush()
        sys.stdout.buffer.write(
            page(path, result, decisions, missing=gone, file=kept.name).encode("utf-8")
        )
    elif options.format == "json":
        _print_json([result.to_json(path) for path, result, *_ in results])
    else:
        for path, result, _, gone in results:
            print(describe(path, result, every=options.every, missing=gone))
    if options.stdout or options.format == "json":
        for path, _, _, gone in results:
            for decision in gone:
                say(f"{path}: {missing_line(decision)}")
    return FINDINGS if options.check and damaged else DONE


def _repair_stream(options: argparse.Namespace) -> int:
    """Repair stdin to stdout; what was done is said on stderr, since stdout holds the text."""
    from scripts.repair.decisions import read_decisions
    from scripts.repair.stream import repair_stream

    if len(options.files) != 1 or options.format != "text":
        raise UsageError("- is a stream of one text; --format and other files do not go with it")
    if options.write or options.choose or options.accept:
        raise UsageError("--write, --choose and --accept need a file, not -")
    decisions = read_decisions(options.decisions) if options.decisions else ()
    with Path(os.devnull).open("wb") as nowhere:
        sys.stdout.flush()
        target = nowhere if options.check else sys.stdout.buffer
        done = repair_stream(
            sys.stdin.buffer, target, lexicon=_lexicon(options.root), decisions=decisions
        )
        target.flush()
    for line in done.report(STREAM):
        say(line)
    return FINDINGS if options.check and done.damaged else DONE


def _adopt(options: argparse.Namespace) -> int:
    from scripts.adopt import adopt, default_docname
    from scripts.repair.decisions import decisions_path, missing, read_decisions
    from scripts.repair.report import guess_line, missing_line

    language = language_of(options.lang)
    path: Path = options.file
    docname = options.docname or default_docname(path)
    if not docname or docname.startswith(("/", ".")) or ".." in docname:
        raise UsageError(
            f"{docname!r} cannot be the name of a lesson; use --as with words like scan"
        )
    folder = language.folder(options.root)
    if options.to is not None:
        inner = language.folder(options.to)
        folder = inner if inner.is_dir() else options.to
    lesson_path = folder / f"{docname}.md"
    outputs_path = folder / ".previous" / f"{docname}.json"
    if lesson_path.exists() and not options.force:
        raise NaranhiError(f"{lesson_path}: is there already; choose another --as, or --force")

    findings: list[Diagnostic] = []
    repaired = None
    if path.suffix == ".ipynb":
        data = _read(path)
    else:
        decisions = read_decisions(options.decisions or decisions_path(path))
        repaired = _repaired(path, _lexicon(options.root), decisions)
        for decision in missing(repaired, decisions):
            say(f"{path}: {missing_line(decision)}")
        data = repaired.text.encode("utf-8")
        findings += [
            Diagnostic(path, lost.line, "lost-text", lost.message) for lost in repaired.lost
        ]
    beside = [file.relative_to(folder).with_suffix("").as_posix() for file in lesson_files(folder)]
    adoption = adopt(data, path=path, docname=docname, language=language, lessons=beside)
    findings = sorted({*findings, *adoption.findings})

    previous = json.dumps(adoption.previous_outputs, ensure_ascii=False, indent=1) + "\n"
    write_atomically(outputs_path, previous.encode("utf-8"))
    write_atomically(lesson_path, adoption.lesson.encode("utf-8"))
    result = {
        "lesson": str(lesson_path),
        "previous_outputs": str(outputs_path),
        "docname": docname,
        "cells": adoption.cells,
        "expected_errors": [_plain(error) for error in adoption.expected_errors],
        "links": [_plain(link) for link in adoption.links],
        "findings": [finding.to_json() for finding in findings],
        "steps": [step.to_json() for step in repaired.steps] if repaired else [],
        "guesses": [guess.to_json() for guess in repaired.guesses] if repaired else [],
    }
    if options.format == "json":
        _print_json(result)
    else:
        for finding in findings:
            print(finding)
        if repaired is not None:
            for guess in sorted(repaired.guesses, key=lambda guess: not guess.flagged):
                print(guess_line(path, guess, repaired.text))
        for link in adoption.links:
            print(f"{path}:{link.line}: link {link.old} -> {link.new}")
        for expected in adoption.expected_errors:
            print(f"{path}:{expected.line}: expected to raise {expected.raises}")
        print(f"{lesson_path}: {adoption.cells} code cells; the old outputs are in {outputs_path}")
    return DONE


def _check(options: argparse.Namespace) -> int:
    from scripts.check import check, fix

    lessons = read_lessons(options.root)
    paths = _lesson_paths(lessons, options.paths)
    if options.fix:
        for changed in fix(lessons, paths=paths):
            say(f"{changed}: fixed")
        lessons = read_lessons(options.root)
    findings = check(lessons, paths=paths)
    _print_findings(options, findings)
    if not findings:
        say(f"{len(lessons.items)} files checked, nothing found")
    return FINDINGS if errors(findings) else DONE


def _execute(options: argparse.Namespace) -> int:
    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    docnames = _docnames(lessons, options.lessons)
    with workspace.locked():
        execution = _run(lessons, workspace, options, docnames)
    if options.format == "json":
        _print_json([result.to_json() for result in execution.results])
        for finding in execution.diagnostics:
            say(str(finding))
    else:
        for result in execution.results:
            state = "executed" if result.ran else "up to date"
            print(f"{result.docname}: {state}, {len(result.cells)} cells, {result.seconds:.1f} s")
        _print_findings(options, execution.diagnostics)
    return FINDINGS if errors(execution.diagnostics) else DONE


def _render(options: argparse.Namespace) -> int:
    started = time.monotonic()
    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    with workspace.locked():
        return _finish_site(options, workspace, lessons, executed=0, started=started)


def _build(options: argparse.Namespace) -> int:
    from scripts.check import check

    started = time.monotonic()
    workspace = Workspace(options.root)
    with workspace.locked():
        lessons = read_lessons(options.root)
        findings = check(lessons)
        if errors(findings):
            return _stop_build(options, findings, started)
        for warning in findings:
            say(str(warning))
        execution = _run(lessons, workspace, options, None)
        if errors(execution.diagnostics):
            return _stop_build(options, execution.diagnostics, started)
        executed = sum(result.ran for result in execution.results)
        return _finish_site(options, workspace, lessons, executed=executed, started=started)


def _publish(options: argparse.Namespace) -> int:
    from scripts.publish import publish
    from scripts.versions import valid_name

    site = options.site
    if site is None:
        site = Workspace(options.root).site
        _refuse_outdated(site, read_lessons(options.root))
    published = publish(site, options.to, version=valid_name(options.version))
    if options.format == "json":
        _print_json(published.to_json())
    else:
        for finding in published.findings:
            print(finding)
        print(f"{options.to}: version {published.version}, {published.hash}")
    return DONE if published.ok else FINDINGS


def _serve(options: argparse.Namespace) -> int:
    from scripts.serve import serve

    site = options.out or Workspace(options.root).site
    if not (site / "index.html").is_file():
        raise NaranhiError(f'{site}: no site here; run "python -m scripts build" first')
    serve(site, port=options.port, open_browser=options.open)
    return DONE


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "repair": _repair,
    "adopt": _adopt,
    "check": _check,
    "execute": _execute,
    "render": _render,
    "build": _build,
    "publish": _publish,
    "serve": _serve,
}


# --- what the commands share ----------------------------------------------------------------------


def _run(
    lessons: Lessons, workspace: Workspace, options: argparse.Namespace, docnames: set[str] | None
) -> Execution:
    from scripts.execute import execute

    total = len(lessons.docnames if docnames is None else docnames)
    with ExecutionProgress(total) as progress:
        return execute(
            lessons,
            workspace.store,
            docnames=docnames,
            jobs=options.jobs,
            cell_timeout=options.timeout,
            force=options.force,
            progress=progress,
        )


def _finish_site(
    options: argparse.Namespace,
    workspace: Workspace,
    lessons: Lessons,
    *,
    executed: int,
    started: float,
) -> int:
    from scripts.render import render

    out = (options.out or workspace.site).absolute()
    rendering = render(
        lessons,
        workspace.store,
        out=out,
        work=workspace.build / "work",
        jobs=options.jobs,
        fresh=options.fresh,
        progress=say,
    )
    if rendering.diagnostics:
        return _stop_build(options, rendering.diagnostics, started, rendering.warnings)
    selected = workspace.store.selected()
    environment = dict(selected[1]) if selected else {}
    seconds = round(time.monotonic() - started, 2)
    if options.format == "json":
        _print_json(
            {
                "ok": True,
                "out": str(rendering.out),
                "pages": rendering.pages,
                "warnings": rendering.warnings,
                "executed": executed,
                "seconds": seconds,
                "jax": environment.get("jax"),
                "python": environment.get("python"),
                "findings": [],
            }
        )
        return DONE
    jax, python = environment.get("jax", "none"), environment.get("python", "none")
    print(f"{rendering.pages} pages, {executed} lessons executed, {seconds:.0f} s")
    print(f"outputs by JAX {jax} on Python {python}")
    print(f"the site: {rendering.out / 'index.html'}")
    return DONE


def _stop_build(
    options: argparse.Namespace,
    findings: Sequence[Diagnostic],
    started: float,
    warnings: int = 0,
) -> int:
    if options.format == "json":
        _print_json(
            {
                "ok": False,
                "out": None,
                "pages": 0,
                "warnings": warnings,
                "executed": 0,
                "seconds": round(time.monotonic() - started, 2),
                "findings": [finding.to_json() for finding in findings],
            }
        )
    else:
        for finding in findings:
            print(finding)
    say(f"{len(findings)} findings; the last good site, if there is one, is untouched")
    return FINDINGS


def _refuse_outdated(site: Path, lessons: Lessons) -> None:
    """Stop a publication of this root's site where the lessons have changed since its build."""
    try:
        record = json.loads((site / "build.json").read_bytes())
    except (FileNotFoundError, ValueError):
        return  # publish says what is wrong with such a site
    if record.get("sources") != sources_hash(lessons):
        raise NaranhiError(
            f'{site}: the lessons have changed since this site was built; run "build" first, '
            "or name the site with --site to publish it as it is"
        )


def _print_findings(options: argparse.Namespace, findings: Iterable[Diagnostic]) -> None:
    if options.format == "json":
        _print_json([finding.to_json() for finding in findings])
    else:
        for finding in findings:
            print(finding)


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _plain(value: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(value)


def _repaired(path: Path, lexicon: tuple[str, ...], decisions: tuple[Decision, ...] = ()) -> Repair:
    """Give the repaired text of a file; where it is no text, the error names the file."""
    from scripts.repair import RepairError, repair

    try:
        return repair(_read(path), lexicon=lexicon, decisions=decisions)
    except RepairError as error:
        raise RepairError(f"{path}: {error}") from error


def _decided(
    path: Path, kept: Path, options: argparse.Namespace, lexicon: tuple[str, ...]
) -> tuple[Repair, tuple[Decision, ...]]:
    """Repair a file as people decided before and by this command; what is new is kept at once."""
    from scripts.repair.decisions import (
        decide,
        decision_about,
        guess_at,
        merged,
        read_decisions,
        write_decisions,
    )

    old = read_decisions(kept)
    result = _repaired(path, lexicon, old)
    new = []
    for place in options.accept:
        accepted = result.flagged if place == ALL else [guess_at(result, *place)]
        new += [decision_about(guess, guess.text, old) for guess in accepted]
    for place, text in options.choose:
        guess = guess_at(result, *place)
        if text not in dict(guess.candidates):
            offered = ", ".join(candidate for candidate, _ in guess.candidates[:8])
            say(f"{path}:{guess.line}:{guess.column}: {text!r} is no candidate ({offered}); taken")
        new.append(decision_about(guess, text, old))
    if not new:
        return result, old
    decisions = merged(old, new)
    if write_decisions(kept, decisions):
        say(f"{path}: {len(new)} decisions; they are kept in {kept}")
    # All that is new is about guesses that are known: nothing is looked up in the source.
    return decide("", result, new), decisions


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise UsageError(f"{path}: is a folder; name a file") from None


def _lexicon(root: Path) -> tuple[str, ...]:
    """Give the Korean terms of the root's glossary, for the choice between doubtful syllables."""
    import tomllib

    path = root / "docs" / "glossary.toml"
    try:
        terms = tomllib.loads(path.read_bytes().decode("utf-8")).get("term", [])
    except FileNotFoundError:
        return ()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NaranhiError(f"{path}: cannot be read as TOML: {error}") from error
    return tuple(str(term["ko"]) for term in terms if term.get("ko"))


def _docnames(lessons: Lessons, names: Sequence[str]) -> set[str] | None:
    """Give the docnames of lessons named by docname or by path; None, for all, where none is."""
    if not names:
        return None
    by_path = {(lessons.root / lesson.path).resolve(): lesson.docname for lesson in lessons.items}
    found = set()
    for name in names:
        if name in lessons.docnames:
            found.add(name)
        elif (path := Path(name).resolve()) in by_path:
            found.add(by_path[path])
        else:
            raise UsageError(f"{name}: no such lesson; there are: {', '.join(lessons.docnames)}")
    return found


def _lesson_paths(lessons: Lessons, paths: Sequence[Path]) -> tuple[Path, ...] | None:
    """Give the lesson files that the paths name, relative to the root; None for all."""
    if not paths:
        return None
    root = lessons.root.resolve()
    found = []
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path}: no such file or folder")
        wanted = path.resolve()
        under = [
            lesson.path
            for lesson in lessons.items
            if (root / lesson.path) == wanted or wanted in (root / lesson.path).parents
        ]
        if not under:
            raise UsageError(f"{path}: no lesson of {lessons.root}")
        found += under
    return tuple(found)


def _exclusive(options: argparse.Namespace, *names: str) -> None:
    given = [f"--{name}" for name in names if getattr(options, name)]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} do not go together")
