"""A cell as it ran and as a page shows it: the same code, with other words beside it."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import linecache
import tokenize
import traceback
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import CodeType

from scripts.normal_form import TOP_LEVEL_AWAIT, as_python, normal_tree

# IPython shows so many lines of a cell before the one that raised, and one fewer after it: of the
# error that a cell ended with, and of an error that led to it.
LAST, EARLIER = 4, 2

# What a cell's file is called here; there is none.
_FILE = "naranhi, a cell"

# Columns in which IPython writes the number of a line, with the arrow.
_NUMBER_WIDTH = 7

# Line, last line, column and end column, as the interpreter counts them.
_Place = tuple[int | None, int | None, int | None, int | None]


class CannotTellError(Exception):
    """It is not certain how a page would show what a cell gave."""


@dataclass(frozen=True)
class _Telling:
    """One of the two sources as Python has it: its lines, and the code it makes of them."""

    lines: tuple[str, ...]
    codes: tuple[CodeType, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class _Compared:
    """Both sources, the functions that either has, and where each instruction of these stands."""

    ran: _Telling
    page: _Telling
    codes: tuple[tuple[CodeType, CodeType], ...]
    places: tuple[frozenset[tuple[_Place, _Place]], ...]
    lines: Mapping[int, int]


@dataclass(frozen=True)
class Retelling:
    """Where what stands in the source that ran stands in the page's own source.

    Nothing is looked at before it is asked for; then it raises as `compare` does.

    >>> retelling = Retelling("x = 1\\n1 / 0  # oh", "# 하나\\nx = 1\\n1 / 0  # 앗")
    >>> retelling.line(2), retelling.moved
    (3, True)
    >>> [(old, new)] = retelling.excerpts(2, "<module>", LAST)
    >>> print(new, end="")
          1 # 하나
          2 x = 1
    ----> 3 1 / 0  # 앗
    """

    ran: str
    page: str

    def compare(self) -> None:
        """Raise `CannotTellError` where the two are not the same code line by line."""
        _ = self._both

    @property
    def moved(self) -> bool:
        """Tell whether any code stands on another line, or in another column, of the page."""
        return any(ran != page for places in self._both.places for ran, page in places)

    def line(self, number: int) -> int:
        """Give the page's line for a line of code that ran."""
        try:
            return self._both.lines[number]
        except KeyError:
            raise CannotTellError from None

    def column(self, line: int, column: int) -> int:
        """Give the page's column for the column where something that ran begins."""
        found = {
            page[2]
            for places in self._both.places
            for ran, page in places
            if (ran[0], ran[2]) == (line, column)
        }
        (there,) = found if len(found) == 1 else (None,)
        if there is None:
            raise CannotTellError
        return there

    def texts(self, number: int) -> tuple[str, str]:
        """Give a line of code as it ran and as the page has it, as a warning shows them."""
        ran, page = self._both.ran.lines, self._both.page.lines
        return ran[number - 1].strip(), page[self.line(number) - 1].strip()

    def excerpts(self, number: int, function: str, context: int) -> frozenset[tuple[str, str]]:
        """Give what IPython may show of the cell around a line, as it ran and as on the page.

        `function` is the one that was running, by its qualified name; `context` is `LAST` or
        `EARLIER`.
        """
        both, there = self._both, self.line(number)
        running = [
            (ran, page) for ran, page in both.codes if function in {ran.co_qualname, ran.co_name}
        ]
        # The frames that JAX puts into a traceback have functions that begin where they raise.
        made_up = [
            (ran.replace(co_firstlineno=number), page.replace(co_firstlineno=there))
            for ran, page in running
            if ran.co_name != "<module>"
        ]
        return frozenset(
            (
                _excerpt(both.ran, ran, number, context),
                _excerpt(both.page, page, there, context),
            )
            for ran, page in running + made_up
        )

    def quotations(self, number: int, function: str) -> frozenset[tuple[str, str]]:
        """Give what Python's own tracebacks may show of a line, as it ran and as on the page.

        Which it is depends on the expression that was running, which they underline.
        """
        both = self._both
        return frozenset(
            (_quotation(both.ran, ran), _quotation(both.page, page))
            for codes, places in zip(both.codes, both.places, strict=True)
            for ran, page in places
            if codes[0].co_name == function and ran[0] == number
        )

    @functools.cached_property
    def _both(self) -> _Compared:
        ran, page = _telling(self.ran), _telling(self.page)
        if len(ran.codes) != len(page.codes) or ran.warnings != page.warnings:
            raise CannotTellError
        codes = tuple(zip(ran.codes, page.codes, strict=True))
        places = tuple(frozenset(_places(*pair)) for pair in codes)
        lines = _one_to_one(
            lines
            for pairs in places
            for ours, theirs in pairs
            for lines in zip(ours[:2], theirs[:2], strict=True)
        )
        return _Compared(ran, page, codes, places, lines)


def _telling(source: str) -> _Telling:
    try:
        python = as_python(source)
        tree = ast.fix_missing_locations(normal_tree(source))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            # What only a docstring is warned of must be known too, so all of the source.
            compile(python, _FILE, "exec", TOP_LEVEL_AWAIT, dont_inherit=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(tree, _FILE, "exec", TOP_LEVEL_AWAIT, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise CannotTellError from None
    lines = tuple(line + "\n" for line in python.rstrip("\n").split("\n"))
    return _Telling(lines, tuple(_codes(code)), tuple(str(one.message) for one in caught))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _places(ran: CodeType, page: CodeType) -> Iterator[tuple[_Place, _Place]]:
    """Give where each instruction stands in either source."""
    ours, theirs = tuple(ran.co_positions()), tuple(page.co_positions())
    if len(ours) != len(theirs) or ran.co_qualname != page.co_qualname:
        raise CannotTellError
    # What belongs to no line, such as the start of a module, is said to stand on line 0.
    yield from (pair for pair in zip(ours, theirs, strict=True) if pair[0][0] or pair[1][0])
    if ran.co_name != "<module>":
        yield (ran.co_firstlineno, None, None, None), (page.co_firstlineno, None, None, None)


def _one_to_one(pairs: Iterator[tuple[int | None, int | None]]) -> dict[int, int]:
    there: dict[int, int] = {}
    back: dict[int, int] = {}
    for ran, page in pairs:
        if ran is None or page is None:
            if ran != page:
                raise CannotTellError
        elif there.setdefault(ran, page) != page or back.setdefault(page, ran) != ran:
            raise CannotTellError
    return there


# A recursion shows the same lines a thousand times.
@functools.lru_cache(maxsize=256)
def _excerpt(telling: _Telling, code: CodeType, current: int, context: int) -> str:
    """Give the lines that IPython shows around one of a running function, "" where it has none."""
    first, block = 1, [*telling.lines]
    if code.co_name != "<module>":
        first = code.co_firstlineno
        with _readable(telling):
            try:
                block, _ = inspect.getsourcelines(code)
            except (tokenize.TokenError, SyntaxError, IndexError, OSError):
                return ""
    index = current - first
    start = max(index - context, 0)
    shown = list(enumerate(block, first))[start : index + context]
    if index < 0 or current not in dict(shown):
        return ""
    return "".join(_numbered(number, line, number == current) for number, line in shown)


def _numbered(number: int, line: str, current: bool) -> str:
    width = _NUMBER_WIDTH
    if not current:
        return f"{number:>{width}} {line}"
    arrow = "> ".rjust(width - len(str(number)), "-")
    return f"{arrow}{number} {line}"


@functools.lru_cache(maxsize=256)
def _quotation(telling: _Telling, place: _Place) -> str:
    """Give what Python writes below `File ..., line ...`: the line, underlined where it failed."""
    line, end, column, end_column = place
    assert line is not None
    with _readable(telling):
        frame = traceback.FrameSummary(
            _FILE, line, "f", end_lineno=end, colno=column, end_colno=end_column
        )
        (text,) = traceback.StackSummary.from_list([frame]).format()
    return text.partition("\n")[2]


@contextlib.contextmanager
def _readable(telling: _Telling) -> Iterator[None]:
    """Let Python find the lines of a cell by the name of its file, as in a kernel."""
    # Of no module; else each question looks through all that this process has imported.
    linecache.cache[_FILE] = (1, None, [*telling.lines], _FILE)
    inspect.modulesbyfile[_FILE] = ""
    try:
        yield
    finally:
        del linecache.cache[_FILE], inspect.modulesbyfile[_FILE]
