"""The pipeline from end to end, as a maintainer runs it: real kernels, real Sphinx, real kills."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scripts.render import locale
from tests.conftest import REPOSITORY, Run

pytestmark = [pytest.mark.kernel, pytest.mark.site]


def tree(folder: Path) -> dict[str, str]:
    """Give every file below a folder with the hash of its bytes."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# How long a cell ran, and the day on which: pages say both of the run whose outputs they show.
OF_A_RUN = re.compile("|".join((
    r"\b20\d\d-\d\d-\d\d\b",
    *(
        re.escape(locale.words(tag).text(key, **gap)).replace("TIME", "[0-9.e+-]+")
        for tag in ("ko", "en")
        for key, gap in (("origin_moment", {}), ("origin_seconds", {"seconds": "TIME"}))
    ),
)))  # fmt: skip


def but_for_the_run(folder: Path) -> dict[str, str]:
    """Give what `tree` gives, without what another run of the same code says otherwise."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(
            OF_A_RUN.sub("", path.read_bytes().decode("utf-8", "replace")).encode("utf-8")
        ).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that stands in the file exactly once."""
    text = path.read_bytes().decode("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    path.write_bytes(text.replace(old, new).encode("utf-8"))


def edit_both(root: Path, name: str, old: str, new: str) -> None:
    """Replace a text in the lesson's files of both languages."""
    for tag in ("ko", "en"):
        edit(root / f"lessons_{tag}" / name, old, new)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a built copy of the small site about the sea; tests copy it before they change it."""
    root = tmp_path_factory.mktemp("built") / "tides"
    shutil.copytree(REPOSITORY / "tests" / "sites" / "tides", root)
    done = subprocess.run(
        [sys.executable, "-m", "scripts", "build", "--root", root, "--format", "json"],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return root


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Path:
    """Give a built site of one's own."""
    return Path(shutil.copytree(built, tmp_path / "tides", symlinks=True))


def test_a_build_leaves_a_page_a_lesson_and_language(built: Path) -> None:
    out = built / "_build" / "site"
    for language in ("ko", "en"):
        for docname in ("index", "heights", "times"):
            assert (out / language / f"{docname}.html").is_file()
        page = (out / language / "heights.html").read_bytes().decode("utf-8")
        for output in ("4.0", "2.6666666666666665", "ZeroDivisionError"):
            assert output in page, output
        assert "13:25" in (out / language / "times.html").read_bytes().decode("utf-8")
    assert (out / "index.html").is_file()


def test_nothing_of_ours_stands_in_the_site_of_others(built: Path) -> None:
    for page in (built / "_build" / "site").rglob("*.html"):
        text = page.read_bytes().decode("utf-8").lower()
        assert "naranhi" not in text.replace("naranhi_", ""), page
        assert "jit" not in text, page


def test_pages_ask_nothing_of_third_parties(built: Path) -> None:
    for page in (built / "_build" / "site").rglob("*.html"):
        text = page.read_bytes().decode("utf-8")
        for tag in ('<script src="http', '<link rel="stylesheet" href="http', '<img src="http'):
            assert tag not in text, page


def test_a_second_build_executes_nothing_and_changes_nothing(
    site: Path, naranhi: Callable[..., Run]
) -> None:
    before = tree(site / "_build" / "site")
    done = naranhi("build", "--root", site, "--format", "json")
    assert (done.code, done.json["executed"]) == (0, 0), done.err
    assert tree(site / "_build" / "site") == before


def is_noop(root: Path, naranhi: Callable[..., Run]) -> bool:
    """Build, and tell whether nothing was done: the site's folder is the very same."""
    before = (root / "_build" / "site").stat().st_ino
    done = naranhi("build", "--root", root, "--format", "json")
    assert (done.code, done.json["executed"]) == (0, 0), done.out + done.err
    return (root / "_build" / "site").stat().st_ino == before


def test_where_nothing_has_changed_nothing_is_done(site: Path, naranhi: Callable[..., Run]) -> None:
    assert not is_noop(site, naranhi), "it was built in another place"
    assert is_noop(site, naranhi)
    page = site / "_build" / "site" / "ko" / "heights.html"
    whole = page.read_bytes()
    page.write_bytes(whole.replace(b"4.0", b"5.0"))
    assert not is_noop(site, naranhi)
    assert page.read_bytes() == whole
    assert is_noop(site, naranhi)
    assert naranhi("build", "--root", site, "--force", "--format", "json").json["executed"] == 2


def test_one_edit_of_prose_reads_one_page(site: Path, naranhi: Callable[..., Run]) -> None:
    edit(site / "lessons_en" / "times.md", "745 minutes", "744 minutes")
    naranhi("build", "--root", site)  # what was read in another place is no use here
    edit(site / "lessons_en" / "times.md", "744 minutes", "746 minutes")
    done = naranhi("build", "--root", site, "--format", "json")
    assert (done.code, done.json["executed"]) == (0, 0), done.out
    read = (site / "_build" / "work" / "en" / "log.txt").read_bytes().decode("utf-8")
    # Not the start page: what it says of lessons is as it was.
    assert "0 added, 1 changed, 0 removed" in read
    assert "rendering en" in done.err
    assert "rendering ko" not in done.err
    page = site / "_build" / "site" / "en" / "times.html"
    assert "746 minutes" in page.read_bytes().decode("utf-8")
    assert "writing output... [100%] times" in read
    assert "heights" not in read.partition("writing output...")[2].partition("generating")[0]
    quick = tree(site / "_build" / "site")
    assert naranhi("render", "--root", site, "--fresh").code == 0
    assert tree(site / "_build" / "site") == quick


def test_another_title_is_shown_on_every_page(site: Path, naranhi: Callable[..., Run]) -> None:
    for title in ("# When the tide comes", "# When the tide goes"):
        page = site / "lessons_en" / "times.md"
        text = page.read_bytes().decode("utf-8")
        old = next(line for line in text.split("\n") if line.startswith("# "))
        page.write_bytes(text.replace(old, title, 1).encode("utf-8"))
        assert naranhi("build", "--root", site).code == 0
        other = (site / "_build" / "site" / "en" / "heights.html").read_bytes().decode("utf-8")
        assert title.removeprefix("# ") in other
    quick = tree(site / "_build" / "site")
    assert naranhi("render", "--root", site, "--fresh").code == 0
    assert tree(site / "_build" / "site") == quick


def test_a_site_that_cannot_be_rendered_says_what_was_executed(
    site: Path, naranhi: Callable[..., Run]
) -> None:
    edit_both(site, "heights.md", "[1.5, 4.0, 2.5]", "[1.5, 8.0, 2.5]")
    page = site / "lessons_ko" / "heights.md"
    page.write_bytes(page.read_bytes() + b"\n[](nowhere.md)\n")
    done = naranhi("build", "--root", site, "--format", "json")
    assert (done.code, done.json["ok"], done.json["executed"]) == (1, False, 1)


def test_one_edit_of_code_runs_one_lesson(site: Path, naranhi: Callable[..., Run]) -> None:
    edit_both(site, "heights.md", "[1.5, 4.0, 2.5]", "[1.5, 7.0, 2.5]")
    done = naranhi("build", "--root", site, "--format", "json")
    assert (done.code, done.json["executed"]) == (0, 1), done.out + done.err
    assert "executed heights" in done.err
    for language in ("ko", "en"):
        page = site / "_build" / "site" / language / "heights.html"
        assert "7.0" in page.read_bytes().decode("utf-8")


def test_what_a_page_shows_from_outside_is_part_of_it(
    site: Path, naranhi: Callable[..., Run]
) -> None:
    beside = site / "tables" / "moon.txt"
    beside.parent.mkdir()
    beside.write_bytes(b"full moon")
    (site / "docs").mkdir(exist_ok=True)
    (site / "docs" / "permitted.toml").write_bytes(b'folders = ["tables"]\n')
    table = b"\n```{literalinclude} ../tables/moon.txt\n:language: text\n```\n"
    for tag in ("en", "ko"):
        lesson = site / f"lessons_{tag}" / "times.md"
        lesson.write_bytes(lesson.read_bytes() + table)
    assert not is_noop(site, naranhi)
    # The first build may have begun in the instant in which the file was written.
    assert is_noop(site, naranhi) or is_noop(site, naranhi)
    status = beside.stat()
    beside.write_bytes(b"half moon")
    os.utime(beside, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert not is_noop(site, naranhi)
    page = (site / "_build" / "site" / "en" / "times.html").read_bytes().decode("utf-8")
    assert "half moon" in page


def test_a_translated_comment_executes_nothing(site: Path, naranhi: Callable[..., Run]) -> None:
    page = site / "lessons_ko" / "heights.md"
    edit(page, "# 가장 높은 값", "# 가장 큰 값\n# 한 줄 더")
    done = naranhi("build", "--root", site, "--format", "json")
    assert (done.code, done.json["executed"]) == (0, 0), done.out
    html = (site / "_build" / "site" / "ko" / "heights.html").read_bytes().decode("utf-8")
    assert "가장 큰 값" in html


def test_another_operator_in_a_translation_names_both_files_and_lines(
    site: Path, naranhi: Callable[..., Run]
) -> None:
    edit(site / "lessons_ko" / "heights.md", "sum(heights) / len", "sum(heights) * len")
    done = naranhi("build", "--root", site)
    assert done.code == 1
    assert "lessons_ko/heights.md:22" in done.out
    assert "lessons_en/heights.md:22" in done.out


BROKEN: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "a cell that starts to fail": (
        lambda root: edit_both(root, "heights.md", "[1.5, 4.0, 2.5]", "[1.5, 4.0, 'two']"),
        ["lessons_en/heights.md:15", "TypeError"],
    ),
    "an expected error that no longer comes": (
        lambda root: edit_both(root, "heights.md", "sum([]) / len([])", "sum([]) / len([1])"),
        ["lessons_en/heights.md:2", "ZeroDivisionError"],
    ),
    "an expected error of another type": (
        lambda root: edit_both(root, "heights.md", "ZeroDivisionError", "KeyError"),
        ["lessons_en/heights.md:2", "KeyError", "ZeroDivisionError"],
    ),
    "an infinite loop": (
        lambda root: edit_both(root, "times.md", "[clock(60", "while True: pass\n[clock(60"),
        ["lessons_en/times.md:1", "time-out"],
    ),
    "a syntax error": (
        lambda root: edit(root / "lessons_en" / "heights.md", "print(max(heights))", "print(max("),
        ["lessons_en/heights.md:15", "python-syntax"],
    ),
    "a file that is no UTF-8": (
        lambda root: (root / "lessons_ko" / "times.md").write_bytes("# 물때".encode("cp949")),
        ["lessons_ko/times.md:1", "UTF-8"],
    ),
    "an empty file": (
        lambda root: (root / "lessons_ko" / "times.md").write_bytes(b""),
        ["lessons_ko/times.md:1", "empty"],
    ),
    "a lesson with no counterpart": (
        lambda root: (root / "lessons_ko" / "times.md").unlink(),
        ["lessons_en/times.md:1", "lessons_ko/times.md"],
    ),
    "front matter that is no YAML": (
        lambda root: edit(root / "lessons_en" / "times.md", "order: 2", "order: [2"),
        ["lessons_en/times.md:", "front-matter"],
    ),
    "a link to nowhere": (
        lambda root: edit(root / "lessons_en" / "times.md", "(heights.md)", "(hights.md)"),
        ["lessons_en/times.md:11", "hights"],
    ),
    "an unknown directive": (
        lambda root: edit(root / "lessons_ko" / "times.md", "# 물때", "# 물때\n\n```{knit}\n```"),
        ["lessons_ko/times.md:11", "knit"],
    ),
}


@pytest.mark.parametrize("label", BROKEN)
def test_what_is_broken_is_named_and_the_good_site_stays(
    label: str, site: Path, naranhi: Callable[..., Run]
) -> None:
    breaking, expected = BROKEN[label]
    before = tree(site / "_build" / "site")
    breaking(site)
    done = naranhi("build", "--root", site, "--timeout", "10")
    assert done.code == 1, done.out + done.err
    for words in expected:
        assert words in done.out, f"{words!r} is not in: {done.out}{done.err}"
    assert "Traceback (most recent call last)" not in done.err
    assert tree(site / "_build" / "site") == before


def test_a_file_that_is_no_site_is_never_replaced(
    tides: Path, tmp_path: Path, naranhi: Callable[..., Run]
) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "letter.txt").write_text("dear", encoding="utf-8")
    done = naranhi("build", "--root", tides, "--out", out)
    assert done.code == 1
    assert [path.name for path in out.iterdir()] == ["letter.txt"]


@contextmanager
def build_until(line: str, root: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a build and give its process at the instant at which it says a line with `line`."""
    with subprocess.Popen(
        [sys.executable, "-m", "scripts", "build", "--root", root],
        cwd=REPOSITORY,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        for said in process.stderr:
            if line in said:
                break
        yield process


@pytest.mark.parametrize("line", ["[1/2]", "[2/2]", "rendering ko", "rendering en"])
def test_a_killed_build_goes_on_as_if_nothing_had_happened(
    line: str, built: Path, tides: Path, naranhi: Callable[..., Run]
) -> None:
    with build_until(line, tides) as process:
        process.kill()
    done = naranhi("build", "--root", tides, "--format", "json")
    assert done.code == 0, done.out + done.err
    assert done.json["executed"] <= (1 if line == "[1/2]" else 0), done.out + done.err
    site = tides / "_build" / "site"
    assert but_for_the_run(site) == but_for_the_run(built / "_build" / "site")
    # From the outputs that are there now it is the same to the last byte.
    fresh = tides / "fresh"
    assert naranhi("render", "--root", tides, "--fresh", "--out", fresh).code == 0
    assert tree(site) == tree(fresh)
    leftovers = [path.name for path in (tides / "_build").iterdir() if path.name.startswith(".")]
    assert leftovers == []


def test_an_interrupted_build_ends_quietly(tides: Path) -> None:
    with build_until("[1/2]", tides) as process:
        process.send_signal(signal.SIGINT)
        _, talk = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in talk


def test_publishing_what_was_built(
    built: Path, tmp_path: Path, naranhi: Callable[..., Run]
) -> None:
    www = tmp_path / "www"
    first = naranhi("publish", "--root", built, "--to", www, "--version", "1.0", "--format", "json")
    assert (first.code, first.json["ok"]) == (0, True), first.err
    assert (www / "current" / "1.0" / "ko" / "heights.html").is_file()
    again = naranhi("publish", "--root", built, "--to", www, "--version", "1.0", "--format", "json")
    assert (again.code, again.json["hash"]) == (0, first.json["hash"])
    second = naranhi(
        "publish", "--root", built, "--to", www, "--version", "1.1", "--format", "json"
    )
    assert second.code == 0
    assert '"1.0"' in (www / "current" / "versions.json").read_bytes().decode("utf-8")


def test_what_is_published_comes_from_an_empty_folder(
    site: Path, tmp_path: Path, naranhi: Callable[..., Run]
) -> None:
    page = site / "_build" / "site" / "ko" / "heights.html"
    made = page.read_bytes()
    page.write_bytes(made.replace(b"</body>", b"<p>left over</p></body>"))
    left = site / "_build" / ".publication.killed"
    left.mkdir()
    www = tmp_path / "www"
    done = naranhi("publish", "--root", site, "--to", www, "--version", "1.0")
    assert done.code == 0, done.err
    assert "1 of its files are not what an empty folder gives, ko/heights.html first" in done.err
    assert b"left over" not in (www / "current" / "1.0" / "ko" / "heights.html").read_bytes()
    assert [one.name for one in (site / "_build").iterdir() if one.name.startswith(".")] == []


def test_a_site_that_is_older_than_its_lessons_is_not_published(
    site: Path, tmp_path: Path, naranhi: Callable[..., Run]
) -> None:
    edit(site / "lessons_en" / "times.md", "745 minutes", "746 minutes")
    www = tmp_path / "www"
    done = naranhi("publish", "--root", site, "--to", www, "--version", "1.0")
    assert done.code == 1
    assert "changed since" in done.err
    assert not www.exists()
    named = site / "_build" / "site"
    done = naranhi("publish", "--site", named, "--to", www, "--version", "1.0", "--root", site)
    assert done.code == 0, done.err
