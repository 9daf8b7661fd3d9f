"""The publish stage: a finished site becomes a version that never changes again."""

from __future__ import annotations

import hashlib
import html.parser
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from scripts.diagnostic import NaranhiError, UsageError
from scripts.files import locked
from scripts.publish import Directory, Outcome, collect, disk, roll_back, verify, withdraw
from scripts.publish import publish as publish_to
from scripts.publish.manifest import Manifest, manifest_of

REPOSITORY = Path(__file__).resolve().parent.parent
CASES = Path(__file__).parent / "cases" / "publish"
NOON = datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)


def publish(site: Path, to: Path, *, version: str = "1.0", **more: Any) -> Outcome:
    return publish_to(Directory(to), site, version=version, **{"now": NOON, **more})


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(tmp_path / "site", "물때")


def make_site(folder: Path, text: str) -> Path:
    """Give a finished site, tiny but whole, that shows `text`."""
    record = {
        "schema": 1,
        "languages": ["ko", "en"],
        "jax": "0.10.2",
        "docnames": {"ko": ["index", "moon/phase"], "en": ["index"]},
    }
    files = {
        "index.html": "<p>root</p>",
        "404.html": "<p>lost</p>",
        "sitemap.xml": "<urlset/>",
        "build.json": json.dumps(record),
        "ko/index.html": f"<p>{text}</p>",
        "ko/moon/phase.html": "<p>달</p>",
        "ko/search.html": "<p>찾기</p>",
        "ko/_static/물.svg": "<svg/>",
        "en/index.html": "<p>tides</p>",
    }
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content.encode("utf-8"))
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    """Give all files below a folder, through no link to another one."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def listed(to: Path) -> Any:
    return json.loads((to / "current" / "versions.json").read_bytes())


class Links(html.parser.HTMLParser):
    """Where the links and the redirect of a page lead, as files."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.folder = page.parent
        self.targets: list[Path] = []
        self.refresh: Path | None = None
        self.noindex = False
        self.feed(page.read_bytes().decode("utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        assert tag != "script"
        self.noindex |= values.get("content") == "noindex"
        if values.get("http-equiv") == "refresh":
            self.refresh = self._file(values["content"].partition("url=")[2])
        if tag == "a":
            self.targets.append(self._file(values["href"]))

    def _file(self, address: str) -> Path:
        path = Path(os.path.normpath(self.folder / address.replace("%2B", "+")))
        assert path.is_file(), path
        return path


# --- publishing -----------------------------------------------------------------------------------


def test_the_first_version(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www" / "docs"
    outcome = publish(site, to, version="0.10.2")
    assert (outcome.ok, outcome.changed, outcome.generation) == (True, True, 1)
    assert {path.name for path in to.iterdir()} == {"store", "gen", "current"}
    files = tree(to / "store" / "0.10.2")
    manifest = files.pop("manifest.json")
    assert files == tree(site)
    assert hashlib.sha256(manifest).hexdigest() == outcome.manifest
    assert [
        (row["path"], row["size"], row["sha256"]) for row in json.loads(manifest)["files"]
    ] == sorted((path, len(data), hashlib.sha256(data).hexdigest()) for path, data in files.items())
    root = to / "current"
    assert root.readlink() == Path("gen/1")
    assert hashlib.sha256((root / "generation.json").read_bytes()).hexdigest() == outcome.hash
    assert listed(to) == {
        "latest": "0.10.2",
        "versions": [
            {
                "name": "0.10.2",
                "jax": "0.10.2",
                "published": "2026-01-02T12:00:00Z",
                "hash": outcome.manifest,
                "languages": ["ko", "en"],
            }
        ],
    }
    for folder in ("0.10.2", "latest"):
        assert tree((root / folder).resolve()).keys() == files.keys() | {"manifest.json"}
    assert (root / "404.html").read_bytes() == b"<p>lost</p>"
    assert (root / "sitemap.xml").read_bytes() == b"<urlset/>"
    assert not (root / "_headers").exists()
    assert verify(Directory(to)).findings == ()
    for path in [to, *to.rglob("*")]:
        if not path.is_symlink():
            assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path
    assert outcome.to_json() == {
        "version": "0.10.2",
        "generation": 1,
        "hash": outcome.hash,
        "manifest": outcome.manifest,
        "changed": True,
        "dry_run": False,
        "ok": True,
        "findings": [],
    }


def test_the_start_page_leads_to_the_latest_version_without_script(
    site: Path, tmp_path: Path
) -> None:
    to = tmp_path / "www"
    for version in ("0.9", "0.10+cpu", "0.11rc1"):
        publish(site, to, version=version)
    root = to / "current"
    links = Links(root / "index.html")
    assert links.refresh == root / "latest" / "index.html"
    korean = Links(root / "ko" / "index.html")
    assert korean.refresh == root / "latest" / "ko" / "index.html"
    assert (root / "latest").resolve() == (to / "store" / "0.10+cpu").resolve()
    assert (root / "_headers").read_bytes().decode() == (
        "/0.9/*\n  X-Robots-Tag: noindex\n/0.11rc1/*\n  X-Robots-Tag: noindex\n"
    )
    assert set(links.targets) == {
        root / "latest" / "index.html",
        root / "latest" / "ko" / "index.html",
        root / "latest" / "en" / "index.html",
    }


def test_the_page_for_wrong_addresses_finds_at_the_root_what_it_loads(
    site: Path, tmp_path: Path
) -> None:
    to = tmp_path / "www"
    (site / "fonts").mkdir()
    (site / "fonts" / "글꼴.woff2").write_bytes(b"font")
    (site / "404.html").write_bytes(
        '<link rel="icon" href="/ko/_static/물.svg"><style>@font-face { src: '
        "url('/fonts/글꼴.woff2?v=1') } @font-face { src: url(/fonts/none.woff2) }</style>"
        '<a href="/ko/index.html">물때</a>'.encode()
    )
    publish(site, to, version="1.0")
    root = to / "current"
    assert (root / "fonts" / "글꼴.woff2").read_bytes() == b"font"
    assert (root / "ko" / "_static" / "물.svg").read_bytes() == b"<svg/>"
    # The page for a language alone is the root's own.
    assert Links(root / "ko" / "index.html").refresh == root / "latest" / "ko" / "index.html"
    # A version may have the name of what is asked for.
    publish(site, to, version="fonts")
    assert (to / "current" / "fonts" / "ko" / "index.html").is_file()
    (to / "current" / "ko" / "_static" / "물.svg").unlink()
    assert "ko/_static/물.svg" in str(verify(Directory(to)).findings)


def test_versions_stand_beside_each_other(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to, version="0.10.2")
    before = tree(to / "store" / "0.10.2")
    (site / "en" / "index.html").write_bytes(b"new")
    assert publish(site, to, version="0.9.30").generation == 2
    assert tree(to / "store" / "0.10.2") == before
    assert [row["name"] for row in listed(to)["versions"]] == ["0.10.2", "0.9.30"]
    assert listed(to)["latest"] == "0.10.2"


def test_the_same_bytes_again_change_nothing(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    first = publish(site, to)
    before = {path: (path.lstat().st_mtime_ns, path.lstat().st_ino) for path in to.rglob("*.*")}
    copy = shutil.copytree(site, tmp_path / "copy")
    again = publish(copy, to, now=NOON + timedelta(days=1))
    assert (again.generation, again.hash, again.changed) == (1, first.hash, False)
    after = {path: (path.lstat().st_mtime_ns, path.lstat().st_ino) for path in to.rglob("*.*")}
    assert after == before


def test_other_bytes_are_refused_by_name(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to)
    before = tree(to)
    (site / "ko" / "index.html").write_bytes(b"other")
    (site / "ko" / "new.html").write_bytes(b"new")
    with pytest.raises(NaranhiError, match=r"version 1\.0 is published already") as info:
        publish(site, to)
    assert "they differ in ko/index.html, ko/new.html" in str(info.value)
    assert not isinstance(info.value, UsageError)
    assert tree(to) == before


def test_publishing_again_tells_of_damage(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to)
    (to / "store" / "1.0" / "ko" / "index.html").write_bytes(b"flipped")
    again = publish(site, to)
    assert not again.ok
    assert [str(one) for one in again.findings] == [
        "store/1.0/ko/index.html:1: the bytes are not those published; "
        "restore it from a backup [changed-file]"
    ]


def test_the_lock_goes_with_the_version(site: Path, tmp_path: Path) -> None:
    to, lock = tmp_path / "www", tmp_path / "lock.txt"
    lock.write_bytes(b"jax==0.10.2\n")
    assert publish(site, to, lock=lock).ok
    assert (to / "store" / "1.0" / "requirements.txt").read_bytes() == b"jax==0.10.2\n"
    assert verify(Directory(to)).ok
    assert not publish(site, to, lock=lock).changed
    lock.write_bytes(b"jax==0.11.0\n")
    with pytest.raises(NaranhiError, match=r"differ in requirements\.txt"):
        publish(site, to, lock=lock)


def test_a_dry_run_writes_nothing(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    planned = publish(site, to, dry_run=True)
    assert not to.exists()
    assert planned.to_json() == {**publish(site, to).to_json(), "dry_run": True}
    before = tree(to)
    with pytest.raises(UsageError, match="no generation before"):
        roll_back(Directory(to), dry_run=True)
    assert withdraw(Directory(to), "1.0", dry_run=True).generation == 2
    assert collect(Directory(to), keep=1, dry_run=True).changed is False
    (site / "ko" / "index.html").write_bytes(b"other")
    with pytest.raises(NaranhiError, match="published already"):
        publish(site, to, dry_run=True)
    assert tree(to) == before


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("named", [(), ("en/moon/phase",), ("phase",)])
def test_a_lesson_that_has_vanished_stops_a_publication(
    site: Path, tmp_path: Path, named: tuple[str, ...]
) -> None:
    to = tmp_path / "www"
    publish(site, to)
    (site / "ko" / "moon" / "phase.html").unlink()
    (site / "ko" / "search.html").unlink()
    with pytest.raises(NaranhiError, match=r"lessons of version 1\.0 are missing: ko/moon/phase;"):
        publish(site, to, version="1.1", without=named)
    assert publish(site, to, version="0.9").ok


@pytest.mark.parametrize("named", ["moon/phase", "ko/moon/phase"])
def test_a_page_that_is_gone_leads_to_the_last_version_that_has_it(
    site: Path, tmp_path: Path, named: str
) -> None:
    to = tmp_path / "www"
    publish(site, to)
    publish(site, to, version="1.0.1")
    (site / "ko" / "moon" / "phase.html").unlink()
    assert publish(site, to, version="1.1", without=[named]).ok
    latest = to / "current" / "latest"
    links = Links(latest / "ko" / "moon" / "phase.html")
    last = to / "current" / "1.0.1" / "ko" / "moon" / "phase.html"
    assert (links.refresh, links.targets, links.noindex) == (last, [last], True)
    assert "1.0.1" in (latest / "ko" / "moon" / "phase.html").read_bytes().decode("utf-8")
    for path, data in tree(site).items():
        assert (latest / path).read_bytes() == data
    assert (latest / "en").is_symlink()
    # The version itself holds what was published, and nothing else.
    assert not (to / "current" / "1.1" / "ko" / "moon").exists()
    assert verify(Directory(to)).ok
    withdraw(Directory(to), "1.0.1")
    assert Links(latest / "ko" / "moon" / "phase.html").refresh == (
        to / "current" / "1.0" / "ko" / "moon" / "phase.html"
    )


def test_a_lesson_that_failed_stops_a_publication(site: Path, tmp_path: Path) -> None:
    with pytest.raises(NaranhiError, match="failed when they were last executed: scan;"):
        publish(site, tmp_path / "www", failed=["scan"])
    assert publish(site, tmp_path / "www", failed=["scan"], without=["scan"]).ok


@pytest.mark.parametrize(
    "case", json.loads((CASES / "refused.json").read_bytes()), ids=lambda case: case["label"]
)
def test_refused_sites(case: dict[str, Any], site: Path, tmp_path: Path) -> None:
    for path in case.get("delete", []):
        (site / path).unlink()
    for path, text in case.get("write", {}).items():
        (site / path).write_bytes(text.encode("utf-8"))
    for path, target in case.get("link", {}).items():
        (site / path).symlink_to(target)
    for path in case.get("pipe", []):
        os.mkfifo(site / path)
    if case.get("bytes_name"):
        Path(os.fsdecode(os.fsencode(site) + b"/\xff.html")).touch()
    to = tmp_path / "www"
    with pytest.raises(NaranhiError) as info:
        publish(site, to, version="1.0")
    assert case["error"] in str(info.value)
    assert not to.exists()


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../x", ".hidden", "latest", "index.html"])
def test_names_that_are_no_versions(name: str, site: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        publish(site, tmp_path / "www", version=name)


def test_no_site_there(tmp_path: Path) -> None:
    with pytest.raises(NaranhiError, match="no such folder"):
        publish(tmp_path / "gone", tmp_path / "www", version="1.0")


@pytest.mark.parametrize("inside", [".", "www", "a/b"])
def test_a_site_is_not_published_into_itself(inside: str, site: Path) -> None:
    with pytest.raises(UsageError, match="lies in the site itself"):
        publish(site, site / inside, version="1.0")
    assert not (site / ".staging").exists()


@pytest.mark.parametrize("place", ["thesis.txt", "store/1.0/thesis.txt"])
def test_a_folder_of_somebody_else_is_not_touched(site: Path, tmp_path: Path, place: str) -> None:
    to = tmp_path / "www"
    (to / place).parent.mkdir(parents=True)
    (to / place).write_bytes(b"years of work")
    with pytest.raises(NaranhiError, match=r"holds other files|Directory not empty"):
        publish(site, to)
    assert tree(to) == {place: b"years of work"}


@pytest.mark.parametrize("target", ["", "gen/7", "gen/x", "store/1.0"])
def test_a_damaged_root_is_not_published_to(site: Path, tmp_path: Path, target: str) -> None:
    to = tmp_path / "www"
    publish(site, to)
    (to / "current").unlink()
    if target:
        (to / "current").symlink_to(target)
    before = tree(to / "gen")
    with pytest.raises(NaranhiError):
        publish(site, to, version="1.1")
    assert tree(to / "gen") == before
    assert not verify(Directory(to)).ok


def test_two_publishers_do_not_meet(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to)
    before = tree(to)
    with locked(to, what="publication"), pytest.raises(NaranhiError, match="another"):
        publish(site, to, version="1.1")
    assert tree(to) == before


def test_who_waits_is_told_for_whom(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to)
    with (
        Directory(to).changing("publication"),
        pytest.raises(NaranhiError, match=rf"\(process {os.getpid()} on "),
    ):
        publish(site, to, version="1.1")
    assert publish(site, to, version="1.1").ok


def test_a_site_that_changes_while_it_is_copied(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def manifest_then_change(folder: Path) -> Manifest:
        manifest = manifest_of(folder)
        (folder / "ko" / "index.html").write_bytes(b"built again")
        return manifest

    monkeypatch.setattr("scripts.publish.site.manifest_of", manifest_then_change)
    to = tmp_path / "www"
    outcome = publish(site, to)
    assert (outcome.ok, outcome.changed, outcome.generation) == (False, False, 0)
    assert [one.rule for one in outcome.findings] == ["changed-file"]
    assert tree(to) == {}


def test_times_are_noted_in_utc(site: Path, tmp_path: Path) -> None:
    publish(site, tmp_path / "www", now=NOON.astimezone(timezone(timedelta(hours=9))))
    assert listed(tmp_path / "www")["versions"][0]["published"] == "2026-01-02T12:00:00Z"


# --- later generations ----------------------------------------------------------------------------


@pytest.fixture
def three(site: Path, tmp_path: Path) -> Path:
    """Give a root with the versions 1.0, 1.1 and 1.2."""
    for version in ("1.0", "1.1", "1.2"):
        (site / "en" / "index.html").write_bytes(version.encode())
        publish(site, tmp_path / "www", version=version)
    return tmp_path / "www"


def names(to: Path) -> list[str]:
    return [row["name"] for row in listed(to)["versions"]]


def latest_text(to: Path) -> str:
    return (to / "current" / "latest" / "en" / "index.html").read_bytes().decode()


def test_a_rollback_shows_what_was_shown(three: Path, site: Path) -> None:
    root = Directory(three)
    assert roll_back(root).generation == 4
    assert (names(three), latest_text(three)) == (["1.1", "1.0"], "1.1")
    assert not (three / "current" / "1.2").exists()
    # The same files may come back, other ones may not, though readers do not see them now.
    (site / "en" / "index.html").write_bytes(b"other")
    with pytest.raises(NaranhiError, match="published already"):
        publish(site, three, version="1.2")
    (site / "en" / "index.html").write_bytes(b"1.2")
    assert publish(site, three, version="1.2").generation == 5
    assert latest_text(three) == "1.2"
    assert roll_back(root, generation=1).ok
    assert names(three) == ["1.0"]
    assert roll_back(root).ok
    assert names(three) == ["1.2", "1.1", "1.0"]
    assert roll_back(root, version="1.1").ok
    assert names(three) == ["1.1", "1.0"]
    assert verify(root).findings == ()
    for wrong in (0, 99):
        with pytest.raises(UsageError, match="there is no generation"):
            roll_back(root, generation=wrong)


def test_a_withdrawn_version_leaves_a_tombstone(three: Path, site: Path) -> None:
    root = Directory(three)
    assert withdraw(root, "1.2").generation == 4
    assert (names(three), latest_text(three)) == (["1.1", "1.0"], "1.1")
    stone = three / "current" / "1.2"
    assert tree(stone).keys() == {"index.html", "ko/index.html", "en/index.html"}
    links = Links(stone / "en" / "index.html")
    latest = three / "current" / "latest"
    assert links.targets == [latest / "en" / "index.html", latest / "ko" / "index.html"]
    assert links.noindex
    assert "1.2 버전은 공개를 중단했습니다" in (stone / "index.html").read_bytes().decode()
    assert withdraw(root, "1.2").changed is False
    with pytest.raises(NaranhiError, match="was withdrawn"):
        publish(site, three, version="1.2")
    with pytest.raises(UsageError, match=r"there is no version 9; there are: 1\.0, 1\.1, 1\.2"):
        withdraw(root, "9")
    assert verify(root).findings == ()
    assert roll_back(root).ok
    assert names(three) == ["1.2", "1.1", "1.0"]


def test_all_versions_withdrawn(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to)
    assert withdraw(Directory(to), "1.0").ok
    assert listed(to) == {"latest": None, "versions": []}
    assert Links(to / "current" / "index.html").targets == []
    assert not (to / "current" / "latest").exists()
    assert verify(Directory(to)).findings == ()
    assert publish(site, to, version="1.1").ok
    assert latest_text(to) == "<p>tides</p>"


def test_a_collection_deletes_what_is_withdrawn_and_old_roots(three: Path) -> None:
    root = Directory(three)
    assert collect(root, keep=3).changed is False
    hashes = [root.record(number).hash for number in (1, 2, 3)]
    assert collect(root, keep=2).generation == 4
    assert {path.name for path in (three / "gen").iterdir()} == {"1.json", "2.json", "3", "4"}
    withdraw(root, "1.0")
    last = collect(root, keep=2)
    assert {path.name for path in (three / "store").iterdir()} == {"1.1", "1.2"}
    assert {path.name for path in (three / "gen").iterdir() if path.is_dir()} == {"6"}
    assert collect(root, keep=2).changed is False
    assert verify(root).findings == ()
    for known in (*hashes, last.hash):
        assert verify(root, expect=known).ok
    with pytest.raises(NaranhiError, match="whose files were deleted by gc"):
        roll_back(root, generation=3)


def test_a_history_that_was_replaced_is_told_by_a_hash_kept_elsewhere(
    site: Path, tmp_path: Path
) -> None:
    to = tmp_path / "www"
    kept = publish(site, to).hash
    shutil.rmtree(to)
    (site / "ko" / "index.html").write_bytes(b"evil")
    publish(site, to)
    assert verify(Directory(to)).ok
    found = verify(Directory(to), expect=kept)
    assert [one.rule for one in found.findings] == ["other-history"]


# --- what it withstands ---------------------------------------------------------------------------


def test_a_folder_that_somebody_else_makes_in_between_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first(operation: str, path: Path, argument: object) -> None:
        if operation == "mkdir":
            path.mkdir()

    monkeypatch.setattr(disk, "watchers", [first])
    disk.make_folders(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize("what", ["kills", "full", "power", "damage", "busy", "instants"])
def test_what_publishing_withstands(what: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.publishing", "--quick", what],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{what}: ")


LIMITED = """
import resource, sys
from pathlib import Path
from scripts.diagnostic import NaranhiError
from scripts.publish import Directory, publish
# A file can be written up to this size and no further, as on a disk that is nearly full.
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    publish(Directory(Path(sys.argv[2])), Path(sys.argv[1]), version="2.0")
except NaranhiError as error:
    print(error)
"""


def test_a_file_that_cannot_be_written_whole_is_named(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to)
    before = tree(to)
    (site / "ko" / "index.html").write_bytes(b"x" * 3000)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(site), str(to)],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert "ko/index.html: File too large; what was published before is untouched" in done.stdout
    assert tree(to) == before


# --- the command line -----------------------------------------------------------------------------


def test_the_commands(site: Path, tmp_path: Path, naranhi: Callable[..., Any]) -> None:
    to = tmp_path / "www"
    where = ("--to", to, "--format", "json")
    first = naranhi("publish", "--site", site, "--version", "1.0", *where)
    assert first.code == 0, first.err
    assert (to / "store" / "1.0" / "requirements.txt").is_file()
    gone = naranhi("withdraw", "1.0", *where)
    assert (gone.code, gone.json["generation"]) == (0, 2)
    assert naranhi("rollback", *where).json["generation"] == 3
    listing = naranhi("versions", *where).json
    assert [row["action"] for row in listing["generations"]] == [
        "rollback 1",
        "withdraw 1.0",
        "publish 1.0",
    ]
    assert listing["states"] == {"1.0": "published"}
    proved = naranhi("verify", "--expect", first.json["hash"], *where)
    assert (proved.code, proved.json["ok"], proved.json["version"]) == (0, True, "1.0")
    assert naranhi("gc", "--to", to, "--keep", "1", "--dry-run").code == 0
    (to / "current" / "index.html").unlink()
    broken = naranhi("verify", "--to", to)
    assert broken.code == 1
    assert "gen/3/index.html:1: this is missing" in broken.out
