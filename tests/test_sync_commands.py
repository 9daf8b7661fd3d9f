"""status, confirm, start and sync-code, as a translator calls them; git merges what they write."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.check import check
from scripts.cli import main
from scripts.commands import progress, sync
from scripts.lesson.reading import read_lessons
from scripts.messages import speaking, spoken
from scripts.sync.confirming import Confirmation, confirm
from scripts.sync.sides import sides_of
from scripts.sync.state import sync_path
from scripts.sync.translation import translations

REPOSITORY = Path(__file__).parent.parent
ENGLISH = """\
# Tides

The moon pulls.

The water rises twice a day.

The water falls again.

```{code-cell}
x = 1  # one
```

The end.
"""
KOREAN = """\
# 밀물

달이 당깁니다.

물이 하루에 두 번 차오릅니다.

물이 다시 빠집니다.

```{code-cell}
x = 1  # 하나
```

끝.
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, "en", ENGLISH)
    write(tmp_path, "ko", KOREAN)
    return tmp_path


def write(root: Path, tag: str, text: str, name: str = "tides") -> None:
    path = root / f"lessons_{tag}" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


@pytest.fixture(autouse=True)
def _known_in_korean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have all that the commands print in a test known in Korean, too."""
    said: list[Any] = []

    def kept(what: Any) -> str:
        said.append(what)
        return spoken(what)

    for module in (progress, sync):
        monkeypatch.setattr(module, "spoken", kept)
    yield
    for what in said:
        with speaking("ko"):
            korean = spoken(what)
        assert re.search("[가-힣]", korean) or re.fullmatch(r"\d+/\d+", korean), what


def run(root: Path, *arguments: str) -> int:
    return main([arguments[0], "--root", str(root), *arguments[1:]])


def rows(root: Path, capsys: pytest.CaptureFixture[str], *names: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(root, "status", *names, "--format", "json") == 0
    read: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return read


def behind(root: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [block for row in rows(root, capsys) for block in row["behind"]]


def test_from_an_edit_to_its_confirmation(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rows(root, capsys)[0]["tracked"] is False
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    (row,) = rows(root, capsys, "tides")
    assert (row["origin"], row["blocks"], row["in_sync"], row["behind"]) == ("en", 5, 5, [])

    write(root, "en", ENGLISH.replace("twice", "once").replace("The end", "The last"))
    first, second = behind(root, capsys)
    assert (first["line"], first["origin_line"], first["change"]) == (5, 5, "changed")
    assert first["diff"] == "The water rises [-twice-] {+once+} a day."
    assert run(root, "status", "tides") == 0
    out = capsys.readouterr().out
    assert "lessons_ko/tides.md:5: paragraph is behind lessons_en/tides.md:5" in out
    assert "[-twice-] {+once+}" in out

    assert run(root, "confirm", f"tides:{first['block']}", "--by", "Lee") == 0
    assert [one["block"] for one in behind(root, capsys)] == [second["block"]]
    # By file and line, as messages name it.
    assert run(root, "confirm", f"{root}/lessons_ko/tides.md:13", "--by", "Lee") == 0
    assert behind(root, capsys) == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("두 번 차오릅니다", "세 번 차오릅니다", "a number changed"),
        ("두 번 차오릅니다", "두 번 차오르지 않습니다", "a word such as not changed"),
        ("물이 다시 빠집니다", "물이 `mean`만큼 다시 빠집니다", "a name"),
        ("물이 다시 빠집니다", "[물](https://e.org/a)이 다시 빠집니다", "a link changed"),
        ("물이 다시 빠집니다", "다시 물이 빠집니다", ""),
        ("두 번 차오릅니다", "번 두 차오릅니다", ""),
        ("달이 당깁니다", "달은 당깁니다", ""),
        ("물이 다시", "물이 √만큼 다시", "a sign"),
        ("물이 하루에 두 번", "하루가 물에 두 번", "two words changed places"),
        ("물이 하루에", "물이 처음에", ""),
        ("물이 다시", "물이 한 번 다시", ""),
        ("물이 하루에 두 번 차오릅니다", "하루에 2번, 물이 차오릅니다", ""),
        ("달이 당깁니다", "당기는 것은 달입니다", ""),
    ],
)
def test_a_fact_that_changes_alone(root: Path, old: str, new: str, what: str) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "ko", KOREAN.replace(old, new))
    line = KOREAN.split(old)[0].count("\n") + 1
    found = [one for one in check(read_lessons(root)) if one.rule == "changed-alone"]
    assert [(str(one.path), one.line) for one in found] == [("lessons_ko/tides.md", line)] * bool(
        what
    )
    assert all(one.message.startswith(what) and "{+" in one.message for one in found)
    # Of a whole lesson it is left out; who names the block has looked.
    assert run(root, "confirm", "tides", "--by", "Lee") == bool(what)
    assert run(root, "confirm", f"{root}/lessons_ko/tides.md:{line}", "--by", "Lee") == 0
    assert [one for one in check(read_lessons(root)) if one.rule == "changed-alone"] == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("rises twice", "never rises twice", "a word such as not changed"),
        ("The water rises", "The water falls", "a word became its opposite"),
        ("water rises twice a day", "day rises twice a water", "two words changed places"),
        ("The moon pulls", "It is the moon that pulls", ""),
        ("The water rises twice a day", "Three times a day water comes up, and goes", ""),
    ],
)
def test_a_fact_that_changes_in_the_origin_alone(root: Path, old: str, new: str, what: str) -> None:
    english = ENGLISH.replace("The water falls", "It falls")
    write(root, "en", english)
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "en", english.replace(old, new))
    line = english.split(old)[0].count("\n") + 1
    place = (Path("lessons_en/tides.md"), line)
    found = [one for one in check(read_lessons(root)) if one.rule == "changed-alone"]
    assert [(one.path, one.line) for one in found] == [place] * bool(what)
    assert all(one.message.startswith(what) and "no cell changed" in one.message for one in found)
    # Where code changed, too, what is said of it may have to.
    write(root, "en", english.replace(old, new).replace("x = 1", "x = 2"))
    assert [one for one in check(read_lessons(root)) if one.rule == "changed-alone"] == []


@pytest.mark.parametrize("marks", ["```", "~~~", ":::"])
@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("하나면 됩니다", "하나면 충분합니다", ""),
        ("하나면 됩니다", "하나면 되지 않습니다", "a word such as not"),
        ("물이 두 번", "물이 세 번", "a number"),
        (" 물이 두 번 차오릅니다.", "", "this {warning} had 2 sentences"),
    ],
)
def test_what_a_directive_holds_is_text(
    root: Path, marks: str, old: str, new: str, what: str
) -> None:
    outer = marks + marks[0]
    code = "~~~" if marks == "```" else "```"
    for tag, text, said in (
        ("en", ENGLISH, "One will do. The water rises twice."),
        ("ko", KOREAN, "하나면 됩니다. 물이 두 번 차오릅니다."),
    ):
        hint = f"{marks}{{hint}}\n:class: dropdown\n{said}\n{marks}\n{code}\nsum(x)\n{code}"
        write(root, tag, f"{text}\n{outer}{{warning}}\n{hint}\n{outer}\n")
    run(root, "confirm", "tides", "--by", "Kim")
    path = root / "lessons_ko" / "tides.md"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    found = check(read_lessons(root))
    assert len(found) == bool(what)
    assert all(what in one.message for one in found)


@pytest.mark.parametrize(
    ("new", "told", "why"),
    [
        ("The water rises twice a day.", "paragraph is not translated yet", "untranslated"),
        (
            "물이 하루에 세 번 차오릅니다.",
            "paragraph was worded anew; a number changed",
            "polished",
        ),
        ("물이 하루에 두 번 차오르곤 합니다.", "paragraph was worded anew, in sync", ""),
    ],
)
def test_status_and_confirm_have_one_word(
    root: Path, capsys: pytest.CaptureFixture[str], new: str, told: str, why: str
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "ko", KOREAN.replace("물이 하루에 두 번 차오릅니다.", new))
    capsys.readouterr()
    run(root, "status", "tides")
    assert f"lessons_ko/tides.md:5: {told}" in capsys.readouterr().out
    assert run(root, "confirm", "tides", "--by", "Kim") == bool(why)
    assert (f"tides.md:5: {why}, not confirmed" in capsys.readouterr().out) is bool(why)


def test_a_comment_that_changed_in_the_origin_is_told(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "en", ENGLISH.replace("# one", "# one and only"))
    (one,) = check(read_lessons(root))
    assert (one.rule, one.line) == ("behind", 10)
    assert one.message == 'cell is behind lessons_en/tides.md:9: "one {+and only+}"'
    assert run(root, "confirm", "tides", "--by", "Kim") == 1
    assert "texts-changed, not confirmed" in capsys.readouterr().out
    write(root, "ko", KOREAN.replace("# 하나", "# 하나뿐"))
    assert check(read_lessons(root)) == ()
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    assert "하나뿐" in (root / "docs/sync/ko/tides.jsonl").read_text("utf-8")


def test_a_list_is_behind_at_the_one_item_that_changed(root: Path) -> None:
    ours, theirs = "\n\n- Ebb\n- High\n  tide\n- Low\n", "\n\n- 썰물\n- 밀물\n- 물때\n"
    write(root, "en", ENGLISH + ours)
    write(root, "ko", KOREAN + theirs)
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "en", ENGLISH + ours.replace("tide", "water"))
    lines = (KOREAN + theirs).split("\n")
    (one,) = check(read_lessons(root))
    assert (one.rule, one.line) == ("behind", lines.index("- 밀물") + 1)
    write(root, "en", ENGLISH + ours.replace("tide", "water").replace("Ebb", "Flow"))
    (one,) = check(read_lessons(root))
    assert (one.rule, one.line) == ("behind", lines.index("- 썰물") + 1)


def test_a_comment_that_only_the_origin_has_is_told_until_it_is_confirmed(root: Path) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    more = ENGLISH.replace("# one", "# one\nx = 2  # and two")
    write(root, "en", more)
    write(root, "ko", KOREAN.replace("# 하나", "# 하나\nx = 2"))
    (one,) = check(read_lessons(root))
    assert (one.rule, one.line) == ("behind", 9)
    assert one.message == 'cell is behind lessons_en/tides.md:9: "{+and two+}"'
    # A translation may leave a comment out, and say so.
    assert run(root, "confirm", "tides:9", "--by", "Kim", "--no-change") == 0
    assert check(read_lessons(root)) == ()
    write(root, "en", more.replace("# and two", "# and a second"))
    (one,) = check(read_lessons(root))
    assert one.message == 'cell is behind lessons_en/tides.md:9: "{+and a second+}"'


def test_a_link_is_no_lesson(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = root / "lessons_ko" / "tides.md"
    path.rename(root / "tides.md")
    path.symlink_to(root / "tides.md")
    for command in (["check"], ["status"], ["confirm", "--by", "Kim"]):
        assert run(root, *command, str(path)) == 2
        assert "tides.md: a link is not followed: lessons are files" in capsys.readouterr().err
    assert run(root, "sync-code", "tides") == 0
    told = capsys.readouterr().err
    assert "lessons_en/tides.md: is there in one language only: nothing to compare" in told
    assert "the same in all languages" not in told


@pytest.mark.parametrize("command", ["sync-code", "check"])
def test_a_comment_that_cannot_be_kept_is_named(
    root: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "en", ENGLISH.replace("x = 1  # one", "print('high')  # a tide"))
    capsys.readouterr()
    run(root, command, *(["--fix"] if command == "check" else []))
    told = 'lessons_ko/tides.md:10: warning: the comment "# 하나" went with the code beside it'
    assert told in "".join(capsys.readouterr())
    assert "하나" not in (root / "lessons_ko" / "tides.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [("# 밀물", "#", "this heading is empty"), ("| 물 |", "| |", "a cell of this row is empty")],
)
def test_what_was_emptied_is_not_confirmed_with_the_lesson(
    root: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, why: str
) -> None:
    table = "\n| `a` | {} |\n|---|---|\n| `b` | {} |\n"
    write(root, "en", ENGLISH + table.format("moon", "water"))
    korean = KOREAN + table.format("달", "물")
    write(root, "ko", korean)
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    write(root, "ko", korean.replace(old, new))
    capsys.readouterr()
    assert run(root, "confirm", "tides", "--by", "Lee") == 1
    assert f"polished, not confirmed; {why}" in capsys.readouterr().out


def test_a_lost_sentence_is_not_confirmed_with_the_lesson(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "en", ENGLISH.replace("again.", "again. It is low tide then."))
    two = KOREAN.replace("물이 다시 빠집니다.", "물이 다시 빠집니다. 그때가 썰물입니다.")
    write(root, "ko", two)
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    write(root, "ko", KOREAN.replace("달이 당깁니다", "달은 당깁니다"))
    capsys.readouterr()
    assert run(root, "confirm", "tides", "--by", "Kim") == 1
    out = capsys.readouterr().out
    assert "tides.md: 1 block confirmed" in out
    assert "tides.md:7: polished, not confirmed; this paragraph had 2 sentences" in out
    assert [one.rule for one in check(read_lessons(root))] == ["shorter-than-twin"]
    assert run(root, "confirm", f"{root}/lessons_ko/tides.md:7", "--by", "Kim") == 0
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    assert check(read_lessons(root)) == ()


def test_a_cell_of_one_language_is_kept_by_no_confirmation(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cell = "\n```{code-cell}\nx = 1  # one\n```\n"
    texts = {"en": ENGLISH, "ko": KOREAN.replace("하나", "one")}
    for lacks in texts:
        for tag, text in texts.items():
            write(root, tag, text)
        run(root, "confirm", "tides", "--by", "Kim")
        write(root, lacks, texts[lacks].replace(cell, ""))
        (block,) = behind(root, capsys)
        name = f"tides:{block['block']}"
        assert run(root, "confirm", name, "--by", "Kim", "--no-change") == 1
        assert "--no-change" not in capsys.readouterr().out
        assert len(behind(root, capsys)) == 1


@pytest.mark.parametrize(
    ("block", "advice"),
    [
        ("They say so.", "put it back, or say"),
        ("## They say so", "put it back, or delete it there, too"),
        (":::{note}\nThey say so.\n:::", "put it back, or delete it there, too"),
        ("![They say so](tides.png)", "put it back, or delete it there, too"),
        ("They say <b>so</b>.", "mend first what is refused in lessons_en/tides.md:3"),
    ],
)
def test_what_check_compares_is_left_out_by_no_confirmation(
    root: Path, capsys: pytest.CaptureFixture[str], block: str, advice: str
) -> None:
    texts = {"en": ENGLISH, "ko": KOREAN}
    block_of = {"en": block, "ko": block.replace("They say so", "그렇습니다")}
    for gone in texts:
        shutil.rmtree(root / "docs", ignore_errors=True)
        for tag, text in texts.items():
            write(root, tag, text.replace("\n\n", f"\n\n{block_of[tag]}\n\n", 1))
        run(root, "confirm", "tides", "--by", "Kim")
        write(root, gone, texts[gone])
        (name,) = (one["block"] for one in behind(root, capsys))
        findings = check(read_lessons(root))
        if gone == "ko":
            (finding,) = (one for one in findings if one.rule == "lost-block")
            assert finding.fix.startswith(advice)
        else:
            (finding,) = (one for one in findings if one.rule == "behind")
            assert ("--no-change" in finding.fix) is ("say" in advice)
        rc = run(root, "confirm", f"tides:{name}", "--by", "Kim", "--no-change")
        assert rc == advice.endswith("there, too")
        assert ("--no-change" in capsys.readouterr().out) is False


def test_two_confirmations_at_once_are_both_kept(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "en", ENGLISH.replace("twice", "once").replace("The end", "The last"))
    first, second = (block["block"] for block in behind(root, capsys))
    command = [sys.executable, "-m", "scripts", "confirm", "--root", str(root), "--by", "Lee"]
    others = []

    def meanwhile(*arguments: Any, **options: Any) -> Confirmation:
        others.append(subprocess.Popen([*command, f"tides:{second}"], cwd=REPOSITORY))
        with contextlib.suppress(subprocess.TimeoutExpired):
            others[0].wait(3)  # it has to wait for us
        return confirm(*arguments, **options)

    monkeypatch.setattr("scripts.commands.sync.confirm", meanwhile)
    assert run(root, "confirm", f"tides:{first}", "--by", "Kim") == 0
    assert others[0].wait() == 0
    assert behind(root, capsys) == []


def test_a_directive_is_translated_whatever_its_fence_is_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for marks in ("```", ":::"):
        text = f"""\
# Tides

{marks}{{hint}}
A tide rises.
{marks}

{marks}{marks[0]}{{exercise}} Low tide
:label: low

{marks}{{figure}} tide.png
The moon pulls.
{marks}
{marks}{marks[0]}

{marks}{{figure}} tide.png
:alt: Moon
{marks}

{marks}{{image}} tide.png
{marks}

{marks}{{code-block}} python
print("tide")
{marks}
"""
        root = tmp_path / marks[0].replace(":", "colons")
        write(root, "en", "---\nonly: en\n---\n" + text)
        assert run(root, "start", "tides", "--to", "ko") == 0
        assert "4 blocks to translate" in capsys.readouterr().out
        assert run(root, "confirm", "tides", "--by", "Kim") == 1
        assert [block["kind"] for block in behind(root, capsys)] == [
            *("heading", "directive:hint", "directive:exercise", "directive:figure")
        ]


def test_of_a_paragraph_of_several_lines_the_line_is_named_that_changed(root: Path) -> None:
    long = KOREAN.replace("물이 하루에 두 번", "물이\n하루에\n두 번")
    write(root, "ko", long)
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "ko", long.replace("두 번", "세 번"))
    (one,) = [one for one in check(read_lessons(root)) if one.rule == "changed-alone"]
    assert one.line == 7
    assert one.message.endswith('"물이 하루에 [-두-] {+세+} 번 차오릅니다."')


def test_links_to_read_on_that_change_in_the_origin_are_told(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    english = '---\nfurther:\n  - "The book: https://e.org/a"\n  - https://e.org/b\norder: 1\n---\n'
    korean = english.replace("The book", "책")
    write(root, "en", english + ENGLISH)
    write(root, "ko", korean + KOREAN)
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "ko", korean.replace("/b", "/ko") + KOREAN)
    assert behind(root, capsys) == []  # better ones for its readers

    write(root, "en", english.replace("The", "The new").replace("/b", "/more") + ENGLISH)
    (block,) = behind(root, capsys)
    assert (block["change"], block["line"]) == ("both-changed", 2)
    (finding,) = [one for one in check(read_lessons(root)) if one.rule == "behind"]
    assert finding.message.startswith("list of links to read on changed here and in")
    assert run(root, "confirm", f"{root}/lessons_ko/tides.md:4", "--by", "Kim") == 0
    assert behind(root, capsys) == []


def test_a_lesson_is_not_confirmed_past_what_nobody_translated(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "en", ENGLISH.replace("twice", "once").replace("The moon", "Our moon"))
    write(root, "ko", KOREAN.replace("두 번", "한 번"))
    capsys.readouterr()
    assert run(root, "confirm", "tides", "--by", "Lee") == 1
    assert "lessons_ko/tides.md:3: changed, not confirmed" in capsys.readouterr().out
    assert [one["line"] for one in behind(root, capsys)] == [3]
    assert run(root, "confirm", "tides", "--by", "Lee", "--no-change") == 0


def test_what_changed_in_both_is_shown_when_it_is_confirmed(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "en", ENGLISH.replace("twice", "once"))
    write(root, "ko", KOREAN.replace("두 번", "한 번"))
    capsys.readouterr()
    assert run(root, "confirm", "tides", "--by", "Lee") == 0
    out = capsys.readouterr().out
    assert "lessons_ko/tides.md:5: confirmed; both had changed" in out
    assert "    en: The water rises [-twice-] {+once+} a day." in out
    assert "    ko: 물이 하루에 [-두-] {+한+} 번 차오릅니다." in out


def test_two_paragraphs_that_the_translation_joins_are_told_there(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "ko", KOREAN.replace("차오릅니다.\n\n물이", "차오릅니다. 물이"))
    (one,) = behind(root, capsys)
    assert (one["line"], one["change"]) == (5, "combined")
    (found,) = [one for one in check(read_lessons(root)) if one.rule == "behind"]
    assert found.message.startswith(
        "paragraph was joined with its neighbour here, and not in lessons_en/tides.md:5"
    )


def test_a_paragraph_that_has_moved_is_told_once(root: Path) -> None:
    cell = "\n\n```{code-cell}\nx = 1\n```\n\n"
    rains = "In this week much rain fell. A gardener needs about twice as much of it in summer.\n\n"
    pours = (
        "이번 주에는 비가 많이 왔습니다. 여름에 정원을 가꾸려면 두 배쯤 많은 물이 필요합니다.\n\n"
    )
    english = (
        "The functions of this table do not change the array. Each of them returns a new value."
    )
    korean = "이 표의 함수는 배열을 바꾸지 않습니다. 모두 새 값을 돌려줍니다."
    ours = f"# Tides\n\n{rains}{english}{cell}Rain falls.{cell}> A week without rain is long."
    write(root, "en", ours)
    write(root, "ko", f"# 밀물\n\n{pours}{korean}{cell}비가 옵니다.{cell}> 비 없는 한 주는 깁니다.")
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    write(root, "en", ours.replace(f"{english}\n\n", "").replace("> ", f"{english}\n\n> "))
    assert [one.rule for one in check(read_lessons(root))] == ["behind"]


def test_where_a_paragraph_was_split_or_joined_is_marked(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    english = ENGLISH.replace("a day.", "a day. Then it falls.")
    run(root, "confirm", "tides", "--by", "Kim")
    for then, now, shown in (
        (
            english,
            english.replace("day. Then", "day.\n\nThen"),
            "twice a day. {+¶+} Then it falls.",
        ),
        (english, english.replace("pulls.\n\n", "pulls. "), "The moon pulls. [-¶-] The water"),
    ):
        write(root, "en", then)
        run(root, "confirm", "tides", "--by", "Kim", "--no-change")
        write(root, "en", now)
        capsys.readouterr()
        assert run(root, "status", "tides") == 0
        assert shown in capsys.readouterr().out


def test_a_cell_that_has_moved_among_texts_is_told(root: Path) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    cell = "```{code-cell}\nx = 1  # 하나\n```\n\n"
    write(root, "ko", KOREAN.replace(cell, "").replace("물이 하루에", f"{cell}물이 하루에"))
    (one,) = check(read_lessons(root))
    assert (one.rule, one.line) == ("behind", 5)
    assert one.message == "this cell stands elsewhere in lessons_en/tides.md:9, behind line 11 here"


def test_a_wording_is_shown_and_in_sync(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "ko", KOREAN.replace("달이 당깁니다", "당기는 것은 달입니다"))
    capsys.readouterr()
    assert run(root, "status", "tides") == 0
    out = capsys.readouterr().out
    assert "5 of 5 blocks in sync" in out
    assert "lessons_ko/tides.md:3: paragraph was worded anew, in sync" in out
    assert "[-달이 당깁니다.-] {+당기는 것은 달입니다.+}" in out


def test_a_korean_origin_is_the_same_the_other_way(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for tag, text in (("en", ENGLISH), ("ko", KOREAN)):
        write(root, tag, f"---\norigin: ko\n---\n{text}")
    run(root, "confirm", "tides", "--by", "Kim")
    assert (root / "docs/sync/en/tides.jsonl").is_file()
    write(root, "ko", f"---\norigin: ko\n---\n{KOREAN}".replace("두 번", "한 번"))
    (found,) = behind(root, capsys)
    assert (found["path"], found["line"]) == ("lessons_en/tides.md", 8)
    assert found["diff"] == "물이 하루에 [-두-] {+한+} 번 차오릅니다."


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("confirm", "waves", "--by", "Kim"), 2, "no such lesson"),
        (("status", "tide"), 2, "did you mean tides?"),
        (("check", "tiedes"), 2, "did you mean tides?"),
        (("confirm", "tides:nowhere", "--by", "Kim"), 2, "has no block nowhere"),
        (("confirm", "tides:2", "--by", "Kim"), 2, "no block stands there"),
        (("confirm", "tides", "--by", " "), 2, "--by is empty"),
        (("confirm", "tides", "--by", "Kim", "--reviewed", "--machine"), 2, "choose one"),
        (("status", "waves"), 2, "no such lesson"),
        (("start", "tides", "--to", "ko"), 1, "is there already"),
        (("start", "tides", "--to", "en"), 2, "is the origin"),
    ],
)
def test_wrong_use(
    root: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    code: int,
    message: str,
) -> None:
    assert run(root, *arguments) == code
    assert message in capsys.readouterr().err


def test_a_lesson_in_one_language_is_started_in_the_other(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"---\ntitle: 파도\nonly: ko\ntranslators:\n- Kim\n---\n(waves)=\n{KOREAN}"
    write(root, "ko", text, "deep/waves")
    run(root, "confirm", "tides", "--by", "Kim")
    assert run(root, "start", "deep/waves", "--to", "en") == 0
    started = (root / "lessons_en/deep/waves.md").read_bytes().decode("utf-8")
    assert started == f"---\ntitle: 파도\norigin: ko\n---\n(waves)=\n{KOREAN}"
    left = (root / "lessons_ko/deep/waves.md").read_bytes().decode("utf-8")
    assert left == text.replace("only: ko\n", "")
    row = next(row for row in rows(root, capsys) if row["docname"] == "deep/waves")
    assert (row["origin"], row["translation"]) == ("ko", "en")
    assert (row["untranslated"], row["in_sync"]) == (6, 0)
    assert run(root, "check") == 0
    assert "6 blocks not translated yet" in capsys.readouterr().out

    write(root, "en", started.replace("끝.", "The end."), "deep/waves")
    assert run(root, "confirm", "deep/waves", "--by", "Kim") == 1
    row = next(row for row in rows(root, capsys) if row["docname"] == "deep/waves")
    assert (row["untranslated"], row["in_sync"]) == (5, 1)
    # What is there in both and was never confirmed has been begun, and not confirmed.
    write(root, "en", started.replace("달이", "The moon").replace("끝.", "The end."), "deep/waves")
    capsys.readouterr()
    assert run(root, "status", "deep/waves") == 0
    first = capsys.readouterr().out.split("never confirmed")[1].split("lessons_en")[1]
    assert ", begun 2" in first and ", confirmed" not in first


def test_a_text_in_the_other_language_is_not_confirmed(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "ko", KOREAN.replace("달이 당깁니다.", "It is the moon that pulls."))
    assert run(root, "confirm", "tides", "--by", "Kim") == 1
    place = "lessons_ko/tides.md:3"
    out = capsys.readouterr().out
    assert f"{place}: untranslated, not confirmed; its text is in English still" in out
    assert [one["line"] for one in behind(root, capsys)] == [3]
    assert run(root, "confirm", place, "--by", "Kim") == 1
    assert run(root, "confirm", place, "--by", "Kim", "--no-change") == 0
    assert behind(root, capsys) == []


def test_code_counts_for_nobody(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It needs nobody to confirm it: `confirm` and `status` count the same blocks."""
    for more in ((), ("--reviewed",)):
        capsys.readouterr()
        assert run(root, "confirm", "tides", "--by", "Kim", *more) == 0
        assert "5 blocks confirmed" in capsys.readouterr().out
    write(root, "en", ENGLISH.replace("x = 1", "x = 2"))
    (row,) = rows(root, capsys)
    assert (row["blocks"], row["in_sync"], len(row["behind"])) == (5, 5, 1)
    run(root, "status", "tides")
    assert "5 of 5 blocks in sync, and 1 block of code behind" in capsys.readouterr().out


def test_marks_of_a_merge_are_not_confirmed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    marks = "<<<<<<< HEAD\n\n달이 당깁니다.\n\n=======\n\n달이 끕니다.\n\n>>>>>>> other"
    write(root, "ko", KOREAN.replace("달이 당깁니다.", marks))
    record = (root / "docs/sync/ko/tides.jsonl").read_bytes()
    assert run(root, "confirm", "tides", "--by", "Kim", "--no-change") == 1
    assert 'lessons_ko/tides.md:3: "<<<<<<<" marks a merge conflict' in capsys.readouterr().err
    assert (root / "docs/sync/ko/tides.jsonl").read_bytes() == record


def test_a_page_with_marks_of_a_merge_is_not_compared(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    marks = "<<<<<<< HEAD\nThe end.\n=======\nThe last.\n>>>>>>> other"
    write(root, "en", ENGLISH.replace("The end.", marks).replace("twice", "once"))
    capsys.readouterr()
    for arguments in (("status", "tides"), ("status",), ("sync-code", "tides")):
        assert run(root, *arguments) == 1
        out, err = capsys.readouterr()
        assert 'lessons_en/tides.md:13: "<<<<<<<" marks a merge conflict' in err
        assert "behind lessons" not in out and "is new there" not in out
    first, *others = check(read_lessons(root))
    assert first.fix.endswith("only then is it compared with lessons_ko/tides.md")
    assert [(one.line, one.rule) for one in (first, *others)] == [
        *((line, "conflict-marker") for line in (13, 15, 17))
    ]
    # Who has the other file open alone is told why nothing is said of it.
    assert check(read_lessons(root), paths={Path("lessons_ko/tides.md")}) == (first,)


def test_a_page_that_nobody_translated_is_not_confirmed_as_a_whole(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "en", f"---\nonly: en\n---\n{ENGLISH}", "waves")
    assert run(root, "start", "waves", "--to", "ko") == 0
    assert run(root, "confirm", "waves", "--by", "Kim", "--no-change") == 1
    assert "name it with --no-change" in capsys.readouterr().out
    row = next(row for row in rows(root, capsys) if row["docname"] == "waves")
    assert row["untranslated"] > 0


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("tides", "all of it is in sync already"),
        ("lessons_ko/tides.md:3", "it is in sync already"),
        ("lessons_ko/tides.md:10", "code is compared by check"),
    ],
)
def test_why_there_is_nothing_to_confirm(
    root: Path, capsys: pytest.CaptureFixture[str], target: str, why: str
) -> None:
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    capsys.readouterr()
    assert run(root, "confirm", target, "--by", "Kim") == 0
    assert f"0 blocks confirmed; {why}" in capsys.readouterr().out


def test_what_stands_elsewhere_is_not_in_sync(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    first, second = "The moon pulls.\n\n", "The water rises twice a day.\n\n"
    write(root, "en", ENGLISH.replace(first + second, second + first))
    (row,) = rows(root, capsys)
    assert (row["blocks"], row["in_sync"], len(row["behind"])) == (5, 4, 1)


def test_several_that_nobody_confirmed_are_one_finding(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, "confirm", "lessons_ko/tides.md:1", "--by", "Kim") == 0
    capsys.readouterr()
    assert run(root, "check", "tides") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("lessons_ko/tides.md:3:1: warning: 4 blocks were never confirmed")


@pytest.mark.parametrize("command", ["status", "sync-code", "links", "check"])
def test_a_file_that_cannot_be_read_is_told_by_each_command(
    root: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (root / "lessons_ko/tides.md").write_bytes(KOREAN.encode("cp949"))
    for names in ((), ("tides",)):
        assert run(root, command, *names) == 1
        out, err = capsys.readouterr()
        assert "lessons_ko/tides.md:1" in out + err and "is no UTF-8" in out + err
        assert "is missing" not in out and "blocks in sync" not in out


def test_the_origin_s_code_comes_back_and_comments_stay(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "ko", KOREAN.replace("x = 1", "x = 3"))
    assert run(root, "sync-code", "tides") == 0
    assert read_lessons(root).items[1].text == KOREAN
    capsys.readouterr()
    assert run(root, "sync-code", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == {"changed": [], "taken": [], "left": []}


def test_code_that_does_not_parse_is_the_origin_s_again(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "en", ENGLISH.replace("x = 1  # one", "x = sum([1, 2])  # three\ny = 2"))
    write(root, "ko", KOREAN.replace("x = 1  # 하나", "x = sum([1 2])  # 셋\n# 값\ny = 2"))
    assert run(root, "sync-code", "tides") == 0
    korean = (root / "lessons_ko" / "tides.md").read_text("utf-8")
    assert "x = sum([1, 2])  # 셋\n# 값\ny = 2\n" in korean
    write(root, "en", ENGLISH.replace("x = 1", "x = (1"))
    capsys.readouterr()
    assert run(root, "sync-code", "tides") == 1
    said = capsys.readouterr().out
    assert "lessons_en/tides.md:10" in said
    assert "nothing can be compared" in said


def test_a_record_with_a_byte_order_mark_is_read(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    record = root / "docs/sync/ko/tides.jsonl"
    record.write_bytes(b"\xef\xbb\xbf" + record.read_bytes())
    assert behind(root, capsys) == []
    assert "cannot be read" not in capsys.readouterr().err


def test_a_start_that_fails_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, "en", f"---\nonly: en\n---\n{ENGLISH}", "waves")
    before = sorted(root.rglob("*"))

    def full(path: Path, data: bytes) -> None:
        if path.parent.name == "lessons_en":
            raise OSError(28, "No space left on device", str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    monkeypatch.setattr("scripts.commands.sync.write_atomically", full)
    assert run(root, "start", "waves", "--to", "ko") != 0
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    assert files == [path for path in before if path.is_file()]


def test_a_remark_of_the_translation_alone_stays(root: Path) -> None:
    write(root, "en", ENGLISH.replace("x = 1  # one", 'a = 1\nb = 2\nu = "page-b"  # it\nc = 3'))
    own = '# 준비합니다\na = 1\nb = 1\nu = "page-a"  # 쪽\n# 셋째\nc = 4'
    write(root, "ko", KOREAN.replace("x = 1  # 하나", own))
    assert run(root, "sync-code", "tides") == 0
    korean = (root / "lessons_ko" / "tides.md").read_text("utf-8")
    assert '# 준비합니다\na = 1\nb = 2\nu = "page-b"  # 쪽\n# 셋째\nc = 3\n' in korean


def test_half_of_a_text_in_the_other_language_is_not_confirmed(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = "\n| tea | taste |\n|---|---|\n| black | strong |\n| green | sharp |\n"
    more = "The moon pulls. Nobody knows why it is so strong today.\n"
    write(root, "en", ENGLISH.replace("The moon pulls.\n", more) + table)
    half = "달이 당깁니다. Nobody knows why it is so strong today.\n"
    head = table.replace("| tea | taste |", "| 차 | 맛 |")
    write(root, "ko", KOREAN.replace("달이 당깁니다.\n", half) + head)
    assert run(root, "confirm", "tides", "--by", "Kim") == 1
    said = capsys.readouterr().out
    assert "lessons_ko/tides.md:3: untranslated, not confirmed" in said
    assert "lessons_ko/tides.md:15: untranslated, not confirmed" in said


def test_a_state_without_its_lesson(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    (root / "docs/sync/ko/tides.jsonl").rename(root / "docs/sync/ko/waves.jsonl")
    capsys.readouterr()
    assert run(root, "check") == 0
    assert capsys.readouterr().out == (
        "docs/sync/ko/waves.jsonl:1:1: warning: there is no lesson lessons_ko/waves.md; "
        "put the lesson back, rename this file with its lesson, or delete it [sync-state]\n"
    )


def test_what_was_confirmed_of_a_file_that_is_gone_is_not_begun_anew(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    record = root / "docs/sync/ko/tides.jsonl"
    confirmed = record.read_bytes()
    (root / "lessons_ko/tides.md").unlink()
    capsys.readouterr()
    assert run(root, "start", "tides", "--to", "ko") == 1
    assert "docs/sync/ko/tides.jsonl: holds what was confirmed" in capsys.readouterr().err
    assert record.read_bytes() == confirmed
    assert not (root / "lessons_ko/tides.md").exists()

    record.unlink()
    assert run(root, "start", "tides", "--to", "ko") == 0
    (root / "lessons_ko/tides.md").unlink()  # nobody has confirmed any of it yet
    assert run(root, "start", "tides", "--to", "ko") == 0


def test_a_lesson_whose_origin_is_gone_is_started_from_what_is_there(root: Path) -> None:
    (root / "lessons_en/tides.md").unlink()
    write(root, "ko", f"---\norigin: en\n---\n{KOREAN}")
    (missing,) = check(read_lessons(root))
    assert 'or say "only: ko" and "origin: ko" in' in missing.fix
    write(root, "ko", f"---\norigin: en\nonly: ko\n---\n{KOREAN}")
    (finding,) = check(read_lessons(root))
    assert (finding.line, finding.rule) == (2, "same-origin")
    assert finding.message == 'origin is en here, but line 3 says "only: ko"'
    assert finding.fix == 'write "origin: ko"'

    assert run(root, "start", "tides", "--to", "en") == 0
    for tag in ("en", "ko"):
        text = (root / f"lessons_{tag}/tides.md").read_bytes().decode()
        assert text.startswith("---\norigin: ko\n---\n")
    assert "same-origin" not in {one.rule for one in check(read_lessons(root))}


def test_an_origin_that_becomes_the_translation_keeps_what_was_confirmed(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    korean = f"---\norigin: ko\n---\n{KOREAN}"
    write(root, "en", f"---\norigin: ko\n---\n{ENGLISH}")
    write(root, "ko", korean)
    (row,) = rows(root, capsys)
    assert (row["origin"], row["in_sync"], row["behind"]) == ("ko", 5, [])

    write(root, "ko", korean.replace("끝.", "마지막."))
    (block,) = behind(root, capsys)
    assert (block["change"], block["diff"]) == ("changed", "[-끝.-] {+마지막.+}")
    assert run(root, "confirm", f"tides:{block['block']}", "--by", "Lee") == 0
    records = [path.relative_to(root).as_posix() for path in (root / "docs").rglob("*.jsonl")]
    assert records == ["docs/sync/en/tides.jsonl"]
    assert behind(root, capsys) == []

    (root / "docs/sync/ko").mkdir(exist_ok=True)
    shutil.copy(root / "docs/sync/en/tides.jsonl", root / "docs/sync/ko/tides.jsonl")
    (finding,) = check(read_lessons(root))
    assert (str(finding.path), finding.rule) == ("docs/sync/ko/tides.jsonl", "sync-state")


def test_what_is_write_protected_is_left_and_told(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "en", ENGLISH, "waves")
    write(root, "ko", KOREAN.replace("x = 1", "x = 2"), "waves")
    run(root, "confirm", "tides", "--by", "Kim")
    write(root, "ko", KOREAN.replace("x = 1", "x = 2").replace("끝", "마지막"))
    lesson, record = root / "lessons_ko/tides.md", root / "docs/sync/ko/tides.jsonl"
    before = lesson.read_bytes(), record.read_bytes()
    for path in (lesson, record):
        path.chmod(0o444)
    capsys.readouterr()
    assert run(root, "check", "--fix") == 1
    err = capsys.readouterr().err
    assert "lessons_ko/tides.md: not mended, since it is write-protected" in err
    assert "lessons_ko/waves.md: fixed" in err
    assert run(root, "sync-code") == 1
    assert "write-protected" in capsys.readouterr().err
    assert run(root, "confirm", f"{lesson}:13", "--by", "Lee") == 1
    assert f"{record}: is write-protected" in capsys.readouterr().err
    assert (lesson.read_bytes(), record.read_bytes()) == before


def test_a_state_that_a_merge_left_half_done(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(root, "confirm", "tides", "--by", "Kim")
    path = root / "docs/sync/ko/tides.jsonl"
    path.write_bytes(path.read_bytes() + b"half a line\n")
    assert run(root, "check") == 0
    assert (
        "docs/sync/ko/tides.jsonl:26:1: warning: this line is no block" in capsys.readouterr().out
    )
    before = path.read_bytes()
    assert run(root, "confirm", "tides", "--by", "Lee", "--reviewed") == 1
    assert path.read_bytes() == before
    assert "cannot be read at line 26" in capsys.readouterr().err


# --- git ------------------------------------------------------------------------------------------


def test_the_line_of_a_figure_s_description_is_not_its_cell(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for tag, text, alt in (("en", ENGLISH, "The sea"), ("ko", KOREAN, "바다")):
        write(root, tag, text.replace("{code-cell}", f"{{code-cell}}\n:alt: {alt}"))
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    write(root, "en", ENGLISH.replace("{code-cell}", "{code-cell}\n:alt: The wide sea"))
    (one,) = behind(root, capsys)
    assert run(root, "confirm", f"lessons_ko/tides.md:{one['line']}", "--by", "Lee") == 0
    assert behind(root, capsys) == []


class Repository:
    """A repository in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def git(self, *arguments: str) -> str:
        who = (
            "-c",
            "user.name=Kim",
            "-c",
            "user.email=kim@example.org",
            "-c",
            "commit.gpgsign=false",
        )
        done = subprocess.run(
            ["git", *who, *arguments], cwd=self.folder, capture_output=True, check=False
        )
        assert done.returncode == 0, (done.stdout + done.stderr).decode("utf-8", "replace")
        return done.stdout.decode("utf-8")

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)


@pytest.fixture
def repository(root: Path) -> Repository:
    if shutil.which("git") is None:
        pytest.skip("no git")
    made = Repository(root)
    made.git("init", "-q", "-b", "main")
    assert run(root, "confirm", "tides", "--by", "Kim") == 0
    made.commit("Lesson")
    return made


# Every paragraph with its neighbour, in both orders of the branches.
PAIRS = [(3, 5), (5, 3), (5, 7), (7, 5), (7, 13), (1, 3)]


@pytest.mark.parametrize("lines", PAIRS, ids=str)
def test_branches_that_confirm_neighbours_merge(
    repository: Repository, root: Path, lines: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    english = ENGLISH.replace(".\n", ", they say.\n").replace("# Tides", "# The tides")
    write(root, "en", english)
    repository.commit("New words")
    assert len(behind(root, capsys)) == 5
    for line in lines:
        repository.git("switch", "-q", "-c", f"line-{line}", "main")
        assert run(root, "confirm", f"{root}/lessons_ko/tides.md:{line}", "--by", f"at {line}") == 0
        repository.commit(f"Confirm {line}")
    repository.git("switch", "-q", "main")
    for line in lines:
        repository.git("merge", "-q", "--no-edit", f"line-{line}")
    assert not {one["line"] for one in behind(root, capsys)} & set(lines)
    assert len(behind(root, capsys)) == 3


def test_branches_that_add_neighbouring_paragraphs_merge(
    repository: Repository, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As far as git can merge the lessons themselves, which is so around a block that stays."""
    for name, before, new in (("a", "The water rises", "One."), ("b", "The end", "Two.")):
        repository.git("switch", "-q", "-c", name, "main")
        write(root, "en", ENGLISH.replace(before, f"{new}\n\n{before}"))
        korean = {"The water rises": "물이 하루에", "The end": "끝"}[before]
        write(root, "ko", KOREAN.replace(korean, f"{new[:-1]} 하나.\n\n{korean}"))
        assert run(root, "confirm", "tides", "--by", name) == 0
        repository.commit(name)
    repository.git("switch", "-q", "main")
    repository.git("merge", "-q", "--no-edit", "a")
    repository.git("merge", "-q", "--no-edit", "b")
    (row,) = rows(root, capsys)
    assert (row["blocks"], row["in_sync"], row["behind"]) == (7, 7, [])


def test_branches_that_translate_halves_of_a_started_lesson_merge(
    repository: Repository, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "lessons_ko" / "tides.md").unlink()
    shutil.rmtree(root / "docs")
    halves = [
        f"## Half {one}\n\nWater rises.\n\n"
        f"```{{code-cell}}\nprint('high {one}')\n```\n\n```{{code-cell}}\nx = {one}\n```\n\n"
        for one in range(2)
    ]
    write(root, "en", f"# Tides\n\n{halves[0]}The middle.\n\n{halves[1]}")
    assert run(root, "start", "tides", "--to", "ko") == 0
    repository.commit("Start")
    begun = (root / "lessons_ko" / "tides.md").read_text("utf-8")
    for number, half in enumerate(halves):
        korean = half.replace("Half", "절반").replace("Water rises.", "물이 차오릅니다.")
        repository.git("switch", "-q", "-c", f"half-{number}", "main")
        write(root, "ko", begun.replace(half, korean.replace("high", "만조")))
        assert run(root, "confirm", "tides", "--by", f"Kim {number}") == 1
        repository.commit(f"Half {number}")
    repository.git("merge", "-q", "--no-edit", "half-0")
    assert sorted(one["line"] for one in behind(root, capsys)) == [4, 18]
    state = translations(read_lessons(root), "tides")[0].state
    assert state is not None
    cells = [one.translator for one in state.entries if one.kind == "cell"]
    assert cells == ["Kim 0", "", "Kim 1", ""]


def test_branches_that_change_two_fields_of_the_front_matter_merge(
    repository: Repository, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    front = "---\ntrack: a\n\n# stays\n\norder: 1\n---\n"
    for tag, text in (("en", ENGLISH), ("ko", KOREAN)):
        write(root, tag, front + text)
    run(root, "confirm", "tides", "--by", "Kim")
    repository.commit("Front matter")
    for name, old, new in (
        ("a", "track: a", "track: b"),
        ("b", "order: 1", "order: 2\njax: '>=1'"),
    ):
        repository.git("switch", "-q", "-c", name, "main")
        for tag, text in (("en", ENGLISH), ("ko", KOREAN)):
            write(root, tag, front.replace(old, new) + text)
        assert run(root, "confirm", "tides", "--by", name) == 0
        repository.commit(f"Field of {name}")
    repository.git("merge", "-q", "--no-edit", "a")
    lessons = read_lessons(root)
    (translation,) = translations(lessons, "tides")
    assert not sides_of(translation).origin and not sides_of(translation).other
    assert check(lessons) == ()


@pytest.mark.parametrize("style", ["merge", "diff3"])
def test_branches_that_confirm_the_same_block_are_settled_by_the_next_confirmation(
    repository: Repository, root: Path, capsys: pytest.CaptureFixture[str], style: str
) -> None:
    write(root, "en", ENGLISH.replace("twice", "once").replace("The end", "The very end"))
    repository.commit("New words")
    for name in ("Lee", "Park"):
        repository.git("switch", "-q", "-c", name, "main")
        assert run(root, "confirm", f"{root}/lessons_ko/tides.md:5", "--by", name) == 0
        repository.commit(name)
    repository.git("config", "merge.conflictStyle", style)
    with pytest.raises(AssertionError, match="CONFLICT"):
        repository.git("merge", "-q", "--no-edit", "Lee")
    capsys.readouterr()
    assert run(root, "check") == 0
    assert "a merge has left two branches side by side" in capsys.readouterr().out
    repository.git("add", "-A")
    assert run(root, "check", "--staged") == 1
    assert "[conflict-marker]" in capsys.readouterr().out
    assert [one["line"] for one in behind(root, capsys)] == [13]

    assert run(root, "confirm", f"{root}/lessons_ko/tides.md:13", "--by", "Kim") == 0
    text = (root / "docs/sync/ko/tides.jsonl").read_bytes().decode()
    assert "<<<<<<<" not in text and "Lee" in text and "Park" not in text
    repository.git("add", "-A")
    assert run(root, "check", "--staged") == 0
    capsys.readouterr()
    assert behind(root, capsys) == []


def test_texts_that_are_settled_to_those_of_a_branch_are_as_that_has_confirmed_them(
    repository: Repository, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {}
    for name, english, korean in (("Lee", "once", "한 번"), ("Park", "thrice", "세 번")):
        repository.git("switch", "-q", "-c", name, "main")
        texts[name] = ENGLISH.replace("twice", english), KOREAN.replace("두 번", korean)
        write(root, "en", texts[name][0])
        write(root, "ko", texts[name][1])
        assert run(root, "confirm", "tides", "--by", name) == 0
        repository.commit(name)
    with pytest.raises(AssertionError, match="CONFLICT"):
        repository.git("merge", "-q", "--no-edit", "Lee")
    record = root / "docs/sync/ko/tides.jsonl"
    merged = record.read_bytes()
    for name, (english, korean) in texts.items():
        write(root, "en", english)
        write(root, "ko", korean)
        record.write_bytes(merged)
        assert behind(root, capsys) == []
        assert run(root, "confirm", "tides", "--by", "Kim") == 0
        text = record.read_bytes().decode()
        assert "<<<<<<<" not in text
        assert [one for one in texts if f'"{one}"' in text] == [name]


def test_squash_rebase_and_a_shallow_clone_change_nothing(
    repository: Repository, root: Path, tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    # The text that was confirmed stood in commits that are gone afterwards.
    repository.git("switch", "-q", "-c", "work")
    for number in range(3):
        write(root, "en", ENGLISH.replace("twice", f"{number} times"))
        write(root, "ko", KOREAN.replace("두 번", f"{number} 번"))
        assert run(root, "confirm", "tides", "--by", "Kim") == 0
        repository.commit(f"Step {number}")
    repository.git("switch", "-q", "main")
    write(root, "en", ENGLISH.replace("The end", "The very end"))
    repository.commit("Meanwhile")
    repository.git("switch", "-q", "work")
    repository.git("rebase", "-q", "main")
    repository.git("switch", "-q", "main")
    repository.git("merge", "-q", "--squash", "work")
    repository.commit("Squashed")
    repository.git("branch", "-q", "-D", "work")
    repository.git("reflog", "expire", "--expire=now", "--all")
    repository.git("gc", "-q", "--prune=now")

    text = (root / "lessons_en/tides.md").read_bytes().decode("utf-8")
    write(root, "en", text.replace("2 times", "thrice"))
    repository.commit("A word")
    copy = tmp_path_factory.mktemp("clone") / "site"
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{root}", str(copy)], check=True)
    for place in (root, copy):
        found = [(one["line"], one["diff"]) for one in behind(place, capsys)]
        assert found == [
            (5, "The water rises [-2 times-] {+thrice+} a day."),
            (13, "The {+very+} end."),
        ]
    assert (
        sync_path("tides", read_lessons(root).languages[0]).as_posix() == "docs/sync/ko/tides.jsonl"
    )


def test_what_waits_for_its_translation_is_one_finding(tmp_path: Path) -> None:
    folder = tmp_path / "lessons_en"
    folder.mkdir()
    (tmp_path / "lessons_ko").mkdir()
    text = "This is a sentence that is not in the other language yet.\n\n"
    cell = "```{code-cell} python\nx = 1  # the first of the values\n```\n"
    page = f"---\ntitle: Waves\nonly: en\n---\n\n(waves)=\n# Waves\n\n{text}{text}{cell}"
    (folder / "waves.md").write_bytes(page.encode())
    assert main(["start", "waves", "--to", "ko", "--root", str(tmp_path)]) == 0
    english = {"untranslated", "untranslated-comment"}
    found = check(read_lessons(tmp_path))
    assert [one.rule for one in found if one.rule in {"behind", *english}] == ["behind"]
    (tmp_path / "docs" / "sync" / "ko" / "waves.jsonl").unlink()
    found = check(read_lessons(tmp_path))
    assert sorted(one.rule for one in found if one.rule in english) == [
        "untranslated",
        "untranslated",
        "untranslated-comment",
    ]
