"""Numbers and values that a sentence below an output states, and no output or code has."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from scripts.diagnostic import Diagnostic
from scripts.execute.counts import sentence_around
from scripts.execute.page_values import (
    Amount,
    amounts_in,
    arrays_in,
    follows_from,
    plain_numbers,
    shown_text,
    squeezed,
)
from scripts.execute.places import Pair, Place
from scripts.execute.values import DTYPE, Value, parse_value
from scripts.execute.values import Sequence as Items
from scripts.patterns import lazy_pattern

# What is no number of the sentence's own: code, what a role or a link stands for, formulas.
_APART = lazy_pattern(
    r"\{[\w:-]+\}`[^`]*`|(?P<ticks>`+).+?(?P=ticks)|\]\([^)\n]*\)|<https?:[^>\s]*>|https?://\S+"
    r"|\$\$.+?\$\$|\$[^$]+\$|\[\^[^\]]*\]",
    re.DOTALL,
)
# With a point or in percent it is a result, more often than not.
_NUMBER = lazy_pattern(
    r"(?<![\w.,/:×^-])(?P<number>[-−]?\d{1,3}(?:,\d{3})*\.\d+|[-−]?\d+\.\d+"
    r"|\d+(?= ?%| ?퍼센트| percent)"
    # What adds up to it.
    r"|(?:(?<=\badds up to )|(?<=\badd up to )|(?<=\bsums to )|(?<=\bsum to )|(?<=\bmake )"
    r"|(?<=\ba total of )|(?<=\bin total )|(?<=모두 합하면 )|(?<=합은 )|(?<=합계는 ))\d+)"
    r"(?!\.?\d|[-/:×^]|[A-Za-z]| ?(?:[십백천만억조]|thousand|million|billion|trillion))"
    r"(?P<percent> ?%| ?퍼센트| percent)?"
)
# What is no result: a version, the number of an equation, an example, what is usual.
_ELSEWHERE = lazy_pattern(
    r"\b(?:[Vv]ersions?|[Rr]eleases?|[Pp]ython|[Ss]ince|[Aa]s of|[Pp]rior to|[Pp]revious|[Bb]efore"
    r"|supported|deprecated|introduced|added in|[Kk]nown|true value"
    r"|[Ee]quations?|[Ee]qs?\.|[Ss]ections?|[Cc]hapters?"
    r"|such as|e\.g\.|[Ff]or (?:example|instance)|[Dd]efaults?|confidence|significance)(?!\w)"
    r"|파이썬|버전|릴리스|식 ?\(|예를 들|예컨대|같은 수|기본값|신뢰"
)
# A bound or an estimate need not be in any output.
_BOUND_BEFORE = lazy_pattern(
    r"\b(?:than|over|under|above|below|beyond|exceed(?:s|ed|ing)?|at (?:least|most)|up to|within"
    r"|[~≈]|(?:about|around|roughly|nearly|almost|approximately)(?: an?)?|close to|near|every"
    r"|only if|reach(?:es|ed)?"
    r"|between|the other|remaining|of size|[Vv]ersions?|[Ss]ections?|[Ff]igures?|[Tt]ables?"
    r"|[Cc]hapters?|Python|JAX|NumPy|CUDA|약|대략|거의|버전|그림|표|나머지) $"
)
_NAME_BEFORE = lazy_pattern(r"[a-z가-힣,;(] [A-Z][\w-]* $")
_BOUND_BEHIND = lazy_pattern(
    r"^\+|^(?: ?[a-zA-Z°]{1,4})?"
    r"(?:[가-힣a-zA-Z%]{0,4}(?:보다| ?이상| ?이하| ?미만| ?초과|을 넘|를 넘"
    r"|(?:에|에서) 못| ?쯤| ?정도| ?가량| ?안팎|에 가까|에 가깝|에 불과| 남짓| 가까이)"
    r"| or (?:more|less|so|higher|lower)"
    r"|[- ](?:to|and|by) \d| significance| level| confidence| quantile| percentile| version)"
)
# What is computed of what is shown.
_COMPUTED = lazy_pattern(
    r"\b(?:difference|differs?|ratio|times|factor|apart|together|total|sum|average|mean|gap|more"
    r"|less|larger|smaller|higher|lower|increased?|reduced?|gains?|saves?|twice|half|faster|slower)\b"
    r"|차이|[가-힣]배|비율|합하|합은|합이|평균|더 |덜 |줄|늘|절반"
)
_TRIVIAL = frozenset({0.0, 1.0, 50.0, 100.0, 0.5})


# Of a value as code: what is, has or gives it, and no example of it.
_SPAN = lazy_pattern(r"(?<![`\w}])`(?P<value>[\[(][^`\n]+[\])])`")
_IS = lazy_pattern(
    r"(?:\b(?:is|are|was|were|has|have|had|gives?|gave|becomes?|became|shows?|prints?|holds?|gets?"
    r"|shape|row|column|returns?|returned|equals?|now|at) )$"
)
_IS_KO = lazy_pattern(
    r"^(?:입니다|이고|이며|인데|이라|이 되|이 나|가 나|을 (?:출력|돌려|담)|를 (?:출력|돌려))"
)
_NOT = lazy_pattern(
    r"\b(?:not|no|instead|rather|unlike|would|if|for example|e\.g\.|such as|like|say|either|or|any"
    r"|never|without|expects?|expected|needs?|must|should|could|can)\b|n't\b"
    r"|아니|대신|않|예를|같은|처럼|달리|만약|[가-힣]면(?=[ ,])|려면|거나|이나"
)
_OF_DTYPE = lazy_pattern(
    r"(?:\bdtype(?: of [^.`]{1,30})? (?:is |was |at )?|\bma[dk]e the [a-z]+ "
    r"|\bof (?:the )?(?:dtype|type) "
    r"|\b(?:is|are|stays?|meet in) |(?:자료형|dtype)(?:은|는|이|가) "
    r"|\b(?:arrives?|comes?|came|comes? out|ends? up|kept|stored|computed|returned|traced|shown)"
    r" (?:as|in) (?:an? )?)(?:now |still |also )?"
    rf"`(?P<value>(?:jnp\.|np\.)?{DTYPE})`"
)
_OF_DTYPE_KO = lazy_pattern(
    rf"`(?P<value>(?:jnp\.|np\.)?{DTYPE})`(?:으로|로) "
    r"(?:들어[오옵왔]|나[오옵왔]|바뀌|바뀝|추적|저장|도착|계산|받)"
)
_DTYPES = lazy_pattern(rf"\b{DTYPE}\b")


def values_as_code(place: Place) -> Iterator[Diagnostic]:
    """Give arrays and tuples as code, and types of arrays, that nothing on the page shows."""
    pair = place.spoken
    if pair is None or place.beside_picture:
        return
    for match in _SPAN.finditer(place.text):
        said = parse_value(match["value"])
        before, behind = place.text[: match.start()], place.text[match.end() :]
        if not isinstance(said, Items) or not said.items:
            continue
        if not (_IS.search(before[-12:]) or _IS_KO.match(behind)):
            continue
        if _said_of_another(place, match.start()) or place.page.shows(match["value"], said):
            continue
        if said.kind == "tuple" and not _is_shape_of_none(said, pair):
            continue
        yield place.unsupported(place.line(match.start()), match["value"], "")
    for match in (*_OF_DTYPE.finditer(place.text), *_OF_DTYPE_KO.finditer(place.text)):
        said_type = match["value"].rpartition(".")[2]
        shown = set(_DTYPES.findall(shown_text(pair[1])))
        if shown and not (said_type in place.page.words or _said_of_another(place, match.start())):
            yield place.unsupported(place.line(match.start()), said_type, ", ".join(sorted(shown)))


# Code with a number in it that was not computed: `8@building`, `loss=0.25`.
_MARKED = lazy_pattern(r"(?<![`\w}])`(?P<value>(?=[^`\n]*\d)(?=[^`\n]*[@:=/.,|-])[^`\s]{3,40})`")
_DIGITS = lazy_pattern(r"\d+")


def marked_numbers(place: Place) -> Iterator[Diagnostic]:
    """Give code that the output beside it has with other numbers, and nothing on the page as is."""
    pair = place.spoken
    if pair is None:
        return
    for match in _MARKED.finditer(place.text):
        said = match["value"]
        if said in place.page.text or squeezed(said) in place.page.squeezed:
            continue
        form = _DIGITS.sub("#", said)
        near = [one for one in shown_text(pair[1]).split() if _DIGITS.sub("#", one) == form]
        # A number alone may be one that was rounded.
        if near and re.search(r"[^\W\d_]", said) and not _said_of_another(place, match.start()):
            yield place.unsupported(place.line(match.start()), said, near[0])


def _is_shape_of_none(said: Items, pair: Pair) -> bool:
    """Tell whether a cell shows shapes, and none of as many items as a tuple that is said.

    What is turned or cut in the head has the shape that is said, and nobody shows it. An array
    that is shown has the shape that it has.
    """
    numbers = plain_numbers(said)
    if numbers is None:
        return True
    shown = [one for array in arrays_in(pair[1])
             if array.kind == "tuple" and (one := plain_numbers(array))]  # fmt: skip
    if numbers in ([*map(float, _shape_of(one))] for one in arrays_in(pair[1])):
        return False
    return bool(shown) and math.prod(numbers) not in map(math.prod, shown)


def _shape_of(array: Value) -> tuple[int, ...]:
    """Give the shape of an array by what is shown of it, nothing for a number."""
    if not isinstance(array, Items):
        return ()
    return len(array.items), *(_shape_of(array.items[0]) if array.items else ())


def _said_of_another(place: Place, at: int) -> bool:
    return place.supposed(at) or _NOT.search(sentence_around(place.text, at)[0]) is not None


# An integer of three digits or more that is one of the page's but for a key.
_INTEGER = lazy_pattern(
    r"(?<![\w.,/:×^`-])(?<!\d )`?(?P<number>\d{1,3}(?:,\d{3})+|\d{3,})`?"
    r"(?!\.?\d|[-/:×^]|[A-Za-z]| ?(?:[십백천만억조]|thousand|million|billion|trillion))"
)
_YEARS = range(1900, 2101)


def slipped_numbers(place: Place) -> Iterator[Diagnostic]:
    """Give integers that nothing on the page has, but one with two digits in another order."""
    for match, at, pair in _numbers(place, _INTEGER):
        digits = match["number"].replace(",", "")
        if int(digits) in _YEARS:
            continue
        said = Amount(float(digits), 0)
        if place.page.has(said, percent=True) or follows_from(said, pair):
            continue
        near = [str(int(one.value)) for one in amounts_in(shown_text(pair[1]))
                if one.value == int(one.value)]  # fmt: skip
        if slip := next((one for one in near if _slipped(digits, one)), None):
            yield place.unsupported(place.line(at), match["number"], slip)


def _slipped(one: str, other: str) -> bool:
    """Tell whether two numbers differ as if a key had slipped.

    >>> _slipped("285", "258"), _slipped("65536", "65504"), _slipped("126", "150")
    (True, True, False)
    """
    if len(one) != len(other):
        return False
    differ = sum(a != b for a, b in zip(one, other, strict=True))
    return differ == 1 or sorted(one) == sorted(other) or (len(one) > 4 and differ == 2)


def unsupported(place: Place) -> Iterator[Diagnostic]:
    """Give numbers with a point, or in percent, that no output and no code of the page has."""
    for match, at, pair in _numbers(place, _NUMBER):
        said = next(amounts_in(match["number"]))
        percent = match["percent"] is not None
        if percent and "." not in match["number"] and not _in_parts(pair):
            continue
        if abs(said.value) in _TRIVIAL or _is_borne_out(place, at, said, pair, percent=percent):
            continue
        yield place.unsupported(place.line(at), match[0], place.page.nearest(said))


def _numbers(place: Place, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], int, Pair]]:
    """Give the numbers that sentences say themselves, their places, and the cell they are of."""
    pair = place.spoken
    if pair is None or place.beside_picture:
        return
    plain = _APART.sub(lambda match: "\0" * len(match[0]), place.text)
    for match in pattern.finditer(plain):
        at = match.start("number")
        if not (_is_bound(plain, match) or place.supposed(at)):
            yield match, at, pair


def _in_parts(pair: Pair) -> bool:
    """Tell whether a cell shows percents, or parts of one."""
    text = shown_text(pair[1])
    return "%" in text or any(0 < abs(one.value) < 1 for one in amounts_in(text))


def _is_bound(plain: str, match: re.Match[str]) -> bool:
    """Tell whether a number is a bound, an estimate, or a part of a name."""
    before, behind = plain[: match.start()][-30:], plain[match.end() :][:30]
    sentence, _ = sentence_around(plain, match.start())
    return _ELSEWHERE.search(sentence) is not None or any(
        [_BOUND_BEFORE.search(before), _NAME_BEFORE.search(before), _BOUND_BEHIND.match(behind)]
    )


def _is_borne_out(place: Place, at: int, said: Amount, pair: Pair, *, percent: bool) -> bool:
    page = place.page
    if page.has(said, percent=percent):
        return True
    if not percent and not _COMPUTED.search(sentence_around(place.text, at)[0]):
        return False
    near = {id(one[0]): one for one in (pair, *place.beside)}
    return any(follows_from(said, one, percent=percent) for one in near.values())
