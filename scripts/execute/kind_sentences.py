"""Sentences about the shape, the dtype or the value of what a cell shows, and about two values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.diagnostic import Diagnostic
from scripts.execute.contradictions import short
from scripts.execute.places import CODE, Pair, Place
from scripts.execute.templates import held_together
from scripts.execute.values import DTYPE, Number, Value, Word, agree, parse_value
from scripts.execute.values import Sequence as Items
from scripts.patterns import lazy_pattern
from scripts.quotes import printed_text

_END = r"(?=[.,;:!?]|$)"
_SHAPES = (
    lazy_pattern(rf"\b(?:[Tt]he (?:result|output|answer)|[Ii]t|[Tt]his) (?:has|had) (?:the )?shape "
        rf"{CODE}{_END}"),
    lazy_pattern(
        r"\b(?:[Tt]he|[Ii]ts) (?:(?:result|output)'s )?shape(?: of the (?:result|output))? "
        rf"(?:is|was) {CODE}{_END}"
    ),
    lazy_pattern(
        r"(?:^|(?<=[.!?] )|(?<=결과의 )|(?<=출력의 ))(?:형태|모양)(?:\([^)]*\))?(?:은|는|이|가) "
        rf"{CODE}(?:입니다|이고|이며)"
    ),
)  # fmt: skip
_DTYPES = (
    lazy_pattern(rf"\b(?:[Tt]he (?:result|output|answer)|[Ii]t|[Tt]his) (?:has|had) (?:the )?dtype "
        rf"{CODE}{_END}"),
    lazy_pattern(
        r"\b(?:[Tt]he|[Ii]ts) (?:(?:result|output)'s )?dtype(?: of the (?:result|output))? "
        rf"(?:is|was) {CODE}{_END}"
    ),
    lazy_pattern(
        r"(?:^|(?<=[.!?] )|(?<=결과의 )|(?<=출력의 ))(?:자료형|dtype)(?:\([^)]*\))?(?:은|는|이|가) "
        rf"{CODE}(?:입니다|이고|이며)"
    ),
)  # fmt: skip
_SHAPE = lazy_pattern(r"(?<![\w.])\((?:\d+,|\d+(?:, ?\d+)+,?)?\)")
# "The two numbers are equal", of an output with two.
_TWO = lazy_pattern(
    r"\b(?:[Tt]he two|[Bb]oth) (?:numbers|values|results|lines|sums|means|outputs|answers) "
    r"(?:(?P<same>are (?:equal|the same|identical)|agree)|(?P<other>are (?:different"
    r"|unequal)|differ))(?=[.,;:!?]|$)"
    r"|(?:^|(?<=[.!?] ))두 (?:수|값|결과|숫자|줄|합|평균)(?:은|는|이|가) (?:서로 |꼭 )?"
    r"(?:(?P<same_ko>같습니다|똑같습니다|일치합니다)|(?P<other_ko>다릅니다))"
)
_LABEL = lazy_pattern(r"^[^:=]*[:=]\s*")


def shapes_and_dtypes(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the result has shape `(2, 3)`" where the output shows one other."""
    for patterns, shown in ((_SHAPES, _shapes), (_DTYPES, _dtypes)):
        for pattern in patterns:
            for match in pattern.finditer(place.text):
                said = match["value"].strip()
                said = re.sub(r"^(?:jnp|np|numpy|jax\.numpy)\.", "", said)
                pair = place.spoken_of(match.start())
                if pair is None or place.supposed(match.start()) or not shown(said):
                    continue
                came = _told(pair, shown)
                others = set().union(*(_told(one, shown) for one in place.beside))
                known = {one for one in came if _turned(said, one)} or came
                if len(known) == 1 and _squeezed(said) not in came | others:
                    came = known
                    yield place.finding(place.line(match.start()), said, *came)


def _told(pair: Pair, shown: object) -> set[str]:
    """Give the shapes or the dtypes that the output of a cell tells of."""
    assert callable(shown)
    text = printed_text(pair[1].outputs).strip()
    found: set[str] = set(shown(text))
    if shown is _shapes:
        # A tuple is a shape where the code asks for one.
        found = found if "shape" in pair[0].source else set()
        groups = held_together(text.split("\n"))
        sizes = {size for group in groups if (size := _size(group))}
        found |= sizes
    return found


def _shapes(text: str) -> set[str]:
    found = {_squeezed(match[0]) for match in _SHAPE.finditer(text)}
    for match in re.finditer(rf"\b{DTYPE[:-1]}|f32|f16|f64|i32|i64|bf16|u8|u32)\[([\d,]*)\]", text):
        sizes = [one for one in match[1].split(",") if one]
        found.add("(" + ",".join(sizes) + ("," if len(sizes) == 1 else "") + ")")
    return found


def _turned(said: str, came: str) -> bool:
    """Tell whether two shapes have the same axes in another order.

    >>> _turned("(2, 5)", "(5,2)"), _turned("(2, 5)", "(5,)"), _turned("int8", "int8")
    (True, False, False)
    """
    axes, others = (re.findall(r"\d+", text) if text[:1] == "(" else [] for text in (said, came))
    return axes != others and sorted(axes) == sorted(others)


def _dtypes(text: str) -> set[str]:
    return {match[0] for match in re.finditer(rf"(?<![\w]){DTYPE}(?!\w)", text)}


def _squeezed(text: str) -> str:
    text = re.sub(r"\s+", "", text)
    return re.sub(r",\)$", ")", text) if text.count(",") > 1 else text


def _size(text: str) -> str:
    """Give the shape of an array that is written out.

    >>> _size("Array([[1, 2, 3],\\n       [4, 5, 6]], dtype=int32)"), _size("3"), _size("[1 ... 9]")
    ('(2,3)', '', '')
    """
    value = parse_value(_LABEL.sub("", text) if "dtype" not in text else text)
    sizes: list[int] = []
    while isinstance(value, Items) and value.kind == "list" and value.items:
        if Word("...") in value.items or any(
            isinstance(one, Items) != isinstance(value.items[0], Items) for one in value.items
        ):
            return ""
        sizes.append(len(value.items))
        value = value.items[0]
    if not sizes or not isinstance(value, Number) or "..." in text:
        return ""
    return "(" + ",".join(map(str, sizes)) + ("," if len(sizes) == 1 else "") + ")"


def two_compared(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the two numbers are equal" below two that are not."""
    for match in _TWO.finditer(place.text):
        pair = place.spoken_of(match.start())
        if pair is None or pair != place.right_above or place.supposed(match.start()):
            continue
        lines = printed_text(pair[1].outputs).strip().split("\n")
        if len(lines) == 1:
            # "all: 12  kept: 9" are two, beside each other.
            lines = _BESIDE.findall(lines[0])
        values = [_value(line) for line in lines]
        if len(values) != 2 or None in values:
            continue
        first, second = values
        assert first is not None
        assert second is not None
        equal = _LABEL.sub("", lines[0]).strip() == _LABEL.sub("", lines[1]).strip()
        said_same = bool(match["same"] or match["same_ko"])
        if (said_same and not equal and _far(first, second)) or (not said_same and equal):
            yield place.finding(place.line(match.start()), match[0], short(", ".join(lines)))


# A label and a number: "all: 12", "kept = 9".
_BESIDE = lazy_pattern(r"[A-Za-z가-힣_][^:=\n]*?[:=] ?-?\d[\d.,e+-]*(?=\s|,|$)")


def _value(line: str) -> Value | None:
    return parse_value(_LABEL.sub("", line)) if not _LABEL.sub("", line).count(":") else None


def _far(one: Value, other: Value) -> bool:
    """Tell whether two values are no roundings of each other."""
    if isinstance(one, Number) and isinstance(other, Number):
        if one.whole and other.whole:
            return one.value != other.value
        return abs(one.value - other.value) > 0.01 * max(abs(one.value), abs(other.value))
    if isinstance(one, Word) and isinstance(other, Word):
        return agree(one, other) is False
    return False
