"""Lines that a page says come out, beside lines that came: which of them are contradicted.

Comments say many things. A line is taken for what comes out where it has the form of something
printed, or where it is a line of the output but for a part.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from scripts.execute.values import Moment, Number, Value, Word, agree, parse_value
from scripts.execute.values import Sequence as Items
from scripts.patterns import lazy_pattern

# What Python, NumPy and JAX print, and people do not write as a remark.
_PRINTED_FORM = lazy_pattern(
    r"<class '.*'>|<[\w.]+ .*>|\{ ?lambda\b.*|(?:\w+:)[a-z]\w*\[.*\] = .*"
    r"|(?:Traced|JitTracer|ShapedArray|Array|DeviceArray|array|tensor|dtype)[<(].*"
    r"|(?:\w+\.)*[A-Z]\w*(?:Error|Exception): .*"
)
_JAXPR = lazy_pattern(r"^\s*\{ ?lambda\b")
_SIGN = lazy_pattern(r"[\[\](){}<>=:]|\d\.\d?")
# A name, a sign and a number, as programs print them.
_LABELLED = lazy_pattern(r"\w\s*[:=]\s*[-+]?\.?\d")
# Where a line without its numbers had some, or a name with a value.
_PLACE = lazy_pattern(r"[#?\[(:=]")
_TRUTH = lazy_pattern(r"\b(?:True|False)\b")
_NUMBER = lazy_pattern(r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_HEADER = lazy_pattern(
    r"(?:(?:it |this |now |the )?(?:prints?|printed|outputs?|results?|expected|shows?|displays?"
    r"|gives?|returns?)\b.*|(?:실행 )?(?:출력|결과|예상).*"
    r"|.*(?:출력|결과)(?:은|는|이|가)?(?: 다음과 같.*| 예시.*)?)[:：.]?$",
    re.IGNORECASE,
)
# What differs from run to run is no claim.
PASSING = lazy_pattern(
    r"0x[0-9a-f]{4,}|\d\s*(?:[mµun]?s\b|sec|min\b|초|분)|\b(?:loops?|runs)\b|%(?!\w)", re.IGNORECASE
)
MOMENTS = lazy_pattern(
    r"(?<![\w-])\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:?[\d:.]*)?(?![\w-])"
    r"|(?<![\w.])-?\d+ (?:year|month|week|day|hour|minute|(?:milli|micro|nano)?second)s?\b"
)
_DOTS = lazy_pattern(r"\.\.\.|…")
# Rows that are drawn with signs alone, as a board is: their dots leave nothing out.
_DRAWN = lazy_pattern(r"(?=.*[^\s.])[^\w\s()\[\]{}<>'\",]+(?: [^\w\s()\[\]{}<>'\",]+)*")
_ALIKE = 0.72
_MOST_LINES = 200


def contradicted(
    said: Sequence[str], came: Sequence[str], *, strict: bool
) -> Iterator[tuple[int, str, str]]:
    """Give the lines of what is said that no line of the output bears out: place, said, came.

    With `strict` only what has the form of something printed counts as said.

    >>> list(contradicted(["<class 'int'>", "Shape: (3,)"], ["<class 'float'>", "Shape: (3,)"],
    ...      strict=False))
    [(0, "<class 'int'>", "<class 'float'>")]
    >>> list(contradicted(["Now the other way round."], ["3"], strict=False))
    []
    >>> list(contradicted(["full 8", "same 7"], ["full 8", "same 6"], strict=True))
    [(1, 'same 7', 'same 6')]
    """
    lines = [line for line in came if line.strip()][:_MOST_LINES]
    wanted = [(at, line) for at, line in enumerate(said) if line.strip()]
    while wanted and _HEADER.fullmatch(wanted[0][1].strip()) and not _any(wanted[0][1], lines):
        wanted = wanted[1:]
    if not wanted or not lines or _same_block([line for _, line in wanted], lines):
        return
    together = len(wanted) == len(lines)
    jaxpr = bool(_JAXPR.match(wanted[0][1]))
    # Line for line the same but for numbers: nobody writes remarks so.
    copied = (
        together
        and len(wanted) > 1
        and all(
            _skeleton(line) == _skeleton(other) != "#"
            for (_, line), other in zip(wanted, lines, strict=True)
        )
    )
    for place, (at, line) in enumerate(wanted):
        if _any(line, lines) or PASSING.search(line):
            continue
        other = _counterpart(line, lines, place if together else None)
        if (
            in_printed_form(line)
            or (jaxpr and other)
            or (other and copied)
            or (other and not strict and _SIGN.search(line))
            or (other and _LABELLED.search(line) and _skeleton(line) == _skeleton(other))
        ):
            yield at, line.strip(), (other or _nearest(line, lines)).strip()


_NAMED = lazy_pattern(r"[^\W\d_]{2,}")
# So many words are no name before a number, but what is said of it.
_SENTENCE = 3


def other_of_one_form(said: str, came: str) -> bool:
    """Tell whether a line has the words of another one, in its order, and other values.

    >>> other_of_one_form("(20, 3)  same: True", "(3, 20)  same: True")
    True
    >>> other_of_one_form("[1, 2]  left: []", "[1, 1]  left: [2, 3]"), other_of_one_form("3", "4")
    (True, False)
    >>> other_of_one_form("off by at most 0.4", "off by at most 0.1")
    True
    """
    form = _form(said)
    words = len(_NAMED.findall(said))
    return (
        form == _form(came)
        and any(character.isalpha() for character in form)
        # One number behind a word may be a remark: "call 2".
        and (len(_PLACE.findall(form)) > 1 or words >= _SENTENCE)
        and not (borne_out(said, came) or PASSING.search(said) or _DOTS.search(said))
    )


def _form(line: str) -> str:
    """Give a line without its numbers, however many of them a bracket holds."""
    bare = _squeezed(_NUMBER.sub("#", _TRUTH.sub("?", line)))
    return re.sub(r"(?<=[\[(])[#?]+(?=[\])])|(?<=#)#+", "", bare)


def borne_out(said: str, came: str) -> bool:
    """Tell whether a line that came is what was said, with dots for what was left out.

    >>> borne_out("<class 'jax...Tracer'>", "<class 'jax._src.core.Tracer'>")
    True
    >>> borne_out("loss: 0.25", "loss: 0.2512"), borne_out("loss: 0.35", "loss: 0.2512")
    (True, False)
    """
    one, other = " ".join(said.split()), " ".join(came.split())
    if one == other:
        return True
    if _DOTS.search(one) and not _DRAWN.fullmatch(one):
        parts = [re.escape(part.strip()) for part in _DOTS.split(one)]
        if any(parts) and re.fullmatch(".*".join(parts), other):
            return True
    first, second = parse_value(one), parse_value(other)
    if isinstance(first, Moment):
        # A whole line leaves no time of day out.
        return first == second
    if first is not None and second is not None:
        return agree(first, second) is True
    return _numbers_agree(one, other)


def in_printed_form(line: str) -> bool:
    """Tell whether a line is written as Python or JAX print things, and no remark is.

    >>> in_printed_form("JitTracer(float32[5])"), in_printed_form("the tracer")
    (True, False)
    """
    return bool(_PRINTED_FORM.fullmatch(line.strip())) or _is_items(line)


def holds(shown: str, said: Value) -> bool:
    """Tell whether a value may stand in a text, as a part that can be read by itself."""
    # A string is printed without its quotes.
    if isinstance(said, Word) and said.text.strip("'\"") in shown:
        return True
    pieces = [shown, *shown.split("\n"), *re.split(r"[\s:=,]+", shown)]
    pieces += re.findall(r"\([^()\n]*\)|\[[^\[\]]*\]|\[\[[^\n]*(?:\n +\[[^\n]*)*", shown)
    pieces += re.findall(r"'[^'\n]*'|\"[^\"\n]*\"|[-+]?[\d.]+(?:e[-+]?\d+)?", shown)
    if isinstance(said, Moment):
        return any(parse_value(piece) == said for piece in [*pieces, *MOMENTS.findall(shown)])
    pieces += [one.replace(",", "") for one in re.findall(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", shown)]
    return any((value := parse_value(piece)) is not None and agree(said, value) for piece in pieces)


def _numbers_agree(said: str, came: str) -> bool:
    """Tell whether two lines differ in nothing but how exactly they give their numbers."""
    if _squeezed(_NUMBER.sub("#", said)) != _squeezed(_NUMBER.sub("#", came)):
        return False
    for one, other in zip(_NUMBER.findall(said), _NUMBER.findall(came), strict=True):
        first, second = parse_value(one), parse_value(other)
        if not (isinstance(first, Number) and isinstance(second, Number)):
            if one != other:
                return False
        elif not agree(first, second):
            return False
    return True


def _skeleton(line: str) -> str:
    return _squeezed(_NUMBER.sub("#", line))


def _squeezed(text: str) -> str:
    return re.sub(r"[\s,]+", "", text)


def _any(said: str, lines: Sequence[str]) -> bool:
    return any(borne_out(said, line) for line in lines)


def _is_items(line: str) -> bool:
    return isinstance(parse_value(line), Items)


def _same_block(said: Sequence[str], came: Sequence[str]) -> bool:
    """Tell whether the lines are the same text, cut otherwise or with other names in a jaxpr."""
    whole = " ".join(said)
    # The same text has as many lines, or was broken elsewhere; arrays leave much out with dots.
    for start in range(min(len(came), _MOST_LINES)):
        for stop in sorted({start + len(said), len(came)}):
            text = " ".join(came[start:stop])
            if borne_out(whole, text) or (_JAXPR.match(whole) and _renamed(whole, text)):
                return True
    return False


def _renamed(said: str, came: str) -> bool:
    """Tell whether two jaxprs are the same program, their variables named by others letters."""
    one, other = _numbered(said), _numbered(came)
    return one == other


def _numbered(jaxpr: str) -> str:
    names: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        return names.setdefault(match[0], f"${len(names)}")

    return _squeezed(re.sub(r"(?<![\w.=])[a-z]{1,2}(?![\w\[(.=])", number, jaxpr))


def _counterpart(said: str, lines: Sequence[str], place: int | None) -> str:
    """Give the line of the output that is the same but for a part; empty where there is none."""
    skeleton = _skeleton(said)
    for line in lines if place is None else (lines[place], *lines):
        if skeleton == _skeleton(line) and skeleton != "#":
            return line
    head = said.split()[:1]
    for line in lines if place is None else (lines[place], *lines):
        if line.split()[:1] == head and len(said) >= 8 and _ratio(said, line) >= _ALIKE:
            return line
    return ""


def _nearest(said: str, lines: Sequence[str]) -> str:
    return max(lines, key=lambda line: _ratio(said, line))


def _ratio(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one[:300], other[:300], autojunk=False).ratio()
