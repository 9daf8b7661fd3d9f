"""Writing the lesson down, and its old outputs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from scripts.adopt.head import ROLES, Credits
from scripts.adopt.headings import Heading, plain_text
from scripts.adopt.page import Code, Part, fence_for, joined
from scripts.languages import Language

_TIMES = re.compile(r"^[ \t]*%{1,2}time(?:it)?\b", re.MULTILINE)


def lesson_text(
    parts: Sequence[Part],
    headings: Sequence[Heading],
    head: Credits,
    *,
    path: Path,
    language: Language,
) -> str:
    """Give the text of the lesson: front matter, prose as it stands, cells as directives."""
    front: dict[str, Any] = {
        "title": plain_text(headings[0].text) if headings else head.title,
        "tags": head.tags,
        "origin": language.tag,
        "only": language.tag,
        **{role: head.people[role] for role in ROLES},
        "source": path.name,
    }
    if any(isinstance(part, Code) and _TIMES.search(part.source) for part in parts):
        # Two kernels at once make each other slow; a lesson that measures time is run alone.
        front["timing"] = True
    pieces = [f"---\n{_yaml(front)}---"]
    for part in parts:
        text = cell_text(part) if isinstance(part, Code) else joined(part.lines)
        if text.strip():
            pieces.append(text)
    return "\n\n".join(pieces) + "\n"


def _yaml(data: Mapping[str, Any]) -> str:
    text: str = yaml.safe_dump(
        dict(data), allow_unicode=True, sort_keys=False, default_flow_style=None, width=1_000_000
    )
    return text


def cell_text(cell: Code) -> str:
    """Give a cell as a directive, in a fence that its code cannot close.

    >>> cell = Code("1 / 0", (7,), tags=("raises-exception",), raises="ZeroDivisionError")
    >>> print(cell_text(cell))
    ```{code-cell} python
    :tags: [raises-exception]
    :raises: ZeroDivisionError
    <BLANKLINE>
    1 / 0
    ```
    """
    fence = fence_for(cell.source)
    options = [f":tags: [{', '.join(cell.tags)}]"] if cell.tags else []
    options += [f":raises: {cell.raises}"] if cell.raises else []
    head = [*options, ""] if options else []
    return "\n".join([f"{fence}{{code-cell}} python", *head, cell.source, fence])


def previous_outputs(
    cells: Sequence[Code], *, path: Path, docname: str, language: Language
) -> dict[str, Any]:
    """Give the outputs that the page had, an entry a cell, as plain JSON values.

    A picture that nbconvert wrote to a file of its own has its type, its file's name in
    `metadata.filenames`, and no data.
    """
    return {
        "docname": docname,
        "language": language.tag,
        "source": path.name,
        "cells": [
            {
                "index": index,
                "line": cell.line,
                "source": cell.source,
                "outputs": [dict(output) for output in cell.outputs],
            }
            for index, cell in enumerate(cells)
        ],
    }
