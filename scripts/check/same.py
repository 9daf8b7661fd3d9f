"""What is the same in every language: directives, images, roles, footnotes, labels."""

from __future__ import annotations

import html
import posixpath
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from scripts.alignment import common_ends
from scripts.check.aligned import counterpart, counterpart_block, end_before, of_one_page
from scripts.check.definitions import address_of
from scripts.check.formulas import HANGUL
from scripts.check.rule import Find, Selection
from scripts.check.sections import best_pairs, is_badges, is_prose, twins
from scripts.check.shared import (
    OPTION,
    OPTION_IN_YAML,
    WRITE_THE_SAME,
    Collect,
    Shared,
    instead,
    of_any_language,
    put_it_there,
    shortened,
    take_it_out,
    text_lines,
)
from scripts.check.structure import headings, labels
from scripts.check.sync import lost_lines
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import EXERCISE, Lesson
from scripts.patterns import lazy_pattern
from scripts.quotes import ROLE, without_translation

_OPENING = lazy_pattern(
    r"^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{(?P<name>[^}\s]+)\}[ \t]*(?P<argument>.*?)\s*$"
)
# Those that a reader reads; all others say how the directive works.
_TRANSLATED = frozenset({"alt", "caption", "title", "header", "description", "summary", "legend"})
# Labels have rules of their own.
_LABELS = frozenset({"label", "name"})
_WITH_PATH = frozenset({"figure", "image", "include", "literalinclude", "figure-md"})
# A reference is a picture only where the page says where its label leads.
_IMAGE = lazy_pattern(r"!\[(?P<words>[^\]]*)\](?:\((?P<path>[^)\s]+)|\[(?P<label>[^\]]*)\]|(?!\())")
_OF_LANGUAGE = lazy_pattern(r"\b(?:English|Korean)\b|한국어|영어")
_IMAGE_TAG = lazy_pattern(r"<img\s(?:[^>]*?\s)?src=[\"']([^\"']+)")
_BADGE_SHOWN = "the badge"
# Of a badge with a text of its own: its words, and then its colour and its look.
_BADGE_LABEL = lazy_pattern(r"(?<=[?&]label=)[^&]*")
_BADGE = lazy_pattern(r"//img\.shields\.io/badge/(?P<words>[^?]+)-(?P<look>[^-?]+(?:\?.*)?)$")
# What shows how a project is, or asks for something, and leads there; drawn anew for each reader.
_OF_BADGES = lazy_pattern(
    r"https?://.*(?:\.svg(?=[?#]|$)|//img\.shields\.io/|[Bb]adge|[Ss]hield|[Bb]utton)"
)
_ROLE = lazy_pattern(r"\{(?P<name>[A-Za-z][\w:-]*)\}`(?P<text>[^`]+)`")
_TARGET = lazy_pattern(r"<(?P<target>[^<>]+)>\s*$")
# What stands in these is text of the page's language.
_TEXT_ROLES = frozenset(
    ["term", "abbr", "sub", "sup", "kbd", "guilabel", "menuselection", "dfn", "math", "code"]
)
# What stands between the same things is one in the place of the other, rather than two more.
_IN_PLACE = 0.1
# In which texts two things stand tells which of several equal ones they are.
_SAME_TEXT = 0.05
_FEW = 10_000
# So much more speaks for two of another path to stand for each other.
_SAME_PATH, _SAME_FILE = 0.4, 0.2
_NOTE = lazy_pattern(r"\[\^(?P<name>[^\]\s]+)\]")
_NOTE_TEXT = lazy_pattern(r"\[\^[^\]\s]+\]:")


def differences(rule: str, collect: Collect, *, ordered: bool) -> Find:
    """Give the function that compares what `collect` finds in both languages of each lesson.

    Where the order is each language's own, only what one of them lacks is reported.
    """

    def find(selection: Selection) -> Iterator[Diagnostic]:
        for origin, other in selection.pairs():
            ours, theirs = _without_same(list(collect(origin)), list(collect(other)))
            if [one.key for one in ours] == [one.key for one in theirs]:
                continue
            gone = lost_lines(selection, other)
            ours = [one for one in ours if one.line not in gone]
            ours, theirs = _beside_sections(origin, ours, other, theirs)
            compare = _in_order if ordered else _in_any_order
            for line, message, fix in compare(origin, ours, other, theirs):
                yield Diagnostic(other.path, line, rule, message, fix=fix)

    return find


def _without_same(ours: list[Shared], theirs: list[Shared]) -> tuple[list[Shared], list[Shared]]:
    """Give what is found but for what is written in the same way and means something else.

    So it is where a role leads to a cell whose label is lost in one language, which is told there.
    """
    keys, their_keys = ({one.key for one in side} for side in (ours, theirs))
    if keys == their_keys:
        return ours, theirs
    odd = {one.shown for one in ours if one.key not in their_keys} & {
        one.shown for one in theirs if one.key not in keys
    }
    odd = {shown for shown in odd if shown.startswith(f"{{{ROLE}}}")}
    return [one for one in ours if one.shown not in odd], [
        one for one in theirs if one.shown not in odd
    ]


def _beside_sections(
    origin: Lesson, ours: Sequence[Shared], other: Lesson, theirs: Sequence[Shared]
) -> tuple[list[Shared], list[Shared]]:
    """Give what is not missing with its section, which is named by its heading."""
    alone, their_alone = of_one_page(origin, other)
    counts, their_counts = (Counter(one.key for one in side) for side in (ours, theirs))
    return (
        [one for one in ours if one.line not in alone or counts[one.key] <= their_counts[one.key]],
        [
            one
            for one in theirs
            if one.line not in their_alone or their_counts[one.key] <= counts[one.key]
        ],
    )


def _in_order(
    origin: Lesson, ours: Sequence[Shared], other: Lesson, theirs: Sequence[Shared]
) -> Iterator[tuple[int, str, str]]:
    if [one.key for one in ours] == [one.key for one in theirs]:
        return
    start, end, other_end = _unlike(ours, theirs)
    left, right = ours[start:end], theirs[start:other_end]
    places = _places(origin, other)
    worth = [[_worth(one, its, places) for its in right] for one in left]
    own, others = ([heading.line for heading in headings(file)] for file in (origin, other))
    for one, row in zip(left, worth, strict=True):
        heading = max((line for line in own if line < one.line), default=0)
        same = counterpart_block(origin, other, heading)
        section = bisect_right(others, same.line) if same is not None else None
        for n, its in enumerate(right):
            # Of another section, what is not alike is another thing.
            is_apart = section is not None and section != bisect_right(others, its.line)
            if is_apart and row[n] < _IN_PLACE + _SAME_FILE:
                row[n] = 0.0
    done = other_done = 0
    first = theirs[start - 1].line if start else 1
    for i, j in (*best_pairs(worth), (len(left), len(right))):
        before = right[j - 1].line if j else first
        yield from _alone(origin, left[done:i], other, right[other_done:j], before)
        if i < len(left) and left[i].key != right[j].key:
            line = right[j].line_unlike(left[i])
            yield line, instead(right[j], left[i], origin), WRITE_THE_SAME
        done, other_done = i + 1, j + 1


def image_differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the images that one language lacks, that stand for others, or stand elsewhere."""
    for origin, other in selection.pairs():
        ours, theirs = list(images(origin)), list(images(other))
        if [one.key for one in ours] == [one.key for one in theirs]:
            continue
        gone = lost_lines(selection, other)
        known, other_known = _in_html(other), _in_html(origin)
        ours = [one for one in ours if one.line not in gone and one.key not in known]
        theirs = [one for one in theirs if one.key not in other_known]
        ours, theirs = _beside_sections(origin, ours, other, theirs)
        ours, theirs = _without_translated_badges(ours, theirs)
        moved = _moved(ours, theirs)
        badges, others = (_badges(lesson) for lesson in (origin, other))
        for mine, its in moved:
            ours.remove(mine)
            theirs.remove(its)
            if mine.line not in badges or its.line not in others:
                message = f"{its.shown} stands in another place in {origin.path}:{mine.line}"
                fix = "put it in the same place"
                yield Diagnostic(other.path, its.line, "same-images", message, fix=fix)
        for line, message, fix in _in_order(origin, ours, other, theirs):
            # A page of a translation may do without, and shows nothing that is wrong.
            is_badge = message.startswith(_BADGE_SHOWN) and fix != WRITE_THE_SAME
            severity = Severity.NOTE if is_badge else Severity.ERROR
            yield Diagnostic(other.path, line, "same-images", message, severity, fix)


def _without_translated_badges(
    ours: Sequence[Shared], theirs: Sequence[Shared]
) -> tuple[list[Shared], list[Shared]]:
    """Leave out the badges whose words are in their address, and in one of them Korean.

    They are each page's own, or name the other's.
    """
    left, right = list(ours), list(theirs)
    for its in theirs:
        if mine := next((one for one in left if _is_labelled_badge(one.key, its.key)), None):
            left.remove(mine)
            right.remove(its)
            continue
        badge = _BADGE.search(unquote(its.key))
        if badge is None:
            continue
        korean = HANGUL.search(badge["words"]) is not None
        for mine in left:
            other = _BADGE.search(unquote(mine.key))
            if other is None or other["look"] != badge["look"]:
                continue
            name, its_name = (one["words"].partition("-")[0] for one in (other, badge))
            if name != its_name and (name + its_name).isascii():
                continue
            if korean is not (HANGUL.search(other["words"]) is not None):
                left.remove(mine)
                right.remove(its)
                break
    return left, right


def _is_labelled_badge(ours: str, theirs: str) -> bool:
    """Tell whether two badges are the same but for their labels, one of which is Korean."""
    one, its = unquote(ours), unquote(theirs)
    if "//img.shields.io/" not in one or (HANGUL.search(one) is None) is (
        HANGUL.search(its) is None
    ):
        return False
    return _BADGE_LABEL.sub("", one) == _BADGE_LABEL.sub("", its)


def _moved(ours: Sequence[Shared], theirs: Sequence[Shared]) -> list[tuple[Shared, Shared]]:
    """Give what is the same in both, and not in the order of all else."""
    start, end, other_end = _unlike(ours, theirs)
    left, right = list(ours[start:end]), list(theirs[start:other_end])
    if len(left) * len(right) > _FEW:
        return []
    for i, j in reversed(best_pairs([[float(a.key == b.key) for b in right] for a in left])):
        del left[i], right[j]
    found = []
    for mine in left:
        its = next((one for one in right if one.key == mine.key), None)
        if its is not None:
            right.remove(its)
            found.append((mine, its))
    return found


def _badges(lesson: Lesson) -> set[int]:
    """Give the lines of blocks in which nothing but pictures stands."""
    blocks = [block for block in lesson.blocks if is_badges(block)]
    return {line for block in blocks for line in range(block.line, block.end + 1)}


def _unlike(ours: Sequence[Shared], theirs: Sequence[Shared]) -> tuple[int, int, int]:
    """Give where what differs begins, and where it ends on each side; all, where they are few.

    Of equal things in a row one may be missing at the front, and only all of them tell which.
    """
    if len(ours) * len(theirs) <= _FEW:
        return 0, len(ours), len(theirs)
    start, same = common_ends([one.key for one in ours], [one.key for one in theirs])
    return start, len(ours) - same, len(theirs) - same


def _places(origin: Lesson, other: Lesson) -> tuple[dict[int, int], dict[int, int]]:
    """Give for the lines of both lessons in which of the texts that say the same they stand."""
    found: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for place, pair in enumerate(twins(origin, other)):
        for known, blocks in zip(found, pair, strict=True):
            for block in blocks:
                known.update(dict.fromkeys(range(block.line, block.end + 1), place))
    return found


def _worth(one: Shared, its: Shared, places: tuple[dict[int, int], dict[int, int]]) -> float:
    """Give how much speaks for two things to stand for each other: most, that they are the same."""
    place, other_place = places[0].get(one.line, -1), places[1].get(its.line, -2)
    alike = 1.0 if one.key == its.key else _IN_PLACE + _near(one.key, its.key)
    return alike + _SAME_TEXT * (place == other_place)


def _near(ours: str, theirs: str) -> float:
    """Give how near two paths are: the same but for what a server is asked, or files of one name.

    >>> _near("a/b.svg", "a/b.svg?branch=main"), _near("a/b.png", "c/b.png"), _near("a", "b")
    (0.4, 0.2, 0.0)
    """
    one, its = (path.partition("?")[0] for path in (ours, theirs))
    if one == its:
        return _SAME_PATH
    return _SAME_FILE if posixpath.basename(one) == posixpath.basename(its) else 0.0


def _in_any_order(
    origin: Lesson, ours: Sequence[Shared], other: Lesson, theirs: Sequence[Shared]
) -> Iterator[tuple[int, str, str]]:
    our_keys, their_keys = {one.key for one in ours}, {one.key for one in theirs}
    left = [one for one in ours if one.key not in their_keys]
    right = [one for one in theirs if one.key not in our_keys]
    yield from _paired(origin, left, other, right)


def _paired(
    origin: Lesson,
    left: Sequence[Shared],
    other: Lesson,
    right: Sequence[Shared],
) -> Iterator[tuple[int, str, str]]:
    for mine, its in zip(left, right, strict=False):
        yield its.line_unlike(mine), instead(its, mine, origin), WRITE_THE_SAME
    before = right[-1].line if right else 1
    yield from _alone(origin, left[len(right) :], other, right[len(left) :], before)


def _alone(
    origin: Lesson, left: Sequence[Shared], other: Lesson, right: Sequence[Shared], before: int
) -> Iterator[tuple[int, str, str]]:
    for mine in left:
        line = max(counterpart(origin, other, mine.line), before)
        message = f"{shortened(mine.shown)} of {origin.path}:{mine.line} is missing after this line"
        yield line, message, put_it_there(origin)
    for its in right:
        yield its.line, f"{shortened(its.shown)} is not in {origin.path}", take_it_out(origin)


def label_differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the labels that one language lacks, each beside what it stands before in the other.

    Where it stands before a heading in one of them, it is reported with the headings.
    """
    for origin, other in selection.pairs():
        ours, theirs = list(other_labels(origin)), list(other_labels(other))
        if {one.key for one in ours} == {one.key for one in theirs}:
            continue
        gone = lost_lines(selection, other)
        of_headings = {one for file in (origin, other) for h in headings(file) for one in h.labels}
        ours, theirs = (
            [one for one in side if one.key not in of_headings] for side in (ours, theirs)
        )
        ours = [one for one in ours if one.line not in gone]
        known, other_known = {one.key for one in ours}, {one.key for one in theirs}
        left = [one for one in ours if one.key not in other_known]
        right = [one for one in theirs if one.key not in known]
        if len(left) == len(right):
            found = list(_paired(origin, left, other, right))
        else:
            found = [_missing_label(origin, one, other) for one in left[len(right) :]]
            found += _paired(origin, left[: len(right)], other, right)
        for line, message, fix in found:
            yield Diagnostic(other.path, line, "same-labels", message, fix=fix)


def _missing_label(origin: Lesson, label: Shared, other: Lesson) -> tuple[int, str, str]:
    behind = (b.line for b in origin.blocks if b.line > label.line and b.kind != "myst_target")
    labelled = next(behind, label.line)
    place = f"{label.shown} of {origin.path}:{label.line} is missing"
    for wanted in (_is_labelled, is_prose):
        for one, its in twins(origin, other, wanted):
            if len(one) == len(its) == 1 and one[0].line == labelled:
                return its[0].line, f"{place} before this line", put_it_there(origin)
    if block := counterpart_block(origin, other, labelled):
        return block.line, f"{place} before this line", put_it_there(origin)
    line = end_before(origin, other, labelled)
    return line, f"{place} after this line", put_it_there(origin)


def _is_labelled(kind: str) -> bool:
    return kind not in {"heading", "myst_target", "myst_line_comment", "hr"}


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
            rows = [match["name"]]
            if lines[offset + 1 : offset + 2] and lines[offset + 1].strip(" \t>") == "---":
                rows.append("")
            for option in _options_of(lines[offset + 1 :]):
                rows.append("")
                if option["key"] not in _TRANSLATED | _LABELS:
                    rows[-1] = f":{option['key']}: {option['value'] or ''}".rstrip()
            argument = match["argument"] if match["name"] in _WITH_PATH else ""
            words = [f"{{{match['name']}}}", argument, *sorted(filter(None, rows[1:]))]
            shown = " ".join(word for word in words if word)
            rows[0] += argument
            yield Shared(block.line + offset, of_any_language(shown), shown, tuple(rows))


def _options_of(lines: Sequence[str]) -> Iterator[re.Match[str]]:
    """Give the options at the beginning of a directive, each in a line or in a block of YAML.

    >>> [one["key"] for one in _options_of(["---", "class: tip", "---", ":name: a"])]
    ['class']
    >>> [one["key"] for one in _options_of([":class: tip", ":name: a", "", ":no: b"])]
    ['class', 'name']
    """
    in_yaml = bool(lines) and lines[0].strip(" \t>") == "---"
    for line in lines[in_yaml:]:
        option = OPTION_IN_YAML.match(line) if in_yaml else OPTION.match(line)
        if option is None:
            break
        yield option


def images(lesson: Lesson) -> Iterator[Shared]:
    """Give the images that stand in the text."""
    for number, line in text_lines(lesson):
        for match in _IMAGE.finditer(line):
            path = match["path"] or address_of(lesson, match["label"] or match["words"])
            # A badge with the name of a language leads to the page in that one.
            if path and not _OF_LANGUAGE.search(match["words"]):
                linked = line[: match.start()].endswith("[") and line.startswith(")](", match.end())
                kind = _BADGE_SHOWN if linked and _OF_BADGES.match(path) else "the image"
                yield Shared(number, of_any_language(path), f"{kind} {path}")


def _in_html(lesson: Lesson) -> frozenset[str]:
    """Give the images that another site's page has in HTML, which ours have none of."""
    sources = _IMAGE_TAG.findall(lesson.text) if "<img" in lesson.text else ()
    return frozenset(of_any_language(html.unescape(source)) for source in sources)


def roles(lesson: Lesson) -> Iterator[Shared]:
    """Give the roles that name something, each with what it names."""
    for number, line in text_lines(lesson):
        for match in _ROLE.finditer(line):
            target = _TARGET.search(match["text"])
            if match["name"] in _TEXT_ROLES and target is None:
                continue
            named = target["target"] if target else match["text"]
            shown = f"{{{match['name']}}}`{named}`"
            key = without_translation(lesson, named) if match["name"] == ROLE else named
            yield Shared(number, f"{{{match['name']}}}`{key}`", shown)


def footnotes(lesson: Lesson) -> Iterator[Shared]:
    """Give the footnotes by their names."""
    for number, line in text_lines(lesson):
        for match in _NOTE.finditer(line):
            # Its text can stay where no mark leads to it any more.
            key = match[0] + ":" if _NOTE_TEXT.match(line) and not match.start() else match[0]
            yield Shared(number, key, key)


def other_labels(lesson: Lesson) -> Iterator[Shared]:
    """Give the labels that stand before something else than a heading."""
    of_headings = {label for heading in headings(lesson) for label in heading.labels}
    exercises = {exercise.label for exercise in lesson.exercises}
    for line, label in labels(lesson):
        if label not in of_headings and label not in exercises:
            yield Shared(line, label, f"({label})=")
