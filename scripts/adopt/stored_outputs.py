"""The outputs that nbconvert wrote below a cell, read back into Jupyter outputs.

nbconvert tells the kinds apart by blank lines alone: after the closing fence one blank line, a
stream; four, a result; two, a display, or dashes and a traceback. Text is indented by four
spaces, images and HTML are not always.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scripts.adopt.page import Line, Output
from scripts.adopt.tracebacks import is_traceback, read_error

_INDENT = re.compile(r"^(?: {4}|\t)")
_MIMES = {
    "gif": "image/gif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
}
_IMAGE = re.compile(rf"^\s*!\[(?P<kind>{'|'.join(_MIMES)})\]\((?P<target>[^)]*)\)\s*$")
_DATA = re.compile(r"^data:(?P<mime>[\w./+-]+)(?:;[\w=-]+)*;base64,(?P<data>.*)$", re.DOTALL)
_HTML = re.compile(
    r"^<(?P<tag>pre|div|table|style|script|svg|iframe|img|video|audio|p|b|h[1-6])\b", re.I
)
# What nothing but an output opens with, also where only one blank line is left before it.
_SURE_HTML = re.compile(r'^(?:<pre style="white-space|<div>\s*$|<style)', re.I)
_LATEX = re.compile(r"^(?:\$\$?.*\$\$?|\\begin\{.*)\s*$")
# A line that goes to standard error: warnings, absl and glog lines, progress bars.
_STDERR = re.compile(
    r"^(?:WARNING:|[WIEF]\d{4} |.*:\d+: \w*Warning:|.*\d+%\|)|^An NVIDIA GPU may be present"
)
# Four blank lines before a result are more than a program prints by accident.
_RESULT_GAP = 4


@dataclass(frozen=True)
class Stored:
    """Outputs, and the index of the first line after them."""

    outputs: tuple[Output, ...]
    end: int


def read_outputs(lines: Sequence[Line], start: int, *, returns_value: bool) -> Stored:
    """Give the outputs that stand from the line with index `start`, right after a closing fence.

    `returns_value` tells that text after a single blank line is a result: on pages whose blank
    lines were squeezed, below a cell that ends in an expression.

    >>> from scripts.adopt.page import numbered
    >>> stored = read_outputs(numbered("\\n    hello\\n\\n\\nprose"), 0, returns_value=False)
    >>> stored.outputs, stored.end
    (({'output_type': 'stream', 'name': 'stdout', 'text': 'hello\\n'},), 2)
    """
    outputs: list[Output] = []
    end = start
    while True:
        at = end
        while at < len(lines) and not lines[at].text.strip():
            at += 1
        if at == len(lines):
            break
        blanks = at - end
        text = lines[at].text
        if image := _IMAGE.match(text):
            outputs.append(_image(image["kind"], image["target"].strip()))
            end = at + 1
        elif _INDENT.match(text):
            end = _end_of_indented(lines, at)
            region = [_INDENT.sub("", line.text, count=1) for line in lines[at:end]]
            gap = _RESULT_GAP if returns_value and blanks < 2 else blanks
            outputs += _text_outputs(region, gap, first=not outputs)
        elif (blanks > 1 and _HTML.match(text)) or (blanks and _SURE_HTML.match(text)):
            end = _end_of_html(lines, at)
            outputs.append(_rich("text/html", _text(lines, at, end), blanks))
        elif blanks >= _RESULT_GAP and _LATEX.match(text):
            end = at + 1
            while end < len(lines) and lines[end].text.strip():
                end += 1
            outputs.append(_rich("text/latex", _text(lines, at, end), blanks))
        else:
            break
    return Stored(tuple(outputs), end)


def _text(lines: Sequence[Line], start: int, end: int) -> str:
    return "\n".join(line.text for line in lines[start:end])


def _end_of_indented(lines: Sequence[Line], start: int) -> int:
    end = at = start
    while at < len(lines):
        text = lines[at].text
        if text.strip():
            if not _INDENT.match(text) or _IMAGE.match(text):
                break
            end = at + 1
        at += 1
    return end


def _end_of_html(lines: Sequence[Line], start: int) -> int:
    """Give the index after the line that closes the tag which opens at `start`."""
    found = _HTML.match(lines[start].text)
    tag = found["tag"] if found else "div"
    if tag.lower() == "style":
        # pandas puts its style sheet and its table into one <div>; alone it goes to the blank line.
        tag = "style"
    depth = 0
    for at in range(start, len(lines)):
        text = lines[at].text
        depth += len(re.findall(rf"<{tag}\b[^>]*(?<!/)>", text, re.I))
        depth -= len(re.findall(rf"</{tag}\s*>", text, re.I))
        if depth <= 0:
            while at + 1 < len(lines) and lines[at + 1].text.strip():
                at += 1
            return at + 1
    end = start
    while end < len(lines) and lines[end].text.strip():
        end += 1
    return end


def _image(kind: str, target: str) -> Output:
    """Give a display of an image; one that stood in a file has its name and no data."""
    if data := _DATA.match(target):
        return _display({data["mime"]: data["data"]}, {})
    mime = _MIMES[kind]
    return _display({mime: ""}, {"filenames": {mime: target}})


def _display(data: dict[str, str], metadata: dict[str, object]) -> Output:
    return {"output_type": "display_data", "data": data, "metadata": metadata}


def _result(data: dict[str, str]) -> Output:
    return {
        "output_type": "execute_result",
        "execution_count": None,
        "data": data,
        "metadata": {},
    }


def _rich(mime: str, text: str, blanks: int) -> Output:
    return _result({mime: text}) if blanks >= _RESULT_GAP else _display({mime: text}, {})


def _text_outputs(region: Sequence[str], blanks: int, *, first: bool) -> list[Output]:
    """Give the outputs in one indented region, which `blanks` empty lines stand before."""
    outputs: list[Output] = []
    for gap, piece in _pieces(region, blanks):
        if is_traceback(piece) and (gap > 1 or not first or len(piece) > 2):
            outputs.append(read_error(piece))
        elif gap >= _RESULT_GAP:
            outputs.append(_result({"text/plain": "\n".join(piece)}))
        elif gap >= 2 and first and not outputs:
            outputs.append(_display({"text/plain": "\n".join(piece)}, {}))
        else:
            outputs += _streams(piece)
    return outputs


def _pieces(region: Sequence[str], blanks: int) -> list[tuple[int, list[str]]]:
    """Cut a region where a result or a traceback begins; a traceback goes to the end."""
    pieces: list[tuple[int, list[str]]] = []
    gap, piece, empty = blanks, list[str](), 0
    for at, text in enumerate(region):
        if not text.strip():
            empty += 1
            continue
        opens_error = text.startswith("-" * 20) and is_traceback(region[at:])
        if piece and (empty >= _RESULT_GAP or opens_error):
            pieces.append((gap, piece))
            gap, piece = empty, []
        elif piece:
            piece += region[at - empty : at]
        if opens_error:
            pieces.append((gap, _filled(region[at:])))
            return pieces
        piece.append(text)
        empty = 0
    if piece:
        pieces.append((gap, piece))
    return pieces


def _filled(lines: Sequence[str]) -> list[str]:
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


def _streams(piece: Sequence[str]) -> list[Output]:
    """Give a piece as one stream, or as two where lines of standard error stand apart."""
    cut = next((at for at, text in enumerate(piece) if not text.strip()), None)
    while cut is not None:
        rest = next((at for at in range(cut, len(piece)) if piece[at].strip()), len(piece))
        before, after = piece[:cut], piece[rest:]
        if after and rest - cut >= 2 and _is_stderr(before) != _is_stderr(after):
            return [_stream(before), *_streams(after)]
        cut = next((at for at in range(rest, len(piece)) if not piece[at].strip()), None)
    return [_stream(piece)]


def _is_stderr(lines: Sequence[str]) -> bool:
    return any(_STDERR.match(line) for line in lines)


def _stream(lines: Sequence[str]) -> Output:
    name = "stderr" if _is_stderr(lines) else "stdout"
    return {"output_type": "stream", "name": name, "text": "\n".join(lines) + "\n"}
