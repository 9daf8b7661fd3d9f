"""Which cells must raise, and what they raise today."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from scripts.adopt.code import comments, parsed
from scripts.adopt.page import Code, ExpectedError, Part, Prose, Report, quoted
from scripts.adopt.tracebacks import is_of_the_session, todays_class

RAISES_TAG = "raises-exception"
# ASCII: a Korean particle right behind a word is no part of it.
_WORDS = re.ASCII | re.IGNORECASE
_CLASS = re.compile(r"\b(?P<name>[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Iteration))\b", re.ASCII)

# A comment that says that the code beside it fails.
_SAYS_ERROR = re.compile(
    r"\b(?:raise[sd]?|throws?|gives?|produces?|causes?|get|triggers?|results? in|see"
    r"|expect(?:ed)?)\b"
    r".{0,40}\b\w*(?:error|exception)s?\b"
    r"|\b(?:will|should|must|would) (?:fail|raise|crash|throw|error)\b"
    r"|^(?:fails|errors?|raises)\b(?! bars?| bound| of| term| rate)"
    r"|^\w+(?:Error|Exception)\b"
    r"|(?:에러|오류|예외|Error|Exception).{0,12}"
    r"(?:발생|일으|납니다|난다|나요|남$|뜬|뜹|생긴|생깁|던[지집져]|반환)"
    r"|^(?:에러|오류|예외)[\s!.]*$"
    r"|실패(?:합니다|한다|함|해요|$)",
    _WORDS,
)
_DENIES = re.compile(
    r"\b(?:no|not|never|without|avoids?|prevents?|fix(?:es|ed)?|instead of)\b"
    r"|n['’]t\b|\bif\b|않|없[이는다]|막[기는]|방지|피하|피해|해결|안 ",
    _WORDS,
)
# Prose around a cell that makes a NameError or an ImportError part of the lesson.
_PROSE_ERROR = re.compile(
    r"\berrors?\b|\bexceptions?\b|\bfails?\b|\braises?\b|에러|오류|예외|실패", _WORDS
)


def with_expectations(
    parts: Sequence[Part], report: Report
) -> tuple[list[Part], list[ExpectedError]]:
    """Give the parts with the tags and classes of the cells that must raise, and those cells.

    A stored traceback tells, or a comment beside code that runs, or a notebook's own tag. An
    error of the author's session (a name or a module that was missing) tells nothing, unless the
    page speaks of an error there; it is reported instead.
    """
    result: list[Part] = []
    expected: list[ExpectedError] = []
    for at, part in enumerate(parts):
        if isinstance(part, Prose):
            result.append(part)
            continue
        error = _expected(part, parts, at, report)
        tags = tuple(tag for tag in part.tags if tag != RAISES_TAG)
        if error is None:
            result.append(Code(part.source, part.numbers, part.outputs, tags))
            continue
        if not error.raises:
            report.error(
                error.line,
                "expected-error",
                f"this cell must raise, as a {error.by} says, but the page does not say what",
                "execute it and write the class as `:raises: CLASS`",
            )
        expected.append(error)
        new = (*tags, RAISES_TAG)
        result.append(Code(part.source, part.numbers, part.outputs, new, error.raises))
    return result, expected


def _expected(cell: Code, parts: Sequence[Part], at: int, report: Report) -> ExpectedError | None:
    said = _comment(cell)
    stored = next((o for o in cell.outputs if o.get("output_type") == "error"), None)
    tagged = RAISES_TAG in cell.tags or bool(cell.raises)
    if stored is not None:
        was, value = str(stored.get("ename", "")), str(stored.get("evalue", ""))
        meant = tagged or said is not None or _prose_says(parts, at, was)
        if is_of_the_session(was, value) and not meant:
            report.warning(
                cell.line,
                "stale-traceback",
                f"the stored {was} ({quoted(value)[:100]}) comes from the author's session;"
                " the cell is not expected to raise",
                "if the error is meant, add `:raises:` to the cell",
            )
            return None
        new = todays_class(was, value)
        if new != was:
            report.warning(
                cell.line,
                "renamed-error",
                f"the {was} that is stored with this cell is a {new} in today's JAX",
            )
        return ExpectedError(cell.line, new, was, "traceback")
    if tagged:
        named = cell.raises or (_named(said) if said else "")
        return ExpectedError(cell.line, todays_class(named, ""), named, "tag")
    if said is None:
        return None
    if any(o.get("output_type") == "execute_result" for o in cell.outputs):
        # It ran to its end, whatever the comment says.
        return None
    named = _named(said)
    return ExpectedError(cell.line, todays_class(named, ""), named, "comment")


def _named(text: str) -> str:
    match = _CLASS.search(text)
    return match["name"] if match else ""


def _comment(cell: Code) -> str | None:
    """Give the comment that says that this cell raises, if there is one."""
    tree = parsed(cell.source)
    if tree is None or _catches(tree):
        return None
    for _line, text, _after_code in comments(cell.source, tree):
        # A comment inside a comment stands beside code that is commented out.
        if "#" not in text and _SAYS_ERROR.search(text) and not _DENIES.search(text):
            return text
    return None


def _catches(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.Try) for node in tree.body)


def _prose_says(parts: Sequence[Part], at: int, name: str) -> bool:
    """Tell whether the paragraph before or after a cell speaks of an error."""
    before = parts[at - 1] if at else None
    after = parts[at + 1] if at + 1 < len(parts) else None
    near = []
    if isinstance(before, Prose):
        near.append("\n".join(line.text for line in before.lines).split("\n\n")[-1])
    if isinstance(after, Prose):
        near.append("\n".join(line.text for line in after.lines).split("\n\n")[0])
    return any(_PROSE_ERROR.search(text) or name in text for text in near)
