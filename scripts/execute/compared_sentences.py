"""Sentences that say of a number how it is: negative, not a number, or below another one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.diagnostic import Diagnostic
from scripts.execute.contradictions import short
from scripts.execute.counts import number_of, sentence_around
from scripts.execute.label_sentences import MEANT_BY, labels_of, singular
from scripts.execute.page_values import Amount, amounts_in, shown_text
from scripts.execute.places import Pair, Place
from scripts.number_words import NUMBERS, one_of
from scripts.patterns import lazy_pattern

_NUMBER = r"[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?"
_NEGATED = lazy_pattern(
    r"\b(?:not|never|neither|no longer|nor|unlike|instead|rather|if|unless|would|could|should"
    r"|might|may|until|when|whenever|where|for)\b|n't\b"
    r"|않|못|아니|없|라면|으면|하면|(?<!났을 )때|경우|대신"
)
_CLAUSES = lazy_pattern(r"[:;](?=\s)")
# What is named as code, and its sign.
_SIGNED = (
    lazy_pattern(
        r"(?<![`\w}])`(?P<name>[a-z_]\w*)` (?:is|was|stays|stayed|remains|comes out)"
        r" (?:now |still |always |also )?"
        r"(?:(?P<up>positive)|(?P<down>negative)|(?P<zero>zero))\b(?! for| if| when|-)"
    ),
    lazy_pattern(
        r"(?<![`\w}])`(?P<name>[a-z_]\w*)`(?:은|는|이|가) "
        r"(?:(?P<up>양수)|(?P<down>음수)|(?P<zero>0))(?=입니다|이고|이며|이므로|이라|인데|이니)"
    ),
)
_MANY = (
    r"(?:values|numbers|entries|elements|gradients|slopes|derivatives|results|coefficients"
    r"|differences)"
)
# All that came, and its sign.
_ALL_SIGNED = (
    lazy_pattern(
        rf"\b(?:(?:[Aa]ll|[Bb]oth)(?: of)?(?: the| these| [a-z]+)? {_MANY} are"
        rf"|[Tt]he {_MANY} are (?:all|both)"
        r"|[Tt]he (?:value|number|result) is) "
        r"(?:(?P<up>positive)|(?P<down>negative))\b(?! for| if| when|-)"
    ),
    lazy_pattern(
        r"(?<![가-힣])(?:값|수|숫자|결과|원소|기울기|도함수|미분값)(?:들)?(?:은|는|이|가) "
        r"(?:모두 |전부 |다 |둘 다 )?"
        r"(?:(?P<up>양수)|(?P<down>음수))(?=입니다|이고|이며|이므로|이라|인데|이니)"
    ),
)
_SPECIAL = (
    lazy_pattern(
        r"\b(?:is|are|was|were|becomes?|became|gives?|gave|gets?|yields?|returns?|turned?s? into) "
        r"(?:only |all |now )?`?(?:(?P<nan>NaNs?|nan)|(?P<inf>infinite|infinity|inf))`?"
        r"(?=[.,;:)]|$| (?:and|but|because|since|too|as well)\b)"
    ),
    lazy_pattern(
        r"`?(?:(?P<nan>NaN|nan)|(?P<inf>무한대|inf))`?"
        r"(?:입니다|이?고|이며|인데|(?:이|가) (?:됩니다|되[고며]|됐|되었|나옵니다|나왔|나오[고며]))"
    ),
)
_NAN = lazy_pattern(r"(?<![A-Za-z])nan(?![A-Za-z])", re.IGNORECASE)
_INF = lazy_pattern(r"(?<![A-Za-z])inf(?:inity|inite)?(?![A-Za-z])|무한")
# A named number and a bound.
_BOUNDED = (
    lazy_pattern(
        r"\b(?P<name>[a-z]{3,}) (?:is|was|has|had|stays?|stayed|falls?|fell|drops?|dropped|remains?"
        r"|lies|ends?|ended|comes?|came|rises?|rose|climbs?|climbed)(?: [a-z]+){0,3}? "
        r"(?:(?P<less>below|under|less than|smaller than|lower than)"
        r"|(?P<more>above|over|more than|greater than|larger than|higher than|beyond)) "
        rf"`?(?P<bound>{_NUMBER})`?(?![.,]?\d|%| ?percent)"
    ),
    lazy_pattern(
        r"(?<![가-힣])(?P<name>[가-힣]{1,6}|[A-Za-z]{3,})(?:은|는|이|가) (?:[가-힣]+ ){0,2}?"
        rf"`?(?P<bound>{_NUMBER})`?(?!%)[가-힣]{{0,2}}?보다 (?:[가-힣]+ )?"
        r"(?:(?P<less>작|낮|적)|(?P<more>크|큽|컸|높|많))"
    ),
)
_STEPS = r"steps?|epochs?|iterations?|rounds?|updates?|days?|years?|turns?|generations?|samples?"
# The row of a table that is meant.
_AT = (
    lazy_pattern(
        rf"\b(?:[Aa]fter|[Aa]t|[Bb]y|[Ii]n|[Oo]n) (?:the )?(?:(?:{_STEPS}) (?P<at>\d+)"
        rf"|(?P<at2>\d+|{one_of(NUMBERS, english=True)}) (?:{_STEPS}))\b"
    ),
    lazy_pattern(
        r"(?<![\d.])(?P<at>\d+) ?(?:단계|스텝|에폭|번|회|일|날|바퀴|년|세대)(?:째)?"
        r"(?:이|가|을|를|에서|에|만에|후|뒤| 후| 뒤| 만에)"
    ),
)


def signs(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "`angle` is positive" where its number is negative."""
    for match, pair in place.said(*_SIGNED):
        name = re.escape(match["name"])
        value = rf"['\"]?\s*[:=]\s*(?:[A-Za-z_.]+\()?({_NUMBER})(?!\w)"
        behind = re.compile(rf"(?<![\w.]){name}{value}")
        shown = [one for came in behind.findall(shown_text(pair[1])) for one in amounts_in(came)]
        if shown and not _is_negated(place, match) and not any(_is(match, one) for one in shown):
            came = ", ".join(sorted({f"{one.value:g}" for one in shown}))
            came = f"{match['name']}: {came}"
            yield place.finding(place.line(match.start()), match[0].strip(), came)
    for match, pair in place.said(*_ALL_SIGNED):
        text = shown_text(pair[1])
        shown = [*amounts_in(text)]
        if shown and not _is_negated(place, match) and not any(_is(match, one) for one in shown):
            yield place.finding(place.line(match.start()), match[0].strip(), short(text.strip()))


def _is(match: re.Match[str], one: Amount) -> bool:
    """Tell whether a number has the sign that is said; a zero may be rounded of any."""
    said = match.groupdict()
    if one.value == 0:
        return True
    return one.value > 0 if said["up"] else one.value < 0 if said["down"] else False


def special(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the gradient is infinite" where what came is not a number."""
    for match, pair in place.said(*_SPECIAL):
        sentence, begin = sentence_around(place.text, match.start())
        # Only the first one tells what came; others tell why.
        if begin or _is_negated(place, match) or (_NAN.search(sentence) and _INF.search(sentence)):
            continue
        shown = shown_text(pair[1])
        came = _INF.search(shown) if match["nan"] else _NAN.search(shown)
        if came and not (_NAN if match["nan"] else _INF).search(shown + pair[0].source):
            yield place.finding(place.line(match.start()), match[0].strip(), came[0])


def bounded(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "after 60 steps the loss is below 0.2" where none of its numbers is.

    Of a table the row that is named is meant.
    """
    for match, pair in place.said(*_BOUNDED):
        bound = next(amounts_in(match["bound"]))
        if _is_negated(place, match):
            continue
        shown = [*_named(place, match, pair)]
        if shown and not any(
            one.value < bound.value if match["less"] else one.value > bound.value for one in shown
        ):
            came = ", ".join(dict.fromkeys(f"{one.value:g}" for one in shown))
            yield place.finding(place.line(match.start()), match[0].strip(), came)


def _named(place: Place, match: re.Match[str], pair: Pair) -> Iterator[Amount]:
    """Give the numbers that a sentence may speak of: those of its row, or those of its name."""
    sentence, _ = sentence_around(place.text, match.start())
    named = [at for pattern in _AT for at in pattern.finditer(sentence)]
    name = singular(MEANT_BY.get(match["name"].lower(), match["name"].lower()))
    if not named:
        yield from labels_of(pair).get(name, ())
        return
    groups = named[0].groupdict()
    at = number_of(groups["at"] or groups["at2"])
    lines = [[*amounts_in(line)] for line in shown_text(pair[1]).split("\n")]
    rows = [line for line in lines if at in {one.value for one in line}]
    if len(named) == len(rows) == 1 and len(rows[0]) == 2:
        yield from (one for one in rows[0] if one.value != at)


def _is_negated(place: Place, match: re.Match[str]) -> bool:
    """Tell whether a clause says that something is not so, or is so in a case."""
    sentence, begin = sentence_around(place.text, match.start())
    before, behind = sentence[: match.start() - begin], sentence[match.start() - begin :]
    clause = _CLAUSES.split(before)[-1] + _CLAUSES.split(behind)[0]
    return _NEGATED.search(clause) is not None
