"""The commands of published versions: publish, verify, versions, rollback, withdraw, and gc."""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.commands.arguments import REPOSITORY
from scripts.commands.progress import say, show
from scripts.commands.workspace import Workspace
from scripts.console import DONE, FINDINGS, print_json
from scripts.diagnostic import NaranhiError, UsageError
from scripts.files import differing
from scripts.lesson import Lessons, code_key, sources_hash
from scripts.lesson.reading import read_lessons
from scripts.machine import cores
from scripts.versions import BUILD_RECORD, valid_name

if TYPE_CHECKING:
    from scripts.outputs import OutputStore
    from scripts.publish import Outcome, Target

_LOCK = Path("docs", "requirements.txt")
_STAGING = ".publication."


def publish(options: argparse.Namespace) -> int:
    """Publish a site, by default the one that was built here last."""
    from scripts.publish import publish

    valid_name(options.version)
    target, lock = _target(options), _lock(options)
    with _made_anew(options) as (site, failed):
        outcome = publish(
            target,
            site,
            version=options.version,
            lock=lock,
            without=options.without,
            failed=failed,
            dry_run=options.dry_run,
        )
    return _report(options, outcome, f"version {outcome.version}")


@contextlib.contextmanager
def _made_anew(options: argparse.Namespace) -> Iterator[tuple[Path, list[str]]]:
    """Give the site to publish, and the lessons that failed the last time.

    A site that is named is published as it is. The root's own is rendered once more, from an empty
    folder: what many builds have left on each other is never published.
    """
    if options.site is not None:
        yield options.site, []
        return
    workspace = Workspace(options.root)
    with workspace.locked():
        lessons = read_lessons(options.root)
        if not (workspace.site / BUILD_RECORD).is_file():
            raise NaranhiError(f'{workspace.site}: no site here; run "build" first')
        _refuse_outdated(workspace.site, lessons)
        for left in workspace.build.glob(f"{_STAGING}*"):
            shutil.rmtree(left)
        with tempfile.TemporaryDirectory(prefix=_STAGING, dir=workspace.build) as folder:
            site = _rendered(lessons, workspace, Path(folder))
            if other := differing(site, workspace.site):
                say(
                    f"{workspace.site}: {len(other)} of its files are not what an empty folder "
                    f"gives, {other[0]} first; published is what an empty folder gives"
                )
            yield site, _failed_since(lessons, workspace.store)


def _rendered(lessons: Lessons, workspace: Workspace, folder: Path) -> Path:
    from scripts.render import render

    rendering = render(
        lessons,
        workspace.store,
        out=folder / "site",
        work=folder / "work",
        jobs=cores(),
        fresh=True,
        progress=say,
    )
    if rendering.diagnostics:
        for finding in rendering.diagnostics:
            show(finding)
        raise NaranhiError(f"{lessons.root}: the site cannot be rendered; nothing was published")
    return rendering.out


def verify(options: argparse.Namespace) -> int:
    """Prove that what is published is what was published."""
    from scripts.publish import verify

    outcome = verify(_target(options), expect=options.expect)
    return _report(options, outcome, "as it was published" if outcome.ok else "not as published")


def roll_back(options: argparse.Namespace) -> int:
    """Show an earlier generation's versions again."""
    from scripts.publish import roll_back

    outcome = roll_back(
        _published(options),
        generation=options.generation,
        version=options.version,
        dry_run=options.dry_run,
    )
    return _report(options, outcome, "rolled back")


def withdraw(options: argparse.Namespace) -> int:
    """Leave of a version a page that says that it was withdrawn."""
    from scripts.publish import withdraw

    names = {options.withdrawn, options.version} - {None}
    if len(names) != 1:
        raise UsageError("name one version to withdraw")
    outcome = withdraw(_published(options), names.pop(), dry_run=options.dry_run)
    return _report(options, outcome, f"version {outcome.version} withdrawn")


def collect(options: argparse.Namespace) -> int:
    """Delete what the published root no longer needs."""
    from scripts.publish import collect

    outcome = collect(_published(options), keep=options.keep, dry_run=options.dry_run)
    return _report(options, outcome, "collected")


def versions(options: argparse.Namespace) -> int:
    """List the versions and the generations."""
    target = _target(options)
    current = target.current()
    generations = [*(target.record(n) for n in range(1, current.number)), current]
    rows = [one for one in generations if one.number]
    if options.format == "json":
        print_json(
            {
                **json.loads(current.versions.to_json()),
                "generation": current.number,
                "hash": current.hash,
                "states": {one.version.name: one.state for one in reversed(current.kept)},
                "generations": [
                    {"generation": r.number, "action": r.action, "time": r.time, "hash": r.hash}
                    for r in reversed(rows)
                ],
            }
        )
        return DONE
    latest = current.versions.latest.name if current.versions.items else None
    for one in reversed(current.kept):
        version = one.version
        state = "latest" if version.name == latest else one.state
        print(f"{version.name}  {state}  {version.published}  jax {version.jax or '-'}")
    for row in reversed(rows):
        print(f"generation {row.number}  {row.time}  {row.action}  {row.hash}")
    if not rows:
        say("nothing is published here")
    return DONE


def _target(options: argparse.Namespace) -> Target:
    from scripts.publish import Branch, Directory

    branch, remote = (getattr(options, name, None) for name in ("branch", "remote"))
    if branch is not None:
        return Branch(options.root, branch, remote=remote or "")
    if remote is not None:
        raise UsageError("--remote says whose --branch it is; name one")
    return Directory(options.to, wait=getattr(options, "wait", 0.0))


def _published(options: argparse.Namespace) -> Target:
    """Give a target that is there already: a folder that is not is most often named wrongly."""
    if options.to is not None and not options.to.is_dir():
        raise UsageError(f"{options.to}: no such folder; name the one that was published to")
    return _target(options)


def _report(options: argparse.Namespace, outcome: Outcome, done: str) -> int:
    if options.format == "json":
        print_json(outcome.to_json())
    else:
        for finding in outcome.findings:
            show(finding)
        if outcome.dry_run:
            done += ", would be" if outcome.changed else ", nothing to do"
        place = options.to or options.branch
        if outcome.generation:
            print(f"{place}: {done}: generation {outcome.generation}, {outcome.hash}")
        elif outcome.ok:
            print(f"{place}: nothing is published here")
    return DONE if outcome.ok else FINDINGS


def _lock(options: argparse.Namespace) -> Path | None:
    """Give the file that says what was installed; the root's own, or the generator's."""
    if options.lock is not None:
        if not options.lock.is_file():
            raise UsageError(f"{options.lock}: no such file")
        return Path(options.lock).absolute()
    return next((r / _LOCK for r in (options.root, REPOSITORY) if (r / _LOCK).is_file()), None)


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


def _failed_since(lessons: Lessons, store: OutputStore) -> list[str]:
    """Give the lessons whose last execution failed, though an earlier one had gone well."""
    selected = store.selected()
    if selected is None:
        return []
    names = set()
    for lesson in lessons.items:
        key = code_key(lesson)
        failed, kept = (place.get(key, selected[0]) for place in (store.failed, store))
        if failed and (kept is None or failed.executed > kept.executed):
            names.add(lesson.docname)
    return sorted(names)
