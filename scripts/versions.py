"""Published versions of the site: pure values, written to and read from `versions.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion
from packaging.version import Version as Release

from scripts.diagnostic import NaranhiError, UsageError
from scripts.languages import LANGUAGES

# Stands in a finished site: what it was made from. `render` writes it, `publish` reads it.
BUILD_RECORD = "build.json"

NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z._+-]{0,63}")

# Folders and files that stand beside the versions in a published root.
RESERVED = frozenset(
    {
        *("latest", "index.html", "versions.json", "current", "store", "gen"),
        *(language.tag for language in LANGUAGES),
        *("generation.json", "generation.sha256", "404.html", "robots.txt", "sitemap.xml"),
    }
)


@dataclass(frozen=True)
class Version:
    """One published version: its name, the JAX that made its outputs, when, and its hash.

    `published` is an ISO 8601 time in UTC; `hash` is the SHA-256 of the version's manifest.
    """

    name: str
    jax: str
    published: str
    hash: str
    languages: tuple[str, ...] = ()

    def key(self) -> tuple[bool, Release | str]:
        """Give what versions are sorted by: release numbers as numbers, other names before them.

        >>> sorted([Version("0.10.2", "", "", ""), Version("0.9", "", "", "")],
        ...        key=Version.key)[-1].name
        '0.10.2'
        """
        try:
            return (True, Release(self.name))
        except InvalidVersion:
            return (False, self.name)


@dataclass(frozen=True)
class Versions:
    """The published versions, oldest first.

    >>> Versions().add(Version("1.0", "0.10.2", "2026-01-01T00:00:00Z", "ab")).latest.name
    '1.0'
    """

    items: tuple[Version, ...] = ()

    @property
    def latest(self) -> Version:
        """Give the newest version; pre-releases only where there is nothing else."""
        final = [v for v in self.items if not _is_prerelease(v)]
        return max(final or self.items, key=_position)

    def __contains__(self, name: str) -> bool:
        return any(version.name == name for version in self.items)

    def add(self, version: Version) -> Versions:
        """Give the list with one more version; `UsageError` where the name is taken."""
        if version.name in self:
            raise UsageError(
                f"version {version.name} is published already and is never overwritten; "
                "choose another --version"
            )
        return Versions(tuple(sorted((*self.items, version), key=_position)))

    def to_json(self) -> str:
        """Give the text of `versions.json`, newest first, the same bytes for the same versions."""
        newest_first = [asdict(v) for v in reversed(self.items)]
        latest = self.latest.name if self.items else None
        return json.dumps({"latest": latest, "versions": newest_first}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Versions:
        """Read what `to_json` wrote; unknown keys are passed over.

        >>> one = Versions((Version("1.0", "0.10.2", "2026-01-01T00:00:00Z", "ab", ("ko",)),))
        >>> Versions.from_json(one.to_json()) == one
        True
        """
        data: dict[str, Any] = json.loads(text)
        return cls(tuple(sorted(_versions(data["versions"]), key=_position)))


def versions_path(root: Path) -> Path:
    """Give the place of a root's copy of the list of what was published, if it has one."""
    return root / "docs" / "versions.json"


def read_versions(root: Path) -> Versions:
    """Give the versions that a root knows of; none where it has no list.

    Raises `NaranhiError` where the list cannot be read.
    """
    path = versions_path(root)
    try:
        return Versions.from_json(path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        return Versions()
    except (ValueError, KeyError, TypeError) as error:
        raise NaranhiError(
            f"{path}: cannot be read: {error!r}; copy versions.json of what was published there"
        ) from error


def valid_name(name: str) -> str:
    """Give back a name that can stand as a folder of a published root.

    >>> valid_name("0.10.2")
    '0.10.2'
    """
    if NAME.fullmatch(name) is None or ".." in name or name.lower() in RESERVED:
        raise UsageError(
            f"{name!r} cannot be a version: use letters, digits, '.', '-', '+' and '_', "
            f"and none of {', '.join(sorted(RESERVED))}"
        )
    return name


def _position(version: Version) -> tuple[tuple[bool, Release | str], str]:
    """Give what keeps the list in one order even where two names, 1.0 and 1.0.0, are one number."""
    return (version.key(), version.name)


def _is_prerelease(version: Version) -> bool:
    numbered, release = version.key()
    return numbered and isinstance(release, Release) and release.is_prerelease


def _versions(rows: Iterable[dict[str, Any]]) -> Iterable[Version]:
    for row in rows:
        yield Version(
            name=row["name"],
            jax=row["jax"],
            published=row["published"],
            hash=row["hash"],
            languages=tuple(row.get("languages", ())),
        )
