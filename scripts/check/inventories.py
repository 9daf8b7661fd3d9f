"""Links that name an inventory: `inv:jax:py:function#jax.jit` and roles such as `{py:func}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from urllib.parse import unquote

from scripts.addresses import Status, Verdict, closest, closest_name, gone
from scripts.inventory import PROJECTS, ROLE_TYPES, Entry, Inventory, read_inventory
from scripts.patterns import lazy_pattern

_EXTERNAL = lazy_pattern(r"external(?:\+(?P<project>[\w-]+))?:(?P<rest>[\w:]+)$")


def judge_inventory_link(target: str) -> Verdict:
    """Judge a link such as `inv:jax:py:function#jax.jit`; each part may be left out or hold `*`.

    >>> judge_inventory_link("inv:jax:std:doc#jax-101/02-jitting").suggestion
    'inv:jax:std:doc#jit-compilation'
    """
    path, _, name = target.removeprefix("inv:").partition("#")
    name = unquote(name)
    parts = [part or "*" for part in path.split(":")] if path else []
    project, domain, kind = [*parts, "*", "*", "*"][:3]
    projects = [one for one in PROJECTS if _matches(one, project)]
    if not projects:
        known = closest(project, PROJECTS, cutoff=0.5)
        new = f"inv:{known}{path[len(project) :]}#{name}" if known else ""
        return Verdict(Status.BAD_INVENTORY, f"there is no inventory {project}", new)
    for one in projects:
        for entry in read_inventory(one):
            its_domain, _, its_kind = entry.role.partition(":")
            if (
                _matches(its_domain, domain)
                and _matches(its_kind, kind)
                and _matches(entry.name, name)
            ):
                return Verdict()
    inventory = read_inventory(projects[0])
    message = f"the inventory of {projects[0]} has no {name}"
    found = _instead(inventory, name)
    if found is None:
        return Verdict(Status.BAD_INVENTORY, _why(inventory, name) or message)
    its_domain, _, its_kind = found.role.partition(":")
    types = [*([its_domain] if len(parts) > 1 else []), *([its_kind] if len(parts) > 2 else [])]
    new = ":".join(["inv", *parts[:1], *types]) + f"#{found.name}"
    return Verdict(Status.BAD_INVENTORY, _why(inventory, name) or message, new)


def judge_role(role: str, target: str) -> Verdict:
    """Judge a role that leads to another project; one that is none is taken to be right.

    >>> judge_role("py:func", "jax.numpy.wehre").suggestion
    'jax.numpy.where'
    >>> judge_role("emphasis", "wehre").status.value
    'ok'
    """
    external = _EXTERNAL.match(role)
    rest = external["rest"] if external else role
    domain, _, name = rest.rpartition(":")
    domains = [domain] if domain else ["py", "std"]
    found = next((one for one in domains if name in ROLE_TYPES.get(one, {})), "")
    if not found or (not external and found == "std"):
        return Verdict()
    short = target.startswith("~")
    wanted = target.removeprefix("~").removesuffix("()")
    project = external["project"] if external else None
    if found == "std" and (match := re.match(r"(?P<project>\w+):(?P<rest>.+)$", wanted)):
        project, wanted = match["project"], match["rest"]
    if project is not None and project not in PROJECTS:
        return Verdict(Status.BAD_INVENTORY, f"there is no inventory {project}")
    inventories = [read_inventory(one) for one in ([project] if project else PROJECTS)]
    roles = [f"{found}:{kind}" for kind in sorted(ROLE_TYPES[found][name])]
    for inventory in inventories:
        if any(inventory.target(one, wanted) is not None for one in roles):
            return Verdict()
    return _missing(inventories, found, name, wanted, "~" if short else "")


def _missing(
    inventories: list[Inventory], domain: str, role: str, wanted: str, before: str
) -> Verdict:
    root = wanted.partition(".")[0]
    inventory = next((one for one in inventories if one.project == root), inventories[0])
    same = inventory.find(wanted) if domain == "py" else None
    if same is not None:
        right = next(
            name for name, types in ROLE_TYPES["py"].items() if same.role.partition(":")[2] in types
        )
        message = f"{wanted} is no {{{domain}:{role}}} but a {{{domain}:{right}}}"
        return Verdict(Status.BAD_INVENTORY, message)
    message = _why(inventory, wanted) or f"no inventory has {wanted}"
    found = _instead(inventory, wanted)
    return Verdict(Status.BAD_INVENTORY, message, before + found.name if found else "")


def _why(inventory: Inventory, name: str) -> str:
    given_up = inventory.given_up(name)
    if given_up is not None:
        return gone(given_up[0])
    if inventory.known(name):
        return f"{name} is part of {inventory.project}, but is not documented"
    return ""


def _instead(inventory: Inventory, name: str) -> Entry | None:
    """Give what a name that is not in an inventory was to be: renamed, moved, or misspelt."""
    if (given_up := inventory.given_up(name)) is not None:
        return inventory.find(inventory.replacement(given_up[0]))
    if (new := inventory.moved(name)) is not None:
        return inventory.page(new)
    if inventory.known(name):
        return None
    if (near := closest_name(name, inventory.project)) and "." in name:
        return inventory.find(near)
    others = {entry.name: entry for entry in _others(inventory)}
    near = closest(name, others)
    return others[near] if near else None


def _others(inventory: Inventory) -> Iterator[Entry]:
    """Give what is no name of an interface: pages, labels and terms."""
    for entry in inventory:
        if entry.role.startswith("std:") and not entry.name.startswith("_autosummary/"):
            yield entry


def _matches(name: str, pattern: str) -> bool:
    return name == pattern or ("*" in pattern and fnmatchcase(name, pattern))
