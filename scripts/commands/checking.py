"""The command `check`: what is wrong with the lessons, in the form that was asked for."""

from __future__ import annotations

import argparse
from dataclasses import replace

from scripts.commands.progress import say
from scripts.commands.selection import at_root, calls_at_root, from_here, paths_of
from scripts.commands.staged import staged_paths
from scripts.commands.workspace import Workspace
from scripts.console import DONE, FINDINGS, print_json
from scripts.diagnostic import COMMAND, Diagnostic, Severity, UsageError, counted, errors
from scripts.lesson.reading import read_lessons
from scripts.messages import language_of_messages, told


def check(options: argparse.Namespace) -> int:
    """Print what is wrong with the lessons, mend what can be mended where that is asked."""
    from scripts import check as stage
    from scripts.check import reports
    from scripts.commands.checked import checked

    if options.rules:
        print(reports.rules_table(options.rules), end="")
        return DONE
    lessons = read_lessons(options.root)
    if options.staged and options.paths:
        raise UsageError("--staged names the lessons by itself; leave out the paths")
    paths = staged_paths(lessons) if options.staged else paths_of(lessons, options.paths)
    tag = language_of_messages(options.messages, options.format)
    left = False
    if options.fix:
        taken: list[Diagnostic] = []
        try:
            fixed = stage.fix(lessons, paths=paths, tell=taken.append)
        except stage.LeftProtectedError as error:
            fixed, left = error.changed, True
            say(error)
        for changed in fixed:
            say("fixed", changed)
        for one in taken:
            say(from_here(at_root(one, options.root), options.root))
        lessons = read_lessons(options.root)
    found, unexecuted = checked(lessons, paths, store=Workspace(options.root).store)
    if options.staged:
        found = tuple(map(_as_committed, found))
    findings = [at_root(told(finding, tag), options.root) for finding in found]
    if options.format != "json":
        findings = [from_here(finding, options.root) for finding in findings]
    if options.format == "sarif":
        print_json(reports.sarif(findings, tag))
    elif options.format == "json":
        print_json([finding.to_json() for finding in findings])
    else:
        shown = reports.github if options.format == "github" else reports.text
        for finding in findings:
            print(shown(finding))
    if not findings:
        count = counted(len(lessons.items if paths is None else set(paths)), "file")
        say(f"{count} checked, nothing found")
    if unexecuted and options.format == "text" and not options.staged:
        files = counted(unexecuted, "file")
        call = calls_at_root(f"{COMMAND} execute", options.root)
        say(
            f"{files} not executed yet, so what a page says of its outputs was not checked;"
            f' run "{call}"'
        )
    return FINDINGS if left or errors(findings) else DONE


def _as_committed(finding: Diagnostic) -> Diagnostic:
    """Give a finding as it weighs in a commit.

    A record is read with the marks of a merge in it, too, but nobody means to keep these.
    """
    is_mark = finding.rule == "conflict-marker"
    return replace(finding, severity=Severity.ERROR) if is_mark else finding
