"""Adopt: a foreign page becomes a lesson of ours; pure, nothing is read or written.

Read the page into cells and prose, set the cells' expectations, bring the prose into our form,
write it down. What cannot be brought over is a finding with its line in the page, never dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.adopt.badges import without_badges
from scripts.adopt.expectations import with_expectations
from scripts.adopt.head import Credits, without_credits, without_front_matter
from scripts.adopt.headings import (
    heading_anchors,
    plain_text,
    read_headings,
    with_headings,
    with_title,
)
from scripts.adopt.links import Site, with_links
from scripts.adopt.marks import report_prose, without_controls
from scripts.adopt.markup import without_html
from scripts.adopt.names import default_docname
from scripts.adopt.nbconvert import read_page, whole_page
from scripts.adopt.needs import with_needs
from scripts.adopt.notebook import read_notebook
from scripts.adopt.page import Code, ExpectedError, Link, Report
from scripts.adopt.plain import is_plain, with_fences
from scripts.adopt.syntax import with_our_syntax
from scripts.adopt.write import lesson_text, previous_outputs
from scripts.diagnostic import COMMAND, Diagnostic, NaranhiError
from scripts.languages import Language
from scripts.lesson.reading import parse_lesson

__all__ = ["Adoption", "ExpectedError", "Link", "adopt", "default_docname"]


@dataclass(frozen=True)
class Adoption:
    """A page as a lesson: its text, the outputs it had, and what there is to say about it.

    `previous_outputs` holds an entry for each of the `cells`, in order, with Jupyter outputs.
    """

    lesson: str
    previous_outputs: Mapping[str, Any]
    cells: int
    expected_errors: tuple[ExpectedError, ...]
    links: tuple[Link, ...]
    findings: tuple[Diagnostic, ...]


def adopt(
    data: bytes,
    *,
    path: Path,
    docname: str,
    language: Language,
    lessons: Collection[str] = (),
) -> Adoption:
    """Give the lesson that a page written by nbconvert, or a notebook, becomes.

    `path` tells a notebook by its suffix and names the page in findings; `lessons` are the
    docnames that relative links may lead to. Raises `NaranhiError` for what is neither.

    >>> from scripts.languages import ENGLISH
    >>> page = b"# Sums\\n\\n\\n```python\\n1 + 1\\n```\\n\\n\\n\\n\\n    2\\n"
    >>> adoption = adopt(page, path=Path("sums.md"), docname="sums", language=ENGLISH)
    >>> adoption.cells, adoption.previous_outputs["cells"][0]["outputs"][0]["data"]
    (1, {'text/plain': '2'})
    """
    text = _decoded(data, path)
    report = Report(path)
    if path.suffix == ".ipynb":
        parts = read_notebook(text, report)
    else:
        lines = whole_page(text)
        parts = read_page(with_fences(lines, report) if is_plain(lines) else lines, report)

    parts = without_controls(parts, report)
    parts, expected = with_expectations(parts, report)
    parts = with_needs(parts, report)

    head = Credits()
    parts = without_front_matter(parts, head, report)
    parts = without_badges(parts, report)
    parts = without_credits(parts, head, report)
    ids: dict[str, int] = {}
    parts = without_html(parts, ids, report)
    parts = with_title(parts, head.title, docname, report)
    headings = read_headings(parts, docname, report)
    parts = with_links(parts, Site(lessons, heading_anchors(headings, ids)), report)
    headings = read_headings(parts, docname, Report(path))
    if head.title and headings and head.title != plain_text(headings[0].text):
        message = f"the title of the front matter differs from the page's own: {head.title}"
        report.warning(head.title_line, "title", message)
    parts = with_headings(parts, headings, report)
    parts = with_our_syntax(parts, report)
    report_prose(parts, language, report)

    lesson = lesson_text(parts, headings, head, path=path, language=language)
    _report_problems(lesson, path, docname, language, report)
    codes = [part for part in parts if isinstance(part, Code)]
    return Adoption(
        lesson=lesson,
        previous_outputs=previous_outputs(codes, path=path, docname=docname, language=language),
        cells=len(codes),
        expected_errors=tuple(expected),
        links=tuple(sorted(report.links, key=lambda link: link.line)),
        findings=tuple(sorted(dict.fromkeys(report.findings))),
    )


def _decoded(data: bytes, path: Path) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise NaranhiError(
            f"{path}:{line}: byte {data[error.start]:#04x} is no UTF-8; "
            f'try "{COMMAND} repair {path}"'
        ) from None
    if not text.strip():
        raise NaranhiError(f"{path}:1: the file is empty; there is nothing to adopt")
    return text


def _report_problems(
    lesson: str, path: Path, docname: str, language: Language, report: Report
) -> None:
    """Read the lesson as every later stage will; what it finds is named with its place there."""
    found = parse_lesson(lesson.encode("utf-8"), path=path, docname=docname, language=language)
    for problem in found.problems:
        report.error(
            1,
            problem.rule,
            f"line {problem.line} of the lesson: {problem.message}",
            problem.fix,
        )
