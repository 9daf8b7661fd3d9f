"""Sentences about the lines of an output: which line is what, and how many there are."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from scripts.diagnostic import Diagnostic
from scripts.execute.attribution import (
    printed_by_loop,
    printed_by_prints,
    printed_lines,
)
from scripts.execute.contradictions import short
from scripts.execute.counts import THINGS, THINGS_KO, TIMES_KO, number_of, sentence_around
from scripts.execute.places import CODE, Pair, Place
from scripts.execute.templates import held_together
from scripts.execute.transcripts import borne_out, holds, in_printed_form
from scripts.execute.values import parse_value
from scripts.outputs import CellOutputs
from scripts.patterns import lazy_pattern
from scripts.quotes import printed_text

_CODES = (
    r"(?P<values>(?<![`\w}])`[^`\n]+`(?:(?:, and |, | and |과 |와 |, 그리고 |이고 |고 )`[^`\n]+`)*)"
)
_SPAN = lazy_pattern(r"`([^`\n]+)`")
_PLACES = {
    "first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5, "seventh": 6,
    "eighth": 7, "ninth": 8, "tenth": 9, "last": -1, "final": -1,
    "첫": 0, "한": 0, "둘": 1, "두": 1, "셋": 2, "세": 2, "넷": 3, "네": 3, "다섯": 4, "여섯": 5,
    "일곱": 6, "여덟": 7, "아홉": 8, "열": 9, "마지막": -1, "맨 마지막": -1, "맨 끝": -1,
    "맨 위": 0, "맨 앞": 0, "맨 아래": -1,
}  # fmt: skip
_PLACE = (
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final"
    r"|\d+(?:st|nd|rd|th)"
)
_PLACE_KO = (
    r"(?:첫|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉|열)(?: ?번째|째)|\d+ ?번째|첫"
    r"|맨 (?:마지막|끝|위|앞|아래)|마지막"
)
# "The first line of `f`" is no line of an output; "the first line of the output" is.
_LINE = (
    rf"\b[Tt]he (?P<place>{_PLACE}) (?:printed |output )?line"
    r"(?: of (?:the|its) (?:output|message|error|traceback))?"
)
_LINE_KO = (
    rf"(?:(?<=출력의 )|(?<=결과의 )|(?<=셀의 )|(?<![가-힣`)]의 ))(?<![가-힣\w])"
    rf"(?P<place>{_PLACE_KO}) 줄"
)
_IS = (
    r"(?:is|was|says|said|reads|names|shows|contains|holds|prints|displays|(?:ends"
    r"|begins|starts) with)"
)
_IS_KO = (
    r"(?:입니다|이고|이며|인데|이라고|라고|이라는|라는|(?:으로|로) (?:시작|끝)"
    r"|(?:이|가) (?:있|나오|나옵|나왔|찍|출력|적|보)|(?:을|를) (?:출력|보여))"
)
_UNITS = r"(?! (?:times|lines|of)\b)"
_BEGINS = lazy_pattern(r"(?:begins|starts) with|시작")
_AND_THE_NEXT = lazy_pattern(
    rf"(?:,|,? and) the (?P<place>{_PLACE})(?: line)? (?:(?:is|says|reads) "
    rf")?{CODE}{_UNITS}"
)
# One line and what it is, whichever it may be: a value, a label with one, or words.
_ONE = (
    lazy_pattern(rf"{_LINE} {_IS} (?:the (?:number|value|word|shape) )?{CODE}{_UNITS}"),
    # A bare number is what a line shows; what it "is" may be a count of something else.
    lazy_pattern(
        rf"{_LINE} (?:shows|prints|displays|reads) (?P<value>-?\d+(?:,\d{{3}})*(?:\.\d+)?)"
        r"(?=[.,;:]?(?:\s|$|\[))(?! [A-Za-z가-힣%])"
    ),
    lazy_pattern(
        rf"{_LINE_KO}(?:에는|에서는|에) (?P<value>-?\d+(?:,\d{{3}})*(?:\.\d+)?)"
        r"(?:(?:이|가) (?:나오|나옵|나왔|찍힙|찍혔|출력)|(?:을|를) (?:출력|보여))"
    ),
    lazy_pattern(rf"\bin the (?P<place>{_PLACE}) line is {CODE}"),
    _AND_THE_NEXT,
    lazy_pattern(
        rf"{_LINE_KO}(?:은|이|는|에는|에서는|에|의 (?:값|수|글자|형태|결과)(?:은|는|이|가)"
        rf"|에 나온 [가-힣]+(?:은|는|이|가)) {CODE}(?:{_IS_KO}|(?=, ))"
    ),
)
# What stands in a line; only a value, since a name there may be one of the code.
_WITHIN = (
    lazy_pattern(
        rf"{CODE} (?:is |stands )?(?:in|on) the (?P<place>{_PLACE}) line"
        r"(?: of (?:the|its) output)?\b(?! of)"
    ),
    lazy_pattern(rf"{_LINE_KO}(?:의|에 있는|에 나온) {CODE}(?:은|는|이|가|을|를|과|와)(?= )"),
)
# Several lines: those at one end, two that are named, or all of them.
_SEVERAL = (
    lazy_pattern(
        rf"\b[Tt]he (?P<end>first|last) (?P<number>{THINGS}) lines (?:of (?:the|its) output )?"
        rf"(?:are|were|say|read|show)(?: (?:both|all))? {_CODES}{_UNITS}"
    ),
    lazy_pattern(
        rf"\b[Tt]he (?P<one>{_PLACE}) and (?:the )?(?P<two>{_PLACE}) lines? "
        rf"(?:are|were|say|read|show)(?: both)? {_CODES}{_UNITS}"
    ),
    lazy_pattern(
        rf"\b(?:(?P<both>[Bb]oth)|[Aa]ll (?P<all>{THINGS})|[Tt]he (?P<whole>{THINGS})"
        rf"|(?P<every>[Ee]very|[Aa]ll)) lines? (?:are|is|were|say|says|read|reads|show|shows) "
        rf"(?:all )?{_CODES}{_UNITS}"
    ),
    lazy_pattern(
        rf"(?<![가-힣]의 )(?P<end>처음|마지막|앞의|맨 앞|뒤의|맨 뒤) (?P<number>{TIMES_KO}) ?줄"
        rf"(?:은|이|는)(?: (?:모두|다|둘 다))? {_CODES}(?:입니다|이고|이며|(?:이|가) (?:나|있))"
    ),
    lazy_pattern(
        rf"{_LINE_KO.replace('<place>', '<one>')}?(?:과|와) (?P<two>{_PLACE_KO}) 줄"
        rf"(?:은|이|는)(?: (?:모두|다|둘 다))? {_CODES}(?:입니다|이고|이며|(?:이|가) (?:나|있))"
    ),
    lazy_pattern(
        rf"(?<!처음 )(?<!마지막 )(?<!나머지 )(?<!다음 )(?<![가-힣]의 )"
        rf"(?:(?P<all>{TIMES_KO}) ?줄|(?P<every>모든) 줄)(?:(?:이|은)? (?:모두|다)|이|은) "
        rf"{_CODES}(?:입니다|이고|이며|(?:이|가) (?:나|있))"
    ),
)
_ENDS = frozenset({"last", "마지막", "뒤의", "맨 뒤"})

# How many lines there are. What comes for each of several things is not counted.
_EACH = lazy_pattern(
    r"\b(?:each|every|per|(?:both|all|these|the two) cells|always|usually|another"
    r"|further|additional|extra|again|at a time"
    r"|at least|at most|or more|up to)\b"
    r"|마다|씩|각|더 |이상|이하|쯤|정도|약 |적어도|만큼|여러|나머지|또|차례"
)
_ONLY = r"(?:only |just |exactly |all |as many as )?"
_NUMBER = rf"(?P<number>a single|{THINGS})"
_NO_MORE = (
    r"(?! (?:for|in each|more|that|which|who|with|of(?! output)|from|to|about|around|are the"
    r"|beginning|starting|begin|start|down|up|above|below)\b)"
)
_COUNTS = (
    lazy_pattern(rf"\b(?:prints|printed|outputs|writes|wrote) {_ONLY}{_NUMBER} (?:lines?"
        rf"|rows?)\b{_NO_MORE}"),
    lazy_pattern(
        rf"\b(?P<number>(?<!the )(?<!first )(?<!last )(?<!other )(?<!next )(?<!these )(?<!those )"
        rf"(?<!more )(?<!about )(?<!remaining )(?:{THINGS})) (?:lines?|rows?) "
        r"(?:is|are|was|were|get|got) (?:printed|written)\b"
    ),
    lazy_pattern(rf"\b[Tt]he output (?:has|had|is|was|consists of|takes) {_ONLY}{_NUMBER} "
        rf"lines?\b{_NO_MORE}"),
    lazy_pattern(rf"\b[Tt]here (?:is|are|was|were) {_ONLY}{_NUMBER} lines? (?:of|in the) output\b"),
    lazy_pattern(
        rf"(?<![\w.])(?P<number>{TIMES_KO}) ?줄(?:뿐|만)?(?:을|이|은)? "
        r"(?:출력(?:합니다|됩니다|했습니다|되었습니다|됐습니다|하고|하며|되고)"
        r"|나옵니다|나왔습니다|찍힙니다|찍혔습니다)"
    ),
    lazy_pattern(
        rf"(?<![\w가-힣])줄(?:을|이) (?:모두 |단 |오직 )?(?P<number>{THINGS_KO}"
        rf"|(?:{TIMES_KO}) ?개)(?:만|뿐)? "
        r"(?:출력(?:합니다|됩니다|했습니다|되었습니다|됐습니다|하고|하며|되고)"
        r"|나옵니다|나왔습니다|찍힙니다|찍혔습니다)"
    ),
    lazy_pattern(
        r"출력(?:은|된 줄은|되는 줄은|한 줄은) (?:모두 |단 |오직 |다 해서 )?"
        rf"(?P<number>{THINGS_KO}|(?:{TIMES_KO}) ?(?:줄|개))(?:뿐)?(?:입니다|이고|이며)"
    ),
)  # fmt: skip
_NOT_ALL = lazy_pattern(
    r"(?:처음|마지막|나머지|다음|앞의|뒤의|이어지는|이|그|저|[가-힣]+째) $"
    r"|(?:first|last|other|next|these|those|more|the) $"
)
_LOOP = lazy_pattern(
    r"(?:\b[Ll]oop(?:\([^)]*\))? (?:only )?"
    r"|루프(?:\([^)]*\))?(?:는|은|가|이|에서는|에서) (?:모두 |단 )?)$"
)
_FUNCTION = lazy_pattern(r"(?:\bfunctions?\b|`\w+(?:\(\))?`|함수)[^.]*$")
_SUBJECT = lazy_pattern(
    r"(?:\b(?:cell|[Ii]t|[Tt]his|[Cc]ode|program|example|output|which|that|and)"
    r"(?: (?:above|below))?,? (?:only |therefore |still |now |then |so )?)$"
)
_WHOLE = lazy_pattern(r"\b[Cc]ell\b|셀|\boutput\b|출력은|출력된|there (?:is|are)", re.IGNORECASE)

# How many numbers are printed.
_NUMBERS = (
    lazy_pattern(
        rf"\b(?:prints|printed|outputs) {_ONLY}{_NUMBER} (?:numbers?|values?)\b{_NO_MORE}"
    ),
    lazy_pattern(
        rf"(?:수|숫자|값)(?:를|을)? (?P<number>{THINGS_KO}|(?:{TIMES_KO}) ?개)(?:를|을|만)? "
        r"출력(?:합니다|했습니다|하고)"
    ),
)
_TOKEN = lazy_pattern(
    r"(?<![\w.])[-+]?(?:\d[\d,_]*\.?\d*|\.\d+)(?:e[-+]?\d+)?(?!\w)|\b(?:nan|inf)\b"
)


def lines_that_are(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the second line is `x`" where that line is another one."""
    for pattern in _ONE:
        for match in pattern.finditer(place.text):
            if match["place"] and pattern is _AND_THE_NEXT and not _follows_a_line(place, match):
                continue
            said = [(_at(match["place"]), match["value"])]
            yield from _compared(place, match.start(), said, begins=bool(_BEGINS.search(match[0])))
    for pattern in _WITHIN:
        for match in pattern.finditer(place.text):
            if parse_value(match["value"]) is not None:
                yield from _compared(place, match.start(), [(_at(match["place"]), match["value"])])
    for pattern in _SEVERAL:
        for match in pattern.finditer(place.text):
            yield from _compared(place, match.start(), _several(place, match))


def _follows_a_line(place: Place, match: re.Match[str]) -> bool:
    sentence, begin = sentence_around(place.text, match.start())
    return any(one.start() < match.start() - begin for one in _ONE[0].finditer(sentence))


def _at(word: str) -> int:
    word = word.lower()
    digits = re.match(r"\d+", word)
    return int(digits[0]) - 1 if digits else _PLACES[re.sub(r" ?번째$|째$", "", word)]


def _several(place: Place, match: re.Match[str]) -> list[tuple[int, str]]:
    """Give which lines are said to be what; nothing where it is not plain which of them."""
    groups = {name: text for name, text in match.groupdict().items() if text}
    values = _SPAN.findall(match["values"])
    if "number" in groups:
        number = number_of(groups["number"])
        first = -number if groups["end"] in _ENDS else 0
        places = list(range(first, first + number))
    elif "one" in groups:
        places = [_at(groups["one"]), _at(groups["two"])]
    else:
        pair = place.spoken_of(match.start())
        number = 0 if pair is None else len(_shown_lines(pair[1]))
        words = groups.get("all") or groups.get("whole")
        if "both" in groups or words:
            wanted = number_of(words) if words else 2
            number = number if wanted == number else 0
        places = list(range(number))
    if len(values) == 1:
        values = values * len(places)
    return list(zip(places, values, strict=True)) if len(values) == len(places) else []


def _compared(
    place: Place, offset: int, said: list[tuple[int, str]], *, begins: bool = False
) -> Iterator[Diagnostic]:
    pair = place.spoken_of(offset)
    if pair is None or place.supposed(offset):
        return
    for at, text in said:
        text = text.strip()
        found = _other_line(place, pair, at, text, begins=begins)
        if found:
            yield place.finding(place.line(offset), text, short(found))


def _other_line(place: Place, pair: Pair, at: int, said: str, *, begins: bool) -> str:
    """Give the line that came where another one is said; empty where it may be that one.

    A line of the code may be meant, but none that only has it where one `begins` with it.
    """
    lines = _nth(pair[1], at)
    everything = _shown_lines(pair[1])
    if not everything and not lines:
        return ""
    # The lines of the code may be meant, or those of a cell beside the sentence.
    others = [line for _, outputs in place.beside for line in _nth(outputs, at)]
    others += [
        line
        for cell, _ in (pair, *place.beside)
        for line in _nth_of_code(cell.source, at)
        if not begins or line.strip().startswith(said)
    ]
    if any(_bears(line, said) for line in [*lines, *others]):
        return ""
    if parse_value(said) is None and not re.search(r"[:=]\s*\S", said):
        # A name may be one that the code has.
        source = "\n".join(_code(pair[0].source, strings=False))
        if re.search(rf"(?<!\w){re.escape(said)}(?!\w)", source) or _is_expression(said):
            return ""
    if lines:
        return lines[0] if at >= 0 else lines[-1]
    return f"{len(everything)} lines" if any(_bears(line, said) for line in everything) else ""


def _is_expression(text: str) -> bool:
    """Tell what is computed from what is printed.

    >>> [_is_expression(one) for one in ("x.mean()", "a + b", "Bo", "..#..", "Array(3, int)")]
    [True, True, False, False, False]
    """
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return False
    kinds = ast.Call | ast.Attribute | ast.Subscript | ast.BinOp
    return isinstance(tree, kinds) and not in_printed_form(text)


def _nth(outputs: CellOutputs, at: int) -> list[str]:
    """Give what may count as the nth line of an output: blank ones may, and rows of an array."""
    if at == -1:
        return _ends(outputs)
    if outputs.status != "ok":
        return []
    lines = _text(outputs).strip("\n").split("\n")
    found: list[str] = []
    for way in (lines, [one for one in lines if one.strip()], held_together(lines)):
        inside = at < len(way) if at >= 0 else -at <= len(way)
        if inside and way[at].strip() and way[at] not in found:
            found.append(way[at])
    return found


def _ends(outputs: CellOutputs) -> list[str]:
    """Give the last line of each text that a cell gave, and all of an error's message."""
    texts = [_text(outputs).strip()]
    texts += [o["text"].strip() for o in outputs.outputs if o.get("name") == "stderr"]
    ends = [held_together(text.split("\n"))[-1] for text in texts if text]
    ends += [text.split("\n")[-1] for text in texts if text]
    errors = [one for one in outputs.outputs if one["output_type"] == "error"]
    return [*ends, *(f"{error['ename']}: {error['evalue']}" for error in errors)]


def _text(outputs: CellOutputs) -> str:
    """Give what a cell shows as text; of a figure nobody sees the text."""
    return printed_text(
        tuple(
            o for o in outputs.outputs if not any(k.startswith("image/") for k in o.get("data", {}))
        )
    )


def _shown_lines(outputs: CellOutputs) -> list[str]:
    return [line for line in _text(outputs).split("\n") if line.strip()]


def _nth_of_code(source: str, at: int) -> list[str]:
    lines = [line for line in _code(source) if line.strip()]
    printing = [line for line in lines if "print" in line]
    ways = (_code(source), lines, printing)
    return [way[at] for way in ways if (at < len(way) if at >= 0 else -at <= len(way))]


def _code(source: str, *, strings: bool = True) -> list[str]:
    """Give the lines of code without comments, and without the text of strings, too."""
    lines = source.split("\n")
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        return lines
    for token in reversed(tokens):
        (row, start), (end_row, end) = token.start, token.end
        if row == end_row and (
            token.type == tokenize.COMMENT or (token.type == tokenize.STRING and not strings)
        ):
            lines[row - 1] = lines[row - 1][:start] + lines[row - 1][end:]
    return lines


def _bears(line: str, said: str) -> bool:
    """Tell whether a line is what is said, or has it in it.

    >>> _bears("winner: Bo", "Bo"), _bears("12.5", "2.5"), _bears("loss: 0.2512", "loss: 0.25")
    (True, False, True)
    """
    one, other = " ".join(said.split()), " ".join(line.split())
    if borne_out(one, other) or re.search(rf"(?<![\w.-]){re.escape(one)}(?!\w|\.\d)", other):
        return True
    value = parse_value(said)
    return value is not None and holds(line, value)


def lines_counted(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the cell prints five lines" where it prints another number."""
    for pattern in _COUNTS:
        for match in pattern.finditer(place.text):
            sentence, begin = sentence_around(place.text, match.start())
            if place.supposed(match.start()) or _EACH.search(sentence):
                continue
            before = sentence[: match.start() - begin]
            pair = place.spoken_of(match.start())
            if pair is None or _NOT_ALL.search(before):
                continue
            number = _number(match)
            counts = _counts_of(place, pair, before, match[0])
            # It may be said of the cell that follows.
            below = place.right_below
            others = _counts_of(place, below, before, match[0]) if below else []
            if counts and number not in (*counts, *others):
                came = f"{counts[0]} line" + "s" * (counts[0] != 1)
                yield place.finding(place.line(match.start()), match[0].strip(), came)


# One line that is named, and how many others there are.
_OTHERS = (
    lazy_pattern(
        rf"\b[Tt]he (?:first|last) line\b[^.!?]{{0,80}}? the (?:other|remaining) "
        rf"(?P<number>{THINGS})\b(?! (?!lines?\b)[a-z]+s\b)"
    ),
    lazy_pattern(
        r"(?<![가-힣`] )(?:첫|마지막|맨 앞|맨 끝) 줄[^.!?]{0,60}? "
        rf"나머지 (?P<number>{TIMES_KO}) ?줄"
    ),
)


def other_lines(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "the first line is of tracing, the other three are values"."""
    for match, pair in place.said(*_OTHERS):
        count = len([line for line in printed_lines(pair[1].outputs) if line.strip()])
        if count > 1 and number_of(match["number"]) != count - 1:
            yield place.finding(place.line(match.start()), match[0].strip(), f"{count} lines")


def _number(match: re.Match[str]) -> int:
    return number_of(re.sub(r"^a single$", "one", match["number"].rstrip("줄개 ")))


def _counts_of(place: Place, pair: Pair, before: str, words: str) -> list[int]:
    """Give the numbers of lines that may be meant, nothing where that is not certain."""
    cell, outputs = pair
    active = re.match(r"prints|outputs|writes|printed|wrote", words)
    if _LOOP.search(before):
        loop = printed_by_loop(place.lesson, cell, outputs)
        if loop is None:
            return []
        return [len("\n".join(loop.lines).split("\n")), len(loop.lines)] if loop.lines else []
    if _FUNCTION.search(before) or (active and not _SUBJECT.search(before)):
        return []
    if outputs.status != "ok" or not _shown_lines(outputs):
        return []
    counts: list[int] = []
    for lines in (
        _text(outputs).strip("\n").split("\n"),
        printed_lines(outputs.outputs),
    ):
        counts += [len(lines), sum(bool(one.strip()) for one in lines), len(held_together(lines))]
    warned = sum(o["text"].count("\n") for o in outputs.outputs if o.get("name") == "stderr")
    counts += [counts[0] + warned] if warned else []
    if not _WHOLE.search(before + words):
        # What one loop or one function printed may be meant.
        loop = printed_by_loop(place.lesson, cell, outputs)
        counts += [len(loop.lines)] if loop else []
        counts += printed_by_prints(place.lesson, outputs)
    return counts


def numbers_counted(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "it prints three numbers" where the output has fewer of them.

    Where it has nothing but numbers, also where it has more.
    """
    for pattern in _NUMBERS:
        for match in pattern.finditer(place.text):
            sentence, begin = sentence_around(place.text, match.start())
            before = sentence[: match.start() - begin]
            pair = place.spoken_of(match.start())
            if pair is None or place.supposed(match.start()) or _EACH.search(sentence):
                continue
            shown = _text(pair[1]).strip()
            if _FUNCTION.search(before) or not shown or re.search(r"\.\.\.|…|[@{]", shown):
                continue
            number = _number(match)
            lines = shown.split("\n")
            counts = {len(_TOKEN.findall(shown)), len(lines), len(held_together(lines))}
            pure = not re.search(r"[^\W\d]", _TOKEN.sub("", shown))
            if number > max(counts) or (pure and number not in counts):
                came = str(len(_TOKEN.findall(shown)))
                yield place.finding(place.line(match.start()), match[0].strip(), came)
