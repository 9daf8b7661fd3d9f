"""What two headings and the texts behind them have in common in two languages."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scripts.check.kept import kept_names, latin_names, latin_words, likeness
from scripts.check.usual_headings import usual_name
from scripts.lesson import Block
from scripts.patterns import lazy_pattern

_ADDRESS = lazy_pattern(r"\]\([^)\n]*\)|https?://\S+")
# A name of code in a heading, which it has in every language: camera.onSuccess.
_IDENTIFIER = lazy_pattern(r"[A-Za-z]+(?:[._][A-Za-z]+)+|\b[a-z]+[A-Z]\w*")
# One name that two texts share may be in both by chance.
_NAMES = 2
_MOST = 0.5


@dataclass(frozen=True)
class Entry:
    """What a translation of a heading and of the text behind it has, too.

    What is `coded` and `named` stands in no address: a page may be another one in each language.
    """

    level: int
    kept: frozenset[str]
    words: frozenset[str]
    names: frozenset[str]
    coded: frozenset[str]
    named: frozenset[str]
    title: frozenset[str]


def entries_of(blocks: Sequence[Block]) -> dict[int, Entry]:
    """Give the headings of a page by their numbers among its blocks."""
    starts = [n for n, block in enumerate(blocks) if block.kind == "heading"]
    found = {}
    for start, end in itertools.pairwise([*starts, len(blocks)]):
        bare = [_without_addresses(block) for block in blocks[start:end]]
        found[start] = Entry(
            blocks[start].level,
            kept_names(blocks[start:end]),
            latin_words(blocks[start]) | usual_name(blocks[start]),
            latin_names(blocks[start:end]),
            kept_names(bare),
            latin_names(bare),
            frozenset(name.lower() for name in _IDENTIFIER.findall(blocks[start].text)),
        )
    return found


def _without_addresses(block: Block) -> Block:
    return replace(block, text=_ADDRESS.sub("", block.text))


def evidence(one: Entry, its: Entry, weights: Mapping[str, float]) -> float:
    """Give how much speaks for two headings to be the same, from 0 to 1, whatever their words are.

    `weights` tell how rare each name is.
    """
    alike = likeness(one.kept, its.kept)
    if one.level == its.level:
        alike = max(alike, likeness(one.words, its.words))
    return max(alike, _weighed(one.names, its.names, weights)) if alike < 1 else alike


def is_borne_out(one: Entry, its: Entry) -> bool:
    """Tell whether enough speaks for two headings to be the same that stand in other places.

    One address may be in both by chance; at another level it takes most of what both keep.
    """
    if (one.title or its.title) and not one.title & its.title:
        return False
    if _is_another(one, its) or _is_another(its, one):
        return False
    shared = len(one.kept & its.kept)
    if one.level != its.level:
        return shared > 1 and likeness(one.kept, its.kept) >= _MOST
    by_chance = shared == 1 and not one.coded & its.coded
    return not by_chance or likeness(one.words, its.words) > 0


def _is_another(one: Entry, its: Entry) -> bool:
    """Tell whether one heading is a usual one, and the other is called by words of its own."""
    usual = bool(one.words) and all(word.startswith("section ") for word in one.words)
    return usual and bool(its.words) and not one.words & its.words


def _weighed(ours: frozenset[str], theirs: frozenset[str], weights: Mapping[str, float]) -> float:
    both = [weights[name] for name in ours & theirs if name in weights]
    if len(both) < _NAMES or not any(both):
        return 0.0
    all_of_them = (sum(weights.get(name, 0.0) for name in side) for side in (ours, theirs))
    return sum(both) / math.sqrt(math.prod(all_of_them))
