"""The publish stage: a finished site becomes a version that never changes again."""

from __future__ import annotations

import hashlib
import html.parser
import json
import os
import shutil
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from scripts.diagnostic import NaranhiError, UsageError
from scripts.files import locked
from scripts.publish import publish, verify
from scripts.publish.manifest import Manifest, manifest_of
from scripts.versions import Versions

CASES = Path(__file__).parent / "cases" / "publish"
NOON = datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(tmp_path / "site", "물때")


def make_site(folder: Path, text: str) -> Path:
    """Give a finished site, tiny but whole, that shows `text`."""
    record = {"schema": 1, "languages": ["ko", "en"], "jax": "0.10.2", "python": "3.11"}
    files = {
        "index.html": "<p>root</p>",
        "build.json": json.dumps(record),
        "ko/index.html": f"<p>{text}</p>",
        "ko/_static/물.svg": "<svg/>",
        "en/index.html": "<p>tides</p>",
    }
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content.encode("utf-8"))
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    """Give all files below a folder but the lock, which stays."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


class Links(html.parser.HTMLParser):
    def __init__(self, page: Path) -> None:
        super().__init__()
        self.folder = page.parent
        self.targets: list[str] = []
        self.refresh = ""
        self.feed(page.read_bytes().decode("utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        assert tag != "script"
        if values.get("http-equiv") == "refresh":
            self.refresh = values["content"].partition("url=")[2]
        if tag == "a":
            self.targets.append(values["href"])


def test_the_first_version(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www" / "docs"
    published = publish(site, to, version="0.10.2", now=NOON)
    assert published.ok
    assert published.generation == 1
    files = tree(to)
    manifest = files.pop("0.10.2/manifest.json")
    assert hashlib.sha256(manifest).hexdigest() == published.hash
    assert [
        (row["path"], row["size"], row["sha256"]) for row in json.loads(manifest)["files"]
    ] == sorted(
        (path, len(data), hashlib.sha256(data).hexdigest()) for path, data in tree(site).items()
    )
    assert json.loads(files.pop("versions.json")) == {
        "latest": "0.10.2",
        "versions": [
            {
                "name": "0.10.2",
                "jax": "0.10.2",
                "published": "2026-01-02T12:00:00Z",
                "hash": published.hash,
                "languages": ["ko", "en"],
            }
        ],
    }
    assert files.keys() - {"index.html", "latest/index.html"} == {
        f"0.10.2/{path}" for path in tree(site)
    }
    assert verify(to) == ()
    for path in [to, *to.rglob("*")]:
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path
    assert published.to_json() == {
        "version": "0.10.2",
        "generation": 1,
        "hash": published.hash,
        "ok": True,
        "findings": [],
    }


@pytest.mark.parametrize("page", ["index.html", "latest/index.html"])
def test_root_pages_lead_to_the_latest_version_without_script(
    site: Path, tmp_path: Path, page: str
) -> None:
    to = tmp_path / "www"
    for version in ("0.9", "0.10+cpu", "0.11rc1"):
        publish(site, to, version=version)
    links = Links(to / page)
    home = (to / "0.10+cpu").resolve()

    def resolved(target: str) -> Path:
        return (links.folder / target.replace("%2B", "+")).resolve()

    assert resolved(links.refresh) == home / "index.html"
    assert {resolved(target) for target in links.targets} == {
        home / "index.html",
        home / "ko" / "index.html",
        home / "en" / "index.html",
    }


def test_versions_stand_beside_each_other(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to, version="0.10.2")
    before = tree(to / "0.10.2")
    shutil.rmtree(site / "en" / "_static", ignore_errors=True)
    (site / "en" / "index.html").write_bytes(b"new")
    published = publish(site, to, version="0.9.30")
    assert published.generation == 2
    assert tree(to / "0.10.2") == before
    rows = json.loads((to / "versions.json").read_bytes())
    assert [row["name"] for row in rows["versions"]] == ["0.10.2", "0.9.30"]
    assert rows["latest"] == "0.10.2"


def test_the_same_bytes_again_change_nothing(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    first = publish(site, to, version="1.0", now=NOON)
    before = {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in to.rglob("*.*")}
    copy = shutil.copytree(site, tmp_path / "copy")
    assert publish(copy, to, version="1.0", now=NOON + timedelta(days=1)) == first
    after = {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in to.rglob("*.*")}
    assert after == before


def test_other_bytes_are_refused(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to, version="1.0")
    before = tree(to)
    (site / "ko" / "index.html").write_bytes(b"other")
    with pytest.raises(NaranhiError, match=r"www/1\.0: version 1\.0 is published already") as info:
        publish(site, to, version="1.0")
    assert not isinstance(info.value, UsageError)
    assert tree(to) == before


def test_publishing_again_brings_lost_root_pages_back(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to, version="1.0")
    before = tree(to)
    (to / "index.html").unlink()
    shutil.rmtree(to / "latest")
    assert publish(site, to, version="1.0").ok
    assert tree(to) == before


def test_publishing_again_tells_of_damage(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to, version="1.0")
    (to / "1.0" / "ko" / "index.html").write_bytes(b"flipped")
    again = publish(site, to, version="1.0")
    assert not again.ok
    assert [str(one) for one in again.findings] == [
        "1.0/ko/index.html:1: the bytes are not those of the manifest; "
        "restore the version from a backup [changed-file]"
    ]


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


def test_a_folder_of_somebody_else_is_not_touched(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    (to / "1.0").mkdir(parents=True)
    (to / "1.0" / "thesis.txt").write_bytes(b"years of work")
    with pytest.raises(NaranhiError, match="is there already, but is no published version"):
        publish(site, to, version="1.0")
    assert (to / "1.0" / "thesis.txt").read_bytes() == b"years of work"
    assert not list(to.glob(".staging-*"))


def test_a_link_in_the_place_of_a_version_is_not_followed(site: Path, tmp_path: Path) -> None:
    publish(site, tmp_path / "other", version="1.0")
    to = tmp_path / "www"
    to.mkdir()
    (to / "versions.json").write_bytes(Versions().to_json().encode())
    (to / "1.0").symlink_to(tmp_path / "other" / "1.0")
    with pytest.raises(NaranhiError, match="is there already, but is no published version"):
        publish(site, to, version="1.0")


def test_a_lost_list_of_versions_is_not_begun_anew(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to, version="1.0")
    (to / "versions.json").unlink()
    with pytest.raises(NaranhiError, match=r"versions\.json: is missing, but there are versions"):
        publish(site, to, version="1.1")
    assert not (to / "1.1").exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"versions": [1]}', "\xff"])
def test_a_damaged_list_of_versions_stops_the_work(text: str, site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    to.mkdir()
    (to / "versions.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(NaranhiError, match=r"versions\.json: cannot be read"):
        publish(site, to, version="1.0")
    assert (to / "versions.json").read_bytes() == text.encode("latin-1")


def test_two_publishers_do_not_meet(site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to, version="1.0")
    before = tree(to)
    with locked(to, what="publication"), pytest.raises(NaranhiError, match="another"):
        publish(site, to, version="1.1")
    assert tree(to) == before


def test_a_site_that_changes_while_it_is_copied(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def manifest_then_change(folder: Path) -> Manifest:
        manifest = manifest_of(folder)
        (folder / "ko" / "index.html").write_bytes(b"built again")
        return manifest

    monkeypatch.setattr("scripts.publish.site.manifest_of", manifest_then_change)
    to = tmp_path / "www"
    published = publish(site, to, version="1.0")
    assert not published.ok
    assert published.generation == 0
    assert [one.rule for one in published.findings] == ["changed-file"]
    assert json.loads((to / "versions.json").read_bytes())["versions"] == []
    assert tree(to).keys() == {"versions.json"}


def test_times_are_noted_in_utc(site: Path, tmp_path: Path) -> None:
    seoul = NOON.astimezone(timezone(timedelta(hours=9)))
    publish(site, tmp_path / "www", version="1.0", now=seoul)
    rows = json.loads((tmp_path / "www" / "versions.json").read_bytes())["versions"]
    assert rows[0]["published"] == "2026-01-02T12:00:00Z"


def _damage(kind: str, version: Path) -> str:
    page, manifest = version / "ko" / "index.html", version / "manifest.json"
    if kind == "missing":
        page.unlink()
        return "ko/index.html missing-file"
    if kind == "changed":
        page.write_bytes(page.read_bytes().swapcase())
        return "ko/index.html changed-file"
    if kind == "linked":
        page.rename(version / "elsewhere")
        page.symlink_to(version / "elsewhere")
        return "elsewhere extra-file, ko/index.html changed-file"
    if kind == "extra":
        (version / "en" / "evil.js").touch()
        return "en/evil.js extra-file"
    if kind == "extra link":
        (version / "en" / "up").symlink_to("..")
        return "en/up extra-file"
    if kind == "manifest and file changed together":
        page.write_bytes(b"evil")
        manifest.write_bytes(manifest_of(version).to_bytes())
        return "manifest.json changed-file"
    if kind == "no manifest":
        manifest.unlink()
        return "manifest.json missing-file"
    assert kind == "no version"
    shutil.rmtree(version)
    return "manifest.json missing-file"


@pytest.mark.parametrize(
    "kind",
    [
        "missing",
        "changed",
        "linked",
        "extra",
        "extra link",
        "manifest and file changed together",
        "no manifest",
        "no version",
    ],
)
def test_verify_names_damage(kind: str, site: Path, tmp_path: Path) -> None:
    to = tmp_path / "www"
    publish(site, to, version="1.0")
    publish(site, to, version="1.1")
    expected = _damage(kind, to / "1.1")
    found = ", ".join(f"{one.path} {one.rule}" for one in verify(to))
    assert found == ", ".join(f"1.1/{part}" for part in expected.split(", "))
    assert verify(to, "1.0") == ()
    assert verify(to, "1.1") == verify(to)


def test_verify_knows_published_versions_only(tmp_path: Path) -> None:
    assert verify(tmp_path) == ()
    with pytest.raises(UsageError, match=r"lists no version 2\.0"):
        verify(tmp_path, "2.0")
