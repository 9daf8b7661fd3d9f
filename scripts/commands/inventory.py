"""The command `inventory`: what other projects document, and the tables of it renewed."""

from __future__ import annotations

import argparse
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from scripts.commands.progress import say
from scripts.console import DONE, FINDINGS, print_json
from scripts.diagnostic import NaranhiError, UsageError
from scripts.inventory import Inventory, read_inventory

_SECONDS = 30


def inventory(options: argparse.Namespace) -> int:
    """List or find names, or renew the tables."""
    known = read_inventory(options.project)
    if options.update:
        return _update(options, known)
    entries = [_found(known, name) for name in options.names] if options.names else _listed(known)
    rows = list(entries)
    if options.format == "json":
        print_json(rows)
    else:
        for row in rows:
            print(row["url"] or row["message"], row["role"], row["name"], sep="\t")
    return DONE if all(row["url"] for row in rows) else FINDINGS


def _listed(known: Inventory) -> Iterator[dict[str, str]]:
    for entry in known:
        yield {"name": entry.name, "role": entry.role, "url": entry.url, "message": ""}


def _found(known: Inventory, name: str) -> dict[str, str]:
    from scripts.addresses import closest_name, gone

    if (entry := known.find(name) or known.page(name)) is not None:
        return {"name": name, "role": entry.role, "url": entry.url, "message": ""}
    if (given_up := known.given_up(name)) is not None:
        message = gone(given_up[0])
    elif known.known(name):
        message = f"`{name}` is public, but is not documented"
    else:
        near = closest_name(name, known.project)
        message = f"`{name}` is not known" + (f"; did you mean `{near}`?" if near else "")
    return {"name": name, "role": "", "url": "", "message": message}


def _update(options: argparse.Namespace, known: Inventory) -> int:
    from scripts.render.inventory.update import from_checkout, from_objects_inv, write

    source = str(options.update)
    try:
        if re.match(r"https?://", source):
            tables = from_objects_inv(known, _fetched(source))
        elif Path(source).is_dir():
            release = options.release or _release(Path(source), known.project)
            tables = from_checkout(known, Path(source).resolve(), release)
        elif Path(source).is_file():
            tables = from_objects_inv(known, Path(source).read_bytes())
        else:
            raise UsageError(f"{source}: no such file or folder")
    except ValueError as error:
        raise NaranhiError(str(error)) from None
    folder = options.to or known.folder
    folder.mkdir(parents=True, exist_ok=True)
    write(tables, folder)
    if options.format == "json":
        changes = {"changes": tables.changes, "files": sorted(tables.files)}
        print_json({"project": known.project, "release": tables.release, **changes})
    else:
        for change in tables.changes:
            print(change)
    say(f"{known.project} {tables.release}: {len(tables.changes)} changes; in {folder}")
    return DONE


def _release(checkout: Path, project: str) -> str:
    """Give the release that a checkout says it is of."""
    for path in (checkout / project / "version.py", checkout / "pyproject.toml"):
        if path.is_file():
            text = path.read_bytes().decode("utf-8", "replace")
            if match := re.search(r"^_?version\s*=\s*[\"']([\d.]+)", text, flags=re.M):
                return match[1]
    raise UsageError(f"{checkout}: does not say its release; name it with --release")


def _fetched(address: str) -> bytes:
    try:
        # The address is the caller's own.
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:  # noqa: S310 - is http(s)
            data: bytes = answer.read()
    except OSError as error:
        raise NaranhiError(f"{address}: {error}") from None
    return data
