"""Translations: what is behind after an edit, and what confirming makes of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.languages import ENGLISH, KOREAN, Language
from scripts.lesson import Lesson, Lessons
from scripts.lesson.reading import parse_lesson, read_lessons
from scripts.sync.confirming import confirm
from scripts.sync.state import Level, parse_state
from scripts.sync.translation import Change, Translation, translations
from scripts.sync.units import units
from scripts.sync.word_diff import marked

REPOSITORY = Path(__file__).parent.parent
CASES = json.loads((Path(__file__).parent / "cases/translation/changes.json").read_bytes())

ENGLISH_TEXT = """\
---
title: Tides
---

(tides)=
# Tides

A function is
called here. JAX records all of it and nothing changes.

It runs once.

```{code-cell}
:alt: A wave
x = 1
```

```{code-cell}
y = x + 1  # one
```

(first)=
## First

The rest of `x` follows.

(second)=
## Second

The end is near.

$$
a = b
$$
"""
KOREAN_TEXT = """\
---
title: 밀물과 썰물
---

(tides)=
# 밀물과 썰물

여기서 함수를 부릅니다. JAX가 모두 기록하며, 아무것도 바뀌지 않습니다.

한 번 돕니다.

```{code-cell}
:alt: 물결 하나
x = 1
```

```{code-cell}
y = x + 1  # 하나
```

(first)=
## 첫째

`x`의 나머지가 이어집니다.

(second)=
## 둘째

끝이 가깝습니다.

$$
a = b
$$
"""
# A case may change the places of two sections.
FIRST = re.compile(r"(\(first\)=\n.*?\n\n.*?\n\n)(\(second\)=\n.*?\n\n.*?\n\n)", re.DOTALL)


def lesson(text: str, language: Language) -> Lesson:
    path = language.folder(Path()) / "tides.md"
    return parse_lesson(text.encode("utf-8"), path=path, docname="tides", language=language)


def changed(text: str, edits: list[list[str]], *, move: bool) -> str:
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return FIRST.sub(r"\2\1", text) if move else text


def confirmed(origin: Lesson, other: Lesson) -> Translation:
    done = confirm(Translation(origin, other, None), by="Kim", day="2026-01-02")
    assert not done.refused
    return Translation(origin, other, done.state)


def after(case: dict[str, Any], ways: tuple[Language, Language] = (ENGLISH, KOREAN)) -> Translation:
    """Give the translation that was confirmed, then edited as a case says."""
    texts = (ENGLISH_TEXT, KOREAN_TEXT)
    state = confirmed(*(lesson(text, way) for text, way in zip(texts, ways, strict=True))).state
    moves = case.get("move", "")
    origin = changed(texts[0], case["origin"], move=moves in {"origin", "both"})
    other = changed(texts[1], case["other"], move=moves in {"other", "both"})
    return Translation(lesson(origin, ways[0]), lesson(other, ways[1]), state)


@pytest.mark.parametrize("ways", [(ENGLISH, KOREAN), (KOREAN, ENGLISH)], ids=["en-ko", "ko-en"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_what_is_behind_after_an_edit(
    case: dict[str, Any], ways: tuple[Language, Language]
) -> None:
    translation = after(case, ways)
    found = [[str(one.change), one.kind, one.line] for one in translation.behind]
    assert found == case["behind"]
    assert translation.counts["polished"] == case.get("polished", 0)
    if "diff" in case:
        assert marked(translation.behind[0].diff) == case["diff"]
    if "count" in case:
        assert translation.behind[0].count == case["count"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_confirming_what_is_named_clears_that_alone(case: dict[str, Any]) -> None:
    translation = after(case)
    for block in translation.behind:
        if block.change is Change.MOVED or block.kind == "cell":
            continue
        done = confirm(translation, block=block.id, by="Lee", no_change=True, day="2026-03-04")
        assert done.confirmed == (block.id,)
        left = Translation(translation.origin, translation.other, done.state).behind
        assert [(one.change, one.id) for one in left] == [
            (one.change, one.id) for one in translation.behind if one is not block
        ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_confirming_everything_leaves_what_needs_an_edit(case: dict[str, Any]) -> None:
    translation = after(case)
    done = confirm(translation, by="Lee", day="2026-03-04")
    again = Translation(translation.origin, translation.other, done.state)
    assert {one.id for one in again.behind} == {one.id for one in done.refused}
    assert confirm(again, by="Lee", day="2026-03-04").state == done.state
    text = done.state.to_text().encode("utf-8")
    read = parse_state(text, path=done.state.path, docname="tides", origin="en", language="ko")
    assert read == done.state


def test_code_that_was_rewritten_in_both_is_known_and_noted() -> None:
    texts = [
        text.replace("x = 1\n```\n", f"x = 1\n```\n\n{between}\n")
        for text, between in ((ENGLISH_TEXT, "One more."), (KOREAN_TEXT, "하나 더 있습니다."))
    ]
    state = confirmed(lesson(texts[0], ENGLISH), lesson(texts[1], KOREAN)).state
    rewritten = [text.replace("x = 1\n", "print(sorted(range(9)))\n") for text in texts]
    other = lesson(rewritten[1], KOREAN)
    shorter = Translation(lesson(rewritten[0].replace("One more.", ""), ENGLISH), other, state)
    assert [(str(one.change), one.kind) for one in shorter.behind] == [("deleted", "paragraph")]
    both = Translation(lesson(rewritten[0], ENGLISH), other, state)
    assert not both.behind
    done = confirm(both, by="Lee", day="2026-03-04")
    assert done.confirmed == ()
    cells = [unit.hash for unit in units(both.origin) if unit.cell]
    assert [entry.origin for entry in done.state.entries if entry.kind == "cell"] == [
        (one,) for one in cells
    ]
    assert {entry.since for entry in done.state.entries} == {"", "2026-01-02"}


def test_a_word_more_changes_one_line_of_the_state() -> None:
    case = next(case for case in CASES if case["label"] == "a word changed")
    translation = after(case)
    block = translation.behind[0].id
    done = confirm(translation, block=block, by="Lee", day="2026-03-04")
    assert translation.state is not None
    lines = zip(
        translation.state.to_text().split("\n"), done.state.to_text().split("\n"), strict=True
    )
    assert [(json.loads(a)["block"], json.loads(b)["translator"]) for a, b in lines if a != b] == [
        (block, "Lee")
    ]


def test_who_did_it_and_how_far_it_is() -> None:
    translation = after(next(case for case in CASES if case["label"] == "a word changed"))
    block = translation.behind[0].id

    def line(**options: Any) -> tuple[str, str, str]:
        state = confirm(translation, block=block, **options).state
        entry = next(one for one in state.entries if one.block == block)
        return str(entry.level), entry.translator, entry.reviewer

    assert line(by="Lee") == ("translated", "Lee", "")
    assert line(by="Lee", level=Level.REVIEWED) == ("reviewed", "Kim", "Lee")
    assert line(by="Lee", level=Level.MACHINE) == ("machine", "Lee", "")
    assert line(by="Lee", no_change=True) == ("translated", "Kim", "")


def test_a_whole_lesson_keeps_what_only_the_origin_changed() -> None:
    translation = after(next(case for case in CASES if case["label"] == "a word changed"))
    done = confirm(translation, by="Lee")
    assert [str(one.change) for one in done.refused] == ["changed"]
    assert not confirm(translation, by="Lee", no_change=True).refused


def test_a_review_of_everything_reaches_every_block() -> None:
    translation = after(CASES[0])
    done = confirm(translation, by="Lee", level=Level.REVIEWED)
    counts = Translation(translation.origin, translation.other, done.state).counts
    assert counts["reviewed"] == counts["blocks"]


def test_a_lesson_that_nobody_confirmed_is_not_behind() -> None:
    translation = Translation(lesson(ENGLISH_TEXT, ENGLISH), lesson(KOREAN_TEXT, KOREAN), None)
    assert translation.behind == ()
    assert translation.counts["in_sync"] == 0


# --- our own lessons ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def own() -> Lessons:
    return read_lessons(REPOSITORY)


def test_our_own_lessons_are_in_sync(own: Lessons) -> None:
    found = [one for name in own.docnames for one in translations(own, name)]
    assert found
    for translation in found:
        assert translation.state is not None
        assert [(str(one.change), one.id) for one in translation.behind] == []


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_an_edit_of_an_own_lesson_is_told_as_what_it_is(own: Lessons, data: st.DataObject) -> None:
    docname = data.draw(st.sampled_from(own.docnames))
    (translation,) = translations(own, docname)
    origin, other, state = translation.origin, translation.other, translation.state
    if data.draw(st.booleans()):
        origin, other = other, origin
        state = confirmed(origin, other).state
    prose = [block for block in origin.blocks if block.kind == "paragraph"]
    block = data.draw(st.sampled_from(prose))
    ends = [match.end() for match in re.finditer(r"[.?] ", block.text)]
    what = data.draw(st.sampled_from(["changed", "deleted", "new", *(["split"] if ends else [])]))
    words = block.text.split(" ")
    words[data.draw(st.integers(0, len(words) - 1))] = "tide"
    cut = data.draw(st.sampled_from(ends)) if ends else 0
    new = {
        "changed": [" ".join(words)],
        "deleted": [],
        "new": ["Here stands what nobody has said before, with `code`.", "", block.text],
        "split": [block.text[:cut].rstrip(), "", block.text[cut:]],
    }[what]
    lines = origin.text.split("\n")
    lines[block.line - 1 : block.end] = new
    edited = parse_lesson(
        "\n".join(lines).encode("utf-8"),
        path=origin.path,
        docname=docname,
        language=origin.language,
    )
    found = Translation(edited, other, state).behind
    assert [str(one.change) for one in found] == [what]


LIST = """- Pilots wait for high water, which carries the largest ships.
- Bathers wait for low water, and then for the sun.
- Fishers wait for nobody, and sail at night.
"""
LIST_KO = """- 도선사는 만조를 기다립니다. 가장 큰 배가 그때 들어옵니다.
- 바다에 들어가려는 사람은 간조를 기다리고, 볕을 기다립니다.
- 어부는 아무도 기다리지 않고 밤에 나갑니다.
"""
_BETWEEN = ["", "Others do not wait.", ""]
_BETWEEN_KO = ["", "다른 사람은 기다리지 않습니다.", ""]


def cut(text: str, number: int, between: list[str]) -> str:
    """Give a list with lines behind so many of its own; with none, another marker from there on."""
    lines = text.split("\n")
    rest = lines[number:] if between else [line.replace("- ", "* ", 1) for line in lines[number:]]
    return "\n".join([*lines[:number], *between, *rest])


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    ("between", "between_ko", "told", "told_ko"),
    [
        # What stands in the origin, and in the translation; what is told of an edit of either.
        (_BETWEEN, _BETWEEN_KO, ["split", "new"], ["extra"]),
        ([], [], ["split"], []),
        (["", "% a note", ""], ["", "% 적어 둔 것", ""], ["split"], []),
    ],
    ids=["a paragraph between", "another marker", "a comment between"],
)
def test_a_list_that_is_cut_in_two(
    number: int, between: list[str], between_ko: list[str], told: list[str], told_ko: list[str]
) -> None:
    origin, other = (
        lesson(f"# {title}\n\n{text}", way)
        for title, text, way in (("Tides", LIST, ENGLISH), ("조석", LIST_KO, KOREAN))
    )
    state = confirmed(origin, other).state
    edited = lesson(f"# Tides\n\n{cut(LIST, number, between)}", ENGLISH)
    edited_ko = lesson(f"# 조석\n\n{cut(LIST_KO, number, between_ko)}", KOREAN)
    found = [str(one.change) for one in Translation(edited, other, state).behind]
    assert found == told
    found = [str(one.change) for one in Translation(origin, edited_ko, state).behind]
    assert found == told_ko
    # Cut in both, it is confirmed as two.
    both = Translation(edited, edited_ko, state)
    done = confirm(both, by="Kim", day="2026-01-03")
    assert not done.refused
    assert Translation(edited, edited_ko, done.state).behind == ()
