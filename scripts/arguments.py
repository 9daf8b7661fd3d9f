"""The arguments of the command line: what each command takes, with examples of its use."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from scripts.languages import LANGUAGES

REPOSITORY = Path(__file__).resolve().parent.parent

# `--accept` without a place.
ALL = (0, 0)

_WAIT = "how long another publication may take before this one gives up (600)"


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
        name: str,
        summary: str,
        *examples: str,
        formats: Sequence[str] = ("text", "json"),
        notes: Sequence[str] = (),
    ) -> argparse.ArgumentParser:
        lines = [f"  python -m scripts {example}" for example in examples]
        made = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            parents=[common],
            formatter_class=argparse.RawDescriptionHelpFormatter,
            epilog="\n".join(["examples:", *lines, *([""] if notes else []), *notes]),
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
        "check --rules",
        formats=("text", "json", "github", "sarif"),
    )
    check.add_argument("--rules", action="store_true", help="list the rules, with their reasons")
    check.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    check.add_argument("--fix", action="store_true", help="mend what can be mended safely")

    links = command(
        "links",
        "say which links lead nowhere or by old ways, and which names JAX has given up",
        "links",
        "links lessons_ko/scan.md",
        "links --fix",
        "links --format json",
        notes=(
            "Nothing is fetched: what JAX, NumPy and Python document is in an inventory.",
            "",
            "exit codes: 0 every link is good, 1 some are not, 2 wrong use",
        ),
    )
    links.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    links.add_argument("--fix", action="store_true", help="write today's address of what moved")

    status = command(
        "status",
        "say how far translations are, and which blocks are behind by what words",
        "status",
        "status scan",
        "status lessons_ko/scan.md --format json",
    )
    status.add_argument("lessons", nargs="*", metavar="LESSON", help="default: a table of all")

    confirm = command(
        "confirm",
        "note that a translation says what its origin says now",
        'confirm scan:scan-carry.3f2a91 --by "Kim Haneul"',
        "confirm lessons_ko/scan.md:41 --by Kim",
        "confirm scan --by Kim",
        "confirm scan --by Lee --reviewed",
        "confirm scan:scan-carry.3f2a91 --by Kim --no-change",
        notes=(
            "A block is named as status names it, or by a line of the file that is named. Of a",
            "whole lesson, blocks stay behind whose origin changed while they did not: translate",
            "them, or name them one by one. Exit code 1 where something could not be confirmed.",
        ),
    )
    confirm.add_argument("target", metavar="LESSON[:BLOCK]")
    confirm.add_argument("--by", required=True, metavar="NAME", help="who has read both texts")
    confirm.add_argument(
        "--reviewed", action="store_true", help="NAME has reviewed what somebody else translated"
    )
    confirm.add_argument(
        "--machine", action="store_true", help="a machine translated it and nobody has read it"
    )
    confirm.add_argument(
        "--no-change",
        action="store_true",
        help="the translation holds as it stands; who translated and reviewed it stays",
    )

    start = command(
        "start",
        "begin a translation: a file with cells, labels and directives in place",
        "start scan --to ko",
        "start lessons_ko/scan.md --to en",
    )
    start.add_argument("lesson", metavar="LESSON")
    start.add_argument("--to", required=True, choices=[language.tag for language in LANGUAGES])

    sync_code = command(
        "sync-code",
        "put the origin's code into the translation again; translated comments stay",
        "sync-code scan",
        "sync-code",
    )
    sync_code.add_argument("lessons", nargs="*", metavar="LESSON", help="default: all")

    inventory = command(
        "inventory",
        "say what JAX, NumPy or Python document, and renew the tables of it",
        "inventory jax.numpy.where jax.tree_map",
        "inventory --project python",
        "inventory --update ~/src/jax --release 0.12.0",
        "inventory --project numpy --update https://numpy.org/doc/stable/objects.inv",
        notes=(
            "SOURCE is a checkout of the project's sources, which is read and not run, or an",
            "objects.inv: a file, or an address where there is a network.",
            "",
            "exit codes: 0 done, 1 a name is not documented, 2 wrong use",
        ),
    )
    inventory.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    inventory.add_argument("--project", choices=("jax", "numpy", "python"), default="jax")
    inventory.add_argument("--update", metavar="SOURCE", help="renew the project's tables")
    inventory.add_argument("--release", metavar="V", help="the release that SOURCE is of")
    inventory.add_argument("--to", type=Path, metavar="DIR", help="write the tables elsewhere")

    running = argparse.ArgumentParser(add_help=False)
    running.add_argument(
        "--jobs",
        type=_count,
        metavar="N",
        help="lessons at once (default: cores, or what the workers of --scheduler take)",
    )
    running.add_argument(
        "--scheduler",
        type=_scheduler,
        metavar="ADDRESS",
        help="run lessons by the workers of this Dask scheduler, such as tcp://127.0.0.1:8786",
    )
    running.add_argument(
        "--timeout", type=_seconds, default=60.0, metavar="SECONDS", help="limit of one cell (60)"
    )
    running.add_argument(
        "--memory",
        type=_gigabytes,
        default=0,
        metavar="GB",
        help="limit of one lesson (default: what suits the machine)",
    )
    _add_trust(running)
    running.add_argument("--force", action="store_true", help="run lessons whose outputs are there")
    running.add_argument(
        "--cold-kernels",
        action="store_true",
        help="start each kernel from nothing, not from a process that has imported JAX",
    )

    execute = command(
        "execute",
        "run each lesson's code once and keep the outputs",
        "execute",
        "execute scan tracing",
        "execute scan --force --timeout 300",
        "execute --twice",
        "execute --scheduler tcp://127.0.0.1:8786",
    )
    _add_all(execute, running)
    execute.add_argument(
        "--twice",
        action="store_true",
        help="run each lesson two times, and name the cells that do not give the same",
    )
    execute.add_argument("lessons", nargs="*", metavar="LESSON")

    drift = command(
        "drift",
        "say what changed in the outputs from one JAX, version or page to another",
        "drift",
        "drift --from jax==0.10.2 --to current",
        "drift --from 0.11.0 --to 0.12.0 --published /srv/www",
        "drift --from /backup/_build/outputs scan tracing",
        "drift --from previous --all",
        "drift --from lessons_ko/.previous/jitting.json --format json",
        notes=(
            "--from and --to are each: current (what the site shows); a version's folder, or",
            "its name with --published; a store's folder; words such as jax==0.10.2, or the",
            "beginning of a fingerprint, in this root's store; previous (what adopted pages",
            "showed), or one file of it.",
            "",
            "exit codes: 0 nothing worse than formatting, 1 other values, outputs or errors,",
            "2 wrong use",
        ),
    )
    drift.add_argument("lessons", nargs="*", metavar="LESSON", help="only these (default: all)")
    drift.add_argument(
        "--from", dest="old", metavar="A", help="default: the newest other environment"
    )
    drift.add_argument("--to", dest="new", metavar="B", help="default: current")
    drift.add_argument(
        "--published", type=Path, metavar="DIR", help="where versions that are named lie"
    )
    drift.add_argument(
        "--all", action="store_true", dest="every", help="show each changed cell, not one of a kind"
    )

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
    render.add_argument("--jobs", type=_count, metavar="N", help="processes (default: cores)")

    build = command(
        "build",
        "check, execute and render: everything that is not up to date",
        "build",
        "build --root ~/my-lessons --out ~/site",
        "build --fresh --jobs 1",
    )
    _add_all(build, running)
    build.set_defaults(twice=False)
    _add_all(build, site)

    _add_publishing(command)

    gc = command(
        "gc",
        "delete stored outputs of old environments and of code that is gone, and what is cached",
        "gc --dry-run",
        "gc --keep 1",
        "gc --to /srv/www --keep 3",
        notes=(
            "With --to it is a published folder that is cleaned: files of withdrawn versions,",
            "and all but the last --keep public roots. Published versions are kept.",
        ),
    )
    gc.add_argument("--to", type=Path, metavar="DIR", help="clean this published folder instead")
    gc.add_argument("--wait", type=_seconds, default=600.0, metavar="SECONDS", help=_WAIT)
    gc.add_argument(
        "--keep",
        type=_count,
        default=2,
        metavar="N",
        help="environments to keep besides the selected one, or public roots (2)",
    )
    gc.add_argument("--dry-run", action="store_true", help="say what it would free, delete nothing")

    serve = command(
        "serve", "show the built site on this machine", "serve", "serve --port 8080 --open"
    )
    serve.add_argument(
        "--out", type=Path, metavar="DIR", help="the site (default: ROOT/_build/site)"
    )
    serve.add_argument("--port", type=int, default=8000, metavar="N", help="0 takes any free port")
    serve.add_argument("--open", action="store_true", help="open it in the browser")

    command(
        "lsp",
        "check lessons in an editor, as a language server over stdin and stdout",
        "lsp",
        notes=("Editors start this themselves: docs/translating.md says how to set them up.",),
    )

    preview = command(
        "preview",
        "show the lessons in a browser, made again a moment after each is saved",
        "preview",
        "preview scan --open",
        "preview --root ~/my-lessons --port 0",
        notes=(
            "What is wrong with a page is shown on it, at its place, and here. Code that has",
            "changed is executed first. Search is not brought up to date: that is for build.",
        ),
    )
    preview.add_argument(
        "lesson", nargs="?", metavar="LESSON", help="open this one, with both languages"
    )
    preview.add_argument(
        "--port", type=int, default=8000, metavar="N", help="0 takes any free port"
    )
    preview.add_argument("--open", action="store_true", help="open it in the browser")
    _add_trust(preview)
    return main


def _add_trust(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trust",
        action="store_true",
        help="where no box can be made, run the lessons' code with all your rights",
    )


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
            type=_seconds,
            default=600.0,
            metavar="SECONDS",
            help=_WAIT,
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


def _add_publishing(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the commands that make and prove published versions."""
    dry = argparse.ArgumentParser(add_help=False)
    dry.add_argument(
        "--dry-run", action="store_true", help="say what it would come to, change nothing"
    )
    codes = "exit codes: 0 done, or nothing to do; 1 refused, or something is wrong; 2 wrong use"

    publish = command(
        "publish",
        "make the finished site a version that never changes",
        "publish --to /srv/www --version 0.12.0",
        "publish --branch gh-pages --remote origin --version 0.12.0",
        "publish --to /srv/www --version 0.12.0 --dry-run",
        "publish --to /srv/www --version 0.13.0 --without ko/scan",
        notes=("The host serves DIR/current.", codes),
    )
    _add_all(publish, _target())
    publish.add_argument("--version", required=True, metavar="V")
    publish.add_argument("--site", type=Path, metavar="DIR", help="default: ROOT/_build/site")
    publish.add_argument(
        "--lock",
        type=Path,
        metavar="FILE",
        help="what was installed, kept with the version (default: docs/requirements.txt)",
    )
    _add_without(publish)
    _add_all(publish, dry)

    release = command(
        "release",
        "do all that a new JAX asks for: execute, compare, check, build twice, publish",
        "release 0.12.0",
        "release 0.12.0 --to /srv/www",
        "release 0.12.0 --version 0.12.0.post1 --branch gh-pages --remote origin",
        notes=(
            "tox run -e release -- 0.12.0 locks and installs this JAX first.",
            "Without --to or --branch nothing is published.",
            codes,
        ),
    )
    _add_all(release, _target(required=False, writes=False))
    release.add_argument("jax", metavar="JAX", help="the version that has to be installed")
    release.add_argument("--version", metavar="V", help="what to publish it as (default: JAX)")
    _add_without(release)
    _add_trust(release)

    verify = command(
        "verify",
        "prove that every published byte is as it was",
        "verify --to /srv/www",
        "verify --to /srv/www --expect 3f5a...",
        notes=(
            "--expect takes the hash that publish printed, kept where nobody else writes.",
            codes,
        ),
    )
    _add_all(verify, _target(writes=False))
    verify.add_argument(
        "--expect", default="", metavar="HASH", help="a hash that the history must hold"
    )

    versions = command(
        "versions",
        "list what is published, and how it came to be",
        "versions --to /srv/www",
        "versions --branch gh-pages --format json",
    )
    _add_all(versions, _target(writes=False))

    rollback = command(
        "rollback",
        "show again what was shown before",
        "rollback --to /srv/www",
        "rollback --to /srv/www --generation 4",
        "rollback --to /srv/www --version 0.12.0",
        notes=("Later versions are kept, unlisted; a rollback can be rolled back.", codes),
    )
    _add_all(rollback, _target())
    which = rollback.add_mutually_exclusive_group()
    which.add_argument("--generation", type=_count, metavar="N", help="what generation N showed")
    which.add_argument("--version", default="", metavar="V", help="when V was the latest version")
    _add_all(rollback, dry)

    withdraw = command(
        "withdraw",
        "take a version away from readers, and leave a page that says so",
        "withdraw 0.12.0 --to /srv/www",
        notes=("Its files stay until gc --to DIR; rollback shows them again until then.", codes),
    )
    _add_all(withdraw, _target())
    withdraw.add_argument("withdrawn", nargs="?", metavar="VERSION")
    withdraw.add_argument("--version", metavar="V", help="the same")
    _add_all(withdraw, dry)


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


def _scheduler(text: str) -> str:
    kind, _, place = text.partition("://")
    if not kind or ":" not in place:
        raise argparse.ArgumentTypeError(
            f"{text} is no address of a scheduler, such as tcp://127.0.0.1:8786"
        )
    return text


def _gigabytes(text: str) -> int:
    try:
        return round(_seconds(text) * 1e9)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text} is no number of gigabytes above 0") from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
    return seconds
