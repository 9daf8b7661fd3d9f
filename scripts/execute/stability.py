"""Whether code gives the same twice: two runs of the same cells, compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from scripts.execute.comparable import comparable_outputs
from scripts.execute.expectations import CellRun

NOTHING = "(nothing)"


@dataclass(frozen=True)
class Difference:
    """A cell whose outputs are not the same bytes in two runs.

    `lines` are the first two lines that differ; None where nothing does but what differs by its
    nature, such as a measured time.
    """

    index: int
    lines: tuple[str, str] | None


def differences(first: Sequence[CellRun], second: Sequence[CellRun]) -> Iterator[Difference]:
    """Give the cells that did not give the same in both runs, in the order of the page.

    >>> one, two = (CellRun("ok", ({"output_type": "stream", "text": t},)) for t in ("1", "2"))
    >>> [found.lines for found in differences([one], [two])]
    [('1', '2')]
    """
    for index, (one, two) in enumerate(zip(first, second, strict=False)):
        if _given(one) != _given(two):
            yield Difference(index, _first_difference(_comparable(one), _comparable(two)))


def _given(run: CellRun) -> tuple[Any, ...]:
    return run.ending, run.error, run.outputs, run.normalised


def _comparable(run: CellRun) -> CellRun:
    return replace(run, outputs=comparable_outputs(run.outputs), normalised=())


def _first_difference(one: CellRun, two: CellRun) -> tuple[str, str] | None:
    if _given(one) == _given(two):
        return None
    for left, right in zip_longest(_lines(one), _lines(two), fillvalue=NOTHING):
        if left != right:
            return left, right
    return one.error or one.ending, two.error or two.ending


def _lines(run: CellRun) -> Iterator[str]:
    for output in run.outputs:
        if output["output_type"] == "error":
            yield from "\n".join(output["traceback"]).split("\n")
        elif "data" in output:
            yield from _data_lines(output["data"])
        else:
            yield from str(output["text"]).split("\n")


def _data_lines(data: Mapping[str, Any]) -> Iterator[str]:
    for kind in sorted(data):
        value = data[kind]
        if not isinstance(value, str):
            yield f"{kind}: {json.dumps(value, ensure_ascii=False, sort_keys=True)}"
        elif kind.startswith("image/") and kind != "image/svg+xml":
            # Nobody reads base64; that it differs is all that can be said.
            yield f"{kind}, {len(value)} characters, ending in {value.strip()[-24:]}"
        else:
            prefix = "" if kind == "text/plain" else f"{kind}: "
            yield from (prefix + line for line in value.split("\n"))
