"""How exactly a change is told: every block of every lesson is changed, one at a time.

`python -m tests.bench.changes [ROOT]` changes a word of a block, splits, joins, deletes and adds
paragraphs, puts one into a list, deletes cells and exchanges neighbouring sections, each alone, and
counts how often just that was told, and nothing else. A changed word is then confirmed, which must
clear it alone. With `--translations` it changes the translations and not their origins: there,
other words and a split paragraph ask for nobody.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from scripts.lesson import Lesson
from scripts.lesson.reading import parse_lesson, read_lessons
from scripts.sync.confirming import confirm
from scripts.sync.translation import IN_SYNC, Block, Change, Translation, translations
from scripts.sync.units import Unit, has_words, units
from tests.bench.process import REPOSITORY

NEW = {"en": "Quartz is a mineral.", "ko": "석영은 광물입니다."}
WORD = {"en": "quartz", "ko": "석영"}
_LETTERS = re.compile(r"(?<![\w`{}$:/\[\]().#<>=-])[A-Za-z가-힣]{4,}(?![\w`{}$:/\]()=-])")
_END = re.compile(r"(?<=\.)[ \n](?=\S)")
_LISTS = frozenset({"bullet_list", "ordered_list"})
_ITEM = re.compile(r"[-*+] |\d+[.)] ")
# So many letters both parts of a split paragraph have at least.
_LEAST = 30


@dataclass(frozen=True)
class Edit:
    """An edit of an origin: the text it leaves, and what is to be told of it."""

    kind: str
    text: str
    expected: tuple[Change, ...]
    unit: Unit

    @property
    def more(self) -> int:
        """Give how many units the lesson has more."""
        found = {Change.SPLIT: 1, Change.NEW: 1, Change.JOINED: -1, Change.DELETED: -1}
        return sum(found.get(change, 0) for change in self.expected)


# What is told of the same edit in a translation.
_OF_TRANSLATION = {
    Change.CHANGED: (),
    Change.SPLIT: (),
    Change.DELETED: (Change.MISSING,),
    Change.NEW: (Change.EXTRA,),
    Change.JOINED: (Change.COMBINED,),
    Change.MOVED: (Change.MOVED,),
}


class Editor:
    """Makes every edit of a lesson's blocks that are in both, each of the lesson as it was."""

    def __init__(self, translation: Translation, rng: random.Random, *, of_origin: bool) -> None:
        self.lesson = translation.origin if of_origin else translation.other
        self.tag = self.lesson.language.tag
        self.lines = self.lesson.text.split("\n")
        self.units = units(self.lesson)
        self.translated = {
            unit.line
            for block in translation.blocks
            if block.change in IN_SYNC and block.group.other and block.group.origin
            for unit in (block.group.origin if of_origin else block.group.other)
        }
        self.rng = rng

    def edits(self) -> Iterator[Edit]:
        """Give the edits; a cell with a figure is deleted with its description."""
        for unit in self.units:
            if unit.cell is None and has_words(unit) and unit.line in self.translated:
                yield from self._word(unit)
        prose = [unit for unit in self.units if self._is_plain(unit)]
        for unit in prose:
            yield from self._split(unit)
            yield Edit("paragraph deleted", self._without(unit), (Change.DELETED,), unit)
            more = self._with(unit.end, unit.end, ["", NEW[self.tag]])
            yield Edit("paragraph added", more, (Change.NEW,), unit)
        for unit, following in pairwise(prose):
            if following.line == unit.end + 2:
                joined = self._with(unit.end, following.line - 1, [])
                yield Edit("paragraphs joined", joined, (Change.JOINED,), unit)
        for unit in self.units:
            if unit.kind in _LISTS and unit.line in self.translated:
                yield from self._cut(unit)
        for unit in self.units:
            if unit.cell is not None:
                own = sum(unit.line <= one.line <= unit.end for one in self.units)
                yield Edit("cell deleted", self._without(unit), (Change.DELETED,) * own, unit)
        yield from self._exchanged()

    def _is_plain(self, unit: Unit) -> bool:
        is_prose = self.lines[unit.line - 1][:1] not in set(" :`-|>")
        return unit.kind == "paragraph" and is_prose and unit.line in self.translated

    def _with(self, start: int, end: int, lines: Sequence[str]) -> str:
        return "\n".join([*self.lines[:start], *lines, *self.lines[end:]])

    def _without(self, unit: Unit) -> str:
        is_blank = self.lines[unit.end : unit.end + 1] == [""]
        return self._with(unit.line - 1, unit.end + is_blank, [])

    def _word(self, unit: Unit) -> Iterator[Edit]:
        found = [
            (number, match)
            for number in range(unit.line - 1, unit.end)
            for match in _LETTERS.finditer(self.lines[number])
            if not re.match(r"\s*:[\w-]+:", self.lines[number])
            and not any(self.lines[number][: match.start()].count(sign) % 2 for sign in "`$")
            and match.group() in unit.text
        ]
        if found:
            number, match = self.rng.choice(found)
            line = self.lines[number]
            changed = line[: match.start()] + WORD[self.tag] + line[match.end() :]
            text = self._with(number, number + 1, [changed])
            yield Edit("word changed", text, (Change.CHANGED,), unit)

    def _split(self, unit: Unit) -> Iterator[Edit]:
        text = "\n".join(self.lines[unit.line - 1 : unit.end])
        ends = [
            match
            for match in _END.finditer(text)
            if text[: match.start()].count("`") % 2 == 0
            and _LEAST < match.start() < len(text) - _LEAST
        ]
        if ends:
            end = self.rng.choice(ends)
            parts = [text[: end.start()], "", text[end.end() :]]
            split = self._with(unit.line - 1, unit.end, parts)
            yield Edit("paragraph split", split, (Change.SPLIT,), unit)

    def _cut(self, unit: Unit) -> Iterator[Edit]:
        begins = [n for n in range(unit.line, unit.end) if _ITEM.match(self.lines[n])]
        if begins:
            number = self.rng.choice(begins)
            cut = self._with(number, number, ["", NEW[self.tag], ""])
            yield Edit("list cut in two", cut, (Change.SPLIT, Change.NEW), unit)

    def _exchanged(self) -> Iterator[Edit]:
        heads = [
            unit
            for unit in self.units
            if unit.kind == "heading" and self.lines[unit.line - 1].startswith("## ")
        ]
        # A heading's label stands in the line before it.
        starts = [unit.line - 1 - self.lines[unit.line - 2].startswith("(") for unit in heads]
        lines = [*self.lines, ""]
        ends = [*starts[1:], len(lines)]
        for number in range(len(starts) - 1):
            first = lines[starts[number] : ends[number]]
            second = lines[starts[number + 1] : ends[number + 1]]
            rest = lines[ends[number + 1] :]
            text = "\n".join([*lines[: starts[number]], *second, *first, *rest])
            if {head.line for head in heads[number : number + 2]} <= self.translated:
                yield Edit("sections exchanged", text, (Change.MOVED,), heads[number])


def count(
    root: Path, rng: random.Random, *, of_origin: bool
) -> tuple[Counter[str], Counter[str], list[str]]:
    """Give how many edits there were of each kind, how many were told right, and the others."""
    made: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong: list[str] = []
    lessons = read_lessons(root)
    for docname in lessons.docnames:
        for translation in translations(lessons, docname):
            editor = Editor(translation, rng, of_origin=of_origin)
            for edit in editor.edits():
                edited = _parsed(editor.lesson, edit.text)
                if len(units(edited)) != len(units(editor.lesson)) + edit.more:
                    continue  # what stands on either side of a deleted paragraph became one
                made[edit.kind] += 1
                if of_origin:
                    found = _fault(replace(translation, origin=edited), edit)
                else:
                    found = _fault_in_translation(replace(translation, other=edited), edit)
                if found:
                    place = f"{editor.lesson.path}:{edit.unit.line}"
                    wrong.append(f"{place}: {edit.kind}: {found}")
                else:
                    right[edit.kind] += 1
    return made, right, wrong


def _parsed(lesson: Lesson, text: str) -> Lesson:
    data = text.encode("utf-8")
    return parse_lesson(data, path=lesson.path, docname=lesson.docname, language=lesson.language)


def _fault(now: Translation, edit: Edit) -> str:
    """Give what was told instead of what was changed, or ""."""
    behind = now.behind
    if tuple(block.change for block in behind) != edit.expected:
        return "; ".join(f"{block.kind} {block.change}" for block in behind) or "nothing"
    if edit.kind != "word changed":
        return ""
    (block,) = behind
    if block.origin_line != edit.unit.line or not any(
        WORD[now.origin.language.tag] in piece.text for piece in block.diff
    ):
        return f"{block.kind} of line {block.origin_line}"
    return "" if _cleared(now, block) else "not cleared alone by confirming it"


def _fault_in_translation(now: Translation, edit: Edit) -> str:
    told = tuple(block.change for block in now.behind)
    expected = tuple(change for one in edit.expected for change in _OF_TRANSLATION[one])
    return "" if told == expected else "; ".join(told) or "nothing"


def _cleared(translation: Translation, block: Block) -> bool:
    assert translation.state is not None
    done = confirm(translation, block=block.id, by="bench", day="2026-01-01")
    before, after = translation.state.entries, done.state.entries
    changed = sum(old != new for old, new in zip(before, after, strict=True))
    return (
        changed == 1 and not Translation(translation.origin, translation.other, done.state).behind
    )


def main() -> int:
    """Count, and print a line for each kind of edit; 1 if any was told as something else."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.bench.changes")
    parser.add_argument("root", nargs="?", type=Path, default=REPOSITORY)
    parser.add_argument("--translations", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    made, right, wrong = count(options.root, rng, of_origin=not options.translations)
    for kind, number in made.items():
        print(f"{kind}: {right[kind]} of {number}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
