"""The commands that work on single pages, wherever they are: `repair` and `adopt`."""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.commands.progress import say, show
from scripts.commands.stage_arguments import ALL
from scripts.console import DONE, FINDINGS, print_json
from scripts.diagnostic import Diagnostic, NaranhiError, Severity, UsageError
from scripts.doubts import decisions_path
from scripts.files import write_atomically
from scripts.glossary import read_glossary
from scripts.languages import language_of
from scripts.lesson.reading import lesson_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scripts.repair import Decision, Guess, Repair

# The name of a file that stands for stdin and stdout.
STREAM = Path("-")


def repair(options: argparse.Namespace) -> int:
    """Repair files, or a stream, and say what was done; give the exit code."""
    from scripts.repair import RepairError, write_repaired
    from scripts.repair.decisions import after_writing, missing, write_decisions
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
    for path in options.files:
        _readable(path)
    lexicon = _lexicon(options.root)
    results = []
    damaged = False
    failed = False
    for path in options.files:
        kept = options.decisions or decisions_path(path)
        try:
            result, decisions = _decided(path, kept, options, lexicon)
        except RepairError as error:
            if one:
                raise
            # One that is no text keeps nobody from the others.
            say(error, "naranhi repair")
            failed = True
            continue
        damaged = damaged or result.changed or bool(result.lost or result.flagged)
        gone = missing(result, decisions)
        if options.write:
            # The doubts first: killed between the two, none of them is forgotten.
            with _writing(kept):
                if write_decisions(kept, after_writing(result, decisions)):
                    say(f"{path}: the decisions are kept in {kept}")
            with _writing(path):
                original = write_repaired(path, result)
            if original is not None:
                say(f"{path}: repaired; the original is kept as {original}")
            if result.flagged:
                noun, verb = ("guess", "is") if len(result.flagged) == 1 else ("guesses", "are")
                say(f"{path}: {len(result.flagged)} {noun} {verb} written that nobody decided")
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
        print_json([result.to_json(path) for path, result, *_ in results])
    else:
        for path, result, _, gone in results:
            print(describe(path, result, every=options.every, missing=gone))
            if result.changed and not (options.write or options.check):
                print(f"{path}: nothing was written; --write writes it, and keeps the original")
    if options.stdout or options.format == "json":
        for path, _, _, gone in results:
            for decision in gone:
                say(f"{path}: {missing_line(decision)}")
    return FINDINGS if failed or (options.check and damaged) else DONE


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


def adopt(options: argparse.Namespace) -> int:
    """Make a lesson of a foreign page and say what became of it; give the exit code."""
    from scripts.adopt import adopt as adopted
    from scripts.adopt import default_docname
    from scripts.repair.decisions import (
        missing,
        read_decisions,
        with_doubts,
        write_decisions,
    )
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
    kept = decisions_path(lesson_path)
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
    make = functools.partial(adopted, path=path, docname=docname, language=language, lessons=beside)
    adoption = make(data)
    lesson = adoption.lesson
    left: tuple[Decision, ...] = ()
    if repaired is not None and (repaired.flagged or kept.exists()):
        doubts, unplaced = _doubts_of_lesson(repaired, lambda text: make(text.encode()).lesson)
        findings += [_without_place(path, guess) for guess in unplaced]
        lesson, left = with_doubts(lesson, doubts, read_decisions(kept))
        # The doubts first: killed between the two, none of them is forgotten.
        with _writing(kept):
            write_decisions(kept, left)
    findings = sorted({*findings, *adoption.findings})

    previous = json.dumps(adoption.previous_outputs, ensure_ascii=False, indent=1) + "\n"
    with _writing(outputs_path):
        # It names the page, whose name may be no UTF-8.
        write_atomically(outputs_path, previous.encode("utf-8", "backslashreplace"))
    with _writing(lesson_path):
        write_atomically(lesson_path, lesson.encode("utf-8"))
    open_doubts = sum(decision.text is None for decision in left)
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
        "decisions": str(kept) if left else None,
        "doubts": open_doubts,
    }
    if options.format == "json":
        print_json(result)
    else:
        for finding in findings:
            show(finding)
        if repaired is not None:
            for guess in sorted(repaired.guesses, key=lambda guess: not guess.flagged):
                print(guess_line(path, guess, repaired.text))
        for link in adoption.links:
            print(f"{path}:{link.line}: link {link.old} -> {link.new}")
        for expected in adoption.expected_errors:
            print(f"{path}:{expected.line}: expected to raise {expected.raises}")
        print(f"{lesson_path}: {adoption.cells} code cells; the old outputs are in {outputs_path}")
        if open_doubts:
            noun = "guess" if open_doubts == 1 else "guesses"
            print(f"{lesson_path}: {open_doubts} {noun} that nobody has decided, kept in {kept}")
    return DONE


def _doubts_of_lesson(
    repaired: Repair, lesson_of: Callable[[str], str]
) -> tuple[tuple[Decision, ...], tuple[Guess, ...]]:
    """Give the doubts about a repaired page as they stand in the lesson that is made of it.

    The second part are the guesses that have no place there, or none that is certain.
    """
    from scripts.adopt.following import followed
    from scripts.repair.decisions import doubt_at

    flagged = repaired.flagged
    lesson = lesson_of(repaired.text)
    places = followed(repaired.text, [(guess.start, guess.end) for guess in flagged], lesson_of)
    doubts = [
        doubt_at(lesson, span, guess.candidates)
        for guess, spans in zip(flagged, places, strict=True)
        for span in spans
    ]
    unplaced = [guess for guess, spans in zip(flagged, places, strict=True) if not spans]
    return tuple(doubts), tuple(unplaced)


def _without_place(path: Path, guess: Guess) -> Diagnostic:
    return Diagnostic(
        path,
        guess.line,
        "doubt-left-behind",
        f'the guess "{guess.text}" has no certain place in the lesson; it is not marked there',
        Severity.WARNING,
        "look at it here, before you adopt the page",
        guess.column,
    )


def _repaired(path: Path, lexicon: tuple[str, ...], decisions: tuple[Decision, ...] = ()) -> Repair:
    """Give the repaired text of a file; where it is no text, the error names the file."""
    from scripts.repair import RepairError
    from scripts.repair import repair as repaired

    try:
        return repaired(_read(path), lexicon=lexicon, decisions=decisions)
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

    def guess_there(line: int, column: int) -> Guess:
        try:
            return guess_at(result, line, column)
        except UsageError as error:
            raise UsageError(f"{path}:{error}") from None

    new = []
    for place in options.accept:
        accepted = result.flagged if place == ALL else [guess_there(*place)]
        new += [decision_about(guess, guess.text, old) for guess in accepted]
    for place, text in options.choose:
        guess = guess_there(*place)
        if text not in dict(guess.candidates):
            offered = ", ".join(candidate for candidate, _ in guess.candidates[:8])
            say(f"{path}:{guess.line}:{guess.column}: {text!r} is no candidate ({offered}); taken")
        new.append(decision_about(guess, text, old))
    if not new:
        return result, old
    decisions = merged(old, new)
    with _writing(kept):
        if write_decisions(kept, decisions):
            noun = "decision" if len(new) == 1 else "decisions"
            say(f"{path}: {len(new)} {noun}, kept in {kept}")
    # All that is new is about guesses that are known: nothing is looked up in the source.
    return decide("", result, new), decisions


def _lexicon(root: Path) -> tuple[str, ...]:
    """Give the Korean terms of the root's glossary, for the choice between doubtful syllables."""
    return tuple(term.korean for term in read_glossary(root) if term.korean)


def _readable(path: Path) -> None:
    """Raise UsageError where there is no file to read: before any other is worked on."""
    if path.is_dir():
        raise UsageError(f"{path}: is a folder; name its files, such as {path / '*.md'}")
    if not path.exists():
        raise UsageError(f"{path}: no such file")


def _read(path: Path) -> bytes:
    _readable(path)
    return path.read_bytes()


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Name the file that cannot be written; nothing of it has changed then."""
    try:
        yield
    except OSError as error:
        raise NaranhiError(
            f"{path}: cannot be written ({error.strerror}) and is left as it was; "
            "make room or get leave to write there, then run the command again"
        ) from error


def _exclusive(options: argparse.Namespace, *names: str) -> None:
    given = [f"--{name}" for name in names if getattr(options, name)]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} do not go together")


def _plain(value: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(value)
