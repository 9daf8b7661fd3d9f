"""Where both pages have changed since they were confirmed: each difference in the one it is from.

Where one has changed alone, `Selection.pairs` sees to that.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from scripts.check.rule import Rule, Selection
from scripts.diagnostic import Diagnostic
from scripts.sync.sides import sides_at, sides_of


def told_where_it_changed(
    selection: Selection, rules: Iterable[Rule], findings: Collection[Diagnostic]
) -> set[Diagnostic]:
    """Give the findings, those of a block that changed in the origin alone as it has them."""
    found = set(findings)
    comparing = [rule for rule in rules if rule.compares]
    names = {rule.id for rule in comparing}
    for translation in selection.tracked():
        path = translation.other.path
        told = [one for one in findings if one.path == path and one.rule in names]
        sides = sides_of(translation) if told else None
        if sides is None or not (sides.origin and sides.other):
            continue
        turned = replace(selection, paths=(path,), turned=True)
        others = {
            one
            for rule in comparing
            for one in rule.found(turned)
            if one.path == translation.origin.path
        }
        for old, new in _the_same(told, others):
            if sides_at(translation, new.line, old.line).in_origin_alone:
                found.discard(old)
                found.add(new)
    return found


def _the_same(
    told: Iterable[Diagnostic], turned: Iterable[Diagnostic]
) -> Iterator[tuple[Diagnostic, Diagnostic]]:
    """Give the findings that are one difference, seen from either page: one names the other."""
    told = list(told)
    for new in turned:
        for old in told:
            if old.rule == new.rule and (_names(old, new) or _names(new, old)):
                yield old, new


def _names(one: Diagnostic, other: Diagnostic) -> bool:
    return re.search(rf"{re.escape(f'{other.path}:{other.line}')}(?!\d)", one.message) is not None
