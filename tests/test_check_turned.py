"""A difference is told in the page that changed since both were confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.check import check
from scripts.lesson.reading import read_lessons
from scripts.sync.confirming import confirm
from scripts.sync.sides import Sides, sides_of
from scripts.sync.state import write_state
from tests.two_languages import translated, write, write_confirmed

ENGLISH = """---
title: Tides
level: basic
---
(tides)=
# Tides

The moon draws water 2 times a day, see `moon`.

(tides-high)=
## High

High water stands 5 metres above low water, see $h = 5$.

```{code-cell} python
:tags: [solution]
:raises: ValueError
:label: height

x = 1
```

(tides-low)=
## Low

(tides-later)=

Low water begins 6 hours later, see [the moon](https://example.org/moon).

1. Wait.
2. Look.
"""
KOREAN = """---
title: 조석
origin: en
level: basic
---
(tides)=
# 조석

달이 물을 하루에 2번 끌어당깁니다. `moon`을 보세요.

(tides-high)=
## 만조

만조는 간조보다 5미터 높습니다. $h = 5$를 보세요.

```{code-cell} python
:tags: [solution]
:raises: ValueError
:label: height

x = 1
```

(tides-low)=
## 간조

(tides-later)=

간조는 6시간 뒤에 시작됩니다. [달](https://example.org/moon)을 보세요.

1. 기다립니다.
2. 봅니다.
"""
HIGH = (ENGLISH.index("(tides-high)="), ENGLISH.index("(tides-low)="))


def found(root: Path) -> list[str]:
    return [
        f"{one.path.parent.name[-2:]}:{one.line} {one.rule}"
        for one in check(read_lessons(root))
        if one.rule not in {"behind", "link"}
    ]


def edited(text: str, *edits: tuple[str, str]) -> str:
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


TWICE, TWICE_KO = ("2 times", "3 times"), ("2번", "3번")
FIVE, FIVE_KO = ("$h = 5$", "$h = 6$"), ("$h = 5$", "$h = 9$")


@pytest.mark.parametrize(
    ("english", "korean", "places"),
    [
        ([], [], []),
        ([TWICE], [], ["en:8 other-number"]),
        ([], [TWICE_KO], ["ko:9 other-number"]),
        ([("`moon`", "`mon`")], [], ["en:8 other-code"]),
        ([FIVE], [], ["en:13 same-math"]),
        ([], [FIVE_KO], ["ko:14 same-math"]),
        ([("x = 1", "x = 2")], [], ["en:20 same-code"]),
        ([("[solution]", "[hide]")], [], ["en:16 same-code"]),
        ([], [("ValueError", "TypeError")], ["ko:18 same-code"]),
        ([("ValueError", "TypeError")], [], ["en:17 same-code"]),
        ([(":label: height", ":label: depth")], [], ["en:18 same-code"]),
        ([], [(":label: height", ":label: depth")], ["ko:19 same-code"]),
        ([("## High", "### High")], [], ["en:11 same-structure"]),
        ([("(tides-high)=", "(tides-hi)=")], [], ["en:10 same-structure"]),
        ([], [("(tides-high)=", "(tides-hi)=")], ["ko:11 same-structure"]),
        ([("## Low\n\n", "")], [], ["en:21 same-structure"]),
        ([], [("## 만조\n\n", "")], ["ko:11 lost-block"]),
        ([("level: basic", "level: advanced")], [], ["en:3 same-front-matter"]),
        ([], [("level: basic", "level: advanced")], ["ko:4 same-front-matter"]),
        ([("(tides-later)=", "(tides-late)=")], [], ["en:26 same-labels"]),
        ([], [("(tides-later)=", "(tides-late)=")], ["ko:27 same-labels"]),
        ([("(tides-later)=\n\n", "")], [], ["en:26 same-labels"]),
        ([("The moon draws", "(tides-x)=\nThe moon draws")], [], ["en:8 same-labels"]),
        ([], [("달이 물을", "(tides-x)=\n달이 물을")], ["ko:9 same-labels"]),
        (
            [TWICE, ("(tides-later)=", "(tides-late)=")],
            [],
            ["en:8 other-number", "en:26 same-labels"],
        ),
        (
            [("level: basic", "level: advanced")],
            [TWICE_KO],
            ["en:3 same-front-matter", "ko:9 other-number"],
        ),
        # Each of two pages has its own.
        ([TWICE], [FIVE_KO], ["en:8 other-number", "ko:14 same-math"]),
        ([FIVE], [TWICE_KO], ["en:13 same-math", "ko:9 other-number"]),
        # What changed in both is told in the translation.
        ([TWICE], [("2번", "4번")], ["ko:9 other-number"]),
    ],
)
def test_a_difference_is_told_where_it_came_up(
    english: list[tuple[str, str]],
    korean: list[tuple[str, str]],
    places: list[str],
    tmp_path: Path,
) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    write(tmp_path, edited(ENGLISH, *english), edited(KOREAN, *korean))
    assert found(tmp_path) == places


def test_without_a_state_differences_are_told_in_the_translation(tmp_path: Path) -> None:
    write(tmp_path, edited(ENGLISH, TWICE), KOREAN)
    assert found(tmp_path) == ["ko:9 other-number"]


def test_a_section_that_moved_in_the_origin(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    start, end = HIGH
    write(tmp_path, ENGLISH[:start] + ENGLISH[end:] + "\n" + ENGLISH[start:end], KOREAN)
    assert sides_of(translated(tmp_path)) == Sides(origin=True, other=False)


def test_the_code_of_the_origin_is_copied_wherever_the_difference_is_told(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    write(tmp_path, edited(ENGLISH, ("x = 1", "x = 2")), KOREAN)
    (one,) = (one for one in check(read_lessons(tmp_path)) if one.rule == "same-code")
    assert (str(one.path), one.fix) == (
        "lessons_en/a.md",
        'run "check --fix" to copy this cell to lessons_ko/a.md, or take the change back',
    )


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ("조석(tide)을", "조석을", ["ko:9 first-use"]),
        ("조석(tide)을", "밀물을", []),
        ("조석(tide)을", "조석(tide)을 다시", []),
    ],
)
@pytest.mark.parametrize("origin", ["en", "ko"])
def test_english_that_is_gone_behind_a_term(
    tmp_path: Path, origin: str, old: str, new: str, places: list[str]
) -> None:
    english = ENGLISH.replace("level: basic", f"level: basic\norigin: {origin}")
    korean = edited(KOREAN, ("origin: en", f"origin: {origin}"),
                    ("`moon`을 보세요.", "`moon`을 보고 조석(tide)을 아세요."))  # fmt: skip
    write_confirmed(tmp_path, english, korean)
    write(tmp_path, english, edited(korean, (old, new)))
    assert [one for one in found(tmp_path) if "first-use" in one] == places


def test_a_term_that_is_explained_again(tmp_path: Path) -> None:
    english = "# Tides\n\nA tide comes.\n\nThe tide goes.\n"
    korean = "# 조석\n\n조석(tide)이 옵니다.\n\n{} 갑니다.\n"
    write_confirmed(tmp_path, english, korean.format("조석이"))
    write(tmp_path, english, korean.format("조석(tide)이"))
    assert found(tmp_path) == ["ko:5 first-use"]
    # Whose page has it so from the start means it so.
    write_state(tmp_path, confirm(translated(tmp_path), by="Kim").state)
    assert found(tmp_path) == []


def test_a_heading_that_changed_is_told_beside_its_title(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    for name in ("b", "c", "d"):
        page = f"---\ntitle: {name} page\nonly: en\n---\n\n# {name} page\n\nIt is there.\n"
        (tmp_path / "lessons_en" / f"{name}.md").write_text(page, encoding="utf-8")
    for old, new, line in (("# Tides\n", "# Ties\n", 6), ("title: Tides", "title: Ties", 2)):
        write(tmp_path, edited(ENGLISH, (old, new)), KOREAN)
        assert f"en:{line} title" in found(tmp_path)


def test_what_nobody_sees_is_told_by_its_own_rule_alone(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    write(tmp_path, ENGLISH.replace("The moon draws", "The moon\u200b draws"), KOREAN)
    rules = {one.rule for one in check(read_lessons(tmp_path))}
    assert "zero-width" in rules
    assert "behind" not in rules
