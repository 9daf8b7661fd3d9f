"""Decisions about guesses: found again by content, kept in a file, and asked only once."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts import cli
from scripts.diagnostic import UsageError
from scripts.doubts import decisions_path
from scripts.repair import Decision, Place, Repair, RepairError, repair, replay, write_repaired
from scripts.repair.decisions import (
    after_writing,
    decide,
    decision_about,
    dump,
    guess_at,
    merged,
    missing,
    parse,
    read_decisions,
    write_decisions,
)
from tests.conftest import Run
from tests.test_repair import damaged

# What a person is called nobody can know: such a name is flagged, however good the model is.
CREDITS = "*역자 : 박섭진*\n\n*검수 : 정섭민*\n\n*작성자 : 최섭호*\n"
TEXT = f"# 함수\n\n{CREDITS}" + 2 * "\n이 함수의 값을 읽는 일을 합니다.\n"
DATA = damaged(TEXT, "cp1254").encode()


@pytest.fixture(scope="module")
def result() -> Repair:
    found = repair(DATA)
    assert len(found.flagged) >= 2
    return found


def everything(result: Repair, text: str = "봄") -> list[Decision]:
    return [decision_about(guess, text) for guess in result.guesses]


def test_each_guess_has_a_place_of_its_own(result: Repair) -> None:
    places = [guess.place for guess in result.guesses]
    assert len(set(places)) == len(places)
    source = DATA.decode()
    for guess in result.guesses:
        place = guess.place
        assert place.before + place.damaged + place.after in source.split("\n")[guess.line - 1]
        assert not {"가" <= c <= "힣" for c in place.damaged} & {True}
    assert {place.occurrence for place in places} == {1, 2}  # two lines are the same


def test_a_decision_gives_its_text_and_lifts_the_flag(result: Repair) -> None:
    guess = result.flagged[0]
    decided = repair(DATA, decisions=[decision_about(guess, "긴글")])
    there = next(g for g in decided.guesses if g.place == guess.place)
    assert (there.text, there.flagged, there.decided) == ("긴글", False, True)
    assert len(decided.flagged) == len(result.flagged) - 1
    assert replay(DATA, decided.steps) == decided.text
    lines = decided.text.split("\n")
    for each in decided.guesses:
        assert decided.text[each.start : each.end] == each.text
        assert lines[each.line - 1][each.column - 1 :].startswith(each.text)


def test_deciding_at_once_or_one_after_another_is_the_same(result: Repair) -> None:
    decisions = everything(result, "새말")
    at_once = decide("", result, decisions)
    one_by_one = result
    for decision in decisions:
        one_by_one = decide("", one_by_one, [decision])
    assert at_once.text == one_by_one.text
    assert at_once.guesses == one_by_one.guesses


def test_edits_elsewhere_keep_decisions(result: Repair) -> None:
    guess = result.flagged[0]
    decision = decision_about(guess, "봄")
    edited = damaged("새 줄입니다.\n\n", "cp1254").encode() + DATA
    moved = repair(edited, decisions=[decision])
    there = next(g for g in moved.guesses if g.decided)
    assert (there.text, there.line) == ("봄", guess.line + 2)
    assert missing(moved, [decision]) == ()


def test_a_decision_without_a_place_is_missed(result: Repair) -> None:
    decision = Decision(replace(result.flagged[0].place, before="other "), "봄")
    assert missing(repair(DATA, decisions=[decision]), [decision]) == (decision,)


def test_a_doubt_outlives_the_writing_of_its_page(tmp_path: Path, result: Repair) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(DATA)
    first, *others = result.flagged
    old = (decision_about(first, "봄"),)
    decided = repair(DATA, decisions=old)
    doubts = after_writing(decided, old)
    write_repaired(page, decided)

    again = repair(page.read_bytes(), decisions=doubts)
    assert not again.changed
    assert [g.text for g in again.flagged] == [g.text for g in others]
    assert [g.line for g in again.flagged] == [g.line for g in others]
    assert missing(again, doubts) == ()
    assert after_writing(again, doubts) == doubts

    last = repair(
        page.read_bytes(),
        decisions=merged(doubts, [decision_about(g, "꿈", doubts) for g in again.flagged]),
    )
    assert last.changed
    assert not last.flagged
    assert last.text.count("꿈") == len(others)


def test_a_place_in_a_written_page_is_found_by_its_number() -> None:
    data = "봄 산 하나\n봄 산 하나\n".encode()
    place = Place("", "봄", " 산 하나", 2)
    done = repair(data, decisions=[Decision(place, "강", (("봄", 0.6), ("강", 0.4)))])
    assert done.text == "봄 산 하나\n강 산 하나\n"


def test_a_guess_is_named_by_line_and_column(result: Repair) -> None:
    guess = result.flagged[0]
    assert guess_at(result, guess.line, guess.column) == guess
    with pytest.raises(UsageError, match=rf"{guess.line}:{guess.column}"):
        guess_at(result, guess.line, 99)
    with pytest.raises(UsageError, match="2:1: no guess here"):
        guess_at(result, 2, 1)


# The file

WORDS = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=5)
DECISIONS = st.builds(
    Decision,
    st.builds(Place, WORDS, WORDS, WORDS, st.integers(1, 9)),
    st.none() | WORDS,
    st.sampled_from([(), (("역", 0.75), ("<", 0.25))]),
)


@given(st.lists(DECISIONS))
def test_a_file_of_decisions_comes_back(decisions: list[Decision]) -> None:
    data = dump(decisions)
    assert set(parse(data)) == set(decisions)
    assert dump(reversed(parse(data))) == data


@pytest.mark.parametrize(
    "line",
    [
        "봄",
        "[]",
        "{}",
        '{"before":"","damaged":"ì","after":"","occurrence":0,"text":"봄"}',
        '{"before":"","damaged":"ì","after":"","occurrence":1,"text":3}',
        '{"before":"","damaged":"ì","after":"","occurrence":1,"text":"a\\nb"}',
        '{"before":"","damaged":"ì","after":"","occurrence":1,"candidates":[["a"]]}',
    ],
)
def test_a_line_that_is_no_decision_is_named(tmp_path: Path, line: str) -> None:
    good = Decision(Place("", "ì", ""), "봄").to_line()
    path = tmp_path / "d.jsonl"
    path.write_bytes(f"{good}\n{line}\n".encode())
    with pytest.raises(RepairError, match=r"d\.jsonl: line 2: is no decision"):
        read_decisions(path)


def test_decisions_are_written_once(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    assert read_decisions(path) == ()
    assert not write_decisions(path, ())
    assert not path.exists()
    decision = Decision(Place("", "ì", ""), "봄")
    assert write_decisions(path, [decision])
    assert not write_decisions(path, [decision])
    assert read_decisions(path) == (decision,)


# The commands


def test_the_command_asks_nothing_twice(
    tmp_path: Path, result: Repair, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(DATA)
    first, *_ = result.flagged
    place = f"{first.line}:{first.column}"

    assert cli.main(["repair", str(page), "--check"]) == 1
    assert f"{place}: look at this" in capsys.readouterr().out

    assert cli.main(["repair", str(page), "--choose", f"{place}=갑을"]) == 0
    shown = capsys.readouterr()
    assert "is no candidate" in shown.err
    assert "none of these" in shown.out
    assert "nothing was written; --write writes it, and keeps the original" in shown.out

    assert cli.main(["repair", str(page), "--accept"]) == 0
    assert "look at this" not in capsys.readouterr().out
    kept = decisions_path(page).read_bytes()
    assert kept.count(b"\n") == len(result.flagged)

    assert cli.main(["repair", str(page), "--write"]) == 0
    assert "nothing was written" not in capsys.readouterr().out
    assert decisions_path(page).read_bytes() == kept
    assert page.with_name("page.md.orig").read_bytes() == DATA
    assert "갑을" in page.read_bytes().decode()
    assert cli.main(["repair", str(page), "--check"]) == 0
    assert "nothing to repair" in capsys.readouterr().out


def test_what_is_written_undecided_is_still_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(DATA)
    assert cli.main(["repair", str(page), "--write"]) == 0
    assert "nobody decided" in capsys.readouterr().err
    before = page.read_bytes()
    assert cli.main(["repair", str(page), "--check"]) == 1
    assert "look at this" in capsys.readouterr().out
    assert cli.main(["repair", str(page), "--accept", "--write"]) == 0
    assert page.read_bytes() == before
    assert cli.main(["repair", str(page), "--check"]) == 0


def test_decisions_may_stand_elsewhere(tmp_path: Path, result: Repair) -> None:
    page, kept = tmp_path / "page.md", tmp_path / "kept.jsonl"
    page.write_bytes(DATA)
    assert cli.main(["repair", str(page), "--accept", "--decisions", str(kept)]) == 0
    assert len(read_decisions(kept)) == len(result.flagged)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["kept.jsonl", "page.md"]


def test_a_decision_that_finds_no_place_is_reported(
    tmp_path: Path, result: Repair, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(DATA)
    gone = Decision(Place("gone ", "ì", ""), "봄")
    write_decisions(decisions_path(page), [gone])
    assert cli.main(["repair", str(page)]) == 0
    assert 'the decision "봄" about "ì" finds its place no more' in capsys.readouterr().out
    assert cli.main(["repair", str(page), "--accept"]) == 0
    assert gone in read_decisions(decisions_path(page))


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["PAGE", "--choose", "1:99=봄"], id="no guess there"),
        pytest.param(["PAGE", "PAGE", "--choose", "1:1=봄"], id="two files"),
        pytest.param(["PAGE", "PAGE", "--format", "html"], id="two pages"),
        pytest.param(["-", "--write"], id="a stream is no file"),
        pytest.param(["-", "--format", "json"], id="a stream is text"),
    ],
)
def test_wrong_decisions_are_wrong_use(tmp_path: Path, arguments: list[str]) -> None:
    page = tmp_path / "page.md"
    page.write_bytes("가\n".encode())
    named = [str(page) if argument == "PAGE" else argument for argument in arguments]
    assert cli.main(["repair", *named]) == 2
    assert [p.name for p in tmp_path.iterdir()] == ["page.md"]


@pytest.mark.parametrize("value", ["8:9", "x=봄", "0:1=봄", "1:1=a\nb", "page.md=봄"])
def test_choices_are_checked(value: str) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["repair", "page.md", "--choose", value])
    assert stop.value.code == 2


def test_adopt_takes_the_same_decisions(tmp_path: Path, naranhi: Callable[..., Run]) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(DATA)
    guess = repair(DATA).flagged[0]
    write_decisions(decisions_path(page), [decision_about(guess, "갑을")])
    done = naranhi("adopt", page, "--lang", "ko", "--to", tmp_path / "out", "--format", "json")
    assert done.code == 0, done.err
    assert any(g["decided"] and g["text"] == "갑을" for g in done.json["guesses"])
    assert "갑을" in (tmp_path / "out" / "page.md").read_bytes().decode()


def test_a_file_that_is_no_text_keeps_nobody_from_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    page.write_bytes(DATA)
    other.write_bytes("café à la crème\n".encode("latin-1"))
    code = cli.main(["repair", str(other), str(page), "--write"])
    done = capsys.readouterr()
    assert code == 1
    assert f"{other}: line 1, byte 3" in done.err
    assert "convert it to UTF-8" in done.err
    assert f"{page}:" in done.out
    assert "함수의 값을" in page.read_bytes().decode()


def test_a_missing_file_is_named_before_any_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(DATA)
    code = cli.main(["repair", str(page), str(tmp_path / "nowhere.md"), "--write"])
    done = capsys.readouterr()
    assert (code, done.out) == (2, "")
    assert "nowhere.md: no such file" in done.err
    assert cli.main(["repair", str(page), str(tmp_path)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]
    assert page.read_bytes() == DATA


def test_a_place_without_a_guess_is_named_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(DATA)
    code = cli.main(["repair", str(page), "--choose", "999:1=섭"])
    done = capsys.readouterr()
    assert code == 2
    assert f"{page}:999:1: no guess here" in done.err


@pytest.mark.parametrize("flags", [["--write"], ["--accept"]])
def test_a_full_disk_leaves_the_page_and_is_named(
    flags: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(DATA)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    code = cli.main(["repair", str(page), *flags])
    done = capsys.readouterr()
    assert code == 1
    assert "page.md.decisions.jsonl: cannot be written (No space left on device)" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]
    assert page.read_bytes() == DATA
