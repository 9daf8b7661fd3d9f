"""The commands about the two languages: `status`, `confirm`, `start` and `sync-code`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from scripts.commands.progress import say, show
from scripts.commands.selection import docnames_of, meant, torn, unread
from scripts.commands.sync_results import (
    block_json,
    doubts_of,
    place_of,
    print_lesson,
    print_table,
    row_of,
    rows,
    say_unread,
    shown,
    untranslated_in,
)
from scripts.console import DONE, FINDINGS, print_json
from scripts.diagnostic import (
    Diagnostic,
    FindingError,
    NaranhiError,
    UsageError,
    counted,
    errors,
)
from scripts.files import in_turn, write_atomically
from scripts.languages import language_of
from scripts.lesson import Lesson, Lessons
from scripts.lesson.reading import read_lessons
from scripts.messages import spoken
from scripts.sync.confirming import confirm
from scripts.sync.starting import draft_state, translation_text, without_only
from scripts.sync.state import Level, SyncState, read_state, write_state
from scripts.sync.translation import IN_ONE, Block, Change, Translation, translations
from scripts.sync.word_diff import marked, shortened


def status(options: argparse.Namespace) -> int:
    """Say how far the translations are, and what is behind."""
    lessons = read_lessons(options.root)
    docnames = docnames_of(lessons, options.lessons)
    problems = (*unread(lessons, docnames), *torn(lessons, docnames))
    paths = {problem.path for problem in problems}
    lost = {lesson.docname for lesson in lessons.items if lesson.path in paths}
    chosen = [name for name in lessons.docnames if docnames is None or name in docnames]
    chosen = [name for name in chosen if name not in lost]
    found = {name: translations(lessons, name) for name in chosen}
    if options.format == "json":
        print_json([row for name in chosen for row in rows(lessons, name, found[name])])
    elif docnames is None:
        print_table(lessons, found)
    else:
        for name in chosen:
            print_lesson(lessons, name, found[name])
    for name in chosen:
        for translation in found[name]:
            say_unread(translation)
    for problem in problems:
        say(problem)
    return FINDINGS if problems else DONE


def confirm_blocks(options: argparse.Namespace) -> int:
    """Note that blocks of a translation say what the origin says now."""
    with in_turn(options.root):
        return _confirm_blocks(options)


def _confirm_blocks(options: argparse.Namespace) -> int:
    if not options.by.strip():
        raise UsageError("--by is empty; name who has read both texts")
    if options.reviewed and options.machine:
        raise UsageError("what was reviewed is no machine's any more; choose one of the two")
    lessons = read_lessons(options.root)
    translation, block = _target(lessons, options.target)
    level = Level.TRANSLATED
    if options.reviewed or options.machine:
        level = Level.REVIEWED if options.reviewed else Level.MACHINE
    pair = translation.origin, translation.other
    problems = [one for lesson in pair for one in errors(lesson.problems)]
    problems += torn(lessons, {translation.origin.docname})
    if problems:
        raise FindingError(problems[0])
    doubts = {} if block else doubts_of(lessons, translation)
    done = confirm(
        translation,
        block=block,
        by=options.by.strip(),
        level=level,
        no_change=options.no_change,
        day=date.today().isoformat(),
        untranslated=untranslated_in(lessons, translation),
        doubted=doubts,
    )
    why_not = {one.id: _why(translation, one, doubts, options.no_change) for one in done.refused}
    state = translation.state
    if state is None or state.turned or done.state != state:
        write_state(options.root, done.state)
    after = Translation(translation.origin, translation.other, done.state)
    if options.format == "json":
        row = row_of(after)
        row["confirmed"] = list(done.confirmed)
        row["refused"] = [
            {**block_json(after, one), "why": why_not[one.id]} for one in done.refused
        ]
        print_json([row])
    else:
        nothing = "" if done.confirmed or done.refused else _why_nothing(translation, block)
        show(f"{counted(len(done.confirmed), 'block')} confirmed{nothing}", translation.other.path)
        for one in translation.blocks:
            if one.change is Change.BOTH and one.kind != "cell" and one.id in done.confirmed:
                show("confirmed; both had changed", place_of(translation, one))
                print(f"    {translation.origin.language.tag}: {shown(one)}")
                print(f"    {translation.other.language.tag}: {marked(shortened(one.polish))}")
        for one in done.refused:
            said = f"{one.change}, not confirmed; {why_not[one.id]}"
            show(said, place_of(translation, one))
    left = len(after.behind)
    if left and not done.refused:
        say(f"{counted(left, 'block')} still behind", translation.other.path)
    return FINDINGS if done.refused else DONE


def start(options: argparse.Namespace) -> int:
    """Begin the translation of a lesson: the origin's page, with all its text to be translated."""
    with in_turn(options.root):
        return _start(options)


def _start(options: argparse.Namespace) -> int:
    lessons = read_lessons(options.root)
    (docname,) = docnames_of(lessons, [options.lesson]) or {""}
    origin, language = lessons.origin(docname), language_of(options.to)
    path = language.folder(Path()) / f"{docname}.md"
    if origin.language == language:
        raise UsageError(f"{origin.path} is the origin; name another language with --to")
    if lessons.get(docname, language) is not None or (options.root / path).exists():
        raise NaranhiError(f"{path}: is there already; status says what is left to translate")
    if found := errors(origin.problems):
        raise FindingError(found[0])
    written = [path]
    _refuse_confirmed(read_state(options.root, docname, origin.language, language), path)
    state = draft_state(origin, language, day=date.today().isoformat())
    new = [one for one in (path, state.path) if not (options.root / one).exists()]
    # The state first: without the file it says nothing.
    try:
        write_state(options.root, state)
        _write(options.root, path, translation_text(origin), like=origin)
        if (without := without_only(origin)) != origin.text:
            _write(options.root, origin.path, without, like=origin)
            written.append(origin.path)
    except OSError:
        # Half of it would be in the way of the next try.
        for one in new:
            (options.root / one).unlink(missing_ok=True)
        raise
    count = sum(one.level is Level.DRAFT for one in state.entries)
    if options.format == "json":
        files = [str(one) for one in (*written, state.path)]
        print_json({"lesson": str(path), "blocks": count, "written": files})
    else:
        show(f"{counted(count, 'block')} to translate", path)
    return DONE


def _refuse_confirmed(state: SyncState | None, path: Path) -> None:
    """Keep what somebody has confirmed of a lesson whose file is not there."""
    is_begun = state is None or (
        not state.unread and not any(one.translator or one.reviewer for one in state.entries)
    )
    if state is not None and not is_begun:
        kept = state.turned or state.path
        raise NaranhiError(
            f"{kept}: holds what was confirmed of {path}, which is not there; put that file back, "
            "rename the record if the lesson has another name now, or delete it to begin anew"
        )


def sync_code(options: argparse.Namespace) -> int:
    """Put the origin's code into a lesson's translations; translated comments stay."""
    from scripts.alignment import RULE, code_differences
    from scripts.check import RULES, fix

    lessons = read_lessons(options.root)
    docnames = docnames_of(lessons, options.lessons) or set(lessons.docnames)
    if problems := (*unread(lessons, docnames), *torn(lessons, docnames)):
        raise FindingError(problems[0])
    paths = {
        lesson.path for name in sorted(docnames) for lesson in lessons.versions(name)
    }  # one of them is the origin, which is never changed
    taken: list[Diagnostic] = []
    rules = [rule for rule in RULES if rule.id == RULE]
    changed = fix(lessons, paths=paths, rules=rules, tell=taken.append)
    lessons = read_lessons(options.root)
    left = [
        (translation.other.path, difference)
        for name in sorted(docnames)
        for translation in translations(lessons, name)
        for difference in code_differences(translation.origin, translation.other)
    ]
    broken = [
        problem
        for name in sorted(docnames)
        for lesson in lessons.versions(name)
        for problem in lesson.problems
        if problem.rule == "python-syntax"
    ]
    if options.format == "json":
        print_json(
            {
                "changed": [str(path) for path in changed],
                "taken": [one.to_json() for one in taken],
                "left": [
                    {"path": str(path), "line": line, "message": message}
                    for path, line, message in (
                        *((path, one.other_line, one.message) for path, one in left),
                        *((one.path, one.line, one.message) for one in broken),
                    )
                ],
            }
        )
    else:
        for path in changed:
            show("the code is the origin's again", path)
        for comment in taken:
            show(comment)
        for path, one in left:
            show(f"{one.message}; this is for a person to settle", f"{path}:{one.other_line}")
        for problem in broken:
            print(f"{spoken(problem)}; {spoken('nothing can be compared with it')}")
        alone = [name for name in sorted(docnames) if len(lessons.versions(name)) == 1]
        for name in alone if options.lessons else ():
            path = lessons.origin(name).path
            say("is there in one language only: nothing to compare", path)
        if not (changed or left or broken) and len(alone) < len(docnames):
            say("the code is the same in all languages")
    return FINDINGS if left or broken else DONE


# --- what is named --------------------------------------------------------------------------------


def _target(lessons: Lessons, text: str) -> tuple[Translation, str | None]:
    """Give the translation that LESSON[:BLOCK] names, and the block's name, None for all."""
    name, block = text, ""
    try:
        found = docnames_of(lessons, [name])
    except UsageError:
        name, colon, block = text.rpartition(":")
        if not colon:
            raise
        found = docnames_of(lessons, [name])
    (docname,) = found or {""}
    paths = meant(lessons.root, Path(name))
    named = [
        one for one in lessons.versions(docname) if (lessons.root / one.path).resolve() in paths
    ]
    choice = translations(lessons, docname)
    if any(one.other in named for one in choice):
        choice = tuple(one for one in choice if one.other in named)
    if not choice:
        raise UsageError(f"{docname} is there in one language only; see start --help")
    if len(choice) > 1:
        files = ", ".join(str(one.other.path) for one in choice)
        raise UsageError(f"{docname} has several translations; name one of {files}")
    translation = choice[0]
    if not block:
        return translation, None
    if block.isdigit():
        return translation, _at_line(translation, int(block), translation.origin in named)
    if any(one.id == block for one in translation.blocks):
        return translation, block
    first = next((one.group.other[0].line for one in translation.blocks if one.group.other), 1)
    raise UsageError(
        f"{docname} has no block {block}; status {docname} names those that are behind, and a "
        f"line names any block, as in {translation.other.path}:{first}"
    )


def _at_line(translation: Translation, line: int, in_origin: bool) -> str:
    """Give the name of the block that stands at a line of the translation, or of the origin.

    The description of a figure stands within its cell.
    """
    found = [
        (unit.end - unit.line, block.id)
        for block in translation.blocks
        for unit in (block.group.origin if in_origin else block.group.other)
        if unit.line <= line <= unit.end
    ]
    if found:
        return min(found)[1]
    path = (translation.origin if in_origin else translation.other).path
    raise UsageError(f"{path}:{line}: no block stands there")


def _write(root: Path, path: Path, text: str, *, like: Lesson) -> None:
    """Write a lesson's file, its lines ending as the other's do."""
    first = (root / like.path).read_bytes().partition(b"\n")[0]
    data = text.replace("\n", "\r\n") if first.endswith(b"\r") else text
    write_atomically(root / path, data.encode("utf-8"))


# --- what is said of it ---------------------------------------------------------------------------


def _why_nothing(translation: Translation, block: str | None) -> str:
    """Say why there was nothing to confirm."""
    if translation.state is not None and translation.state.marks:
        return "; the marks of the merge are taken out"
    if any(one.id == block and one.kind == "cell" for one in translation.blocks):
        return "; code is compared by check, and needs nobody to confirm it"
    return "; it is in sync already" if block else "; all of it is in sync already"


def _why(
    translation: Translation, block: Block, doubts: Mapping[str, Diagnostic], no_change: bool
) -> str:
    """Say why a block is not confirmed, and what to do."""
    original = translation.origin.language.english_name
    if block.in_both and block.change in {Change.DELETED, Change.EXTRA}:
        return f"delete it, or add it to {translation.origin.path}, too"
    if block.kind == "cell" and block.change is not Change.MOVED and not block.has_texts:
        return "its code differs: run sync-code"
    if block.in_both and block.change in IN_ONE:
        do = "translate it" if block.change is Change.NEW else "put it back"
        return f"{do}, or take it out of {translation.origin.path}"
    own = IN_ONE | {Change.MOVED, Change.TEXTS, Change.UNTRANSLATED}
    is_own = block.change in own or (block.change is Change.CHANGED and not no_change)
    if block.id in doubts and not is_own:
        return f"{doubts[block.id].message}: mend it, or name the block to take it as it is"
    return {
        Change.MOVED: "move the text to where it stands in the origin",
        Change.CHANGED: "the text is as it was: translate the change, or say --no-change",
        Change.TEXTS: "the text is as it was: translate the change, or say --no-change",
        Change.UNTRANSLATED: (
            f"its text is in {original} still: translate it, or name it with --no-change"
        ),
        Change.SPLIT: "the text is as it was: see whether it holds, then say --no-change",
        Change.JOINED: "the text is as it was: see whether it holds, then say --no-change",
        Change.NEW: "translate it, or name it with --no-change to leave it out",
        Change.MISSING: "put it back, or name it with --no-change to leave it out",
        Change.DELETED: "delete it, or name it with --no-change to keep it",
        Change.EXTRA: "delete it, or name it with --no-change to keep it",
    }.get(block.change, "name it")
