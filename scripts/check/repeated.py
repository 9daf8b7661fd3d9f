"""What stands twice in a row by accident: a word, a sentence, a paragraph, an item, a heading."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scripts.check.fault import Fault
from scripts.check.lists import nested, paragraphs_in
from scripts.check.prose import Line, prose
from scripts.check.repeated_words import repeated_words
from scripts.check.rule import Selection
from scripts.check.said_again import said_again
from scripts.check.sections import LISTS, begins_item, item_text
from scripts.check.sentences import cut
from scripts.diagnostic import Severity
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern

# With these a sentence ends, so its last word stands twice as well.
_ENDS = frozenset(".?!)\"”'’*_]")
# Fewer words may be said twice: No. No.
_LEAST = 3
_TWO_KOREAN_WORDS = lazy_pattern(r"\S+ \S*(?:니다|세요)[.!]")


@dataclass(frozen=True)
class _Passage:
    """A paragraph, an item or a heading: where it begins and ends, its text, and its level."""

    kind: str
    line: int
    end: int
    text: str
    level: int = 0

    @property
    def told(self) -> tuple[str, int, str]:
        """Give what a reader sees, wherever it stands."""
        return self.kind, self.level, self.words

    @property
    def words(self) -> str:
        """Give the text without its mark, in one line."""
        return " ".join(item_text(self.text).split())


def repeated(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give what stands a second time, behind the first one, where it does."""
    yield from repeated_words(lesson)
    lines = {line.number: line for line in prose(lesson) if line.kind != "alt"}
    rows = lesson.text.split("\n")
    if (again := said_again(lesson)) and again.second in lines:
        message = f"from here on the page says again what stands from line {again.first} on"
        yield _told(lines[again.second], 0, message)
    passages = [one for one in _passages(lesson) if one.line in lines]
    for one in passages:
        yield from _sentences(one, lines)
    for first, second in itertools.pairwise(passages):
        are_alike = first.told == second.told
        apart = any(row.strip(" \t>") for row in rows[first.end : second.line - 1])
        if are_alike and not apart and (first.kind == "heading" or _is_long(first.words)):
            message = f"this {first.kind} stands at line {first.line} already"
            yield _told(lines[second.line], 0, message)


def _passages(lesson: Lesson) -> Iterator[_Passage]:
    """Give the texts of a page in their order, each item of a list by itself."""
    for block in lesson.blocks:
        if block.kind == "heading":
            yield _Passage("heading", block.line, block.end, block.text, block.level)
        elif block.kind == "paragraph" or block.kind in LISTS:
            yield from _within(block)
        elif block.kind.startswith("directive:"):
            for part in paragraphs_in(block):
                yield from _within(part)


def _within(block: Block) -> Iterator[_Passage]:
    if not begins_item(block.text):
        yield _Passage("paragraph", block.line, block.end, block.text)
        return
    for depth, item in nested(Block("bullet_list", block.line, block.end, block.text)):
        text = item.text.rstrip()
        yield _Passage("item", item.line, item.line + text.count("\n"), text, depth)


def _sentences(passage: _Passage, lines: Mapping[int, Line]) -> Iterator[Fault]:
    """Give the sentences of a passage that stand behind themselves."""
    ends = [word for word in passage.text.split() if word[-1] in _ENDS]
    if len(set(ends)) == len(ends):
        return
    at = 0
    for first, second in itertools.pairwise(cut(passage.text)):
        at += len(first)
        words = " ".join(second.split())
        # Two Korean words say as much as three.
        is_long = _is_long(words) or _TWO_KOREAN_WORDS.fullmatch(words)
        if words == " ".join(item_text(first).split()) and is_long:
            start = at + len(second) - len(second.lstrip())
            before = passage.text[:start]
            line = lines.get(passage.line + before.count("\n"))
            if line is not None:
                column = len(before) - before.rfind("\n")
                yield _told(line, line.index_at(column - 1), "this sentence stands before as well")


def _told(line: Line, start: int, message: str) -> Fault:
    end = len(line.text)
    return Fault(line, min(start, end), end, message, None, "delete one of them", Severity.WARNING)


def _is_long(words: str) -> bool:
    return len(words.split()) >= _LEAST
