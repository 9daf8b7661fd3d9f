"""What findings say in Korean: every message that the cases bring up, and how it is chosen."""

from __future__ import annotations

import ast
import itertools
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts import messages
from scripts.check import check
from scripts.columns import columns
from scripts.commands.page_damage import damaged_lines
from scripts.diagnostic import Diagnostic, FindingError
from scripts.lesson.reading import read_lessons
from scripts.messages import in_korean, language_of_messages, speaking, spoken
from tests.conftest import Run
from tests.test_check_planted import PLANTED, write

_TABLE = tomllib.loads(Path(messages.__file__).with_name("messages.ko.toml").read_text("utf-8"))
_ROWS = [(group, *row) for group in _TABLE for row in _TABLE[group].items()]
# What stands in these is the lesson's own, and so are paths, code and addresses.
_OWN = re.compile(r"\"[^\"]*\"|`[^`]*`|\$[^$]*\$|<.*|\{[^}]*\}|\[[^\]]*\]\(.*|[\w/]+\.\w+|\\\w+")
_SCRIPTS = Path(messages.__file__).parent
_SAYING = {"say", "show", "spoken", "NaranhiError", "UsageError", "self._write"}
# Names of what a sentence may go on with.
_MORE = {"_near", "left", "more", "near", "nothing", "rest", "where"}
# Modules whose words a translator meets.
_SPEAKING = (
    *("cli.py", "console.py", "files.py", "glossary.py", "house_style.py", "permitted.py"),
    *("render/__init__.py", "render/output.py", "render/process.py", "render/site.py"),
    *("render/work.py", "execute/kernel.py", "check/english/typos.py"),
    *("adopt/__init__.py", "adopt/notebook.py", "repair/decisions.py"),
    *("lesson/reading.py", "sync/state.py", "check/fixing.py"),
    *("preview/pages.py", "preview/server.py", "preview/executing.py"),
    *(
        f"commands/{name}.py"
        for name in (
            *(
                "building",
                "checking",
                "links",
                "preview",
                "progress",
                "selection",
                "serve",
                "staged",
                "sync",
            ),
        )
    ),
)
_ENGLISH_WORDS = re.compile(r"(?<![-\w])[a-z]{2,} [a-z]{2,}")


@pytest.mark.parametrize(("group", "english", "korean"), _ROWS, ids=lambda one: str(one)[:60])
def test_a_message(group: str, english: str, korean: str) -> None:
    named = len(re.findall(r"\{[#=]?\}", english))
    assert {int(number) for number in re.findall(r"\{(\d)\}", korean)} == set(range(1, named + 1))
    assert re.search("[가-힣]", re.sub(r"\{\d\}", "", korean)) or group == "parts" or named > 1
    assert not korean.endswith(".")


def test_all_that_the_planted_faults_bring_up_is_told_in_korean(tmp_path: Path) -> None:
    told = 0
    for number, case in enumerate(PLANTED["faults"]):
        tag = "ko" if "ko" in case else "en"
        texts = {"en": PLANTED["en"], "ko": PLANTED["ko"]}
        texts[tag] = texts[tag].replace(*case[tag], 1)
        root = tmp_path / str(number)
        write(root, texts["en"], texts["ko"])
        for finding in check(read_lessons(root), damaged=damaged_lines):
            for said in filter(None, (finding.message, finding.fix)):
                korean = in_korean(said)
                told += 1
                assert re.search("[가-힣]", _OWN.sub("", korean)), said
                if finding.rule not in {"other-code", "claim"}:
                    assert not _ENGLISH_WORDS.search(_OWN.sub("", korean)), (said, korean)
    assert told > len(PLANTED["faults"])


@pytest.mark.parametrize(
    ("said", "korean"),
    [
        ('write "값을"', '"값을"로 쓰세요'),
        ('write "값"', '"값"으로 쓰세요'),
        # What a lesson says is no message, though it may read like one.
        ('write "delete it"', '"delete it"(으)로 쓰세요'),
        ("5 items here, 6 in lessons_en/a.md:3", "여기는 항목 5개, lessons_en/a.md:3에는 6"),
        ("no such message", "no such message"),
        ("", ""),
        # Only a number is a number of things.
        ("my rows", "my rows"),
        ("3 rows", "행 3개"),
        ("the table of a.md:3 stood here and is gone", "여기 있던 a.md:3의 표가 없어졌습니다"),
    ],
)
def test_in_korean(said: str, korean: str) -> None:
    assert in_korean(said) == korean


@pytest.mark.parametrize(
    ("wanted", "form", "environment", "tag"),
    [
        (None, "text", {}, "en"),
        (None, "text", {"LANG": "ko_KR.UTF-8"}, "ko"),
        (None, "text", {"LANG": "ko_KR.UTF-8", "LC_ALL": "C"}, "en"),
        (None, "text", {"LANG": "en_US.UTF-8", "LC_MESSAGES": "ko"}, "ko"),
        (None, "text", {"LANG": "kok_IN"}, "en"),
        (None, "json", {"LANG": "ko_KR.UTF-8"}, "en"),
        ("ko", "json", {}, "ko"),
        ("en", "text", {"LANG": "ko_KR.UTF-8"}, "en"),
    ],
)
def test_language_of_messages(
    wanted: str | None,
    form: str,
    environment: dict[str, str],
    tag: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_messages(wanted, form) == tag


def test_a_finding_on_a_korean_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = Diagnostic(Path("a.md"), 1, "empty", "the file is empty", fix="delete it")
    assert spoken(empty) == str(empty)
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    assert spoken(empty) == "a.md:1: 파일이 비어 있습니다; 지우세요 [empty]"
    assert spoken(FindingError(empty)) == f"{spoken(empty)}; 이것부터 고치세요"
    with speaking("en"):
        assert spoken(FindingError(empty)) == f"{empty}; mend this first"


@pytest.mark.parametrize("name", _SPEAKING)
def test_what_commands_print_has_a_korean_form(name: str) -> None:
    tree = ast.parse((_SCRIPTS / name).read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _SAYING and node.args:
            for said in _examples(node.args[0]):
                assert in_korean(said) != said or not re.search("[a-z]", said), (
                    f"{name}:{node.lineno}: {said}"
                )


def _examples(node: ast.expr) -> Iterator[str]:
    """Give what an expression may say, as far as it stands there: names and numbers are 3."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_examples(body), *_examples(orelse))
        case ast.JoinedStr(values=values):
            yield from map("".join, itertools.product(*(list(_parts(one)) for one in values)))


def _parts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.FormattedValue(value=ast.IfExp() as choice):
            yield from _examples(choice)
        case ast.FormattedValue(value=ast.Call(ast.Name("counted"), [_, ast.Constant(str(what))])):
            yield from (f"1 {what}", f"3 {what}s")
        case ast.FormattedValue(value=ast.Name(name) | ast.Call(ast.Name(name))):
            yield "" if name in _MORE else "3"
        case ast.FormattedValue():
            yield "3"
        case _:
            yield from _examples(node)


def test_the_commands_speak_korean(tmp_path: Path, naranhi: Callable[..., Run]) -> None:
    texts = {"en": "# Rye\n\nA value. [a](b.md)\n", "ko": "# 호밀\n\n값를 봅니다. [a](b.md)\n"}
    for tag, text in texts.items():
        page = tmp_path / f"lessons_{tag}" / "a.md"
        page.parent.mkdir()
        page.write_text(text, "utf-8")
    ran = naranhi("check", "--root", tmp_path, "--messages", "ko")
    assert 'warning: "값"에는 "를"이 아니라 "을"이 붙습니다; "값을"로 쓰세요 [particle]' in ran.out
    ran = naranhi("check", "--root", tmp_path, "--messages", "ko", "--format", "json")
    assert any("그런 레슨도 파일도 없습니다" in one["message"] for one in json.loads(ran.out))
    ran = naranhi("links", "--root", tmp_path, "--messages", "ko")
    assert "a.md:3:13: b.md: 그런 레슨도 파일도 없습니다: b.md [link: " in ran.out
    assert "takes" in naranhi("check", "--root", tmp_path, "--format", "json").out


def test_a_translator_works_in_korean(
    tides: Path, naranhi: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(command: str, *arguments: str) -> str:
        ran = naranhi(command, "--root", tides, *arguments)
        return ran.out + ran.err

    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    english = tides / "lessons_en" / "times.md"
    text = english.read_text("utf-8")
    page = "lessons_ko/times.md"
    # A lesson may be called as a word that the table has.
    assert "naranhi start: nothing: 그런 레슨이 없습니다." in said("start", "nothing", "--to", "ko")
    assert f"{page}: 이미 있습니다." in said("start", "times", "--to", "ko")
    assert f"{page}: 블록 " in said("confirm", "times", "--by", "Kim", "--no-change")
    english.write_text(text.replace("# ", "# More on ", 1), "utf-8")
    told = said("status", "times")
    assert "제목이 lessons_en/times.md:" in told and "{+More on+}" in told
    assert "제목이" not in said("status", "times", "--messages", "en")
    assert "확인하지 않았습니다(changed). 번역이 그대로입니다." in said(
        "confirm", "times", "--by", "Lee"
    )
    assert "혹시 times입니까?" in said("status", "time")
    assert json.loads(said("status", "--format", "json"))[0]["translation"] == "ko"
    head, heights, times, whole = said("status").splitlines()
    assert head.startswith("레슨  ") and heights.endswith("아직 확인하지 않음")
    assert (
        len({columns(row[: row.index(sign)]) for row, sign in ((head, "뒤"), (times, "1 "))}) == 1
    )
    assert whole.startswith("모두  ")
