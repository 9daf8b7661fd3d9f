"""The head of a foreign page: its front matter, badges and credits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import yaml

from scripts.adopt.page import Code, Line, Part, Prose, Report, joined, quoted, trimmed

ROLES = ("authors", "translators", "reviewers")


@dataclass
class Credits:
    """What the head of a page says about it: title, tags and people."""

    title: str = ""
    title_line: int = 1
    tags: list[str] = field(default_factory=list)
    people: dict[str, list[str]] = field(default_factory=lambda: {role: [] for role in ROLES})

    def add(self, role: str, names: Sequence[str]) -> None:
        """Add names to a role, each once."""
        known = self.people[role]
        known += [name for name in dict.fromkeys(names) if name not in known]


_KEYS = {
    "author": "authors",
    "authors": "authors",
    "translator": "translators",
    "translators": "translators",
    "reviewer": "reviewers",
    "reviewers": "reviewers",
}
_LABELS = {
    "authors": r"원저자|공동 ?저자|저자|글쓴이|작성자|지은이|Author(?:s|\(s\))?|Written by",
    "translators": r"역자|번역자|번역|옮긴이|옮김|Translator(?:s|\(s\))?|Translated by|Translation",
    "reviewers": (
        r"검수자|검수|감수자|감수|검토자|검토|리뷰어|교정|Reviewer(?:s|\(s\))?|Reviewed by"
        r"|Proofread(?:ers?|ing| by)"
    ),
}
_LABEL = re.compile(
    "|".join(rf"(?P<{role}>(?<![\w가-힣])(?:{words}))" for role, words in _LABELS.items()), re.I
)
_COLON = re.compile(r"[\s*_]*[:：][\s*_]*")
_SEPARATOR = re.compile(r"\s*(?:[,，、·;/|&]|\band\b|\s및\s)\s*")
_TAG = re.compile(r"<[^<>]+>")
_NAMED_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_LEAD = re.compile(r"^[\s>|]*(?:[-+*]\s+|\d+[.)]\s+)?")
_MARKS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)")
_LONGEST_NAME, _MOST_WORDS = 40, 5
# Credits stand near the title or at the foot of a page.
_HEAD_LINES, _FOOT_LINES = 40, 12


def without_front_matter(parts: Sequence[Part], found: Credits, report: Report) -> list[Part]:
    """Take the page's own front matter out, and keep what a lesson's front matter can hold."""
    first = parts[0] if parts else None
    if not isinstance(first, Prose) or not first.lines or first.lines[0].text.strip() != "---":
        return list(parts)
    end = next(
        (i for i, ln in enumerate(first.lines[1:], 1) if ln.text.strip() in {"---", "..."}), 0
    )
    block = first.lines[1:end]
    try:
        data = yaml.safe_load(joined(block)) if end else None
    except yaml.YAMLError:
        data = None
    if not isinstance(data, dict):
        return list(parts)
    found.title = str(data.get("title") or "")
    found.tags = _strings(data.get("tags") or data.get("keywords"))
    for key, role in _KEYS.items():
        found.add(role, _strings(data.get(key)))
    kept = {"title", "tags", "keywords", *_KEYS}
    left_out = False
    for line in block:
        named = re.match(r"^(?P<key>[\w-]+)\s*:", line.text)
        if named:
            left_out = named["key"] not in kept
            if named["key"] == "title":
                found.title_line = line.number
        if left_out and line.text.strip():
            report.warning(
                line.number,
                "front-matter",
                f"this line of the page's front matter is left out: {quoted(line.text)}",
            )
    return [Prose(trimmed(first.lines[end + 1 :])), *parts[1:]]


def _strings(value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, dict):
        value = value.get("name", "")
    items = value if isinstance(value, list) else _SEPARATOR.split(str(value))
    texts = [str(i.get("name", "")) if isinstance(i, dict) else str(i) for i in items]
    return [text.strip() for text in texts if text.strip()]


def without_credits(parts: Sequence[Part], found: Credits, report: Report) -> list[Part]:
    """Take the lines that name authors, translators and reviewers out of the prose."""
    near = set(_near_the_ends(parts))
    result: list[Part] = []
    for at, part in enumerate(parts):
        if isinstance(part, Code):
            result.append(part)
            continue
        lines = list(part.lines)
        drop: set[int] = set()
        for index, line in enumerate(lines):
            if (at, index) in near and index not in drop and _inline_credits(line.text):
                below = _names_below(lines, index)
                drop |= {index, *below}
                _take(lines, index, below, found, report)
        kept = [line for index, line in enumerate(lines) if index not in drop]
        result.append(Prose(trimmed(_closed_up(kept, lines, drop))))
    return result


def _near_the_ends(parts: Sequence[Part]) -> Iterator[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    head, headings, in_head = 0, 0, True
    for at, part in enumerate(parts):
        if isinstance(part, Code):
            continue
        fence = ""
        for index, line in enumerate(part.lines):
            mark = re.match(r"\s*(```+|~~~+)", line.text)
            if mark:
                fence = "" if fence else mark[1]
                continue
            if fence or not line.text.strip():
                continue
            places.append((at, index))
            headings += bool(re.match(r"#{1,6}\s", line.text))
            head += 1
            in_head = in_head and headings < 2 and head <= _HEAD_LINES
            if in_head:
                yield at, index
    yield from places[-_FOOT_LINES:]


def _inline_credits(text: str) -> list[tuple[str, str]]:
    """Give the roles and the text after each, for a line that holds nothing but credits.

    >>> _inline_credits("*저자: A & B* / *역자 : C*")
    [('authors', 'A & B'), ('translators', 'C')]
    >>> _inline_credits("번역: 이 문장은 이름의 목록이 아니라 본문입니다.")
    []
    """
    bare = _MARKS.sub("", _LEAD.sub("", _TAG.sub(" ", _NAMED_LINK.sub(r"\1", text)))).strip()
    bare = bare.rstrip("\\").strip().lstrip("([").strip()
    found: list[tuple[str, str]] = []
    starts = [
        (match, colon)
        for match in _LABEL.finditer(bare)
        if (colon := _COLON.match(bare, match.end()))
    ]
    if not starts or starts[0][0].start() > 0:
        return []
    for (match, colon), after in zip(starts, [*starts[1:], None], strict=True):
        rest = bare[colon.end() : after[0].start() if after else len(bare)].strip()
        if after:
            rest = re.sub(r"[\s,/|·(\[]+$", "", rest)
        rest = rest.rstrip(")]") if rest.count("(") < rest.count(")") else rest
        if not all(_is_name(name) for name in _SEPARATOR.split(rest) if name):
            return []
        found.append((str(match.lastgroup), rest))
    return found


def _is_name(text: str) -> bool:
    sentence = len(text) > 15 and re.search(r"(?:다|요|[.!?])$", text) is not None
    return len(text) <= _LONGEST_NAME and len(text.split()) <= _MOST_WORDS and not sentence


def _names_below(lines: Sequence[Line], index: int) -> list[int]:
    """Give the list items below a label that has no names beside it."""
    if _inline_credits(lines[index].text)[-1][1]:
        return []
    below: list[int] = []
    for at in range(index + 1, len(lines)):
        text = lines[at].text
        if not text.strip() and not below:
            continue
        item = re.match(r"\s*[-*+]\s+(.*)$", text)
        if not item or not _is_name(item[1].strip()) or _inline_credits(text):
            break
        below.append(at)
    return below


def _take(
    lines: Sequence[Line], index: int, below: Sequence[int], found: Credits, report: Report
) -> None:
    line = lines[index]
    marks = "".join(m for m in re.findall(r"[*_]", _LEAD.sub("", line.text)))
    open_mark = marks.count("*") % 2 or marks.count("_") % 2
    for role, text in _inline_credits(line.text):
        names = [name.strip() for name in _SEPARATOR.split(text) if name.strip()]
        names += [_LEAD.sub("", lines[at].text).strip() for at in below]
        found.add(role, names)
        if not names or re.search(r"[,，、·;/|&]$", text):
            report.error(
                line.number,
                "credits-cut",
                f"the list of {role} is cut short here: {quoted(line.text)}",
                f"complete `{role}` in the front matter",
            )
    if open_mark:
        neighbours = [lines[at].text for at in (index - 1, index + 1) if 0 <= at < len(lines)]
        shared = any(_inline_credits(t) and t.count("*") % 2 for t in neighbours)
        if not shared:
            report.warning(
                line.number,
                "unclosed-emphasis",
                f"the emphasis of this credits line is never closed: {quoted(line.text)}",
            )
    for at in (index, *below):
        report.warning(
            lines[at].number,
            "credits",
            f"moved to the front matter: {quoted(lines[at].text)}",
        )


def _closed_up(kept: Sequence[Line], lines: Sequence[Line], drop: set[int]) -> list[Line]:
    """Give the lines that are left, with one blank line where credits were taken out."""
    if not drop:
        return list(kept)
    result: list[Line] = []
    gone = {lines[at].number for at in drop}
    for line in kept:
        blank = not line.text.strip()
        near_gap = {line.number - 1, line.number + 1} & gone
        if blank and near_gap and result and not result[-1].text.strip():
            continue
        result.append(line)
    return result
