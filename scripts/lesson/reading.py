"""Reading lessons: from the folders of a root, and from the bytes of a file.

Reading never fails: what is wrong with a file stands in `Lesson.problems`, so that one run can
report all of it.
"""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote

from scripts.diagnostic import COMMAND, Diagnostic, NaranhiError, Severity, noting
from scripts.doubts import decisions_path, read_entries
from scripts.languages import LANGUAGES, Language
from scripts.lesson import Contents, Lesson, Lessons
from scripts.lesson.fences import FENCE
from scripts.lesson.page_blocks import cut_page, front_matter_of
from scripts.permitted import LONGEST_LINE, LONGEST_PARAGRAPH, MOST_BYTES

# The line, the rule and the message of what is wrong, and what to do.
_Fault = tuple[int, str, str, str]


class LessonReader:
    """Reads the lessons of a root again and again: a file that is as it was is not parsed anew."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[Path, tuple[bytes, Lesson]] = {}

    def read(self) -> Lessons:
        """Give all lessons as they are now; those of unchanged files are the same objects.

        Raises `NaranhiError` where the root holds no folder of lessons.
        """
        root = self._root
        languages = tuple(lang for lang in LANGUAGES if lang.folder(root).is_dir())
        if not languages:
            folders = " or ".join(f"{lang.folder(Path())}/" for lang in LANGUAGES)
            raise NaranhiError(f"{root}: no lessons here; expected {folders} in this folder")
        found = {
            path: self._lesson(path, language)
            for language in languages
            for path in lesson_files(language.folder(root))
        }
        self._known = {path: self._known[path] for path in found}
        items = sorted(found.values(), key=lambda lesson: (lesson.docname, lesson.path))
        return Lessons(root, languages, tuple(items))

    def _lesson(self, path: Path, language: Language) -> Lesson:
        data = path.read_bytes()
        known = self._known.get(path)
        if known is None or known[0] != data:
            docname = path.relative_to(language.folder(self._root)).with_suffix("").as_posix()
            inside = path.relative_to(self._root)
            lesson = parse_lesson(data, path=inside, docname=docname, language=language)
            known = self._known[path] = data, lesson
        return _with_doubts(known[1], self._root)


def read_lessons(root: Path) -> Lessons:
    """Give all lessons below `root`: every `.md` file in its `lessons_<tag>` folders.

    Raises `NaranhiError` where `root` holds no such folder.
    """
    return LessonReader(root).read()


def lesson_files(folder: Path) -> Iterator[Path]:
    """Give the lesson files below a folder, sorted.

    What is hidden and links are passed over, and names that are no UTF-8: no page can have one.
    """
    for path in sorted(folder.rglob("*.md")):
        inside = path.relative_to(folder)
        if (
            is_own_file(path)
            and has_utf8_name(inside)
            and not any(part.startswith(".") for part in inside.parts)
        ):
            yield path


def has_utf8_name(path: Path) -> bool:
    r"""Tell whether a name is UTF-8; of any other the system gives bytes, as surrogates.

    >>> has_utf8_name(Path("강.md")), has_utf8_name(Path(os.fsdecode(b"\xb0\xad.md")))
    (True, False)
    """
    return os.fsencode(path).decode("utf-8", "replace") == str(path)


def is_own_file(path: Path) -> bool:
    """Tell whether a file lies where its name says; a link may lead to any file of the machine.

    >>> is_own_file(Path(__file__)), is_own_file(Path(__file__).parent)
    (True, False)
    """
    return path.is_file() and not path.is_symlink()


def _with_doubts(lesson: Lesson, root: Path) -> Lesson:
    """Give a lesson with what a repair has left beside it."""
    kept = decisions_path(lesson.path)
    if not is_own_file(root / kept):
        return lesson
    entries, unread = read_entries((root / kept).read_bytes())
    problems = tuple(
        Diagnostic(
            kept,
            line,
            "decisions",
            "this line is no doubt and no decision",
            Severity.WARNING,
            "delete it, or decide again",
        )
        for line in unread
    )
    # The file ends its lines as it likes; here they end with a line feed.
    doubts = tuple(replace(entry, after=entry.after.removesuffix("\r")) for entry in entries)
    return replace(lesson, beside=problems, doubts=doubts)


def parse_lesson(data: bytes, *, path: Path, docname: str, language: Language) -> Lesson:
    """Give the lesson that stands in `data`; what is wrong with it stands in its `problems`.

    The text is cut into blocks when somebody asks for them.

    >>> from scripts.languages import ENGLISH
    >>> lesson = parse_lesson(b"# Hi\\n\\n```{code-cell}\\n1 + 1\\n```\\n", path=Path("hi.md"),
    ...                       docname="hi", language=ENGLISH)
    >>> lesson.title, lesson.cells[0].source, lesson.cells[0].line
    ('Hi', '1 + 1', 4)
    """
    problems: list[Diagnostic] = []
    problem = noting(problems, path)
    text = ""
    try:
        decoded = data.decode("utf-8-sig").replace("\r\n", "\n")
        if fault := _too_large(data):
            problem(*fault)
        else:
            text, faults = _without_too_long(decoded)
            for fault in faults:
                problem(*fault)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        fix = f'try "{COMMAND} repair {quote(str(path))}"'
        problem(line, "encoding", f"byte {data[error.start]:#04x} is no UTF-8", fix, column=column)
    else:
        if not text.strip() and not problems:
            problem(1, "empty", "the file is empty", "write the lesson or delete the file")
        elif text and not text.endswith("\n"):
            # The parser looks for the end of a directive in a quotation behind the end of the text.
            text += "\n"

    read = functools.partial(cut_page, text, path, tuple(problems))
    contents = Contents(read, functools.partial(front_matter_of, text))
    return Lesson(docname, language, path, text, contents)


def _too_large(data: bytes) -> _Fault | None:
    """Give line, rule and message for a file that would keep a parser busy, before it does."""
    if len(data) <= MOST_BYTES:
        return None
    # What makes a file too large is often one line, such as a picture that was pasted.
    number, longest = max(enumerate(data.split(b"\n"), 1), key=lambda one: len(one[1]))
    message = f"the file has {len(data):,} bytes, more than {MOST_BYTES:,}"
    if len(longest) <= MOST_BYTES // 2:
        return 1, "refused-size", message, "write a lesson that a person can read, or several"
    message += f", and this line {len(longest):,} of them"
    return number, "refused-size", message, "show a part of it, or put it into a file of its own"


def _without_too_long(text: str) -> tuple[str, list[_Fault]]:
    """Give a text without what would keep a parser busy, and line, rule and message for each.

    Such a run of lines is empty then, but for its fences, so that all else is what it was.

    >>> text, faults = _without_too_long(f"A\\n\\n```\\n{'x' * 10_001}\\n```\\n\\nB\\n")
    >>> text, [line for line, *_ in faults]
    ('A\\n\\n```\\n\\n```\\n\\nB\\n', [4])
    """
    # A line, or a paragraph, is within one of these parts.
    if max(map(len, text.encode().split(b"\n\n"))) <= min(LONGEST_LINE, LONGEST_PARAGRAPH):
        return text, []
    lines = text.split("\n")
    faults = []
    for is_empty, group in itertools.groupby(enumerate(lines), lambda one: not one[1].strip()):
        run = [] if is_empty else list(group)
        if fault := _too_long(run):
            faults.append(fault)
            for n, line in run:
                if len(line) > LONGEST_LINE or not FENCE.match(line):
                    lines[n] = ""
    return "\n".join(lines), faults


def _too_long(run: Sequence[tuple[int, str]]) -> _Fault | None:
    """Give what is wrong with lines without an empty one among them, which count from 0."""
    size = 0
    for n, line in run:
        if len(line) > LONGEST_LINE:
            message = f"this line has more than {LONGEST_LINE:,} characters"
            return n + 1, "refused-size", message, "break it, or show a part of it"
        size += len(line.encode())
        if size > LONGEST_PARAGRAPH:
            message = f"from here on {LONGEST_PARAGRAPH:,} bytes stand without an empty line"
            return run[0][0] + 1, "refused-size", message, "divide it, or show a part of it"
    return None
