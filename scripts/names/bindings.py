"""What names lead to at a place in a page's code, and what that is where two ways meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scripts.inventory import documented


@dataclass(frozen=True)
class Target:
    """What an import has bound a name to; an `alias` is a name of the page's own for a module."""

    name: str
    alias: bool = False


# A name that is the page's own, or of which nobody can say what it is, leads to None.
Bindings = dict[str, Target | None]


def put(scope: Bindings, bindings: Bindings) -> None:
    """Make a scope hold these bindings and no others."""
    kept = dict(bindings)
    scope.clear()
    scope.update(kept)


def agreed(ends: Iterable[Bindings], *, first_wins: bool = False) -> Bindings:
    """Give what names lead to behind several ways; nowhere, where these disagree.

    >>> jax, numpy = Target("jax.numpy"), Target("numpy")
    >>> agreed([{"np": jax, "f": None}, {"np": numpy}])
    {'np': None, 'f': None}
    >>> agreed([{"np": jax}, {"np": numpy}], first_wins=True) == {"np": jax}
    True
    """
    merged: Bindings = {}
    for end in ends:
        for name, target in end.items():
            known = merged.setdefault(name, target)
            if known != target and not (first_wins and known and target):
                merged[name] = None
    return merged


def settled(before: Bindings, after: Bindings) -> Bindings:
    """Give what a function sees of its surroundings: what they have bound before and after agree.

    A name that is bound only after the function is what it will be; one that is bound anew may be
    either.
    """
    same = {name: target if after.get(name) == target else None for name, target in before.items()}
    return {**after, **same}


def doubt(scope: Bindings) -> None:
    """Note that a star may have bound names anew that were there; modules it seldom does."""
    for name, target in scope.items():
        if target is None or name == target.name or "." not in target.name:
            continue
        if not is_module(target.name):
            scope[name] = None


def is_module(name: str) -> bool:
    """Tell whether a name is documented as a module.

    >>> is_module("jax.numpy"), is_module("jax.numpy.sin"), is_module("nowhere")
    (True, False, False)
    """
    entry = documented(name)
    return entry is not None and entry.role == "py:module"
