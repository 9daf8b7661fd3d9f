"""Publishing to a branch of a git repository: objects in, a ref moved by compare-and-swap."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.diagnostic import NaranhiError, UsageError
from scripts.publish import Branch, publish, roll_back, verify, withdraw
from scripts.publish.git import Item, Repository
from tests.bench.publishing import NOON, make_site
from tests.bench.publishing_branch import clones, git

REPOSITORY = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    return clones(tmp_path, 1)[0]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(tmp_path / "site", "물때")


def shown(clone: Path) -> dict[str, bytes]:
    repository = Repository(clone)
    files = repository.files("pages")
    datas = repository.read_all(item.id for item in files.values())
    return {path: data or b"" for path, data in zip(files, datas, strict=True)}


def test_versions_on_a_branch(clone: Path, site: Path) -> None:
    branch = Branch(clone, "pages")
    first = publish(branch, site, version="1.0", now=NOON)
    assert (first.ok, first.changed, first.generation) == (True, True, 1)
    assert publish(branch, site, version="1.0").changed is False
    one = git(clone, "rev-parse", "pages:1.0")
    assert git(clone, "rev-parse", "pages:latest") == one
    files = shown(clone)
    for path in site.rglob("*.*"):
        if path.is_file():
            name = path.relative_to(site).as_posix()
            assert files[f"1.0/{name}"] == files[f"latest/{name}"] == path.read_bytes()

    (site / "ko" / "page-0.html").unlink()
    assert publish(branch, site, version="1.1", without=["page-0"], now=NOON).generation == 2
    assert git(clone, "rev-parse", "pages:1.0") == one
    assert b"url=../../1.0/ko/page-0.html" in shown(clone)["latest/ko/page-0.html"]
    assert git(clone, "rev-parse", "pages:latest/en") == git(clone, "rev-parse", "pages:1.1/en")

    assert withdraw(branch, "1.0", now=NOON).ok
    assert "1.0/ko/page-1.html" not in shown(clone)
    assert roll_back(branch, now=NOON).ok
    assert git(clone, "rev-parse", "pages:1.0") == one
    assert git(clone, "log", "--format=%s", "pages").splitlines() == [
        "rollback 2",
        "withdraw 1.0",
        "publish 1.1",
        "publish 1.0",
    ]
    assert verify(branch).findings == ()
    assert verify(branch, expect=first.hash).ok
    assert not verify(branch, expect="0" * 64).ok
    # The working tree and its branch are as they were.
    assert git(clone, "status", "--porcelain") == ""
    assert git(clone, "log", "--format=%s") == "begin"


def test_the_same_site_gives_the_same_commits_trees(tmp_path: Path, site: Path) -> None:
    one, two = clones(tmp_path / "a", 1) + clones(tmp_path / "b", 1)
    for clone in (one, two):
        publish(Branch(clone, "pages"), site, version="1.0", now=NOON)
    assert git(one, "rev-parse", "pages^{tree}") == git(two, "rev-parse", "pages^{tree}")


def test_a_branch_with_other_things_is_not_touched(clone: Path, site: Path) -> None:
    git(clone, "branch", "pages")
    before = git(clone, "rev-parse", "pages")
    with pytest.raises(NaranhiError, match="holds commits that are no publications"):
        publish(Branch(clone, "pages"), site, version="1.0")
    assert git(clone, "rev-parse", "pages") == before


def test_a_branch_that_is_checked_out_is_refused(clone: Path) -> None:
    name = git(clone, "symbolic-ref", "--short", "HEAD")
    with pytest.raises(UsageError, match="is checked out in a working tree"):
        Branch(clone, name)


def test_no_repository(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    with pytest.raises(UsageError, match="is in no git repository"):
        Branch(tmp_path / "here", "pages")


def test_who_is_slower_builds_on_what_is_there(
    clone: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit, others = Branch.commit, iter(["2.0"])

    def slow(self: Branch, *arguments: Any) -> Any:
        for version in others:
            publish(Branch(clone, "pages"), site, version=version, now=NOON)
        return commit(self, *arguments)

    publish(Branch(clone, "pages"), site, version="1.0", now=NOON)
    monkeypatch.setattr(Branch, "commit", slow)
    mine = publish(Branch(clone, "pages"), site, version="1.1", now=NOON)
    assert (mine.generation, mine.ok) == (3, True)
    assert [v.name for v in Branch(clone, "pages").current().versions.items] == [
        "1.0",
        "1.1",
        "2.0",
    ]
    assert verify(Branch(clone, "pages")).ok


def _amended(clone: Path, change: Callable[[dict[str, Item]], None]) -> None:
    """Put a commit with another tree in the place of the last one, as a force-push could."""
    repository = Repository(clone)
    items = repository.files("pages")
    change(items)
    tree = repository.add_tree(items)
    parent = repository.commit("pages^")
    commit = repository.add_commit(tree, parent, message="x", time="2026-01-02T12:00:00Z")
    git(clone, "update-ref", "refs/heads/pages", commit)


@pytest.mark.parametrize("path", ["1.0/ko/index.html", "latest/en/index.html", "index.html"])
@pytest.mark.parametrize("how", ["other", "gone", "program"])
def test_verify_finds_what_was_changed(clone: Path, site: Path, path: str, how: str) -> None:
    for version in ("1.0", "1.1"):
        publish(Branch(clone, "pages"), site, version=version, now=NOON)

    def change(items: dict[str, Item]) -> None:
        if how == "gone":
            del items[path]
        elif how == "other":
            items[path] = items["versions.json"]
        else:
            items[path] = Item("100755", items[path].id)

    assert verify(Branch(clone, "pages")).ok
    _amended(clone, change)
    assert not verify(Branch(clone, "pages")).ok


def test_the_commands(clone: Path, site: Path, naranhi: Callable[..., Any]) -> None:
    where = ("--root", clone, "--branch", "pages", "--remote", "origin")
    done = naranhi("publish", "--site", site, "--version", "1.0", *where, "--format", "json")
    assert (done.code, done.json["generation"]) == (0, 1), done.err
    assert naranhi("verify", *where, "--expect", done.json["hash"]).code == 0
    listed = git(clone, "ls-remote", "origin")
    assert "refs/heads/pages" in listed
    assert git(clone, "branch", "--list", "pages") == ""
    wrong = naranhi("verify", "--to", clone, "--remote", "origin")
    assert wrong.code == 2


def test_what_publishing_to_a_branch_withstands() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.publishing_branch", "--quick"],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "clones: 4 published at once, 4 listed" in done.stdout
