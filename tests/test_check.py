"""The check stage: what is found in lessons, and what --fix makes of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.check import RULES, check, fix
from scripts.check.words import Before, with_words_of
from scripts.commands.page_damage import damaged_lines
from scripts.diagnostic import Diagnostic, NaranhiError, errors
from scripts.languages import KOREAN
from scripts.lesson import Lessons, code_key
from scripts.lesson.reading import read_lessons
from scripts.normal_form import normal_form
from scripts.references import read_page

CASES = Path(__file__).parent / "cases" / "check"
REPOSITORY = Path(__file__).parent.parent
SHARED = REPOSITORY.parent / "shared"

Case = dict[str, str]


def text_cases(path: Path) -> dict[str, Case]:
    """Give the cases of a file: by label, the text under each `==== name`."""
    cases = {}
    for chunk in re.split(r"^#### ", path.read_bytes().decode("utf-8"), flags=re.M)[1:]:
        label, _, body = chunk.partition("\n")
        parts = re.split(r"^==== (.*)\n", body, flags=re.M)
        texts = [text.rstrip("\n") + "\n" if text.strip() else "" for text in parts[2::2]]
        cases[label] = dict(zip(parts[1::2], texts, strict=True))
    return cases


LESSONS = text_cases(CASES / "lessons.txt")
CHARACTERS = json.loads((CASES / "characters.json").read_bytes())


def write(root: Path, files: Case) -> Lessons:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode("utf-8"))
    return read_lessons(root)


def shown(findings: tuple[Diagnostic, ...]) -> str:
    return "".join(f"{finding}\n" for finding in findings)


@pytest.mark.parametrize("case", LESSONS.values(), ids=LESSONS.keys())
def test_findings_and_fixes(case: Case, tmp_path: Path) -> None:
    files = {path: text for path, text in case.items() if path.startswith(("lessons_", "docs/"))}
    lessons = write(tmp_path, files)
    assert shown(check(lessons)) == case["findings"]

    fixed = {path[6:]: text for path, text in case.items() if path.startswith("fixed ")}
    assert fix(lessons) == tuple(Path(path) for path in sorted(fixed))
    for path, text in {**files, **fixed}.items():
        assert (tmp_path / path).read_bytes().decode("utf-8") == text
    again = read_lessons(tmp_path)
    left = "" if fixed else case["findings"]
    assert shown(check(again)) == case.get("left", left)
    assert fix(again) == ()


@pytest.mark.parametrize("case", CHARACTERS["found"], ids=lambda case: case["label"])
def test_characters_that_are_found(case: dict[str, Any], tmp_path: Path) -> None:
    lessons = write(tmp_path, {"lessons_ko/a.md": f"# 제목\n\n{case['text']}\n\n끝\n"})
    found = {(one.rule, one.line, one.column) for one in check(lessons, damaged=damaged_lines)}
    assert found == {(case["rule"], 3, case["column"])}


@pytest.mark.parametrize("case", CHARACTERS["honest"], ids=lambda case: case["label"])
def test_honest_characters(case: dict[str, Any], tmp_path: Path) -> None:
    lessons = write(tmp_path, {"lessons_ko/a.md": f"# 제목\n\n{case['text']}\n"})
    # Links in them lead nowhere, some are in English, and a no-break space is a wrong one only
    # to search and to line ends: those are other matters.
    apart = {"link", "untranslated", "no-break-space"}
    found = check(lessons, damaged=damaged_lines)
    assert [one for one in found if one.rule not in apart] == []


def test_every_rule_that_reports_is_listed(tmp_path: Path) -> None:
    ids = [rule.id for rule in RULES]
    assert len(set(ids)) == len(ids)
    severities = {rule.id: rule.severity for rule in RULES}
    for reader in ("code_cells", "front_matter", "reading", "page_blocks"):
        source = (REPOSITORY / "scripts" / "lesson" / f"{reader}.py").read_bytes().decode("utf-8")
        told = set(re.findall(r'problem\([^,"]+,\s*"([a-z-]+)"', source))
        assert told and told <= set(ids)
    for number, case in enumerate(LESSONS.values()):
        files = {
            path: text for path, text in case.items() if path.startswith(("lessons_", "docs/"))
        }
        for finding in check(write(tmp_path / str(number), files)):
            weighs = severities[finding.rule]
            # Of many headings that differ, single ones are no more than likely.
            assert finding.severity is weighs or finding.rule == "same-structure"


def test_titles_and_tracks_that_the_site_does_not_know(tmp_path: Path) -> None:
    start = "---\ntitle: Bread\ntracks:\n  oven: The oven\nonly: en\n---\n\n# Bread\n"
    files = {"lessons_en/index.md": start}
    for name in "abcd":
        head = f"---\ntitle: The `{name}`\ntrack: oven\nonly: en\n---\n\n"
        files[f"lessons_en/{name}.md"] = f"{head}({name})=\n# The `{name}`\n"
    assert shown(check(write(tmp_path, files))) == ""
    last = files["lessons_en/d.md"]
    files["lessons_en/d.md"] = last.replace("# The `d`", "# A `d`").replace("oven", "ovne")
    found = [(one.rule, one.line, str(one.severity)) for one in check(write(tmp_path, files))]
    assert found == [("title", 2, "warning"), ("front-matter", 3, "warning")]


@pytest.mark.parametrize(
    ("english", "korean", "found"),
    [
        (["oven", "bench"], ["oven", "bench"], []),
        (["oven", "bench"], ["oven", "bank"], ["ko:5 same-front-matter"]),
        (["oven", "bank"], ["oven", "bench"], ["en:5 same-front-matter"]),
        (["oven"], ["oven", "bench"], ["en:4 same-front-matter"]),
        (["oven", "bench", "bank"], ["oven", "bench"], ["en:6 same-front-matter"]),
        (["oven", "bench"], ["oven"], ["ko:4 same-front-matter"]),
        (["oven", "bench"], [], ["ko:1 same-front-matter"]),
        (
            ["oven", "bench", "shop"],
            ["oven", "bench", "shop"],
            ["en:6 front-matter", "ko:6 front-matter"],
        ),
    ],
)
def test_tracks_of_two_start_pages(
    english: list[str], korean: list[str], found: list[str], tmp_path: Path
) -> None:
    files = {}
    for tag, tracks in (("en", english), ("ko", korean)):
        named = "".join(f"  {track}: 말 {track}\n" for track in tracks)
        table = f"tracks:\n{named}" if tracks else ""
        files[f"lessons_{tag}/index.md"] = f"---\ntitle: 글\n{table}---\n\n# 글\n"
        for track in ("oven", "bench"):
            head = f"---\ntitle: 글\ntrack: {track}\n---\n\n# 글\n"
            files[f"lessons_{tag}/{track}.md"] = head
    told = check(write(tmp_path, files))
    assert [f"{str(o.path)[8:10]}:{o.line} {o.rule}" for o in told if "front" in o.rule] == found


def test_paths_choose_files_and_pairs(tmp_path: Path) -> None:
    lessons = write(
        tmp_path,
        {
            "lessons_en/a.md": "# A\n\na\u200bb\n\n```{code-cell}\n1\n```\n",
            "lessons_ko/a.md": "# 가\n\na\u200bb\n\n```{code-cell}\n2\n```\n",
            "lessons_en/b.md": "# B\n\na\u200bb\n",
            "lessons_ko/b.md": "## 나\n",
        },
    )
    chosen = check(lessons, paths=[Path("lessons_en/a.md")])
    assert [(str(one.path), one.rule) for one in chosen] == [
        ("lessons_en/a.md", "zero-width"),
        ("lessons_ko/a.md", "same-code"),
    ]
    assert check(lessons, paths=[]) == ()
    assert len(check(lessons)) == 5
    assert fix(lessons, paths=[Path("lessons_en/b.md")]) == ()
    assert fix(lessons, paths=[Path("lessons_en/a.md")]) == (Path("lessons_ko/a.md"),)


def test_a_file_that_is_no_utf8_is_reported_beside_the_others(tmp_path: Path) -> None:
    write(tmp_path, {"lessons_en/a.md": "# A\n\n(x)=\n## B\n", "lessons_ko/b.md": "# 나\n"})
    (tmp_path / "lessons_ko/a.md").write_bytes("# 가\n\n나".encode("cp949"))
    assert [(str(one.path), one.line, one.rule) for one in check(read_lessons(tmp_path))] == [
        ("lessons_ko/a.md", 1, "encoding"),
        ("lessons_ko/b.md", 1, "no-counterpart"),
    ]
    assert fix(read_lessons(tmp_path)) == ()


def test_a_lesson_that_was_renamed_in_one_language_is_told_as_that(tmp_path: Path) -> None:
    parts = "\n(tides-ebb)=\n## {}\n\n```{{code-cell}}\nx = 1\n```\n"
    files = {
        "lessons_en/tides.md": "# Tides\n" + parts.format("Ebb"),
        "lessons_ko/tide.md": "# 조석\n" + parts.format("썰물"),
        "lessons_ko/winds.md": "# 바람\n" + parts.format("돌풍").replace("tides", "winds"),
    }
    found = {str(one.path): one for one in check(write(tmp_path, files))}
    assert found["lessons_en/tides.md"].message == (
        "lessons_ko/tides.md is missing, and lessons_ko/tide.md has the same code and labels"
    )
    assert "lessons_en/tides.md has" in found["lessons_ko/tide.md"].message
    assert found["lessons_ko/winds.md"].message == "lessons_en/winds.md is missing"


def test_fixing_keeps_line_ends_and_the_byte_order_mark(tmp_path: Path) -> None:
    write(tmp_path, {"lessons_en/a.md": "# A\n\n```{code-cell}\nx = 1\ny = 2\n```\n"})
    korean = tmp_path / "lessons_ko" / "a.md"
    korean.parent.mkdir()
    text = "\ufeff# 가\n\ncafe\u0301\n\n```{code-cell}\nx = 1\n```\n\n끝"
    korean.write_bytes(text.replace("\n", "\r\n").encode("utf-8"))
    assert fix(read_lessons(tmp_path)) == (Path("lessons_ko/a.md"),)
    expected = text.replace("e\u0301", "é").replace("x = 1\n", "x = 1\ny = 2\n")
    assert korean.read_bytes() == expected.replace("\n", "\r\n").encode("utf-8")
    assert check(read_lessons(tmp_path)) == ()


def test_fixing_keeps_a_heading_that_a_link_names(tmp_path: Path) -> None:
    first = "# 빵\n\n## 첫번째 빵\n\n[빵](#첫번째-빵)을 두번째로 굽습니다.\n"
    text = f"{first}\n## 두번째 빵\n\n굽습니다.\n"
    write(tmp_path, {"lessons_ko/a.md": text})
    fix(read_lessons(tmp_path))
    found = (tmp_path / "lessons_ko" / "a.md").read_text(encoding="utf-8")
    assert found == text.replace("을 두번째", "을 두 번째").replace("## 두번째", "## 두 번째")


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("ko", "```{figure} 메세지.svg\n:alt: 선\n\n선입니다.\n```"),
        ("ko", "{ref}`메세지`, {download}`메세지.csv`, {doc}`할수 있는 일`을 봅니다."),
        ("en", "See {ref}`seperate` and {doc}`seperate`."),
        ("ko", "[값를] 봅니다. [할수 있다][]도 봅니다.\n\n[값를]: a.md\n[할수 있다]: a.md"),
        ("en", "See [an user] and [the the].\n\n[an user]: a.md\n[the the]: a.md\n[a user]: b.md"),
        ("ko", "[메세지](메세지.md)와 ![메세지][메세지]입니다.\n\n[메세지]: 메세지.svg"),
        ("ko", "그림을 보고 할 일을 정합니다."),
    ],
)
def test_fixing_leaves_every_target_as_it_is(tag: str, text: str, tmp_path: Path) -> None:
    def leads(page: str) -> tuple[object, ...]:
        found = read_page(page)
        targets = [(one.kind, one.target) for one in found.references]
        return targets, found.defined, found.definitions, found.labels

    before = f"# A\n\n{text}\n"
    fix(write(tmp_path, {f"lessons_{tag}/a.md": before}))
    after = (tmp_path / f"lessons_{tag}" / "a.md").read_bytes().decode()
    assert leads(after) == leads(before)
    assert "보고할" not in after


def test_a_title_with_a_full_width_colon_is_quoted(tmp_path: Path) -> None:
    page = "---\ntitle: 배열：값\nsummary: '하나：둘'\nonly: ko\n---\n\n# 배열：값\n\n글입니다.\n"
    fix(write(tmp_path, {"lessons_ko/a.md": page}))
    after = read_lessons(tmp_path)
    assert after.items[0].text.startswith("---\ntitle: \"배열: 값\"\nsummary: '하나: 둘'\n")
    assert check(after) == ()


def test_composing_changes_comments_and_no_strings(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "한글")
    cells = (
        f'```{{code-cell}}\nx = 1  # {decomposed}\n```\n\n```{{code-cell}}\n"{decomposed}"\n```\n'
    )
    lessons = write(tmp_path, {"lessons_ko/a.md": f"---\ntitle: {decomposed}\n---\n\n{cells}"})
    assert [one.line for one in check(lessons)] == [2, 6]
    assert fix(lessons) == (Path("lessons_ko/a.md"),)
    after = read_lessons(tmp_path)
    assert after.items[0].title == "한글"
    assert after.items[0].cells[0].source == "x = 1  # 한글"
    assert after.items[0].cells[1].source == f'"{decomposed}"'
    assert code_key(after.items[0]) == code_key(lessons.items[0])


@pytest.mark.parametrize(
    ("text", "composed"),
    [
        (":::{note} @\n:::", ":::{note} 한\n:::"),
        ("> ```{list-table} @\n> * - a\n> ```", "> ```{list-table} 한\n> * - a\n> ```"),
        ("```{figure} @.png\n:alt: @\n:name: @\n```", "```{figure} @.png\n:alt: 한\n:name: @\n```"),
        ('[@](@.md "@") [@]', '[한](@.md "한") [한]'),
        ('[@]: @.md "@"', '[한]: @.md "한"'),
        ("a[^@]\n\n[^@]: @", "a[^한]\n\n[^한]: 한"),
        ("{ref}`@` {ref}`@ <@>`", "{ref}`@` {ref}`한 <@>`"),
        (
            "```{code-cell}\n:label: @\nx = '@'  # @\n```",
            "```{code-cell}\n:label: @\nx = '@'  # 한\n```",
        ),
    ],
)
def test_text_is_composed_and_names_stay(text: str, composed: str, tmp_path: Path) -> None:
    apart = unicodedata.normalize("NFD", "한")
    text, composed = (f"# 제목\n\n{one.replace('@', apart)}\n" for one in (text, composed))
    lessons = write(tmp_path, {"lessons_ko/a.md": text})
    pairs = zip(text.split("\n"), composed.split("\n"), strict=True)
    wanted = [number for number, (old, new) in enumerate(pairs, 1) if old != new]
    assert [one.line for one in check(lessons) if one.rule == "not-nfc"] == wanted
    fix(lessons)
    assert (tmp_path / "lessons_ko/a.md").read_bytes().decode() == composed


def test_a_file_saved_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    lessons = write(tmp_path, {"lessons_ko/a.md": "# cafe\u0301\n"})
    (tmp_path / "lessons_ko/a.md").write_bytes("# 새 글\n".encode())
    with pytest.raises(NaranhiError, match="saved while"):
        fix(lessons)
    assert (tmp_path / "lessons_ko/a.md").read_bytes() == "# 새 글\n".encode()


STATEMENTS = [
    "x = 1",
    "x = 2",
    "def f():\n    return x",
    "if x:\n    y = '# no'\n",
    "print(f'{x}')",
]
COMMENTS = ["# 설명", "# more", ""]


@st.composite
def cell_sources(draw: st.DrawFn) -> str:
    lines = []
    for statement in draw(st.lists(st.sampled_from(STATEMENTS), max_size=4)):
        above, beside = draw(st.sampled_from(COMMENTS)), draw(st.sampled_from(COMMENTS))
        lines += [above] if above else []
        lines.append(f"{statement}  {beside}".rstrip() if beside else statement)
    return "\n".join(lines).rstrip()


@given(cell_sources(), cell_sources())
def test_comments_never_change_what_code_does(code: str, translated: str) -> None:
    merged = with_words_of(code, translated, KOREAN.letters)
    assert normal_form(merged) == normal_form(code)
    assert with_words_of(merged, translated, KOREAN.letters) == merged


@pytest.mark.parametrize(
    ("code", "translated", "expected"),
    [
        ("print('high')\nx = 1", "print('만조')  # 출력\nx = 2", "print('만조')  # 출력\nx = 1"),
        ("d = {'high': 1}\nprint('high')", "d = {'만조': 1}\nprint('만조')",
         "d = {'high': 1}\nprint('만조')"),
        ("f('a', axis='x')\nprint('b')", "f('가', axis='y')\nprint('나')",
         "f('a', axis='x')\nprint('나')"),
        ("x = 1\nprint(f'{x} m')", "x = 2\nprint(f'{y}미터')", "x = 1\nprint(f'{y}미터')"),
    ],
    ids=["beside other code", "a key", "on a line that differs", "with other values"],
)  # fmt: skip
def test_translated_strings_are_kept(code: str, translated: str, expected: str) -> None:
    assert with_words_of(code, translated, KOREAN.letters) == expected


@pytest.mark.parametrize(
    ("old", "translated", "new", "expected"),
    [
        ("print('one')\nprint('two')", "print('하나')\nprint('둘')",
         "print('zero')\nprint('one')\nprint('two')",
         "print('zero')\nprint('하나')\nprint('둘')"),
        ("print('one')\nprint('two')", "print('하나')\nprint('둘')",
         "print('two')\nprint('zero', 1)", "print('둘')\nprint('zero', 1)"),
        ("print('''a\nb''')\nn = 1", "print('''가\n나''')\nn = 1",
         "print('''a\nb''', n)\nn = 2", "print('''가\n나''', n)\nn = 2"),
        ("if x:\n    # positive\n    print('yes')\nelse:\n    # other\n    print('no')",
         "if x:\n    # 양수\n    print('예')\nelse:\n    # 나머지\n    print('아니요')",
         "if x > 2:\n    # positive\n    print('yes')\nelif x:\n    # middle\n"
         "    print('maybe')\nelse:\n    # other\n    print('no')",
         "if x > 2:\n    # 양수\n    print('예')\nelif x:\n    # middle\n"
         "    print('maybe')\nelse:\n    # 나머지\n    print('아니요')"),
        ("step()  # first\nstep()  # second", "step()  # 처음\nstep()  # 둘째",
         "step()  # new\nstep()  # first\nstep()  # second",
         "step()  # new\nstep()  # first\nstep()  # second"),
        ("print('hour')\nx = 1", "print('시')\nx = 1",
         "print('minute')\nx = 2", "print('minute')\nx = 2"),
        ("print('one')", "# 하나\nprint('하나')  # 첫째",
         "for i in y:\n    print('one')\n    print('two')",
         "for i in y:\n    # 하나\n    print('하나')  # 첫째\n    print('two')"),
        ("print('edge')", "print('가장자리')", "pad(x, mode='edge')", "pad(x, mode='edge')"),
        ("plt.title('high')", "plt.title('만조')", "ax.set_title('high')", "ax.set_title('만조')"),
        ("print(f'{x} high')\ny = 1", "print(f'높이 {x}')\ny = 1",
         "print(f'{x} high', y)\ny = 1", "print(f'높이 {x}', y)\ny = 1"),
        ("def f(x):\n    '''Add.'''\n    return x", "def f(x):\n    '''더하기.'''\n    return x",
         "def f(x):\n    '''Add.'''\n    return 2 * x",
         "def f(x):\n    '''더하기.'''\n    return 2 * x"),
        ("day = x.argmax()", "day = x.argmax()  # 월요일이 0",
         "day = int(x.argmax())", "day = int(x.argmax())  # 월요일이 0"),
        ("print((rain == 0).sum())  # two", "print((rain == 0).sum())  # 둘",
         "dry = rain == 0\nprint(dry.sum())  # two", "dry = rain == 0\nprint(dry.sum())  # 둘"),
        ("x = 1\nprint('shape:', rain.shape)  # one a day",
         "x = 1\nprint('형태:', rain.shape)  # 하루에 하나",
         "x = 1\nweek = rain[:7]\nprint('shape:', week.shape)  # one a day",
         "x = 1\nweek = rain[:7]\nprint('형태:', week.shape)  # 하루에 하나"),
        ("f(1)  # one\nf(2)  # other", "f(1)  # 하나\nf(2)  # 다른 것",
         "f(x)  # one", "f(x)  # one"),
    ],
    ids=["a line before", "a line less", "several lines", "a branch", "which of several",
         "another text", "elsewhere", "for the code", "another call", "an f-string", "a docstring",
         "a comment of its own", "one made two", "a line before an edited one", "which of two"],
)  # fmt: skip
def test_translated_words_follow_what_they_translate(
    old: str, translated: str, new: str, expected: str
) -> None:
    before = Before(normal_form(old), normal_form(translated))
    assert with_words_of(new, translated, KOREAN.letters, before=before) == expected


@pytest.mark.parametrize(
    ("translated", "new", "expected"),
    [
        ("x = f(1)  # 하나", "y = 2\nz = g(y, y)  # one", "y = 2\nz = g(y, y)  # 하나"),
        ("# 하나\nx = f(1)", "y = 2\n# one\nz = g(y, y)", "y = 2\n# 하나\nz = g(y, y)"),
        ("x = f(1)  # 첫째", "y = 2\nz = g(y, y)  # one", "y = 2\nz = g(y, y)  # one"),
        ("x = f(1)  # 하나", "x = f(1)  # one\nx = f(1)", "x = f(1)  # 하나\nx = f(1)"),
        ("x = f(1)  # 하나", "x = f(2)", "x = f(2)"),
        (
            "# 덧붙임\nx = f(1)  # 하나",
            "# new\ny = 2\nx = f(1)  # one",
            "# new\ny = 2\n# 덧붙임\nx = f(1)  # 하나",
        ),
    ],
    ids=["behind", "in its own line", "worded anew", "twice", "gone", "beside one of its own"],
)
def test_a_comment_that_is_the_same_keeps_its_translation(
    translated: str, new: str, expected: str
) -> None:
    before = Before("x = f(1)", "", (("one", "하나"),))
    assert with_words_of(new, translated, KOREAN.letters, before=before) == expected


def test_words_in_the_cases_of_a_match_are_kept_where_its_head_is_edited() -> None:
    old = "match x:\n    case 1:\n        f('a')\n    case _:\n        f('b')"
    translated = old.replace("'a'", "'하나'").replace("'b'", "'둘'")
    before = Before(normal_form(old), normal_form(translated))
    new, expected = (code.replace("match x", "match y") for code in (old, translated))
    assert with_words_of(new, translated, KOREAN.letters, before=before) == expected


@pytest.mark.parametrize(
    ("now", "new", "expected"),
    [
        ("f('첫째')\nf('둘')", "f('a')\nf('b')\ng()", "f('첫째')\nf('둘')\ng()"),
        ("f('둘')\nf('하나')", "f('b')\nf('a')\ng()", "f('둘')\nf('하나')\ng()"),
        ("f('하나')\nf('셋')\nf('둘')", "f('a')\nf('b')", "f('하나')\nf('둘')"),
        ("f('하나' 1)\nf('둘')", "f('a', 1)\nf('b')", "f('a', 1)\nf('둘')"),
    ],
    ids=["worded anew", "in another order", "more in it", "broken"],
)
def test_words_of_a_translation_that_changed_since(now: str, new: str, expected: str) -> None:
    before = Before("f('a')\nf('b')", "f('하나')\nf('둘')")
    assert with_words_of(new, now, KOREAN.letters, before=before) == expected


def test_without_a_confirmation_only_what_is_certain_is_kept() -> None:
    merged = with_words_of("f('a')\nf('b')\ng('c')", "f('가')\ng('다', 1)", KOREAN.letters)
    assert merged == "f('a')\nf('b')\ng('c')"


@settings(max_examples=40)
@given(
    st.lists(cell_sources(), max_size=4),
    st.lists(cell_sources(), max_size=4),
    st.sampled_from(["\n", "\r\n"]),
)
def test_fixed_lessons_pass_unless_a_cell_is_too_many_or_has_moved(
    tmp_path_factory: pytest.TempPathFactory, english: list[str], korean: list[str], end: str
) -> None:
    root = tmp_path_factory.mktemp("site")
    for tag, sources in (("en", english), ("ko", korean)):
        parts = (f"Text.\n\n```{{code-cell}} python\n{source}\n```\n" for source in sources)
        text = "# A\n\n" + "\n".join(parts)
        (root / f"lessons_{tag}").mkdir()
        (root / f"lessons_{tag}" / "a.md").write_bytes(text.replace("\n", end).encode("utf-8"))
    fix(read_lessons(root))
    fixed = read_lessons(root)
    left = check(fixed)
    for_people = ("this cell is not in", "this cell stands elsewhere in")
    assert all(one.message.startswith(for_people) for one in left)
    if not left:
        keys = {code_key(lesson) for lesson in fixed.items}
        assert len(keys) == 1
    assert fix(fixed) == ()


def test_checking_loads_nothing_heavy(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"lessons_en/a.md": "# A\n\n```{code-cell}\n1\n```\n", "lessons_ko/a.md": "# 가\n"},
    )
    program = (
        "import sys; from pathlib import Path\n"
        "from scripts.check import check; from scripts.lesson.reading import read_lessons\n"
        "assert check(read_lessons(Path(sys.argv[1])))\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    heavy = {"IPython", "docutils", "jax", "kiwipiepy", "matplotlib", "nbclient", "numpy", "sphinx"}
    assert heavy.isdisjoint(done.stdout.split())


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the pages beside the repository")
def test_whole_korean_pages_have_no_findings_and_a_damaged_one_has_many(tmp_path: Path) -> None:
    pages = sorted((SHARED / "legacy" / "jax_kr").glob("*.md"))
    assert pages
    files = {f"lessons_ko/{page.name}": page.read_bytes().decode("utf-8") for page in pages}
    # They are pages of notebooks, with tags in them; we take none from a lesson.
    tags = {"refused-html"}
    assert {one.rule for one in errors(check(write(tmp_path / "whole", files)))} <= tags
    damaged = (SHARED / "legacy" / "seed" / "jitting.mojibake.md").read_bytes().decode("utf-8")
    found = check(write(tmp_path / "damaged", {"lessons_ko/a.md": damaged}))
    assert {one.rule for one in errors(found)} <= {"mojibake", "link", *tags}
    assert len([one for one in found if one.rule == "mojibake"]) > 30


@pytest.mark.parametrize(
    ("korean", "lines"),
    [
        ("`값`과 `컴파일`을 봅니다.\n\n```text\n컴파일\n```", []),
        ("`값`과 `ì»´íŒŒì¼`을 봅니다.\n\n```text\n컴파일\n```", [3]),
        ("`값`과 `컴파일`을 봅니다.\n\n```text\nì»´íŒŒì¼\n```", [6]),
        ("`값`과 `컴파일`을 봅니다.\n\n```text\ní•œê¸€\n```\n\n`í•œê¸€`", []),
        ('```{code-cell}\nprint("컴파일")  # ì»´íŒŒì¼\n```', [4]),
        ('```{code-cell}\nprint("ì»´íŒŒì¼")\n```', [4]),
    ],
)
def test_damage_in_code_is_found_unless_both_languages_show_it(
    korean: str, lines: list[int], tmp_path: Path
) -> None:
    # A page that shows such text shows it in both languages.
    shown = "`í•œê¸€`" if "í•œê¸€" in korean else "`a`"
    english = f"# A\n\nA value, {shown} and\n\n```text\ncompiled\n```\n"
    files = {"lessons_en/a.md": english, "lessons_ko/a.md": f"# 가\n\n{korean}\n"}
    found = check(write(tmp_path, files), damaged=damaged_lines)
    assert [one.line for one in found if one.rule == "mojibake"] == lines


@pytest.mark.parametrize("number", range(0, 24, 4))
def test_a_confirmed_block_that_is_gone_is_named_where_it_stood(
    number: int, tmp_path: Path
) -> None:
    for path in (
        *(f"lessons_{tag}/tracing.md" for tag in ("ko", "en")),
        "docs/sync/ko/tracing.jsonl",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes((REPOSITORY / path).read_bytes())
    lessons = read_lessons(tmp_path)
    known = {one.message for one in check(lessons)}
    page = lessons.items[1]
    block = [one for one in page.blocks if one.kind in {"paragraph", "bullet_list"}][number]
    lines = page.text.split("\n")
    del lines[block.line - 1 : block.end]
    (tmp_path / page.path).write_bytes("\n".join(lines).encode())
    found = [one for one in check(read_lessons(tmp_path)) if one.message not in known]
    assert [(one.line, one.rule) for one in found] == [(block.line, "lost-block")]
    # Where the text beside it has changed, that may say now what it said.
    after = next(one for one in page.blocks if one.line > block.end and one.kind == "paragraph")
    changed = "\n".join(lines).replace(after.text, after.text + " 그렇습니다.")
    (tmp_path / page.path).write_bytes(changed.encode())
    rules = {one.rule for one in check(read_lessons(tmp_path)) if one.message not in known}
    assert ("lost-block" in rules) is not (page.blocks[page.blocks.index(block) + 1] is after)


def _without(text: str, start: str, end: str) -> str:
    """Give a text without the first line `end` behind `start`."""
    at = text.index(f"\n{end}\n", text.index(start))
    return text[: at + 1] + text[at + len(end) + 2 :]


@pytest.mark.parametrize(
    ("rule", "broken"),
    [
        ("encoding", lambda text: text.encode("utf-16")),
        ("empty", lambda text: b""),
        ("mojibake", lambda text: text.encode().decode("cp1252", "replace").encode()),
        ("front-matter", lambda text: text.replace("title:", "title: [", 1).encode()),
        ("front-matter", lambda text: _without(text, "title:", "---").encode()),
        ("unclosed-fence", lambda text: _without(text, "```{code-cell}", "```").encode()),
        ("unclosed-fence", lambda text: _without(text, "{exercise}", ":::").encode()),
    ],
    ids=["encoding", "empty", "mojibake", "yaml", "open yaml", "cell", "directive"],
)
@pytest.mark.parametrize("tag", ["ko", "en"])
def test_what_cannot_be_read_is_told_once_and_not_in_other_files(
    tag: str, rule: str, broken: Callable[[str], bytes], tmp_path: Path
) -> None:
    names = ("jit-compilation", "training-loop")
    for path in (
        *(f"lessons_{one}/{name}.md" for one in ("ko", "en") for name in names),
        "docs/sync/ko/jit-compilation.jsonl",
        "docs/glossary.toml",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes((REPOSITORY / path).read_bytes())
    whole = check(read_lessons(tmp_path), damaged=damaged_lines)
    page = tmp_path / f"lessons_{tag}" / "jit-compilation.md"
    page.write_bytes(broken(page.read_bytes().decode("utf-8")))
    known = {(one.path, one.message) for one in whole}
    found = [
        one
        for one in check(read_lessons(tmp_path), damaged=damaged_lines)
        if (one.path, one.message) not in known
    ]
    if tag == "en" and rule == "mojibake":
        return  # there is no letter in it that could be damaged
    assert {str(one.path) for one in found} == {f"lessons_{tag}/jit-compilation.md"}
    if rule == "mojibake":
        assert {one.rule for one in found} <= {rule, "replacement-character"}
    else:
        assert [one.rule for one in found] == [rule]


def test_a_translation_is_not_behind_an_origin_that_is_damaged(tmp_path: Path) -> None:
    files = ("lessons_ko/pytrees.md", "lessons_en/pytrees.md", "docs/sync/en/pytrees.jsonl")
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes((REPOSITORY / path).read_bytes())
    known = {(one.path, one.message) for one in check(read_lessons(tmp_path))}
    page = tmp_path / files[0]
    page.write_bytes(page.read_bytes().decode().encode().decode("cp949", "replace").encode())
    found = [one for one in check(read_lessons(tmp_path)) if (one.path, one.message) not in known]
    assert {str(one.path) for one in found} == {files[0]}
    assert {one.rule for one in found} <= {"mojibake", "not-nfc", "replacement-character"}


def test_a_twin_that_cannot_be_compared_is_named_beside_a_page(tmp_path: Path) -> None:
    files = {"lessons_en/a.md": "# A\n\n```{code-cell}\n1\n", "lessons_ko/a.md": "# 가\n"}
    (one,) = check(write(tmp_path, files), paths=[Path("lessons_ko/a.md")])
    assert (str(one.path), one.line, one.rule) == ("lessons_en/a.md", 3, "unclosed-fence")
    assert one.fix.endswith("only then is it compared with lessons_ko/a.md")


def test_a_paragraph_of_our_lessons_that_loses_its_end_is_named(tmp_path: Path) -> None:
    pair = [one for one in read_lessons(REPOSITORY).items if one.docname == "tracing"]
    files = {str(lesson.path): lesson.text for lesson in pair}
    text = files["lessons_ko/tracing.md"]
    long = [
        block
        for lesson in pair
        if str(lesson.path) == "lessons_ko/tracing.md"
        for block in lesson.blocks
        if block.kind == "paragraph" and len(block.text) > 60
    ]
    assert len(long) >= 10
    for block in long[::5]:
        cut = text.replace(block.text, block.text[: len(block.text) * 3 // 10])
        lessons = write(tmp_path, {**files, "lessons_ko/tracing.md": cut})
        found = [one for one in check(lessons) if one.rule == "shorter-than-twin"]
        assert [(str(one.path), one.line) for one in found] == [
            ("lessons_ko/tracing.md", block.line)
        ]
