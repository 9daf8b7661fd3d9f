"""The commands `execute`, `render` and `build`: from checked lessons to a site."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts import stamp
from scripts.commands.progress import ExecutionProgress, say, show, summary
from scripts.commands.selection import docnames_of
from scripts.commands.workspace import Workspace
from scripts.console import DONE, FINDINGS, print_json
from scripts.diagnostic import Diagnostic, counted, errors
from scripts.files import write_atomically
from scripts.lesson import Lessons
from scripts.lesson.reading import read_lessons
from scripts.machine import cores
from scripts.messages import spoken

if TYPE_CHECKING:
    from scripts.execute.results import Execution
    from scripts.render import Opened, Rendering


def execute(options: argparse.Namespace) -> int:
    """Run the lessons that have to be run, and tell of each."""
    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    docnames = docnames_of(lessons, options.lessons)
    with workspace.locked():
        execution = _run(lessons, workspace, options, docnames)
    if options.format == "json":
        print_json([result.to_json() for result in execution.results])
        for finding in execution.diagnostics:
            say(finding)
    else:
        for result in execution.results:
            took = f"{len(result.cells)} cells, {result.seconds:.1f} s"
            show(f"{'executed' if result.ran else 'up to date'}, {took}", result.name)
        _print_findings(options, execution.diagnostics)
    return FINDINGS if errors(execution.diagnostics) else DONE


def render(options: argparse.Namespace) -> int:
    """Make the site from stored outputs."""
    started = time.monotonic()
    workspace = Workspace(options.root)
    lessons = read_lessons(options.root)
    with workspace.locked():
        rendering = _rendered(options, workspace, lessons)
        if rendering.diagnostics:
            return _stop_build(options, rendering.diagnostics, started, warnings=rendering.warnings)
        result = _site_result(workspace, rendering, executed=0, started=started)
    _report(result, options.format)
    return DONE


def build(options: argparse.Namespace) -> int:
    """Do what is not up to date; where all is, scripts/__main__.py has said so before."""
    from scripts.commands.checked import checked
    from scripts.render import opened

    started = time.monotonic()
    workspace = Workspace(options.root)
    kept = Path(stamp.path_of(str(options.root)))
    with workspace.locked():
        kept.unlink(missing_ok=True)
        read = _inputs(options.root)
        lessons = read_lessons(options.root)
        findings, _ = checked(lessons)
        if errors(findings):
            return _stop_build(options, findings, started)
        for warning in findings:
            say(warning)
        with opened(lessons, workspace.work) as ahead:
            execution = _run(lessons, workspace, options, None)
            executed = sum(result.ran for result in execution.results)
            if errors(execution.diagnostics):
                return _stop_build(options, execution.diagnostics, started, executed=executed)
            for warning in execution.diagnostics:
                say(warning)
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
            said = [spoken(warning) for warning in (*findings, *execution.diagnostics)]
            data = stamp.content(root, out, read=read, shown=shown, result=result, said=said)
            write_atomically(kept, data)
    _report(result, options.format)
    return DONE


def _run(
    lessons: Lessons, workspace: Workspace, options: argparse.Namespace, docnames: set[str] | None
) -> Execution:
    from scripts.execute import execution as stage

    with ExecutionProgress() as progress:
        execution = stage.execute(
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
    from scripts import render as stage

    return stage.render(
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


def _report(result: Mapping[str, Any], form: str) -> None:
    if form == "json":
        print_json(result)
    else:
        for line in stamp.report(result).splitlines():
            show(line)


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
            show(finding)
    say(f"{counted(len(findings), 'finding')}; the last good site, if there is one, is untouched")
    return FINDINGS


def _print_findings(options: argparse.Namespace, findings: Sequence[Diagnostic]) -> None:
    if options.format == "json":
        print_json([finding.to_json() for finding in findings])
    else:
        for finding in findings:
            show(finding)
