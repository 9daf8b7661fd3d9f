"""Sentences that give the number of what a cell printed behind a name: "the rank is 2"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from scripts.diagnostic import Diagnostic
from scripts.execute.attribution import what_came
from scripts.execute.contradictions import short
from scripts.execute.page_values import Amount, amounts_in, shown_text
from scripts.execute.places import Pair, Place
from scripts.execute.templates import is_print, labelled_values
from scripts.number_words import NUMBERS, one_of
from scripts.patterns import lazy_pattern

_NUMBER = r"[-−]?\d+(?:,\d{3})*(?:\.\d+)?"
_VALUE = rf"(?P<value>{_NUMBER}|(?i:{one_of(NUMBERS, english=True)}))"
# A name and a number behind it, or one before it.
_BEHIND = lazy_pattern(
    r"(?P<name>[A-Za-z가-힣][\w가-힣 -]{1,30}?)[:=]? +(?P<value>-?\d[\d,.]*)(?=\s|%|$)"
)
_BEFORE = lazy_pattern(r"(?<![\w.])(?P<value>\d[\d,.]*) (?P<name>[a-z]{3,})(?![\w(])")
_IS = lazy_pattern(
    r"\b[Tt]he (?P<name>[a-z][\w-]*(?: [a-z][\w-]*)?) (?:is|was|equals|stays at|comes to) "
    rf"(?:now |only |still |just |exactly )?`?{_VALUE}`?"
    r"(?=[.,;:)]|$| (?:and|so|because|since|but|in all)\b)(?![.,]\d)"
)
_IS_KO = lazy_pattern(
    r"(?<![가-힣])(?P<name>[가-힣][\w가-힣]*|[A-Za-z]\w+)(?:은|는|이|가) "
    rf"`?(?P<value>{_NUMBER})`?"
    r"(?=입니다|이고|이며|이므로|이라|인데|개입니다|번입니다)"
)
# All of them, and no part: what has them, or what they are counted for.
_ALL = lazy_pattern(
    rf"(?:^|(?<=[.!?] ))Of(?: the| all)? {_VALUE} (?P<name>[a-z]{{3,}})\b"
    r"|\b(?:has|have|had|holds|contains|[Tt]here (?:are|were)|gives|makes|counts|counted|[Aa]ll"
    rf"|needs?|needed|takes?|took|uses?|used|lists|on) {_VALUE.replace('value', 'value2')} "
    r"(?P<name2>[a-z]{3,})(?=[.,;:)]|$| in all\b| altogether\b)"
)


# Of what is named as code: "`full` gives ten values".
_OF_CODE = (
    lazy_pattern(
        rf"(?<![`\w}}])`(?P<name>\w+)` (?:gives|has|holds|contains|returns|keeps) {_VALUE} "
        r"(?:values?|numbers?|entries|elements?|items?)(?=[.,;:)]|$| and\b| but\b)"
    ),
)


def of_names(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "`full` gives ten values" where its line has another number."""
    for pattern in _OF_CODE:
        for match in pattern.finditer(place.text):
            pair = place.spoken_of(match.start())
            lines = shown_text(pair[1]).split("\n") if pair else []
            named = [
                line
                for line in lines
                if line.split()[:1] in ([match["name"]], [match["name"] + ":"])
            ]
            numbers = {one for line in named for one in amounts_in(line)}
            if len(named) == 1 and numbers and not place.supposed(match.start()):
                said = _amount(match["value"])
                counts = numbers | {Amount(float(len(numbers)), 0)}
                if not any(one.may_be(said) for one in counts):
                    yield place.finding(place.line(match.start()), match[0], short(named[0]))


def labelled(place: Place) -> Iterator[Diagnostic]:
    """Give sentences that give another number for a name than the cell above and all others."""
    pair = place.spoken_of(0)
    said = [one for pattern in (_IS, _IS_KO, _ALL) for one in pattern.finditer(place.text)]
    if pair is None or not said:
        return
    known = _labels(place, pair)
    for match in said:
        groups = match.groupdict()
        name = (groups["name"] or groups["name2"]).lower()
        values = known.get(_singular(name)) or known.get(_singular(name.split()[-1]))
        number = _amount(groups["value"] or groups["value2"])
        if not values or place.supposed(match.start()):
            continue
        if not any(one.may_be(number) or one.times(2).may_be(number) for one in values):
            shown = ", ".join(sorted({f"{one.value:g}" for one in values}))
            yield place.finding(place.line(match.start()), match[0].strip(), f"{name}: {shown}")


def _labels(place: Place, pair: Pair) -> Mapping[str, set[Amount]]:
    """Give the numbers behind the names of a cell, and behind the same names elsewhere."""
    own = _labels_of(pair)
    if not own:
        return {}
    for cell, outputs in zip(place.lesson.cells, place.record.cells, strict=True):
        if cell is not pair[0]:
            for name, values in _labels_of((cell, outputs)).items():
                if name in own:
                    own[name] |= values
    return own


def _labels_of(pair: Pair) -> dict[str, set[Amount]]:
    cell, outputs = pair
    found: dict[str, set[Amount]] = {}
    for line in shown_text(outputs).split("\n")[:_MOST_LINES]:
        pairs = [*labelled_values(line)]
        pairs += [(m["name"], m["value"]) for p in (_BEHIND, _BEFORE) for m in p.finditer(line)]
        for name, value in pairs:
            numbers = [*amounts_in(value)]
            if len(numbers) == 1:
                for one in {_singular(name.lower()), _singular(name.lower().split()[-1])}:
                    found.setdefault(one, set()).add(numbers[0])
            else:
                # Of several nobody knows which one is meant.
                found.setdefault(_singular(name.lower()), set()).update(numbers)
    try:
        statements = ast.parse(cell.source).body
    except SyntaxError:
        return found
    for at, came in what_came(statements, outputs, alone=True).items():
        for name, number in _lengths(statements[at], came.text):
            found.setdefault(_singular(name), set()).add(number)
    return found


_MOST_LINES = 60


def _lengths(statement: ast.stmt, shown: str) -> Iterator[tuple[str, Amount]]:
    """Give the last words of the names whose length a statement shows, with what it is.

    >>> [*_lengths(ast.parse("print(len(old_tokens), len(x))").body[0], "17 3")]
    [('tokens', Amount(value=17.0, decimals=0))]
    """
    if not isinstance(statement, ast.Expr):
        return
    value = statement.value
    parts = value.args if is_print(statement) and isinstance(value, ast.Call) else [value]
    words = shown.split()
    if len(parts) != len(words):
        return
    for part, word in zip(parts, words, strict=True):
        match part:
            case ast.Call(func=ast.Name(id="len"), args=[ast.expr() as counted]) if word.isdigit():
                for node in ast.walk(counted):
                    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
                    for last in re.findall(r"[a-z]{3,}", name)[-1:]:
                        yield last, Amount(float(word), 0)


def _singular(name: str) -> str:
    """Give a name without the end of its plural.

    >>> _singular("leaves"), _singular("classes"), _singular("tokens"), _singular("entries")
    ('leaf', 'class', 'token', 'entry')
    """
    for end, instead in (("ves", "f"), ("ies", "y"), ("sses", "ss"), ("s", "")):
        if name.endswith(end) and len(name) > len(end) + 1 and not name.endswith("ss"):
            return name.removesuffix(end) + instead
    return name


def _amount(text: str) -> Amount:
    number = NUMBERS.get(text.lower())
    return Amount(float(number), 0) if number is not None else next(amounts_in(text))
