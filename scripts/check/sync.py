"""What of a translation is behind its origin, as far as anything of it was ever confirmed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from scripts.alignment import code_differences
from scripts.check.characters import has_unseen
from scripts.check.mojibake import is_lost
from scripts.check.rule import Selection, has
from scripts.diagnostic import COMMAND, Diagnostic, Severity, counted
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern
from scripts.sync.shown import line_of_changed
from scripts.sync.state import SYNC_FOLDER
from scripts.sync.translation import Block, Change, Translation, translations
from scripts.sync.units import FRONT_MATTER, Unit
from scripts.sync.word_diff import marked, shortened

# So many blocks are named one by one.
_FEW = 3
_NAME = r'"block": "(?P<name>[^"]+)"'


def behind(selection: Selection) -> Iterator[Diagnostic]:
    """Give the blocks that ask for a person; those not translated yet as one finding a lesson.

    So are several that nobody has confirmed: of a lesson that was begun these are all. A cell whose
    code differs, and a block that is lost, have a finding of their own already.
    """
    for translation in selection.tracked():
        waiting: list[Block] = []
        unconfirmed: list[Block] = []
        cut = _cut(selection, translation)
        for block in _judged(translation):
            if block in cut:
                continue
            if block.change is Change.UNTRANSLATED:
                waiting.append(block)
            elif block.change is Change.UNCONFIRMED:
                unconfirmed.append(block)
            elif not (
                (
                    block.kind == "cell"
                    and block.group.origin
                    and not block.has_texts
                    and not _among_texts(translation, block)
                )
                or _is_lost(translation, block)
            ):
                yield finding(selection, translation, block)
        if len(unconfirmed) > _FEW:
            message = "were never confirmed to say what the origin says"
            yield _together(translation, unconfirmed, message, "read them")
        else:
            yield from (finding(selection, translation, block) for block in unconfirmed)
        if waiting:
            task = "translate it" if len(waiting) == 1 else "translate them"
            yield _together(translation, waiting, "not translated yet", task)


def _among_texts(translation: Translation, block: Block) -> bool:
    """Tell whether a cell has moved among texts alone: between cells, its own rule says so."""
    found = code_differences(translation.origin, translation.other)
    return block.change is Change.MOVED and all(one.kind != "moved-cell" for one in found)


def _together(
    translation: Translation, blocks: Sequence[Block], message: str, task: str
) -> Diagnostic:
    """Give one finding for several blocks, at the first of them."""
    first = blocks[0]
    return Diagnostic(
        translation.other.path,
        first.line,
        "behind",
        f"{counted(len(blocks), 'block')} {message}, the first one here",
        Severity.WARNING,
        f'{task}, then say "{confirm_command(translation, first, all_of_it=True)}"',
    )


def _cut(selection: Selection, translation: Translation) -> list[Block]:
    """Give the blocks whose line of the sync state cannot be read: that line is reported.

    What is left of it names the block, or tells what the block says; else it stands between two
    lines that do.
    """
    state = translation.state
    if state is None or not state.unread:
        return []
    data = (selection.lessons.root / state.path).read_bytes()
    lines = data.decode("utf-8", "replace").split("\n")
    own = [one for one in translation.blocks if one.change is not Change.MOVED]
    found = []
    for number in state.unread:
        line = lines[number - 1]
        waiting = [one for one in own if one.change is Change.UNCONFIRMED]
        named = [one for one in waiting if f'"{one.id}"' in line or _hashed(one, line)]
        if not named and line.startswith("{"):
            between = _between(own, lines[: number - 1], lines[number:])
            named = [one for one in between if one.change is Change.UNCONFIRMED]
        found += named
    return found


def _hashed(block: Block, line: str) -> bool:
    return any(unit.hash in line for unit in (*block.group.origin, *block.group.other))


def _between(
    blocks: Sequence[Block], before: Sequence[str], behind: Sequence[str]
) -> Sequence[Block]:
    """Give what stands between the blocks that the nearest lines on both sides name."""
    places = {block.id: place for place, block in enumerate(blocks)}
    known = [
        [places[name] for line in lines for name in re.findall(_NAME, line) if name in places]
        for lines in (before[::-1], behind)
    ]
    first, last = known[0][:1] or [-1], known[1][:1] or [len(blocks)]
    return blocks[first[0] + 1 : last[0]]


def _judged(translation: Translation) -> Iterator[Block]:
    """Give the blocks that ask for a person, but for those that nobody can read."""
    unread = any(has(one, {"front-matter"}) for one in (translation.origin, translation.other))
    for block in translation.behind:
        texts = [unit.text for unit in (*block.group.origin, *block.group.other)]
        if not (unread and block.kind in FRONT_MATTER) and not any(
            is_lost(text) or has_unseen(text) for text in texts
        ):
            yield block


def lost(selection: Selection) -> Iterator[Diagnostic]:
    """Give the confirmed blocks that a translation has no more, each where it stood."""
    for translation in selection.tracked():
        for block in _judged(translation):
            if _is_lost(translation, block):
                yield Diagnostic(
                    translation.other.path,
                    _place_of(translation, block),
                    "lost-block",
                    f"{translation.named_in_origin(block)} stood here and is gone",
                    fix=_how_to_get_back(selection, translation, block),
                )


def _how_to_get_back(selection: Selection, translation: Translation, block: Block) -> str:
    """Say what to do about a block that is gone; what check compares must be there in both."""
    if refusal := _refusal(selection, translation, block):
        return f"mend first what is refused in {refusal.path}:{refusal.line}"
    if block.kind == "alt":
        return "put it back"
    if block.in_both:
        return "put it back, or delete it there, too"
    return f'put it back, or say "{confirm_command(translation, block)} --no-change"'


def _refusal(selection: Selection, translation: Translation, block: Block) -> Diagnostic | None:
    """Give why a block is refused in one of its languages, where it is."""
    places = {
        (lesson.path, line)
        for lesson, units in (
            (translation.origin, block.group.origin),
            (translation.other, block.group.other),
        )
        for unit in units
        for line in range(unit.line, unit.end + 1)
    }
    return next((one for one in selection.refusals if (one.path, one.line) in places), None)


def lost_lines(selection: Selection, other: Lesson) -> frozenset[int]:
    """Give the lines of the origin's blocks that are reported as lost in a translation.

    What stood in them is gone with them, and is not reported again.
    """
    translation = selection.translations.get(other.path)
    if translation is None or translation.state is None:
        return frozenset()
    return frozenset(
        line
        for block in _judged(translation)
        if _is_lost(translation, block)
        for unit in block.group.origin
        for line in range(unit.line, unit.end + 1)
    )


def _is_lost(translation: Translation, block: Block) -> bool:
    """Tell whether a block is gone, and nothing else has changed: neither its origin nor beside it.

    Where the text beside it has changed, too, that may say now what it said.
    """
    if block.change is not Change.MISSING or block.kind == "cell" or block.old != block.new:
        return False
    own = [one for one in translation.blocks if one.change is not Change.MOVED]
    at = own.index(block)
    for side in (own[:at][::-1], own[at + 1 :]):
        beside = next((one for one in side if one.change is not Change.MISSING), None)
        if beside is not None and beside.change is not Change.NONE:
            return False
    return True


def _place_of(translation: Translation, block: Block) -> int:
    """Give the line at which a block stood: behind the one before it, and an empty line.

    What is said of a figure stood in its cell.
    """
    if block.kind == "alt":
        own = [one for one in translation.blocks if one.change is not Change.MOVED]
        beside = next(
            (one.group for one in own[own.index(block) :: -1] if one.kind == "cell"), None
        )
        cell = beside.other[0].cell if beside and beside.other else None
        if cell is not None:
            return cell.start
    before = [
        unit.end
        for one in translation.blocks
        for unit in one.group.other
        if one.change is not Change.MOVED and unit.line <= block.line
    ]
    last = translation.other.text.count("\n")
    return min(max(before, default=0) + 2, max(last, 1)) if before else block.line


def finding(selection: Selection, translation: Translation, block: Block) -> Diagnostic:
    """Give what `behind` says of a block by itself."""
    message = translation.describe(block)
    fix = f'see to it, then say "{confirm_command(translation, block)}"'
    if block.change is Change.MOVED:
        fix = "move it to the same place"
    elif block.change is Change.COMBINED:
        message += f': "{marked(shortened(block.polish))}"'
        fix = f'part it again, or say "{confirm_command(translation, block)}"'
    elif block.change in {Change.DELETED, Change.EXTRA}:
        fix = f'delete it, or say "{confirm_command(translation, block)} --no-change"'
        if block.kind == "cell" or _refusal(selection, translation, block):
            fix = "delete it here, too" if block.change is Change.DELETED else "delete it"
        elif block.in_both:
            fix = f"delete it, or add it to {translation.origin.path}, too"
    elif block.change is not Change.UNCONFIRMED:
        message += f': "{marked(shortened(block.diff))}"'
    line = line_of_changed(block.group) if block.change is Change.TEXTS else None
    if line is None:
        line = _line_of_item(translation, block)
    return Diagnostic(
        translation.other.path, line or block.line, "behind", message, Severity.WARNING, fix
    )


_ITEM = lazy_pattern(r"[ \t>]*(?:[-*+]|\d+[.)])[ \t]")


def _line_of_item(translation: Translation, block: Block) -> int | None:
    """Give the line of the one item of a list that says something else in the origin now."""
    before, ours = translation.side(translation.origin, block)
    _, theirs = translation.side(translation.other, block)
    if not before or len(ours) != 1 or len(theirs) != 1:
        return None
    items, others = (
        _items(lesson, unit)
        for lesson, unit in ((translation.origin, ours[0]), (translation.other, theirs[0]))
    )
    changed = [at for at, (_, text) in enumerate(items) if text not in before]
    if len(items) < 2 or len(items) != len(others) or len(changed) != 1:
        return None
    return others[changed[0]][0]


def _items(lesson: Lesson, unit: Unit) -> list[tuple[int, str]]:
    """Give the items of a list, each with its first line and its text on one line."""
    rows = lesson.text.split("\n")
    items: list[tuple[int, str]] = []
    for number in range(unit.line, unit.end + 1):
        row = rows[number - 1]
        if _ITEM.match(row):
            items.append((number, " ".join(row.split())))
        elif items:
            line, text = items[-1]
            items[-1] = line, f"{text} {' '.join(row.split())}".strip()
    return items


def confirm_command(translation: Translation, block: Block, *, all_of_it: bool = False) -> str:
    """Give what to say when a block, or the whole page, says what its origin says."""
    name = translation.other.docname + ("" if all_of_it else f":{block.id}")
    return f"{COMMAND} confirm {quote(name)} --by NAME"


def unread(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lines of a sync state that cannot be read, and states of lessons that are gone."""
    lessons = selection.lessons
    for language in lessons.languages if selection.of_site else ():
        folder = lessons.root / SYNC_FOLDER / language.tag
        for path in sorted(folder.rglob("*.jsonl")):
            docname = path.relative_to(folder).with_suffix("").as_posix()
            lesson = lessons.get(docname, language)
            if lesson is None:
                yield Diagnostic(
                    path.relative_to(lessons.root),
                    1,
                    "sync-state",
                    f"there is no lesson {language.folder(Path()) / docname}.md",
                    Severity.WARNING,
                    "put the lesson back, rename this file with its lesson, or delete it",
                )
            elif lesson is lessons.origin(docname) and any(
                one.state is not None and one.state.turned is None
                for one in translations(lessons, docname)
            ):
                yield Diagnostic(
                    path.relative_to(lessons.root),
                    1,
                    "sync-state",
                    f"{lesson.path} is the origin, and no translation to be confirmed",
                    Severity.WARNING,
                    "delete this file; what was confirmed is kept beside that of the translations",
                )
    for translation in selection.tracked():
        state = translation.state
        if state and state.marks:
            yield Diagnostic(
                state.path,
                state.marks[0],
                "conflict-marker",
                "a merge has left two branches side by side here",
                Severity.WARNING,
                "confirm a block of the lesson: that keeps what both have confirmed",
            )
        for line in state.unread if state else ():
            yield Diagnostic(
                state.path if state else translation.other.path,
                line,
                "sync-state",
                "this line is no block of the sync state",
                Severity.WARNING,
                "put it back as git has it, or take it out and confirm the block again",
            )
