"""The command line: the parser of its commands, and what they have in common."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.commands.argument_parts import folder
from scripts.commands.stage_arguments import COMMANDS
from scripts.diagnostic import COMMAND

REPOSITORY = Path(__file__).resolve().parents[2]

_EXIT_CODES = "exit codes: 0 done, 1 findings or failures, 2 wrong use, 130 interrupted"


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Give the options of one command, `options.command`; exits with 2 where they are wrong.

    >>> parse(["execute", "scan", "--jobs", "2"]).lessons
    ['scan']
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    # The parsers of all commands take longer than some commands do.
    return parser(*COMMANDS.keys() & arguments[:1]).parse_args(arguments)


def parser(*names: str) -> argparse.ArgumentParser:
    """Give the parser of the commands with these names, or of all."""
    main = argparse.ArgumentParser(
        prog=COMMAND,
        description="Naranhi: repair, adopt, check, execute, render and publish bilingual lessons.",
        epilog=_EXIT_CODES,
    )
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--root",
        type=folder,
        default=REPOSITORY,
        metavar="DIR",
        help="the folder that holds lessons_ko/ and lessons_en/ (default: this repository)",
    )

    def command(
        name: str,
        summary: str,
        *examples: str,
        formats: Sequence[str] = ("text", "json"),
        notes: Sequence[str] = (),
        parents: Sequence[argparse.ArgumentParser] = (),
    ) -> argparse.ArgumentParser:
        lines = [f"  {COMMAND} {example}" for example in examples]
        if not any("xit code" in note for note in notes):
            notes = (*notes, *([""] if notes else []), _EXIT_CODES)
        made = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            parents=[common, *parents],
            formatter_class=argparse.RawDescriptionHelpFormatter,
            epilog="\n".join(["examples:", *lines, "", *notes]),
        )
        made.add_argument(
            "--format", choices=formats, default="text", help="how results are printed (text)"
        )
        return made

    for name in names or COMMANDS:
        COMMANDS[name](command)
    return main
