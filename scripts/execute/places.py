"""Where a sentence about outputs stands: the block, and which cells it may speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from scripts.diagnostic import Diagnostic
from scripts.execute.contradictions import claim, contradiction, unsupported
from scripts.execute.counts import sentence_around
from scripts.execute.page_values import PageValues
from scripts.lesson import Block, Cell, Lesson
from scripts.outputs import CellOutputs, LessonOutputs
from scripts.patterns import lazy_pattern
from scripts.quotes import CODE_KINDS

Pair = tuple[Cell, CellOutputs]

# What stands as code in a sentence.
CODE = r"(?<![`\w}])(?P<ticks>`+)(?P<value>[^`\n]+)(?P=ticks)"
# A cell that is named.
CELL = lazy_pattern(
    r"\b[Tt]he (?:(?P<next>next|following)|(?P<last>previous|preceding)) (?:code )?cell\b"
    r"|\b[Tt]he (?:code )?cell (?:right |just |directly |immediately )?"
    r"(?:(?P<below>below|beneath|that follows)|(?P<above>above))\b"
    r"|(?:(?P<ko_next>다음|아래|이어지는|뒤따르는)|(?:바로 )?(?P<ko_last>위|앞|이전))(?:의)? "
    r"(?:코드 )?셀(?:은|이|도|의|에서[는도]?)(?=[ ,])"
)
# Of which cell such a sentence speaks is not known.
ANOTHER_CELL = lazy_pattern(
    r"\b(?:[Aa]nother|[Oo]ther|[Ee]arlier|[Ll]ater|[Ff]irst|[Ss]econd|[Tt]hird|[Ll]ast"
    r"|two|both|all) cells?\b"
    r"|(?:다른|첫|첫째|첫 번째|둘째|두 번째|마지막|두|모든|그다음|처음) 셀"
)
# What would come in another case is not in the output.
SUPPOSED = lazy_pattern(
    r"\b(?:if|unless|would|could|should|might|may|never|until|once you|when you|try)\b"
    r"|[가-힣]면(?=[ ,])|겠|[가-힣](?:도록|려고|려면|세요|까요)",
    re.IGNORECASE,
)
_SOFT_BREAK = lazy_pattern(r"\n(?!\s*\n|\s*(?:[-*+]|\d+\.)\s)")


@dataclass(frozen=True)
class Place:
    """A block of prose, and the cells around it with what came of them."""

    lesson: Lesson
    record: LessonOutputs
    at: int
    page: PageValues

    @property
    def block(self) -> Block:
        return self.lesson.blocks[self.at]

    @cached_property
    def text(self) -> str:
        """Give the block's text, each sentence on one line."""
        return _SOFT_BREAK.sub(" ", self.block.text)

    @property
    def beside(self) -> list[Pair]:
        """Give the cells right before and right after the block."""
        blocks = self.lesson.blocks[max(0, self.at - 1) : self.at + 2]
        return [pair for block in blocks if (pair := self._of(block))]

    @property
    def above(self) -> Pair | None:
        """Give the last cell before the block."""
        return self._first(reversed(self.lesson.blocks[: self.at]))

    @property
    def below(self) -> Pair | None:
        """Give the first cell after the block."""
        return self._first(iter(self.lesson.blocks[self.at + 1 :]))

    @property
    def right_above(self) -> Pair | None:
        """Give the cell right before the block."""
        return self._of(self.lesson.blocks[self.at - 1]) if self.at else None

    @property
    def right_below(self) -> Pair | None:
        """Give the cell right after the block."""
        behind = self.lesson.blocks[self.at + 1 : self.at + 2]
        return self._of(behind[0]) if behind else None

    @cached_property
    def spoken(self) -> Pair | None:
        """Give the cell of which the block's first sentence speaks."""
        return self.spoken_of(0)

    @cached_property
    def beside_picture(self) -> bool:
        """Tell whether a cell of the section draws: what is read off it, no output says."""
        blocks = self.lesson.blocks
        heads = [at for at, block in enumerate(blocks) if block.kind == "heading"]
        begin = max((at for at in heads if at < self.at), default=0)
        end = min((at for at in heads if at > self.at), default=len(blocks))
        return any(
            mime.startswith("image/")
            for block in blocks[begin:end]
            if (pair := self._of(block))
            for output in pair[1].outputs
            for mime in output.get("data", {})
        )

    def spoken_of(self, offset: int) -> Pair | None:
        """Give the cell of which a sentence speaks: the one it names, or the one above it.

        That is the last of the same section, and where there is none, the one right below. None
        where it speaks of another cell, or one is named behind it, as in "the first line is `3`,
        unlike the next cell".
        """
        sentence, begin = sentence_around(self.text, offset)
        named = [*CELL.finditer(sentence)]
        if named and named[-1].start() > offset - begin:
            return None
        if ANOTHER_CELL.search(sentence):
            return None
        if named:
            return self.named(named[-1])
        blocks = self.lesson.blocks[: self.at]
        begins = max((at for at, block in enumerate(blocks) if block.kind == "heading"), default=0)
        here = self._first(reversed(blocks[begins:]))
        fenced = any(block.kind in CODE_KINDS for block in blocks[begins:])
        return here or (None if fenced else self.right_below)

    def said(self, *patterns: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Pair]]:
        """Give what is found in the text, and the cell it is said of; not what would be."""
        for pattern in patterns:
            for match in pattern.finditer(self.text):
                pair = self.spoken_of(match.start())
                if pair is not None and not self.supposed(match.start()):
                    yield match, pair

    def named(self, match: re.Match[str]) -> Pair | None:
        """Give the cell that is named by a match of `CELL`."""
        ahead = match["next"] or match["below"] or match["ko_next"]
        return self.below if ahead else self.above

    def supposed(self, offset: int) -> bool:
        """Tell whether a sentence says what would be, and not what is."""
        return SUPPOSED.search(sentence_around(self.text, offset)[0]) is not None

    def line(self, offset: int) -> int:
        """Give the line of the file for a place in the block's text."""
        return self.block.line + self.block.text.count("\n", 0, offset)

    def claim(self, line: int, message: str) -> Diagnostic:
        """Give the finding that a sentence is not true, as it is told."""
        return claim(self.lesson, line, message)

    def unsupported(self, line: int, said: str, nearest: str) -> Diagnostic:
        """Give the finding that a value is said that no cell of the page has."""
        return unsupported(self.lesson, line, said, nearest)

    def finding(self, line: int, said: str, came: str) -> Diagnostic:
        return contradiction(self.lesson, line, said, came, certain=False, prose=True)

    def _first(self, blocks: Iterator[Block]) -> Pair | None:
        for block in blocks:
            if block.cell is not None:
                return self._of(block)
            if block.kind in CODE_KINDS:
                # What is said may be said of this code, which was never run.
                return None
        return None

    def _of(self, block: Block) -> Pair | None:
        if block.cell is None or block.cell.skipped:
            return None
        return block.cell, self.record.cells[block.cell.index]
