"""Code cells: the same code in all languages, and errors that are expected by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher

from scripts.alignment import Difference, align, as_diagnostic, code_differences, keys_of, parses
from scripts.check.aligned import end_before
from scripts.check.rule import Edit, Selection, has
from scripts.check.words import Before, comments_taken, with_words_of
from scripts.diagnostic import Diagnostic, Severity, errors
from scripts.guard import refused
from scripts.guard.uses import option_line
from scripts.languages import Language
from scripts.lesson import Cell, Lesson
from scripts.patterns import lazy_pattern

# Where one of these stands it is not certain which lines are a cell's.
_UNCERTAIN = frozenset({"unclosed-fence", "nested-cell", "cell-options"})

# So much of what does not parse is its counterpart's for certain.
_ALIKE = 0.6
_KEY = lazy_pattern(r":?(?P<key>[A-Za-z][\w-]*):(?=\s|$)")


# What to do with a difference that is told in the origin, beside the path of its translation.
_FIXES = {
    **dict.fromkeys(
        ["code", "raises", "tags"],
        'run "check --fix" to copy this cell to {}, or take the change back',
    ),
    "moved-cell": "move it back, or move it in {}, too",
    "missing-cell": "put it back, or delete it there, too",
    "extra-cell": 'run "check --fix" to copy it to {}, or delete it',
}


# What is mended by copying the origin's cell.
_COPIED = frozenset({"code", "raises", "tags", "missing-cell", "extra-cell"})


def untyped_raises(selection: Selection) -> Iterator[Diagnostic]:
    """Give the cells that must raise something and do not say what."""
    for lesson in selection.files:
        for cell in lesson.cells:
            if cell.must_raise and cell.raises is None:
                yield Diagnostic(
                    lesson.path,
                    option_line(lesson, cell, "tags"),
                    "untyped-raises",
                    "this cell is expected to raise, but not what",
                    Severity.WARNING,
                    "name the exception, such as `:raises: TypeError`",
                )


def differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the cells whose code, expected error or tags are not those of the origin."""
    for origin, other in selection.pairs():
        owner = selection.lessons.origin(other.docname)
        found = code_differences(origin, other)
        faulty = _faulty(selection, owner) if found else frozenset()
        for one in found:
            copied = one.other if other is owner else one.origin
            if copied and copied.index in faulty and one.kind in _COPIED:
                fix = "mend this cell first" if other is owner else "mend the cell there first"
                one = replace(one, fix=fix)
            elif other is owner and one.kind in _FIXES:
                one = replace(one, fix=_FIXES[one.kind].format(origin.path))
            if one.kind in {"raises", "tags", "label"} and one.other is not None:
                one = replace(one, other_line=option_line(other, one.other, one.kind))
            if one.kind == "missing-cell":
                one = replace(one, other_line=_line_before(origin, other, one))
            yield as_diagnostic(other, one)


def _faulty(selection: Selection, origin: Lesson) -> frozenset[int]:
    """Give the cells that have an error of their own, or must raise something that none names.

    To copy one of them would put its fault into every language.
    """
    refusals = refused(origin, selection.lessons, selection.permitted)
    wrong = errors((*origin.problems, *refusals))
    lines = {one.line for one in wrong}
    return frozenset(
        cell.index
        for cell in origin.cells
        if (cell.must_raise and cell.raises is None)
        or not lines.isdisjoint(range(cell.start, cell.end + 1))
    )


def _line_before(origin: Lesson, other: Lesson, missing: Difference) -> int:
    """Give the end of the last block that both have before a missing cell, behind other cells."""
    assert missing.origin is not None
    line = end_before(origin, other, missing.origin.start)
    starts = (cell.start for cell in other.cells if cell.start > missing.other_line)
    return line if missing.other_line < line < min(starts, default=line + 1) else missing.other_line


def copy_origin(selection: Selection) -> Iterator[tuple[Lesson, tuple[Edit, ...]]]:
    """Put the origin's code into cells that differ, and its cells where there is none.

    Translated comments and texts stay with what they translate. A cell that does not parse differs
    as well. A cell too many is left to people, and so is a translated text that shows other values,
    and a cell that is to be mended in the origin first.
    """
    for origin, other in selection.translated():
        if has(origin, _UNCERTAIN) or has(other, _UNCERTAIN):
            continue
        edits: list[Edit] = []
        changed: dict[int, list[Difference]] = {}
        missing: dict[int, list[Cell]] = {}
        differences = code_differences(origin, other)
        lacking = frozenset(one.origin.index for one in differences if one.origin and not one.other)
        wanted = [one for one in (*differences, *_broken(origin, other)) if one.kind in _COPIED]
        faulty = _faulty(selection, origin) if wanted else frozenset()
        for one in wanted:
            if one.origin is not None and one.origin.index in faulty:
                continue
            if one.origin is not None and one.other is not None:
                changed.setdefault(one.other.index, []).append(one)
            elif one.origin is not None:
                between = _blocks_before(origin, one.origin, lacking)
                place = _place(other, between, one.other_line)
                missing.setdefault(place, []).append(one.origin)
        known = _confirmed(selection, other)
        edits += [_replaced(origin, other, group, known) for group in changed.values()]
        edits += [_inserted(origin, other, place, cells) for place, cells in missing.items()]
        if edits:
            yield other, tuple(edits)


def _broken(origin: Lesson, other: Lesson) -> Iterator[Difference]:
    """Give the cells of a translation that do not parse, where the origin's does."""
    if all(map(parses, other.cells)):
        return
    for ours, theirs in align(origin.cells, other.cells):
        if ours is None or theirs is None or parses(theirs) or not parses(ours):
            continue
        alike = SequenceMatcher(None, ours.source, theirs.source, autojunk=False).ratio()
        if alike >= _ALIKE:
            yield Difference("code", theirs.line, ours.line, "", origin=ours, other=theirs)


def _confirmed(selection: Selection, other: Lesson) -> dict[int, Before]:
    """Give what the cells of a translation were confirmed to say, by their places."""
    translation = selection.translations.get(other.path)
    return {
        unit.cell.index: Before(entry.text, entry.said, entry.comments)
        for block in (translation.blocks if translation else ())
        for unit in block.group.other
        for entry in block.group.entries[:1]
        if unit.cell is not None
    }


def _replaced(
    origin: Lesson,
    other: Lesson,
    differences: list[Difference],
    confirmed: Mapping[int, Before],
) -> Edit:
    """Give the edit that makes a cell of `other` the same as its counterpart."""
    ours, theirs = differences[0].origin, differences[0].other
    assert ours is not None
    assert theirs is not None
    kinds = {difference.kind for difference in differences}
    opening, *inner, _ = _unindented(other.text.split("\n")[theirs.start - 1 : theirs.end])
    code_start = min(theirs.line - theirs.start - 1, len(inner))
    options, code = inner[:code_start], inner[code_start:]
    if "raises" in kinds:
        options = _with_option(options, "raises", ours.raises)
    if "tags" in kinds:
        options = _with_option(options, "tags", f"[{', '.join(ours.tags)}]" if ours.tags else None)
    taken: tuple[tuple[int, str], ...] = ()
    if "code" in kinds:
        code = with_words_of(
            ours.source,
            theirs.source,
            origin.language.letters + other.language.letters,
            before=confirmed.get(theirs.index),
            keys=keys_of(origin),
        ).split("\n")
        taken = tuple(
            (theirs.line + line - 1, text)
            for line, text in comments_taken(theirs.source, "\n".join(code))
            if _is_in(other.language, origin.language, text)
        )
    info = opening.lstrip(opening[0])
    mark = opening[0] * max(len(opening) - len(info), _longest_run(code, opening[0]) + 1)
    return Edit(theirs.start, theirs.end + 1, (mark + info, *options, *code, mark), taken)


def _is_in(language: Language, other: Language, comment: str) -> bool:
    """Tell whether a comment is in a language, and not in the other one."""
    letters = language.letters or other.letters
    found = bool(letters) and re.search(f"[{letters}]", comment) is not None
    return found is bool(language.letters)


def _inserted(origin: Lesson, other: Lesson, place: int, cells: list[Cell]) -> Edit:
    """Give the edit that puts cells of the origin before the line `place` of `other`."""
    ours, theirs = origin.text.split("\n"), other.text.split("\n")
    lines: list[str] = []
    for cell in cells:
        lines += ["", *_unindented(ours[cell.start - 1 : cell.end])]
    if place == 1 or not theirs[place - 2].strip():
        del lines[0]
    if place <= len(theirs) and theirs[place - 1].strip():
        lines.append("")
    return Edit(place, place, tuple(lines))


def _blocks_before(origin: Lesson, cell: Cell, lacking: frozenset[int]) -> int:
    """Give how many blocks of text stand between a cell and the last one that is not lacking."""
    between = 0
    for block in origin.blocks:
        if block.cell is None:
            between += 1
        elif block.cell.index == cell.index:
            break
        elif block.cell.index not in lacking:
            between = 0
    return between


def _place(other: Lesson, between: int, after: int) -> int:
    """Give the line of `other` before which a missing cell belongs.

    The cell before the gap ends at the line `after`; so many blocks come after it, but no other
    cell, and a label is not parted from what it labels.
    """
    if any(one.end == after for one in other.cells):
        place = after + 1
    else:
        place = other.blocks[0].line if other.blocks else other.text.count("\n") + 1
    following = [block for block in other.blocks if block.line >= place]
    for block in following[:between]:
        if block.cell is not None:
            break
        if block.kind != "myst_target":
            place = block.end + 1
    return place


def _unindented(lines: list[str]) -> list[str]:
    """Give a fence's lines with its own indentation, of up to three spaces, taken off."""
    indent = len(lines[0]) - len(lines[0].lstrip(" "))
    return [line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in lines]


def _longest_run(lines: list[str], mark: str) -> int:
    """Give the length of the longest run of three marks or more that a line begins with."""
    runs = (len(text) - len(text.lstrip(mark)) for text in (line.lstrip() for line in lines))
    return max((run for run in runs if run >= 3), default=0)


def _with_option(options: list[str], key: str, value: str | None) -> list[str]:
    """Give a cell's option lines, of either form, with one option set or taken away.

    >>> _with_option([":tags: [a]", ":alt: waves"], "tags", "[b]")
    [':tags: [b]', ':alt: waves']
    >>> _with_option(["---", "tags:", "- a", "alt: waves", "---"], "tags", None)
    ['---', 'alt: waves', '---']
    """
    in_yaml = bool(options) and options[0].strip() == "---"
    kept: list[str] = []
    skipping = False
    for line in options:
        if match := _KEY.match(line):
            skipping = match["key"] == key
        elif not line.strip(" -"):
            skipping = False
        if not skipping:
            kept.append(line)
    if value is not None:
        kept.insert(in_yaml, f"{key}: {value}" if in_yaml else f":{key}: {value}")
    return kept
