"""A drift as text: the worst first, one example of each kind of change, both sides in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scripts.columns import columns
from scripts.drift import SEVERE, CellDrift, Drift, Group, Row, Side, side_by_side
from scripts.execute.drift.sides import describe

# Narrower than this, the old lines stand above the new ones.
_COLUMNS = 80
# Lines of an example.
_LINES = 24
# Places named below an example.
_PLACES = 6

_RED, _GREEN, _BOLD, _DIM, _PLAIN = "31", "32", "1", "2", "0"


def report(drift: Drift, *, width: int, colour: bool = False, every: bool = False) -> str:
    """Give a report for a terminal of this width; `every` shows each cell, not one of a group.

    >>> from scripts.drift import Side
    >>> cell = CellDrift("a", "en", 0, 7, "value", "1", "2", ("other numbers",))
    >>> print(report(Drift(Side("0.1"), Side("0.2"), (cell,)), width=60))
    0.1 -> 0.2: 1 cell
      value  1
    <BLANKLINE>
    value: other numbers
      lessons_en/a.md:7
      - 1
      + 2
    <BLANKLINE>
    """
    paint = _Paint(colour)
    total = len(drift.cells)
    lines = [
        paint(f"{_side(drift.old)} -> {_side(drift.new)}: {_count(total, 'cell')}", _BOLD),
        *(f"  {kind}  {count}" for kind, count in drift.counts.items() if count),
    ]
    for group in drift.groups():
        lines += ["", *_group(group, paint, width=width, every=every)]
    if drift.unmatched:
        lines += ["", paint("not compared", _BOLD)]
        for one in drift.unmatched:
            place = _place(one.language, one.docname, one.line)
            lines.append(f"  {place}: {one.reason}")
    return "\n".join(lines) + "\n"


class _Paint:
    """Puts colours around text, or none."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[{_PLAIN}m" if self._colour and text else text


def _side(side: Side) -> str:
    words = describe(side.environment, side.fingerprint if side.fingerprint else "")
    return f"{side.name} [{words}]" if words and side.environment else side.name


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _place(language: str, docname: str, line: int) -> str:
    path = f"lessons_{language}/{docname}.md"
    return f"{path}:{line}" if line else path


def _group(group: Group, paint: _Paint, *, width: int, every: bool) -> Iterator[str]:
    title = f"{group.kind}: {group.cause}" if group.cause else group.kind
    more = f" ({_count(len(group.cells), 'cell')})" if len(group.cells) > 1 else ""
    yield paint(title + more, _BOLD if group.kind in SEVERE else _DIM)
    shown = group.cells if every else group.cells[:1]
    for cell in shown:
        yield "  " + _place(cell.language, cell.docname, cell.line) + _ratio(cell)
        if rest := [cause for cause in cell.causes if cause != group.cause]:
            yield paint(f"    also: {'; '.join(rest)}", _DIM)
        yield from _example(cell, paint, width)
    others = group.cells[len(shown) :]
    for cell in others[:_PLACES]:
        yield "  " + _place(cell.language, cell.docname, cell.line) + _ratio(cell)
    if len(others) > _PLACES:
        yield f"  and {len(others) - _PLACES} more; --all shows each"


def _ratio(cell: CellDrift) -> str:
    return f"  {cell.ratio:g} times the time" if cell.ratio else ""


def _example(cell: CellDrift, paint: _Paint, width: int) -> Iterator[str]:
    if cell.kind in {"timing", "numerically-equal"} and len(cell.old) + len(cell.new) > 4000:
        return
    rows = list(side_by_side(cell.old, cell.new))
    yield from (
        _columns(rows[:_LINES], paint, width)
        if width >= _COLUMNS
        else _above(rows[:_LINES], paint, width)
    )
    if len(rows) > _LINES:
        yield paint(f"  ... {len(rows) - _LINES} more lines", _DIM)


def _columns(rows: Sequence[Row], paint: _Paint, width: int) -> Iterator[str]:
    column = (width - 5) // 2
    for old, new in rows:
        same = old == new
        left, right = (_wrapped(old or "", column), _wrapped(new or "", column))
        for k in range(max(len(left), len(right))):
            ours = left[k] if k < len(left) else ""
            theirs = right[k] if k < len(right) else ""
            space = " " * (column - columns(ours))
            sign = " " if same else "|"
            if not same:
                ours, theirs = paint(ours, _RED), paint(theirs, _GREEN)
            yield f"  {ours}{space} {sign} {theirs}".rstrip()


def _above(rows: Sequence[Row], paint: _Paint, width: int) -> Iterator[str]:
    for sign, code, lines in (
        ("-", _RED, [old for old, new in rows if old is not None and old != new]),
        ("+", _GREEN, [new for old, new in rows if new is not None and old != new]),
    ):
        for line in lines:
            for piece in _wrapped(line, width - 4):
                yield paint(f"  {sign} {piece}", code)


def _wrapped(line: str, width: int) -> list[str]:
    """Cut a line into pieces that a terminal shows in `width` columns; Hangul takes two each."""
    pieces, piece, used = [], "", 0
    for sign in line.expandtabs():
        cells = columns(sign)
        if used + cells > width:
            pieces.append(piece)
            piece, used = "", 0
        piece += sign
        used += cells
    return [*pieces, piece]
