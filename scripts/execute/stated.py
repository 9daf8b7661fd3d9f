"""What a comment states, beside what came: values, labels with them, shapes and types."""

from __future__ import annotations

import ast
import itertools
import re

from scripts.execute.contradictions import short
from scripts.execute.kinds_of_values import KINDS, items_of, may_be_of
from scripts.execute.templates import Came, is_print, labelled_values
from scripts.execute.transcripts import PASSING, holds
from scripts.execute.turns import stated_part
from scripts.execute.values import Number, Sequence, Value, agree, parse_value
from scripts.lesson import Lesson
from scripts.number_words import NUMBERS, one_of
from scripts.patterns import lazy_pattern

# Values in a row, as a shape and a type are, and what types are called.
_IN_A_ROW = lazy_pattern(r",?\s+(?![^(\[]*[)\]])")
_SHAPE = lazy_pattern(r"\((?:\d+,|\d+(?:, ?\d+)+,?)?\)")
_TYPE = lazy_pattern(
    r"(?:bool|u?int\d+|b?float\d+\w*|complex\d+|key<\w+>|(?:bf|[fiuc])\d+)"
    r"(?:\[[\d,]*(?:@[\w,@() ]*)?\])?"
)
# How the value of a cell shows a type.
_DTYPE = lazy_pattern(r"\bdtype\('(\w+)'\)")
# What is said behind a value, but that it is one of many.
_REMARK = lazy_pattern(
    r"[,;] (?!for ex|e\.g|예를|예시)(?=[^\W\d_]{2})|\s[-\u2013\u2014]+\s|\. (?=[^\W\d_])"
)


def disagreement(text: str, came: Came) -> tuple[str, str] | None:
    """Give what was said and what came, in short, where the two are certain to differ."""
    said = stated(text)
    value = parse_value(came.value)
    if said is None or value is None or agree(said, value) is not False:
        return None
    whole = parse_value(came.text)
    if whole is not None and agree(said, whole):
        return None
    return short(stated_part(text)), short(came.text)


_VALUE = (
    r"(?P<value>\([^()]*\)|\[[^\[\]]*\]|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|True|False|None|nan|-?inf)"
)
_WITH_REMARK = lazy_pattern(
    rf"{_VALUE}, (?:(?:not|the|a|an|since|because|as|which|so|but|like|with|in)\b|[가-힣]).*"
)
_INSTEAD = lazy_pattern(rf".*(?:이|가) 아니라 {_VALUE}")


def other_with_remark(text: str, came: Came) -> tuple[str, str] | None:
    """Give what was said and what came where a value with a remark behind it is another one.

    >>> other_with_remark("(3, 4), the other way round", Came("(4, 3)", "(4, 3)", True))
    ('(3, 4)', '(4, 3)')
    >>> other_with_remark("300이 아니라 44", Came("44", "44", True)) is None
    True
    """
    match = _WITH_REMARK.fullmatch(text) or _INSTEAD.fullmatch(text)
    said = parse_value(match["value"]) if match else None
    if match is None or said is None or holds(came.text, said):
        return None
    return disagreement(match["value"], came)


def other_labelled(text: str, came: Came) -> tuple[str, str] | None:
    """Give what was said and what came where the same labels have other values.

    >>> came = Came("a: 3  of b: 4", "", True, (("a:", "3"), ("of b:", "4")))
    >>> other_labelled("a: 3, of b: 5", came), other_labelled("of b: 4", came)
    (('a: 3, of b: 5', 'a: 3 of b: 4'), None)
    """
    pairs = [pair for pair in came.labelled if pair[1]]
    unit = next((label for label, value in came.labelled[-1:] if not value), "")
    said_alone = stated_part(text).removesuffix(unit).rstrip()
    for begin, end in itertools.combinations(range(len(pairs) + 1), 2):
        some = pairs[begin:end]
        # One word alone may be a remark, as "call 2" is beside `print("call", f(2))`.
        if len(some) == 1 and not some[0][0].endswith((":", "=")):
            continue
        labels = [r"\s*".join(map(re.escape, label.split())) for label, _ in some]
        said = re.fullmatch("".join(rf"{label}\s*(.+?)[\s,;]*" for label in labels), said_alone)
        if said is not None:
            known = [_is_same(one, value)
                     for one, (_, value) in zip(said.groups(), some, strict=True)]  # fmt: skip
            if None not in known and False in known:
                return short(stated_part(text)), short(came.text)
    return _other_in_line(stated_part(text), came.text)


def _other_in_line(text: str, line: str) -> tuple[str, str] | None:
    """Give what was said and what came where a line has other values behind the same labels.

    >>> _other_in_line("traces: 3", "calls: 5  traces: 2"), _other_in_line("traces: 3", "calls: 5")
    (('traces: 3', 'calls: 5 traces: 2'), None)
    >>> _other_in_line("calls: 3, as many as before", "calls: 5")
    ('calls: 3, as many as before', 'calls: 5')
    >>> _other_in_line("(20, 3)", "(3, 20)  same: True")
    ('(20, 3)', '(3, 20) same: True')
    """
    said, came = labelled_values(text), labelled_values(line)
    if said:
        # "positive: True, since it slows down" states its value before it says why.
        *before, (last, value) = said
        plain = _REMARK.split(value, maxsplit=1)[0]
        said = (*before, (last, plain if parse_value(plain) else value))
    if PASSING.search(text):
        return None
    shapes = _SHAPE.findall(line) if _SHAPE.fullmatch(text) else []
    if len(shapes) == 1:
        return (short(text), short(line)) if _is_same(text, shapes[0]) is False else None
    if not said and len(came) < 2 and any(map(_TYPE.fullmatch, _IN_A_ROW.split(text))):
        # A shape and a type alone, which are no remark.
        value = came[0][1] if came else line
        return (short(text), short(line)) if _is_same(text, value) is False else None
    labels = [label for label, _ in came]
    if not said or any(labels.count(label) != 1 for label, _ in said):
        return None
    known = [_is_same(value, dict(came)[label]) for label, value in said]
    return (short(text), short(line)) if None not in known and False in known else None


def _is_same(said: str, came: str) -> bool | None:
    """Tell whether a value, or values and types in a row, are what came; None if nobody knows.

    >>> _is_same("(1,) float32", "(1,) int32"), _is_same("(2,) float32", "(1,) float32")
    (False, False)
    >>> _is_same("float64", "dtype('float32')"), _is_same("float32", "dtype('float32')")
    (False, True)
    >>> _is_same("0.4 km", "0.412 km"), _is_same("3 in all", "3"), _is_same("a few", "3")
    (True, None, None)
    """
    came = _DTYPE.sub(r"\1", came)
    one, other = parse_value(said), parse_value(came)
    if one and other:
        return agree(one, other)
    ours, theirs = _IN_A_ROW.split(said), _IN_A_ROW.split(came)
    if len(ours) == 1:
        # A shape or a type of what has one of each.
        form = next((form for form in (_SHAPE, _TYPE) if form.fullmatch(said)), None)
        theirs = [part for part in theirs if form and form.fullmatch(part)]
    if len(ours) != len(theirs):
        return None
    known = [_is_same_part(*pair) for pair in zip(ours, theirs, strict=True)]
    return None if None in known else all(known)


def _is_same_part(said: str, came: str) -> bool | None:
    one, other = parse_value(said), parse_value(came)
    if said == came or (_TYPE.fullmatch(said) and _TYPE.fullmatch(came)):
        return said == came
    return agree(one, other) if one and other else None


_OF_ALL = lazy_pattern(
    r"\b(?:both|all)(?: (?!not\b)\w+){0,2} "
    r"(?P<en>positive|negative|zeros?|finite|NaN|nan|true|false|True|False)\b"
    r"|모두 (?P<ko>양수|음수|0|유한|NaN|참|거짓)(?![\w.])"
)


def other_kind(text: str, came: Came) -> tuple[str, str] | None:
    """Give what was said of all values and what came, where it does not hold for one of them.

    >>> other_kind("모두 양수", Came("[ 0.7 -0.7]", "[ 0.7 -0.7]", True))
    ('모두 양수', '[ 0.7 -0.7]')
    >>> other_kind("all of them are negative", Came("[-1 -2]", "[-1 -2]", True)) is None
    True
    """
    match = _OF_ALL.search(text)
    values = parse_value(came.value)
    if match is None or not isinstance(values, Sequence):
        return None
    kind = match["en"] or match["ko"]
    items = [*items_of(values)]
    if not items or not may_be_of(kind, items) or all(map(KINDS[kind], items)):
        return None
    return match[0], short(came.text)


# A statement whose number counts something, and a remark that says how many in a few words.
_COUNTS = lazy_pattern(
    r"\b(?:len|count\w*|_cache_size|bincount|n_?\w+)\(|\.(?:ndim|size)\b|[<>=]=?[^()]*\)\.sum\(\)"
    r"|\b(?:traces|calls|steps|rounds|compilations|count\w*)\b"
)
_A_COUNT = lazy_pattern(
    r"len\(.*\)|[\w.]+_cache_size\(\)|[\w.]+\.(?:ndim|size)|is_\w+\.sum\(\)|\(.*[<>=].*\)\.sum\(\)"
)
_NUMBER = lazy_pattern(
    rf"(?<![\w.-])(?:\d+(?![\d.]*\d)|(?:{one_of(NUMBERS, english=True)}|once|twice"
    rf"|thrice)(?![\w-])|(?<![가-힣]){one_of(NUMBERS, english=False)}"
    r"(?= ?(?:개|번|줄|칸|가지|행|열|값|종류|쌍|차례|곳)(?![가-힣]{3})))"
)
_NO_COUNT = lazy_pattern(
    r"[-+*/=<>(){}\[\]:]|\b(?:first|last|next|each|per|every|of|more|fewer|less|than|as|not|if|the"
    r"|instead|only for)\b|번째|째|씩|마다|보다|대신|이상|이하|배|중|가운데|않|아니"
)
_FEW_WORDS = 6


def other_count(text: str, came: Came, statement: ast.stmt) -> tuple[str, str] | None:
    """Give what was said and what came where a remark of a few words says another number.

    >>> statement = ast.parse("print(len(leaves))").body[0]
    >>> other_count("three leaves", Came("4", "4", True), statement)
    ('three leaves', '4')
    >>> other_count("two for each of them", Came("4", "4", True), statement) is None
    True
    """
    numbers = _NUMBER.findall(text)
    if len(numbers) != 1 or len(text.split()) > _FEW_WORDS or _NO_COUNT.search(text):
        return None
    value = parse_value(came.value)
    first = _counts_first(statement)
    if first and not isinstance(value, Number):
        words = [value for _, value in came.labelled] or came.text.split()
        value = parse_value(words[0]) if words else None
    if not isinstance(value, Number) or not value.whole:
        return None
    word = numbers[0].lower()
    said = {"once": 1, "twice": 2, "thrice": 3, **NUMBERS}.get(word)
    said = int(word) if said is None else said
    if said == value.value or not (first or _COUNTS.search(ast.unparse(statement))):
        return None
    return short(text), short(came.text)


def _counts_first(statement: ast.stmt) -> bool:
    """Tell whether the first value that a `print` shows counts something."""
    if not (is_print(statement) and isinstance(statement, ast.Expr)):
        return False
    assert isinstance(statement.value, ast.Call)
    values = [one for one in statement.value.args if not isinstance(one, ast.Constant)]
    return bool(values) and _A_COUNT.fullmatch(ast.unparse(values[0])) is not None


_STRING = lazy_pattern(r"([\"'])([A-Za-z가-힣][\w가-힣-]*)\1")


def other_string(text: str, came: Came, lesson: Lesson) -> tuple[str, str] | None:
    """Give what was said and what came where both are words of which the page's code has strings.

    Only with a name before it, or alone on its line, is a word what is shown.
    """
    said, word = text.strip(), came.value.strip()
    if said == word or not re.fullmatch(r"[\w가-힣-]+", said) or not re.search(r"[^\W\d]", said):
        return None
    strings = {match[2] for cell in lesson.cells for match in _STRING.finditer(cell.source)}
    return (said, short(came.text)) if {said, word} <= strings else None


def stated(text: str) -> Value | None:
    """Give the value that a comment states, with or without words that introduce it."""
    return parse_value(text) or parse_value(stated_part(text))
