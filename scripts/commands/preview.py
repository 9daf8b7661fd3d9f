"""The `preview` command: looks for saved files, and has the pages made that they change."""

from __future__ import annotations

import argparse
import functools
import sys
import threading
import time
import webbrowser

from scripts.commands.progress import ExecutionProgress, say
from scripts.commands.selection import docnames_of
from scripts.commands.workspace import Workspace
from scripts.console import DONE
from scripts.diagnostic import NaranhiError
from scripts.files import locked
from scripts.lesson.reading import read_lessons
from scripts.preview.pages import SECONDS_BETWEEN_LOOKS, SECONDS_OF_QUIET, Preview, Shown, States
from scripts.preview.server import Server

_SECONDS_FOR_WRITING = 0.3


def preview(options: argparse.Namespace) -> int:
    """Serve the pages and keep them up to date until interrupted."""
    from scripts.render import Press

    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    named = docnames_of(lessons, [options.lesson] if options.lesson else [])
    folder = workspace.build / "preview"
    with locked(folder, what="preview"), Press(folder) as press, Server(options.port) as server:
        pages = Preview(
            workspace, press, tell=server.tell, progress=ExecutionProgress, trusted=options.trust
        )
        server.preview = pages
        saved = pages.saved_files()
        say("making the pages for the first time")
        _report(pages.refresh())
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = (
            f"{lessons.origin(name).language.tag}/{name}.html"
            if named and (name := min(named))
            else ""
        )
        address = f"{server.address}{page}" + ("?view=both" if page else "")
        sys.stdout.write(f"{address} (Ctrl-C ends it)\n")
        sys.stdout.flush()
        if options.open:
            webbrowser.open(address)
        last = time.monotonic()
        try:
            while True:
                time.sleep(SECONDS_BETWEEN_LOOKS)
                if (now := pages.saved_files()) != saved:
                    saved, last = _written(pages, now, saved), time.monotonic()
                    try:
                        _report(pages.refresh())
                    except NaranhiError as error:
                        # A glossary with a fault in it, such as one that is half written.
                        say(f"naranhi preview: {error}")
                elif not pages.settled and time.monotonic() - last > SECONDS_OF_QUIET:
                    pages.settle(functools.partial(_as_they_were, pages, saved))
        except KeyboardInterrupt:
            return DONE
        finally:
            server.shutdown()
            pages.close()


def _written(pages: Preview, now: States, before: States) -> States:
    """Give the files when none is empty that was not: some editors empty a file, then write it."""
    end = time.monotonic() + _SECONDS_FOR_WRITING
    while time.monotonic() < end:
        if not any(state[1] == 0 and before.get(path) != state for path, state in now.items()):
            break
        time.sleep(SECONDS_BETWEEN_LOOKS / 4)
        now = pages.saved_files()
    return now


def _as_they_were(pages: Preview, saved: States) -> bool:
    return pages.saved_files() == saved


def _report(shown: Shown) -> None:
    """Say on the terminal what the browser shows, for who has no browser beside it."""
    found = [finding for page in shown.findings.values() for finding in page]
    for finding in found:
        say(str(finding))
    say(f"{', '.join(shown.pages) or 'pages'} in {shown.seconds:.2f} s, {len(found)} findings")
