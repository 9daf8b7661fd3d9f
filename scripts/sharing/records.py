"""One run for several pages: a record's outputs as they stand on a page with the same code.

Pages whose code is equal as a syntax tree may differ in comments and docstrings, and outputs can
show these: a traceback quotes lines, `help` a docstring. Where a page can show a record's outputs
truthfully it gets them; where that is not certain it gets none, and is run for itself.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from scripts.lesson import Cell, Lesson, code_key
from scripts.normal_form import normal_form
from scripts.outputs import CellOutputs, LessonOutputs, OutputStore
from scripts.patterns import lazy_pattern
from scripts.sharing.leaks import read_lines, read_text, squeezed, words_of
from scripts.sharing.requoting import requote
from scripts.sharing.retelling import EARLIER, LAST, CannotTellError, Retelling


def find_outputs(lesson: Lesson, store: OutputStore, fingerprint: str) -> LessonOutputs | None:
    """Give the outputs that are true for this page, or None where the store has none.

    They come from a run of the same code, be it the page's own or another's, or else from a run
    of this very page. Raises `SyntaxError` for code that does not parse.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from scripts.languages import ENGLISH
    >>> from scripts.lesson.reading import parse_lesson
    >>> page = parse_lesson(b"```{code-cell}\\n1\\n```\\n", path=Path("a.md"), docname="a",
    ...                     language=ENGLISH)
    >>> find_outputs(page, OutputStore(Path(tempfile.mkdtemp())), "f") is None
    True
    """
    for key in keys_of(lesson):
        record = store.get(key, fingerprint)
        if record is not None and (shared := shared_outputs(record, lesson)) is not None:
            return shared
    return None


def outputs_to_compare(
    lesson: Lesson, store: OutputStore, fingerprint: str
) -> LessonOutputs | None:
    """Give what this page's code gave when it had other comments, or None where that may differ.

    It is no output to show, since it may quote those comments. Cells are as if they were skipped
    from the first on that could have read them; errors have a traceback only where the code
    stands on the same lines. Raises `SyntaxError` for code that does not parse.
    """
    record = store.get(code_key(lesson), fingerprint)
    if record is None or len(record.cells) != len(lesson.cells):
        return None
    pairs = tuple(zip(lesson.cells, record.cells, strict=True))
    if not all(_same_code(cell, one) for cell, one in pairs):
        return None
    run = [(one.source, cell.source) for cell, one in pairs if not cell.skipped]
    if _counts([ran for ran, _ in run]) != _counts([page for _, page in run]):
        return None
    try:
        moved = {pair: Retelling(*pair).moved for pair in run if pair[0] != pair[1]}
    except CannotTellError:
        return None
    cells = []
    readable = False
    for cell, one in pairs:
        names = words_of(cell.source).names
        readable |= read_text(names) or (read_lines(names) and any(moved.values()))
        same_lines = not moved.get((one.source, cell.source))
        cells.append(_UNKNOWN if readable else one if same_lines else _unplaced(one))
    return replace(record, cells=tuple(cells))


_UNKNOWN = CellOutputs("skipped")


def _unplaced(ran: CellOutputs) -> CellOutputs:
    outputs = ({**one, "traceback": []} if "traceback" in one else one for one in ran.outputs)
    return replace(ran, outputs=tuple(outputs))


def keys_of(lesson: Lesson) -> tuple[str, str]:
    """Give the keys that a page's outputs may be kept under, the likelier first.

    Raises `SyntaxError` for code that does not parse.
    """
    return code_key(lesson), page_key(lesson)


def page_key(lesson: Lesson) -> str:
    """Give the SHA-256 (hex) of a page's code as it stands, comments and all.

    A record of a run that can be shared with nobody is kept under it.
    """
    parts = ["page", [[cell.source, cell.skipped] for cell in lesson.cells]]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8")).hexdigest()


def shared_outputs(record: LessonOutputs, lesson: Lesson) -> LessonOutputs | None:
    """Give a record's outputs as they stand on this page, or None where showing them would lie.

    Tracebacks and warnings quote the page's own lines, by their own numbers.
    """
    if len(record.cells) != len(lesson.cells):
        return None
    pairs = tuple(zip(lesson.cells, record.cells, strict=True))
    if all(_is_same(cell, ran) for cell, ran in pairs):
        return record
    if not all(_same_code(cell, ran) for cell, ran in pairs):
        return None
    cells = _known(pairs)
    return None if cells is None else replace(record, cells=cells)


_Pairs = tuple[tuple[Cell, CellOutputs], ...]


def _is_same(cell: Cell, ran: CellOutputs) -> bool:
    return cell.skipped == (ran.status == "skipped") and cell.source == ran.source


def _same_code(cell: Cell, ran: CellOutputs) -> bool:
    if cell.skipped != (ran.status == "skipped"):
        return False
    try:
        return cell.source == ran.source or cell.normal_form == normal_form(ran.source)
    except SyntaxError:
        return False


# Pages that a process asks about several times, and no more than a large site has.
_KEPT = 512
_answers: OrderedDict[bytes, tuple[CellOutputs, ...] | None] = OrderedDict()


def _known(pairs: _Pairs) -> tuple[CellOutputs, ...] | None:
    """Give what `_retold` gives, None where it cannot tell; the same question is answered once."""
    asked = [[cell.source, cell.skipped, asdict(ran)] for cell, ran in pairs]
    key = hashlib.sha256(json.dumps(asked, sort_keys=True).encode("utf-8")).digest()
    if key not in _answers:
        try:
            _answers[key] = _retold(pairs)
        except CannotTellError:
            _answers[key] = None
        if len(_answers) > _KEPT:
            _answers.popitem(last=False)
    return _answers[key]


def _retold(pairs: _Pairs) -> tuple[CellOutputs, ...]:
    """Give what cells of the same code, told in other words, would have given.

    Raises `CannotTellError` where that is not certain.
    """
    run = tuple((cell, ran) for cell, ran in pairs if not cell.skipped)
    if _counts([ran.source for _, ran in run]) != _counts([cell.source for cell, _ in run]):
        raise CannotTellError
    counted = ((cell, ran) for cell, ran in run if cell.source.strip())
    retellings = {
        number: Retelling(ran.source, cell.source)
        for number, (cell, ran) in enumerate(counted, 1)
        if cell.source != ran.source
    }
    names = frozenset[str]().union(*(words_of(cell.source).names for cell, _ in run))
    if read_text(names) or (read_lines(names) and any(one.moved for one in retellings.values())):
        raise CannotTellError
    for one in retellings.values():
        # A backslash in a docstring may be warned of, in one telling and not in the other.
        if "\\" in one.ran + one.page:
            one.compare()
    told = frozenset[str]().union(
        *(words_of(ran.source).told - words_of(cell.source).told for cell, ran in run)
    )
    retold = _Retold(retellings, told, _nested(retellings))
    return tuple(
        replace(ran, outputs=retold.outputs(ran.outputs), source=cell.source) for cell, ran in pairs
    )


def _counts(sources: Sequence[str]) -> tuple[int | None, ...]:
    """Give for each cell which cell was the first to say the same, None for one without text.

    IPython names a cell by what stands in it and counts those that are not empty.
    """
    return tuple(sources.index(one) if one.strip() else None for one in sources)


def _nested(retellings: Mapping[int, Retelling]) -> frozenset[int]:
    """Give the numbers by which a traceback may name code that `%%capture` has run.

    It runs it as a cell of its own, which is not counted, so it has the number of the next one.
    """
    capturing = [n for n, one in retellings.items() if re.search(r"^%%capture\b", one.ran, re.M)]
    return frozenset(capturing) | frozenset(number + 1 for number in capturing)


# What IPython writes between an error and the one that it led to.
_LED_TO = lazy_pattern(
    r"\n(?:The above exception was the direct cause of the following exception"
    r"|During handling of the above exception, another exception occurred):\n"
)


@dataclass(frozen=True)
class _Retold:
    """What makes outputs of one telling those of another; `told` must not be left in any.

    `unclear` are numbers of cells by which it is not clear which lines are meant.
    """

    retellings: Mapping[int, Retelling]
    told: frozenset[str]
    unclear: frozenset[int]

    def outputs(self, outputs: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
        return tuple(
            {key: self._traceback(one) if key == "traceback" else self._value(one)
             for key, one in output.items()}
            for output in outputs
        )  # fmt: skip

    def _traceback(self, entries: Sequence[str]) -> list[str]:
        earlier = max((i for i, entry in enumerate(entries) if _LED_TO.search(entry)), default=-1)
        return [
            self._text(entry, (EARLIER if i < earlier else LAST,))
            for i, entry in enumerate(entries)
        ]

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return {
                # A picture's bytes hold no text.
                key: one if str(key).startswith("image/") and "svg" not in key else self._value(one)
                for key, one in value.items()
            }
        return [self._value(one) for one in value] if isinstance(value, list) else value

    def _text(self, text: str, context: Collection[int] = (LAST, EARLIER)) -> str:
        requoted = requote(text, self.retellings, context=context, unclear=self.unclear)
        rest = squeezed(requoted.unquoted)
        if any(one in rest for one in self.told):
            raise CannotTellError
        return requoted.text
