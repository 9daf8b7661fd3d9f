"""What each command of the command line takes, with examples of its use."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from scripts.commands.argument_parts import (
    WAIT,
    NewCommand,
    add_messages,
    add_trust,
    choice,
    count,
    gigabytes,
    place,
    port,
    scheduler,
    seconds,
)
from scripts.commands.publish_arguments import PUBLISHING
from scripts.languages import LANGUAGES

# `--accept` without a place.
ALL = (0, 0)


def _repair(command: NewCommand) -> None:
    parser = command(
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
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="- is a stream, from stdin to stdout"
    )
    parser.add_argument(
        "--stdout", action="store_true", help="print the repaired text, nothing else"
    )
    parser.add_argument(
        "--write", action="store_true", help="repair the file; the original is kept"
    )
    parser.add_argument(
        "--check", action="store_true", help="exit 1 where a file needs repair or a decision"
    )
    parser.add_argument(
        "--choose",
        action="append",
        default=[],
        type=choice,
        metavar="LINE:COLUMN=TEXT",
        help="decide a guess, at the place that the report names",
    )
    parser.add_argument(
        "--accept",
        action="append",
        default=[],
        nargs="?",
        const=ALL,
        type=place,
        metavar="LINE:COLUMN",
        help="take a guess as it stands; without a place, all doubtful ones",
    )
    parser.add_argument(
        "--decisions",
        type=Path,
        metavar="FILE",
        help="where decisions are kept (default: FILE.decisions.jsonl, beside the page)",
    )
    parser.add_argument(
        "--all", "--verbose", action="store_true", dest="every", help="list the sure guesses too"
    )


def _adopt(command: NewCommand) -> None:
    parser = command(
        "adopt",
        "make a lesson of a foreign page: nbconvert Markdown or a notebook",
        "adopt old/jitting.md --lang ko",
        "adopt intro.ipynb --lang en --as first-steps --to lessons_en",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .ipynb notebook, or Markdown")
    parser.add_argument(
        "--lang",
        required=True,
        choices=[language.tag for language in LANGUAGES],
        help="the language that the page is written in",
    )
    parser.add_argument(
        "--as", dest="docname", metavar="DOCNAME", help="the lesson's name (default: the file's)"
    )
    parser.add_argument(
        "--to", type=Path, metavar="DIR", help="where to put it (default: the language's folder)"
    )
    parser.add_argument("--force", action="store_true", help="write over a lesson that is there")
    parser.add_argument(
        "--decisions",
        type=Path,
        metavar="FILE",
        help="decisions about guesses (default: FILE.decisions.jsonl, beside the page)",
    )


def _check(command: NewCommand) -> None:
    parser = command(
        "check",
        "say what is wrong with the lessons",
        "check",
        "check lessons_ko/scan.md",
        "check --fix",
        "check --staged",
        "check --format json",
        "check --messages ko",
        "check --rules",
        formats=("text", "json", "github", "sarif"),
        notes=("exit codes: 0 no errors, though there may be warnings; 1 errors; 2 wrong use",),
    )
    parser.add_argument(
        "--rules",
        nargs="?",
        const="en",
        choices=("en", "ko"),
        help="list the rules, with their reasons, in English (en) or Korean (ko)",
    )
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="a lesson or a folder (default: all)"
    )
    parser.add_argument("--fix", action="store_true", help="mend what can be mended safely")
    parser.add_argument(
        "--staged", action="store_true", help="check the lessons that the next commit touches"
    )
    add_messages(parser)


def _links(command: NewCommand) -> None:
    parser = command(
        "links",
        "say which links lead nowhere or to old addresses, and which names JAX has given up",
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
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="a lesson or a folder (default: all)"
    )
    parser.add_argument("--fix", action="store_true", help="write today's address of what moved")
    add_messages(parser)


def _status(command: NewCommand) -> None:
    parser = command(
        "status",
        "say how far translations are, and which blocks are behind by what words",
        "status",
        "status scan",
        "status lessons_ko/scan.md --format json",
    )
    parser.add_argument("lessons", nargs="*", metavar="LESSON", help="default: a table of all")
    add_messages(parser)


def _confirm(command: NewCommand) -> None:
    parser = command(
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
    parser.add_argument(
        "target", metavar="LESSON[:BLOCK]", help="one block, or without BLOCK the whole lesson"
    )
    parser.add_argument("--by", required=True, metavar="NAME", help="who has read both texts")
    parser.add_argument(
        "--reviewed", action="store_true", help="NAME has reviewed what somebody else translated"
    )
    parser.add_argument(
        "--machine", action="store_true", help="a machine translated it and nobody has read it"
    )
    parser.add_argument(
        "--no-change",
        action="store_true",
        help="the translation holds as it stands; who translated and reviewed it stays",
    )
    add_messages(parser)


def _start(command: NewCommand) -> None:
    parser = command(
        "start",
        "begin a translation: a file with cells, labels and directives in place",
        "start scan --to ko",
        "start lessons_ko/scan.md --to en",
    )
    parser.add_argument("lesson", metavar="LESSON", help="a lesson that is there in one language")
    parser.add_argument(
        "--to",
        required=True,
        choices=[language.tag for language in LANGUAGES],
        help="the language to translate it into",
    )
    add_messages(parser)


def _sync_code(command: NewCommand) -> None:
    parser = command(
        "sync-code",
        "put the origin's code into the translation again; translated comments stay",
        "sync-code scan",
        "sync-code",
    )
    parser.add_argument("lessons", nargs="*", metavar="LESSON", help="default: all")
    add_messages(parser)


def _inventory(command: NewCommand) -> None:
    parser = command(
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
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    parser.add_argument(
        "--project", choices=("jax", "numpy", "python"), default="jax", help="default: jax"
    )
    parser.add_argument("--update", metavar="SOURCE", help="renew the project's tables")
    parser.add_argument("--release", metavar="V", help="the release that SOURCE is of")
    parser.add_argument("--to", type=Path, metavar="DIR", help="write the tables elsewhere")


def _running() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--jobs",
        type=count,
        metavar="N",
        help="lessons at once (default: cores, or what the workers of --scheduler take)",
    )
    shared.add_argument(
        "--scheduler",
        type=scheduler,
        metavar="ADDRESS",
        help="run lessons by the workers of this Dask scheduler, such as tcp://127.0.0.1:8786",
    )
    shared.add_argument(
        "--timeout", type=seconds, default=60.0, metavar="SECONDS", help="limit of one cell (60)"
    )
    shared.add_argument(
        "--memory",
        type=gigabytes,
        default=0,
        metavar="GB",
        help="limit of one lesson (default: what suits the machine)",
    )
    add_trust(shared)
    shared.add_argument("--force", action="store_true", help="run lessons whose outputs are there")
    shared.add_argument(
        "--cold-kernels",
        action="store_true",
        help="start each kernel from nothing, not from a process that has imported JAX",
    )
    return shared


def _execute(command: NewCommand) -> None:
    parser = command(
        "execute",
        "run each lesson's code once and keep the outputs",
        "execute",
        "execute scan tracing",
        "execute scan --force --timeout 300",
        "execute --twice",
        "execute --scheduler tcp://127.0.0.1:8786",
        parents=[_running()],
    )
    parser.add_argument(
        "--twice",
        action="store_true",
        help="run each lesson two times, and name the cells that do not give the same",
    )
    parser.add_argument("lessons", nargs="*", metavar="LESSON", help="default: all")


def _drift(command: NewCommand) -> None:
    parser = command(
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
    parser.add_argument("lessons", nargs="*", metavar="LESSON", help="only these (default: all)")
    parser.add_argument(
        "--from", dest="old", metavar="A", help="default: the newest other environment"
    )
    parser.add_argument("--to", dest="new", metavar="B", help="default: current")
    parser.add_argument(
        "--published", type=Path, metavar="DIR", help="where versions that are named lie"
    )
    parser.add_argument(
        "--all", action="store_true", dest="every", help="show each changed cell, not one of a kind"
    )


def _site() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--out", type=Path, metavar="DIR", help="the site (default: ROOT/_build/site)"
    )
    shared.add_argument("--fresh", action="store_true", help="read and write every page anew")
    return shared


def _render(command: NewCommand) -> None:
    parser = command(
        "render",
        "make the site from lessons and stored outputs",
        "render",
        "render --out /tmp/site --fresh",
        parents=[_site()],
    )
    parser.add_argument("--jobs", type=count, metavar="N", help="processes (default: cores)")


def _build(command: NewCommand) -> None:
    parser = command(
        "build",
        "check, execute and render: everything that is not up to date",
        "build",
        "build --root ~/my-lessons --out ~/site",
        "build --fresh --jobs 1",
        parents=[_running(), _site()],
    )
    parser.set_defaults(twice=False)


def _gc(command: NewCommand) -> None:
    parser = command(
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
    parser.add_argument(
        "--to", type=Path, metavar="DIR", help="clean this published folder instead"
    )
    parser.add_argument("--wait", type=seconds, default=600.0, metavar="SECONDS", help=WAIT)
    parser.add_argument(
        "--keep",
        type=count,
        default=2,
        metavar="N",
        help="environments to keep besides the selected one, or public roots (2)",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what it would free, delete nothing"
    )


def _serve(command: NewCommand) -> None:
    parser = command(
        "serve", "show the built site on this machine", "serve", "serve --port 8080 --open"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="the site (default: ROOT/_build/site)"
    )
    parser.add_argument(
        "--port", type=port, default=8000, metavar="N", help="default: 8000; 0 takes any free port"
    )
    parser.add_argument("--open", action="store_true", help="open it in the browser")


def _lsp(command: NewCommand) -> None:
    command(
        "lsp",
        "check lessons in an editor, as a language server over stdin and stdout",
        "lsp",
        notes=("Editors start this themselves: docs/translating.md says how to set them up.",),
    )


def _preview(command: NewCommand) -> None:
    parser = command(
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
    parser.add_argument(
        "lesson", nargs="?", metavar="LESSON", help="open this one, with both languages"
    )
    parser.add_argument(
        "--port", type=port, default=8000, metavar="N", help="default: 8000; 0 takes any free port"
    )
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    add_messages(parser)
    add_trust(parser)


COMMANDS: Mapping[str, Callable[[NewCommand], None]] = {
    "repair": _repair,
    "adopt": _adopt,
    "check": _check,
    "links": _links,
    "status": _status,
    "confirm": _confirm,
    "start": _start,
    "sync-code": _sync_code,
    "inventory": _inventory,
    "execute": _execute,
    "drift": _drift,
    "render": _render,
    "build": _build,
    **PUBLISHING,
    "gc": _gc,
    "serve": _serve,
    "lsp": _lsp,
    "preview": _preview,
}
