"""The command line: one sub-command a stage, and `build`, which runs the pipeline.

Results go to stdout, as text or with `--format json`; talk and progress go to stderr. Exit codes:
0 done, 1 findings or failures, 2 wrong use, 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import signal
from collections.abc import Callable, Sequence
from typing import NoReturn

from scripts.commands.arguments import parse
from scripts.commands.progress import say
from scripts.console import (
    DONE,
    FINDINGS,
    INTERRUPTED,
    WRONG_USE,
    StdoutError,
    not_written,
    print_json,
    results,
)
from scripts.diagnostic import NaranhiError, UsageError
from scripts.messages import language_of_messages, speaking


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; never raises for what a user can cause."""
    options = parse(arguments)
    for number in _INTERRUPTS:
        signal.signal(number, _interrupt)
    wanted = getattr(options, "messages", None)
    with speaking(language_of_messages(wanted, options.format)):
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    name = f"naranhi {options.command}"
    try:
        with results():
            code: int = COMMANDS[options.command](options)
    except UsageError as error:
        say(error, name)
        return WRONG_USE
    except NaranhiError as error:
        return _failed(options, error)
    except BrokenPipeError:
        # The reader of our results, such as `head`, has seen enough.
        return DONE
    except StdoutError as error:
        say(not_written(error), name)
        return FINDINGS
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _failed(options, NaranhiError(f"{place}{error.strerror or error}"))
    except KeyboardInterrupt:
        kept = "; what was finished is kept, the same command goes on from there"
        say(f"interrupted{kept if options.command in _RESUMED else ''}")
        return INTERRUPTED
    return code


# The commands that do long work in steps, and keep each of them.
_RESUMED = frozenset({"build", "execute", "inventory", "publish", "release", "render", "repair"})
# Those by which a person or a system asks us to end.
_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)


def _interrupt(signal_number: int, frame: object) -> NoReturn:
    # Who asks twice gets no faster end: kernels are being ended and files put away, and a second
    # exception in the middle of that would leave some of it. Not SIG_IGN: a signal that has come
    # already would be told of as one "ignored due to race condition".
    for number in _INTERRUPTS:
        signal.signal(number, lambda *_: None)
    raise KeyboardInterrupt


def _failed(options: argparse.Namespace, error: NaranhiError) -> int:
    say(error, f"naranhi {options.command}")
    if options.format == "json":
        print_json({"ok": False, "error": str(error)})
    return FINDINGS


def _of(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    """Give a command that is imported when it runs: `check` starts in half the time so."""

    def command(options: argparse.Namespace) -> int:
        found: Callable[[argparse.Namespace], int]
        found = getattr(importlib.import_module(f"scripts.commands.{module}"), name)
        return found(options)

    return command


def _gc(options: argparse.Namespace) -> int:
    """Clean what is published where a place is named, else what is stored here."""
    where = "gc" if options.to is None else "publish"
    return _of(where, "collect")(options)


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "repair": _of("pages", "repair"),
    "adopt": _of("pages", "adopt"),
    "check": _of("checking", "check"),
    "links": _of("links", "links"),
    "status": _of("sync", "status"),
    "confirm": _of("sync", "confirm_blocks"),
    "start": _of("sync", "start"),
    "sync-code": _of("sync", "sync_code"),
    "inventory": _of("inventory", "inventory"),
    "execute": _of("building", "execute"),
    "drift": _of("drift", "drift"),
    "render": _of("building", "render"),
    "build": _of("building", "build"),
    "publish": _of("publish", "publish"),
    "release": _of("release", "release"),
    "verify": _of("publish", "verify"),
    "versions": _of("publish", "versions"),
    "rollback": _of("publish", "roll_back"),
    "withdraw": _of("publish", "withdraw"),
    "lsp": _of("language_server", "lsp"),
    "serve": _of("serve", "serve"),
    "preview": _of("preview", "preview"),
    "gc": _gc,
}
