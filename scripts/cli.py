"""The command line: one sub-command a stage, and `build`, which runs the pipeline.

Results go to stdout, as text or with `--format json`; talk and progress go to stderr. Exit codes:
0 done, 1 findings or failures, 2 wrong use, 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from scripts import stamp
from scripts.arguments import parse
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
from scripts.diagnostic import Diagnostic, NaranhiError, UsageError, errors
from scripts.files import write_atomically
from scripts.lesson import Lessons
from scripts.lesson_reading import read_lessons
from scripts.machine import cores
from scripts.progress import ExecutionProgress, say, summary
from scripts.selection import docnames_of, paths_of
from scripts.workspace import Workspace

if TYPE_CHECKING:
    from scripts.execute.results import Execution
    from scripts.render import Opened, Rendering


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; never raises for what a user can cause."""
    options = parse(arguments)
    for number in _INTERRUPTS:
        signal.signal(number, _interrupt)
    try:
        with results():
            code: int = COMMANDS[options.command](options)
    except UsageError as error:
        say(f"naranhi {options.command}: {error}")
        return WRONG_USE
    except NaranhiError as error:
        return _failed(options, str(error))
    except BrokenPipeError:
        # The reader of our results, such as `head`, has seen enough.
        return DONE
    except StdoutError as error:
        say(not_written(options.command, error))
        return FINDINGS
    except OSError as error:
        return _failed(options, f"{error.filename or options.command}: {error.strerror or error}")
    except KeyboardInterrupt:
        say("interrupted; what was finished is kept, the same command goes on from there")
        return INTERRUPTED
    return code


# Those by which a person or a system asks us to end.
_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)


def _interrupt(signal_number: int, frame: object) -> NoReturn:
    # Who asks twice gets no faster end: kernels are being ended and files put away, and a second
    # exception in the middle of that would leave some of it. Not SIG_IGN: a signal that has come
    # already would be told of as one "ignored due to race condition".
    for number in _INTERRUPTS:
        signal.signal(number, lambda *_: None)
    raise KeyboardInterrupt


def _failed(options: argparse.Namespace, message: str) -> int:
    say(f"naranhi {options.command}: {message}")
    if options.format == "json":
        print_json({"ok": False, "error": message})
    return FINDINGS


# --- the commands -------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    from scripts.check import check, fix, reports
    from scripts.page_claims import stored_findings
    from scripts.page_damage import damaged_lines

    if options.rules:
        print(reports.rules_table(), end="")
        return DONE
    lessons = read_lessons(options.root)
    paths = paths_of(lessons, options.paths)
    if options.fix:
        for changed in fix(lessons, paths=paths):
            say(f"{changed}: fixed")
        lessons = read_lessons(options.root)
    found = {
        *check(lessons, paths=paths, damaged=damaged_lines),
        *stored_findings(lessons, Workspace(options.root).store, paths),
    }
    findings = tuple(sorted(found, key=lambda one: (one.path, one.line, one.column, one)))
    if options.format == "sarif":
        print_json(reports.sarif(findings))
    elif options.format == "json":
        print_json([finding.to_json() for finding in findings])
    else:
        shown = reports.github if options.format == "github" else reports.text
        for finding in findings:
            print(shown(finding))
    if not findings:
        count = len(lessons.items if paths is None else set(paths))
        say(f"{count} {'file' if count == 1 else 'files'} checked, nothing found")
    return FINDINGS if errors(findings) else DONE


def _execute(options: argparse.Namespace) -> int:
    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    docnames = docnames_of(lessons, options.lessons)
    with workspace.locked():
        execution = _run(lessons, workspace, options, docnames)
    if options.format == "json":
        print_json([result.to_json() for result in execution.results])
        for finding in execution.diagnostics:
            say(str(finding))
    else:
        for result in execution.results:
            state = "executed" if result.ran else "up to date"
            print(f"{result.name}: {state}, {len(result.cells)} cells, {result.seconds:.1f} s")
        _print_findings(options, execution.diagnostics)
    return FINDINGS if errors(execution.diagnostics) else DONE


def _render(options: argparse.Namespace) -> int:
    started = time.monotonic()
    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    with workspace.locked():
        rendering = _rendered(options, workspace, lessons)
        if rendering.diagnostics:
            return _stop_build(options, rendering.diagnostics, started, warnings=rendering.warnings)
        result = _site_result(workspace, rendering, executed=0, started=started)
    print(stamp.report(result, options.format))
    return DONE


def _build(options: argparse.Namespace) -> int:
    """Do what is not up to date; where all is, scripts/__main__.py has said so before."""
    from scripts.check import check
    from scripts.page_damage import damaged_lines
    from scripts.render import opened

    started = time.monotonic()
    workspace = Workspace(options.root)
    kept = Path(stamp.path_of(str(options.root)))
    with workspace.locked():
        kept.unlink(missing_ok=True)
        read = _inputs(options.root)
        lessons = read_lessons(options.root)
        findings = check(lessons, damaged=damaged_lines)
        if errors(findings):
            return _stop_build(options, findings, started)
        said = [str(warning) for warning in findings]
        for line in said:
            say(line)
        with opened(lessons, workspace.work) as ahead:
            execution = _run(lessons, workspace, options, None)
            executed = sum(result.ran for result in execution.results)
            if errors(execution.diagnostics):
                return _stop_build(options, execution.diagnostics, started, executed=executed)
            for warning in execution.diagnostics:
                said.append(str(warning))
                say(said[-1])
            rendering = _rendered(options, workspace, lessons, ahead)
        if rendering.diagnostics:
            warnings = rendering.warnings
            return _stop_build(
                options, rendering.diagnostics, started, executed=executed, warnings=warnings
            )
        result = _site_result(workspace, rendering, executed=executed, started=started)
        if read is not None and rendering.shown is not None:
            root, out = str(options.root), str(rendering.out)
            shown = rendering.shown
            data = stamp.content(root, out, read=read, shown=shown, result=result, said=said)
            write_atomically(kept, data)
    print(stamp.report(result, options.format))
    return DONE


def _lsp(options: argparse.Namespace) -> int:
    from scripts.language_server import serve

    return serve(sys.stdin.buffer, sys.stdout.buffer)


def _serve(options: argparse.Namespace) -> int:
    from scripts.serve import serve

    site = options.out or Workspace(options.root).site
    if not (site / "index.html").is_file():
        raise NaranhiError(f'{site}: no site here; run "python -m scripts build" first')
    serve(site, port=options.port, open_browser=options.open)
    return DONE


def _of(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    """Give a command that is imported when it runs: `check` starts in half the time so."""

    def command(options: argparse.Namespace) -> int:
        found: Callable[[argparse.Namespace], int]
        found = getattr(importlib.import_module(f"scripts.{module}"), name)
        return found(options)

    return command


def _gc(options: argparse.Namespace) -> int:
    """Clean what is published where a place is named, else what is stored here."""
    where = "gc_command" if options.to is None else "publish_commands"
    return _of(where, "collect")(options)


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "repair": _of("page_commands", "repair"),
    "adopt": _of("page_commands", "adopt"),
    "check": _check,
    "links": _of("links_command", "links"),
    "status": _of("sync_commands", "status"),
    "confirm": _of("sync_commands", "confirm_blocks"),
    "start": _of("sync_commands", "start"),
    "sync-code": _of("sync_commands", "sync_code"),
    "inventory": _of("inventory_command", "inventory"),
    "execute": _execute,
    "drift": _of("drift_command", "drift"),
    "render": _render,
    "build": _build,
    "publish": _of("publish_commands", "publish"),
    "release": _of("release_command", "release"),
    "verify": _of("publish_commands", "verify"),
    "versions": _of("publish_commands", "versions"),
    "rollback": _of("publish_commands", "roll_back"),
    "withdraw": _of("publish_commands", "withdraw"),
    "lsp": _lsp,
    "serve": _serve,
    "preview": _of("preview_command", "preview"),
    "gc": _gc,
}


# --- what the commands share ----------------------------------------------------------------------


def _run(
    lessons: Lessons, workspace: Workspace, options: argparse.Namespace, docnames: set[str] | None
) -> Execution:
    from scripts.execute.execution import execute

    with ExecutionProgress() as progress:
        execution = execute(
            lessons,
            workspace.store,
            docnames=docnames,
            jobs=options.jobs,
            scheduler=options.scheduler,
            cell_timeout=options.timeout,
            force=options.force,
            twice=options.twice,
            warm=not options.cold_kernels,
            memory_limit=options.memory,
            trusted=options.trust,
            progress=progress,
        )
    for line in summary(execution.results):
        say(line)
    return execution


def _rendered(
    options: argparse.Namespace,
    workspace: Workspace,
    lessons: Lessons,
    ahead: Opened | None = None,
) -> Rendering:
    from scripts.render import render

    return render(
        lessons,
        workspace.store,
        out=(options.out or workspace.site).absolute(),
        work=workspace.work,
        jobs=options.jobs or cores(),
        fresh=options.fresh,
        ahead=ahead,
        progress=say,
    )


def _site_result(
    workspace: Workspace, rendering: Rendering, *, executed: int, started: float
) -> dict[str, Any]:
    selected = workspace.store.selected()
    environment = dict(selected[1]) if selected else {}
    return {
        "ok": True,
        "out": str(rendering.out),
        "pages": rendering.pages,
        "warnings": rendering.warnings,
        "executed": executed,
        "seconds": round(time.monotonic() - started, 2),
        "jax": environment.get("jax"),
        "python": environment.get("python"),
        "findings": [],
    }


def _inputs(root: Path) -> str | None:
    """Give a digest of all that a build reads; None, so that no stamp is left, where it cannot."""
    try:
        return stamp.inputs(str(root))
    except OSError:
        return None


def _stop_build(
    options: argparse.Namespace,
    findings: Sequence[Diagnostic],
    started: float,
    *,
    executed: int = 0,
    warnings: int = 0,
) -> int:
    if options.format == "json":
        print_json(
            {
                "ok": False,
                "out": None,
                "pages": 0,
                "warnings": warnings,
                "executed": executed,
                "seconds": round(time.monotonic() - started, 2),
                "findings": [finding.to_json() for finding in findings],
            }
        )
    else:
        for finding in findings:
            print(finding)
    say(f"{len(findings)} findings; the last good site, if there is one, is untouched")
    return FINDINGS


def _print_findings(options: argparse.Namespace, findings: Iterable[Diagnostic]) -> None:
    if options.format == "json":
        print_json([finding.to_json() for finding in findings])
    else:
        for finding in findings:
            print(finding)
