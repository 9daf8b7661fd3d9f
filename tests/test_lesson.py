"""Lessons as they are read: front matter, blocks, cells and problems, each with its line."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.diagnostic import NaranhiError
from scripts.languages import ENGLISH, KOREAN, Language
from scripts.lesson import FrontMatter, Lesson, code_key
from scripts.lesson.page_blocks import cut_page, front_matter_of
from scripts.lesson.reading import parse_lesson, read_lessons

CASES = Path(__file__).parent / "cases" / "lesson" / "lessons.txt"


def cases() -> dict[str, tuple[str, str]]:
    found = {}
    for chunk in re.split(r"^#### ", CASES.read_bytes().decode("utf-8"), flags=re.M)[1:]:
        label, _, body = chunk.partition("\n")
        _, lesson, read = re.split(r"^==== \w+\n", body, flags=re.M)
        found[label] = (lesson, read.strip() + "\n")
    return found


def parse(text: str | bytes, language: Language = ENGLISH) -> Lesson:
    data = text.encode("utf-8") if isinstance(text, str) else text
    return parse_lesson(data, path=Path("a.md"), docname="a", language=language)


def described(lesson: Lesson) -> str:
    """Give what was read of a lesson as lines, in the words of the case file."""
    lines = []
    given = [
        f"{field.name}={value!r}"
        for field in fields(FrontMatter)
        if (value := getattr(lesson.front_matter, field.name))
    ]
    if given:
        lines.append(f"front matter: {', '.join(given)}")
    for block in lesson.blocks:
        line = f"{block.kind}{block.level or ''} {block.line}-{block.end}"
        if cell := block.cell:
            assert (cell.start, cell.end) == (block.line, block.end)
            line += f" code {cell.line} {cell.source!r}"
            for name in ("tags", "raises", "options"):
                if value := getattr(cell, name):
                    line += f" {name}={value!r}"
        lines.append(line)
    for problem in sorted(lesson.problems):
        message = problem.message.split("\n")[0]
        lines.append(f"problem {problem.line} {problem.rule}: {message}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("text", "read"), cases().values(), ids=cases().keys())
def test_reading(text: str, read: str) -> None:
    assert described(parse(text)) == read


@pytest.mark.parametrize(("text", "read"), cases().values(), ids=cases().keys())
def test_line_ends_and_marks_change_nothing(text: str, read: str) -> None:
    other = "\ufeff" + text.replace("\n", "\r\n") if text else ""
    assert described(parse(other)) == read


@pytest.mark.parametrize(("text", "read"), cases().values(), ids=cases().keys())
def test_messages_are_one_line(text: str, read: str) -> None:
    assert all("\n" not in str(problem) for problem in parse(text).problems)


def test_bytes_that_are_no_utf8_are_told_with_line_and_column() -> None:
    lesson = parse("첫 줄\n둘째 ".encode() + "줄".encode("cp949"))
    (problem,) = lesson.problems
    assert (problem.line, problem.column, problem.rule) == (2, 8, "encoding")
    assert problem.message == "byte 0xc1 is no UTF-8"
    assert lesson.text == ""


def test_a_lone_carriage_return_does_not_shift_lines() -> None:
    lesson = parse("one\rtwo\n\n```{code-cell}\nx = 1\n```\n")
    assert lesson.cells[0].line == 4
    assert lesson.blocks[0].text == "one\rtwo"


@given(
    st.lists(
        st.sampled_from(
            [
                "# 제목",
                "(a)=",
                "```{code-cell}",
                "```",
                ":tags: [x",
                "x = (1",
                "---",
                "~~~",
                "- ",
                "    ",
                ":::{note}",
                ":::",
                "> ",
                "\r",
                "\x00",
                "$$",
                "title: [",
                "%%",
                "한글 `코드`",
                "|a|\n|-|",
                "\ufeff",
            ]
        )
    ).map("\n".join)
)
def test_reading_never_fails_and_knows_its_lines(text: str) -> None:
    lesson = parse(text)
    lines = lesson.text.split("\n")
    for block in lesson.blocks:
        assert 1 <= block.line <= block.end <= len(lines)
        assert block.text == "\n".join(lines[block.line - 1 : block.end])
    for problem in lesson.problems:
        assert 1 <= problem.line <= len(lines) + 1


@given(st.binary(max_size=200))
def test_reading_takes_any_bytes(data: bytes) -> None:
    parse(data)


def lesson_of(*sources: str, language: Language = ENGLISH) -> Lesson:
    return parse("".join(f"```{{code-cell}}\n{source}\n```\n\n" for source in sources), language)


def test_the_code_key_is_equal_where_comments_are_translated() -> None:
    english = lesson_of("x = 1  # one", 'def f():\n    """Add."""\n    return x')
    korean = lesson_of(
        "# 하나\nx = 1", 'def f():\n    """더합니다."""\n    return x', language=KOREAN
    )
    assert code_key(english) == code_key(korean)
    assert re.fullmatch(r"[0-9a-f]{64}", code_key(english))


@pytest.mark.parametrize(
    "other",
    [
        ("x = 2", "y = 2"),
        ("y = 2", "x = 1"),
        ("x = 1",),
        ("x = 1\ny = 2",),
        ("x = 1", "y = 2", ""),
        (":tags: [skip-execution]\nx = 1", "y = 2"),
    ],
)
def test_the_code_key_is_another_for_other_code(other: tuple[str, ...]) -> None:
    assert code_key(lesson_of(*other)) != code_key(lesson_of("x = 1", "y = 2"))


def test_what_a_cell_must_raise_is_no_part_of_the_code_key() -> None:
    assert code_key(lesson_of(":raises: ValueError\nf()")) == code_key(lesson_of("f()"))


def write(root: Path, *paths: str, text: str = "# T\n") -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode("utf-8"))


def test_lessons_are_found_by_docname(tmp_path: Path) -> None:
    write(
        tmp_path,
        "lessons_en/index.md",
        "lessons_en/oven/bread.md",
        "lessons_ko/oven/bread.md",
        "lessons_ko/v0.10.md",
        "lessons_ko/.previous/bread.md",
        "lessons_ko/.hidden.md",
        "lessons_ko/notes.txt",
        "elsewhere/bread.md",
    )
    lessons = read_lessons(tmp_path)
    assert lessons.languages == (KOREAN, ENGLISH)
    assert [(item.docname, item.path.as_posix()) for item in lessons.items] == [
        ("index", "lessons_en/index.md"),
        ("oven/bread", "lessons_en/oven/bread.md"),
        ("oven/bread", "lessons_ko/oven/bread.md"),
        ("v0.10", "lessons_ko/v0.10.md"),
    ]
    assert lessons.items[0].is_start_page
    assert lessons.get("index", KOREAN) is None
    assert [item.language for item in lessons.versions("oven/bread")] == [KOREAN, ENGLISH]


def test_a_folder_without_lessons_is_told(tmp_path: Path) -> None:
    with pytest.raises(NaranhiError, match="expected lessons_ko/ or lessons_en/"):
        read_lessons(tmp_path)


def test_lessons_come_in_reading_order(tmp_path: Path) -> None:
    for name, order in (("c", "order: 1"), ("a", "order: 2"), ("b", "title: x"), ("d", "order: 1")):
        write(tmp_path, f"lessons_ko/{name}.md", text=f"---\n{order}\n---\n# T\n")
    assert read_lessons(tmp_path).docnames == ("c", "d", "a", "b")


def test_tracks_are_read_one_after_the_other(tmp_path: Path) -> None:
    tracks = {"dough": "track: baking\norder: 1", "oven": "track: baking\norder: 2",
              "flour": "track: buying\norder: 2", "shop": "track: buying\norder: 1",
              "crumbs": "order: 1", "jam": "track: eating\norder: 0"}  # fmt: skip
    for name, text in tracks.items():
        write(tmp_path, f"lessons_en/{name}.md", text=f"---\n{text}\n---\n# T\n")
    start = "---\ntracks:\n  buying: Buying\n  baking: Baking\n---\n# Bread\n"
    write(tmp_path, "lessons_en/index.md", text=start)
    assert read_lessons(tmp_path).docnames == (
        *("index", "shop", "flour", "dough", "oven"),
        *("jam", "crumbs"),
    )


@pytest.mark.parametrize(
    ("english", "korean", "origin"),
    [
        ("", "", "en"),
        ("origin: ko", "", "ko"),
        ("", "origin: ko", "ko"),
        ("origin: ko", "origin: en", "en"),
        (None, "origin: en", "ko"),
        (None, "", "ko"),
        ("origin: ko", None, "en"),
    ],
)
def test_the_origin_is_what_either_file_names(
    tmp_path: Path, english: str | None, korean: str | None, origin: str
) -> None:
    for tag, says in (("en", english), ("ko", korean)):
        if says is not None:
            write(tmp_path, f"lessons_{tag}/a.md", text=f"---\n{says}\n---\n# T\n")
    assert read_lessons(tmp_path).origin("a").language.tag == origin


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: 빵\n---\n# 다른\n", "빵"),
        ("text\n\n# The `jit` *way*\n", "The jit way"),
        ("Under\n=====\n", "Under"),
        ("no heading\n", "a"),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert parse(text).title == title


@pytest.mark.parametrize("text", ["> :::{tip}\n> ", "- :::{tip}\n  a\n  ", "# A\n\n:::{tip}"])
def test_a_directive_that_nothing_ends_at_the_end_of_a_file(text: str) -> None:
    lesson = parse_lesson(text.encode(), path=Path("a.md"), docname="a", language=ENGLISH)
    assert lesson.text == text + "\n"


_LINES = st.sampled_from(
    [
        "---",
        "----",
        "--- ",
        " ---",
        "    ---",
        "--- #",
        "  ---  ",
        "---x",
        "- a",
        "-",
        "",
        "# A",
        "order: 2",
        "track: x",
        "notes: >",
        "  ---x",
        "tags: [",
        "--",
        "text",
        "a\rb",
        "\t---",
    ]
)


@given(st.one_of(st.just("---"), _LINES), st.lists(_LINES, max_size=7), st.booleans())
def test_front_matter_is_the_same_without_the_page_below_it(
    first: str, rest: list[str], ended: bool
) -> None:
    text = "\n".join([first, *rest]) + "\n" * ended
    with_page, _, _ = cut_page(text, Path("a.md"), ())
    assert front_matter_of(text) in (None, with_page)
