"""Reading a Jupyter notebook (nbformat 3 or 4) into the same parts as a page."""

from __future__ import annotations

import json
import logging
import re
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from scripts.adopt.choose import Candidate, reasons
from scripts.adopt.nbconvert import close_fences
from scripts.adopt.page import (
    Code,
    Line,
    Output,
    Part,
    Prose,
    Report,
    fence_for,
    joined,
    quoted,
    trimmed,
)
from scripts.diagnostic import NaranhiError

_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],]|\n')
_ATTACHMENT = re.compile(r"\(attachment:(?P<name>[^)\s]+)(?P<rest>[^)]*)\)")
_EXECUTABLE = frozenset({"ipython", "python", "python3"})


def read_notebook(text: str, report: Report) -> list[Part]:
    """Give the parts of a notebook; lines are those of the JSON file.

    Raises `NaranhiError` where the text is no notebook.
    """
    notebook = _load(text, report)
    places = _source_lines(text)
    language = _language(notebook)
    if language not in _EXECUTABLE:
        report.error(
            1,
            "language",
            f"the notebook's language is {language}; only Python is executed here",
            "its code is kept as text",
        )
    parts: list[Part] = []
    cells = list(notebook.get("cells", []))
    sources = [str(cell.get("source", "")).replace("\r\n", "\n") for cell in cells]
    outputs = [_outputs(cell) for cell in cells]
    code = [i for i, cell in enumerate(cells) if cell.get("cell_type") == "code"]
    why = dict(
        zip(code, reasons([Candidate(sources[i], 2, outputs[i], True) for i in code]), strict=True)
    )
    for at, cell in enumerate(cells):
        numbers = places.get(at, [1])
        lines = tuple(
            Line(line, numbers[min(offset, len(numbers) - 1)])
            for offset, line in enumerate(sources[at].split("\n"))
        )
        if not sources[at].strip():
            continue
        kind = cell.get("cell_type")
        if kind == "code":
            kept = trimmed(lines)
            reason = why[at] if language in _EXECUTABLE else f"it is {language}"
            if reason:
                report.warning(
                    kept[0].number, "not-a-cell", f"this code cell is kept as text: {reason}"
                )
                info = "python" if language in _EXECUTABLE else language
                parts.append(Prose(_as_fence(kept, info)))
                parts += _kept_outputs(outputs[at], kept[-1].number)
                continue
            parts.append(
                Code(
                    source="\n".join(line.text for line in kept),
                    numbers=tuple(line.number for line in kept),
                    outputs=outputs[at],
                    tags=_tags(cell, kept[0].number, report),
                )
            )
        elif kind == "raw" and not (not parts and sources[at].lstrip().startswith("---")):
            report.warning(
                lines[0].number, "raw-cell", "a raw cell is kept as text", "rewrite it in MyST"
            )
            parts.append(Prose(_as_fence(trimmed(lines), "text")))
        else:
            with_images = _with_attachments(lines, cell, report)
            parts.append(Prose(trimmed(close_fences(with_images, report))))
    return parts


def _load(text: str, report: Report) -> Mapping[str, Any]:
    import nbformat

    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise NaranhiError(
            f"{report.path}:{error.lineno}: this is no notebook, since it is no JSON: {error.msg}"
        ) from None
    if not isinstance(data, dict) or not ({"cells", "worksheets"} & data.keys()):
        raise NaranhiError(f"{report.path}:1: this JSON is no notebook: it has no cells")
    logger = logging.getLogger("traitlets")
    before = logger.disabled
    # nbformat logs what is not valid; what matters to a lesson is reported from here.
    logger.disabled = True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            notebook: Mapping[str, Any] = nbformat.reads(text, as_version=4)
    except Exception as error:  # nbformat raises whatever a malformed notebook leads it to
        raise NaranhiError(
            f"{report.path}:1: this notebook cannot be read: {quoted(str(error))[:200]}"
        ) from error
    finally:
        logger.disabled = before
    return notebook


def _language(notebook: Mapping[str, Any]) -> str:
    metadata = notebook.get("metadata", {})
    info, kernel = metadata.get("language_info", {}), metadata.get("kernelspec", {})
    return str(info.get("name") or kernel.get("language") or "python").lower()


def _outputs(cell: Mapping[str, Any]) -> tuple[Output, ...]:
    plain = json.loads(json.dumps(list(cell.get("outputs", []))))
    return tuple(output for output in plain if isinstance(output, dict))


def _tags(cell: Mapping[str, Any], line: int, report: Report) -> tuple[str, ...]:
    tags = cell.get("metadata", {}).get("tags", [])
    kept = [str(tag) for tag in tags if re.fullmatch(r"[\w.-]+", str(tag))]
    for tag in tags:
        if str(tag) not in kept:
            report.warning(line, "cell-tag", f"the cell's tag {str(tag)!r} is left out")
    return tuple(kept)


def _as_fence(lines: tuple[Line, ...], info: str) -> tuple[Line, ...]:
    fence = fence_for(joined(lines))
    return (Line(f"{fence}{info}", lines[0].number), *lines, Line(fence, lines[-1].number))


def _kept_outputs(outputs: tuple[Output, ...], line: int) -> list[Part]:
    """Give the text that was stored below code which is no cell of the lesson."""
    texts = []
    for output in outputs:
        data = output.get("data") or {}
        texts.append(
            output.get("text") or data.get("text/plain") or "\n".join(output.get("traceback") or [])
        )
    text = "\n".join(str(t).rstrip("\n") for t in texts if t)
    if not text:
        return []
    return [Prose(_as_fence(tuple(Line(row, line) for row in text.split("\n")), "text"))]


def _with_attachments(
    lines: tuple[Line, ...], cell: Mapping[str, Any], report: Report
) -> tuple[Line, ...]:
    """Put the pictures that a Markdown cell carries into its text, as `data:` addresses."""
    attachments = cell.get("attachments") or {}

    def inlined(line: Line) -> Line:
        def address(match: re.Match[str]) -> str:
            files = attachments.get(match["name"]) or {}
            mime = next(iter(sorted(files)), None)
            if mime is None:
                report.error(
                    line.number,
                    "attachment",
                    f"the attachment {match['name']} is not in the notebook",
                    "add the picture by hand",
                )
                return match[0]
            report.warning(
                line.number,
                "attachment",
                f"the attachment:{match['name']} is kept inside the text",
                "save it to a file beside the lesson",
            )
            data = "".join(str(files[mime]).split())
            return f"(data:{mime};base64,{data}{match['rest']})"

        return Line(_ATTACHMENT.sub(address, line.text), line.number)

    return tuple(inlined(line) for line in lines)


def _source_lines(text: str) -> dict[int, list[int]]:
    """Give for each cell, by its place, the lines of the JSON file that its source stands on."""
    places: dict[int, list[int]] = {}
    cell = -1
    for path, line in _strings(text):
        # (..., "cells", index, "source" or, in nbformat 3, "input", row)
        inside = path[path.index("cells") :] if "cells" in path else []
        if len(inside) >= 3 and inside[2] in {"source", "input"} and len(inside) <= 4:
            if len(inside) == 3 or inside[3] == 0:
                cell = int(inside[1])
                places[cell] = []
            places[cell].append(line)
    return places


def _strings(text: str) -> Iterator[tuple[list[Any], int]]:
    """Give every string value of a JSON text with the keys that lead to it and its line."""
    path: list[Any] = []
    line = 1
    key: str | None = None
    for match in _JSON_TOKEN.finditer(text):
        found = match[0]
        if found == "\n":
            line += 1
        elif found in "{[":
            if path and isinstance(path[-1], str) and key is not None:
                path[-1] = key
            path.append("" if found == "{" else 0)
            key = None
        elif found in "}]":
            path.pop()
            key = None
        elif found == ",":
            key = None
            if path and isinstance(path[-1], int):
                path[-1] += 1
        elif path and isinstance(path[-1], str) and key is None:
            key = json.loads(found)
            path[-1] = key
        else:
            yield list(path), line
