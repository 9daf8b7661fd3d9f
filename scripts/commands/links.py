"""The command `links`: every link of the lessons, before a release."""

from __future__ import annotations

import argparse

from scripts.commands.progress import say
from scripts.commands.selection import paths_of, unread
from scripts.console import DONE, FINDINGS, print_json
from scripts.diagnostic import counted
from scripts.lesson.reading import read_lessons
from scripts.messages import language_of_messages


def links(options: argparse.Namespace) -> int:
    """Print what is wrong with links and names; with `--fix`, what is left of it."""
    from scripts.check import RULES, Selection, check_links, fix

    lessons = read_lessons(options.root)
    paths = paths_of(lessons, options.paths)
    if options.fix:
        rules = [rule for rule in RULES if rule.id == "link"]
        for changed in fix(lessons, paths=paths, rules=rules):
            say("fixed", changed)
        lessons = read_lessons(options.root)
    selection = Selection(lessons, paths)
    findings = check_links(selection)
    tag = language_of_messages(options.messages, options.format)
    if options.format == "json":
        print_json([finding.to_json() for finding in findings])
    else:
        for finding in findings:
            print(finding.shown(tag))
    problems = unread(lessons, selection.docnames)
    for problem in problems:
        say(problem)
    if not findings and not problems:
        say(f"{counted(len(selection.files), 'file')}, every link is good")
    return FINDINGS if findings or problems else DONE
