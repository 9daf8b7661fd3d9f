"""One fault after the other in two lessons that agree: each is named at its line, by its rule."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.check import RULES, check, fix
from scripts.check.reports import github, reasons, rules_table, sarif, text
from scripts.commands.page_damage import damaged_lines
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import code_key
from scripts.lesson.reading import read_lessons
from tests.conftest import Run

REPOSITORY = Path(__file__).parent.parent
PLANTED = json.loads((Path(__file__).parent / "cases" / "check" / "planted.json").read_bytes())
# What lies outside the two lessons is not there: pages, pictures, a sync state.
_OUTSIDE = {"link", "behind", "sync-state"}


def write(root: Path, english: str, korean: str) -> None:
    for path, content in (
        ("lessons_en/a.md", english),
        ("lessons_ko/a.md", korean),
        ("docs/glossary.toml", PLANTED["glossary"]),
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content.encode())


def findings(root: Path) -> list[Diagnostic]:
    found = check(read_lessons(root), damaged=damaged_lines)
    return [one for one in found if one.rule not in _OUTSIDE]


def test_lessons_that_agree(tmp_path: Path) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"])
    assert [str(one) for one in findings(tmp_path)] == []


def test_notes_that_are_exchanged(tmp_path: Path) -> None:
    texts = {"en": "Rye is dark.[^rye]", "ko": "호밀은 어둡습니다.[^rye]"}
    more = {"en": "Wheat is light.[^wheat]", "ko": "밀은 밝습니다.[^wheat]"}
    notes = {"en": "[^rye]: Mostly.\n\n[^wheat]: Often.", "ko": "[^rye]: 대개.\n\n[^wheat]: 흔히."}
    english, korean = (
        f"# {title}\n\n{texts[tag]}\n\n{more[tag]}\n\n{notes[tag]}\n"
        for tag, title in (("en", "Bread"), ("ko", "빵"))
    )
    write(tmp_path, english, korean)
    assert findings(tmp_path) == []
    swapped = korean.replace("다.[^rye]", "다.[^x]").replace("다.[^wheat]", "다.[^rye]")
    write(tmp_path, english, swapped.replace("[^x]", "[^wheat]"))
    assert {(one.rule, one.line) for one in findings(tmp_path)} == {
        ("same-footnotes", 3),
        ("same-footnotes", 5),
    }


@pytest.mark.parametrize(
    "case", PLANTED["faults"], ids=lambda case: f"{case['rule']}: {case.get('ko', case.get('en'))}"
)
def test_a_planted_fault(case: dict[str, Any], tmp_path: Path) -> None:
    tag = "ko" if "ko" in case else "en"
    old, new = case[tag]
    texts = {"en": PLANTED["en"], "ko": PLANTED["ko"]}
    at = texts[tag].index(old)
    texts[tag] = texts[tag].replace(old, new, 1)
    line = case.get("at", texts[tag].count("\n", 0, at) + 1)
    write(tmp_path, texts["en"], texts["ko"])
    found = findings(tmp_path)
    places = {(str(one.path), one.line, one.rule) for one in found}
    assert (f"lessons_{tag}/a.md", line, case["rule"]) in places
    assert {one.rule for one in found} <= {case["rule"], *case.get("also", ())}
    before = [code_key(lesson) for lesson in read_lessons(tmp_path).items]
    if fix(read_lessons(tmp_path)) and case["rule"] != "same-code":
        assert findings(tmp_path) == []
        assert [code_key(lesson) for lesson in read_lessons(tmp_path).items] == before
    assert fix(read_lessons(tmp_path)) == ()


def test_a_glossary_that_contradicts_itself(tmp_path: Path) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"])
    more = '\n[[term]]\nen = "Shape"\nko = "꼴"\nwrong = ["정적 인자", "스태틱 인자"]\n'
    path = tmp_path / "docs" / "glossary.toml"
    path.write_bytes(path.read_bytes() + more.encode())
    found = [one for one in findings(tmp_path) if one.rule == "glossary"]
    assert {str(one.path) for one in found} == {"docs/glossary.toml"}
    # The entry that is there twice, and the line of its wrong names.
    assert sorted(one.line for one in found) == [12, 14, 14]


def test_a_name_in_an_entry_that_means_nothing(tmp_path: Path) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"])
    path = tmp_path / "docs" / "glossary.toml"
    entries = """[[term]]
en = "loaf"
ko = "덩이"
worng = ["덩어리"]
meaning_en = "What is baked."
"""
    path.write_bytes(entries.encode())
    found = [one for one in findings(tmp_path) if one.rule == "glossary"]
    assert [(one.line, one.message) for one in found] == [(4, '"worng" means nothing in an entry')]


def test_a_name_that_is_wrong_and_a_further_one_and_a_reading_that_is_wrong(tmp_path: Path) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"])
    glossary = """[readings]
oven = "오븐"
leaf = "리프"
epoch = "에포크"

[[term]]
en = "epoch"
ko = "에폭"
wrong = ["에포크", "한 바퀴", "주기"]
also = ["한 바퀴"]

[[term]]
en = "leaf"
ko = "잎"
wrong = ["리프"]
also = ["주기"]
"""
    (tmp_path / "docs" / "glossary.toml").write_bytes(glossary.encode())
    found = [one for one in findings(tmp_path) if one.rule == "glossary"]
    # `leaf` is read 리프 where it stands in code, whatever text has for it.
    assert [one.line for one in found] == [4, 9, 10]


def test_a_glossary_that_cannot_be_read_is_a_finding_among_others(
    tmp_path: Path, naranhi: Callable[..., Run]
) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"].replace("## 물", "### 물"))
    before = {one.rule for one in findings(tmp_path)}
    assert before
    path = tmp_path / "docs" / "glossary.toml"
    path.write_bytes(path.read_bytes() + b"[[bad")
    lines = path.read_bytes().count(b"\n") + 1
    found = [one for one in findings(tmp_path) if one.rule == "glossary"]
    assert [(str(one.path), one.line, one.severity) for one in found] == [
        ("docs/glossary.toml", lines, Severity.ERROR)
    ]
    # What takes no glossary is told as before.
    assert {one.rule for one in findings(tmp_path)} == {*before, "glossary"}
    ran = naranhi("check", "--root", tmp_path, "--fix", "--format", "json")
    assert ran.code == 1
    (told,) = [one for one in ran.json if one["rule"] == "glossary"]
    assert told["message"].startswith("cannot be read as TOML: ")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('# No term yet\nterm = "salt"\n', 2, '"term" is no list of tables; write [[term]]'),
        ('\n[term]\nen = "salt"\n', 2, '"term" is no list of tables; write [[term]]'),
        ("term = [1]\n", 1, '"term" is no list of tables; write [[term]]'),
        ("x = " + "[" * 5000, 1, "cannot be read as TOML: it is nested too deeply"),
    ],
)
def test_a_glossary_of_another_form_is_named(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"])
    (tmp_path / "docs" / "glossary.toml").write_bytes(text.encode())
    (fault,) = [one for one in findings(tmp_path) if one.rule == "glossary"]
    assert fault.line == line and fault.message.startswith(said)


@pytest.mark.parametrize("name", ["glossary", "permitted", "style"])
def test_settings_that_are_no_file_are_named(tmp_path: Path, name: str) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"])
    path = tmp_path / "docs" / f"{name}.toml"
    path.unlink(missing_ok=True)
    path.mkdir()
    (fault,) = [one for one in findings(tmp_path) if one.rule == name]
    assert str(fault) == f"docs/{name}.toml:1: cannot be read: Is a directory [{name}]"
    path.rmdir()
    path.symlink_to(path.name)
    assert [one.rule for one in findings(tmp_path) if one.rule == name] == [name]


def test_a_glossary_may_begin_with_a_mark_and_name_a_wrong_word_alone(tmp_path: Path) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"])
    term = '\ufeff[[term]]\r\nen = "water"\r\nko = "바닷물"\r\nwrong = "물"\r\nwong = "x"\r\n'
    (tmp_path / "docs" / "glossary.toml").write_bytes(term.encode())
    found = findings(tmp_path)
    assert [one.line for one in found if one.rule == "glossary"] == [5]
    assert "banned-term" in {one.rule for one in found}


def test_names_and_words_that_are_not_written_yet_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"])
    glossary = '[[term]]\nen = "pepper"\nko = "후추"\nwrong = ["", " "]\nalso = ""\n'
    (tmp_path / "docs" / "glossary.toml").write_bytes(glossary.encode())
    style = '[[avoid]]\nko = ["", "\\t", "~"]\nen = ""\n'
    (tmp_path / "docs" / "style.toml").write_bytes(style.encode())
    assert findings(tmp_path) == []
    (tmp_path / "docs" / "glossary.toml").write_bytes(b'[[term]]\nen = " "\nko = ""\n')
    (fault,) = findings(tmp_path)
    assert fault.message == 'a [[term]] has neither "en" nor "ko"; give it both'


def test_reports_name_every_finding(tmp_path: Path) -> None:
    write(tmp_path, PLANTED["en"], PLANTED["ko"].replace("## 물", "### 물을를"))
    found = findings(tmp_path)
    assert len(found) >= 2
    log = sarif(found)["runs"][0]
    korean = sarif(found, "ko")["runs"][0]["tool"]["driver"]["rules"]
    assert {one["shortDescription"]["text"] for one in korean} == set(reasons("ko").values())
    ids = {rule["id"] for rule in log["tool"]["driver"]["rules"]}
    assert [result["ruleId"] for result in log["results"]] == [one.rule for one in found]
    assert {result["ruleId"] for result in log["results"]} <= ids
    assert json.loads(json.dumps(log)) == log
    for one, result in zip(found, log["results"], strict=True):
        assert text(one).startswith(f"lessons_ko/a.md:{one.line}:{one.column}: ")
        assert re.match(rf"::(error|warning) file=lessons_ko/a.md,line={one.line},", github(one))
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region.get("endColumn", 0) == one.end
        assert (f",endColumn={one.end}," in github(one)) is (one.end > 0)


@pytest.mark.parametrize(
    ("rule", "line", "marked"),
    [
        ("banned-term", "이것은 쉐입이다.", "쉐입"),
        ("particle", "값를 **[구하는](a.md)** 길이다.", "를"),
        ("link", "길은 [여기](nowhere.md)다.", "nowhere.md"),
        ("link", "그림은 ![](<>)이다.", ""),
        ("zero-width", "값\u200b을 구한다.", "\u200b"),
        ("hangul-in-math", "$손실 = x$이다.", "손실"),
        ("mojibake", "이것은 ì»´퓨터다.", "ì»´"),
        # Of the whole line it is wrong, or of the page.
        ("untranslated", "This is still in English.", "This is still in English."),
        ("same-structure", "### 소금", ""),
    ],
)
def test_a_finding_knows_its_end(rule: str, line: str, marked: str, tmp_path: Path) -> None:
    write(tmp_path, PLANTED["en"], f"# 값\n\n{line}\n")
    (tmp_path / "docs" / "glossary.toml").write_bytes(
        '[[term]]\nen = "shape"\nko = "형태"\nwrong = ["쉐입"]\n'.encode()
    )
    (found,) = [one for one in check(read_lessons(tmp_path)) if (one.rule, one.line) == (rule, 3)]
    assert line[found.column - 1 : max(0, found.end - 1)] == marked


@pytest.mark.parametrize(("tag", "name"), [("en", "checks.md"), ("ko", "checks.ko.md")])
def test_the_documents_list_the_rules(tag: str, name: str) -> None:
    table = rules_table(tag)
    assert all(f"| `{rule.id}` |" in table for rule in RULES)
    assert table in (REPOSITORY / "docs" / name).read_bytes().decode()


def test_each_rule_has_its_reason_in_korean() -> None:
    reasons_in_korean = reasons("ko")
    assert list(reasons_in_korean) == [rule.id for rule in RULES]
    for reason in reasons_in_korean.values():
        assert re.fullmatch(r".*[가-힣]+니다\.", reason), reason
