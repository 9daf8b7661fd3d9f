"""What the command line is made of: types of arguments, and options that several commands have."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

# Makes the parser of a command: its name, a summary, examples; `formats`, `notes` and `parents`,
# parsers whose options it has too, by name.
NewCommand = Callable[..., argparse.ArgumentParser]

WAIT = "how long another publication may take before this one gives up (600)"


_LAST_PORT = 65_535


def folder(text: str) -> Path:
    """Give a folder that exists, absolute."""
    path = Path(text).expanduser()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return path.resolve()


def place(text: str) -> tuple[int, int]:
    """Give a line and a column, such as 8:9."""
    line, _, column = text.partition(":")
    if not (line.isdecimal() and column.isdecimal() and int(line) and int(column)):
        raise argparse.ArgumentTypeError(
            f"{text} is no LINE:COLUMN, such as 8:9; a FILE stands before it"
        )
    return int(line), int(column)


def choice(text: str) -> tuple[tuple[int, int], str]:
    """Give a place and what to write there, such as 8:9=섭."""
    at, equals, chosen = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text} is no LINE:COLUMN=TEXT, such as 8:9=섭")
    try:
        chosen.encode("utf-8")
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("the chosen text is no UTF-8") from None
    if "\n" in chosen:
        raise argparse.ArgumentTypeError("the chosen text is more than one line")
    return place(at), chosen


def count(text: str) -> int:
    """Give a number of 1 or more."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number of 1 or more")
    return int(text)


def port(text: str) -> int:
    """Give the number of a port; 0 stands for any that is free."""
    if not text.isdigit() or int(text) > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is no number from 0 to {_LAST_PORT}")
    return int(text)


def scheduler(text: str) -> str:
    """Give the address of a scheduler, such as tcp://127.0.0.1:8786."""
    kind, _, address = text.partition("://")
    if not kind or ":" not in address:
        raise argparse.ArgumentTypeError(
            f"{text} is no address of a scheduler, such as tcp://127.0.0.1:8786"
        )
    return text


def gigabytes(text: str) -> int:
    """Give a number of gigabytes above 0, in bytes."""
    try:
        return round(seconds(text) * 1e9)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text} is no number of gigabytes above 0") from None


def seconds(text: str) -> float:
    """Give a number of seconds above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
    return seconds


def add_messages(parser: argparse.ArgumentParser) -> None:
    """Add the option that says in which language a command speaks."""
    parser.add_argument(
        "--messages",
        choices=("en", "ko"),
        help="speak English (en) or Korean (ko); the default is the terminal's language"
        " (LC_ALL, LC_MESSAGES or LANG) for text, and English for other formats",
    )


def add_trust(parser: argparse.ArgumentParser) -> None:
    """Add the option that lets code run where no box can be made."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="where no box can be made, run the lessons' code with all your rights",
    )
