"""The one form in which an output is shown, of all the forms that an object has given of itself.

What is chosen here is all that Sphinx gets to see: no script, no form that it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from markdown_it import MarkdownIt

from scripts.guard.drawings import acting_drawing
from scripts.outputs import CellOutputs
from scripts.render.html_outputs import clean_html
from scripts.render.math import mathml

# A reader who runs a cell that takes as long wonders whether it still works, and one that takes
# as much may be more than a laptop has to spare.
SLOW_SECONDS = 5.0
LARGE_BYTES = 2e9

_Form = tuple[str, str]


def shown(output: Mapping[str, Any]) -> dict[str, Any]:
    """Give an output with one representation, the richest that a page can show.

    >>> data = {"text/plain": "<X>", "application/javascript": "f()", "text/html": "<b>3</b>"}
    >>> shown({"output_type": "display_data", "data": data, "metadata": {}})["data"]
    {'text/html': '<div class="output text_html"><b>3</b></div>'}
    """
    if "data" not in output:
        return dict(output)
    for mime, form in _FORMS:
        if mime in output["data"] and (found := form(mime, output["data"][mime])):
            kind, content = found
            metadata = {kind: output["metadata"][mime]} if mime in output["metadata"] else {}
            return {**output, "data": {kind: content}, "metadata": metadata}
    return {**output, "data": {}, "metadata": {}}


def cost(outputs: CellOutputs) -> dict[str, int]:
    """Give what a reader should know before running a cell: round numbers of seconds and gigabytes.

    >>> cost(CellOutputs("ok", seconds=13.2)), cost(CellOutputs("ok", seconds=1.0))
    ({'seconds': 10}, {})
    """
    found = {}
    if outputs.seconds >= SLOW_SECONDS:
        found["seconds"] = _one_digit(outputs.seconds)
    if outputs.peak_memory >= LARGE_BYTES:
        found["gigabytes"] = _one_digit(outputs.peak_memory / 1e9)
    return found


def _one_digit(number: float) -> int:
    # Two runs never take quite the same, and pages should not differ for it.
    return int(float(f"{number:.0e}"))


def _html(mime: str, value: Any) -> _Form | None:
    return _boxed(clean_html(value))


def _markdown(mime: str, value: Any) -> _Form | None:
    return _boxed(clean_html(MarkdownIt("js-default").render(value)))


def _boxed(html: str) -> _Form | None:
    return ("text/html", f'<div class="output text_html">{html}</div>') if html else None


def _latex(mime: str, value: Any) -> _Form | None:
    try:
        mathml(value.strip().strip("$"), display="block")
    except ValueError:
        return None
    return mime, value


def _json(mime: str, value: Any) -> _Form | None:
    return "text/plain", json.dumps(value, ensure_ascii=False, indent=2)


def _as_it_is(mime: str, value: Any) -> _Form | None:
    return mime, value


def _drawing(mime: str, value: Any) -> _Form | None:
    text = value if isinstance(value, str) else "".join(value)
    return None if acting_drawing(text.encode("utf-8", "replace")) else (mime, value)


_FORMS: tuple[tuple[str, Callable[[str, Any], _Form | None]], ...] = (
    ("image/svg+xml", _drawing),
    ("image/png", _as_it_is),
    ("image/jpeg", _as_it_is),
    ("image/gif", _as_it_is),
    ("text/html", _html),
    ("text/latex", _latex),
    ("text/markdown", _markdown),
    ("application/json", _json),
    ("text/plain", _as_it_is),
)
