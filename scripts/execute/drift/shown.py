"""What a cell showed, sorted by how it is compared: text, notes, tables, pictures, its error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from scripts.drift import Picture

_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/svg+xml")
_TEXTS = ("text/latex", "text/markdown", "application/json", "text/plain")


@dataclass(frozen=True)
class Raised:
    """The exception that a cell ended in."""

    name: str
    message: str
    traceback: str


@dataclass(frozen=True)
class Shown:
    """What a cell showed, in the order of the page; `notes` went to standard error.

    `plain` is `body` with each HTML table as the text that came along with it, for the side of a
    comparison whose other side has no HTML.
    """

    body: str
    plain: str
    notes: str
    tables: int
    pictures: tuple[Picture, ...]
    raised: Raised | None

    @property
    def empty(self) -> bool:
        """Tell whether there was nothing to see but notes."""
        return not self.body.strip() and not self.pictures and self.raised is None


def shown(outputs: Iterable[Mapping[str, Any]]) -> Shown:
    """Give a cell's Jupyter outputs, without what belongs to one run.

    >>> shown([{"output_type": "stream", "name": "stdout", "text": "<object at 0x7f12ab34>"}]).body
    '<object at @>'
    """
    body: list[str] = []
    plain: list[str] = []
    notes: list[str] = []
    pictures: list[Picture] = []
    tables = 0
    raised = None
    for output in outputs:
        if output["output_type"] == "stream":
            target = [notes] if output["name"] == "stderr" else [body, plain]
            for texts in target:
                texts.append(_joined(output["text"]))
        elif output["output_type"] == "error":
            traceback = of_all_runs(_joined(output.get("traceback", []), "\n"))
            raised = Raised(output["ename"], of_all_runs(_joined(output["evalue"])), traceback)
        else:
            data = {mime: _joined(value) for mime, value in output["data"].items()}
            text = next((data[mime] for mime in _TEXTS if mime in data), "")
            found = [Picture(mime, data[mime]) for mime in _PICTURES if mime in data]
            if found:
                pictures.append(found[0])
            elif "text/html" in data:
                tables += 1
                visible = _visible(data["text/html"])
                body.append(visible + "\n")
                plain.append((text or visible) + "\n")
            else:
                body.append(text + "\n")
                plain.append(text + "\n")
    return Shown(
        of_all_runs("".join(body)),
        of_all_runs("".join(plain)),
        of_all_runs("".join(notes)),
        tables,
        tuple(pictures),
        raised,
    )


def as_text(outputs: Iterable[Mapping[str, Any]]) -> str:
    """Give outputs as a report shows them: text as it is, pictures and errors in one line.

    >>> as_text([{"output_type": "error", "ename": "E", "evalue": "no", "traceback": []}])
    'E: no'
    """
    pieces: list[str] = []
    for output in outputs:
        if output["output_type"] == "stream":
            pieces.append(_joined(output["text"]).rstrip("\n"))
        elif output["output_type"] == "error":
            pieces.append(f"{output['ename']}: {_joined(output['evalue'])}".rstrip())
        else:
            data = {mime: _joined(value) for mime, value in output["data"].items()}
            picture = next((mime for mime in _PICTURES if mime in data), None)
            text = next((data[mime] for mime in (*_TEXTS[::-1], "text/html") if mime in data), "")
            if picture is not None:
                size = f", {len(data[picture]):,} characters" if data[picture] else ", not kept"
                pieces.append(f"[{picture}{size}]")
            else:
                pieces.append(_visible(text) if "text/plain" not in data else text)
    return "\n".join(pieces)


def _joined(value: Any, by: str = "") -> str:
    """Give text that a notebook may hold as a list of lines."""
    if isinstance(value, str):
        return value
    return by.join(map(str, value)) if isinstance(value, Sequence) else str(value)


# --- what belongs to one run ----------------------------------------------------------------------

_ADDRESS = re.compile(r"\b0x(?:[0-9a-fA-F]{6,}|[xX]{6,}|…|\.\.\.)|(?<=\bid=)\d{9,}")
_CELL = re.compile(
    r"<ipython-input-\d+-\w+>|(?:/[^\s'\"<>:]*)?/ipykernel_\d+/\d+\.py|\bCell In\s?\[\d+\]|<cell>"
)
_CELL_LINE = re.compile(r"<cell>(?::|, line )(\d+)")
# In tracebacks as Python prints them: lines of a library, and what each marks in the one above.
_FRAME = re.compile(r'(?P<file>File "[^"\n]*[/.][^"\n]*", line )\d+')
_MARKED = re.compile(r"^ +[~^]+ *\n", re.MULTILINE)
# Where packages are installed, and for which Python.
_PACKAGES = re.compile(r"/[^\s'\"<>:()]*/(?:site|dist)-packages/|(?<=/lib/python)3\.\d+")
_TEMPORARY = re.compile(r"(?<=/tmp/)[\w.-]+")


def of_all_runs(text: str) -> str:
    """Give a text without memory addresses and folders, and with cells named in one way.

    >>> of_all_runs("at <ipython-input-13-2aa78f448d5d>:3") == of_all_runs("at Cell In[7], line 3")
    True
    """
    text = _PACKAGES.sub("", _ADDRESS.sub("@", text))
    text = _MARKED.sub("", _FRAME.sub(r"\g<file>#", text))
    text = _CELL.sub("<cell>", text)
    text = _CELL_LINE.sub(r"<cell>, line \1", text)
    return _TEMPORARY.sub("x", text)


class _Visible(HTMLParser):
    """Collects what a browser shows of a piece of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in {"style", "script"}
        if tag in {"br", "div", "p", "tr", "li"}:
            self.texts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"style", "script"}
        if tag in {"td", "th"}:
            self.texts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)


def _visible(html: str) -> str:
    parser = _Visible()
    parser.feed(html)
    parser.close()
    lines = (" ".join(line.split()) for line in "".join(parser.texts).split("\n"))
    return "\n".join(line for line in lines if line)
