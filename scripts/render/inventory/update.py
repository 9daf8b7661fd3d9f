"""Renews the tables of a project, and says what changed in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scripts.files import write_atomically
from scripts.inventory import PROJECTS, SAME, Inventory, Renamed
from scripts.render.inventory.modules import Module, modules
from scripts.render.inventory.objects_inv import read_objects_inv
from scripts.render.inventory.source import Source, read_source

_OF_CLASSES = frozenset({"py:method", "py:attribute", "py:property"})
_PRIVATE = re.compile(r"\._(?!_)")
_Row = tuple[str, str, str]


@dataclass
class Tables:
    """What is to be written for a project, and a line for each thing that came, went or moved."""

    release: str
    files: dict[str, bytes] = field(default_factory=dict)
    changes: list[str] = field(default_factory=list)


def from_checkout(inventory: Inventory, checkout: Path, release: str) -> Tables:
    """Give the tables as a checkout of the project's sources has them.

    Names that were there and are gone go to `renamed`, with what the project's own messages say
    to use; pages that are gone go to `moved` where one page alone took their anchors.
    Members of classes that Sphinx finds by running code stay with the class that they belong to,
    and names keep the roles that it gave them.
    """
    source = read_source(checkout, inventory.project)
    public = modules(checkout / inventory.project)
    old = {(entry.role, entry.name): entry.uri for entry in inventory}
    rows = _in_their_roles(old, source.rows)
    rows |= _members(old, rows)
    tables = Tables(release)
    _names(tables, inventory, rows)
    note = f"# {inventory.project} {release}: "
    anchors = {page: own for page, own in source.anchors.items() if own}
    tables.files["anchors.tsv"] = _table(
        f"{note}page, its anchors",
        ((page, " ".join(sorted(own))) for page, own in sorted(anchors.items())),
    )
    tables.files["notebooks.tsv"] = _table(
        f"{note}page that is a notebook, docs/PAGE.ipynb in the repository",
        ((page,) for page in sorted(source.notebooks)),
    )
    _moved(tables, inventory, source, rows)
    _public(tables, inventory, public, rows)
    return tables


def from_objects_inv(inventory: Inventory, data: bytes) -> Tables:
    """Give the table of names as a published `objects.inv` has it; the others stay.

    Raises `ValueError` for bytes that are none.
    """
    _, release, rows = read_objects_inv(data)
    known = {entry.role for entry in inventory}
    packages = {e.name.partition(".")[0] for e in inventory if e.role.startswith("py:")}
    own = {
        (role, name, uri)
        for role, name, uri in rows
        if role in known
        and (not role.startswith("py:") or name.partition(".")[0] in packages)
        and not _PRIVATE.search(name)
    }
    tables = Tables(release or inventory.release)
    _names(tables, inventory, own)
    return tables


def write(tables: Tables, folder: Path) -> None:
    """Write the tables into a project's folder."""
    for name, data in sorted(tables.files.items()):
        write_atomically(folder / name, data)


def _in_their_roles(old: Iterable[tuple[str, str]], rows: Iterable[_Row]) -> set[_Row]:
    """Give rows with the roles that names had: what a wrapper returns is known by running it."""
    roles = {name: role for role, name in old if role.startswith("py:")}
    return {
        (roles.get(name, role) if role.startswith("py:") else role, name, uri)
        for role, name, uri in rows
    }


def _members(old: Mapping[tuple[str, str], str], rows: Iterable[_Row]) -> set[_Row]:
    """Give the members of classes that are documented where they were."""
    addresses = {name: uri.partition("#")[0] for role, name, uri in rows if role.startswith("py:")}
    return {
        (role, name, uri)
        for (role, name), uri in old.items()
        if role in _OF_CLASSES
        and name not in addresses
        and addresses.get(name.rpartition(".")[0]) == uri.partition("#")[0]
    }


def _names(tables: Tables, inventory: Inventory, rows: Iterable[_Row]) -> None:
    head = (
        f"# {inventory.project} {tables.release}: role, name, address below "
        f"{PROJECTS.get(inventory.project, 'its documentation')}; {SAME} is the name"
    )
    whole = sorted({(role, name, _short(name, uri)) for role, name, uri in rows})
    tables.files["names.tsv"] = _table(head, whole)
    before = {entry.name: entry.uri for entry in inventory if not entry.role.startswith("std:doc")}
    after = {name: uri for role, name, uri in rows if role != "std:doc"}
    for name in sorted(before.keys() | after.keys()):
        if name not in after:
            tables.changes.append(f"- {name}")
        elif name not in before:
            tables.changes.append(f"+ {name}")
        elif before[name] != after[name]:
            tables.changes.append(f"> {name}: {before[name]} -> {after[name]}")


def _short(name: str, uri: str) -> str:
    return uri.replace(name, SAME) if uri in {f"{name}.html"} or uri.endswith(f"#{name}") else uri


def _moved(tables: Tables, inventory: Inventory, source: Source, rows: Iterable[_Row]) -> None:
    """Find what took the place of pages that are gone.

    It is what the project says, or else the page that took their anchors or has their last name.
    """
    pages = {name for role, name, _ in rows if role == "std:doc"}
    gone = [e.name for e in inventory if e.role == "std:doc" and e.name not in pages]
    known = {**dict(inventory.moves()), **source.redirects}
    table = {old: new for old, new in known.items() if old not in pages}
    names = {entry.anchor for entry in inventory if entry.role.startswith("py:")}
    for page in gone:
        if page in source.redirects:
            continue
        anchors = inventory.anchors(page) - names
        shared = {new: len(anchors & own) for new, own in source.anchors.items()}
        most = max(shared.values(), default=0)
        best = [
            new for new, count in shared.items() if count == most and most * 2 > len(anchors) > 0
        ]
        last = [new for new in source.anchors if new.rpartition("/")[2] == page.rpartition("/")[2]]
        new = next((found[0] for found in (best, last) if len(found) == 1), "")
        if new:
            table[page] = new
    # Where a page has moved again, all its old names lead to its place of today.
    for _ in table:
        table = {old: table.get(new, new) for old, new in table.items()}
    for page in gone:
        new = table.get(page, "")
        tables.changes.append(f"page {page} -> {new if new in pages else 'nowhere'}")
    tables.files["moved.tsv"] = _table(
        f"# {inventory.project} {tables.release}: page that is gone, page that replaced it",
        sorted((old, new) for old, new in table.items() if new in pages),
    )


def _public(
    tables: Tables, inventory: Inventory, public: Mapping[str, Module], rows: Iterable[_Row]
) -> None:
    """Find the names that are public and not documented, and those that were given up."""
    documented = {name for role, name, _ in rows if role.startswith("py:")}
    exists = documented | {f"{m}.{name}" for m, module in public.items() for name in module.names}
    exists |= set(public)
    before = {entry.name for entry in inventory if entry.role.startswith("py:")} | {
        f"{module}.{name}" for module, names in inventory.public() for name in names
    }
    renamed = dict(inventory.renames())
    for module, found in public.items():
        for last, message in found.gone.items():
            known = renamed.get(f"{module}.{last}", Renamed("", inventory.release, ""))
            use = known.use or _use(message)
            renamed[f"{module}.{last}"] = Renamed(known.first, known.last, use)
    for name in sorted(before - exists):
        module = name.rpartition(".")[0]
        if module in public and public[module].whole and name not in renamed:
            renamed[name] = Renamed("", inventory.release, "")
            tables.changes.append(f"gone {name}")
    note = f"# {inventory.project} {tables.release}: "
    tables.files["renamed.tsv"] = _table(
        f"{note}name that was given up, first and last release that knew it, what to use",
        ((n, *(v or "-" for v in (r.first, r.last, r.use))) for n, r in sorted(renamed.items())),
    )
    wanted = {name.rpartition(".")[0] for name in documented | set(renamed)} | {inventory.project}
    tables.files["public.tsv"] = _table(
        f"{note}module, its public names that are not documented",
        (
            (name, " ".join(sorted(_undocumented(name, module, documented))) or "-")
            for name, module in public.items()
            if name in wanted and module.whole
        ),
    )


def _undocumented(name: str, module: Module, documented: set[str]) -> set[str]:
    return {own for own in module.names if f"{name}.{own}" not in documented}


def _use(message: str) -> str:
    """Give the name that a message says to use.

    >>> _use("jax.numpy.fix is deprecated; use `jax.numpy.trunc` instead.")
    'jax.numpy.trunc'
    """
    found = re.search(r"\b[Uu]se\s+`*([A-Za-z_]\w*(?:\.\w+)+)", message)
    return found[1] if found else ""


def _table(head: str, rows: Iterable[Iterable[str]]) -> bytes:
    return "".join(f"{line}\n" for line in (head, *("\t".join(row) for row in rows))).encode()
