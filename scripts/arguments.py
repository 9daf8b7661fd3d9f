"""The arguments of the command line: what each command takes, with examples of its use."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from scripts.languages import LANGUAGES

REPOSITORY = Path(__file__).resolve().parent.parent

# `--accept` without a place.
ALL = (0, 0)


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Give the options of one command, `options.command`; exits with 2 where they are wrong.

    >>> parse(["execute", "scan", "--jobs", "2"]).lessons
    ['scan']
    """
    return parser().parse_args(arguments)


def parser() -> argparse.ArgumentParser:
    """Give the parser of all commands."""
    main = argparse.ArgumentParser(
        prog="python -m scripts",
        description="Naranhi: repair, adopt, check, execute, render and publish bilingual lessons.",
        epilog="exit codes: 0 done, 1 findings or failures, 2 wrong use, 130 interrupted",
    )
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--root",
        type=_folder,
        default=REPOSITORY,
        metavar="DIR",
        help="the folder that holds lessons_ko/ and lessons_en/ (default: this repository)",
    )

    def command(
        name: str, summary: str, *examples: str, formats: Sequence[str] = ("text", "json")
    ) -> argparse.ArgumentParser:
        lines = [f"  python -m scripts {example}" for example in examples]
        made = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            parents=[common],
            formatter_class=argparse.RawDescriptionHelpFormatter,
            epilog="\n".join(["examples:", *lines]),
        )
        made.add_argument("--format", choices=formats, default="text")
        return made

    repair = command(
        "repair",
        "give damaged Korean text back and name every guess",
        "repair page.md",
        "repair page.md --stdout > clean.md",
        "repair lessons_ko/*.md --check",
        "repair page.md --write --format json",
        "repair page.md --choose 8:9=섭 --accept 10:7",
        "repair page.md --format html > page.html",
        "repair - < large.md > clean.md",
        formats=("text", "json", "html"),
    )
    repair.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="- is a stream, from stdin to stdout"
    )
    repair.add_argument(
        "--stdout", action="store_true", help="print the repaired text, nothing else"
    )
    repair.add_argument(
        "--write", action="store_true", help="repair the file; the original is kept"
    )
    repair.add_argument(
        "--check", action="store_true", help="exit 1 where a file needs repair or a decision"
    )
    repair.add_argument(
        "--choose",
        action="append",
        default=[],
        type=_choice,
        metavar="LINE:COLUMN=TEXT",
        help="decide a guess, at the place that the report names",
    )
    repair.add_argument(
        "--accept",
        action="append",
        default=[],
        nargs="?",
        const=ALL,
        type=_place,
        metavar="LINE:COLUMN",
        help="take a guess as it stands; without a place, all doubtful ones",
    )
    repair.add_argument(
        "--decisions",
        type=Path,
        metavar="FILE",
        help="where decisions are kept (default: FILE.decisions.jsonl, beside the page)",
    )
    repair.add_argument(
        "--all", "--verbose", action="store_true", dest="every", help="list the sure guesses too"
    )

    adopt = command(
        "adopt",
        "make a lesson of a foreign page: nbconvert Markdown or a notebook",
        "adopt old/jitting.md --lang ko",
        "adopt intro.ipynb --lang en --as first-steps --to lessons_en",
    )
    adopt.add_argument("file", type=Path, metavar="FILE")
    adopt.add_argument("--lang", required=True, choices=[language.tag for language in LANGUAGES])
    adopt.add_argument("--as", dest="docname", metavar="DOCNAME", help="the lesson's name")
    adopt.add_argument(
        "--to", type=Path, metavar="DIR", help="where to put it (default: the language's folder)"
    )
    adopt.add_argument("--force", action="store_true", help="write over a lesson that is there")
    adopt.add_argument(
        "--decisions",
        type=Path,
        metavar="FILE",
        help="decisions about guesses (default: FILE.decisions.jsonl, beside the page)",
    )

    check = command(
        "check",
        "say what is wrong with the lessons",
        "check",
        "check lessons_ko/scan.md",
        "check --fix",
        "check --format json",
    )
    check.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    check.add_argument("--fix", action="store_true", help="mend what can be mended safely")

    running = argparse.ArgumentParser(add_help=False)
    running.add_argument(
        "--jobs",
        type=_count,
        default=_cores(),
        metavar="N",
        help="lessons at once (default: cores)",
    )
    running.add_argument(
        "--timeout", type=_seconds, default=60.0, metavar="SECONDS", help="limit of one cell (60)"
    )
    running.add_argument("--force", action="store_true", help="run lessons whose outputs are there")

    execute = command(
        "execute",
        "run each lesson's code once and keep the outputs",
        "execute",
        "execute scan tracing",
        "execute scan --force --timeout 300",
    )
    _add_all(execute, running)
    execute.add_argument("lessons", nargs="*", metavar="LESSON")

    site = argparse.ArgumentParser(add_help=False)
    site.add_argument(
        "--out", type=Path, metavar="DIR", help="the site (default: ROOT/_build/site)"
    )
    site.add_argument("--fresh", action="store_true", help="read and write every page anew")

    render = command(
        "render",
        "make the site from lessons and stored outputs",
        "render",
        "render --out /tmp/site --fresh",
    )
    _add_all(render, site)
    render.add_argument("--jobs", type=_count, default=_cores(), metavar="N")

    build = command(
        "build",
        "check, execute and render: everything that is not up to date",
        "build",
        "build --root ~/my-lessons --out ~/site",
        "build --fresh --jobs 1",
    )
    _add_all(build, running)
    _add_all(build, site)

    publish = command(
        "publish",
        "make the finished site a version that never changes",
        "publish --to /srv/www --version 0.12.0",
    )
    publish.add_argument("--to", type=Path, required=True, metavar="DIR")
    publish.add_argument("--version", required=True, metavar="V")
    publish.add_argument("--site", type=Path, metavar="DIR", help="default: ROOT/_build/site")

    serve = command(
        "serve", "show the built site on this machine", "serve", "serve --port 8080 --open"
    )
    serve.add_argument(
        "--out", type=Path, metavar="DIR", help="the site (default: ROOT/_build/site)"
    )
    serve.add_argument("--port", type=int, default=8000, metavar="N", help="0 takes any free port")
    serve.add_argument("--open", action="store_true", help="open it in the browser")
    return main


def _add_all(parser: argparse.ArgumentParser, shared: argparse.ArgumentParser) -> None:
    for action in shared._actions:
        parser._add_action(action)


def _folder(text: str) -> Path:
    path = Path(text).expanduser()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return path.resolve()


def _place(text: str) -> tuple[int, int]:
    line, _, column = text.partition(":")
    if not (line.isdecimal() and column.isdecimal() and int(line) and int(column)):
        raise argparse.ArgumentTypeError(
            f"{text} is no LINE:COLUMN, such as 8:9; a FILE stands before it"
        )
    return int(line), int(column)


def _choice(text: str) -> tuple[tuple[int, int], str]:
    place, equals, chosen = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text} is no LINE:COLUMN=TEXT, such as 8:9=섭")
    try:
        chosen.encode("utf-8")
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("the chosen text is no UTF-8") from None
    if "\n" in chosen:
        raise argparse.ArgumentTypeError("the chosen text is more than one line")
    return _place(place), chosen


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number of 1 or more")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
    return seconds


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
