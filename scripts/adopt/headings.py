"""Headings: one title, no level skipped, and an ASCII label before each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scripts.adopt.blocks import texts, tokens_of
from scripts.adopt.page import Code, Line, Part, Prose, Report, quoted, trimmed

_MOST_WORDS = 6
_LABEL_LINE = re.compile(r"^\((?P<label>[A-Za-z0-9][\w.-]*)\)=\s*$")


@dataclass(frozen=True)
class Heading:
    """A heading of the page, what it says, and the level and the label that it gets."""

    part: int
    start: int
    end: int
    line: int
    text: str
    old_level: int
    level: int = 0
    label: str = ""


def with_title(parts: Sequence[Part], title: str, docname: str, report: Report) -> list[Part]:
    """Give the parts with a title where the page has none of its own.

    It has one when its first heading is of the first level, or when `title`, from its front
    matter, is empty and it has any heading at all.
    """
    first = next(iter(_found(parts)), None)
    if first is not None and (first.old_level == 1 or not title):
        return list(parts)
    shown = title or docname.rsplit("/", 1)[-1].replace("-", " ").capitalize()
    if not title:
        report.warning(1, "title", f"the page has no heading; its title is made up: {shown}")
    return [Prose((Line(f"# {shown}", 1),)), *parts]


def read_headings(parts: Sequence[Part], docname: str, report: Report) -> list[Heading]:
    """Give the headings at the top level of the page, with their new levels and labels.

    The first is the title. Another first-level heading becomes a section of the page, with
    its own sections one level further down; a skipped level is closed up.
    """
    return _labelled(_levelled(_found(parts), report), parts, docname)


def _found(parts: Sequence[Part]) -> list[Heading]:
    found: list[Heading] = []
    for at, part in enumerate(parts):
        if isinstance(part, Code):
            continue
        for block in texts(tokens_of(part.lines)):
            if block.kind != "heading" or block.nested:
                continue
            line = part.lines[block.start]
            text = quoted(block.content)
            if text:
                found.append(Heading(at, block.start, block.end, line.number, text, block.level))
    return found


def _levelled(found: Sequence[Heading], report: Report) -> list[Heading]:
    result: list[Heading] = []
    open_levels: list[tuple[int, int]] = []
    for number, heading in enumerate(found):
        # The title counts as level 0, so that every other heading stands below it.
        old = heading.old_level if number else 0
        while open_levels and open_levels[-1][0] >= old:
            open_levels.pop()
        level = min(open_levels[-1][1] + 1 if open_levels else 1, 6)
        open_levels.append((old, level))
        if level != heading.old_level:
            why = (
                "only the title has the first level"
                if heading.old_level == 1
                else "no level is skipped"
            )
            report.warning(
                heading.line,
                "heading-level",
                f"this heading goes from level {heading.old_level} to {level}, since {why}:"
                f" {heading.text}",
            )
        result.append(replace(heading, level=level))
    return result


def _labelled(found: Sequence[Heading], parts: Sequence[Part], docname: str) -> list[Heading]:
    base = slug(docname) or "lesson"
    used: set[str] = set()
    result: list[Heading] = []
    for number, heading in enumerate(found):
        words = slug(plain_text(heading.text))
        section = f"{base}-{words}" if words else f"{base}-section-{number}"
        label = _own_label(heading, parts) or (section if number else base)
        unique, copy = label, 2
        while unique in used:
            unique, copy = f"{label}-{copy}", copy + 1
        used.add(unique)
        result.append(replace(heading, label=unique))
    return result


def _own_label(heading: Heading, parts: Sequence[Part]) -> str:
    """Give the label that the page itself has put before a heading, if it has."""
    part = parts[heading.part]
    assert isinstance(part, Prose)
    before = part.lines[heading.start - 1].text if heading.start else ""
    match = _LABEL_LINE.match(before)
    return match["label"] if match else ""


def slug(text: str) -> str:
    """Give the English words of a text as a slug; an empty text where there are none.

    >>> slug("JAX의 첫 번째 변환: grad"), slug("캐싱")
    ('jax-grad', '')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[A-Za-z0-9]+", plain.replace("'", ""))
    if not any(re.search(r"[A-Za-z]", word) for word in words):
        return ""
    return "-".join(words[:_MOST_WORDS]).lower()


def plain_text(markdown: str) -> str:
    """Give a heading's text without marks and links.

    >>> plain_text("**Why** `jit` [works](https://a.b)")
    'Why jit works'
    """
    text = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", markdown)
    text = re.sub(r"\{[\w:+-]+\}(?=`)", "", text)
    text = re.sub(r"<[^<>]+>", "", text)
    text = re.sub(r"(?<!\\)(?:\*+|`+|~~)|(?<![\w\\])_+(?=\S)|(?<=\S)_+(?!\w)", "", text)
    return quoted(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text))


def heading_anchors(found: Sequence[Heading], ids: dict[str, int]) -> dict[str, str]:
    """Give what links may say after `#`, as Jupyter and GitHub write it, and the label it means.

    `ids` holds the names of `<a id=...>` and the lines that they stood on: each means the next
    heading, or the last.
    """
    anchors: dict[str, str] = {}
    for heading in found:
        text = plain_text(heading.text)
        jupyter = text.replace(" ", "-")
        github = re.sub(r"[^\w\s-]", "", text.lower()).replace(" ", "-")
        for name in (jupyter, github, heading.label):
            anchors.setdefault(name, heading.label)
            anchors.setdefault(name.lower(), heading.label)
    for name, line in ids.items():
        after = [heading for heading in found if heading.line >= line]
        if found:
            anchors.setdefault(name, (after or found[-1:])[0].label)
    return anchors


def with_headings(parts: Sequence[Part], found: Sequence[Heading], report: Report) -> list[Part]:
    """Give the parts with their headings rewritten, and the title first."""
    result = list(parts)
    first: list[Line] = []
    for number, heading in reversed(list(enumerate(found))):
        part = result[heading.part]
        assert isinstance(part, Prose)
        own = bool(_own_label(heading, parts))
        line = heading.line
        new = [
            Line(f"({heading.label})=", line),
            Line(f"{'#' * heading.level} {heading.text}", line),
        ]
        before = list(trimmed(part.lines[: heading.start - own]))
        after = list(trimmed(part.lines[heading.end :]))
        gap = [Line("", line)]
        if number:
            kept = [*before, *(gap if before else []), *new, *(gap if after else []), *after]
        else:
            first = new
            kept = [*before, *(gap if before and after else []), *after]
            if before or any(_filled(p) for p in result[: heading.part]):
                report.warning(line, "title", f"the title is moved to the top: {heading.text}")
        result[heading.part] = Prose(tuple(kept))
    return [Prose(tuple(first)), *result]


def _filled(part: Part) -> bool:
    return isinstance(part, Code) or any(line.text.strip() for line in part.lines)
