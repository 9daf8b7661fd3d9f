"""What people see of a repair: the text report and the page that decisions are made on."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts import cli
from scripts.repair import Decision, Place, Repair, repair
from scripts.repair.decisions import after_writing, decide, decision_about, dump, parse
from scripts.repair.page import page
from scripts.repair.report import describe, visible
from tests.test_repair import damaged

TEXT = "# 함수\n\n*역자 : 박섭진*\n\n*검수 : 김하늘, \n\n이 함수의 값을 읽는 일을 합니다.\n"
HOSTILE = (
    '<script>alert("1")</script></script><!-- \x1b[2J \u202e <img src=x onerror=alert(2)> & &amp;'
)
PATH = Path("page.md")


@pytest.fixture(scope="module")
def result() -> Repair:
    return repair(damaged(TEXT, "cp1254").encode())


# The text report


def test_the_report_names_word_place_and_candidates(result: Repair) -> None:
    report = describe(PATH, result).split("\n")
    for guess in result.flagged:
        line = next(row for row in report if row.startswith(f"page.md:{guess.line}:{guess.column}"))
        assert guess.place.damaged in line or not guess.place.damaged.isprintable()
        assert " -> " in line
        assert f"[{guess.text}]" in line
        assert f"{guess.candidates[0][0]} {guess.candidates[0][1]:.1%}" in line
    assert any("undo-wrong-decoding" in row for row in report)
    assert any(row.startswith("page.md:5: lost: cut short") for row in report)
    assert sum("look at this" in row for row in report) == len(result.flagged)
    assert sum(": guess: " in row for row in report) == 0


def test_the_report_counts_and_lists_all_on_demand(result: Repair) -> None:
    sure = len(result.guesses) - len(result.flagged)
    counts = f"{len(result.guesses)} guesses: {len(result.flagged)} doubtful, 0 decided, {sure} all"
    assert counts in describe(PATH, result)
    every = describe(PATH, result, every=True)
    assert every.count(": guess: ") == sure
    assert "--all" not in every


def test_a_report_never_sends_controls_to_the_terminal() -> None:
    data = damaged("함수를 읽는 일 \x1b[2J\u202e", "cp1254").encode()
    report = describe(PATH, repair(data), every=True)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", report)


@given(st.text())
def test_what_is_visible_stays_as_it_is(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    assert shown == text or not text.isprintable()


# The page


class Page(HTMLParser):
    """What a browser would see: the elements and their attributes."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def embedded(source: str) -> dict[str, Any]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', source, re.S)
    assert match
    found: dict[str, Any] = json.loads(match[1])
    return found


def saved(source: str, choices: dict[int, str]) -> bytes:
    """Save decisions as the script of the page does."""
    data = embedded(source)
    lines = list(data["others"])
    for number, guess in enumerate(data["guesses"]):
        text = choices.get(number, guess["text"] if guess["decided"] else None)
        if text is not None:
            lines.append(f'{guess["line"]},"text":{json.dumps(text, ensure_ascii=False)}}}')
        elif guess["open"]:
            lines.append(guess["line"] + "}")
    lines.sort(key=lambda line: line.encode("utf-16-be"))
    return "".join(f"{line}\n" for line in lines).encode()


def test_a_hostile_file_stays_text() -> None:
    data = damaged(f"함수를 읽는 일 {HOSTILE}\n", "cp1254").encode()
    name = Path('<b>"x".md')
    gone = Decision(Place("", "</script><i>", ""), "</script>")
    source = page(name, repair(data), [gone], missing=[gone], file="<u>.jsonl")
    seen = Page(source)
    assert sum(tag == "script" for tag, _ in seen.elements) == 2
    assert not {"img", "b", "u"} & {tag for tag, _ in seen.elements}
    assert not any(name.startswith("on") for _, a in seen.elements for name in a)
    assert "\x1b" not in source
    assert "\u202e" not in source
    assert embedded(source)["file"] == "<u>.jsonl"
    assert embedded(source)["others"] == [gone.to_line()]


def test_the_page_allows_itself_only_its_own_style_and_script(result: Repair) -> None:
    source = page(PATH, result)
    found = re.search(r'Policy" content="([^"]*)"', source)
    assert found
    policy = html.unescape(found[1])
    assert policy.startswith("default-src 'none'; ")
    for kind in ("style", "script"):
        content = re.findall(f"<{kind}>(.*?)</{kind}>", source, re.S)
        assert len(content) == 1
        digest = base64.b64encode(hashlib.sha256(content[0].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    for tag, attributes in Page(source).elements:
        assert not {"src", "style", "action", "srcset"} & set(attributes), tag
        assert (attributes.get("href") or "#").startswith("#")


def test_the_page_shows_every_line_and_guess(result: Repair) -> None:
    source = page(PATH, result)
    shown = re.findall(r'<div id="L\d+"[^>]*><i>\d+</i><p>(.*?)</p></div>\n', source, re.S)
    assert "\n".join(html.unescape(re.sub("<[^>]*>", "", s)) for s in shown) == result.text
    assert source.count('class="guess doubt"') == len(result.flagged)
    assert source.count('class="guess ') == len(result.guesses)
    ids = re.findall(r' id="([^"]*)"', source)
    assert len(ids) == len(set(ids))
    assert {f"g{number}" for number in range(len(result.guesses))} <= set(ids)
    assert '<div id="L5" class="lost">' in source
    for target in re.findall(r'href="#([^"]*)"', source):
        assert target in ids


def test_the_page_saves_what_the_command_reads(result: Repair) -> None:
    number = result.guesses.index(result.flagged[0])
    data = saved(page(PATH, result), {number: "</script>"})
    decisions = parse(data)
    assert decisions == (decision_about(result.flagged[0], "</script>"),)
    assert dump(decisions) == data
    done = decide("", result, decisions)
    again = page(PATH, done, decisions)
    assert saved(again, {}) == data
    assert again.count('class="guess decided"') == 1


def test_open_doubts_of_a_written_page_are_kept_by_saving(result: Repair) -> None:
    doubts = after_writing(result, ())
    written = repair(result.text.encode(), decisions=doubts)
    source = page(PATH, written, doubts)
    assert saved(source, {}) == dump(doubts)
    first, *others = saved(source, {0: "봄"}).decode().strip().split("\n")
    assert '"text":"봄"' in "".join([first, *others])
    assert len(others) == len(doubts) - 1


def test_the_command_prints_the_page(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "clean.md"
    path.write_bytes("가\r\n나\n".encode())
    assert cli.main(["repair", str(path), "--format", "html"]) == 0
    source = capsysbinary.readouterr().out.decode()
    assert source.startswith("<!doctype html>")
    assert embedded(source) == {"file": "clean.md.decisions.jsonl", "others": [], "guesses": []}
