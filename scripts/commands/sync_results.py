"""What `status` and `confirm` show of translations: as JSON, as a table, block by block."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from scripts.columns import columns, padded
from scripts.commands.progress import say, show
from scripts.diagnostic import Diagnostic, counted
from scripts.lesson import Lessons
from scripts.messages import spoken
from scripts.sync.translation import Block, Change, Translation, has_any
from scripts.sync.word_diff import marked, shortened

# The heads of the table of all lessons, and what its last line is called.
_HEADS = "lesson, in sync, behind, untranslated, reviewed, all"
_WIDTHS = (10, 6, 12, 0)
# What is shown of a block that is there in one language only.
_EXCERPT = 12


def rows(lessons: Lessons, docname: str, found: Sequence[Translation]) -> Iterator[dict[str, Any]]:
    if found:
        yield from (row_of(translation) for translation in found)
    else:
        from scripts.sync.units import units

        origin = lessons.origin(docname)
        yield {
            "docname": docname,
            "origin": origin.language.tag,
            "translation": None,
            "tracked": False,
            "blocks": len(units(origin)),
            "in_sync": 0,
            "behind": [],
        }


def row_of(translation: Translation) -> dict[str, Any]:
    return {
        "docname": translation.other.docname,
        "origin": translation.origin.language.tag,
        "translation": translation.other.language.tag,
        "tracked": translation.state is not None,
        **translation.counts,
        "behind": [block_json(translation, block) for block in translation.behind],
    }


def block_json(translation: Translation, block: Block) -> dict[str, Any]:
    is_moved = block.change is Change.MOVED
    return {
        "block": block.id,
        "kind": block.kind,
        "change": str(block.change),
        "path": str(translation.other.path),
        "line": block.line,
        "origin_path": str(translation.origin.path),
        "origin_line": block.origin_line,
        "since": block.since,
        "state": str(block.level) if block.level else None,
        "count": block.count,
        "diff": "" if is_moved else marked(block.diff),
        "old": block.old,
        "new": block.new,
    }


def print_table(lessons: Lessons, found: dict[str, tuple[Translation, ...]]) -> None:
    lesson, *heads, all_of_them = spoken(_HEADS).split(", ")
    rows: list[tuple[str, ...]] = [(lesson, "", *heads)]
    total = [0, 0, 0, 0, 0]
    for name, versions in found.items():
        if not versions:
            tag = lessons.origin(name).language.tag
            rows.append((name, spoken(f"{tag} only"), "", "", "", ""))
        for translation in versions:
            way = f"{translation.origin.language.tag} → {translation.other.language.tag}"
            counts = translation.counts
            if translation.state is None:
                total[4] += counts["blocks"]
                rows.append((name, way, spoken("nobody has confirmed it"), "", "", ""))
                continue
            behind = len(translation.behind) - counts["untranslated"]
            numbers = [counts["in_sync"], behind, counts["untranslated"], counts["reviewed"]]
            total = [a + b for a, b in zip(total, [*numbers, counts["blocks"]], strict=True)]
            of_all = spoken(f"{numbers[0]} of {counts['blocks']}")
            rows.append((name, way, of_all, *(str(number or "-") for number in numbers[1:])))
    of_all = spoken(f"{total[0]} of {total[4]}")
    rows.append((all_of_them, "", of_all, *(str(number or "-") for number in total[1:4])))
    widths = [*(max(columns(row[n]) for row in rows) for n in range(2)), *_WIDTHS]
    for row in rows:
        print("  ".join(map(padded, row, widths)).rstrip())


def print_lesson(lessons: Lessons, name: str, found: Sequence[Translation]) -> None:
    if not found:
        origin = lessons.origin(name)
        show(f"is there in {origin.language.english_name} only", origin.path)
    for translation in found:
        counts, path = translation.counts, translation.other.path
        if translation.state is None:
            show(f"nobody has confirmed any of its {counts['blocks']} blocks", path)
            continue
        code = sum(not one.words for one in translation.behind if one.change is not Change.MOVED)
        more = f", and {counted(code, 'block')} of code behind" if code else ""
        show(f"{counts['in_sync']} of {counted(counts['blocks'], 'block')} in sync{more}", path)
        for block in translation.behind:
            show(translation.describe(block), f"\n{place_of(translation, block)}")
            if block.change is not Change.MOVED:
                print(f"    {shown(block)}")
            print(f"    {_known(block)}")
        polished = [one for one in translation.blocks if one.change is Change.POLISHED]
        left = untranslated_in(lessons, translation) if polished else ()
        doubts = doubts_of(lessons, translation) if polished else {}
        for block in polished:
            what = f"{block.shown_kind} was worded anew"
            if has_any(block, left):
                what = translation.describe(replace(block, change=Change.UNTRANSLATED))
            elif block.id not in doubts:
                what += ", in sync"
            else:
                what += f"; {doubts[block.id].message}"
            show(what, f"\n{place_of(translation, block)}")
            print(f"    {marked(shortened(block.polish))}\n    {_known(block)}")


def untranslated_in(lessons: Lessons, translation: Translation) -> frozenset[int]:
    """Give the lines of a translation with text that is in the other language."""
    from scripts.check.untranslated import untranslated_lines
    from scripts.check.untranslated_runs import lines_with_runs

    other = translation.other
    return untranslated_lines(lessons, other) | lines_with_runs(lessons, other)


def _known(block: Block) -> str:
    what = "begun" if block.is_begun else "confirmed"
    return block.id + (f", {spoken(f'{what} {block.since}')}" if block.since else "")


def shown(block: Block) -> str:
    if block.kind == "cell" and not block.has_texts:
        if block.change in {Change.DELETED, Change.EXTRA}:
            return spoken("delete it here, too")
        return spoken("run sync-code to take over its code")
    if block.change in {Change.UNTRANSLATED, Change.UNCONFIRMED, Change.EXTRA}:
        text = block.new or " ".join(unit.text for unit in block.group.other)
        words = text.split()
        return " ".join(words[:_EXCERPT]) + (" …" if len(words) > _EXCERPT else "")
    pieces = block.polish if block.change is Change.COMBINED else block.diff
    return re.sub(r"\s+", " ", marked(shortened(pieces)))


def place_of(translation: Translation, block: Block) -> str:
    return f"{translation.other.path}:{block.line}"


def doubts_of(lessons: Lessons, translation: Translation) -> dict[str, Diagnostic]:
    """Give what check says of blocks that may lack something, by their names.

    A fact that changed in the origin is what whoever confirms has seen.
    """
    from scripts.check import OF_BLOCKS, check

    pair = (translation.origin, translation.other)
    found = [
        one
        for one in check(lessons, paths={lesson.path for lesson in pair})
        if one.rule in OF_BLOCKS
        and not (one.rule == "changed-alone" and one.path == translation.origin.path)
    ]
    return {
        block.id: one
        for one in reversed(found)
        for block in translation.blocks
        if block.change is not Change.MOVED
        for lesson, units in zip(pair, (block.group.origin, block.group.other), strict=True)
        if one.path == lesson.path and any(unit.line <= one.line <= unit.end for unit in units)
    }


def say_unread(translation: Translation) -> None:
    state = translation.state
    if state is not None and state.unread:
        lines = ", ".join(map(str, state.unread))
        which, them = ("lines", "them") if len(state.unread) > 1 else ("line", "it")
        what = (
            f"{which} {lines} cannot be read; put {them} back as git has {them}, or take {them} out"
        )
        say(what, state.path)
    if state is not None and state.marks:
        what = "a merge has left marks; the next block that you confirm takes them out"
        say(what, state.path)
