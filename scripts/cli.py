"""The command line: one sub-command a stage, and `build`, which runs the pipeline.

Results go to stdout, as text or with `--format json`; talk and progress go to stderr. Exit codes:
0 done, 1 findings or failures, 2 wrong use, 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from scripts import page_commands
from scripts.arguments import parse
from scripts.console import DONE, FINDINGS, INTERRUPTED, WRONG_USE, print_json
from scripts.diagnostic import Diagnostic, NaranhiError, UsageError, errors
from scripts.files import locked
from scripts.lesson import Lessons, read_lessons, sources_hash
from scripts.outputs import OutputStore
from scripts.progress import ExecutionProgress, say
from scripts.versions import BUILD_RECORD, valid_name

if TYPE_CHECKING:
    from scripts.execute import Execution


@dataclass(frozen=True)
class Workspace:
    """The folders that one root's work happens in; all but the lessons can be made anew."""

    root: Path

    @property
    def build(self) -> Path:
        """Give the folder that holds whatever a build makes."""
        return self.root / "_build"

    @property
    def store(self) -> OutputStore:
        """Give the store of the outputs of this root's lessons."""
        return OutputStore(self.build / "outputs")

    @property
    def site(self) -> Path:
        """Give the folder that a build leaves the site in, where no other is named."""
        return self.build / "site"

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other builds of this root waiting outside."""
        with locked(self.build, what="build"):
            yield


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; never raises for what a user can cause."""
    options = parse(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        code: int = COMMANDS[options.command](options)
        sys.stdout.flush()
    except UsageError as error:
        say(f"naranhi {options.command}: {error}")
        return WRONG_USE
    except NaranhiError as error:
        return _failed(options, str(error))
    except BrokenPipeError:
        # The reader of our results, such as `head`, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return _failed(options, f"{error.filename or options.command}: {error.strerror or error}")
    except KeyboardInterrupt:
        say("interrupted; what was finished is kept, the same command goes on from there")
        return INTERRUPTED
    return code


def _interrupt(signal_number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _failed(options: argparse.Namespace, message: str) -> int:
    say(f"naranhi {options.command}: {message}")
    if options.format == "json":
        print_json({"ok": False, "error": message})
    return FINDINGS


# --- the commands -------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    from scripts.check import check, fix

    lessons = read_lessons(options.root)
    paths = _lesson_paths(lessons, options.paths)
    if options.fix:
        for changed in fix(lessons, paths=paths):
            say(f"{changed}: fixed")
        lessons = read_lessons(options.root)
    findings = check(lessons, paths=paths)
    _print_findings(options, findings)
    if not findings:
        say(f"{len(lessons.items)} files checked, nothing found")
    return FINDINGS if errors(findings) else DONE


def _execute(options: argparse.Namespace) -> int:
    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    docnames = _docnames(lessons, options.lessons)
    with workspace.locked():
        execution = _run(lessons, workspace, options, docnames)
    if options.format == "json":
        print_json([result.to_json() for result in execution.results])
        for finding in execution.diagnostics:
            say(str(finding))
    else:
        for result in execution.results:
            state = "executed" if result.ran else "up to date"
            print(f"{result.docname}: {state}, {len(result.cells)} cells, {result.seconds:.1f} s")
        _print_findings(options, execution.diagnostics)
    return FINDINGS if errors(execution.diagnostics) else DONE


def _render(options: argparse.Namespace) -> int:
    started = time.monotonic()
    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    with workspace.locked():
        return _finish_site(options, workspace, lessons, executed=0, started=started)


def _build(options: argparse.Namespace) -> int:
    from scripts.check import check

    started = time.monotonic()
    workspace = Workspace(options.root)
    with workspace.locked():
        lessons = read_lessons(options.root)
        findings = check(lessons)
        if errors(findings):
            return _stop_build(options, findings, started)
        for warning in findings:
            say(str(warning))
        execution = _run(lessons, workspace, options, None)
        if errors(execution.diagnostics):
            return _stop_build(options, execution.diagnostics, started)
        executed = sum(result.ran for result in execution.results)
        return _finish_site(options, workspace, lessons, executed=executed, started=started)


def _publish(options: argparse.Namespace) -> int:
    from scripts.publish import publish

    site = options.site
    if site is None:
        site = Workspace(options.root).site
        _refuse_outdated(site, read_lessons(options.root))
    published = publish(site, options.to, version=valid_name(options.version))
    if options.format == "json":
        print_json(published.to_json())
    else:
        for finding in published.findings:
            print(finding)
        print(f"{options.to}: version {published.version}, {published.hash}")
    return DONE if published.ok else FINDINGS


def _serve(options: argparse.Namespace) -> int:
    from scripts.serve import serve

    site = options.out or Workspace(options.root).site
    if not (site / "index.html").is_file():
        raise NaranhiError(f'{site}: no site here; run "python -m scripts build" first')
    serve(site, port=options.port, open_browser=options.open)
    return DONE


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "repair": page_commands.repair,
    "adopt": page_commands.adopt,
    "check": _check,
    "execute": _execute,
    "render": _render,
    "build": _build,
    "publish": _publish,
    "serve": _serve,
}


# --- what the commands share ----------------------------------------------------------------------


def _run(
    lessons: Lessons, workspace: Workspace, options: argparse.Namespace, docnames: set[str] | None
) -> Execution:
    from scripts.execute import execute

    total = len(lessons.docnames if docnames is None else docnames)
    with ExecutionProgress(total) as progress:
        return execute(
            lessons,
            workspace.store,
            docnames=docnames,
            jobs=options.jobs,
            cell_timeout=options.timeout,
            force=options.force,
            progress=progress,
        )


def _finish_site(
    options: argparse.Namespace,
    workspace: Workspace,
    lessons: Lessons,
    *,
    executed: int,
    started: float,
) -> int:
    from scripts.render import render

    out = (options.out or workspace.site).absolute()
    rendering = render(
        lessons,
        workspace.store,
        out=out,
        work=workspace.build / "work",
        jobs=options.jobs,
        fresh=options.fresh,
        progress=say,
    )
    if rendering.diagnostics:
        return _stop_build(options, rendering.diagnostics, started, rendering.warnings)
    selected = workspace.store.selected()
    environment = dict(selected[1]) if selected else {}
    seconds = round(time.monotonic() - started, 2)
    if options.format == "json":
        print_json(
            {
                "ok": True,
                "out": str(rendering.out),
                "pages": rendering.pages,
                "warnings": rendering.warnings,
                "executed": executed,
                "seconds": seconds,
                "jax": environment.get("jax"),
                "python": environment.get("python"),
                "findings": [],
            }
        )
        return DONE
    jax, python = environment.get("jax", "none"), environment.get("python", "none")
    print(f"{rendering.pages} pages, {executed} lessons executed, {seconds:.0f} s")
    print(f"outputs by JAX {jax} on Python {python}")
    print(f"the site: {rendering.out / 'index.html'}")
    return DONE


def _stop_build(
    options: argparse.Namespace,
    findings: Sequence[Diagnostic],
    started: float,
    warnings: int = 0,
) -> int:
    if options.format == "json":
        print_json(
            {
                "ok": False,
                "out": None,
                "pages": 0,
                "warnings": warnings,
                "executed": 0,
                "seconds": round(time.monotonic() - started, 2),
                "findings": [finding.to_json() for finding in findings],
            }
        )
    else:
        for finding in findings:
            print(finding)
    say(f"{len(findings)} findings; the last good site, if there is one, is untouched")
    return FINDINGS


def _refuse_outdated(site: Path, lessons: Lessons) -> None:
    """Stop a publication of this root's site where the lessons have changed since its build."""
    try:
        record = json.loads((site / BUILD_RECORD).read_bytes())
    except (FileNotFoundError, ValueError):
        return  # publish says what is wrong with such a site
    if record.get("sources") != sources_hash(lessons):
        raise NaranhiError(
            f'{site}: the lessons have changed since this site was built; run "build" first, '
            "or name the site with --site to publish it as it is"
        )


def _print_findings(options: argparse.Namespace, findings: Iterable[Diagnostic]) -> None:
    if options.format == "json":
        print_json([finding.to_json() for finding in findings])
    else:
        for finding in findings:
            print(finding)


def _docnames(lessons: Lessons, names: Sequence[str]) -> set[str] | None:
    """Give the docnames of lessons named by docname or by path; None, for all, where none is."""
    if not names:
        return None
    by_path = {(lessons.root / lesson.path).resolve(): lesson.docname for lesson in lessons.items}
    found = set()
    for name in names:
        if name in lessons.docnames:
            found.add(name)
        elif (path := Path(name).resolve()) in by_path:
            found.add(by_path[path])
        else:
            raise UsageError(f"{name}: no such lesson; there are: {', '.join(lessons.docnames)}")
    return found


def _lesson_paths(lessons: Lessons, paths: Sequence[Path]) -> tuple[Path, ...] | None:
    """Give the lesson files that the paths name, relative to the root; None for all."""
    if not paths:
        return None
    root = lessons.root.resolve()
    found = []
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path}: no such file or folder")
        wanted = path.resolve()
        under = [
            lesson.path
            for lesson in lessons.items
            if (root / lesson.path) == wanted or wanted in (root / lesson.path).parents
        ]
        if not under:
            raise UsageError(f"{path}: no lesson of {lessons.root}")
        found += under
    return tuple(found)
