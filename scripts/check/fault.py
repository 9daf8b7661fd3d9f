"""A fault in a line of prose: from it come the finding and, where it is safe, the mended line."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from scripts.check.prose import Line
from scripts.check.rule import Edit, Find, Fix, Rule, Selection
from scripts.check.targets import page_of
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern
from scripts.references import read_page


@dataclass(frozen=True)
class Fault:
    """Where in a line something is wrong, what, and what `--fix` puts there, if anything.

    `start` and `end` are indices of the line's text. `replacement` is None where a person decides;
    `advice` says then what to do. `raw` is what stands in the file there, and what `--fix` makes of
    it, where markup changes as well; its first character is at the column `at`, from 1. `may_be` is
    what may be meant, where that is a guess.
    """

    line: Line
    start: int
    end: int
    message: str
    replacement: str | None = None
    advice: str = ""
    severity: Severity = Severity.ERROR
    raw: tuple[str, str] = ("", "")
    at: int = 0
    may_be: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[int, int]:
        """Give the column where it begins in the file, and the one behind its end."""
        columns = self.line.columns
        return columns[self.start], columns[max(self.start, self.end - 1)] + 1

    @property
    def edit(self) -> tuple[int, str, str]:
        """Give where the file changes, as an index of its line, what stands there, and then."""
        if self.at:
            return self.at - 1, *self.raw
        text = self.line.text[self.start : self.end]
        return self.line.columns[self.start] - 1, text, str(self.replacement)

    @property
    def fix(self) -> str:
        """Give what to do about it, in a sentence."""
        if self.advice or self.replacement is None:
            return self.advice
        return f'write "{self.replacement}"'


# Gives the faults of one lesson; the selection is there for what is compared within a site.
Look = Callable[[Selection, Lesson], Iterable[Fault]]


def beside(told: Collection[Fault], more: Iterable[Fault]) -> Iterator[Fault]:
    """Give what more was found, but for what lies on something of its line that is told already."""
    for one in more:
        same = (its for its in told if its.line is one.line)
        if not any(its.start < one.end and one.start < its.end for its in same):
            yield one


def looks(*several: Look) -> Look:
    """Give what gives the faults that several give, one after the other."""

    def look(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
        for one in several:
            yield from one(selection, lesson)

    return look


def finder(rule: str, look: Look) -> Find:
    """Give the function that reports the faults that `look` gives, under the id of a rule."""

    def find(selection: Selection) -> Iterator[Diagnostic]:
        for lesson in selection.files:
            for one in look(selection, lesson):
                column, end = one.place
                place = lesson.path, one.line.number
                yield Diagnostic(
                    *place, rule, one.message, one.severity, one.fix, column=column, end=end,
                    may_be=one.may_be,
                )  # fmt: skip

    return find


def fixer(look: Look) -> Fix:
    """Give the function that mends the faults that have a replacement."""

    def fix(selection: Selection) -> Iterator[tuple[Lesson, tuple[Edit, ...]]]:
        for lesson in selection.files:
            found = [one for one in look(selection, lesson) if one.replacement is not None]
            found = list(_but_for_names(selection, lesson, found))
            if edits := tuple(_edits(lesson, _but_for_targets(lesson, found))):
                yield lesson, edits

    return fix


def _but_for_names(
    selection: Selection, lesson: Lesson, faults: Sequence[Fault]
) -> Iterator[Fault]:
    """Give the faults, but not those in headings that links lead to by their words."""
    named: dict[int, str] = {}
    if any(one.line.kind == "heading" for one in faults):
        named = {line: slug for slug, line in page_of(lesson).slugs.items()}
    for one in faults:
        slug = named.get(one.line.number, "")
        links = (f"#{slug}", f"#{quote(slug)}") if slug else ()
        texts = (other.text for other in selection.lessons.items)
        if not (links and any(link in text for text in texts for link in links)):
            yield one


def _but_for_targets(lesson: Lesson, faults: Sequence[Fault]) -> Sequence[Fault]:
    """Give the faults that can be mended without leading any link of the lesson elsewhere.

    The words of `[a link]` are its target as well, where the page defines one of that name.
    """
    if not faults or _leads(_with(lesson, faults)) == (before := _leads(lesson.text)):
        return faults
    return [one for one in faults if _leads(_with(lesson, [one])) == before]


def _with(lesson: Lesson, faults: Iterable[Fault]) -> str:
    """Give the text of a lesson once these faults are mended."""
    lines = lesson.text.split("\n")
    for edit in _edits(lesson, faults):
        lines[edit.start - 1 : edit.end - 1] = edit.lines
    return "\n".join(lines)


@functools.lru_cache(maxsize=8)
def _leads(text: str) -> tuple[list[tuple[str, str]], set[str], set[str], list[str]]:
    """Give where a page leads, the labels that it has, and the links that it defines."""
    page = read_page(text)
    targets = [(one.kind, one.target) for one in page.references if one.kind != "code"]
    return targets, set(page.labels), page.definitions, page.defined


def prose_rule(
    name: str,
    why: str,
    look: Look,
    *,
    example: str,
    fixed: bool = False,
    severity: Severity = Severity.WARNING,
) -> Rule:
    """Give a rule on the prose of one file at a time; `fixed` says that it mends."""

    def as_said(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
        yield from (one for one in look(selection, lesson) if not is_shown(one))

    fix = fixer(as_said) if fixed else None
    return Rule(name, severity, why, finder(name, as_said), fix, example)


_ARROW = r"\s*(?:[→⇒➜➔]|[-=]>)\s*"
_QUOTE = "\"'“”‘’「」『』"
_QUOTED_PAIR = lazy_pattern(
    rf"[{_QUOTE}](?P<wrong>[^{_QUOTE}]+)[{_QUOTE}]{_ARROW}(?=[{_QUOTE}](?P<right>[^{_QUOTE}]+))"
)


# Quotation marks that end what they begin, and what says that an example of a fault stands in them.
QUOTED = lazy_pattern(
    r"[“][^”]*”|‘[^’]*’|「[^」]*」|『[^』]*』|\"[^\"]*\"|(?<![A-Za-z0-9])'[^']*'(?![A-Za-z0-9])"
)
_OF_FAULTS = lazy_pattern(
    r"오타|오자|오기(?![가-힣])|맞춤법|띄어쓰기|잘못|틀[린렸리립]|misspel|mistyp|\bwho type"
    r"|\btypos?\b|wrong spelling",
    re.I,
)


# What is wrong in a sentence that says one of these is how a word is written.
_OF_SPELLING = lazy_pattern(
    r"오타|오자|오기(?![가-힣])|맞춤법|띄어쓰기"
    r"|(?:잘못|틀리게) (?:[가-힣]+ ){0,2}(?:[적쓰쓴썼]|표기|띄어|붙여)"
    r"|misspel|mistyp|\bwho type|\btypos?\b|wrong spelling",
    re.I,
)
_BETWEEN_SENTENCES = lazy_pattern(r"[.?!](?=\s)")


def is_shown(fault: Fault) -> bool:
    """Tell a fault that the page shows as one: "값를" → "값을", or "메세지" is a typo."""
    return _is_beside_right(fault) or _is_example(fault) or _is_quoted_with_right(fault)


def _is_quoted_with_right(fault: Fault) -> bool:
    """Tell a fault in quotation marks, in a line that quotes what is right as well."""
    text, right = fault.line.text, fault.replacement
    quoted = list(QUOTED.finditer(text)) if right else []
    for one in quoted:
        start, end = one.start() + 1, one.end() - 1
        if start <= fault.start and fault.end <= end:
            mended = f"{text[start : fault.start]}{right}{text[fault.end : end]}"
            return any(other[0][1:-1] == mended for other in quoted)
    return False


def _is_example(fault: Fault) -> bool:
    """Tell a fault in quotation marks, or beside what is right, in a line that speaks of faults."""
    text = fault.line.text
    if _OF_SPELLING.search(_sentence_of(fault)) and _has_right(fault):
        return True
    spans = [match.span() for match in QUOTED.finditer(text)] if _OF_FAULTS.search(text) else []
    if not any(start < fault.start and fault.end < end for start, end in spans):
        return False
    outside = text
    for start, end in spans:
        outside = outside[:start] + " " * (end - start) + outside[end:]
    return _OF_FAULTS.search(outside) is not None


def _sentence_of(fault: Fault) -> str:
    text = fault.line.text
    ends = [match.end() for match in _BETWEEN_SENTENCES.finditer(text)]
    start = max((end for end in ends if end <= fault.start), default=0)
    return text[start : min((end for end in ends if end > fault.start), default=len(text))]


def _has_right(fault: Fault) -> bool:
    """Tell whether the line of a fault has the word as it is right, too."""
    if fault.replacement is None:
        return False
    text = fault.line.text
    before = _LETTERS_BEFORE.findall(text[: fault.start])[0]
    behind = _LETTERS.match(text[fault.end :])
    right = f"{before}{fault.replacement}{behind[0] if behind else ''}"
    whole = rf"(?<!\w){re.escape(right)}{particles()}(?!\w)"
    return len(right) > 1 and re.search(whole, text) is not None


_LETTERS_BEFORE = lazy_pattern(r"\w*$")
_LETTERS = lazy_pattern(r"\w+")


def _is_beside_right(fault: Fault) -> bool:
    text = fault.line.text
    if not re.search(_ARROW, text):
        return False
    for pair in _QUOTED_PAIR.finditer(text):
        within = [pair.start(side) <= fault.start < pair.end(side) for side in ("wrong", "right")]
        # A path through menus is quoted so as well, and its parts have nothing in common.
        if any(within) and pair["wrong"][0] == pair["right"][0]:
            return True
    before = text[: fault.start]
    # What is shown may stand in brackets.
    right = re.split(r"[ (\[{]", before)[-1] + (fault.replacement or "")
    follows = re.match(rf"\S*{_ARROW}{re.escape(right)}", text[fault.end :])
    return fault.replacement is not None and follows is not None


def _edits(lesson: Lesson, faults: Iterable[Fault]) -> Iterator[Edit]:
    raw = lesson.text.split("\n")
    by_line: dict[int, list[Fault]] = {}
    for one in faults:
        by_line.setdefault(one.line.number, []).append(one)
    for number, group in sorted(by_line.items()):
        line = raw[number - 1]
        before = len(line) + 1
        for start, text, new in sorted((one.edit for one in group), reverse=True):
            # Markup may stand within what is read as one word; a person mends that.
            if line[start : start + len(text)] == text and start + len(text) <= before:
                line = line[:start] + new + line[start + len(text) :]
                before = start
        if line != raw[number - 1]:
            yield Edit(number, number + 1, (line,))
