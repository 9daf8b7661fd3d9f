"""What sentences say about the outputs beside them, compared with those.

A sentence can mean another thing than we read in it, so what is found is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from scripts.diagnostic import Diagnostic
from scripts.execute.attribution import (
    calls_of_function,
    printed_by_function,
    printed_lines,
)
from scripts.execute.compared_sentences import bounded, signs, special
from scripts.execute.contradictions import short
from scripts.execute.count_sentences import (
    ends_of_kind,
    items_compared,
    items_counted,
    rows_that_are,
    sizes,
    tables,
)
from scripts.execute.counts import (
    beginnings_counted_in,
    calls_counted_in,
    counted,
    counts_in,
    lines_counted_in,
    other_places,
    prints_counted_in,
    sentence_around,
)
from scripts.execute.error_sentences import errors_named
from scripts.execute.kind_sentences import shapes_and_dtypes, two_compared
from scripts.execute.label_sentences import labelled, of_names
from scripts.execute.line_sentences import (
    lines_counted,
    lines_that_are,
    numbers_counted,
    other_lines,
)
from scripts.execute.near_labels import beside_labels
from scripts.execute.order_sentences import (
    alike,
    changes,
    ends,
    extremes,
    extremes_by_name,
    in_turn,
    indices,
    places_of_extremes,
    series,
    single_values,
)
from scripts.execute.page_values import PageValues, shown_text
from scripts.execute.places import CELL, SUPPOSED, Place
from scripts.execute.transcripts import holds
from scripts.execute.unsupported import (
    marked_numbers,
    slipped_numbers,
    unsupported,
    values_as_code,
)
from scripts.execute.values import Number, Word, agree, parse_value
from scripts.execute.values import Sequence as Items
from scripts.lesson import Cell, Lesson
from scripts.outputs import CellOutputs, LessonOutputs
from scripts.patterns import lazy_pattern
from scripts.quotes import printed_text

_VALUE = r"(?P<ticks>`+)(?P<value>[^`\n]+)(?P=ticks)"
# "Prints `3` lines" says nothing of a 3.
_NO_UNIT = r"(?! (?:times|lines)\b)"
# What is returned in a case need not be what came.
_NO_CASE = r"(?! (?:or|if|when|whenever|with|for|unless|until|as|while|where|only)\b)"
# A verb that says what comes out, and beside it the value as code.
_SAID = (
    lazy_pattern(rf"\b(?:prints|printed|displays|outputs|returns)\s+{_VALUE}{_NO_UNIT}{_NO_CASE}"),
    lazy_pattern(
        rf"(?<![`\w]){_VALUE}(?:을|를|이|가)\s+"
        r"(?:출력(?:합니다|됩니다)|표시(?:합니다|됩니다)|나옵니다)"
    ),
    lazy_pattern(rf"(?:\b[Tt]he output is |(?:출력|결과)은 ){_VALUE}(?=\.|입니다|이다)"),
)
# What a result is; only a number or an array, since a name may stand for anything.
_IS = lazy_pattern(
    rf"\b[Tt]he (?:result|value|answer|sum|total) is {_VALUE}(?=[.;]|, (?:and|so|but|as|not))"
    rf"|(?:^|(?<=[.!?] ))(?:결과|값|답|합|총합)(?:은|는) "
    rf"{_VALUE.replace('ticks', 'ticks2').replace('value', 'value2')}"
    r"(?=입니다|이고|이며)"
)
# The same, told of a cell that is named.
_SAID_OF_CELL = (
    lazy_pattern(
        rf"\b(?:prints|printed|displays|displayed|outputs)\s+{_VALUE}(?! (?:times|lines)\b)"
    ),
    lazy_pattern(
        rf"(?<![`\w]){_VALUE}(?:을|를|이|가)\s+"
        r"(?:(?:출력|표시)(?:합니다|됩니다|했습니다|되었습니다|됐습니다)|나옵니다|나왔습니다)"
    ),
)
# A name and its number, as `loss: 0.25` or `steps = 3`.
_LABELLED = lazy_pattern(r"(?P<name>[^\d\s:=][^:=]*[:=])\s*(?P<value>[-+]?[\d.,]*\d(?:e[-+]?\d+)?)")
_PROSE_KINDS = frozenset({"paragraph", "bullet_list", "ordered_list"})


def sentence_claims(lesson: Lesson, record: LessonOutputs) -> Iterator[Diagnostic]:
    """Give what sentences say of outputs, and these do not bear out."""
    page = PageValues(lesson, record)
    for at, block in enumerate(lesson.blocks):
        if block.kind in _PROSE_KINDS:
            text = block.text.lower()
            place = Place(lesson, record, at, page)
            told: list[Diagnostic] = []
            for words, find in _FINDS:
                if any(word in text for word in words):
                    told += [one for one in find(place) if not _is_told(one, told)]
            yield from told


def _is_told(one: Diagnostic, told: Sequence[Diagnostic]) -> bool:
    """Tell whether a finding before, which knows more, is of the same words."""
    said = _said(one)
    return any(
        other.line == one.line and (said in other.message or _said(other) in said) for other in told
    )


def _said(one: Diagnostic) -> str:
    said = one.message.removeprefix("the text says ")
    return said.partition(", but the output")[0].partition(", and no output")[0]


def _values(place: Place) -> Iterator[Diagnostic]:
    """Give values that prose says come out, and that no output nearby holds."""
    said = list(_said_in(place))
    if not said:
        return
    for at, text, where in said:
        near = place.beside if where is None else [where]
        shown = "\n".join(shown_text(outputs).strip() for _, outputs in near).strip()
        value = parse_value(text)
        labelled = _LABELLED.fullmatch(text)
        if value == Word("None"):
            # Which no cell shows as its value.
            continue
        verbatim = re.search(rf"(?<![\w.-]){re.escape(text)}(?!\w|\.\d)", shown)
        if (shown and not verbatim) and (
            (value is not None and not holds(shown, value))
            or (value is None and labelled and _is_another(labelled, shown))
        ):
            yield place.finding(place.line(at), text, short(shown))


def _said_in(
    place: Place,
) -> Iterator[tuple[int, str, tuple[Cell, CellOutputs] | None]]:
    """Give each value that is said to come out: its place, the text, the cell if one is named."""
    text = place.block.text
    of_cells: set[int] = set()
    for pattern in _SAID_OF_CELL:
        for match in pattern.finditer(text):
            sentence, at = sentence_around(text, match.start())
            cells = list(CELL.finditer(sentence, 0, match.start() - at))
            if not cells:
                continue
            of_cells.add(match.start("value"))
            cell = place.named(cells[-1])
            if cell is not None and not SUPPOSED.search(sentence):
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


def _compilations(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "it compiles twice" beside cells that count, and count otherwise."""
    for at, said, number in counts_in(place.block):
        near = [count for _, outputs in place.beside if (count := counted(outputs)) is not None]
        if len(near) == 1 and number not in near[0]:
            shown = ", ".join(str(one) for one in sorted(near[0]))
            yield place.finding(place.line(at), said, shown)


def _lines(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "it prints `trace` twice" beside one cell that prints it otherwise."""
    for line, said, text, number in lines_counted_in(place.block):
        word = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        near = [shown for _, outputs in place.beside
                if word.search(shown := printed_text(outputs.outputs))]  # fmt: skip
        if len(near) != 1:
            continue
        lines = [one for one in near[0].split("\n") if word.search(one)]
        # What stands in the code as often may be meant.
        if number in {len(word.findall(cell.source)) for cell, _ in place.beside}:
            continue
        if number not in {len(lines), len(word.findall(near[0])), lines.count(text)}:
            yield place.finding(line, said, f"{text}: {len(lines)}")


def _beginnings(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "two lines begin with `trace`" beside one cell with another number."""
    for at, said, text, number in beginnings_counted_in(place.block.text):
        if SUPPOSED.search(sentence_around(place.block.text, at)[0]):
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


def _results(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the result is `3.0`" right below an output without that number."""
    for match in _IS.finditer(place.text):
        text = (match["value"] or match["value2"]).strip()
        value = parse_value(text)
        pair = place.spoken_of(match.start())
        if not isinstance(value, Number | Items) or pair is None or place.supposed(match.start()):
            continue
        shown = shown_text(pair[1]).strip()
        others = [shown_text(outputs).strip() for _, outputs in place.beside]
        if (
            pair == place.right_above
            and shown
            and not any(holds(one, value) for one in (shown, *others))
        ):
            yield place.finding(place.line(match.start()), text, short(shown))


def _calls(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the function was called twice" below a function that printed once.

    How often the code calls it may be meant, too.
    """
    for at, said, name, number in calls_counted_in(place.text):
        pair = place.spoken_of(at)
        if pair is None or place.supposed(at):
            continue
        count = printed_by_function(place.lesson, *pair)
        calls = calls_of_function(pair[0], name)
        if count and calls is not None and number not in {count, *calls}:
            called = max(calls)
            came = f"{count}, and the code calls it {called} times" if called != count else count
            yield place.finding(place.line(at), said, str(came))


def _prints(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the `print` inside it ran once" below a function's `print`."""
    for at, said, name, number in prints_counted_in(place.text):
        sentence, _ = sentence_around(place.text, at)
        pair = place.spoken_of(at) if CELL.search(sentence) else place.above
        if pair is None or place.supposed(at):
            continue
        # Without a name or a cell it may be said of every such function.
        if name == "" and not CELL.search(sentence):
            continue
        if name and not re.search(rf"\bdef {name}\(", pair[0].source):
            continue
        count = printed_by_function(place.lesson, *pair)
        if count and number != count:
            yield place.finding(place.line(at), said, str(count))


def _places(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "lines with `trace`: the 1st and 3rd" below other lines."""
    if place.above is not None:
        cell, outputs = place.above
        lines = printed_lines(outputs.outputs)
        for at, said, came in other_places(place.block.text, lines, cell.source.split("\n")):
            yield place.finding(place.line(at), said, came)


_PRINTED = (
    *("print", "output", "shown", "stand", "appear", "occur", "comes", "shows up"),
    *("출력", "나옵", "나왔", "나타", "찍", "있습"),
)
_MOST = ("est", "minimum", "maximum", "most", "least")
_ITEMS_KO = ("값", "수", "원소", "항목", "자")
# Each with words of which it needs one: most blocks have none, and need not be looked through.
_FINDS: tuple[tuple[tuple[str, ...], Callable[[Place], Iterator[Diagnostic]]], ...] = (
    (("print", "display", "output", "return", "출력", "결과", "표시", "나옵", "나왔"), _values),
    (("compil", "trac", "컴파일", "추적", "트레이스"), _compilations),
    (_PRINTED, _lines),
    (("line ", "lines ", "시작"), _beginnings),
    (("`print`",), _prints),
    (("line", "줄"), _places),
    (("line", "줄"), lines_that_are),
    (("line", "row", "줄"), lines_counted),
    (("other ", "remaining ", "나머지 "), other_lines),
    (("number", "value", "수", "숫자", "값"), numbers_counted),
    (("result", "value", "answer", "sum", "total", "결과", "값", "답", "합"), _results),
    (("called", "ran", "run", "executed", "불렸", "불립", "호출", "실행"), _calls),
    (("error", "exception", "interrupt", "오류", "예외", "에러"), errors_named),
    (("shape", "dtype", "형태", "모양", "자료형"), shapes_and_dtypes),
    (("the two", "both", "두 "), two_compared),
    ((" from ", "에서 ", "부터 "), changes),
    ((" ",), labelled),
    ((*_MOST, "가장"), extremes),
    (("index", "인덱스"), indices),
    ((*_MOST, "가장"), places_of_extremes),
    (("equal", "same", "identical", "different", "같", "다르", "다릅"), alike),
    (
        ("value", "number", "element", "entry", "item", " of which", " of them", *_ITEMS_KO),
        single_values,
    ),
    (("begin", "start", "began", "시작"), ends),
    (("first", "첫"), in_turn),
    ((", ",), series),
    (("` gives", "` has", "` holds", "` contains", "` returns", "` keeps"), of_names),
    (("than ", "보다 "), items_compared),
    ((" of the", " of its ", "가운데 ", "중 "), items_counted),
    (("first", "last", "처음", "마지막"), ends_of_kind),
    (("column", "열"), tables),
    (("positive", "negative", "zero", "양수", "음수", "0이"), signs),
    (("nan", "inf", "무한대"), special),
    (("below", "under", "than ", "above", "over ", "beyond", "보다 "), bounded),
    ((*_MOST, "가장", "best", "worst"), extremes_by_name),
    (("row ", "행은", "행이", "줄은", "줄이"), rows_that_are),
    (
        (
            "value",
            "number",
            "entr",
            "element",
            "item",
            "letter",
            "character",
            "coefficient",
            "root",
            "term",
            "component",
            *_ITEMS_KO,
        ),
        sizes,
    ),
    ((" ",), beside_labels),
    # Last, since they do not know what came.
    (tuple("0123456789"), unsupported),
    (tuple("0123456789"), slipped_numbers),
    (("`[", "`(", "int", "float", "bool"), values_as_code),
    (("`",), marked_numbers),
)
