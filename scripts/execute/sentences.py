"""What sentences say about the outputs beside them, compared with those.

A sentence can mean another thing than we read in it, so what is found is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scripts.diagnostic import Diagnostic
from scripts.execute.attribution import printed_by_function, printed_lines
from scripts.execute.contradictions import contradiction, short
from scripts.execute.counts import (
    beginnings_counted_in,
    counted,
    counts_in,
    lines_counted_in,
    other_places,
    prints_counted_in,
    sentence_around,
)
from scripts.execute.values import Value, Word, agree, parse_value
from scripts.lesson import Block, Cell, Lesson
from scripts.outputs import CellOutputs, LessonOutputs
from scripts.quotes import CODE_KINDS, printed_text

_VALUE = r"(?P<ticks>`+)(?P<value>[^`\n]+)(?P=ticks)"
# "Prints `3` lines" says nothing of a 3.
_NO_UNIT = r"(?! (?:times|lines)\b)"
# A verb that says what comes out, and beside it the value as code.
_SAID = (
    re.compile(rf"\b(?:prints|printed|displays|outputs|returns)\s+{_VALUE}{_NO_UNIT}"),
    re.compile(
        rf"(?<![`\w]){_VALUE}(?:을|를|이|가)\s+"
        r"(?:출력(?:합니다|됩니다)|표시(?:합니다|됩니다)|나옵니다)"
    ),
    re.compile(rf"(?:\b[Tt]he output is |(?:출력|결과)은 ){_VALUE}(?=\.|입니다|이다)"),
)
# The same, told of a cell that is named.
_CELL = re.compile(
    r"\b[Tt]he (?:(?P<next>next|following)|(?P<last>previous|preceding)) cell\b"
    r"|\b[Tt]he cell (?:(?P<below>below)|(?P<above>above))\b"
    r"|(?:(?P<ko_next>다음|아래)|(?:바로 )?(?P<ko_last>위|앞|이전))(?:의)? 셀(?:은|이|에서는?)(?= )"
)
_SAID_OF_CELL = (
    re.compile(
        rf"\b(?:prints|printed|displays|displayed|outputs)\s+{_VALUE}(?! (?:times|lines)\b)"
    ),
    re.compile(
        rf"(?<![`\w]){_VALUE}(?:을|를|이|가)\s+"
        r"(?:(?:출력|표시)(?:합니다|됩니다|했습니다|되었습니다|됐습니다)|나옵니다|나왔습니다)"
    ),
)
# What would come in another case is not in the output.
_SUPPOSED = re.compile(
    r"\b(?:if|unless|would|could|should|might|may|never|until|once you|when you|try)\b"
    r"|[가-힣]면(?=[ ,])|겠|[가-힣](?:도록|려고|려면|세요|까요)",
    re.IGNORECASE,
)
_LAST_LINE = re.compile(
    r"\b[Tt]he last line(?: of (?:the|its) (?:output|message|error|traceback))?"
    rf" (?:is|was|says|said|reads|names|shows|contains|ends with|begins with) {_VALUE}"
    rf"|\bin the last line is {_VALUE.replace('ticks', 'ticks2').replace('value', 'value2')}"
    rf"|마지막 줄(?:은|이|에는|에 나온 [가-힣]+(?:은|는|이|가)) "
    rf"{_VALUE.replace('ticks', 'ticks3').replace('value', 'value3')}"
    r"(?:입니다|이라고 (?:합니다|나)|라고 (?:합니다|나)|(?:이|가) (?:있습니다|나옵니다|나왔습니다))"
)
# A name and its number, as `loss: 0.25` or `steps = 3`.
_LABELLED = re.compile(r"(?P<name>[^\d\s:=][^:=]*[:=])\s*(?P<value>[-+]?[\d.,]*\d(?:e[-+]?\d+)?)")
_PROSE_KINDS = frozenset({"paragraph", "bullet_list", "ordered_list"})


@dataclass(frozen=True)
class _Place:
    """A block of prose, and the cells around it with what came of them."""

    lesson: Lesson
    record: LessonOutputs
    at: int

    @property
    def block(self) -> Block:
        return self.lesson.blocks[self.at]

    @property
    def beside(self) -> list[tuple[Cell, CellOutputs]]:
        """Give the cells right before and right after the block."""
        blocks = self.lesson.blocks[max(0, self.at - 1) : self.at + 2]
        return [pair for block in blocks if (pair := self._of(block))]

    @property
    def above(self) -> tuple[Cell, CellOutputs] | None:
        """Give the last cell before the block."""
        return self._first(reversed(self.lesson.blocks[: self.at]))

    @property
    def below(self) -> tuple[Cell, CellOutputs] | None:
        """Give the first cell after the block."""
        return self._first(iter(self.lesson.blocks[self.at + 1 :]))

    def line(self, offset: int) -> int:
        """Give the line of the file for a place in the block's text."""
        return self.block.line + self.block.text.count("\n", 0, offset)

    def finding(self, line: int, said: str, came: str) -> Diagnostic:
        return contradiction(self.lesson, line, said, came, certain=False, prose=True)

    def _first(self, blocks: Iterator[Block]) -> tuple[Cell, CellOutputs] | None:
        for block in blocks:
            if block.cell is not None:
                return self._of(block)
            if block.kind in CODE_KINDS:
                # What is said may be said of this code, which was never run.
                return None
        return None

    def _of(self, block: Block) -> tuple[Cell, CellOutputs] | None:
        if block.cell is None or block.cell.skipped:
            return None
        return block.cell, self.record.cells[block.cell.index]


def sentence_claims(lesson: Lesson, record: LessonOutputs) -> Iterator[Diagnostic]:
    """Give what sentences say of outputs, and these do not bear out."""
    for at, block in enumerate(lesson.blocks):
        if block.kind in _PROSE_KINDS:
            text = block.text.lower()
            for words, find in _FINDS:
                if any(word in text for word in words):
                    yield from find(_Place(lesson, record, at))


def _values(place: _Place) -> Iterator[Diagnostic]:
    """Give values that prose says come out, and that no output nearby holds."""
    said = list(_said_in(place))
    if not said:
        return
    for at, text, where in said:
        near = place.beside if where is None else [where]
        shown = "\n".join(_all_text(outputs) for _, outputs in near).strip()
        value = parse_value(text)
        labelled = _LABELLED.fullmatch(text)
        verbatim = re.search(rf"(?<![\w.-]){re.escape(text)}(?!\w|\.\d)", shown)
        if (shown and not verbatim) and (
            (value is not None and not _holds(shown, value))
            or (value is None and labelled and _is_another(labelled, shown))
        ):
            yield place.finding(place.line(at), text, short(shown))


def _said_in(
    place: _Place,
) -> Iterator[tuple[int, str, tuple[Cell, CellOutputs] | None]]:
    """Give each value that is said to come out: its place, the text, the cell if one is named."""
    text = place.block.text
    of_cells: set[int] = set()
    for pattern in _SAID_OF_CELL:
        for match in pattern.finditer(text):
            sentence, at = sentence_around(text, match.start())
            cells = list(_CELL.finditer(sentence, 0, match.start() - at))
            if not cells:
                continue
            of_cells.add(match.start("value"))
            named = cells[-1]
            ahead = named["next"] or named["below"] or named["ko_next"]
            cell = place.below if ahead else place.above
            if cell is not None and not _SUPPOSED.search(sentence):
                yield match.start(), match["value"].strip(), cell
    for pattern in _SAID:
        for match in pattern.finditer(text):
            if match.start("value") not in of_cells:
                yield match.start(), match["value"].strip(), None


def _is_another(said: re.Match[str], shown: str) -> bool:
    """Tell whether a name stands in the outputs, and everywhere with another number behind it."""
    name = r"\s*".join(re.escape(part) for part in re.split(r"\s+|(?=[:=])", said["name"]) if part)
    value = parse_value(said["value"])
    found = re.findall(rf"(?<!\w){name}\s*([-+]?[\d.,]*\d(?:e[-+]?\d+)?)", shown)
    came = [parse_value(number) for number in found]
    return (
        value is not None
        and bool(came)
        and all(one is not None and agree(value, one) is False for one in came)
    )


def _all_text(outputs: CellOutputs) -> str:
    errors = [o["evalue"] for o in outputs.outputs if o["output_type"] == "error"]
    warned = [o["text"] for o in outputs.outputs if o.get("name") == "stderr"]
    return "\n".join([printed_text(outputs.outputs), *warned, *errors]).strip()


def _holds(shown: str, said: Value) -> bool:
    """Tell whether a value may stand in a text, as a part that can be read by itself."""
    # A string is printed without its quotes.
    if isinstance(said, Word) and said.text.strip("'\"") in shown:
        return True
    pieces = [shown, *shown.split("\n"), *re.split(r"[\s:=,]+", shown)]
    pieces += re.findall(r"\([^()\n]*\)|\[[^\[\]]*\]|\[\[[^\n]*(?:\n +\[[^\n]*)*", shown)
    pieces += re.findall(r"'[^'\n]*'|\"[^\"\n]*\"|[-+]?[\d.]+(?:e[-+]?\d+)?", shown)
    pieces += [one.replace(",", "") for one in re.findall(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", shown)]
    return any((value := parse_value(piece)) is not None and agree(said, value) for piece in pieces)


def _compilations(place: _Place) -> Iterator[Diagnostic]:
    """Give sentences such as "it compiles twice" beside cells that count, and count otherwise."""
    for line, said, number in counts_in(place.block):
        near = [count for _, outputs in place.beside if (count := counted(outputs)) is not None]
        if len(near) == 1 and number not in near[0]:
            shown = ", ".join(str(one) for one in sorted(near[0]))
            yield place.finding(line, said, shown)


def _lines(place: _Place) -> Iterator[Diagnostic]:
    """Give sentences such as "it prints `trace` twice" beside one cell that prints it otherwise."""
    for line, said, text, number in lines_counted_in(place.block):
        word = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        near = [shown for _, outputs in place.beside
                if word.search(shown := printed_text(outputs.outputs))]  # fmt: skip
        if len(near) != 1:
            continue
        lines = [one for one in near[0].split("\n") if word.search(one)]
        if number not in {len(lines), len(word.findall(near[0])), lines.count(text)}:
            yield place.finding(line, said, f"{text}: {len(lines)}")


def _beginnings(place: _Place) -> Iterator[Diagnostic]:
    """Give sentences such as "two lines begin with `trace`" beside one cell with another number."""
    for at, said, text, number in beginnings_counted_in(place.block.text):
        if _SUPPOSED.search(sentence_around(place.block.text, at)[0]):
            continue
        counts = [_beginning(printed_text(outputs.outputs), text) for _, outputs in place.beside]
        near = [count for count in counts if any(count)]
        if len(near) == 1 and number not in near[0]:
            yield place.finding(place.line(at), said, f"{text}: {max(near[0])}")


def _beginning(shown: str, text: str) -> tuple[int, int]:
    """Give how many lines begin with a text, and how many do when they are not indented."""
    lines = shown.split("\n")
    indented = sum(line.lstrip().startswith(text) for line in lines)
    return sum(line.startswith(text) for line in lines), indented


def _prints(place: _Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the `print` inside it ran once" below a function's `print`."""
    for at, said, number in prints_counted_in(place.block.text):
        sentence, _ = sentence_around(place.block.text, at)
        if place.above is None or _SUPPOSED.search(sentence) or _CELL.search(sentence):
            continue
        count = printed_by_function(place.lesson, *place.above)
        if count and number != count:
            yield place.finding(place.line(at), said, str(count))


def _last_lines(place: _Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the last line is `x`" below an output that ends otherwise."""
    for match in _LAST_LINE.finditer(place.block.text):
        sentence, _ = sentence_around(place.block.text, match.start())
        if place.above is None or _SUPPOSED.search(sentence):
            continue
        said = (match["value"] or match["value2"] or match["value3"]).strip()
        ends = _ends(place.above[1])
        # The last line of the code may be meant, or that of the cell which follows.
        code = [cell.source.rstrip().split("\n")[-1] for cell, _ in (place.above, *place.beside)]
        code += [end for _, outputs in place.beside for end in _ends(outputs)]
        value = parse_value(said)
        if ends and not any(
            said in end or (value is not None and _holds(end, value)) for end in [*ends, *code]
        ):
            yield place.finding(place.line(match.start()), said, short(ends[-1]))


def _ends(outputs: CellOutputs) -> list[str]:
    """Give the last line of each text that a cell gave, and all of an error's message."""
    texts = [printed_text(outputs.outputs).strip()]
    texts += [o["text"].strip() for o in outputs.outputs if o.get("name") == "stderr"]
    ends = [text.split("\n")[-1] for text in texts if text]
    errors = [one for one in outputs.outputs if one["output_type"] == "error"]
    return [*ends, *(f"{error['ename']}: {error['evalue']}" for error in errors)]


def _places(place: _Place) -> Iterator[Diagnostic]:
    """Give sentences such as "lines with `trace`: the 1st and 3rd" below other lines."""
    if place.above is not None:
        cell, outputs = place.above
        lines = printed_lines(outputs.outputs)
        for at, said, came in other_places(place.block.text, lines, cell.source.split("\n")):
            yield place.finding(place.line(at), said, came)


# Each with words of which it needs one: most blocks have none, and need not be looked through.
_FINDS: tuple[tuple[tuple[str, ...], Callable[[_Place], Iterator[Diagnostic]]], ...] = (
    (("print", "display", "output", "return", "출력", "결과", "표시", "나옵", "나왔"), _values),
    (("compil", "trac", "컴파일", "추적", "트레이스"), _compilations),
    (("print", "output", "출력"), _lines),
    (("with `", "시작하는 줄"), _beginnings),
    (("`print`",), _prints),
    (("last line", "마지막 줄"), _last_lines),
    (("line", "줄"), _places),
)
