"""Reading a page that nbconvert wrote: Markdown with fences, and outputs below the cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import yaml

from scripts.adopt.blocks import Fence, fences, foreign_tokens
from scripts.adopt.choose import PYTHON, Candidate, reasons
from scripts.adopt.code import parsed
from scripts.adopt.page import Code, Line, Part, Prose, Report, joined, numbered, quoted, trimmed
from scripts.adopt.stored_outputs import Stored, read_outputs

_OPENING = re.compile(r"^ {0,3}(?P<mark>`{3,}|~{3,})(?P<info>[^`]*)$")
_CELL_DIRECTIVE = re.compile(r"^\{code-cell\}")
_QUARTO = re.compile(r"^\{python\b")
_OPTION = re.compile(r"^:(?P<key>[\w-]+):\s*(?P<value>.*)$")


@dataclass(frozen=True)
class _Found:
    fence: Fence
    code: tuple[Line, ...]
    tags: tuple[str, ...]
    stored: Stored
    candidate: Candidate
    raises: str = ""


def read_page(lines: Sequence[Line], report: Report) -> list[Part]:
    """Give the parts of an nbconvert page: every cell that was run, and the prose between."""
    closed = close_fences(lines, report)
    tokens = foreign_tokens(closed)
    found = [
        _candidate(fence, closed, report)
        for fence in fences(tokens)
        if not fence.nested and _may_be_cell(fence)
    ]
    why_not = reasons([one.candidate for one in found])
    if found and len(found) > 1 and all(one.candidate.blanks_before < 2 for one in found):
        report.warning(
            found[0].code[0].number if found[0].code else 1,
            "blank-lines",
            "no fence of this page has two blank lines before it, which tell cells from examples",
            "compare the code cells of the lesson with the page",
        )
    parts: list[Part] = []
    end = 0
    for one, reason in zip(found, why_not, strict=True):
        if reason:
            report.warning(
                closed[one.fence.start].number,
                "not-a-cell",
                f"this Python fence is kept as text: {reason}",
                "make it a {code-cell} if it is to be executed",
            )
            continue
        parts.append(Prose(trimmed(closed[end : one.fence.start])))
        parts.append(
            Code(
                source=joined(one.code),
                numbers=tuple(line.number for line in one.code),
                outputs=one.stored.outputs,
                tags=one.tags,
                raises=one.raises,
            )
        )
        end = one.stored.end
    parts.append(Prose(trimmed(closed[end:])))
    return parts


def _may_be_cell(fence: Fence) -> bool:
    info = fence.info
    if _CELL_DIRECTIVE.match(info) or PYTHON.match(info):
        return True
    # nbconvert writes the language of a cell magic: a ```bash fence that opens with %%bash.
    return fence.content.lstrip().startswith("%%") and not info.startswith("{")


def _candidate(fence: Fence, lines: Sequence[Line], report: Report) -> _Found:
    blanks = 0
    while blanks < fence.start and not lines[fence.start - blanks - 1].text.strip():
        blanks += 1
    if blanks == fence.start:
        blanks = max(blanks, 2)
    body = lines[fence.start + 1 : fence.end - 1]
    declared = bool(_CELL_DIRECTIVE.match(fence.info) or _QUARTO.match(fence.info))
    tags: tuple[str, ...] = ()
    raises = ""
    if declared:
        body, tags, raises = _without_options(body, report)
    code = trimmed(body)
    source = joined(code)
    magic = source.startswith("%%")
    stored = read_outputs(lines, fence.end, returns_value=blanks < 2 and _returns_value(source))
    candidate = Candidate(source, blanks, stored.outputs, declared or magic)
    return _Found(fence, code, tags, stored, candidate, raises)


def _returns_value(source: str) -> bool:
    tree = parsed(source)
    if tree is None or not tree.body or "print(" in source or "%time" in source:
        return False
    return type(tree.body[-1]).__name__ == "Expr"


def _without_options(
    body: Sequence[Line], report: Report
) -> tuple[Sequence[Line], tuple[str, ...], str]:
    """Give the code of a `{code-cell}`, its tags and its class; other options are named."""
    used, options = 0, dict[str, object]()
    if body and body[0].text.strip() == "---":
        close = next((i for i, ln in enumerate(body[1:], 1) if ln.text.strip() == "---"), None)
        if close is not None:
            try:
                data = yaml.safe_load(joined(body[1:close]))
            except yaml.YAMLError:
                data = None
            options = data if isinstance(data, dict) else {quoted(joined(body[1:close])): ""}
            used = close + 1
    else:
        while used < len(body) and (match := _OPTION.match(body[used].text)):
            try:
                options[match["key"]] = yaml.safe_load(match["value"])
            except yaml.YAMLError:
                options[match["key"]] = match["value"]
            used += 1
    tags = options.pop("tags", None) or []
    raises = str(options.pop("raises", None) or "")
    for key, value in options.items():
        report.warning(
            body[0].number, "cell-option", f"the cell's option {key}: {value} is left out"
        )
    names = tags if isinstance(tags, list) else str(tags).split(",")
    return body[used:], tuple(str(name).strip() for name in names), raises


def close_fences(lines: Sequence[Line], report: Report) -> list[Line]:
    """Give the lines with a closing fence added to each fence that has none.

    A fence is taken for unclosed when the page ends or another fence with a language opens
    inside it. It then ends where its code does: after the longest run of paragraphs that
    parses as Python, else at the first blank line.

    >>> report = Report(__import__("pathlib").Path("a.md"))
    >>> joined(close_fences(numbered("```python\\nx = 1\\n\\nThen prose."), report))
    '```python\\nx = 1\\n```\\n\\nThen prose.'
    >>> report.findings[0].line
    1
    """
    result: list[Line] = []
    at = 0
    comment = False
    while at < len(lines):
        line = lines[at]
        if comment or ("<!--" in line.text and "-->" not in line.text.split("<!--")[-1]):
            comment = "-->" not in line.text
            result.append(line)
            at += 1
            continue
        opening = _OPENING.match(line.text)
        if opening is None:
            result.append(line)
            at += 1
            continue
        stop, closed = _find_close(lines, at, opening["mark"])
        if closed:
            result += lines[at : stop + 1]
            at = stop + 1
            continue
        report.error(
            line.number,
            "unclosed-fence",
            f"this fence is never closed: {quoted(line.text)}",
            "see where it ends in the lesson, and close it there",
        )
        end = _end_of_code(lines, at + 1, stop, opening["info"])
        result += lines[at:end]
        result.append(Line(opening["mark"], lines[end - 1].number))
        at = end
    return result


def _find_close(lines: Sequence[Line], start: int, mark: str) -> tuple[int, bool]:
    """Give the index of the closing fence and True, or of what stops the search and False."""
    closing = re.compile(rf"^ {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}\s*$")
    for at in range(start + 1, len(lines)):
        text = lines[at].text
        if closing.match(text):
            return at, True
        inner = _OPENING.match(text)
        if inner and inner["info"].strip() and inner["mark"] == mark:
            return at, False
    return len(lines), False


def _end_of_code(lines: Sequence[Line], start: int, stop: int, info: str) -> int:
    def filled(end: int) -> int:
        while end > start and not lines[end - 1].text.strip():
            end -= 1
        return end

    blank = [at for at in range(start, stop) if not lines[at].text.strip()]
    ends = [filled(end) for end in (stop, *reversed(blank)) if filled(end) > start]
    if PYTHON.match(info.strip()):
        for end in ends:
            if parsed(joined(lines[start:end])) is not None:
                return end
    return ends[-1] if ends else start


def whole_page(text: str) -> tuple[Line, ...]:
    """Give the lines of a page, with Unix line ends.

    >>> [line.text for line in whole_page("a\\r\\nb")]
    ['a', 'b']
    """
    return numbered(text.replace("\r\n", "\n").replace("\r", "\n"))
