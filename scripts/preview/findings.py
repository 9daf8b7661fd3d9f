"""What is wrong with a lesson, each fault once, though rules, code and Sphinx all tell of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Lesson
from scripts.messages import quoted

# What Sphinx tells, as its type and its words, and the rules that tell the same of it.
_FOOTNOTES = re.compile(r"ref\.footnote |docutils .*(?:[Ff]ootnote|Unknown target name)")
_SAME: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (_FOOTNOTES, frozenset({"same-footnotes"})),
    (re.compile(r"\S+ .*[Dd]uplicate"), frozenset({"duplicate-label", "same-exercises"})),
    (re.compile(r"(?:myst\.xref|ref\.|image\.|download\.|toc\.)"), frozenset({"link"})),
    (re.compile(r"docutils \{output\}"), frozenset({"unknown-output"})),
    (re.compile(r"myst\.header "), frozenset({"same-structure"})),
    (re.compile(r"math\.tex "), frozenset({"same-math"})),
)
_NAMED = re.compile(r"'([^']+)'|\"([^\"]+)\"|`([^`]+)`|not (?:found|readable): ([^\s'\"]+)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")


def joined(
    lesson: Lesson,
    *,
    rules: Iterable[Diagnostic],
    code: Iterable[Diagnostic],
    sphinx: Iterable[Diagnostic],
) -> list[Diagnostic]:
    """Give what is wrong with a lesson, sorted: what the rules tell nobody else tells again.

    It weighs as much as it does for Sphinx then, which ends a build. What is left of Sphinx's own
    words is quoted where nobody knows them in Korean.
    """
    told = set(rules)
    known = {(one.line, one.rule, one.message) for one in told}
    told |= {one for one in code if (one.line, one.rule, one.message) not in known}
    # To Sphinx all below an open fence is code, and it misses what stands there.
    sphinx = () if any(one.rule == "unclosed-fence" for one in told) else sphinx
    places = _Places.of(lesson)
    same = {one: places.same(one, told) for one in sorted(sphinx)}
    heavy = {twin for twins in same.values() for twin in twins}
    told = (told - heavy) | {replace(one, severity=Severity.ERROR) for one in heavy}
    own = [one for one, twins in same.items() if not twins]
    told |= {replace(one, message=quoted(one.message)) for one in _once_a_line(own)}
    return sorted(told)


@dataclass(frozen=True)
class _Places:
    """Where something stands in a lesson: its lines, and where its blocks begin and end."""

    lines: tuple[str, ...]
    blocks: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, lesson: Lesson) -> _Places:
        spans = tuple((block.line, block.end) for block in lesson.blocks)
        return cls(tuple(lesson.text.split("\n")), spans)

    def same(self, finding: Diagnostic, others: Collection[Diagnostic]) -> list[Diagnostic]:
        """Give those of the others that are about the same thing as a finding of Sphinx."""
        said = f"{finding.rule} {finding.message}"
        rules = next((same for pattern, same in _SAME if pattern.match(said)), frozenset())
        about = [one for one in others if one.rule in rules]
        here = [one for one in about if self._are_together(finding.line, one.line)]
        if _FOOTNOTES.match(said):
            # Its text stands far from where it is referred to.
            names = self._footnotes(finding)
            return here or [one for one in about if any(name in one.message for name in names)]
        named = names_in(finding.message)
        if named and finding.line == 1:
            # Where a picture has no words to show Sphinx knows no line of it.
            here = about
        return [one for one in here if not named or named & _words(one.message)]

    def _are_together(self, one: int, other: int) -> bool:
        return one == other or any(
            start <= one <= end and start <= other <= end for start, end in self.blocks
        )

    def _footnotes(self, finding: Diagnostic) -> set[str]:
        names = {f"[^{name}]" for name in names_in(finding.message)}
        text = self.lines[finding.line - 1] if finding.line <= len(self.lines) else ""
        return names or set(_FOOTNOTE.findall(text))


def _once_a_line(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Give one finding for each thing that is named in a line, one where nothing is."""
    lines: dict[int, dict[frozenset[str], Diagnostic]] = {}
    for one in findings:
        lines.setdefault(one.line, {}).setdefault(frozenset(names_in(one.message)), one)
    for found in lines.values():
        yield from [one for names, one in found.items() if names] or found.values()


def names_in(message: str) -> set[str]:
    """Give what a message of Sphinx names, in small letters, files without their folders.

    >>> sorted(names_in("unknown document: 'a/Scan'")), names_in("image file not readable: x.png")
    (['scan'], {'x.png'})
    >>> names_in("Footnote [#] is not referenced.")
    set()
    """
    names = ("".join(match.groups("")) for match in _NAMED.finditer(message))
    return {name.rstrip("/").rsplit("/", 1)[-1].lstrip("#").lower() for name in names}


def _words(message: str) -> set[str]:
    """Give the words of a message as `names_in` gives names."""
    words = (word.strip("\"'`():;,") for word in message.split())
    return {word.rstrip("/").rsplit("/", 1)[-1].lstrip("#").lower() for word in words}
