"""A whole public root as a pure function of its generation and the manifests that this names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from scripts.languages import LANGUAGES, Language, language_of
from scripts.publish.generation import RECORD, Generation, State
from scripts.publish.manifest import Manifest
from scripts.publish.pages import (
    gone_page,
    language_page,
    old_versions_headers,
    start_page,
    withdrawn_page,
)
from scripts.versions import Version, Versions

VERSIONS = "versions.json"
CHECKSUM = "generation.sha256"
LATEST = "latest"
HEADERS = "_headers"
NOT_FOUND = "404.html"
# What the host wants at its root: the latest version's.
_OF_LATEST = (NOT_FOUND, "robots.txt", "sitemap.xml")
_FROM_ROOT = re.compile(r"""["'(]/([^"'()?#\s]+)""")


@dataclass(frozen=True)
class Shown:
    """A file or a folder of a version that is shown at another place; "" is the whole version."""

    version: str
    path: str = ""


Root = Mapping[str, "bytes | Shown"]


def public_root(
    generation: Generation,
    manifests: Mapping[str, Manifest],
    read: Callable[[Version, str], bytes],
) -> Root:
    """Give all that a generation shows: by path, the bytes of a file or what is shown there.

    `manifests` are those of the published versions by name; `read` gives a file of a version.
    """
    versions = generation.versions
    latest = versions.latest if versions.items else None
    root: dict[str, bytes | Shown] = {
        # GitHub Pages leaves out names that begin with "_" where this file is missing.
        ".nojekyll": b"",
        RECORD: generation.to_bytes(),
        # As `sha256sum --check` reads it; `verify` needs no other file to see a flipped bit.
        CHECKSUM: f"{generation.hash}  {RECORD}\n".encode(),
        "index.html": start_page(latest).encode("utf-8"),
        VERSIONS: versions.to_json().encode("utf-8"),
    }
    for version in versions.items:
        root[version.name] = Shown(version.name)
    for one in generation.kept:
        if one.state in {State.WITHDRAWN, State.DELETED}:
            root |= dict(_tombstones(one.version, latest))
    headers = old_versions_headers([one for one in versions.items if one != latest])
    if latest is not None:
        files = manifests[latest.name].by_path
        root |= {name: Shown(latest.name, name) for name in _OF_LATEST if name in files}
        # People write /ko/, and so does a page for wrong addresses that knows no other address.
        for language in map(language_of, latest.languages):
            page = language_page(latest, language)
            root[f"{language.tag}/index.html"] = page.encode("utf-8")
        if NOT_FOUND in files:
            asked = _FROM_ROOT.findall(read(latest, NOT_FOUND).decode("utf-8", "replace"))
            # It is shown at any address, and cannot say where its font and icon are from there.
            root |= {
                path: Shown(latest.name, path)
                for path in asked
                if path in files and not ({path} | _parents(path)) & root.keys()
            }
        if HEADERS in files:
            headers = f"{read(latest, HEADERS).decode('utf-8').rstrip()}\n{headers}"
        root |= _latest(versions, latest, manifests)
    if headers:
        root[HEADERS] = headers.encode("utf-8")
    return dict(sorted(root.items()))


def _tombstones(version: Version, latest: Version | None) -> Iterator[tuple[str, bytes]]:
    yield f"{version.name}/index.html", withdrawn_page(version, latest, up="../").encode("utf-8")
    for tag in version.languages:
        page = withdrawn_page(version, latest, up="../../", first=tag)
        yield f"{version.name}/{tag}/index.html", page.encode("utf-8")


def _latest(
    versions: Versions, latest: Version, manifests: Mapping[str, Manifest]
) -> dict[str, bytes | Shown]:
    """Give `latest`: the latest version whole, or with what leads on from pages that are gone."""
    gone = gone_pages(versions, manifests)
    if not gone:
        return {LATEST: Shown(latest.name)}
    files = manifests[latest.name].by_path
    opened = {parent for path in gone for parent in _parents(path)}
    shown: dict[str, bytes | Shown] = {}
    for path in files:
        # What holds no page that is gone is shown as one.
        parts = path.split("/")
        whole = next(
            (top for n in range(1, len(parts)) if (top := "/".join(parts[:n])) not in opened), path
        )
        shown[f"{LATEST}/{whole}"] = Shown(latest.name, whole)
    shown[f"{LATEST}/manifest.json"] = Shown(latest.name, "manifest.json")
    for path, (last, language) in gone.items():
        up = "../" * (path.count("/") + 1)
        shown[f"{LATEST}/{path}"] = gone_page(path, last, language, up=up).encode("utf-8")
    return shown


def gone_pages(
    versions: Versions, manifests: Mapping[str, Manifest]
) -> Mapping[str, tuple[Version, Language]]:
    """Give the pages that versions before the latest have and it has not: the last, its language.

    The latest is the newest final release; what came out before it counts, and nothing after it.
    """
    latest = versions.latest
    files = manifests[latest.name].by_path
    folders = {parent for path in files for parent in _parents(path)}
    before = versions.items[: versions.items.index(latest)]
    gone = {}
    for version in before:
        for path, language in pages_of(manifests[version.name], version):
            if path not in files.keys() | folders and not _parents(path) & files.keys():
                gone[path] = (version, language)
    return dict(sorted(gone.items()))


def pages_of(manifest: Manifest, version: Version) -> Iterator[tuple[str, Language]]:
    """Give the paths of a version's pages, with the language of each; none of what helps them."""
    languages = {lang.tag: lang for lang in LANGUAGES if lang.tag in version.languages}
    for entry in manifest.entries:
        folder, *below = entry.path.split("/")
        hidden = any(part.startswith(("_", ".")) for part in below)
        if folder in languages and below and below[-1].endswith(".html") and not hidden:
            yield entry.path, languages[folder]


def _parents(path: str) -> set[str]:
    """Give the folders on the way to a file, without the first of all."""
    parts = path.split("/")
    return {"/".join(parts[:n]) for n in range(1, len(parts))}
