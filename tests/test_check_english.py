"""English articles and words of nearly the same sound: what is certainly wrong is mended."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scripts.check import check, fix
from scripts.check.english.first_sounds import First, first_sound
from scripts.lesson import Lessons
from scripts.lesson.reading import read_lessons

CASES = json.loads((Path(__file__).parent / "cases" / "check" / "english.json").read_bytes())


def lessons_of(root: Path, text: str) -> Lessons:
    (root / "lessons_en").mkdir(exist_ok=True)
    page = f"---\nonly: en\n---\n\n# Text\n\n{text}\n"
    (root / "lessons_en" / "a.md").write_bytes(page.encode())
    return read_lessons(root)


@pytest.mark.parametrize("case", CASES["found"], ids=lambda case: case["text"])
def test_what_is_wrong_is_found_and_mended(case: dict[str, Any], tmp_path: Path) -> None:
    lessons = lessons_of(tmp_path, case["text"])
    assert {(one.rule, one.line) for one in check(lessons)} == {(case["rule"], 7)}
    fix(lessons)
    after = (tmp_path / "lessons_en" / "a.md").read_bytes().decode().split("\n", 6)[6]
    assert after == (case["fixed"] or case["text"]) + "\n"
    if case["fixed"]:
        assert check(read_lessons(tmp_path)) == ()


@pytest.mark.parametrize("text", CASES["honest"])
def test_honest_sentences(text: str, tmp_path: Path) -> None:
    assert [str(one) for one in check(lessons_of(tmp_path, text))] == []


HEARD = {
    First.VOWEL: "hour unanswered unimportant Euler error FPGA HTTPServer X11 f32 eBook 85,000",
    First.CONSONANT: "unary unilateral user usage utility once oneshot UUID Unix house 1999 WWW",
    None: "hotel SQLite MNIST NaN xenon rsync npm n 1842 III uTorrent W3C",
}


@pytest.mark.parametrize("sound", HEARD)
def test_how_words_begin(sound: First | None) -> None:
    words = HEARD[sound].split()
    assert {word: first_sound(word) for word in words} == dict.fromkeys(words, sound)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The gradeint is there.", "gradeint"),
        ("The gridddle is there.", "gridddle"),
        ("The gradddient is there.", ""),
        ("The gradiiient is there.", ""),
        ("The arrrrray of gradieeents.", ""),
        ("The gradeint, the gradeint.", "gradeint gradeint"),
        ("The gradeint, the gradeint, the gradeint.", ""),
        ("The `gradeint` is there.", ""),
        ("The Gradeint is there.", ""),
        ("It complies, and is calibre.", ""),
    ],
)
def test_a_word_that_the_site_spells_otherwise(text: str, wrong: str, tmp_path: Path) -> None:
    lessons_of(tmp_path, text)
    often = "A gradient here. " * 4 + "A griddle. " * 5 + "It compiles. " * 5 + "A caliber. " * 5
    page = f"---\nonly: en\n---\n\n# Others\n\n{often}The gradient of it.\n"
    (tmp_path / "lessons_en" / "b.md").write_bytes(page.encode())
    found = [one for one in check(read_lessons(tmp_path)) if one.rule == "spelling"]
    right = {"gradeint": "gradient", "gridddle": "griddle"}
    assert [one.message for one in found] == [
        f'"{word}" is no known word: "{right[word]}" may be meant' for word in wrong.split()
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Put the attributes into a detereministic state.", "detereministic: deterministic"),
        ("See the guide for an explanaion of it.", "explanaion: explanation"),
        ("It is reapeted in a futire version.", "futire: futile reapeted: repeated"),
        # Names, parts that words are made with, and what the page shows in code.
        ("See pelennor, partev, gwulfs and mlant.", ""),
        ("The parameter *closefd* says so.", ""),
        ("A recomputable, jittable and vmapped filetree. `vmap(jit(f))`", ""),
        ("The serde of `serde` is here.", ""),
        ("In each syscall, of all syscalls.", ""),
        ("It is normalised, or normalized, and parallelised.", ""),
    ],
)
def test_words_that_are_in_no_list(text: str, found: str, tmp_path: Path) -> None:
    lessons_of(tmp_path, text)
    told = [one for one in check(read_lessons(tmp_path)) if one.rule == "spelling"]
    words = (one.message.split('"') for one in told)
    assert sorted(f"{wrong}: {right}" for _, wrong, _, right, *_ in words) == sorted(
        re.findall(r"\S+: \S+", found)
    )
    assert all(one.fix and one.fix.startswith("write ") for one in told)


def test_a_word_of_two_pages_is_no_slip(tmp_path: Path) -> None:
    (tmp_path / "lessons_en").mkdir()
    for name in "ab":
        page = f"---\nonly: en\n---\n\n# {name}\n\nA gradeint. {'A gradient. ' * 5}\n"
        (tmp_path / "lessons_en" / f"{name}.md").write_bytes(page.encode())
    assert "spelling" not in {one.rule for one in check(read_lessons(tmp_path))}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("There is a hall. Each of the\nlamps have a name.", [(8, "have")]),
        ("It is told at the end of the\nwalls. One of the lamp\nis on.", [(8, "lamp")]),
        ("What is said of\nfiles is kept. It is what the states of\nthings are called.", []),
        (
            "What is said of\nfiles is kept. It is what the state of\nthings are called.",
            [(9, "are")],
        ),
        ("- Each of the lamps\n- have a name", []),
    ],
)
def test_what_goes_on_in_the_next_line(
    text: str, found: list[tuple[int, str]], tmp_path: Path
) -> None:
    findings = [one for one in check(lessons_of(tmp_path, text)) if one.rule == "grammar"]
    assert [(one.line, one.message.split('"')[1]) for one in findings] == found
