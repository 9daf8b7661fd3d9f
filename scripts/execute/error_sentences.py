"""Sentences that name an exception, beside the cell that raises another one."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator

from scripts.diagnostic import Diagnostic
from scripts.execute.counts import sentence_around
from scripts.execute.places import CELL, Pair, Place
from scripts.quotes import printed_text

_NAME = (
    r"\[?`(?:\w+\.)*(?P<name>[A-Z]\w*(?:Error|Exception|Interrupt|Iteration))`"
    r"(?:\]\([^)\s]*\))?"
)
ERRORS = re.compile(r"\b[A-Z]\w*(?:Error|Exception|Interrupt|Iteration)\b")
# Before the cell: what will come.
_BEFORE = (
    re.compile(
        r"\b(?:raises|throws|is|are|gives|causes|(?:you|we) get|get|gets|fails with"
        r"|stops with|ends (?:in|with)"
        rf"|meets?|comes|expect) (?:an? |the |this )?{_NAME}"
    ),
    re.compile(
        rf"{_NAME}(?:(?:을|를) (?:냅니다|일으킵니다|던집니다|보게|만납니다|발생)"
        r"|(?:이|가) (?:납니다|나옵니다|발생합니다|생깁니다|뜹니다|일어납니다)|입니다"
        r"|(?:으로|로) (?:끝|실패|멈))"
    ),
)
# Behind it: what came, and the sentence says so.
_BEHIND = (
    re.compile(
        r"(?:\b[Tt]he (?:name|class|error|exception|result) (?:is|was)|\b[Tt]his(?: "
        r"one| time)?(?: it)? (?:is|was)"
        r"|\b[Tt]h(?:e|is) (?:cell|call|line) (?:raises|raised|fails with|failed with"
        r"|ends with|stopped with)"
        r"|\b(?:[Ii]t|JAX|[Ww]e|[Yy]ou) (?:raised|failed with|got|stopped with))"
        rf" (?:an? |the )?{_NAME}"
    ),
    re.compile(
        rf"(?:이름은|이번에는|오류는|예외는|결과는|이것은|이는|나온 것은|셀은|호출은) {_NAME}"
        r"(?:입니다|이고|이며|(?:을|를) (?:냅니다|냈습니다)|(?:이|가) (?:납니다|났습니다))"
        rf"|{_NAME.replace('name', 'name2')}(?:이|가) (?:났습니다|나왔습니다|발생했습니다)"
    ),
)
# What others do, or did, or what does not come.
_OTHERS = re.compile(
    r"\b(?:NumPy|Python|SciPy|PyTorch|TensorFlow|pandas|older|old|earlier|formerly"
    r"|used to|once|not|never"
    r"|no longer|would|could|should|might|may|unlike|avoids?|catch(?:es)?|except)\b"
    r"|(?:NumPy|Python|SciPy|PyTorch)|예전|옛|대신|않|아니|겠|피하|막"
)
# Of the classes that are no builtins, those whose kind is known, by their bases.
_BASES = {
    "ConcretizationTypeError": ("TypeError",),
    "TracerBoolConversionError": ("ConcretizationTypeError",),
    "TracerArrayConversionError": ("TypeError",),
    "TracerIntegerConversionError": ("TypeError",),
    "NonConcreteBooleanIndexError": ("IndexError",),
    "UnexpectedTracerError": (),
    "KeyReuseError": ("RuntimeError",),
    "JaxRuntimeError": ("RuntimeError",),
    "XlaRuntimeError": ("RuntimeError",),
    "LinAlgError": ("ValueError",),
    "AxisError": ("ValueError", "IndexError"),
    "JSONDecodeError": ("ValueError",),
    "FrozenInstanceError": ("AttributeError",),
    "CalledProcessError": (),
}


def errors_named(place: Place) -> Iterator[Diagnostic]:
    """Give exceptions that a paragraph says come out of the cell beside it, which gave another."""
    if place.block.kind != "paragraph":
        return
    raised = {name for pair in place.beside for name in _raised(pair)}
    named = set(ERRORS.findall(place.text))
    if not raised or any(may_be(one, name) for one in raised for name in named):
        return
    for patterns, pair in ((_BEFORE, place.right_below), (_BEHIND, place.right_above)):
        came = _raised(pair) if pair is not None else ()
        if len(came) != 1:
            continue
        for pattern in patterns:
            for match in pattern.finditer(place.text):
                sentence, begin = sentence_around(place.text, match.start())
                before = sentence[: match.start() - begin]
                if _OTHERS.search(before + match[0].split("`")[0]) or CELL.search(before):
                    continue
                said = match["name"] or match["name2"]
                yield place.finding(place.line(match.start()), said, came[0])


def _raised(pair: Pair) -> tuple[str, ...]:
    """Give the exception that a cell raised, or that it caught and printed."""
    cell, outputs = pair
    if outputs.error:
        return (outputs.error,)
    if "except" in cell.source:
        return tuple(sorted(set(ERRORS.findall(printed_text(outputs.outputs)))))
    return ()


def may_be(raised: str, said: str) -> bool:
    """Tell whether an exception is of a class, as far as anybody knows.

    >>> may_be("KeyError", "LookupError"), may_be("KeyError", "TypeError")
    (True, False)
    >>> may_be("LinAlgError", "ValueError"), may_be("ValueError", "LinAlgError")
    (True, False)
    """
    if raised == said:
        return True
    known = _ancestors(raised)
    return said in known if known else _is_builtin(said) or said not in _BASES


def _ancestors(name: str) -> frozenset[str]:
    """Give all classes that an exception is of, nothing where that is not known."""
    if _is_builtin(name):
        found = {one.__name__ for one in getattr(builtins, name).__mro__}
        return frozenset(found | ({"IOError", "EnvironmentError"} if "OSError" in found else set()))
    if name not in _BASES:
        return frozenset()
    above = [_ancestors(base) for base in _BASES[name]]
    return frozenset({name, "Exception"}.union(*above))


def _is_builtin(name: str) -> bool:
    return isinstance(getattr(builtins, name, None), type)
