"""Sentences that name an exception, beside the cell that raises another one."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator

from scripts.diagnostic import Diagnostic
from scripts.execute.counts import sentence_around
from scripts.execute.places import ANOTHER_CELL, CELL, Pair, Place
from scripts.patterns import lazy_pattern
from scripts.quotes import printed_text

_KIND = r"(?P<name>[A-Z]\w*(?:Error|Exception|Interrupt|Iteration))"
_NAME = (
    r"(?:an? |the |this )?(?:(?:error|exception)(?:[,:]| of (?:type|class|kind))? (?:an? )?)?"
    rf"\**\[?(?:\{{[\w:]+\}})?`?(?:\w+\.)*{_KIND}(?!\w|\.\w)`?(?:\]\([^)\s]*\))?\**"
)
_NAME_KO = rf"{_NAME}(?: ?(?:오류|예외|에러))?"
ERRORS = lazy_pattern(r"\b[A-Z]\w*(?:Error|Exception|Interrupt|Iteration)\b")
# Before the cell: what will come.
_BEFORE = (
    lazy_pattern(
        r"\b(?:raises?|throws?|is|are|gives?|causes?|gets?|meets?|comes|expect|triggers|produces"
        r"|(?:fails|stops|crashes|dies|breaks) with|ends (?:in|with)|results in|leads to|runs into)"
        rf" {_NAME}"
    ),
    lazy_pattern(rf"{_NAME} (?:is (?:raised|thrown)|comes out|occurs|follows)\b"),
    lazy_pattern(
        rf"{_NAME_KO}(?:(?:을|를) (?:냅니다|내[고며지]|일으킵니다|일으키[고며지]|던집니다"
        r"|던지[고며]"
        r"|보게|만납니다|만나게|발생)"
        r"|(?:이|가) (?:납니다|나[고며지]|나옵니다|나오[고며지]|발생합니다|발생하[고며지]|생깁니다"
        r"|뜹니다|일어납니다|던져집니다)|입니다|(?:으로|로) (?:끝|실패|멈|중단))"
    ),
)
# Behind it: what came, and the sentence says so.
_BEHIND = (
    lazy_pattern(
        r"(?:\b[Tt]he (?:name|class|error|exception|result) (?:is|was)|\b[Tt]his(?: "
        r"one| time)?(?: it)? (?:is|was)"
        r"|\b[Tt]h(?:e|is) (?:cell|call|line|code) (?:raises|raised|throws|threw|fails with"
        r"|failed with|ends with|ended with|stopped with)"
        r"|\b(?:[Ii]t|JAX|[Ww]e|[Yy]ou) (?:raised|threw|failed with|got|stopped with))"
        rf" {_NAME}"
    ),
    lazy_pattern(
        r"(?:이름은|이번에는|오류는|예외는|결과는|이것은|이는|나온 것은|셀은|호출은|코드는) "
        rf"{_NAME_KO}"
        r"(?:입니다|이고|이며|(?:을|를) (?:냅니다|냈습니다)|(?:이|가) (?:납니다|났습니다))"
        rf"|{_NAME_KO.replace('name', 'name2')}(?:이|가) (?:났습니다|나왔습니다|발생했습니다)"
    ),
)
# Of a cell that is named: what comes of it, or came.
_OF_CELL = (
    *_BEFORE,
    lazy_pattern(
        r"\b(?:raised|threw|was|were|gave|caused|got|met|came|expects|triggered|produced|shows?"
        r"|showed|reports|reported|hits?|(?:fail|stop|crash|die|break|end)\w* (?:with|in|at|on)"
        rf"|(?:failed|stopped|ended|resulted) (?:with|in)|led to|ran into) {_NAME}"
    ),
    lazy_pattern(
        rf"{_NAME} (?:(?:was|will be|gets|got) (?:raised|thrown)|came|occurred|followed)\b"
    ),
    lazy_pattern(
        rf"{_NAME_KO}(?:(?:을|를) (?:냈|일으켰|던졌|보았|봤|만났|냅니까|낸다|던진다|일으킨다)"
        r"|(?:이|가) (?:났|나왔|발생했|생겼|떴|일어났|던져졌|난다|나온다|발생한다)"
        r"|였습니다|이었습니다)"
    ),
)
_AN_ERROR = lazy_pattern(
    r"\b(?:(?:raise|throw)[sd]?|threw|(?:end|fail|stop|crash)\w* (?:with|in)) an (?P<what>error"
    r"|exception)(?=[.,;:!]|$| (?:because|since|as|that)\b)"
    r"|(?<![`A-Za-z] )(?<![`A-Za-z])(?P<what_ko>오류|예외|에러)"
    r"(?:(?:이|가) (?:납니다|났습니다|발생합니다|발생했습니다)"
    r"|(?:을|를) (?:냅니다|냈습니다|일으킵니다|일으켰습니다|던집니다|던졌습니다))"
)
# Named as what is run, behind what is said, or as what else stands right above or below.
_RUN = lazy_pattern(r"(?:(?P<next>다음|아래)|(?:위|앞|이전))(?: 코드)? 셀을 (?:실행|돌리)")
_IN_CELL = lazy_pattern(r",? (?:in|by|from|as|when you run|at) ")
_CODE_ABOVE = lazy_pattern(
    r"\b[Tt]he (?:code|call|line|example) (?:right |just )?above\b"
    r"|\b[Tt]he (?:previous|preceding) (?:code|call|line|example)\b"
    r"|(?:위|앞|이전)(?:의)? (?:코드|호출|줄|예제?|예시)(?:은|는|이|가|도|의|에서[는도]?)(?=[ ,])"
)
# It would come in a case, which need not be the one that is shown.
_CASE = lazy_pattern(
    r"\b(?:if|unless|would|could|should|might|may|until|without|only when)\b"
    r"|겠|않|[가-힣](?:려면|도록)",
    re.IGNORECASE,
)
_AWAITED = lazy_pattern(r"\b(?:except|raises|suppress|assertRaises)\b")
_RAISED = lazy_pattern(
    r"rais|thr[eo]w|fail|stop|crash|end|result|led to|leads|into|caus|trigger|produc|g[ai]ve"
    r"|냅|냈|납|났|[내나][고며지]|던|일으|발생|끝|멈|실패|중단"
)
_OF_ERRORS = lazy_pattern(r"error|exception|fail|오류|예외|에러|실패", re.IGNORECASE)
# What others do, or did, or what does not come.
_OTHERS = lazy_pattern(
    r"\b(?:NumPy|Python|SciPy|PyTorch|TensorFlow|pandas|older|old|earlier|formerly"
    r"|used to|once|not|never"
    r"|no longer|would|could|should|might|may|unlike|avoids?|catch(?:es)?|except)\b"
    # 0을 돌려주는 대신 says what does not come.
    r"|(?:NumPy|Python|SciPy|PyTorch)|예전|옛|(?<!는 )대신|않|아니|겠|피하|막"
)
_CAME = lazy_pattern(
    r"\b(?:was|were|caught|came|got|raised|stopped|failed|ended|showed|rejected|refused)\b"
    r"|[았었였했났왔됐겼]습니다"
)
# The same, told as what always happens.
_COMES = lazy_pattern(
    r"\b(?:JAX|[Ii]t|[Tt]his|[Tt]hat|[Tt]he (?:cell|call|line|code)) (?:raises|throws|fails with"
    rf"|stops with|ends in) {_NAME}"
)
_ELSEWHERE = lazy_pattern(
    r"\b(?:NumPy|Python|SciPy|PyTorch|TensorFlow|pandas|unlike|instead|would|could|should"
    r"|might|may|if|subclass\w*|kind of)\b|대신|달리|아니라|다른|겠|[가-힣]면|하위|상위"
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
    """Give exceptions that a text says come out of a cell beside it, or one that it names.

    That one gave another or, if it is named, none at all.
    """
    of_cells = dict(_of_cells(place))
    yield from filter(None, of_cells.values())
    if place.block.kind != "paragraph":
        return
    raised = {name for pair in place.beside for name in _raised(pair)}
    named = set(ERRORS.findall(place.text))
    if not raised or any(may_be(one, name) for one in raised for name in named):
        return
    told = set(of_cells)
    for patterns, pair in ((_BEHIND, place.right_above), (_BEFORE, place.right_below)):
        came = _raised(pair) if pair is not None else ()
        if len(came) != 1:
            continue
        for match in (match for pattern in patterns for match in pattern.finditer(place.text)):
            said, at = _said(match)
            before, _ = _around(place, at)
            others = _OTHERS.search(before) or ANOTHER_CELL.search(before)
            if at not in told and not others:
                told.add(at)
                yield place.finding(place.line(match.start()), said, came[0])
    above = _raised(place.right_above) if place.right_above is not None else ()
    if len(named) == len(above) == 1 and not told:
        yield from _unknown_to_page(place, above[0])


def _unknown_to_page(place: Place, came: str) -> Iterator[Diagnostic]:
    """Give an exception that is named right below another one, and by no code or output."""
    match = ERRORS.search(place.text)
    if match is None or match[0] in place.page.words:
        return
    before, rest = _around(place, match.start())
    sentence, clause = before + rest, re.split(r"[,;:]", before)[-1]
    told = _CAME.search(sentence) or _COMES.search(sentence)
    if told and not (_ELSEWHERE.search(sentence) or _OTHERS.search(clause) or _CASE.search(clause)):
        yield place.finding(place.line(match.start()), match[0], came)


def _said(match: re.Match[str]) -> tuple[str, int]:
    """Give what is said to come, and its place."""
    group = next(name for name, text in match.groupdict().items() if text)
    return match[group], match.start(group)


def _around(place: Place, at: int) -> tuple[str, str]:
    """Give what stands before a place in its sentence, and what goes on there."""
    sentence, begin = sentence_around(place.text, at)
    return sentence[: at - begin], sentence[at - begin :]


def _of_cells(place: Place) -> Iterator[tuple[int, Diagnostic | None]]:
    """Give what is said of cells that are named, by its place; None where it is what came."""
    for pattern in (*_OF_CELL, _AN_ERROR):
        for match in pattern.finditer(place.text):
            said, at = _said(match)
            is_named, pair = _cell_of(place, at, match.end())
            if is_named:
                came = _came_instead(place, match, pair) if pair else ""
                said = f"an {said}" if said.isascii() and said.islower() else said
                line = place.line(match.start())
                yield at, place.finding(line, said, came) if came else None


def _cell_of(place: Place, at: int, end: int) -> tuple[bool, Pair | None]:
    """Tell whether a sentence names the cell of which it says what comes, and give that cell."""
    before, rest = _around(place, at)
    named = [*CELL.finditer(before), *_RUN.finditer(before)]
    if named:
        last = max(named, key=re.Match.start)
        if ANOTHER_CELL.search(before + rest):
            return True, None
        if last.re.pattern == CELL.pattern:
            return True, place.named(last)
        return True, place.below if last["next"] else place.above
    if _CODE_ABOVE.search(before) and place.right_above and _raised(place.right_above):
        return True, place.right_above
    behind = _IN_CELL.match(rest, end - at)
    cell = CELL.match(rest, behind.end()) if behind else None
    return cell is not None, place.named(cell) if cell else None


def _came_instead(place: Place, match: re.Match[str], pair: Pair) -> str:
    """Give the exception that came of a cell in the place of the one that is said, "" for none."""
    before, rest = _around(place, _said(match)[1])
    raised = _raised(pair)
    if _OTHERS.search(before) or _CASE.search(before + rest):
        return ""
    if any(may_be(one, name) for one in raised for name in ERRORS.findall(before + rest)):
        return ""
    if raised:
        return raised[0] if len(raised) == 1 and match.re.pattern != _AN_ERROR.pattern else ""
    cell, outputs = pair
    shown = printed_text(outputs.outputs)
    ran = outputs.status == "ok" and not _AWAITED.search(cell.source)
    told = _OF_ERRORS.search(shown) or place.supposed(match.start()) or not _RAISED.search(match[0])
    return "no error" if ran and not told else ""


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
