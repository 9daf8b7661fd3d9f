"""The `preview` command: looks for saved files, and has the pages made that they change."""

from __future__ import annotations

import argparse
import contextlib
import functools
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from scripts.commands.progress import ExecutionProgress, say, show
from scripts.commands.selection import docnames_of, meant
from scripts.commands.workspace import Workspace
from scripts.console import DONE
from scripts.diagnostic import NaranhiError, counted
from scripts.files import States, locked, write_atomically
from scripts.lesson import Lessons
from scripts.lesson.reading import read_lessons
from scripts.preview.pages import EVERY, SECONDS_BETWEEN_LOOKS, SECONDS_OF_QUIET, Preview, Shown
from scripts.preview.server import Server

_SECONDS_FOR_WRITING = 0.3
_SECONDS_BETWEEN_COUNTS = 5.0
_ADDRESS = "address.txt"


def preview(options: argparse.Namespace) -> int:
    """Serve the pages and keep them up to date until interrupted."""
    from scripts.render import Press

    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    named = docnames_of(lessons, [options.lesson] if options.lesson else [])
    folder = workspace.build / "preview"
    with (
        locked(folder, what="preview", where=_address_of(folder)),
        Press(folder) as press,
        Server(options.port) as server,
    ):
        write_atomically(folder / _ADDRESS, server.address.encode())
        pages = Preview(
            workspace,
            press,
            tell=server.tell,
            progress=functools.partial(ExecutionProgress, live=False),
            tell_running=server.tell_running,
            trusted=options.trust,
        )
        server.preview = pages
        saved = workspace.saved_files()
        say("making the pages; the address follows when they are there")
        with _counting(pages, len(lessons.items)):
            shown = pages.refresh()
        _report(shown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = page_of(lessons, options.lesson, min(named)) if named else ""
        address = f"{server.address}{page}" + ("?view=both" if page else "")
        show(f"{address} (Ctrl-C ends it)")
        sys.stdout.flush()
        if options.open:
            webbrowser.open(address)
        pages.warm_up()
        last = time.monotonic()
        try:
            while True:
                time.sleep(SECONDS_BETWEEN_LOOKS)
                if (now := workspace.saved_files()) != saved or pages.has_executed:
                    saved, last = _written(workspace, now, saved), time.monotonic()
                    try:
                        _report(pages.refresh())
                    except NaranhiError as error:
                        # A glossary, for one, with a fault in it, such as one that is half written.
                        say(error, "naranhi preview")
                    except OSError as error:
                        # A file was gone before it was read, or the disk is full.
                        say(f"{error}; trying again", "naranhi preview")
                        time.sleep(_SECONDS_FOR_WRITING)
                        saved = {}
                elif not pages.settled and time.monotonic() - last > SECONDS_OF_QUIET:
                    pages.settle(functools.partial(_as_they_were, workspace, saved))
        except KeyboardInterrupt:
            return DONE
        finally:
            server.shutdown()
            pages.close()


def _address_of(folder: Path) -> str:
    """Give where the last preview of a folder is, or was, "" where there was none."""
    try:
        return f" at {(folder / _ADDRESS).read_bytes().decode()}"
    except FileNotFoundError:
        return ""


@contextlib.contextmanager
def _counting(pages: Preview, total: int) -> Iterator[None]:
    """Say from time to time how many pages have been read."""
    ended = threading.Event()
    began = time.time()

    def count() -> None:
        last = ""
        while not ended.wait(_SECONDS_BETWEEN_COUNTS):
            read = [path for build in pages.builds for path in build.doctrees.rglob("*.doctree")]
            number = sum(_is_new(path, began) for path in read)
            rest = "" if number < total else ", they are being written"
            if number and (line := f"{number} of {counted(total, 'page')} read{rest}") != last:
                say(line)
                last = line

    thread = threading.Thread(target=count, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _is_new(path: Path, since: float) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_mtime >= since
    return False


def page_of(lessons: Lessons, name: str, docname: str) -> str:
    """Give the page of a lesson: in the language of the file that is named, else a translation."""
    paths = meant(lessons.root, Path(name))
    versions = lessons.versions(docname)
    origin = lessons.origin(docname)
    found = [one for one in versions if (lessons.root / one.path).resolve() in paths]
    found += [one for one in versions if one is not origin]
    return f"{(found or [origin])[0].language.tag}/{docname}.html"


def _written(workspace: Workspace, now: States, before: States) -> States:
    """Give the files when none is empty or gone that was not.

    Some editors empty a file, then write it, and some move it away, then write it anew.
    """
    end = time.monotonic() + _SECONDS_FOR_WRITING
    while time.monotonic() < end:
        emptied = any(state[1] == 0 and before.get(path) != state for path, state in now.items())
        if not emptied and before.keys() <= now.keys():
            break
        time.sleep(SECONDS_BETWEEN_LOOKS / 4)
        now = workspace.saved_files()
    return now


def _as_they_were(workspace: Workspace, saved: States) -> bool:
    return workspace.saved_files() == saved


def _report(shown: Shown) -> None:
    """Say on the terminal what the browser shows, for who has no browser beside it."""
    # What is wrong with the whole site is told on every page.
    found = list(dict.fromkeys(one for page in shown.findings.values() for one in page))
    for finding in found:
        say(finding)
    pages = ", ".join("all pages" if page == EVERY else page for page in shown.pages) or "no page"
    say(f"{pages} in {shown.seconds:.2f} s, {counted(len(found), 'finding')}")
