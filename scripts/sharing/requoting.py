"""Text that a run gave, with the page's own lines and numbers where it quotes a cell."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scripts.patterns import lazy_pattern
from scripts.sharing.retelling import EARLIER, LAST, CannotTellError, Retelling

# How every output names a cell, with a line and a column where it does.
_MENTION = lazy_pattern(
    r'Cell In\[(?P<number>\d+)\](?:(?P<quote>"?), line (?P<line>\d+)(?::(?P<column>\d+))?)?'
)

# What stands below a cell's line: IPython's numbered lines, or the lines that Python quotes.
_NUMBERED = lazy_pattern(r"(?:-+> ?| *)\d+ ")
_UNDERLINED = lazy_pattern(r"[ |]*[~^]+[~^ ]*$")
_FUNCTION = lazy_pattern(r", in (?P<name>[^(\n]+)")
_CATEGORY = lazy_pattern(r": [A-Za-z_][\w.]*: ")

# What has a cell's lines in it without a number by which the cell could be found.
_NAMELESS = lazy_pattern(
    r"\bCell, line \d|\bCell\"|<timed (?:exec|eval)>|<magic-timeit>|ipykernel_\d|\b\d{5,}\.py\b"
    r"|skipping similar frames"
)


@dataclass(frozen=True)
class Requoted:
    """A text as it stands on a page, and what is left of it when all that it quotes is cut out."""

    text: str
    unquoted: str


def requote(
    text: str,
    retellings: Mapping[int, Retelling],
    *,
    context: Collection[int] = (LAST, EARLIER),
    unclear: Collection[int] = (),
) -> Requoted:
    """Give the text as a run of the page would have given it.

    `retellings` are the cells whose source differs, by the number that IPython counts them by;
    `context` is how much of a cell may be shown around a line. `unclear` are numbers that may mean
    other lines than those of the cell.
    Raises `CannotTellError` where a cell is quoted in a way that cannot be followed.

    >>> told = {2: Retelling("f()  # run", "# 실행\\nf()")}
    >>> requote("Cell In[2], line 1: UserWarning: low\\n  f()  # run\\n", told).text
    'Cell In[2], line 2: UserWarning: low\\n  f()\\n'
    """
    if retellings and _NAMELESS.search(text):
        raise CannotTellError
    parts: list[str] = []
    unquoted: list[str] = []
    at = 0
    for mention in _MENTION.finditer(text):
        if int(mention["number"]) in unclear:
            raise CannotTellError
        retelling = retellings.get(int(mention["number"]))
        if retelling is None:
            continue
        if mention.start() < at:
            raise CannotTellError
        parts.append(text[at : mention.start()])
        unquoted.append(text[at : mention.start()])
        if mention["line"] is None:
            if retelling.moved:
                raise CannotTellError
            at = mention.start()
            continue
        parts.append(_header(mention, retelling))
        at = mention.end()
        for quoted in _quoted(text, mention, retelling, context):
            parts += [text[at : quoted.start], quoted.new]
            unquoted += [text[at : quoted.start], "\n"]
            at = quoted.end
    return Requoted("".join([*parts, text[at:]]), "".join([*unquoted, text[at:]]))


@dataclass(frozen=True)
class _Quoted:
    """A quotation in a text: where it stands, and what the page says there."""

    start: int
    end: int
    new: str


def _header(mention: re.Match[str], retelling: Retelling) -> str:
    line = retelling.line(int(mention["line"]))
    header = f"Cell In[{mention['number']}]{mention['quote']}, line {line}"
    if mention["column"] is None:
        return header
    return f"{header}:{retelling.column(int(mention['line']), int(mention['column']))}"


def _quoted(
    text: str, mention: re.Match[str], retelling: Retelling, context: Collection[int]
) -> tuple[_Quoted, ...]:
    """Give what a text quotes of a cell after having named one of its lines."""
    line = int(mention["line"])
    rest, _, _ = text[mention.end() :].partition("\n")
    below = mention.end() + len(rest) + 1
    function = _FUNCTION.match(rest)
    name = function["name"] if function else "<module>"
    if mention["quote"]:
        return _by_python(text, mention, retelling.quotations(line, name), below)
    if _CATEGORY.match(rest):
        return (_by_warning(text, mention.end(), *retelling.texts(line)),)
    if _NUMBERED.match(text, below):
        known = frozenset[tuple[str, str]]().union(
            *(retelling.excerpts(line, name, lines) for lines in context)
        )
        return (_among(text, below, known, _NUMBERED),)
    return ()


def _by_python(
    text: str, mention: re.Match[str], known: Collection[tuple[str, str]], below: int
) -> tuple[_Quoted, ...]:
    before = text[text.rfind("\n", 0, mention.start()) + 1 : mention.start()]
    if not before.endswith('  File "'):
        return ()
    # Groups of exceptions have a margin.
    margin = before.removesuffix('  File "')
    if not text.startswith(margin + "    ", below):
        return ()
    with_margin = [(_indented(old, margin), _indented(new, margin)) for old, new in known]
    return (_among(text, below, with_margin, _UNDERLINED),)


def _indented(text: str, margin: str) -> str:
    return "".join(margin + line for line in text.splitlines(keepends=True))


def _among(
    text: str, start: int, known: Collection[tuple[str, str]], more: re.Pattern[str]
) -> _Quoted:
    """Give the quotation that begins here, one of those known; `more` says that it goes on."""
    # A text may end in the middle of the line feed.
    closed = text if text.endswith("\n") else text + "\n"
    found = {pair for pair in known if pair[0] and closed.startswith(pair[0], start)}
    longest = max((len(old) for old, _ in found), default=0)
    new = {there for old, there in found if len(old) == longest}
    end = start + longest
    if len(new) != 1 or more.match(text, end):
        raise CannotTellError
    (there,) = new
    if end > len(text):
        return _Quoted(start, len(text), there.removesuffix("\n"))
    return _Quoted(start, end, there)


def _by_warning(text: str, start: int, old: str, new: str) -> _Quoted:
    """Give the source line that follows a warning's message, of any number of lines."""
    following = _MENTION.search(text, start)
    limit = following.start() if following else len(text)
    found = re.compile(rf"^  {re.escape(old)}$", re.MULTILINE).search(text, start, limit)
    if found is None:
        raise CannotTellError
    return _Quoted(found.start(), found.end(), f"  {new}")
