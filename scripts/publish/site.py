"""Finished sites, as `render` leaves them: what a folder must hold to be published."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scripts.diagnostic import COMMAND, NaranhiError
from scripts.languages import Language, language_of
from scripts.publish.manifest import LOCK, MANIFEST, Manifest, entry_of, manifest_of
from scripts.versions import BUILD_RECORD

_HINT = f'build the site again with "{COMMAND} build"'


@dataclass(frozen=True)
class Site:
    """A finished site: its languages, the JAX of its outputs, and all files that it is made of.

    `sources` says where each file of the manifest is, by its path in the version.
    """

    languages: tuple[Language, ...]
    jax: str
    manifest: Manifest
    sources: Mapping[str, Path]


def read_site(folder: Path, *, lock: Path | None = None) -> Site:
    """Give the finished site in `folder`; `NaranhiError` where it is none, or none of ours.

    `lock` is the file that says what was installed when it was built; it goes with the version.
    """
    if not folder.is_dir():
        raise NaranhiError(f"{folder}: no such folder; {_HINT}")
    record = _read_record(folder / BUILD_RECORD)
    languages = _languages(folder / BUILD_RECORD, record)
    for name in (MANIFEST, *([LOCK] if lock else [])):
        if (folder / name).exists():
            raise NaranhiError(f"{folder / name}: this name is kept for the version's own file")
    for page in ("index.html", *(f"{language.tag}/index.html" for language in languages)):
        if not (folder / page).is_file():
            raise NaranhiError(f"{folder / page}: the start page is missing; {_HINT}")
    manifest = manifest_of(folder)
    sources = {entry.path: folder / entry.path for entry in manifest.entries}
    if lock is not None:
        entry = replace(entry_of(lock.parent, lock.name), path=LOCK)
        manifest = Manifest(tuple(sorted((*manifest.entries, entry))))
        sources[LOCK] = lock
    return Site(languages, str(record.get("jax") or ""), manifest, sources)


def _read_record(path: Path) -> dict[str, Any]:
    try:
        record = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise NaranhiError(f"{path}: missing, so this is no finished site; {_HINT}") from None
    except ValueError as error:
        raise NaranhiError(f"{path}: cannot be read: {error}; {_HINT}") from error
    schema = record.get("schema") if isinstance(record, dict) else None
    if schema != 1:
        raise NaranhiError(f"{path}: has schema {schema!r} where 1 is expected; {_HINT}")
    return dict(record)


def _languages(path: Path, record: dict[str, Any]) -> tuple[Language, ...]:
    tags = record.get("languages")
    try:
        languages = tuple(language_of(tag) for tag in tags) if isinstance(tags, list) else ()
    except KeyError as error:
        raise NaranhiError(f"{path}: names a language that is not ours: {error}") from None
    if not languages:
        raise NaranhiError(f"{path}: names no languages; {_HINT}")
    return languages
