"""What both languages of a lesson share: directives, formulas, images, roles, footnotes, labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scripts.check.prose import OPAQUE, prose
from scripts.check.rule import Find, Selection
from scripts.check.structure import headings, labels
from scripts.diagnostic import Diagnostic
from scripts.lesson import EXERCISE, Lesson


@dataclass(frozen=True)
class Shared:
    """Something that is the same in every language: where it stands, what it is, as it is shown."""

    line: int
    key: str
    shown: str


Collect = Callable[[Lesson], Iterator[Shared]]

_OPENING = re.compile(
    r"^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{(?P<name>[^}\s]+)\}[ \t]*(?P<argument>.*?)\s*$"
)
_OPTION = re.compile(r"^[ \t>]*:(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*?))?\s*$")
# Those that a reader reads; all others say how the directive works.
_TRANSLATED = frozenset({"alt", "caption", "title", "header", "description", "summary", "legend"})
# Labels have rules of their own.
_LABELS = frozenset({"label", "name"})
_WITH_PATH = frozenset({"figure", "image", "include", "literalinclude", "figure-md", "csv-table"})
# A role is code with a name before it, and stays.
_CODE_SPAN = re.compile(r"(?P<role>\{[^}\s`]+\})?(?<!`)(?P<marks>`+)(?!`).*?(?<!`)(?P=marks)(?!`)")
_IMAGE = re.compile(r"!\[[^\]]*\]\((?P<path>[^)\s]+)")
_ROLE = re.compile(r"\{(?P<name>[A-Za-z][\w:-]*)\}`(?P<text>[^`]+)`")
_TARGET = re.compile(r"<(?P<target>[^<>]+)>\s*$")
# What stands in these is text of the page's language.
_TEXT_ROLES = frozenset(
    ["term", "abbr", "sub", "sup", "kbd", "guilabel", "menuselection", "dfn", "math", "code"]
)
_NOTE = re.compile(r"\[\^(?P<name>[^\]\s]+)\]")
_WORDS = re.compile(r"\\(?:text|textrm|textbf|textit|mbox|operatorname\*?)\s*\{[^{}]*\}")
_HANGUL = re.compile("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
_INLINE_MATH = re.compile(r"(?<![\\$])\$(?![\s$])(?P<body>(?:[^$\\\n]|\\.)+?)(?<!\s)\$(?!\d)")
_MATH_KINDS = frozenset({"math_block", "math_block_label", "amsmath", "directive:math"})


def differences(rule: str, collect: Collect, *, ordered: bool) -> Find:
    """Give the function that compares what `collect` finds in both languages of each lesson.

    Where the order is each language's own, only what one of them lacks is reported.
    """

    def find(selection: Selection) -> Iterator[Diagnostic]:
        for origin, other in selection.pairs():
            ours, theirs = list(collect(origin)), list(collect(other))
            compare = _in_order if ordered else _in_any_order
            for line, message in compare(origin, ours, other, theirs):
                yield Diagnostic(other.path, line, rule, message)

    return find


def _in_order(
    origin: Lesson, ours: Sequence[Shared], other: Lesson, theirs: Sequence[Shared]
) -> Iterator[tuple[int, str]]:
    matcher = SequenceMatcher(
        None, [one.key for one in ours], [one.key for one in theirs], autojunk=False
    )
    for tag, start, stop, other_start, other_stop in matcher.get_opcodes():
        if tag != "equal":
            left, right = ours[start:stop], theirs[other_start:other_stop]
            yield from _paired(origin, left, other, right)


def _in_any_order(
    origin: Lesson, ours: Sequence[Shared], other: Lesson, theirs: Sequence[Shared]
) -> Iterator[tuple[int, str]]:
    our_keys, their_keys = {one.key for one in ours}, {one.key for one in theirs}
    left = [one for one in ours if one.key not in their_keys]
    right = [one for one in theirs if one.key not in our_keys]
    yield from _paired(origin, left, other, right)


def _paired(
    origin: Lesson, left: Sequence[Shared], other: Lesson, right: Sequence[Shared]
) -> Iterator[tuple[int, str]]:
    for mine, its in zip(left, right, strict=False):
        yield its.line, f"{its.shown} here, {mine.shown} in {origin.path}:{mine.line}"
    for mine in left[len(right) :]:
        line = _counterpart(origin, other, mine.line)
        yield line, f"{mine.shown} of {origin.path}:{mine.line} is missing after this line"
    for its in right[len(left) :]:
        yield its.line, f"{its.shown} is not in {origin.path}"


def _counterpart(origin: Lesson, other: Lesson, line: int) -> int:
    """Give the line of the heading or cell in `other` behind which a line of the origin stands."""
    for ours, theirs in (
        ([cell.start for cell in origin.cells], [cell.start for cell in other.cells]),
        ([one.line for one in headings(origin)], [one.line for one in headings(other)]),
    ):
        before = sum(start <= line for start in ours)
        if len(ours) == len(theirs) and before:
            return theirs[before - 1]
    return 1


def directives(lesson: Lesson) -> Iterator[Shared]:
    """Give the directives of a lesson, those in others too, with the options that shape them."""
    for block in lesson.blocks:
        if block.cell is not None or block.kind in {"fence", "directive:code-block"}:
            continue
        lines = block.text.split("\n")
        for offset, line in enumerate(lines):
            match = _OPENING.match(line)
            if match is None or match["name"] == EXERCISE:
                continue
            options = []
            for below in lines[offset + 1 :]:
                option = _OPTION.match(below)
                if option is None:
                    break
                if option["key"] not in _TRANSLATED | _LABELS:
                    options.append(f":{option['key']}: {option['value'] or ''}".rstrip())
            argument = match["argument"] if match["name"] in _WITH_PATH else ""
            words = [f"{{{match['name']}}}", argument, *sorted(options)]
            shown = " ".join(word for word in words if word)
            yield Shared(block.line + offset, shown, shown)


def formulas(lesson: Lesson) -> Iterator[Shared]:
    """Give the displayed formulas, without the words in them."""
    for block in lesson.blocks:
        if block.kind in _MATH_KINDS:
            key = "".join(_WORDS.sub(r"\\text{}", block.text).split())
            yield Shared(block.line, key, "this formula")


def images(lesson: Lesson) -> Iterator[Shared]:
    """Give the images that stand in the text."""
    for number, line in _text_lines(lesson):
        for match in _IMAGE.finditer(line):
            yield Shared(number, match["path"], f"the image {match['path']}")


def roles(lesson: Lesson) -> Iterator[Shared]:
    """Give the roles that name something, each with what it names."""
    for number, line in _text_lines(lesson):
        for match in _ROLE.finditer(line):
            target = _TARGET.search(match["text"])
            if match["name"] in _TEXT_ROLES and target is None:
                continue
            named = target["target"] if target else match["text"]
            shown = f"{{{match['name']}}}`{named}`"
            yield Shared(number, shown, shown)


def footnotes(lesson: Lesson) -> Iterator[Shared]:
    """Give the footnotes by their names."""
    for number, line in _text_lines(lesson):
        for match in _NOTE.finditer(line):
            yield Shared(number, match[0], match[0])


def other_labels(lesson: Lesson) -> Iterator[Shared]:
    """Give the labels that stand before something else than a heading."""
    of_headings = {label for heading in headings(lesson) for label in heading.labels}
    exercises = {exercise.label for exercise in lesson.exercises}
    for line, label in labels(lesson):
        if label not in of_headings and label not in exercises:
            yield Shared(line, label, f"({label})=")


def hangul_in_formulas(selection: Selection) -> Iterator[Diagnostic]:
    """Give the formulas with Hangul that is not marked as text."""
    for lesson in selection.files:
        for number, line in _formula_lines(lesson):
            bare = _WORDS.sub(lambda match: " " * len(match[0]), line)
            if match := _HANGUL.search(bare):
                yield Diagnostic(
                    lesson.path,
                    number,
                    "hangul-in-math",
                    f'"{match[0]}" stands in a formula as if it were a variable',
                    fix=r"write words as \text{...}",
                    column=match.start() + 1,
                )


def _formula_lines(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the lines of formulas, all that is no formula blanked."""
    for block in lesson.blocks:
        if block.kind in _MATH_KINDS:
            for number, line in enumerate(block.text.split("\n"), block.line):
                if not _OPTION.match(line) and not line.lstrip().startswith("```"):
                    yield number, line
    for number, line in _text_lines(lesson):
        shown = [" "] * len(line)
        for match in _INLINE_MATH.finditer(line):
            # Between two prices there is a sentence, not a formula.
            if not re.search(r"[가-힣]\s+[가-힣]", _WORDS.sub("", match["body"])) and re.search(
                r"[\\^_=+*/<>{}]", match["body"]
            ):
                shown[match.start("body") : match.end("body")] = match["body"]
        yield number, "".join(shown)


def _text_lines(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the lines of prose as they stand, without what is code."""
    lines = lesson.text.split("\n")
    for line in prose(lesson):
        if line.block is not None:
            raw = lines[line.number - 1]
            yield line.number, _CODE_SPAN.sub(_without_code, raw)


def _without_code(match: re.Match[str]) -> str:
    return match[0] if match["role"] else OPAQUE * len(match[0])
