"""The command `drift`: what changed in the outputs, for a person or a program."""

from __future__ import annotations

import argparse
import os
import shutil
import sys

from scripts.commands.progress import say
from scripts.commands.selection import docnames_of
from scripts.commands.workspace import Workspace
from scripts.console import DONE, FINDINGS, print_json
from scripts.diagnostic import NaranhiError
from scripts.files import write_atomically
from scripts.lesson.reading import read_lessons

# What a report is written for where there is no terminal.
_WIDTH = 100


def drift(options: argparse.Namespace) -> int:
    """Compare two sides, print the report, and keep it for the site's page."""
    from scripts.execute.drift import CURRENT, compare, find_source, newest_other, report

    lessons = read_lessons(options.root)
    workspace = Workspace(options.root)
    store = workspace.store
    docnames = docnames_of(lessons, options.lessons)
    # Where the last execution failed nothing was selected; what it got is compared all the same.
    wanted = options.new or (CURRENT if store.selected() else newest_other(store, ""))
    new = find_source(wanted or CURRENT, lessons, store, published=options.published)
    name = options.old or newest_other(store, new.side.fingerprint)
    if name is None:
        raise NaranhiError(
            f"{store.folder}: there is nothing to compare with {wanted}, only one environment "
            "has run the lessons; execute them with another JAX, or name a side with --from"
        )
    old = find_source(name, lessons, store, published=options.published)
    found = compare(lessons, old, new, docnames=docnames)
    if docnames is None and wanted == CURRENT:
        write_atomically(workspace.drift, found.to_text().encode("utf-8"))
        say(f'{workspace.drift}: kept; the next "render" makes a page of it')
    if options.format == "json":
        print_json(found.to_json())
    else:
        sys.stdout.write(report(found, width=_width(), colour=_colour(), every=options.every))
    return FINDINGS if found.severe else DONE


def _width() -> int:
    return shutil.get_terminal_size((_WIDTH, 24)).columns if sys.stdout.isatty() else _WIDTH


def _colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
