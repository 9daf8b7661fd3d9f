"""Markdown that other systems read differently: fences, directives, roles, stray marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markdown_it.token import Token

from scripts.adopt.blocks import masked, replaced, texts, tokens_of
from scripts.adopt.fences import ADMONITIONS, indented_code, languages
from scripts.adopt.page import Code, Line, Part, Prose, Report, joined, quoted, trimmed
from scripts.inventory import documents

_KEPT_ROLES = frozenset({"abbr", "code", "kbd", "math", "sub", "sup"})
# VuePress and Docusaurus: `:::tip Title`.
_CONTAINER = re.compile(r"^(?P<colons>:{3,})[ \t]*(?P<name>[a-z]+)?(?P<rest>[^{}]*)$")
_FOREIGN = re.compile(r"\{%.*?%\}|\{\{[<%].*?[>%]\}\}|^\s*\.\. [\w-]+::.*$", re.MULTILINE)
_ROLE = re.compile(
    r"\{(?P<name>[A-Za-z][\w:+.-]*)\}(?P<ticks>`+)(?P<text>.+?)(?P=ticks)", re.DOTALL
)
_FOOTNOTE = re.compile(r"\[\^(?P<name>[^\]\s]+)\](?P<colon>:?)")
_NO_SPACE = re.compile(r"^#{1,6}(?=[^\s#!])")


def with_our_syntax(parts: Sequence[Part], report: Report) -> list[Part]:
    """Give the parts with what MyST would refuse, hide or warn of rewritten, each time named."""
    labels: set[str] = set()
    result: list[Part] = []
    filled = [at for at, part in enumerate(parts) if isinstance(part, Code) or part.lines]
    for at, part in enumerate(parts):
        if isinstance(part, Code):
            result.append(part)
            continue
        lines: Sequence[Line] = _first_labels(part.lines, labels, report)
        for step in STEPS:
            lines = step(lines, report)
        lines = _transitions(
            lines, report, opens=at in filled[:2], closes=bool(filled) and at == filled[-1]
        )
        result.append(Prose(trimmed(_escaped_footnotes(lines, report))))
    return result


def _first_labels(lines: Sequence[Line], labels: set[str], report: Report) -> list[Line]:
    """Take out a label line where the page has the label already; `labels` is kept up."""
    result = list(lines)
    for token in tokens_of(lines):
        if token.type != "myst_target" or not token.map:
            continue
        line = lines[token.map[0]]
        if token.content in labels:
            message = f"the page has this label already; it is taken out: {quoted(line.text)}"
            report.warning(line.number, "label", message)
            result[token.map[0]] = Line("", line.number)
        labels.add(token.content)
    return result


def _containers(lines: Sequence[Line], report: Report) -> list[Line]:
    """Turn `:::tip` into `:::{tip}`; a name that we do not know is named."""
    code = _code_lines(tokens_of(lines))
    result: list[Line] = []
    open_blocks = 0
    for at, line in enumerate(lines):
        match = _CONTAINER.match(line.text) if at not in code else None
        if match is None:
            result.append(line)
            continue
        name, title = match["name"] or "", match["rest"].strip()
        known = {"info": "note", "details": "note"}.get(name, name)
        if not name and not title and open_blocks:
            open_blocks -= 1
            result.append(line)
        elif known in ADMONITIONS:
            open_blocks += 1
            report.warning(
                line.number, "directive", f"this block became a MyST directive: {quoted(line.text)}"
            )
            head = f"{{admonition}} {title}" if title else f"{{{known}}}"
            result.append(Line(f"{match['colons']}{head}", line.number))
            if title:
                result.append(Line(f":class: {known}", line.number))
        else:
            report.error(
                line.number,
                "directive",
                f"this mark of another system is kept as text: {quoted(line.text)}",
                "rewrite it in MyST",
            )
            result.append(Line("\\" + line.text, line.number))
    return result


def _stray_marks(lines: Sequence[Line], report: Report) -> list[Line]:
    """Keep lines that MyST would take for comments, and name headings that are none."""
    tokens = tokens_of(lines)
    result = list(lines)
    for number, token in reversed(list(enumerate(tokens))):
        if not token.map:
            continue
        start, end = token.map
        first = lines[start]
        if token.type == "myst_line_comment":
            for at in range(start, end):
                report.warning(
                    lines[at].number,
                    "escaped",
                    "a line that starts with % is a comment in MyST; it is kept as text:"
                    f" {quoted(lines[at].text)}",
                )
                text = lines[at].text
                result[at] = Line(text.replace("%", "\\%", 1), lines[at].number)
        elif token.type == "myst_block_break":
            report.warning(first.number, "escaped", f"a break is taken out: {quoted(first.text)}")
            result[start:end] = [Line("", first.number)]
        elif token.type == "heading_open" and token.level == 0:
            if not tokens[number + 1].content.strip():
                report.warning(
                    first.number, "heading", f"an empty heading is taken out: {quoted(first.text)}"
                )
                result[start:end] = [Line("", first.number)]
        elif token.type == "paragraph_open" and _NO_SPACE.match(first.text):
            report.warning(
                first.number,
                "heading",
                f"this looks like a heading, but has no space after the #: {quoted(first.text)}",
                "put a space there if it is one",
            )
    return result


def _transitions(
    lines: Sequence[Line], report: Report, *, opens: bool, closes: bool
) -> Sequence[Line]:
    """Take out transitions after a heading, beside another, and at either end of the page.

    docutils refuses them there. `opens` and `closes` tell that nothing but the title stands
    before these lines, and nothing after them.
    """
    result = list(lines)
    tokens = [t for t in tokens_of(lines) if t.level == 0]
    for number, token in reversed(list(enumerate(tokens))):
        if token.type != "hr" or not token.map:
            continue
        before = tokens[number - 1].type if number else "heading_close" if opens else ""
        last = number == len(tokens) - 1
        after = ("hr" if closes else "") if last else tokens[number + 1].type
        if before in {"hr", "heading_close"} or after == "hr":
            start, end = token.map
            first = lines[start]
            report.warning(
                first.number,
                "transition",
                f"a line across the page cannot stand here and is taken out: {quoted(first.text)}",
            )
            result[start:end] = [Line("", first.number)]
    return result


def _inline(lines: Sequence[Line], report: Report) -> list[Line]:
    """Turn roles that ask for names elsewhere into code, and name what other systems left."""
    result = list(lines)
    for block in reversed(texts(tokens_of(lines))):
        text = joined(lines[block.start : block.end])
        line = lines[block.start].number

        def role(match: re.Match[str]) -> str:
            if match["name"] in _KEPT_ROLES or match["name"] == "eq":
                return match[0]
            target = re.search(r"<([^<>]+)>$", match["text"])
            if documents(match["name"], (target[1] if target else match["text"]).lstrip("~!")):
                return match[0]  # the site links it
            report.warning(
                line,  # noqa: B023 - called before the loop goes on
                "role",
                f"the role {quoted(match[0])} looks a name up that our site may not have;"
                " its text is kept",
                "link it",
            )
            shown = re.sub(r"\s*<[^<>]*>$", "", match["text"]).lstrip("~!")
            return shown if match["name"] in {"ref", "doc", "any", "term"} else f"`{shown}`"

        for match in _FOREIGN.finditer(masked(text)):
            raw = quoted(text[match.start() : match.end()])
            report.error(
                line,
                "directive",
                f"this mark of another system is kept as text: {raw}",
                "rewrite it in MyST",
            )
        if (new := _ROLE.sub(role, text)) != text:
            result = replaced(result, block.start, block.end, new)
    return result


def _footnotes(lines: Sequence[Line]) -> frozenset[str]:
    """Give the names of the footnotes that are both written and called in these lines."""
    called: set[str] = set()
    written: set[str] = set()
    for match in _FOOTNOTE.finditer(masked(joined(lines))):
        at_start = match.start() == 0 or match.string[match.start() - 1] == "\n"
        (written if match["colon"] and at_start else called).add(match["name"])
    return frozenset(called & written)


def _escaped_footnotes(lines: Sequence[Line], report: Report) -> list[Line]:
    """Escape what is half a footnote; MyST-NB resolves them between two cells only."""
    notes = _footnotes(lines)
    code = _code_lines(tokens_of(lines))
    result: list[Line] = []
    for at, line in enumerate(lines):
        text = line.text
        found = [] if at in code else list(_FOOTNOTE.finditer(masked(text)))
        for match in reversed(found):
            if match["name"] not in notes:
                message = f"the footnote {match[0]} has no counterpart in the text around it"
                report.warning(line.number, "footnote", message)
                text = text[: match.start()] + "\\" + text[match.start() :]
        result.append(Line(text, line.number))
    return result


def _code_lines(tokens: Sequence[Token]) -> frozenset[int]:
    kinds = {"fence", "code_block", "math_block", "amsmath", "html_block"}
    return frozenset(
        at for token in tokens if token.type in kinds and token.map for at in range(*token.map)
    )


# In this order: marks first, since they change what is a block; languages once all are fences.
STEPS: tuple[Callable[[Sequence[Line], Report], list[Line]], ...] = (
    _containers,
    _stray_marks,
    indented_code,
    languages,
    _inline,
)
