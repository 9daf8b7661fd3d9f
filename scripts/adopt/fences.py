"""Fences that are no cells: a language for each, and none that a build would complain about."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from scripts.adopt.blocks import Fence, fences, replaced, tokens_of
from scripts.adopt.choose import PYTHON
from scripts.adopt.code import parsed
from scripts.adopt.page import Line, Report, fence_for, quoted

# Directives that need nothing but their own text.
ADMONITIONS = frozenset(
    [
        "attention",
        "caution",
        "danger",
        "error",
        "hint",
        "important",
        "note",
        "seealso",
        "tip",
        "warning",
    ]
)
KEPT_DIRECTIVES = ADMONITIONS | {"admonition", "code", "code-block", "math"}


def indented_code(lines: Sequence[Line], report: Report) -> list[Line]:
    """Make fences of indented blocks, whose language nothing tells."""
    result = list(lines)
    for token in reversed(tokens_of(lines)):
        if token.type != "code_block" or token.level or not token.map:
            continue
        start, end = token.map
        while end > start and not lines[end - 1].text.strip():
            end -= 1
        content = token.content.strip("\n")
        fence = fence_for(content)
        report.warning(
            lines[start].number, "indented", "an indented block is kept as a fence of text"
        )
        rest = [] if end == len(lines) or not lines[end].text.strip() else [""]
        result = replaced(result, start, end, "\n".join([f"{fence}text", content, fence, *rest]))
    return result


def languages(lines: Sequence[Line], report: Report) -> list[Line]:
    """Give every fence a language that its text can be read as, `text` where there is none."""
    result = list(lines)
    for fence in reversed(list(fences(tokens_of(lines)))):
        opening = lines[fence.start]
        match = re.match(r"^(?P<lead>.*?)(?P<mark>`{3,}|~{3,})(?P<info>.*)$", opening.text)
        if match is None:
            continue
        info, extra = _info(fence, opening.number, report)
        if info == match["info"].strip() and not extra:
            continue
        result[fence.start] = Line(f"{match['lead']}{match['mark']}{info}", opening.number)
        result[fence.start + 1 : fence.start + 1] = [
            Line(f"{match['lead']}{text}" if not match["lead"].strip() else text, opening.number)
            for text in extra
        ]
    return result


def _info(fence: Fence, line: int, report: Report) -> tuple[str, list[str]]:
    """Give a fence's new info and the lines that go before its content."""
    info = fence.info
    if directive := re.match(r"^\{(?P<name>[\w:.+-]+)\}(?P<rest>.*)$", info):
        if directive["name"] in KEPT_DIRECTIVES:
            return info, []
        report.error(
            line,
            "directive",
            f"the directive {quoted(info)} is not ours; it is kept as text",
            "rewrite it in MyST",
        )
        return "text", [info]
    word = re.split(r"[\s,{]", info.lstrip("{."))[0].rstrip("}") if info else ""
    if info and word != info:
        report.warning(line, "fence", f"this fence says more than its language: {quoted(info)}")
    if not word:
        code = parsed(fence.content) is not None and not _is_prose(fence.content)
        word = "python" if code and _lexes("python", fence.content) else "text"
    if PYTHON.match(word):
        word = "python"
    if not _lexes(word, fence.content):
        report.warning(
            line, "fence", f"this text cannot be coloured as {word or 'code'}; it is shown as text"
        )
        word = "text"
    return word, []


def _is_prose(content: str) -> bool:
    """Tell whether text that happens to parse as Python has nothing of code about it."""
    return not re.search(r"[=(\[:]|\bimport\b", content)


@functools.lru_cache(maxsize=256)
def _lexes(name: str, content: str) -> bool:
    """Tell whether Pygments knows a language and reads the text without an error."""
    # Pygments comes with Sphinx, which asks it the same.
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Error
    from pygments.util import ClassNotFound

    if name == "text":
        return True
    try:
        lexer = get_lexer_by_name(name)
    except ClassNotFound:
        return False
    return all(kind is not Error for kind, _ in lexer.get_tokens(content))
