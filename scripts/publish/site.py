"""Finished sites, as `render` leaves them: what a folder must hold to be published."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.diagnostic import NaranhiError
from scripts.languages import Language, language_of
from scripts.publish.manifest import MANIFEST, Manifest, manifest_of
from scripts.versions import BUILD_RECORD

_HINT = 'build the site again with "python -m scripts build"'


@dataclass(frozen=True)
class Site:
    """A finished site: its folder, its languages, the JAX of its outputs, and all its files."""

    folder: Path
    languages: tuple[Language, ...]
    jax: str
    manifest: Manifest


def read_site(folder: Path) -> Site:
    """Give the finished site in `folder`; `NaranhiError` where it is none, or none of ours."""
    if not folder.is_dir():
        raise NaranhiError(f"{folder}: no such folder; {_HINT}")
    record = _read_record(folder / BUILD_RECORD)
    languages = _languages(folder / BUILD_RECORD, record)
    if (folder / MANIFEST).exists():
        raise NaranhiError(f"{folder / MANIFEST}: this name is kept for the version's manifest")
    for page in ("index.html", *(f"{language.tag}/index.html" for language in languages)):
        if not (folder / page).is_file():
            raise NaranhiError(f"{folder / page}: the start page is missing; {_HINT}")
    return Site(folder, languages, str(record.get("jax") or ""), manifest_of(folder))


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
