"""Headings of one language that are a paragraph in bold in the other one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.check.sections import ALIKE, best_pairs, kept_names, latin_words, likeness
from scripts.check.structure import Heading
from scripts.lesson import Block, Lesson

_ALL_BOLD = re.compile(r"\s*(?P<marks>\*\*|__)(?!\s)(?:(?!(?P=marks))[^\n])+(?P=marks):?\s*")
# Headings of one level may be the same one; what they and their texts keep tells much more. Less
# speaks for a heading of another level, or for a text in bold.
_SAME_LEVEL, _EVIDENCE, _BOLD, _OTHER_LEVEL = 0.5, 4.0, 0.3, 0.2


@dataclass(frozen=True)
class _Beginning:
    """A heading, or a text in bold, which has level 0, and what a translation of its text keeps."""

    line: int
    level: int
    labels: tuple[str, ...]
    kept: frozenset[str]
    words: frozenset[str]


def headings_in_bold(
    longer: Lesson, shorter: Lesson, ours: Sequence[Heading], theirs: Sequence[Heading]
) -> list[tuple[int, int]]:
    """Give the headings that are in bold in the language with fewer of them, by both lines.

    They stand between the same headings as there.
    """
    if not any(map(_is_bold, shorter.blocks)):
        return []
    left, right = list(_beginnings(longer, ours)), list(_beginnings(shorter, theirs))
    pairs = best_pairs([[_worth(one, its) for its in right] for one in left])
    found = [
        (left[i].line, right[j].line) for i, j in pairs if left[i].level and not right[j].level
    ]
    return found if len(found) <= len(ours) - len(theirs) else []


def _beginnings(lesson: Lesson, known: Sequence[Heading]) -> Iterator[_Beginning]:
    headings = {one.line: one for one in known}
    blocks = lesson.blocks
    starts = [n for n, one in enumerate(blocks) if one.line in headings or _is_bold(one)]
    for start, end in zip(starts, [*starts[1:], len(blocks)], strict=True):
        heading = headings.get(blocks[start].line, Heading(blocks[start].line, 0, ()))
        yield _Beginning(
            heading.line,
            heading.level,
            heading.labels,
            kept_names(blocks[start:end]),
            latin_words(blocks[start]),
        )


def _worth(one: _Beginning, its: _Beginning) -> float:
    """Give how much speaks for two to be the same; 0.0 where nothing does."""
    both_labelled = bool(one.labels and its.labels)
    if both_labelled:
        alike = float(one.labels == its.labels)
    else:
        alike = max(likeness(one.kept, its.kept), likeness(one.words, its.words))
    if one.level == its.level:
        return _SAME_LEVEL + _EVIDENCE * (alike if alike >= ALIKE else 0.0)
    if not one.level or (both_labelled and not alike):
        return 0.0
    return (_OTHER_LEVEL if its.level else _BOLD) + (alike if alike >= ALIKE else 0.0)


def _is_bold(block: Block) -> bool:
    return block.kind == "paragraph" and _ALL_BOLD.fullmatch(block.text) is not None
