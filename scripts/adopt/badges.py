"""Badges that open a page elsewhere: Colab, Binder, Kaggle and their like."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scripts.adopt.page import Code, Line, Part, Prose, Report, quoted, trimmed

_SERVICE = (
    r"colab\.research\.google\.com|colab\.google|mybinder\.org|kaggle\.com|deepnote\.com"
    r"|studiolab\.sagemaker\.aws|console\.paperspace\.com|gradient\.run|github\.dev"
)
_PICTURE = re.compile(
    r"colab[-_]?(?:badge|logo)|badge[-_]?colab|colab\.svg|google[-_]?colab|mybinder\.org/badge"
    r"|badge_logo|binder[\w-]*\.svg|open[-_]in[-_]\w+|kaggle[\w/.-]*\.(?:svg|png)"
    r"|button[-_]?deepnote|launch[-_]in[-_]\w+|shields\.io/\S*(?:colab|binder|kaggle)"
    r"|GitHub-Mark|github_logo|download_logo|tf_logo",
    re.I,
)
_TEXT = re.compile(
    r"(?:open|run|launch|view|try|열기|실행|보기)[^\]<]*(?:colab|binder|kaggle|deepnote)"
    r"|(?:colab|binder|kaggle|코랩|콜랩|바인더)[^\]<]*(?:open|run|launch|열기|실행|보기)",
    re.I,
)
_SHAPES = (
    re.compile(r"<a\b[^>]*>(?:\s*<img\b[^>]*>)?[^<\]]*</a>", re.I | re.DOTALL),
    re.compile(r"\[!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])\](?:\([^)]*\)|\[[^\]]*\])"),
    re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])"),
    re.compile(r"<img\b[^>]*>", re.I),
    re.compile(r"\[[^\]!]*\]\([^)]*\)"),
)
_DEFINITION = re.compile(r"^ {0,3}\[(?P<name>[^\]]+)\]:\s*(?P<target>\S+).*$")
# What may be left of a block of badges once they are gone.
_WRAPPING = re.compile(
    r"</?(?:table|tbody|tr|td|th|p|div|center|br|span|a)\b[^>]*>|&nbsp;|[\s|*_:-]"
)


def without_badges(parts: Sequence[Part], report: Report) -> list[Part]:
    """Take badges out of the prose, and name each with what it opened."""
    definitions = {
        match["name"].lower(): match["target"]
        for part in parts
        if isinstance(part, Prose)
        for line in part.lines
        if (match := _DEFINITION.match(line.text))
    }
    return [
        part if isinstance(part, Code) else Prose(trimmed(_clean(part.lines, definitions, report)))
        for part in parts
    ]


def _clean(lines: Sequence[Line], definitions: dict[str, str], report: Report) -> list[Line]:
    result: list[Line] = []
    block: list[Line] = []
    fence = ""
    for line in (*lines, Line("", lines[-1].number if lines else 1)):
        mark = re.match(r"\s*(```+|~~~+)", line.text)
        if mark:
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
        if line.text.strip() and not fence and not mark:
            block.append(line)
            continue
        result += _clean_block(block, definitions, report)
        result.append(line)
        block = []
    return result[:-1]


def _clean_block(
    block: Sequence[Line], definitions: dict[str, str], report: Report
) -> Sequence[Line]:
    if not block:
        return block
    text = "\n".join(line.text for line in block)
    spans: list[tuple[int, int]] = []
    for shape in _SHAPES:
        for found in shape.finditer(text):
            inside = any(start < found.end() and found.start() < end for start, end in spans)
            if not inside and _is_badge(found[0], definitions):
                spans.append(found.span())
    dropped = [
        line
        for line in block
        if (match := _DEFINITION.match(line.text)) and _PICTURE.search(match["target"])
    ]
    if not spans and not dropped:
        return block
    rest = text
    for start, end in sorted(spans, reverse=True):
        rest = rest[:start] + re.sub(r"[^\n]", "", text[start:end]) + rest[end:]
        number = block[text[:start].count("\n")].number
        raw = quoted(text[start:end])
        report.warning(number, "badge", f"this badge is taken out: {raw}")
    kept: list[Line] = []
    only_badges = not _WRAPPING.sub("", rest)
    for line, left in zip(block, rest.split("\n"), strict=True):
        if line in dropped or only_badges or not left.strip():
            left_over = quoted(line.text if line in dropped else left)
            if left_over:
                report.warning(
                    line.number, "badge", f"this goes with the badges and is taken out: {left_over}"
                )
            continue
        kept.append(Line(left, line.number))
    return kept


def _is_badge(text: str, definitions: dict[str, str]) -> bool:
    named = [definitions.get(n.lower(), "") for n in re.findall(r"\[([^\[\]]+)\]", text)]
    whole = " ".join([text, *named])
    picture = "img" in text or "![" in text
    if picture:
        source = re.findall(r"src\s*=\s*[\"']?([^\s\"'>]+)|!\[[^\]]*\]\(([^)\s]*)", text)
        sources = " ".join(part for pair in source for part in pair) + " " + " ".join(named)
        return bool(_PICTURE.search(sources) or (re.search(_SERVICE, whole) and _TEXT.search(text)))
    label = re.sub(r"<[^>]*>|\([^)]*\)", "", text)
    return bool(re.search(_SERVICE, whole) and _TEXT.search(label))
