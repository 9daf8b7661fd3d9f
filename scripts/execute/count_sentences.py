"""Sentences that count the items of an array, its rows and columns, or those of one kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from scripts.diagnostic import Diagnostic
from scripts.execute.contradictions import short
from scripts.execute.counts import number_of
from scripts.execute.kinds_of_values import KINDS, may_be_of, real
from scripts.execute.page_values import amounts_in, arrays_in, plain_numbers, shown_text
from scripts.execute.places import CODE, Pair, Place
from scripts.execute.values import Sequence as Items
from scripts.execute.values import Value, Word, agree, parse_value
from scripts.number_words import NUMBERS, ORDINALS, one_of
from scripts.patterns import lazy_pattern

_N = rf"(?:{one_of(NUMBERS, english=True)}|\d+)"
_N_KO = rf"(?:{one_of(NUMBERS, english=False)}|\d+)"
_AMOUNT = r"`?(?P<value>-?\d+(?:,\d{3})*(?:\.\d+)?)`?"
_ITEMS = r"(?:values?|numbers?|entries|elements?|items?)"
_ITEMS_KO = r"(?:값|수|원소|항목)"
_KIND = (
    r"(?P<kind>negative|positive|zeros?|nonzero|true|false|`True`|`False`|NaN|`nan`)"
    r"(?=[.,;:!?)]|$| and\b| while\b| but\b)"
)
_KIND_KO = r"(?P<kind>음수|양수|0|참|거짓|NaN)(?=입니다|이고|이며|인데)"
_OF_SOME = (
    lazy_pattern(
        rf"\b(?i:(?P<number>{_N})) of (?:the|these|its) (?P<all>{_N})(?: [a-z]+)? "
        rf"(?:is|are|was|were) {_KIND}"
    ),
    lazy_pattern(
        rf"\b(?i:(?P<number>{_N})) of (?:them|these|those)(?: [a-z]+)? (?:is|are|was|were) {_KIND}"
    ),
    lazy_pattern(
        rf"(?<![가-힣\d])(?P<all>{_N_KO}) ?개?(?:의 [가-힣]+)? ?(?:가운데|중)(?:에서?)? "
        rf"(?P<number>{_N_KO}) ?개?(?:가|이|는|은|만|만이)? {_KIND_KO}"
    ),
    lazy_pattern(
        rf"(?:그|이) ?(?:가운데|중)(?:에서?)? (?P<number>{_N_KO}) ?개?(?:가|이|는|은|만|만이)? "
        rf"{_KIND_KO}"
    ),
)
_COMPARED = (
    lazy_pattern(
        rf"\b(?i:(?P<number>{_N})) of (?:the|these|its) (?P<all>{_N})(?: [a-z]+){{0,2}}? "
        r"(?:(?P<less>less|fewer|smaller|lower|cheaper|shorter)|(?:more|larger|greater|higher|bigger"
        rf"|longer)) than {_AMOUNT}"
    ),
    lazy_pattern(
        rf"(?<![가-힣\d])(?P<all>{_N_KO}) ?개?(?:의 [가-힣]+)? ?(?:가운데|중)(?:에서?)? "
        rf"(?P<number>{_N_KO}) ?개?(?:가|이|는|은|만|만이)? {_AMOUNT}[가-힣]{{0,3}}"
        r"보다 (?:(?P<less>작|적|낮|싸|쌉|짧)|크|큽|많|높|비싸|비쌉|깁|길)"
    ),
)
_AT_AN_END = (
    lazy_pattern(
        rf"\b(?P<only>[Oo]nly )?[Tt]he (?P<end>first|last)(?: (?P<number>{_N}))?(?: {_ITEMS})? "
        rf"(?:is|are|was|were) {_KIND}"
    ),
    lazy_pattern(
        rf"(?:^|(?<=[.!?] ))(?P<end>처음|마지막) (?:(?P<number>{_N_KO}) ?(?:개의 )?)?{_ITEMS_KO}"
        rf"(?:은|는|(?P<only>만)) {_KIND_KO}"
    ),
)
_TABLE = (
    lazy_pattern(rf"\b(?i:(?P<rows>{_N})) rows (?:and|by|of|times) (?P<columns>{_N}) columns?\b"),
    lazy_pattern(rf"\b(?i:(?P<columns>{_N})) columns and (?:still |again )?(?P<rows>{_N}) rows?\b"),
    lazy_pattern(
        rf"(?<![가-힣\d])행(?:이|은|을)? (?P<rows>{_N_KO}) ?개(?:이고|이며|,|와|과)?,? "
        rf"열(?:이|은|을)? (?P<columns>{_N_KO}) ?개"
    ),
    lazy_pattern(
        rf"(?<![가-힣\d])(?P<rows>{_N_KO}) ?행,? ?(?P<columns>{_N_KO}) ?열"
        r"(?=입니다|이고|이며|의 |짜리)"
    ),
)
_SIZES = (
    lazy_pattern(
        rf"\b[Tt]he (?:array|list|vector|result|output|tuple) (?:now )?(?:has|holds|contains) "
        rf"(?:exactly |only )?(?P<number>{_N}) {_ITEMS}(?=[.,;:]|$| and\b| in all\b)"
    ),
    lazy_pattern(
        rf"\b[Tt]he [a-z]+ (?:now )?has (?:exactly |only )?(?P<number>{_N}) "
        r"(?:coefficients|roots|terms|components)(?=[.,;:]|$| and\b| in all\b)"
    ),
    lazy_pattern(
        rf"(?<![가-힣])(?:배열|목록|리스트|벡터|결과|튜플)의 {_ITEMS_KO}(?:은|는|이|가) (?:모두 )?"
        rf"(?P<number>{_N_KO}) ?개(?=입니다|이고|이며|인데)"
    ),
)
_LENGTHS = (
    lazy_pattern(
        rf"\b[Tt]he (?:text|string|word|line|output|result) (?:has|is) (?:exactly )?"
        rf"(?P<number>{_N}) (?:letters|characters)(?: long)?(?=[.,;:]|$| and\b)"
    ),
    lazy_pattern(
        r"(?<![가-힣])(?:글|문자열|낱말|단어|줄|출력|결과)(?:은|는) (?:모두 )?"
        rf"(?P<number>{_N_KO}) ?(?:글자|자)(?=입니다|이고|이며|인데)"
    ),
)
# As JAX writes the shape of what is traced.
_ABSTRACT = lazy_pattern(r"(?<=\w)\[(\d+(?:,\d+)+)\]")


def items_counted(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "three of the six are negative" where it is another number of them."""
    for pattern in _OF_SOME:
        for match in pattern.finditer(place.text):
            known, number = KINDS[match["kind"].strip("`")], number_of(match["number"])
            total = match.groupdict().get("all")
            arrays = [
                one for one in _flat(place, match, match["kind"])
                if total is None or len(one.items) == number_of(total)
            ]  # fmt: skip
            counts = {sum(map(known, one.items)) for one in arrays}
            if arrays and number not in counts | _alone(place, match):
                yield _finding(place, match, arrays[0])


def items_compared(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "two of the five are less than 3" where it is another number."""
    for pattern in _COMPARED:
        for match in pattern.finditer(place.text):
            limit = float(match["value"].replace(",", ""))
            arrays = [
                one for one in _arrays(place, match)
                if len(one.items) == number_of(match["all"]) and plain_numbers(one)
            ]  # fmt: skip
            counts = {
                sum(
                    real(item) < limit if match["less"] else real(item) > limit
                    for item in one.items
                )
                for one in arrays
            }
            if arrays and number_of(match["number"]) not in counts | _alone(place, match):
                yield _finding(place, match, arrays[0])


def ends_of_kind(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the first two values are zero" of an array that begins otherwise."""
    for pattern in _AT_AN_END:
        for match in pattern.finditer(place.text):
            known, number = KINDS[match["kind"].strip("`")], number_of(match["number"] or "1")
            arrays = [one for one in _flat(place, match, match["kind"]) if len(one.items) > number]
            if arrays and not any(_holds(match, known, one.items, number) for one in arrays):
                yield _finding(place, match, arrays[0])


def _holds(
    match: re.Match[str], known: Callable[[Value], bool], items: tuple[Value, ...], number: int
) -> bool:
    of_kind = [known(one) for one in items]
    if match["end"] in {"last", "마지막"}:
        of_kind.reverse()
    return all(of_kind[:number]) and not (match["only"] and any(of_kind[number:]))


_ROW = (
    lazy_pattern(
        rf"\b[Tt]he (?P<at>{one_of(ORDINALS, english=True)}) row (?:is|was|holds|reads) {CODE}"
    ),
    lazy_pattern(
        rf"(?P<at>{one_of(ORDINALS, english=False)}) (?:행|줄)(?:은|이) "
        rf"{CODE}(?=입니다|이고|이며|인데)"
    ),
)


def rows_that_are(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the last row is `[5 1]`" beside an array whose row is another."""
    for match, pair in place.said(*_ROW):
        said = parse_value(match["value"])
        if not isinstance(said, Items):
            continue
        at = ORDINALS[match["at"]]
        rows = [
            one.items[at]
            for near in (pair, *place.beside)
            for one in arrays_in(near[1])
            if one.kind == "list" and -len(one.items) <= at < len(one.items)
        ]
        known = [agree(replace(said, kind="list"), row) for row in rows]
        if False in known and True not in known:
            row = rows[known.index(False)]
            yield place.finding(place.line(match.start()), match["value"], _written(row))


def tables(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "six rows and eight columns" beside arrays of other shapes."""
    for match, pair in place.said(*_TABLE):
        shapes = {shape for one in (pair, *place.beside) for shape in _shapes(one)}
        said = (number_of(match["rows"]), number_of(match["columns"]))
        if shapes and said not in shapes:
            shown = ", ".join(str(one) for one in sorted(shapes))
            yield place.finding(place.line(match.start()), match[0], short(shown))


def sizes(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the array has six values" and "the text has three letters"."""
    for pattern in _SIZES:
        for match in pattern.finditer(place.text):
            arrays = [*_arrays(place, match)]
            by_items = re.search(r"items|항목", match[0]) is not None
            known = {
                size for one in arrays
                for size in ([len(one.items)] if by_items else _sizes(one))
            }  # fmt: skip
            # What is of any size says of none that it is wrong.
            if arrays and number_of(match["number"]) not in known | _alone(place, match):
                yield _finding(place, match, arrays[0])
    for match, pair in place.said(*_LENGTHS):
        if pair != place.right_above:
            continue
        lines = [line.strip() for line in shown_text(pair[1]).split("\n") if line.strip()]
        lines += [line.partition(":")[2].strip() for line in lines]
        known = {len(line) - cut for line in lines for cut in (0, 2, line.count(" "))}
        if lines and number_of(match["number"]) not in known | _alone(place, match):
            yield place.finding(place.line(match.start()), match[0], short(lines[0]))


def _flat(place: Place, match: re.Match[str], kind: str) -> list[Items]:
    """Give the flat arrays that a sentence may speak of, of numbers or of truth values."""
    return [one for one in _arrays(place, match) if may_be_of(kind.strip("`"), [*one.items])]


def _arrays(place: Place, match: re.Match[str]) -> list[Items]:
    pair = place.spoken_of(match.start())
    if pair is None or pair != place.above or place.supposed(match.start()):
        return []
    found = [*arrays_in(pair[1])]
    return [] if any(Word("...") in one.items for one in found) else found


def _alone(place: Place, match: re.Match[str]) -> set[int]:
    """Give the numbers that the cell shows by themselves, or with a name or two."""
    pair = place.spoken_of(match.start())
    lines = shown_text(pair[1]).split("\n") if pair else []
    plain = [line for line in lines if len(line.split()) < 4 and not re.search(r"[\[(]", line)]
    return {int(one.value) for line in plain for one in amounts_in(line)}


def _finding(place: Place, match: re.Match[str], array: Items) -> Diagnostic:
    return place.finding(place.line(match.start()), match[0].strip(), short(_written(array)))


def _written(value: Value) -> str:
    if isinstance(value, Items):
        return "[" + ", ".join(map(_written, value.items)) + "]"
    return value.text if isinstance(value, Word) else f"{real(value):g}"


def _shapes(pair: Pair) -> Iterator[tuple[int, int]]:
    """Give the rows and columns of what a cell shows: arrays that are written out, and shapes."""
    for match in _ABSTRACT.finditer(shown_text(pair[1])):
        *_, rows, columns = match[1].split(",")
        yield int(rows), int(columns)
    for array in arrays_in(pair[1]):
        numbers = plain_numbers(array)
        if array.kind == "tuple" and numbers and len(numbers) > 1:
            if all(one == int(one) >= 0 for one in numbers):
                yield int(numbers[-2]), int(numbers[-1])
        elif array.kind == "list" and array.items and Word("...") not in array.items:
            rows = [plain_numbers(one) for one in array.items]
            widths = {len(row) for row in rows if row is not None}
            if None not in rows and len(widths) == 1:
                yield len(rows), widths.pop()


def _sizes(array: Items) -> Iterator[int]:
    yield len(array.items)
    yield sum(_count(one) for one in array.items)
    for number in plain_numbers(array) or ():
        if array.kind == "tuple" and number == int(number):
            yield int(number)


def _count(value: Value) -> int:
    return sum(map(_count, value.items)) if isinstance(value, Items) else 1
