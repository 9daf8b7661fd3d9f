"""What the commands take that make and prove published versions."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from scripts.commands.argument_parts import WAIT, NewCommand, add_trust, count, seconds

_CODES = "exit codes: 0 done, or nothing to do; 1 refused, or something is wrong; 2 wrong use"


def _publish(command: NewCommand) -> None:
    parser = command(
        "publish",
        "make the finished site a version that never changes",
        "publish --to /srv/www --version 0.12.0",
        "publish --branch gh-pages --remote origin --version 0.12.0",
        "publish --to /srv/www --version 0.12.0 --dry-run",
        "publish --to /srv/www --version 0.13.0 --without ko/scan",
        notes=("The host serves DIR/current.", _CODES),
        parents=[_target(), _dry()],
    )
    parser.add_argument(
        "--version", required=True, metavar="V", help="its name, such as 0.12.0; never taken twice"
    )
    parser.add_argument("--site", type=Path, metavar="DIR", help="default: ROOT/_build/site")
    parser.add_argument(
        "--lock",
        type=Path,
        metavar="FILE",
        help="what was installed, kept with the version (default: docs/requirements.txt)",
    )
    _add_without(parser)


def _release(command: NewCommand) -> None:
    parser = command(
        "release",
        "do all that a new JAX asks for: execute, compare, check, build twice, publish",
        "release 0.12.0",
        "release 0.12.0 --to /srv/www",
        "release 0.12.0 --version 0.12.0.post1 --branch gh-pages --remote origin",
        notes=(
            "tox run -e release -- 0.12.0 locks and installs this JAX first.",
            "Without --to or --branch nothing is published.",
            _CODES,
        ),
        parents=[_target(required=False, writes=False)],
    )
    parser.add_argument("jax", metavar="JAX", help="the version that has to be installed")
    parser.add_argument("--version", metavar="V", help="what to publish it as (default: JAX)")
    _add_without(parser)
    add_trust(parser)


def _verify(command: NewCommand) -> None:
    parser = command(
        "verify",
        "prove that every published byte is as it was",
        "verify --to /srv/www",
        "verify --to /srv/www --expect 3f5a...",
        notes=(
            "--expect takes the hash that publish printed, kept where nobody else writes.",
            _CODES,
        ),
        parents=[_target(writes=False)],
    )
    parser.add_argument(
        "--expect", default="", metavar="HASH", help="a hash that the history must hold"
    )


def _versions(command: NewCommand) -> None:
    command(
        "versions",
        "list what is published, and how it came to be",
        "versions --to /srv/www",
        "versions --branch gh-pages --format json",
        parents=[_target(writes=False)],
    )


def _rollback(command: NewCommand) -> None:
    parser = command(
        "rollback",
        "show again what was shown before",
        "rollback --to /srv/www",
        "rollback --to /srv/www --generation 4",
        "rollback --to /srv/www --version 0.12.0",
        notes=("Later versions are kept, unlisted; a rollback can be rolled back.", _CODES),
        parents=[_target(), _dry()],
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--generation", type=count, metavar="N", help="what generation N showed")
    which.add_argument("--version", default="", metavar="V", help="when V was the latest version")


def _withdraw(command: NewCommand) -> None:
    parser = command(
        "withdraw",
        "take a version away from readers, and leave a page that says so",
        "withdraw 0.12.0 --to /srv/www",
        notes=("Its files stay until gc --to DIR; rollback shows them again until then.", _CODES),
        parents=[_target(), _dry()],
    )
    parser.add_argument("withdrawn", nargs="?", metavar="VERSION", help="the version to take away")
    parser.add_argument("--version", metavar="V", help="the same")


def _target(*, required: bool = True, writes: bool = True) -> argparse.ArgumentParser:
    """Give the options that name where versions are published."""
    target = argparse.ArgumentParser(add_help=False)
    place = target.add_mutually_exclusive_group(required=required)
    place.add_argument("--to", type=Path, metavar="DIR", help="the folder that a host serves from")
    place.add_argument(
        "--branch", metavar="NAME", help="a branch of the repository that ROOT is in"
    )
    target.add_argument(
        "--remote", metavar="NAME", help="the branch is this remote's, such as origin"
    )
    if writes:
        target.add_argument(
            "--wait",
            type=seconds,
            default=600.0,
            metavar="SECONDS",
            help=WAIT,
        )
    return target


def _add_without(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="LESSON",
        help="publish though this lesson failed or is missing; ko/scan, or scan for all languages",
    )


def _dry() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--dry-run", action="store_true", help="say what it would come to, change nothing"
    )
    return shared


PUBLISHING: Mapping[str, Callable[[NewCommand], None]] = {
    "publish": _publish,
    "release": _release,
    "verify": _verify,
    "versions": _versions,
    "rollback": _rollback,
    "withdraw": _withdraw,
}
