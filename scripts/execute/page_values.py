"""The numbers that a page's cells have in their outputs and in their code."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from scripts.execute.values import Number, Value, agree, parse_value
from scripts.execute.values import Sequence as Items
from scripts.lesson import Cell, Lesson
from scripts.outputs import CellOutputs, LessonOutputs
from scripts.patterns import lazy_pattern
from scripts.quotes import CODE_KINDS, printed_text

_NUMBER = lazy_pattern(r"(?<![A-Za-z_])[-+−]?(?:\d[\d_,]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COMMENT = lazy_pattern(r"#[^\n\"']*$", re.MULTILINE)
_GROUPED = lazy_pattern(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_MATH = lazy_pattern(r"\$[^$]+\$|\{math\}`[^`]*`")
# What is computed of more numbers in the head is as good as any number.
_FEW, _MANY = 16, 300
_EXACT = 1e-9


@dataclass(frozen=True)
class Amount:
    """A number as it stands in a text: its value, and how many digits are behind its point."""

    value: float
    decimals: int

    def may_be(self, said: Amount) -> bool:
        """Tell whether another one is this one, rounded or cut off, with any sign.

        >>> Amount(2.0857, 4).may_be(Amount(2.1, 1)), Amount(17.8, 3).may_be(Amount(18.7, 1))
        (True, False)
        """
        ours, its = abs(self.value), abs(said.value)
        off = abs(ours - its)
        if off <= _EXACT * max(ours, its):
            return True
        step = 10.0**-said.decimals * (1 + 1e-6)
        return self.decimals > said.decimals and (off <= step / 2 or (its < ours and off < step))

    def times(self, power: int) -> Amount:
        """Give it with its point moved, as 20.8 for 0.208 in percent."""
        return Amount(self.value * 10.0**power, self.decimals - power)


def amounts_in(text: str) -> Iterator[Amount]:
    """Give the numbers of a text, those that commas group also as their parts.

    >>> [one.value for one in amounts_in("x1: -0.5, 1,200 (3,4)")]
    [-0.5, 1200.0, 1.0, 200.0, 3.0, 4.0]
    """
    for match in _NUMBER.finditer(text):
        written = match[0].replace("−", "-").replace("_", "").rstrip(",")
        parts = [one for one in written.split(",") if one]
        for part in ([written.replace(",", "")] if _GROUPED.fullmatch(written) else []) + parts:
            if amount := _amount(part):
                yield amount


def _amount(text: str) -> Amount | None:
    mantissa, _, exponent = text.lower().partition("e")
    try:
        value = float(text)
    except ValueError:
        return None
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return Amount(value, decimals) if math.isfinite(value) else None


class PageValues:
    """What a page has of numbers beside its sentences, each looked for when it is asked for."""

    def __init__(self, lesson: Lesson, record: LessonOutputs) -> None:
        self._lesson, self._record = lesson, record

    @cached_property
    def amounts(self) -> frozenset[Amount]:
        """Give all numbers of outputs, of code without its comments, and of formulas."""
        texts = [self.text]
        for block in self._lesson.blocks:
            if block.kind in CODE_KINDS:
                texts.append(block.text if block.cell is None else "")
            else:
                texts += _MATH.findall(block.text)
        return frozenset(itertools.chain.from_iterable(map(amounts_in, texts)))

    @cached_property
    def text(self) -> str:
        """Give all outputs, and the code without its comments."""
        texts = [shown_text(outputs) for outputs in self._record.cells]
        texts += [_COMMENT.sub("", cell.source) for cell in self._lesson.cells]
        return "\n".join(texts)

    @cached_property
    def squeezed(self) -> str:
        """Give outputs and code without what layout and commas are, to look for a value in it."""
        return squeezed(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Give all words of outputs and code."""
        return frozenset(re.findall(r"\w+", self.text))

    @cached_property
    def arrays(self) -> tuple[Items, ...]:
        """Give the arrays, lists and tuples of all outputs."""
        return tuple(one for outputs in self._record.cells for one in arrays_in(outputs))

    def shows(self, text: str, value: Items) -> bool:
        """Tell whether an array stands in an output or the code, as it is or rounded."""
        inside = re.escape(squeezed(text)[1:-1])
        # A tuple is a whole; of an array a part is shown.
        around = (r"[(\[]", r"[)\]]") if text[0] == "(" else (r"(?<![\d.])", r"(?![\d.])")
        if re.search(inside.join(around), self.squeezed):
            return True
        return any(agree(Items(one.kind, value.items), one) is True for one in self.arrays)

    def has(self, said: Amount, *, percent: bool = False) -> bool:
        """Tell whether a number stands in an output, the code or a formula, as it is or rounded."""
        powers = (0, 2) if percent else (0, 3, -3)
        return any(one.times(power).may_be(said) for one in self.amounts for power in powers)

    def nearest(self, said: Amount) -> str:
        """Give the number that the same digits are in another order, or else the nearest one."""

        def distance(one: Amount) -> tuple[bool, float]:
            digits, its = (sorted(f"{number.value:g}") for number in (one, said))
            return digits != its, abs(math.log(abs(one.value) / abs(said.value or 1)))

        best = min((one for one in self.amounts if one.value), key=distance, default=None)
        return "" if best is None else f"{best.value:.{max(0, best.decimals)}f}"


def follows_from(said: Amount, pair: tuple[Cell, CellOutputs], *, percent: bool = False) -> bool:
    """Tell whether a number is a ratio of two of a cell's, or their difference, sum or product.

    Of these, in percent, only a ratio is said without a word about it. Of very many numbers any may
    be one.
    """
    cell, outputs = pair
    shown = {abs(one.value) for one in amounts_in(shown_text(outputs))}
    known = shown | {abs(one.value) for one in amounts_in(_COMMENT.sub("", cell.source))}
    known = known if len(known) <= _FEW else shown
    if len(known) > _MANY:
        return True
    computed: set[float] = set()
    for one, other in itertools.permutations(known, 2):
        if percent:
            computed.add(100 * one / other if other else 0.0)
        else:
            computed |= {one - other, one + other, one * other, one / other if other else 0.0}
    return any(Amount(one, 99).may_be(said) for one in computed)


def shown_text(outputs: CellOutputs) -> str:
    """Give all that a cell shows as text: what it printed, warned of and raised."""
    errors = [str(o["evalue"]) for o in outputs.outputs if o["output_type"] == "error"]
    warned = [o["text"] for o in outputs.outputs if o.get("name") == "stderr"]
    return "\n".join([printed_text(outputs.outputs), *warned, *errors])


def squeezed(text: str) -> str:
    """Give a text with one comma between values, and no point without a digit behind.

    >>> squeezed("[4., 6.1]") == squeezed("[4.  6.1]") == squeezed("[ 4, 6.1 ]")
    True
    >>> squeezed("(1, 6)"), squeezed("(16,)")
    ('(1,6)', '(16)')
    """
    whole = re.sub(r"(?<=\d)\.0*(?=[\s,\])]|$)", "", text)
    return re.sub(r"(?<=[\[(]),|,(?=[\])])", "", re.sub(r"[\s,]+", ",", whole))


def arrays_in(outputs: CellOutputs) -> Iterator[Items]:
    """Give the arrays, lists and tuples that a cell shows, those inside of others too."""
    text = printed_text(outputs.outputs)
    for piece in _pieces(text):
        value = parse_value(piece)
        if isinstance(value, Items):
            yield from _with_parts(value)


_BRACKETS = lazy_pattern(
    r"\[[^\[\]]*(?:\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\][^\[\]]*)*\]|\([^()]*\)"
)


def _pieces(text: str) -> Iterable[str]:
    return (match[0] for match in _BRACKETS.finditer(text))


def _with_parts(value: Items) -> Iterator[Items]:
    yield value
    for item in value.items:
        if isinstance(item, Items):
            yield from _with_parts(item)


def plain_numbers(value: Value) -> list[float] | None:
    """Give the numbers of a flat array, None where it is none or has something else in it."""
    if not isinstance(value, Items) or not value.items:
        return None
    if not all(isinstance(one, Number) and not one.value.imag for one in value.items):
        return None
    return [one.value.real for one in value.items if isinstance(one, Number)]
