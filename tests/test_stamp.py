"""When a build may say that nothing has changed; and that it never says so where something has."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts import stamp
from scripts.commands.arguments import parse
from scripts.execute import environment
from scripts.files import locked
from tests.conftest import REPOSITORY

RESULT = {"ok": True, "pages": 2, "executed": 2, "seconds": 9.0, "jax": "1.0", "python": "3.11.0"}
PAGE = b"# Hi\n\nOne word.\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with lessons, a site, stored outputs, code of ours and an installed package."""
    files = {
        "root/lessons_ko/a.md": PAGE,
        "root/lessons_en/a.md": PAGE,
        "root/lessons_en/data/table.csv": b"1,2\n",
        "root/lessons_en/.a.md.swp": b"an editor's own",
        "root/docs/glossary.toml": b"[jit]\n",
        "root/docs/notes.md": b"# Notes\n",
        "root/beside/shown.py": b"x = 1\n",
        "root/_build/outputs/current.json": b"{}",
        "root/_build/outputs/ab/abc/f.json": b"{}",
        "root/_build/site/build.json": b"{}",
        "root/_build/site/ko/a.html": b"<p>One",
        "root/_build/work/ko/log.txt": b"read",
        "ours/conf.py": b"x = 1\n",
        "ours/scripts/lesson.py": b"x = 1\n",
        "ours/scripts/render/templates/layout.html": b"<p>",
        "ours/scripts/repair/choose.py": b"x = 1\n",
        "installed/matplotlib-3.10.0.dist-info/METADATA": b"Version: 3.10.0\n",
        "installed/matplotlib/__init__.py": b"x = 1\n",
    }
    for name, data in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    monkeypatch.setattr(stamp, "_REPOSITORY", str(tmp_path / "ours"))
    monkeypatch.syspath_prepend(tmp_path / "installed")
    return tmp_path


def leave(place: Path, *, out: str = "root/_build/site") -> None:
    """Leave the stamp of a build that ended well."""
    root = str(place / "root")
    shown = [str(place / "root" / "beside" / "shown.py")]
    result = {**RESULT, "out": str(place / out)}
    data = stamp.content(
        root,
        str(place / out),
        read=stamp.inputs(root),
        shown=shown,
        result=result,
        said=["careful"],
    )
    Path(stamp.path_of(root)).write_bytes(data)


def fits(place: Path, out: str = "root/_build/site") -> bool:
    return stamp.fitting(str(place / "root"), str(place / out)) is not None


def rewrite_keeping_time(path: Path, data: bytes) -> None:
    """Change a file as a tool does that sets its time back; size and time are those of before."""
    status = path.stat()
    path.write_bytes(data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)


def rename_installed(place: Path) -> None:
    folder = place / "installed"
    (folder / "matplotlib-3.10.0.dist-info").rename(folder / "matplotlib-3.10.1.dist-info")


CHANGES: dict[str, Callable[[Path], object]] = {
    "another word": lambda at: (at / "root/lessons_ko/a.md").write_bytes(b"# Hi\n\nTwo words.\n"),
    "another word, size and time as before": lambda at: rewrite_keeping_time(
        at / "root/lessons_ko/a.md", PAGE.replace(b"One", b"Two")
    ),
    "a new lesson": lambda at: (at / "root/lessons_ko/b.md").write_bytes(PAGE),
    "a lesson less": lambda at: (at / "root/lessons_ko/a.md").unlink(),
    "a renamed lesson": lambda at: (at / "root/lessons_ko/a.md").rename(
        at / "root/lessons_ko/b.md"
    ),
    "a file that a lesson shows": lambda at: (at / "root/lessons_en/data/table.csv").write_bytes(
        b"1,3\n"
    ),
    "a file from outside that a lesson shows": lambda at: rewrite_keeping_time(
        at / "root/beside/shown.py", b"x = 2\n"
    ),
    "a file from outside is gone": lambda at: (at / "root/beside/shown.py").unlink(),
    "doubts beside a lesson": lambda at: (at / "root/lessons_ko/a.md.decisions.jsonl").write_bytes(
        b"{}"
    ),
    "a new language": lambda at: (at / "root/lessons_ja").mkdir(),
    "another glossary": lambda at: (at / "root/docs/glossary.toml").write_bytes(b"[vmap]\n"),
    "a deleted page of the site": lambda at: (at / "root/_build/site/ko/a.html").unlink(),
    "an edited page of the site": lambda at: rewrite_keeping_time(
        at / "root/_build/site/ko/a.html", b"<p>Two"
    ),
    "a file too many in the site": lambda at: (at / "root/_build/site/x.html").touch(),
    "a deleted site": lambda at: shutil.rmtree(at / "root/_build/site"),
    "a deleted record": lambda at: (at / "root/_build/outputs/ab/abc/f.json").unlink(),
    "another environment's outputs": lambda at: (
        at / "root/_build/outputs/current.json"
    ).write_bytes(b"{ }"),
    "another setting": lambda at: (at / "ours/conf.py").write_bytes(b"x = 2\n"),
    "an edited noun": lambda at: (at / "ours/scripts/lesson.py").write_bytes(b"x = 2\n"),
    "an edited template": lambda at: rewrite_keeping_time(
        at / "ours/scripts/render/templates/layout.html", b"<b>"
    ),
    "another version of a package": rename_installed,
    "a package installed anew": lambda at: (
        at / "installed/matplotlib-3.10.0.dist-info/METADATA"
    ).write_bytes(b"Version: 3.10.1\n"),
    "a package less": lambda at: shutil.rmtree(at / "installed/matplotlib-3.10.0.dist-info"),
    "a stamp that is cut off": lambda at: os.truncate(at / "root/_build/stamp.json", 40),
    "a stamp of something else": lambda at: (at / "root/_build/stamp.json").write_bytes(b"[]"),
    "no stamp": lambda at: (at / "root/_build/stamp.json").unlink(),
    "a lesson that is no file": lambda at: os.mkfifo(at / "root/lessons_ko/pipe"),
    "a moved root": lambda at: (at / "root").rename(at / "moved"),
}

NO_CHANGES: dict[str, Callable[[Path], object]] = {
    "nothing": lambda at: None,
    "a touched lesson": lambda at: os.utime(at / "root/lessons_ko/a.md"),
    "a lesson checked out anew": lambda at: shutil.copy(
        at / "root/lessons_ko/a.md", at / "root/lessons_en/a.md"
    ),
    "an editor's own file": lambda at: (at / "root/lessons_en/.a.md.swp").write_bytes(b"more"),
    "a note about the work": lambda at: (at / "root/docs/notes.md").write_bytes(b"# More\n"),
    "code of a stage that builds nothing": lambda at: (
        at / "ours/scripts/repair/choose.py"
    ).write_bytes(b"x = 2\n"),
    "a package that is linked into another environment": lambda at: os.link(
        at / "installed/matplotlib-3.10.0.dist-info/METADATA", at / "linked"
    ),
    "what Sphinx keeps is gone": lambda at: shutil.rmtree(at / "root/_build/work"),
}


@pytest.mark.parametrize("label", CHANGES)
def test_what_has_changed_is_seen(label: str, place: Path) -> None:
    leave(place)
    assert fits(place)
    CHANGES[label](place)
    assert not fits(place)


@pytest.mark.parametrize("label", NO_CHANGES)
def test_what_changes_no_page_costs_no_build(label: str, place: Path) -> None:
    leave(place)
    NO_CHANGES[label](place)
    assert fits(place)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("JAX_ENABLE_X64", True),
        ("XLA_FLAGS", True),
        ("LC_ALL", True),
        ("PYTHONOPTIMIZE", True),
        ("TZ", True),
        ("OLDPWD", False),
        ("TERM_SESSION_ID", False),
    ],
)
def test_variables(name: str, seen: bool, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave(place)
    monkeypatch.setenv(name, "1234")
    assert fits(place) is not seen


def test_every_variable_that_tells_environments_apart_is_seen() -> None:
    for prefix in environment._FINGERPRINTED_PREFIXES:
        assert prefix.startswith(stamp._VARIABLES)


def test_another_site_is_another_build(place: Path) -> None:
    leave(place)
    shutil.copytree(place / "root/_build/site", place / "elsewhere")
    assert fits(place)
    assert not fits(place, "elsewhere")


def test_another_machine_is_another_build(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave(place)
    monkeypatch.setattr(stamp, "_machine", lambda: "Linux riscv64")
    assert not fits(place)


def test_another_python_is_another_build(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave(place)
    monkeypatch.setattr(sys, "version", "3.99.0")
    assert not fits(place)


def test_while_another_build_is_at_work_nothing_is_known(place: Path) -> None:
    leave(place)
    with locked(place / "root/_build", what="build"):
        assert not fits(place)
    assert fits(place)


def test_a_change_during_the_build_is_seen_by_the_next(place: Path) -> None:
    root, out = str(place / "root"), str(place / "root/_build/site")
    read = stamp.inputs(root)
    (place / "root/lessons_ko/a.md").write_bytes(PAGE + b"While the build was running.\n")
    data = stamp.content(root, out, read=read, shown=[], result=RESULT, said=[])
    Path(stamp.path_of(root)).write_bytes(data)
    assert not fits(place)


ARGUMENTS = [
    "build",
    "build --root tests/sites/tides",
    "build --root=tests/sites/tides --format json",
    "build --out /tmp/x --jobs 3",
    "build --format text --root ~",
    "build --out some/where --root tests",
]
FOR_THE_PARSER = [
    "",
    "check",
    "build --fresh",
    "build --force",
    "build --help",
    "build --timeout 5",
    "build --ro tests",
    "build --root",
    "build --root /no/such/folder",
    "build --root --fresh",
    "build --format yaml",
    "build --jobs 0",
    "build --jobs many",
    "build somewhere",
]


@pytest.mark.parametrize("line", ARGUMENTS)
def test_places_are_those_that_the_parser_finds(line: str) -> None:
    options = parse(line.split())
    root, out, form = stamp.places(line.split()) or ("", "", "")
    wanted = (options.out or options.root / "_build" / "site").resolve()
    assert (root, out, form) == (str(options.root), str(wanted), options.format)


@pytest.mark.parametrize("line", FOR_THE_PARSER)
def test_what_is_not_plain_is_left_to_the_parser(line: str) -> None:
    assert stamp.places(line.split()) is None


@pytest.fixture
def unchanged(tmp_path: Path) -> Iterator[Callable[..., subprocess.CompletedProcess[str]]]:
    """Run `build` on a root whose stamp fits; options of Python come by `python`."""
    root = tmp_path / "root"
    (root / "lessons_ko").mkdir(parents=True)
    (root / "lessons_ko" / "a.md").write_bytes(PAGE)
    (root / "_build" / "site").mkdir(parents=True)
    leave_it = (
        "import sys; from scripts import stamp; root, result = sys.argv[1:]\n"
        "data = stamp.content(root, root + '/_build/site', read=stamp.inputs(root), shown=[],\n"
        "    result=__import__('json').loads(result), said=['a.md:1: warning: careful'])\n"
        "open(stamp.path_of(root), 'wb').write(data)\n"
    )
    result = json.dumps({**RESULT, "out": f"{root}/_build/site"})
    subprocess.run([sys.executable, "-c", leave_it, root, result], cwd=REPOSITORY, check=True)

    def build(*arguments: str, python: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *python, "-m", "scripts", "build", "--root", root, *arguments],
            cwd=REPOSITORY,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    yield build


def test_the_report_is_that_of_a_build_that_executed_nothing(
    unchanged: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = unchanged("--format", "json")
    assert (done.returncode, done.stderr) == (0, "a.md:1: warning: careful\n")
    said = json.loads(done.stdout)
    assert {**said, "seconds": 9.0, "executed": 2} == {**RESULT, "out": said["out"]}
    assert said["executed"] == 0
    assert unchanged().stdout.startswith("2 pages, 0 lessons executed, 0 s\n")


@pytest.fixture
def _in_korean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")


def test_the_report_is_in_the_language_of_the_terminal(
    _in_korean: None, unchanged: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    assert unchanged().stdout.startswith("페이지 2개, 실행한 레슨 0개, 0초\n")


def test_what_has_nothing_to_do_imports_next_to_nothing(
    unchanged: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = unchanged(python=("-X", "importtime"))
    assert done.stdout.startswith("2 pages, 0 lessons executed")
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert {name for name in imported if name.split(".")[0] == "scripts"} == {
        "scripts.console",
        "scripts",
        "scripts.stamp",
    }
    top = {name.split(".")[0] for name in imported}
    heavy = {"argparse", "asyncio", "dataclasses", "docutils", "jax", "markdown_it", "numpy"}
    assert not top & (heavy | {"rich", "sphinx", "subprocess", "yaml"})


def test_what_is_wanted_afresh_is_not_taken_from_a_stamp(
    unchanged: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = unchanged("--fresh", python=("-X", "importtime"))
    assert "scripts.cli" in done.stderr
