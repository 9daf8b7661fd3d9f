"""Writes the safe fixes of the rules into the lesson files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from scripts.check.refused import REFUSED
from scripts.check.rule import Edit, Rule, Selection, has
from scripts.check.rules import RULES
from scripts.diagnostic import Diagnostic, NaranhiError, Severity, short
from scripts.files import in_turn, is_protected, write_atomically
from scripts.lesson import Lesson, Lessons
from scripts.lesson.reading import parse_lesson

# What two faults share is mended for one of them at a time: 비활성화 해야합니다.
_MOST_ROUNDS = 4
_LOOK = "see whether it holds still, and put it where it belongs"

Tell = Callable[[Diagnostic], object]


class LeftProtectedError(NaranhiError):
    """Files were not mended, since they are write-protected; `changed` were."""

    def __init__(self, left: Sequence[Path], changed: tuple[Path, ...]) -> None:
        super().__init__(
            f"{', '.join(map(str, left))}: not mended, since it is write-protected; "
            "give yourself the right to write it, and try again"
        )
        self.changed = changed


def fix(
    lessons: Lessons,
    *,
    paths: Collection[Path] | None = None,
    rules: Sequence[Rule] = RULES,
    tell: Tell = lambda _: None,
) -> tuple[Path, ...]:
    """Mend in the files what can be mended safely; give the changed files, relative to the root.

    `paths` as for `check`; of the rules, these. What people wrote and a mending took away goes to
    `tell`, by the lines that it was on. Doing it twice changes nothing more. A file keeps
    its line ends and its byte order mark. `LeftProtectedError` where any of them may
    not be written: the others are.
    """
    root = lessons.root
    taken: list[Diagnostic] = []
    with in_turn(root):
        changed = fixed(
            lessons,
            lambda lesson: _read(root, lesson),
            paths=paths,
            rules=rules,
            tell=taken.append,
        )
        left = sorted(path for path in changed if is_protected(root / path))
        written = sorted(changed.keys() - {*left})
        for path in written:
            write_atomically(root / path, changed[path])
    for one in taken:
        if one.path in written:
            tell(one)
    if left:
        raise LeftProtectedError(left, tuple(written))
    return tuple(written)


def fixed(
    lessons: Lessons,
    read: Callable[[Lesson], bytes] = lambda lesson: lesson.text.encode("utf-8"),
    *,
    paths: Collection[Path] | None = None,
    rules: Sequence[Rule] = RULES,
    tell: Tell = lambda _: None,
) -> dict[Path, bytes]:
    """Give what the files that can be mended become, by path.

    `read` gives what they hold now: their text, where nobody else knows. `tell` as for `fix`.
    """
    changed: dict[Path, bytes] = {}
    for _ in range(_MOST_ROUNDS):
        before = dict(changed)
        for rule in rules:
            for lesson, edits in rule.mended(Selection(lessons, paths)):
                if not _is_whole(lessons, lesson):
                    continue
                data = changed.get(lesson.path) or read(lesson)
                changed[lesson.path] = apply(edits, data)
                lessons = _with(lessons, parsed(lesson, changed[lesson.path]))
                for line, text in (one for edit in edits for one in edit.taken):
                    message = f'the comment "{short(text)}" went with the code beside it'
                    tell(Diagnostic(lesson.path, line, rule.id, message, Severity.WARNING, _LOOK))
        if changed == before:
            break
    return changed


def offered(
    lessons: Lessons, paths: Collection[Path] | None = None
) -> Iterator[tuple[str, Lesson, Edit]]:
    """Give each mending by itself, as none of the others were made: rule, lesson, edit."""
    for rule in RULES:
        for lesson, edits in rule.mended(Selection(lessons, paths)):
            if _is_whole(lessons, lesson):
                yield from ((rule.id, lesson, edit) for edit in edits)


def _is_whole(lessons: Lessons, lesson: Lesson) -> bool:
    """Tell whether a lesson has all that its file has: what is too long was not read."""
    read = lessons.get(lesson.docname, lesson.language)
    return read is not None and read.text == lesson.text and not has(read, REFUSED)


def apply(edits: Sequence[Edit], data: bytes) -> bytes:
    """Give a file's bytes with lines replaced; new lines end as the file's first line does.

    >>> apply([Edit(2, 3, ("B",))], b"a\\r\\nb\\r\\nc\\r\\n")
    b'a\\r\\nB\\r\\nc\\r\\n'
    """
    lines = data.decode("utf-8").split("\n")
    end = "\r" if lines[0].endswith("\r") else ""
    for edit in sorted(edits, key=lambda e: (e.start, e.end), reverse=True):
        lines[edit.start - 1 : edit.end - 1] = [line + end for line in edit.lines]
    return "\n".join(lines).encode("utf-8")


def _read(root: Path, lesson: Lesson) -> bytes:
    data = (root / lesson.path).read_bytes()
    if parsed(lesson, data).text != lesson.text:
        raise NaranhiError(f"{lesson.path}: was saved while it was checked; check it again")
    return data


def parsed(lesson: Lesson, data: bytes) -> Lesson:
    """Give a lesson as it is read with other bytes in its file."""
    return parse_lesson(data, path=lesson.path, docname=lesson.docname, language=lesson.language)


def _with(lessons: Lessons, changed: Lesson) -> Lessons:
    items = tuple(changed if item.path == changed.path else item for item in lessons.items)
    return replace(lessons, items=items)
