"""Sentences that put numbers in an order: what rises, what is the largest, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.diagnostic import Diagnostic
from scripts.execute.contradictions import short
from scripts.execute.page_values import Amount, amounts_in, arrays_in, plain_numbers, shown_text
from scripts.execute.places import Pair, Place
from scripts.execute.templates import labelled_values
from scripts.execute.values import Sequence as Items
from scripts.number_words import ORDINALS, one_of
from scripts.patterns import lazy_pattern

_VALUE = r"`?(?P<{0}>[-−]?\d+(?:,\d{{3}})*(?:\.\d+)?(?:e[-+]?\d+)?)`?"
_UNIT = r"(?: ?%| (?!to\b)[a-z]{1,3}(?= ))?"
_CHANGES = (
    lazy_pattern(
        r"\b(?:(?P<down>falls?|fell|drops?|dropped|decreases?|decreased|shrinks?|shrank|sinks?|sank"
        r"|declines?|declined|goes down|went down)|(?P<up>rises?|rose|grows?|grew|increases?"
        r"|increased|climbs?|climbed|goes up|went up)) "
        rf"(?:again |further |slowly |steadily |only )?from {_VALUE.format('first')}{_UNIT} "
        rf"(?:down |up )?to {_VALUE.format('last')}(?!\.?\d|[,.]\d)"
    ),
    lazy_pattern(
        rf"(?<![\d.,]){_VALUE.format('first')}(?:%|[가-힣]{{1,2}}?| [a-z]{{1,3}})?(?:에서|부터) "
        rf"{_VALUE.format('last')}(?:%|[가-힣]{{1,2}}?| [a-z]{{1,3}})?(?:으로|로|까지) "
        r"(?:(?:다시|더|점점|천천히|꾸준히|크게) )?"
        r"(?:(?P<down>줄|떨어|감소|내려|작아|낮아)|(?P<up>늘|커|증가|올라|오[르릅]|높아|자[라랍]))"
    ),
)
_UP = r"largest|biggest|greatest|highest|maximum|longest|tallest|heaviest|brightest|most expensive"
_DOWN = r"smallest|least|lowest|minimum|shortest|lightest|darkest|cheapest"
_NOUN = r"(?: [a-z]+)?"
_OF_ALL = r"(?: of (?:them|these|all)(?: all)?)?"
_EXTREMES = (
    lazy_pattern(
        rf"\b[Tt]he (?:(?P<up>{_UP})|(?P<down>{_DOWN})){_NOUN}{_OF_ALL} (?:is|was) "
        rf"{_VALUE.format('value')}(?!\.?\d|%)(?=[.,;)]|$| and\b| but\b)"
    ),
    lazy_pattern(
        r"(?:^|(?<=[.!?,] ))(?:그 가운데 |이 가운데 )?가장 (?:(?P<up>큰|높은|긴|비싼)"
        rf"|(?P<down>작은|낮은|짧은|싼)) (?:값|수|것|원소|항목)(?:은|는) {_VALUE.format('value')}"
        r"(?=입니다|이고|이며|인데|점|개|\.)"
    ),
)
_MOST_WORDS = {"up": f"{_UP}|max|most", "down": f"{_DOWN}|min", "best": "best", "worst": "worst"}
_MOST_EN = rf"(?:(?P<up>{_UP})|(?P<down>{_DOWN})|(?P<best>best)|(?P<worst>worst))"
_MOST_KO = (
    r"가장 (?:(?P<up>큰|높은|긴|많은|비싼)|(?P<down>작은|낮은|짧은|적은|싼)|(?P<best>좋은)"
    r"|(?P<worst>나쁜))"
)
# By what its name says; the cell need not show what it is the most of.
_OF_THE_MOST = (
    lazy_pattern(
        rf"\b[Tt]he {_MOST_EN}(?: [a-z]+){{1,2}} (?:is|was|has|scores|reaches|comes to) "
        rf"{_VALUE.format('value')}(?!\.?\d|%)(?=[.,;)]|$| [a-z])"
    ),
    lazy_pattern(
        rf"(?<![가-힣]){_MOST_KO} [가-힣]+(?:은|는|이|가) {_VALUE.format('value')}"
        r"(?=입니다|이고|이며|인데|점|개|\.)"
    ),
)
_IS_MOST = (
    lazy_pattern(rf"{_VALUE.format('value')} (?:is|was|does) (?:the )?{_MOST_EN}\b"),
    lazy_pattern(
        rf"{_VALUE.format('value')}(?:이|가|에서|일 때) 가장 (?:(?P<up>크|큽|높|길|깁|많|비싸)"
        r"|(?P<down>작|낮|짧|적)|(?P<best>좋)|(?P<worst>나쁘|나쁩))"
    ),
)
_LEADS = lazy_pattern(r"(?:^|  )(?P<label>[A-Za-z][A-Za-z ]{2,30}?)[:=]? +(?P<value>-?\d[\d.,]*)")
_INDICES = (
    lazy_pattern(
        rf"\b(?:(?:{_UP}|{_DOWN}|(?!(?:near|t|r|lat|b|inter|requ)est)[a-z]{{1,8}}est)\b"
        r"|closest to zero)"
        r"[^.;:]{0,40}? (?:is|stands|lies|sits|was) (?:found )?at index "
        rf"{_VALUE.format('value')}(?=[.,;)]|$| and\b)"
    ),
    lazy_pattern(
        r"가장 (?:큰|높은|긴|작은|낮은|짧은|먼|가까운)[^.]{0,24}인덱스는 "
        rf"{_VALUE.format('value')}(?=입니다|이고|이며)"
    ),
)


_AT = one_of(ORDINALS, english=True)
_AT_KO = one_of(ORDINALS, english=False)
_OF_PLACE = (
    lazy_pattern(
        rf"\b[Tt]he (?P<at>{_AT})(?: [a-z]+)?(?: of them)? (?:is|was) the (?:(?P<up>{_UP})|{_DOWN})"
        r"(?=[.,;:)]|$| and\b| but\b| of (?:all|them)\b| one\b)"
    ),
    lazy_pattern(
        rf"(?<![가-힣])(?P<at>{_AT_KO}) (?:[가-힣]+ )?[가-힣]+(?:이|가) "
        r"(?:[\d.,]+[가-힣]{1,3} )?가장 "
        r"(?:(?P<up>크|큽|높|길|깁|비싸|비쌉|많)|(?:작|낮|짧|싸|쌉|적))(?=고|습?니다|으?며|지만|은데)"
    ),
)
_ALIKE = (
    lazy_pattern(
        rf"\b[Tt]he (?P<one>{_AT}) and (?:the )?(?P<other>{_AT})(?: [a-z]+)? (?:are|were) "
        r"(?:(?P<same>equal|the same|identical)|different)(?=[.,;:)]|$| and\b| but\b| while\b)"
    ),
    lazy_pattern(
        rf"(?<![가-힣])(?P<one>{_AT_KO})(?: [가-힣]+)?(?:와|과) (?P<other>{_AT_KO})(?: [가-힣]+)?"
        r"(?:은|는|이|가) (?:서로 )?(?:[가-힣]+(?:이|가) )?"
        r"(?:(?P<same>똑?같(?:고|습니다|으며))|다르고|다릅니다|다르며)"
    ),
)
_ONE_VALUE = (
    lazy_pattern(
        rf"\bthe (?P<at>first|last) of (?:which|them) is {_VALUE.format('value')}"
        r"(?=[.,;:)]|$| and\b)(?![.,]\d)"
    ),
    lazy_pattern(
        rf"\b[Tt]he (?P<at>{_AT}) (?:value|number|element|entry|item)"
        r"(?: of (?:the|it|this)[a-z ]{0,16})?"
        rf" is {_VALUE.format('value')}(?=[.,;:)]|$| and\b| but\b)(?![.,]\d)"
    ),
    lazy_pattern(
        rf"(?<![가-힣])(?P<at>{_AT_KO}) (?:값|수|원소|항목)(?:은|는|이|가) {_VALUE.format('value')}"
        r"(?=입니다|이고|이며|인데)"
    ),
)


# From its first value to its last one.
_ENDS = (
    lazy_pattern(
        rf"\b(?:begins|starts|began|started) (?:with|at|from) {_VALUE.format('first')},?"
        rf" and (?:it )?(?:ends|stops|ended) (?:with|at|in|on) {_VALUE.format('last')}(?![.,]?\d)"
    ),
    lazy_pattern(
        rf"(?<![\d.,]){_VALUE.format('first')}(?:으로|로|부터|에서) 시작(?:해서?|하고|하여|해) "
        rf"{_VALUE.format('last')}(?:으로|로|에서) 끝"
    ),
)
# One and another, told one after the other: "the first row became 128 and the second 96".
_IN_TURN = (
    lazy_pattern(
        rf"\b[Tt]he first(?: [a-z]+)? (?:[a-z]+ )?{_VALUE.format('first')}(?:,| and|, and) "
        rf"(?:the )?second(?: [a-z]+)? (?:[a-z]+ )?{_VALUE.format('last')}(?![.,]?\d)(?=[.,;:)]|$)"
    ),
    lazy_pattern(
        r"(?<![가-힣])(?:첫|첫째|첫 번째)(?: [가-힣]+)?(?:은|는|이|가|에는|에) "
        rf"{_VALUE.format('first')}(?:이고|이며|이?고|,|[가-힣]{{1,3}},?) "
        r"(?:둘째|두 번째)(?: [가-힣]+)?(?:은|는|이|가|에는|에) "
        rf"{_VALUE.format('last')}(?![.,]?\d)"
    ),
)
# Three values or more, as they come.
_SERIES = lazy_pattern(
    r"(?<![\d.,`(\[-])(?P<all>-?\d+(?:\.\d+)?(?:, -?\d+(?:\.\d+)?)+"
    r"(?:,? and |,? then |,? 그리고 |과 |와 |, )-?\d+(?:\.\d+)?)(?![.,]?\d|[%`)\]/-])"
)


# Nobody reads more numbers than these, to say them in a sentence.
_LONGEST = 1000


def ends(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "it begins with 11.5 and ends with 14" of what does not."""
    for pattern in _ENDS:
        for match in pattern.finditer(place.text):
            first, last = _amount(match["first"]), _amount(match["last"])
            rows = _rows(place, match.start(), 1)
            if rows and not any(
                Amount(row[0], 9).may_be(first) and Amount(row[-1], 9).may_be(last) for row in rows
            ):
                yield _told(place, match, rows)


def in_turn(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the first is 4, the second 2" of what came the other way round."""
    for match, pair in place.said(*_IN_TURN):
        shown = [*amounts_in(shown_text(pair[1]))]
        begins, ends_ = (_places(shown, _amount(match[name])) for name in ("first", "last"))
        if len(begins) == len(ends_) == 1 and begins > ends_:
            came = f"{match['last']} … {match['first']}"
            yield place.finding(place.line(match.start()), match[0].strip(), came)


def series(place: Place) -> Iterator[Diagnostic]:
    """Give values one after another of which all but one came in this order."""
    for match, pair in place.said(_SERIES):
        said = [*amounts_in(match["all"].replace(",", " "))]
        groups = [group for group in _groups(pair) if len(said) <= len(group) <= _LONGEST]
        best, found = 0, ""
        for group in groups:
            for at in range(len(group) - len(said) + 1):
                window = group[at : at + len(said)]
                same = sum(map(Amount.may_be, window, said))
                if same > best:
                    best, found = same, ", ".join(f"{one.value:g}" for one in window)
        # Of fewer, nobody knows whether they were meant; some of all may be left out.
        if best == len(said) - 1 >= 2 and not all(
            any(came.may_be(one) for group in groups for came in group) for one in said
        ):
            yield place.finding(place.line(match.start()), match["all"], found)


def places_of_extremes(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the second one is the largest" where it is so in no array."""
    for pattern in _OF_PLACE:
        for match in pattern.finditer(place.text):
            choose = max if match["up"] else min
            at = ORDINALS[match["at"]]
            rows = _rows(place, match.start(), at)
            if rows and not any(row[at] == choose(row) for row in rows):
                yield _told(place, match, rows)


def alike(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the first and the third are equal" where they are in no array."""
    for pattern in _ALIKE:
        for match in pattern.finditer(place.text):
            one, other = ORDINALS[match["one"]], ORDINALS[match["other"]]
            rows = _rows(place, match.start(), max(one, other))
            if rows and not any((row[one] == row[other]) == bool(match["same"]) for row in rows):
                yield _told(place, match, rows)


def single_values(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the last value is 3" where no array has it in that place."""
    for pattern in _ONE_VALUE:
        for match in pattern.finditer(place.text):
            at, said = ORDINALS[match["at"]], _amount(match["value"])
            rows = _rows(place, match.start(), at)
            if rows and not any(Amount(row[at], 9).may_be(said) for row in rows):
                yield _told(place, match, rows)


def _rows(place: Place, offset: int, at: int) -> list[list[float]]:
    """Give the rows of numbers that a sentence may speak of, and that are long enough."""
    pair = place.spoken_of(offset)
    if pair is None or pair != place.above or place.supposed(offset):
        return []
    found = [[one.value for one in group] for group in _groups(pair)]
    arrays = [*arrays_in(pair[1])]
    # Of rows that are compared as wholes, nobody knows more from one column.
    nested = any(any(isinstance(item, Items) for item in one.items) for one in arrays)
    plain = any(plain_numbers(one) for one in arrays) and not nested
    return [row for row in found if len(row) > max(at, 1)] if plain else []


def _told(place: Place, match: re.Match[str], rows: list[list[float]]) -> Diagnostic:
    shown = short(", ".join(f"{one:g}" for one in rows[0]))
    return place.finding(place.line(match.start()), match[0].strip(), shown)


def changes(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "it falls from 0.1 to 0.5", and such that came the other way round."""
    for pattern in _CHANGES:
        for match in pattern.finditer(place.text):
            first, last = _amount(match["first"]), _amount(match["last"])
            line, said = place.line(match.start()), match[0].strip()
            if first.value != last.value and (first.value < last.value) == bool(match["down"]):
                more = "less" if match["up"] else "more"
                last_said, first_said = match["last"], match["first"]
                yield place.claim(line, f'"{said}", but {last_said} is {more} than {first_said}')
                continue
            pair = place.spoken_of(match.start())
            if pair is None or place.supposed(match.start()):
                continue
            shown = [*amounts_in(shown_text(pair[1]))]
            begins, ends = _places(shown, first), _places(shown, last)
            if len(begins) == len(ends) == 1 and begins > ends:
                yield place.finding(line, said, f"{match['last']} … {match['first']}")


def extremes(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the largest value is 3" where no row or column has it as its own."""
    for match, pair in place.said(*_EXTREMES):
        groups = _groups(pair)
        choose = max if match["up"] else min
        best = [choose(group, key=_value) for group in groups]
        best += [choose(group, key=_size) for group in groups]
        said = _amount(match["value"])
        if not any(len(group) > 1 for group in groups) or any(one.may_be(said) for one in best):
            continue
        if place.page.has(said) and not any(one.may_be(said) for g in groups for one in g):
            # It is of another cell.
            continue
        longest = max(groups, key=len)
        shown = short(", ".join(f"{one.value:g}" for one in longest))
        yield place.finding(place.line(match.start()), match[0], shown)


def extremes_by_name(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the highest score is 10" below "largest: 8"."""
    for match, pair in place.said(*_OF_THE_MOST):
        came = other_extreme(match, shown_text(pair[1]))
        if came:
            yield place.finding(place.line(match.start()), match[0].strip(), came)


def most_said(text: str) -> re.Match[str] | None:
    """Give what a remark says is the most of all, as in "0.1 is best"."""
    return next((match for one in _IS_MOST if (match := one.match(text))), None)


def other_extreme(said: re.Match[str], shown: str) -> str:
    """Give the name and the number that is shown as the most of all, where it is another one.

    >>> other_extreme(most_said("0.1 is best, a little ahead"), "best rate: 0.3  failed: 2")
    'best rate: 0.3'
    """
    groups = said.groupdict()
    words = next(_MOST_WORDS[name] for name in _MOST_WORDS if groups[name])
    most = re.compile(rf"(?<!second )(?<!third )(?<!next )\b(?:{words})\b")
    named = {
        label: [*amounts_in(value)]
        for line in shown.split("\n")
        for label, value in [*_LEADS.findall(line), *labelled_values(line)]
        if most.search(label.lower())
    }
    if len(named) != 1:
        return ""
    [(label, numbers)] = named.items()
    if len(numbers) != 1 or numbers[0].may_be(_amount(said["value"])):
        return ""
    return f"{label}: {numbers[0].value:g}"


def indices(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the largest is at index 2" where nothing stands there or says so."""
    for match, pair in place.said(*_INDICES):
        said = int(float(match["value"]))
        near = [pair, *place.beside]
        arrays = [v for _, outputs in near for one in arrays_in(outputs)
                  if (v := plain_numbers(one))]  # fmt: skip
        lines = [line for _, outputs in near for line in shown_text(outputs).split("\n")]
        plain = (line for line in lines if len(line.split()) < 4)
        known = {int(one.value) for line in plain for one in amounts_in(line)}
        if arrays and said not in known | {at for one in arrays for at in _ends(one)}:
            shown = short(", ".join(f"{one:g}" for one in arrays[0]))
            yield place.finding(place.line(match.start()), match[0].strip(), shown)


def _places(shown: list[Amount], said: Amount) -> list[int]:
    """Give where a number stands among others; rounded, where it stands there in no other way."""
    exact = [at for at, one in enumerate(shown) if abs(one.value) == abs(said.value)]
    return exact or [at for at, one in enumerate(shown) if one.may_be(said)]


def _ends(numbers: list[float]) -> set[int]:
    sizes = [abs(one) for one in numbers]
    found = set()
    for row in (numbers, sizes):
        found |= {row.index(max(row)), row.index(min(row))}
    return found | {at - len(numbers) for at in found}


def _amount(text: str) -> Amount:
    return next(amounts_in(text))


def _value(one: Amount) -> float:
    return one.value


def _size(one: Amount) -> float:
    return abs(one.value)


def _groups(pair: Pair) -> list[list[Amount]]:
    """Give the numbers of a cell that may be compared: rows, columns, arrays, all of them."""
    text = shown_text(pair[1])
    lines = [[*amounts_in(line)] for line in text.split("\n")]
    groups = [line for line in lines if line]
    groups += [[Amount(one, 9) for one in numbers] for array in arrays_in(pair[1])
               if (numbers := plain_numbers(array))]  # fmt: skip
    for width in {len(line) for line in lines if line}:
        rows = [line for line in lines if len(line) == width]
        groups += [list(column) for column in zip(*rows, strict=True) if len(rows) > 1]
    everything = [*amounts_in(text)]
    return [*groups, everything] if everything else []
