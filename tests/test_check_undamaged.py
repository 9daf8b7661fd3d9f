"""What `check` says of a few damaged words in a page that is whole, followed word by word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.check import check
from scripts.commands.page_damage import damaged_lines
from scripts.diagnostic import Diagnostic
from scripts.lesson.reading import read_lessons
from tests.two_languages import write, write_confirmed

CLAUSE = "그래야 두 번 미분할 때도 이 규칙을 `vjp`로 씁니다"
KOREAN = f"""# 규칙

함수는 둘입니다. 앞으로 가는 함수에서는 값을 부르세요. {CLAUSE}. 나머지는 뒤에서 봅니다.

다른 문단은 그대로입니다.
"""
ENGLISH = """# A rule

There are two functions. In the one that goes forward, call the value. So the rule is used when you
differentiate twice with `vjp`, too. The rest comes later.

The other paragraph is as it was.
"""
_LOST_IN_1252 = bytes([0x81, 0x8D, 0x8F, 0x90, 0x9D])


def as_cp1252(text: str) -> str:
    data = text.encode()
    return "".join(
        chr(byte) if byte in _LOST_IN_1252 else bytes([byte]).decode("cp1252") for byte in data
    )


DAMAGE = {
    "Latin-1": CLAUSE.encode().decode("latin-1"),
    "Windows-1252": as_cp1252(CLAUSE),
    "Windows-1252, bytes lost": CLAUSE.encode().decode("cp1252", "ignore"),
    "Windows-1254, bytes lost": CLAUSE.encode().decode("cp1254", "ignore"),
    "twice": as_cp1252(as_cp1252(CLAUSE)),
    "EUC-KR as Latin-1": CLAUSE.encode("euc_kr").decode("latin-1"),
    "CP949, bytes lost": CLAUSE.encode().decode("cp949", "replace"),
    "CP949, with question marks": CLAUSE.encode()
    .decode("cp949", "replace")
    .replace("\N{REPLACEMENT CHARACTER}", "?"),
}
_OF_DAMAGE = {"mojibake", "replacement-character", "control-character"}


def found(root: Path) -> list[Diagnostic]:
    told = check(read_lessons(root), damaged=damaged_lines)
    return [one for one in told if one.rule in _OF_DAMAGE]


def follow(root: Path, finding: Diagnostic) -> None:
    """Write at its place what a finding says that is to be written."""
    said = re.fullmatch(r'write "(.*)"', finding.fix)
    damaged = re.match(r'"(.*?)" (?:is|was|may be) "', finding.message)
    assert said, finding
    assert damaged, finding
    path = root / finding.path
    lines = path.read_bytes().decode().split("\n")
    line, at = lines[finding.line - 1], finding.column - 1
    assert line[at:].startswith(damaged[1])
    lines[finding.line - 1] = line[:at] + said[1] + line[at + len(damaged[1]) :]
    path.write_bytes("\n".join(lines).encode())


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_confirmed_page_is_whole_again_after_one_round(tmp_path: Path, kind: str) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    write(tmp_path, ENGLISH, KOREAN.replace(CLAUSE, DAMAGE[kind]))
    for path in {one.path for one in found(tmp_path)}:
        one = next(one for one in found(tmp_path) if one.path == path and one.rule == "mojibake")
        follow(tmp_path, one)
    assert (tmp_path / "lessons_ko/a.md").read_bytes().decode() == KOREAN
    assert check(read_lessons(tmp_path)) == ()


@pytest.mark.parametrize("kind", [one for one in DAMAGE if "CP949" not in one])
def test_a_page_that_nobody_confirmed(tmp_path: Path, kind: str) -> None:
    write(tmp_path, ENGLISH, KOREAN.replace(CLAUSE, DAMAGE[kind]))
    follow(tmp_path, found(tmp_path)[0])
    assert (tmp_path / "lessons_ko/a.md").read_bytes().decode() == KOREAN


@pytest.mark.parametrize("kind", [one for one in DAMAGE if "CP949" in one])
def test_what_nobody_knows_any_more_is_to_be_written_anew(tmp_path: Path, kind: str) -> None:
    write(tmp_path, ENGLISH, KOREAN.replace(CLAUSE, DAMAGE[kind]))
    (one,) = (one for one in found(tmp_path) if one.rule == "mojibake")
    assert one.fix == "write anew what stood there: a repair takes it for a quotation"


def test_a_page_that_is_damaged_is_for_a_repair(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    write(tmp_path, ENGLISH, KOREAN.encode().decode("cp1254", "ignore"))
    told = found(tmp_path)
    assert len(told) > 2
    assert all(one.fix.startswith('try "') for one in told if one.rule == "mojibake")


def test_words_that_were_edited_besides_stay(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    text = KOREAN.replace(CLAUSE, DAMAGE["CP949, bytes lost"])
    write(tmp_path, ENGLISH, text.replace("함수는 둘입니다", "함수는 꼭 둘입니다"))
    (one,) = (one for one in found(tmp_path) if one.rule == "mojibake")
    assert "함수는" not in one.fix
