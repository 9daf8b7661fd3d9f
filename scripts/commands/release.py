"""The command `release`: everything between a new JAX and a published version, in one go."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts.commands.arguments import REPOSITORY
from scripts.commands.progress import say
from scripts.commands.workspace import Workspace
from scripts.console import DONE, print_json
from scripts.diagnostic import COMMAND, NaranhiError, UsageError
from scripts.files import differing, write_atomically
from scripts.versions import valid_name

# What a clean copy of a root does without; the two builds differ in all that may not matter.
_NOT_COPIED = shutil.ignore_patterns("_build", ".git", ".tox", ".venv", "__pycache__")
_JOBS = ("1", "2")


def release(options: argparse.Namespace) -> int:
    """Execute, compare, check, build twice from nothing, publish; say what a person must read."""
    version = valid_name(options.version or options.jax)
    _refuse_other_jax(options.jax)
    root, trust = options.root, ["--trust"] if options.trust else []
    run = ["--root", str(root), "--format", "json"]

    say(f"1/5 executing every lesson anew with JAX {options.jax}")
    _stop_at(_command("execute", "--force", *trust, *run), "lessons failed")
    say("2/5 comparing with what the lessons gave before")
    changed = _command("drift", *run).value
    say("3/5 checking links")
    links = _command("links", *run).value
    if links:
        for one in links:
            print(f"{one['path']}:{one['line']}: {one['message']}")
        raise NaranhiError(f"{len(links)} links are not good; nothing was published")
    say("4/5 building twice from nothing")
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        sites = [
            _built(root, Path(folder, f"with-{jobs}", root.resolve().name), jobs, trust)
            for jobs in _JOBS
        ]
        if other := differing(*sites):
            raise NaranhiError(
                f"two builds of the same lessons differ in {len(other)} files: "
                f"{', '.join(other[:10])}; nothing was published"
            )
        say(f"5/5 publishing {version}" if _where(options) else "5/5 nothing is to be published")
        published = _publish(options, version, sites[0])
    report = {
        "ok": True,
        "jax": options.jax,
        "version": version,
        "drift": changed if "cells" in changed else None,
        "published": published,
    }
    write_atomically(
        Workspace(root).build / "release.json",
        (json.dumps(report, ensure_ascii=False, indent=1) + "\n").encode("utf-8"),
    )
    if options.format == "json":
        print_json(report)
    else:
        _say_what_to_read(root, changed, published)
    return DONE


class _Answer:
    def __init__(self, name: str, code: int, out: str) -> None:
        self.name, self.code = name, code
        try:
            self.value: Any = json.loads(out)
        except ValueError:
            raise NaranhiError(f"{name}: gave no answer (exit code {code})") from None


def _command(name: str, *arguments: str) -> _Answer:
    """Run a command of ours, as a person would; its talk goes on to the terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "scripts", name, *arguments],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    return _Answer(name, done.returncode, done.stdout)


def _stop_at(answer: _Answer, message: str) -> None:
    if answer.code != DONE:
        said = answer.value.get("error", "") if isinstance(answer.value, dict) else ""
        findings = answer.value.get("findings", []) if isinstance(answer.value, dict) else []
        for one in findings:
            print(f"{one['path']}:{one['line']}: {one['message']}")
        raise NaranhiError(f"{answer.name}: {said or message}; nothing was published")


def _built(root: Path, copy: Path, jobs: str, trust: Sequence[str]) -> Path:
    """Build a copy of a root that holds its lessons, its outputs and nothing else; give the site.

    It has the root's name, which is the title of a site without a start page. The outputs are those
    that were stored: pages tell when their code ran, and for how long.
    """
    shutil.copytree(root, copy, ignore=_NOT_COPIED)
    ours, theirs = Workspace(root), Workspace(copy)
    shutil.copytree(ours.store.folder, theirs.store.folder)
    if ours.drift.exists():
        shutil.copy(ours.drift, theirs.drift)
    answer = _command("build", "--root", str(copy), "--jobs", jobs, "--format", "json", *trust)
    _stop_at(answer, "the site cannot be built")
    return theirs.site


def _where(options: argparse.Namespace) -> list[str]:
    places = {"--to": options.to, "--branch": options.branch, "--remote": options.remote}
    return [word for flag, value in places.items() if value for word in (flag, str(value))]


def _publish(options: argparse.Namespace, version: str, site: Path) -> Any:
    where = _where(options)
    if not where:
        return None
    without = [word for lesson in options.without for word in ("--without", lesson)]
    named = ["--version", version, "--site", str(site), "--root", str(options.root)]
    answer = _command("publish", *named, *where, *without, "--format", "json")
    _stop_at(answer, "refused")
    return answer.value


def _refuse_other_jax(wanted: str) -> None:
    try:
        found = importlib.metadata.version("jax")
    except importlib.metadata.PackageNotFoundError:
        found = "none"
    if found != wanted:
        raise UsageError(
            f"JAX {wanted} is to be released, but {found} is installed; "
            f'"tox run -e release -- {wanted}" locks and installs it first'
        )


def drift_summary(report: Any) -> list[str]:
    """Give what a person must know of a drift report, worst first: a line for each cause.

    >>> groups = [{"class": "value", "cause": "words", "cells": 1}]
    >>> drift_summary({"cells": [1, 2, 3], "groups": groups})
    ['drift: 1 of 3 cells is other than it was', 'drift: value, words: 1 cell']
    >>> drift_summary({"error": "nothing to compare with"})
    ['drift: there was nothing to compare with']
    """
    if "error" in report:
        return ["drift: there was nothing to compare with"]
    groups, all_cells = report["groups"], len(report["cells"])
    changed = sum(group["cells"] for group in groups)
    other = "is other than it was" if changed == 1 else "are other than they were"
    lines = [f"drift: {changed} of {all_cells} cells {other}"]
    for group in groups:
        number = group["cells"]
        named = ", ".join(filter(None, (group["class"], group["cause"])))
        lines.append(f"drift: {named}: {number} cell{'s' if number != 1 else ''}")
    return lines


def _say_what_to_read(root: Path, changed: Any, published: Any) -> None:
    print(f"{Workspace(root).build / 'release.json'}: the report")
    print("\n".join(drift_summary(changed)))
    if changed.get("groups"):
        print(f'read what changed: the page "drift" of the site, or "{COMMAND} drift --all"')
    if published:
        print(f"published: generation {published['generation']}")
        print(f"keep this hash elsewhere, for verify --expect: {published['hash']}")
    print("commit docs/requirements.txt, and copy current/versions.json to docs/versions.json")
