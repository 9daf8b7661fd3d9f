"""What a foreign page is cut into: prose with its line numbers, and code cells with outputs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.diagnostic import Diagnostic, Severity

Output = Mapping[str, Any]


@dataclass(frozen=True)
class Line:
    """A line of text and the number (from 1) of the line of the source that it came from."""

    text: str
    number: int


@dataclass(frozen=True)
class Prose:
    """Lines of Markdown between two cells."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Code:
    """A code cell of the page: its source, the outputs that were stored with it, and its tags.

    `numbers` are the lines of the source page that the lines of code stand on.
    """

    source: str
    numbers: tuple[int, ...]
    outputs: tuple[Output, ...] = ()
    tags: tuple[str, ...] = ()
    raises: str = ""

    @property
    def line(self) -> int:
        """Give the line of the source page that the code starts on."""
        return self.number(1)

    def number(self, line: int) -> int:
        """Give the line of the source page for a line of the code, counted from 1."""
        return self.numbers[min(max(line, 1), len(self.numbers)) - 1]


Part = Prose | Code


@dataclass(frozen=True)
class Link:
    """A link that was rewritten; `new` is empty where only its text was kept."""

    line: int
    old: str
    new: str


@dataclass(frozen=True)
class ExpectedError:
    """A cell that must raise: its line in the page, today's exception class, and why.

    `raises` is empty where the page does not say which class; `was` is the class that the page
    shows, and `by` what told us: `traceback`, `comment` or `tag`.
    """

    line: int
    raises: str
    was: str
    by: str


@dataclass
class Report:
    """Gathers what is to be said about one page while it is read."""

    path: Path
    findings: list[Diagnostic] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def error(self, line: int, rule: str, message: str, fix: str = "") -> None:
        """Note something that keeps the lesson from being built or executed."""
        self._add(line, rule, message, fix, Severity.ERROR)

    def warning(self, line: int, rule: str, message: str, fix: str = "") -> None:
        """Note something that was changed or left out, or that an author should look at."""
        self._add(line, rule, message, fix, Severity.WARNING)

    def _add(self, line: int, rule: str, message: str, fix: str, severity: Severity) -> None:
        self.findings.append(Diagnostic(self.path, line, rule, message, severity, fix))


def quoted(text: str) -> str:
    """Give a text on one line, for a message.

    >>> quoted("two\\n  lines ")
    'two lines'
    """
    return " ".join(text.split())


def numbered(text: str, first: int = 1) -> tuple[Line, ...]:
    """Give the lines of a text with their numbers.

    >>> numbered("a\\nb", 3)[1]
    Line(text='b', number=4)
    """
    return tuple(Line(line, number) for number, line in enumerate(text.split("\n"), first))


def joined(lines: Iterable[Line]) -> str:
    """Give the text of some lines."""
    return "\n".join(line.text for line in lines)


def trimmed(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Give the lines without the blank ones at both ends.

    >>> trimmed(numbered("\\n a\\n\\n"))
    (Line(text=' a', number=2),)
    """
    kept = list(lines)
    while kept and not kept[0].text.strip():
        kept.pop(0)
    while kept and not kept[-1].text.strip():
        kept.pop()
    return tuple(kept)


def fence_for(content: str) -> str:
    """Give backticks enough that nothing in the content closes the fence.

    >>> fence_for("a ``` b"), fence_for("```python\\nx\\n```")
    ('```', '````')
    """
    closing = re.findall(r"^[ \t]*(`+)[ \t]*$", content, re.MULTILINE)
    longest = max((len(run) for run in closing), default=0)
    return "`" * max(3, longest + 1)
