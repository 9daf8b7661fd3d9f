"""What a record knows of items and rows: which one is new, or gone, and where it is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.check import check
from scripts.lesson.reading import read_lessons
from tests.two_languages import write, write_confirmed

ENGLISH = """# Tides

- Wait.
- Look at it.
  - Then wait.
  - Then look.
  - Then go.
- Go.
- Come.

| who | waits |
|---|---|
| a pilot | long |
| a fisher | never |
| a bather | a day |

Two are enough.

1. Row.
2. Sail.
3. Swim.
"""
KOREAN = """# 조석

- 기다립니다.
- 살펴봅니다.
  - 기다려 봅니다.
  - 둘러봅니다.
  - 떠나 봅니다.
- 갑니다.
- 옵니다.

| 누가 | 기다림 |
|---|---|
| 도선사 | 오래 |
| 어부 | 전혀 |
| 나그네 | 하루 |

둘이면 넉넉합니다.

1. 노를 젓습니다.
2. 돛을 올립니다.
3. 헤엄칩니다.
"""
TEXTS = {"en": ENGLISH, "ko": KOREAN}
NEW = {"en": "Quartz is a mineral.", "ko": "석영은 광물입니다."}
ITEMS = [n for n, line in enumerate(ENGLISH.split("\n"), 1) if re.match(r" *(-|\d\.) |\| a", line)]


def found(root: Path) -> list[tuple[str, int, str]]:
    return [
        (one.path.parent.name[-2:], one.line, one.message)
        for one in check(read_lessons(root))
        if one.rule == "other-items"
    ]


@pytest.fixture(params=["en", "ko"])
def origin(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    tag = str(request.param)
    write_confirmed(tmp_path, *(head(TEXTS[one], tag) for one in ("en", "ko")))
    assert found(tmp_path) == []
    return tag


def head(text: str, origin: str) -> str:
    return f"---\norigin: {origin}\n---\n{text}"


def put(root: Path, origin: str, tag: str, text: str) -> None:
    texts = TEXTS | {tag: text}
    write(root, head(texts["en"], origin), head(texts["ko"], origin))


# An item that begins or ends those in another may be an edited one, as far as a record tells.
@pytest.mark.parametrize("line", [line for line in ITEMS if line not in {5, 7}])
@pytest.mark.parametrize("tag", ["en", "ko"])
def test_an_item_that_is_gone(tmp_path: Path, origin: str, tag: str, line: int) -> None:
    lines = TEXTS[tag].split("\n")
    count = 4 if line == 4 else 1
    put(tmp_path, origin, tag, "\n".join([*lines[: line - 1], *lines[line - 1 + count :]]))
    (one,) = found(tmp_path)
    twin = "ko" if tag == "en" else "en"
    assert one[0] == tag
    assert f" of lessons_{twin}/a.md:{line + 3} is missing " in one[2]


@pytest.mark.parametrize("line", ITEMS)
@pytest.mark.parametrize("tag", ["en", "ko"])
def test_an_item_that_is_new(tmp_path: Path, origin: str, tag: str, line: int) -> None:
    lines = TEXTS[tag].split("\n")
    text = lines[line - 1]
    new = re.sub(r"( *(?:-|\d\.) ).*", rf"\g<1>{NEW[tag]}", text)
    new = f"| {NEW[tag]} | 9 |" if text.startswith("|") else new
    put(tmp_path, origin, tag, "\n".join([*lines[: line - 1], new, *lines[line - 1 :]]))
    (one,) = found(tmp_path)
    assert one[:2] == (tag, line + 3)
    assert " is not in lessons_" in one[2]


def test_two_that_are_gone(tmp_path: Path, origin: str) -> None:
    put(tmp_path, origin, "ko", KOREAN.replace("- 갑니다.\n- 옵니다.\n", ""))
    ((_, _, message),) = found(tmp_path)
    assert message.startswith("the 2 items of lessons_en/a.md:11-12 are missing after ")


def test_an_item_that_is_gone_beside_one_that_was_edited(tmp_path: Path, origin: str) -> None:
    edited = KOREAN.replace("- 갑니다.", "- 이제 갑니다.").replace("- 기다립니다.\n", "")
    put(tmp_path, origin, "ko", edited)
    ((_, line, message),) = found(tmp_path)
    assert (line, message) == (6, "the item of lessons_en/a.md:6 is missing before this line")
